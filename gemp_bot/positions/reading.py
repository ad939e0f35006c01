"""Reading a position file: every fault is one line, `FILE:LINE: key: what is wrong`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.search import suggestions
from gemp_bot.decisions import ActionKind, PromptKind, ResultKind
from gemp_bot.files import TextFileError, read_text
from gemp_bot.positions.form import DEFAULT_STRATEGY, Description, Numbers, Position, PositionFileError
from gemp_bot.procedures.problems import meant, shown
from gemp_bot.procedures.toml_lines import key_lines, line_of
from gemp_bot.protocol.enums import Zone
from gemp_bot.terminal import plain

Place = tuple[str | int, ...]
"""Keys and, in lists, numbers counted from 0."""

_TOP = ("journal", "question", "asks", "strategy", "about", "known", "must", "must_not")
_ANSWER = ("action", "card", "target", "at", "from", "passes", "number", "result", "why")
_RANGE = ("min", "max")

_Word = TypeVar("_Word", bound=StrEnum)


def read_position(file: Path, index: CardIndex) -> Position:
    """Read and check a position file.

    Args:
        file: a TOML file.
        index: the cards there are; a title that none has is a fault.

    Raises:
        PositionFileError: one line.
    """
    name = plain(str(file))
    try:
        text = read_text(file, "docs/positions.md shows a position")
    except TextFileError as fault:
        raise PositionFileError(str(fault)) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise PositionFileError(f"{name}: not TOML: {plain(str(fault))}") from None
    return _Reader(file, data, key_lines(text.replace("\r\n", "\n")), index).position()


@dataclass(frozen=True, slots=True)
class _Reader:
    file: Path
    data: Mapping[str, Any]
    lines: Mapping[Place, int]
    index: CardIndex

    def position(self) -> Position:
        data = self.data
        self._keys(data, _TOP, ())
        made = Position(
            file=self.file,
            journal=self._journal(),
            question=self._question(),
            asks=self._word(data, ("asks",), PromptKind),
            strategy=self._text(data, ("strategy",)) or DEFAULT_STRATEGY,
            about=self._text(data, ("about",)) or "",
            must=self._descriptions("must"),
            must_not=self._descriptions("must_not"),
            known=self._text(data, ("known",)),
            lines={key: line_of(self.lines, (key,)) for key in ("question", "asks")},
        )
        if not made.must and not made.must_not:
            self._wrong((), "says nothing: write [[must]] or [[must_not]]")
        return made

    # -- the head -----------------------------------------------------------------------------------

    def _journal(self) -> Path:
        said = self._text(self.data, ("journal",))
        if said is None:
            self._wrong(("journal",), "is missing: the path of a recorded game, seen from this file")
        if Path(said).is_absolute():
            self._wrong(("journal",), f"{shown(said)}: a path seen from this file, not from /")
        path = self.file.parent / said
        if not path.is_file():
            self._wrong(("journal",), f"{shown(said)}: no such file in {plain(str(self.file.parent))}")
        return path

    def _question(self) -> int:
        number = self.data.get("question")
        if number is None:
            self._wrong(("question",), "is missing: the number of the question, as replay --board shows it")
        if type(number) is not int or number < 1:
            self._wrong(("question",), f"{shown(number)}: a number from 1 on")
        return number

    # -- answers ------------------------------------------------------------------------------------

    def _descriptions(self, key: str) -> tuple[Description, ...]:
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            self._wrong((key,), f"write it as [[{key}]]")
        return tuple(self._description(table, (key, number)) for number, table in enumerate(tables))

    def _description(self, table: Mapping[str, Any], place: Place) -> Description:
        self._keys(table, _ANSWER, place)
        why = self._text(table, (*place, "why"))
        if why is None:
            self._wrong((*place, "why"), "is missing: why a good player does so, in one sentence")
        if len(table) == 1:
            self._wrong(place, f"describes no answer: write one of {', '.join(_ANSWER[:-1])}")
        made = Description(
            why=why,
            line=line_of(self.lines, place),
            action=self._word(table, (*place, "action"), ActionKind),
            card=self._title(table, (*place, "card")),
            target=self._title(table, (*place, "target")),
            at=self._title(table, (*place, "at")),
            zone=self._word(table, (*place, "from"), Zone),
            passes=self._truth(table, (*place, "passes")),
            number=self._numbers(table, (*place, "number")),
            result=self._word(table, (*place, "result"), ResultKind),
        )
        if made.passes and set(table) - {"passes", "why"}:
            self._wrong((*place, "passes"), "nothing is chosen by passing: leave the other keys out")
        return made

    def _numbers(self, table: Mapping[str, Any], place: Place) -> Numbers | None:
        said = table.get("number")
        if said is None:
            return None
        if not isinstance(said, dict) or not said:
            self._wrong(place, "a range: { min = 1, max = 3 }, one of the two is enough")
        self._keys(said, _RANGE, place)
        for key, bound in said.items():
            if type(bound) is not int:
                self._wrong((*place, key), f"{shown(bound)}: a whole number")
        numbers = Numbers(said.get("min"), said.get("max"))
        if numbers.min is not None and numbers.max is not None and numbers.min > numbers.max:
            self._wrong(place, f"min {numbers.min} is above max {numbers.max}")
        return numbers

    # -- values -------------------------------------------------------------------------------------

    def _keys(self, table: Mapping[str, Any], known: tuple[str, ...], place: Place) -> None:
        for key in table:
            if key not in known:
                self._wrong((*place, key), f"is no key: {meant(key, known)}")

    def _text(self, table: Mapping[str, Any], place: Place) -> str | None:
        said = table.get(str(place[-1]))
        if said is None:
            return None
        if not isinstance(said, str) or not said.strip():
            self._wrong(place, f"{shown(said)}: a text in quotes")
        return " ".join(said.split())

    def _truth(self, table: Mapping[str, Any], place: Place) -> bool | None:
        said = table.get(str(place[-1]))
        if said is not None and not isinstance(said, bool):
            self._wrong(place, f"{shown(said)}: true or false")
        return said

    def _word(self, table: Mapping[str, Any], place: Place, words: type[_Word]) -> _Word | None:
        said = self._text(table, place)
        if said is None:
            return None
        if said not in words.__members__:
            self._wrong(place, f"there is no {shown(said)}: {meant(said, words.__members__)}")
        return words(said)

    def _title(self, table: Mapping[str, Any], place: Place) -> str | None:
        said = self._text(table, place)
        if said is not None and not self.index.titled(said):
            close = suggestions(self.index, said, 1)
            right = f"did you mean {close[0]!r}?" if close else "gemp-bot cards search WORD finds titles"
            self._wrong(place, f"there is no card {shown(said)}: {right}")
        return said

    def _wrong(self, place: Place, fault: str) -> NoReturn:
        line = line_of(self.lines, place)
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place)
        key = plain(key.removeprefix("."))
        raise PositionFileError(f"{plain(str(self.file))}:{line}: {key and f'{key}: '}{fault}")
