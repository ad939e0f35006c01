"""Recorded games: the numbers of every table agree with what the server's statistics say of it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from recordings import relived

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import Term
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.effects.meanings import TABLES, Kind, not_understood
from gemp_bot.effects.scope import Scope
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table

GAMES = (
    "open-demo-light-vs-server-ai",
    "anh-light-vs-server-ai",
    "premiere-intro-light-vs-server-ai",
    "open40-dark-vs-player",
    "ds2-dark-vs-server-ai",
)
EVERY = 25


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def test_tables_of_recorded_games(fixtures: Path, lore: CardEffects) -> None:
    found: Counter[tuple[str, bool]] = Counter()
    for game in GAMES:
        relive = relived(fixtures / "games" / f"{game}.jsonl.gz", Catalogue.load())
        for number, _ in enumerate(relive):
            if number % EVERY == 0 and relive.table.columns_agree:
                _count(relive.table, lore, found)
    for what, least in (("power", 0.95), ("generation", 0.8)):
        right, wrong = found[what, True], found[what, False]
        assert right + wrong > 100
        assert right >= least * (right + wrong), (what, right, wrong)


def _count(table: Table, lore: CardEffects, found: Counter[tuple[str, bool]]) -> None:
    """Total power of each side at each location, and total Force generation."""
    board = BoardTracker(table, lore.index).board
    numbers = Numbers(board, lore)
    for location, place in zip(board.locations, table.locations, strict=True):
        for side in Side:
            theirs, ours = place.power(side), numbers.power_at(side, location)
            if theirs is not None and ours is not None:
                found["power", ours == theirs] += 1
    if table.statistics is not None:
        for name in table.players:
            player = table.player(name)
            found["generation", numbers.generation(player.side) == player.force_generation] += 1


def test_every_kind_of_selector_can_be_asked_of_every_card(fixtures: Path, lore: CardEffects) -> None:
    """A word of a selector may itself be a term: the system of a card, the title of another."""
    relive = relived(fixtures / "games" / f"{GAMES[0]}.jsonl.gz", Catalogue.load())
    for _ in relive:
        pass
    board = BoardTracker(relive.table, lore.index).board
    numbers = Numbers(board, lore)
    kinds = {
        _shape(term): term for card in lore.index for term in _terms(lore.index.texts.of(card.blueprint_id))
    }
    asked = [term for term in kinds.values() if not not_understood(term, Kind.SELECTOR)]
    assert len(asked) > 200
    for term in asked:
        for text in board.active:
            scope = Scope(board, text, text.side, numbers)
            for card in board.active:
                assert scope.means(term, card) in {True, False}, term


def _terms(value: object) -> Iterator[Term]:
    """Every selector within a text."""
    if isinstance(value, Term):
        if value.name in TABLES[Kind.SELECTOR].by_name:
            yield value
        for each in value.args.values():
            yield from _terms(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _terms(each)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from _terms(getattr(value, name))


def _shape(term: Term) -> tuple[object, ...]:
    return term.name, *(
        (name, each.name if isinstance(each, Term) else type(each)) for name, each in term.args.items()
    )
