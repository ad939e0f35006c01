"""What actions of cards do: a function for each effect, and the steps of an action."""

from gemp_bot.game.acts import battles, canceling, choosing, deploying, force, lasting, looking, piles, table
from gemp_bot.game.acts.steps import effect, play

__all__ = [
    "battles",
    "canceling",
    "choosing",
    "deploying",
    "effect",
    "force",
    "lasting",
    "looking",
    "piles",
    "play",
    "table",
]
