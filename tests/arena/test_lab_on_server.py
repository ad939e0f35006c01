"""`gemp-bot lab --server`: versions of a deck against a player of a server, and what is refused."""

# ruff: noqa: ASYNC240 - the fake server is idle where files are looked at

import asyncio
import json
from pathlib import Path

import pytest
from arena_scene import write_spec
from measuring import server, short_game

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import parse_deck
from gemp_bot.cli.exits import CONFIG, FAILURE, OK
from gemp_bot.cli.main import main
from gemp_bot.journal.reader import journal_head
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_files import shipped_decks
from gemp_bot.sandbox.server.decks import KnownCard

DECKS = Path(deck_files.__file__).parent / "decks"


async def lab(url: str, *words: str) -> int:
    given = ("--server", url, "--account", "alice", "pw", "--opponent", "ai:RANDO", "--games", "2")
    return await asyncio.to_thread(main, ["lab", *words, *given, "-o", "lab.html"])


def write_decks() -> dict[str, KnownCard]:
    """Two versions of a light deck, and a dark one; their cards, as a server knows them."""
    light, dark = (
        next(deck.text for deck in shipped_decks(CardIndex.load()) if deck.side is side)
        for side in (Side.LIGHT, Side.DARK)
    )
    cards = light.rstrip("|").split(",")
    Path("one.txt").write_text(light)
    Path("two.txt").write_text(",".join([cards[1], *cards[1:]]))
    Path("dark.txt").write_text(dark)
    sides = {Side.LIGHT: parse_deck(light), Side.DARK: parse_deck(dark)}
    return {
        card: KnownCard(card, side.value)
        for side, deck in sides.items()
        for card in (*deck.cards, *deck.outside)
    }


async def test_two_versions_of_a_deck_file_meet_a_player_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = write_decks()
    async with server() as running:
        running.world.decks.cards = {**running.world.decks.cards, **cards}
        write_spec(tmp_path, running.url, "")
        running.world.script_factory = short_game
        decks = ("one.txt", "--compare", "two.txt", "--against", "dark.txt", "--strategy", "random")
        assert await lab(running.url, *decks, "--json") == OK
        found = json.loads(capsys.readouterr().out)
        assert [(one["deck"], one["games"]) for one in found["versions"]] == [("one", 2), ("two", 2)]
        assert found["comparison"]["pairs"] == 2
        assert Path("lab.html").exists()
        results = Path("lab/deck/results.jsonl").read_bytes()

        assert await lab(running.url, *decks[:-1], "steady") == FAILURE
        (line,) = capsys.readouterr().err.splitlines()
        assert line.endswith(": name another page with -o, or another folder with --folder")
        assert Path("lab/deck/results.jsonl").read_bytes() == results


async def test_the_start_that_a_deck_file_names_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = write_decks()
    deck = next(deck for deck in shipped_decks(CardIndex.load()) if deck.side is Side.LIGHT)
    Path("mine.toml").write_text((DECKS / f"{deck.name.lower().replace(' ', '_')}.toml").read_text())
    async with server() as running:
        running.world.decks.cards = {**running.world.decks.cards, **cards}
        write_spec(tmp_path, running.url, "")
        running.world.script_factory = short_game
        assert await lab(running.url, "mine.toml", "--against", "dark.txt", "--strategy", "random") == OK
    heads = [journal_head(file) for file in Path("lab").rglob("*.jsonl*") if file.name != "results.jsonl"]
    assert {head.deck_start for head in heads if head is not None} == {deck.start_id}


async def test_what_cannot_be_played_on_a_server_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = write_decks()
    async with server() as running:
        running.world.decks.cards = {**running.world.decks.cards, **cards}
        write_spec(tmp_path, running.url, "")
        for words, expected in (
            (("Nobody's deck",), "the library of the server holds no deck"),
            (("one.txt", "--against", "two.txt"), "is a light deck, as the measured one is"),
            (("one.txt", "--format", "opn"), "--format opn: the server has no such format"),
        ):
            assert await lab(running.url, *words) == CONFIG
            (line,) = capsys.readouterr().err.splitlines()
            assert expected in line
        assert not Path("lab").exists()
