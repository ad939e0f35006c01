"""One game: open, poll, decide, answer, to the end; and how to get a seat."""

from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import NoGameError
from gemp_bot.play.game import OwnGame
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.play.timing import OnStuck, PlaySettings

__all__ = [
    "GameOutcome",
    "HallWatch",
    "JournalFolder",
    "Match",
    "MatchPlan",
    "NoGameError",
    "OnStuck",
    "OwnGame",
    "PlaySettings",
    "Recorder",
    "Result",
    "WantedGame",
]
