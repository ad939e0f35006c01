"""The catalogue holds together, says what it should, and reads the recordings."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from gemp_bot.decisions import (
    ActionKind,
    Catalogue,
    CatalogueError,
    PlayedAs,
    PromptKind,
    ResponseTrigger,
    ResultKind,
)
from gemp_bot.decisions.pattern import PatternError, PatternIndex, compile_pattern
from gemp_bot.protocol.decisions import (
    ActionOption,
    CardActionChoice,
    CardSelection,
)
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, CardId
from tools.prompts import measure, measure_texts

TEXTS = Path(__file__).parent / "texts.json.gz"
TABLES = ("prompt", "happening", "action", "result")


def texts() -> tuple[Counter[str], Counter[str]]:
    """Different prompts and labels of the recordings, with counts."""
    found = json.loads(gzip.decompress(TEXTS.read_bytes()))
    return Counter(found["prompts"]), Counter(found["actions"])


# -- the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_every_example_is_of_its_kind(catalogue: Catalogue, table: str) -> None:
    for entry in getattr(catalogue.table, table):
        for example in entry.examples:
            if table == "prompt":
                assert catalogue.prompt(example).kind == entry.kind, example
            elif table == "happening":
                what = example.removesuffix(" - Optional responses")
                assert catalogue.prompt(f"{what} - Optional responses").happening == entry.kind, example
            elif table == "action":
                assert catalogue.action(example).effect == entry.kind, example
            else:
                assert catalogue.result(example) == entry.kind, example


@pytest.mark.parametrize("table", TABLES)
def test_every_pattern_is_the_first_to_fit_an_example(catalogue: Catalogue, table: str) -> None:
    index = getattr(catalogue, f"_{table}s")
    used = set()
    for entry in getattr(catalogue.table, table):
        for example in entry.examples:
            text = example
            for mark in (", or click 'Done' to cancel", " - Optional responses"):
                text = text.removesuffix(mark)
            for mark in ("USED: ", "LOST: "):
                text = text.removeprefix(mark)
            found = index.find(text.rstrip(" .:"))
            assert found is not None, example
            used.add(found[2].text)
    unused = [pattern.text for _, pattern in index.entries if pattern.text not in used]
    assert unused == []


@pytest.mark.parametrize("table", TABLES)
def test_no_pattern_stands_twice(catalogue: Catalogue, table: str) -> None:
    patterns = Counter(p for entry in getattr(catalogue.table, table) for p in entry.patterns)
    assert [pattern for pattern, count in patterns.items() if count > 1] == []


@pytest.mark.parametrize(
    ("kinds", "table"),
    [
        (set(PromptKind) - {"UNKNOWN", "OPTIONAL_RESPONSES", "REQUIRED_RESPONSES"}, "prompt"),
        (set(ResponseTrigger) - {"UNKNOWN", "UNSAID", "ACTION"}, "happening"),
        (set(ActionKind) - {"UNKNOWN", "PLAY_USED_INTERRUPT", "PLAY_LOST_INTERRUPT"}, "action"),
        (set(ResultKind) - {"UNKNOWN"}, "result"),
    ],
)
def test_every_kind_has_an_entry(catalogue: Catalogue, kinds: set[str], table: str) -> None:
    assert kinds == {entry.kind for entry in getattr(catalogue.table, table)}


@pytest.mark.parametrize("pattern", ["{what}", "{card} {number}", "<|a>", "Choose {card", "x> {what}", "  "])
def test_a_pattern_that_says_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        compile_pattern(pattern, ())


def test_faults_of_a_catalogue_are_named() -> None:
    empty = "nouns=[]\nhappening=[]\naction=[]\nresult=[]\n"
    entry = '[[prompt]]\nkind="{}"\npatterns=["{}"]\nexamples=[]\n'
    for toml in ("=", empty, empty + entry.format("NO_SUCH_KIND", "x y")):
        with pytest.raises(CatalogueError):
            Catalogue.parse(toml)
    with pytest.raises(CatalogueError, match="LOSE_FORCE"):
        Catalogue.parse(empty + entry.format("LOSE_FORCE", "{what}"))
    with pytest.raises(CatalogueError, match="BOTTOM_DRAWER"):
        Catalogue.parse(f'{empty}prompt=[]\n[piles]\n"Reserve Deck" = "BOTTOM_DRAWER"\n')


@pytest.mark.parametrize(
    ("text", "pile"),
    [
        (
            "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'",
            Zone.RESERVE_DECK,
        ),
        ("Verify Lost Pile after unsuccessful attempt to 'Choose card to take into hand'", Zone.LOST_PILE),
        ("Look at opponent's hand", None),
        ("Choose Force to lose", None),
    ],
)
def test_the_pile_a_prompt_names(catalogue: Catalogue, text: str, pile: Zone | None) -> None:
    assert catalogue.prompt(text).pile is pile


# -- what texts mean -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        ("Choose Move action or Pass", PromptKind.PHASE_ACTION, {"phase": "Move"}),
        ("Choose Force to lose", PromptKind.LOSE_FORCE, {}),
        ("Choose Force to lose or a card from battle to forfeit", PromptKind.LOSE_FORCE_OR_FORFEIT, {}),
        ("Choose a card from battle to forfeit", PromptKind.FORFEIT, {}),
        ("Choose amount of Force to activate ", PromptKind.FORCE_TO_ACTIVATE, {}),
        ("Do you want to draw 2 battle destiny?", PromptKind.DRAW_BATTLE_DESTINY, {"number": "2"}),
        ("Choose Rebel, or click 'Done' to cancel", PromptKind.CHOOSE_TARGET, {"noun": "Rebel"}),
    ],
)
def test_prompts(catalogue: Catalogue, text: str, kind: PromptKind, fields: dict[str, str]) -> None:
    reading = catalogue.prompt(text)
    assert reading.kind is kind
    assert reading.known
    assert reading.fields == fields


def test_what_a_response_responds_to(catalogue: Catalogue) -> None:
    drain = catalogue.prompt("Force drain initiated at •Tatooine: Cantina - Optional responses")
    assert (drain.kind, drain.happening) == (
        PromptKind.OPTIONAL_RESPONSES,
        ResponseTrigger.FORCE_DRAIN_INITIATED,
    )
    assert catalogue.prompt("Optional responses").happening is ResponseTrigger.UNSAID
    action = catalogue.prompt("Reveal opponent's hand - Optional responses")
    assert action.happening is ResponseTrigger.ACTION
    odd = catalogue.prompt("Xyzzy plugh - Optional responses")
    assert (odd.happening, odd.known) == (ResponseTrigger.UNKNOWN, False)


def test_a_verification_names_its_pile(catalogue: Catalogue) -> None:
    reading = catalogue.prompt(
        "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'"
    )
    assert reading.kind is PromptKind.VERIFY_PILE
    assert reading.fields["pile"] == "Reserve Deck"


def test_an_interrupt_says_how_it_is_played_and_what_it_does(catalogue: Catalogue) -> None:
    reading = catalogue.action("LOST: Take a character into hand from Lost Pile")
    assert reading.kind is ActionKind.PLAY_LOST_INTERRUPT
    assert reading.effect is ActionKind.TAKE_FROM_LOST_PILE
    assert reading.played_as is PlayedAs.LOST
    assert not catalogue.action("USED: Xyzzy plugh").known
    assert catalogue.action("USED: ").known


@pytest.mark.parametrize("text", ["", "null", "Xyzzy plugh", "Choose", "42", "•••"])
def test_what_is_not_understood_is_unknown(catalogue: Catalogue, text: str) -> None:
    assert catalogue.prompt(text).kind is PromptKind.UNKNOWN
    assert catalogue.action(text).kind is ActionKind.UNKNOWN


@pytest.mark.parametrize(
    "word", ["Moved x from x to ", "Choose Force ", "Place a on x in ", "Deploy Effects that ", "x just "]
)
def test_of_a_very_long_text_only_the_beginning_is_matched(
    word: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that a pattern takes grows faster than the text."""
    matched: list[str] = []
    real = PatternIndex.find

    def find(index: PatternIndex[object], text: str) -> object:
        matched.append(text)
        return real(index, text)

    monkeypatch.setattr(PatternIndex, "find", find)
    catalogue.prompt(word * 20_000)
    catalogue.prompt(word * 20_000 + " - Optional responses")
    catalogue.action(word * 20_000)
    catalogue.action("USED: " + word * 20_000)
    catalogue.result(word * 20_000)
    assert len(matched) >= 5
    assert max(map(len, matched)) < 500


# -- the traps (EXPERIENCE 8): texts that mean something else than they look like -------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Cancel Force drain", ActionKind.CANCEL_FORCE_DRAIN),
        ("Initiate battle", ActionKind.INITIATE_BATTLE),
        ("Initiate battle for free", ActionKind.INITIATE_BATTLE),
        ("Draw destiny to cancel Effect (or Utinni Effect)", ActionKind.DRAW_DESTINY_TO_CANCEL),
        ("Draw destiny to cancel your Alter", ActionKind.DRAW_DESTINY_TO_CANCEL_OWN_CARD),
        ("Cancel your Sense", ActionKind.CANCEL_OWN_CARD),
        ("Cancel Sense", ActionKind.CANCEL_CARD),
        ("Place in Lost Pile", ActionKind.PLACE_IN_LOST_PILE),
        ("Place card from hand in Used Pile", ActionKind.PLACE_CARD_FROM_HAND),
        ("Stack card from hand", ActionKind.STACK),
        ("USED: Place random cards in Used Pile", ActionKind.PLACE_CARD_FROM_HAND),
        ("Return character to hand", ActionKind.RETURN_TO_HAND),
        ("Make each player lose 1 Force", ActionKind.EACH_PLAYER_LOSES_FORCE),
        ("Exchange card in hand for card in Lost Pile", ActionKind.EXCHANGE),
        ("Deploy", ActionKind.DEPLOY),
        ("Deploy on warrior", ActionKind.DEPLOY_ON),
        ("Deploy on non-warrior", ActionKind.DEPLOY_ON),
        ("Deploy as 'react'", ActionKind.REACT_DEPLOY),
        ("Deploy starfighter with 'Vader' in title here", ActionKind.DEPLOY_HERE),
        ("Persona replace Darth Vader", ActionKind.PERSONA_REPLACE),
        ("Reveal pilot or unpiloted starfighter from hand", ActionKind.DEPLOY_SIMULTANEOUSLY),
        ("Move using landspeed", ActionKind.MOVE_LANDSPEED),
        ("Activate Force", ActionKind.ACTIVATE_FORCE),
    ],
)
def test_actions_that_are_traps(text: str, kind: ActionKind, catalogue: Catalogue) -> None:
    assert catalogue.action(text).effect is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Choose a card from battle to forfeit (if desired)", PromptKind.OPTIONAL_FORFEIT),
        ("Choose card to cancel, or click 'Done' to cancel", PromptKind.CANCEL_CARD),
        ("You have not activated Force. Do you want to Pass?", PromptKind.CONFIRM_NO_ACTIVATION),
        ("Choose parsec to move to ", PromptKind.PARSEC),
        ("Do you want to draw another sabacc card?", PromptKind.SABACC_DRAW),
        ("Choose maintenance option for •Talon Karrde", PromptKind.MAINTENANCE),
        ("Choose amount of Force to use", PromptKind.FORCE_TO_USE),
    ],
)
def test_prompts_that_are_traps(text: str, kind: PromptKind, catalogue: Catalogue) -> None:
    assert catalogue.prompt(text).kind is kind


def test_traps_whose_details_are_read(catalogue: Catalogue) -> None:
    loss = catalogue.prompt(
        "You are choosing to lose <div class='cardHint' value='1_19'>•Luke Skywalker</div> as a unit of "
        "Force, which is not typically how this card is used. Do you still want to lose it?"
    )
    assert (loss.kind, loss.cards[0].blueprint) == (PromptKind.CONFIRM_UNUSUAL_LOSS, "1_19")
    for text, cancellable in (("", False), (", or click 'Done' to cancel", True)):
        where = catalogue.prompt(f"Choose where to deploy •Luke Skywalker{text}")
        assert (where.kind, where.cancellable) == (PromptKind.CHOOSE_DEPLOY_TARGET, cancellable)
    move = catalogue.prompt("Choose where to move •Luke Skywalker using landspeed, or click 'Done' to cancel")
    assert (move.kind, move.fields["what"]) == (PromptKind.CHOOSE_MOVE_TARGET, "landspeed")


# -- coverage --------------------------------------------------------------------------------------


def test_the_recordings_are_understood(catalogue: Catalogue) -> None:
    found = measure_texts(*texts(), catalogue)
    assert found.prompts > 4000
    assert found.actions > 3500
    assert found.prompt_share >= 0.99, found.unknown_prompts[:20]
    assert found.action_share >= 0.99, found.unknown_actions[:20]


def test_coverage_leaves_out_questions_without_an_option(catalogue: Catalogue) -> None:
    strange = ActionOption("0", CardId(1), BlueprintId("inPlay"), "Xyzzy plugh")
    found = measure(
        [
            CardActionChoice(text="Strange prompt of no use"),
            CardActionChoice(text="Optional responses", actions=(strange, strange)),
            CardSelection(text="Choose Force to lose", min=1, max=1, card_ids=(CardId(1),)),
        ],
        catalogue,
    )
    assert (found.prompts, found.actions, found.prompt_share, found.action_share) == (2, 2, 1.0, 0.0)
    assert (found.texts_seen, found.texts_known) == (3, 2)
    assert found.unknown_actions == (("Xyzzy plugh", 2),)


def test_nothing_asked_is_all_understood(catalogue: Catalogue) -> None:
    assert measure([], catalogue).prompt_share == 1.0


def test_the_memory_is_bounded(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemp_bot.decisions.catalogue._CACHE_SIZE", 10)
    small = Catalogue(catalogue.table)
    for n in range(30):
        small.prompt(f"Choose Force {n}")
    assert len(small._read_prompts) == 10
