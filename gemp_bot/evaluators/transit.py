"""Docking bay transit, where a party leaves one docking bay for another, and moves by the text of a location.

The action hangs on a location; where to and who comes along is asked afterwards.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import called, place_called
from gemp_bot.evaluators.weighed import Part, ScoredAnswer, one, part, passing, several
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import MOVE_COST, TRANSIT_COST, Way, by_transit
from gemp_bot.valuation.places import worth
from gemp_bot.valuation.position import FighterView, LocationNumbers

BY_TEXT = frozenset({ActionKind.MOVE_TO_HERE, ActionKind.MOVE_FROM_HERE})
"""Moves by the text of a location, of one card each."""


class Party(msgspec.Struct, frozen=True):
    """Who would go.

    Attributes:
        gain: what that changes at both places, in Force.
        cards: who; nobody if it is best to stay.
        far: where they are to go on to in our next turn; None if nowhere.
    """

    gain: float = 0.0
    cards: tuple[CardId, ...] = ()
    far: LocationNumbers | None = None


NOBODY_GOES = Party()


def transit(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """The best party to the best docking bay."""
    position = ctx.position
    place = position.at(option.card_id)
    roots = [] if place is None else _roots(ctx, place)
    if place is None or not roots:
        return part("nobody to move", -1)
    parties = [(party_of(ctx, place, bay), bay) for bay in by_transit(position, place, roots[0])]
    best, there = max(parties, key=lambda each: each[0].gain, default=(NOBODY_GOES, place))
    if best.gain <= TRANSIT_COST + ctx.weights.move_threshold:
        return part("no docking bay is better", -0.2)
    return _worth(ctx, best, there)


def _worth(ctx: DecisionContext, party: Party, there: LocationNumbers) -> tuple[Part, ...]:
    """What a transit is worth, its price taken off."""
    far = "" if party.far is None else f", on the way to {place_called(party.far)}"
    return (
        Part(f"more worth at {place_called(there)}{far}", party.gain),
        Part("Force used for the transit", -TRANSIT_COST),
        Part("the least a move must bring", -ctx.weights.move_threshold),
    )


def choose_bay(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where to: the docking bay where a party gains most."""
    weighed = [passing(ctx.question, part("they stay"))]
    position = ctx.position
    here = None if ctx.pursued is None else position.at(ctx.pursued.card_id)
    if here is None:
        return weighed
    for option in ctx.affordable(ctx.question.selectable):
        there = position.at(option.card_id)
        if there is not None and there is not here:
            parts = _worth(ctx, party_of(ctx, here, there), there)
            weighed.append(one(ctx.question, option, parts))
    return weighed


def choose_party(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Who: the party that gains most there."""
    position = ctx.position
    here = None if ctx.pursued is None else position.at(ctx.pursued.card_id)
    there = (
        None
        if ctx.memory.moves.transit_target is None
        else position.in_column(ctx.memory.moves.transit_target)
    )
    if here is None or there is None:
        return (passing(ctx.question),)
    party = party_of(ctx, here, there)
    going = [option for option in ctx.question.selectable if option.card_id in party.cards]
    if not going:
        return (passing(ctx.question, part("they stay")),)
    chosen = several(
        ctx.question, going, len(going), part(f"they are worth more at {place_called(there)}", party.gain)
    )
    return passing(ctx.question, part("they stay")), chosen


def note_transit(ctx: DecisionContext, chosen: ScoredAnswer) -> None:
    """Remember where a transit goes, or who went."""
    if ctx.question.kind is PromptKind.DOCKING_BAY_TARGET:
        card = None if chosen.option is None else chosen.option.card_id
        place = ctx.position.at(card)
        ctx.memory.moves.transit_to(None if place is None else place.column)
    else:
        if ctx.purpose in BY_TEXT:
            ctx.memory.actions.reopen_pursued()  # for the next card
        went = chosen.answer.wire.split(",")
        ctx.memory.moves.transit(
            option.card_id
            for option in ctx.question.selectable
            if option.card_id is not None and option.key in went
        )


def party_of(ctx: DecisionContext, here: LocationNumbers, there: LocationNumbers) -> Party:
    """Who of us should go from here to there: the strongest one, the strongest two, ... or any one alone."""
    roots = sorted(_roots(ctx, here), key=lambda unit: -(unit.power + unit.ability))
    parties = [roots[:count] for count in range(1, len(roots) + 1)] + [[unit] for unit in roots[1:]]
    way, best = Way(here, there, ctx.outlook, ctx.reader.needs, ctx.reader.moved), NOBODY_GOES
    for party in parties:
        gain, far = way.onward(ctx.position, party)
        gain -= MOVE_COST * (len(party) - 1)
        if gain > best.gain:
            best = Party(gain, tuple(unit.id for unit in party), far)
    return best


def _roots(ctx: DecisionContext, place: LocationNumbers) -> list[FighterView]:
    """Those of ours who can go: a starship flies, and nobody goes twice."""
    return [
        unit
        for unit in place.mine.units
        if unit.host is None and not unit.facts.starship and unit.id not in ctx.memory.moves.moved
    ]


class _Passage(NamedTuple):
    """A move of one card by the text of a location.

    Attributes:
        worth: what it changes at both places, its price taken off, in Force.
    """

    worth: float
    unit: FighterView
    here: LocationNumbers
    there: LocationNumbers

    @property
    def parts(self) -> tuple[Part, ...]:
        """The move in words."""
        return part(f"{called(self.unit.facts)} goes to {place_called(self.there)}", self.worth)


def by_location(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """The best move by the text of a location, as far as the text is understood."""
    best = max(_passages(ctx, option), key=lambda each: each.worth, default=None)
    return part("no such move is better", -0.2) if best is None or best.worth <= 0 else best.parts


def choose_passage(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where from, where to and who, one after the other: what belongs to the best such move."""
    if ctx.pursued is None or ctx.purpose not in BY_TEXT:
        return (passing(ctx.question),)
    weighed, passages = [passing(ctx.question, part("they stay"))], tuple(_passages(ctx, ctx.pursued))
    for option in ctx.affordable(ctx.question.selectable):
        meant = [
            each for each in passages
            if option.card_id in (each.unit.id, each.here.id, each.there.id)
        ]  # fmt: skip
        if meant:
            weighed.append(one(ctx.question, option, max(meant, key=lambda each: each.worth).parts))
    return weighed


def _passages(ctx: DecisionContext, option: Option) -> Iterator[_Passage]:
    """The moves that an action of the text of a location lets cards of ours make."""
    offer, reader = ctx.offer(option), ctx.reader
    value = None if ctx.table.phase is Phase.MOVE else partial(worth, ours_first=True)
    # Who can drain does so before anybody leaves.
    drains = {each.card_id for each in ctx.question.of_kind(ActionKind.FORCE_DRAIN)}
    for term in () if offer is None else offer.does("move_using_location_text"):
        ends = [
            [
                each for each in ctx.position.places
                if each.id is not None and reader.may_mean(option.card_id, term.get(end), each.id)
            ]
            for end in ("from_card_filter", "to_card_filter")
        ]  # fmt: skip
        price = ctx.weights.move_threshold + (0.0 if term.get("for_free") else MOVE_COST)
        starts = [each for each in ends[0] if each.id not in drains]
        for here, there in ((here, there) for here in starts for there in ends[1] if here is not there):
            way = Way(here, there, ctx.outlook, reader.needs, reader.moved, value=value)
            for unit in _roots(ctx, here):
                if reader.may_mean(option.card_id, term.get("card_to_move_filter"), unit.id):
                    yield _Passage(way.gain((unit,)) - price, unit, here, there)
