"""`gemp-bot sandbox`: it serves until interrupted, and says in one line why it cannot."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from printed import check, hold

import gemp_bot
from gemp_bot.cli import exits, interrupts
from gemp_bot.cli.main import main
from gemp_bot.game import rules_played
from gemp_bot.sandbox.server.xml import ge
from tools import wire
from tools.wire import Shapes

pytestmark = pytest.mark.usefixtures("small_decks")

SURROUNDINGS = {**os.environ, "PYTHONPATH": str(Path(gemp_bot.__file__).resolve().parent.parent)}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, object]]]:
    """A sandbox of its own process, and what it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gemp_bot", "sandbox", "--port", "0", "--seed", "3", "--json"],
        cwd=tmp_path,
        env=SURROUNDINGS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def post(url: str, path: str, cookie: str = "", **form: str) -> tuple[str, str]:
    """A call by a client that is not ours: the answer, and the cookie it sets."""
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(  # noqa: S310 - our own server
        f"{url}/gemp-swccg-server/{path}", data, {"Cookie": cookie}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - our own server
        return answer.read().decode(), answer.headers.get("Set-Cookie", "")


@pytest.mark.thorough
def test_another_client_plays(running: tuple[subprocess.Popen[str], dict[str, object]]) -> None:
    """Log in, open the hall, start a game, answer twice; then Ctrl-C."""
    process, said = running
    check("sandbox", said)
    assert said["journals"] == "journals"
    url = str(said["url"])
    _, cookie = post(url, "login", login="alice", password="test")
    hall, _ = post(url, "hall", cookie)
    assert 'channelNumber="0"' in hall
    form = {
        "format": "open", "deckName": "Rebels of Tatooine", "sampleDeck": "true", "tableDesc": "",
        "isPrivate": "false", "playVsAi": "true", "aiSkill": "steady", "aiDeckName": "Walkers of Hoth",
    }  # fmt: skip
    assert post(url, "hall", cookie, **form)[0] == "<result>OK</result>"
    news, _ = post(url, "hall/update", cookie, channelNumber="0")
    game = news.partition('<newGame id="')[2].partition('"')[0]
    opened, _ = post(url, f"game/{game}", cookie)
    assert 'cn="0"' in opened
    assert "Select OK to start game" in opened
    answer = {"channelNumber": "0", "decisionId": "1"}
    second, _ = post(url, f"game/{game}", cookie, **answer, decisionValue="0")
    assert "Choose starting location" in second
    third, _ = post(url, f"game/{game}", cookie, **answer, decisionValue="temp0")
    assert "turn #1" in third
    assert 'type="D"' in third
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == exits.INTERRUPTED


def test_a_port_that_is_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["sandbox", "--port", str(port), "--record", ""]) == exits.FAILURE
    caught = capsys.readouterr()
    assert caught.out == ""
    assert f"127.0.0.1:{port}: the port is in use" in caught.err
    assert len(caught.err.splitlines()) == 1


def test_a_folder_of_journals_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["sandbox", "--port", "0", "--record", str(tmp_path / "file")]) == exits.FAILURE
    error = capsys.readouterr().err
    assert "journals cannot be written there" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "deck.toml",
            'name = "x"\nstart = "1_133"\ncards = [{ id = "1_133", count = 60 }]\n',
            "side: is missing",
        ),
        ("deck.toml", 'name = "x"\nside = "light"\nstart = "1_133"\ncards = [{ id = "999_9" }]\n', "no card"),
        ("deck.toml", 'name = "x"\nside = "light"\nstart = "1_133"\ncards = [{ id = "1_133" }]\n', "1 cards"),
        ("none", "", "holds no deck"),
    ],
)
def test_a_folder_of_decks_that_are_none(
    name: str, text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    assert main(["sandbox", "--port", "0", "--decks", str(tmp_path)]) == exits.CONFIG
    error = capsys.readouterr().err
    assert expected in error
    assert len(error.splitlines()) == 1


def test_a_file_of_faults_with_a_wrong_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "faults.toml"
    file.write_text('[[fault]]\nkind = "cut"\npaths = "/hall"\n')
    assert main(["sandbox", "--port", "0", "--faults", str(file)]) == exits.CONFIG
    assert f"{file}:3: fault[1].paths: is no key" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "warned"),
    [("0.0.0.0", True), ("127.0.0.1", False)],  # noqa: S104
    ids=["everywhere", "here"],
)
def test_an_address_that_others_can_reach_is_warned_of(
    host: str, warned: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once() -> None:
        """Nobody waits for Ctrl-C."""

    monkeypatch.setattr(interrupts, "until_interrupted", at_once)
    assert main(["sandbox", "--port", "0", "--host", host]) == exits.INTERRUPTED
    caught = capsys.readouterr()
    assert "admins: asdf, qwer" in caught.out
    assert ("warning: other machines can reach http://0.0.0.0" in caught.err) is warned


def test_no_port(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sandbox", "--port", "70000"]) == exits.USAGE
    assert "a number from 0 to 65535" in capsys.readouterr().err


def test_what_it_plays_and_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sandbox", "--rules"]) == exits.OK
    text = capsys.readouterr().out
    for line in (
        *rules_played.played(),
        *(line for line in rules_played.left_out() if not line.startswith("Reverts")),
    ):
        assert line in text
    assert "Walkers of Hoth" in text
    assert "\n  - Hunters of Jabba: IG-88 With Riot Gun\n" in text, "a permanent weapon that captures"
    assert main(["sandbox", "--rules", "--json"]) == exits.OK
    check("sandbox", json.loads(capsys.readouterr().out))


def test_a_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def games(_: object) -> Shapes:
        found = Shapes()
        found.add(ge("TC", participantId="a"))
        found.add(ge("GPC", phase="a", extra="b"))
        return found

    monkeypatch.setattr(wire, "played", games)
    row = {"method": "POST", "path": "/game/g", "form": {}, "status": 200, "ms": 1, "t": 1}
    row["body"] = (
        '<update cn="0"><ge type="TC" participantId="a"/><ge type="GPC" phase="a" old="c"/></update>'
    )
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(row) + "\n")
    assert wire.main([str(file)]) == exits.FAILURE, "what is recorded is missing"
    caught = capsys.readouterr()
    assert "+extra" in caught.out
    assert "event GPC: -old +extra, and no reason is known" in caught.err
    assert "whole games recorded: 0; below 3" in caught.err
    assert wire.main(["--json", str(file)]) == exits.FAILURE
    said = json.loads(capsys.readouterr().out)
    assert said["unexplained"] == 1
    said["types"][0]["only_real"] = ["x"]
    hold(wire.COMMAND, said)
    assert wire.main([str(tmp_path / "none")]) == exits.FAILURE
    assert len(capsys.readouterr().err.splitlines()) == 1
