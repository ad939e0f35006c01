"""Recorded games, question by question, with the deck each was played with."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from recordings import relived

from gemp_bot.cards.deck import DeckList, parse_deck
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.state import Table

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
_DECKS = json.loads(Path(__file__).with_name("decks.json").read_text("utf-8"))
PLAYED: dict[str, str] = _DECKS["games"]
"""Which deck of the server's library each recorded game was played with, as the requests tell."""

SOME = [
    name
    if (GAMES / f"{name}.jsonl.gz").stat().st_size < 66_000
    else pytest.param(name, marks=pytest.mark.long)
    for name in sorted(PLAYED)
]
"""They as parameters; the large ones are left to the long tests."""


class Asked(NamedTuple):
    line: int
    table: Table
    question: Question
    updates: tuple[GameUpdate, ...]
    """Everything since the question before."""


def deck_of(game: str) -> DeckList:
    return parse_deck(_DECKS["decks"][PLAYED[game]])


def questions(game: str, catalogue: Catalogue) -> Iterator[Asked]:
    relive = relived(GAMES / f"{game}.jsonl.gz", catalogue)
    updates: list[GameUpdate] = []
    for step in relive:
        if step.update is None:
            continue
        updates.append(step.update)
        if step.question is not None and relive.table.me is not None:
            yield Asked(step.line, relive.table, step.question, tuple(updates))
            updates.clear()
