"""A report holds what it takes to measure it again, and nothing of this machine."""

import hashlib
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from arena_scene import AI, OPEN, TABLE, pair, spec, values

from gemp_bot.arena.jobs import JobDeck, Pair
from gemp_bot.arena.reading import spec_of
from gemp_bot.arena.report import is_modified, recipe
from gemp_bot.arena.results import Measurement
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import StrategyKind

UPHILL = {"format": "open", "ours": 'a "b" \\ é', "theirs": {"file": "mine.txt"}, "swap": False}


def block(lines: list[str]) -> str:
    return "\n".join(lines).split("```toml\n")[1].split("\n```")[0]


@pytest.mark.parametrize(
    "more",
    [
        {"seed": 7, "time_limit": 90.5, "sprt": {"elo1": 30}, "opponent": [AI], "parallel": 2},
        {"opponent": [AI, TABLE, TABLE | {"revision": "v0.4"}], "pair": [OPEN, OPEN]},
        {"pair": [UPHILL]},
        {"pair": [], "pairs": {"random": 20, "seed": 7, "format": "open", "split": "checking"}},
    ],
)
def test_the_same_spec_can_be_read_from_it(more: dict[str, Any]) -> None:
    found = tomllib.loads(block(recipe(spec(**more), None)))
    assert not {"server", "accounts"} & set(found)
    given = values()
    assert spec_of(found | {key: given[key] for key in ("server", "accounts")}) == spec(**more)


def test_no_folder_and_no_account_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "cautious.toml"
    file.write_text('name = "cautious"\nabout = "a test"\napi = 2\nextends = "strong"\n')
    wanted = spec(
        player={"strategy": str(file)},
        opponent=[TABLE | {"wheel": "/far/away/gemp_bot-1.whl"}],
        pair=[{"format": "open", "light": {"file": "/far/away/mine.txt"}, "dark": "x"}],
    )
    program, parts = "0123456789abcdef", {"cautious": "a" * 64, "strong": "b" * 64}
    players = (
        Identity("cautious", StrategyKind.FILE, program, parts),
        Identity("clever", StrategyKind.PLUGIN, program, {"clever-package 1.0": "c" * 64}),
        None,
    )
    short = hashlib.sha256(("b" * 64 + "a" * 64).encode()).hexdigest()[:8]
    told = "\n".join(recipe(wanted, Measurement({}, (), players, "gemp-bot 0")))
    assert 'strategy = "cautious.toml"' in told
    assert 'light = { file = "mine.txt" }' in told
    assert 'wheel = "gemp_bot-1.whl"' in told
    assert f"Strategy files, with the digest of their texts and their parents': cautious {short}." in told
    assert "Plug-ins, with the digest of their packages: clever " in told
    assert "Programs that ran the players, each with its digest: 01234567." in told
    for word in (str(tmp_path), "far", "alice", "password", "127.0.0.1"):
        assert word not in told


def test_drawn_pairs_are_told_by_their_seed_and_half() -> None:
    drawn = {"random": 20, "seed": 7, "format": "open", "split": "development"}
    told = recipe(spec(pair=[], pairs=drawn), Measurement({}, (pair(1), pair(2))))
    assert (
        "The 20 pairs are drawn by `pairs.seed` from the development half of the library: "
        "the same library gives the same pairs."
    ) in told


def test_the_digest_changes_with_a_deck() -> None:
    def digest(text: str) -> str:
        own = JobDeck("arena mine 1234abcd", Side.LIGHT, text)
        lines = recipe(spec(), Measurement({}, (Pair("open", own, pair().dark),)))
        assert "Decks of our own, each with the digest of its text: arena mine 1234abcd." in lines
        return next(line for line in lines if line.startswith("Decks: 1 pairs, digest "))

    assert digest("1_19|") == digest("1_19|") != digest("1_20|")


def test_a_checkout_that_differs_from_its_revision_is_told(tmp_path: Path) -> None:
    package = tmp_path / "gemp_bot"
    package.mkdir()
    (package / "a.py").write_text("a = 1\n")
    assert not is_modified(package)
    me = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), (*me, "commit", "-qm", "one")):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)  # noqa: S603, S607
    (tmp_path / "README.md").write_text("no code")
    assert not is_modified(package)
    (package / "a.py").write_text("a = 2\n")
    assert is_modified(package)
