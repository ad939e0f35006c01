"""What is remembered of a game: small memories, each written by events or by the answer given."""

from gemp_bot.evaluators.memory.actions import ActionMemory
from gemp_bot.evaluators.memory.battles import BattleMemory
from gemp_bot.evaluators.memory.deploys import DeployMemory
from gemp_bot.evaluators.memory.drains import DrainMemory
from gemp_bot.evaluators.memory.game import GameMemory
from gemp_bot.evaluators.memory.given_up import GivenUpMemory
from gemp_bot.evaluators.memory.moves import MoveMemory
from gemp_bot.evaluators.memory.offers import OfferMemory
from gemp_bot.evaluators.memory.phase import PhaseChange, PhaseMemory
from gemp_bot.evaluators.memory.repeats import RepeatMemory
from gemp_bot.evaluators.memory.searches import SearchMemory
from gemp_bot.evaluators.memory.short_lived import ShortLivedMemory
from gemp_bot.evaluators.memory.spending import SpendingMemory
from gemp_bot.evaluators.memory.standstill import StandstillMemory

__all__ = [
    "ActionMemory",
    "BattleMemory",
    "DeployMemory",
    "DrainMemory",
    "GameMemory",
    "GivenUpMemory",
    "MoveMemory",
    "OfferMemory",
    "PhaseChange",
    "PhaseMemory",
    "RepeatMemory",
    "SearchMemory",
    "ShortLivedMemory",
    "SpendingMemory",
    "StandstillMemory",
]
