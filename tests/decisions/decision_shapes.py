"""Decisions of every type in any shape, sensible or not."""

import random

from hypothesis import strategies as st

from gemp_bot.protocol.decisions import (
    ActionChoice,
    ActionOption,
    ArbitraryCards,
    CardActionChoice,
    CardSelection,
    Decision,
    EmptyDecision,
    IntegerChoice,
    MultipleChoice,
    ShownCard,
    TriggerOption,
    UnknownDecision,
)
from gemp_bot.protocol.ids import BlueprintId, CardId

LABELS = ("Deploy", "Force drain", "USED: Take card into hand from Reserve Deck", "OH", "", "LOST: ")
PROMPTS = (
    "Choose Deploy action or Pass",
    "Optional responses",
    "Choose Force to lose",
    "Playing <div class='cardHint' value='1_1'>•Luke</div> - Optional responses",
    "Choose character, or click 'Done' to cancel",
    "",
)
texts = st.one_of(st.sampled_from(PROMPTS), st.sampled_from(LABELS), st.text(max_size=40))
blueprints = st.sampled_from([BlueprintId("1_1"), BlueprintId("inPlay"), BlueprintId("-1_1")])
bounds = st.integers(min_value=-3, max_value=8)
card_ids = st.integers(min_value=-5, max_value=400).map(CardId)


def seeded(seed: int) -> random.Random:
    return random.Random(seed)


def keys(prefix: str) -> st.SearchStrategy[list[str]]:
    """Keys as the server numbers them, and now and then as it never would."""
    regular = st.integers(0, 7).map(lambda n: [f"{prefix}{i}" for i in range(n)])
    wild = st.lists(st.one_of(st.sampled_from(["0", "1", "01", "+1", "", ",", "a,b"]), st.text(max_size=4)))
    return st.one_of(regular, wild.map(lambda found: found[:6]))


@st.composite
def card_action_choices(draw: st.DrawFn) -> CardActionChoice:
    return CardActionChoice(
        text=draw(texts),
        actions=tuple(
            ActionOption(key, draw(card_ids), draw(blueprints), draw(texts)) for key in draw(keys(""))
        ),
        no_pass=draw(st.booleans()),
        revert_eligible=draw(st.booleans()),
    )


@st.composite
def action_choices(draw: st.DrawFn) -> ActionChoice:
    made = tuple(TriggerOption(key, draw(blueprints), draw(texts)) for key in draw(keys("")))
    return ActionChoice(text=draw(texts), actions=made)


@st.composite
def card_selections(draw: st.DrawFn) -> CardSelection:
    ids = tuple(draw(st.lists(card_ids, max_size=7)))
    return CardSelection(text=draw(texts), min=draw(bounds), max=draw(bounds), card_ids=ids)


@st.composite
def arbitrary_cards(draw: st.DrawFn) -> ArbitraryCards:
    cards = tuple(
        ShownCard(key, draw(blueprints), draw(st.booleans()), draw(st.booleans()), draw(texts))
        for key in draw(keys("temp"))
    )
    return ArbitraryCards(
        text=draw(texts),
        min=draw(bounds),
        max=draw(bounds),
        return_any_change=draw(st.booleans()),
        cards=cards,
    )


@st.composite
def multiple_choices(draw: st.DrawFn) -> MultipleChoice:
    results = tuple(draw(st.lists(texts, max_size=6)))
    return MultipleChoice(text=draw(texts), results=results, default_index=draw(bounds))


@st.composite
def integer_choices(draw: st.DrawFn) -> IntegerChoice:
    far = st.one_of(st.none(), bounds, st.integers())
    return IntegerChoice(text=draw(texts), min=draw(far), max=draw(far), default_value=draw(far))


@st.composite
def unknown_decisions(draw: st.DrawFn) -> UnknownDecision:
    return UnknownDecision("NEW_TYPE", draw(texts), {"x": ("1",)}, "not in the table")


decisions: st.SearchStrategy[Decision | UnknownDecision] = st.one_of(
    card_action_choices(),
    action_choices(),
    card_selections(),
    arbitrary_cards(),
    multiple_choices(),
    integer_choices(),
    texts.map(lambda text: EmptyDecision(text=text)),
    unknown_decisions(),
)
