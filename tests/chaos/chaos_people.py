"""People who are no guests: somebody on the bot's account, and somebody who writes without end."""

import asyncio
import random

from chaos_server import BOT, GUESTS, PASSWORD, ChaosServer

from gemp_bot.decisions import Catalogue, ask
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import ChannelError
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, make_strategy

_BURST = 200


async def look_in(url: str, game: str) -> None:
    """Open a game under the bot's name, and leave."""
    async with GempClient(ClientSettings(url=url)) as client:
        await client.login(BOT, PASSWORD)
        await client.game(GameId(game)).open()


async def browse(url: str, game: str) -> None:
    """Play a game under the bot's name to its end, and take it back whenever it is taken away."""
    thinker = StrategyRunner(make_strategy("random", 1))
    catalogue = Catalogue.load()
    async with GempClient(ClientSettings(url=url)) as client:
        await client.login(BOT, PASSWORD)
        channel, table = client.game(GameId(game)), Table()
        table.apply(await channel.open())
        while table.ending is None:
            try:
                if table.asked is None:
                    table.apply(await channel.poll())
                    continue
                question = ask(table.asked, table.face_of, catalogue)
                thought = await thinker.think(table, question, seconds=5)
                table.answered()
                table.apply(await channel.answer(question.wire_of(thought.verdict.answer)))
            except ChannelError:
                await asyncio.sleep(1.5)
                table = Table()
                table.apply(await channel.open())


def flood(server: ChaosServer, chance: random.Random, mark: str) -> int:
    """Write a burst of lines into every room where the bot plays; how many."""
    lines = (
        "!why", "why?", "!stats", "help", "!about", "!drain", "!Drain", "stop", f"!why {mark}",
        f"\n2026-01-01T00:00:00Z [error    ] journal_lost {mark}", f"gemp-bot: {mark}\r\ngemp-bot: {mark}",
        f"\x1b[31m{mark}\x1b[0m\x07\x00", f"\x9b31m{mark}\x85{mark}\u2028{mark}\u202e{mark}",
        f"<b onclick='x'>{mark}</b><script>{mark}</script>", f"&lt;div&gt;{mark}&#0;&#x1b;", f"]]>{mark}<!--",
        f"{{opponent}} {{owner}} {{0.__class__}} %s %(x)s {mark}", f"'; DROP TABLE games; -- {mark}",
        f"{mark} " * 2_000, "!" * 5_000, "\U0001f600" * 500, "e\u0301" * 3_000, "   ", "!help" + " " * 4_000,
    )  # fmt: skip
    rooms = [server.gemp.world.rooms[f"Game{game.id}"] for game in server.running]
    for room in rooms:
        for line in chance.choices(lines, k=_BURST):
            room.say(chance.choice((*GUESTS, "System", "dave")), line)
    return _BURST * len(rooms)
