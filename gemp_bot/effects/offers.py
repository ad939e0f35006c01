"""Which action of a card an option of a menu is, and what that action looks for, does and costs."""

import re
from collections.abc import Iterator
from math import inf
from typing import Final

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.labels import label_digest, normal_label
from gemp_bot.cards.texts import CardAction, Moment, Term, Value, terms_in
from gemp_bot.protocol.enums import Zone

MENU: Final = frozenset({Moment.ACTION, Moment.IN_HAND, Moment.STACKED})
"""Moments of what a menu of a phase offers."""
RESPONSES: Final = frozenset({Moment.AFTER, Moment.BEFORE, Moment.LEAVES, Moment.DRAWN})
_MODE: Final = re.compile(r"^(used|lost|starting):", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\b\d+\b")
_LONGEST: Final = 24
"""Words of a label up to which a part of it is tried as a name."""
_PILES: Final = {
    "reserve_deck": Zone.RESERVE_DECK,
    "lost_pile": Zone.LOST_PILE,
    "used_pile": Zone.USED_PILE,
    "force_pile": Zone.FORCE_PILE,
}
_FETCHES: Final = re.compile(
    r"^(?P<how>take|deploy|retrieve)_(?:one_)?(?:card|force)\w*?(?:from_(?P<pile>reserve_deck|lost_pile|used_pile|force_pile)\w*)?$"
)
_WHO: Final = ("who", "card_filter1", "card_filter2", "card_filter3", "card")
_AIMS: Final = {
    "target_card_on_table": "who",
    "choose_card_on_table": "who",
    "build_cancel_card": "card_to_cancel_filter",
}
"""Of the terms that choose a card on table the argument that tells which."""
_FIXED: Final = frozenset({"$self", "$you", "$opponent", "$light", "$dark"})
"""What terms name whatever is chosen, drawn or counted while an action is carried out."""
_DOES: Final = frozenset({"effect", "optional", "build"})


class Fetch(msgspec.Struct, frozen=True):
    """Cards that an action looks for.

    Attributes:
        pile: where.
        who: which; None for any.
        deploys: they come into play at once. discount: for how much less Force; without end for none.
    """

    pile: Zone
    who: Value = None
    deploys: bool = False
    discount: float = 0


class Offer(msgspec.Struct, frozen=True):
    """What an action does.

    Attributes:
        action: as the facts of the card have it.
        costs, effects: what is paid for it, and what it does, in order; what only some choice or draw brings
            about is among them.
        fetches: what it looks for.
        uses, loses: Force that its player uses and loses for it; the least of what depends on the table.
        shown: the cards of our hand of which one is shown for it; None for none.
        aims: the cards on table of which one is chosen for it, one selector a choice.
        often: how often it may be used: `once_per_turn`; empty for no limit.
        read: all of it is read.
    """

    action: CardAction
    costs: tuple[Term, ...]
    effects: tuple[Term, ...]
    fetches: tuple[Fetch, ...]
    uses: float
    loses: float
    shown: Value
    aims: tuple[Value, ...]
    often: str
    read: bool

    def does(self, *names: str) -> Iterator[Term]:
        """Its effects of these names."""
        return (each for each in self.effects if each.name in names)


def find_action(facts: CardFacts, label: str, *, response: bool | None = None) -> CardAction | None:
    """The action of a card that an option is; None if that is not told.

    Args:
        facts: the card.
        label: of the option, as the server has it, with or without its HTML.
        response: whether it is offered as a response; None where that is not known.
    """
    actions = facts.text.actions
    if not actions or not label:
        return None
    if response is not None:
        moments = RESPONSES if response else MENU
        actions = tuple(each for each in actions if each.moment in moments) or actions
    mode = _MODE.match(label.strip())
    if mode is not None:
        fitting = tuple(each for each in actions if each.mode in ("", mode[1].lower()))
        actions = fitting or actions
    known = {each.label for each in actions if each.label}
    digest = next((each for each in _digests(label) if each in known), 0)
    if digest:
        return next(each for each in actions if each.label == digest)
    # An action without a label is meant where it is the only one; a label that is another's is not it.
    return actions[0] if response is not None and len(actions) == 1 and not actions[0].label else None


def offer_of(action: CardAction) -> Offer:
    """What an action does."""
    terms = list(terms_in(action.steps))
    costs = tuple(_what(each) for each in terms if each.name == "cost")
    effects = tuple(_what(each) for each in terms if each.name in _DOES)
    paid = [*costs, *effects]
    return Offer(
        action=action,
        costs=costs,
        effects=effects,
        fetches=tuple(found for each in effects if (found := _fetch(each)) is not None),
        uses=max((least(each.get("amount")) for each in paid if _ours(each, "use_force")), default=0),
        loses=max((least(each.get("amount")) for each in costs if _ours(each, "lose_force")), default=0),
        shown=next((each.get("who") for each in terms if each.name == "choose_card_from_hand"), None),
        aims=tuple(each.args[_AIMS[each.name]] for each in terms if _AIMS.get(each.name) in each.args),
        often=next((_what(each).name for each in terms if each.name == "usage"), ""),
        read=not any(each.name == "unknown" for each in terms) and all(each.name for each in paid),
    )


def choices(action: CardAction) -> Iterator[tuple[str, Value]]:
    """The cards on table that are chosen for an action, in order: the reference to each, and who may be."""
    for each in terms_in(action.steps):
        references, who = each.get("as"), _AIMS.get(each.name, "")
        if who in each.args and isinstance(references, tuple) and len(references) == 1:
            yield str(references[0]), each.args[who]


def settled(value: Value) -> bool:
    """Whether a value names nothing that is chosen, drawn or comes about on the way of an action."""
    if isinstance(value, tuple):
        return all(map(settled, value))
    if isinstance(value, Term):
        return all(map(settled, value.args.values()))
    return not is_reference(value)


def is_reference(value: Value) -> bool:
    """Whether a word stands for what is chosen, drawn or comes about on the way of an action."""
    return isinstance(value, str) and value.startswith("$") and value not in _FIXED


def least(amount: Value) -> float:
    """What an amount is at the least, where it depends on the table."""
    if isinstance(amount, Term):
        if amount.name == "choose":
            return min(least(amount.get("then")), least(amount.get("otherwise")))
        return 0
    return amount if isinstance(amount, (int, float)) else 0


def _digests(label: str) -> Iterator[int]:
    """What the facts may have of a label: itself, then with a number, and the fewest words, left open."""
    yield label_digest(label)
    words = normal_label(_NUMBER.sub("*", _MODE.sub("", label))).split()
    yield label_digest(" ".join(words))
    if len(words) <= _LONGEST:
        for length in range(1, len(words)):
            for start in range(len(words) - length, -1, -1):
                yield label_digest(" ".join([*words[:start], "*", *words[start + length :]]))


def _fetch(effect: Term) -> Fetch | None:
    found = _FETCHES.match(effect.name)
    if found is None or (found["pile"] is None and found["how"] != "retrieve"):
        return None
    if effect.name == "retrieve_force" or effect.get("player") == "$opponent":
        return None
    change = effect.get("change_in_cost")
    less = -change if isinstance(change, (int, float)) else 0
    return Fetch(
        pile=_PILES.get(found["pile"] or "", Zone.LOST_PILE),
        who=_wanted(effect),
        deploys=found["how"] == "deploy",
        discount=inf if effect.get("for_free") else less,
    )


def _wanted(effect: Term) -> Value:
    who = tuple(effect.args[name] for name in _WHO if name in effect.args)
    kinds = [effect.args[name] for name in ("special_location_conditions",) if name in effect.args]
    selector: Value = who if len(who) != 1 else who[0]
    if not who or isinstance(selector, str):
        return None
    return selector if not kinds else Term("and", {"of": (selector, *kinds)})


def _what(step: Term) -> Term:
    what = step.get("what")
    return what if isinstance(what, Term) else Term("", {})


def _ours(effect: Term, name: str) -> bool:
    return effect.name == name and effect.get("player") != "$opponent"
