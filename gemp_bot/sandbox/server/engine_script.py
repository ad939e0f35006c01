"""The sandbox's own game as a script of the server: the engine's questions asked, its answers read.

A game that is reverted (PROTOCOL 6.7, 7.10) goes on from a copy that was kept as a turn began, with the
answers up to that point: the engine gives the same game for the same answers.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

import structlog

from gemp_bot.board.card import PILES, STANDING, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.effects import CardEffects
from gemp_bot.game import Answer, Choice, Engine, Menu, PickCards, PickNumber, PickResult, Settings
from gemp_bot.game import game_events as h
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import AnyEvent, Message, Statistics
from gemp_bot.sandbox.server import events, questions
from gemp_bot.sandbox.server.game import CANCELLED
from gemp_bot.sandbox.server.narrator import Narrator
from gemp_bot.sandbox.server.prompt_text import PromptText
from gemp_bot.sandbox.server.questions import Action, ServedQuestion, Shown
from gemp_bot.sandbox.server.steps import (
    Answers,
    CancelGame,
    Emit,
    End,
    EngineFaultError,
    Play,
    Restore,
    Step,
    ask,
    emit,
)
from gemp_bot.sandbox.server.steps import Ask as AskBoth
from gemp_bot.sandbox.server.table_view import TableView
from gemp_bot.sandbox.server.xml import wire

_log = structlog.stdlib.get_logger(__name__)

DO_NOT_REVERT = "Do not revert"
REVERT_HERE = ">>> Revert to here <<<"
_TURNS_KEPT = 2
_TURNS_A_COPY = 4
"""Turns from one copy to the next: those between are played again when somebody goes back."""
_SHOWN_BEFORE = 2

Listener = Callable[[Sequence[h.Happened]], None]
"""Hears what comes about, at once and in order."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state to revert to: after so many answers, in the turn of this number, prior to what is said."""

    answers: int
    turn: int
    text: str


class EngineScript:
    """A game of the engine on the wire.

    Args:
        decks: of each side the blueprint ids of its cards, one a copy.
        start: a game before or at a menu of a phase, from which this one goes on in the place of one of the
            decks; it is left as it is.

    Attributes:
        course: the course of the game once it is played; another one after a revert.
        listener: hears the game from its start; what is played again after a revert it hears once.
    """

    def __init__(
        self,
        decks: Mapping[Side, Sequence[str]],
        seed: int,
        *,
        effects: CardEffects | None = None,
        settings: Settings | None = None,
        format_name: str = "Open",
        start: Engine | None = None,
    ) -> None:
        self._start = start
        self.decks = decks
        self.seed = seed
        self.effects = effects or CardEffects()
        self.settings = settings or Settings()
        self.format_name = format_name
        self.course: Course | None = None
        self.listener: Listener | None = None

    def engine(self) -> Engine:
        """The game before anything came about: the same one each time."""
        if self._start is None:
            return Engine(self.decks, self.seed, effects=self.effects, settings=self.settings)
        engine = self._start.fork()
        engine.news()  # what came about before is not told again
        return engine

    def begin(self, players: tuple[str, str]) -> tuple["Course", Play]:
        """Begin it; its course, and its steps."""
        self.course = self._course(players)
        return self.course, self._play(self.course)

    def _play(self, course: "Course") -> Play:
        """Play it. A fault of the engine aborts this game, as on the real server (PROTOCOL 7.9)."""
        try:
            yield from self._game(course)
        except Exception as fault:  # any fault of the engine ends this game only
            if self.settings.checked:
                raise
            _log.exception("engine_fault", seed=self.seed)
            raise EngineFaultError(str(fault)) from fault

    def _game(self, course: "Course") -> Play:
        course.listener = self.listener
        names = tuple(course.players.values())
        yield Emit(tuple(course.open(self.format_name)))
        yield AskBoth(dict.fromkeys(names, questions.start_confirmation()))
        yield Emit(tuple(course.begin()))
        while course.choice is not None:
            player = course.players[course.choice.player]
            value = (yield ask(player, course.question()))[player]
            if value.lower() != questions.REVERT:
                yield Emit(tuple(course.answer(value)))
                continue
            snapshot = yield from _revert(course, player)
            if snapshot is not None:
                course = self.course = course.back_to(snapshot)
                course.listener = self.listener
                yield Restore(course)
        yield course.end()

    def _course(self, players: tuple[str, str]) -> "Course":
        return Course(self.engine(), {Side.DARK: players[0], Side.LIGHT: players[1]})


class Course:
    """One course of a game: the engine, and what was told of it so far.

    Attributes:
        players: who plays which side.
        view: the state as far as it was told, as the wire has it.
        answers: every answer so far, as the wire gave it.
        snapshots: the states that can be reverted to, oldest first.
        messages: the log of the game so far.
        listener: hears what comes about from now on.
    """

    def __init__(self, engine: Engine, players: Mapping[Side, str]) -> None:
        self.engine = engine
        self.players = players
        told = engine.state.copy()
        told.news = None
        self._set(TableView(told, players))
        self.narrator = Narrator(engine, self.view)
        self.answers: list[str] = []
        self.snapshots: list[Snapshot] = []
        self.messages: list[Message] = []
        self.listener: Listener | None = None
        self._told: list[Message] = []
        """The messages without those of reverts."""
        self._held: list[h.Happened] = []
        self._kept: list[Course] = []
        """Copies to go back to: of the first question, and of the beginnings of two later turns."""

    def _set(self, view: TableView) -> None:
        self.view = view
        self.voice = PromptText(view)

    @property
    def choice(self) -> Choice | None:
        """What is asked now; None once the game is over."""
        return self.engine.choice

    def open(self, format_name: str) -> list[AnyEvent]:
        """What is told before the first question of all."""
        names = ", ".join(self.players.values())
        return self._noted(
            [
                *self.narrator.begin(),
                events.message(f"You're starting a game of {format_name}"),
                events.message(f"Players in the game are: {names}"),
            ]
        )

    def begin(self) -> list[AnyEvent]:
        """Run to the first question, of a game that goes on to the next one."""
        if self.engine.choice is None:
            self.engine.begin()
        found = self._tell()
        if not self._kept:
            self._kept = [self.fork()]
        return found

    def answer(self, value: str) -> list[AnyEvent]:
        """Take an answer the question allows; what came of it."""
        assert self.choice is not None, "somebody is asked"  # noqa: S101
        typed = self._read(self.choice, value)
        self._remember(self.choice, typed)
        self.answers.append(value)
        self.engine.step(typed)
        return self._tell()

    def end(self) -> End | CancelGame:
        """How the game ended."""
        outcome = self.engine.outcome
        if outcome is None or outcome.winner is None:
            return CancelGame(CANCELLED)
        return End(self.players[outcome.winner.other])

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def statistics(self) -> Statistics:
        """The numbers that were told last."""
        assert self.narrator.statistics.last is not None, "they are told first of all"  # noqa: S101
        return self.narrator.statistics.last

    def apply(self, event: AnyEvent) -> None:
        """Note what everybody was told."""
        if isinstance(event, Message):
            self.messages.append(event)

    def seen_by(self, player: str, event: AnyEvent) -> AnyEvent | None:
        """The event as a player is told it."""
        return None if self.view.hides(event, player) else event

    def snapshot(self, player: str, *, again: bool = False) -> list[AnyEvent]:
        """Everything as a player is shown it who comes now."""
        return [*self.view.snapshot(player, again=again), self.statistics, *self.messages]

    def card_page(self, number: int) -> str:
        """The page about the card with an id of the wire."""
        return _card_page(self.engine, self.view, number)

    # -- going back -------------------------------------------------------------------------------

    def back_to(self, snapshot: Snapshot) -> "Course":
        """The same game up to a snapshot."""
        kept = [one for one in self._kept if len(one.answers) <= snapshot.answers]
        new: Course = kept[-1].fork()
        new._kept = kept
        for value in self.answers[len(new.answers) : snapshot.answers]:
            new.answer(value)
        new.messages = list(new._told)
        return new

    def fork(self) -> "Course":
        """A copy that goes on from here; nobody hears it, and it cannot go back."""
        new: Course = copy(self)
        new.engine, new.listener, new._kept = self.engine.fork(), None, []
        new._set(self.view.copy())
        new.narrator = self.narrator.fork(new.engine, new.view)
        for name in ("answers", "snapshots", "_told", "_held"):
            setattr(new, name, list(getattr(self, name)))
        return new

    # -- telling ----------------------------------------------------------------------------------

    def _tell(self) -> list[AnyEvent]:
        """What came about, and what is said right before the next question."""
        choice, narrator = self.choice, self.narrator
        fresh = self.engine.news()
        if self.listener is not None:
            self.listener(fresh)
        self._held += fresh
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.STARTING_LOCATION:
            # Both choose unseen on the real server; here the second one waits, but sees nothing.
            return []
        news, self._held = self._held, []
        found: list[AnyEvent] = []
        if not (isinstance(choice, Menu) and choice.after is ResponseTrigger.FORCE_DRAIN_INITIATED):
            found = narrator.drained()
        found += narrator.tell(news)
        if isinstance(choice, PickCards) and choice.prompt in _SATISFYING:
            found += narrator.remaining(choice.player, choice.attrition, choice.damage)
        self._noted(found)
        self._note(news)
        return found

    def _noted(self, found: list[AnyEvent]) -> list[AnyEvent]:
        self._told += (event for event in found if isinstance(event, Message))
        return found

    def _note(self, news: Sequence[h.Happened]) -> None:
        """Keep the beginnings of turns and phases as states to revert to."""
        state = self.engine.state
        name, number = self.players[state.active], state.turns[state.active]
        for happened in news:
            if isinstance(happened, h.TurnBegan):
                self._keep(f"Start of {name}'s turn #{number}")
            elif isinstance(happened, h.PhaseBegan):
                self._keep(f"Start of {name}'s {happened.phase.display.lower()} phase #{number}")
        begins = any(isinstance(happened, h.TurnBegan) for happened in news)
        if begins and self.choice is not None and state.turn % _TURNS_A_COPY == 0:
            # From the first one those states are reached that were too old, and are not after a revert.
            self._kept = [*self._kept[:1], *self._kept[1:][-1:], self.fork()]

    def _remember(self, choice: Choice, answer: Answer) -> None:
        if isinstance(choice, Menu) and choice.prompt is PromptKind.PHASE_ACTION:
            option = choice.options[answer] if isinstance(answer, int) else None
            what = "Pass" if option is None else self.voice.words(option)
            self._keep(f"{self.players[choice.player]}: {what}")

    def _keep(self, text: str) -> None:
        turn = self.engine.state.turn
        if self.snapshots and turn - self.snapshots[0].turn >= _TURNS_KEPT:
            self.snapshots = [one for one in self.snapshots if turn - one.turn < _TURNS_KEPT]
        self.snapshots.append(Snapshot(len(self.answers), turn, text))

    # -- asking -----------------------------------------------------------------------------------

    def question(self) -> ServedQuestion:
        """The question that is pending, as the wire has it."""
        choice = self.choice
        assert choice is not None, "somebody is asked"  # noqa: S101
        match choice:
            case Menu():
                return self._menu(choice)
            case PickCards() if self._unseen(choice):
                shown = [self._shown(card) for card in choice.cards]
                return questions.arbitrary_cards(self.voice.cards(choice), shown, choice.low, choice.high)
            case PickCards():
                ids = self.view.numbers(choice.cards)
                return questions.card_selection(self.voice.cards(choice), ids, choice.low, choice.high)
            case PickResult():
                return questions.multiple_choice(self.voice.result(choice), choice.results)
            case PickNumber():
                return questions.integer(self.voice.number(choice), choice.low, choice.high)

    def _menu(self, menu: Menu) -> ServedQuestion:
        view = self.view
        actions = [
            Action(
                self.voice.label(option),
                view.number(option.card),
                horizontal=view.state.card(option.card).zone is Zone.LOCATIONS
                and view.horizontal(option.card),
            )
            for option in menu.options
        ]
        mine = menu.player is self.engine.state.active
        top_level = menu.prompt is PromptKind.PHASE_ACTION
        responses = menu.prompt is PromptKind.OPTIONAL_RESPONSES
        return questions.card_action_choice(
            self.voice.menu(menu),
            actions,
            your_turn=mine,
            auto_pass=top_level,
            no_long_delay=responses,
            revert=not responses,
        )

    def _unseen(self, choice: PickCards) -> bool:
        """Whether cards are chosen that lie in a pile, where they have no id on the wire."""
        zones = {self.engine.state.card(card).zone for card in choice.cards}
        return choice.shows and not zones.isdisjoint(PILES)

    def _shown(self, card: int) -> Shown:
        return Shown(self.view.state.card(card).card.blueprint_id, horizontal=self.view.horizontal(card))

    def _read(self, choice: Choice, value: str) -> Answer:
        """An answer of the wire in the engine's words."""
        match choice:
            case Menu():
                return int(value) if value else None
            case PickCards():
                chosen = value.split(",") if value else []
                if self._unseen(choice):
                    return tuple(choice.cards[int(one.removeprefix("temp"))] for one in chosen)
                return tuple(self.view.piece(int(one)) for one in chosen)
            case PickResult() | PickNumber():
                return int(value)


_SATISFYING = frozenset({PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT, PromptKind.FORFEIT})


def _revert(course: Course, player: str) -> Generator[Step, Answers, Snapshot | None]:
    """The dialogue of PROTOCOL 7.10; the state that both agreed on, if they did."""
    states = course.snapshots
    if not states:
        return None
    texts = [state.text for state in states]
    yield emit(events.message(f"{player} attempts to revert game to a previous state"))
    which = questions.multiple_choice(
        "Choose game state to revert prior to", [*texts, DO_NOT_REVERT], len(texts)
    )
    picked = int((yield ask(player, which))[player])
    if picked >= len(states):
        return None
    opponent = next(name for name in course.players.values() if name != player)
    shown = [*texts[max(0, picked - _SHOWN_BEFORE) : picked], REVERT_HERE, *texts[picked:]]
    prompt = "Do you want to allow game to be reverted to the following game state?</br></br>"
    allowed = questions.multiple_choice(prompt + "</br>".join(shown), ["Yes", "No"])
    if (yield ask(opponent, allowed))[opponent] != "0":
        return None
    yield emit(events.message(f"{opponent} allows game to revert to a previous state"))
    return states[picked]


def _card_page(engine: Engine, view: TableView, number: int) -> str:
    """The page of the card that has an id on the wire now; empty for an id nobody has.

    The real server tells everybody about every card it knows the id of. Here a card that is not on the table
    has only its owner told, so that nobody learns what he should not know.
    """
    piece = view.known(number)
    if piece is None:
        return ""
    found = engine.state.card(piece)
    lines = [f"<div>Owner: {view.players[found.side]}</div><br>"]
    if found.location is not None and found.location.laid is found:
        lines += _location_rows(engine, found.location)
    elif found.zone in STANDING:
        lines += _number_rows(engine, found)
    return f"<div class='cardInfo'>{''.join(lines)}</div>"


def _location_rows(engine: Engine, place: Location) -> list[str]:
    numbers = engine.numbers
    icons = {side: numbers.icons(side, place) for side in Side}
    battleground = "Yes" if all(icons.values()) else "No"
    rows = [("Battleground", battleground)]
    for label, values in (
        ("Force drain amount", {side: numbers.drain(side, place) for side in Side}),
        ("Force generation", icons),
        ("Force icons", icons),
    ):
        rows += [(f"{label} ({side.value.capitalize()})", wire(values[side])) for side in Side]
    return [_row(label, value) for label, value in rows]


def _number_rows(engine: Engine, piece: CardInPlay) -> list[str]:
    numbers, sheet = engine.numbers, piece.facts
    rows: list[tuple[str, float | None]] = [
        ("Power", numbers.power(piece)),
        ("Ability", numbers.ability(piece)),
        ("Forfeit", numbers.forfeit(piece)),
        ("Landspeed", sheet.landspeed),
        ("Hyperspeed", sheet.hyperspeed),
    ]
    return [_row(label, wire(float(value))) for label, value in rows if value is not None]


def _row(label: str, value: str) -> str:
    return f"<div>{label}: {value}</div>"
