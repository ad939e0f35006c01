"""One game: open, poll, decide, answer, to the end; and how to get a seat."""

from gemp_bot.play.game import Game
from gemp_bot.play.journals import JournalFolder
from gemp_bot.play.lobby import Lobby, NoGameError, Seat
from gemp_bot.play.match import Match, Plan
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.recorder import Recorder
from gemp_bot.play.settings import OnStuck, PlaySettings

__all__ = [
    "Game",
    "GameOutcome",
    "JournalFolder",
    "Lobby",
    "Match",
    "NoGameError",
    "OnStuck",
    "Plan",
    "PlaySettings",
    "Recorder",
    "Result",
    "Seat",
]
