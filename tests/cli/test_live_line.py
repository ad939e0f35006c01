"""The line at the bottom of a terminal."""

from gemp_bot.cli.serving import in_words
from gemp_bot.service.control import RunningGame, ServiceState, ServiceStatus, WaitingTable


def game(opponent: str | None, turn: int, life: int | None, other: int | None) -> RunningGame:
    return RunningGame(
        game="g", entry="open", strategy="strong", deck="Deck", opponent=opponent, side="DARK", turn=turn,
        life=life, opponent_life=other, decisions=5, resyncs=0, adopted=False, seconds=60.0,
    )  # fmt: skip


def test_it_tells_of_tables_games_turns_and_lives() -> None:
    status = ServiceStatus(
        state=ServiceState.PLAYING, why="", version="1", account="alice", server="here", since="now",
        seconds=1000.0,
        begun=4, results={"win": 2}, games=(game("bob", 4, 31, 20), game(None, 0, None, None)),
        waiting=(WaitingTable("open house", "t", "Deck", 185.0),), entries=(),
    )  # fmt: skip
    assert in_words(status) == (
        "playing | open house: table open for 3 min 5 s | bob: turn 4, 31 to 20 | ?: turn 0 | 2 games over"
    )
