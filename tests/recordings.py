"""Recorded games, decoded once a process: many tests go through the same ones, and decoding is half of it."""

import gzip
from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Relive

_KNOWN: dict[tuple[bytes, int], GameUpdate] = {}


class _Recalling(GameDecoder):
    """Decodes what no other one has decoded before; counts nothing unknown.

    An answer that comes again is another update, as it is live: some of us ask whether it is the same object.
    """

    def __init__(self) -> None:
        super().__init__()
        self._met: Counter[bytes] = Counter()

    def decode(self, body: bytes) -> GameUpdate:
        digest = blake2b(body).digest()
        self._met[digest] += 1
        key = digest, self._met[digest]
        if key not in _KNOWN:
            _KNOWN[key] = super().decode(body)
        return _KNOWN[key]


def sparing(paths: Iterable[Path], most: int = 66_000) -> list[Any]:
    """The parameters of a test of every recording: those of more bytes are left to the long tests."""
    return [
        path if path.stat().st_size < most else pytest.param(path, marks=pytest.mark.long) for path in paths
    ]


def beginning(path: Path, lines: int, folder: Path) -> Path:
    """The first lines of a recording, as a recording of their own in a folder."""
    with gzip.open(path) as whole:
        cut = folder / f"beginning-of-{path.name.removesuffix('.gz')}"
        cut.write_bytes(b"".join(line for line, _ in zip(whole, range(lines), strict=False)))
    return cut


@cache
def updates(path: Path) -> tuple[GameUpdate, ...]:
    """Everything the server told in a recording."""
    decoder = _Recalling()
    return tuple(
        decoder.decode(line.body.encode())
        for _, line in JournalReader(path)
        if isinstance(line, Exchange) and line.path.startswith("/game/") and line.body.startswith("<?xml")
    )


def relived(path: Path, catalogue: Catalogue) -> Relive:
    """A recording to go through, for tests of something else than decoding it."""
    return Relive(path, catalogue, _decoder=_Recalling())
