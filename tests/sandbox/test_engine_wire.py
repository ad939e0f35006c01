"""The engine on the wire: what is told is true, nobody is told too much, and the words are the server's."""

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from card_info import InfoLabel, read_card_info
from fakes.server_table import ServerTable
from wire_games import DARK, LIGHT, PLAYERS, ByChance

import gemp_bot.game
from gemp_bot.board.card import HELD
from gemp_bot.cards import CardIndex
from gemp_bot.cards.labels import label_digest, numbered
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game import Menu, Option, PickCards, PickNumber, PickResult, Settings
from gemp_bot.game.game_events import CardMoved, GameBegan, GameEnded, Happened
from gemp_bot.protocol.decisions import MultipleChoice
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server import prompt_text
from gemp_bot.sandbox.server.engine_script import DO_NOT_REVERT, REVERT_HERE, Course
from gemp_bot.sandbox.server.game import CANCELLED_ERROR
from gemp_bot.sandbox.server.questions import REVERT, ServedQuestion
from gemp_bot.sandbox.server.table_view import TableView
from gemp_bot.sandbox.server.xml import Node, document, node
from gemp_bot.state import Table as SeenTable

pytestmark = pytest.mark.usefixtures("small_decks")

CATALOGUE = Catalogue.load()
BACKS = {"-1_1", "-1_2"}
SECRET = {Zone.HAND, Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE}
SEEDS = (9, pytest.param(0, marks=pytest.mark.long))
"""Of short games."""
HIDDEN = {Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE, Zone.TOP_OF_USED_PILE}


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(settings=Settings(checked=False))


def others(name: str) -> Side:
    return Side.LIGHT if name == DARK else Side.DARK


def shown_ids(nodes: list[Node]) -> set[int]:
    """Every card id that stands anywhere in some events, questions included."""
    found: set[int] = set()
    for event in nodes:
        texts = [event.attrs.get(name, "") for name in ("cardId", "otherCardIds", "targetCardId")]
        texts += [child.attrs["value"] for child in event.children if child.attrs.get("name") == "cardId"]
        found.update(int(one) for text in texts for one in text.split(",") if one.isdecimal())
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_told_what_he_must_not_know(seed: int, box: Box) -> None:
    """No id and no face of the opponent's hand; of face-down piles the id of the top, and its back."""
    play = ByChance(box, seed)
    told: dict[str, set[int]] = {DARK: set(), LIGHT: set()}
    for _ in play.steps():
        faces = play.course.view
        for name, nodes in play.told.items():
            told[name] |= shown_ids(nodes)
            mine = others(name).other
            for event in nodes:
                if event.attrs.get("zone") in HIDDEN:
                    assert event.attrs["blueprintId"] in BACKS
                    assert event.attrs["horizontal"] == "false"
                    assert "systemName" not in event.attrs
                if event.attrs.get("zone") == Zone.HAND:
                    assert event.attrs["participantId"] == PLAYERS[mine]
            theirs = faces.numbers(piece.id for piece in faces.state.hand(others(name)))
            assert not told[name].intersection(theirs)
    assert play.game.outcome is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_faces_are_never_named(seed: int, box: Box) -> None:
    """No message and no question names a card of the opponent that was never seen."""
    passed: set[int] = set()  # what was shown on its way: an Interrupt is back in a pile when it was played

    def hear(news: Sequence[Happened]) -> None:
        moves = (one for one in news if isinstance(one, CardMoved))
        passed.update(one.card for one in moves if one.zone not in SECRET)

    play = ByChance(box, seed, hear)
    public: set[str] = set()
    for _ in play.steps():
        pieces, choice = play.course.engine.state.cards.values(), play.course.choice
        if isinstance(choice, Menu):
            passed.update(choice.about)  # a card that is going to be played
        public |= {
            piece.card.blueprint_id for piece in pieces if piece.zone not in SECRET or piece.id in passed
        }
        for name, nodes in play.told.items():
            mine = {piece.card.blueprint_id for piece in pieces if piece.side is not others(name)}
            named = set(re.findall(r"(?<![-\d])\d+_\d+", " ".join(map(str, nodes))))
            assert named <= public | mine


@pytest.mark.parametrize("seed", SEEDS)
def test_piles_and_columns_are_those_of_the_engine(seed: int, box: Box) -> None:
    play = ByChance(box, seed)
    for _ in play.steps():
        course, state = play.course, play.course.engine.state
        told = course.view.state
        if not state.turn:
            continue
        for key in product(Side, HELD):
            pile = state.pile(*key)
            if key[1] is Zone.HAND:
                assert {piece.id for piece in told.pile(*key)} == {piece.id for piece in pile}
            else:
                assert [piece.id for piece in told.pile(*key)] == [piece.id for piece in pile], key
        assert [place.laid.id for place in told.locations] == [place.laid.id for place in state.locations]
        numbers = course.view.numbers(state.cards)
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_snapshot_is_what_the_events_so_far_amount_to(seed: int, box: Box) -> None:
    """To the last attribute, in the order of PROTOCOL 5.2."""
    play = ByChance(box, seed)
    tables = {name: ServerTable((DARK, LIGHT)) for name in (DARK, LIGHT)}
    for number, _ in enumerate(play.steps(900)):
        for name, table in tables.items():
            body = document(node("gameReplay", *play.told[name]))
            for event in GameDecoder().decode_replay(body):
                table.apply(event)
            if number % 5 == 0:
                assert table.snapshot(name) == play.game.table.snapshot(name)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_a_client_keeps_is_the_true_one(seed: int, box: Box) -> None:
    """Our own client, fed the bytes, sees cards and powers where the engine has them."""
    play = ByChance(box, seed)
    tables = {name: (GameDecoder(), SeenTable()) for name in (DARK, LIGHT)}
    for number, _ in enumerate(play.steps(800)):
        for name, nodes in play.told.items():
            decoder, table = tables[name]
            tag = "update" if number else "gameState"
            body = document(node(tag, *nodes, node("clocks"), cn=0))
            table.apply(decoder.decode(body))
        state, faces = play.course.engine.state, play.course.view
        if not state.turn:
            continue
        for decoder, table in tables.values():
            assert not decoder.unknown
            assert len(table.locations) == len(state.locations)
            for place, location in zip(state.locations, table.locations, strict=True):
                assert location.card is not None
                assert location.card.id == faces.number(place.laid.id)
                for side in Side:
                    assert location.power(side) == play.course.engine.numbers.power_at(side, place)
                standing = {faces.number(piece.id) for piece in place.standing}
                assert {card.id for card in table.cards_at(location.index)} >= standing
            for name, side in ((DARK, Side.DARK), (LIGHT, Side.LIGHT)):
                assert table.player(name).life_force == state.life(side) - state.sizes(side).unresolved  # type: ignore[arg-type]


def test_every_question_reads_back_as_what_it_is(box: Box) -> None:
    """The catalogue gives every prompt and label the kind that the engine meant."""
    read: set[str] = set()
    for seed in range(2):
        play = ByChance(box, seed)
        tables = {name: (GameDecoder(), SeenTable()) for name in (DARK, LIGHT)}
        number = 0
        for name, _ in play.steps(1500):
            for player, nodes in play.told.items():
                decoder, table = tables[player]
                body = document(node("update" if number else "gameState", *nodes, node("clocks"), cn=0))
                table.apply(decoder.decode(body))
            number += 1
            table = tables[name][1]
            choice = play.course.choice
            assert table.asked is not None
            question = ask(table.asked, table.face_of, CATALOGUE)
            if choice is None:
                assert question.kind is PromptKind.START_GAME_OK
                continue
            assert question.kind is choice.prompt
            read.add(question.kind)
            if isinstance(choice, Menu):
                for said, option in zip(question.options, choice.options, strict=True):
                    if option.action < 0:
                        assert said.kind is option.kind
                    else:
                        told = play.course.engine.state.card(option.card).facts.text.actions[option.action]
                        assert label_digest(said.text) == told.label
                        assert "#" not in play.course.voice.words(option)
                read |= {one.kind.value for one in choice.options}
            if isinstance(choice, PickResult):
                assert len(question.options) == len(choice.results)
    assert {"PHASE_ACTION", "OPTIONAL_RESPONSES", "CHOOSE_DEPLOY_TARGET", "LOSE_FORCE", "FORCE_DRAIN"} <= read


@pytest.mark.parametrize("kind", prompt_text.LABELS)
def test_labels_read_back(kind: ActionKind, box: Box) -> None:
    course = ByChance(box, 0).course
    label = course.voice.label(Option(kind, 7))
    assert CATALOGUE.action(label).kind is kind


@pytest.mark.parametrize("kind", prompt_text.CARD_LABELS)
def test_labels_of_what_cards_do_read_back(kind: ActionKind) -> None:
    label = prompt_text.CARD_LABELS[kind].format(what=numbered(0xABC))
    assert CATALOGUE.action(f"USED: {label}").effect is kind
    assert label_digest(label) == 0xABC


@pytest.mark.parametrize(
    ("blueprint", "text"),
    [
        ("108_2", "Fire Leia's Blaster Rifle"),
        ("109_3", "Fire blaster pistol"),
        ("1_153", "Fire Blaster Rifle"),
    ],
)
def test_a_permanent_weapon_is_called_by_its_own_name(blueprint: str, text: str, box: Box) -> None:
    """As the recordings of a real server have it; the card it hangs on is the one that has the weapon."""
    deck = ",".join([blueprint] * 60) + "|"
    course = box.game(next(deck.text for deck in box.decks.values() if deck.side is Side.DARK), deck, 0)
    engine = course.engine()
    card = next(piece.id for piece in engine.state.cards.values() if piece.card.blueprint_id == blueprint)
    said = prompt_text.PromptText(TableView(engine.state, PLAYERS))
    assert said.label(Option(ActionKind.FIRE_WEAPON, card)) == text
    menu = Menu(
        Side.LIGHT, PromptKind.OPTIONAL_RESPONSES, (), Phase.BATTLE, ResponseTrigger.WEAPON_TARGETING, (card,)
    )
    assert said.menu(menu) == f"{text} - Optional responses"
    assert CATALOGUE.action(text).kind is ActionKind.FIRE_WEAPON


ASKED: list[PickCards | PickResult | PickNumber] = [
    *(
        PickCards(Side.DARK, kind, (1,), 0, 1, 7, ActionKind.MOVE_LANDSPEED)
        for kind in prompt_text._SELECTIONS
    ),
    *(PickResult(Side.DARK, kind, ("Yes", "No"), 7, 8, 2) for kind in prompt_text._RESULTS),
    *(PickNumber(Side.DARK, kind, 0, 3) for kind in prompt_text._AMOUNTS),
]


@pytest.mark.parametrize("choice", ASKED, ids=lambda choice: choice.prompt)
def test_prompts_read_back(choice: PickCards | PickResult | PickNumber, box: Box) -> None:
    course = ByChance(box, 0).course
    match choice:
        case PickCards():
            text = course.voice.cards(choice)
        case PickResult():
            text = course.voice.result(choice)
        case PickNumber():
            text = course.voice.number(choice)
    assert CATALOGUE.prompt(text).kind is choice.prompt


def test_there_are_words_for_whatever_the_engine_asks() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(gemp_bot.game.__file__).parent.rglob("*.py"))
    asked = {PromptKind(name) for name in re.findall(r"PromptKind\.([A-Z_]+)", source)}
    menus = {PromptKind.PHASE_ACTION, PromptKind.WEAPONS_SEGMENT, PromptKind.OPTIONAL_RESPONSES}
    assert asked - menus == {choice.prompt for choice in ASKED}


@pytest.mark.parametrize("after", [*prompt_text._RESPONDED, *prompt_text._RESPONDED_WITH_OPTIONS])
def test_responses_read_back(after: ResponseTrigger, box: Box) -> None:
    course = ByChance(box, 0).course
    menu = Menu(
        Side.DARK,
        PromptKind.OPTIONAL_RESPONSES,
        (Option(ActionKind.REACT_MOVE, 7),),
        Phase.BATTLE,
        after,
        (7, 8),
        2,
    )
    reading = CATALOGUE.prompt(course.voice.menu(menu))
    assert reading.kind is PromptKind.OPTIONAL_RESPONSES
    # Firing and targeting are said with the same words.
    expected = ResponseTrigger.FIRING if after is ResponseTrigger.WEAPON_TARGETING else after
    assert reading.happening is expected


def test_the_same_seed_and_answers_are_the_same_game(box: Box) -> None:
    def once() -> list[str]:
        play = ByChance(box, 5)
        return [str(play.told) for _ in play.steps(400)]

    assert once() == once()


def revertible(play: ByChance, after: int) -> str:
    """Play on until somebody may revert; who."""
    for count, (name, question) in enumerate(play.steps()):
        if count > after and question.revert:
            return name
    raise AssertionError("the game was over before")


def choices(question: ServedQuestion) -> list[str]:
    assert isinstance(question.decision, MultipleChoice)
    return list(question.decision.results)


@pytest.mark.parametrize("back", [1, 3])
def test_a_game_is_reverted(back: int, box: Box) -> None:
    """Both agree: the table, the piles and the ids are as they were; the log tells of it."""
    play = ByChance(box, 9)
    name = revertible(play, 150)
    states = list(play.course.snapshots)
    play.answer(name, REVERT)
    listed = choices(play.game.pending[name])
    assert listed == [*(state.text for state in states), DO_NOT_REVERT]
    picked = len(states) - back
    play.answer(name, str(picked))
    other = LIGHT if name == DARK else DARK
    asked = play.game.pending[other]
    assert REVERT_HERE in asked.text
    assert CATALOGUE.prompt(asked.text).kind is PromptKind.ALLOW_REVERT
    play.answer(other, "0")
    codes = [event.code for event in play.told[name]]
    assert codes.index("M") < codes.index("P") < codes.index("PCIPAR")
    assert "PCIP" not in codes
    assert len(play.course.answers) == states[picked].answers
    # What a client knows now is what a client of a game that came here straight would know.
    table = ServerTable((DARK, LIGHT))
    for event in GameDecoder().decode_replay(document(node("gameReplay", *play.told[DARK]))):
        table.apply(event)
    assert table.snapshot(DARK)[:-2] == play.game.table.snapshot(DARK)[:-2]
    for _ in play.steps():
        pass
    assert play.game.outcome is not None


def test_a_revert_that_is_not_wanted_changes_nothing(box: Box) -> None:
    play = ByChance(box, 9)
    name = revertible(play, 150)
    before, question = len(play.course.answers), play.game.pending[name]
    play.answer(name, REVERT)
    play.answer(name, str(len(play.course.snapshots)))
    assert play.game.pending[name] == question
    play.answer(name, REVERT)
    play.answer(name, "0")
    other = LIGHT if name == DARK else DARK
    play.answer(other, "1")
    assert play.game.pending[name] == question
    assert len(play.course.answers) == before


def test_a_listener_hears_once_what_is_played_again_after_a_revert(box: Box) -> None:
    heard: list[Happened] = []
    play = ByChance(box, 9, heard.extend)
    name = revertible(play, 150)
    assert isinstance(heard[0], GameBegan)
    before, answers = len(heard), len(play.course.answers)
    play.answer(name, REVERT)
    play.answer(name, "0")
    play.answer(LIGHT if name == DARK else DARK, "0")
    assert len(play.course.answers) < answers, "it was reverted"
    assert len(heard) == before
    for _ in play.steps():
        pass
    assert len(heard) > before
    assert isinstance(heard[-1], GameEnded)
    assert sum(isinstance(happened, GameBegan) for happened in heard) == 1


def test_a_fault_of_the_engine_ends_that_game_alone(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = Box(index=box.index)
    play = ByChance(calm, 2)
    name = revertible(play, 20)

    def broken(_: Course, __: str) -> list[AnyEvent]:
        raise KeyError("a bug")

    monkeypatch.setattr(Course, "answer", broken)
    play.answer(name, "")
    assert play.game.outcome is not None
    assert play.game.outcome.winner is None
    assert [event.attrs["message"] for event in play.told[DARK]][-1] == CANCELLED_ERROR


def test_pages_about_cards_tell_what_everybody_may_know(box: Box) -> None:
    play = ByChance(box, 3)
    for _ in play.steps():
        state = play.course.engine.state
        if state.turn > 6 and state.hand(Side.DARK):
            break
    course = play.course
    place = course.engine.state.locations[0]
    page = read_card_info(play.game.card_info(str(course.view.number(place.laid.id))) or "")
    assert page.battleground is not None
    assert page.value(InfoLabel.DRAIN_DARK) == course.engine.numbers.drain(Side.DARK, place)
    standing = next(iter(course.engine.state.at_table()))
    page = read_card_info(play.game.card_info(str(course.view.number(standing.id))) or "")
    assert page.value(InfoLabel.POWER) == course.engine.numbers.power(standing)
    held = course.engine.state.hand(Side.DARK)[0]
    page = read_card_info(play.game.card_info(str(course.view.number(held.id))) or "")
    assert not page.says_anything
    assert play.game.card_info("99999") == ""


def test_the_cards_of_the_box_are_those_of_the_package(box: Box) -> None:
    cards = box.contents().cards
    assert len(cards) == sum(not card.is_back for card in CardIndex.load())
    assert cards["1_291"].horizontal
    assert cards["1_168"].side == "DARK"
