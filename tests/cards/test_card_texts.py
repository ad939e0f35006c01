"""What cards do as values: terms, how they are packed, labels, traits, and how they are said."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.cards import CardIndex
from gemp_bot.cards.labels import label_digest, normal_label, numbered
from gemp_bot.cards.packing import CardTexts, pack_texts
from gemp_bot.cards.showing import card_json, deeds_of
from gemp_bot.cards.texts import NO_TEXT, CardAction, CardText, Moment, Standing, Term, Value, terms_in
from gemp_bot.cards.traits import traits_of
from gemp_bot.cards.wording import say, say_label, say_value, selectors_of

WORDS = st.sampled_from(["who", "where", "power", "dog", "$self", "Kennel: Yard"])
PLAIN = st.none() | st.booleans() | st.integers(-9, 999) | st.floats(0.25, 0.75) | WORDS


def terms(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Term]:
    return st.builds(Term, WORDS, st.dictionaries(WORDS, inner, max_size=3))


VALUES: st.SearchStrategy[Value] = st.recursive(
    PLAIN, lambda inner: terms(inner) | st.lists(inner, max_size=3).map(tuple), max_leaves=8
)
TERMS = terms(VALUES)
TUPLES = st.lists(VALUES, max_size=3).map(tuple)
TEXTS = st.builds(
    CardText,
    standing=st.lists(st.builds(Standing, WORDS, TERMS, TUPLES), max_size=3).map(tuple),
    actions=st.lists(
        st.builds(
            CardAction,
            st.sampled_from(Moment),
            st.integers(0, 2**48 - 1),
            TUPLES,
            st.lists(TERMS, max_size=3).map(tuple),
            WORDS,
            WORDS,
            st.booleans(),
            st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
    selectors=st.dictionaries(WORDS, VALUES, max_size=2),
    traits=st.dictionaries(WORDS, VALUES, max_size=2),
    unread=st.lists(WORDS, max_size=2).map(tuple),
)


@given(st.lists(TEXTS, max_size=4))
def test_what_is_packed_comes_out_as_it_was(texts: list[CardText]) -> None:
    given_ = [(f"1_{number}", text) for number, text in enumerate(texts)]
    packed = pack_texts(given_)
    assert pack_texts(given_) == packed
    unpacked = CardTexts(packed)
    assert list(unpacked) == [one for one, _ in given_]
    for one, text in reversed(given_):
        assert repr(unpacked.of(one)) == repr(text)
        assert unpacked.of(one) is unpacked.of(one)
    assert unpacked.of("999_1") is NO_TEXT


def test_nothing_packed_is_nothing() -> None:
    assert list(CardTexts()) == []
    assert CardTexts().of("1_1") is NO_TEXT


def test_a_term_is_a_value() -> None:
    one, two = (Term("at", {"who": Term("dog", {}), "count": 2}) for _ in range(2))
    assert one == two
    assert len({one, two}) == 1
    assert one != Term("at", {"who": Term("dog", {})})
    assert (one.get("count"), one.get("where"), one.get("where", "here")) == (2, None, "here")
    assert repr(one) == "at(who=dog(), count=2)"
    assert [each.name for each in terms_in((one, Term("x", {"of": (two,)})))] == [
        "at",
        "dog",
        "x",
        "at",
        "dog",
    ]


@pytest.mark.parametrize(
    ("label", "normal"),
    [
        ("Pet a dog", "pet a dog"),
        ("USED: Pet a dog!", "pet a dog"),
        ("Lost or Starting: Pet", "pet"),
        ("Pet <div class='cardHint' value='1_1'>•Rover</div>, <div>Rex</div> now", "pet * now"),
        ("Lose * Force", "lose * force"),
        ("", ""),
    ],
)
def test_labels(label: str, normal: str) -> None:
    assert normal_label(label) == normal
    assert label_digest(label) == label_digest(normal)
    assert (label_digest(label) == 0) is (not normal)
    assert label_digest(label) < 2**48


def term(name: str, **args: Value) -> Term:
    return Term(name, args)


DOG = term("persona", persona="rover")
YARD = term("title", title="Kennel: Yard")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (3, "3"),
        (2.5, "2.5"),
        ("$self", "this card"),
        ("$target1", "the target"),
        ("$target2", "the second target"),
        ("reserve_deck", "reserve deck"),
        (term("and", of=(term("your", card="$self"), term("or", of=(DOG, YARD)))),
         "your (Rover or Kennel: Yard)"),
        (term("not", of=term("and", of=(DOG, YARD))), "not (Rover Kennel: Yard)"),
        (term("not", of=term("and", of=(DOG, term("equal", left="$target1")))), "not Rover"),
        (term("power", who=DOG, amount=1, when=term("and", of=(DOG, YARD))),
         "Rover power +1 while Rover and Kennel: Yard"),
        (term("can_spot", who=DOG, count=1), "Rover on table"),
        (term("can_spot", who=DOG, count=2), "2 Rover on table"),
        (term("here", card="$self"), "here"),
        (term("icon", icon="pilot"), "with pilot icon"),
        (term("and", of=(term("non_unique"), term("icon", icon="alien"))), "non-unique card with alien icon"),
        (term("and", of=(term("icon", icon="pilot"), term("category", category="character"))),
         "character with pilot icon"),
        (term("frobs", who=DOG, count=2, at_once=True), "Rover frobs"),
        (term("controls", player="$you", where=YARD), "you control Kennel: Yard"),
        (term("choose", when=term("barks", who=DOG), then=2, otherwise=1), "2 if Rover barks, else 1"),
    ],
)  # fmt: skip
def test_values_in_words(value: Value, said: str) -> None:
    assert say_value(value) == said


def test_texts_in_words() -> None:
    barks = term("during_battle")
    assert (
        say(Standing("active", term("power", who=DOG, amount=2, when=barks)))
        == "Rover power +2 while during battle"
    )
    assert say(Standing("dark", term("power", who=DOG, amount=-1), (barks,))) == (
        "on the Dark Side of this location: Rover power -1 while during battle"
    )
    steps = (
        term("usage", what=term("once_per_turn")),
        term("cost", what=term("use_force", player="$you", amount=1)),
        term("when", of=(barks,), then=(term("effect", what=term("flip_card", card="$self")),)),
        term("unknown", what="while_statement"),
    )
    assert say(CardAction(Moment.ACTION, 0, (barks,), steps, "lost")) == (
        "Action as a Lost Interrupt, if during battle: cost: you use 1 Force; "
        "if during battle: flip this card; (a part that is not read)"
    )
    assert say(CardAction(Moment.MUST_AFTER, 0)) == "By itself: something that is not read"
    assert selectors_of(CardText(selectors={"deploy_on": DOG})) == ["deploy on: Rover"]


def test_every_card_is_json(index: CardIndex) -> None:
    for number, card in enumerate(index):
        if number % 60 == 0:
            msgspec.json.encode(card_json(card, index))


def test_traits_are_those_of_the_definition_or_else_the_printed_ones() -> None:
    index = CardIndex.load()
    vader = index.get("1_168")
    assert vader is not None
    traits = traits_of(vader, index.texts.of("1_168"))
    assert (traits.category, traits.types, traits.personas) == ("character", {"imperial"}, {"vader"})
    assert traits.icons["pilot"] == 1
    printed = traits_of(vader)
    assert (printed.category, printed.subtypes, printed.icons["warrior"]) == ("character", {"imperial"}, 1)
    assert printed.titles == {"darth vader"}


def test_a_label_with_a_number_is_said_in_words() -> None:
    text = CardIndex.load().texts.of("109_9")  # Crush The Rebellion
    take = next(each for each in text.actions if each.steps[0].name == "usage")
    label = f"Take {numbered(take.label)} into hand from Reserve Deck"
    assert say_label(label, text) == "Take I Have You Now or Evader into hand from Reserve Deck"
    assert say_label(label, NO_TEXT) == "Take into hand from Reserve Deck"
    assert say_label("Deploy", text) == "Deploy"


def test_a_label_in_words_says_what_is_done_before_its_cost() -> None:
    text = CardIndex.load().texts.of("1_83")  # Han's Back
    (label, *_) = (each.label for each in text.actions if each.steps[0].name == "cost")
    assert say_label(f"Retrieve {numbered(label)}", text) == "You retrieve Han; cost: you use 1 Force"


def test_a_label_in_words_keeps_its_mode_and_is_not_endless() -> None:
    def draws(mode: str, amount: int, times: int) -> CardAction:
        step = Term("effect", {"what": Term("draw", {"amount": amount})})
        return CardAction(Moment.ACTION, 0xABC, steps=(step,) * times, mode=mode)

    text = CardText(actions=(draws("used", 1, 1), draws("lost", 2, 90)))
    used, lost = (say_label(f"{mode}: Draw {numbered(0xABC)}", text) for mode in ("USED", "LOST"))
    assert used.startswith("USED: ")
    assert "1" in used
    assert lost.startswith("LOST: ")
    assert "2" in lost
    assert lost.endswith(" ...")
    assert len(lost) < 200


CODE = re.compile(
    r"_|:;|: ;|\( *\)|\[ *\]|[{}]|\b[a-z]+[A-Z]|\b([a-z]+) \1\b|\((?:\w+ )?\w+: [a-z]|\$|; *$|: *$|, *:|  "
)
"""What no player would write: names of programs, signs without anything between, a word twice."""


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module", params=[6, pytest.param(1, marks=pytest.mark.long)])
def said(index: CardIndex, request: pytest.FixtureRequest) -> list[tuple[str, str]]:
    """All that is said of what every so many-th card does, with its id."""
    cards = [card.blueprint_id for card in index][:: request.param]
    return [(card, line) for card in cards for line in deeds_of(index.texts.of(card))]


def test_no_card_is_said_in_words_of_a_program(index: CardIndex, said: list[tuple[str, str]]) -> None:
    titles = {
        word for card in index for word in re.findall(r"[\w-]+", f"{card.title} {' '.join(card.personas)}")
    }
    bad = [
        f"{card}: {line}"
        for card, line in said
        if (found := [each[0] for each in CODE.finditer(line)])
        and not all(any(each in title for title in titles) for each in found)
    ]
    assert not bad, bad[:5]


def test_brackets_in_what_is_said_are_pairs(said: list[tuple[str, str]]) -> None:
    assert not [line for _, line in said if line.count("(") != line.count(")")]
