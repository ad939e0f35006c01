"""One game at a time, for drivers that play it themselves."""

import asyncio

from gemp_bot.play.entries import AiEntry, GameEntry, HostEntry, JoinEntry, PooledDeck, StrategyPlayer
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.matchmaking import EntrySearch, Host
from gemp_bot.play.seating import Seating
from gemp_bot.play.supervisor import WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import TableStatus
from gemp_bot.protocol.hall import TableRow
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import make_strategy

_LONGEST = 180.0
"""Seconds within which a game must begin."""


async def running_games(client: GempClient) -> set[GameId]:
    """The games of an account that run."""
    watch = HallWatch(client)
    await watch.open()
    return watch.running


async def begin_game(client: GempClient, seat: WantedGame) -> GameId:
    """Sit down, and wait for the game to begin.

    Raises:
        TimeoutError: it did not.
        GempError: the server refused.
    """
    watch = HallWatch(client)
    watching = asyncio.create_task(watch.run())
    try:
        async with asyncio.timeout(_LONGEST):
            await _opened(watch)
            return await _sat_down(client, watch, seat)
    finally:
        watching.cancel()


async def _sat_down(client: GempClient, watch: HallWatch, seat: WantedGame) -> GameId:
    entry = seat.entry(StrategyPlayer(lambda seed, _: make_strategy("steady", seed)), None, None, 1)
    deck = entry.decks.decks[0]
    before = set(watch.running)
    await _sit(Seating(client, watch), watch, entry, deck)

    def begun() -> GameId | None:
        return next(iter(watch.running - before), None)

    game = await watch.until(begun, _end())
    if game is None:
        raise TimeoutError("the game did not begin")
    return game


async def _sit(seating: Seating, watch: HallWatch, entry: GameEntry, deck: PooledDeck) -> None:
    match entry:
        case HostEntry():
            invited = next(iter(entry.private_for), None)
            await seating.host(Host(EntrySearch(entry), entry, deck, invited), entry.format_code)
        case AiEntry():
            await seating.against_ai(entry, entry.format_code, deck, entry.opponent_decks.decks[0])
        case JoinEntry():

            def waiting() -> TableRow | None:
                return next(
                    (
                        row
                        for row in watch.tables.values()
                        if row.status is TableStatus.WAITING
                        and {seat.name for seat in row.seats} & entry.players
                    ),
                    None,
                )

            row = await watch.until(waiting, _end())
            if row is None or not await seating.join(row, deck):
                raise TimeoutError("nobody opened a table to join")


async def _opened(watch: HallWatch) -> None:
    await watch.until(lambda: True if watch.opened else None, _end())


def _end() -> float:
    return asyncio.get_running_loop().time() + _LONGEST
