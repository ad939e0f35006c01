"""`gemp-bot dashboard`: what is wrong is one line; what is right is served until somebody interrupts."""

import asyncio
import io
import json
import os
import shutil
import signal
import socket
from pathlib import Path

import pytest
from aiohttp import ClientSession
from printed import check

from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED
from gemp_bot.cli.main import main
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import parse

GAME = Path(__file__).parents[1] / "report/stories/demo.jsonl.gz"


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    (tmp_path / "empty").mkdir()
    shutil.copy(GAME, tmp_path / "journals/a.jsonl.gz")
    (tmp_path / "none.db").write_text("nonsense " * 500)
    (tmp_path / "short").write_text("short\n")
    (tmp_path / "token").write_text("a token of a good length\n")
    for name in ("short", "token"):
        (tmp_path / name).chmod(0o600)


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("--journals", "missing"), FAILURE, "missing: no such folder of journals"),
        (("--journals", "empty"), FAILURE, "empty: no recorded game in this folder"),
        (("--history", "missing.db"), FAILURE, "missing.db: no such history"),
        (("--history", "none.db"), FAILURE, "none.db"),
        (("--host", "0.0.0.0"), CONFIG, "need a token: give --token-file FILE"),  # noqa: S104
        (("--name", "pages.example"), CONFIG, "need a token: give --token-file FILE"),
        (("--host", "0.0.0.0", "--token-file", "token"), CONFIG, "need TLS"),  # noqa: S104
        (("--token-file", "short"), CONFIG, "short: the token must have 16 characters or more"),
        (("--token-file", "missing"), CONFIG, "missing: no such password file"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dashboard", "--port", "0", *words]) == code
    caught = capsys.readouterr()
    assert line in caught.err
    assert caught.err.count("\n") == 1
    assert not caught.out


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert main(["dashboard", "--port", str(number)]) == FAILURE
    assert capsys.readouterr().err == (
        f"gemp-bot: 127.0.0.1:{number}: the port is in use: take another one with --port, "
        "or --port 0 for any free\n"
    )


@pytest.mark.parametrize(("folder", "game"), [("journals", "a"), (".", "journals/a")])
async def test_it_serves_until_it_is_interrupted(folder: str, game: str) -> None:
    stdout = io.StringIO()
    dashboard, args = parse(["dashboard", "--port", "0", "--json", "--journals", folder])
    serving = asyncio.create_task(
        dashboard.run(args, Output(as_json=True, stdout=stdout, stderr=io.StringIO()))
    )
    while not stdout.getvalue():
        assert not serving.done(), serving.exception()
        await asyncio.sleep(0.01)
    told = json.loads(stdout.getvalue())
    check("dashboard", told)
    async with ClientSession() as client, client.get(f"{told['url']}game/{game}") as answer:
        assert answer.status == 200
    os.kill(os.getpid(), signal.SIGINT)
    assert await serving == INTERRUPTED


def test_a_service_does_not_show_its_pages_to_the_world(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bot.toml").write_text('[account]\nuser = "bot"\n[pages]\nhost = "0.0.0.0"\nport = 1\n')
    assert main(["serve", "--config", "bot.toml"]) == CONFIG
    assert "need a token" in capsys.readouterr().err
