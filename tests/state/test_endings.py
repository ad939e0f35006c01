"""How a game ends on the wire (PROTOCOL 6.11): all win, loss and cancel wordings."""

import pytest

from gemp_bot.protocol import events as e
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.ending import Ending, EndKind, EndReason, read_ending
from gemp_bot.state import Table


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("al lost due to: Conceded", Ending(EndKind.LOST, EndReason.CONCEDED, "al")),
        ("al lost due to: Decision timeout", Ending(EndKind.LOST, EndReason.TIMEOUT, "al")),
        ("al lost due to: Life Force depleted", Ending(EndKind.LOST, EndReason.LIFE_FORCE, "al")),
        ("al lost due to: Ran out of time", Ending(EndKind.LOST, EndReason.CLOCK, "al")),
        (
            "~Rando_Cal is the winner due to: Opponent conceded",
            Ending(EndKind.WON, EndReason.CONCEDED, "~Rando_Cal"),
        ),
        ("bo is the winner due to: Opponent decision timeout", Ending(EndKind.WON, EndReason.TIMEOUT, "bo")),
        (
            "bo is the winner due to: Depleted opponent's Life Force",
            Ending(EndKind.WON, EndReason.LIFE_FORCE, "bo"),
        ),
        ("bo is the winner due to: Opponent ran out of time", Ending(EndKind.WON, EndReason.CLOCK, "bo")),
        (
            "Game was cancelled, as requested by all parties.",
            Ending(EndKind.CANCELLED, EndReason.AGREED),
        ),
        (
            "Game was cancelled, since not all players performed at least one action.",
            Ending(EndKind.CANCELLED, EndReason.INACTIVE),
        ),
        (
            "Game was canceled due to an error. Please report this error.",
            Ending(EndKind.CANCELLED, EndReason.SERVER_ERROR),
        ),
    ],
)
def test_every_wording(line: str, ending: Ending) -> None:
    assert read_ending(line) == ending


@pytest.mark.parametrize(
    "line",
    [
        "",
        "al plays cancel",
        "alice requested to cancel the game",
        "Luke is lost due to: a lightsaber",
        "al lost due to: bad luck",
        "al draws 3 cards",
        "<div class='cardHint' value='1_1'>lost due to: Conceded</div>",
    ],
)
def test_other_lines_end_nothing(line: str) -> None:
    assert read_ending(line) is None


def test_a_finished_game_still_shows_its_last_question_and_it_is_none() -> None:
    table = Table()
    for event in (
        e.SnapshotStart(participant_id="al", all_participant_ids=e.PlayerNames(("bo", "al"))),
        e.Message(message="al lost due to: Conceded"),
        e.Message(message="bo is the winner due to: Opponent conceded"),
        e.Asked(participant_id="al", id=1, decision=CardActionChoice(text="Choose Draw action or Pass")),
    ):
        table.apply_event(event)
    assert table.ending == Ending(EndKind.WON, EndReason.CONCEDED, "bo")
    assert table.asked is None
