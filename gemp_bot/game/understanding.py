"""How much of what cards do is understood: of standing texts, and of actions what is played."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from enum import StrEnum, auto
from typing import Final

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.shots import shot_of
from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.texts import CardAction, CardText, Moment, Term, Told
from gemp_bot.effects import (
    CardEffects,
    amounts,  # noqa: F401 - they fill the tables
    conditions,  # noqa: F401
    one_card,  # noqa: F401
    selectors,  # noqa: F401
)
from gemp_bot.effects.changes import change_of, changes_of
from gemp_bot.game.deploy import playable
from gemp_bot.game.known_actions import BEGINNINGS, why_not_played, why_steps_unknown
from gemp_bot.rules.facts import CardKind


class Share(StrEnum):
    """How much of a text is understood."""

    ALL = auto()
    SOME = auto()
    NONE = auto()


ALL_CARDS: Final = "all"


def why_not(told: Told) -> str:
    """What of a standing text, of an action or of a shot is not understood; empty if it is."""
    if isinstance(told, Term):
        return (
            "" if shot_of(told).hits else f"shot: {told.name.removeprefix('fire_').removesuffix('_action')}"
        )
    if isinstance(told, CardAction):
        return why_not_played(told)
    change = change_of(told)
    return change if isinstance(change, str) else ""


def understood(text: CardText) -> Share:
    """How much of what a card does is understood; all of a card that does nothing."""
    known = sum(not why_not(each) for each in text.told)
    if known == len(text.told) and not text.unread:
        return Share.ALL
    return Share.SOME if known else Share.NONE


def ever_played(facts: CardFacts, effects: CardEffects) -> bool:
    """Whether a card can come to the table or be played; the others are only drawn and lost."""
    if facts.kind is not CardKind.INTERRUPT and facts.card.type != CardType.OBJECTIVE:
        return playable(facts, effects)
    moments = {action.moment for action in facts.text.actions if not why_not_played(action)}
    return bool(moments if facts.kind is CardKind.INTERRUPT else moments & BEGINNINGS)


def not_started(text: CardText) -> str:
    """Why a card does not do at the start of a game what it says; empty if it does, or says nothing of it."""
    return next(
        (why for each in text.actions if each.moment is Moment.DEPLOYED and (why := why_not(each))), ""
    )


class Shares(msgspec.Struct, frozen=True):
    """Cards, each side for itself, by how much of what they do is understood."""

    cards: int
    all: int
    some: int
    none: int


class Understanding(msgspec.Struct, frozen=True):
    """How much of what all cards do is understood.

    Attributes:
        shares: by type of card, the commonest first; of `ALL_CARDS` together.
        standing, actions: how many there are. standing_known, actions_known: those that are understood.
        steps_known: actions whose costs and effects are known, whatever they ask for.
        standing_all: cards, each side for itself, of which all standing texts are understood.
        changes: standing texts that are understood by what they change.
        missing: why the others are not, with the number of cards, the commonest first.
    """

    shares: dict[str, Shares]
    standing: int
    standing_known: int
    actions: int
    actions_known: int
    steps_known: int
    standing_all: int
    changes: dict[str, int]
    missing: dict[str, int]


def count_understood(index: CardIndex, cards: Iterable[Card] | None = None) -> Understanding:
    """Count all of it, or that of some cards, each side for itself."""
    levels: dict[str, Counter[Share]] = defaultdict(Counter)
    counts: Counter[str] = Counter()
    changes: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for card in index if cards is None else cards:
        text = index.texts.of(card.blueprint_id)
        share = understood(text)
        counts["standing_all"] += not changes_of(text)[1]
        for kind in (ALL_CARDS, card.type):
            levels[kind][share] += 1
        known = (change_of(each) for each in text.standing)
        changes.update(each.quantity.name.lower() for each in known if not isinstance(each, str))
        counts["steps_known"] += sum(not why_steps_unknown(each) for each in text.actions)
        reasons = set[str]()
        for name, told in (("standing", text.standing), ("actions", text.actions), ("shots", text.shots)):
            why = [why_not(each) for each in told]
            counts.update({name: len(why), f"{name}_known": why.count("")})
            reasons.update(why)
        missing.update(reasons - {""})
    ordered = sorted(levels.items(), key=lambda item: -item[1].total())
    shares = {
        kind: Shares(found.total(), found[Share.ALL], found[Share.SOME], found[Share.NONE])
        for kind, found in ordered
    }
    return Understanding(
        shares=shares,
        standing=counts["standing"],
        standing_known=counts["standing_known"],
        actions=counts["actions"],
        actions_known=counts["actions_known"],
        steps_known=counts["steps_known"],
        standing_all=counts["standing_all"],
        changes=dict(changes.most_common()),
        missing=dict(sorted(missing.items(), key=lambda item: (-item[1], item[0]))),
    )
