"""Makes the index of cards for `python -m tools.cards build`; the same sources give the same bytes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from gemp_bot.cards.index import CardIndex, IndexFile, pack
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import BACK, Card, CardSet, Made
from gemp_bot.cards.packing import CardTexts, pack_texts
from gemp_bot.protocol.ids import BlueprintId
from tools.card_data.build import BuiltCards, LegacyTitle, read_cards
from tools.card_data.personas import Personas
from tools.card_data.references import id_order
from tools.card_data.source import CARD_FILES, SETS_FILE, BuildError
from tools.card_facts.build import BuiltTexts, build_texts, source_root
from tools.card_facts.cards import card_of, differences

LEGACY: Final = "601_"
"""What the ids of legacy cards begin with."""
_SET_ICON: Final = "Set "
_NO_DATA: Final = Made("", 0, 0, 0, 0, 0, 0)


class Report(msgspec.Struct, frozen=True):
    """What became of the sources.

    Attributes:
        made: the counts the index keeps.
        cards: fronts in the index. backs: backs. texts: cards with a definition.
        by_definition: ids of cards that only the definitions have.
        unmatched_legacy, unused_legacy, names_resolved, names_unresolved: of the card data.
        new_words: types, subtypes and icons that are not in our lists.
        differences: by id what the definition prints otherwise.
        unreadable: by id the reason why a definition could not be read.
        unread: methods of definitions that are not read, or not to the end, with how often.
        problems: what was not followed in them, with how often.
        bytes: size of the index.
    """

    made: Made
    cards: int
    backs: int
    texts: int
    by_definition: tuple[str, ...]
    unmatched_legacy: tuple[tuple[str, str], ...]
    unused_legacy: tuple[str, ...]
    names_resolved: int
    names_unresolved: tuple[str, ...]
    new_words: tuple[str, ...]
    differences: Mapping[str, Sequence[str]]
    unreadable: Mapping[str, str]
    unread: Mapping[str, int]
    problems: Mapping[str, int]
    bytes: int


def build(sources: Iterable[Path], present: Callable[[], CardIndex]) -> tuple[bytes, Report]:
    """Make an index.

    Args:
        sources: a folder of card data, a checkout of definitions, or both.
        present: gives the index that what is not among the sources is taken from.

    Raises:
        BuildError: one line that says what is wrong with a source.
    """
    folder, root = _told_apart(sources)
    told = None if root is None else build_texts(root)
    if told is not None and not told.definitions:
        raise BuildError(f"{root}: none of its definitions of cards can be read")
    before = present() if folder is None or told is None else None
    data = None if folder is None else read_cards(folder, _legacy(told, before))
    cards: dict[str, Card] = {
        each.blueprint_id: each for each in (before or () if data is None else data.cards)
    }
    if told is None or data is None:
        cards = _kept(cards, before, by_definition=told is None)
    texts = b"" if before is None else before.texts.packed
    differing: dict[str, list[str]] = {}
    if told is not None:
        texts = pack_texts((blueprint, each.text) for blueprint, each in told.definitions.items())
        differing = _differing(cards, told)
        cards |= dict(_by_definition(cards, told))
    made = _made(data, told, before, sum(map(len, differing.values())))
    ordered = sorted(cards.values(), key=lambda card: id_order(card.blueprint_id))
    same = msgspec.msgpack.decode(msgspec.msgpack.encode(ordered), type=tuple[Card, ...])  # as read again
    packed = pack(IndexFile(made, _sets(data, told, before, ordered), same, texts))
    report = Report(
        made=made,
        cards=sum(not card.is_back for card in ordered),
        backs=sum(card.is_back for card in ordered),
        texts=sum(1 for _ in CardTexts(texts)),
        by_definition=tuple(card.blueprint_id for card in ordered if card.by_definition),
        unmatched_legacy=data.unmatched_legacy if data else (),
        unused_legacy=data.unused_legacy if data else (),
        names_resolved=data.names_resolved if data else 0,
        names_unresolved=data.names_unresolved if data else (),
        new_words=_new_words(ordered),
        differences=differing,
        unreadable=told.unreadable if told else {},
        unread=Counter(each for one in told.definitions.values() for each in one.text.unread) if told else {},
        problems=told.problems if told else {},
        bytes=len(packed),
    )
    return packed, report


def _told_apart(sources: Iterable[Path]) -> tuple[Path | None, Path | None]:
    """The folder of card data and the checkout of definitions among the sources, by what is in them."""
    data: Path | None = None
    definitions: Path | None = None
    for each in sources:
        root = source_root(each)
        if (root is None) is not any((each / name).is_file() for name in (*CARD_FILES, SETS_FILE)):
            raise BuildError(
                f"{each}: is neither a folder of card data ({SETS_FILE}) nor a checkout of definitions"
            )
        if (data if root is None else definitions) is not None:
            raise BuildError(f"{each}: is a second source of its kind")
        if root is None:
            data = each
        else:
            definitions = root
    return data, definitions


def _legacy(told: BuiltTexts | None, before: CardIndex | None) -> dict[str, LegacyTitle]:
    """Sides and titles of legacy cards: by the definitions, else as the index has them."""
    if told is None:
        titles = {card.blueprint_id: (card.side.lower(), card.title) for card in before or ()}
    else:
        printed = ((one, each.printed) for one, each in told.definitions.items())
        titles = {
            BlueprintId(one): (str(its["side"]), str(its["title"])) for one, its in printed if "title" in its
        }
    return {one: title for one, title in titles.items() if one.startswith(LEGACY) and not one.endswith(BACK)}


def _kept(cards: dict[str, Card], before: CardIndex | None, *, by_definition: bool) -> dict[str, Card]:
    """Cards with those of the index before that only definitions have, or without any such."""
    if not by_definition:
        return {one: card for one, card in cards.items() if not card.by_definition}
    return {card.blueprint_id: card for card in before or () if card.by_definition} | cards


def _by_definition(cards: Mapping[str, Card], told: BuiltTexts) -> Iterator[tuple[str, Card]]:
    """The cards that only the definitions have."""
    personas = Personas(cards.values())
    for one, each in told.definitions.items():
        if one not in cards and "side" in each.printed:
            card = card_of(one, each.text, each.printed)
            yield one, msgspec.structs.replace(card, personas=personas.of(card))


def _differing(cards: Mapping[str, Card], told: BuiltTexts) -> dict[str, list[str]]:
    found = {
        one: list(differences(cards[one], each.text, each.printed))
        for one, each in told.definitions.items()
        if one in cards
    }
    return {one: each for one, each in found.items() if each}


def _made(data: BuiltCards | None, told: BuiltTexts | None, before: CardIndex | None, differing: int) -> Made:
    """The counts; those of what is not given are of the index before."""
    was = _NO_DATA if before is None else before.made
    made = was if data is None else data.made
    definitions, unreadable = was.definitions, was.unreadable
    if told is None:
        differing = was.differences
    else:
        definitions, unreadable = told.digest, len(told.unreadable)
    return msgspec.structs.replace(
        made, definitions=definitions, differences=differing, unreadable=unreadable
    )


def _sets(
    data: BuiltCards | None, told: BuiltTexts | None, before: CardIndex | None, cards: Iterable[Card]
) -> tuple[CardSet, ...]:
    """The sets of the card data, then those that only the definitions or the index before have."""
    sets = {each.code: each for each in (data.sets if data else (before.sets.values() if before else ()))}
    for code in dict.fromkeys(card.set for card in cards):
        if code not in sets:
            known = before.sets.get(code) if before else None
            name = told.sets.get(code, code) if told else code
            sets[code] = known or CardSet(code, name, "", legacy=False, released="")
    return tuple(sets.values())


def _new_words(cards: Iterable[Card]) -> tuple[str, ...]:
    """Words of the cards that our enumerations do not have: they are kept, but no rule knows them."""
    found: Counter[str] = Counter()
    for card in cards:
        for kind, words, ours in (
            ("type", (card.type,), frozenset[str](CardType)),
            ("subtype", card.subtypes, frozenset[str](SubType)),
            ("icon", tuple(name for name, _ in card.icons), frozenset[str](Icon)),
        ):
            found.update(f"{kind} {w}" for w in words if w not in ours and not w.startswith(_SET_ICON))
    return tuple(f"{word} ({count})" for word, count in sorted(found.items()))
