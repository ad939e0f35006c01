"""Beside a game with a person: greeting, talk, unwelcome guests; and the game never waits for it."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from guest_scene import BOB, House, Visit, begin, house, passes, say
from jumping_time import jumping, now
from match_scene import BOT

from gemp_bot.decisions import Question
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.timing import HumanPaceSettings, PlaySettings
from gemp_bot.protocol.chat import HALL_ROOM
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.sandbox.server import faults
from gemp_bot.service.attendant import OnUnwelcome, ReceptionSettings
from gemp_bot.service.chat import ChatSettings
from gemp_bot.service.guests import GuestRules, MemoryPast
from gemp_bot.service.texts import ChatTexts
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Verdict

GREETING = "Hello bob! I am a bot, run by somebody. Write !help to see what I can tell. Good luck!"
TEXTS = ChatTexts(farewell="Good game, {opponent}.", rematch="Again?")


@jumping
async def test_a_person_is_greeted_once_and_told_good_bye() -> None:
    async with house(texts=TEXTS) as here:
        game = begin(here.running, Visit(2))
        async with here.game(game) as playing:
            await asyncio.sleep(60)
            assert here.said == [GREETING]
            for _ in range(2):
                passes(game)
                await asyncio.sleep(60)
            assert (await playing).result == "win"
        assert here.said == [GREETING, "Good game, bob.", "Again?"]


@jumping
async def test_no_rematch_is_offered_where_there_is_none() -> None:
    for rules, rematch in ((GuestRules(), False), (GuestRules(twice_in_a_row=False), True)):
        async with house(texts=TEXTS, rematch=rematch, rules=rules) as here:
            game = begin(here.running, Visit(1))
            async with here.game(game) as playing:
                await asyncio.sleep(30)
                passes(game)
                await playing
            assert here.said == [GREETING, "Good game, bob."]


@jumping
async def test_an_adopted_game_is_not_greeted_twice_and_no_command_answered_twice() -> None:
    async with house() as here:
        game = begin(here.running, Visit(1))
        async with here.game(game):
            await asyncio.sleep(10)
            say(here.running, game, "!stats")
            await asyncio.sleep(30)
        answered = here.said
        assert len(answered) == 2
        async with here.game(game, adopted=True) as playing:
            await asyncio.sleep(60)
            assert here.said == answered
            say(here.running, game, "!stats")
            await asyncio.sleep(30)
            assert here.said == [*answered, answered[1]]
            passes(game)
            assert (await playing).adopted


@jumping
async def test_a_game_adopted_before_it_was_greeted_is_greeted() -> None:
    async with house() as here:
        game = begin(here.running, Visit(1))
        say(here.running, game, "hello?")
        async with here.game(game, adopted=True):
            await asyncio.sleep(30)
        assert here.said == [GREETING]


@jumping
async def test_the_servers_own_players_are_let_alone() -> None:
    async with house() as here:
        game = here.running.start_game("alice", BOT, Visit(1, BOT))
        async with here.game(game) as playing:
            await asyncio.sleep(60)
            passes(game, BOT)
            assert (await playing).result == "win"
        assert not any(request.path.startswith("/chat") for request in here.running.requests)


# -- commands ---------------------------------------------------------------------------------------------


async def asked(here: House, *lines: str, who: str = "bob") -> list[str]:
    """What is said after these lines, without the greeting."""
    game = begin(here.running, Visit(1))
    async with here.game(game):
        await asyncio.sleep(20)
        for line in lines:
            say(here.running, game, line, who)
        await asyncio.sleep(20)
    return [line for line in here.said if line != GREETING]


@jumping
async def test_each_command_has_its_answer() -> None:
    past = MemoryPast()
    past.note(BOB, won=True)
    past.note(BOB, won=False)
    chat = ChatSettings(owner="Jo", contact="jo@example.org", kept="30 days")
    async with house(chat=chat, past=past) as here:
        helped, about, stats, why, stopped = [
            line
            for line in await asked(here, "!help", "ABOUT?", "!stats", "why?", "!stop")
            if not line.startswith("Hello")
        ]
        assert all(f"!{word}" in helped for word in ("about", "stats", "why", "stop"))
        assert all(part in about for part in ("run by Jo", "30 days", "jo@example.org"))
        assert stats == "With you I have 1 won, 1 lost; with everybody 1 won, 1 lost."
        assert why == "I have made no move yet that you saw."
        assert "no game with you" in stopped
        assert past.refuses(BOB)


@pytest.mark.parametrize(
    ("reviews", "said"),
    [("", ""), ("https://bot.example.org/games/", "https://bot.example.org/games/x-1.html")],
)
def test_a_farewell_may_name_the_page_of_the_game(reviews: str, said: str) -> None:
    assert ChatSettings(reviews=reviews).review_of(Path("journals/x-1.jsonl.gz")) == said
    assert ChatSettings(reviews=reviews).review_of(None) == ""


@pytest.mark.parametrize(
    "line", ["stop", "I need help", "help me", "why not!", "!", "!dance", "/help", "!drain"]
)
def test_other_lines_are_no_commands(line: str) -> None:
    @jumping
    async def run() -> None:
        async with house() as here:
            assert await asked(here, line) == []
            assert not here.past.refuses(BOB)

    run()


@jumping
async def test_only_the_opponent_is_answered_and_only_an_admin_drains() -> None:
    async with house(chat=ChatSettings(admins=frozenset({"carol"}), drain_word="rest")) as here:
        assert await asked(here, "!help", "!stop", "!rest", who="Bob") == []
        assert await asked(here, "!rest") == []
        assert here.drained == 0
        assert await asked(here, "!rest", "!help", who="carol") == ["I begin no further games."]
        assert here.drained == 1


@jumping
async def test_a_flood_is_answered_a_few_times_and_told_once() -> None:
    async with house() as here:
        game = begin(here.running, Visit(1))
        async with here.game(game):
            await asyncio.sleep(20)
            for _ in range(10):
                for _ in range(200):
                    say(here.running, game, "!about")
                await asyncio.sleep(6)
        answers = [line for line in here.said if line != GREETING]
        assert answers.count("Please, no more than 5 questions a minute.") == 1
        assert 5 <= len(answers) <= 12


@jumping
async def test_what_people_write_reaches_no_log_and_no_answer() -> None:
    evil = "2026-01-01 [error] forged\r\n\x9b31m password=hunter2 <b>http://evil.example/</b>"
    stream = io.StringIO()
    set_up_logs(Secrets(), level="debug", style="console", stream=stream)
    async with house() as here:
        game = begin(here.running, Visit(1))
        async with here.game(game):
            await asyncio.sleep(20)
            for line in (evil, "!help " + evil, "!help", "!" + evil):
                say(here.running, game, line)
            await asyncio.sleep(20)
        assert len(here.said) == 2
        told = stream.getvalue() + "".join(here.said)
    assert "chat_command" in told
    for part in ("forged", "hunter2", "evil", "\x9b", "bob "):
        assert part not in told.replace(GREETING, "")


@jumping
async def test_after_silence_the_room_is_joined_again_and_nothing_is_heard_twice() -> None:
    async with house() as here:
        game = begin(here.running, Visit(1))
        async with here.game(game):
            await asyncio.sleep(10)
            say(here.running, game, "!stats")
            await asyncio.sleep(10)
            here.running.faults.on(faults.Status(410), path="/chat/", method="POST")
            await asyncio.sleep(30)
            assert len(here.said) == 2
            say(here.running, game, "!stats")
            await asyncio.sleep(10)
            assert len(here.said) == 3


@jumping
async def test_a_line_whose_answer_was_lost_is_not_said_twice() -> None:
    for fault, times in ((faults.DropAfter(), 1), (faults.DropBefore(), 2)):
        async with house() as here:
            game = begin(here.running, Visit(1))
            # The first POST to the room is a poll, the second one the greeting.
            here.running.faults.on(fault, path="/chat/", method="POST", skip=1)
            async with here.game(game):
                await asyncio.sleep(60)
            ((_, request),) = here.running.faults.fired
            assert request.form["message"] == GREETING
            assert here.said == [GREETING] * times


@jumping
async def test_a_line_that_was_under_way_as_the_game_ended_is_not_said_twice() -> None:
    async with house(texts=TEXTS, rematch=False) as here:
        game = begin(here.running, Visit(1))
        here.running.faults.on(faults.Slow(10), path="/chat/", method="POST", skip=1)
        async with here.game(game) as playing:
            await asyncio.sleep(5)
            assert here.said == [GREETING]
            passes(game)
            await playing
        assert here.said == [GREETING, "Good game, bob."]


# -- who sat down -----------------------------------------------------------------------------------------

BLOCKED = GuestRules(blocked=frozenset({"BOB"}))
SORRY = "Sorry, bob: my owner wants no games between us. I ask to cancel this game; please agree."


def settings(then: OnUnwelcome = OnUnwelcome.PLAY) -> ReceptionSettings:
    return ReceptionSettings(entries=frozenset({"open"}), on_unwelcome=then, cancel_patience=60)


@jumping
async def test_an_unwelcome_guest_who_agrees_to_cancel() -> None:
    async with house(rules=BLOCKED, reception=settings()) as here:
        game = begin(here.running, Visit(3))
        async with here.game(game) as playing:
            await asyncio.sleep(20)
            assert (here.said, here.calls("cancel")) == ([SORRY], 1)
            game.cancel("bob")
            assert (await playing).result == "cancelled"
        assert here.said == [SORRY]


@jumping
async def test_an_unwelcome_guest_who_does_not_agree_is_played_with() -> None:
    async with house(rules=BLOCKED, reception=settings()) as here:
        game = begin(here.running, Visit(2))
        async with here.game(game) as playing:
            await asyncio.sleep(200)
            for _ in range(2):
                passes(game)
                await asyncio.sleep(10)
            assert (await playing).result == "win"
        assert (here.calls("cancel"), here.calls("concede")) == (1, 0)
        assert [line.split()[0] for line in here.said] == ["Sorry,", "Good"]


@jumping
async def test_or_the_game_is_conceded_where_the_operator_says_so() -> None:
    async with house(rules=BLOCKED, reception=settings(OnUnwelcome.CONCEDE)) as here:
        game = begin(here.running, Visit(2))
        began = now()
        async with here.game(game) as playing:
            outcome = await playing
        assert (outcome.result, outcome.reason) == ("loss", "conceded")
        assert 60 <= now() - began <= 90
        assert here.calls("cancel") == 1


@jumping
async def test_nobody_is_sent_away_from_a_game_we_arranged_or_adopted() -> None:
    for more in ({"entry": "join"}, {"adopted": True}):
        async with house(rules=BLOCKED, reception=settings(OnUnwelcome.CONCEDE)) as here:
            game = begin(here.running, Visit(2))
            async with here.game(game, **more):  # type: ignore[arg-type]
                await asyncio.sleep(200)
            assert (here.said, here.calls("cancel"), game.outcome) == ([GREETING], 0, None)


@jumping
async def test_the_request_to_cancel_needs_no_chat() -> None:
    async with house(rules=BLOCKED, reception=settings(), chat=ChatSettings(enabled=False)) as here:
        game = begin(here.running, Visit(2))
        async with here.game(game):
            await asyncio.sleep(30)
        assert (here.said, here.calls("cancel")) == ([], 1)


# -- nothing waits for it ---------------------------------------------------------------------------------


async def fails(here: House) -> None:
    here.running.faults.on(faults.Status(500), path="/chat/", times=10_000)


async def is_gone(here: House) -> None:
    here.running.world.rooms.clear()


async def hangs(here: House) -> None:
    here.running.faults.on(faults.Slow(5_000), path="/chat/", times=10_000)


async def says_nonsense(here: House) -> None:
    here.running.faults.on(faults.Body(b"<chat><message/></chat>"), path="/chat/", times=10_000)


async def is_mute(here: House) -> None:
    for room in here.running.world.rooms.values():
        room.say = lambda *_: None  # type: ignore[method-assign]


class LockedPast(MemoryPast):
    """A history that cannot be read."""

    def score(self, player: object) -> object:  # type: ignore[override]
        raise OSError("locked")

    refuses = score  # type: ignore[assignment]


@pytest.mark.parametrize("trouble", [fails, is_gone, hangs, says_nonsense, is_mute])
def test_a_room_that_fails_delays_no_answer(trouble: Callable[[House], Awaitable[None]]) -> None:
    @jumping
    async def run() -> None:
        async with house(rules=BLOCKED) as here:
            script = Visit(6)
            game = begin(here.running, script)
            await trouble(here)
            async with here.game(game) as playing:
                for _ in range(6):
                    await asyncio.sleep(40)
                    passes(game)
                began = now()
                outcome = await playing
                assert (outcome.result, outcome.resyncs) == ("win", 0)
                assert now() - began <= 16, "the farewell is given up"
            assert max(script.answered) < 0.1
            assert here.calls("cancel") == 1

    run()


@jumping
async def test_in_a_room_that_cannot_be_read_we_still_say_what_must_be_said() -> None:
    async with house(rules=BLOCKED, texts=TEXTS) as here:
        game = begin(here.running, Visit(1))
        for method in ("GET", "POST"):
            here.running.faults.on(
                faults.Body(b"<chat><message/></chat>", processed=True),
                path="/chat/",
                method=method,
                times=999,
            )
        async with here.game(game) as playing:
            await asyncio.sleep(90)
            passes(game)
            await playing
        assert here.said[0] == SORRY
        assert here.said[-1] == "Good game, bob."


@jumping
async def test_beside_a_game_only_its_room_is_called_and_seldom() -> None:
    async with house() as here:
        game = begin(here.running, Visit(1))
        async with here.game(game):
            await asyncio.sleep(600)
        paths = [request.path for request in here.running.requests]
        first = paths.index(f"/game/{game.id}")
        assert set(paths[first:]) == {f"/game/{game.id}", f"/chat/Game{game.id}"}
        assert paths.count(f"/chat/Game{game.id}") <= 100, "a call every 6 s at most"


@jumping
async def test_in_the_hall_those_are_answered_who_speak_to_us_if_the_operator_says_so() -> None:
    for hall in (True, False):
        async with house(chat=ChatSettings(hall=hall)) as here, here.reception_of("alice") as reception:
            listening = asyncio.create_task(reception.hear_hall(PlayerName("alice")))
            room = here.running.world.rooms[HALL_ROOM]
            room.say("bob", "alice: help")
            await asyncio.sleep(60)
            for line in ("!help", "alice stop", "@alice: why", "bob: help"):
                room.say("bob", line)
            await asyncio.sleep(60)
            listening.cancel()
            await asyncio.wait([listening])
            said = [dict(request.form).get("message") for request in here.running.requests]
            answers = [line for line in said if line is not None]
            assert [line.split()[0] for line in answers] == (["As", "Ask"] if hall else [])
            assert here.past.refuses(BOB) is hall
            calls = sum(request.path.startswith("/chat") for request in here.running.requests)
            assert calls <= 25
            assert bool(calls) is hall


@jumping
async def test_a_history_that_cannot_be_read_silences_nobody() -> None:
    async with house(past=LockedPast(), rules=GuestRules()) as here:
        game = begin(here.running, Visit(1))
        async with here.game(game) as playing:
            await asyncio.sleep(30)
            say(here.running, game, "!stats")
            say(here.running, game, "!about")
            await asyncio.sleep(30)
            passes(game)
            await playing
        assert [line.partition(" ")[0] for line in here.said] == ["Hello", "I", "Good"]


class Broken:
    """Fails at every question."""

    name = "broken"
    quick = True

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        raise ValueError("no idea")


@jumping
async def test_a_fallback_is_told_in_one_line_now_and_then() -> None:
    async with house(chat=ChatSettings(fallback_every=300)) as here:
        game = begin(here.running, Visit(30))
        async with here.game(game, strategy=Broken()):
            for _ in range(20):
                await asyncio.sleep(20)
                passes(game)
        assert here.said.count(ChatTexts().fallback) == 2
        assert len(here.said) == 3


@pytest.mark.parametrize(("clock", "wait"), [(3_600, 8.0), (600, 4.0), (200, 0.0)])
def test_the_pace_is_a_persons_and_never_against_the_clock(clock: int, wait: float) -> None:
    @jumping
    async def run() -> None:
        pace = HumanPaceSettings(enabled=True, small=8, spread=0)
        async with house(chat=ChatSettings(enabled=False)) as here:
            script = Visit(3)
            game = begin(here.running, script, seconds=clock)
            async with here.game(game, settings=PlaySettings(pace=pace)) as playing:
                for _ in range(3):
                    await asyncio.sleep(10)
                    passes(game)
                outcome = await playing
            assert outcome.result == "win"
            assert script.answered[0] == pytest.approx(wait, abs=0.3)
            assert max(outcome.decide_seconds) < 1, "what a choice takes is told without the waiting"

    run()


@jumping
async def test_a_question_that_was_pending_as_we_came_is_answered_at_once() -> None:
    async with house() as here:
        script = Visit(2)
        game = begin(here.running, script)
        passes(game)
        pace = HumanPaceSettings(enabled=True, small=8, spread=0)
        async with here.game(game, adopted=True, settings=PlaySettings(pace=pace)):
            await asyncio.sleep(1)
            assert max(script.answered) < 0.5, "nobody knows for how long it was"
            passes(game)
            await asyncio.sleep(20)
        assert script.answered[1] == pytest.approx(8, abs=0.3)


@jumping
async def test_the_servers_own_players_wait_for_nobody() -> None:
    async with house() as here:
        game = here.running.start_game("alice", BOT, Visit(1, BOT), bots=frozenset({BOT}))
        began = now()
        async with here.game(game, settings=PlaySettings(pace=HumanPaceSettings(enabled=True, small=8))):
            await asyncio.sleep(0.5)
        assert now() - began < 1
        assert game.outcome is not None


@jumping
async def test_a_concession_gets_through_while_we_seem_to_think() -> None:
    pace = HumanPaceSettings(enabled=True, small=50, spread=0, longest=50)
    async with house(rules=BLOCKED, reception=settings(OnUnwelcome.CONCEDE)) as here:
        game = begin(here.running, Visit(2))
        async with here.game(game, settings=PlaySettings(pace=pace)) as playing:
            await asyncio.sleep(50)
            passes(game)
            began = now()
            outcome = await playing
        assert outcome.reason == "conceded"
        assert now() - began < 30, "of 50 s of thinking"
        assert not [answer for answer in game.answered if answer[0] == "alice"]
