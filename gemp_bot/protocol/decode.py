"""The XML of a game to typed events (PROTOCOL 5.2, 5.3, 6, 7)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from gemp_bot.protocol.bounds import LONGEST_TEXT, MOST_AMOUNT, whole_number
from gemp_bot.protocol.decisions import UnknownDecision
from gemp_bot.protocol.errors import MalformedAnswerError
from gemp_bot.protocol.events import AnyEvent, Asked, GameEvent, UnknownEvent
from gemp_bot.protocol.game_xml import PARAMETERS, GameXmlReader
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.protocol.lists import split_list
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES

_ROOTS = frozenset({"gameState", "update"})
_REPLAY_ROOTS = frozenset({"gameReplay"})
_INFINITE = str(MOST_AMOUNT)
_GLIMPSE = 40
"""Characters of a text of the wire that are repeated in a message or a key."""
MOST_KINDS = 50
"""So many kinds of unknown things are told apart; the server of today sends none."""
_ANY_DECISION = "EMPTY"
"""A decision type that needs no parameters, to read the frame of one that does not fit."""
OTHER_KINDS = "more kinds"
"""The key under which all further kinds are counted together."""


class GameUpdate(msgspec.Struct, frozen=True):
    """One answer of the game channel.

    Attributes:
        snapshot: True for `gameState` (a GET), False for `update`.
        channel: `cn`, constant for the life of the channel.
        events: in the order of the wire.
        clocks: seconds left a player; may be negative for an instant.
    """

    snapshot: bool
    channel: ChannelNumber
    events: tuple[AnyEvent, ...]
    clocks: dict[PlayerName, int]


class GameDecoder:
    """Decodes the answers of one game and counts what it did not know.

    Args:
        max_bytes: cap of one answer.
        on_unknown: called once for each unknown event type, decision type or misfit, with the key
            under which it is counted and the event; for those beyond `MOST_KINDS` once in all.

    Attributes:
        unknown: how often each unknown thing came, `MOST_KINDS` of them by name.
    """

    def __init__(
        self,
        *,
        max_bytes: int = MAX_ANSWER_BYTES,
        on_unknown: Callable[[str, AnyEvent], None] | None = None,
    ) -> None:
        self.unknown: Counter[str] = Counter()
        self._reader = GameXmlReader(max_bytes=max_bytes)
        self._on_unknown = on_unknown

    def decode(self, body: bytes) -> GameUpdate:
        """Decode one answer.

        Raises:
            WireError: the bytes are no answer of a game. Nothing else is ever raised.
        """
        answer = self._reader.read(body, roots=_ROOTS)
        channel = whole_number(answer.channel)
        if channel is None or channel < 0:
            told = repr(answer.channel[:_GLIMPSE])
            raise MalformedAnswerError(f"<{answer.root}> without a channel number ({told})")
        return GameUpdate(
            snapshot=answer.root == "gameState",
            channel=ChannelNumber(channel),
            events=self._events(answer.rows),
            clocks={PlayerName(name): _seconds(text) for name, text in answer.clocks.items()},
        )

    def decode_replay(self, body: bytes) -> tuple[AnyEvent, ...]:
        """Decode the server's own replay: all events one player's channel saw (PROTOCOL 3.6).

        Raises:
            WireError: the bytes are no replay.
        """
        return self._events(self._reader.read(body, roots=_REPLAY_ROOTS).rows)

    def _events(self, rows: list[dict[str, Any]]) -> tuple[AnyEvent, ...]:
        try:
            batch = msgspec.convert({"events": rows}, _Batch, strict=False, dec_hook=split_list)
        except msgspec.ValidationError:
            # Something in the batch does not fit: find out what, and keep the rest typed.
            return tuple(self._event(row) for row in rows)
        return batch.events

    def _event(self, row: dict[str, Any]) -> AnyEvent:
        event: AnyEvent
        try:
            event = _convert(row)
        except msgspec.ValidationError as fault:
            event = _second_try(row, str(fault))
        key = _unknown_key(event)
        if key is not None:
            if key not in self.unknown and len(self.unknown) >= MOST_KINDS:
                key = OTHER_KINDS
            self.unknown[key] += 1
            if self.unknown[key] == 1 and self._on_unknown is not None:
                self._on_unknown(key, event)
        return event


class _Batch(msgspec.Struct):
    """All events of an answer.

    A struct, since msgspec keeps what it has learned of a struct's types; a bare union it would study
    anew at every call, which takes longer than most answers.
    """

    events: tuple[GameEvent | Asked, ...]


def _convert(row: dict[str, Any]) -> AnyEvent:
    return msgspec.convert({"events": [row]}, _Batch, strict=False, dec_hook=split_list).events[0]


def _unknown_key(event: AnyEvent) -> str | None:
    if isinstance(event, UnknownEvent):
        return f"event {event.code[:_GLIMPSE] or '(no type)'}"
    if isinstance(event, Asked) and isinstance(event.decision, UnknownDecision):
        return f"decision {event.decision.decision_type[:_GLIMPSE] or '(no type)'}"
    return None


def _second_try(row: dict[str, Any], why: str) -> AnyEvent:
    """Convert unusual number forms and try again; else keep the event raw."""
    code = str(row.get("type", ""))
    if code == "GS":
        try:
            numbers = _convert(_plain_numbers(row))
        except msgspec.ValidationError as fault:
            why = str(fault)
        else:
            return numbers
    if code == "D":
        try:
            asked = _convert({**row, "decision": {"decisionType": _ANY_DECISION}})
        except msgspec.ValidationError as fault:
            why = str(fault)
        else:
            return msgspec.structs.replace(asked, decision=_raw_decision(row, why))
    return UnknownEvent(code=code, attributes=row, why=why)


def _raw_decision(row: dict[str, Any], why: str) -> UnknownDecision:
    return UnknownDecision(
        decision_type=row["decision"]["decisionType"],
        text=row["decision"]["text"][:LONGEST_TEXT],
        parameters={name: tuple(values) for name, values in row[PARAMETERS].items()},
        why=why,
    )


def _plain_numbers(row: dict[str, Any]) -> dict[str, Any]:
    """Rewrite the unusual forms a `GS` number may have: `∞`, a decimal comma (PROTOCOL 6.10).

    Nothing of a game is infinite, and code that calculates with these numbers may rely on that.
    """
    plain = {
        key: _plain_number(value) if isinstance(value, str) and key != "type" else value
        for key, value in row.items()
    }
    for key in ("darkPowerAtLocations", "lightPowerAtLocations"):
        plain[key] = [_plain_number(value or "-1") for value in row.get(key, ())]
    return plain


def _plain_number(text: str) -> str:
    return text.replace("∞", _INFINITE).replace(",", ".")


def _seconds(text: str) -> int:
    seconds = whole_number(text.strip())
    if seconds is None:
        raise MalformedAnswerError("a clock without whole seconds")
    return seconds
