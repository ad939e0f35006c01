"""The memory over whole recorded games: what must hold at every question."""

from collections import Counter

import msgspec
import pytest
from recorded import PLAYED, SOME, Asked, deck_of, questions

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue, PromptKind
from gemp_bot.inference import CardKnowledge, HiddenPile
from gemp_bot.inference.visible_cards import face
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK, BlueprintId, CardId, is_hidden
from gemp_bot.state import Table

pytestmark = pytest.mark.thorough

_LIFE = (HiddenPile.RESERVE, HiddenPile.FORCE, HiddenPile.USED)
_REVERTED = "open40-light-many-reverts"


def _verified(index: CardIndex, asked: Asked, *, own: bool) -> Counter[BlueprintId] | None:
    """What a failed search shows of a Reserve Deck."""
    decision = asked.question.decision
    if not isinstance(decision, ArbitraryCards) or asked.question.kind is not PromptKind.VERIFY_PILE:
        return None
    if asked.question.reading.fields.get("pile") != HiddenPile.RESERVE.value:
        return None
    cards = Counter(face(card.blueprint_id) for card in decision.cards)
    mine = all((card := index.get(one)) and card.side is asked.table.my_side for one in cards)
    return cards if mine is own else None


@pytest.mark.parametrize("game", SOME)
def test_no_card_of_our_deck_is_lost_or_comes_twice(
    game: str, index: CardIndex, catalogue: Catalogue
) -> None:
    deck = deck_of(game)
    seen = CardKnowledge(index, deck)
    asked_of = 0
    for asked in questions(game, catalogue):
        seen.observe(asked.table, asked.question)
        asked_of += 1
        assert seen.seen() + seen.unseen() == Counter(map(face, deck.cards)), asked.line
        sizes = [seen.pile(pile).size for pile in _LIFE]
        me = asked.table.me
        assert me is not None
        zones = asked.table.player(me).zones
        assert zones is not None
        assert sizes == [zones.reserve_deck, zones.force_pile, zones.used_pile], asked.line
        assert seen.unseen().total() >= sum(sizes), asked.line
    assert asked_of > 20
    assert not [doubt for doubt in seen.doubts if doubt.startswith("own")]


@pytest.mark.parametrize("game", SOME)
def test_a_reserve_deck_never_holds_what_we_call_impossible(
    game: str, index: CardIndex, catalogue: Catalogue
) -> None:
    seen = CardKnowledge(index, deck_of(game))
    for asked in questions(game, catalogue):
        seen.observe(asked.table)
        shown = _verified(index, asked, own=True)
        if shown is not None:
            held = seen.pile(HiddenPile.RESERVE)
            assert held.size == shown.total(), asked.line
            assert shown <= held.cards, (asked.line, shown - held.cards)
            assert Counter(card for card in held.order if card) <= shown, asked.line
        seen.observe(asked.table, asked.question)
        if shown is not None:
            held = seen.pile(HiddenPile.RESERVE)
            assert held.exact
            assert held.cards == shown
            odds = seen.reserve_odds()
            assert seen.mean_destiny() == (None if odds is None else odds.mean)
            assert odds is not None
            assert odds.exact
            assert odds.reserve.size == odds.available == shown.total()


def test_the_games_have_enough_searches_to_judge_by(index: CardIndex, catalogue: Catalogue) -> None:
    own = theirs = 0
    for game in PLAYED:
        for asked in questions(game, catalogue):
            own += _verified(index, asked, own=True) is not None
            theirs += _verified(index, asked, own=False) is not None
    assert own > 40
    assert theirs > 40


@pytest.mark.parametrize("start", [1, 40, 300])
def test_joining_in_the_middle_of_a_game(start: int, index: CardIndex, catalogue: Catalogue) -> None:
    game = "open-demo-light-vs-server-ai"
    deck = deck_of(game)
    seen = CardKnowledge(index, deck)
    for number, asked in enumerate(questions(game, catalogue)):
        if number < start:
            continue
        shown = _verified(index, asked, own=True)
        seen.observe(asked.table)
        assert seen.seen() + seen.unseen() == Counter(map(face, deck.cards)), asked.line
        if shown is not None:
            assert shown <= seen.pile(HiddenPile.RESERVE).cards
        seen.observe(asked.table, asked.question)
    assert not seen.begun_anew


def test_a_revert_is_a_beginning_and_an_opening_is_none(index: CardIndex, catalogue: Catalogue) -> None:
    seen = CardKnowledge(index, deck_of(_REVERTED))
    reverts = 0
    for asked in questions(_REVERTED, catalogue):
        # A snapshot in the middle of an update; the one of an opening comes at its beginning.
        reverts += any(
            isinstance(event, e.SnapshotStart)
            for update in asked.updates
            if not update.snapshot
            for event in update.events
        )
        seen.observe(asked.table, asked.question)
    assert reverts > 50
    # Twice each: for us and for the opponent.
    assert seen.begun_anew == 2 * reverts

    opened = CardKnowledge(index, deck_of("open40-light-snapshots"))
    openings = 0
    for asked in questions("open40-light-snapshots", catalogue):
        openings += any(update.snapshot for update in asked.updates)
        opened.observe(asked.table, asked.question)
    assert openings > 20
    assert not opened.begun_anew


@pytest.mark.parametrize("game", ["open40-light-vs-player", "ref2-light-vs-player"])
def test_without_a_deck_the_searches_tell_what_is_there(
    game: str, index: CardIndex, catalogue: Catalogue
) -> None:
    seen = CardKnowledge(index)
    known = 0
    for asked in questions(game, catalogue):
        seen.observe(asked.table, asked.question)
        held = seen.pile(HiddenPile.RESERVE)
        assert held.cards.total() <= held.size + sum(
            seen.pile(pile).size for pile in (HiddenPile.FORCE, HiddenPile.USED, HiddenPile.LOST)
        ) + len(seen.seen())
        shown = _verified(index, asked, own=True)
        if shown is not None:
            known += 1
            assert held.exact
            assert held.cards == shown
    assert seen.deck is None
    assert known


def test_the_opponents_deck_as_his_own_recording_tells_it(index: CardIndex, catalogue: Catalogue) -> None:
    """Both players of one game were recorded."""
    games = ("open40-light-vs-player", "open40-dark-vs-player")
    for mine, theirs in (games, games[::-1]):
        deck = Counter(map(face, (*deck_of(theirs).cards, *deck_of(theirs).outside)))
        seen = CardKnowledge(index, deck_of(mine))
        means: list[float] = []
        for asked in questions(mine, catalogue):
            seen.observe(asked.table, asked.question)
            found = seen.all_seen(own=False)
            assert found <= deck, (asked.line, found - deck)
            odds = seen.opponent_odds()
            assert seen.mean_destiny(own=False) == (None if odds is None else odds.mean)
            if odds is not None and odds.available > 5:
                means.append(odds.mean)
        assert seen.all_seen(own=False).total() > 25
        assert all(1 < mean < 5 for mean in means)
        assert len(means) > 100


class _Disguised:
    """The same game with other ids and other backs for all cards that are hidden."""

    def __init__(self) -> None:
        self.table = Table()
        self._hidden: set[CardId] = set()

    def take(self, update: GameUpdate) -> None:
        if update.snapshot:
            self.table = Table()
        events = tuple(self._event(event) for event in update.events)
        self.table.apply(msgspec.structs.replace(update, events=events))

    def _event(self, event: e.AnyEvent) -> e.AnyEvent:
        if isinstance(event, e.SnapshotStart):
            self._hidden.clear()
        if isinstance(event, e.CardsRemoved):
            ids = CardIds(self._id(one) for one in event.other_card_ids)
            self._hidden.difference_update(event.other_card_ids)
            return msgspec.structs.replace(event, other_card_ids=ids)
        if isinstance(event, e.CardEvent):
            if not is_hidden(event.blueprint_id):
                self._hidden.discard(event.card_id)
                return event
            self._hidden.add(event.card_id)
            back = DARK_BACK if event.blueprint_id == LIGHT_BACK else LIGHT_BACK
            return msgspec.structs.replace(event, card_id=self._id(event.card_id), blueprint_id=back)
        return event

    def _id(self, card_id: CardId) -> CardId:
        return CardId(9_999_999 - card_id * 3) if card_id in self._hidden else card_id


@pytest.mark.parametrize(
    "game", ["open40-dark-vs-player", pytest.param("light-combat-snapshots", marks=pytest.mark.long)]
)
def test_ids_and_backs_of_hidden_cards_tell_nothing(
    game: str, index: CardIndex, catalogue: Catalogue
) -> None:
    plain, disguised = CardKnowledge(index, deck_of(game)), CardKnowledge(index, deck_of(game))
    other = _Disguised()
    changed = False
    for asked in questions(game, catalogue):
        for update in asked.updates:
            other.take(update)
        plain.observe(asked.table, asked.question)
        disguised.observe(other.table, asked.question)
        changed |= set(asked.table.cards()) != set(other.table.cards())
        for own in (True, False):
            for pile in HiddenPile:
                assert plain.pile(pile, own=own) == disguised.pile(pile, own=own), asked.line
        assert plain.reserve_odds(3) == disguised.reserve_odds(3)
        assert plain.all_seen(own=False) == disguised.all_seen(own=False)
        assert _held(plain) == _held(disguised)
    assert changed


def _held(seen: CardKnowledge) -> list[float] | None:
    cards = seen.their_cards
    if cards is None:
        return None
    return [cards.power, cards.reach(5)]


def test_golden_example(index: CardIndex, catalogue: Catalogue) -> None:
    """Sizes and hands were looked up in the recording: the log says what he takes into hand and deploys."""
    expected = {
        # line: sizes of Reserve Deck, Force Pile, Used Pile; unseen; mean destiny; of his: seen, in hand
        85: (27, 0, 1, 28, 2.67, 5, []),
        158: (16, 2, 9, 27, 3.0, 10, ["Blizzard 8"]),
        234: (20, 6, 0, 26, 2.88, 13, ["Admiral Motti"]),
        305: (8, 11, 5, 24, 3.0, 18, ["Admiral Motti", "Vengeance"]),
        533: (15, 0, 0, 15, 3.47, 21, []),
        993: (0, 9, 0, 9, 0.0, 32, []),
    }
    game = "open40-light-vs-player"
    seen = CardKnowledge(index, deck_of(game))
    found = {}
    for asked in questions(game, catalogue):
        seen.observe(asked.table, asked.question)
        odds = seen.reserve_odds()
        if asked.line in expected and odds is not None:
            known = seen.pile(HiddenPile.HAND, own=False)
            hand = sorted(card.title for one in known.sure if (card := index.get(one)))
            sizes = (seen.pile(pile).size for pile in _LIFE)
            found[asked.line] = (
                *sizes,
                seen.unseen().total(),
                round(odds.mean, 2),
                seen.all_seen(own=False).total(),
                hand,
            )
    assert found == expected
