"""What the nouns of searches mean, by the cards of the index: never too few."""

import pytest

from gemp_bot.cards import CardIndex, CardType, SubType
from gemp_bot.cards.titles import folded
from gemp_bot.effects import CardEffects
from gemp_bot.effects.search_targets import SearchTargets


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def wanted(index: CardIndex) -> SearchTargets:
    return CardEffects(index).wanted


def titles(index: CardIndex, wanted: SearchTargets, phrase: str) -> set[str]:
    ids = wanted.cards(phrase)
    assert ids is not None, phrase
    found = [index.get(each) for each in ids]
    return {card.title for card in found if card is not None}


@pytest.mark.parametrize(
    ("phrase", "some", "none"),
    [
        ("docking bay", "Home One: Docking Bay", "Endor: Bunker"),
        ("an Immediate Effect", "Frozen Dinner", "Bo Shuda"),
        ("Effect of any kind", "Bo Shuda", "The Signal"),
        ("system or Executor", "Executor", "Endor: Bunker"),
        ("Tatooine battleground site", "Tatooine: Cantina", "Tatooine"),
        ("Alderaan or a Tatooine battleground site", "Alderaan", "Hoth"),
        ("Cloud City location", "Bespin: Cloud City", "Bespin"),
        ("a Kashyyyk location", "Kashyyyk", "Endor"),
        ("bowcaster", "Chewbacca's Bowcaster", "Blaster Rifle"),
        ("farm", "Tatooine: Lars' Moisture Farm", "Tatooine: Cantina"),
        ("Falcon", "Han, Chewie, And The Falcon", "Red 5"),
        ("Yoda", "Yoda, Master Of The Force", "Luke Skywalker"),
        ("starfighter with 'Vader' in title", "Vader's Custom TIE", "Darth Vader"),
        ("scout of ability < 3", "Rebel Scout", "Luke Skywalker"),
        ("Mon Mothma or any general (except Obi-Wan)", "General Dodonna", "Admiral Ackbar"),
        ("senator (or Coruscant Guard)", "Coruscant Guard", "Stormtrooper"),
        ("unique unpiloted starfighter", "Red 5", "X-wing"),
        ("Sense, Control, or Alter", "Alter & Friendly Fire", "Rebel Barrier"),
        ("Fambaa, Battle Plains, or Boss Nass' Chambers", "Naboo: Battle Plains", "Naboo"),
        ("Bunker or Deactivate The Shield Generator", "Endor: Bunker", "Endor: Back Door"),
        ("Admiral's Order or any commander", "Commander Praji", "Boba Fett"),
        ("character with 'Cloud City' in lore", "Lobot", "Bowcaster"),
        ("a matching weapon", "Luke's Lightsaber", "Luke Skywalker"),
        ("two Rebels", "Rebel Scout", "Stormtrooper"),
    ],
)
def test_some_are_meant_and_others_not(
    index: CardIndex, wanted: SearchTargets, phrase: str, some: str, none: str
) -> None:
    found = titles(index, wanted, phrase)
    assert some in found
    assert none not in found


@pytest.mark.parametrize(
    "phrase",
    ["", "xyzzy", "Lambda shuttle or xyzzy", "that character", "top card", "opponent's weapon", "it"],
)
def test_what_is_not_known_may_be_anything(wanted: SearchTargets, phrase: str) -> None:
    assert wanted.cards(phrase) is None


def test_a_card_is_any_card(index: CardIndex, wanted: SearchTargets) -> None:
    for phrase in ("card", "a card", "cards", "any one card"):
        ids = wanted.cards(phrase)
        assert ids is not None
        assert len(ids) == len(index)
        assert wanted.is_any(ids)


def test_who_asks_for_a_title_may_find_the_card(index: CardIndex, wanted: SearchTargets) -> None:
    """Of every card, and of both cards of one that is two."""
    for card in index:
        for title in {card.title, *card.title.split(" & "), card.title.rpartition(": ")[2]}:
            ids = wanted.cards(title)
            assert ids is None or card.blueprint_id in ids, (card.title, title)


def test_who_asks_for_a_persona_may_find_all_of_it(index: CardIndex, wanted: SearchTargets) -> None:
    for card in index:
        for persona in card.personas:
            ids = wanted.cards(persona)
            assert ids is None or card.blueprint_id in ids, (card.title, persona)


KINDS = (
    ("character", lambda card: card.type == CardType.CHARACTER),
    ("starfighter", lambda card: card.is_a(SubType.STARFIGHTER)),
    ("site", lambda card: card.type == CardType.LOCATION and card.is_a(SubType.SITE)),
    ("Interrupt", lambda card: card.type == CardType.INTERRUPT),
    ("docking bay", lambda card: card.type == CardType.LOCATION and "docking bay" in folded(card.title)),
)


@pytest.mark.parametrize(("kind", "fits"), KINDS, ids=[kind for kind, _ in KINDS])
def test_a_strange_adjective_restricts_nothing(
    index: CardIndex, wanted: SearchTargets, kind: str, fits: object
) -> None:
    assert callable(fits)
    all_of_them = {card.blueprint_id for card in index if fits(card)}
    for phrase in (
        kind,
        f"any {kind}",
        f"{kind}s",
        f"xyzzy {kind}",
        f"{kind} that xyzzy",
        f"{kind} (if xyzzy)",
    ):
        ids = wanted.cards(phrase)
        assert ids is not None, phrase
        assert all_of_them <= ids, phrase


def test_either_of_two_is_all_of_both(index: CardIndex, wanted: SearchTargets) -> None:
    phrases = ("docking bay", "Effect", "Vader", "lightsaber", "scout", "Tatooine site", "non-unique alien")
    for one in phrases:
        for other in phrases:
            first, second = wanted.cards(one), wanted.cards(other)
            assert first is not None
            assert second is not None
            both = wanted.cards(f"{one} or {other}")
            assert both is not None
            assert first | second <= both, (one, other)


def test_every_fact_about_a_search_is_read_without_a_fault(index: CardIndex, wanted: SearchTargets) -> None:
    read = [wanted.cards(fact.what) for card in index for fact in card.text if fact.what]
    assert sum(each is not None for each in read) > len(read) / 3
    assert all(each is None or each for each in read), "a kind of no card at all is not understood"


def test_what_one_printing_is_the_others_are(index: CardIndex, wanted: SearchTargets) -> None:
    for phrase, title in (("a dejarik", "K'lor'slug"), ("lightsaber", "Dark Jedi Lightsaber")):
        printings = {card.blueprint_id for card in index.titled(title)}
        assert len(printings) > 1
        ids = wanted.cards(phrase)
        assert ids is not None
        assert printings <= ids
