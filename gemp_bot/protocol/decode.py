"""The XML of a game to plain rows, one a `<ge>`, and those to typed events (PROTOCOL 5.2, 5.3, 6, 7).

This is the only place where elements become dictionaries. Nearly everything of an answer stands in
attributes, so no tree is built: lxml tells the start of each element together with its attributes as a
dictionary, which is what the typed decoder wants.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import islice
from operator import itemgetter
from typing import Any

import msgspec

from gemp_bot.protocol.bounds import LONGEST_TEXT, MOST_AMOUNT, MOST_COLUMNS, split_list, whole_number
from gemp_bot.protocol.decisions import UnknownDecision
from gemp_bot.protocol.errors import MalformedAnswerError
from gemp_bot.protocol.events import AnyEvent, Asked, GameEvent, UnknownEvent
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES, check_root, dtd_refused, hardened_parser, parse

PARAMETERS = "_parameters"
"""Key of the row of a `D` under which all its parameters are kept as they came: name to values."""

_PHASE = re.compile(r"(?P<phase>.+?)(?: \(turn #(?P<turn>\d+)\))?")
_LISTED = {"CARD_ACTION_CHOICE": "actions", "ACTION_CHOICE": "actions", "ARBITRARY_CARDS": "cards"}
"""Decision types whose parallel lists are the columns of one table of options."""
_COLUMNS = frozenset(
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
_WORD_NULL = frozenset({"testingText", "backSideTestingText"})
"""Columns that write the word `null` for nothing (PROTOCOL 7.3)."""
_LISTS = {"CARD_SELECTION": ("cardId", "cardIds"), "MULTIPLE_CHOICE": ("results", "results")}
_NAME_AND_VALUE = itemgetter("name", "value")
_NUMBERS = frozenset({"playerZones", "darkPowerAtLocations", "lightPowerAtLocations"})
_INDEXES = tuple(f"locationIndex{at}" for at in range(MOST_COLUMNS + 1))
"""Attributes of the power at each location; with one more than there may be, so that too many are noticed."""
_LONGEST_CLOCK = 40
"""Characters of a clock that are read, blanks behind its number included."""

Row = dict[str, Any]


class GameXml(msgspec.Struct, frozen=True):
    """One answer, not typed yet.

    Attributes:
        root: `gameState`, `update` or `gameReplay`.
        channel: `cn` as it came, empty if absent.
        rows: one for each `<ge>`, in order.
        clocks: text of each clock by player.
    """

    root: str
    channel: str
    rows: list[Row]
    clocks: dict[str, str]


class GameXmlReader:
    """Reads the answers of one game, hardened like every other answer."""

    __slots__ = ("_max_bytes", "_parser", "_target")

    def __init__(self, *, max_bytes: int = MAX_ANSWER_BYTES) -> None:
        self._max_bytes = max_bytes
        self._target = _Target()
        self._parser = hardened_parser(self._target)

    def read(self, body: bytes, *, roots: frozenset[str]) -> GameXml:
        """Parse one answer whose root must be one of `roots`.

        Raises:
            WireError: too large, not well-formed, with a DTD, or another root.
        """
        target = self._target
        parse(body, self._parser, max_bytes=self._max_bytes, restart=target.begin)
        if target.has_dtd:
            raise dtd_refused()
        if target.root is None:
            raise MalformedAnswerError("an answer without a root")
        check_root(target.root, roots, body)
        for row in target.rows:
            kind = row.get("type")
            if kind == "D":
                row["decision"] = _decision(row)
            elif kind == "GPC":
                _split_phase(row)
        return GameXml(target.root, target.channel, target.rows, target.clocks)


class _Target:
    """Takes the elements of an answer as lxml meets them."""

    __slots__ = ("channel", "clock", "clocks", "has_dtd", "parameters", "root", "rows")

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.root: str | None = None
        self.channel = ""
        self.rows: list[Row] = []
        self.clocks: dict[str, str] = {}
        self.clock: str | None = None
        self.parameters: list[Row] = []
        self.has_dtd = False

    def start(self, tag: str, attributes: Row) -> None:
        # Called for every element: two in three are parameters, which are only put by.
        if tag == "parameter":
            self.parameters.append(attributes)
        elif tag == "ge":
            row = attributes or {}
            self.rows.append(row)
            if row.get("type") == "D":
                row[PARAMETERS] = self.parameters = []
        elif tag in _NUMBERS:
            self._number(tag, attributes)
        elif tag == "clock":
            self.clock = attributes.get("participantId", "")
            self.clocks[self.clock] = ""
        elif self.root is None:
            self.root = tag
            self.channel = attributes.get("cn", "")

    def _number(self, tag: str, attributes: Row) -> None:
        """Add a child of a `GS` to its row."""
        if not self.rows:
            return
        row = self.rows[-1]
        if tag == "playerZones":
            # An attribute of this name is no list of zones.
            if not isinstance(row.get(tag), list):
                row[tag] = []
            row[tag].append(attributes)
        else:
            row[tag] = list(map(attributes.get, islice(_INDEXES, len(attributes))))

    def data(self, text: str) -> None:
        # Only clocks hold text; blanks behind one do no harm to its number. It may come in millions of parts.
        if self.clock is not None and len(self.clocks[self.clock]) < _LONGEST_CLOCK:
            self.clocks[self.clock] += text[:_LONGEST_CLOCK]

    def doctype(self, *_: object) -> None:
        self.has_dtd = True

    def close(self) -> None:
        """Nothing is left to do: the rows are complete."""


def _split_phase(row: Row) -> None:
    """`Deploy (turn #3)` to the enum name and the number; any other text is kept and fails to convert."""
    found = _PHASE.fullmatch(row.get("phase", ""))
    if found is not None:
        row["phase"] = found["phase"].upper().replace(" ", "_")
        row["turn"] = found["turn"]


def _decision(row: Row) -> Row:
    kind = row.get("decisionType", "")
    lists: defaultdict[str, list[str]] = defaultdict(list)
    try:
        for name, value in map(_NAME_AND_VALUE, row[PARAMETERS]):
            lists[name].append(value)
    except KeyError as missing:
        lists[""].append(f"a parameter without {missing}")
    row[PARAMETERS] = lists
    decision: Row = {}
    table = _LISTED.get(kind)
    if table is not None:
        columns = {}
        for name, values in lists.items():
            if name in _COLUMNS:
                columns[name] = values
            else:
                decision[name] = values[0]
        decision[table] = _options(columns) if columns else ()
    else:
        listed, key = _LISTS.get(kind, ("", ""))
        for name, values in lists.items():
            if name == listed:
                decision[key] = values
            else:
                decision[name] = values[0]
    # Last, as a parameter may have any name.
    decision["decisionType"], decision["text"] = kind, row.get("text", "")
    return decision


def _options(columns: dict[str, list[str]]) -> list[dict[str, str | None]] | str:
    """Turn parallel lists into rows. Lists of unequal length fit no option: the text fails to convert."""
    names: list[str] = []
    cells: list[list[str] | list[str | None]] = []
    length = -1
    for name, values in columns.items():
        if length not in (-1, len(values)):
            return "parallel lists of unequal length"
        length = len(values)
        if name not in _WORD_NULL:
            cells.append(values)
        elif values.count("null") == length:
            continue
        else:
            cells.append([None if value == "null" else value for value in values])
        names.append(name)
    # All columns are of one length.
    return [dict(zip(names, row)) for row in zip(*cells)]  # noqa: B905


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
