"""The facts of a question, under the names that strategy files use (`vocabulary`)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gemp_bot.decisions import Option, Question
from gemp_bot.decisions.legal import Number
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.weighed import Weighed
from gemp_bot.procedures import Value
from gemp_bot.protocol.enums import Zone
from gemp_bot.state import Table
from gemp_bot.state.seat import damage_due, is_mine
from gemp_bot.strategy.judged.vocabulary import FACTS
from gemp_bot.worth.position import Place, Position
from gemp_bot.worth.sizes import NO_CARD, Size

_Sees = Callable[[Table, Question, Mind], Value]


def _power(view: Table, mind: Mind, *, mine: bool) -> float:
    battle = view.battle
    place = None if battle is None else mind.look(view).in_column(battle.column)
    if place is None:
        return 0.0
    return place.mine.power if mine else place.theirs.power


def _counted(count: Callable[[Position], float]) -> _Sees:
    """A number of the position."""
    return lambda view, _, mind: float(count(mind.look(view)))


SITUATION: Mapping[str, _Sees] = MappingProxyType(
    {
        "turn.number": lambda view, _, __: float(view.turn or 0),
        "turn.mine": lambda view, _, __: view.is_my_turn,
        "turn.phase": lambda view, _, __: "" if view.phase is None else view.phase.value.lower(),
        "me.life": _counted(lambda position: position.life),
        "me.force": _counted(lambda position: position.zones.force_pile),
        "me.reserve": _counted(lambda position: position.zones.reserve_deck),
        "me.used": _counted(lambda position: position.zones.used_pile),
        "me.lost": _counted(lambda position: position.zones.lost_pile),
        "me.hand": _counted(lambda position: position.zones.hand),
        "me.generation": lambda view, _, mind: mind.look(view).generation,
        "me.drains": lambda view, _, mind: mind.look(view).drains,
        "them.life": _counted(lambda position: position.their_life),
        "them.force": _counted(lambda position: position.their_zones.force_pile),
        "them.reserve": _counted(lambda position: position.their_zones.reserve_deck),
        "them.used": _counted(lambda position: position.their_zones.used_pile),
        "them.lost": _counted(lambda position: position.their_zones.lost_pile),
        "them.hand": _counted(lambda position: position.their_zones.hand),
        "them.generation": lambda view, _, mind: mind.look(view).their_generation,
        "them.drains": lambda view, _, mind: mind.look(view).bleeds,
        "battle.on": lambda view, _, __: view.battle is not None,
        "battle.power": lambda view, _, mind: _power(view, mind, mine=True),
        "battle.their_power": lambda view, _, mind: _power(view, mind, mine=False),
        "damage.due": lambda view, _, __: float(damage_due(view)[0]),
        "attrition.due": lambda view, _, __: float(damage_due(view)[1]),
        "question.options": lambda _, question, __: float(len(question.selectable)),
        "question.least": lambda _, question, __: float(question.min),
        "question.most": lambda _, question, __: float(question.max),
    }
)


class _Seen:
    """An option with what is known of it; each thing is looked up when it is asked for."""

    __slots__ = ("_card", "_mind", "_view", "option")

    def __init__(self, view: Table, option: Option, mind: Mind) -> None:
        self._view = view
        self._mind = mind
        self._card = None if option.card_id is None else view.card(option.card_id)
        self.option = option

    @property
    def mine(self) -> bool:
        return is_mine(self._view, self.option.card_id)

    @property
    def in_hand(self) -> bool:
        return self._card is not None and self._card.zone is Zone.HAND

    @property
    def size(self) -> Size:
        face = self.option.blueprint_id if self._card is None else self._card.blueprint_id
        return NO_CARD if face is None else self._mind.size(face)

    @property
    def place(self) -> Place | None:
        return self._mind.look(self._view).at(self.option.card_id)


OPTION: Mapping[str, Callable[[_Seen], Value]] = MappingProxyType(
    {
        "option.action": lambda seen: "" if seen.option.reading is None else seen.option.reading.effect.value,
        "option.type": lambda seen: seen.size.type.lower(),
        "option.mine": lambda seen: seen.mine,
        "option.in_hand": lambda seen: seen.in_hand,
        "option.cost": lambda seen: seen.size.deploy,
        "option.power": lambda seen: seen.size.power,
        "option.ability": lambda seen: seen.size.ability,
        "option.forfeit": lambda seen: seen.size.forfeit,
        "option.destiny": lambda seen: seen.size.destiny,
        "option.drain": lambda seen: 0.0 if (place := seen.place) is None else place.drain,
        "option.power_here": lambda seen: 0.0 if (place := seen.place) is None else place.mine.power,
        "option.their_power_here": lambda seen: 0.0 if (place := seen.place) is None else place.theirs.power,
    }
)


BLANKS: Mapping[str, Value] = MappingProxyType({fact.name: fact.blank for fact in FACTS if fact.of_option})


class Wanted:
    """The facts that a strategy looks up; no others are found out.

    Args:
        uses: their names.
    """

    __slots__ = ("_blanks", "_of_option", "_of_situation")

    def __init__(self, uses: frozenset[str]) -> None:
        self._of_situation = tuple((name, sees) for name, sees in SITUATION.items() if name in uses)
        self._of_option = tuple((name, sees) for name, sees in OPTION.items() if name in uses)
        self._blanks = {name: blank for name, blank in BLANKS.items() if name in uses}

    def situation(self, view: Table, question: Question, mind: Mind) -> dict[str, Value]:
        """The facts of the situation."""
        if self._of_situation:
            mind.glance(view)  # what is looked up later goes by the table as it is now
        return {name: sees(view, question, mind) for name, sees in self._of_situation}

    def option(
        self, view: Table, question: Question, each: Weighed, score: float, mind: Mind
    ) -> dict[str, Value]:
        """The facts of one answer: its score, and those of the others that are wanted."""
        facts = self._blanks.copy()
        facts["option.score"] = score
        facts["option.passes"] = each.option is None and not each.answer.wire
        if isinstance(question.legal, Number):
            facts["option.number"] = float(each.answer.wire)
        if self._of_option and each.option is not None:
            if not self._of_situation:
                mind.glance(view)
            seen = _Seen(view, each.option, mind)
            for name, sees in self._of_option:
                facts[name] = sees(seen)
        return facts
