"""One strategy file: read, and every key checked that can be checked without its parent."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from gemp_bot.files import NotReadError, NotTomlError, parse_toml, read_small
from gemp_bot.files.problems import Problem
from gemp_bot.files.toml_lines import Place, key_lines, line_of
from gemp_bot.files.wording import meant, shown
from gemp_bot.procedures.old_keys import TABLES as OLD_TABLES
from gemp_bot.procedures.old_keys import advice, old_names
from gemp_bot.procedures.problems import StrategyFileError
from gemp_bot.procedures.schema import (
    API,
    NAME_PATTERN,
    Do,
    HeadTable,
    PrincipleTable,
    StepTable,
    keys_of,
    required_keys,
)
from gemp_bot.procedures.vocabulary import ANY, CapabilityKey, NumberKey, Value, Vocabulary

TABLES = ("weights", "capabilities", "search", "procedure", "principle")
_Table = TypeVar("_Table", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class StepSource:
    """A step as it was read, its line and its number among those of its kind, counted from 1."""

    table: StepTable
    place: Place
    number: int


@dataclass(frozen=True, slots=True)
class PrincipleSource:
    """A principle as it was read, and its place."""

    table: PrincipleTable
    place: Place


@dataclass(slots=True)
class StrategySource:
    """One file, read. What was wrong in it is in `problems`, and left out of the rest.

    Attributes:
        path: the file.
        shown: the file as it was named.
        digest: of its text.
        shipped: whether it came with the program, and not from somebody who wants to know what it does.
        head: None if that is wrong.
        weights, capabilities, search: the values it sets.
        procedures: the steps by kind.
    """

    path: Path
    shown: str
    digest: str = ""
    shipped: bool = False
    head: HeadTable | None = None
    weights: dict[str, float] = field(default_factory=dict)
    capabilities: dict[str, bool | str] = field(default_factory=dict)
    search: dict[str, float] = field(default_factory=dict)
    procedures: dict[str, tuple[StepSource, ...]] = field(default_factory=dict)
    principles: list[PrincipleSource] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: Mapping[Place, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name it is looked up by: that of the file."""
        return self.path.stem

    def line(self, place: Place) -> int:
        """The line of a key."""
        return line_of(self.lines, place)

    def wrong(self, place: Place, text: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.shown, self.line(place), text))


def read_strategy(path: Path, vocabulary: Vocabulary) -> StrategySource:
    """Read a file and check it against the vocabulary; expressions are not looked at yet.

    Raises:
        StrategyFileError: it cannot be read at all, or is no TOML.
    """
    source = StrategySource(path, str(path))
    try:
        raw = read_small(path, "a strategy file")
        source.digest = hashlib.sha256(raw).hexdigest()
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        data = parse_toml(text)
    except NotReadError as fault:
        raise _not_read(path, 1, str(fault)) from None
    except UnicodeDecodeError:
        raise _not_read(path, 1, "is no UTF-8 text, so no TOML") from None
    except NotTomlError as fault:
        raise _not_read(path, fault.line, str(fault)) from None
    source.lines = key_lines(text)
    _Reader(source, vocabulary).read(data)
    return source


def _not_read(path: Path, line: int, text: str) -> StrategyFileError:
    return StrategyFileError([Problem(str(path), line, text)])


class _Reader:
    def __init__(self, source: StrategySource, vocabulary: Vocabulary) -> None:
        self._source = source
        self._vocabulary = vocabulary
        tables: tuple[type[msgspec.Struct], ...] = (HeadTable, StepTable, PrincipleTable)
        self._keys = {table: keys_of(table) for table in tables}

    def read(self, data: Mapping[str, object]) -> None:
        head = {key: value for key, value in data.items() if key not in (*TABLES, *OLD_TABLES)}
        if self._is_old(data):
            return
        self._source.head = self._head(head)
        self._numbers(data, "weights", self._vocabulary.weights, self._source.weights)
        self._numbers(data, "search", self._vocabulary.search, self._source.search)
        self._capabilities(self._table(data, "capabilities"))
        self._procedures(self._table(data, "procedure"))
        self._principles(data.get("principle", []))

    def _is_old(self, data: Mapping[str, object]) -> bool:
        """Whether the file has old keys: then the rest of it is not read, and one line says so."""
        source, api = self._source, data.get("api")
        names = old_names(data, self._vocabulary)
        if not names and (api != 1 or isinstance(api, bool)):
            return False
        place = ("api",) if "api" in data and api != API else min(names.values(), key=source.line)
        source.wrong(place, advice(api, {name: source.line(where) for name, where in names.items()}))
        return True

    def _head(self, values: Mapping[str, object]) -> HeadTable | None:
        source = self._source
        head = self._convert(HeadTable, values, (), "", others=TABLES)
        if head is None:
            return None
        if head.api != API:
            source.wrong(("api",), f"api = {head.api}: this program reads api = {API}")
        if re.fullmatch(NAME_PATTERN, head.name) is None:
            source.wrong(
                ("name",), f"name = {shown(head.name)}: small letters, digits and -, like {shown('cautious')}"
            )
        elif head.name != source.name:
            source.wrong(
                ("name",),
                f"name = {shown(head.name)}, but the file is {shown(source.path.name)}: "
                "a strategy is called as its file",
            )
        if head.without and head.extends is None:
            source.wrong(
                ("without",), "without: drops principles of the strategy it extends, and it has none"
            )
        return head

    def _table(self, data: Mapping[str, object], name: str) -> Mapping[str, object]:
        found = data.get(name, {})
        if isinstance(found, dict):
            return found
        right = "[[procedure.KIND]]" if name == "procedure" else f"[{name}]"
        self._source.wrong((name,), f"{name} is a table: write {right} and its keys below")
        return {}

    def _numbers(
        self, data: Mapping[str, object], table: str, keys: Iterable[NumberKey], into: dict[str, float]
    ) -> None:
        known = {key.name: key for key in keys}
        for name, value in self._table(data, table).items():
            place, key = (table, name), known.get(name)
            if key is None:
                self._unknown(place, name, known, f"[{table}] ")
            elif (number := _in_range(value, key)) is None:
                self._source.wrong(place, f"{name} = {_toml(value)}: {_range(key)}")
            else:
                into[name] = number

    def _capabilities(self, values: Mapping[str, object]) -> None:
        capabilities = {capability.name: capability for capability in self._vocabulary.capabilities}
        for key, value in values.items():
            place = ("capabilities", key)
            capability = capabilities.get(key)
            if capability is None:
                self._unknown(place, key, capabilities, "[capabilities] ")
            elif isinstance(value, bool | str) and _seen(value, capability):
                self._source.capabilities[key] = value
            else:
                right = " or ".join(f'"{choice}"' for choice in capability.choices) or "true or false"
                self._source.wrong(place, f"{key} = {_toml(value)}: must be {right}")

    def _procedures(self, values: Mapping[str, object]) -> None:
        kinds = (*self._vocabulary.kinds, ANY)
        for kind, steps in values.items():
            place: Place = ("procedure", kind)
            if kind not in kinds:
                self._source.wrong(place, f"there is no kind of question {shown(kind)}: {meant(kind, kinds)}")
            elif not isinstance(steps, list):
                self._source.wrong(place, f"a procedure is a list of steps: write [[procedure.{kind}]]")
            else:
                read = [self._step(kind, index, step) for index, step in enumerate(steps)]
                self._source.procedures[kind] = tuple(step for step in read if step is not None)

    def _step(self, kind: str, index: int, values: object) -> StepSource | None:
        place: Place = ("procedure", kind, index)
        label = f"{kind} step {index + 1}: "
        if not isinstance(values, dict):
            self._source.wrong(place, f"{label}a step is a table: write [[procedure.{kind}]]")
            return None
        if "do" not in values:
            self._source.wrong(place, f"{label}do is missing: do = {self._keys[StepTable]['do']}")
            values = {**values, "do": Do.BEST}  # what else is wrong is to be told as well
        table = self._convert(StepTable, values, place, label)
        if table is None:
            return None
        for key in _without_effect(table):
            if key in values:
                self._source.wrong((*place, key), f"{label}{key} has no effect with do = {shown(table.do)}")
        if table.do is Do.PREFER and not table.prefer:
            self._source.wrong(place, f'{label}do = "prefer" needs a list: prefer = ["most ...", ...]')
        # A head with faults of its own may name a parent all the same: nothing is said of that twice.
        head = self._source.head
        if table.do is Do.PARENT and head is not None and head.extends is None:
            self._source.wrong((*place, "do"), f'{label}do = "parent" needs extends = "..." above')
            return None
        return StepSource(table, place, index + 1)

    def _principles(self, values: object) -> None:
        if not isinstance(values, list):
            self._source.wrong(("principle",), "a principle is one of a list: write [[principle]]")
            return
        seen: set[str] = set()
        for index, value in enumerate(values):
            place: Place = ("principle", index)
            label = f"principle {index + 1}: "
            if not isinstance(value, dict):
                self._source.wrong(place, f"{label}is a table: write [[principle]]")
                continue
            table = self._convert(PrincipleTable, value, place, label)
            if table is None:
                continue
            for kind in table.on:
                if kind not in self._vocabulary.kinds:
                    text = f"{label}there is no kind of question {shown(kind)}: "
                    self._source.wrong((*place, "on"), text + meant(kind, self._vocabulary.kinds))
            if table.name in seen:
                self._source.wrong(
                    (*place, "name"), f"{label}there is one of the name {shown(table.name)} above"
                )
                continue
            seen.add(table.name)
            self._source.principles.append(PrincipleSource(table, place))

    def _convert(
        self,
        kind: type[_Table],
        values: Mapping[str, object],
        place: Place,
        label: str,
        others: tuple[str, ...] = (),
    ) -> _Table | None:
        """Check the keys of a table; None if something was wrong that makes it useless."""
        keys = self._keys[kind]
        good = True
        for key in values:
            if key not in keys:
                known = [*keys, *others]
                self._unknown((*place, key), key, known, label)
        for key in required_keys(kind):
            if key not in values:
                self._source.wrong(place, f"{label}{key} is missing: {key} = {keys[key]}")
                good = False
        if not good:
            return None
        known_values = {key: value for key, value in values.items() if key in keys}
        for each in msgspec.structs.fields(kind):
            key = each.encode_name
            if key in known_values and not _fits(known_values[key], each.type):
                right = f"must be {keys.get(key, 'something else')}"
                self._source.wrong((*place, key), f"{label}{key} = {_toml(values[key])}: {right}")
                del known_values[key]  # what else is wrong is to be told as well
                good = good and not each.required
        return msgspec.convert(known_values, kind) if good else None

    def _unknown(self, place: Place, key: str, known: Iterable[str], label: str) -> None:
        words = self._vocabulary
        others = [
            f"[{table}]"
            for table, names in (
                ("capabilities", [each.name for each in words.capabilities]),
                ("search", [each.name for each in words.search]),
                ("weights", [each.name for each in words.weights]),
            )
            if key in names
        ]
        if others:
            told = f"no key here: it is one of {' or '.join(others)}"
        elif len(place) > 1 and key in self._keys[HeadTable]:
            told = "no key here: it stands at the top of the file"
        else:
            told = f"no key: {meant(key, known)}"
        self._source.wrong(place, f"{label}{_bare(key)} is {told}")


def _without_effect(table: StepTable) -> tuple[str, ...]:
    match table.do:
        case Do.PASS | Do.PARENT:
            return ("among", "prefer", "within", "take")
        case Do.PREFER:
            return ("within",)
        case Do.ALL:
            return ("within", "take")
        case _:
            return ()


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except (
        msgspec.ValidationError,
        OverflowError,
    ):  # OverflowError: a whole number too long for a decimal one
        return False
    return True


def _in_range(value: object, key: NumberKey) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int if key.whole else int | float):
        return None
    return float(value) if key.low <= value <= key.high else None


def _range(key: NumberKey) -> str:
    kind = "whole number" if key.whole else "number"
    return f"must be a {kind} from {key.low:g} to {key.high:g}" + (key.unit and f" ({key.unit})")


def _seen(value: Value, capability: CapabilityKey) -> bool:
    return value in capability.choices if capability.choices else isinstance(value, bool)


def _bare(key: str) -> str:
    """A key as it may stand in a message."""
    return key if re.fullmatch(r"[\w.-]{1,60}", key) else shown(key)


def _toml(value: object) -> str:
    """A value in a message, about as it was written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return shown(value) if isinstance(value, str) else shown(value).strip("'\"")
