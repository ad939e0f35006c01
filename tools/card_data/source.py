"""Reads a folder of card JSON in the layout of the Players Committee, and refuses what it does not know.

Everything here runs when an index is built, nothing of it at play.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from gemp_bot.errors import BotError
from gemp_bot.terminal import plain

CARD_FILES: Final = (
    "Dark.json",
    "Light.json",
    "DarkPreErrata.json",
    "LightPreErrata.json",
    "DarkLegacy.json",
    "LightLegacy.json",
)
SETS_FILE: Final = "sets.json"
_SHOWN = 80
_LONGEST = 300

Short = Annotated[str, Meta(max_length=_LONGEST)]


class BuildError(BotError, ValueError):
    """A folder of card data cannot be built from; one line with the file, the card and the field."""


class RawFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A side of a card as the files have it."""

    title: Short
    type: Short
    destiny: Short
    sub_type: Short | None = None
    uniqueness: Short = ""
    ability: Short | None = None
    armor: Short | None = None
    deploy: Short | None = None
    ferocity: Short | None = None
    forfeit: Short | None = None
    hyperspeed: Short | None = None
    landspeed: Short | None = None
    maneuver: Short | None = None
    parsec: Short | None = None
    politics: Short | None = None
    power: Short | None = None
    destiny_values: tuple[float, ...] = ()
    dark_side_icons: int | None = None
    light_side_icons: int | None = None
    darkside_icons: int | None = None
    lightside_icons: int | None = None
    icons: tuple[Short, ...] = ()
    characteristics: tuple[Short, ...] = ()
    extra_text: tuple[Short, ...] = ()
    # Known, and never kept.
    gametext: str = ""
    lore: str = ""
    image_url: str = ""
    printable_slip_url: str = ""
    printable_slip_type: str = ""
    errata_symbol: str = ""
    errata_date: str = ""
    errata_notes: str = ""


class RawPrinting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set a card was printed in."""

    set: str


class RawUnderlying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A virtual card that is played with this one."""

    card_id: int
    title: str


class RawCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A card as the files have it."""

    id: int
    front: RawFace
    side: Short
    rarity: Short
    set: Short
    legacy: bool
    printings: tuple[RawPrinting, ...] = ()
    gemp_id: Short | None = None
    back: RawFace | None = None
    abbr: tuple[Short, ...] = ()
    matching: tuple[Short, ...] = ()
    matching_weapon: tuple[Short, ...] = ()
    pulls: tuple[Short, ...] = ()
    pulled_by: tuple[Short, ...] = ()
    next_id: int | None = None
    previous_id: int | None = None
    # Known, and never kept.
    rulings: tuple[str, ...] = ()
    combo: tuple[str, ...] = ()
    concept_by: str = ""
    counterpart: str = ""
    canceled_by: tuple[str, ...] = ()
    cancels: tuple[str, ...] = ()
    source_type: str = ""
    underlying_card_for: tuple[RawUnderlying | str, ...] = ()


class RawSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set as the files have it."""

    id: str
    name: str
    abbr: str
    legacy: bool
    date_release: str | None = None
    gemp_name: str = msgspec.field(default="", name="gempName")
    cycle_code: str = ""
    position: int = 0
    size: int | None = None


class _RawFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[msgspec.Raw, ...]


class _Named(msgspec.Struct, frozen=True):
    """Only what names a card in an error."""

    class Face(msgspec.Struct, frozen=True):
        title: str = "?"

    front: Face = Face()


class Printing(msgspec.Struct, frozen=True):
    """A card and where it stands."""

    file: str
    number: int
    raw: RawCard

    @property
    def place(self) -> str:
        """As an error names it."""
        return _place(self.file, self.number, self.raw.front.title)


class Source(msgspec.Struct, frozen=True):
    """Everything a folder holds.

    Attributes:
        digest: of the files, the same for the same bytes.
    """

    printings: tuple[Printing, ...]
    sets: tuple[RawSet, ...]
    digest: str


def read_source(folder: Path) -> Source:
    """Read a folder of card JSON.

    Raises:
        BuildError: a file is missing or no such file, a field is unknown or has a wrong type.
    """
    if not folder.is_dir():
        raise BuildError(f"{folder}: is no folder")
    digest = hashlib.sha256()
    printings: list[Printing] = []
    for name in CARD_FILES:
        data = _read(folder / name)
        digest.update(data)
        printings.extend(_cards(name, data))
    data = _read(folder / SETS_FILE)
    digest.update(data)
    try:
        sets = msgspec.json.decode(data, type=tuple[RawSet, ...])
    except msgspec.DecodeError as error:
        raise BuildError(f"{SETS_FILE}: {_reason(error)}") from None
    return Source(tuple(printings), sets, digest.hexdigest()[:16])


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        wanted = ", ".join((*CARD_FILES, SETS_FILE))
        raise BuildError(
            f"{file.parent}: {file.name} is missing; a folder of card data has {wanted}"
        ) from None
    except OSError as error:
        raise BuildError(f"{file}: {error.strerror or 'cannot be read'}") from None


def _cards(name: str, data: bytes) -> Iterator[Printing]:
    try:
        raw = msgspec.json.decode(data, type=_RawFile)
    except msgspec.DecodeError as error:
        raise BuildError(f"{name}: {_reason(error)}") from None
    except UnicodeDecodeError:
        raise BuildError(f"{name}: is no UTF-8 text") from None
    decoder = msgspec.json.Decoder(RawCard)
    for number, body in enumerate(raw.cards, start=1):
        try:
            yield Printing(name, number, decoder.decode(body))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BuildError(f"{_place(name, number, _title(body))}: {_reason(error)}") from None


def _title(body: msgspec.Raw) -> str:
    try:
        return msgspec.json.decode(body, type=_Named).front.title
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "?"


def _place(file: str, number: int, title: str) -> str:
    return f"{file}: card {number} ({plain(title[:_SHOWN])})"


def _reason(error: Exception) -> str:
    """What msgspec says, with the field in front: `field front.power: Expected str, got int`."""
    reason, at, path = str(error).partition(" - at `")
    path = path.rstrip("`").removeprefix("$").removeprefix(".")
    field = f"field {path}: " if at and path else ""
    return plain(f"{field}{reason}")
