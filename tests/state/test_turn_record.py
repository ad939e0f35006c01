"""What was done in a turn, as recorded games tell it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.protocol.enums import Phase
from gemp_bot.replay import Relive

GAMES = Path("fixtures/games")


def menus(name: str) -> Iterator[tuple[Relive, set[ActionKind]]]:
    """Each menu of our turn, with the kinds of action that it offers."""
    relive = Relive(GAMES / name, Catalogue.load())
    for step in relive:
        question = step.question
        if question is not None and question.kind is PromptKind.PHASE_ACTION and relive.table.is_my_turn:
            yield relive, {option.kind for option in question.options if option.kind is not None}


@pytest.mark.parametrize("name", ["anh-light-vs-server-ai.jsonl.gz", "open40-light-vs-player.jsonl.gz"])
def test_force_is_activated_until_what_is_generated_is(name: str) -> None:
    """The server offers to activate as long as less was activated than is generated (rules 2.6)."""
    seen = set()
    for relive, kinds in menus(name):
        table = relive.table
        if table.phase is not Phase.ACTIVATE or table.me is None:
            continue
        player = table.player(table.me)
        if player.zones is None or not player.zones.reserve_deck:
            continue
        left = player.force_generation > table.turn_record.activated
        assert left == (ActionKind.ACTIVATE_FORCE in kinds), relive.tally
        seen.add(left)
    assert seen == {True, False}


def test_who_was_shuttled_has_moved() -> None:
    """A card that comes from aboard a starship at its system to a site has moved (rules 23.3, 23.30)."""
    moved = set()
    for relive, _ in menus("open-demo-light-vs-server-ai.jsonl.gz"):
        table = relive.table
        moved |= {card.blueprint_id for each in table.turn_record.moved if (card := table.card(each))}
    assert "203_1" in moved, "Admiral Ackbar left Home One for Tatooine"
