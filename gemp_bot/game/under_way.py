"""What is under way between two questions of a phase, and what responses make of it."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.protocol.enums import Side


class Draw:
    """A destiny that was just drawn.

    Attributes:
        side: who drew it. what: for what, as `battle destiny`. card: what was drawn.
        change: what is added to its value. value: what it was reset to or substituted by; None for neither.
        canceled: it does not count. again: another one is drawn for it.
    """

    __slots__ = ("again", "canceled", "card", "change", "side", "value", "what")

    def __init__(self, side: Side, what: str, card: CardInPlay) -> None:
        self.side = side
        self.what = what
        self.card = card
        self.change = 0.0
        self.value: float | None = None
        self.canceled = self.again = False


class DrainUnderWay:
    """A Force drain.

    Attributes:
        side: who drains. place: where. amount: how much. canceled: nothing is lost.
    """

    __slots__ = ("amount", "canceled", "place", "side")

    def __init__(self, side: Side, place: Location, amount: float) -> None:
        self.side = side
        self.place = place
        self.amount = amount
        self.canceled = False


class LossUnderWay:
    """Force that is about to be lost.

    Attributes:
        side: who loses it. amount: how much. least: below which it cannot be reduced.
    """

    __slots__ = ("amount", "least", "side")

    def __init__(self, side: Side, amount: float, least: float) -> None:
        self.side = side
        self.amount = amount
        self.least = least


class Retrieval:
    """Force that is about to be retrieved, or was just retrieved.

    Attributes:
        side: who retrieves it. amount: how much. source: the card that lets him. canceled: nothing is.
    """

    __slots__ = ("amount", "canceled", "side", "source")

    def __init__(self, side: Side, amount: float, source: CardInPlay) -> None:
        self.side = side
        self.amount = amount
        self.source = source
        self.canceled = False


class ShotUnderWay:
    """A weapon that is fired.

    Attributes:
        weapon, target: which and at whom. canceled: it does not resolve.
        each, total: what is added to each of its destinies and to their total.
    """

    __slots__ = ("canceled", "each", "target", "total", "weapon")

    def __init__(self, weapon: CardInPlay, target: CardInPlay) -> None:
        self.weapon = weapon
        self.target = target
        self.canceled = False
        self.each = self.total = 0.0


class React:
    """A react. Attributes: canceled: it does not come about."""

    __slots__ = ("canceled",)

    def __init__(self) -> None:
        self.canceled = False


class UnderWay:
    """What is under way now; None for nothing of the kind. `coming` is added to the destiny drawn next.

    Nothing is at a menu of a phase, so that no copy of a game has any.
    """

    __slots__ = ("coming", "drain", "draw", "loss", "react", "retrieval", "shot")

    def __init__(self) -> None:
        self.draw: Draw | None = None
        self.coming = 0.0
        self.drain: DrainUnderWay | None = None
        self.loss: LossUnderWay | None = None
        self.react: React | None = None
        self.retrieval: Retrieval | None = None
        self.shot: ShotUnderWay | None = None
