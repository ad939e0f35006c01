"""Answers of a game, altered: as bytes, and as what their bytes say.

Everything comes from one seeded generator, so that what was found is found again.
"""

import random
import re

NUMBERS = (
    "10000000", "1000000000", "-1000000000", "2147483647", "2147483648", "1" + "0" * 400, "9" * 5000,
    "-1", "-7", "0", "1", "1.5", "2,5", "1e308", "NaN", "Infinity", "∞", "٣", "1_0", " 3",
)  # fmt: skip
TEXTS = (
    "", "x" * 5000, "x" * 100_000, "null", "true", "_parameters", "decisionType", "type", "temp0", "revert",
    "inPlay", "rules", "-1_1", "1_168", "1_168*^", ",", "1,2,3", "1," * 3000 + "1", "&#xD800;", "&#0;",
    "&#27;[31m", "&#10;", "&lt;div class='cardHint' value='1_1'&gt;Luke&lt;/div&gt;",
    "&lt;div cardHint" * 2000,
    "a'b", "Choose ", "'s to in from " * 500, "\U0001f5e1\u202e",
)  # fmt: skip
ZONES = (
    "HAND", "LOCATIONS", "AT_LOCATION", "ATTACHED", "STACKED", "TOP_OF_RESERVE_DECK", "TOP_OF_LOST_PILE",
    "SIDE_OF_TABLE", "VOID", "OUT_OF_PLAY",
)  # fmt: skip
_TOKENS = (
    b"9",
    b"-",
    b"\xe2\x88\x9e",
    b'"',
    b"<",
    b">",
    b"&",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"</ge>",
)
_ATTRIBUTE = re.compile(r'(?<![\w.-])([A-Za-z_][\w.-]{0,60})="([^"]*)"')
_ELEMENT = re.compile(
    r"<(?:ge|parameter|playerZones|darkPowerAtLocations|lightPowerAtLocations|clock)\b[^<>]*/>"
)
_MOST_COPIES = 3000
_LONGEST = 4_000_000


def mutated(body: bytes, rng: random.Random) -> bytes:
    """The answer with a few changes; mostly in its values, as bytes that are no XML go no further."""
    if rng.random() < 0.15:
        return _bytes_changed(body, rng)
    text = body.decode("utf-8", "replace")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice(_CHANGES)(text, rng)
        if len(text) > _LONGEST:
            break
    return text.encode("utf-8", "surrogatepass")


def _bytes_changed(body: bytes, rng: random.Random) -> bytes:
    changed = bytearray(body)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(5):
            case 0 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                del changed[at : at + rng.randint(1, 60)]
            case 2:
                changed[at:at] = changed[at : at + rng.randint(1, 400)]
            case 3:
                changed[at:at] = rng.choice(_TOKENS)
            case _:
                if rng.random() < 0.2:
                    del changed[at:]
    return bytes(changed)


def _value(text: str, rng: random.Random) -> str:
    """Another value for one attribute: absurd, or one that another attribute has."""
    found = _one(_ATTRIBUTE, text, rng)
    if found is None:
        return text
    begin, end = found.span(2)
    if rng.random() < 0.3:
        other = _one(_ATTRIBUTE, text, rng)
        value = "" if other is None else other[2]
    elif found[1] == "zone":
        value = rng.choice(ZONES)
    else:
        value = rng.choice(NUMBERS if found[2].lstrip("-").isdigit() else TEXTS + NUMBERS)
    return text[:begin] + value + text[end:]


def _number(text: str, rng: random.Random) -> str:
    """Another value for an attribute that holds a number."""
    found = _one(re.compile(r'(?<![\w.-])[A-Za-z_][\w.-]{0,60}="(-?\d+)"'), text, rng)
    if found is None:
        return text
    begin, end = found.span(1)
    near = str(int(found[1]) + rng.choice((-1, 1, 7, 100))) if len(found[1]) < 18 else "0"
    return text[:begin] + rng.choice((*NUMBERS, near)) + text[end:]


def _name(text: str, rng: random.Random) -> str:
    """Another name for one attribute, or none of that name."""
    found = _one(_ATTRIBUTE, text, rng)
    if found is None:
        return text
    if rng.random() < 0.5:
        return text[: found.start()] + text[found.end() :]
    begin, end = found.span(1)
    return text[:begin] + rng.choice(("_parameters", "playerZones", "type", "value", "x")) + text[end:]


def _element(text: str, rng: random.Random) -> str:
    """An element left out, repeated, or at another place."""
    found = _one(_ELEMENT, text, rng)
    if found is None:
        return text
    match rng.randrange(4):
        case 0:
            return text[: found.start()] + text[found.end() :]
        case 1:
            return (
                text[: found.start()]
                + found[0] * rng.choice((2, 3, 30, 300, _MOST_COPIES))
                + text[found.end() :]
            )
        case 2:
            other = _one(_ELEMENT, text, rng)
            return text if other is None else text[: other.start()] + found[0] + text[other.start() :]
        case _:
            copies = (_value(found[0], rng) for _ in range(rng.randint(2, 40)))
            return text[: found.start()] + "".join(copies) + text[found.end() :]


def _kind(text: str, rng: random.Random) -> str:
    """An event or a question of another type with the attributes it has."""
    found = _one(re.compile(r'(?<= )(?:type|decisionType)="([A-Z_]+)"'), text, rng)
    if found is None:
        return text
    begin, end = found.span(1)
    other = rng.choice(_KINDS if "decisionType" in found[0] else _CODES)
    return text[:begin] + other + text[end:]


def _asked(text: str, rng: random.Random) -> str:
    """A question more, made up."""
    kind = rng.choice(_KINDS)
    names = (
        "actionId",
        "cardId",
        "blueprintId",
        "actionText",
        "results",
        "min",
        "max",
        "defaultValue",
        "selectable",
    )
    rows = "".join(
        f'<parameter name="{rng.choice(names)}" value="{rng.choice((*NUMBERS, *TEXTS[:12]))}"/>'
        for _ in range(rng.randint(0, 12))
    )
    event = (
        f'<ge type="D" participantId="{_player(text)}" id="1" decisionType="{kind}" text="Choose">{rows}</ge>'
    )
    at = text.rfind("</")
    return text if at < 0 else text[:at] + event + text[at:]


def _crowd(text: str, rng: random.Random) -> str:
    """Cards upon cards: more than a game has, in circles, at places that are none."""
    owner = _player(text)
    cards = "".join(
        f'<ge type="PCIP" cardId="{rng.randint(0, 600)}" blueprintId="{rng.choice(_FACES)}" '
        f'zone="{rng.choice(ZONES)}" participantId="{owner}" zoneOwnerId="{owner}" '
        f'locationIndex="{rng.randint(-1, 12)}" targetCardId="{rng.randint(0, 600)}"/>'
        for _ in range(rng.choice((5, 50, 500, _MOST_COPIES)))
    )
    at = text.find("<ge ")
    return text if at < 0 else text[:at] + cards + text[at:]


def _player(text: str) -> str:
    found = re.search(r'participantId="([^"]{1,20})"', text)
    return "x" if found is None else found[1]


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    """One place that fits, from anywhere in the text on."""
    start = rng.randrange(len(text) + 1)
    return pattern.search(text, start) or pattern.search(text)


_CHANGES = (
    _value,
    _value,
    _value,
    _number,
    _number,
    _number,
    _name,
    _element,
    _element,
    _kind,
    _asked,
    _crowd,
)
_KINDS = (
    "CARD_ACTION_CHOICE", "ACTION_CHOICE", "CARD_SELECTION", "ARBITRARY_CARDS", "MULTIPLE_CHOICE", "INTEGER",
    "EMPTY", "NEW_TYPE",
)  # fmt: skip
_CODES = (
    "P", "TC", "GPC", "PCIP", "RCIP", "MCIP", "RCFP", "RLFP", "ROCIP", "FCIP", "SB", "ATB", "RFB", "EB", "SA",
    "SD", "SLC", "SS", "RSH", "M", "W", "GS", "DD", "D", "XYZ",
)  # fmt: skip
_FACES = ("1_19", "1_168", "1_133", "1_135", "9_1", "209_50", "-1_1", "1_291", "2_147", "no_card", "")
