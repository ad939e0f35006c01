"""The XML of a game to typed events (PROTOCOL 5.2, 5.3, 6, 7)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from lxml import etree

from gemp_bot.protocol.decisions import Decision, UnknownDecision
from gemp_bot.protocol.errors import MalformedAnswerError
from gemp_bot.protocol.events import AnyEvent, Asked, GameEvent, UnknownEvent
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.protocol.lists import split_list
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES, XmlReader

_ROOTS = frozenset({"gameState", "update"})
_REPLAY_ROOTS = frozenset({"gameReplay"})
_PHASE = re.compile(r"(?P<phase>.+?)(?: \(turn #(?P<turn>\d+)\))?")
_LISTED = {
    "CARD_ACTION_CHOICE": "actions",
    "ACTION_CHOICE": "actions",
    "ARBITRARY_CARDS": "cards",
}
"""Decision types whose parallel lists are the columns of one table of options."""
_LIST_COLUMNS = frozenset(
    {
        "actionId",
        "cardId",
        "blueprintId",
        "actionText",
        "testingText",
        "backSideTestingText",
        "horizontal",
        "selectable",
        "preselected",
        "cardText",
    }
)
_RAW_LISTS = {"CARD_SELECTION": ("cardId", "cardIds"), "MULTIPLE_CHOICE": ("results", "results")}


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
            under which it is counted and the event.

    Attributes:
        unknown: how often each unknown thing came.
    """

    def __init__(
        self,
        *,
        max_bytes: int = MAX_ANSWER_BYTES,
        on_unknown: Callable[[str, AnyEvent], None] | None = None,
    ) -> None:
        self.unknown: Counter[str] = Counter()
        self._reader = XmlReader(max_bytes=max_bytes)
        self._on_unknown = on_unknown

    def decode(self, body: bytes) -> GameUpdate:
        """Decode one answer.

        Raises:
            WireError: the bytes are no answer of a game. Nothing else is ever raised.
        """
        root = self._reader.read(body, roots=_ROOTS)
        events, clocks = self._children(root)
        return GameUpdate(
            snapshot=root.tag == "gameState", channel=_channel(root), events=events, clocks=clocks
        )

    def decode_replay(self, body: bytes) -> tuple[AnyEvent, ...]:
        """Decode the server's own replay: all events one player's channel saw (PROTOCOL 3.6).

        Raises:
            WireError: the bytes are no replay.
        """
        return self._children(self._reader.read(body, roots=_REPLAY_ROOTS))[0]

    def _children(self, root: etree._Element) -> tuple[tuple[AnyEvent, ...], dict[PlayerName, int]]:
        rows: list[dict[str, Any]] = []
        clocks: dict[PlayerName, int] = {}
        for element in root:
            if element.tag == "ge":
                rows.append(_row(element))
            elif element.tag == "clocks":
                clocks = _clocks(element)
        return self._events(rows), clocks

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
        return f"event {event.code or '(no type)'}"
    if isinstance(event, Asked) and isinstance(event.decision, UnknownDecision):
        return f"decision {event.decision.decision_type or '(no type)'}"
    return None


def _second_try(row: dict[str, Any], why: str) -> AnyEvent:
    """Give odd numbers a chance, then keep the event raw."""
    code = str(row.get("type", ""))
    if code == "GS":
        try:
            numbers = _convert(_plain_numbers(row))
        except msgspec.ValidationError as fault:
            why = str(fault)
        else:
            return numbers
    decision = row.get("decision")
    if code == "D" and isinstance(decision, dict):
        try:
            return Asked(
                participant_id=PlayerName(row["participantId"]),
                id=int(row["id"]),
                decision=_raw_decision(decision, why),
            )
        except (KeyError, ValueError) as fault:
            why = f"{type(fault).__name__}: {fault}"
    return UnknownEvent(code=code, attributes=row, why=why)


def _raw_decision(decision: dict[str, Any], why: str) -> Decision | UnknownDecision:
    return UnknownDecision(
        decision_type=decision["decisionType"],
        text=decision["text"],
        parameters={name: tuple(values) for name, values in decision["_raw"].items()},
        why=why,
    )


def _row(element: etree._Element) -> dict[str, Any]:
    """The attributes of one `ge`, with its children where it has any."""
    row: dict[str, Any] = dict(element.items())
    code = row.get("type")
    if code == "GPC":
        found = _PHASE.fullmatch(row.get("phase", ""))
        if found is not None:
            row["phase"] = found["phase"].upper().replace(" ", "_")
            row["turn"] = found["turn"]
    elif code == "GS":
        _add_statistics(row, element)
    elif code == "D":
        row["decision"] = _decision(row, element)
    return row


def _add_statistics(row: dict[str, Any], element: etree._Element) -> None:
    zones: list[dict[str, str]] = []
    for child in element:
        if child.tag == "playerZones":
            zones.append(dict(child.items()))
        elif child.tag in ("darkPowerAtLocations", "lightPowerAtLocations"):
            powers = child.attrib
            row[child.tag] = [powers.get(f"locationIndex{index}") for index in range(len(powers))]
    row["playerZones"] = zones


def _decision(row: dict[str, Any], element: etree._Element) -> dict[str, Any]:
    kind = row.get("decisionType", "")
    lists: dict[str, list[str]] = {}
    for child in element:
        if child.tag == "parameter":
            lists.setdefault(child.get("name", ""), []).append(child.get("value", ""))
    decision: dict[str, Any] = {"decisionType": kind, "text": row.get("text", ""), "_raw": lists}
    table = _LISTED.get(kind)
    raw = _RAW_LISTS.get(kind)
    for name, values in lists.items():
        if table is not None and name in _LIST_COLUMNS:
            continue
        if raw is not None and name == raw[0]:
            decision[raw[1]] = values
        else:
            decision[name] = values[0]
    if table is not None:
        decision[table] = _options({name: lists[name] for name in lists if name in _LIST_COLUMNS})
    return decision


def _options(columns: dict[str, list[str]]) -> list[dict[str, str | None]] | str:
    """Turn parallel lists into rows. Lists of unequal length fit no option: the text fails to convert."""
    if not columns:
        return []
    length = len(next(iter(columns.values())))
    if any(len(values) != length for values in columns.values()):
        return "parallel lists of unequal length"
    return [
        {
            name: None if values[index] == "null" and name.endswith("estingText") else values[index]
            for name, values in columns.items()
        }
        for index in range(length)
    ]


def _plain_numbers(row: dict[str, Any]) -> dict[str, Any]:
    """Rewrite the odd forms a `GS` number may have: `∞`, a decimal comma (PROTOCOL 6.10)."""
    plain = {
        key: _plain_number(value) if isinstance(value, str) and key != "type" else value
        for key, value in row.items()
    }
    for key in ("darkPowerAtLocations", "lightPowerAtLocations"):
        plain[key] = [_plain_number(value or "-1") for value in row.get(key, ())]
    return plain


def _plain_number(text: str) -> str:
    return text.replace("∞", "inf").replace(",", ".")


def _channel(root: etree._Element) -> ChannelNumber:
    text = root.get("cn", "")
    if not text.isdecimal():
        raise MalformedAnswerError(f"<{root.tag!s}> without a channel number (cn={text!r})")
    return ChannelNumber(int(text))


def _clocks(element: Iterable[etree._Element]) -> dict[PlayerName, int]:
    try:
        return {PlayerName(clock.get("participantId", "")): int(clock.text or "") for clock in element}
    except ValueError:
        raise MalformedAnswerError("a clock without whole seconds") from None
