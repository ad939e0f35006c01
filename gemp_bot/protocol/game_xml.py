"""The XML of a game to plain rows, one a `<ge>`: the only place where elements become dictionaries.

Nearly everything of an answer stands in attributes, so no tree is built: lxml tells the start of each
element together with its attributes as a dictionary, which is what the typed decoder wants.
"""

import re
from collections import defaultdict
from operator import itemgetter
from typing import Any, NamedTuple

from gemp_bot.protocol.errors import MalformedAnswerError
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
"""Columns that write the word `null` for nothing (PROTOCOL 10.27)."""
_LISTS = {"CARD_SELECTION": ("cardId", "cardIds"), "MULTIPLE_CHOICE": ("results", "results")}
_NAME_AND_VALUE = itemgetter("name", "value")
_NUMBERS = frozenset({"playerZones", "darkPowerAtLocations", "lightPowerAtLocations"})
_LONGEST_CLOCK = 40
"""Characters of a clock that are read, blanks behind its number included."""

Row = dict[str, Any]


class GameXml(NamedTuple):
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
    """Reads the answers of one game, hardened like every other answer.

    Args:
        max_bytes: cap of one answer.
    """

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
            row[tag] = [attributes.get(f"locationIndex{at}") for at in range(len(attributes))]

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
