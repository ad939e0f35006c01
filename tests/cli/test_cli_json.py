"""What `--json` prints is what the commands declare."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.server import FakeGemp
from printed import check
from server_commands import command

from gemp_bot.cli.main import main
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.faults import Body
from gemp_bot.sandbox.server.http import HTML

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


async def test_every_key_is_declared(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("1_19,99_1|1_140")
    async with FakeGemp(idle_seconds=0) as server:
        server.faults.on(HALL, path="/hall")
        check("watch", (await command(server.url, "watch", "--json")).json)
        check("decks save", (await command(server.url, "decks", "save", "Mine", str(file), "--json")).json)
        check("decks show", (await command(server.url, "decks", "show", "Mine", "--json")).json)
        check("decks show", (await command(server.url, "decks", "show", "--json")).json)
        server.faults.on(REPORT, path="/deck/stats")
        check("decks validate", (await command(server.url, "decks", "validate", "Mine", "--json")).json)
        check("decks rename", (await command(server.url, "decks", "rename", "Mine", "Old", "--json")).json)
        check("decks delete", (await command(server.url, "decks", "delete", "Old", "--json")).json)
        check("doctor", (await command(server.url, "doctor", "--json")).json)


async def test_every_key_of_play_is_declared(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0) as server:
        options = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--seed", "1", "--json")
        ran = await command(server.url, "play", *options, "--record", str(tmp_path / "journals"))
    check("play", ran.json)
    (game,) = ran.json["games"]
    assert ran.json["total"]["result"] == {game["result"]: 1}
    assert main(["replay", "--strict", game["journal"]]) == 0


def test_every_key_of_config_check_is_declared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--offline", "--json"]) == 0
    check("doctor", json.loads(capsys.readouterr().out))


def test_every_key_of_cards_is_declared(capsys: pytest.CaptureFixture[str]) -> None:
    def ran(*words: str) -> dict[str, Any]:
        assert main(["cards", *words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    shown = [ran("show", name)["cards"] for name in ("1_168", "1_291", "The Signal", "2_46", "1_195")]
    check("cards show", {"cards": [card for cards in shown for card in cards]})
    check("cards search", ran("search", "vader"))


async def test_an_empty_password_file_says_nothing_to_the_server(tmp_path: Path) -> None:
    from gemp_bot.config import ConfigError

    empty = tmp_path / "password"
    empty.touch(0o600)
    async with FakeGemp(idle_seconds=0) as server:
        with pytest.raises(ConfigError, match="is empty"):
            await command(server.url, "decks", "show", LIGHT_60, "--password-file", str(empty))
        assert not server.requests
