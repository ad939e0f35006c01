"""Which places bring our objectives nearer to what they want, and how that is told."""

from collections.abc import Collection, Iterable

from gemp_bot.effects import FlipNeed
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.position import LocationView

FLIP = 3.0
"""What a flipped objective is worth, in Force, shared by its places: a guess, not counted in games."""


def helps(need: FlipNeed, place: LocationView, faces: Collection[BlueprintId]) -> bool:
    """Whether these cards at a place would bring an objective nearer that has not enough yet."""
    return need.held < need.number and _would_count(need, place, faces)


def stops(need: FlipNeed, place: LocationView) -> float:
    """What our presence at a place takes from a flip of the opponent's, in Force.

    Args:
        need: what their objective wants.
        place: where we are not present yet.
    """
    if not need.control or place.mine.present or place.column not in need.counting:
        return 0.0
    return FLIP / need.number if need.held <= need.number else 0.0


def moved(
    need: FlipNeed,
    here: LocationView,
    there: LocationView,
    staying: Collection[BlueprintId],
    going: Collection[BlueprintId],
    *,
    left: bool,
) -> float:
    """What a move changes for an objective, in Force: places beyond those it wants add nothing.

    Args:
        need: what the objective wants.
        here: where from.
        there: where to.
        staying: our cards that stay behind.
        going: our cards that go.
        left: nobody of us would keep presence where they were.
    """
    kept = not left and (need.who is None or not need.who.isdisjoint(staying))
    after = need.held - (here.column in need.counting and not kept) + _would_count(need, there, going)
    return FLIP / need.number * (min(after, need.number) - min(need.held, need.number))


def _would_count(need: FlipNeed, place: LocationView, faces: Collection[BlueprintId]) -> bool:
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
