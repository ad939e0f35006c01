"""The facts that strategy files may ask about: each with its name, its meaning, and how it is found out."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter

from gemp_bot.board.card import IN_PLAY
from gemp_bot.board.card_facts import NO_CARD, CardFacts
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import known_words, suggestions
from gemp_bot.cards.titles import folded, read_title
from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.decisions.legal import Number
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.searching import brings_location
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.files.problems import meant
from gemp_bot.procedures import Fact, Names, Type, Value
from gemp_bot.procedures.vocabulary import BLANK, SCORE
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import BlueprintId, PlayerName
from gemp_bot.state.table import damage_due
from gemp_bot.valuation.position import LocationNumbers

TITLE, PERSONA, ICON, DECK = "title", "persona", "icon", "deck"


def title_of(text: str) -> str:
    """A title as it is compared: without dots, `(V)`, case, accents and the signs people leave out."""
    return folded(read_title(text).name)


def names_of_cards(load: Callable[[], CardIndex] = CardIndex.load) -> Mapping[str, Names]:
    """Names by what they are called in facts.

    Args:
        load: loads the index; it is called once, when a name is looked at first.
    """
    index = cache(load)

    @cache
    def personas() -> dict[str, str]:
        return {folded(name): name for card in index() for name in card.personas}

    @cache
    def icons() -> dict[str, str]:
        return {folded(name): name for name in known_words(index())["icon"]}

    def no_title(text: str) -> str:
        if title_of(text) in index().titles():
            return ""
        close = suggestions(index(), text)
        if not close:
            return "`gemp-bot cards search` finds titles"
        return f"did you mean {' or '.join(map(repr, close))}?"

    def none_of(known: Callable[[], dict[str, str]]) -> Callable[[str], str]:
        def refused(text: str) -> str:
            if folded(text) in known():
                return ""
            # People write one word of a name.
            words = set(folded(text).split())
            whole = [name for key, name in known().items() if words and words <= set(key.split())]
            return (
                f"did you mean {' or '.join(map(repr, whole[:3]))}?"
                if whole
                else meant(text, known().values())
            )

        return refused

    return {
        TITLE: Names(title_of, no_title),
        PERSONA: Names(folded, none_of(personas)),
        ICON: Names(folded, none_of(icons)),
        DECK: Names(str.casefold, lambda _: ""),
    }


_OfSituation = Mapping[Fact, Callable[[DecisionContext], Value]]
_Faces = Callable[[DecisionContext], Iterable[BlueprintId | None]]


def _number(name: str, unit: str, meaning: str) -> Fact:
    return Fact(name, Type.NUMBER, meaning, unit)


def _flag(name: str, meaning: str) -> Fact:
    return Fact(name, Type.FLAG, meaning)


def _word(name: str, meaning: str, choices: Iterable[str]) -> Fact:
    return Fact(name, Type.TEXT, meaning, choices=("", *choices))


def _name(name: str, names: str, meaning: str, type_: Type = Type.TEXT) -> Fact:
    return Fact(name, type_, meaning, names=names)


# -- of the situation -------------------------------------------------------------------------------


def _player(who: str, whose: str, their: str) -> _OfSituation:
    """Of a player; `their` stands before the attributes of a position for the opponent's."""

    def read(attribute: str) -> Callable[[DecisionContext], Value]:
        found = attrgetter(their + attribute)
        return lambda ctx: float(found(ctx.position))

    life, drains = "Reserve Deck, Force pile and Used Pile", "drains would cost the other side this turn"
    return {
        _number(f"{who}.life_force", "cards", f"{whose} life force: {life}"): read("life"),
        _number(f"{who}.force", "Force", f"cards in {whose} Force pile"): read("zones.force_pile"),
        _number(f"{who}.reserve", "cards", f"cards in {whose} Reserve Deck"): read("zones.reserve_deck"),
        _number(f"{who}.used", "cards", f"cards in {whose} Used Pile"): read("zones.used_pile"),
        _number(f"{who}.lost", "cards", f"cards in {whose} Lost Pile"): read("zones.lost_pile"),
        _number(f"{who}.hand", "cards", f"cards in {whose} hand"): read("zones.hand"),
        _number(f"{who}.generation", "Force", f"{whose} Force generation a turn"): read("generation"),
        _number(f"{who}.drains", "Force", f"what {whose} Force {drains}"): read("drains"),
    }


def _power(ctx: DecisionContext, side: str) -> float:
    battle = ctx.table.battle
    place = None if battle is None else ctx.position.in_column(battle.column)
    return 0.0 if place is None else float(getattr(place, side).power)


def _in_play(ctx: DecisionContext, owner: PlayerName | None) -> Iterable[BlueprintId | None]:
    return () if owner is None else [card.blueprint_id for card in ctx.table.cards(*IN_PLAY, owner=owner)]


def _cards(of: str, whose: str, faces: _Faces) -> _OfSituation:
    """The titles of some cards."""
    fact = _name(f"{of}.titles", TITLE, f"of {whose}", Type.TEXTS)
    return {fact: lambda ctx: frozenset(title_of(card.title) for card in _printed(ctx, faces))}


def _with_personas(of: str, whose: str, faces: _Faces) -> _OfSituation:
    """The titles and the personas of some cards."""
    fact = _name(f"{of}.personas", PERSONA, f"of {whose}", Type.TEXTS)
    named = {fact: lambda ctx: frozenset(folded(n) for card in _printed(ctx, faces) for n in card.personas)}
    return {**_cards(of, whose, faces), **named}


def _printed(ctx: DecisionContext, faces: _Faces) -> Iterable[Card]:
    return filter(None, map(ctx.cards.printed, faces(ctx)))


_SITUATION: _OfSituation = {
    _number("turn.number", "turns", "number of this turn, each player's counted from 1"): lambda ctx: float(
        ctx.table.turn or 0
    ),
    _flag("turn.mine", "it is our turn"): lambda ctx: ctx.table.is_my_turn,
    _word(
        "turn.phase", "the phase, in small letters", [phase.value.lower() for phase in Phase]
    ): lambda ctx: "" if ctx.table.phase is None else ctx.table.phase.value.lower(),
    **_player("me", "our", ""),
    **_player("them", "their", "their_"),
    _flag("battle.active", "a battle is going on"): lambda ctx: ctx.table.battle is not None,
    _number("battle.power", "power", "our total power in it"): lambda ctx: _power(ctx, "mine"),
    _number("battle.their_power", "power", "their total power in it"): lambda ctx: _power(ctx, "theirs"),
    _number("damage.due", "Force", "battle damage we still have to satisfy"): lambda ctx: float(
        damage_due(ctx.table)[0]
    ),
    _number("attrition.due", "forfeit", "attrition we still have to satisfy"): lambda ctx: float(
        damage_due(ctx.table)[1]
    ),
    _number("question.options", "options", "how many options there are, the pass not counted"): lambda ctx: (
        float(len(ctx.question.selectable))
    ),
    _number("question.least", "options", "how many have to be chosen"): lambda ctx: float(ctx.question.min),
    _number("question.most", "options", "how many can be chosen"): lambda ctx: float(ctx.question.max),
    **_cards(
        "question",
        "the cards that the question names",
        lambda ctx: [card.blueprint for card in ctx.question.cards],
    ),
    **_with_personas(
        "hand", "the cards in our hand", lambda ctx: [card.blueprint_id for card in ctx.table.hand]
    ),
    **_with_personas("table", "our cards in play, locations too", lambda ctx: _in_play(ctx, ctx.table.me)),
    **_with_personas(
        "their_table", "their cards in play, locations too", lambda ctx: _in_play(ctx, ctx.table.opponent)
    ),
    _name(
        "deck.name", DECK, "what our deck is called, in any case of letters; nothing if that is not known"
    ): lambda _: "",  # `SituationFacts` is told
    **_cards(
        "deck",
        "the cards of our deck, whatever became of them; none if it is not known",
        lambda ctx: () if ctx.cards.knowledge is None else ctx.cards.knowledge.deck or (),
    ),
}

# -- of an option -----------------------------------------------------------------------------------


class _OptionView:
    """An option with what is known of it."""

    __slots__ = ("_ctx", "card", "option")

    def __init__(self, ctx: DecisionContext, option: Option) -> None:
        self._ctx = ctx
        self.card = ctx.card(option)
        self.option = option

    @property
    def mine(self) -> bool:
        return self._ctx.is_mine(self.option)

    @property
    def blueprint(self) -> BlueprintId | None:
        return self.option.blueprint_id if self.card is None else self.card.blueprint_id

    @property
    def facts(self) -> CardFacts:
        return NO_CARD if self.blueprint is None else self._ctx.facts(self.blueprint)

    @property
    def brings_location(self) -> bool:
        return brings_location(self._ctx, self.option)

    @property
    def title(self) -> str:
        if self.blueprint is None and self._ctx.question.kind is PromptKind.CARD_TITLE:
            return title_of(self.option.text)
        return "" if (card := self._ctx.cards.printed(self.blueprint)) is None else title_of(card.title)

    def names(self, of: Callable[[Card], Iterable[str]]) -> frozenset[str]:
        """Names of its card."""
        card = self._ctx.cards.printed(self.blueprint)
        return frozenset() if card is None else frozenset(map(folded, of(card)))

    def at(self, read: Callable[[LocationNumbers], Value], nowhere: Value = 0.0) -> Value:
        """Something of the location where its card is."""
        location = self._ctx.location(self.option)
        return nowhere if location is None else read(location)


_OPTION: Mapping[Fact, Callable[[_OptionView], Value]] = {
    _word("option.action", "of an action, its kind", [kind.value for kind in ActionKind]): lambda each: (
        "" if each.option.reading is None else each.option.reading.effect.value
    ),
    _word(
        "option.type", "of its card, in small letters", [kind.lower() for kind in CardType if kind]
    ): lambda each: each.facts.card.type.lower(),
    _flag("option.brings_location", "what it deploys from a pile can only be a location"): (
        attrgetter("brings_location")
    ),
    _name("option.title", TITLE, "of its card; where titles are asked for, the title"): lambda each: (
        each.title
    ),
    _name("option.personas", PERSONA, "of its card", Type.TEXTS): lambda each: each.names(
        lambda card: card.personas
    ),
    _name("option.icons", ICON, "of its card", Type.TEXTS): lambda each: each.names(
        lambda card: [name for name, _ in card.icons]
    ),
    _name("option.place", TITLE, "title of the location where its card is, or which it is"): lambda each: (
        each.at(lambda at: title_of(at.facts.card.title), "")
    ),
    _flag("option.mine", "its card is ours"): lambda each: each.mine,
    _flag("option.in_hand", "its card is in our hand"): lambda each: (
        each.card is not None and each.card.zone is Zone.HAND
    ),
    _number("option.cost", "Force", "what its card costs to deploy"): lambda each: each.facts.deploy,
    _number("option.power", "power", "of its card"): lambda each: each.facts.power,
    _number("option.ability", "ability", "of its card"): lambda each: each.facts.ability,
    _number("option.forfeit", "forfeit", "of its card"): lambda each: each.facts.forfeit or 0.0,
    _number("option.destiny", "destiny", "of its card"): lambda each: each.facts.destiny or 0.0,
    _number("option.drain", "Force", "at its location, what our Force drain would cost them"): lambda each: (
        each.at(lambda at: at.drained)
    ),
    _number("option.power_here", "power", "at its location, ours"): lambda each: each.at(
        lambda at: at.mine.power
    ),
    _number("option.their_power_here", "power", "at its location, theirs"): lambda each: each.at(
        lambda at: at.theirs.power
    ),
}
_PASSES = _flag("option.passes", "it is the pass: nothing is done")
_NUMBER = _number("option.number", "", "where a number is asked for, the number")

_SCORE = _number(SCORE, "Force", "what the evaluators think it is worth")

FACTS: tuple[Fact, ...] = (*_SITUATION, _SCORE, _PASSES, *_OPTION, _NUMBER)
_READ_SITUATION = {fact.name: read for fact, read in _SITUATION.items()}
_READ_OPTION = {fact.name: read for fact, read in _OPTION.items()}
_BLANKS: Mapping[str, Value] = {fact.name: BLANK[fact.type] for fact in FACTS}


class SituationFacts(dict[str, Value]):
    """The facts of a situation; each is found out when it is first looked up, most are never."""

    __slots__ = ("_ctx",)

    def __init__(self, ctx: DecisionContext, deck_name: str = "") -> None:
        self["deck.name"] = deck_name.casefold()
        self._ctx = ctx

    def __missing__(self, name: str) -> Value:
        value = self[name] = _READ_SITUATION[name](self._ctx)
        return value


class OptionFacts(dict[str, Value]):
    """The facts of one answer, likewise; its score is known at once."""

    __slots__ = ("_ctx", "_weighed")

    def __init__(self, ctx: DecisionContext, weighed: ScoredAnswer, score: float) -> None:
        self[SCORE] = score
        self._ctx, self._weighed = ctx, weighed

    def __missing__(self, name: str) -> Value:
        value = self[name] = self._found(name)
        return value

    def _found(self, name: str) -> Value:
        weighed = self._weighed
        if name == _PASSES.name:
            return weighed.option is None and not weighed.answer.wire
        if name == _NUMBER.name and isinstance(self._ctx.question.legal, Number):
            return float(weighed.answer.wire)
        reads = _READ_OPTION.get(name)
        if reads is None or weighed.option is None:
            return _BLANKS[name]
        return reads(_OptionView(self._ctx, weighed.option))
