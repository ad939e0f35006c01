"""Tell a running game of others as it is played: spectator.py URL USER PASSWORD_FILE [GAME]."""

import asyncio
import sys
from pathlib import Path

import gemp_bot


async def main(url, user, password, game=None):
    async with gemp_bot.connect(url, user, Path(password)) as session:
        if game is None:
            hall = await session.hall()
            game = next((table.game_id for table in hall.tables if table.watchable and table.game_id), None)
        if game is None:
            print("no game that may be watched")
            return
        async for frame in session.spectate(game):
            for deed in frame.deeds:
                cards = ", ".join(card.title or "a card" for card in deed.cards)
                place = f" at {deed.location.title}" if deed.location else ""
                print(f"{frame.turn or '-'} {deed.side or ''} {deed.kind} {cards}{place}".rstrip())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
