"""Everything that happens to the bot.

A server that is down for a day, and a clock of the game that runs out, are in `whole/test_service.py` and
`whole/test_time_and_incidents.py`: there time is simulated.
"""

import asyncio

from chaos_run import Scenario, Scene
from fault_proxy import FaultPlan


async def nothing(scene: Scene) -> None:
    """Nothing."""
    while await scene.wait(1.0):
        pass


async def killed(scene: Scene) -> None:
    """Killed at any moment, and started again at once."""
    kills = adopted = 0
    while await scene.wait(0.3, 5.0):
        running = {game.id for game in scene.server.running}
        await scene.bot.kill()
        kills += 1
        await scene.bot.start()
        status = await scene.bot.until("games")
        adopted += len(running & {game["game"] for game in status["games"]})
    scene.told.append(f"{kills} kills, {adopted} games adopted")


async def left(scene: Scene) -> None:
    """Two signals leave the games to the next start."""
    times, slowest = 0, 0.0
    while await scene.wait(1.0, 4.0):
        began = asyncio.get_running_loop().time()
        if await scene.bot.end(2, 10.0) is None:
            scene.wrong.append("no end within 10 s of the second signal")
        slowest = max(slowest, asyncio.get_running_loop().time() - began)
        times += 1
        await scene.bot.start()
        await scene.bot.until("games")
    scene.told.append(f"{times} times, within {slowest:.1f} s")


async def cut(scene: Scene) -> None:
    """Every 20th response is cut in the middle."""
    scene.server.proxy.plan = FaultPlan(cut_every=20, seed=scene.chance.randrange(100))
    while await scene.wait(1.0):
        pass
    counts = scene.server.proxy.counts
    scene.server.proxy.plan = FaultPlan()
    scene.told.append(f"{counts['cut']} of {counts['requests']} responses cut")


SCENARIOS = (
    Scenario("nothing", nothing),
    Scenario("killed", killed, killed=True),
    Scenario("left by a second signal", left, killed=True),
    Scenario("every 20th response cut", cut, log=100_000),
)
