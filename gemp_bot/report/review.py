"""What decided a recorded game: the chance to win turn by turn, where it turned, and what was better there.

The chance is that of the learned value at the start of each turn. What was better is what a strategy answers
when it is asked again at every question of the seat. By how much it judges its own answer to be worth more,
in Force, becomes chance to win by the price that the learned value gives a unit of life force there.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.decisions import Catalogue, PromptKind, Question
from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.decisions.describing import tell as describe
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.journal import JournalError
from gemp_bot.journal.reader import journal_head
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import Side
from gemp_bot.replay import Redecide, Redecision, Relive, RelivedExchange
from gemp_bot.report.blunders import RULE_ACTIONS, Blunder, BlunderKind, BlunderReader
from gemp_bot.report.course import GameLuck, LuckReader, TurnLosses, TurnStart, TurnStarts, losses_of
from gemp_bot.statistics import logistic
from gemp_bot.strategy import NamedStrategy, StrategyRunner, Tell, name_deck
from gemp_bot.strategy.guard import RepeatGuard
from gemp_bot.valuation.learned import LearnedValue, usable_value
from gemp_bot.view.model import Battle, Deed, DeedKind, Frame, GameView
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import GameMoment, JournalWatcher

ASKED: Final = "strong"
"""The name of the strategy that is asked what was better, unless another one is wanted."""
MOST_POINTS: Final = 3
MOST_OTHERS: Final = 5
LEAST_SWING: Final = 0.12
"""Change of the chance to win below which a turn is no turning point."""
MOST_FORCE: Final = 4.0
"""Force that an answer is judged to be worth more counts up to this: larger estimates seldom come true."""
LEAST_GAIN: Final = 0.02
"""Gain of an answer, in chance to win, below which it is not told."""
PASS: Final = "pass"  # noqa: S105 - no password
NOWHERE: Final = "nowhere"
"""What a pass is called, and what it means where a place is asked for."""
_A_POINT: Final = 2
"""Better answers that are told of one turning point."""
_REASONS: Final = 2


class TurnChance(msgspec.Struct, frozen=True):
    """The chance of the seat to win as a turn begins, 0 to 1.

    Attributes:
        turn: number of the player's own turn. whose: the player.
        question: first question that was asked in it.
    """

    turn: int
    whose: Side
    question: int
    chance: float


class BetterAnswer(msgspec.Struct, frozen=True):
    """An answer that the strategy finds better than the one that was given.

    Attributes:
        question: its number. turn, whose: when it was asked.
        about: what was asked, in words that go before the answers; empty at menus.
        places: the answers are places that a card goes to.
        done, better: the answers in words, as the catalogue of questions has them.
        force: by how much the strategy judges it to be worth more, in Force. gain: the same as chance to
            win, where it counts up to `MOST_FORCE`.
        why: what the strategy expects of its own, the largest first.
    """

    question: int
    turn: int
    whose: Side | None
    about: str
    places: bool
    done: str
    better: str
    force: float
    gain: float
    why: tuple[str, ...]

    def said(self, answer: str) -> str:
        """One of the answers as it follows `about`."""
        if not self.places:
            return answer if self.about else answer[:1].upper() + answer[1:]
        return NOWHERE if answer == PASS else f"to {answer}"


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn in which the chance to win changed much.

    Attributes:
        began: how it began. after: the chance at its end, as far as that lasts over the turn after it.
        battles: those of the turn. drained: Force lost to Force drains, by who lost it.
        deployed: what its player deployed: titles of cards by that of the place, empty for beside the table.
        luck: of destinies in it, in Force for the seat.
        better: what would have been better in it, or in the turn before it; the best first.
    """

    began: TurnChance
    after: float
    battles: tuple[Battle, ...]
    drained: Mapping[Side, float]
    deployed: tuple[tuple[str, tuple[str, ...]], ...]
    luck: float
    better: tuple[BetterAnswer, ...]

    @property
    def swing(self) -> float:
        """The change of the chance to win."""
        return self.after - self.began.chance


class GameReview(msgspec.Struct, frozen=True):
    """What decided a game, as its seat knows it.

    Attributes:
        me: the seat.
        chances: by turn, in order. end: 1 or 0 for a game that was won or lost by life force; else None.
        points: where it turned, the largest change first.
        others: answers that were better elsewhere, the best first.
        asked: the strategy that was asked; empty if none was.
        blunders: of the seat. luck: of destinies; None where it is not known.
        losses: what both players lost, by turn; what was lost before the first turn is left out.
    """

    me: Side
    chances: tuple[TurnChance, ...] = ()
    end: float | None = None
    points: tuple[TurningPoint, ...] = ()
    others: tuple[BetterAnswer, ...] = ()
    asked: str = ""
    blunders: tuple[Blunder, ...] = ()
    luck: GameLuck | None = None
    losses: tuple[TurnLosses, ...] = ()


class ReviewedGame(msgspec.Struct, frozen=True):
    """A recorded game that was read.

    Attributes:
        review: None for a spectator. truncated: the recording is cut at its end.
    """

    view: GameView
    review: GameReview | None
    truncated: bool


Progress = Callable[[float], None]
"""Told which share of the questions has been looked at again, 0 to 1."""


class Reviewer:
    """Reads recorded games, and finds what decided them."""

    def __init__(
        self,
        catalogue: Catalogue,
        effects: CardEffects,
        *,
        asked: NamedStrategy | None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._catalogue, self._effects, self._index = catalogue, effects, effects.index
        self._asked = asked
        self._cards = CardSources(self._index.derived(CardFactsCache), self._index, effects)
        self._value = usable_value(tell)

    def read(self, parts: Sequence[Path], progress: Progress = lambda _: None) -> ReviewedGame:
        """Read a game, and review it if it was recorded from a seat.

        Raises:
            JournalError: it is damaged, or holds no game.
        """
        path, *continued = parts
        journal = JournalWatcher(path, self._catalogue, self._effects, continued=continued)
        blunders, luck = BlunderReader(self._index), LuckReader(self._index)
        course = _Course(self._cards, self._value, priced=self._asked is not None)
        for moment in journal.read():
            blunders.take(moment)
            luck.take(moment)
            course.take(moment)
        view = journal.watcher.view()
        if not view.frames:
            raise JournalError(f"{path}: holds no moment of a game")
        truncated = journal.relive.tally.truncated
        counts, me = blunders.read(view), view.head.me
        if counts is None or me is None:
            return ReviewedGame(view, None, truncated)
        asked = None if self._value is None else self._asked
        course.forget_all_but(
            {each.question.n for each in view.frames if each.question and not each.taken_back}
        )
        better = () if asked is None else tuple(self._better(asked, parts, course, progress))
        better = tuple(_left_undone(better, view.frames))
        chances = course.chances(me)
        points = tuple(_points(view, chances, _end(view, me), better, luck))
        told = {each.question for point in points for each in point.better}
        return ReviewedGame(
            view,
            GameReview(
                me=me,
                chances=chances,
                end=_end(view, me),
                points=points,
                others=tuple(each for each in _best(better) if each.question not in told)[:MOST_OTHERS],
                asked="" if asked is None else asked.name,
                # One that is cancelled and done otherwise cost nothing.
                blunders=tuple(
                    each for each in counts.blunders if each.kind is not BlunderKind.DEPLOYMENT_CANCELLED
                ),
                luck=luck.luck(me, view.frames),
                losses=tuple(
                    TurnLosses(
                        number, whose, losses_of(turn.deeds, Side.DARK), losses_of(turn.deeds, Side.LIGHT)
                    )
                    for (number, whose), turn in _by_turn(view.frames).items()
                ),
            ),
            truncated,
        )

    def _better(
        self, asked: NamedStrategy, parts: Sequence[Path], course: "_Course", progress: Progress
    ) -> Iterator[BetterAnswer]:
        """Ask the strategy at every question, and give its answers that are worth more."""
        before, last = 0, max(course.prices, default=0)
        for path in parts:
            relive = Relive(path, self._catalogue)
            again = _Again(relive, self._runner(asked, path), Titles(self._index))
            for found in again:
                number = before + found.number
                progress(min(number / last, 1.0) if last else 1.0)
                price = course.prices.get(number)
                answer = None if price is None else again.better(found, number, price)
                if answer is not None:
                    yield answer
            before += relive.tally.decisions

    def _runner(self, asked: NamedStrategy, path: Path) -> StrategyRunner:
        """Who is asked about the game of a journal, with what its head says of the deck."""
        head = journal_head(path)
        deck = None if head is None else head.deck
        strategy = asked.make(0, deck, index=self._index)
        if head is not None:
            name_deck(strategy, head.deck_name, head.deck_start)
        # Its own answers are not given, so that none of them can have been futile.
        runner = StrategyRunner(strategy, guard=RepeatGuard(sys.maxsize))
        runner.tell = Tell.SCORES
        return runner


class _Price(msgspec.Struct, frozen=True):
    """What Force is worth at a question: the log odds that we win, and those that a unit of it decides."""

    log_odds: float
    unit: float


class _Course:
    """The chance to win as turns begin, and the price of Force at each choice if that is wanted."""

    def __init__(self, cards: CardSources, value: LearnedValue | None, *, priced: bool) -> None:
        self.prices: dict[int, _Price] = {}
        self._starts = TurnStarts(cards)
        self._value, self._priced = value, priced

    def take(self, moment: GameMoment) -> None:
        """Take a moment of the game."""
        starts, value, step = self._starts, self._value, moment.step
        if value is None:
            return
        starts.step(step)
        question = step.question if self._priced else None
        if question is not None and question.is_choice and starts.table.statistics is not None:
            outline = starts.reader.outline
            self.prices[step.number] = _Price(value.log_odds(outline), value.life_price(outline))

    def forget_all_but(self, questions: Collection[int]) -> None:
        """Forget the prices at other questions: those that were taken back."""
        self.prices = {number: price for number, price in self.prices.items() if number in questions}

    def chances(self, me: Side) -> tuple[TurnChance, ...]:
        """The chance of a side as each turn began."""
        return tuple(self._chance(start, me) for start in self._starts.turns)

    def _chance(self, start: TurnStart, me: Side) -> TurnChance:
        assert self._value is not None, "nothing is taken without one"  # noqa: S101
        at = start.outline
        chance = self._value.chance(at)
        return TurnChance(at.turn, me if at.my_turn else me.other, start.question, chance)


_PAID = frozenset({PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT})
_FORFEITED = frozenset({PromptKind.FORFEIT, PromptKind.OPTIONAL_FORFEIT})
_GOES = MappingProxyType(
    {
        PromptKind.CHOOSE_DEPLOY_TARGET: "Deploy",
        PromptKind.CHOOSE_MOVE_TARGET: "Move",
        PromptKind.DOCKING_BAY_TARGET: "Move",
        PromptKind.SHUTTLE_TARGET: "Shuttle",
    }
)
"""Questions where a card goes, and what it does."""
_MENUS = frozenset({PromptKind.PHASE_ACTION, PromptKind.OPTIONAL_RESPONSES, PromptKind.REQUIRED_RESPONSES})


class _Again:
    """The questions of one journal, asked again."""

    def __init__(self, relive: Relive, runner: StrategyRunner, titles: Titles) -> None:
        self._relive, self._runner, self._titles = relive, runner, titles
        self._told: DescribedQuestion | None = None
        self._turn: tuple[int, Side | None] = 0, None

    def __iter__(self) -> Iterator[Redecision]:
        """Give every question with both answers."""
        yield from Redecide(self._relive, self._runner, self._describe)

    def _describe(self, step: RelivedExchange, opened: Redecision) -> None:
        """Put a question into words while the table is as it was asked."""
        table = self._relive.table
        if step.update is not None:
            self._titles.learn(step.update.events)
        self._told = None
        if opened.question.is_choice:
            self._told = describe(table, opened.question, self._titles.title, self._titles.text)
            player = table.turn_player
            self._turn = table.turn or 0, None if player is None else table.side_of(player)

    def better(self, found: Redecision, number: int, price: _Price) -> BetterAnswer | None:
        """The answer of the strategy, if it is worth enough more than the one that was given.

        Nothing is told against the text of a card that was used: what it does is not always understood.
        """
        verdict, was, told = found.thought.verdict, found.was, self._told
        answer = verdict.answer.wire
        if was is None or told is None or answer == was or found.thought.fallback is not None:
            return None
        score = next((each.score for each in verdict.alternatives if each.answer.wire == was), None)
        if score is None or not verdict.reasons or _uses_text(found.question, was):
            return None
        force = sum(reason.force for reason in verdict.reasons) - score
        gain = logistic(price.log_odds) - logistic(price.log_odds - min(force, MOST_FORCE) * price.unit)
        done, better = told.words(was), told.words(answer)
        if gain < LEAST_GAIN or done == better:
            return None
        gains = sorted((each for each in verdict.reasons if each.force > 0), key=lambda each: -each.force)
        return BetterAnswer(
            question=number,
            turn=self._turn[0],
            whose=self._turn[1],
            about=_about(told),
            places=found.question.kind in _GOES,
            done=done,
            better=better,
            force=force,
            gain=gain,
            why=tuple(each.text for each in gains or verdict.reasons if each.text)[:_REASONS],
        )


def _uses_text(question: Question, wire: str) -> bool:
    chosen = (option for option in question.options if option.key in wire.split(","))
    return any(option.reading is not None and option.reading.kind not in RULE_ACTIONS for option in chosen)


def _about(told: DescribedQuestion) -> str:
    """What a question asks, in words that go before an answer; empty where an answer says it all."""
    question = told.question
    if question.kind in _MENUS:
        return ""
    if question.kind in _PAID:
        return "Lose"
    if question.kind in _FORFEITED:
        return "Forfeit"
    if question.kind in _GOES and told.about:
        return f"{_GOES[question.kind]} {told.about[0]}"
    return f"{question.asked.removesuffix('.')}:"


def _left_undone(better: Iterable[BetterAnswer], frames: Iterable[Frame]) -> Iterator[BetterAnswer]:
    """Those answers that were not given later in the same turn: another order costs little."""
    last = {
        (frame.turn or 0, frame.whose, frame.question.chosen): frame.question.n
        for frame in frames
        if frame.question is not None and not frame.taken_back
    }
    for each in better:
        if each.better == PASS or last.get((each.turn, each.whose, each.better), 0) < each.question:
            yield each


# -- turning points ---------------------------------------------------------------------------------


@dataclass
class _Turn:
    """What was seen of a turn; a frame in which the next one begins is of this one."""

    frames: list[Frame] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)


def _end(view: GameView, me: Side) -> float | None:
    ending = view.ending
    if ending is None or ending.winner is None or ending.reason != EndReason.LIFE_FORCE.value:
        return None
    return float(ending.winner is me)


def _points(
    view: GameView,
    chances: Sequence[TurnChance],
    end: float | None,
    better: Iterable[BetterAnswer],
    luck: LuckReader,
) -> Iterator[TurningPoint]:
    """The turns of the largest falls and, if these are few, of the largest rises; in order of the game."""
    turns = _by_turn(view.frames)
    left = _best(better)
    found: list[TurningPoint] = []
    afters = [*(each.chance for each in chances), end, end]
    changes = [
        (change, place)
        for place, began in enumerate(chances)
        if abs(change := _kept(began.chance, afters[place + 1 : place + 3])) >= LEAST_SWING
    ]
    # Falls first, for something can be learnt from them.
    falls, rises = sorted(each for each in changes if each[0] < 0), sorted(changes, reverse=True)
    for change, place in [*falls, *(each for each in rises if each[0] > 0)][:MOST_POINTS]:
        began = chances[place]
        near = {(each.turn, each.whose) for each in chances[max(place - 1, 0) : place + 1]}
        here = [each for each in left if change < 0 and (each.turn, each.whose) in near][:_A_POINT]
        left = [each for each in left if each not in here]
        turn = turns.get((began.turn, began.whose), _Turn())
        found.append(_point(began, began.chance + change, turn, here, luck.luck(view.head.me, turn.frames)))
    yield from sorted(found, key=lambda point: point.began.question)


def _kept(began: float, later: Sequence[float | None]) -> float:
    """The change of a turn that lasts, up to where the same player's next turn begins; 0 where it does not.

    Whose turn it is counts in the chance, so that a turn in which nothing is done changes it, too, until the
    other player's has passed.
    """
    changes = [each - began for each in later if each is not None]
    if len(changes) < len(later):
        return 0.0
    return max(min(changes), 0.0) + min(max(changes), 0.0)


def _point(
    began: TurnChance, after: float, turn: _Turn, better: Iterable[BetterAnswer], luck: GameLuck | None
) -> TurningPoint:
    drained: dict[Side, float] = {}
    deployed: dict[str, list[str]] = {}
    for deed in turn.deeds:
        if deed.kind is DeedKind.DRAINED and deed.side is not None and deed.amount:
            drained[deed.side.other] = drained.get(deed.side.other, 0.0) + deed.amount
        elif deed.kind is DeedKind.DEPLOYED and deed.side is began.whose:
            place = "" if deed.location is None or deed.location in deed.cards else deed.location.title
            deployed.setdefault(place, []).extend(card.title for card in deed.cards if card.title)
    return TurningPoint(
        began=began,
        after=after,
        battles=tuple(
            deed.battle
            for deed in turn.deeds
            if deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None
        ),
        drained=drained,
        deployed=tuple((place, tuple(titles)) for place, titles in deployed.items() if titles),
        luck=0.0 if luck is None else luck.force,
        better=tuple(better),
    )


def _by_turn(frames: Iterable[Frame]) -> Mapping[tuple[int, Side], _Turn]:
    """The turns, by number and player; what was taken back is in none."""
    found: dict[tuple[int, Side], _Turn] = {}
    now = _Turn()
    for frame in frames:
        if frame.taken_back:
            continue
        now.frames.append(frame)
        for deed in frame.deeds:
            if deed.kind is DeedKind.TURN_BEGAN and deed.side is not None:
                now = found.setdefault((int(deed.amount or 0), deed.side), _Turn())
            now.deeds.append(deed)
    return found


def _best(better: Iterable[BetterAnswer]) -> list[BetterAnswer]:
    """The best first, each of a turn once: what was not done is often found better again and again."""
    found: dict[tuple[int, Side | None, str], BetterAnswer] = {}
    for each in sorted(better, key=lambda each: -each.gain):
        found.setdefault((each.turn, each.whose, each.better), each)
    return list(found.values())
