"""Which phase it is, as of the last menu of a phase."""

from enum import Enum

from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.state import Table


class PhaseChange(Enum):
    """What is different from the last menu of a phase."""

    NONE = "none"
    PHASE = "phase"
    TURN = "turn"


class PhaseMemory:
    """The phase of the last menu of a phase.

    Attributes:
        turn: its turn; 0 before the first one.
    """

    __slots__ = ("_entered", "turn")

    def __init__(self) -> None:
        self.turn = 0
        self._entered: tuple[Phase | None, PlayerName | None, int | None] = (None, None, None)

    def enter(self, table: Table) -> PhaseChange:
        """Take note of the menu of a phase."""
        before = self._entered
        now = self._entered = (table.phase, table.turn_player, table.turn)
        if now == before:
            return PhaseChange.NONE
        self.turn = table.turn or 0
        return PhaseChange.PHASE if now[1:] == before[1:] else PhaseChange.TURN
