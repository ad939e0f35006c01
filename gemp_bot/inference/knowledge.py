"""What is known of all cards of a game: where each can be, as far as a person at the table could tell.

Call `observe` at every question, the forced ones too; between two questions mostly one thing happens.
Nothing else is used: no events, no ids of hidden cards, and of the game log only the cards it names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import PromptKind, Question
from gemp_bot.inference.card_movements import CardMovements, GameLog
from gemp_bot.inference.deck_kinds import load_deck_kinds
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile, LostTrackError, Slot
from gemp_bot.inference.odds import Destinies, DestinyOdds
from gemp_bot.inference.opponent import TheirCards, none_of
from gemp_bot.inference.visible_cards import VisibilityTracker, VisibleCards, face
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.html import card_refs
from gemp_bot.protocol.ids import BlueprintId, PlayerName
from gemp_bot.state import Table

_SEARCHED = (HiddenPile.RESERVE, HiddenPile.LOST, HiddenPile.FORCE, HiddenPile.USED, HiddenPile.HAND)
"""The piles that a question can show whole, the likeliest first."""
_SHUFFLED = frozenset((HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED))
_ZONES = {
    Zone.RESERVE_DECK: HiddenPile.RESERVE,
    Zone.LOST_PILE: HiddenPile.LOST,
    Zone.FORCE_PILE: HiddenPile.FORCE,
    Zone.USED_PILE: HiddenPile.USED,
    Zone.HAND: HiddenPile.HAND,
}
LIFE = (HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED)
"""The piles that make life force (rules reference, section 3)."""


class _PlayerCards:
    """The hidden cards of one player, and what was visible at the last look."""

    __slots__ = ("ledger", "name", "own", "visible")

    def __init__(self, name: PlayerName, *, own: bool) -> None:
        self.name = name
        self.own = own
        self.ledger = HiddenCards()
        self.visible: VisibleCards | None = None


class CardKnowledge:
    """What is known of all cards of one game. One for each game; it may join at any time.

    Args:
        index: facts of the cards.
        deck: our own deck; None if it is not known.

    Attributes:
        begun_anew: how often what was seen contradicted what was known, so that everything but the cards
            shown had to be forgotten; reverts count as well, once for each player.
        doubts: the contradictions, one line each.
        looks: how often there was something to read; until it rises, all that is known stays the same.
    """

    def __init__(self, index: CardIndex, deck: DeckList | None = None) -> None:
        self._index = index
        self._deck = None if deck is None else Counter(map(face, deck.cards))
        self._outside = Counter() if deck is None else Counter(map(face, deck.outside))
        self._tracker = VisibilityTracker(index)
        self._me: _PlayerCards | None = None
        self._them: _PlayerCards | None = None
        self._destinies = {side: Destinies(index, side) for side in Side}
        self._facts = index.derived(CardFactsCache)
        self._side: Side | None = None
        self._log = GameLog()
        self._asked_last: ArbitraryCards | None = None
        self._observed: object = None
        self.begun_anew = 0
        self.doubts: list[str] = []
        self.looks = 0

    # -- observing -----------------------------------------------------------------------------------

    def observe(self, view: Table, question: Question | None = None) -> None:
        """Read the table, and the cards a question shows. To be called at every question, once.

        A spectator learns nothing.
        """
        decision = None if question is None else question.decision
        shows = isinstance(decision, ArbitraryCards)
        key = (view.version, view.log_length, view.log_digest, view.statistics)
        me = view.me
        if not shows and self._me is not None and self._me.name == me and key == self._observed:
            return
        them = view.opponent
        if me is None or them is None:
            return
        self._observed = key
        self.looks += 1
        if self._me is None or self._me.name != me or self._them is None:
            self._me, self._them = _PlayerCards(me, own=True), _PlayerCards(them, own=False)
            self._side = view.my_side
        lines, replayed = self._log.read(view)
        changed = self._tracker.look(view)
        for seat in (self._me, self._them):
            if replayed or seat.name in changed or seat.visible is None:
                self._follow(seat, () if seat.own else lines, replayed=replayed)
        if question is not None and isinstance(decision, ArbitraryCards):
            self._shown(question, decision)

    def _of_opponent(self, lines: Iterable[str]) -> set[BlueprintId]:
        """The opponent's cards that the log names: those of their side of the Force."""
        named = {face(ref.blueprint) for line in lines for ref in card_refs(line)}
        cards = ((name, self._index.get(name)) for name in named)
        return {name for name, card in cards if card is not None and card.side is not self._side}

    def _follow(self, seat: _PlayerCards, lines: Sequence[str], *, replayed: bool) -> None:
        visible = self._tracker.visible(seat.name, own=seat.own)
        if visible is None:
            return
        before, seat.visible = seat.visible, visible
        if before is None or replayed:
            self._begin(seat, before, visible, replayed=replayed)
            return
        aside = tuple(seat.ledger.piles[HiddenPile.ASIDE])

        def nowhere() -> tuple[BlueprintId, ...]:
            return _nowhere(aside, before, visible, self._of_opponent(lines)) if lines else ()

        try:
            CardMovements(seat.ledger, before, visible, nowhere).run()
        except LostTrackError as doubt:
            self.doubts.append(f"{'own' if seat.own else 'theirs'}: {doubt}")
            self._begin(seat, before, visible)

    def _begin(
        self,
        seat: _PlayerCards,
        before: VisibleCards | None,
        visible: VisibleCards,
        *,
        replayed: bool = False,
    ) -> None:
        """Know only what is shown, and which cards there are: at the start, after a revert, after doubt."""
        was = seat.ledger
        self.begun_anew += before is not None
        sizes = dict(visible.sizes)
        tops = {pile: top for pile, top in visible.tops.items() if sizes[pile]}
        lost = was.piles[HiddenPile.LOST]
        if replayed or len(lost) != sizes[HiddenPile.LOST] or lost[-1:] != [tops.get(HiddenPile.LOST)]:
            lost = []
        kept = [slot for slot in lost[:-1] if isinstance(slot, str)]
        shown = Counter(visible.shown)
        shown.update(tops.values())
        shown.update(kept)
        ledger = HiddenCards(closed=seat.own and self._deck is not None)
        if ledger.closed and self._deck is not None:
            ledger.outside = self._outside - shown
            cards = self._deck - (shown - self._outside)
        else:
            cards = (was.cards() + (Counter() if before is None else before.shown)) - shown
        for pile in tops:
            sizes[pile] -= 1
        sizes[HiddenPile.LOST] -= len(kept)
        try:
            ledger.fill(sizes, cards)
        except LostTrackError:
            ledger.closed = False
            ledger.fill(sizes, cards)
        for pile, top in tops.items():
            ledger.piles[pile].append(top)
        if kept:
            hidden = iter(ledger.piles[HiddenPile.LOST][:])
            ledger.piles[HiddenPile.LOST] = [slot if isinstance(slot, str) else next(hidden) for slot in lost]
        seat.ledger = ledger

    def _shown(self, question: Question, decision: ArbitraryCards) -> None:
        """A question shows cards: a whole pile, or the top of one; mostly for a search (PROTOCOL 7.6)."""
        if decision is self._asked_last or not decision.cards:
            return
        self._asked_last = decision
        cards = Counter(face(card.blueprint_id) for card in decision.cards)
        seat = self._whose(cards)
        if seat is None or seat.visible is None:
            return
        named = question.reading.pile
        said = None if named is None else _ZONES.get(named)
        if seat.own and said is None and cards <= seat.visible.shown:
            # Cards of our hand, or on the table.
            return
        total = cards.total()
        fitting = [
            pile for pile in _SEARCHED if seat.visible.sizes[pile] == total and (said is None or said is pile)
        ]
        for pile in fitting:
            if seat.ledger.holds(pile, cards):
                self._looked(seat, pile, cards)
                return
        if fitting and question.kind is PromptKind.VERIFY_PILE:
            self._begin(seat, seat.visible, seat.visible)
            if seat.ledger.holds(fitting[0], cards):
                self._looked(seat, fitting[0], cards)
        elif (
            question.kind is PromptKind.LOOK_AT_CARDS
            and said is HiddenPile.RESERVE
            and seat.ledger.holds(HiddenPile.RESERVE, cards, total)
        ):
            # Nearly all that is shown of a Reserve Deck, and is not all of it, is its top.
            seat.ledger.look(HiddenPile.RESERVE, cards, total)

    def _whose(self, cards: Counter[BlueprintId]) -> _PlayerCards | None:
        sides = Counter(
            card.side for name in cards.elements() if (card := self._index.get(name)) is not None
        ).most_common(1)
        if not sides:
            return None
        return self._me if sides[0][0] is self._side else self._them

    @staticmethod
    def _looked(seat: _PlayerCards, pile: HiddenPile, cards: Counter[BlueprintId]) -> None:
        seat.ledger.look(pile, cards)
        if pile in _SHUFFLED:
            # A pile that was searched is shuffled.
            seat.ledger.shuffle(pile)

    # -- what is known ----------------------------------------------------------------------------------

    @property
    def deck(self) -> Counter[BlueprintId] | None:
        """Our own deck without what begins outside it; None if it is not known."""
        return None if self._deck is None else Counter(self._deck)

    def seen(self) -> Counter[BlueprintId]:
        """Our own cards of which it is known that they are in none of our three piles of life force."""
        if self._me is None or self._me.visible is None:
            return Counter()
        ledger = self._me.ledger
        found = Counter(self._me.visible.shown)
        found.update(ledger.known(HiddenPile.LOST, HiddenPile.ASIDE))
        inside = set(map(id, ledger.groups(*LIFE)))
        for group in ledger.groups(HiddenPile.LOST, HiddenPile.ASIDE):
            if id(group) not in inside:
                found.update(group.cards)
        return found - (self._outside - ledger.outside)

    def unseen(self, *piles: HiddenPile) -> Counter[BlueprintId]:
        """What our piles can still hold: Reserve Deck, Force Pile and Used Pile together, or those named.

        Of cards that may as well lie elsewhere all are here, so that it can be more than the piles have
        places. With `seen()` it is the whole deck.
        """
        if self._me is None:
            return Counter()
        ledger = self._me.ledger
        found = ledger.known(*(piles or LIFE))
        for group in ledger.groups(*(piles or LIFE)):
            found.update(group.cards)
        return found

    def pile(self, pile: HiddenPile, *, own: bool = True) -> "PileKnowledge":
        """What is known of one pile, of ours or of the opponent's."""
        seat = self._me if own else self._them
        places = [] if seat is None else seat.ledger.piles[pile]
        groups = {id(slot): slot for slot in places if not isinstance(slot, str)}
        cards = Counter(slot for slot in places if isinstance(slot, str))
        for group in groups.values():
            cards.update(group.cards)
        return PileKnowledge(
            size=len(places),
            cards=cards,
            sure=Counter(slot for slot in places if isinstance(slot, str)),
            among=sum(group.size for group in groups.values()),
            unknown=sum(group.unknown for group in groups.values()),
            exact=cards.total() == len(places),
            order=tuple(slot if isinstance(slot, str) else None for slot in reversed(places)),
        )

    def reserve_odds(self, draws: int | None = None) -> DestinyOdds | None:
        """The destiny of our next draws, at most so many; None before anything was seen."""
        return self._odds(self._me, draws)

    def opponent_odds(self, draws: int | None = None) -> DestinyOdds | None:
        """The destiny of the opponent's next draws; None before anything was seen."""
        return self._odds(self._them, draws)

    def _odds(self, seat: _PlayerCards | None, draws: int | None) -> DestinyOdds | None:
        if seat is None or seat.visible is None or self._side is None:
            return None
        side = self._side if seat.own else self._side.other
        return self._destinies[side].odds(seat.ledger, seat.visible.shown + seat.ledger.cards(), draws)

    def mean_destiny(self, *, own: bool = True) -> float | None:
        """The mean of the next draw, ours or the opponent's; None before anything was seen."""
        seat = self._me if own else self._them
        if seat is None or seat.visible is None or self._side is None:
            return None
        ledger, shown = seat.ledger, seat.visible.shown
        side = self._side if seat.own else self._side.other
        return self._destinies[side].mean(ledger, lambda: shown + ledger.cards())

    def hidden(self, *, own: bool) -> HiddenCards | None:
        """The hidden cards of one player, only to be read; None before anything was seen."""
        seat = self._me if own else self._them
        return None if seat is None or seat.visible is None else seat.ledger

    def all_seen(self, *, own: bool) -> Counter[BlueprintId]:
        """The cards of one player that were seen this game, wherever they are now."""
        seat = self._me if own else self._them
        if seat is None or seat.visible is None:
            return Counter()
        return seat.visible.shown + seat.ledger.cards()

    @property
    def their_cards(self) -> TheirCards | None:
        """What the opponent may hold; None before anything was seen."""
        seat = self._them
        if seat is None or seat.visible is None or self._side is None:
            return None
        kinds = load_deck_kinds().of(self._side.other)
        return TheirCards(self._facts, kinds, seat.ledger, self.all_seen(own=False))

    def chance_to_find(self, wanted: Callable[[Card], bool], pile: HiddenPile = HiddenPile.RESERVE) -> float:
        """The probability that a pile of ours holds a card that is wanted.

        Cards that are not known at all count as not wanted: with our deck unknown it is a lower bound.
        """
        return _chance(self._me, pile, lambda card: self._is(card, wanted))

    def chance_to_hold(self, card: BlueprintId, pile: HiddenPile) -> float:
        """The probability that a pile of the opponent holds a card; 0 for one that was never seen."""
        return _chance(self._them, pile, lambda each: each == card)

    def can_still_find(self, wanted: Callable[[Card], bool], pile: HiddenPile = HiddenPile.RESERVE) -> bool:
        """Whether a search of a pile of ours can find such a card. False is certain, True is not."""
        if self._me is None:
            return True
        unknown = any(group.unknown for group in self._me.ledger.groups(pile))
        return unknown or any(self._is(card, wanted) for card in self.unseen(pile))

    def _is(self, blueprint: BlueprintId, wanted: Callable[[Card], bool]) -> bool:
        card = self._index.get(blueprint)
        return card is not None and wanted(card)


def _chance(seat: _PlayerCards | None, pile: HiddenPile, wanted: Callable[[BlueprintId], bool]) -> float:
    """The probability that a pile of a player holds a card that is wanted; what is not known is none."""
    if seat is None:
        return 0.0
    ledger = seat.ledger
    if any(map(wanted, ledger.known(pile))):
        return 1.0
    missing, places = 1.0, ledger.piles[pile]
    for group in ledger.groups(pile):
        matching = sum(count for card, count in group.cards.items() if wanted(card))
        missing *= none_of(group.size, matching, sum(slot is group for slot in places))
    return 1 - missing


def _nowhere(
    aside: Sequence[Slot], before: VisibleCards, after: VisibleCards, named: Iterable[BlueprintId]
) -> tuple[BlueprintId, ...]:
    """Cards of the opponent that the log named and that are visible nowhere: taken into hand or played."""
    tops = after.tops.values()
    return tuple(
        card
        for card in named
        if card not in before.shown and card not in after.shown and card not in aside and card not in tops
    )


class PileKnowledge(msgspec.Struct, frozen=True):
    """What is known of a pile.

    Attributes:
        size: how many cards lie in it.
        cards: what it can hold, as far as that is known.
        sure: those that are in it for certain.
        among: how many cards those are of which it is not known which of them lie in it.
        unknown: how many of these may be anything.
        exact: whether these are its very cards, and not only what they can be.
        order: from the top: the face where it is known.
    """

    size: int
    cards: Counter[BlueprintId]
    sure: Counter[BlueprintId]
    among: int
    unknown: int
    exact: bool
    order: tuple[BlueprintId | None, ...]
