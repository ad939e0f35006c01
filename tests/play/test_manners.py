"""Requests of the opponent are answered once each, by policy."""

from dataclasses import dataclass, field

import pytest
import structlog
from fakes import events, questions
from play_scene import Scene

from gemp_bot.decisions import PromptKind
from gemp_bot.play.requests import RequestPolicy
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.errors import UnreachableError
from gemp_bot.protocol.events import Message
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.wording import RequestKind

CANCEL = "{} has requested the game to be canceled. Game will be canceled if requested by all players"
MORE_TIME = (
    "{} has requested the game timer to be extended by 10 minutes. The game timer will be extended if "
    "requested by all players"
)
NO_TIMER = (
    "{} has requested the action timer to be disabled. The action timer will be disabled if requested by "
    "all players."
)
REVERT = "Do you want to allow game to be reverted to the following game state?Start of turn"


@dataclass
class Channel:
    """Writes down what is asked of the server."""

    calls: list[str] = field(default_factory=list)

    async def cancel(self) -> None:
        self.calls.append("cancel")

    async def extend_timer(self, minutes: int) -> None:
        self.calls.append(f"extend {minutes}")

    async def disable_timer(self) -> None:
        self.calls.append("disable")


def lines(*texts: str, player: str = "them") -> list[Message]:
    return [events.message(text.format(player)) for text in texts]


async def granted(manners: RequestPolicy, scene: Scene) -> list[str]:
    channel = Channel()
    manners.read(scene.table)
    await manners.grant(channel)  # type: ignore[arg-type]
    return channel.calls


@pytest.mark.parametrize(
    ("line", "setting", "call"),
    [
        (CANCEL, "accept_cancel", "cancel"),
        (MORE_TIME, "accept_more_time", "extend 10"),
        (NO_TIMER, "accept_no_timer", "disable"),
    ],
)
async def test_each_request_is_granted_or_not_as_is_set(line: str, setting: str, call: str) -> None:
    for agreed in (True, False):
        scene, manners = Scene(), RequestPolicy(PlaySettings(**{setting: agreed}))  # type: ignore[arg-type]
        scene.tell(*lines(line))
        assert await granted(manners, scene) == ([call] if agreed else [])


async def test_a_request_whose_call_fails_stays_open() -> None:
    class Deaf(Channel):
        async def extend_timer(self, minutes: int) -> None:
            raise UnreachableError("no connection")

    scene, manners = Scene(), RequestPolicy(PlaySettings())
    scene.tell(*lines(NO_TIMER, MORE_TIME, CANCEL))
    manners.read(scene.table)
    deaf = Deaf()
    with pytest.raises(UnreachableError):
        await manners.grant(deaf)  # type: ignore[arg-type]
    assert deaf.calls == ["disable"]
    assert await granted(manners, scene) == ["extend 10", "cancel"]


async def test_our_own_requests_are_nothing_to_grant() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    scene.tell(*lines(CANCEL, MORE_TIME, NO_TIMER, player="me"))
    assert await granted(manners, scene) == []


async def test_a_player_cannot_ask_in_the_name_of_another() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    scene.tell(*lines(CANCEL, player="somebody"))
    scene.tell(events.message("them says: " + CANCEL.format("them")))
    assert await granted(manners, scene) == []


async def test_the_log_that_an_opening_repeats_is_not_read_twice() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    told = [*lines("a line", CANCEL), *lines("another line")]
    scene.tell(*told)
    assert await granted(manners, scene) == ["cancel"]
    scene.open(*told)
    assert await granted(manners, scene) == []
    scene.open(*told, *lines(NO_TIMER))
    assert await granted(manners, scene) == ["disable"], "what came meanwhile is read"


async def test_a_revert_takes_lines_back_and_nothing_counts_twice() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    told = lines("one", MORE_TIME, "two", "three")
    scene.tell(*told)
    assert await granted(manners, scene) == ["extend 10"]
    scene.open(*told[:3])
    assert await granted(manners, scene) == []
    scene.tell(*lines(MORE_TIME))
    assert await granted(manners, scene) == ["extend 10"], "asked once more"


@pytest.mark.parametrize(
    ("told", "calls"),
    [
        (lines(CANCEL), ["cancel"]),
        ([*lines(CANCEL), *lines(CANCEL, player="me")], []),
        ([*lines(NO_TIMER), *lines(NO_TIMER, player="me"), *lines(NO_TIMER)], []),
        ([*lines(MORE_TIME), *lines(MORE_TIME, player="me")], []),
        ([*lines(MORE_TIME), *lines(MORE_TIME, player="me"), *lines(MORE_TIME)], ["extend 10"]),
        ([*lines(MORE_TIME) * 6, *lines(MORE_TIME, player="me") * 6, *lines(MORE_TIME)], []),
        (lines(CANCEL, player="somebody"), []),
    ],
    ids=["open", "done", "done for good", "granted", "asked once more", "all granted", "a stranger"],
)
async def test_what_was_asked_before_we_came_is_answered_unless_it_was(
    told: list[Message], calls: list[str]
) -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    scene.open(*told)
    assert await granted(manners, scene) == calls
    scene.open(*told)
    assert await granted(manners, scene) == [], "once"


def test_reverts_are_limited_a_game() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings(allow_reverts=2))
    answers = []
    for _ in range(4):
        question = scene.ask(questions.multiple_choice(REVERT, ["Yes", "No"]))
        assert question.kind is PromptKind.ALLOW_REVERT
        verdict = manners.verdict(question)
        assert verdict is not None
        answers.append(verdict.answer.wire)
    assert answers == ["0", "0", "1", "1"]


def test_all_other_questions_are_for_the_strategy() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings())
    assert manners.verdict(scene.ask(questions.multiple_choice("Draw destiny?", ["Yes", "No"]))) is None
    assert manners.verdict(scene.ask(questions.optional_responses())) is None


def test_the_stand_in_has_the_calls_of_the_channel() -> None:
    assert {name for name in vars(Channel) if not name.startswith("_")} - {"calls"} <= set(vars(GameChannel))
    assert {kind.value for kind in RequestKind} == {"cancel", "more time", "no timer"}


def test_reverts_that_are_asked_for_without_end_fill_no_log() -> None:
    scene, manners = Scene(), RequestPolicy(PlaySettings(allow_reverts=2))
    question = scene.ask(questions.multiple_choice(REVERT, ["Yes", "No"]))
    with structlog.testing.capture_logs() as logs:
        for _ in range(100):
            manners.verdict(question)
    assert sum(log["log_level"] == "info" for log in logs) == 3
