"""Locations that a text on table rewards a player for holding together."""

import msgspec

from gemp_bot.protocol.ids import BlueprintId


class Need(msgspec.Struct, frozen=True):
    """What a text wants held.

    Attributes:
        title: of the card whose text it is.
        columns: of the locations that would count and do not count yet.
        counting: of those that count now. number: how many are wanted.
        control: the opponent may have no presence there.
        who: the cards of which one must stand there; None for any.
        keeps: it has what it wants of an objective that is flipped, and stays so with these.
        drain_cost: Force that each Force drain of the player uses unless all such needs of the text have
            enough; 0 for the need of an objective.
        a_turn: Force a turn that the flip of an objective brings.
        force: what having enough is worth, in Force; the board does not tell it.
    """

    title: str
    columns: frozenset[int]
    counting: frozenset[int]
    number: int = 1
    control: bool = False
    who: frozenset[BlueprintId] | None = None
    keeps: bool = False
    drain_cost: float = 0.0
    a_turn: float = 0.0
    force: float = 0.0

    @property
    def held(self) -> int:
        """How many locations count now."""
        return len(self.counting)

    @property
    def met(self) -> bool:
        """Whether enough of them count."""
        return self.held >= self.number
