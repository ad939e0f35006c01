"""What was done in the turn that goes on, as the server told it."""

from dataclasses import dataclass, field

from gemp_bot.protocol.ids import CardId


@dataclass(slots=True)
class TurnRecord:
    """What was done in this turn. A new snapshot does not mention it but for a battle in progress.

    Attributes:
        used: locations that the player whose turn it is used in the control phase (Force drains, and texts),
            with all cards that were there.
        moved: cards that went from one location to another, in whatever phase.
        fought: locations at which there was a battle.
        battled: cards that were in one.
        force: cards in the Force Pile of the player whose turn it is, when it began; None if it was not seen.
    """

    used: dict[CardId, frozenset[CardId]] = field(default_factory=dict)
    moved: set[CardId] = field(default_factory=set)
    fought: set[CardId] = field(default_factory=set)
    battled: set[CardId] = field(default_factory=set)
    force: int | None = None
