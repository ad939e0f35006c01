"""One strategy file: read, and every key checked that can be checked without its parent."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from gemp_bot.files import NotReadError, NotTomlError, parse_toml, read_small
from gemp_bot.files.problems import Problem, ProblemsError, meant, shown
from gemp_bot.files.toml import Place, key_lines, key_of, line_of
from gemp_bot.procedures.choosing import Do
from gemp_bot.procedures.vocabulary import ANY, Key, Type, Vocabulary
from gemp_bot.terminal import plain

API = 2
"""The version of this format. A file says for which one it was written."""
NAME_PATTERN = r"[a-z][a-z0-9-]{0,39}"
_Table = TypeVar("_Table", bound=msgspec.Struct)


class StrategyFileError(ProblemsError, ValueError):
    """A strategy cannot be used.

    Args:
        problems: all that was found, in the order of files and lines.
    """

    problems: tuple[Problem, ...]

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = tuple(problems)
        super().__init__(found, f"gemp-bot strategy check {plain(found[0].file)}")


class HeadTable(msgspec.Struct, frozen=True):
    """The keys above the first table."""

    name: Annotated[str, Meta(description='a text in quotes, like "cautious"', pattern=f"^{NAME_PATTERN}$")]
    about: Annotated[str, Meta(min_length=1, max_length=200, description="one sentence in quotes")]
    api: Annotated[int, Meta(ge=API, le=API, description=f"the version of the format: {API}")]
    extends: Annotated[str | None, Meta(description="the name of one strategy, in quotes")] = None
    without: Annotated[tuple[str, ...], Meta(description='names of principles, like ["no suicide"]')] = ()


class StepTable(msgspec.Struct, frozen=True):
    """One `[[procedure.KIND]]`."""

    do: Annotated[Do, Meta(description="one of " + ", ".join(f'"{do}"' for do in Do))]
    when: Annotated[str | None, Meta(description="a condition in quotes")] = None
    among: Annotated[str | None, Meta(description="a condition in quotes")] = None
    prefer: Annotated[
        tuple[str, ...], Meta(max_length=20, description='a list of texts, like ["most power", "random"]')
    ] = ()
    within: Annotated[float, Meta(ge=0, le=1e6, description="a number from 0 on, in Force")] = 0
    why: Annotated[str, Meta(max_length=200, description="one sentence in quotes")] = ""


class PrincipleTable(msgspec.Struct, frozen=True):
    """One `[[principle]]`."""

    name: Annotated[str, Meta(min_length=1, max_length=60, description="a text in quotes")]
    forbid: Annotated[str, Meta(description="a condition in quotes")]
    why: Annotated[str, Meta(min_length=1, max_length=200, description="one sentence in quotes")]
    on: Annotated[tuple[str, ...], Meta(description='kinds of questions, like ["PHASE_ACTION"]')] = ()


_WITHOUT_EFFECT = {
    Do.PASS: ("among", "prefer", "within"),
    Do.PARENT: ("among", "prefer", "within"),
    Do.PREFER: ("within",),
}
_GONE = {"take": "is gone: a question gets one answer, so it had no effect: leave it out"}


def keys_of(table: type[msgspec.Struct]) -> Mapping[str, str]:
    """The keys of a table and what each takes, in words."""
    return {field.name: field.type.__metadata__[0].description for field in msgspec.structs.fields(table)}


class StrategySource:
    """One file, read and checked. What was wrong in it is in `problems`, and left out of the rest.

    Args:
        path: the file.
        vocabulary: the words.

    Attributes:
        digest: of its text.
        own: whether it did not come with the program, so that somebody wants to know what it does.
        head: the keys above the first table. In it, in steps and in principles is None what must be there and
            is not, or is wrong.
        values: of the keys of `[weights]`, `[capabilities]` and `[search]`, by table.
        steps: by kind.
        principles: in their order.

    Raises:
        StrategyFileError: it cannot be read at all, or is no TOML.
    """

    def __init__(self, path: Path, vocabulary: Vocabulary) -> None:
        self.path = path
        self.own = True
        self.problems: list[Problem] = []
        self._vocabulary = vocabulary
        try:
            raw = read_small(path, "a strategy file")
            text = raw.decode("utf-8-sig").replace("\r\n", "\n")
            data = parse_toml(text)
        except NotReadError as fault:
            others = [other.name for other in path.parent.glob("*.toml")] if fault.missing else []
            right = f": {meant(path.name, others)}" if others else ""
            raise StrategyFileError([Problem(str(path), 0, f"{fault}{right}")]) from None
        except UnicodeDecodeError:
            raise StrategyFileError([Problem(str(path), 1, "is no UTF-8 text, so no TOML")]) from None
        except NotTomlError as fault:
            raise StrategyFileError([Problem(str(path), fault.line, str(fault))]) from None
        self.digest = hashlib.sha256(raw).hexdigest()
        self._lines = key_lines(text)
        self.values: dict[str, dict[str, Any]] = {table: {} for table in vocabulary.tables}
        self._homes = {key: f"[{table}]" for table, keys in vocabulary.tables.items() for key in keys}
        self._homes.update(dict.fromkeys(keys_of(HeadTable), "the top of the file"))
        self.head = self._head(data)
        for table, keys in vocabulary.tables.items():
            self._values(table, keys, data.get(table, {}))
        procedures = data.get("procedure", {})
        if not isinstance(procedures, dict):
            self.wrong(("procedure",), "is a table: write [[procedure.KIND]]")
            procedures = {}
        kinds = (*vocabulary.kinds, ANY)
        self.steps: dict[str, list[StepTable]] = {}
        for kind, steps in procedures.items():
            place: Place = ("procedure", kind)
            if kind not in kinds:
                self.wrong(place, f"there is no such kind of question: {meant(kind, kinds)}")
            else:
                self.steps[kind] = [self._step(*each) for each in self._list(place, steps)]
        self.principles = [
            self._principle(*each) for each in self._list(("principle",), data.get("principle", []))
        ]

    @property
    def name(self) -> str:
        """The name it is looked up by: that of the file."""
        return self.path.stem

    def where(self, place: Place) -> str:
        """Where a key stands: `strong.toml:34`."""
        return f"{self.path.name}:{line_of(self._lines, place)}"

    def wrong(self, place: Place, text: str) -> None:
        """Note a problem."""
        key = key_of(place)
        text = f"{key}: {text}" if key else text
        self.problems.append(Problem(str(self.path), line_of(self._lines, place), text))

    def _head(self, data: Mapping[str, object]) -> HeadTable:
        if type(data.get("api")) is int and data["api"] == 1:
            self.wrong(
                ("api",), f"1 is an old format: write api = {API}, and what is told below by its new name"
            )
            data = {**data, "api": API}
        head = self._table(HeadTable, (), data, (*self.values, "procedure", "principle"))
        if head.name not in (None, self.name):
            what = f"{shown(head.name)}, but the file is {shown(self.path.name)}"
            self.wrong(("name",), f"{what}: a strategy is called as its file")
        if head.without and head.extends is None:
            self.wrong(("without",), "drops principles of the strategy it extends, and it extends none")
        return head

    def _values(self, table: str, keys: Mapping[str, Key], given: object) -> None:
        if not isinstance(given, dict):
            self.wrong((table,), f"is a table: write [{table}]")
            return
        for name, value in given.items():
            key = keys.get(name)
            if key is None:
                self._unknown((table, name), keys)
            elif key.type is Type.FLAG:
                if isinstance(value, bool):
                    self.values[table][name] = value
                else:
                    self.wrong((table, name), f"{shown(value)}: must be true or false")
            elif type(value) in ((int,) if key.whole else (int, float)) and key.low <= value <= key.high:
                self.values[table][name] = float(value)
            else:
                kind = "whole number" if key.whole else "number"
                right = f"a {kind} from {key.low:g} to {key.high:g}" + (key.unit and f" ({key.unit})")
                self.wrong((table, name), f"{shown(value)}: must be {right}")

    def _list(self, place: Place, given: object) -> Iterable[tuple[Place, dict[str, object]]]:
        """The tables of a list of tables, each with its place."""
        tables = given if isinstance(given, list) else [given]
        for index, table in enumerate(tables):
            if isinstance(given, list) and isinstance(table, dict):
                yield (*place, index), table
            else:
                self.wrong(place, f"is a list of tables: write [[{key_of(place)}]]")

    def _step(self, place: Place, values: dict[str, object]) -> StepTable:
        table = self._table(StepTable, place, values)
        for key in _WITHOUT_EFFECT.get(table.do, ()):
            if key in values:
                self.wrong((*place, key), f'has no effect with do = "{table.do}"')
        if table.do is Do.PREFER and not table.prefer:
            self.wrong(place, 'do = "prefer" needs a list: prefer = ["most ...", ...]')
        if table.do is Do.PARENT and self.head.extends is None:
            self.wrong((*place, "do"), '"parent" needs extends = "..." at the top of the file')
        return table

    def _principle(self, place: Place, values: dict[str, object]) -> PrincipleTable:
        table = self._table(PrincipleTable, place, values)
        for kind in table.on:
            if kind not in self._vocabulary.kinds:
                what = f"there is no kind of question {shown(kind)}"
                self.wrong((*place, "on"), f"{what}: {meant(kind, self._vocabulary.kinds)}")
        return table

    def _table(
        self, kind: type[_Table], place: Place, values: Mapping[str, object], others: tuple[str, ...] = ()
    ) -> _Table:
        """Check the keys of a table. What it must have and has not is None in it: the rest is checked."""
        keys = keys_of(kind)
        known: dict[str, Any] = {field.name: None for field in msgspec.structs.fields(kind) if field.required}
        for key in values:
            if key not in keys and key not in others:
                self._unknown((*place, key), (*keys, *others))
        for field in msgspec.structs.fields(kind):
            key = field.name
            if key not in values:
                if field.required:
                    self.wrong(place, f"{key} is missing: {key} = {keys[key]}")
                continue
            try:
                known[key] = msgspec.convert(values[key], field.type)
            except (msgspec.ValidationError, OverflowError):  # OverflowError: a whole number too long
                self.wrong((*place, key), f"{shown(values[key])}: must be {keys[key]}")
        return kind(**known)

    def _unknown(self, place: Place, known: Iterable[str]) -> None:
        key = str(place[-1])
        old = ".".join(map(str, place)) if place[0] in (*self.values, *self._vocabulary.renamed) else key
        present = self._vocabulary.present(old)
        if present:
            self.wrong(place, f"is now {present}")
        elif key in self._homes:
            self.wrong(place, f"is no key here: it belongs to {self._homes[key]}")
        else:
            self.wrong(place, _GONE.get(key) or f"is no key: {meant(key, known)}")


def is_name(text: str) -> bool:
    """Whether a text can be the name of a strategy."""
    return re.fullmatch(NAME_PATTERN, text) is not None
