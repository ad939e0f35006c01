"""Made decks: by property over 20 seeds, of the sandbox's decks and of decks of any cards."""

from random import Random

import pytest

from gemp_bot.arena.decks import KINDS, make_deck
from gemp_bot.cards.deck import DeckList, faults
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import Card
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.sandbox.deck_files import shipped_decks

INDEX = CardIndex.load()
SHIPPED = {deck.name: deck.deck for deck in shipped_decks(INDEX)}
HUNT_DOWN, LORD_VADER = BlueprintId("7_297"), BlueprintId("9_113")


def card(blueprint: BlueprintId) -> Card:
    found = INDEX.get(blueprint)
    assert found is not None
    return found


def any_deck(seed: int) -> DeckList:
    """Sixty cards of one side, an objective and Starting Interrupts among them."""
    chance = Random(seed)
    side = chance.choice([*Side])
    cards = [one for one in INDEX if one.side is side and not one.is_back]
    objective = chance.choice([one for one in cards if one.type == CardType.OBJECTIVE])
    starting = [one for one in cards if one.type == CardType.INTERRUPT and one.is_a(SubType.STARTING)]
    rest = [one for one in cards if any(one.type in kind for kind in KINDS) or one.type == CardType.LOCATION]
    drawn = [objective, *chance.sample(starting, 2), *chance.choices(rest, k=57)]
    return DeckList(tuple(one.blueprint_id for one in drawn), (drawn[-1].blueprint_id,))


def check(deck: DeckList, made: DeckList) -> list[int]:
    """See that only cards of the same kind and era were exchanged; how many of each kind."""
    cards = [card(one) for one in deck.cards]
    titles, sets = {one.title for one in cards}, {one.set for one in cards}
    assert faults(made, INDEX) == ()
    assert made.outside == deck.outside
    both = [(card(one), card(two)) for one, two in zip(deck.cards, made.cards, strict=True) if one != two]
    for old, new in both:
        assert (old.side, old.type, old.subtypes) == (new.side, new.type, new.subtypes)
        assert old.virtual is new.virtual
        for icon in (Icon.EPISODE_I, Icon.EPISODE_VII):
            assert bool(old.icon(icon)) is bool(new.icon(icon))
        assert new.set in sets
        assert new.title not in titles
        assert not old.is_a(SubType.STARTING)
    assert len({new.title for _, new in both}) == len(both)
    return [sum(old.type in kind for old, _ in both) for kind in KINDS]


def thirds(deck: DeckList) -> list[int]:
    return [sum(card(one).type in kind for one in deck.cards) // 3 for kind in KINDS]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_third_is_exchanged_for_cards_of_the_same_kind_and_era(name: str) -> None:
    deck = SHIPPED[name]
    made = [make_deck(deck, INDEX, f"{seed}") for seed in range(20)]
    assert len(set(made)) == 20, "every seed makes another deck"
    for one in made:
        assert check(deck, one) == thirds(deck)
    assert make_deck(deck, INDEX, "7") == made[7]


def test_of_any_deck_at_most_a_third_is_exchanged_and_a_legal_one_stays_legal() -> None:
    for seed in range(20):
        deck = any_deck(seed)
        if faults(deck, INDEX):
            continue
        counts = check(deck, make_deck(deck, INDEX, "x"))
        assert all(found <= most for found, most in zip(counts, thirds(deck), strict=True))
        assert sum(counts) > 10


def test_what_the_objective_names_stays() -> None:
    dark = [one for one in INDEX if one.set == "1" and one.side is Side.DARK and one.type in KINDS[0]]
    others = tuple(one.blueprint_id for one in dark if "Vader" not in one.title)[:50]
    without = DeckList((LORD_VADER,) * 10 + others)
    with_it = DeckList((HUNT_DOWN, *(LORD_VADER,) * 10, *others))

    def vaders(deck: DeckList) -> set[int]:
        return {make_deck(deck, INDEX, f"{seed}").cards.count(LORD_VADER) for seed in range(20)}

    assert vaders(with_it) == {10}
    assert vaders(without) != {10}
