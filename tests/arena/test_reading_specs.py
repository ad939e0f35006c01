"""Specs: what is wrong is told in one line, with the key and what would be right."""

from pathlib import Path
from typing import Any

import pytest
from arena_scene import AI, OPEN, TABLE, spec, values

from gemp_bot.arena.reading import read_spec, spec_of
from gemp_bot.arena.run import what_matters
from gemp_bot.arena.spec import SpecError

ACCOUNT = {"user": "alice", "password_file": "pw"}
FULL = b"""server = "http://127.0.0.1:1"
games = 4
accounts = [{ user = "a", password_file = "pw" }]
player = { strategy = "random" }
opponent = [{ kind = "ai", skill = "RANDO" }]
pair = [{ format = "open", light = "a", dark = "b" }]
"""


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"game": 4}, "game: is no key: did you mean 'games'?"),
        ({"player": {"strategy": "random", "whel": "x"}}, "player.whel: is no key: did you mean 'wheel'?"),
        ({"player": {"strategy": "stedy"}}, "player: no strategy 'stedy', did you mean 'steady': there are "),
        (
            {"player": {"strategy": "x", "wheel": "a", "revision": "b"}},
            "player: wheel and revision exclude each other",
        ),
        ({"games": 5}, "games: must be even, since games are paired, not 5"),
        ({"games": 0}, "games: must be a whole number from 1 to 100000, not 0"),
        (
            {"accounts": [{"user": "alice", "password": "hunter22"}]},
            "accounts[1].password: a password never goes here",
        ),
        ({"accounts": [ACCOUNT, ACCOUNT]}, "accounts[2]: alice is there twice"),
        (
            {"accounts": [ACCOUNT], "opponent": [TABLE]},
            "accounts: parallel = 1 needs 2 of them (two accounts a game",
        ),
        ({"opponent": [AI, AI]}, "opponent[2]: ai:RANDO is there twice"),
        (
            {"opponent": [{"kind": "ai", "skill": "RANDOO"}]},
            'opponent[1].skill: "RANDOO" is none of "RANDO", "ADVANCED", "BEGINNER": did you mean "RANDO"?',
        ),
        ({"accounts": ["hunter22"]}, "accounts[1]: must be a table"),
        ({"pair": [OPEN | {"light": {}}]}, "pair[1].light.file: is missing: file = "),
        (
            {"opponent": [{"kind": "ai", "skill": "RANDO", "name": "random"}]},
            'opponent[1].name: is for kind = "strategy"',
        ),
        ({"pair": []}, "pair: write either [[pair]]"),
        ({"pairs": {"random": 3, "format": "open"}}, "pair: write either [[pair]]"),
        ({"pair": [OPEN | {"swap": False}]}, "pair[1]: swap = false needs ours and theirs"),
        ({"sprt": {"elo0": 5, "elo1": 5}}, "sprt: elo0 must be less than elo1"),
        ({"sprt": {"alpha": 0.7}}, "sprt.alpha: must be a number above 0 and below 0.5, not 0.7"),
        ({"sprt": {}, "opponent": [AI, TABLE]}, "sprt: tells two players apart"),
        (
            {"server": "https://gemp.example.org"},
            "server: an arena plays many games at full speed: only with",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_wrong_is_told_in_one_line(change: dict[str, Any], line: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec_of(values(**change))
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)
    assert "hunter22" not in str(caught.value)


@pytest.mark.parametrize("key", ["server", "games", "accounts", "player", "opponent"])
def test_what_is_missing_is_named(key: str) -> None:
    with pytest.raises(SpecError, match=rf"^{key}: is missing: .*{key}"):
        spec_of({name: value for name, value in values().items() if name != key})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"games = ", ":1: not TOML: "),
        (b"\xff", ": is not UTF-8 text, so not TOML"),
        (FULL + b"gamess = 3\n", ":7: gamess: is no key: did you mean 'games'?"),
    ],
)
def test_a_fault_names_the_file(tmp_path: Path, text: bytes, line: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(text)
    with pytest.raises(SpecError) as caught:
        read_spec(file)
    assert str(caught.value).startswith(f"{file}{line}")


def test_everything_that_is_wrong_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(
        FULL.replace(b"games = 4", b'games = "many"')
        .replace(b'"a", password_file', b'"a", pasword_file')
        .replace(b"RANDO", b"RANDOO")
    )
    with pytest.raises(SpecError) as caught:
        read_spec(file)
    told = [str(problem).removeprefix(f"{file}:").partition(" (")[0] for problem in caught.value.problems]
    assert told == [
        "2: games: must be a whole number from 1 to 100000",
        "3: accounts[1].pasword_file: is no key: did you mean 'password_file'?",
        '3: accounts[1].password_file: is missing: password_file = "password"',
        '5: opponent[1].skill: "RANDOO" is none of "RANDO", "ADVANCED", "BEGINNER": did you mean "RANDO"?',
    ]
    file.write_bytes(FULL.replace(b"games = 4", b"games = 5").replace(b"http:", b"ftp:"))
    with pytest.raises(SpecError) as caught:
        read_spec(file)
    assert [str(problem).removeprefix(f"{file}:")[:9] for problem in caught.value.problems] == [
        "1: server",
        "2: games:",
    ]


def test_no_file_and_no_file_but_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such file"):
        read_spec(tmp_path / "none.toml")
    with pytest.raises(SpecError, match="is a directory"):
        read_spec(tmp_path)


def test_the_specs_of_the_document_are_right() -> None:
    document = Path(__file__).resolve().parent.parent.parent / "docs" / "arena.md"
    blocks = document.read_text("utf-8").split("```toml\n")[1:]
    assert len(blocks) >= 3
    import tomllib

    for block in blocks:
        spec_of(tomllib.loads(block.split("```")[0]))


def test_labels_tell_who_it_is() -> None:
    found = spec(
        parallel=1,
        opponent=[
            AI, TABLE, TABLE | {"revision": "v0.4"},
            TABLE | {"wheel": "dist/gemp_bot-0.4.0-py3-none-any.whl"},
        ],
    )  # fmt: skip
    assert [one.label for one in found.opponent] == [
        "ai:RANDO", "random", "random@v0.4", "random@gemp_bot-0.4.0",
    ]  # fmt: skip


def test_a_strategy_file_is_seen_from_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "specs"
    folder.mkdir()
    (folder / "mine.toml").write_text('name = "mine"\nabout = "a test"\napi = 2\nextends = "strong"\n')
    (folder / "x.toml").write_text(
        'server = "http://127.0.0.1:1"\ngames = 2\n'
        'accounts = [{ user = "a", password_file = "pw" }, { user = "b", password_file = "pw" }]\n'
        '[player]\nstrategy = "mine.toml"\n'
        '[[opponent]]\nkind = "strategy"\nname = "./mine.toml"\n[[opponent]]\nkind = "ai"\nskill = "RANDO"\n'
        '[[pair]]\nformat = "open"\nlight = "a"\ndark = "b"\n'
    )
    monkeypatch.chdir(tmp_path)
    for path in (Path("specs/x.toml"), folder / "x.toml"):
        found = read_spec(path)
        assert [found.player.strategy, *(one.name for one in found.opponent)] == [
            str(path.parent / "mine.toml"),
            str(path.parent / "mine.toml"),
            None,
        ]
    monkeypatch.chdir(folder)
    assert read_spec(Path("x.toml")).player.strategy == "mine.toml"
    assert what_matters(read_spec(Path("x.toml"))) == what_matters(found)
