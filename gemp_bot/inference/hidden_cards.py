"""Places of hidden cards, and what is known of each: a blueprint, or the group it belongs to.

A group is a set of as many cards as places, of which it is not known which card is in which place. A shuffled
deck is one group; a card drawn from it unseen stays in that group, wherever it goes. So nothing is ever
guessed: a place has all that is known of it, and a group all that is known of its cards together.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from gemp_bot.protocol.ids import BlueprintId


class HiddenPile(StrEnum):
    """Where hidden cards of a player lie, by the names that people read."""

    RESERVE = "Reserve Deck"
    FORCE = "Force Pile"
    USED = "Used Pile"
    LOST = "Lost Pile"
    HAND = "hand"
    """Of the opponent only: our own hand is no hidden place. No order means anything in it."""
    ASIDE = "aside"
    """Cards in no pile that are not shown: an Interrupt while it is played, what lies under a converted
    location or face down. The latest comes last."""
    MOVING = "moving"
    """Cards that are being moved within one update; none between two updates."""


class LostTrackError(Exception):
    """What was seen contradicts what was known. The caller starts again from what is visible."""


class HiddenGroup:
    """Hidden cards of which it is not known which is in which place.

    Attributes:
        cards: those that are known to be among them.
        size: how many places they have.
    """

    __slots__ = ("cards", "size")

    def __init__(self, cards: Counter[BlueprintId] | None = None, size: int | None = None) -> None:
        self.cards: Counter[BlueprintId] = Counter() if cards is None else cards
        self.size = self.cards.total() if size is None else size

    def __repr__(self) -> str:
        return f"Group({self.size}: {dict(self.cards)})"

    @property
    def unknown(self) -> int:
        """How many of its cards are not known at all; none in a deck whose list is known."""
        return self.size - self.cards.total()

    def may_be(self, face: BlueprintId) -> bool:
        """Whether a card of it can have this face."""
        return face in self.cards or self.unknown > 0

    def give(self, face: BlueprintId) -> None:
        """One place of it turned out to hold this card.

        Raises:
            LostTrackError: it holds no such card.
        """
        left = self.cards.get(face, 0)
        if left > 1:
            self.cards[face] = left - 1
        elif left:
            del self.cards[face]
        elif self.unknown <= 0:
            raise LostTrackError(f"no {face} can be here")
        self.size -= 1


_HIDDEN = (HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED, HiddenPile.HAND)

Slot = BlueprintId | HiddenGroup
"""One place: a known face, or one of a group."""


class HiddenCards:
    """All hidden places of one player. Piles are lists from the bottom to the top.

    Attributes:
        closed: the whole deck is known, so that no card comes from nowhere.
        piles: the places.
        outside: cards that begin outside the deck and were not seen yet.
    """

    __slots__ = ("closed", "outside", "piles")

    def __init__(self, *, closed: bool = False) -> None:
        self.closed = closed
        self.piles: dict[HiddenPile, list[Slot]] = {pile: [] for pile in HiddenPile}
        self.outside: Counter[BlueprintId] = Counter()

    def fill(self, sizes: dict[HiddenPile, int], cards: Counter[BlueprintId]) -> None:
        """Begin: all places are of one group. Cards beyond the sizes lie aside.

        Raises:
            LostTrackError: the whole deck is known, and there are more places than cards.
        """
        places = sum(sizes.values())
        if self.closed and places > cards.total():
            raise LostTrackError(f"{places} hidden cards, and only {cards.total()} can be")
        group = HiddenGroup(cards, max(places, cards.total()))
        for pile, places_here in self.piles.items():
            places_here[:] = [group] * sizes.get(pile, 0)
        self.piles[HiddenPile.ASIDE] = [group] * (group.size - places)

    # -- what lies where ------------------------------------------------------------------------

    def groups(self, *piles: HiddenPile) -> Iterator[HiddenGroup]:
        """The groups that have a place in any of the piles (in all of them if none is named), each once."""
        met: set[int] = set()
        for pile in piles or self.piles:
            for slot in self.piles[pile]:
                if not isinstance(slot, str) and id(slot) not in met:
                    met.add(id(slot))
                    yield slot

    def known(self, *piles: HiddenPile) -> Counter[BlueprintId]:
        """The known faces in the piles (in all of them if none is named)."""
        found: Counter[BlueprintId] = Counter()
        for pile in piles or self.piles:
            found.update(slot for slot in self.piles[pile] if isinstance(slot, str))
        return found

    def cards(self) -> Counter[BlueprintId]:
        """Every hidden card that is known to be somewhere."""
        found = self.known()
        for group in self.groups():
            found.update(group.cards)
        return found

    # -- changes ---------------------------------------------------------------------------------

    def pop(self, pile: HiddenPile) -> Slot:
        """Take the top place away.

        Raises:
            LostTrackError: there is none.
        """
        places = self.piles[pile]
        if not places:
            raise LostTrackError(f"nothing is left in the {pile.value}")
        return places.pop()

    def turn(self, slot: Slot, face: BlueprintId) -> None:
        """A place that was taken away turned out to hold this card.

        Raises:
            LostTrackError: it cannot.
        """
        if not isinstance(slot, str):
            group = self._doubted(slot, face)
            group.give(face)
            self._settle(group)
        elif slot != face:
            raise LostTrackError(f"{slot} was thought to be where {face} is")

    def take(self, pile: HiddenPile, face: BlueprintId) -> bool:
        """Take a card from anywhere in a pile: a known one first, then one of a group that knows it."""
        places = self.piles[pile]
        for index in range(len(places) - 1, -1, -1):
            if places[index] == face:
                del places[index]
                return True
        for sure in (True, False):
            for index in range(len(places) - 1, -1, -1):
                slot = places[index]
                if not isinstance(slot, str) and (face in slot.cards if sure else slot.may_be(face)):
                    del places[index]
                    self.turn(slot, face)
                    return True
        return False

    def _doubted(self, group: HiddenGroup, face: BlueprintId) -> HiddenGroup:
        """An unknown card is like one that was thought to be elsewhere: a second copy, or the same card.

        It is not known which, so the two places belong to one group from now on.
        """
        if self.closed or face in group.cards:
            return group
        other = next((each for each in self.groups(*_HIDDEN) if face in each.cards), None)
        if other is not None:
            return self._merge((group, other))
        for pile in _HIDDEN:
            places = self.piles[pile]
            if face in places:
                places[places.index(face)] = group
                group.cards[face] += 1
                group.size += 1
                break
        return group

    def show_top(self, pile: HiddenPile, face: BlueprintId) -> None:
        """The top of a pile turned out to be this card.

        Raises:
            LostTrackError: it cannot be.
        """
        places = self.piles[pile]
        if not places:
            raise LostTrackError(f"nothing is left in the {pile.value}")
        if places[-1] != face:
            self.turn(places[-1], face)
            places[-1] = face

    def shuffle(self, pile: HiddenPile) -> None:
        """A pile was shuffled: the order of its cards is unknown."""
        places = self.piles[pile]
        if len({slot if isinstance(slot, str) else id(slot) for slot in places}) > 1:
            self._blend(pile, tuple(self.groups(pile)))

    def holds(self, pile: HiddenPile, cards: Counter[BlueprintId], top: int | None = None) -> bool:
        """Whether a pile, or so many cards on top of it, can be exactly these."""
        here = self._topmost(pile, top)
        new = Counter(cards)
        new.subtract(slot for slot in here if isinstance(slot, str))
        groups = {id(slot): slot for slot in here if not isinstance(slot, str)}
        if cards.total() != len(here) or any(count < 0 for count in new.values()):
            return False
        unknown = sum(group.unknown for group in groups.values())
        pool: Counter[BlueprintId] = Counter()
        for group in groups.values():
            pool.update(group.cards)
        return (new - pool).total() <= unknown

    def look(self, pile: HiddenPile, cards: Counter[BlueprintId], top: int | None = None) -> None:
        """All cards of a pile were shown, or so many on top of it: the hidden ones are a group from now on.

        Raises:
            LostTrackError: they cannot lie here.
        """
        if not self.holds(pile, cards, top):
            raise LostTrackError(f"what was shown cannot be in the {pile.value}")
        here = self._topmost(pile, top)
        touched = {id(slot): slot for slot in here if not isinstance(slot, str)}
        if not touched:
            return
        rest = self._merge(tuple(touched.values())) if len(touched) > 1 else next(iter(touched.values()))
        new = cards - Counter(slot for slot in here if isinstance(slot, str))
        for card in new.elements():
            rest.give(card)
        group = HiddenGroup(new)
        places = self.piles[pile]
        for index in range(len(places) - len(here), len(places)):
            if not isinstance(places[index], str):
                places[index] = group
        self._settle(group)
        self._settle(rest)

    def _settle(self, group: HiddenGroup) -> None:
        """Of a group of equal cards every place is known."""
        if len(group.cards) == 1 and not group.unknown:
            (face,) = group.cards
            for places in self.piles.values():
                for index, slot in enumerate(places):
                    if slot is group:
                        places[index] = face

    def _topmost(self, pile: HiddenPile, top: int | None) -> list[Slot]:
        places = self.piles[pile]
        return places if top is None else places[max(0, len(places) - top) :]

    def _merge(self, groups: tuple[HiddenGroup, ...]) -> HiddenGroup:
        """Make one group of several."""
        cards: Counter[BlueprintId] = Counter()
        for group in groups:
            cards.update(group.cards)
        merged = HiddenGroup(cards, sum(group.size for group in groups))
        old = set(map(id, groups))
        for places in self.piles.values():
            for index, slot in enumerate(places):
                if id(slot) in old:
                    places[index] = merged
        return merged

    def _blend(self, pile: HiddenPile, groups: tuple[HiddenGroup, ...]) -> None:
        merged = self._merge(groups)
        places = self.piles[pile]
        for index, slot in enumerate(places):
            if isinstance(slot, str):
                merged.cards[slot] += 1
                merged.size += 1
                places[index] = merged
