"""From a game text to its clauses: sections, alternatives, sentences."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from gemp_bot.cards.text import Mode
from gemp_bot.cards.titles import two_sides

COMMA: Final = ",\u00a0"
"""A comma within a title."""

_ABBREVIATION: Final = re.compile(
    r"\b(Lt|Dr|Mr|Mrs|Ms|Col|Gen|Capt|Sgt|Adm|Cmdr|Comm|Maj|St|vs|Jr|Lieut|Cpl|Prof|No|"
    r"[A-Z])\.(?=[ A-Z0-9,;])"
)
_DECIMAL: Final = re.compile(r"(?<=\d)\.(?=\d)")
_DOT: Final = "\u2024"
"""A dot that ends no sentence."""

_END: Final = re.compile(r"\.(?=\s|$|\))\s*")
_MODE: Final = re.compile(r"\b(USED|LOST|STARTING):\s*")
_SIDE: Final = re.compile(r"(?:^|(?<=[.)\s-]))(Light|Dark)(?: \([^)]*\))?:\s*")
_HEADING: Final = re.compile(r"(?:^|(?<=[.)!?] ))(?:[•A-Z'][^.:{}();]{2,70}?[!?.]?(?: \(V\))?): (?=[A-Z{])")
_OR: Final = re.compile(r"[.;,]?\s+OR\s+(?=[A-Za-z(])")
_ALSO_UNLESS: Final = re.compile(r"\bAlso \(unless ([^()]+)\), ")
_IMMUNE: Final = re.compile(r"\s*\(([Ii]mmune to [^()]*?)\.?\)\.?")
_IS_IMMUNE: Final = re.compile(
    r"(?<= is) \[([Ii]mmune to [^\[\]]*?)\.?\]|(?<= are) \[([Ii]mmune to [^\[\]]*?)\.?\]"
)
_IMMUNE_TOO: Final = re.compile(r"\s*\[([Ii]mmune to [^\[\]]*?)\.?\]\.?")
_WHOLE: Final = re.compile(r"(?:^|(?<=[.)] ))\(([A-Z][^()]*)\.?\)\.?")
_QUOTED_END: Final = re.compile(r"([.,])(')(?=\s|$|\))")
_MODES: Final = {"USED": Mode.USED, "LOST": Mode.LOST, "STARTING": Mode.STARTING}


class Section(msgspec.Struct, frozen=True):
    """An alternative of a text: what one action, one side of a location or of an objective says."""

    text: str
    mode: Mode | None = None
    part: int = 0


def sections(
    gametext: str, *, type_: str, title: str = "", names: re.Pattern[str] | None = None
) -> list[Section]:
    """The sections of a game text, in order; the sides of an objective are found by their titles.

    `names` finds titles in which a comma ends nothing (see `unbroken`).
    """
    text = tidy(gametext)
    title = tidy(title)
    if names is not None:
        text, title = (names.sub(lambda found: found[0].replace(", ", COMMA), one) for one in (text, title))
    if type_.startswith("Location"):
        pieces = _cut(text, _SIDE, {"Light": Mode.LIGHT_SIDE, "Dark": Mode.DARK_SIDE})
    elif type_.startswith("Objective"):
        pieces = list(_sides(text, title))
    else:
        pieces = _cut(text, _MODE, _MODES)
    return [
        Section(part, mode, at)
        for mode, piece in pieces
        for at, part in enumerate(_alternatives(piece))
        if part.strip(" .-")
    ]


def unbroken(titles: Iterable[str]) -> re.Pattern[str] | None:
    """What finds the titles that have a comma, which is none of a list; None if there is no such title."""
    found = sorted({tidy(title) for title in titles if ", " in title}, key=lambda title: (-len(title), title))
    return re.compile("|".join(map(re.escape, found))) if found else None


def tidy(text: str) -> str:
    """One spelling of spaces, quotes and signs; no brackets that only repeat a symbol."""
    text = text.replace("\u2019", "'").replace("\u2018", "'").replace("\u201c", "'").replace("\u201d", "'")
    text = text.replace('"', "'").replace("\u2013", "-").replace("\u2212", "-").replace("\\n", " ")
    text = re.sub(r"\s+", " ", text.replace("{", "").replace("}", "")).strip()
    text = text.replace(" (•)", "").replace("(•) ", "").replace(" (*)", "")
    text = _ALSO_UNLESS.sub(r"Unless \1, ", text)
    text = re.sub(r"(?<=[\w)])\s*([<>])\s*(?=\d)", r" \1 ", text)
    text = re.sub(r"(?<=\()\s*<\s*(?=\d)", "< ", text)
    return re.sub(r"(?<=[+-]) (?=\d)", "", text)


def sentences(text: str) -> list[str]:
    """The sentences of a section; a bracket that is a sentence of its own is one, too."""
    text = _IS_IMMUNE.sub(lambda m: f" {(m[1] or m[2]).replace('Immune', 'immune')}", text)
    text = _IMMUNE.sub(r". \1. ", _IMMUNE_TOO.sub(r". \1. ", text))
    text = _WHOLE.sub(r"\1.", text)
    text = _QUOTED_END.sub(lambda m: m[2] + m[1], text)
    text = _DECIMAL.sub(_DOT, _ABBREVIATION.sub(lambda m: m[1] + _DOT, text))
    found, depth, at = [], 0, 0
    for match in _END.finditer(text):
        depth = text.count("(", 0, match.start()) - text.count(")", 0, match.start())
        if depth > 0:
            continue
        found.append(text[at : match.start()])
        at = match.end()
    found.append(text[at:])
    return [s.replace(_DOT, ".") for s in (f.strip(" .,;-") for f in found) if s]


def _alternatives(text: str) -> list[str]:
    """Split at OR, but not inside brackets, nor where it only joins two costs of maintenance."""
    if "maintain" in text and "place out of play" in text.lower():
        return [text]
    return _OR.split(text)


def _cut(text: str, at: re.Pattern[str], modes: dict[str, Mode]) -> list[tuple[Mode | None, str]]:
    pieces: list[tuple[Mode | None, str]] = []
    mode: Mode | None = None
    start = 0
    for match in at.finditer(text):
        pieces.append((mode, text[start : match.start()]))
        mode, start = modes[match[1]], match.end()
    pieces.append((mode, text[start:]))
    return pieces


def _titled(title: str) -> re.Pattern[str]:
    """The heading with a title: `Storm At Sea: `, also with the mark of a virtual card."""
    return re.compile(rf"{re.escape(title)}(?: \(V\))?: ")


def _sides(text: str, title: str) -> Iterator[tuple[Mode | None, str]]:
    """The sides of an objective: by both titles, else by what looks like a heading."""
    front, back = two_sides(title)
    second = _titled(back).search(text) if back != front else None
    if second is not None:
        first = _titled(front).match(text)
        yield Mode.FRONT, text[first.end() if first else 0 : second.start()]
        yield Mode.BACK, text[second.end() :]
        return
    headings = list(_HEADING.finditer(text))
    start, mode = 0, Mode.FRONT
    for match in headings:
        yield mode, text[start : match.start()]
        mode = Mode.FRONT if match.start() == 0 else Mode.BACK
        start = match.end()
    yield mode, text[start:]
