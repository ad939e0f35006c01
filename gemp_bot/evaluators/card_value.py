"""What a card is worth to us where it is: in hand, on the table. In Force."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from gemp_bot.board.card import IN_PLAY
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.kinds import CardType
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.table_reader import upkeep
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import on_foot, through_space
from gemp_bot.valuation.needs import given_up, held_by
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import prospects, unforfeited
from gemp_bot.valuation.position import FighterView, Group, LocationNumbers, Stock
from gemp_bot.valuation.stakes import stakes_of

_LEAST = 0.15
_OTHERS: Mapping[str, float] = MappingProxyType(
    {CardType.INTERRUPT: 0.5, CardType.EFFECT: 0.9, CardType.WEAPON: 0.9}
)
"""Cards that do not fight: an Interrupt is mostly kept for a moment that does not come."""
_OTHER = 0.7
_MOST_HELD = 2.0
_SHARE = 0.5
"""Of what a place is worth less without some cards: others may come instead, or nobody attacks."""
_CANCELS_DAMAGE = ("satisfy_all_battle_damage", "satisfy_all_battle_damage_and_attrition")
"""Effects that are worth in hand what battles may leave us to pay besides: of two cards one is enough."""
_DAMAGE, _LAST, _MOST_DAMAGE = 0.2, 11, 1.4
"""Battle damage to come that is left once nobody may be forfeited, in Force: for each turn until the last.

The most of it in one battle of the next four turns was on average 1.4 to 1.6 from turns 1 to 3 (360 turns),
1.2 from 4 and 5 (239), 0.7 from 6 to 8 (326) and 0.15 later (300), in 60 games.
"""


def in_hand(ctx: DecisionContext, facts: CardFacts, copies: int = 1) -> float:
    """What a card of our hand is worth: a card that will never be played is worth next to nothing."""
    position = ctx.stock
    if not facts.known:
        return 1.0
    if unplayable(ctx, facts, copies):
        return _LEAST
    if facts.location:
        return 1.6 if position.generation < ctx.weights.enough_generation else 0.9
    if facts.fights:
        value = 1.0 + 0.1 * facts.power + 0.06 * facts.ability + 0.03 * (facts.forfeit or 0)
        if facts.deploy > position.generation + position.force:
            value *= 0.7
        if not facts.crewed:
            value *= 0.7
        return min(value, _MOST_HELD)
    value = _OTHERS.get(facts.card.type, _OTHER)
    if copies > 1 or not _cancels_damage(ctx, facts):
        return value
    foreseen = sum([unforfeited(place, ctx.outlook) for place in ctx.position.places])
    to_come = min(_DAMAGE * (_LAST - (ctx.table.turn or 1)), _MOST_DAMAGE)
    left = max(foreseen, to_come)
    return min(value + life_price(position) * left, _MOST_HELD)


def life_price(position: Stock) -> float:
    """What a card of the piles is worth as life force: the more, the nearer the end is."""
    return stakes_of(position.life, position.their_life).ours


def _cancels_damage(ctx: DecisionContext, facts: CardFacts) -> bool:
    """Whether an Interrupt satisfies what is left of our battle damage, and costs no more than itself."""
    lore = ctx.cards.effects
    if lore is None or facts.card.type != CardType.INTERRUPT:
        return False
    offers = [lore.offer_at(facts, number) for number in range(len(facts.text.actions))]
    return any(each.read and not each.costs and any(each.does(*_CANCELS_DAMAGE)) for each in offers)


def unplayable(ctx: DecisionContext, facts: CardFacts, copies: int = 1) -> bool:
    """Whether a card of ours cannot come, since it, or who it is, is on table already (rules 21).

    An Interrupt never stays on table. Locations are told by the rules of laying them: one that converts
    theirs can still come.

    Args:
        ctx: the question.
        facts: the card.
        copies: of it, that we hold: of a unique one only the first can come.
    """
    if facts.card.type == CardType.INTERRUPT:
        return False
    if copies > 1 and facts.card.unique:
        return True
    return not ctx.reader.may_lay(facts) if facts.location else facts.card.unique and _in_play(ctx, facts)


def _in_play(ctx: DecisionContext, facts: CardFacts) -> bool:
    """Whether a card, or who it is, is on our side of the table."""
    for card in ctx.table.cards(*IN_PLAY, owner=ctx.table.me):
        other = ctx.facts(card.blueprint_id).card
        if other.title == facts.card.title or not set(facts.card.personas).isdisjoint(other.personas):
            return True
    return False


def grounded(mine: Group, gone: Collection[CardId]) -> float:
    """Power of the starships and vehicles of a group that have no pilot any more without these cards."""
    pilots = [each for each in mine.units if each.facts.pilot]
    left = {each.host for each in pilots if each.id in gone} - {
        each.host for each in pilots if each.id not in gone
    }
    return sum(
        each.power for each in mine.units if each.id in left and each.id not in gone and not each.facts.crewed
    )


def anywhere(unit: FighterView, outlook: Outlook) -> float:
    """What a card that fights is worth on the table, wherever it stands."""
    return outlook.weights.table_power * unit.power + 0.1 * unit.ability + 0.3


def carried(ctx: DecisionContext, host: CardId | None) -> float:
    """What cards of ours are worth that are lost with the one they are on."""
    riders = () if host is None else ctx.table.attached_to(host)
    found = [(ctx.position.ours(each.id), ctx.facts(each.blueprint_id)) for each in riders]
    return sum(
        in_hand(ctx, facts) if unit is None else anywhere(unit[1], ctx.outlook) for unit, facts in found
    )


def own(ctx: DecisionContext, card_id: CardId | None, otherwise: float) -> float:
    """What a card of ours that fights is worth itself; with its only pilot a starship loses its power.

    `otherwise` for a card that does not fight.
    """
    found = ctx.position.ours(card_id)
    if found is None:
        return otherwise
    place, unit = found
    return anywhere(unit, ctx.outlook) + ctx.outlook.weights.table_power * grounded(place.mine, (unit.id,))


def held(
    ctx: DecisionContext, place: LocationNumbers, gone: Collection[CardId], *, leaving: bool = False
) -> float:
    """What a place counts for to those of us who are left there without some cards and what is on them.

    That is a share of what it is worth to them, less what texts lose that want it held. With `leaving` they
    walk away from too many where they can.
    """
    mine = place.mine
    by_themselves = [each for each in mine.units if each.host is None]
    going = [each for each in mine.units if each.id in gone or each.host in gone]
    alone = sum(each in going for each in by_themselves)
    left = mine.without(
        sum(each.power for each in going) + grounded(mine, gone),
        sum(each.ability for each in going),
        sum(each.forfeit for each in going),
        last=0 < len(by_themselves) <= alone,
        cards=alone,
        operatives=place.operatives_of([each.facts for each in going]),
    )
    ways = on_foot if place.site else through_space
    walk = leaving and all(
        any(there is not place for there in ways(ctx.position, place, each)) for each in by_themselves
    )
    here = prospects(place, left, place.theirs, ctx.outlook, leaving=walk).waited
    return _SHARE * here - sum(given_up(need, place) for need in ctx.reader.needs if not held_by(need, left))


def held_or(ctx: DecisionContext, card_id: CardId | None, otherwise: float) -> float:
    """What a card of ours is worth where it fights: itself, and what its place is worth less without it.

    `otherwise` for a card that does not fight.
    """
    place, worth_itself = ctx.position.at(card_id), own(ctx, card_id, otherwise)
    if card_id is None or place is None or ctx.position.ours(card_id) is None:
        return worth_itself
    return worth_itself + max(held(ctx, place, ()) - held(ctx, place, (card_id,)), 0)


def unmaintained(ctx: DecisionContext, force: float) -> float:
    """What is not maintained at the end of our turn with this much Force, the dearest first, in Force.

    What is lost as it is recycled hardly counts: it is life force again, and a sacrifice loses nothing else.
    """
    if not ctx.my_turn or ctx.reader.maintenance <= force:
        return 0.0
    gone = 0.0
    found = [
        (held_or(ctx, card, in_hand(ctx, facts)), upkeep(facts)) for card, facts in ctx.reader.maintained
    ]
    for worth, asked in sorted(found, reverse=True):
        if asked <= force:
            force -= asked
        else:
            gone += worth
    return gone
