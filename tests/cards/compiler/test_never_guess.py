"""What is nearly a pattern is not understood, and nothing of a text is kept but short phrases."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.cards.compiler import conditions as circumstances
from gemp_bot.cards.compiler.clauses import sentences
from gemp_bot.cards.compiler.distill import Distiller, distill
from gemp_bot.cards.compiler.pattern import PatternError, Rule, RuleTable
from gemp_bot.cards.compiler.patterns import PATTERNS
from gemp_bot.cards.compiler.phrases import phrase
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.showing import fact_line
from gemp_bot.cards.text import LONGEST_PHRASE, MOST_WORDS, Condition, FactKind, Share, TextFact

NEAR_MISSES = [
    "Immune to nearly all attrition.",
    "Adds some battle destiny.",
    "Adds one battle destiny whenever Vosk sneezes.",
    "Draws one battle destiny unless the moon is full tonight.",
    "Power +2 if he feels like it.",
    "Deploys -2 wherever you please to go.",
    "Retrieve Force equal to the square of its power.",
    "Cancel it.",
    "Take that into hand and run.",
    "May add 2 pilots who sing.",
    "May not be ignored.",
    "Force drain is pleasant here.",
    "Adds 2 to power of anything he pilots while whistling.",
    "Adds 2 to power of whatever he dreams of.",
    "Opponent loses their temper.",
    "Target hit if destiny feels right.",
    "Use 1 Force to dance.",
    "If you just laughed, retrieve 1 Force.",
    "Immune to attrition < X.",
    "Cancels Grey Fog and then places it somewhere.",
]


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_a_near_miss_is_not_understood(text: str) -> None:
    distilled = distill(text, title="Test Card", type_="Character")
    assert distilled.understood is Share.NONE
    assert distilled.facts == ()


@pytest.mark.parametrize(
    ("text", "type_", "words"),
    [
        # quantity
        ("Each player may play only one card with 'fog' in title each turn.", "Effect", "limit=1"),
        ("May activate up to 4 Force.", "Character", "limit=4"),
        ("If you control more systems than opponent, power +2.", "Character", "op=more than the other"),
        # whose
        ("Cancel opponent's just-drawn weapon destiny.", "Interrupt", "who=opponent, what=weapon destiny"),
        ("Your Force drains may not be reduced by opponent.", "Effect", "what=opponent"),
        ("Prevents Vosk just deployed by the opponent from battling or moving.", "Interrupt", "who=opponent"),
        ("Your pirates are forfeit +2 where present.", "Character", "where=where present"),
        ("Dark side loses 2 Force.", "Effect", "dark side"),
        # direction
        ("Opponent's pirates may not move from here.", "Location", "where=from here, action=move"),
        ("Opponent may not 'react' to here.", "Location", "where=to here, action=react"),
        ("Never deploys or moves to Grey Harbor.", "Character", "where=to Grey Harbor, action=move"),
        ("May move free from Grey Harbor.", "Character", "from Grey Harbor"),
        ("Place Grey Fog on bottom of Used Pile.", "Interrupt", "at the bottom"),
        # sign
        (
            "Your transit to here requires +4 Force.",
            "Location",
            "move_cost: what=by docking bay transit to here, amount=4",
        ),
        (
            "Your docking bay transit from here requires 4 Force.",
            "Location",
            "transit_cost: what=from here, amount=4",
        ),
    ],
)
def test_small_words_that_mean_much_are_kept(text: str, type_: str, words: str) -> None:
    distilled = distill(text, title="Test Card", type_=type_)
    assert distilled.understood is Share.ALL
    assert any(words in fact_line(fact) for fact in distilled.facts), [
        fact_line(fact) for fact in distilled.facts
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Use 1 Force to deploy on Vosk, 3 on your other pirate.",
        "Randomly retrieve 3 Force.",
        "To deploy or move, a pirate here requires +2 Force.",
        "Shuffle opponent's Reserve Deck and Lost Pile.",
        "Opponent must use +2 Force to whistle.",
        "Take a pirate (or any very old captain of the northern grey harbor) into hand from Reserve Deck.",
    ],
)
def test_a_word_too_many_is_not_dropped(text: str) -> None:
    assert distill(text, title="Test Card", type_="Effect").understood is Share.NONE


def test_no_phrase_of_the_index_is_long() -> None:
    for card in CardIndex.load():
        for phrase_ in _words(card.text):
            assert len(phrase_.split()) <= MOST_WORDS, card.blueprint_id


def test_a_condition_after_two_statements_is_ambiguous() -> None:
    text = "Cancels Grey Fog and opponent loses 1 Force if you occupy Grey Harbor."
    assert distill(text, title="Test Card", type_="Effect").understood is Share.NONE


def test_a_weapon_of_which_one_part_is_strange_is_no_weapon_fire() -> None:
    text = (
        "May target a character for free. Draw two destiny. Target hit if total destiny "
        "rhymes with defense value."
    )
    distilled = distill(text, title="Test Gun", type_="Weapon")
    assert distilled.understood is Share.SOME
    assert FactKind.WEAPON_FIRE not in {f.kind for f in distilled.facts}


def test_shares() -> None:
    assert distill("", title="Nothing", type_="Weapon").understood is Share.ALL
    some = distill("Power +1. Likes soup very much.", title="Cook", type_="Character")
    assert (some.understood, some.clauses_understood, some.clauses) == (Share.SOME, 1, 2)


def test_the_same_text_gives_the_same_facts() -> None:
    text = (
        "While at Grey Harbor, power +2, forfeit +1 and immune to attrition < 3. Adds one "
        "battle destiny if alone."
    )
    again = Distiller()
    first = again.distill(text, title="Test Card", type_="Character")
    again.distill("Power +1 if alone.", title="Other", type_="Character")
    assert again.distill(text, title="Test Card", type_="Character") == first
    assert distill(text, title="Test Card", type_="Character") == first


def test_abbreviations_and_quotes_do_not_end_a_sentence() -> None:
    assert sentences("Adds one battle destiny if with Lt. Grey. May move as a 'react.' Power +1.") == [
        "Adds one battle destiny if with Lt. Grey",
        "May move as a 'react'",
        "Power +1",
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the Grey Harbor", "Grey Harbor"),
        ("your pirates of ability < 3", "your pirates of ability < 3"),
        ("a battleground you occupy", "battleground you occupy"),
        ("Vosk or", None),
        ("Vosk is here", None),
        ("power +2", None),
        ("them and their", None),
        ("a " + "long " * 20, None),
    ],
)
def test_phrases(text: str, kept: str | None) -> None:
    assert phrase(text) == kept


def test_every_pattern_is_well_formed() -> None:
    assert RuleTable(PATTERNS).check() == len(PATTERNS)
    assert circumstances.check() > 100


@pytest.mark.parametrize("pattern", ["adds <many>", "<who> sees <who>"])
def test_a_pattern_that_is_not_is_an_error(pattern: str) -> None:
    with pytest.raises(PatternError):
        RuleTable([Rule(pattern, FactKind.IS)]).check()


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _words(getattr(value, name))


_PIECES = st.sampled_from(
    """
    While When If Unless at Grey Harbor , . and or power +2 forfeit -1 adds one battle destiny Immune to
    attrition < 4 your pirates are deploy cancel Captain Vosk target hit may not be moved for each of
    retrieve 3 Force from Reserve Deck into hand here opponent loses with a lightsaber X once per turn (
    ) ; Use 1 is
    """.split()  # noqa: SIM905 - words in a paragraph
)


@given(
    st.lists(_PIECES, max_size=40),
    st.sampled_from(["Character", "Interrupt", "Location", "Objective", "Weapon"]),
)
def test_any_text_is_read_without_a_crash_and_no_fact_holds_much_of_it(pieces: list[str], type_: str) -> None:
    distilled = distill(" ".join(pieces), title="Anything", type_=type_)
    assert 0 <= distilled.clauses_understood <= distilled.clauses
    assert all(len(word) <= LONGEST_PHRASE for fact in distilled.facts for word in _words(fact))


def test_facts_travel_as_json() -> None:
    facts = distill("While alone or at Grey Harbor, power +2.", title="Test", type_="Character").facts
    assert facts
    assert isinstance(facts[0].conditions[0], Condition)
    again = msgspec.json.decode(msgspec.json.encode(facts), type=tuple[TextFact, ...])
    assert again == facts


@pytest.mark.parametrize(
    "text",
    [
        "Your starships deploy -1 here, -2 if Captain Vosk on table.",
        "Your starships deploy -2 here and are hyperspeed +2 when moving to or from here.",
        (
            "Unless Grey Fog on table, opponent's very old combat vehicles of the northern harbor, Grey "
            "Pirates, and all [Maintenance] cards are deploy +2 to Grey Harbor."
        ),
    ],
)
def test_a_number_never_gets_the_condition_of_its_neighbour(text: str) -> None:
    assert distill(text, title="Test Card", type_="Effect").understood is Share.NONE
