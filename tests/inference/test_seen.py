"""What is known after each kind of event; decks of a few cards."""

from collections import Counter
from fractions import Fraction

import pytest
from table_scene import HIS_HAND, ME, THEM, TOP_OF_RESERVE, VERIFY_RESERVE, Scene, showing

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import Catalogue
from gemp_bot.inference import CardKnowledge, HiddenPile
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.rules.destiny import Draws, draw_destiny

# Light: destinies 1, 1, 1, 2, 4 and a location with none.
LUKE, LEIA, HAN = BlueprintId("1_19"), BlueprintId("1_17"), BlueprintId("1_11")
KAL, REBEL_BARRIER, YAVIN = BlueprintId("1_15"), BlueprintId("1_105"), BlueprintId("1_135")
DECK = (LUKE, LEIA, HAN, KAL, REBEL_BARRIER, YAVIN)
# Dark.
VADER, PUHR, TROOPER, CASTLE = map(BlueprintId, ("1_168", "1_171", "1_194", "209_50"))


def of(*cards: str) -> Counter[BlueprintId]:
    return Counter(map(BlueprintId, cards))


def his(seen: CardKnowledge, pile: HiddenPile) -> Counter[BlueprintId]:
    """The cards that lie in a pile of the opponent for certain."""
    found = seen.pile(pile, own=False)
    return found.cards if found.exact else found.sure


@pytest.fixture
def seen(index: CardIndex) -> CardKnowledge:
    return CardKnowledge(index, DeckList(DECK))


def test_the_deck_less_what_is_seen_is_unseen(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=3)
    scene.put(LUKE, Zone.HAND)
    scene.put(f"{YAVIN}*", Zone.LOCATIONS)  # foil
    scene.put(HAN, Zone.TOP_OF_LOST_PILE)
    scene.move(lost_pile=1)
    seen.observe(scene.table)
    assert seen.seen() == of(LUKE, YAVIN, HAN)
    assert seen.unseen() == of(LEIA, KAL, REBEL_BARRIER)
    held = seen.pile(HiddenPile.RESERVE)
    assert (held.size, held.exact, held.order) == (3, True, (None,) * 3)


def test_a_drawn_destiny_is_followed_through_the_used_pile_under_the_deck(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    drawn = scene.put(LEIA, Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW)
    scene.move(reserve_deck=-1)
    seen.observe(scene.table)
    assert seen.unseen() == of(*DECK) - of(LEIA)

    scene.gone(drawn)
    scene.cover(Zone.TOP_OF_USED_PILE)
    scene.move(used_pile=1)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.USED).order == (LEIA,)

    scene.move(reserve_deck=-2, force_pile=2)
    seen.observe(scene.table)
    scene.move(force_pile=-1, used_pile=1)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.USED).order == (None, LEIA)

    scene.move(reserve_deck=2, used_pile=-2)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.RESERVE).order == (None, None, None, None, LEIA)

    scene.move(reserve_deck=-4, force_pile=4)
    seen.observe(scene.table)
    odds = seen.reserve_odds()
    assert odds is not None
    assert odds.top == LEIA
    assert odds.exact
    assert seen.seen() + seen.unseen() == of(*DECK)


def test_a_shuffle_ends_what_is_known_of_the_order(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=5, used_pile=1)
    card = scene.put(LEIA, Zone.TOP_OF_USED_PILE)  # Used Piles can be turned face up
    seen.observe(scene.table)
    scene.gone(card)
    scene.move(reserve_deck=1, used_pile=-1)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.RESERVE).order == (*(None,) * 5, LEIA)
    scene.cover(Zone.TOP_OF_RESERVE_DECK)
    seen.observe(scene.table)
    held = seen.pile(HiddenPile.RESERVE)
    assert held.order == (None,) * 6
    assert held.cards == of(*DECK)


def test_an_interrupt_is_aside_until_it_is_put_away(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=5)
    card = scene.put(REBEL_BARRIER, Zone.HAND)
    seen.observe(scene.table)
    scene.gone(card)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.ASIDE).order == (REBEL_BARRIER,)
    assert REBEL_BARRIER in seen.seen()
    scene.move(used_pile=1)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.USED).order == (REBEL_BARRIER,)
    assert REBEL_BARRIER not in seen.seen()


def test_retrieved_force_is_known_by_what_lay_on_the_lost_pile(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    for card in (HAN, LUKE):
        scene.put(card, Zone.TOP_OF_LOST_PILE)
        scene.move(reserve_deck=-1, lost_pile=1)
        seen.observe(scene.table)
    assert seen.pile(HiddenPile.LOST).order == (LUKE, HAN)
    scene.put(HAN, Zone.TOP_OF_LOST_PILE)
    scene.move(lost_pile=-1, used_pile=1)
    seen.observe(scene.table)
    assert seen.pile(HiddenPile.LOST).order == (HAN,)
    assert seen.pile(HiddenPile.USED).order == (LUKE,)


def test_a_failed_search_sets_reserve_deck_and_force_pile_apart(
    seen: CardKnowledge, catalogue: Catalogue
) -> None:
    scene = Scene(reserve_deck=4, force_pile=2)
    seen.observe(scene.table)
    assert not seen.pile(HiddenPile.FORCE).exact
    assert seen.chance_to_find(lambda card: card.title == "Luke Skywalker") == pytest.approx(4 / 6)
    search = showing(catalogue, VERIFY_RESERVE, (HAN, LEIA, KAL, YAVIN))
    seen.observe(scene.table, search)
    assert seen.pile(HiddenPile.RESERVE).cards == of(HAN, LEIA, KAL, YAVIN)
    assert seen.pile(HiddenPile.FORCE).cards == of(LUKE, REBEL_BARRIER)
    assert seen.pile(HiddenPile.FORCE).exact
    assert not seen.can_still_find(lambda card: card.title == "Luke Skywalker")
    assert seen.chance_to_find(lambda card: card.title == "Luke Skywalker") == 0
    assert seen.can_still_find(lambda card: card.title == "Han Solo")
    assert seen.chance_to_find(lambda card: card.title == "Han Solo") == 1


def test_cards_looked_at_on_top_are_drawn_first(seen: CardKnowledge, catalogue: Catalogue) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    seen.observe(scene.table, showing(catalogue, TOP_OF_RESERVE, (YAVIN, REBEL_BARRIER)))
    two, three = seen.reserve_odds(2), seen.reserve_odds(3)
    assert two is not None
    assert three is not None
    assert two.exact
    assert not three.exact
    assert two.reserve.counts == ((0, 1), (4, 1))
    completed = draw_destiny(two.reserve, Draws(count=2)).completed
    assert completed is not None
    assert dict(completed) == {4: 1}


def test_odds_count_the_cards_of_the_deck(seen: CardKnowledge, index: CardIndex) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    odds = seen.reserve_odds()
    assert odds is not None
    printed = [max(index.get(card).destinies, default=0) for card in DECK]  # type: ignore[union-attr]
    assert odds.mean == pytest.approx(sum(printed) / 6)
    assert odds.reserve.size == odds.available == 6
    assert odds.exact
    total = draw_destiny(odds.reserve, Draws(count=6), exact=True).completed
    assert total is not None
    assert dict(total) == {sum(printed): Fraction(1)}


def test_a_card_inserted_in_our_deck_is_the_opponents(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    scene.put(TROOPER, Zone.TOP_OF_RESERVE_DECK, THEM, pile_of=ME)
    seen.observe(scene.table)
    assert not seen.doubts
    assert seen.all_seen(own=False) == of(TROOPER)
    assert seen.unseen() == of(*DECK)


def test_a_card_of_no_deck_begins_anew_and_does_not_fail(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    scene.put("7_24", Zone.TOP_OF_LOST_PILE)
    scene.move(reserve_deck=-1, lost_pile=1)
    seen.observe(scene.table)
    assert seen.begun_anew == 1
    assert seen.doubts == ["own: 7_24 came from nowhere"]
    assert seen.pile(HiddenPile.RESERVE).size == 5


def test_shields_begin_outside_the_deck(index: CardIndex) -> None:
    shield = BlueprintId("13_51")
    seen = CardKnowledge(index, DeckList(DECK, (shield,)))
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    scene.put(shield, Zone.SIDE_OF_TABLE)
    seen.observe(scene.table)
    assert not seen.doubts
    assert seen.unseen() == of(*DECK)
    assert not seen.seen()


# -- the opponent --------------------------------------------------------------------------------


def test_his_cards_on_the_table(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    scene.put(VADER, Zone.AT_LOCATION, THEM)
    scene.move(THEM, hand=-1)
    seen.observe(scene.table)
    assert seen.all_seen(own=False) == of(VADER)


def test_a_card_that_went_back_to_his_hand_is_known_there_until_it_is_played(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    vader = scene.put(VADER, Zone.AT_LOCATION, THEM)
    seen.observe(scene.table)
    scene.gone(vader)
    scene.move(THEM, hand=1)
    seen.observe(scene.table)
    assert his(seen, HiddenPile.HAND) == of(VADER)
    assert seen.chance_to_hold(VADER, HiddenPile.HAND) == 1
    scene.put(VADER, Zone.AT_LOCATION, THEM)
    scene.move(THEM, hand=-1)
    seen.observe(scene.table)
    assert not his(seen, HiddenPile.HAND)
    assert seen.all_seen(own=False) == of(VADER)


def test_a_card_the_log_says_he_took_is_known_in_his_hand(seen: CardKnowledge) -> None:
    scene = Scene(reserve_deck=6)
    seen.observe(scene.table)
    scene.log(PUHR)
    scene.move(THEM, hand=1, reserve_deck=-1)
    seen.observe(scene.table)
    assert his(seen, HiddenPile.HAND) == of(PUHR)


def test_a_shown_hand_is_known_and_a_hidden_loss_makes_it_doubtful(
    seen: CardKnowledge, catalogue: Catalogue
) -> None:
    scene = Scene(reserve_deck=6)
    scene.move(THEM, hand=-6)
    seen.observe(scene.table)
    seen.observe(scene.table, showing(catalogue, HIS_HAND, (VADER, PUHR)))
    assert his(seen, HiddenPile.HAND) == of(VADER, PUHR)
    scene.move(THEM, hand=-1, used_pile=1)
    seen.observe(scene.table)
    assert not his(seen, HiddenPile.HAND)
    assert seen.chance_to_hold(VADER, HiddenPile.HAND) == pytest.approx(0.5)
    assert seen.all_seen(own=False) == of(VADER, PUHR)


def test_what_he_draws_from_a_deck_we_saw_is_one_of_its_cards(
    seen: CardKnowledge, catalogue: Catalogue
) -> None:
    scene = Scene(reserve_deck=6)
    scene.move(THEM, hand=-8, reserve_deck=-48)
    seen.observe(scene.table)
    cards = (VADER, PUHR, TROOPER, CASTLE)
    seen.observe(scene.table, showing(catalogue, VERIFY_RESERVE, cards))
    odds = seen.opponent_odds()
    assert odds is not None
    assert odds.exact
    scene.move(THEM, reserve_deck=-3, force_pile=3)
    seen.observe(scene.table)
    scene.move(THEM, force_pile=-3, hand=3)
    seen.observe(scene.table)
    assert seen.chance_to_hold(VADER, HiddenPile.HAND) == pytest.approx(3 / 4)
    scene.put(VADER, Zone.TOP_OF_LOST_PILE, THEM)
    scene.move(THEM, reserve_deck=-1, lost_pile=1)
    seen.observe(scene.table)
    assert his(seen, HiddenPile.HAND) == of(PUHR, TROOPER, CASTLE)
    assert his(seen, HiddenPile.LOST) == of(VADER)


def test_an_unknown_deck_is_expected_to_be_like_others(index: CardIndex) -> None:
    seen = CardKnowledge(index)
    scene = Scene(reserve_deck=60)
    seen.observe(scene.table)
    before, theirs = seen.reserve_odds(), seen.opponent_odds()
    for odds in (before, theirs):
        assert odds is not None
        assert not odds.exact
        assert 2.4 < odds.mean < 3.2
    for _ in range(30):
        scene.put(REBEL_BARRIER, Zone.STACKED)
    scene.move(reserve_deck=-30)
    seen.observe(scene.table)
    later = seen.reserve_odds()
    assert later is not None
    assert before is not None
    assert later.mean > before.mean


def test_a_spectator_sees_nothing(index: CardIndex) -> None:
    from gemp_bot.protocol.bounds import PlayerNames
    from gemp_bot.protocol.events import SnapshotStart

    scene = Scene(reserve_deck=6)
    scene.table.apply_event(SnapshotStart(participant_id="x", all_participant_ids=PlayerNames((THEM, ME))))  # type: ignore[arg-type]
    seen = CardKnowledge(index)
    seen.observe(scene.table)
    assert seen.reserve_odds() is None
    assert not seen.unseen()
    assert not seen.all_seen(own=False)


@pytest.mark.parametrize("size", [10**9, -1])
def test_piles_that_cannot_be_are_passed_over_until_they_can_be(seen: CardKnowledge, size: int) -> None:
    scene = Scene(reserve_deck=5, force_pile=1)
    seen.observe(scene.table)
    scene.move(force_pile=size - 1)
    seen.observe(scene.table)
    assert (seen.pile(HiddenPile.RESERVE).size, seen.pile(HiddenPile.FORCE).size) == (5, 1)
    scene.move(force_pile=1 - size)
    seen.observe(scene.table)
    assert (seen.pile(HiddenPile.RESERVE).size, seen.pile(HiddenPile.FORCE).size) == (5, 1)
    assert seen.begun_anew == 0
