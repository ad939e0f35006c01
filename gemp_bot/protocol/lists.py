"""Comma-joined lists inside one attribute (PROTOCOL 6.1)."""

from gemp_bot.protocol.bounds import LONGEST_NAME, MOST_CARDS, MOST_COLUMNS, MOST_PLAYERS, whole_number
from gemp_bot.protocol.ids import CardId, PlayerName

_WIDEST_ID = 2**31


class CardIds(tuple[CardId, ...]):
    """`otherCardIds`: a group of cards; the empty text is the empty group."""

    __slots__ = ()


class Indexes(tuple[int, ...]):
    """`locationIndexes`: columns."""

    __slots__ = ()


class Names(tuple[PlayerName, ...]):
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
    if kind is Names:
        return Names(_name(part) for part in _parts(text, MOST_PLAYERS))
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
