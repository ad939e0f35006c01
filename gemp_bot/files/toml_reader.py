"""What every reader of a TOML file does: keys that are known, texts, and faults with their place."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from gemp_bot.files.toml_file import TomlFile
from gemp_bot.files.toml_lines import Place, key_of
from gemp_bot.files.wording import meant, shown


@dataclass(frozen=True, slots=True)
class TomlReader:
    """Reads what stands in a file. Every fault is one line, `FILE:LINE: key: what is wrong`.

    Attributes:
        file: that is read.
        error: makes the exception of a fault.
    """

    file: TomlFile
    error: Callable[[str], Exception]

    def check_keys(self, table: Mapping[str, Any], known: Collection[str], place: Place = ()) -> None:
        """Refuse a key that is none of those known.

        Args:
            table: holds the keys.
            known: those it may hold.
            place: of the table.
        """
        for key in table:
            if key not in known:
                self.wrong((*place, key), f"is no key: {meant(key, known)}")

    def text(self, table: Mapping[str, Any], place: Place) -> str | None:
        """The text of a key, on one line; None if the table has no such key.

        Args:
            table: holds the key.
            place: of the key.
        """
        said = table.get(str(place[-1]))
        if said is None:
            return None
        if not isinstance(said, str) or not said.strip():
            self.wrong(place, f"{shown(said)}: a text in quotes")
        return " ".join(said.split())

    def needed(self, table: Mapping[str, Any], place: Place, what: str) -> str:
        """The text of a key that must be there.

        Args:
            table: holds the key.
            place: of the key.
            what: it stands for.
        """
        said = self.text(table, place)
        if said is None:
            self.wrong(place, f"is missing: {what}")
        return said

    def wrong(self, place: Place, fault: str) -> NoReturn:
        """Raise over what stands at a place; () is the file as a whole."""
        key = key_of(place)
        raise self.error(f"{self.file.shown}:{self.file.line(place)}: {key and f'{key}: '}{fault}")
