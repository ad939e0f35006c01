"""Paying: which unit of Force to lose, which card to forfeit, by the exact solver of the rules."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from msgspec.structs import replace

from gemp_bot.decisions import Option
from gemp_bot.evaluators.card_value import carried, held, held_or, in_hand, life_price, own
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import card_called, several_called
from gemp_bot.evaluators.weighed import THEIRS, Part, ScoredAnswer, one, part, passing, several
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.payment import Payment, Purse, cheapest
from gemp_bot.state.table import attrition_left, damage_due
from gemp_bot.state.table_data import TableCard

_PILES = {
    Zone.TOP_OF_RESERVE_DECK: 0.0,
    Zone.TOP_OF_USED_PILE: 0.02,
    Zone.TOP_OF_FORCE_PILE: 0.12,
}
"""What a unit from a pile costs beyond the card itself; Force is what we play with."""
_NAMES = {
    Zone.TOP_OF_RESERVE_DECK: "Reserve Deck",
    Zone.TOP_OF_USED_PILE: "Used Pile",
    Zone.TOP_OF_FORCE_PILE: "Force Pile",
}
_CHEAPEST = "it is the cheapest card to lose"
_ROW = 60
_FEW = 4


def unit_cost(ctx: DecisionContext, card: TableCard | None, copies: int) -> float:
    """What losing a card as a unit of Force costs."""
    if card is None:
        return 1.0
    position = ctx.stock
    if card.zone in _PILES:
        cost = life_price(position) + _PILES[card.zone]
        if card.zone is Zone.TOP_OF_RESERVE_DECK and position.zones.reserve_deck <= _FEW:
            cost += 0.3
        return cost
    facts = ctx.facts(card.blueprint_id)
    worth = in_hand(ctx, facts, copies)
    hand = position.zones.hand
    worth += 0.15 * max(6 - hand, 0) - 0.1 * max(hand - 8, 0)
    return max(worth, 0.05)


def lose_force(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Units of Force: from the pile or the hand, the least loss first."""
    if not ctx.capabilities.losses:
        return _first(ctx)
    ranked = _units(ctx, ctx.question.selectable)
    if not ranked:
        return (passing(ctx.question),)
    if ctx.question.max <= 1:
        return [one(ctx.question, option, _lost(ctx, [(cost, option)])) for cost, option in ranked]
    if ctx.question.min <= 0:
        return (passing(ctx.question, part("no Force has to be lost")),)
    return (
        several(
            ctx.question,
            [option for _, option in ranked],
            ctx.question.min,
            _lost(ctx, ranked[: ctx.question.min]),
        ),
    )


def _lost(ctx: DecisionContext, ranked: Sequence[tuple[float, Option]]) -> tuple[Part, ...]:
    """What losing units of Force costs."""
    told = "it is the card you need least" if _in_hand(ctx, ranked[-1][1]) else "that card is the least loss"
    cost = sum(cost for cost, _ in ranked)
    return part(several_called(_unit(ctx, option) for _, option in ranked), -cost, told)


def _unit(ctx: DecisionContext, option: Option) -> str:
    """What is lost as a unit of Force."""
    card = ctx.card(option)
    pile = None if card is None else _NAMES.get(card.zone)
    if pile is not None:
        return f"the top card of the {pile} lost"
    title = card_called(ctx, option.card_id, option.blueprint_id)
    return f"{title} lost from hand" if _in_hand(ctx, option) else f"{title} lost"


def _first(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Whatever comes first."""
    return (
        several(
            ctx.question, ctx.question.selectable, max(ctx.question.min, 1), part("the first that is offered")
        ),
    )


def _units(ctx: DecisionContext, options: Sequence[Option]) -> list[tuple[float, Option]]:
    faces = [ctx.blueprint(option) for option in options]
    ranked = []
    for option, face in zip(options, faces, strict=True):
        card = ctx.card(option)
        ranked.append((unit_cost(ctx, card, faces.count(face)), option))
    ranked.sort(key=lambda each: each[0])
    return ranked


def _split(ctx: DecisionContext) -> tuple[list[Option], list[Option]]:
    """Cards that stand in the battle, and units of Force."""
    standing, units = [], []
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.zone in (Zone.AT_LOCATION, Zone.ATTACHED):
            standing.append(option)
        else:
            units.append(option)
    return standing, units


def lose_or_forfeit(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The next step of the cheapest payment of all that is due."""
    if not ctx.capabilities.losses:
        return _first(ctx)
    standing, units = _split(ctx)
    damage, attrition = damage_due(ctx.table)
    position = ctx.stock
    ranked = _units(ctx, units)
    weighed = []
    if standing:
        plain = life_price(position)
        cheap = tuple(sorted(cost for cost, option in ranked if _in_hand(ctx, option)))
        cards, payment = _cheapest(ctx, standing, Purse(plain, cheap, max(position.life, 0)))
        chosen = {str(card) for card in payment.forfeited}
        first = str(payment.forfeited[0]) if payment.forfeited else ""
        for option, card in zip(standing, cards, strict=True):
            key = str(option.card_id)
            title = card_called(ctx, option.card_id, option.blueprint_id)
            if key in chosen:
                bonus = 0.01 if key == first else 0.0
                words = _paid(card, damage, attrition)
                paid = Part(words, 1 + bonus + card.worth, told="it pays most for what it costs")
                gone = part(f"{title} is hit and must go anyway")
                if card.worth:
                    gone = part(f"{title} forfeited", -card.worth, _CHEAPEST)
                weighed.append(one(ctx.question, option, (paid, *gone)))
            else:
                weighed.append(
                    one(ctx.question, option, part(f"{title} is worth more where it is", -card.worth))
                )
        if payment.forfeited and not units:
            return weighed
        if not payment.forfeited and damage <= 0 and ctx.question.can_pass:
            weighed.append(passing(ctx.question, part("what is left is immune to it", 0.5)))
    for cost, option in ranked:
        weighed.append(one(ctx.question, option, _lost(ctx, [(cost, option)])))
    if ctx.question.can_pass and not (damage > 0 or attrition > 0):
        weighed.append(passing(ctx.question, part("nothing has to be paid", 2)))
    return weighed or (passing(ctx.question),)


def _paid(card: Forfeitable, damage: float, attrition: float) -> str:
    """What forfeiting a card pays: `3 of 5 damage and 3 of 4 attrition paid`; nothing where all leave."""
    forfeit = card.forfeit or 0
    dues = (("damage", damage), ("attrition", attrition))
    paid = [f"{min(forfeit, due):g} of {due:g} {name}" for name, due in dues if due > 0]
    whole = f"{' and '.join(paid)} paid, as cheap as can be"
    return whole if paid else "nobody is left there to be attacked again"


def _in_hand(ctx: DecisionContext, option: Option) -> bool:
    card = ctx.card(option)
    return card is not None and card.zone is Zone.HAND


def _forfeitables(
    ctx: DecisionContext, options: Sequence[Option], worth: Callable[..., float] = held_or
) -> list[Forfeitable]:
    """The cards offered; what is aboard of one of them goes with it unless forfeited before."""
    found = []
    for option in options:
        card = ctx.card(option)
        facts = ctx.facts(None if card is None else card.blueprint_id)
        hit = card is not None and card.sideways
        found.append(
            Forfeitable(
                str(option.card_id),
                ctx.reader.forfeit(option.card_id, facts),
                0.0 if hit else max(worth(ctx, option.card_id, 0.6) + carried(ctx, option.card_id), 0),
                hit=False,
                immune_below=ctx.reader.immune_below(option.card_id),
            )
        )
    return found


def _cheapest(
    ctx: DecisionContext, options: Sequence[Option], purse: Purse
) -> tuple[list[Forfeitable], Payment]:
    """The payment that is cheapest by who is left, and what its cards were given to the solver for.

    The solver adds up what each card is worth. So it is asked with what each is worth while all others stay,
    and with each one's share of what all of them hold; and all may go.
    """
    damage, attrition = damage_due(ctx.table)
    damage = min(max(damage, 0), _ROW)
    cards = {card.id: card for card in map(ctx.card, options) if card is not None}
    hit = {number for number, card in cards.items() if card.sideways}
    place = next((place for place in map(ctx.position.at, cards) if place is not None), None)

    def holding(gone: Collection[CardId]) -> float:
        return 0.0 if place is None else held(ctx, place, gone, leaving=True)

    plain = _forfeitables(ctx, options, own)
    whole = max(holding(hit) - holding(cards), 0) / max(len(cards) - len(hit), 1)
    shared = [each if each.worth == 0 else replace(each, worth=each.worth + whole) for each in plain]
    solve = partial(cheapest, purse=purse, attrition=attrition if attrition > 0 else None, damage=damage)
    ways = [(each, solve(each)) for each in (_forfeitables(ctx, options), shared)]
    # What is hit may go when nothing is due any more, so it goes last; what is aboard goes before its host.
    everybody = sorted(
        zip(plain, cards.values(), strict=True),
        key=lambda each: (each[1].sideways, bool(ctx.table.attached_to(each[1].id)), each[0].forfeit),
    )
    paid = sum([each.forfeit or 0 for each, card in everybody if not card.sideways][:-1])
    if paid < max(damage, attrition_left(ctx.table)):
        ways.append((plain, solve([replace(each, hit=True) for each, _ in everybody])))

    def cost(way: tuple[list[Forfeitable], Payment]) -> float:
        payment = way[1]
        gone = {number for number in cards if str(number) in payment.forfeited} | hit
        lost = sum(
            each.worth
            for each, card in zip(plain, cards.values(), strict=True)
            if card.id in gone and card.host not in gone
        )
        return lost + holding(hit) - holding(gone) + purse.prices(payment.force + payment.missing)[-1]

    return min(ways, key=cost)


def forfeit(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card must go: by the cheapest payment, else the one worth least."""
    standing, units = _split(ctx)
    if units or not standing:
        return lose_or_forfeit(ctx)
    several_may_go = ctx.question.max > 1 and ctx.question.min != ctx.question.max
    if not several_may_go and max(damage_due(ctx.table)) > 0:
        return lose_or_forfeit(ctx)
    cards = _forfeitables(ctx, standing)
    if several_may_go:
        ranked = sorted(zip(cards, standing, strict=True), key=lambda each: each[0].worth)
        least = several_called(
            card_called(ctx, option.card_id) for _, option in ranked[: max(ctx.question.min, 1)]
        )
        return (
            several(
                ctx.question,
                [option for _, option in ranked],
                max(ctx.question.min, 1),
                part(f"the least of them: {least}"),
            ),
        )
    return [
        one(
            ctx.question,
            option,
            part(f"{card_called(ctx, option.card_id)} forfeited", -card.worth, _CHEAPEST),
        )
        for card, option in zip(cards, standing, strict=True)
    ]


def optional_forfeit(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Only where something is still due, or where nobody should stay."""
    standing, _ = _split(ctx)
    leaving = ctx.capabilities.losses and _cheapest(ctx, standing, Purse())[1].forfeited
    if max(damage_due(ctx.table)) <= 0 and not leaving:
        return (passing(ctx.question, part("nothing has to be paid")),)
    return lose_or_forfeit(ctx)


def lose_card(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card that has to go by some effect: theirs if there is a choice, else the least of ours."""
    me = ctx.table.me
    weighed = []
    ranked = []
    for option in ctx.affordable(ctx.question.selectable):
        card = ctx.card(option)
        if card is not None and card.owner is not None and card.owner != me:
            ranked.append((1.0 + 0.2 * ctx.facts(card.blueprint_id).power, option))
            continue
        if card is not None and card.zone in (Zone.AT_LOCATION, Zone.ATTACHED):
            cost = held_or(ctx, card.id, 1.5)
        elif card is not None and card.zone is Zone.HAND:
            cost = in_hand(ctx, ctx.facts(card.blueprint_id))
        else:
            cost = in_hand(ctx, ctx.facts(option.blueprint_id))
        ranked.append((-cost, option))
    ranked.sort(key=lambda each: -each[0])
    if ctx.question.can_pass:
        weighed.append(passing(ctx.question))
    if not ranked:
        return weighed or (passing(ctx.question),)
    if ctx.question.max <= 1:
        weighed += [
            one(ctx.question, option, part(f"{_of(ctx, option)} goes", score)) for score, option in ranked
        ]
    elif not ctx.question.can_pass or ranked[0][0] > 0:
        wanted = max(ctx.question.min, sum(1 for score, _ in ranked if score > 0))
        going = several_called(_of(ctx, option) for _, option in ranked[:wanted])
        total = Part(f"{going} go", sum(score for score, _ in ranked[:wanted]))
        weighed.append(several(ctx.question, [option for _, option in ranked], wanted, (total,)))
    return weighed


def _of(ctx: DecisionContext, option: Option) -> str:
    """A card, and whose it is if it is not ours."""
    title = card_called(ctx, option.card_id, option.blueprint_id)
    return f"{title} of {THEIRS}" if ctx.is_theirs(option) else title
