"""`observe`: what one recorded game shows of our deck; Force and destiny are in units of the game.

The one place of a lab that reads journals.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from gemp_bot.cards.deck import DeckError, deck_digest, parse_deck
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.kinds import MENUS
from gemp_bot.effects import CardEffects
from gemp_bot.journal import Head, JournalError
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.report.course import Losses, losses_of
from gemp_bot.state import Table
from gemp_bot.view.model import Deed, DeedKind, Frame
from gemp_bot.view.watcher import GameWatcher, JournalWatcher


class CardSeen(msgspec.Struct, kw_only=True):
    """A card of the deck in one game, in copies; of two-sided cards the front.

    A card that came to hand was deployed from there, played, went elsewhere, or is there at the end:
    `drawn == deployed_from_hand + played_from_hand + elsewhere + stuck`.

    Attributes:
        copies: in the deck.
        started: came to the table before the first turn.
        opening: in hand when the first turn began; 0 where that was not seen.
        drawn: came to hand, those of the opening hand among them. One that came back counts again.
        deployed: came to the table in a turn, from wherever.
        turns: the number of our own turn (0 before our first) of each deployment.
        deployed_from_hand: as far as they came from there.
        played: as an Interrupt or Epic Event. played_from_hand: as far as it came from there.
        elsewhere: left the hand otherwise: lost, put back, exchanged.
        stuck: in hand at the end.
        offered: turns of either player in which a menu offered to deploy, play or use it from hand.
    """

    copies: int
    started: int = 0
    opening: int = 0
    drawn: int = 0
    deployed: int = 0
    turns: list[int] = []
    deployed_from_hand: int = 0
    played: int = 0
    played_from_hand: int = 0
    elsewhere: int = 0
    stuck: int = 0
    offered: int = 0


class TurnSeen(msgspec.Struct, frozen=True):
    """How a turn of ours began.

    Attributes:
        turn: its number, from 1.
        generation: our total Force generation.
        hand: cards in our hand.
        life, their_life: life force of both.
    """

    turn: int
    generation: float
    hand: int
    life: int
    their_life: int


class SideLosses(Losses, frozen=True, kw_only=True):
    """Force that a side lost, and its life force when the game began, the hands dealt.

    Attributes:
        life: at the beginning; None if that was not seen.
        end: at the end.
    """

    life: int | None = None
    end: int | None = None


class GameSeen(msgspec.Struct, kw_only=True):
    """One game from the seat of the deck.

    Attributes:
        file: name of the recording.
        side: the deck's.
        deck_digest, opponent_digest: of the decks, where the recording tells them.
        won: None if nobody won, or it has no end here.
        reason: why it ended, see `protocol.ending.EndReason`; empty without an end.
        turns: turns of both players.
        turn: how each of ours began.
        ours, theirs: what each side lost.
        destinies: printed destiny of what we drew, by what it was drawn for.
        cards: by blueprint id.
        whole: the opening hand was seen, and nothing is missing.
    """

    file: str
    side: Side
    deck_digest: str | None
    opponent_digest: str | None
    won: bool | None = None
    reason: str = ""
    turns: int = 0
    turn: list[TurnSeen] = []
    ours: SideLosses = msgspec.field(default_factory=SideLosses)
    theirs: SideLosses = msgspec.field(default_factory=SideLosses)
    destinies: dict[str, list[float]] = {}
    cards: dict[str, CardSeen] = {}
    whole: bool = True


_BACK = "_BACK"
_USES = frozenset({DeedKind.STARTED, DeedKind.DEPLOYED, DeedKind.PLAYED})


def front(blueprint: str) -> str:
    """The front of a card without the marks of its printing: what decks and tables have in common."""
    return base_blueprint(BlueprintId(blueprint)).removesuffix(_BACK)


def observe(files: Sequence[Path], catalogue: Catalogue, effects: CardEffects) -> GameSeen:
    """Read a recorded game.

    Raises:
        JournalError: it cannot be read, or does not say with which deck it was played.
    """
    path, *continued = files
    journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
    hands: dict[int, _Hand] = {}
    head: Head | None = None
    for moment in journal.read():
        head = head or moment.head
        for frame in moment.frames:
            if frame.index not in hands:
                hands[frame.index] = _Hand(moment.table, frame)
    watcher = journal.watcher
    side = watcher.table.my_side
    if head is None or head.deck is None or side is None:
        raise JournalError(f"{path}: does not say with which deck it was played")
    try:
        deck = parse_deck(head.deck)
    except DeckError as fault:
        raise JournalError(f"{path}: its deck cannot be read: {fault}") from None
    seen = GameSeen(
        file=path.name,
        side=side,
        deck_digest=deck_digest(head.deck),
        opponent_digest=head.opponent_deck_digest,
        cards={
            card: CardSeen(copies=copies)
            for card, copies in Counter(map(front, (*deck.cards, *deck.outside))).items()
        },
        whole=not any(tally.truncated for tally in journal.tallies),
    )
    _Reader(seen).read(watcher, hands)
    return seen


class _Hand:
    """Our hand when a frame was made, and what was offered of it."""

    __slots__ = ("cards", "offered")

    def __init__(self, table: Table, frame: Frame) -> None:
        held: dict[int, str] = {card.id: front(card.blueprint_id) for card in table.hand if not card.hidden}
        self.cards = Counter(held.values())
        self.offered: frozenset[str] = frozenset()
        if frame.question is not None and frame.question.kind in MENUS:
            options = (option for option in frame.question.options if option.selectable)
            self.offered = frozenset(held[one.card] for one in options if one.card in held)


class _Reader:
    """Counts the frames of one game that were not taken back."""

    def __init__(self, seen: GameSeen) -> None:
        self._seen = seen
        self._hand: Counter[str] = Counter()
        self._began = False
        self._own_turn = 0
        self._place: tuple[object, ...] = ()
        self._left: Counter[str] = Counter()
        self._owed: dict[str, list[DeedKind]] = {}
        self._offered: set[str] = set()
        self._deeds: list[Deed] = []
        self._lives: dict[Side, int | None] = dict.fromkeys(Side)
        self._ends: dict[Side, int | None] = dict.fromkeys(Side)

    def read(self, watcher: GameWatcher, hands: dict[int, _Hand]) -> None:
        """Count all frames, and the end."""
        seen = self._seen
        for frame in watcher.frames:
            if not frame.taken_back:
                self._frame(frame, hands[frame.index])
        for card, copies in self._hand.items():
            if card in seen.cards:
                seen.cards[card].stuck = copies
        for found in seen.cards.values():
            found.elsewhere = found.drawn - found.stuck - found.deployed_from_hand - found.played_from_hand
        seen.ours, seen.theirs = self._losses(seen.side), self._losses(seen.side.other)
        ending = watcher.ending
        if ending is not None:
            seen.reason = ending.reason
            seen.won = None if ending.winner is None else ending.winner is seen.side
        seen.whole = seen.whole and self._began

    def _frame(self, frame: Frame, hand: _Hand) -> None:
        begins = any(deed.kind is DeedKind.TURN_BEGAN for deed in frame.deeds)
        if not self._began and (begins or frame.turn):
            self._began = True
            self._deal(hand.cards, opening=begins)
        elif self._began:
            self._change(frame, hand.cards)
        for deed in frame.deeds:
            self._deed(deed)
        for card in hand.offered - self._offered if self._began else ():
            if card in self._seen.cards:
                self._seen.cards[card].offered += 1
        self._offered |= hand.offered

    # -- the hand -----------------------------------------------------------------------------------

    def _deal(self, hand: Counter[str], *, opening: bool) -> None:
        self._hand = hand
        if not opening:
            self._seen.whole = False
        for card, copies in hand.items():
            if card in self._seen.cards:
                self._seen.cards[card].drawn += copies
                if opening:
                    self._seen.cards[card].opening += copies

    def _change(self, frame: Frame, hand: Counter[str]) -> None:
        """Note what came to hand and what left it; where it went is told by deeds of the same phase."""
        place = (frame.turn, frame.whose, frame.phase)
        if place != self._place:
            self._place = place
            self._left.clear()
            self._owed.clear()
        before, self._hand = self._hand, hand
        for card, copies in (hand - before).items():
            if card in self._seen.cards:
                self._seen.cards[card].drawn += copies
        for card, copies in (before - hand).items():
            for _ in range(copies):
                owed = self._owed.get(card)
                if owed:
                    self._from_hand(card, owed.pop(0))
                else:
                    self._left[card] += 1

    def _used(self, card: str, kind: DeedKind) -> None:
        """A card was deployed or played, from hand as far as one left it."""
        if self._left[card]:
            self._left[card] -= 1
            self._from_hand(card, kind)
        else:  # a card may be shown before it leaves the hand
            self._owed.setdefault(card, []).append(kind)

    def _from_hand(self, card: str, kind: DeedKind) -> None:
        found = self._seen.cards.get(card)
        if found is None:
            return
        if kind is DeedKind.DEPLOYED:
            found.deployed_from_hand += 1
        else:
            found.played_from_hand += 1

    # -- deeds --------------------------------------------------------------------------------------

    def _deed(self, deed: Deed) -> None:
        seen = self._seen
        self._deeds.append(deed)
        if any(player.hand for player in deed.players):
            for player in deed.players:
                if self._lives[player.side] is None:
                    self._lives[player.side] = player.life
        if deed.kind is DeedKind.TURN_BEGAN:
            self._turn_began(deed)
        elif deed.kind is DeedKind.ENDED:
            self._ends |= {player.side: player.life for player in deed.players}
        elif deed.side is seen.side:
            self._ours(deed)

    def _ours(self, deed: Deed) -> None:
        if deed.kind is DeedKind.DESTINY and deed.amount is not None:
            self._seen.destinies.setdefault(deed.what, []).append(deed.amount)
        elif deed.kind in _USES:
            for card in deed.cards:
                self._card(deed, front(card.blueprint))

    def _turn_began(self, deed: Deed) -> None:
        seen = self._seen
        seen.turns += 1
        self._offered.clear()
        if deed.side is not seen.side:
            return
        self._own_turn = int(deed.amount or 0)
        lives = {player.side: player.life for player in deed.players}
        for player in deed.players:
            if player.side is seen.side:
                # Before the first turn the numbers may not say yet that the hands are dealt.
                hand = player.hand or (self._hand.total() if seen.turns == 1 else 0)
                theirs = lives.get(player.side.other, 0)
                seen.turn.append(TurnSeen(self._own_turn, player.generation, hand, player.life, theirs))

    def _card(self, deed: Deed, card: str) -> None:
        found = self._seen.cards.get(card)
        if found is None:
            return
        if deed.kind is DeedKind.STARTED:
            found.started += 1
        elif deed.kind is DeedKind.PLAYED:
            found.played += 1
            self._used(card, deed.kind)
        else:
            found.deployed += 1
            found.turns.append(self._own_turn)
            if deed.source in (Zone.HAND, None):
                self._used(card, deed.kind)

    def _losses(self, side: Side) -> SideLosses:
        lost = asdict(losses_of(self._deeds, side))
        return SideLosses(**lost, life=self._lives[side], end=self._ends[side])
