"""A position as it is written: a question of a recorded game, and what a good player does there.

Reading a file tells all its problems, each with its place.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import gemp_bot
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.search import suggestions
from gemp_bot.decisions import ActionKind, Catalogue, PromptKind, ResultKind
from gemp_bot.files import TomlReader, read_toml
from gemp_bot.files.problems import ProblemsError, meant, shown
from gemp_bot.files.toml import Place
from gemp_bot.journal import JournalReader
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import Head
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Relive
from gemp_bot.terminal import plain

_SHIPPED = "shipped_positions"
DEFAULT_STRATEGY = "strong"
"""The strategy that is asked where neither the file nor the command line names one."""


def shipped_positions() -> tuple[Path, ...]:
    """The files of the positions that a checkout or the wheel has, by name."""
    package = Path(gemp_bot.__file__).resolve().parent
    checkout = package.parent / "tests/positions"
    # An installed package has site-packages around it, and a folder of that name there is not ours.
    ours = (package.parent / "pyproject.toml").is_file() and checkout.is_dir()
    return tuple(sorted((checkout if ours else package / _SHIPPED).glob("*.toml")))


class PositionFileError(ProblemsError, ValueError):
    """A position cannot be used: where, what, and what would be right."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A range of numbers, both ends included; None for no bound."""

    min: int | None = None
    max: int | None = None

    def hold(self, number: int) -> bool:
        """Whether a number lies within."""
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)

    def meet(self, low: int, high: int) -> bool:
        """Whether any number from low to high lies within."""
        return (self.min is None or self.min <= high) and (self.max is None or self.max >= low)


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """An expected answer, described by titles and kinds: an answer fits if all that is set here holds.

    No ids: they are of one game, while titles are the same in all games.

    Attributes:
        why: why a good player does it, or does not.
        line: where it begins in the file.
        action: what the action says it does; an Interrupt fits by what it is played for as well.
        card: the card an action belongs to; in a question about a card ("Choose where to deploy ...")
            that card; in any other question the card that is picked.
        target: a card the action names; in other questions the card that is picked.
        at: the location that is chosen, or where the chosen card is.
        zone: where the chosen card lies (`from` in the file).
        passes: whether nothing is chosen.
        number: the number that is chosen.
        result: the result that is chosen.
    """

    why: str
    line: int = 1
    action: ActionKind | None = None
    card: str | None = None
    target: str | None = None
    at: str | None = None
    zone: Zone | None = None
    passes: bool | None = None
    number: NumberRange | None = None
    result: ResultKind | None = None

    @property
    def words(self) -> str:
        """What is described, as it is written: `action FORCE_DRAIN, at Endor`."""
        said = [
            f"{name} {value}"
            for name, value in (
                ("action", self.action),
                ("card", self.card),
                ("target", self.target),
                ("at", self.at),
                ("from", self.zone),
                ("result", self.result),
            )
            if value is not None
        ]
        if self.passes is not None:
            said.append("passes" if self.passes else "does not pass")
        if self.number is not None:
            low, high = self.number.min, self.number.max
            said.append(f"number {'' if low is None else low}..{'' if high is None else high}")
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class RecordedPosition:
    """One position.

    Attributes:
        file: the file it was read from.
        journal: the recorded game; it may be cut right after the question.
        question: number of the question in it, from 1, as `gemp-bot replay --at N` counts.
        asks: the kind of the question, to notice a wrong number; None if the file does not say.
        strategy: the strategy it is about.
        about: a heading in one line; may be empty.
        must: the answer fits at least one of these, if there are any.
        must_not: the answer fits none of these.
        known: why `strategy` does not keep it yet; None if it is to keep it.
        lines: the lines of the keys `question` and `asks` in the file.
    """

    file: Path
    journal: Path
    question: int
    asks: PromptKind | None = None
    strategy: str = DEFAULT_STRATEGY
    about: str = ""
    must: tuple[ExpectedAnswer, ...] = ()
    must_not: tuple[ExpectedAnswer, ...] = ()
    known: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def place(self, key: str) -> str:
        """Where a key stands, for a message: `FILE:LINE: key`."""
        return f"{plain(str(self.file))}:{self.lines.get(key, 1)}: {key}"


def cut_journal(source: Path, question: int, target: Path) -> int:
    """Write a game up to a question, as small as possible without changing its meaning.

    What is left out: all that follows the question, exchanges that are not of the game, verdicts, and in
    the head the address of the server. People get other names (`journal.pseudonyms`).

    Args:
        source: a recorded game.
        question: the number of the last question to keep, from 1.
        target: a file that does not exist yet.

    Returns:
        The size of the new file in bytes.

    Raises:
        JournalError: the source cannot be read.
        PositionFileError: it has no such question, or the target exists.
    """
    relive = Relive(source, Catalogue.load())
    kept = {}
    for step in relive:
        kept[step.line] = step.exchange
        if step.question is not None and step.number == question:
            break
    else:
        raise PositionFileError(
            f"{plain(str(source))}: no question {question}: it has {relive.tally.decisions}"
        )
    encoder, names = msgspec.json.Encoder(), Pseudonyms()
    lines = [encoder.encode(_head_of(line)) for _, line in JournalReader(source) if isinstance(line, Head)]
    lines += [encoder.encode(names.exchange(_lean(exchange))) for exchange in kept.values()]
    try:
        with target.open("xb") as file:
            file.write(gzip.compress(b"\n".join(lines) + b"\n", compresslevel=9, mtime=0))
    except FileExistsError:
        raise PositionFileError(f"{plain(str(target))}: is there already: nothing is overwritten") from None
    return target.stat().st_size


def _head_of(head: Head) -> Head:
    return msgspec.structs.replace(head, server=None, game=None, previous=None)


def _lean(exchange: Exchange) -> Exchange:
    """Times to the tenth of a second: further digits are not used and compress badly."""
    return msgspec.structs.replace(exchange, t=round(exchange.t, 1), ms=round(exchange.ms))


_TOP = ("journal", "question", "asks", "strategy", "about", "known", "must", "must_not")
_ANSWER = ("action", "card", "target", "at", "from", "passes", "number", "result", "why")
_RANGE = ("min", "max")

_Word = TypeVar("_Word", bound=StrEnum)


def read_position(file: Path, index: CardIndex) -> RecordedPosition:
    """Read and check a position file.

    Args:
        file: a TOML file.
        index: the cards there are; a title that none has is a fault.

    Raises:
        PositionFileError: all that is wrong.
    """
    read = read_toml(file, "docs/positions.md shows a position", PositionFileError)
    return _Reader(read, PositionFileError, index).position()


@dataclass(frozen=True, slots=True)
class _Reader(TomlReader):
    index: CardIndex

    def position(self) -> RecordedPosition:
        data = self.file.data
        self.check_keys(data, _TOP)
        made = RecordedPosition(
            file=self.file.path,
            journal=self._journal(),
            question=self._question(),
            asks=self._word(data, ("asks",), PromptKind),
            strategy=self.text(data, ("strategy",)) or DEFAULT_STRATEGY,
            about=self.text(data, ("about",)) or "",
            must=self._descriptions("must"),
            must_not=self._descriptions("must_not"),
            known=self.text(data, ("known",)),
            lines={key: self.file.line((key,)) for key in ("question", "asks")},
        )
        if not self.problems and not made.must and not made.must_not:
            self.wrong((), "says nothing: write [[must]] or [[must_not]]")
        self.check()
        return made

    # -- the head -----------------------------------------------------------------------------------

    def _journal(self) -> Path:
        said = self.needed(self.file.data, ("journal",), "the path of a recorded game, seen from this file")
        folder = self.file.path.parent
        path = folder / said
        if Path(said).is_absolute():
            self.wrong(("journal",), f"{shown(said)}: a path seen from this file, not from /")
        elif said and not path.is_file():
            self.wrong(("journal",), f"{shown(said)}: no such file in {plain(str(folder))}")
        return path

    def _question(self) -> int:
        number = self.file.data.get("question")
        if number is None:
            self.wrong(("question",), "is missing: the number of the question, as replay --board shows it")
        elif type(number) is not int or number < 1:
            self.wrong(("question",), f"{shown(number)}: a number from 1 on")
        else:
            return number
        return 0

    # -- answers ------------------------------------------------------------------------------------

    def _descriptions(self, key: str) -> tuple[ExpectedAnswer, ...]:
        tables = self.file.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            self.wrong((key,), f"write it as [[{key}]]")
            return ()
        return tuple(self._description(table, (key, number)) for number, table in enumerate(tables))

    def _description(self, table: Mapping[str, Any], place: Place) -> ExpectedAnswer:
        self.check_keys(table, _ANSWER, place)
        why = self.needed(table, (*place, "why"), "why a good player does so, in one sentence")
        if set(table) == {"why"}:
            self.wrong(place, f"describes no answer: write one of {', '.join(_ANSWER[:-1])}")
        made = ExpectedAnswer(
            why=why,
            line=self.file.line(place),
            action=self._word(table, (*place, "action"), ActionKind),
            card=self._title(table, (*place, "card")),
            target=self._title(table, (*place, "target")),
            at=self._title(table, (*place, "at")),
            zone=self._word(table, (*place, "from"), Zone),
            passes=self._truth(table, (*place, "passes")),
            number=self._numbers(table, (*place, "number")),
            result=self._word(table, (*place, "result"), ResultKind),
        )
        if made.passes and set(table) - {"passes", "why"}:
            self.wrong((*place, "passes"), "nothing is chosen by passing: leave the other keys out")
        return made

    def _numbers(self, table: Mapping[str, Any], place: Place) -> NumberRange | None:
        said = table.get("number")
        if said is None:
            return None
        if not isinstance(said, dict) or not said:
            self.wrong(place, "a range: { min = 1, max = 3 }, one of the two is enough")
            return None
        right = self.check_keys(said, _RANGE, place)
        for key, bound in said.items():
            if type(bound) is not int:
                self.wrong((*place, key), f"{shown(bound)}: a whole number")
                right = False
        if not right:
            return None
        numbers = NumberRange(said.get("min"), said.get("max"))
        if numbers.min is not None and numbers.max is not None and numbers.min > numbers.max:
            self.wrong(place, f"min {numbers.min} is above max {numbers.max}")
        return numbers

    # -- values -------------------------------------------------------------------------------------

    def _truth(self, table: Mapping[str, Any], place: Place) -> bool | None:
        said = table.get(str(place[-1]))
        if said is not None and not isinstance(said, bool):
            self.wrong(place, f"{shown(said)}: true or false")
            return None
        return said

    def _word(self, table: Mapping[str, Any], place: Place, words: type[_Word]) -> _Word | None:
        said = self.text(table, place)
        if said is None:
            return None
        if said not in words.__members__:
            self.wrong(place, f"there is no {shown(said)}: {meant(said, words.__members__)}")
            return None
        return words(said)

    def _title(self, table: Mapping[str, Any], place: Place) -> str | None:
        said = self.text(table, place)
        if said is not None and not self.index.titled(said):
            close = suggestions(self.index, said, 1)
            right = f"did you mean {close[0]!r}?" if close else "gemp-bot cards search WORD finds titles"
            self.wrong(place, f"there is no card {shown(said)}: {right}")
        return said
