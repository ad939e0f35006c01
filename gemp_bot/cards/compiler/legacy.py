"""Ids of legacy cards: the card data has none, so a small table keeps the titles seen on the wire."""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from gemp_bot.cards.titles import folded, read_title

_ID = re.compile(r"601_[0-9]{1,4}")


class LegacyIds:
    """Finds the id of a legacy card by its side and title.

    Args:
        sides: for each side, titles as the server shows them by id.

    Raises:
        ValueError: an id that is none of a legacy card.
    """

    def __init__(self, sides: Mapping[str, Mapping[str, str]]) -> None:
        self._ids: dict[tuple[str, str], list[tuple[str, bool]]] = {}
        self._titles: dict[str, str] = {}
        self._used: set[str] = set()
        for side, titles in sides.items():
            for blueprint, shown in titles.items():
                if not _ID.fullmatch(blueprint):
                    raise ValueError(f"legacy ids: {blueprint!r} is no id such as 601_7")
                title = read_title(shown)
                found = self._ids.setdefault((side.casefold(), folded(title.name)), [])
                found.append((blueprint, title.virtual))
                self._titles[blueprint] = shown

    @classmethod
    def load(cls) -> "LegacyIds":
        """The table of the package."""
        text = files("gemp_bot.cards.compiler").joinpath("legacy_ids.toml").read_text("utf-8")
        return cls(tomllib.loads(text))

    def find(self, side: str, title: str, *, virtual: bool) -> str | None:
        """The id of a card; a title seen without `(V)` may be that of a virtual card, too."""
        found = self._ids.get((side.casefold(), folded(title)), [])
        for wanted in (virtual, False):
            for blueprint, marked in found:
                if marked == wanted:
                    self._used.add(blueprint)
                    return blueprint
        return None

    def unused(self) -> tuple[tuple[str, str], ...]:
        """Ids no card was found for, with their titles."""
        return tuple((one, title) for one, title in self._titles.items() if one not in self._used)
