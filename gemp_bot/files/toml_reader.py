"""What every reader of a TOML file does: keys that are known, texts, and problems with their place."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from gemp_bot.files.problems import Problem, ProblemsError
from gemp_bot.files.toml_file import TomlFile
from gemp_bot.files.toml_lines import Place, key_of
from gemp_bot.files.wording import meant, shown


@dataclass(frozen=True, slots=True)
class TomlReader:
    """Reads what stands in a file, and goes on after a problem: all of them are told at once.

    Attributes:
        file: that is read.
        error: of what is wrong in it.
        problems: found so far. What was read is worth nothing if there are any.
    """

    file: TomlFile
    error: type[ProblemsError]
    problems: list[Problem] = field(default_factory=list, init=False)

    def check_keys(self, table: Mapping[str, Any], known: Collection[str], place: Place = ()) -> bool:
        """Whether all keys are known; one that is not is a problem.

        Args:
            table: holds the keys.
            known: those it may hold.
            place: of the table.
        """
        unknown = [key for key in table if key not in known]
        for key in unknown:
            self.wrong((*place, key), f"is no key: {meant(key, known)}")
        return not unknown

    def text(self, table: Mapping[str, Any], place: Place) -> str | None:
        """The text of a key, on one line; None if there is none.

        Args:
            table: holds the key.
            place: of the key.
        """
        said = table.get(str(place[-1]))
        if said is None:
            return None
        if not isinstance(said, str) or not said.strip():
            self.wrong(place, f"{shown(said)}: a text in quotes")
            return None
        return " ".join(said.split())

    def needed(self, table: Mapping[str, Any], place: Place, what: str) -> str:
        """The text of a key that must be there; empty if it is not.

        Args:
            table: holds the key.
            place: of the key.
            what: it stands for.
        """
        if str(place[-1]) not in table:
            self.wrong(place, f"is missing: {what}")
        return self.text(table, place) or ""

    def wrong(self, place: Place, what: str) -> None:
        """Note what is wrong at a place; () is the file as a whole."""
        key = key_of(place)
        text = f"{key}: {what}" if key else what
        self.problems.append(Problem(self.file.shown, self.file.line(place), text))

    def check(self) -> None:
        """Raise `error` if there are problems."""
        if self.problems:
            raise self.error(self.problems)
