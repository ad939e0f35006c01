"""A position as it is written: a question of a recorded game, and what a good player does there."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gemp_bot.decisions import ActionKind, Catalogue, PromptKind, ResultKind
from gemp_bot.files.problems import ProblemsError
from gemp_bot.journal import JournalReader
from gemp_bot.journal.lines import Head
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Relive
from gemp_bot.terminal import plain

DEFAULT_STRATEGY = "strong"
"""The strategy that is asked where neither the file nor the command line names one."""


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
