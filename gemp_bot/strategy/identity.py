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
    PLUGIN = "plug-in"


class Identity(msgspec.Struct, frozen=True, omit_defaults=True):
    """A strategy and the program that runs it; equal only where both are.

    Attributes:
        name: of the strategy.
        program: digest of the program (`program_digest`).
        parts: digests of what else it is made of, by name: of a file and its parents, the file itself first;
            or of the distribution of a plug-in, named with its version. Empty for code of the program.
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
    if now.kind is StrategyKind.PLUGIN:
        if before.parts != now.parts:
            yield f"plug-in {now.name} was {_packages(before)}, is {_packages(now)}"
    else:
        for name in dict.fromkeys((*before.parts, *now.parts)):
            what = f"strategy file {name}" if name == now.name else f"{now.name}'s parent {name}"
            yield from _changed(what, before.parts.get(name), now.parts.get(name))
    yield from _changed("the program", before.program, now.program)


def _changed(what: str, before: str | None, now: str | None) -> Iterator[str]:
    if before != now:
        yield f"{what} was {short(before)}, is {short(now)}"


def _packages(identity: Identity) -> str:
    return ", ".join(f"{name} {short(digest)}" for name, digest in identity.parts.items()) or "unknown"


def _name(identity: Identity | None) -> str:
    return "no strategy of ours" if identity is None else f"the {identity.kind} {identity.name}"
