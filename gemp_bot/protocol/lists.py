"""Comma-joined lists inside one attribute (PROTOCOL 6.1)."""

from gemp_bot.protocol.ids import CardId, PlayerName


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
        ValueError: a part is no number where one must be.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected text, got {type(text).__name__}")
    if kind is CardIds:
        return CardIds(CardId(int(part)) for part in text.split(",")) if text else CardIds()
    if kind is Indexes:
        return Indexes(int(part) for part in text.split(",")) if text else Indexes()
    if kind is Names:
        return Names(PlayerName(part) for part in text.split(",")) if text else Names()
    raise NotImplementedError(f"no list type {kind!r}")
