"""One game, as one player or spectator follows it (PROTOCOL 3.4, 5)."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from math import inf

from gemp_bot.protocol.calls import GAME_STATUS, Call, Caller, Repeat
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.errors import (
    ChannelError,
    ChannelExpiredError,
    GempError,
    NotConnectedError,
    ServerFaultError,
    UnreachableError,
    WireError,
)
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.protocol.ids import CardId, ChannelNumber, GameId
from gemp_bot.protocol.pace import CallKind

_OPEN_ATTEMPTS = 1
"""Each GET leaves a listener behind on the server until the game ends (PROTOCOL 5.1). The caller must know of
each: one whose answer was lost may reach the server late, and take the channel of the next one over."""


class GameChannel:
    """The channel of one game.

    The server hands every event out exactly once. When a call ends in doubt (no answer, a broken one, or
    the call was cancelled) events may be lost and an answer may or may not have been applied; the channel
    then closes itself, and `poll` and `answer` refuse until `open` has fetched a new snapshot.

    Attributes:
        decoder: decodes this game's answers and counts what it did not know.
        channel: the channel number; None before `open` and after doubt.
        clock: seconds left on our clock, as the caller knows it; of all games' calls that with the least goes
            first.
    """

    def __init__(
        self,
        game_id: GameId,
        caller: Caller,
        *,
        on_unknown: Callable[[str, AnyEvent], None] | None = None,
    ) -> None:
        self.game_id = game_id
        self.decoder = GameDecoder(max_bytes=caller.settings.max_answer_bytes, on_unknown=on_unknown)
        self.channel: ChannelNumber | None = None
        self.clock = inf
        self._caller = caller

    async def open(self) -> GameUpdate:
        """Open a new channel and read a whole snapshot; an older channel of the account is closed.

        Costs the server a listener for the rest of the game: for joining and after doubt, never for
        polling. The snapshot of a game that is over still shows its last question: read the log first.

        Raises:
            NoSuchGameError: unknown, or over for more than five minutes.
            ForbiddenError: private, or no spectators.
            SessionGoneError: log in again.
            UnreachableError, WireError: no usable answer.
        """
        self.channel = None
        update = await self._caller.ask(
            Call(
                what=self._what,
                segments=("game", self.game_id),
                kind=CallKind.GAME_OPEN,
                clock=self.clock,
                attempts=_OPEN_ATTEMPTS,
                silence=self._caller.settings.answer_timeout,
                status=GAME_STATUS,
            ),
            self.decoder.decode,
        )
        self.channel = update.channel
        return update

    async def poll(self) -> GameUpdate:
        """Wait up to 3.5 s for events; an idle poll has none, only clocks.

        Sent again only if it provably was not sent. Cancelling it may lose events and so is doubt.

        Raises:
            ChannelTakenOverError: the game was opened anew under this name.
            ChannelExpiredError: silent for longer than the decision limit, or in doubt: `open` again.
            NoSuchGameError, ForbiddenError, SessionGoneError, UnreachableError, WireError: as in `open`.
        """
        return await self._exchange({}, CallKind.GAME_POLL, Repeat.UNSENT, self._caller.settings.poll_timeout)

    async def answer(self, value: str, *, decision_id: int = 1) -> GameUpdate:
        """Answer the pending question; sent once, at once, whatever happens (PROTOCOL 5.3).

        Every question has id 1, so a second copy would answer the next one. After `UnreachableError`,
        `ServerFaultError` or `WireError` it is unknown whether the answer counted: `open`, look at what is
        asked, and decide again. `NotConnectedError` says that it was not sent.

        Args:
            value: as the type of the question wants it; empty is a pass, and is sent as such.
            decision_id: the id of the question.

        Raises:
            ChannelTakenOverError, ChannelExpiredError: the answer was not applied.
            NoSuchGameError, ForbiddenError, SessionGoneError, UnreachableError, WireError: as in `open`.
        """
        form = {"decisionId": str(decision_id), "decisionValue": value}
        return await self._exchange(form, CallKind.ANSWER, Repeat.NEVER, self._caller.settings.answer_timeout)

    async def concede(self) -> None:
        """Give the game up. Sent once; in doubt the log of a new snapshot shows whether it arrived."""
        await self._command("concede", Repeat.NEVER)

    async def cancel(self) -> None:
        """Ask to cancel the game: at once against a server AI, else when both players asked."""
        await self._command("cancel", Repeat.UNSENT)

    async def extend_timer(self, minutes: int) -> None:
        """Ask for more time; applied when both players asked, never against a server AI."""
        # Requested minutes add up, so a repetition would ask for more.
        await self._command("extendGameTimer", Repeat.UNSENT, {"minutesToExtend": str(minutes)})

    async def disable_timer(self) -> None:
        """Ask to drop the limit of a single decision; done when both players asked."""
        await self._command("disableActionTimer", Repeat.SAFE)

    async def card_info(self, card_id: CardId) -> str:
        """The server's page about a card as it is now, raw HTML; empty for an unknown card.

        The server checks no visibility: ask only about cards shown to us face up.
        """
        call = Call(
            what=f"card {card_id} of {self._what}",
            segments=("game", self.game_id, "cardInfo"),
            form={"cardId": str(card_id)},
            kind=CallKind.GAME_CALL,
            status=GAME_STATUS,
        )
        return (await self._caller.call(call)).decode("utf-8", "replace")

    @property
    def _what(self) -> str:
        return f"game {self.game_id}"

    async def _exchange(
        self, fields: Mapping[str, str], kind: CallKind, repeat: Repeat, silence: timedelta
    ) -> GameUpdate:
        channel = self.channel
        if channel is None:
            raise ChannelExpiredError(f"{self._what}: not open, or in doubt: open it first")
        sure = False
        try:
            update = await self._caller.ask(
                Call(
                    what=self._what,
                    segments=("game", self.game_id),
                    method="POST",
                    form={"channelNumber": str(channel), **fields},
                    kind=kind,
                    clock=self.clock,
                    repeat=repeat,
                    silence=silence,
                    status=GAME_STATUS,
                ),
                self.decoder.decode,
            )
            sure = True
        except GempError as fault:
            sure = isinstance(fault, NotConnectedError) or not isinstance(fault, _DOUBTFUL)
            raise
        finally:
            # Also when cancelled: the events of that answer are gone.
            if not sure and self.channel == channel:
                self.channel = None
        return update

    async def _command(self, name: str, repeat: Repeat, form: Mapping[str, str] | None = None) -> None:
        await self._caller.call(
            Call(
                what=f"{name} of {self._what}",
                segments=("game", self.game_id, name),
                method="POST",
                form=form or {},
                kind=CallKind.GAME_CALL,
                repeat=repeat,
                status=GAME_STATUS,
            )
        )


_DOUBTFUL = (ChannelError, UnreachableError, ServerFaultError, WireError)
"""After these the channel is dead, or has lost events. 401, 403 and 404 change nothing."""
