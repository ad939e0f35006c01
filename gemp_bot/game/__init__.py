"""The game itself: the turn of the rules reference on top of `rules/` and `cards/`.

It knows nothing of XML, names or clocks. `engine.Engine` plays one game: `play()` is a generator that yields
one question after the other (`choices`), takes the answer, and returns an `Outcome`. What came about
meanwhile lies in `Engine.news()` (`game_events`); how things stand, in `Engine.state`.
"""

from gemp_bot.game.choices import (
    Answer,
    Choice,
    Menu,
    Option,
    PickCards,
    PickNumber,
    PickResult,
)
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Outcome, Reason, Settings, Windows

__all__ = [
    "Answer",
    "Choice",
    "Engine",
    "Menu",
    "Option",
    "Outcome",
    "PickCards",
    "PickNumber",
    "PickResult",
    "Reason",
    "Settings",
    "Windows",
]
