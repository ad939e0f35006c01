"""The game itself: the turn of the rules reference on top of `rules/` and `cards/`.

It knows nothing of XML, names or clocks. `engine.Engine` plays one game: `choice` is what is asked
(`choices`), `step` takes the answer, `outcome` tells how it ended. What came about meanwhile lies in
`Engine.news()` (`game_events`); how things stand, in `Engine.state`.
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
from gemp_bot.game.outcome import Outcome, OutcomeReason, Settings, Windows

__all__ = [
    "Answer",
    "Choice",
    "Engine",
    "Menu",
    "Option",
    "Outcome",
    "OutcomeReason",
    "PickCards",
    "PickNumber",
    "PickResult",
    "Settings",
    "Windows",
]
