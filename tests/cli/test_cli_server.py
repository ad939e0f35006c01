"""The commands that speak to a server, against the fake one."""

import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from printed import check
from server_commands import command

from gemp_bot.cards.deck import DeckError
from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.main import main
from gemp_bot.protocol.errors import (
    AdminAccountError,
    BannedError,
    MalformedAnswerError,
    TooLargeError,
    WireError,
    WrongPasswordError,
)
from gemp_bot.sandbox.server.accounts import AccountState
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.faults import Body, GzipBomb, html_page
from gemp_bot.sandbox.server.http import HTML

REPORT = Body(
    b"<span id='deckstats-light-content'>60</span><span id='deckstats-dark-content'>0</span>"
    b"<span class='deckstats-format-name'>Open:</span><span class='deckstats-format-valid'>Valid</span>"
    b"<span class='deckstats-format-name'>Open (40 cards):</span>"
    b"<span class='deckstats-format-invalid'>Deck contains 60 cards</span>",
    HTML,
)
STATUS = Body(b"Tables count: 1<br/>Players in hall count: 2<br/>", HTML)
DECK = ",".join(["1_19"] * 30 + ["1_28"] * 30)


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0) as running:
        yield running


async def test_empty_hall(server: FakeGemp) -> None:
    assert (await command(server.url, "watch")).out == "Message of the day: Welcome\nNo tables.\n"
    found = (await command(server.url, "watch", "--json")).json
    assert found["tables"] == []
    assert {"code": "open", "name": "Open"} in found["formats"]


async def test_tables_as_text_and_json(server: FakeGemp) -> None:
    await make_ai_table(server)
    ran = await command(server.url, "watch")
    header, row = ran.out.splitlines()[1:3]
    assert header.split() == ["GAME", "FORMAT", "PLAYERS", "STATUS", "DESCRIPTION"]
    assert " Open " in row
    assert "bob (LIGHT" in row
    assert "~Rando_Cal (DARK" in row
    (table,) = (await command(server.url, "watch", "--json")).json["tables"]
    assert table["status"] == "PLAYING"
    assert table["format"] == "Open"
    assert {seat["name"] for seat in table["players"]} == {"bob", "~Rando_Cal"}


async def make_ai_table(server: FakeGemp) -> None:
    from gemp_bot.protocol.client import GempClient
    from gemp_bot.protocol.enums import AiSkill
    from gemp_bot.protocol.settings import ClientSettings

    async with GempClient(ClientSettings(url=server.url)) as client:
        await client.login("bob", "test")
        await client.hall.create_ai_table(
            "open", LIGHT_60, library=True, skill=AiSkill.RANDO, ai_deck=DARK_60
        )


async def test_escapes_of_the_server_do_not_reach_the_terminal(server: FakeGemp) -> None:
    server.world.decks.saved["alice"] = {"evil \x9b2J\u202edeck": DECK + "|"}
    ran = await command(server.url, "decks", "show")
    assert "evil" in ran.out
    assert not set("\x9b\u202e\x1b") & set(ran.out)


async def test_decks_list_show_and_library(server: FakeGemp) -> None:
    assert (await command(server.url, "decks", "show")).out == "No decks.\n"
    ran = await command(server.url, "decks", "show", "--library")
    assert f"dark   {DARK_60}" in ran.out.splitlines() or f"dark  {DARK_60}" in ran.out
    shown = await command(server.url, "decks", "show", LIGHT_60, "--library")
    assert shown.out.startswith(f"{LIGHT_60} (light, 60 cards, 0 outside the deck)\n")
    found = (await command(server.url, "decks", "show", LIGHT_60, "--library", "--json")).json
    assert sum(card["count"] for card in found["cards"]) == 60
    assert found["text"] == shown.out.splitlines()[-1]


def test_shipped_decks_are_listed_and_shown_without_a_server(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["decks", "show", "--shipped", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"name": "Rebel fleet", "side": "light"} in listed["decks"]
    assert main(["decks", "show", "rebel_fleet", "--shipped"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Rebel fleet (light, 60 cards, 0 outside the deck)"
    assert "Yavin 4" in "\n".join(said)
    (tmp_path / "mine.txt").write_text(said[-1], "utf-8")
    assert main(["decks", "show", str(tmp_path / "mine.txt"), "--shipped", "--json"]) == 0
    mine = json.loads(capsys.readouterr().out)
    check("decks show", mine)
    assert (mine["name"], mine["text"]) == ("mine", said[-1])
    assert main(["decks", "show", "Rebel fleit", "--shipped"]) == 3
    assert "did you mean 'Rebel fleet'?" in capsys.readouterr().err


async def test_a_deck_from_saving_to_deleting(server: FakeGemp, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(DECK.replace(",", " ,\n") + "\n | 1_140\n")
    ran = await command(server.url, "decks", "save", "Mine", str(file))
    assert (ran.code, ran.out) == (0, "Saved Mine: 60 cards, 1 outside the deck\n")
    again = (await command(server.url, "decks", "save", "Mine", str(file), "--json")).json
    assert again == {"name": "Mine", "replaced": True, "cards": 60, "outside": 1, "dropped": []}
    server.faults.on(REPORT, path="/deck/stats", times=3)
    verdict = await command(server.url, "decks", "validate", "Mine", "--format", "open")
    assert verdict.code == 0
    verdict = await command(server.url, "decks", "validate", "Mine", "--format", "open40card")
    assert verdict.code == 1
    assert verdict.out.splitlines()[-1] == "Open (40 cards)  no     Deck contains 60 cards"
    assert len((await command(server.url, "decks", "validate", "Mine", "--json")).json["formats"]) > 1
    assert (await command(server.url, "decks", "rename", "Mine", "Yours")).code == 0
    await command(server.url, "decks", "save", "Mine", str(file))
    with pytest.raises(CommandError, match="there is a deck named 'Yours' already"):
        await command(server.url, "decks", "rename", "Mine", "Yours")
    assert (await command(server.url, "decks", "delete", "Yours")).out == "Deleted Yours\n"
    assert [d["name"] for d in (await command(server.url, "decks", "show", "--json")).json["decks"]] == [
        "Mine"
    ]


async def test_a_deck_in_a_file_is_judged_and_not_saved(server: FakeGemp, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(DECK + "|1_140")
    server.faults.on(REPORT, path="/deck/stats", times=2)
    ran = await command(server.url, "decks", "validate", "--file", str(file), "--format", "open")
    assert (ran.code, ran.out.splitlines()[0]) == (0, f"{file}: 60 light cards, 0 dark cards")
    found = (await command(server.url, "decks", "validate", "--file", str(file), "--json")).json
    assert (found["name"], found["file"], found["library"]) == (None, str(file), False)
    assert not server.world.decks.saved.get("alice")
    sent = [request for request in server.requests if request.path == "/deck/stats"]
    assert sent[0].form["deckContents"] == DECK + "|1_140"
    asked = len(server.requests)
    with pytest.raises(CommandError, match="--library is for a deck by its name") as refused:
        await command(server.url, "decks", "validate", "--file", str(file), "--library")
    assert refused.value.code == 2
    with pytest.raises(CommandError, match="nosuch: no such file"):
        await command(server.url, "decks", "validate", "--file", "nosuch")
    assert len(server.requests) == asked


async def test_what_the_server_drops_is_told(server: FakeGemp, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("1_19,99_1,99_1,99_2|99_1")
    ran = await command(server.url, "decks", "save", "Mine", str(file), "--json")
    assert ran.code == 1
    assert ran.json["dropped"] == [{"blueprint_id": "99_1", "count": 3}, {"blueprint_id": "99_2", "count": 1}]
    assert "does not know, and dropped: 3 x 99_1, 1 x 99_2" in ran.err


async def test_unknown_decks(server: FakeGemp, tmp_path: Path) -> None:
    for verb in (("show",), ("validate",)):
        with pytest.raises(
            CommandError, match=r"library holds no deck named 'precon open .*: did you mean 'Precon"
        ):
            await command(server.url, "decks", *verb, "precon open demo deck (ligth)", "--library")
    with pytest.raises(CommandError, match="it is in the library: add --library"):
        await command(server.url, "decks", "show", LIGHT_60)
    with pytest.raises(
        CommandError, match="the account has no deck named 'zzz': `gemp-bot decks show` lists"
    ):
        await command(server.url, "decks", "delete", "zzz")
    assert not [request for request in server.requests if request.path == "/deck/delete"]
    server.faults.on(REPORT, path="/deck/stats")
    with pytest.raises(CommandError, match="no format 'opne': there are open"):
        await command(server.url, "decks", "validate", LIGHT_60, "--library", "--format", "opne")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1_19,foo", "entry 2, 'foo', is no card id such as 1_291"),
        ("1_19,\x1b[31m", "is no card id"),
        ("1_19|1_19|1_19", "one bar at most"),
        ("", "the deck has no cards"),
        ("|1_19", "the deck has no cards"),
        (",".join(["101_123"] * 4000), "more than the server takes"),
        (b"\xff\xfe\x00", "is no text"),
    ],
)
async def test_files_that_are_no_decks(
    server: FakeGemp, tmp_path: Path, text: str | bytes, line: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises((CommandError, DeckError), match=line):
        await command(server.url, "decks", "save", "Mine", str(file))
    assert not server.requests


async def test_a_healthy_server(server: FakeGemp) -> None:
    server.faults.on(STATUS, method="GET")
    ran = await command(server.url, "doctor")
    assert ran.code == 0, ran.out
    assert {line[:4].strip() for line in ran.out.splitlines()} == {"OK"}
    assert "cannot be told before a table is made" in ran.out  # no game is running
    assert re.search(r"formats +[0-9]+; the configured one, open, is among them$", ran.out, re.MULTILINE)
    assert "tables: 1, players in the hall: 2" in ran.out
    await make_ai_table(server)
    server.faults.on(STATUS, method="GET")
    found = (await command(server.url, "doctor", "--json")).json
    assert found["ok"]
    assert {check["verdict"] for check in found["checks"]} == {"OK"}
    names = [check["name"] for check in found["checks"]]
    assert names == ["configuration", "address", "server", "login", "account", "formats", "server AIs",
                     "private games", "operational", "clock"]  # fmt: skip


async def test_doctor_warns(server: FakeGemp, monkeypatch: pytest.MonkeyPatch) -> None:
    server.hall.ai_tables = False
    monkeypatch.setenv("GEMP_BOT_PLAY__FORMAT", "opne")
    ran = await command(server.url, "doctor", seconds_ahead=100)
    assert ran.code == 0
    warned = [line for line in ran.out.splitlines() if line.startswith("WARN")]
    assert any("'opne', is not among them: did you mean 'open'?" in line for line in warned)
    assert any("server AIs" in line and "off" in line for line in warned)
    assert any("s ahead of the server's: set the clock" in line for line in warned)


@pytest.mark.parametrize(
    ("table", "verdict", "said"),
    [
        ('decks = ["library:NAME OF A DECK"]', "FAIL", "the library holds no deck named 'NAME OF A DECK'"),
        ('decks = ["library:{light}"]\nformat = "opne"', "FAIL", "no format 'opne': did you mean 'open'?"),
        ('decks = ["library:{light}"]\nformat = "open40card"', "FAIL", "'{light}' is not legal in "),
        ('decks = ["library:{light}"]\nside = "dark"', "FAIL", "none of its decks is of the dark side"),
        ('decks = ["library:{light}"]\nfind = "queue"\nqueue = "Cup"', "WARN", "no queue 'Cup' is open now"),
        ('decks = ["library:{light}", "library:{dark}"]', "WARN", "set side to"),
        ('decks = ["library:{light}"]', "OK", ""),
    ],
)
async def test_doctor_checks_every_table(
    server: FakeGemp, tmp_path: Path, table: str, verdict: str, said: str
) -> None:
    file = tmp_path / "tables.toml"
    good = f'[[table]]\ndecks = ["library:{LIGHT_60}"]\n'
    named = table.format(light=LIGHT_60, dark=DARK_60)
    file.write_text(f'{good}[[table]]\nname = "second"\n{named}\n')
    ran = await command(server.url, "doctor", "--config", str(file))
    assert ran.code == (3 if verdict == "FAIL" else 0)
    lines = [line for line in ran.out.splitlines() if "[[table]]" in line]
    assert [line.split()[0] for line in lines] == ["OK", verdict]
    assert said.format(light=LIGHT_60) in lines[1]


async def test_doctor_checks_ports_folders_and_the_history(server: FakeGemp, tmp_path: Path) -> None:
    file, other = tmp_path / "places.toml", tmp_path / "other"
    other.write_text("nothing of the kind " * 100)
    file.write_text(
        f'[health]\nport = 9137\n[pages]\nport = 9137\n[journal]\ndirectory = "{other}"\n'
        f'[history]\nfile = "{other}"\n'
    )
    ran = await command(server.url, "doctor", "--config", str(file))
    assert ran.code == 3
    failed = [line.split()[1] for line in ran.out.splitlines() if line.startswith("FAIL")]
    assert failed == ["pages", "journal", "history"]
    assert not (tmp_path / "other.key").exists(), "nothing is changed"


@pytest.mark.parametrize("name", ["file", "file/in", "dangling", "a" * 300, "a" * 300 + "/in"])
def test_doctor_tells_a_folder_of_journals_that_cannot_be_written(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to(tmp_path / "no" / "where")
    (tmp_path / "bot.toml").write_text(f'[journal]\ndirectory = "{tmp_path / name}"\n')
    assert main(["doctor", "--offline", "--config", str(tmp_path / "bot.toml")]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert "bot.toml:2: journal.directory: " in line
    assert "cannot be written: " in line
    (tmp_path / "bot.toml").write_text(f'[journal]\ndirectory = "{tmp_path}/new/folder"\n')
    assert main(["doctor", "--offline", "--config", str(tmp_path / "bot.toml")]) == 0
    assert not (tmp_path / "new").exists(), "nothing is changed"


async def test_doctor_tells_a_port_that_somebody_has(server: FakeGemp, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = somebody.getsockname()[1]
        file = tmp_path / "config.toml"
        file.write_text(f"[health]\nport = {port}\n")
        ran = await command(server.url, "doctor", "--config", str(file))
    assert ran.code == 0
    assert f"WARN  health          health.port: 127.0.0.1:{port} is in use" in ran.out


@pytest.mark.parametrize(
    ("login", "code", "line"),
    [
        ("alice/wrong", 4, "FAIL  login"),
        ("nobody/test", 4, "FAIL  login"),
        ("asdf/asdf", 4, "FAIL  account"),
        ("/test", 3, "no login name: give --user NAME"),
    ],
)
async def test_doctor_and_accounts(
    server: FakeGemp, monkeypatch: pytest.MonkeyPatch, login: str, code: int, line: str
) -> None:
    user, password = login.split("/")
    monkeypatch.setenv("GEMP_BOT_PASSWORD", password)
    ran = await command(server.url, "doctor", user=user)
    assert ran.code == code
    assert line in ran.out
    assert "hall" not in ran.out.splitlines()[-1]


async def test_doctor_and_a_server_that_is_none(server: FakeGemp) -> None:
    server.faults.on(html_page(), path="/hall", times=9)
    ran = await command(server.url, "doctor")
    assert ran.code == 1
    assert ran.out.splitlines()[-1].startswith("FAIL  hall")


async def test_doctor_and_a_page_that_is_always_the_same(server: FakeGemp) -> None:
    server.faults.on(html_page("<html><body>It works! 60 players</body></html>"), times=99)
    ran = await command(server.url, "doctor")
    assert ran.code == 1
    last = ran.out.splitlines()[-1]
    assert last.startswith("FAIL  server")
    assert last.endswith(
        f"{server.url}/gemp-swccg-server does not answer like a GEMP server: check server.url"
    )
    assert [request.path for request in server.requests] in ([], ["/"])  # no password was sent
    with pytest.raises(MalformedAnswerError, match=r"does not answer like a GEMP server: check server\.url"):
        await command(server.url, "watch")


async def test_doctor_and_nobody_there() -> None:
    found = (await command("http://127.0.0.1:9", "doctor", "--json")).json["checks"][-1]
    assert (found["name"], found["verdict"]) == ("server", "FAIL")
    assert found["advice"] == "is the server running, and is server.url its address?"
    assert "server.url" not in found["found"]


async def test_doctor_and_a_path_that_is_not_there(server: FakeGemp) -> None:
    found = (await command(f"{server.url}/elsewhere", "doctor", "--json")).json["checks"][-1]
    assert found["found"] == f"nothing at {server.url}/elsewhere/gemp-swccg-server (404)"
    assert found["advice"] == "check the path of server.url"


async def test_doctor_without_a_password(server: FakeGemp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GEMP_BOT_PASSWORD")
    ran = await command(server.url, "doctor")
    assert ran.code == 3
    assert "no password for alice: give --password-file FILE" in ran.out


@pytest.mark.parametrize(
    ("state", "error"),
    [(AccountState.BANNED_FOR_EVER, BannedError), (AccountState.DEACTIVATED, WrongPasswordError)],
)
async def test_accounts_that_are_kept_out(
    server: FakeGemp, state: AccountState, error: type[Exception]
) -> None:
    server.accounts.by_name["alice"].state = state
    with pytest.raises(error):
        await command(server.url, "watch")


async def test_an_admin_is_kept_out(server: FakeGemp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMP_BOT_PASSWORD", "asdf")
    with pytest.raises(AdminAccountError):
        await command(server.url, "watch", user="asdf")


async def test_answers_that_are_none(server: FakeGemp) -> None:
    server.faults.on(html_page(), path="/hall", times=9)
    with pytest.raises(WireError) as caught:
        await command(server.url, "watch")
    assert isinstance(caught.value, MalformedAnswerError)
    server.faults.clear()
    server.faults.on(GzipBomb(), path="/hall", times=9)
    with pytest.raises(TooLargeError):
        await command(server.url, "watch")
