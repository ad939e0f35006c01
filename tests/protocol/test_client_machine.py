"""The client against the fake server while everything breaks: a state machine of Hypothesis.

Rules are plain functions; each machine has one loop of its own, in which every rule runs to its end.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

from fakes.server import FakeGemp
from fakes.toy import ToyScript
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.errors import (
    BannedError,
    ChannelExpiredError,
    GempError,
    NotConnectedError,
    TooLargeError,
    WrongPasswordError,
)
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import ChannelNumber, GameId, TableId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import contents, faults
from gemp_bot.sandbox.server.accounts import ServedAccount

PASSWORD = "open sesame 4711"
ANSWERS = st.sampled_from(["", "0", "1", "2", "temp0", "revert", "-1", "x", "1,2"])
FAULTS = st.sampled_from(
    [
        faults.DropBefore(),
        faults.DropAfter(),
        faults.Cut(),
        *(faults.Status(status) for status in (401, 403, 404, 409, 410, 413, 500, 502, 302, 204)),
        faults.Status(503, processed=True),
        faults.Body(b"<update"),
        faults.Body(b"<!DOCTYPE x><update cn='1'/>"),
        faults.html_page(),
        faults.Body(b"", processed=True),
        faults.GzipBomb(2_000_000),
        faults.SameDecisionWithWarning(),
        faults.SessionLost(),
    ]
)


def is_harmless(fault: GempError) -> None:
    assert "\n" not in str(fault)
    assert PASSWORD not in repr(fault)
    assert fault.__suppress_context__ or fault.__context__ is None


class Client(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.exchanges: list[Exchange] = []
        self.runner = asyncio.Runner()
        self.run(self._start)

    async def _start(self) -> None:
        self.stack = AsyncExitStack()
        accounts = (ServedAccount("alice", PASSWORD), ServedAccount("bob", PASSWORD))
        self.server = await self.stack.enter_async_context(FakeGemp(idle_seconds=0, accounts=accounts))
        settings = ClientSettings(
            url=self.server.url,
            max_wait=timedelta(),
            attempts=3,
            poll_timeout=timedelta(seconds=5),
            max_answer_bytes=1_000_000,
        )
        self.client = await self.stack.enter_async_context(
            GempClient(settings, observer=self.exchanges.append)
        )
        game = self.server.start_game("alice", "bob", ToyScript(1))
        self.game = self.client.game(GameId(game.id))
        self.room = self.client.chat("Game Hall")
        self.channel = ChannelNumber(0)
        await self.client.login("alice", PASSWORD)

    def teardown(self) -> None:
        self.run(self.stack.aclose)
        self.runner.close()

    def run(self, work: Callable[[], Awaitable[Any]]) -> Any:
        async def whole() -> Any:
            return await work()

        return self.runner.run(whole())

    def attempt(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """The result, or the error if it is one of ours; any other error fails the machine."""
        try:
            return self.run(work)
        except GempError as fault:
            is_harmless(fault)
            return fault

    @rule(fault=FAULTS, path=st.sampled_from(["/", "/game/", "/hall", "/chat", "/login"]))
    def something_breaks(self, fault: faults.Fault, path: str) -> None:
        self.server.faults.on(fault, path=path)

    @rule()
    def it_heals(self) -> None:
        self.server.faults.clear()

    @rule()
    def log_in(self) -> None:
        self.attempt(lambda: self.client.login("alice", PASSWORD))

    @rule()
    def log_in_wrongly(self) -> None:
        before = len(self.server.requests)
        fault = self.attempt(lambda: self.client.login("alice", "open sesame, please"))
        assert isinstance(fault, GempError)
        if isinstance(fault, WrongPasswordError | BannedError):
            assert len(self.server.requests) == before + 1

    @rule()
    def open_game(self) -> None:
        result = self.attempt(self.game.open)
        assert (self.game.channel is None) is isinstance(result, GempError)

    @rule()
    def poll_game(self) -> None:
        self.attempt(self.game.poll)

    @rule(value=ANSWERS)
    def answer(self, value: str) -> None:
        was_open = self.game.channel is not None
        before = len(self.server.answers())
        result = self.attempt(lambda: self.game.answer(value))
        sent = len(self.server.answers()) - before
        assert sent == (1 if was_open else 0)
        if not was_open:
            assert isinstance(result, ChannelExpiredError)
        elif sent:
            assert self.server.answers()[-1].form["decisionValue"] == value
            assert not isinstance(result, NotConnectedError)

    @precondition(lambda self: self.game.channel is None)
    @rule()
    def nothing_is_sent_over_a_channel_in_doubt(self) -> None:
        before = len(self.server.requests)
        assert isinstance(self.attempt(self.game.poll), ChannelExpiredError)
        assert len(self.server.requests) == before

    @rule()
    def open_hall(self) -> None:
        hall = self.attempt(self.client.hall.open)
        if not isinstance(hall, GempError):
            self.channel = hall.channel

    @rule()
    def poll_hall(self) -> None:
        self.attempt(lambda: self.client.hall.poll(self.channel))

    @rule(deck=st.sampled_from([contents.LIGHT_60, "none"]), against=st.sampled_from([None, *AiSkill]))
    def make_a_table(self, deck: str, against: AiSkill | None) -> None:
        before = len(self.server.requests)
        hall = self.client.hall
        if against is None:
            self.attempt(lambda: hall.create_table("open", deck, library=True))
        else:
            dark = contents.DARK_60
            self.attempt(
                lambda: hall.create_ai_table("open", deck, library=True, skill=against, ai_deck=dark)
            )
        assert len(self.server.requests) == before + 1

    @rule()
    def join_and_leave(self) -> None:
        self.attempt(lambda: self.client.hall.join_table(TableId("t"), contents.DARK_60, library=True))
        self.attempt(lambda: self.client.hall.leave_table(TableId("t")))

    @rule(text=st.text(max_size=20))
    def chat(self, text: str) -> None:
        self.attempt(self.room.join)
        self.attempt(lambda: self.room.send(text))
        self.attempt(self.room.poll)

    @rule()
    def read(self) -> None:
        for work in (self.client.status, self.client.account, self.client.decks.list, self.client.history):
            result = self.attempt(work)
            assert not isinstance(result, TooLargeError) or self.server.faults.fired

    @rule()
    def restart(self) -> None:
        self.server.faults.on(faults.Restart())

    @rule()
    def concede(self) -> None:
        before = len(self.server.requests)
        self.attempt(self.game.concede)
        assert len(self.server.requests) == before + 1

    @invariant()
    def no_secret_is_told(self) -> None:
        told = repr(self.exchanges)
        assert PASSWORD not in told
        assert "sesame" not in told
        assert not any(cookie in told for cookie in self.server.accounts.sessions)

    @invariant()
    def nothing_unasked_is_sent(self) -> None:
        assert all("participantId" not in request.form for request in self.server.requests)
        # aiohttp itself repeats a GET over a kept-alive connection that broke, but never a POST.
        posted = sum(request.method == "POST" for request in self.server.requests)
        assert posted <= sum(exchange.method == "POST" for exchange in self.exchanges)


TestClient = Client.TestCase
TestClient.settings = hypothesis_settings(max_examples=25, stateful_step_count=25, deadline=None)
