"""Deeds in the order in which they came about, until a frame takes them."""

from collections.abc import Iterator

from msgspec.structs import replace

from gemp_bot.view.model import Deed, DeedKind

_MERGED = (
    DeedKind.ACTIVATED,
    DeedKind.USED,
    DeedKind.DREW,
    DeedKind.TOOK,
    DeedKind.LOST,
    DeedKind.RETRIEVED,
    DeedKind.PUT_BACK,
)
"""Deeds that are one deed when they follow each other."""


class DeedList:
    """The deeds that were not taken yet."""

    def __init__(self) -> None:
        self._deeds: list[Deed] = []

    def __iter__(self) -> Iterator[Deed]:
        return iter(self._deeds)

    def add(self, deed: Deed) -> None:
        """Note a deed; one more of the same kind right after another makes one of both."""
        last = self._deeds[-1] if self._deeds else None
        if last is None or deed.kind not in _MERGED or not _like(last, deed):
            self._deeds.append(deed)
            return
        self._deeds[-1] = replace(
            last, amount=(last.amount or 0) + (deed.amount or 0), cards=last.cards + deed.cards
        )

    def taken_back(self) -> None:
        """The game was taken back: what was not told yet never came about."""
        self._deeds = [Deed(DeedKind.TAKEN_BACK)]

    def take(self) -> tuple[Deed, ...]:
        """What came about since the last time."""
        found, self._deeds = tuple(self._deeds), []
        return found


def _like(one: Deed, other: Deed) -> bool:
    return (one.kind, one.side, one.source, one.goal) == (other.kind, other.side, other.source, other.goal)
