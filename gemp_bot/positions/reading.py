"""Reading a position file: all its problems are told, each with its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.search import suggestions
from gemp_bot.decisions import ActionKind, PromptKind, ResultKind
from gemp_bot.files import TomlReader, read_toml
from gemp_bot.files.toml_lines import Place
from gemp_bot.files.wording import meant, shown
from gemp_bot.positions.form import (
    DEFAULT_STRATEGY,
    ExpectedAnswer,
    NumberRange,
    PositionFileError,
    RecordedPosition,
)
from gemp_bot.protocol.enums import Zone
from gemp_bot.terminal import plain

_TOP = ("journal", "question", "asks", "strategy", "about", "known", "must", "must_not")
_ANSWER = ("action", "card", "target", "at", "from", "passes", "number", "result", "why")
_RANGE = ("min", "max")

_Word = TypeVar("_Word", bound=StrEnum)


def read_position(file: Path, index: CardIndex) -> RecordedPosition:
    """Read and check a position file.

    Args:
        file: a TOML file.
        index: the cards there are; a title that none has is a fault.

    Raises:
        PositionFileError: all that is wrong.
    """
    read = read_toml(file, "docs/positions.md shows a position", PositionFileError)
    return _Reader(read, PositionFileError, index).position()


@dataclass(frozen=True, slots=True)
class _Reader(TomlReader):
    index: CardIndex

    def position(self) -> RecordedPosition:
        data = self.file.data
        self.check_keys(data, _TOP)
        made = RecordedPosition(
            file=self.file.path,
            journal=self._journal(),
            question=self._question(),
            asks=self._word(data, ("asks",), PromptKind),
            strategy=self.text(data, ("strategy",)) or DEFAULT_STRATEGY,
            about=self.text(data, ("about",)) or "",
            must=self._descriptions("must"),
            must_not=self._descriptions("must_not"),
            known=self.text(data, ("known",)),
            lines={key: self.file.line((key,)) for key in ("question", "asks")},
        )
        if not self.problems and not made.must and not made.must_not:
            self.wrong((), "says nothing: write [[must]] or [[must_not]]")
        self.check()
        return made

    # -- the head -----------------------------------------------------------------------------------

    def _journal(self) -> Path:
        said = self.needed(self.file.data, ("journal",), "the path of a recorded game, seen from this file")
        folder = self.file.path.parent
        path = folder / said
        if Path(said).is_absolute():
            self.wrong(("journal",), f"{shown(said)}: a path seen from this file, not from /")
        elif said and not path.is_file():
            self.wrong(("journal",), f"{shown(said)}: no such file in {plain(str(folder))}")
        return path

    def _question(self) -> int:
        number = self.file.data.get("question")
        if number is None:
            self.wrong(("question",), "is missing: the number of the question, as replay --board shows it")
        elif type(number) is not int or number < 1:
            self.wrong(("question",), f"{shown(number)}: a number from 1 on")
        else:
            return number
        return 0

    # -- answers ------------------------------------------------------------------------------------

    def _descriptions(self, key: str) -> tuple[ExpectedAnswer, ...]:
        tables = self.file.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            self.wrong((key,), f"write it as [[{key}]]")
            return ()
        return tuple(self._description(table, (key, number)) for number, table in enumerate(tables))

    def _description(self, table: Mapping[str, Any], place: Place) -> ExpectedAnswer:
        self.check_keys(table, _ANSWER, place)
        why = self.needed(table, (*place, "why"), "why a good player does so, in one sentence")
        if set(table) == {"why"}:
            self.wrong(place, f"describes no answer: write one of {', '.join(_ANSWER[:-1])}")
        made = ExpectedAnswer(
            why=why,
            line=self.file.line(place),
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
            self.wrong((*place, "passes"), "nothing is chosen by passing: leave the other keys out")
        return made

    def _numbers(self, table: Mapping[str, Any], place: Place) -> NumberRange | None:
        said = table.get("number")
        if said is None:
            return None
        if not isinstance(said, dict) or not said:
            self.wrong(place, "a range: { min = 1, max = 3 }, one of the two is enough")
            return None
        right = self.check_keys(said, _RANGE, place)
        for key, bound in said.items():
            if type(bound) is not int:
                self.wrong((*place, key), f"{shown(bound)}: a whole number")
                right = False
        if not right:
            return None
        numbers = NumberRange(said.get("min"), said.get("max"))
        if numbers.min is not None and numbers.max is not None and numbers.min > numbers.max:
            self.wrong(place, f"min {numbers.min} is above max {numbers.max}")
        return numbers

    # -- values -------------------------------------------------------------------------------------

    def _truth(self, table: Mapping[str, Any], place: Place) -> bool | None:
        said = table.get(str(place[-1]))
        if said is not None and not isinstance(said, bool):
            self.wrong(place, f"{shown(said)}: true or false")
            return None
        return said

    def _word(self, table: Mapping[str, Any], place: Place, words: type[_Word]) -> _Word | None:
        said = self.text(table, place)
        if said is None:
            return None
        if said not in words.__members__:
            self.wrong(place, f"there is no {shown(said)}: {meant(said, words.__members__)}")
            return None
        return words(said)

    def _title(self, table: Mapping[str, Any], place: Place) -> str | None:
        said = self.text(table, place)
        if said is not None and not self.index.titled(said):
            close = suggestions(self.index, said, 1)
            right = f"did you mean {close[0]!r}?" if close else "gemp-bot cards search WORD finds titles"
            self.wrong(place, f"there is no card {shown(said)}: {right}")
        return said
