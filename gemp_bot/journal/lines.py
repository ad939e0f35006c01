"""The lines of a journal: exchanges as in any recording, and some of our own."""

from math import isfinite
from typing import NamedTuple

import msgspec

from gemp_bot.protocol.exchange import Exchange

FORMAT_VERSION = 1
"""Version of the kinds of line of our own; exchanges have had one form from the start."""


class Head(msgspec.Struct, frozen=True, tag_field="kind", tag="head", omit_defaults=True):
    """The first line: with what the game was played, so that it can be re-decided exactly.

    Attributes:
        version: `format` on the line, see FORMAT_VERSION.
        bot: version of gemp-bot, with the revision where known.
        strategy: its name.
        given: the strategy as it was asked for: its name, or the path of its file.
        strategy_digest: of the strategy's file with its parents, or of the plug-in's package; that of the
            program for a strategy that is code of it.
        program_digest: of gemp-bot's own code and data.
        deck_digest, opponent_deck_digest: of the texts of the decks, where they are known.
        seed: of the strategy's own generator; None if it uses none.
        budget: units of work a question may take; None for no limit.
        deck: the text of our own deck, `id,id|id` (PROTOCOL 8.1); None if it could not be read.
        deck_name: its name.
        deck_start: the starting location its owner wishes for, its card id; None for no wish.
        server: the server's address, without any credential.
        previous: file name of the journal this one continues.
    """

    bot: str
    strategy: str
    version: int = msgspec.field(name="format")
    seed: int | None = None
    budget: int | None = None
    deck: str | None = None
    deck_name: str | None = None
    deck_start: str | None = None
    server: str | None = None
    game: str | None = None
    previous: str | None = None
    given: str | None = None
    strategy_digest: str | None = None
    program_digest: str | None = None
    deck_digest: str | None = None
    opponent_deck_digest: str | None = None


class ScorePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a score, in Force, with its reason."""

    reason: str
    force: float = 0.0


class WeighedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that was weighed and not given."""

    answer: str
    score: float | None = None


class VerdictLine(msgspec.Struct, frozen=True, tag_field="kind", tag="verdict", omit_defaults=True):
    """What was decided at one question, and why.

    Attributes:
        n: number of the question in this file, from 1.
        answer: the decision value as sent; the empty text passes.
        parts: the parts of the score of the answer.
        alternatives: other answers with their scores, the best first.
        fallback: which way out was taken, None if the strategy itself answered.
        work: units of work done.
        ms: time taken, in milliseconds.
    """

    n: int
    answer: str
    parts: tuple[ScorePart, ...] = ()
    alternatives: tuple[WeighedAnswer, ...] = ()
    fallback: str | None = None
    work: int = 0
    ms: float = 0.0


class CutLine(msgspec.Struct, frozen=True, tag_field="kind", tag="cut", omit_defaults=True):
    """The last line of a journal that was not written to the end of its game; read like a cut file.

    Attributes:
        why: one line.
    """

    why: str


def writable(line: VerdictLine) -> VerdictLine:
    """The line as it can be written and read again: no lone surrogates, and no number that is none."""
    return msgspec.structs.replace(
        line,
        parts=tuple(
            ScorePart(_encodable(part.reason), part.force if isfinite(part.force) else 0.0)
            for part in line.parts
        ),
        alternatives=tuple(
            WeighedAnswer(each.answer, each.score if each.score is None or isfinite(each.score) else None)
            for each in line.alternatives
        ),
    )


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


JournalLine = Exchange | Head | VerdictLine | CutLine


class NumberedLine(NamedTuple):
    """A line with its number in the file, from 1."""

    number: int
    line: JournalLine
