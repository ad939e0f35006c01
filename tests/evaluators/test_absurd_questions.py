"""Questions that no game asks: they are answered within the budget, whatever their size."""

import asyncio
from itertools import count

import pytest
from judged_table import GUARD, VADER, Seat, menu

from gemp_bot.decisions import Question
from gemp_bot.protocol.decisions import CardSelection
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, StrategyRunner, Verdict
from gemp_bot.strategy.judged.strategy import MOST_WEIGHED
from gemp_bot.strategy.steady import SteadyStrategy

MANY = 3_000


@pytest.fixture
def crowded() -> tuple[Seat, Question]:
    """A hand of thousands of cards, each of which can be deployed."""
    seat = Seat()
    cards = seat.held(*[GUARD] * MANY)
    seat.put(VADER)
    seat.tell(theirs=(6, -1, -1), hand=MANY)
    return seat, seat.question(menu(*((card, "Deploy") for card in cards)))


def test_only_so_many_options_are_weighed(crowded: tuple[Seat, Question]) -> None:
    seat, question = crowded
    verdict = seat.strategy.decide(seat.table, question, Budget())
    question.wire_of(verdict.answer)
    assert verdict.work == MOST_WEIGHED + 1, "each of them, and the pass"


def test_work_is_counted(crowded: tuple[Seat, Question]) -> None:
    seat, question = crowded
    assert seat.strategy.decide(seat.table, question, Budget(work=20)).work == 20 + 1


def test_the_clock_cuts_the_work_short(crowded: tuple[Seat, Question]) -> None:
    seat, question = crowded
    ticks = count()
    budget = Budget(deadline=30.0, clock=lambda: float(next(ticks)))
    assert 1 < seat.strategy.decide(seat.table, question, budget).work < 35


class BesideTheLoop:
    """Decides as another strategy does, once the loop has gone on, and lets it go on before it tells."""

    name = "beside the loop"
    quick = False

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._loop = asyncio.get_running_loop()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self._go_on()
        verdict = self._strategy.decide(view, question, budget)
        self._go_on()
        return verdict

    def _go_on(self) -> None:
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop).result(60)


async def test_it_is_answered_before_the_deadline_and_the_loop_goes_on(
    crowded: tuple[Seat, Question],
) -> None:
    seat, question = crowded
    ticks = count()
    thinker = StrategyRunner(
        BesideTheLoop(seat.strategy),
        rule=SteadyStrategy(0),
        deadline=100,
        clock=lambda: float(next(ticks)),
    )
    thought = await thinker.think(seat.table, question)
    question.wire_of(thought.verdict.answer)
    assert (thought.fallback, thought.why) == (None, "")
    assert 1 < thought.verdict.work < 100, "a second of that clock for each look at it"


@pytest.mark.parametrize("low", [1, 3, MANY - 5])
def test_a_choice_among_thousands_of_cards(low: int, crowded: tuple[Seat, Question]) -> None:
    seat, _ = crowded
    ids = tuple(CardId(100 + number) for number in range(MANY))
    decision = CardSelection(text="Choose card to lose", card_ids=ids, min=low, max=MANY)
    question = seat.question(decision)
    narrow = question.within(MOST_WEIGHED)
    assert len(narrow.options) == max(MOST_WEIGHED, low)
    assert narrow.min == low
    verdict = seat.strategy.decide(seat.table, narrow, Budget())
    question.wire_of(verdict.answer)
