"""What a text, or a card that goes elsewhere, would change of the places of a position, and their worth then.

Only the change is worked out: what the server tells of a place stays what it is changed from.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import worth
from gemp_bot.valuation.position import Group, LocationNumbers

_OF_GROUP: Final = ("power", "ability", "forfeit", "immune")
_IN_BATTLE: Final = ("draws", "to_power", "min_destinies")
"""Numbers of a group, the more the better for its side; destinies only where both stand: what a text would
let those draw who are yet to come is not known."""
_NEEDED: Final = "needed"
_OURS: Final = ("drain", "gives")
_THEIRS: Final = ("their_drain", "their_gives")
"""Numbers of a place for us, and for them."""


class PlaceChange(NamedTuple):
    """A place that is changed.

    Attributes:
        now: as it is. then: as it would be.
        signs: of each number that changes, whether that is good for us.
    """

    now: LocationNumbers
    then: LocationNumbers
    signs: frozenset[bool]

    def worth(self, outlook: Outlook, *, moving: bool = False) -> float:
        """By how much it is worth more; `moving` where nobody of ours battles any more this turn.

        By what is known of places a group may be worth more with less power, as fewer come against it. A text
        that changes numbers to our bane alone brings nothing for all that, and one to our good costs nothing.
        """
        now, then = (
            worth(each, each.mine, each.theirs, outlook, ours_first=not moving)
            for each in (self.now, self.then)
        )
        more = then - now
        if moving and self.now.mine.present != self.then.mine.present:
            return more
        if self.signs == {True}:
            return max(more, 0.0)
        return min(more, 0.0) if self.signs == {False} else more


def changed_places(
    now: Sequence[LocationNumbers], before: Sequence[LocationNumbers], then: Sequence[LocationNumbers]
) -> tuple[PlaceChange, ...]:
    """The places that a text changes.

    Args:
        now: as they are.
        before: as they are by the board alone, without what the server tells.
        then: the same with the text.
    """
    found = (_changed(*each) for each in zip(now, before, then, strict=True))
    return tuple([change for change in found if change is not None])


def _changed(now: LocationNumbers, before: LocationNumbers, then: LocationNumbers) -> PlaceChange | None:
    both = now.mine.anybody and now.theirs.anybody
    signs = frozenset(_signs(before, then, both=both))
    if not signs:
        return None
    numbers = {name: _shifted(now, before, then, name) for name in (*_OURS, *_THEIRS)}
    changed = msgspec.structs.replace(
        now,
        mine=_group(now.mine, before.mine, then.mine, both=both),
        theirs=_group(now.theirs, before.theirs, then.theirs, both=both),
        battle=then.battle and (now.battle or not before.battle),
        their_battle=then.their_battle and (now.their_battle or not before.their_battle),
        **numbers,
    )
    return PlaceChange(now, changed, signs)


def _signs(before: LocationNumbers, then: LocationNumbers, *, both: bool) -> Iterator[bool]:
    """Of each number that differs whether that is good for us."""
    names = (*_OF_GROUP, *_IN_BATTLE) if both else _OF_GROUP
    needed, added = ((_NEEDED,), ("each", "total")) if both else ((), ())
    pairs: tuple[tuple[int, object, object, tuple[str, ...]], ...] = (
        (1, before, then, (*_OURS, "battle")),
        (-1, before, then, (*_THEIRS, "their_battle")),
        (1, before.mine, then.mine, names),
        (-1, before.theirs, then.theirs, names),
        (-1, before.mine, then.mine, needed),
        (1, before.theirs, then.theirs, needed),
        (1, before.mine.destinies, then.mine.destinies, added),
        (-1, before.theirs.destinies, then.theirs.destinies, added),
    )
    for good, one, other, each in pairs:
        for name in each:
            more = getattr(other, name) - getattr(one, name)
            if more:
                yield more * good > 0


def _group(now: Group, before: Group, then: Group, *, both: bool) -> Group:
    if before == then or (before.anybody and not now.anybody):
        return now
    if not then.anybody:
        return then
    names = (*_OF_GROUP, *_IN_BATTLE, _NEEDED) if both else _OF_GROUP
    destinies = now.destinies + then.destinies.beyond(before.destinies) if both else now.destinies
    shifted = {name: _shifted(now, before, then, name) for name in names}
    # Where others stand, they bring all that is theirs besides the numbers that the server tells of.
    others = [each.id for each in before.units] != [each.id for each in then.units]
    return msgspec.structs.replace(then if others else now, destinies=destinies, **shifted)


def _shifted(now: object, before: object, then: object, name: str) -> float:
    """A number as it is, with the change that a text makes."""
    more: float = getattr(then, name) - getattr(before, name)
    value: float = getattr(now, name)
    return max(value + more, 0.0) if more else value
