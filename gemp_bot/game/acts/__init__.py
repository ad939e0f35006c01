"""What actions of cards do: a function for each effect, and the steps of an action."""

from gemp_bot.game.acts import (
    battles,
    canceling,
    choosing,
    deploying,
    force,
    lasting,
    limits,
    piles,
    table,
)
from gemp_bot.game.acts.names import KIND_OF
from gemp_bot.game.acts.steps import effect, play_steps

__all__ = [
    "KIND_OF",
    "battles",
    "canceling",
    "choosing",
    "deploying",
    "effect",
    "force",
    "lasting",
    "limits",
    "piles",
    "play_steps",
    "table",
]
