"""Moving: a card, or a whole group one by one, to where it changes more than it leaves behind."""

from collections.abc import Callable, Sequence

from gemp_bot.decisions import Option, Question
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.saying import arrival, called, place_called
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.worth.outlook import Outlook
from gemp_bot.worth.places import worth
from gemp_bot.worth.position import Group, Place, Unit

COST = 0.15
"""A move uses Force, which is not lost."""
_NO_WAY = -9.0
"""Of a move that is none."""


def landspeed(view: Table, question: Question, option: Option, mind: Mind) -> tuple[Part, ...]:
    """To a neighbouring site."""
    return _move(
        view, question, option, mind,
        lambda here, there: abs(here.column - there.column) == 1 and not there.size.space,
    )  # fmt: skip


def hyperspeed(view: Table, question: Question, option: Option, mind: Mind) -> tuple[Part, ...]:
    """To another system. A location that moves (Death Star) is no card that fights, and stays."""
    return _move(view, question, option, mind, lambda _, there: there.size.space)


def _move(
    view: Table, question: Question, option: Option, mind: Mind, reaches: Callable[[Place, Place], bool]
) -> tuple[Part, ...]:
    """A move of one kind, to the best place it may reach."""
    _note_movers(question, option, mind)
    position = mind.look(view)
    found = position.ours(option.card_id)
    if found is None:
        return part("nobody to move", -1)
    place, unit = found
    others = [other for other in position.places if other is not place and reaches(place, other)]
    return _best_of(view, place, unit, others, mind)


def choose_target(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Where to: the best place, if it is better than this one."""
    weighed = [passing(question, part("it stays"))]
    found = None if mind.pursued is None else mind.look(view).ours(mind.pursued.card_id)
    if found is None:
        return weighed
    place, unit = found
    position = mind.look(view)
    for option in mind.affordable(question.selectable):
        there = position.at(option.card_id)
        if there is None or there is place:
            continue
        alone, group = gains(place, there, unit, mind.outlook(view), mind.movers)
        gain = max(alone, group)
        hurdle = 0.0 if mind.marching == (place.column, there.column) else mind.temper.move_threshold
        goes = _goes(place, there, unit, mind, view, gain=gain, together=group > alone)
        weighed.append(one(question, option, (goes, *_price(hurdle))))
    return weighed


def note_march(view: Table, chosen: Weighed, mind: Mind) -> None:
    """Remember a group move that has begun, so that the others follow."""
    found = None if mind.pursued is None else mind.look(view).ours(mind.pursued.card_id)
    option = chosen.option
    if found is None or option is None:
        return
    there = mind.look(view).at(option.card_id)
    if there is not None:
        alone, group = gains(found[0], there, found[1], mind.outlook(view), mind.movers)
        mind.moved.add(found[1].id)
        mind.marching = (found[0].column, there.column) if group > alone or group > 0 else None


def _best_of(view: Table, place: Place, unit: Unit, others: Sequence[Place], mind: Mind) -> tuple[Part, ...]:
    if unit.id in mind.moved:
        return part(f"{called(unit.size)} has moved already", -1)
    threshold = mind.temper.move_threshold
    best, there, together = 0.0, place, False
    for other in others:
        alone, group = gains(place, other, unit, mind.outlook(view), mind.movers)
        if mind.marching == (place.column, other.column) and group >= 0:
            return part(f"with the others to {place_called(other)}", max(group, alone, 0) + 0.1)
        if max(alone, group) > best:
            best, there, together = max(alone, group), other, group > alone
    if best <= threshold + COST:
        return part("no place within reach is better", -0.2)
    return (_goes(place, there, unit, mind, view, gain=best, together=together), *_price(threshold))


def _goes(
    here: Place, there: Place, unit: Unit, mind: Mind, view: Table, *, gain: float, together: bool
) -> Part:
    """Where a card goes, with whom, and what they do there."""
    party = _along(here, mind.movers) if together else [unit]
    others = [called(each.size) for each in party if each is not unit]
    return arrival(there, _joined(here, there, party), mind.outlook(view), gain, others)


def _price(hurdle: float) -> tuple[Part, ...]:
    """What a move costs, and what it must bring beyond that."""
    used = Part("Force used for the move", -COST)
    return (used, Part("the least a move must bring", -hurdle)) if hurdle else (used,)


def _note_movers(question: Question, option: Option, mind: Mind) -> None:
    """Remember who may move in this way: only they can come along."""
    if option.kind is not None and mind.movers_of is not question:
        mind.movers_of = question
        mind.movers = frozenset(
            each.card_id for each in question.of_kind(option.kind) if each.card_id is not None
        )


def gains(
    here: Place, there: Place, unit: Unit, outlook: Outlook, movers: frozenset[CardId]
) -> tuple[float, float]:
    """What moving brings: this card alone, and all of our cards here that may move like it."""
    along = _along(here, movers)
    way = Way(here, there, outlook)
    alone = way.gain((unit,))
    if len(along) <= 1:
        return alone, _NO_WAY
    return alone, way.gain(along) - COST * (len(along) - 1)


def _along(here: Place, movers: frozenset[CardId]) -> list[Unit]:
    """Those of ours at a place who may move, each with all who are aboard."""
    return [each for each in here.mine.units if each.id in movers and each.host is None]


def _strength(here: Place, party: Sequence[Unit]) -> tuple[float, float, float, float]:
    """Power, ability, forfeit and added destinies of these, with all who are aboard of them."""
    ids = {unit.id for unit in party}
    along = [*party, *(each for each in here.mine.units if each.host in ids)]
    return (
        sum(each.power for each in along),
        sum(each.ability for each in along),
        sum(each.forfeit for each in along),
        sum(unit.draws for unit in party),
    )


def _joined(here: Place, there: Place, party: Sequence[Unit]) -> Group:
    """Who of us would stand there when these have come."""
    return there.mine.with_more(*_strength(here, party))


class Way:
    """The way from one place to another, for any party of ours.

    Args:
        here: where they are.
        there: where they would go.
        outlook: what the game is like.
    """

    def __init__(self, here: Place, there: Place, outlook: Outlook) -> None:
        self._here = here
        self._there = there
        self._outlook = outlook
        self._before = _worth(here, here.mine, outlook) + _worth(there, there.mine, outlook)
        self._roots = sum(1 for each in here.mine.units if each.host is None)

    def gain(self, party: Sequence[Unit]) -> float:
        """What it changes at both places, in Force, if these go with all who are aboard of them."""
        here, there = self._here, self._there
        power, ability, forfeit, draws = _strength(here, party)
        if power + ability <= 0:
            return _NO_WAY
        left = here.mine.without(power, ability, forfeit, last=len(party) >= self._roots)
        joined = there.mine.with_more(power, ability, forfeit, draws)
        return _worth(here, left, self._outlook) + _worth(there, joined, self._outlook) - self._before


def _worth(place: Place, mine: Group, outlook: Outlook) -> float:
    return worth(place, mine, place.theirs, outlook, ours_first=False)
