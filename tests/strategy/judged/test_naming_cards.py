"""A strategy file that names cards changes answers; misspelt names are told; nothing is loaded in vain."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from judged_games import GAMES, Decided, decided, from_text, index, name_of, procedures_of
from recordings import updates

from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.procedures import StrategyFileError, load_strategy
from gemp_bot.state import Table
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.facts import names_of_cards
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

GAME = next(path for path in GAMES if name_of(path) == "open40-dark-vs-player")
BEGINNING = 600
"""Updates, in which everything that is named here comes about."""
DOES = '[[procedure.{}]]\namong = "{}"\ndo = "best"\nwhy = "named"\n[[procedure.{}]]\ndo = "parent"\n'
NEVER = '[[principle]]\nname = "never"\nforbid = "{}"\nwhy = "named"\n'


def all_of(strategy: JudgedStrategy) -> Iterator[Decided]:
    return decided(updates(GAME)[:BEGINNING], strategy)


def chosen(strategy: JudgedStrategy, kind: PromptKind, title: str) -> Iterator[bool]:
    """Of each question of a kind that offers to deploy a card, or to deploy to it: whether it is chosen."""
    for each in all_of(strategy):
        keys = {
            one.key
            for one in each.question.selectable
            if one.kind in (None, ActionKind.DEPLOY) and title_of(each.view, one) == title
        }
        if each.question.kind is kind and keys:
            yield each.verdict.answer.wire in keys


def title_of(view: Table, option: Option) -> str:
    face = view.face_of(option.card_id) if option.card_id else option.blueprint_id
    card = None if face is None else index().get(face)
    return "" if card is None else card.title


@pytest.mark.parametrize(
    "among",
    [
        "option.action == 'DEPLOY' and option.title == 'Grand Admiral Thrawn'",
        "option.action == 'DEPLOY' and title in ('grand admiral thrawn', 'Luke Skywalker')",
        "option.action == 'DEPLOY' and 'Grand Admiral Thrawn' in option.personas and 'Pilot' in option.icons",
        "option.action == 'DEPLOY' and 'Grand Admiral Thrawn' in personas and option.title in hand.titles",
    ],
)
def test_a_card_that_is_named_is_played_or_never(tmp_path: Path, among: str) -> None:
    for text, does in (
        (DOES.format("PHASE_ACTION", among, "PHASE_ACTION"), True),
        (NEVER.format(among), False),
    ):
        mine = from_text(tmp_path, text)
        answers = chosen(mine, PromptKind.PHASE_ACTION, "Grand Admiral Thrawn")
        assert next(answers) is does or any(answers) is does
        assert not mine.unanswered


def test_a_place_is_named(tmp_path: Path) -> None:
    kind, place = PromptKind.CHOOSE_DEPLOY_TARGET, "Kashyyyk: Kachirho"
    among = f"option.place == '{place}'"
    for text, does in ((DOES.format(kind, among, kind), True), (NEVER.format(among), False)):
        answers = chosen(from_text(tmp_path, text), kind, place)
        assert next(answers) is does or any(answers) is does


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("'Mustafar: Vaders Castle' in table.titles", True),
        ("'Admiral Ozzel' in table.personas", True),
        ("'Leia Organa' in table.personas", False),
        ("'Leia Organa' in their_table.personas and 'Din Djarin' in their_table.titles", True),
        ("'Admiral Ozzel' in their_table.personas", False),
        ("'TIE Fighter' in hand.titles", True),
        ("'Grand Admiral Thrawn' in hand.personas", True),
        ("'Yoda' in hand.personas", False),
        ("deck.name == 'imperials'", True),
        ("deck.name == 'Rebels'", False),
        ("'Stalker' in deck.titles and 'Vengeance' not in deck.titles", True),
    ],
)
def test_hand_table_and_deck_are_known(tmp_path: Path, when: str, *, holds: bool) -> None:
    """It is asked at every menu of a game: whether it ever holds."""
    text = f'[[procedure.PHASE_ACTION]]\nwhen = "{when}"\ndo = "pass"\nwhy = "it holds here"\n'
    stalker = next(card.blueprint_id for card in index().titled("Stalker"))
    mine = JudgedStrategy(0, procedures_of(tmp_path, text), index=index(), deck=DeckList((stalker,) * 60))
    mine.deck_name = "Imperials"
    assert any(any(mine.step_counts.values()) for _ in all_of(mine)) is holds


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("option.title == 'Darth Vadr'", "there is no title 'Darth Vadr': did you mean 'Darth Vader'"),
        ("'Darth Vadr' in hand.titles", "there is no title 'Darth Vadr': did you mean 'Darth Vader'"),
        ("title in ('Talz', 'Emperor Palpatin')", "did you mean 'Emperor Palpatine'"),
        ("'Vader' in option.personas", "there is no persona 'Vader': did you mean 'Darth Vader'?"),
        ("'Luke' in personas", "there is no persona 'Luke': did you mean 'Luke Skywalker'"),
        ("'warior' in icons", "there is no icon 'warior': did you mean 'Warrior'?"),
        ("option.place == 'Tatooine: Cantna'", "did you mean 'Tatooine: Cantina'"),
        ("option.persona == 'Yoda'", "did you mean 'option.personas'?"),
    ],
)
def test_a_name_that_no_card_has_is_a_mistake(tmp_path: Path, condition: str, said: str) -> None:
    with pytest.raises(StrategyFileError) as caught:
        procedures_of(tmp_path, DOES.format("PHASE_ACTION", condition, "PHASE_ACTION"))
    assert said in str(caught.value)
    assert ":7: procedure.PHASE_ACTION[1].among: " in str(caught.value)


def test_the_index_is_loaded_once_and_only_for_a_file_that_names_cards(tmp_path: Path) -> None:
    loads = []

    def load() -> CardIndex:
        loads.append(1)
        return index()

    words = msgspec.structs.replace(make_vocabulary(), names=names_of_cards(load))
    load_strategy("strong", words)
    assert not loads
    condition = "title == 'Talz' or 'Yoda' in hand.personas or title == 'Executor'"
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nabout = "x"\napi = 2\nextends = "strong"\n'
        + DOES.format("PHASE_ACTION", condition, "PHASE_ACTION")
    )
    for _ in range(2):
        load_strategy(tmp_path / "mine.toml", words)
    assert len(loads) == 1
