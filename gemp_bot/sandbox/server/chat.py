"""Chat rooms (PROTOCOL 3.3)."""

import html
from collections.abc import Callable

from gemp_bot.sandbox.server.channels import Channel, Lot
from gemp_bot.sandbox.server.http import HttpCall, HttpRefusal, HttpReply, xml_reply
from gemp_bot.sandbox.server.xml import Node, node

HALL_ROOM = "Game Hall"
_KEPT = 100
_HALL_PRESENCE, _GAME_PRESENCE = 15.0, 30.0


class _Listener(Channel):
    """One player in a room, with what was not acknowledged yet."""

    def __init__(self, now: float, history: list[Node]) -> None:
        super().__init__(0, now)
        self.queue = history


class ServedChatRoom:
    """One room: its log and who listens.

    Attributes:
        private: only these may enter; None for everybody.
    """

    def __init__(
        self, name: str, now: Callable[[], float], lot: Lot, private: frozenset[str] | None = None
    ) -> None:
        self.name = name
        self.private = private
        self._now = now
        self._lot = lot
        self._presence = _HALL_PRESENCE if name == HALL_ROOM else _GAME_PRESENCE
        self._history: list[Node] = []
        self._listeners: dict[str, _Listener] = {}
        self._last_id = 0
        self.say("System", f"Welcome to room: {name}")

    def say(self, name: str, text: str) -> None:
        """Add a line; the text is HTML-escaped once here and once more as XML."""
        self._last_id += 1
        attrs = {"msgId": str(self._last_id), "from": name, "date": str(int(self._now() * 1000))}
        line = Node("message", attrs, text=html.escape(text, quote=False))
        self._history = [*self._history, line][-_KEPT:]
        for listener in self._listeners.values():
            # Who does not come for lines misses the oldest ones.
            listener.queue = [*listener.queue, line][-_KEPT:]
            listener.wake()

    def join(self, player: str) -> HttpReply:
        """Answer the GET: (re-)join and get the history."""
        self._admit(player)
        self._listeners[player] = _Listener(self._now(), list(self._history))
        return self._answer(self._history)

    async def post(self, call: HttpCall) -> HttpReply:
        """Answer a POST: a line to say, or a long poll."""
        self._admit(call.user)
        text = call.form.get("message", "")
        if text.strip():
            if text.startswith("/"):
                raise HttpRefusal(400, "no command is known here")
            self.say(call.user, text)
            return HttpReply()
        return await self._poll(call)

    async def _poll(self, call: HttpCall) -> HttpReply:
        listener = self._listeners.get(call.user)
        if listener is None or self._now() - listener.touched > self._presence:
            self._listeners.pop(call.user, None)
            raise HttpRefusal(410, "not in the room: GET it first")
        latest = call.number("latestMsgIdRcvd") if "latestMsgIdRcvd" in call.form else None
        told = len(listener.queue)
        if latest is not None:
            listener.queue = [line for line in listener.queue if int(line.attrs["msgId"]) > latest]
        # Advancing the number is itself news: one immediate, possibly empty, answer.
        if not listener.queue and len(listener.queue) == told:
            await self._lot.park(listener)
        listener.touched = self._now()
        found = list(listener.queue)
        if latest is None:
            listener.queue = []
        return self._answer(found)

    def _admit(self, player: str) -> None:
        if self.private is not None and player not in self.private:
            raise HttpRefusal(403, "the room is for the players of the game")

    def _answer(self, lines: list[Node]) -> HttpReply:
        users = (node("user", text=name) for name in self._listeners)
        return xml_reply(node("chat", *lines, *users, roomName=self.name))
