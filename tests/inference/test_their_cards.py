"""What the opponent may hold: chances that follow from what was seen, and never from what is hidden."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_scene import HIS_HAND, THEM, Scene, showing

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.inference import CardKnowledge, TheirCards
from gemp_bot.inference.deck_kinds import load_deck_kinds
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenGroup, HiddenPile
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

VADER, TROOPER, SENSE, BARRIER = map(BlueprintId, ("1_168", "1_194", "1_267", "1_249"))


@pytest.fixture(scope="session")
def facts(index: CardIndex) -> CardFactsCache:
    return index.derived(CardFactsCache)


def hand(
    facts: CardFactsCache, held: int, *, among: int = 60, known: tuple[BlueprintId, ...] = (), seen: str = ""
) -> TheirCards:
    """A hand of so many cards of a group, in which some are known to be."""
    ledger = HiddenCards()
    group = HiddenGroup(Counter(known), among)
    ledger.piles[HiddenPile.HAND] = [group] * held
    ledger.piles[HiddenPile.RESERVE] = [group] * (among - held)
    cards = Counter(map(BlueprintId, seen.split())) + ledger.cards()
    return TheirCards(facts, load_deck_kinds().of(Side.DARK), ledger, cards)


def test_a_hand_that_was_shown_is_certain(index: CardIndex, catalogue: Catalogue) -> None:
    seen = CardKnowledge(index)
    assert seen.their_cards is None
    scene = Scene(reserve_deck=60)
    scene.move(THEM, hand=-6)
    seen.observe(scene.table)
    seen.observe(scene.table, showing(catalogue, HIS_HAND, (VADER, SENSE)))
    cards = seen.their_cards
    assert cards is not None
    assert cards.power == 6
    assert cards.reach(0) == 0


def test_a_card_that_was_shown_and_played_is_held_no_more(index: CardIndex, catalogue: Catalogue) -> None:
    seen = CardKnowledge(index)
    scene = Scene(reserve_deck=60)
    scene.move(THEM, hand=-6)
    seen.observe(scene.table)
    seen.observe(scene.table, showing(catalogue, HIS_HAND, (VADER, SENSE)))
    scene.put(VADER, Zone.AT_LOCATION, THEM)
    scene.move(THEM, hand=-1)
    seen.observe(scene.table)
    cards = seen.their_cards
    assert cards is not None
    assert cards.power == 0


@given(held=st.integers(0, 20))
def test_more_cards_in_hand_are_never_less_danger(facts: CardFactsCache, held: int) -> None:
    assert hand(facts, held).power < hand(facts, held + 1).power


@given(
    held=st.integers(1, 12), force=st.integers(0, 9), more=st.integers(0, 9),
    known=st.lists(st.sampled_from([VADER, TROOPER, SENSE]), max_size=3),
)  # fmt: skip
def test_more_force_is_never_less_danger(
    *, facts: CardFactsCache, held: int, force: int, more: int, known: list[BlueprintId]
) -> None:
    cards = hand(facts, held, known=tuple(known))
    assert cards.reach(force) <= cards.reach(force + more) <= cards.power


def test_of_a_card_that_is_known_to_be_in_a_group_its_share_counts(facts: CardFactsCache) -> None:
    cards = hand(facts, 3, among=4, known=(BARRIER, VADER, TROOPER, TROOPER))
    assert cards.power == pytest.approx((6 + 1 + 1) * 3 / 4)
