"""What is under way between two questions of a phase, and what responses make of it."""

from dataclasses import dataclass

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.protocol.enums import Side


@dataclass(slots=True, eq=False)
class Draw:
    """A destiny that was just drawn.

    Attributes:
        side: who drew it. what: for what, as `battle destiny`. card: what was drawn.
        change: what is added to its value. value: what it was reset to or substituted by; None for neither.
        canceled: it does not count. again: another one is drawn for it.
    """

    side: Side
    what: str
    card: CardInPlay
    change: float = 0.0
    value: float | None = None
    canceled: bool = False
    again: bool = False


@dataclass(slots=True, eq=False)
class DrainUnderWay:
    """A Force drain.

    Attributes:
        side: who drains. place: where. amount: how much. canceled: nothing is lost.
    """

    side: Side
    place: Location
    amount: float
    canceled: bool = False


@dataclass(slots=True, eq=False)
class LossUnderWay:
    """Force that is about to be lost.

    Attributes:
        side: who loses it. amount: how much. least: below which it cannot be reduced.
    """

    side: Side
    amount: float
    least: float


@dataclass(slots=True, eq=False)
class Retrieval:
    """Force that is about to be retrieved, or was just retrieved.

    Attributes:
        side: who retrieves it. amount: how much. source: the card that lets him. canceled: nothing is.
    """

    side: Side
    amount: float
    source: CardInPlay
    canceled: bool = False


@dataclass(slots=True, eq=False)
class ShotUnderWay:
    """A weapon that is fired.

    Attributes:
        weapon, target: which and at whom. canceled: it does not resolve.
        each, total: what is added to each of its destinies and to their total.
    """

    weapon: CardInPlay
    target: CardInPlay
    canceled: bool = False
    each: float = 0.0
    total: float = 0.0


@dataclass(slots=True, eq=False)
class React:
    """A react. Attributes: canceled: it does not come about."""

    canceled: bool = False


@dataclass(slots=True, eq=False)
class UnderWay:
    """What is under way now; None for nothing of the kind. `coming` is added to the destiny drawn next.

    Nothing is at a menu of a phase, so that no copy of a game has any.
    """

    draw: Draw | None = None
    coming: float = 0.0
    drain: DrainUnderWay | None = None
    loss: LossUnderWay | None = None
    react: React | None = None
    retrieval: Retrieval | None = None
    shot: ShotUnderWay | None = None
