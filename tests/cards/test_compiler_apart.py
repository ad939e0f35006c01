"""The code that builds the index of cards is not loaded in play."""

import subprocess
import sys
from importlib.util import find_spec

_PLAY = """
import sys
from random import Random

from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import play_out
from gemp_bot.sandbox.server.game import Game
from gemp_bot.sandbox.server.seats import SeatedPlayer

box = Box()
decks = {side: next(deck for deck in box.decks.values() if deck.side is side) for side in Side}
dark, light = (decks[side].text for side in (Side.DARK, Side.LIGHT))
game = Game("1", ("dark", "light"), box.game(dark, light, 1), now=lambda: 0.0, random=Random(1))
seats = [
    SeatedPlayer("dark", "Dark", "dark", dark, strategy="strong"),
    SeatedPlayer("light", "Light", "light", light, strategy="steady"),
]
players = [box.in_process_player(game, seat, 1) for seat in seats]
play_out(players)
print(game.outcome is not None)
print(*(name for name in sys.modules if name.startswith("gemp_bot.cards")))
"""
"""A whole game of the box between `strong` and `steady`."""


def test_a_game_loads_no_module_of_the_compiler() -> None:
    ran = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", _PLAY], capture_output=True, text=True, check=True
    )
    played, modules = ran.stdout.splitlines()
    assert played == "True"
    assert "gemp_bot.cards.index" in modules.split()
    assert find_spec("gemp_bot.cards.compiler.reader") is not None
    assert [name for name in modules.split() if name.startswith("gemp_bot.cards.compiler")] == []
