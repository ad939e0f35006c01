"""Docking bay transit: a party leaves one docking bay for another.

The action hangs on the docking bay it leaves; where to and who comes along is asked afterwards.
"""

from collections.abc import Sequence

import msgspec

from gemp_bot.decisions import Option, PromptKind, Question
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.moving import COST, Way
from gemp_bot.evaluators.reason_text import place_called
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing, several
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import FighterView, LocationView

_HURDLE = 0.5
"""What a transit usually costs beyond a plain move: the docking bays say how much Force."""


class Party(msgspec.Struct, frozen=True):
    """Who would go.

    Attributes:
        gain: what that changes at both places, in Force.
        cards: who; nobody if it is best to stay.
    """

    gain: float = 0.0
    cards: tuple[CardId, ...] = ()


NOBODY_GOES = Party()


def transit(view: Table, question: Question, option: Option, mind: Mind) -> tuple[Part, ...]:  # noqa: ARG001
    """The best party to the best docking bay."""
    position = mind.look(view)
    place = position.at(option.card_id)
    if place is None or not _roots(place, mind):
        return part("nobody to move", -1)
    outlook = mind.outlook(view)
    reached = (other for other in position.places if _reaches(place, other))
    gains = [(party_of(place, other, outlook, mind).gain, other) for other in reached]
    best, there = max(gains, key=lambda each: each[0], default=(0.0, place))
    hurdle = _HURDLE + mind.temper.move_threshold
    if best <= hurdle:
        return part("no docking bay is better", -0.2)
    return (
        Part(f"more worth at {place_called(there)}", best),
        Part("Force used for the transit", -_HURDLE),
        Part("the least a move must bring", -mind.temper.move_threshold),
    )


def choose_bay(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Where to: the docking bay where a party gains most."""
    weighed = [passing(question, part("they stay"))]
    position = mind.look(view)
    here = None if mind.pursued is None else position.at(mind.pursued.card_id)
    if here is None:
        return weighed
    for option in mind.affordable(question.selectable):
        there = position.at(option.card_id)
        if there is not None and there is not here:
            gain = party_of(here, there, mind.outlook(view), mind).gain
            weighed.append(
                one(
                    question,
                    option,
                    (
                        Part(f"more worth at {place_called(there)}", gain),
                        Part("Force used for the transit", -_HURDLE),
                    ),
                )
            )
    return weighed


def choose_party(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Who: the party that gains most there."""
    position = mind.look(view)
    here = None if mind.pursued is None else position.at(mind.pursued.card_id)
    there = None if mind.bound is None else position.in_column(mind.bound)
    if here is None or there is None:
        return (passing(question),)
    party = party_of(here, there, mind.outlook(view), mind)
    going = [option for option in question.selectable if option.card_id in party.cards]
    if not going:
        return (passing(question, part("they stay")),)
    chosen = several(
        question, going, len(going), part(f"they are worth more at {place_called(there)}", party.gain)
    )
    return passing(question, part("they stay")), chosen


def note_transit(view: Table, question: Question, chosen: Weighed, mind: Mind) -> None:
    """Remember where a transit goes, or who went."""
    if question.kind is PromptKind.DOCKING_BAY_TARGET:
        card = None if chosen.option is None else chosen.option.card_id
        place = mind.look(view).at(card)
        mind.bound = None if place is None else place.column
    else:
        went = chosen.answer.wire.split(",")
        mind.moved.update(
            option.card_id
            for option in question.selectable
            if option.card_id is not None and option.key in went
        )


def party_of(here: LocationView, there: LocationView, outlook: Outlook, mind: Mind) -> Party:
    """Who of us should go from here to there: the strongest one, the strongest two, ... or any one alone."""
    roots = sorted(_roots(here, mind), key=lambda unit: -(unit.power + unit.ability))
    parties = [roots[:count] for count in range(1, len(roots) + 1)] + [[unit] for unit in roots[1:]]
    way, best = Way(here, there, outlook), NOBODY_GOES
    for party in parties:
        gain = way.gain(party) - COST * (len(party) - 1)
        if gain > best.gain:
            best = Party(gain, tuple(unit.id for unit in party))
    return best


def _roots(place: LocationView, mind: Mind) -> list[FighterView]:
    """Those of ours who can go: a starship flies, and nobody goes twice."""
    return [
        unit
        for unit in place.mine.units
        if unit.host is None and not unit.size.starship and unit.id not in mind.moved
    ]


def _reaches(here: LocationView, there: LocationView) -> bool:
    return there is not here and here.size.bay and there.size.bay
