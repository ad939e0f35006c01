"""One game: open, poll, decide, answer, to the end."""

from gemp_bot.play.game import GameOutcome, play_game
from gemp_bot.play.recorder import Recorder
from gemp_bot.play.seat import TableNotFoundError, open_ai_game

__all__ = ["GameOutcome", "Recorder", "TableNotFoundError", "open_ai_game", "play_game"]
