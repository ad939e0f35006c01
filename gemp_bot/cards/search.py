"""Finds cards the way a person names them: by id, title, nickname, words, and close matches on a typo."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.model import Card, CardSet
from gemp_bot.cards.titles import folded, read_title, two_sides
from gemp_bot.protocol.enums import Side

_ID = re.compile(r"[0-9]{1,5}_[0-9]{1,5}(?:_BACK)?[*^]?", re.IGNORECASE)
_LIKE_AN_ID = re.compile(r"([0-9]{1,5})[-_ /.:]([0-9]{1,5})[a-z]?(?:_BACK)?[*^]?", re.IGNORECASE)
_CLOSE: Final = 0.7


def find(index: CardIndex, name: str) -> tuple[Card, ...]:
    """The cards a person means by a blueprint id, a title or a nickname; `(V)` asks for virtual ones only.

    Cards whose title it is come first, plain ones before virtual ones. An id is not counted as unknown. Of
    a nickname for both sides of a card (`AB/CD`) each half is one, too.
    """
    name = name.strip()
    if is_id(name):
        wanted = name.upper()
        card = index.get(wanted) if wanted in index else None
        return () if card is None else (card,)
    title = read_title(name)
    cards = index.titled(title.name) or index.titled(two_sides(title.name)[0])
    if not cards:
        wanted = folded(title.name)
        cards = tuple(card for card in index if wanted and wanted in _nicknames(card))
        cards = tuple(card for card in cards if not card.is_back) or cards
    if title.virtual:
        cards = tuple(card for card in cards if card.virtual)
    return tuple(sorted(cards, key=lambda card: (card.is_back, card.virtual)))


def titled(index: CardIndex, title: str) -> tuple[Card, ...]:
    """The cards a title means, fronts only: virtual ones if it says `(V)` or where there are no others.

    Those of legacy sets only where there are no others.
    """
    cards = [card for card in find(index, title) if not card.is_back]
    virtual = read_title(title).virtual
    cards = [card for card in cards if card.virtual is virtual] or cards
    legacy = {code for code, each in index.sets.items() if each.legacy}
    return tuple(card for card in cards if card.set not in legacy) or tuple(cards)


def is_id(name: str) -> bool:
    """Whether a name is a blueprint id, known or not."""
    return _ID.fullmatch(name.strip()) is not None


def id_meant(index: CardIndex, name: str) -> str:
    """The id of the card meant by something like an id, such as `1-291`; empty if there is none."""
    found = _LIKE_AN_ID.fullmatch(name.strip())
    meant = "" if found is None else f"{int(found[1])}_{int(found[2])}"
    return meant if meant in index else ""


def _nicknames(card: Card) -> set[str]:
    """What a card may be called for short, folded: `ab/cd` also by its halves, the virtual mark left out."""
    whole = [folded(read_title(nick).name) for nick in card.nicknames]
    return {part.strip() for nick in whole for part in (nick, *nick.split("/"))}


def suggestions(index: CardIndex, name: str, count: int = 3) -> tuple[str, ...]:
    """Titles that hold all the words of a name, the shortest first; then those that are close to it.

    Nicknames that hold the words, where there is no such title.
    """
    wanted = folded(read_title(name).name)
    titles = index.titles()
    close = get_close_matches(wanted, titles, n=count, cutoff=_CLOSE)
    holding = [title for title in titles if wanted and all(word in title.split() for word in wanted.split())]
    chosen = dict.fromkeys((*sorted(holding, key=len), *close))
    if not chosen:
        words = set(wanted.split())
        short = {
            nick for card in index for nick in card.nicknames if words and words <= set(folded(nick).split())
        }
        return tuple(sorted(short, key=lambda nick: (len(nick), nick))[:count])
    return tuple(titles[title][0].title for title in list(chosen)[:count])


def known_words(index: CardIndex) -> dict[str, tuple[str, ...]]:
    """The words `search` knows: of `type` (with subtypes), of `icon`, the codes and names of `set`."""
    cards = list(index)
    return {
        "type": tuple(sorted({word for card in cards for word in (card.type, *card.subtypes)})),
        "icon": tuple(sorted({name for card in cards for name, _ in card.icons})),
        "set": tuple(dict.fromkeys(one for card_set in index.sets.values() for one in _names_of(card_set))),
    }


def _names_of(card_set: CardSet) -> tuple[str, ...]:
    return (card_set.code, card_set.name, card_set.short)


def search(
    index: CardIndex,
    words: Iterable[str] = (),
    *,
    side: Side | None = None,
    kind: str | None = None,
    icon: str | None = None,
    card_set: str | None = None,
) -> list[Card]:
    """Cards that bear all the words in any of their facts, in the order of their ids; backs are left out.

    Args:
        index: where to look.
        words: parts of title, nickname, persona, type, subtype, model or characteristics.
        side: only cards of this side of the Force.
        kind: only cards of this type or subtype.
        icon: only cards with this icon.
        card_set: only cards of the set with this code, name or short name.
    """
    parts = [folded(word) for word in words]
    return [
        card
        for card in index
        if not card.is_back
        and (side is None or card.side is side)
        and (kind is None or _same(kind, (card.type, *card.subtypes)))
        and (icon is None or _same(icon, [name for name, _ in card.icons]))
        and (card_set is None or _in_set(index, card, card_set))
        and (not parts or _bears(card, parts))
    ]


def _bears(card: Card, parts: Sequence[str]) -> bool:
    texts = (
        card.title,
        "(V)" if card.virtual else "",
        *card.nicknames,
        *card.personas,
        card.type,
        *card.subtypes,
        card.model,
        *card.characteristics,
    )
    all_of_it = folded(" ".join(texts))
    return all(part in all_of_it for part in parts)


def _same(wanted: str, words: Iterable[str]) -> bool:
    return folded(wanted) in map(folded, words)


def _in_set(index: CardIndex, card: Card, wanted: str) -> bool:
    found = index.sets.get(card.set)
    names = (card.set,) if found is None else _names_of(found)
    return _same(wanted, names) or card.blueprint_id.partition("_")[0] == wanted
