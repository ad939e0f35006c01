"""What is done next to find games: the hall and the entries go in, one step comes out."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, time
from random import Random
from typing import Any, cast

import pytest

from gemp_bot.play.entries import (
    AiEntry,
    DeckChoice,
    DeckPool,
    GameEntry,
    HostEntry,
    Hours,
    JoinEntry,
    PooledDeck,
    QueueEntry,
    StrategyPlayer,
)
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.matchmaking import (
    Enqueue,
    EntrySearch,
    Host,
    Join,
    SearchContext,
    Sitting,
    StartAi,
    Withdraw,
    next_step,
)
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, Side, TableStatus
from gemp_bot.protocol.hall import HallSeat, QueueRow, RowAction, TableRow
from gemp_bot.protocol.ids import PlayerName, TableId
from gemp_bot.strategy import make_strategy

FRIDAY_EVENING = datetime(2026, 11, 20, 21, 30)  # noqa: DTZ001 - the time of this machine
PLAYER = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
DARK = PooledDeck("Dark", side=Side.DARK)
LIGHT = PooledDeck("Light", side=Side.LIGHT)
BOTH = DeckPool((DARK, LIGHT), DeckChoice.ROTATION)
OPEN = HostEntry(name="open", player=PLAYER, decks=BOTH)
VISIT = JoinEntry(name="visit", player=PLAYER, decks=BOTH)
AI = AiEntry(
    name="ai", player=PLAYER, decks=BOTH, skill=AiSkill.RANDO, opponent_decks=BOTH, at_once=8
)  # fmt: skip


def row(number: str, name: str = "bob", side: Side | None = None, **more: Any) -> TableRow:
    told: dict[str, Any] = {"status": TableStatus.WAITING, "format_name": "Open", "tournament": "Casual - hi"}
    seat = HallSeat(PlayerName(name), side)
    return TableRow(RowAction.ADD, TableId(number), seats=(seat,), **(told | more))


def scene(*rows: TableRow, queues: tuple[QueueRow, ...] = (), **more: Any) -> SearchContext:
    watch = HallWatch(cast("GempClient", None))
    watch.opened = True
    watch.formats = {"open": "Open", "classic": "Classic"}
    watch.tables = {found.id: found for found in rows}
    watch.queues = {found.id: found for found in queues}
    told: dict[str, Any] = {
        "sittings": {}, "left": {}, "running": 0, "room": True, "idle_since": 0.0, "now": 1000.0,
        "wall": FRIDAY_EVENING, "chance": Random(1),
    }  # fmt: skip
    return SearchContext(watch=watch, **(told | more))


def sitting(search: EntrySearch, since: float = 900.0, *, waits: bool = True) -> Sitting:
    return Sitting(search, DARK, make_strategy("random", 1), 1, since, waits, search.entry)


def test_entries_are_tried_in_their_order() -> None:
    searches = [EntrySearch(VISIT), EntrySearch(OPEN), EntrySearch(AI)]
    assert isinstance(next_step(searches, scene(row("1"))), Join)
    assert isinstance(next_step(searches, scene()), Host)
    waits = {TableId("7"): sitting(searches[1])}
    assert isinstance(next_step(searches, scene(row("7", "me", playing=True), sittings=waits)), StartAi)


@pytest.mark.parametrize(
    ("entry", "most"), [(AI, 8), (replace(OPEN, at_once=8), 8), (replace(VISIT, at_once=8), 2)]
)
def test_a_server_s_limits_hold_over_all_entries(entry: GameEntry, most: int) -> None:
    """8 tables made, 2 joined (PROTOCOL 3.2)."""
    for running in range(10):
        step = next_step([EntrySearch(entry)], scene(row("1"), running=running))
        assert (step is not None) == (running < most)


def test_a_search_tells_why_it_joins_no_table() -> None:
    search = EntrySearch(replace(VISIT, at_once=8))
    for running, held in ((2, True), (1, False), (3, True)):
        step = next_step([search], scene(row("1"), running=running))
        assert (bool(search.held), step is None) == (held, held)


def test_games_at_once_of_an_entry_and_over_all() -> None:
    search = EntrySearch(replace(AI, at_once=3))
    for games in range(4):
        search.games = games
        assert (next_step([search], scene(running=games)) is not None) == (games < 3)
    search.games = 0
    assert next_step([search], scene(running=4, room=False)) is None


def test_a_table_is_joined_with_a_deck_of_the_other_side() -> None:
    for side in Side:
        step = next_step([EntrySearch(VISIT)], scene(row("1", side=side)))
        assert isinstance(step, Join)
        assert step.deck.side is side.other
    only_dark = replace(VISIT, decks=DeckPool((DARK,)))
    assert next_step([EntrySearch(only_dark)], scene(row("1", side=Side.DARK))) is None


@pytest.mark.parametrize(
    ("entry", "joined"),
    [
        (replace(VISIT, players=frozenset({PlayerName("bob")})), True),
        (replace(VISIT, players=frozenset({PlayerName("carol")})), False),
        (replace(VISIT, words=("BEGINNERS", "hi")), True),
        (replace(VISIT, words=("beginners",)), False),
        (replace(VISIT, format_code="Open"), True),
        (replace(VISIT, format_code="classic"), False),
        (replace(VISIT, format_code="casual"), True),
    ],
)
def test_which_tables_are_joined(entry: JoinEntry, joined: bool) -> None:
    assert (next_step([EntrySearch(entry)], scene(row("1"))) is not None) == joined


@pytest.mark.parametrize(
    "found",
    [row("1", status=TableStatus.PLAYING), row("1", status=TableStatus.FINISHED)],
)
def test_only_tables_that_wait_are_joined(found: TableRow) -> None:
    assert next_step([EntrySearch(VISIT)], scene(found)) is None


def test_a_table_that_was_taken_is_left_alone_for_longer_each_time() -> None:
    search = EntrySearch(VISIT)
    pauses = []
    for _ in range(8):
        search.shun(TableId("1"), 1000.0)
        pauses.append(search.shunned_until(TableId("1")) - 1000.0)
    assert pauses == [*sorted(set(pauses[:6])), 60.0, 60.0]
    assert next_step([search], scene(row("1"))) is None
    assert isinstance(next_step([search], scene(row("1"), now=1061.0)), Join)


@pytest.mark.parametrize(
    ("hours", "open_at"),
    [
        (Hours(time(18), time(23)), True),
        (Hours(time(22), time(23)), False),
        (Hours(time(20), time(2)), True),
        (Hours(time(23), time(22)), True),
        (Hours(time(18), time(23), frozenset({4})), True),
        (Hours(time(18), time(23), frozenset({5})), False),
        (Hours(time(23), time(22), frozenset({3})), True),
        (Hours(time(23), time(22), frozenset({4})), False),
        (Hours.whole_days(frozenset({4})), True),
        (Hours.whole_days(frozenset({0})), False),
    ],
)
def test_hours(hours: Hours, open_at: bool) -> None:
    search = EntrySearch(replace(OPEN, hours=hours))
    assert (next_step([search], scene()) is not None) == open_at
    waits = {TableId("7"): sitting(search)}
    step = next_step([search], scene(row("7", "me", playing=True), sittings=waits))
    assert isinstance(step, Withdraw) != open_at, "a table that waits is withdrawn when its hours are over"


def test_a_table_of_an_earlier_run_is_withdrawn() -> None:
    step = next_step([EntrySearch(OPEN)], scene(row("9", "me", playing=True)))
    assert isinstance(step, Withdraw)
    assert step.table == "9"


def test_a_table_waits_while_others_wait_too() -> None:
    search = EntrySearch(replace(OPEN, withdraw_after=60.0, withdraw_for=120.0))
    ours, waits = row("7", "me", playing=True), {TableId("7"): sitting(search)}
    step = next_step([search], scene(ours, sittings=waits))
    assert isinstance(step, Withdraw)
    assert step.rest == 120.0
    assert next_step([search], scene(ours, row("8"), sittings=waits)) is None
    other_format = row("8", format_name="Classic")
    assert isinstance(next_step([search], scene(ours, other_format, sittings=waits)), Withdraw)


def test_a_filler_waits_for_idle_time() -> None:
    search = EntrySearch(replace(AI, after=60.0))
    assert next_step([search], scene(idle_since=950.0)) is None
    assert next_step([search], scene(idle_since=900.0, running=1)) is None
    assert isinstance(next_step([search], scene(idle_since=900.0)), StartAi)


def test_the_opponent_s_deck_is_of_the_other_side() -> None:
    search = EntrySearch(AI)
    for picked in range(4):
        search.picked = picked
        step = next_step([search], scene())
        assert isinstance(step, StartAi)
        assert step.deck.side is not step.opponent_deck.side


def test_a_queue_is_entered_once_and_when_it_can_be() -> None:
    entry = QueueEntry(name="cup", player=PLAYER, decks=BOTH, queue="Cup")
    queue = QueueRow(RowAction.ADD, "q", "Cup", joinable=True)
    assert isinstance(next_step([EntrySearch(entry)], scene(queues=(queue,))), Enqueue)
    others = [
        QueueRow(RowAction.ADD, "q", "Cup", signed_up=True, joinable=True),
        QueueRow(RowAction.ADD, "q", "Cup"),
        QueueRow(RowAction.ADD, "q", "Cups", joinable=True),
    ]
    for other in others:
        assert next_step([EntrySearch(entry)], scene(queues=(other,))) is None


def test_who_may_be_joined_and_invited() -> None:
    nobody = scene(row("1"), may=lambda _: False)
    assert next_step([EntrySearch(VISIT)], nobody) is None
    names = (PlayerName("bob"), PlayerName("carol"))
    invitation = EntrySearch(replace(OPEN, private_for=names))
    assert next_step([invitation], nobody) is None
    step = next_step([invitation], scene(may=lambda player: player == "carol"))
    assert isinstance(step, Host)
    assert step.invited == "carol"


@pytest.mark.parametrize("side", [None, Side.DARK, Side.LIGHT])
def test_how_decks_are_chosen(side: Side | None) -> None:
    heavy = replace(LIGHT, name="Heavy", weight=9.0)
    for choice in DeckChoice:
        pool = DeckPool((DARK, LIGHT, heavy), choice)
        chance = Random(5)
        picks = [pool.pick(side, number, chance) for number in range(300)]
        assert all(deck is not None and (side is None or deck.side is side) for deck in picks)
        times = Counter(deck.name for deck in picks if deck is not None)
        fitting = [deck for deck in pool.decks if side in (None, deck.side)]
        match choice:
            case DeckChoice.FIXED:
                assert times == {fitting[0].name: 300}
            case DeckChoice.ROTATION:
                assert len(set(times.values())) == 1
                assert len(times) == len(fitting)
            case DeckChoice.WEIGHTED if side is not Side.DARK:
                assert times["Heavy"] > 200
            case DeckChoice.RANDOM:
                assert len(times) == len(fitting)
                assert max(times.values()) < 2 * min(times.values())
