"""How weapons are fired, as their definitions have it."""

from typing import Final

import msgspec

from gemp_bot.cards.texts import CardText, Term, Value

_HIT: Final = "fire_with_hit_action"
_KNOWN: Final = frozenset(
    {"num_destiny", "plus_or_minus", "statistic", "reset_forfeit", "forfeit_modifier_or_reset_value", "at"}
)


class Shot(msgspec.Struct, frozen=True):
    """One way to fire a weapon.

    Attributes:
        targets: selectors of whom it may be fired at.
        hits: it makes what it hits "hit", by a draw of destiny, and all of what it does is known.
        cost: Force. draws: how many destinies. bonus: what is added to their total.
        forfeit: what the forfeit value of what is hit becomes; None for as it is.
    """

    targets: tuple[Value, ...]
    hits: bool = False
    cost: int = 0
    draws: int = 1
    bonus: int = 0
    forfeit: float | None = None


def shots_of(text: CardText) -> tuple[str, tuple[Shot, ...]]:
    """The name of a card's permanent weapon (empty for none), and how it or the weapon is fired."""
    permanent = ""
    for weapon in _terms(text.traits.get("weapon")):
        permanent = str(weapon.get("title") or "permanent weapon")
    return permanent, tuple(map(shot_of, text.shots))


def _terms(value: Value) -> tuple[Term, ...]:
    return tuple(each for each in value if isinstance(each, Term)) if isinstance(value, tuple) else ()


def shot_of(term: Term) -> Shot:
    """One way to fire a weapon, as its term has it."""
    at = _terms(term.get("at"))
    targets = tuple(each.get("who") for each in at)
    known = term.name == _HIT and set(term.args) <= _KNOWN and len(at) == 1
    numbers = (
        term.get("num_destiny"),
        term.get("plus_or_minus"),
        *(at[0].get("use_force_cost") for _ in at[:1]),
    )
    known = known and not any(isinstance(each, Term) for each in numbers)
    if not known or term.get("statistic") != "defense_value" or "use_force_cost_max" in at[0].args:
        return Shot(targets)
    return Shot(
        targets,
        hits=True,
        cost=int(_number(at[0].get("use_force_cost"))),
        draws=int(_number(term.get("num_destiny"))),
        bonus=int(_number(term.get("plus_or_minus"))),
        forfeit=_number(term.get("forfeit_modifier_or_reset_value")) if term.get("reset_forfeit") else None,
    )


def _number(value: Value) -> float:
    return value if isinstance(value, (int, float)) else 0
