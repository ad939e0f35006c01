"""Everything that happens to the bot.

A server that is down for a day, a ban of unknown length and clocks of games that run out are in
`whole/test_service.py`, `whole/test_second_client.py` and `whole/test_time_and_incidents.py`: there time is
simulated.
"""

import asyncio
import contextlib
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from chaos_machine import SHIFT, fake_clock, file_limit, fill, full_tmpfs, in_tmpfs, reach, shift_clock, tmpfs
from chaos_people import browse, flood, look_in
from chaos_run import FORGED, Scenario, Scene
from fault_proxy import FaultPlan

from gemp_bot.sandbox.server.game import ServedGame

MOST_SAID = 30
"""Lines that the bot says in one game, whatever is said to it."""


async def nothing(scene: Scene) -> None:
    """Nothing."""
    while await scene.wait(1.0):
        pass


async def killed(scene: Scene) -> None:
    """Killed at any moment, also while it starts, and started again at once."""
    kills = adopted = 0
    while await scene.wait(0.1, 5.0):
        running = {game.id for game in scene.server.running}
        await scene.bot.kill()
        kills += 1
        await scene.bot.start()
        if scene.chance.random() < 0.6:
            status = await scene.bot.until("games")
            adopted += len(running & {game["game"] for game in status["games"]})
    await scene.bot.until("games")
    scene.told.append(f"{kills} kills, {adopted} games seen to be adopted")


async def left(scene: Scene) -> None:
    """Two signals leave the games to the next start, also while the server is out of reach."""
    times, slowest = 0, 0.0
    while await scene.wait(1.0, 4.0) or times < 2:
        if times % 2:
            await scene.server.proxy.down()
        began = time.monotonic()
        if await scene.bot.end(2, 10.0) is None:
            scene.wrong.append("no end within 10 s of the second signal")
        slowest = max(slowest, time.monotonic() - began)
        if times % 2:
            await scene.server.proxy.up()
        times += 1
        await scene.bot.start()
        await scene.bot.until("games")
    scene.told.append(f"{times} times, within {slowest:.1f} s")


async def cut(scene: Scene) -> None:
    """Every 20th response is cut in the middle."""
    with _cutting(scene):
        while await scene.wait(1.0):
            pass


async def killed_and_cut(scene: Scene) -> None:
    """Both at once."""
    with _cutting(scene):
        await killed(scene)


@contextlib.contextmanager
def _cutting(scene: Scene) -> Iterator[None]:
    proxy = scene.server.proxy
    proxy.plan = FaultPlan(cut_every=20, seed=scene.chance.randrange(100))
    yield
    proxy.plan = FaultPlan()
    scene.told.append(f"{proxy.counts['cut']} of {proxy.counts['requests']} responses cut")


async def restarted_idle(scene: Scene) -> None:
    """The server loses its memory, and is away for a moment, while nobody plays."""
    scene.server.no_more_games()
    await scene.until(lambda: not scene.server.running, "no game")
    await _restart(scene)
    await scene.bot.until("waiting", 90)
    scene.server.invite()
    await scene.further_games()


async def restarted_in_mid_game(scene: Scene) -> None:
    """The same while games run, again and again."""
    times = 0
    while await scene.wait(3.0, 6.0):
        await scene.until(lambda: scene.server.running, "a game")
        await _restart(scene)
        times += 1
        await scene.further_games(1, 90)
    scene.told.append(f"{times} restarts, {len(scene.server.book.wiped)} games lost by the server")


async def _restart(scene: Scene) -> None:
    scene.server.restart()
    await scene.server.proxy.outage(scene.chance.uniform(0.5, 3.0))


async def second_client(scene: Scene) -> None:
    """Somebody opens three of our games and leaves, and then plays one to its end."""
    visited: set[str] = set()

    def fresh() -> list[ServedGame]:
        return [game for game in scene.server.running if game.id not in visited]

    for number in range(4):
        await scene.until(fresh, "a game")
        game = fresh()[-1]
        visited.add(game.id)
        if number < 3:
            await look_in(scene.server.gemp.url, game.id)
        else:
            await browse(scene.server.gemp.url, game.id)
            if game.outcome is None:
                scene.wrong.append("the person did not see the end")
        await scene.wait(1.0)
    while await scene.wait(1.0):
        pass
    scene.told.append(f"gave way {scene.bot.logs.count('second_client')} times to {len(visited)} visits")
    await scene.until(
        lambda: not any(game.id in visited for game in scene.server.running), "all played to the end"
    )


async def full_disk(scene: Scene) -> None:
    """No room for journals and history, then room again."""
    folder = reach(scene.bot)
    await scene.wait(3.0)
    fill(folder)
    await scene.further_games(6)
    scene.told.append("6 games on a full disk")
    fill(folder, room=True)
    await scene.further_games(2)
    await scene.wait(5.0)
    scene.expect("journal_waits", "journal_follows", "history_not_written", "history_written_again")
    while await scene.wait(1.0):
        pass


async def started_on_a_full_disk(scene: Scene) -> None:
    """There never was room, until there is."""
    folder = reach(scene.bot)
    await scene.further_games(3)
    fill(folder, room=True)
    await scene.further_games(2)
    scene.expect("journal_waits", "history_not_written")
    while await scene.wait(1.0):
        pass


async def limited_files(scene: Scene) -> None:
    """No file may grow beyond a few kilobytes: another way in which nothing can be written."""
    await scene.wait(3.0)
    file_limit(scene.bot, 4 * 1024)  # also the journal of a short game is longer
    await scene.further_games(6)
    scene.told.append("6 games without a file that grows")
    file_limit(scene.bot, None)
    await scene.further_games(2)
    await scene.wait(5.0)
    scene.expect("journal_lost", "history_not_written")
    while await scene.wait(1.0):
        pass


async def lock_first(scene: Scene) -> None:
    """Another process has the history before it is made."""
    scene.locked = await _locked(scene.bot.data / "history.db")


async def locked(scene: Scene) -> None:
    """Another process holds the history, at the start and once more."""
    await scene.further_games(3)
    await _let_go(scene)
    await scene.wait(3.0)
    scene.locked = await _locked(scene.bot.data / "history.db")
    await scene.further_games(6)
    await scene.wait(6.0)
    await _let_go(scene)
    scene.told.append("locked twice, 9 games meanwhile")
    await scene.further_games(2)
    scene.expect("history_not_written", "history_written_again")
    while await scene.wait(1.0):
        pass


_HOLD = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
database.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


async def _locked(file: object) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _HOLD, str(file), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def _let_go(scene: Scene) -> None:
    assert scene.locked is not None
    await scene.locked.communicate(b"")


async def clock_jumps(scene: Scene) -> None:
    """The clock of the machine jumps: a day on, three days back, ten years on, and right again."""
    for days in (1, -3, 3650, 0):
        shift_clock(scene.bot.folder / SHIFT, 86_400 * days)
        await scene.further_games(2)
    scene.told.append("4 jumps")
    now = datetime.now(UTC)
    scene.expect(*(f"{now + timedelta(days=days):%Y-%m-%d}T" for days in (-3, 3650)))
    while await scene.wait(1.0):
        pass


async def jumps_and_kills(scene: Scene) -> None:
    """The clock jumps while there is no process."""
    slowest = 0.0
    for days in (-1, 400, 0):
        await scene.bot.kill()
        shift_clock(scene.bot.folder / SHIFT, 86_400 * days)
        began = time.monotonic()
        await scene.bot.start()
        await scene.bot.until("games")
        slowest = max(slowest, time.monotonic() - began)
        await scene.further_games(2)
    scene.told.append(f"3 jumps, games after {slowest:.1f} s at most")
    while await scene.wait(1.0):
        pass


async def chat(scene: Scene) -> None:
    """Thousands of lines a game: commands, forged log lines, markup, control characters."""
    lines = 0
    while await scene.wait(0.2):
        lines += flood(scene.server, scene.chance, FORGED)
    said = len(scene.server.book.said)
    scene.told.append(f"{lines} lines heard, {said} said")


def too_much_said(scene: Scene) -> Iterator[str]:
    """More said than people can bear."""
    said, games = len(scene.server.book.said), len(scene.server.book.games)
    if said > MOST_SAID * games:
        yield f"{said} lines said in {games} games"
    if any(FORGED in line for line in scene.server.book.said):
        yield "says what it was told to"


async def banned(scene: Scene) -> None:
    """Not let in for some seconds, in mid-game."""
    await scene.wait(2.0)
    running = len(scene.server.running)
    scene.server.proxy.banned_until = time.monotonic() + 8
    await scene.until(lambda: "login_waits" in scene.bot.logs, "it is told")
    status = await scene.bot.status()
    scene.told.append(f"{running} games ran, state {status and status['state']}")
    await scene.until(lambda: "logged_in_again" in scene.bot.logs, "let in again")
    await scene.further_games(2)


SCENARIOS = (
    Scenario("nothing", nothing),
    Scenario("killed", killed, killed=True),
    Scenario("left by a second signal", left, killed=True),
    Scenario("every 20th response cut", cut, log=100_000),
    Scenario("killed, and every 20th response cut", killed_and_cut, killed=True, log=100_000),
    Scenario("server restarted, idle", restarted_idle),
    Scenario("server restarted in mid-game", restarted_in_mid_game, log=50_000),
    Scenario("a second client", second_client, least=45.0),
    Scenario("a full disk", full_disk, prepare=in_tmpfs(tmpfs)),
    Scenario("started on a full disk", started_on_a_full_disk, prepare=in_tmpfs(full_tmpfs)),
    Scenario("files that cannot grow", limited_files),
    Scenario("a locked history", locked, before=lock_first),
    Scenario("the clock jumps", clock_jumps, prepare=fake_clock),
    Scenario("the clock jumps while killed", jumps_and_kills, killed=True, prepare=fake_clock),
    Scenario("chat without end", chat, also=too_much_said),
    Scenario("banned for a time", banned),
)
