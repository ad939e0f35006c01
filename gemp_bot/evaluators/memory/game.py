"""All that a judging strategy remembers of one game."""

import msgspec

from gemp_bot.evaluators.memory.actions import ActionMemory
from gemp_bot.evaluators.memory.battles import BattleMemory
from gemp_bot.evaluators.memory.deploys import DeployMemory
from gemp_bot.evaluators.memory.drains import DrainMemory
from gemp_bot.evaluators.memory.given_up import GivenUpMemory
from gemp_bot.evaluators.memory.moves import MoveMemory
from gemp_bot.evaluators.memory.offers import OfferMemory
from gemp_bot.evaluators.memory.phase import PhaseChange, PhaseMemory
from gemp_bot.evaluators.memory.repeats import RepeatMemory
from gemp_bot.evaluators.memory.searches import SearchMemory
from gemp_bot.evaluators.memory.short_lived import ShortLivedMemory
from gemp_bot.evaluators.memory.spending import SpendingMemory
from gemp_bot.evaluators.memory.standstill import StandstillMemory
from gemp_bot.state import Table
from gemp_bot.valuation.position import Stock

MOST_ACTIONS = 60
"""Actions in one phase; a phase that takes more runs in a circle."""


class GameMemory(msgspec.Struct, frozen=True, eq=False):
    """The memories of one game; each is written by the events of its own subject."""

    phase: PhaseMemory
    actions: ActionMemory
    searches: SearchMemory
    repeats: RepeatMemory
    drains: DrainMemory
    spending: SpendingMemory
    deploys: DeployMemory
    moves: MoveMemory
    standstill: StandstillMemory
    battles: BattleMemory
    given_up: GivenUpMemory
    short_lived: ShortLivedMemory
    offers: OfferMemory

    @classmethod
    def empty(cls) -> "GameMemory":
        """At the start of a game."""
        return cls(
            PhaseMemory(),
            ActionMemory(MOST_ACTIONS),
            SearchMemory(),
            RepeatMemory(),
            DrainMemory(),
            SpendingMemory(),
            DeployMemory(),
            MoveMemory(),
            StandstillMemory(),
            BattleMemory(),
            GivenUpMemory(),
            ShortLivedMemory(),
            OfferMemory(),
        )

    def enter(self, table: Table, stock: Stock) -> PhaseChange:
        """A menu of a phase came: the action before it is over, and a new phase makes everything possible."""
        self.actions.finish()
        change = self.phase.enter(table)
        if change is PhaseChange.TURN:
            self.moves.new_turn()
            self.drains.disturb()  # piles are re-circulated between turns
        self.drains.finish(stock, table.turn or 0)
        self.spending.finish(stock.force)
        if change is not PhaseChange.NONE:
            self.actions.new_phase()
            self.deploys.new_phase()
            self.moves.new_phase()
        return change
