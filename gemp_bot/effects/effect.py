"""One effect of a card on numbers, while it is on table."""

from enum import Enum, auto

import msgspec

from gemp_bot.board.card import CardInPlay
from gemp_bot.effects.context import CardTest, EffectContext, Holds, PlaceTest
from gemp_bot.effects.phrases import Phrase
from gemp_bot.protocol.enums import Side


class Quantity(Enum):
    """A number that texts change."""

    __hash__ = object.__hash__  # numbers are kept by it, and the hash of an Enum is worked out in Python

    POWER = auto()
    ABILITY = auto()
    FORFEIT = auto()
    DESTINY = auto()
    DEPLOY = auto()
    DRAIN = auto()
    NO_DRAIN = auto()
    DRAIN_COST = auto()  # Force that a Force drain uses
    GENERATION = auto()
    TOTAL_GENERATION = auto()
    DARK_ICONS = auto()
    LIGHT_ICONS = auto()
    BATTLE_DESTINY = auto()  # battle destinies that are added
    LEAST_DESTINY = auto()  # battle destinies drawn where there would be fewer
    IMMUNITY = auto()  # attrition below which a card is immune


class Target(Enum):
    """Whose number an effect changes."""

    SELF = auto()  # that of the card whose text it is
    HOST = auto()  # of the card it is attached to
    CARRIER = auto()  # of the starship or vehicle it pilots
    CARDS = auto()
    LOCATIONS = auto()
    PLAYER = auto()  # a total of a player


class ChangeKind(Enum):
    """How an effect changes a number."""

    ADD = auto()
    RESET = auto()
    LIMIT = auto()


class Players(Enum):
    """For which players a Force drain, Force generation or Force icons change."""

    YOU = auto()
    OPPONENT = auto()
    BOTH = auto()


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One effect of a card.

    Attributes:
        test: of cards, which ones. place: where they are, or which places are meant.
        near: only cards at the same location can be meant.
        each: the amount counts once for each of these.
        side: of a location, the side the text stands on; None for the owner.
        cumulative: copies of the card add up.
        why_not: why it is not understood, empty if it is; what is not understood changes nothing.
    """

    quantity: Quantity
    target: Target
    change: ChangeKind = ChangeKind.ADD
    amount: float = 0
    each: Phrase | None = None
    test: CardTest | None = None
    place: PlaceTest | None = None
    holds: Holds | None = None
    players: Players = Players.YOU
    side: Side | None = None
    near: bool = False
    cumulative: bool = False
    why_not: str = ""


def applies(effect: Effect, context: EffectContext) -> bool:
    """Whether the conditions of an effect hold now."""
    return effect.holds is None or effect.holds(context)


def amount_of(effect: Effect, context: EffectContext) -> float:
    """By how much it changes a number now."""
    return effect.amount if effect.each is None else effect.amount * effect.each.number(context)


def means(effect: Effect, context: EffectContext, card: CardInPlay) -> bool:
    """Whether a card is one of those an effect is about."""
    if effect.test is not None and not effect.test(context, card):
        return False
    return effect.place is None or (card.location is not None and effect.place(context, card.location))
