"""The fake server to run a client against: `async with FakeGemp(script_factory=...) as server:`."""

import asyncio
from collections.abc import Callable, Collection
from random import Random
from types import TracebackType
from typing import Self

from aiohttp import web

from gemp_bot.sandbox.server.accounts import Accounts, ServedAccount
from gemp_bot.sandbox.server.app import Front
from gemp_bot.sandbox.server.channels import Lot
from gemp_bot.sandbox.server.contents import ServerContents, shipped_accounts
from gemp_bot.sandbox.server.faults import FaultPlan
from gemp_bot.sandbox.server.game import Rules, ServedGame
from gemp_bot.sandbox.server.garbage import server_log
from gemp_bot.sandbox.server.hall import ServedHall
from gemp_bot.sandbox.server.http import Received
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.steps import Script
from gemp_bot.sandbox.server.world import InProcessPlayerFactory, ScriptFactory, ServedWorld

EPOCH = 1_787_412_600.0
"""What the server's calendar shows when it starts: 2026-08-22 15:30 GMT."""


class FakeGemp:
    """One fake server, on 127.0.0.1 and a free port unless told otherwise, for as long as the context lasts.

    Args:
        script_factory: makes the script of each game started in the hall.
        seed: of everything left to chance.
        accounts: who may log in; by default the shipped admins (`asdf`/`asdf`) and `alice`, `bob` with
            password `test`. `Librarian` always exists.
        idle_seconds: how long an idle poll waits; the real server 2.5, tests 0 or a looptime clock.
        rules: clocks and limits of games.
        mode: of the hall after every start.
        contents: cards, decks and formats; by default a handful.
        in_process_player: plays the seats of bots; None leaves them to chance.
        strategies: names that are skills of bots, too.
        host, port: where it listens; 0 is any free port.
        began: what the calendar shows at the start, seconds since 1970.
        remember: how many of the last requests are kept to be looked at; None for all.
        tell: is told in a line which calls were refused, and why; the real server says it to nobody.
        mount: adds pages of its own to the web application; None for none, as the real API has none.

    Attributes:
        url: base URL without the API prefix, like `http://127.0.0.1:4711`.
    """

    def __init__(
        self,
        *,
        script_factory: ScriptFactory,
        seed: int = 0,
        accounts: tuple[ServedAccount, ...] | None = None,
        idle_seconds: float = 2.5,
        rules: Rules | None = None,
        mode: Mode = Mode.OPERATIONAL,
        contents: ServerContents | None = None,
        in_process_player: InProcessPlayerFactory | None = None,
        strategies: Collection[str] = (),
        host: str = "127.0.0.1",
        port: int = 0,
        began: float = EPOCH,
        remember: int | None = None,
        tell: Callable[[str], None] = lambda _: None,
        mount: Callable[[web.Application], None] | None = None,
    ) -> None:
        self.url = ""
        self._started = 0.0
        self._host, self._port, self._began = host, port, began
        self._lot = Lot(idle_seconds)
        self.world = ServedWorld(
            random=Random(seed),  # noqa: S311 - a game, and it must be repeatable
            now=self.now,
            lot=self._lot,
            script_factory=script_factory,
            accounts=shipped_accounts() if accounts is None else accounts,
            rules=rules or Rules(),
            mode=mode,
            contents=contents,
            in_process_player=in_process_player,
            strategies=strategies,
        )
        self._log = server_log(tell)
        self._front = Front(self.world, remember=remember, tell=tell, mount=mount)
        self._runner: web.AppRunner | None = None

    def now(self) -> float:
        """Give the server's calendar: seconds since 1970, running with the loop's clock."""
        try:
            return self._began + asyncio.get_running_loop().time() - self._started
        except RuntimeError:
            return self._began  # made outside a loop: nothing has happened yet

    @property
    def faults(self) -> FaultPlan:
        """The faults planned: `server.faults.on(DropAfter(), path="/game/", answers=True)`."""
        return self._front.plan

    @property
    def requests(self) -> list[Received]:
        """Everything received so far, in order, or the last of it."""
        return list(self._front.requests)

    @property
    def accounts(self) -> Accounts:
        """Accounts and sessions."""
        return self.world.accounts

    @property
    def hall(self) -> ServedHall:
        """The hall; another one after a restart."""
        return self.world.hall

    @property
    def games(self) -> dict[str, ServedGame]:
        """All games by id, in the order in which they started."""
        return self.world.games

    def start_game(
        self,
        dark: str,
        light: str,
        script: Script,
        *,
        bots: frozenset[str] = frozenset(),
        rules: Rules | None = None,
    ) -> ServedGame:
        """Start a game at once, without tables; players need not be logged in."""
        return self.world.start_game(dark, light, script, bots=bots, rules=rules)

    def at_leisure(self, player: str) -> None:
        """Let no clock run in the games of a player with bots, and bots take back when he asks."""
        self.world.at_leisure.add(player)

    def seed_next(self, player: str, seed: int) -> None:
        """Let the next game of a player have a seed: with the same decks and answers it is the same game."""
        self.world.seeds[player] = seed

    def answers(self) -> list[Received]:
        """Give all requests that carried an answer."""
        return [request for request in self.requests if request.answers]

    async def __aenter__(self) -> Self:
        self._started = asyncio.get_running_loop().time()
        # aiohttp waits for handlers on shutdown; everything parked is let go before.
        self._runner = web.AppRunner(
            self._front.app(), access_log=None, shutdown_timeout=1.0, logger=self._log
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lot.close()
        if self._runner is not None:
            await self._runner.cleanup()
