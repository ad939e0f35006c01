"""Which places bring our objectives nearer to what they want, and how that is told."""

from collections.abc import Collection, Iterable

from gemp_bot.effects import FlipNeed
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.position import LocationView


def helps(need: FlipNeed, place: LocationView, faces: Collection[BlueprintId]) -> bool:
    """Whether these cards at a place would make it count for an objective, if it does not yet."""
    if place.column not in need.columns or (need.control and place.theirs.present):
        return False
    return need.who is None or not need.who.isdisjoint(faces)


def told(needs: Iterable[FlipNeed], place: LocationView, faces: Collection[BlueprintId]) -> str:
    """What a place is for: `2 of 3 places for the flip of Ralltiir Operations`; empty for nothing."""
    said = [
        f"{need.held + 1} of {need.number} places {'that keep up' if need.keeps else 'for the flip of'} "
        f"{need.title}"
        for need in needs if helps(need, place, faces)
    ]  # fmt: skip
    return ", ".join(said)
