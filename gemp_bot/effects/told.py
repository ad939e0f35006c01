"""Whether a condition holds, or a selector means a card, as far as that can be told: else None.

What is understood of a term is asked of the board; what is not leaves the whole open, unless the rest
decides. A condition may also name what comes about once, which is not so on a board at rest, or a time of the
turn.
"""

from collections.abc import Callable, Iterable
from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.scope import Scope

NEGATIONS: Final = frozenset({"not", "unless"})
JOINTS: Final = NEGATIONS | {"and", "or", "choose"}
"""Terms that are made of others of their kind."""
_GIVEN: Final = frozenset(
    {"is_table_changed", "can_be_flipped", "can_be_canceled", "can_be_placed_out_of_play", "can_be_lost"}
    | {"can_cancel_force_drain", "is_not_prevented_from"}
)
"""What a board at rest is asked as if it were so."""
_GUESSED: Final = frozenset({"lore_contains", "game_text_contains"})
"""Selectors that ask for what is in no index: what they mean is no more than likely."""
_TIMES: Final = (
    *("is_during_your_phase", "is_during_opponents_phase", "is_during_either_players_phase"),
    *("is_either_players_phase", "is_phase_for_player", "is_end_of_", "is_start_of_", "is_once_"),
    *("is_twice_per_", "is_num_times_"),
)
_EVENTS: Final = (
    *("just_", "moved_", "moving_", "is_about_to_", "is_playing_", "is_blown_away_"),
    *("battle_initiated", "battle_end", "force_drain_", "captured", "released", "card_flipped"),
    *("won_", "lost_", "is_move_", "is_react", "is_targeted_", "is_firing_", "weapon_just_"),
    *("jedi_test_completed", "system_probed", "duel_initiated", "non_epic_duel_initiated"),
    *("cover_broken", "is_only_captured", "captive_delivered", "is_destiny_", "is_battle_destiny_"),
    *("is_weapon_destiny_", "attack_initiated", "stolen", "forfeited", "is_destroyed", "leaves_"),
    *("is_using_", "is_utinni_effect_reached", "is_force_retrieval_"),
)


def is_time(when: Term) -> bool:
    """Whether a condition names a time of the turn, or how often something was done."""
    return when.name.startswith(_TIMES)


def is_event(when: Term) -> bool:
    """Whether a condition names something that comes about once."""
    return when.name.startswith(_EVENTS)


def told(scope: Scope, when: Value, untold: Callable[[Term], bool] = is_time) -> bool | None:
    """Whether a condition holds.

    Args:
        scope: what is asked.
        when: the condition.
        untold: of which conditions it is not told; of times of the turn in any case.
    """

    def leaf(each: Value) -> bool | None:
        if not isinstance(each, Term):
            return each is None or bool(each)
        if each.name in _GIVEN or is_event(each):
            return each.name in _GIVEN
        unclear = untold(each) or is_time(each) or not_understood(each, Kind.CONDITION)
        return None if unclear else scope.holds(each)

    return _joined(when, leaf, leaf, every=True)


def known(when: Value) -> bool:
    """Whether all of a condition is understood, what comes about once and times of the turn too."""
    if isinstance(when, tuple):
        return all(map(known, when))
    if not isinstance(when, Term):
        return True
    if when.name in JOINTS:
        return all(map(known, when.args.values()))
    easy = when.name in _GIVEN or is_event(when) or is_time(when)
    return easy or not not_understood(when, Kind.CONDITION)


def fits(scope: Scope, who: Value, card: CardInPlay) -> bool | None:
    """Whether a selector means a card."""

    def leaf(each: Value) -> bool | None:
        unclear = isinstance(each, Term) and (each.name in _GUESSED or not_understood(each, Kind.SELECTOR))
        return None if unclear else scope.means(each, card)

    return joined(who, leaf, lambda when: told(scope, when))


def joined(
    who: Value, leaf: Callable[[Value], bool | None], holds: Callable[[Value], bool | None]
) -> bool | None:
    """What a selector comes to of what its parts are.

    Args:
        who: the selector.
        leaf: tells one that is not made of others.
        holds: tells a condition in it.
    """
    return _joined(who, leaf, holds, every=False)


def _joined(
    value: Value,
    leaf: Callable[[Value], bool | None],
    holds: Callable[[Value], bool | None],
    *,
    every: bool,
) -> bool | None:
    """What a value comes to of what its parts are; of several all have to hold if `every` says so."""
    if isinstance(value, tuple):
        parts = (_joined(each, leaf, holds, every=every) for each in value)
        return _all(parts) if every else _any(parts)
    if not isinstance(value, Term) or value.name not in JOINTS:
        return leaf(value)
    if value.name == "choose":
        branches = (value.get(name, False) for name in ("then", "otherwise"))
        then, otherwise = (_joined(each, leaf, holds, every=every) for each in branches)
        when = _joined(value.args["when"], holds, holds, every=True)
        if when is None:
            return then if then == otherwise else None
        return then if when else otherwise
    if value.name in NEGATIONS:
        return _not(_joined(value.get("of", value.get("when")), leaf, holds, every=every))
    return _joined(parts_of(value), leaf, holds, every=value.name == "and")


def may_be(scope: Scope, where: Value, place: Location) -> bool:
    """Whether a selector means a location, or may do so."""
    return place.card is not None and fits(scope, where, place.card) is not False


def parts_of(joint: Term) -> tuple[Value, ...]:
    """What `and` or `or` joins."""
    of = joint.args["of"]
    return of if isinstance(of, tuple) else (of,)


def _not(one: bool | None) -> bool | None:
    return None if one is None else not one


def _all(parts: Iterable[bool | None]) -> bool | None:
    open_ = False
    for each in parts:
        if each is False:
            return False
        open_ = open_ or each is None
    return None if open_ else True


def _any(parts: Iterable[bool | None]) -> bool | None:
    return _not(_all(_not(each) for each in parts))
