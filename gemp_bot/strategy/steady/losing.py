"""Paying: which card to lose, which to forfeit."""

from gemp_bot.decisions import Option
from gemp_bot.protocol.enums import Zone
from gemp_bot.state.seat import damage_due
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.context import SteadyContext
from gemp_bot.strategy.steady.own_piles import life_force, my_piles

FULL_HAND = 8
"""A hand beyond this is paid from first."""
SHORT_LIFE = 10
"""Life force at which the hand pays, because only cards in piles keep us in the game."""
LAST_HAND = 3
"""Cards that even then stay in hand."""
LARGE = 4.0
"""Damage from which a card is forfeited rather than as many cards lost."""
LOST_CAUSE = 6.0
"""Power behind which a place is given up anyway."""

_PILES = (Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_USED_PILE, Zone.TOP_OF_FORCE_PILE)

_PAY_HAND = (Reason("a card of the hand is no life force"),)
_PAY_PILE = (Reason("a card nobody has seen yet", -1),)
_FORFEIT = (Reason("a forfeit pays for several cards", 1),)
_NOTHING_DUE = (Reason("nothing has to be paid"),)


def lose_force(ctx: SteadyContext) -> Verdict:
    """A unit of Force: from a pile, or from a full hand; from the hand, too, when life is short."""
    hand, piles, others = _sorted(ctx)
    chosen, reasons = _unit(ctx, hand, piles)
    return answers.take(ctx.question, [*chosen, *others], ctx.question.min, reasons)


def lose_or_forfeit(ctx: SteadyContext) -> Verdict:
    """Attrition asks for cards in the battle; large damage is paid by them as well."""
    hand, piles, standing = _sorted(ctx)
    damage, attrition = damage_due(ctx.table)
    if standing and (attrition > 0 or damage >= LARGE or not (hand or piles) or _lost_cause(ctx)):
        return answers.take(ctx.question, _by_value(ctx, standing), ctx.question.min, _FORFEIT)
    chosen, reasons = _unit(ctx, hand, piles)
    return answers.take(ctx.question, [*chosen, *_by_value(ctx, standing)], ctx.question.min, reasons)


def forfeit(ctx: SteadyContext) -> Verdict:
    """A card must go: the one of least power, those aboard before what carries them."""
    ranked = _by_value(ctx, list(ctx.question.selectable))
    return answers.take(ctx.question, ranked, max(ctx.question.min, 1), _FORFEIT)


def optional_forfeit(ctx: SteadyContext) -> Verdict:
    """Only where something is still due."""
    damage, attrition = damage_due(ctx.table)
    if damage <= 0 and attrition <= 0:
        return answers.decline(ctx.question, _NOTHING_DUE)
    return forfeit(ctx)


def lose_card(ctx: SteadyContext) -> Verdict:
    """A card that has to go by some effect: theirs if there is a choice, else one of the hand."""
    me = ctx.table.me
    theirs, hand, others = [], [], []
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.owner is not None and card.owner != me:
            theirs.append(option)
        elif card is not None and card.zone is Zone.HAND:
            hand.append(option)
        else:
            others.append(option)
    if theirs:
        return answers.take(ctx.question, theirs, 1, _FORFEIT)
    if ctx.question.can_pass:
        return answers.decline(ctx.question)
    return answers.take(ctx.question, [*hand, *others], ctx.question.min, _PAY_HAND)


def _sorted(ctx: SteadyContext) -> tuple[list[Option], dict[Zone, Option], list[Option]]:
    """Cards of the hand, tops of piles, and whatever else is offered."""
    hand: list[Option] = []
    piles: dict[Zone, Option] = {}
    others: list[Option] = []
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.zone is Zone.HAND:
            hand.append(option)
        elif card is not None and card.zone in _PILES:
            piles.setdefault(card.zone, option)
        else:
            others.append(option)
    return hand, piles, others


def _unit(
    ctx: SteadyContext, hand: list[Option], piles: dict[Zone, Option]
) -> tuple[list[Option], tuple[Reason, ...]]:
    """Where a unit of Force comes from, the best first."""
    mine = my_piles(ctx.table)
    sizes = {
        Zone.TOP_OF_RESERVE_DECK: mine.reserve_deck,
        Zone.TOP_OF_USED_PILE: mine.used_pile,
        # Force is what we play with.
        Zone.TOP_OF_FORCE_PILE: mine.force_pile // 2,
    }
    tops = [piles[zone] for zone in sorted(piles, key=lambda zone: -sizes[zone])]
    held = _duplicates_first(hand)
    short = life_force(mine) <= SHORT_LIFE and mine.hand > LAST_HAND
    if held and (mine.hand > FULL_HAND or short or not tops):
        return [*held, *tops], _PAY_HAND
    return [*tops, *held], _PAY_PILE


def _duplicates_first(hand: list[Option]) -> list[Option]:
    """Second copies first: of most cards only one can be in play."""
    faces = [option.blueprint_id for option in hand]
    return sorted(hand, key=lambda option: faces.count(option.blueprint_id) < 2)  # noqa: PLR2004 - a pair


def _by_value(ctx: SteadyContext, options: list[Option]) -> list[Option]:
    """What is hit is lost anyway, crew goes before its ship, then the least power."""

    def value(option: Option) -> tuple[bool, bool, float]:
        card = ctx.card(option)
        if card is None:
            return True, True, 0
        return not card.sideways, card.host is None, ctx.memory.powers.power_of(card.blueprint_id)

    return sorted(options, key=value)


def _lost_cause(ctx: SteadyContext) -> bool:
    battle = ctx.table.battle
    if battle is None:
        return False
    places = ctx.locations
    if not 0 <= battle.column < len(places):
        return False
    place = places[battle.column]
    return place.theirs - place.mine >= LOST_CAUSE
