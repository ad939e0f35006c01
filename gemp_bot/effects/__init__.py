"""What the texts of cards do: to numbers, and to what is allowed, wanted and lost."""

from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.holding import Need

__all__ = ["CardEffects", "Need"]
