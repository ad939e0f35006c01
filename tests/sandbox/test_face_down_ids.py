"""Ids of face-down cards are those of the deck list, as on a real server; nothing here uses them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from recordings import updates

from gemp_bot.effects import CardEffects
from gemp_bot.game.state import State
from gemp_bot.protocol import events as e
from gemp_bot.protocol.decisions import CardSelection
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server import engine_script
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.table_view import TableView
from gemp_bot.view.watcher import JournalWatcher

pytestmark = pytest.mark.usefixtures("small_decks")

ROOT = Path(__file__).resolve().parents[2]
GAMES, DOCS = ROOT / "fixtures/games", ROOT / "docs"
NAMES = ("vader", "luke")
PILES = {Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE, Zone.TOP_OF_USED_PILE}
HANDLES = {"key", "answer", "card"}
"""Keys of the JSON of a question that name a card to the server; nobody is shown them."""


@dataclass(frozen=True)
class Course:
    """A game: what was answered, what pages are made of, and which face-down cards were told."""

    answers: list[tuple[str, str]]
    shown: list[Any]
    face_down: list[int]


def shown(value: Any) -> Any:
    """What a page gets, without the handles of cards."""
    if isinstance(value, dict):
        return {
            name: shown(part)
            for name, part in value.items()
            if name not in HANDLES or not isinstance(part, int | str)
        }
    return [shown(part) for part in value] if isinstance(value, list | tuple) else value


def course(
    box: Box, strategies: Sequence[str], monkeypatch: pytest.MonkeyPatch, order: Random | None
) -> Course:
    """A game; with an order, the ids of the cards in the Reserve Decks are mixed before it begins."""
    names: dict[int, int] = {}

    class Mixed(TableView):
        def __init__(self, state: State, players: Mapping[Side, str]) -> None:
            super().__init__(state, players)
            numbers = list(self._number.values())
            if order is not None:
                order.shuffle(numbers)
            names.update(zip(numbers, self._number.values(), strict=True))
            self._number = dict(zip(self._number, numbers, strict=True))
            self._piece = {number: piece for piece, number in self._number.items()}

    monkeypatch.setattr(engine_script, "TableView", Mixed)
    decks = {deck.side: deck.text for deck in box.decks.values()}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], 3)
    game = ServedGame("g", NAMES, script, now=float, random=Random(3))
    frames: list[Any] = []
    face_down: list[int] = []
    players = []
    for name, strategy, side in zip(NAMES, strategies, (Side.DARK, Side.LIGHT), strict=True):
        watcher = JournalWatcher(Path(name), box.catalogue, CardEffects(box.index))

        def observe(told: Exchange, watcher: JournalWatcher = watcher) -> None:
            frames.extend(shown(msgspec.to_builtins(frame)) for frame in watcher.take(1, told))

        runner = box.strategy_runner(strategy, 1, decks[side])
        players.append(InProcessPlayer(game, name, runner, box.catalogue, observe=observe))
    emit = game._emit

    def noted(*found: e.AnyEvent) -> None:
        face_down.extend(
            event.card_id
            for event in found
            if isinstance(event, e.CardPut) and event.zone in PILES and event.card_id in names
        )
        emit(*found)

    monkeypatch.setattr(game, "_emit", noted)
    play_out(players)
    assert game.outcome is not None
    answers = [
        (player, ",".join(str(names.get(int(card), int(card))) for card in value.split(",") if card))
        if isinstance(question.decision, CardSelection)
        else (player, value)
        for player, question, value in game.answered
    ]
    return Course(answers, frames, face_down)


@pytest.mark.parametrize(
    "strategies",
    [
        ("strong", "easy"),
        pytest.param(("medium", "steady"), marks=pytest.mark.long),
        pytest.param(("patient", "aggressor"), marks=pytest.mark.long),
        pytest.param(("random", "strong"), marks=pytest.mark.long),
    ],
)
def test_neither_strategies_nor_pages_depend_on_ids_of_face_down_cards(
    strategies: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box()
    plain = course(box, strategies, monkeypatch, None)
    mixed = course(box, strategies, monkeypatch, Random(7))
    assert len(plain.face_down) > 100
    assert plain.face_down != mixed.face_down, "else nothing was mixed"
    assert plain.answers == mixed.answers
    assert plain.shown == mixed.shown


def test_a_real_server_keeps_them_through_piles_and_names_no_card_that_was_shown() -> None:
    """Ids of the recorded games in which nothing is taken back or opened anew, which would number anew."""
    hidden = kept = shown_before = 0
    for path in sorted(GAMES.glob("*.gz")):
        if path.name.partition(".")[0].endswith(("snapshots", "reverts")):
            continue
        piles: dict[int, list[Zone]] = {}
        faces: set[int] = set()
        for event in (event for update in updates(path) for event in update.events):
            if not isinstance(event, e.CardPut | e.CardPutAgain | e.CardReplaced | e.CardPlaceChanged):
                continue
            if event.blueprint_id not in (DARK_BACK, LIGHT_BACK):
                faces.add(event.card_id)
            elif event.zone in PILES:
                piles.setdefault(event.card_id, []).append(event.zone)
                shown_before += event.card_id in faces
        hidden += len(piles)
        kept += sum(
            any(one is Zone.TOP_OF_USED_PILE is not other for one, other in pairwise(lay))
            for lay in piles.values()
        )
    page = (DOCS / "sandbox-wire.md").read_text("utf-8")
    assert f"{kept} of the {hidden} ids" in page
    assert kept > hidden / 4
    assert shown_before == 0
