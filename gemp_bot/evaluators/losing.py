"""Paying: which unit of Force to lose, which card to forfeit, by the exact solver of the rules."""

from collections.abc import Sequence

from gemp_bot.decisions import Option, Question
from gemp_bot.evaluators.card_value import held_or, in_hand
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.reason_text import card_called, several_called
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing, several
from gemp_bot.protocol.enums import Zone
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.payment import Purse, cheapest
from gemp_bot.state import Table
from gemp_bot.state.cards import TableCard
from gemp_bot.state.seat import damage_due, is_theirs
from gemp_bot.valuation.position import Stock
from gemp_bot.valuation.stakes import stakes_of

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
_ROW = 60
_FEW = 4


def unit_cost(view: Table, card: TableCard | None, copies: int, position: Stock, mind: Mind) -> float:
    """What losing a card as a unit of Force costs."""
    if card is None:
        return 1.0
    if card.zone in _PILES:
        cost = life_price(position) + _PILES[card.zone]
        if card.zone is Zone.TOP_OF_RESERVE_DECK and position.zones.reserve_deck <= _FEW:
            cost += 0.3
        return cost
    size = mind.size(card.blueprint_id)
    worth = in_hand(size, view, mind, copies)
    hand = position.zones.hand
    worth += 0.15 * max(6 - hand, 0) - 0.1 * max(hand - 8, 0)
    return max(worth, 0.05)


def life_price(position: Stock) -> float:
    """What a card of the piles is worth as life force: the more, the nearer the end is."""
    return stakes_of(position.life, position.their_life).ours


def lose_force(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Units of Force: from the pile or the hand, the least loss first."""
    if not mind.sight.losses:
        return _first(question)
    ranked = _units(view, question.selectable, mind)
    if not ranked:
        return (passing(question),)
    if question.max <= 1:
        return [one(question, option, part(_lost(view, option, mind), -cost)) for cost, option in ranked]
    if question.min <= 0:
        return (passing(question, part("no Force has to be lost")),)
    total = sum(cost for cost, _ in ranked[: question.min])
    return (
        several(
            question,
            [option for _, option in ranked],
            question.min,
            part(several_called(_lost(view, option, mind) for _, option in ranked[: question.min]), -total),
        ),
    )


def _lost(view: Table, option: Option, mind: Mind) -> str:
    """What is lost as a unit of Force."""
    card = None if option.card_id is None else view.card(option.card_id)
    pile = None if card is None else _NAMES.get(card.zone)
    if pile is not None:
        return f"the top card of the {pile} lost"
    title = card_called(view, option.card_id, mind, option.blueprint_id)
    return f"{title} lost from hand" if _in_hand(view, option) else f"{title} lost"


def _first(question: Question) -> Sequence[Weighed]:
    """Whatever comes first."""
    return (several(question, question.selectable, max(question.min, 1), part("the first that is offered")),)


def _units(view: Table, options: Sequence[Option], mind: Mind) -> list[tuple[float, Option]]:
    position = mind.stock(view)
    faces = [option.blueprint_id or _face(view, option) for option in options]
    ranked = []
    for option, face in zip(options, faces, strict=True):
        card = None if option.card_id is None else view.card(option.card_id)
        ranked.append((unit_cost(view, card, faces.count(face), position, mind), option))
    ranked.sort(key=lambda each: each[0])
    return ranked


def _face(view: Table, option: Option) -> str | None:
    return None if option.card_id is None else view.face_of(option.card_id)


def _split(view: Table, question: Question) -> tuple[list[Option], list[Option]]:
    """Cards that stand in the battle, and units of Force."""
    standing, units = [], []
    for option in question.selectable:
        card = None if option.card_id is None else view.card(option.card_id)
        if card is not None and card.zone in (Zone.AT_LOCATION, Zone.ATTACHED):
            standing.append(option)
        else:
            units.append(option)
    return standing, units


def lose_or_forfeit(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """The next step of the cheapest payment of all that is due."""
    if not mind.sight.losses:
        return _first(question)
    standing, units = _split(view, question)
    damage, attrition = damage_due(view)
    position = mind.stock(view)
    ranked = _units(view, units, mind)
    weighed = []
    if standing:
        cards = _forfeitables(view, standing, mind)
        plain = life_price(position)
        cheap = tuple(sorted(cost for cost, option in ranked if _in_hand(view, option)))
        purse = Purse(plain, cheap, max(position.life, 0))
        payment = cheapest(
            cards, purse, attrition=attrition if attrition > 0 else None, damage=min(max(damage, 0), _ROW)
        )
        chosen = {str(card) for card in payment.forfeited}
        first = str(payment.forfeited[0]) if payment.forfeited else ""
        for option, card in zip(standing, cards, strict=True):
            key = str(option.card_id)
            title = card_called(view, option.card_id, mind, option.blueprint_id)
            if key in chosen:
                bonus = 0.01 if key == first else 0.0
                paid = Part(f"{_paid(card, damage, attrition)}, as cheap as can be", 1 + bonus + card.worth)
                gone = f"{title} forfeited" if card.worth else f"{title} is hit and must go anyway"
                weighed.append(one(question, option, (paid, Part(gone, -card.worth))))
            else:
                weighed.append(one(question, option, part(f"{title} is worth more where it is", -card.worth)))
        if payment.forfeited and not units:
            return weighed
        if not payment.forfeited and damage <= 0 and question.can_pass:
            weighed.append(passing(question, part("what is left is immune to it", 0.5)))
    for cost, option in ranked:
        weighed.append(one(question, option, part(_lost(view, option, mind), -cost)))
    if question.can_pass and not (damage > 0 or attrition > 0):
        weighed.append(passing(question, part("nothing has to be paid", 2)))
    return weighed or (passing(question),)


def _paid(card: Forfeitable, damage: float, attrition: float) -> str:
    """What forfeiting a card pays: `3 of 5 damage and 3 of 4 attrition paid`."""
    forfeit = card.forfeit or 0
    dues = (("damage", damage), ("attrition", attrition))
    paid = [f"{min(forfeit, due):g} of {due:g} {name}" for name, due in dues if due > 0]
    return f"{' and '.join(paid)} paid" if paid else "what has to go"


def _in_hand(view: Table, option: Option) -> bool:
    card = None if option.card_id is None else view.card(option.card_id)
    return card is not None and card.zone is Zone.HAND


def _forfeitables(view: Table, options: Sequence[Option], mind: Mind) -> list[Forfeitable]:
    """The cards offered; what is aboard of one of them goes with it unless forfeited before."""
    found = []
    for option in options:
        card = None if option.card_id is None else view.card(option.card_id)
        size = mind.size(None if card is None else card.blueprint_id)
        worth = held_or(option.card_id, view, mind, 0.6)
        riders = () if option.card_id is None else view.attached_to(option.card_id)
        for rider in riders:
            worth += 0.3 + 0.3 * mind.size(rider.blueprint_id).power
        hit = card is not None and card.sideways
        found.append(
            Forfeitable(
                str(option.card_id), size.forfeit, 0.0 if hit else max(worth, 0), hit=False,
                immune_below=size.immune,
            )
        )  # fmt: skip
    return found


def forfeit(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A card must go: by the cheapest payment, else the one worth least."""
    standing, units = _split(view, question)
    if units or not standing:
        return lose_or_forfeit(view, question, mind)
    several_may_go = question.max > 1 and question.min != question.max
    if not several_may_go and max(damage_due(view)) > 0:
        return lose_or_forfeit(view, question, mind)
    cards = _forfeitables(view, standing, mind)
    if several_may_go:
        ranked = sorted(zip(cards, standing, strict=True), key=lambda each: each[0].worth)
        least = several_called(
            card_called(view, option.card_id, mind) for _, option in ranked[: max(question.min, 1)]
        )
        return (
            several(
                question,
                [option for _, option in ranked],
                max(question.min, 1),
                part(f"the least of them: {least}"),
            ),
        )
    return [
        one(question, option, part(f"{card_called(view, option.card_id, mind)} forfeited", -card.worth))
        for card, option in zip(cards, standing, strict=True)
    ]


def optional_forfeit(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Only where something is still due."""
    damage, attrition = damage_due(view)
    if damage <= 0 and attrition <= 0:
        return (passing(question, part("nothing has to be paid")),)
    return lose_or_forfeit(view, question, mind)


def lose_card(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A card that has to go by some effect: theirs if there is a choice, else the least of ours."""
    me = view.me
    weighed = []
    ranked = []
    for option in mind.affordable(question.selectable):
        card = None if option.card_id is None else view.card(option.card_id)
        if card is not None and card.owner is not None and card.owner != me:
            ranked.append((1.0 + 0.2 * mind.size(card.blueprint_id).power, option))
            continue
        if card is not None and card.zone in (Zone.AT_LOCATION, Zone.ATTACHED):
            cost = held_or(card.id, view, mind, 1.5)
        elif card is not None and card.zone is Zone.HAND:
            cost = in_hand(mind.size(card.blueprint_id), view, mind)
        else:
            cost = in_hand(mind.size(option.blueprint_id), view, mind)
        ranked.append((-cost, option))
    ranked.sort(key=lambda each: -each[0])
    if question.can_pass:
        weighed.append(passing(question))
    if not ranked:
        return weighed or (passing(question),)
    if question.max <= 1:
        weighed += [
            one(question, option, part(f"{_of(view, option, mind)} goes", score)) for score, option in ranked
        ]
    elif not question.can_pass or ranked[0][0] > 0:
        wanted = max(question.min, sum(1 for score, _ in ranked if score > 0))
        going = several_called(_of(view, option, mind) for _, option in ranked[:wanted])
        total = Part(f"{going} go", sum(score for score, _ in ranked[:wanted]))
        weighed.append(several(question, [option for _, option in ranked], wanted, (total,)))
    return weighed


def _of(view: Table, option: Option, mind: Mind) -> str:
    """A card, and whose it is if it is not ours."""
    title = card_called(view, option.card_id, mind, option.blueprint_id)
    return f"{title} of theirs" if is_theirs(view, option.card_id) else title
