"""How large a thing of the wire may be. No game has anything larger.

The decoder keeps an event or a decision that breaks a bound raw and counts it, like everything else it does
not understand. So nothing behind the border works through a list of 10^9 cards or stores megabytes of text.

Each bound is several times what a game can have. The largest deck has 100 cards and 50 more beside it, so a
game has 300 cards (docs/protocol.md, 8.2 and 8.3).
"""

import re
from typing import Annotated, Final

from msgspec import Meta

from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName

MOST_CARDS: Final = 1_000
"""Cards in a pile or on the table, in a list of cards, and actions or triggers to choose from."""

MOST_RESULTS: Final = 10_000
"""Results of a multiple choice: there are some that list every card title of a format."""

MOST_COLUMNS: Final = 500
"""Columns of the table: every location of both decks makes one at most."""

MOST_PLAYERS: Final = 10
"""Names at one table, which has two seats."""

MOST_ROWS: Final = 20_000
"""Rows of the hall: tables, queues, tournaments, formats and running games."""

MOST_AMOUNT: Final = 5_000.0
"""Power, Force generation, damage, destinies, totals; what the server writes as `∞` is read as this."""

LEAST_AMOUNT: Final = -1_000.0
"""The same numbers downwards: -1 and -2 say that there is none, and a total may be below zero."""

MOST_TURNS: Final = 9_999
"""Turns of one player; every turn costs a player life force."""

LONGEST_NAME: Final = 100
"""Characters of a name, a blueprint id, an action id: the server's own are 45 at most."""

LONGEST_TEXT: Final = 10_000
"""Characters of a line of the log, a prompt or a label; the longest seen has 1,816."""

_JAVA_INT_MIN: Final = -(2**31)
_JAVA_INT_MAX: Final = 2**31 - 1

Count = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
Amount = Annotated[float, Meta(ge=LEAST_AMOUNT, le=MOST_AMOUNT)]
ColumnIndex = Annotated[int, Meta(ge=-1, le=MOST_COLUMNS)]
TurnNumber = Annotated[int, Meta(ge=0, le=MOST_TURNS)]
ServerInt = Annotated[int, Meta(ge=_JAVA_INT_MIN, le=_JAVA_INT_MAX)]
"""A number of the server's own type, for ids and for what it will take as an answer."""

AnyCardId = Annotated[CardId, Meta(ge=_JAVA_INT_MIN, le=_JAVA_INT_MAX)]
Face = Annotated[BlueprintId, Meta(max_length=LONGEST_NAME)]
Name = Annotated[PlayerName, Meta(max_length=LONGEST_NAME)]
Word = Annotated[str, Meta(max_length=LONGEST_NAME)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")


def whole_number(text: str) -> int | None:
    """Read a whole number of at most 18 digits; None for any other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


_WIDEST_ID = 2**31


class CardIds(tuple[CardId, ...]):
    """`otherCardIds`: a group of cards; the empty text is the empty group."""

    __slots__ = ()


class Indexes(tuple[int, ...]):
    """`locationIndexes`: columns."""

    __slots__ = ()


class PlayerNames(tuple[PlayerName, ...]):
    """`allParticipantIds`: player names."""

    __slots__ = ()


def split_list(kind: type, text: object) -> object:
    """Turn the text of an attribute into one of the lists above; the decode hook of msgspec.

    Raises:
        ValueError: a part is no number where one must be, or the list is longer than any of a game.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected text, got {type(text).__name__}")
    if kind is CardIds:
        return CardIds(CardId(_number(part, _WIDEST_ID)) for part in _parts(text, MOST_CARDS))
    if kind is Indexes:
        return Indexes(_number(part, MOST_COLUMNS) for part in _parts(text, MOST_COLUMNS))
    if kind is PlayerNames:
        return PlayerNames(_name(part) for part in _parts(text, MOST_PLAYERS))
    raise NotImplementedError(f"no list type {kind!r}")


def _parts(text: str, most: int) -> list[str]:
    parts = text.split(",", most) if text else []
    if len(parts) > most:
        raise ValueError(f"more than {most} entries in one list")
    return parts


def _number(text: str, below: int) -> int:
    number = whole_number(text)
    if number is None or abs(number) >= below:
        raise ValueError("an entry of a list is no number, or too large")
    return number


def _name(text: str) -> PlayerName:
    if len(text) > LONGEST_NAME:
        raise ValueError("a name is too long")
    return PlayerName(text)
