"""`steady` on whole games and on any question: legal, the same each time, and it never raises."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from decision_shapes import decisions
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from hypothesis import given
from hypothesis import strategies as st
from recordings import sparing, updates
from steady_table import CANTINA, CATALOGUE, HELD, OURS, THEIRS, Seat

from gemp_bot.decisions import PromptKind, Question, ask
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.decisions import Decision
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Verdict, make_strategy, strategy_names
from gemp_bot.strategy.steady.rules import HANDLERS

GAMES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "games"
RECORDINGS = sorted(GAMES.glob("*.jsonl.gz"))


def decided(path: Path) -> Iterator[tuple[Question, Verdict]]:
    """Decide every question of a recording."""
    table, strategy = Table(), make_strategy("steady", 0)
    for update in updates(path):
        table.apply(update)
        asked = table.asked
        if asked is not None:
            question = ask(asked, table.face_of, CATALOGUE)
            yield question, strategy.decide(table, question, Budget())
            table.answered()


@cache
def usual(path: Path) -> tuple[tuple[Question, Verdict], ...]:
    """The same, decided once."""
    return tuple(decided(path))


def test_it_is_known_by_name() -> None:
    assert "steady" in strategy_names()
    strategy = make_strategy("steady", 1)
    assert (strategy.name, strategy.quick) == ("steady", True)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_every_verdict_of_a_recorded_game_is_legal_and_has_its_reasons(path: Path) -> None:
    met = 0
    for question, verdict in usual(path):
        assert question.wire_of(verdict.answer) == verdict.answer.wire
        assert verdict.reasons
        assert all(question.is_legal(other.answer.wire) for other in verdict.alternatives)
        met += question.is_choice
    assert met


@pytest.mark.parametrize(
    "path", sparing(RECORDINGS, 70_000), ids=lambda path: path.name.removesuffix(".jsonl.gz")
)
def test_the_same_game_gives_the_same_answers(path: Path) -> None:
    assert [verdict for _, verdict in decided(path)] == [verdict for _, verdict in usual(path)]


@given(asked=st.lists(decisions, min_size=1, max_size=4), mine=st.booleans(), phase=st.sampled_from(Phase))
def test_any_questions_in_any_order_are_answered(asked: list[Decision], mine: bool, phase: Phase) -> None:
    seat = Seat(mine=mine, phase=phase)
    seat.put(OURS, Zone.AT_LOCATION)
    seat.put(THEIRS, Zone.AT_LOCATION, column=1)
    seat.put(HELD, Zone.HAND)
    for decision in asked:
        seat.decide(decision)


PROMPTS_OF_KINDS = sorted(
    example
    for entry in CATALOGUE.table.prompt
    if PromptKind(entry.kind) in HANDLERS
    for example in entry.examples
)


@given(decision=decisions, text=st.sampled_from(PROMPTS_OF_KINDS))
def test_any_decision_under_any_known_prompt_is_answered(decision: Decision, text: str) -> None:
    """A handler gets the type it expects on a good day only."""
    Seat().decide(type(decision)(**{**fields(decision), "text": text}))


def fields(decision: Decision) -> dict[str, object]:
    return {name: getattr(decision, name) for name in decision.__struct_fields__}


@given(decision=decisions)
def test_an_empty_table_is_no_trouble(decision: Decision) -> None:
    table = Table()
    question = ask(decision, table.face_of, CATALOGUE)
    question.wire_of(make_strategy("steady", 0).decide(table, question, Budget()).answer)


@pytest.mark.parametrize("seed", range(6))
async def test_toy_games_are_played_to_their_end(seed: int) -> None:
    async with FakeGemp(idle_seconds=0.0) as server, GempClient(ClientSettings(url=server.url)) as client:
        game = server.start_game("alice", "~Rando_Cal", ToyScript(seed), bots=frozenset({"~Rando_Cal"}))
        await client.login("alice", "test")
        channel, table = client.game(GameId(game.id)), Table()
        strategy = make_strategy("steady", 0)
        table.apply(await channel.open())
        for _ in range(3000):
            if table.ending is not None:
                break
            asked = table.asked
            if asked is None:
                table.apply(await channel.poll())
                continue
            question = ask(asked, table.face_of, CATALOGUE)
            wire = question.wire_of(strategy.decide(table, question, Budget()).answer)
            table.answered()
            table.apply(await channel.answer(wire, decision_id=asked.id))
            assert table.warning is None
    assert table.ending is not None


def test_places_are_weighed_and_the_others_are_told() -> None:
    seat = Seat()
    seat.numbers(powers=((-1, -1), (-1, -1)))
    verdict = seat.decide(seat_where())
    assert verdict.alternatives
    assert sum(reason.force for reason in verdict.reasons) >= (verdict.alternatives[0].score or 0)


def seat_where() -> Decision:
    from asked import pick
    from steady_table import DESERT, HINT

    return pick(f"Choose where to deploy {HINT}, or click 'Done' to cancel", CANTINA, DESERT)
