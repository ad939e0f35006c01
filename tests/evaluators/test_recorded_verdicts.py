"""Every evaluator over every recorded question: legal, reasoned, the same each time, and blind to ids."""

from functools import cache
from math import isfinite
from pathlib import Path

import pytest
from judged_games import (
    GAMES,
    OTHERS,
    RECORDINGS,
    SHORT,
    Scales,
    catalogue,
    decided,
    memory_of,
    name_of,
    other_wire,
    reader_of,
    renamed,
    strategy_of,
)
from recordings import sparing, updates

from gemp_bot.decisions import PromptKind, Question, ResultKind, ask
from gemp_bot.evaluators.prompts import EVALUATORS
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.protocol.decisions import CardSelection
from gemp_bot.state import Table

pytestmark = pytest.mark.thorough


def test_there_is_something_to_decide() -> None:
    assert len(GAMES) >= 15
    assert len(OTHERS) >= 3


@pytest.mark.parametrize("path", sparing(RECORDINGS), ids=name_of)
class TestWholeGames:
    def test_what_is_weighed_is_legal_finite_and_reasoned(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scales = Scales(monkeypatch)
        for _, question, verdict in decided(updates(path), strategy_of("strong")):
            where = f"{question.kind} {question.prompt!r}"
            assert question.wire_of(verdict.answer) == verdict.answer.wire
            assert verdict.reasons, where
            assert all(reason.text.strip() and isfinite(reason.force) for reason in verdict.reasons), where
            for other in verdict.alternatives:
                assert question.is_legal(other.answer.wire), where
                assert other.score is not None, where
                assert isfinite(other.score), where
            weighed = scales.take()
            if weighed is None:
                continue
            assert weighed, where
            assert all(isfinite(each.score) and each.parts for each in weighed), where
            assert all(part.text.strip() for each in weighed for part in each.parts), where
            assert all(question.is_legal(each.answer.wire) for each in weighed), where
            assert verdict.answer in [each.answer for each in weighed], where
            wires = [each.answer.wire for each in weighed]
            if question.is_choice:
                assert len(set(wires)) == len(wires), f"{where}: an answer is weighed twice: {wires}"
            no = no_of(question)
            if no is not None and question.kind in EVALUATORS:
                assert no in wires, f"{where}: there is no no among {wires}"


def no_of(question: Question) -> str | None:
    """The answer that does nothing, if there is one besides others."""
    if not question.is_choice:
        return None
    if question.can_pass:
        return ""
    no = question.result(ResultKind.NO)
    return None if no is None else no.key


@cache
def kinds(path: Path) -> frozenset[PromptKind]:
    """The kinds of questions with a choice."""
    table, met = Table(), set()
    for update in updates(path):
        table.apply(update)
        if table.asked is not None:
            question = ask(table.asked, table.face_of, catalogue())
            table.answered()
            if question.is_choice:
                met.add(question.kind)
    return frozenset(met)


def test_the_recordings_ask_most_kinds_of_questions() -> None:
    """So that the tests above are about something."""
    met = frozenset().union(*map(kinds, [path for path in GAMES if path.stat().st_size < 100_000]))
    assert len(met & set(EVALUATORS)) >= 20, met
    assert {PromptKind.PHASE_ACTION, PromptKind.LOSE_FORCE, PromptKind.CHOOSE_DEPLOY_TARGET} <= met


@pytest.mark.parametrize("path", sparing(SHORT, 60_000), ids=name_of)
def test_nothing_that_is_kept_is_of_an_earlier_question(path: Path) -> None:
    """What the reader of a whole game says is what one says that reads the table for the first time.

    It is asked at every third question: often enough for all kinds of them.
    """
    strategy = strategy_of("strong")
    reader = reader_of(strategy)
    for number, (table, question, _) in enumerate(decided(updates(path), strategy)):
        if number % 3:
            continue
        fresh = TableReader(reader._weights, reader._capabilities, reader._cards, memory_of(strategy))
        fresh.observe(table)
        for name in KEPT:
            assert getattr(reader, name) == getattr(fresh, name), (name, question.prompt)
        places = [place.id for place in reader._board.locations if place.id is not None]
        assert list(map(reader.told_drain_cost, places)) == list(map(fresh.told_drain_cost, places))
        assert list(map(reader.may_not_drain, places)) == list(map(fresh.may_not_drain, places))
        hand = [card.blueprint_id for card in table.hand]
        assert list(map(reader.may_deploy, hand)) == list(map(fresh.may_deploy, hand))


KEPT = (
    "position", "outlook", "outline", "stock", "standing", "needs", "their_needs", "hand", "fighters",
)  # fmt: skip


@pytest.mark.parametrize("path", sparing(RECORDINGS, 60_000), ids=name_of)
def test_the_same_game_gives_the_same_verdicts_under_any_card_ids(path: Path) -> None:
    """The order of ids would betray how decks were made; no card may be known by its number."""
    plain = [found.verdict for found in decided(updates(path), strategy_of("strong"))]
    game = tuple(renamed(update) for update in updates(path))
    for (_, question, verdict), known in zip(decided(game, strategy_of("strong")), plain, strict=True):
        same = other_wire if isinstance(question.decision, CardSelection) else str
        assert verdict.answer.wire == same(known.answer.wire), question.prompt
        assert verdict.reasons == known.reasons
        assert [(other.answer.wire, other.score) for other in verdict.alternatives] == [
            (same(other.answer.wire), other.score) for other in known.alternatives
        ]
