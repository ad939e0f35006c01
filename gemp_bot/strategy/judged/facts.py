"""The facts of a question, under the names that strategy files use (`vocabulary`)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

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

_Sees = Callable[[Table, Question, Position], Value]


def _battle(view: Table, position: Position) -> Place | None:
    battle = view.battle
    return None if battle is None else position.in_column(battle.column)


def _power(view: Table, position: Position, *, mine: bool) -> float:
    place = _battle(view, position)
    if place is None:
        return 0.0
    return place.mine.power if mine else place.theirs.power


SITUATION: Mapping[str, _Sees] = MappingProxyType(
    {
        "turn.number": lambda view, _, __: float(view.turn or 0),
        "turn.mine": lambda view, _, __: view.is_my_turn,
        "turn.phase": lambda view, _, __: "" if view.phase is None else view.phase.value.lower(),
        "me.life": lambda _, __, position: float(position.life),
        "me.force": lambda _, __, position: float(position.zones.force_pile),
        "me.reserve": lambda _, __, position: float(position.zones.reserve_deck),
        "me.used": lambda _, __, position: float(position.zones.used_pile),
        "me.lost": lambda _, __, position: float(position.zones.lost_pile),
        "me.hand": lambda _, __, position: float(position.zones.hand),
        "me.generation": lambda _, __, position: position.generation,
        "me.drains": lambda _, __, position: position.drains,
        "them.life": lambda _, __, position: float(position.their_life),
        "them.force": lambda _, __, position: float(position.their_zones.force_pile),
        "them.reserve": lambda _, __, position: float(position.their_zones.reserve_deck),
        "them.used": lambda _, __, position: float(position.their_zones.used_pile),
        "them.lost": lambda _, __, position: float(position.their_zones.lost_pile),
        "them.hand": lambda _, __, position: float(position.their_zones.hand),
        "them.generation": lambda _, __, position: position.their_generation,
        "them.drains": lambda _, __, position: position.bleeds,
        "battle.on": lambda view, _, __: view.battle is not None,
        "battle.power": lambda view, _, position: _power(view, position, mine=True),
        "battle.their_power": lambda view, _, position: _power(view, position, mine=False),
        "damage.due": lambda view, _, __: float(damage_due(view)[0]),
        "attrition.due": lambda view, _, __: float(damage_due(view)[1]),
        "question.options": lambda _, question, __: float(len(question.selectable)),
        "question.least": lambda _, question, __: float(question.min),
        "question.most": lambda _, question, __: float(question.max),
    }
)


def situation_facts(view: Table, question: Question, mind: Mind, wanted: frozenset[str]) -> dict[str, Value]:
    """The facts of the situation that are wanted."""
    asked = SITUATION.keys() & wanted
    if not asked:
        return {}
    position = mind.look(view)
    return {name: SITUATION[name](view, question, position) for name in asked}


class _Seen(msgspec.Struct, frozen=True):
    """An option with what is known of it."""

    option: Option
    mine: bool
    in_hand: bool
    size: Size
    place: Place | None


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
        "option.drain": lambda seen: 0.0 if seen.place is None else seen.place.drain,
        "option.power_here": lambda seen: 0.0 if seen.place is None else seen.place.mine.power,
        "option.their_power_here": lambda seen: 0.0 if seen.place is None else seen.place.theirs.power,
    }
)


BLANKS: Mapping[str, Value] = MappingProxyType({fact.name: fact.blank for fact in FACTS if fact.of_option})


def option_facts(
    view: Table, question: Question, each: Weighed, mind: Mind, wanted: frozenset[str]
) -> dict[str, Value]:
    """The facts of one answer: its score, and those of the others that are wanted."""
    facts: dict[str, Value] = {name: BLANKS[name] for name in BLANKS.keys() & wanted}
    facts["option.score"] = each.score
    facts["option.passes"] = each.option is None and not each.answer.wire
    if isinstance(question.legal, Number):
        facts["option.number"] = float(each.answer.wire)
    asked = OPTION.keys() & wanted
    if asked and each.option is not None:
        seen = _look(view, each.option, mind)
        facts.update((name, OPTION[name](seen)) for name in asked)
    return facts


def _look(view: Table, option: Option, mind: Mind) -> _Seen:
    card = None if option.card_id is None else view.card(option.card_id)
    face = option.blueprint_id if card is None else card.blueprint_id
    return _Seen(
        option,
        is_mine(view, option.card_id),
        card is not None and card.zone is Zone.HAND,
        NO_CARD if face is None else mind.size(face),
        mind.look(view).at(option.card_id),
    )
