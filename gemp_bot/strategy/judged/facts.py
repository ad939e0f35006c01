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
from gemp_bot.valuation.card_stats import NO_CARD, CardStats
from gemp_bot.valuation.position import LocationView, Position

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
        "me.life_force": _counted(lambda position: position.life),
        "me.force": _counted(lambda position: position.zones.force_pile),
        "me.reserve": _counted(lambda position: position.zones.reserve_deck),
        "me.used": _counted(lambda position: position.zones.used_pile),
        "me.lost": _counted(lambda position: position.zones.lost_pile),
        "me.hand": _counted(lambda position: position.zones.hand),
        "me.generation": lambda view, _, mind: mind.look(view).generation,
        "me.drains": lambda view, _, mind: mind.look(view).drains,
        "them.life_force": _counted(lambda position: position.their_life),
        "them.force": _counted(lambda position: position.their_zones.force_pile),
        "them.reserve": _counted(lambda position: position.their_zones.reserve_deck),
        "them.used": _counted(lambda position: position.their_zones.used_pile),
        "them.lost": _counted(lambda position: position.their_zones.lost_pile),
        "them.hand": _counted(lambda position: position.their_zones.hand),
        "them.generation": lambda view, _, mind: mind.look(view).their_generation,
        "them.drains": lambda view, _, mind: mind.look(view).bleeds,
        "battle.active": lambda view, _, __: view.battle is not None,
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
    """An option with what is known of it."""

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
    def size(self) -> CardStats:
        face = self.option.blueprint_id if self._card is None else self._card.blueprint_id
        return NO_CARD if face is None else self._mind.size(face)

    @property
    def place(self) -> LocationView | None:
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


class SituationFacts(dict[str, Value]):
    """The facts of a situation; each is found out when it is first looked up, most are never."""

    __slots__ = ("_mind", "_question", "_view")

    def __init__(self, view: Table, question: Question, mind: Mind) -> None:
        self._view, self._question, self._mind = view, question, mind

    def __missing__(self, name: str) -> Value:
        value = self[name] = SITUATION[name](self._view, self._question, self._mind)
        return value


class OptionFacts(dict[str, Value]):
    """The facts of one answer, likewise; its score is known at once."""

    __slots__ = ("_each", "_mind", "_question", "_view")

    def __init__(self, view: Table, question: Question, each: Weighed, score: float, mind: Mind) -> None:
        self["option.score"] = score
        self._view, self._question, self._each, self._mind = view, question, each, mind

    def __missing__(self, name: str) -> Value:
        value = self[name] = self._found(name)
        return value

    def _found(self, name: str) -> Value:
        each = self._each
        if name == "option.passes":
            return each.option is None and not each.answer.wire
        if name == "option.number" and isinstance(self._question.legal, Number):
            return float(each.answer.wire)
        sees = OPTION.get(name)
        if sees is None or each.option is None:
            return BLANKS[name]
        return sees(_Seen(self._view, each.option, self._mind))
