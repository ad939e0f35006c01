"""Which cards of one player moved between two looks at the table.

Between two questions mostly one thing happens; the sizes of piles and the cards that appeared or disappeared
show which. Where several explanations fit, the likeliest is taken for the order in a pile, and cards that
could lie in either of two places become a group, so that what is known of the cards together stays true.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from gemp_bot.inference.hidden_cards import HiddenCards, HiddenGroup, HiddenPile, LostTrackError, Slot
from gemp_bot.inference.visible_cards import VisibleCards
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.state import Table

_CARD_HINT: Final = "cardHint"
"""What every line has that names a card (PROTOCOL 6.9)."""


class GameLog:
    """Reads the log of one game, each line once."""

    __slots__ = ("_end", "_length", "_view")

    def __init__(self) -> None:
        self._view: Table | None = None
        self._length = 0
        self._end: str | None = None

    def read(self, view: Table) -> tuple[list[str], bool]:
        """The new lines that name cards, and whether the whole log came again: a revert (PROTOCOL 6.7).

        It comes again, too, when a game is opened anew; that makes a new table and is no revert.
        """
        length, before = view.log_length, self._length
        opened, self._view = view is not self._view, view
        if length == before and not opened:
            return [], False
        messages = view.messages
        fresh = length - before
        self._length = length
        # After a revert the lines known before are there again, as other objects.
        last = messages[-fresh - 1] if 0 < fresh < len(messages) else None
        replayed = not opened and self._end is not None and last is not self._end
        self._end = messages[-1] if messages else None
        new = messages[max(0, len(messages) - fresh) :] if fresh >= 0 and not replayed else messages
        return [line for line in new if _CARD_HINT in line], replayed


_ORDERED = (HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED, HiddenPile.LOST)
_PAIRS = (
    (HiddenPile.RESERVE, HiddenPile.FORCE),  # activating
    (HiddenPile.FORCE, HiddenPile.USED),  # using Force
    (HiddenPile.FORCE, HiddenPile.HAND),  # drawing
    (HiddenPile.RESERVE, HiddenPile.USED),  # a destiny that was put away
    (HiddenPile.RESERVE, HiddenPile.HAND),  # a search
    (HiddenPile.LOST, HiddenPile.USED),  # retrieving
    (HiddenPile.USED, HiddenPile.FORCE),
    (HiddenPile.USED, HiddenPile.HAND),
    (HiddenPile.LOST, HiddenPile.HAND),
    (HiddenPile.LOST, HiddenPile.RESERVE),
    (HiddenPile.HAND, HiddenPile.USED),
    (HiddenPile.HAND, HiddenPile.RESERVE),
    (HiddenPile.HAND, HiddenPile.FORCE),
    (HiddenPile.RESERVE, HiddenPile.LOST),
    (HiddenPile.FORCE, HiddenPile.LOST),
    (HiddenPile.USED, HiddenPile.LOST),
    (HiddenPile.HAND, HiddenPile.LOST),
)
"""From where to where hidden cards move, the likeliest first (rules reference, section 3)."""
_TO_LOST = (HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED, HiddenPile.HAND)
_TO_TABLE = (HiddenPile.HAND, HiddenPile.FORCE, HiddenPile.RESERVE, HiddenPile.USED)
_TO_HAND = (HiddenPile.FORCE, HiddenPile.RESERVE, HiddenPile.USED, HiddenPile.HAND)


class CardMovements:
    """The movements of one player's cards between two looks.

    Args:
        ledger: the hidden cards as they were before; it is updated.
        before, after: the two looks.
        named: gives the cards of this player that the log named in between and that are visible nowhere;
            called only if that matters.
    """

    __slots__ = (
        "_after",
        "_came",
        "_left",
        "_moving",
        "_named",
        "_need",
        "_places_left",
        "_pushed",
        "_room",
        "_unsure",
        "ledger",
    )

    def __init__(
        self,
        ledger: HiddenCards,
        before: VisibleCards,
        after: VisibleCards,
        named: Callable[[], Sequence[BlueprintId]],
    ) -> None:
        self.ledger = ledger
        self._after = after
        self._named = named
        self._came: Counter[BlueprintId] = Counter()
        self._left: Counter[BlueprintId] = Counter()
        self._places_left: Counter[BlueprintId] = Counter()
        if before.shown is not after.shown:
            self._came = after.shown - before.shown
            self._left = before.shown - after.shown
            self._places_left = before.places - after.places
        moved = {pile: after.sizes[pile] - before.sizes[pile] for pile in after.sizes}
        self._need = {pile: max(0, -by) for pile, by in moved.items()}
        self._room = {pile: max(0, by) for pile, by in moved.items()}
        # A top that is put there anew while the pile is as large as before tells of a shuffle.
        self._unsure = [pile for pile in after.renewed - {HiddenPile.LOST} if not moved[pile]]
        self._pushed: Counter[HiddenPile] = Counter()
        self._moving = ledger.piles[HiddenPile.MOVING]

    def run(self) -> None:
        """Update the hidden cards.

        Raises:
            LostTrackError: the two looks contradict what was known; start again.
        """
        pushed = self._lost_pile()
        if pushed is not None:
            self._find(pushed, _TO_LOST, searched=False)
        destiny = self._after.destiny
        if destiny is not None and self._came[destiny]:
            self._came[destiny] -= 1
            self._find(destiny, (HiddenPile.RESERVE,), searched=False)
        order = _TO_TABLE if self._need.get(HiddenPile.HAND) else _TO_HAND
        for face, count in self._came.items():
            for _ in range(count):
                self._find(face, order, searched=True)
        self._recirculate()
        if self._room[HiddenPile.RESERVE]:
            # Whatever is put there but for a re-circulation, the deck is shuffled mostly.
            self._unsure.append(HiddenPile.RESERVE)
        if any(self._need.values()) and any(self._room.values()):
            for origin, target in _PAIRS:
                self._pair(origin, target)
        self._put_down()
        if pushed is not None:
            self.ledger.piles[HiddenPile.LOST].append(pushed)
        for pile in set(self._unsure):
            self.ledger.shuffle(pile)
        self._check()

    # -- the Lost Pile, whose every card was once seen on top of it -------------------------------

    def _lost_pile(self) -> BlueprintId | None:
        """Take away what left it; the card that came on top of it, if one did."""
        lost, top = self.ledger.piles[HiddenPile.LOST], self._after.tops.get(HiddenPile.LOST)
        if self._room[HiddenPile.LOST]:
            if top is not None:
                self._room[HiddenPile.LOST] -= 1
            return top
        if self._need[HiddenPile.LOST]:
            self._searched_lost()
        if not lost or top is None:
            return None
        if self._need[HiddenPile.LOST]:
            self._settle_lost_top(lost, top)
            return None
        return self._changed_lost_top(lost, top)

    def _searched_lost(self) -> None:
        """What came from the Lost Pile: taken from anywhere in it."""
        alone = sum(map(bool, self._need.values())) == 1
        for face in list(self._came):
            while (
                self._need[HiddenPile.LOST]
                and self._came[face] > self._left[face]
                and (alone or face in self.ledger.piles[HiddenPile.LOST])
                and self.ledger.take(HiddenPile.LOST, face)
            ):
                self._need[HiddenPile.LOST] -= 1
                self._came[face] -= 1

    def _changed_lost_top(self, lost: list[Slot], top: BlueprintId) -> BlueprintId | None:
        """Another card on top of as many: a card that came, if one went; or the pile was shuffled."""
        if lost[-1] == top:
            return None
        if not isinstance(lost[-1], str) and lost[-1].may_be(top) and not self._left[top]:
            self.ledger.show_top(HiddenPile.LOST, top)
            return None
        if not self._left[top] and not any(self._need.values()) and self.ledger.take(HiddenPile.LOST, top):
            self.ledger.shuffle(HiddenPile.LOST)
            lost.append(top)
            return None
        self._moving.append(lost.pop())
        return top

    def _settle_lost_top(self, lost: list[Slot], top: BlueprintId) -> None:
        """Which cards were taken: the topmost, unless the present top card contradicts that."""
        count = self._need[HiddenPile.LOST]
        below = lost[-count - 1] if len(lost) > count else None
        if below is None or below == top or (not isinstance(below, str) and below.may_be(top)):
            return
        for index in range(len(lost) - 1, -1, -1):
            if lost[index] == top:
                # Cards below it were taken; it is not known which.
                lost.append(lost.pop(index))
                kept = lost.pop()
                self.ledger.shuffle(HiddenPile.LOST)
                for _ in range(count):
                    self._moving.append(lost.pop())
                lost.append(kept)
                self._need[HiddenPile.LOST] = 0
                return
        raise LostTrackError(f"{top} on top of the Lost Pile")

    # -- cards that appeared-----------------------------------------------------------------------

    def _find(self, face: BlueprintId, order: Sequence[HiddenPile], *, searched: bool) -> None:
        """Find out where a card that is shown now was before."""
        if self._left[face]:
            self._left[face] -= 1
            if self._places_left[face]:
                self._places_left[face] -= 1
            return
        if face in self._moving:
            self._moving.remove(face)
            return
        aside = self.ledger.piles[HiddenPile.ASIDE]
        if face in aside:
            aside.remove(face)
            return
        for pile in order:
            if self._need.get(pile) and self._take(pile, face, searched=searched):
                self._need[pile] -= 1
                return
        if self._need[HiddenPile.LOST] and self.ledger.take(HiddenPile.LOST, face):
            self._need[HiddenPile.LOST] -= 1
        elif not (
            self._take_outside(face)
            or self.ledger.take(HiddenPile.ASIDE, face)
            or self.ledger.take(HiddenPile.MOVING, face)
            or self._exchanged(face)
            or not self.ledger.closed
        ):
            raise LostTrackError(f"{face} came from nowhere")

    def _exchanged(self, face: BlueprintId) -> bool:
        """Whether it came from a pile that is no smaller, as other cards were put there for it."""
        for pile in (HiddenPile.FORCE, HiddenPile.RESERVE, HiddenPile.USED, HiddenPile.LOST):
            if (self._room[pile] or pile in self._unsure) and self.ledger.take(pile, face):
                self._room[pile] += 1
                self._unsure.append(pile)
                return True
        return False

    def _take(self, pile: HiddenPile, face: BlueprintId, *, searched: bool) -> bool:
        places = self.ledger.piles[pile]
        if pile is HiddenPile.HAND:
            return self.ledger.take(pile, face)
        if not places:
            return False
        top = places[-1]
        if top == face:
            places.pop()
            return True
        if searched and (face in places or len({id(slot) for slot in places}) > 1):
            # Taken from the midst of the pile, which is shuffled afterwards.
            taken = self.ledger.take(pile, face)
            if taken:
                self.ledger.shuffle(pile)
            return taken
        if isinstance(top, str) or not top.may_be(face):
            return False
        places.pop()
        self.ledger.turn(top, face)
        return True

    def _take_outside(self, face: BlueprintId) -> bool:
        if not self.ledger.outside[face]:
            return False
        self.ledger.outside[face] -= 1
        return True

    # -- hidden cards -----------------------------------------------------------------------------

    def _recirculate(self) -> None:
        """The Used Pile goes under the Reserve Deck as it lies (rules reference, section 3)."""
        piles = self.ledger.piles
        used, reserve = piles[HiddenPile.USED], piles[HiddenPile.RESERVE]
        count = min(self._need[HiddenPile.USED], self._room[HiddenPile.RESERVE])
        if not count:
            return
        more = min(self._need[HiddenPile.FORCE], self._room[HiddenPile.RESERVE] - count)
        moved = used[-count:]
        del used[-count:]
        # Force used just before lay on top of the Used Pile.
        moved += [self.ledger.pop(HiddenPile.FORCE) for _ in range(more)]
        reserve[:0] = moved
        self._need[HiddenPile.USED] -= count
        self._need[HiddenPile.FORCE] -= more
        self._room[HiddenPile.RESERVE] -= count + more

    def _pair(self, origin: HiddenPile, target: HiddenPile) -> None:
        count = min(self._need.get(origin, 0), self._room.get(target, 0))
        if not count:
            return
        blind = origin is HiddenPile.HAND or (origin is HiddenPile.RESERVE and target is HiddenPile.HAND)
        if blind and not self._name(origin):
            # It is not known which card of the hand it was, or which one was searched for.
            self.ledger.shuffle(origin)
        for _ in range(count):
            self.ledger.piles[target].append(self.ledger.pop(origin))
        if self._pushed[target]:
            self._unsure.append(target)
        self._pushed[target] += count
        self._need[origin] -= count
        self._room[target] -= count

    def _name(self, origin: HiddenPile) -> bool:
        """If the log named one card alone, it is the one that moves: put it on top."""
        if self._need[origin] != 1:
            return False
        faces = self._named()
        if len(faces) != 1:
            return False
        named = faces[0]
        if not self.ledger.take(origin, named):
            return False
        if origin is HiddenPile.RESERVE:
            self.ledger.shuffle(origin)
        self.ledger.piles[origin].append(named)
        return True

    def _put_down(self) -> None:
        """Assign departed cards to the piles that grew, and the rest to the cards aside."""
        for pile, count in self._need.items():
            for left in range(count, 0, -1):
                self._need[pile] = left
                if pile is HiddenPile.HAND and not self._name(pile):
                    self.ledger.shuffle(pile)
                self._moving.append(self.ledger.pop(pile))
        if self._left or self._moving or any(self._room.values()):
            self._put_into_rooms()

    def _put_into_rooms(self) -> None:
        piles = self.ledger.piles
        aside = piles[HiddenPile.ASIDE]
        # Cards under a converted location mostly stay there, so they are the last choice.
        under = [face for face in self._places_left.elements() if self._left[face]]
        self._left -= Counter(under)
        self._moving.extend(self._left.elements())
        for pile, count in self._pushed.items():
            # Other cards that came into the pile came before or after; it is not known which.
            if self._room.get(pile):
                self._moving.extend(self.ledger.pop(pile) for _ in range(count))
                self._room[pile] += count
        rooms = [pile for pile, room in self._room.items() for _ in range(room)]
        if self._moving and len(rooms) > len(self._moving):
            fetched = min(len(rooms) - len(self._moving), len(aside))
            self._moving.extend(aside.pop() for _ in range(fetched))
        if rooms and len(self._moving) > 1:
            # It is not known which of them went where, or in which order.
            self.ledger.shuffle(HiddenPile.MOVING)
        for pile in rooms:
            source = next((source for source in (self._moving, aside, under) if source), None)
            if source is not None:
                piles[pile].append(source.pop())
            elif self.ledger.closed:
                raise LostTrackError(f"a card came into the {pile.value} from nowhere")
            else:
                piles[pile].append(HiddenGroup(size=1))
        aside.extend(self._moving)
        self._moving.clear()
        aside[:0] = under

    def _check(self) -> None:
        after, piles = self._after, self.ledger.piles
        for pile, size in after.sizes.items():
            if len(piles[pile]) != size:
                raise LostTrackError(f"{len(piles[pile])} cards in the {pile.value}, and not {size}")
        for pile in _ORDERED:
            top = after.tops.get(pile)
            if top is not None and piles[pile] and piles[pile][-1] != top:
                self.ledger.show_top(pile, top)
