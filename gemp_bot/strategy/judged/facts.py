"""The facts of a question, under the names that strategy files use (`vocabulary`)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gemp_bot.decisions import Option
from gemp_bot.decisions.legal import Number
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import Weighed
from gemp_bot.procedures import Value
from gemp_bot.protocol.enums import Zone
from gemp_bot.state.seat import damage_due
from gemp_bot.strategy.judged.vocabulary import FACTS
from gemp_bot.valuation.card_stats import NO_CARD, CardStats
from gemp_bot.valuation.position import LocationView, Position

_Reads = Callable[[DecisionContext], Value]


def _power(ctx: DecisionContext, *, mine: bool) -> float:
    battle = ctx.table.battle
    place = None if battle is None else ctx.position.in_column(battle.column)
    if place is None:
        return 0.0
    return place.mine.power if mine else place.theirs.power


def _counted(count: Callable[[Position], float]) -> _Reads:
    """A number of the position."""
    return lambda ctx: float(count(ctx.position))


SITUATION: Mapping[str, _Reads] = MappingProxyType(
    {
        "turn.number": lambda ctx: float(ctx.table.turn or 0),
        "turn.mine": lambda ctx: ctx.table.is_my_turn,
        "turn.phase": lambda ctx: "" if ctx.table.phase is None else ctx.table.phase.value.lower(),
        "me.life_force": _counted(lambda position: position.life),
        "me.force": _counted(lambda position: position.zones.force_pile),
        "me.reserve": _counted(lambda position: position.zones.reserve_deck),
        "me.used": _counted(lambda position: position.zones.used_pile),
        "me.lost": _counted(lambda position: position.zones.lost_pile),
        "me.hand": _counted(lambda position: position.zones.hand),
        "me.generation": lambda ctx: ctx.position.generation,
        "me.drains": lambda ctx: ctx.position.drains,
        "them.life_force": _counted(lambda position: position.their_life),
        "them.force": _counted(lambda position: position.their_zones.force_pile),
        "them.reserve": _counted(lambda position: position.their_zones.reserve_deck),
        "them.used": _counted(lambda position: position.their_zones.used_pile),
        "them.lost": _counted(lambda position: position.their_zones.lost_pile),
        "them.hand": _counted(lambda position: position.their_zones.hand),
        "them.generation": lambda ctx: ctx.position.their_generation,
        "them.drains": lambda ctx: ctx.position.their_drains,
        "battle.active": lambda ctx: ctx.table.battle is not None,
        "battle.power": lambda ctx: _power(ctx, mine=True),
        "battle.their_power": lambda ctx: _power(ctx, mine=False),
        "damage.due": lambda ctx: float(damage_due(ctx.table)[0]),
        "attrition.due": lambda ctx: float(damage_due(ctx.table)[1]),
        "question.options": lambda ctx: float(len(ctx.question.selectable)),
        "question.least": lambda ctx: float(ctx.question.min),
        "question.most": lambda ctx: float(ctx.question.max),
    }
)


class _OptionView:
    """An option with what is known of it."""

    __slots__ = ("_card", "_ctx", "option")

    def __init__(self, ctx: DecisionContext, option: Option) -> None:
        self._ctx = ctx
        self._card = ctx.card(option)
        self.option = option

    @property
    def mine(self) -> bool:
        return self._ctx.is_mine(self.option)

    @property
    def in_hand(self) -> bool:
        return self._card is not None and self._card.zone is Zone.HAND

    @property
    def stats(self) -> CardStats:
        blueprint = self.option.blueprint_id if self._card is None else self._card.blueprint_id
        return NO_CARD if blueprint is None else self._ctx.stats(blueprint)

    @property
    def location(self) -> LocationView | None:
        return self._ctx.location(self.option)


OPTION: Mapping[str, Callable[[_OptionView], Value]] = MappingProxyType(
    {
        "option.action": lambda each: "" if each.option.reading is None else each.option.reading.effect.value,
        "option.type": lambda each: each.stats.type.lower(),
        "option.mine": lambda each: each.mine,
        "option.in_hand": lambda each: each.in_hand,
        "option.cost": lambda each: each.stats.deploy,
        "option.power": lambda each: each.stats.power,
        "option.ability": lambda each: each.stats.ability,
        "option.forfeit": lambda each: each.stats.forfeit,
        "option.destiny": lambda each: each.stats.destiny,
        "option.drain": lambda each: 0.0 if (at := each.location) is None else at.drain,
        "option.power_here": lambda each: 0.0 if (at := each.location) is None else at.mine.power,
        "option.their_power_here": lambda each: 0.0 if (at := each.location) is None else at.theirs.power,
    }
)


BLANKS: Mapping[str, Value] = MappingProxyType({fact.name: fact.blank for fact in FACTS if fact.of_option})


class SituationFacts(dict[str, Value]):
    """The facts of a situation; each is found out when it is first looked up, most are never."""

    __slots__ = ("_ctx",)

    def __init__(self, ctx: DecisionContext) -> None:
        self._ctx = ctx

    def __missing__(self, name: str) -> Value:
        value = self[name] = SITUATION[name](self._ctx)
        return value


class OptionFacts(dict[str, Value]):
    """The facts of one answer, likewise; its score is known at once."""

    __slots__ = ("_ctx", "_weighed")

    def __init__(self, ctx: DecisionContext, weighed: Weighed, score: float) -> None:
        self["option.score"] = score
        self._ctx, self._weighed = ctx, weighed

    def __missing__(self, name: str) -> Value:
        value = self[name] = self._found(name)
        return value

    def _found(self, name: str) -> Value:
        weighed = self._weighed
        if name == "option.passes":
            return weighed.option is None and not weighed.answer.wire
        if name == "option.number" and isinstance(self._ctx.question.legal, Number):
            return float(weighed.answer.wire)
        reads = OPTION.get(name)
        if reads is None or weighed.option is None:
            return BLANKS[name]
        return reads(_OptionView(self._ctx, weighed.option))
