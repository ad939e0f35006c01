"""docs/json.md lists every key of every `--json`, and nothing else."""

import io
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fakes.server import FakeGemp
from server_commands import command

from gemp_bot.cli import config, prompts
from gemp_bot.cli.main import main
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import build_parser
from gemp_bot.replay.relive import ReplayCounts, total_json
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.faults import Body
from gemp_bot.sandbox.server.http import HTML
from tools.card_data.source import CARD_FILES

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs/json.md"
HALL = Body(
    b'<hall channelNumber="1" serverTime="2026-08-22 15:30:00" motd="Hi" currency="1" '
    b'privateGamesEnabledBoolean="true" aiTablesEnabledBoolean="true"><format type="open">Open</format>'
    b'<table action="add" id="t" gameId="g" status="FINISHED" statusDescription="Finished" format="Open" '
    b'tournament="Casual" players="a (DARK: Hunt Down),b (LIGHT)" playing="false" watchable="true" '
    b'winner="a"/>'
    b'<newGame id="g"/></hall>'
)
REPORT = Body(
    b"<span id='deckstats-light-content'>60</span><span id='deckstats-dark-content'>0</span>"
    b"<span class='deckstats-format-name'>Open:</span><span class='deckstats-format-invalid'>No</span>",
    HTML,
)


def keys_of(name: str) -> set[str]:
    section = re.search(
        rf"^## {name}\n(.*?)(?=^## |\Z)", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert section is not None
    return set(re.findall(r"^\| `([^`]+)` \|", section[1], re.MULTILINE))


def paths(value: Any, keys: set[str], path: str = "") -> set[str]:
    if isinstance(value, dict):
        if f"{path}.*" in keys:
            return {f"{path}.*"}
        found = [paths(item, keys, f"{path}.{key}" if path else key) for key, item in value.items()]
        return set().union(*found)
    if isinstance(value, list):
        return set().union(*(paths(item, keys, f"{path}[]") for item in value))
    return {path}


def check(name: str, value: dict[str, Any]) -> None:
    assert paths(value, keys_of(name)) == keys_of(name)


async def test_every_key_is_in_the_document(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("1_19,99_1|1_140")
    async with FakeGemp(idle_seconds=0) as server:
        server.faults.on(HALL, path="/hall")
        check("tables", (await command(server.url, "tables", "--json")).json)
        check("decks save", (await command(server.url, "decks", "save", "Mine", str(file), "--json")).json)
        check("decks show", (await command(server.url, "decks", "show", "Mine", "--json")).json)
        check("decks list", (await command(server.url, "decks", "list", "--json")).json)
        server.faults.on(REPORT, path="/deck/stats")
        check("decks validate", (await command(server.url, "decks", "validate", "Mine", "--json")).json)
        check("decks rename", (await command(server.url, "decks", "rename", "Mine", "Old", "--json")).json)
        check("decks delete", (await command(server.url, "decks", "delete", "Old", "--json")).json)
        check("doctor", (await command(server.url, "doctor", "--json")).json)


async def test_every_key_of_play_is_in_the_document(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0) as server:
        options = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--seed", "1", "--json")
        ran = await command(server.url, "play", *options, "--record", str(tmp_path / "journals"))
    check("play", ran.json)
    (game,) = ran.json["games"]
    assert ran.json["total"]["result"] == {game["result"]: 1}
    assert main(["replay", "--strict", game["journal"]]) == 0


def test_every_key_of_config_check_is_in_the_document() -> None:
    stdout = io.StringIO()
    args = build_parser().parse_args(["config", "check", "--json"])
    config.check(args, Output(as_json=True, stdout=stdout))
    check("config check", json.loads(stdout.getvalue()))


def test_every_key_of_completion_is_in_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash", "--json"]) == 0
    check("completion", json.loads(capsys.readouterr().out))


def test_every_key_of_replay_is_in_the_document() -> None:
    tally = ReplayCounts("a.jsonl.gz")
    tally.event_types["M"] = 1
    tally.reason = "Conceded"
    difference = {"n": 1, "prompt": "", "kind": "", "was": "", "now": ""}
    numbers = dict.fromkeys(("strategy", "seed", "asked", "choices", "different"), 0)
    reason = {"text": "", "force": 0}
    answer = dict.fromkeys(("answer", "words", "score", "forbidden", "chosen")) | {"reasons": [reason]}
    explained = {"prompt": "", "kind": "", "answers": [answer], "rests_on": None}
    decide = {"decide": numbers | {"differences": [difference], "explained": explained}}
    check("replay", {"files": [tally.as_json() | decide], "total": total_json([tally])})


def test_every_key_of_coverage_is_in_the_document(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("prompt_share", "action_share", "prompts", "actions", "texts_seen", "texts_known")
    measured = SimpleNamespace(
        **dict.fromkeys(names, 1), unknown_prompts=[("a", 1)], unknown_actions=[("b", 2)]
    )
    monkeypatch.setattr(prompts, "measure", lambda *_: measured)
    assert main(["prompts", "coverage", "x", "--json"]) == 0
    check("prompts coverage", json.loads(capsys.readouterr().out))


def test_every_key_of_rules_is_in_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    tests = Path(__file__).resolve().parent.parent / "rules"
    assert main(["rules", "coverage", "--tests", str(tests), "--json"]) == 0
    check("rules coverage", json.loads(capsys.readouterr().out))
    assert main(["rules", "coverage", "--played", "--games", "1", "--json"]) == 0
    check("rules coverage --played", json.loads(capsys.readouterr().out))


def test_every_key_of_cards_is_in_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    face = {"title": "•Rover", "type": "Robot", "destiny": "1"}
    card = {"id": 1, "side": "Dark", "rarity": "R", "set": "1", "printings": [], "front": face}
    ours = {"cards": [card | {"gempId": "1_1", "legacy": False, "pulls": ["Nobody"]}]}
    legacy = {"cards": [card | {"legacy": True}]}
    for name in CARD_FILES:
        (folder / name).write_text(
            json.dumps({"Dark.json": ours, "DarkLegacy.json": legacy}.get(name, {"cards": []}))
        )
    sets = [{"id": "1", "name": "First", "abbr": "F", "legacy": False}]
    (folder / "sets.json").write_text(json.dumps(sets))

    def ran(*words: str) -> dict[str, Any]:
        assert main(["cards", *words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    shown = [ran("show", name)["cards"] for name in ("1_168", "1_291", "The Signal", "2_46", "1_195")]
    check("cards show", {"cards": [card for cards in shown for card in cards]})
    check("cards search", ran("search", "vader"))
    check("cards stats", ran("stats"))
    check("cards build", ran("build", str(folder), "--out", str(tmp_path / "index.bin")))


async def test_an_empty_password_file_says_nothing_to_the_server(tmp_path: Path) -> None:
    from gemp_bot.config import ConfigError

    empty = tmp_path / "password"
    empty.touch(0o600)
    async with FakeGemp(idle_seconds=0) as server:
        with pytest.raises(ConfigError, match="is empty"):
            await command(server.url, "decks", "show", LIGHT_60, "--password-file", str(empty))
        assert not server.requests
