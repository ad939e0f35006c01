"""What a search can find: certain where it is, and by counting where it is not."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_scene import VERIFY_RESERVE, Scene, showing

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import Catalogue
from gemp_bot.inference import CardKnowledge, HiddenPile
from gemp_bot.inference.searches import can_hold, finding
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId

DECK = tuple(
    map(
        BlueprintId,
        ("1_19", "1_17", "1_11", "1_15", "1_105", "1_135", "1_2", "1_3", "1_4", "1_5", "1_6", "1_7"),
    )
)
ZONES = (Zone.HAND, Zone.AT_LOCATION, Zone.SIDE_OF_TABLE)


def at_table(index: CardIndex, shown: dict[BlueprintId, Zone], force: int) -> CardKnowledge:
    """We have seen some cards of our deck; of the others so many are in the Force Pile."""
    seen = CardKnowledge(index, DeckList(DECK))
    hidden = len(DECK) - len(shown)
    scene = Scene(reserve_deck=hidden - min(force, hidden), force_pile=min(force, hidden))
    for card, zone in shown.items():
        scene.put(card, zone)
    seen.observe(scene.table)
    return seen


SHOWN = st.dictionaries(st.sampled_from(DECK), st.sampled_from(ZONES), max_size=len(DECK) - 1)
WANTED = st.frozensets(st.sampled_from(DECK))


@given(shown=SHOWN, wanted=WANTED, force=st.integers(0, 6))
def test_it_is_impossible_only_where_every_card_is_seen_elsewhere(
    index: CardIndex, shown: dict[BlueprintId, Zone], wanted: frozenset[BlueprintId], force: int
) -> None:
    seen = at_table(index, shown, force)
    here = can_hold(seen, HiddenPile.RESERVE, lambda card: card in wanted)
    found = finding(seen, HiddenPile.RESERVE, dict.fromkeys(here, 1.0))
    unseen, reserve = wanted - set(shown), seen.pile(HiddenPile.RESERVE).size
    assert found.sure
    assert found.possible == bool(unseen and reserve)
    hidden = len(DECK) - len(shown)
    none = comb(hidden - len(unseen), reserve) / comb(hidden, reserve)
    assert found.chance == pytest.approx(1 - none)
    assert found.best == pytest.approx(found.chance)


@given(shown=SHOWN, worth=st.dictionaries(st.sampled_from(DECK), st.floats(0, 3)), force=st.integers(0, 6))
def test_the_best_is_as_likely_as_it_is_there(
    index: CardIndex, shown: dict[BlueprintId, Zone], worth: dict[BlueprintId, float], force: int
) -> None:
    seen = at_table(index, shown, force)
    here = can_hold(seen, HiddenPile.RESERVE, lambda card: card in worth)
    values = {card: worth[card] for card in here}
    found = finding(seen, HiddenPile.RESERVE, values)
    most, least = max(values.values(), default=0.0), min(values.values(), default=0.0)
    assert found.chance * least - 1e-9 <= found.best <= found.chance * most + 1e-9
    if force == 0:
        assert found.best == pytest.approx(most), "all that is unseen lies there"


def test_a_shown_pile_is_known(index: CardIndex, catalogue: Catalogue) -> None:
    seen = CardKnowledge(index, DeckList(DECK))
    scene = Scene(reserve_deck=6, force_pile=6)
    seen.observe(scene.table)
    assert 0 < finding(seen, HiddenPile.RESERVE, {DECK[0]: 1.0}).chance < 1
    seen.observe(scene.table, showing(catalogue, VERIFY_RESERVE, DECK[:6]))
    assert finding(seen, HiddenPile.RESERVE, {DECK[0]: 1.0, DECK[7]: 2.0}).best == pytest.approx(1)
    assert can_hold(seen, HiddenPile.RESERVE, lambda card: card == DECK[7]) == frozenset()
    assert not finding(seen, HiddenPile.RESERVE, {}).possible


def test_an_unknown_deck_can_hold_anything(index: CardIndex) -> None:
    seen = CardKnowledge(index)
    assert finding(seen, HiddenPile.RESERVE, {}).possible, "nothing was seen yet"
    scene = Scene(reserve_deck=10)
    scene.put(DECK[0], Zone.HAND)
    seen.observe(scene.table)
    found = finding(seen, HiddenPile.RESERVE, {})
    assert found.possible
    assert not found.sure
    assert not finding(seen, HiddenPile.LOST, {}).possible, "it is empty"
