"""Which strategy it was, as digests: what was measured of one is never counted for another."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

import gemp_bot
from gemp_bot.files.digests import SHORT, package_digest


class StrategyKind(StrEnum):
    """What a strategy is made of."""

    PROGRAM = "program"
    FILE = "file"
    CLASS = "class"
    """A class of a Python file."""
    PLUGIN = "plug-in"

    @property
    def foreign(self) -> bool:
        """Whether it is code of somebody else."""
        return self in (StrategyKind.CLASS, StrategyKind.PLUGIN)


class Identity(msgspec.Struct, frozen=True, omit_defaults=True):
    """A strategy and the program that runs it; equal only where both are.

    Attributes:
        name: of the strategy.
        program: digest of the program (`program_digest`).
        parts: digests of what else it is made of, by name: of a file and its parents, the file itself first;
            of the Python file of a class; of the distribution of a plug-in, named with its version. Empty for
            code of the program.
    """

    name: str
    kind: StrategyKind
    program: str
    parts: dict[str, str] = {}

    @property
    def digest(self) -> str:
        """The digest of the strategy without the program; of one that is code of it, that of the program."""
        if not self.parts:
            return self.program
        return sha256("".join(reversed(self.parts.values())).encode()).hexdigest()


@cache
def program_digest() -> str:
    """The digest of this program. Read once in a process, so that it tells what the process runs."""
    return package_digest(Path(gemp_bot.__file__).resolve().parent)


def differences(before: Iterable[Identity | None], now: Iterable[Identity | None]) -> list[str]:
    """How players differ from what they were, each difference once, with short digests; empty if they do not.

    Args:
        before: the players then; None for one without an identity, such as a server's own.
        now: the players now, in the same order.
    """
    found = (told for was, found in zip(before, now, strict=True) for told in _differences(was, found))
    return list(dict.fromkeys(found))


def short(digest: str | None) -> str:
    """A digest as people are shown it; `none` for None."""
    return "none" if digest is None else digest[:SHORT]


def _differences(before: Identity | None, now: Identity | None) -> Iterator[str]:
    if before is None or now is None or (before.name, before.kind) != (now.name, now.kind):
        if before != now:
            yield f"a player was {_name(before)}, is {_name(now)}"
        return
    names = dict.fromkeys((*before.parts, *now.parts))
    other = [_part(now, name) for name in names if before.parts.get(name) != now.parts.get(name)]
    if other:
        yield f"{changed_strategy(now.name, before.digest, now.digest)} ({', '.join(other)})"
    if before.program != now.program:
        yield changed_program(before.program, now.program)


def changed_strategy(name: str, before: str | None, now: str) -> str:
    """What is said of a strategy that has another digest than before."""
    return f"strategy {name} was {short(before)}, is {short(now)}"


def changed_program(before: str | None, now: str) -> str:
    """The same of the program."""
    return f"the program was {short(before)}, is {short(now)}"


def _part(identity: Identity, name: str) -> str:
    """What it is made of, in words."""
    match identity.kind:
        case StrategyKind.PLUGIN:
            return f"its package {name}"
        case StrategyKind.CLASS:
            return f"its file {name}"
    return "its file" if name == identity.name else f"its parent {name}"


def _name(identity: Identity | None) -> str:
    return "no strategy of ours" if identity is None else f"the {identity.kind} {identity.name}"
