"""The game channel (PROTOCOL 5, 7.9, 11): every point by raw HTTP against hand-written scripts."""

import asyncio
from dataclasses import dataclass

import aiohttp
import pytest
from fakes import events, questions
from fakes.events import CardAttributes
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from raw_client import Enter, Raw

from gemp_bot.protocol.decisions import MultipleChoice
from gemp_bot.protocol.enums import Zone
from gemp_bot.sandbox.server.game import CANCELLED, CANCELLED_ERROR, Rules, ServedGame
from gemp_bot.sandbox.server.questions import Action, ServedQuestion, Shown
from gemp_bot.sandbox.server.steps import Ask, EngineFaultError, Play, Step, ask, emit

BOT = "~Rando_Cal"


@dataclass
class Steps(TableScript):
    """A script that is a plain list of steps, after which one last question keeps the game open."""

    steps: tuple[Step, ...] = ()

    def play(self, _: ServerTable) -> Play:
        for number in range(len(self.steps)):
            yield self.steps[number]
        for number in range(1000):
            yield ask("alice", questions.optional_responses(f"Rest {number}"))


async def against_bot(server: FakeGemp, enter: Enter, *steps: Step) -> tuple[Raw, ServedGame]:
    alice = await enter("alice")
    game = server.start_game(BOT, "alice", Steps(steps), bots=frozenset({BOT}))
    return alice, game


def asks(*asked: ServedQuestion) -> tuple[Step, ...]:
    return tuple(ask("alice", question) for question in asked)


class TestChannels:
    async def test_cn_counts_from_zero_in_each_game_and_stays(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        assert (await alice.open(game)).root.attrs["cn"] == "0"
        assert (await alice.answer("")).root.attrs["cn"] == "0"
        assert (await alice.poll()).root.attrs["cn"] == "0"
        assert (await alice.open(game)).root.attrs["cn"] == "1"
        other = server.start_game(BOT, "alice", Steps(), bots=frozenset({BOT}))
        assert (await alice.open(other)).root.attrs["cn"] == "0"

    async def test_old_number_is_409_and_the_answer_is_not_applied(
        self, server: FakeGemp, enter: Enter
    ) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        await alice.open(game)
        got = await alice.answer("", channelNumber=0)
        assert (got.status, got.body) == (409, b"")
        assert game.answered == []

    async def test_never_opened_is_410(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        alice.game = game.id
        assert (await alice.answer("")).status == 410
        assert game.answered == []

    async def test_events_are_delivered_once(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        assert (await alice.answer("")).codes == ["D"]
        idle = await alice.poll()
        assert idle.codes == []
        assert [child.tag for child in idle.root.children] == ["clocks"]

    async def test_clocks_are_in_every_answer(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        for got in (await alice.open(game), await alice.answer(""), await alice.poll()):
            clocks = got.root.children[-1]
            assert {c.attrs["participantId"] for c in clocks.children} == {"alice", BOT}
            assert all(clock.text == "3600" for clock in clocks.children)

    async def test_unknown_and_removed_games_are_404(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        assert (await alice.get("game/nonsense")).status == 404
        await alice.open(game)
        server.world.remove(game)
        assert (await alice.poll()).status == 404
        assert (await alice.get(f"game/{game.id}")).status == 404
        assert (await alice.post(f"game/{game.id}/concede")).status == 404
        assert (await alice.get(f"chat/Game{game.id}")).status == 404

    @pytest.mark.parametrize("form", [{"channelNumber": "x"}, {"channelNumber": None}, {"decisionId": "one"}])
    async def test_numbers_that_are_none_give_500_and_no_effect(
        self, server: FakeGemp, enter: Enter, form: dict[str, str | None]
    ) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        assert (await alice.answer("", **form)).status == 500
        assert game.answered == []
        assert game.outcome is None


WRONG = [
    (questions.card_action_choice("?", [Action("a", 1)]), "1"),
    (questions.card_action_choice("?", [Action("a", 1)]), "x"),
    (questions.card_action_choice("?", [Action("a", 1)]), "revert"),
    (questions.optional_responses(), "0"),
    (questions.action_choice("?", [Action("a"), Action("b")]), ""),
    (questions.action_choice("?", [Action("a"), Action("b")]), "2"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), "5"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), "5,5"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), "5, 6"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), "5,6,"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), ""),
    (questions.card_selection("?", [5, 6, 7], 0, 1), "8"),
    (questions.card_selection("?", [5, 6, 7], 0, 1), "5,6"),
    (questions.arbitrary_cards("?", [Shown("1_1"), Shown("1_2", False)]), "temp1"),
    (questions.arbitrary_cards("?", [Shown("1_1"), Shown("1_2", False)]), ""),
    (questions.arbitrary_cards("?", [Shown("1_1"), Shown("1_2", False)]), "0"),
    (questions.multiple_choice("?", ["Yes", "No"]), "Yes"),
    (questions.multiple_choice("?", ["Yes", "No"]), ""),
    (questions.multiple_choice("?", ["Yes", "No"]), None),
    (questions.integer("?", 1, 4), "5"),
    (questions.integer("?", 1, 4), "0"),
    (questions.integer("?", 1, 4), ""),
    (questions.integer("?", 1, 4), None),
    (questions.integer("?", 1, 4), " 2"),
]
RIGHT = [
    (questions.card_action_choice("?", [Action("a", 1)], no_pass=True), ""),
    (questions.card_action_choice("?", [Action("a", 1)]), "0"),
    (questions.card_action_choice("?", [], revert=True), "REVERT"),
    (questions.action_choice("?", [Action("a"), Action("b")]), "1"),
    (questions.card_selection("?", [5, 6, 7], 2, 3), "7,5"),
    (questions.card_selection("?", [5], 0, 1), ""),
    (questions.arbitrary_cards("?", [Shown("1_1", False)], 0, 0), ""),
    (questions.arbitrary_cards("?", [Shown("1_1"), Shown("1_1")], 1, 9), "temp1,temp0"),
    (questions.multiple_choice("?", ["Yes", "No"]), "1"),
    (questions.integer("?", 0, 4), "0"),
    (questions.empty("?"), "whatever"),
    (questions.empty("?"), None),
]
FATAL = [
    (questions.card_action_choice("?", [Action("a", 1)]), None),
    (questions.action_choice("?", [Action("a"), Action("b")]), None),
    (questions.card_selection("?", [5], 0, 1), None),
    (questions.arbitrary_cards("?", [], 0, 0), None),
    (questions.multiple_choice("?", ["Yes", "No"]), "-1"),
    (questions.multiple_choice("?", ["Yes", "No"]), "2"),
]


class TestAnswers:
    @pytest.mark.parametrize(("question", "value"), WRONG)
    async def test_wrong_gives_the_question_again_and_a_warning_at_the_end(
        self, server: FakeGemp, enter: Enter, question: ServedQuestion, value: str | None
    ) -> None:
        alice, game = await against_bot(server, enter, *asks(question))
        first = (await alice.open(game)).events[-1]
        got = await alice.answer(value)
        assert got.codes == ["D", "W"]
        assert got.events[0] == first
        assert got.events[0].attrs["id"] == "1"
        choice = isinstance(question.decision, MultipleChoice)
        wanted = "Unknown response number" if choice else "Something went wrong"
        assert got.events[1].attrs["message"] == wanted
        assert game.answered == []

    @pytest.mark.parametrize(("question", "value"), RIGHT)
    async def test_right_goes_on(
        self, server: FakeGemp, enter: Enter, question: ServedQuestion, value: str | None
    ) -> None:
        alice, game = await against_bot(server, enter, *asks(question))
        await alice.open(game)
        got = await alice.answer(value)
        assert got.codes == ["D"]
        assert got.events[0].attrs["text"] == "Rest 0 - Optional responses"
        assert game.answered == [("alice", question, value or "")]

    @pytest.mark.parametrize(("question", "value"), FATAL)
    async def test_fatal_aborts_the_game(
        self, server: FakeGemp, enter: Enter, question: ServedQuestion, value: str | None
    ) -> None:
        alice, game = await against_bot(server, enter, *asks(question))
        await alice.open(game)
        assert (await alice.answer(value)).messages == [CANCELLED_ERROR]
        assert game.outcome is not None
        assert game.outcome.winner is None

    async def test_an_answer_to_nothing_is_a_poll(self, server: FakeGemp, enter: Enter) -> None:
        bob = await enter("bob")
        game = server.start_game("alice", "bob", Steps())
        await bob.open(game)
        got = await bob.answer("0")
        assert (got.status, got.codes, game.answered) == (200, [], [])

    async def test_a_wrong_id_is_a_poll(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        got = await alice.answer("", decisionId=2)
        assert (got.status, got.codes, game.answered) == (200, [], [])

    async def test_a_repeated_answer_answers_the_next_question(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        await alice.answer("")
        await alice.answer("")
        texts = [question.text for _, question, _ in game.answered]
        assert texts == ["Rest 0 - Optional responses", "Rest 1 - Optional responses"]

    async def test_a_combination_grows_until_it_is_repeated(self, server: FakeGemp, enter: Enter) -> None:
        cards = [Shown("1_1"), Shown("1_2"), Shown("1_3")]
        question = questions.arbitrary_cards("?", cards, 1, 3, growing=True)
        alice, game = await against_bot(server, enter, *asks(question))
        await alice.open(game)
        got = await alice.answer("temp1")
        chosen = [c.attrs["value"] for c in got.events[0].children if c.attrs["name"] == "preselected"]
        assert chosen == ["false", "true", "false"]
        assert (await alice.answer("temp1")).events[0].attrs["text"].startswith("Rest")

    async def test_gs_may_follow_d(self, server: FakeGemp, enter: Enter) -> None:
        numbers = events.statistics({"alice": {"HAND": 8}, BOT: {}}, [-1, 2.5], [4, -1])
        step = ask("alice", questions.optional_responses("x"), numbers)
        alice, game = await against_bot(server, enter, *asks(questions.start_confirmation()), step)
        await alice.open(game)
        assert (await alice.answer("0")).codes == ["D", "GS"]

    async def test_both_players_are_asked_at_once(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        both = Ask(dict.fromkeys(("alice", "bob"), questions.start_confirmation()))
        game = server.start_game("alice", "bob", Steps((both,)))
        for raw in (alice, bob):
            got = await raw.open(game)
            assert got.events[-1].attrs["text"] == "Select OK to start game"
        assert (await alice.answer("0")).codes == []
        assert (await bob.answer("0")).codes == []
        assert (await alice.poll()).codes == ["D"]


class TestEnds:
    async def test_concede(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        assert (await alice.post(f"game/{game.id}/concede")).body == b"<result>OK</result>"
        lines = ["alice lost due to: Conceded", f"{BOT} is the winner due to: Opponent conceded"]
        assert (await alice.poll()).messages == lines
        # The last question is still shown, and an answer to it is a poll (PROTOCOL 5.3, 6.11).
        again = await alice.open(game)
        assert again.messages == lines
        assert again.codes[-1] == "D"
        assert (await alice.answer("")).codes == []
        assert game.answered == []

    async def test_a_bot_game_is_cancelled_at_once(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        await alice.open(game)
        await alice.post(f"game/{game.id}/cancel")
        assert (await alice.poll()).messages == [CANCELLED]

    async def test_a_game_of_two_is_cancelled_by_both(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        game = server.start_game("alice", "bob", Steps())
        await alice.post(f"game/{game.id}/cancel")
        assert game.outcome is None
        await bob.post(f"game/{game.id}/cancel")
        assert game.outcome is not None

    async def test_an_engine_fault_aborts(self, server: FakeGemp, enter: Enter) -> None:
        class Faulty(TableScript):
            def play(self, _: ServerTable) -> Play:
                yield ask("alice", questions.start_confirmation())
                raise EngineFaultError

        alice = await enter("alice")
        game = server.start_game(BOT, "alice", Faulty(), bots=frozenset({BOT}))
        await alice.open(game)
        assert (await alice.answer("0")).messages == [CANCELLED_ERROR]

    async def test_extend_and_timer(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        game = server.start_game("alice", "bob", Steps())
        path = f"game/{game.id}"
        assert (await alice.post(f"{path}/extendGameTimer")).status == 500
        assert (await alice.post(f"{path}/extendGameTimer", minutesToExtend=10)).status == 200
        assert (await bob.post(f"{path}/extendGameTimer", minutesToExtend=5)).status == 200
        assert set(game.clocks.values()) == {3900}
        assert (await bob.post(f"{path}/disableActionTimer")).status == 200

    @pytest.mark.parametrize("minutes", ["-1000", "0", "2000000000", "9" * 4_299])
    async def test_time_that_nobody_can_mean_is_not_given(
        self, server: FakeGemp, enter: Enter, minutes: str
    ) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        game = server.start_game("alice", "bob", Steps())
        path = f"game/{game.id}"
        await alice.open(game)
        clocks = dict(game.clocks)
        for player in (bob, alice):
            await player.post(f"{path}/extendGameTimer", minutesToExtend=minutes)
        assert (await alice.poll()).status == 200
        assert (game.clocks, game.outcome) == (clocks, None)
        assert (await bob.post(f"{path}/extendGameTimer", minutesToExtend=5)).status == 200
        assert game.clocks == clocks, "alice has not asked"

    async def test_who_wishes_for_such_time_is_warned(self, server: FakeGemp, enter: Enter) -> None:
        alice = await enter("alice")
        game = server.start_game("alice", "bob", Steps())
        await alice.open(game)
        await alice.post(f"game/{game.id}/extendGameTimer", minutesToExtend=-1000)
        (warning,) = [each for each in (await alice.poll()).events if each.code == "W"]
        assert "-1000" in warning.attrs["message"]

    async def test_a_decision_timeout_loses(self, session: aiohttp.ClientSession) -> None:
        async with FakeGemp(idle_seconds=0.0, rules=Rules(decision_limit=-1.0)) as server:
            alice = Raw(server, session)
            await alice.login("alice")
            game = server.start_game(BOT, "alice", Steps(), bots=frozenset({BOT}))
            assert "alice lost due to: Decision timeout" in (await alice.open(game)).messages


class TestTable:
    async def test_a_hand_is_seen_by_its_owner_only(self, server: FakeGemp, enter: Enter) -> None:
        alice, bob = await enter("alice"), await enter("bob")
        card = CardAttributes(card_id=9, blueprint="1_19", owner="alice", zone=Zone.HAND)
        steps = (*asks(questions.start_confirmation()), emit(events.put(card)))
        steps += (*asks(questions.start_confirmation()), emit(events.remove([9], "alice")))
        game = server.start_game("alice", "bob", Steps(steps))
        await alice.open(game)
        await bob.open(game)
        assert (await alice.answer("0")).codes == ["PCIP", "D"]
        assert (await bob.poll()).codes == []
        assert "PCIP" in (await alice.open(game)).codes
        assert "PCIP" not in (await bob.open(game)).codes
        assert (await alice.answer("0")).codes == ["RCFP", "D"]
        assert (await bob.poll()).codes == []

    async def test_spectators(self, server: FakeGemp, enter: Enter) -> None:
        alice, game = await against_bot(server, enter)
        bob = await enter("bob")
        got = await bob.open(game)
        assert "D" not in got.codes
        game.rules = game.rules.private()
        assert (await bob.open(game)).status == 403
        assert (await bob.poll()).status == 403
        assert (await alice.open(game)).status == 200

    async def test_card_info(self, server: FakeGemp, enter: Enter) -> None:
        card = CardAttributes(card_id=9, blueprint="1_19", owner="alice", zone=Zone.HAND)
        alice, game = await against_bot(server, enter, emit(events.put(card)))
        path = f"game/{game.id}/cardInfo"
        assert b"Owner: alice" in (await alice.get(path, cardId="9")).body
        for nothing in ("10", "extra5", "anim"):
            got = await alice.get(path, cardId=nothing)
            assert (got.status, got.body) == (200, b"")
        assert (await alice.get(path, cardId="temp0")).status == 500
        assert (await alice.get(path)).status == 500

    async def test_a_parked_poll_is_answered_at_once_on_news(self, session: aiohttp.ClientSession) -> None:
        async with FakeGemp(idle_seconds=60.0) as server:
            alice, bob = Raw(server, session), Raw(server, session)
            await alice.login("alice")
            await bob.login("bob")
            game = server.start_game("alice", "bob", Steps())
            await alice.open(game)
            await bob.open(game)
            parked = asyncio.create_task(bob.poll())
            while not any(c.waiter for who, c in game.channels if who == "bob"):  # noqa: ASYNC110
                await asyncio.sleep(0)
            await alice.post(f"game/{game.id}/concede")
            assert "alice lost due to: Conceded" in (await parked).messages
