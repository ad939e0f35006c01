"""Titles: what of a printed title is the title, and what tells one printing from another."""

import re
import unicodedata
from functools import lru_cache

import msgspec

_DOTS = re.compile(r"[•◇]|<>")
# The blanks before a bracket are looked at from the first one only.
_ALTERNATE = re.compile(r"(?<! ) *\((?:(?:[^()]+ )?AI(?: \d+)?|Readable)\)")
_VIRTUAL = re.compile(r"(?<! ) *\([Vv]\)")


class Title(msgspec.Struct, frozen=True):
    """A title taken apart.

    Attributes:
        name: the title itself, as rules and other cards mean it.
        virtual: a virtual card, `(V)`.
        alternate: a printing with another picture.
        printing: the set named to tell two cards of one title apart, `(Coruscant)`; else empty.
        dots: the uniqueness before the title: `*`, `***`, `<>`, or empty.
    """

    name: str
    virtual: bool = False
    alternate: bool = False
    printing: str = ""
    dots: str = ""

    @property
    def full(self) -> str:
        """The title with what tells its cards apart, for looking it up."""
        parts = (self.name, self.printing and f"({self.printing})", "(V)" if self.virtual else "")
        return " ".join(part for part in parts if part)


def read_title(text: str, set_names: frozenset[str] = frozenset()) -> Title:
    """Take a printed title apart.

    Args:
        text: as it is printed, with its dots.
        set_names: names of sets; one in brackets at the end of a title is no part of it.
    """
    dots = re.match(r"(?:[•◇]|<>)*", text)
    uniqueness = "" if dots is None else dots[0].replace("•", "*").replace("◇", "<>")
    text = " ".join(_DOTS.sub("", text).split())
    text, alternate = _ALTERNATE.subn("", text)
    text, virtual = _VIRTUAL.subn("", text)
    text = text.strip()
    printing = ""
    if (found := re.fullmatch(r"(.+) \(([^()]+)\)", text)) and found[2] in set_names:
        text, printing = found[1], found[2]
    return Title(text, bool(virtual), bool(alternate), printing, uniqueness)


def two_sides(name: str) -> tuple[str, str]:
    """The titles of the two sides of a double-sided card, `Invasion / In Complete Control`."""
    front, _, back = name.partition("/")
    return front.strip(), back.strip() or front.strip()


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A title for looking it up: without case, accents, and the signs people leave out."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.sub(r"[^a-z0-9/&()+ ]", "", re.sub(r"[-:]", " ", flat)).split())
