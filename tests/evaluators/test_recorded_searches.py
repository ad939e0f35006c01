"""Searches of recorded games: none that found something would have been called vain."""

from collections import Counter
from pathlib import Path

import pytest
from recordings import relived

from gemp_bot.cards.deck import parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, PromptKind
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.menus import OWN_TURN
from gemp_bot.evaluators.searching import VAIN, matched, search
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

TESTS = Path(__file__).resolve().parents[1]
GAMES = sorted((TESTS / "positions").glob("*.jsonl.gz")) + sorted(
    (TESTS.parent / "fixtures" / "games").glob("*.jsonl.gz")
)


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.mark.parametrize("most", [30_000, pytest.param(10_000_000, marks=pytest.mark.long)])
def test_none_that_found_something_is_called_vain(most: int, index: CardIndex, catalogue: Catalogue) -> None:
    told: Counter[tuple[bool, bool]] = Counter()
    for path in [path for path in GAMES if path.stat().st_size < most]:
        told.update(_searches(path, index, catalogue))
    found_and_vain, nothing_and_vain = told[True, True], told[False, True]
    assert found_and_vain == 0
    assert told[True, False] > 40, "there are recorded searches that found something"
    assert nothing_and_vain > 10, "some of those that found nothing are told beforehand"


def _searches(path: Path, index: CardIndex, catalogue: Catalogue) -> Counter[tuple[bool, bool]]:
    """Of every search of our own turns: whether it found something, whether it is called vain."""
    told: Counter[tuple[bool, bool]] = Counter()
    relive = relived(path, catalogue)
    player: JudgedStrategy | None = None
    vain: dict[str, bool] = {}
    pending: bool | None = None
    for step in relive:
        if step.answer in vain:
            pending = vain[step.answer]
        vain = {}
        if step.question is None:
            continue
        if player is None:
            deck = None if relive.head is None or relive.head.deck is None else parse_deck(relive.head.deck)
            player = JudgedStrategy(0, load_strategy("strong", make_vocabulary()), index=index, deck=deck)
        knowledge = player._cards.knowledge
        assert knowledge is not None
        knowledge.observe(relive.table, step.question)
        if step.question.kind is PromptKind.PHASE_ACTION:
            pending = None
            if relive.table.turn_player == relive.table.me:
                vain = _judged(player._context(relive.table, step.question, lambda _: False))
        elif pending is not None and isinstance(step.question.decision, ArbitraryCards):
            told[bool(step.question.selectable), pending] += 1
            pending = None
    return told


def _judged(ctx: DecisionContext) -> dict[str, bool]:
    """Of every search that is offered whether it is called vain."""
    found = {}
    for option in ctx.question.options:
        weigh = None if option.reading is None else OWN_TURN.get(option.reading.effect)
        if weigh in (search, matched) and weigh is not None:
            found[option.key] = sum(each.force for each in weigh(ctx, option)) == VAIN
    return found
