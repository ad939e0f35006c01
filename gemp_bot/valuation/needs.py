"""Which places bring us nearer to what texts want held: flips of objectives, and free Force drains.

What such a place is worth, and how it is told.
"""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from gemp_bot.effects import Need
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.deployment import PlannedDeployment
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import Group, LocationNumbers, Position

_LASTING = 0.4
"""The share of the turns to come in which both stand: who frees a drain, and who drains; as in `places`.

Likewise of a text of theirs that is ended: who takes Force by it may go, and a copy may come.
"""


def flip_needs(needs: Iterable[Need], outlook: Outlook) -> tuple[Need, ...]:
    """What objectives want, with what their flip is worth in the turns that are counted; so of tolls."""
    return tuple(
        [
            msgspec.structs.replace(
                need, force=(_LASTING if need.ends else 1.0) * need.a_turn * outlook.turns
            )
            for need in needs
        ]
    )


def worth_of_drains(needs: Sequence[Need], position: Position, outlook: Outlook) -> tuple[Need, ...]:
    """What frees our Force drains, with what that is worth; nothing while another need is not met."""
    saved = sum(
        min(outlook.weights.force_price * need.drain_cost, place.drained)
        for need in needs[:1]
        for place in position.places
        if place.mine.controls and not place.theirs.present
    )
    force = _LASTING * outlook.turns * saved
    return tuple(
        [
            msgspec.structs.replace(need, force=force)
            for need in needs if all(other.met for other in needs if other is not need)
        ]
    )  # fmt: skip


def helps(need: Need, place: LocationNumbers, faces: Collection[BlueprintId], mine: Group) -> bool:
    """Whether these cards at a place would bring a need nearer that has not enough yet.

    Args:
        need: what a text wants.
        place: where they would come.
        faces: the cards.
        mine: all who would stand there then.
    """
    return need.held < need.number and _would_count(need, place, faces, mine)


def stops(need: Need, place: LocationNumbers) -> float:
    """What our presence at a place takes from a flip of the opponent's, in Force.

    Args:
        need: what their objective wants.
        place: where we are not present yet.
    """
    return 0.0 if not need.control or place.mine.present else given_up(need, place)


def given_up(need: Need, place: LocationNumbers) -> float:
    """What a text that wants places held loses without one of them, in Force."""
    if place.column not in need.counting or need.held > need.number:
        return 0.0
    return need.force / need.number


def held_by(need: Need, mine: Group) -> bool:
    """Whether a group holds a place as a need wants it, as long as the opponent is not there."""
    return mine.controls if need.control else mine.present


def moved(
    need: Need,
    here: LocationNumbers,
    there: LocationNumbers,
    staying: Collection[BlueprintId],
    going: Collection[BlueprintId],
    *,
    left: Group,
    joined: Group,
) -> Need:
    """What a text wants as it is after a move.

    Args:
        need: what the text wants.
        here: where from.
        there: where to.
        staying: our cards that stay behind.
        going: our cards that go.
        left: who of us would stand where they were.
        joined: who of us would stand where they go.
    """
    come = _would_count(need, there, going, joined)
    if need.cards is not None:
        gone = _would_count(need, here, going, here.mine)
        return msgspec.structs.replace(need, cards=need.cards - gone + come)
    kept = held_by(need, left) and (need.who is None or not need.who.isdisjoint(staying))
    return _held_at(need, {there.column} if come else (), () if kept else {here.column})


def _held_at(need: Need, more: Collection[int], no_more: Collection[int] = ()) -> Need:
    """A need of locations that holds some more, by column, and those that counted of others no more."""
    lost = need.counting.intersection(no_more)
    columns, counting = (need.columns - frozenset(more)) | lost, (need.counting | frozenset(more)) - lost
    return msgspec.structs.replace(need, columns=columns, counting=counting)


def brought(need: Need, after: Need) -> float:
    """What a change brings of a need, in Force: places beyond those it wants add nothing."""
    return need.force / need.number * (min(after.held, need.number) - min(need.held, need.number))


def deployed(needs: Iterable[Need], steps: Sequence[PlannedDeployment]) -> tuple[Need, ...]:
    """What texts want as it is after deployments that were credited with some of it."""
    found = []
    for need in needs:
        held = {
            step.column for step in steps
            if step.column in need.columns and any(each.goal == need.title for each in step.credits)
        }  # fmt: skip
        if need.cards is None:
            found.append(_held_at(need, held))
        else:
            found.append(msgspec.structs.replace(need, cards=need.cards + len(held)))
    return tuple(found)


def _would_count(need: Need, place: LocationNumbers, faces: Collection[BlueprintId], mine: Group) -> bool:
    if place.column not in need.columns or (need.control and place.theirs.present):
        return False
    if need.cards is None and not held_by(need, mine):
        return False
    if need.who is None or not need.who.isdisjoint(faces):
        return True
    # Where who is wanted stands already and does not count, it is for want of what these bring.
    return need.cards is None and any(unit.facts.card.blueprint_id in need.who for unit in place.mine.units)


def told(needs: Iterable[Need], place: LocationNumbers, faces: Collection[BlueprintId], mine: Group) -> str:
    """What a place is for: `2 of 3 places for the flip of Ralltiir Operations`; empty for nothing."""
    return ", ".join(_said(need) for need in needs if helps(need, place, faces, mine))


def _said(need: Need) -> str:
    if need.drain_cost:
        return f"Force drains need not use {need.drain_cost:g} Force each any more ({need.title})"
    purpose = "for the flip back of" if need.undoes else "for the flip of"
    if need.ends or need.keeps:
        purpose = "that end" if need.ends else "that keep up"
    if need.frees:
        return f"control that frees a captive {purpose} {need.title}"
    counted = "places" if need.cards is None else "cards"
    return f"{need.held + 1} of {need.number} {counted} {purpose} {need.title}"
