"""A class of a file, `mine.py:Mine`: known by its bytes; what is wrong with it is one line."""

from pathlib import Path

import pytest

from gemp_bot.strategy import UnknownStrategyError, strategy_named
from gemp_bot.strategy.identity import StrategyKind, differences

MINE = """
import gemp_bot
from dataclasses import dataclass

class Mine(gemp_bot.Strategy):
    fallback = "random"
    def decide(self, game, question):
        return None

class Needy(Mine):
    def __init__(self, needed): ...

@dataclass
class Plain:
    number: int = 0
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(MINE)
    return str(tmp_path / "mine.py")


def test_it_is_known_by_the_bytes_of_its_file(mine: str) -> None:
    file = Path(mine)
    before = strategy_named(f"{mine}:Mine")
    assert (before.name, before.kind, list(before.identity.parts)) == (
        "Mine",
        StrategyKind.CLASS,
        ["mine.py"],
    )
    was = before.identity
    file.write_text(MINE + "# a remark\n")
    now = strategy_named(f"{mine}:Mine").identity
    digests = was.digest[:8], now.digest[:8]
    assert differences([was], [now]) == [
        f"strategy Mine was {digests[0]}, is {digests[1]} (its file mine.py)"
    ]
    file.write_text("no Python any more")
    assert before.make(1).name == "Mine"
    assert before.identity == was, "read once"
    file.write_text(MINE)
    assert strategy_named(f"{mine}:Mine").identity == was


def test_changed_code_is_what_is_played(mine: str) -> None:
    Path(mine).write_text(MINE.replace('"random"', '"steady"\n    name = "other"'))
    assert strategy_named(f"{mine}:Mine").make(1).name == "other"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "name its class: {file}:Mine"),
        (":Mien", "has no class 'Mien': did you mean 'Mine'?"),
        (":Plain", "is a class Plain, and no class derived from gemp_bot.Strategy: docs/write-a-strategy.md"),
        (":dataclass", "is a function, and no class derived from gemp_bot.Strategy"),
    ],
)
def test_what_is_wrong_with_a_class_is_one_line(mine: str, name: str, told: str) -> None:
    with pytest.raises(UnknownStrategyError) as caught:
        strategy_named(mine + name)
    assert str(caught.value).startswith(f"{mine}{name}: {told.format(file=mine)}")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n\n1 / 0", "cannot be loaded: line 3: ZeroDivisionError: division by zero"),
        ("def (", "cannot be loaded: SyntaxError: invalid syntax"),
        ("import beside", "cannot be loaded: line 1: ModuleNotFoundError: No module named 'beside'"),
        ("raise SystemExit('bye')", "cannot be loaded: SystemExit: bye"),
        ("number = 1", "has no class derived from gemp_bot.Strategy"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(mine: str, text: str, told: str) -> None:
    Path(mine).write_text(text)
    with pytest.raises(UnknownStrategyError) as caught:
        strategy_named(f"{mine}:Mine")
    assert str(caught.value).startswith(f"{mine}:Mine: {told}")
    assert str(caught.value).isprintable()


def test_a_file_that_is_not_there_and_a_class_that_cannot_be_made(mine: str) -> None:
    with pytest.raises(UnknownStrategyError, match=r"mine\.py:Needy: cannot be made: TypeError: Needy"):
        strategy_named(f"{mine}:Needy").make(1)
    with pytest.raises(UnknownStrategyError, match=r"nowhere\.py:Mine: .*nowhere\.py: No such file"):
        strategy_named("nowhere.py:Mine")
