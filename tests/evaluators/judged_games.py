"""Recorded games, decided question by question; also under other card ids and other faces."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.evaluators import prompts
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.procedures import Procedures, load_strategy
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.ids import is_hidden
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, Verdict
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged import strategy as judged
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDINGS = sorted(FIXTURES.glob("*s/*.jsonl.gz"))
GAMES = [path for path in RECORDINGS if path.parent.name == "games"]
OTHERS = [path for path in RECORDINGS if path.parent.name == "findings"]
SHORT = [
    path
    for path in GAMES
    if path.name.startswith(("anh-light-vs", "ds2-dark-vs", "edge", "open40-dark", "premiere-intro"))
]
"""A few of all kinds, for what takes many runs."""


def name_of(path: Path) -> str:
    return path.name.removesuffix(".jsonl.gz")


@cache
def catalogue() -> Catalogue:
    return Catalogue.load()


@cache
def index() -> CardIndex:
    return CardIndex.load()


class Decided(NamedTuple):
    """A question with the verdict on it, at the table it was asked at."""

    view: Table
    question: Question
    verdict: Verdict


def decided(game: tuple[GameUpdate, ...], strategy: Strategy) -> Iterator[Decided]:
    """Decide every question of a recording."""
    table = Table()
    for update in game:
        table.apply(update)
        asked = table.asked
        if asked is not None:
            question = ask(asked, table.face_of, catalogue())
            yield Decided(table, question, strategy.decide(table, question, Budget()))
            table.answered()


def strategy_of(name: str, *, seed: int = 0) -> JudgedStrategy:
    """A strategy file, by name or path."""
    return JudgedStrategy(seed, load_strategy(name, make_vocabulary()), index=index())


def from_text(folder: Path, text: str, *, parent: str = "strong", seed: int = 0) -> JudgedStrategy:
    """A strategy of our own that extends another."""
    return JudgedStrategy(seed, procedures_of(folder, text, parent=parent), index=index())


def procedures_of(folder: Path, text: str, *, parent: str = "strong") -> Procedures:
    head = f'name = "tried"\nabout = "For a test."\napi = 2\nextends = "{parent}"\n\n'
    file = folder / "tried.toml"
    file.write_text(head + text)
    return load_strategy(str(file), make_vocabulary())


def memory_of(strategy: JudgedStrategy) -> GameMemory:
    return strategy._memory


def reader_of(strategy: JudgedStrategy) -> TableReader:
    return strategy._reader


# -- the same game under other names ---------------------------------------------------------------

IDS = ("card_id", "target_card_id")
LISTS = ("other_card_ids", "other_card_ids2", "card_ids")
PRIME = 2**31 - 1


def other_id(number: int) -> int:
    """A different id for each id, in no order; what is no id of a card stays."""
    return number * 48271 % PRIME if number > 0 else number


def other_wire(wire: str) -> str:
    """The answer that names the same cards."""
    return ",".join(str(other_id(int(key))) for key in wire.split(",")) if wire else wire


def same_face(face: str) -> str:
    return face


def other_face(face: str) -> str:
    """A face that no card has, one for each; backs and marks stay."""
    return face if is_hidden(face) or not face[:1].isdigit() else f"77{face}"  # type: ignore[arg-type]


def renamed(
    update: GameUpdate, number: Callable[[int], int] = other_id, face: Callable[[str], str] = same_face
) -> GameUpdate:
    """The same events with other ids and faces."""
    made: GameUpdate = _changed(update, number, face)
    return made


def _changed(value: Any, number: Callable[[int], int], face: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        items = [_changed(each, number, face) for each in value]
        return value._make(items) if hasattr(value, "_make") else tuple(items)
    if not isinstance(value, msgspec.Struct):
        return value
    found: dict[str, Any] = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        if name in IDS and isinstance(old, int):
            found[name] = number(old)
        elif name in LISTS:
            found[name] = type(old)(number(each) for each in old)
        elif name == "system_name" and isinstance(old, str) and old.isdigit():
            found[name] = str(number(int(old)))
        elif name == "blueprint_id" and isinstance(old, str):
            found[name] = face(old)
        elif name in ("events", "actions", "decision", "cards", "options"):
            found[name] = _changed(old, number, face)
    return msgspec.structs.replace(value, **found) if found else value


# -- what was weighed ------------------------------------------------------------------------------


class Scales:
    """Remembers everything that was weighed for the last question; None if nothing was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.last: list[ScoredAnswer] | None = None
        real = prompts.weigh

        def weigh(ctx: DecisionContext) -> list[ScoredAnswer]:
            self.last = real(ctx)
            return self.last

        monkeypatch.setattr(judged, "weigh", weigh)

    def take(self) -> list[ScoredAnswer] | None:
        last, self.last = self.last, None
        return last
