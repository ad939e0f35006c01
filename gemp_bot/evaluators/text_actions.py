"""What the actions of texts bring: by their kind, by what the card has them do, and by what stands on table.

An action that is only told by its kind is worth what such an action usually is; numbers come from the action
of the card that the option is (`effects.offers`), as far as that is told.
"""

from collections.abc import Callable
from typing import Final

from gemp_bot.cards import CardType
from gemp_bot.cards.texts import Term, Value
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import ActionKind, Option, ResponseTrigger
from gemp_bot.effects.offers import least, settled
from gemp_bot.evaluators.card_value import anywhere, in_hand
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.interrupts import held
from gemp_bot.evaluators.reason_text import called
from gemp_bot.evaluators.searching import VAIN
from gemp_bot.evaluators.text_deeds import A_DRAW, LOOK, LUCK, WORST_GOES, by_effects, paid, worst_held
from gemp_bot.evaluators.weapons import HIT
from gemp_bot.evaluators.weighed import OUR, OURS, THEIR, THEIRS, THEM, US, WE, Part, part
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.state.table import is_theirs

Parts = tuple[Part, ...]
Weigh = Callable[[DecisionContext, Option], Parts]

NOTHING: Final = part("nothing known that would be gained", VAIN)
UNREAD: Final = part("what it does is not known, and may cost anything", -3.0)
"""Below what a player who does not mind a difference (`easy`) chooses from."""
WAITS: Final = part(f"what {WE} hold waits for {OUR} own turn", -3.0)
_EFFECT: Final = 0.5
"""What an Effect of theirs that is on table still does to us, in Force; a guess."""

_DRAWS: Final = ("draw_card_into_hand", "draw_cards_into_hand")
_CHANGES: Final = "modify_destiny"
_RECYCLES: Final = "put_card_from_lost_pile_in_used_pile"
_THE_LOST_ONE: Final = Term("get_card", {"of": "$event"})

K = ActionKind

_PRICES: Final = frozenset({K.MAKE_LOST, K.RETURN_TO_HAND, K.CAPTURE})
"""Of a card on table such a label may tell the price of an action: a card of ours goes."""


def looks(ctx: DecisionContext, option: Option) -> Parts:
    """Piles are looked at, or put into another order."""
    return (*part("piles are only looked at", LOOK), *paid(ctx, option))


def takes_off(ctx: DecisionContext, option: Option) -> Parts:
    """A card of theirs leaves the table: the best of those that stand where we do."""
    if option.kind in _PRICES and not held(ctx, option):
        return UNREAD
    best = _best_faced(ctx, option) or _another_aimed_at(ctx, option)
    if best <= 0:
        return NOTHING
    return (*part(f"a card of {THEIRS} may leave the table", LUCK * best), *paid(ctx, option))


def holds_still(ctx: DecisionContext, option: Option) -> Parts:
    """A card of theirs stands where we do, and may not move or battle until the end of our next turn."""
    best = _best_faced(ctx, option)
    if best <= 0:
        return NOTHING
    return (*part(f"a card of {THEIRS} neither moves nor fights", 0.5 * best), *paid(ctx, option))


def cancels(ctx: DecisionContext, option: Option) -> Parts:
    """An Effect of theirs on table is cancelled: one that is named, else any that is not immune."""
    reading, offer = option.reading, ctx.offer(option)
    aims = () if offer is None else offer.aims
    by = ctx.facts(option.blueprint_id).card.title
    found = [
        card
        for card in ctx.table.cards(Zone.AT_LOCATION, Zone.ATTACHED, Zone.SIDE_OF_TABLE)
        if is_theirs(ctx.table, card.id) and ctx.facts(card.blueprint_id).card.type == CardType.EFFECT
        and (not aims or ctx.reader.may_mean(option.card_id, aims, card.id))
        and not _immune(ctx, card.blueprint_id, by)
    ]  # fmt: skip
    if not found:
        return part(f"no card of {THEIRS} on table is cancelled by it", VAIN)
    drawn = reading is not None and reading.effect is K.DRAW_DESTINY_TO_CANCEL
    worth, face = max((_worth_ending(ctx, card.id), card.blueprint_id) for card in found)
    gain = Part(f"{called(ctx.facts(face))} of {THEIRS} is cancelled", worth * (LUCK if drawn else 1.0))
    return (gain, *paid(ctx, option))


def _worth_ending(ctx: DecisionContext, card: CardId) -> float:
    """What an Effect of theirs would still cost us: what is known of it each turn, else what most do."""
    toll = ctx.reader.toll(card)
    return toll * ctx.outlook.turns if toll > 0 else _EFFECT


def exchanges(ctx: DecisionContext, option: Option) -> Parts:
    """The worst card of our hand goes to a pile; its text may let us draw another."""
    worst = worst_held(ctx, option)
    if worst is None:
        return NOTHING
    parts = part(WORST_GOES, -worst)
    offer = ctx.offer(option)
    if offer is not None and any(each.name.startswith(_DRAWS) for each in offer.effects):
        parts = (*parts, Part("another card is drawn", A_DRAW))
    return (*parts, *paid(ctx, option))


def cancels_destiny(ctx: DecisionContext, option: Option) -> Parts:
    """A destiny that was just drawn is cancelled: the side of the card tells who drew it."""
    drawn = _drawn(ctx)
    if drawn is None:
        return NOTHING
    destiny, ours = drawn
    if ours:
        return part(f"it is {OUR} own destiny", -destiny)
    return (*part(f"{THEIR} destiny of {destiny:g} does not count", destiny), *paid(ctx, option))


def changes_destiny(ctx: DecisionContext, option: Option) -> Parts:
    """A destiny that was just drawn becomes larger or smaller, by as much as the text says."""
    drawn = _drawn(ctx)
    offer = ctx.offer(option)
    change = 0.0 if offer is None else sum(least(each.get("amount")) for each in offer.does(_CHANGES))
    if drawn is None or not change:
        return NOTHING
    destiny, ours = drawn
    change = max(change, -destiny)
    text = f"{OUR if ours else THEIR} destiny changes by {change:g}"
    return (*part(text, change if ours else -change), *paid(ctx, option))


def adds_destiny(ctx: DecisionContext, option: Option) -> Parts:
    """One more destiny for our total power or their attrition, if the battle is one of ours at all."""
    if ctx.table.battle is None:
        return NOTHING
    return (*part("one more destiny", ctx.outlook.destiny), *paid(ctx, option))


def loses_more(ctx: DecisionContext, option: Option) -> Parts:
    """Force that was just lost becomes more: in our own turn theirs, in theirs ours."""
    if not ctx.my_turn:
        return part(f"more for {US} to lose", -1)
    return (*part(f"more for {THEM} to lose", 1), *paid(ctx, option))


def spares(ctx: DecisionContext, option: Option) -> Parts:
    """A shot of theirs has no target any more."""
    if ctx.my_turn or ctx.question.reading.happening is not ResponseTrigger.FIRING:
        return NOTHING
    return (*part(f"{THEIR} shot has no target", HIT), *paid(ctx, option))


def saves(ctx: DecisionContext, option: Option) -> Parts:
    """A card of ours that was just forfeited comes back in another way."""
    if ctx.question.reading.happening is not ResponseTrigger.FORFEITED or not ctx.question.cards:
        return NOTHING
    facts = ctx.facts(ctx.question.cards[0].blueprint)
    if not facts.known or facts.card.side is not ctx.table.my_side:
        return NOTHING
    return (*part(f"{called(facts)} comes back", in_hand(ctx, facts)), *paid(ctx, option))


def by_text(ctx: DecisionContext, option: Option) -> Parts | None:
    """An action whose label names nothing that is known here; None where its text does not tell it either."""
    return _recycles(ctx, option) or by_effects(ctx, option)


def _recycles(ctx: DecisionContext, option: Option) -> Parts | None:
    """A card of ours that was just lost goes to the Used Pile: it is life force again (rules 3)."""
    offer = ctx.offer(option)
    if offer is None or [each.name for each in offer.effects] != [_RECYCLES]:
        return None
    if any(each.name != "use_force" for each in offer.costs):
        return None
    (effect,) = offer.effects
    about = effect.get("card")
    if about == _THE_LOST_ONE:
        lost = [ctx.facts(card.blueprint) for card in ctx.question.cards[:1]]
        ours = any(facts.known and facts.card.side is ctx.table.my_side for facts in lost)
    else:
        ours = about == "$self" and not ctx.is_theirs(option)
    return (*part(f"a card of {OURS} is life force again", 1.0), *paid(ctx, option)) if ours else None


def _best_faced(ctx: DecisionContext, option: Option) -> float:
    """What the best of their cards that fight is worth at the places where we stand as well; 0 for none.

    Where the text tells whom it may be aimed at, only those count.
    """
    aims = _aims(ctx, option)
    facing = (place.theirs.units for place in ctx.position.places if place.mine.present)
    return max(
        (
            anywhere(unit, ctx.outlook)
            for units in facing
            for unit in units
            if (ctx.reader.may_mean(option.card_id, aims, unit.id) if aims else unit.host is None)
        ),
        default=0.0,
    )


def _another_aimed_at(ctx: DecisionContext, option: Option) -> float:
    """What a card of theirs that does not fight is worth, where the text may be aimed at one; else 0."""
    aims = _aims(ctx, option)
    found = bool(aims) and any(
        is_theirs(ctx.table, card.id) and not ctx.facts(card.blueprint_id).fights
        and ctx.reader.may_mean(option.card_id, aims, card.id)
        for card in ctx.table.cards(Zone.AT_LOCATION, Zone.ATTACHED, Zone.SIDE_OF_TABLE)
    )  # fmt: skip
    return _EFFECT if found else 0.0


def _aims(ctx: DecisionContext, option: Option) -> tuple[Value, ...]:
    """The selectors of the cards on table that are chosen for an action.

    None where one of them speaks of what is chosen or comes about before: that is not told yet.
    """
    offer = ctx.offer(option)
    aims = () if offer is None else offer.aims
    return aims if settled(aims) else ()


def _drawn(ctx: DecisionContext) -> tuple[float, bool] | None:
    """The battle or weapon destiny that was just drawn, and whether it is ours; None if that is not told."""
    reading = ctx.question.reading
    if reading.happening is not ResponseTrigger.DESTINY_DRAWN or not ctx.question.cards:
        return None
    facts = ctx.facts(ctx.question.cards[0].blueprint)
    return (facts.destiny or 0.0, facts.card.side is ctx.table.my_side) if facts.known else None


def _immune(ctx: DecisionContext, face: BlueprintId, by: str) -> bool:
    """Whether a card is immune to one of this title by its own text."""
    return any(
        each.term.name == "immune_to_title"
        and each.term.get("who", "$self") == "$self"
        and folded(str(each.term.get("immune_to_title"))) == folded(by)
        for each in ctx.facts(face).text.standing
    )
