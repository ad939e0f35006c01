"""The facts of a question, under the names that strategy files use (`vocabulary`)."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from gemp_bot.board.card import IN_PLAY
from gemp_bot.board.card_facts import NO_CARD, CardFacts
from gemp_bot.cards.model import Card
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import Option, PromptKind
from gemp_bot.decisions.legal import Number
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import Weighed
from gemp_bot.procedures import Value
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, PlayerName
from gemp_bot.state.seat import damage_due
from gemp_bot.strategy.judged.names import title_of
from gemp_bot.strategy.judged.vocabulary import FACTS
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


_Faces = Callable[[DecisionContext], Iterable[BlueprintId | None]]


def _hand(ctx: DecisionContext) -> Iterable[BlueprintId | None]:
    return [card.blueprint_id for card in ctx.table.hand]


def _in_play(ctx: DecisionContext, owner: PlayerName | None) -> Iterable[BlueprintId | None]:
    if owner is None:
        return ()
    return [card.blueprint_id for card in ctx.table.cards(*IN_PLAY, owner=owner)]


def _ours(ctx: DecisionContext) -> Iterable[BlueprintId | None]:
    return _in_play(ctx, ctx.table.me)


def _theirs(ctx: DecisionContext) -> Iterable[BlueprintId | None]:
    return _in_play(ctx, ctx.table.opponent)


def _deck(ctx: DecisionContext) -> Iterable[BlueprintId | None]:
    return () if ctx.cards.knowledge is None else ctx.cards.knowledge.deck or ()


def _asking(ctx: DecisionContext) -> Iterable[BlueprintId | None]:
    return [card.blueprint for card in ctx.question.cards]


def _titles(faces: _Faces) -> _Reads:
    return lambda ctx: frozenset(
        title_of(card.title) for face in faces(ctx) if (card := ctx.cards.printed(face)) is not None
    )


def _personas(faces: _Faces) -> _Reads:
    return lambda ctx: frozenset(
        folded(name)
        for face in faces(ctx)
        if (card := ctx.cards.printed(face)) is not None
        for name in card.personas
    )


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
        "question.titles": _titles(_asking),
        "hand.titles": _titles(_hand),
        "hand.personas": _personas(_hand),
        "table.titles": _titles(_ours),
        "table.personas": _personas(_ours),
        "their_table.titles": _titles(_theirs),
        "their_table.personas": _personas(_theirs),
        "deck.titles": _titles(_deck),
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
    def blueprint(self) -> BlueprintId | None:
        return self.option.blueprint_id if self._card is None else self._card.blueprint_id

    @property
    def facts(self) -> CardFacts:
        return NO_CARD if self.blueprint is None else self._ctx.facts(self.blueprint)

    @property
    def printed(self) -> Card | None:
        return self._ctx.cards.printed(self.blueprint)

    @property
    def title(self) -> str:
        if self.blueprint is None and self._ctx.question.kind is PromptKind.CARD_TITLE:
            return title_of(self.option.text)
        return "" if (card := self.printed) is None else title_of(card.title)

    @property
    def place(self) -> str:
        return "" if (at := self.location) is None else title_of(at.facts.card.title)

    @property
    def location(self) -> LocationView | None:
        return self._ctx.location(self.option)


OPTION: Mapping[str, Callable[[_OptionView], Value]] = MappingProxyType(
    {
        "option.action": lambda each: "" if each.option.reading is None else each.option.reading.effect.value,
        "option.type": lambda each: each.facts.card.type.lower(),
        "option.title": lambda each: each.title,
        "option.personas": lambda each: (
            frozenset() if (card := each.printed) is None else frozenset(map(folded, card.personas))
        ),
        "option.icons": lambda each: (
            frozenset()
            if (card := each.printed) is None
            else frozenset(folded(name) for name, _ in card.icons)
        ),
        "option.place": lambda each: each.place,
        "option.mine": lambda each: each.mine,
        "option.in_hand": lambda each: each.in_hand,
        "option.cost": lambda each: each.facts.deploy,
        "option.power": lambda each: each.facts.power,
        "option.ability": lambda each: each.facts.ability,
        "option.forfeit": lambda each: each.facts.forfeit or 0.0,
        "option.destiny": lambda each: each.facts.destiny or 0.0,
        "option.drain": lambda each: 0.0 if (at := each.location) is None else at.drained,
        "option.power_here": lambda each: 0.0 if (at := each.location) is None else at.mine.power,
        "option.their_power_here": lambda each: 0.0 if (at := each.location) is None else at.theirs.power,
    }
)


BLANKS: Mapping[str, Value] = MappingProxyType({fact.name: fact.blank for fact in FACTS if fact.of_option})


class SituationFacts(dict[str, Value]):
    """The facts of a situation; each is found out when it is first looked up, most are never."""

    __slots__ = ("_ctx",)

    def __init__(self, ctx: DecisionContext, deck_name: str = "") -> None:
        self["deck.name"] = deck_name.casefold()
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
