"""No journal of a seat that plays over HTTP holds a card of the other seat that stayed hidden."""

import asyncio
import gzip
import re
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from match_scene import person

from gemp_bot.board.card import CardInPlay
from gemp_bot.game.state import State
from gemp_bot.play.supervisor import WantedGame
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.world import Setup

LIGHT, DARK = "Rebels of Tatooine", "Walkers of Hoth"
MARK = "777_"
HIDDEN = frozenset({Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.HAND})
SIDES = {"a": Side.LIGHT, "b": Side.DARK}


def marked(text: str, number: int) -> str:
    """A deck every other card of which has an id of its own that exists nowhere else."""
    ids = text.split("|", maxsplit=1)[0].split(",")
    return ",".join(f"{MARK}{number}{at}" if at % 2 else card for at, card in enumerate(ids)) + "|"


@pytest.mark.thorough
@pytest.mark.long
async def test_no_journal_holds_a_card_of_the_other_seat_that_stayed_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box()
    scripts: list[EngineScript] = []
    shown: set[str] = set()
    to_pile = State.to_pile

    def noted(state: State, card: CardInPlay, zone: Zone, *, bottom: bool = False) -> None:
        to_pile(state, card, zone, bottom=bottom)
        if zone not in HIDDEN:
            shown.add(card.card.blueprint_id)

    def script(setup: Setup) -> EngineScript:
        scripts.append(
            box.game(marked(box.decks[DARK].text, 1), marked(box.decks[LIGHT].text, 2), setup.seed)
        )
        return scripts[-1]

    monkeypatch.setattr(State, "to_pile", noted)
    server = FakeGemp(seed=1, script_factory=script, contents=box.contents(), idle_seconds=2.5)
    host = WantedGame("open", LIGHT, library=True, wait=60)
    guest = WantedGame("open", DARK, library=True, join=PlayerName("alice"), wait=60)
    async with server, person(server, "alice") as alice, person(server, "bob") as bob:
        await asyncio.gather(
            alice.match(host, tmp_path / "a").run(), bob.match(guest, tmp_path / "b", seed=7).run()
        )
    board = scripts[0].engine().state.board
    hidden = 0  # of the winner: who has lost all life force has lost all cards face up
    for folder, side in SIDES.items():
        (file,) = (tmp_path / folder).rglob("*.jsonl.gz")
        journal = gzip.decompress(file.read_bytes()).decode()
        theirs = {card.card.blueprint_id for card in board.known.values() if card.side is not side}
        secret = {card for card in theirs if card.startswith(MARK)} - shown
        hidden += len(secret)
        found = set(re.findall(MARK + "[0-9]+", journal))
        assert found & shown, "what is public is found"
        assert not found & secret
    assert hidden >= 3, "else the game shows everything"
