"""What it costs to play an Interrupt of our hand.

A Lost one costs its card. A Used one is life force again: it costs no more than the chance of a better
moment, and that is the smaller, the more turns went by in which it could have been played.
"""

from typing import Final

from gemp_bot.cards import CardType, SubType
from gemp_bot.decisions import Option
from gemp_bot.decisions.kinds import PlayedAs
from gemp_bot.effects.offers import RESPONSES
from gemp_bot.evaluators.card_value import in_hand
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import called
from gemp_bot.evaluators.weighed import OUR, Part

Parts = tuple[Part, ...]

_PASSED: Final = 0.5
"""What is left of the chance of a better moment after each turn that brought none; a guess."""
_AGAIN: Final = 0.2
"""What it is worth that a card is life force again: in the 56 games of development 487 of the 617 Interrupts
that left our hand paid for lost Force from there; of those in the Used Pile all can."""


def held(ctx: DecisionContext, option: Option) -> bool:
    """Whether an action plays an Interrupt of our hand."""
    facts = ctx.facts(option.blueprint_id)
    return facts.card.type == CardType.INTERRUPT and any(card.id == option.card_id for card in ctx.table.hand)


def is_used(ctx: DecisionContext, option: Option) -> bool:
    """Whether an Interrupt goes to the Used Pile: by its label, else by what is printed on it."""
    played = None if option.reading is None else option.reading.played_as
    if played is not None:
        return played is PlayedAs.USED
    card = ctx.facts(option.blueprint_id).card
    return card.is_a(SubType.USED) and not card.is_a(SubType.LOST)


def paid_response(ctx: DecisionContext) -> float:
    """Force that the dearest response of our hand uses, of those whose texts are read; 0 without one.

    Nothing where we stand nowhere: hardly any is of use there.
    """
    lore = ctx.cards.effects if ctx.capabilities.responses else None
    if lore is None or not any(place.mine.anybody for place in ctx.position.places):
        return 0.0
    offers = (
        lore.offer_at(facts, at) for _, facts in ctx.reader.hand if facts.card.type == CardType.INTERRUPT
        for at, action in enumerate(facts.text.actions) if action.moment in RESPONSES
    )  # fmt: skip
    return max((offer.uses for offer in offers if offer.read), default=0.0)


def kept(ctx: DecisionContext, option: Option) -> float:
    """What an Interrupt is worth in hand: a Used one less, the more often it could have been played."""
    value = in_hand(ctx, ctx.facts(option.blueprint_id))
    if not is_used(ctx, option):
        return value
    return value * _PASSED ** ctx.memory.offers.passed(option.card_id, ctx.turn)


def leaving(ctx: DecisionContext, option: Option) -> Parts:
    """What becomes of an Interrupt of our hand that is played; nothing of any other card."""
    if not held(ctx, option):
        return ()
    facts = ctx.facts(option.blueprint_id)
    parts = [Part(f"{called(facts)} leaves {OUR} hand", -kept(ctx, option))]
    if is_used(ctx, option):
        parts.append(Part("it is life force again", _AGAIN))
    return tuple(parts)
