"""What was done in the turn that goes on, as the server told it."""

from dataclasses import dataclass, field

from gemp_bot.protocol.ids import CardId


@dataclass(slots=True)
class TurnRecord:
    """What was done in this turn. A new snapshot does not mention it but for a battle in progress.

    Attributes:
        used: locations that the player whose turn it is used in the control phase (Force drains, and texts),
            with all cards that were there.
        moved: cards that went from one location to another, in whatever phase; what is carried does not.
        fought: locations at which there was a battle.
        battled: cards that were in one.
        activated: Force that the player whose turn it is activated.
    """

    used: dict[CardId, frozenset[CardId]] = field(default_factory=dict)
    moved: set[CardId] = field(default_factory=set)
    fought: set[CardId] = field(default_factory=set)
    battled: set[CardId] = field(default_factory=set)
    activated: int = 0
