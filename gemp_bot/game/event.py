"""Something that comes about in a game and that texts of cards may listen to."""

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.protocol.enums import Side


class Event:
    """Something that just came about, or is about to.

    Attributes:
        kind: what. by: who did it. about: the cards it is about; the first is the one that acts.
        amount: a number that belongs to it.
        detail: what tells events of one kind apart, as what a destiny is drawn for.
    """

    __slots__ = ("about", "amount", "by", "detail", "kind")

    def __init__(
        self,
        kind: ResponseTrigger | str,
        by: Side,
        about: tuple[int, ...] = (),
        amount: float = 0,
        detail: str = "",
    ) -> None:
        self.kind = kind
        self.by = by
        self.about = about
        self.amount = amount
        self.detail = detail
