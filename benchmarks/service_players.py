"""The other processes of `benchmarks.service`: guests, and one process that plays many games at once.

`python -m benchmarks.service_players guests URL COUNT`: so many accounts that join each table of `alice`'s.
`python -m benchmarks.service_players box COUNT`: a server on which alice and bob always play so many games.
`python -m benchmarks.service_players bob URL COUNT`: plays the games of bob.
`python -m benchmarks.service_players alice URL COUNT PORT FOLDER`: plays those of alice, as a service does.
"""

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.describing import titles_of
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.entries import (
    DeckChoice,
    DeckPool,
    GameEntry,
    HostEntry,
    JoinEntry,
    Limits,
    PooledDeck,
    StrategyPlayer,
)
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.runner import GameRunner
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.play.timing import HumanPaceSettings, PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.service.attendant import Reception
from gemp_bot.service.chat import ChatSettings, Talk
from gemp_bot.service.guests import GuestRules, Guests, MemoryPast
from gemp_bot.service.health import HealthSettings
from gemp_bot.service.metrics import Metrics
from gemp_bot.service.monitor import Monitor, MonitorSettings, Notifier, Subject
from gemp_bot.service.texts import ChatTexts
from gemp_bot.strategy import make_strategy

SERVICE, PARTNER, PASSWORD = "alice", "bob", "test"
LIGHT = ("Rebels of Tatooine", "Army of Naboo", "Rebel fleet")
DARK = ("Walkers of Hoth", "Hunters of Jabba", "Star Destroyers")
HUMAN = PlaySettings(pace=HumanPaceSettings(enabled=True))


def pool() -> DeckPool:
    found = [PooledDeck(name, library=True, side=Side.LIGHT) for name in LIGHT]
    found += [PooledDeck(name, library=True, side=Side.DARK) for name in DARK]
    return DeckPool(tuple(found), DeckChoice.ROTATION)


@contextlib.asynccontextmanager
async def player(
    url: str, name: str, recorder: Recorder, folder: Path | None = None, monitor: Monitor | None = None
) -> AsyncIterator[GameRunner]:
    """The parts that play, of somebody who is logged in; an account that the box does not have is made."""

    def observe(exchange: Exchange) -> None:
        recorder.observe(exchange)
        if monitor is not None:
            monitor.exchange(exchange)

    async with GempClient(ClientSettings(url=url), observer=observe) as client:

        async def log_in() -> object:
            if name in (SERVICE, PARTNER):
                return await client.login(name, PASSWORD)
            return await client.register(name, PASSWORD)

        await log_in()
        runner = GameRunner(
            client,
            recorder,
            Catalogue.load(),
            log_in,
            None if folder is None else JournalFolder(folder),
            rule=partial(make_strategy, "steady", 0),
            settings=HUMAN,
            on_thought=None if monitor is None else monitor.decided,
        )
        yield runner


async def play(runner: GameRunner, entry: GameEntry, at_once: int, monitor: Monitor | None = None) -> None:
    """Play for ever."""

    def wake() -> None:
        supervisor.wake()

    watch = HallWatch(runner.client, runner.log_in, patience=None, on_change=wake)
    supervisor = Supervisor(
        runner,
        watch,
        [entry],
        Limits(at_once=at_once, stays=True),
        on_begin=None if monitor is None else monitor.game_began,
        on_end=None if monitor is None else monitor.game_ended,
    )
    await supervisor.run()


async def guests(url: str, count: int) -> None:
    """Each joins a table of the service's, plays, and joins the next one."""
    index = CardIndex.load()

    async def guest(number: int) -> None:
        entry = JoinEntry(
            name="join",
            player=StrategyPlayer(lambda seed, deck: make_strategy("steady", seed, deck, index=index)),
            decks=pool(),
            format_code="",
            players=frozenset({PlayerName(SERVICE)}),
        )
        async with player(url, f"visitor{number}", Recorder()) as runner:
            await play(runner, entry, 1)

    await asyncio.gather(*(guest(number) for number in range(count)))


async def box(count: int) -> None:
    """A server without its limits of games: it begins them itself, and both find them in the hall."""
    box = Box()
    seeds = itertools.count()
    dark, light = (box.decks[name].text for name in (DARK[0], LIGHT[0]))
    server = FakeGemp(script_factory=box.script, contents=box.contents(), remember=1)
    async with server:
        print(json.dumps({"url": server.url}), flush=True)
        while True:
            running = sum(game.outcome is None for game in server.games.values())
            for _ in range(count - running):
                server.start_game(SERVICE, PARTNER, box.game(dark, light, next(seeds)))
            await asyncio.sleep(1)


async def many(url: str, name: str, count: int, monitor: Monitor | None, folder: Path | None) -> None:
    """Play all games the server begins for an account."""
    index, service = CardIndex.load(), name == SERVICE
    decks = Box(index=index).decks
    deck = decks[DARK[0] if service else LIGHT[0]].text
    strategy = "strong" if service else "steady"
    entry = HostEntry(
        name="adopted",
        player=StrategyPlayer(lambda seed, _: make_strategy(strategy, seed, deck, index=index)),
        decks=DeckPool(()),
        format_code="open",
    )
    async with player(url, name, Recorder(), folder, monitor) as runner:
        if service:
            past = MemoryPast()
            talk = Talk(ChatSettings(), ChatTexts(), past)
            runner.attend = Reception(
                runner.client, Guests(GuestRules(), past), talk, titles_of(index), runner.playing
            )
        await play(runner, entry, count, monitor)


async def alice(url: str, count: int, port: int, folder: Path) -> None:
    monitor = Monitor(MonitorSettings(HealthSettings(port=port)), Metrics("benchmark"), Notifier({}))
    subject = Subject(
        trouble=lambda: None,
        waits=lambda: False,
        watches_hall=lambda: False,
        status=lambda: "",
        draining=lambda: False,
        drain=lambda: None,
        leave=lambda: None,
    )
    await asyncio.gather(monitor.run(subject), many(url, SERVICE, count, monitor, folder))


def main() -> None:
    set_up_logs(Secrets(), level="warning")
    match sys.argv[1:]:
        case ["guests", url, count]:
            asyncio.run(guests(url, int(count)))
        case ["box", count]:
            asyncio.run(box(int(count)))
        case ["bob", url, count]:
            asyncio.run(many(url, PARTNER, int(count), None, None))
        case ["alice", url, count, port, folder]:
            asyncio.run(alice(url, int(count), int(port), Path(folder)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
