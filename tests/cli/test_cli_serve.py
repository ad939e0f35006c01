"""`gemp-bot serve`: a process of its own, asked over its socket."""

import asyncio
import contextlib
import io
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from printed import check

from gemp_bot.cli.exits import CONFIG, FAILURE, LOGIN
from gemp_bot.cli.main import main
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.accounts import AccountState
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.service.control import ask_service

ROOT = Path(__file__).resolve().parents[2]
TABLES = f"""
[[table]]
name = "open house"
decks = ["library:{LIGHT_60}"]
strategy = "steady"

[[table]]
name = "filler"
find = "ai"
decks = ["library:{LIGHT_60}"]
opponent_decks = ["library:{DARK_60}"]
strategy = "random"
after = 0.5
"""

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and Unix sockets"),
]


class Serving:
    """`gemp-bot serve` as a process."""

    def __init__(self, process: asyncio.subprocess.Process, file: Path, line: str) -> None:
        self.process = process
        self.file = file
        self.line = line

    async def ctl(self, verb: str) -> dict[str, Any]:
        code, out, err = await run("serve", verb, "--config", str(self.file), "--json")
        assert (code, err) == (0, "")
        return json.loads(out)  # type: ignore[no-any-return]

    async def until(self, key: str) -> dict[str, Any]:
        while True:
            status = await self.status()
            if status[key]:
                return status

    async def status(self) -> dict[str, Any]:
        """The same, without a process for each question."""
        answer = await ask_service(self.file.parent / "ctl", "status")
        await asyncio.sleep(0)
        return json.loads(bytes(answer))  # type: ignore[no-any-return]

    async def told(self, words: str) -> str:
        assert self.process.stderr is not None
        while words not in self.line:
            self.line = (await self.process.stderr.readline()).decode()
            assert self.line, f"never told: {words}"
        return self.line


async def run(*words: str) -> tuple[int, str, str]:
    """Run a command beside the service; it needs no process of its own."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = await asyncio.to_thread(main, [*words])
    return code, out.getvalue(), err.getvalue()


def environment() -> dict[str, str]:
    known = {name: text for name, text in os.environ.items() if not name.startswith("COV")}
    return known | {"PYTHONPATH": str(ROOT), "GEMP_BOT_PASSWORD": "test"}


def config(server: FakeGemp, folder: Path, tables: str = TABLES) -> Path:
    file = folder / "bot.toml"
    file.write_text(
        f'[server]\nurl = "{server.url}"\n[account]\nuser = "alice"\n'
        f'[journal]\ndirectory = "{folder / "journals"}"\n[service]\ncontrol = "{folder / "ctl"}"\n{tables}'
    )
    return file


async def listens(path: Path) -> bool:
    """Whether somebody listens at a socket; between its making and that there is a moment."""
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except (FileNotFoundError, ConnectionRefusedError):
        return False
    writer.close()
    await writer.wait_closed()
    return True


@asynccontextmanager
async def serving(server: FakeGemp, folder: Path, tables: str = TABLES) -> AsyncIterator[Serving]:
    file = config(server, folder, tables)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gemp_bot", "serve", "--config", str(file),
        cwd=folder, env=environment(), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(90):
            assert process.stderr is not None
            first = (await process.stderr.readline()).decode()  # it is about to listen
            while not await listens(folder / "ctl"):
                await asyncio.sleep(0)
                assert process.returncode is None
            yield Serving(process, file, first)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        process._transport.close()  # type: ignore[attr-defined]


def toys() -> FakeGemp:
    return FakeGemp(idle_seconds=0.05, script_factory=lambda setup: ToyScript(setup.seed, length=30))


async def test_it_serves_is_asked_and_ends_after_its_games(tmp_path: Path) -> None:
    async with toys() as server, serving(server, tmp_path) as alice:
        seen = await alice.status()
        while not all(seen[key] for key in ("games", "waiting", "results")):  # seldom all at once
            status = await alice.status()
            seen |= {key: value for key, value in status.items() if value}
        check("serve", seen)
        assert seen["account"] == "alice"
        drained = await alice.ctl("drain")
        assert drained["state"] == "draining"
        assert (await alice.ctl("resume"))["state"] in ("playing", "waiting")
        alice.process.send_signal(signal.SIGTERM)
        assert "[info " in await alice.told("no further game"), "as every line of the log"
        assert await alice.process.wait() == 0
        assert list((tmp_path / "journals").iterdir())
        assert not (tmp_path / "ctl").exists()


async def test_it_serves_its_pages(tmp_path: Path) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    page = f"http://127.0.0.1:{port}/"
    async with (
        toys() as server,
        serving(server, tmp_path, f"[pages]\nport = {port}\n{TABLES}") as service,
        aiohttp.ClientSession() as browser,
    ):
        await service.told("pages_served")
        async with browser.get(page) as answer:
            assert answer.status == 200
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert "<h1" in await answer.text()
        async with browser.get(page, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421


async def test_a_killed_service_is_started_again_and_adopts(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        server.start_game("alice", "bob", ToyScript(1))  # bob never answers
        async with serving(server, tmp_path) as alice:
            first = await alice.until("games")
            alice.process.kill()
            await alice.process.wait()
            assert (tmp_path / "ctl").is_socket(), "left behind"
            (tmp_path / "ctl").unlink()
        async with serving(server, tmp_path) as alice:
            second = await alice.until("games")
            assert [game["game"] for game in first["games"]][:1] == [
                game["game"] for game in second["games"]
            ][:1]
            assert second["games"][0]["adopted"]
            assert second["games"][0]["game"] in await alice.told("adopted")


async def test_the_second_signal_leaves_the_games_to_the_next_start(tmp_path: Path) -> None:
    async with FakeGemp(idle_seconds=0.05) as server:
        game = server.start_game("alice", "bob", ToyScript(1))
        async with serving(server, tmp_path) as alice:
            await alice.until("games")
            alice.process.send_signal(signal.SIGTERM)
            await alice.told("a second signal leaves them")
            alice.process.send_signal(signal.SIGTERM)
            await alice.process.wait()
        assert game.ended_at is None


async def test_reload_takes_a_new_file_and_refuses_a_broken_one(tmp_path: Path) -> None:
    async with toys() as server, serving(server, tmp_path) as alice:
        await alice.until("entries")
        alice.file.write_text(alice.file.read_text().replace('find = "ai"', 'find = "ia"'))
        code, _, err = await run("serve", "reload", "--config", str(alice.file))
        assert code == CONFIG, "it reads the file, too, and it is broken"
        code, _, err = await run("serve", "reload", "--socket", str(tmp_path / "ctl"))
        assert code == FAILURE
        assert re.search(
            r'bot\.toml:\d+: \[\[table\]\] find = "ia": must be one of .*; nothing has changed', err
        )
        alice.file.write_text(
            alice.file.read_text().replace('find = "ia"', 'find = "ai"').replace("filler", "ai")
        )
        alice.process.send_signal(signal.SIGHUP)
        await alice.told("reloaded")
        status = await alice.ctl("status")
        assert [entry["name"] for entry in status["entries"]] == ["open house", "ai"]


async def test_its_metrics_tell_of_waits_of_what_is_unknown_and_of_what_is_not_kept(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    waits = 'gemp_bot_pace_wait_seconds_count{kind="hall call"}'
    wanted = {
        'gemp_bot_unknown_total{what="event"} 1.0',
        'gemp_bot_calls_total{endpoint="POST /hall/update",status="429"} 1.0',
    }

    async def asked(path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as got:
            return got.status, await got.text()

    async def told() -> set[str]:
        return set((await asked("/metrics"))[1].splitlines())

    async with toys() as server:
        server.faults.on(faults.Status(429), path="/hall/update", skip=1)
        strange = b'<update cn="1"><ge type="ZZ"/></update>'
        server.faults.on(faults.Body(strange, processed=True), path="/game/", method="POST")
        history = tmp_path / "games.db"
        history.write_bytes(b"no database at all, " * 500)
        more = f'[history]\nfile = "{history}"\n[health]\nport = {port}\n'
        async with serving(server, tmp_path, f"{more}{TABLES}") as alice:
            await alice.told("unknown_event")
            while not any(line.startswith(waits) for line in await told()):
                await alice.until("entries")
            assert wanted <= await told()
            assert server.faults.left == 0
            assert "gemp_bot_history_trouble 1.0" in await told()
            _, shown, _ = await run("serve", "status", "--config", str(alice.file))
            assert f"history not written, {history}: file is not a database" in shown
            assert (await asked("/readyz"))[0] == 200
            await alice.ctl("drain")
            assert await asked("/readyz") == (503, "draining: no further game is begun\n")


async def test_what_can_never_work_ends_it(tmp_path: Path) -> None:
    async with toys() as server:
        file = config(server, tmp_path, "")
        code, _, err = await run("serve", "--config", str(file))
        assert (code, err.count("\n")) == (CONFIG, 1)
        assert "no [[table]]" in err
        file = config(server, tmp_path, TABLES.replace(LIGHT_60, "Nosuch Deck"))
        code, _, err = await run("serve", "--config", str(file))
        assert (code, err.count("\n")) == (CONFIG, 1)
        assert "[[table]] open house: decks: the library holds no deck named 'Nosuch Deck'" in err
        server.accounts.by_name["alice"].state = AccountState.DEACTIVATED
        file = config(server, tmp_path)
        assert (await run("serve", "--config", str(file)))[0] == LOGIN


def test_nobody_listens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "status", "--socket", str(tmp_path / "none")]) == FAILURE
    assert "no service listens there: is it running" in capsys.readouterr().err
