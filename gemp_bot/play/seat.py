"""From the hall to a game: the hall never tells the game id in its answer (PROTOCOL 3.2)."""

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import GameId

_POLLS = 20
"""Polls of the hall after which a game that was started should have been told; each lasts up to 3.5 s."""


class TableNotFoundError(Exception):
    """The hall granted a table but never told its game."""


async def open_ai_game(
    client: GempClient,
    *,
    format_code: str,
    deck: str,
    library: bool,
    skill: AiSkill,
    opponent_deck: str,
    opponent_own: bool,
) -> GameId:
    """Start a game against one of the server's own AIs and find its id.

    Raises:
        HallRefusedError: in the server's own words: no such deck, wrong side, AIs switched off, ...
        TableNotFoundError: the game did not appear in the hall.
    """
    hall = await client.hall.open()
    before = set(hall.new_games)
    await client.hall.create_ai_table(
        format_code, deck, library=library, skill=skill, ai_deck=opponent_deck, ai_deck_own=opponent_own
    )
    for _ in range(_POLLS):
        hall = await client.hall.poll(hall.channel)
        started = [game for game in hall.new_games if game not in before]
        if started:
            return started[0]
    raise TableNotFoundError(f"a table was made in {format_code}, but its game never appeared in the hall")
