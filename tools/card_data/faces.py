"""One side of a card from the files to facts: numbers, icons, subtypes, characteristics."""

import re
from functools import partial
from typing import Final

from gemp_bot.cards.kinds import CardType, SubType, Uniqueness
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import Odd, Printed, known, options
from gemp_bot.cards.titles import Title
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.terminal import plain
from tools.card_data.numbers import read_number
from tools.card_data.source import BuildError, Printing, RawFace

_SUBTYPES: Final[dict[tuple[str, str], str]] = {
    (CardType.WEAPON, "Character"): SubType.CHARACTER_WEAPON,
    (CardType.WEAPON, "Creature"): SubType.CREATURE_WEAPON,
    (CardType.WEAPON, "Starship"): SubType.STARSHIP_WEAPON,
    (CardType.WEAPON, "Vehicle"): SubType.VEHICLE_WEAPON,
    (CardType.VEHICLE, "Creature"): SubType.CREATURE_VEHICLE,
    (CardType.VEHICLE, "Combat Vehicle"): SubType.COMBAT,
}
_ICONS: Final = {
    "pisode I": "Episode I",
    "Permanent weapon": "Permanent Weapon",
    "Presence Droid": "Presence",
    "Presence Icon": "Presence",
    "Reflections II": "Reflections 2",
    "Reflections III": "Reflections 3",
    "Selective": "Selective Creature",
    "Anakin Pilot": "Pilot",
}
"""Other spellings of an icon in the files."""

_SHOWN: Final = 40
_MOST_FORCE_ICONS: Final = 9
_JEDI_TEST = re.compile(r"Jedi Test (#\d)")
_TIMES = re.compile(r"(.+?) x(\d)")
_DEFENSE = re.compile(r"([^0-9:]+?):? (\d{1,2})")
_NO_HYPERDRIVE = re.compile(r"no hyper[a-z]*", re.IGNORECASE)
_SIGN = re.compile(r"\*|[XYZ](?:-[XYZ])?")
_JEDI = re.compile(r"(?:Dark )?Jedi(?: Knight| Master)?", re.IGNORECASE)
_TWICE = re.compile(r"\b(\w+)(?: \1)+$")


def read_face(printing: Printing, face: RawFace, title: Title, blueprint_id: str, name: str) -> Card:
    """The facts of one side of a card; those that need other cards are still missing.

    Raises:
        BuildError: a title, a side of the Force, a uniqueness or a number that is none.
    """
    raw = printing.raw
    kind, model = _type_of(face)
    subtypes, model = _subtypes_of(kind, face.sub_type, model)
    characteristics, defense, armor = _extras_of(face)
    dark, light = face.dark_side_icons, face.light_side_icons
    if not name:
        raise BuildError(f"{printing.place}: field front.title: is empty")
    number = partial(_number, printing, face)
    return Card(
        blueprint_id=BlueprintId(blueprint_id),
        title=name,
        side=_side_of(printing),
        type=kind,
        virtual=title.virtual,
        subtypes=subtypes,
        model=model,
        uniqueness=_uniqueness_of(printing, face, title),
        set=raw.set,
        rarity=raw.rarity,
        nicknames=tuple(dict.fromkeys(nick for nick in raw.abbr if len(nick) <= _LONGEST_NICKNAME)),
        destiny=_destiny_of(printing, face),
        power=number("power"),
        ability=number("ability"),
        deploy=number("deploy"),
        forfeit=number("forfeit"),
        maneuver=number("maneuver"),
        armor=number("armor") if face.armor is not None else armor,
        hyperspeed=number("hyperspeed"),
        landspeed=number("landspeed"),
        parsec=number("parsec"),
        ferocity=number("ferocity"),
        defense=defense,
        politics=number("politics"),
        force_dark=_force(printing, face.darkside_icons if dark is None else dark),
        force_light=_force(printing, face.lightside_icons if light is None else light),
        icons=_icons_of(face.icons),
        characteristics=characteristics,
        pre_errata="PreErrata" in printing.file,
        double_sided=raw.back is not None,
    )


_LONGEST_NICKNAME = 40


def _side_of(printing: Printing) -> Side:
    try:
        side = Side(printing.raw.side.upper())
    except ValueError:
        raise BuildError(
            f"{printing.place}: field side: {printing.raw.side!r} is neither Dark nor Light"
        ) from None
    if not printing.file.upper().startswith(side.value.upper()):
        raise BuildError(f"{printing.place}: field side: {printing.raw.side!r} in {printing.file}")
    return side


def _uniqueness_of(printing: Printing, face: RawFace, title: Title) -> Uniqueness:
    """As the field says; the legacy files have only the dots of the title."""
    try:
        return Uniqueness(face.uniqueness or title.dots)
    except ValueError:
        raise BuildError(
            f"{printing.place}: field front.uniqueness: {face.uniqueness!r} is no uniqueness"
        ) from None


def _type_of(face: RawFace) -> tuple[str, str]:
    if test := _JEDI_TEST.fullmatch(face.type):
        return CardType.JEDI_TEST, test[1]
    return face.type, ""


def _subtypes_of(kind: str, sub_type: str | None, model: str) -> tuple[tuple[str, ...], str]:
    if sub_type is None:
        return (), model
    if kind == CardType.CREATURE:
        return (), sub_type
    name, colon, rest = sub_type.partition(": ")
    if colon:
        model = rest
    if kind == CardType.CHARACTER:
        names = name.split("/")
    elif kind == CardType.INTERRUPT:
        names = name.split(" Or ")
    else:
        names = [name]
    return tuple(str(_SUBTYPES.get((kind, one), one)) for one in names), model


def _number(printing: Printing, face: RawFace, name: str) -> Printed:
    """A printed number.

    Raises:
        BuildError: it is neither one nor a sign that stands in its place.
    """
    text: str | None = getattr(face, name)
    if text is None:
        return None
    number = read_number(text)
    understood = not isinstance(number, Odd) or number.draws or _SIGN.fullmatch(text.strip())
    if not understood and len(number.values if isinstance(number, Odd) else ()) < 1 + (" or " in text):
        raise BuildError(
            f"{printing.place}: field front.{name}: {plain(text[:_SHOWN])!r} is neither a number nor * or X"
        )
    return number


def _force(printing: Printing, icons: int | None) -> int | None:
    if icons is not None and not 0 <= icons <= _MOST_FORCE_ICONS:
        raise BuildError(
            f"{printing.place}: {icons if abs(icons) < _SHOWN else 'too many'} Force icons; "
            f"a location has 0 to {_MOST_FORCE_ICONS}"
        )
    return icons


def _destiny_of(printing: Printing, face: RawFace) -> Printed:
    """The destiny; two of them in rising order."""
    number = _number(printing, face, "destiny")
    if isinstance(number, Odd) and len(number.values) > 1:
        return Odd(number.text, tuple(sorted(options(number))))
    if known(number) is None and face.destiny != "*" and face.destiny_values:
        return Odd(face.destiny, tuple(sorted(face.destiny_values)))
    return number


def _icons_of(icons: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for icon in icons:
        times = _TIMES.fullmatch(icon)
        name, count = (times[1], int(times[2])) if times else (icon, 1)
        name = _ICONS.get(name, name)
        counts[name] = counts.get(name, 0) + count
    return tuple(counts.items())


def _extras_of(face: RawFace) -> tuple[tuple[str, ...], Printed, Printed]:
    """Characteristics, special defense value and armor, which the files mix with other words."""
    found = dict.fromkeys(face.characteristics)
    defense: Printed = None
    armor: Printed = None
    for extra in face.extra_text:
        if value := _DEFENSE.fullmatch(extra):
            if value[1] == "Armor":
                armor = int(value[2])
            else:
                defense = int(value[2])
        else:
            found.update(dict.fromkeys(_characteristics(extra)))
    return tuple(found), defense, armor


def _characteristics(extra: str) -> list[str]:
    if _NO_HYPERDRIVE.fullmatch(extra):
        return ["no hyperdrive"]
    if not any(letter.islower() for letter in extra):
        return []  # `+ X`, and other signs that are no word
    extra = _TWICE.sub(r"\1", extra).replace("Interogator", "Interrogator")
    if _JEDI.fullmatch(extra):
        return [extra]
    if extra in ("Force-Sensitive", "Force Sensitive", "Force-Attuned"):
        return [extra.replace(" ", "-")]
    if " & " in extra:  # `Astromech & Protocol Droid`
        kinds = extra.removesuffix(" Droid").split(" & ")
        return [f"{kind.lower()} droid" for kind in kinds]
    return [extra.lower()]
