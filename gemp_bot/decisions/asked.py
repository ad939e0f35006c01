"""What the kinds of questions ask, and how often they come in recorded games: for the reference."""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files

import msgspec

from gemp_bot.decisions.kinds import PromptKind

COUNTS, TEXTS = "asked.json", "asked.toml"


class AskedCounts(msgspec.Struct, frozen=True):
    """How often each kind was asked one player.

    Attributes:
        command: how it was counted.
        games: recordings.
        journals: a digest of what was recorded: the same journals give the same one.
        questions: those with two or more answers; only they count.
        kinds: how many of them are of each kind, the commonest first.
    """

    command: str
    games: int
    journals: str
    questions: int
    kinds: dict[str, int]


def counted(kinds: Iterable[PromptKind], digests: Iterable[str]) -> AskedCounts:
    """Count questions.

    Args:
        kinds: of every question with two or more answers.
        digests: of the journals, in any order.
    """
    found = Counter(kind.value for kind in kinds)
    names = sorted(digests)
    return AskedCounts(
        command="python -m tools.prompts --counts FILE JOURNALS",
        games=len(names),
        journals=hashlib.sha256("\n".join(names).encode()).hexdigest()[:16],
        questions=found.total(),
        kinds=dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def asked_counts() -> AskedCounts:
    """What was counted last, and came with the program."""
    return msgspec.json.decode(_read(COUNTS), type=AskedCounts)


def asked_texts() -> Mapping[str, str]:
    """What each kind asks, one line each."""
    return {kind: str(text) for kind, text in tomllib.loads(_read(TEXTS).decode()).items()}


def _read(name: str) -> bytes:
    return files("gemp_bot.decisions").joinpath(name).read_bytes()
