"""Cutting a recorded game down to what a position needs, without names of people."""

import gzip
from pathlib import Path

import msgspec

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalReader
from gemp_bot.journal.lines import Head
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.positions.form import PositionFileError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Relive
from gemp_bot.terminal import plain


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
