"""Makes the printed facts of all cards from a folder of card data; the same folder gives the same."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from gemp_bot.cards.model import BACK, Card, CardSet, Made
from gemp_bot.cards.titles import Title, folded, read_title, two_sides
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.terminal import plain
from tools.card_data.faces import read_face
from tools.card_data.personas import add_personas
from tools.card_data.references import Names, both_ways, id_order
from tools.card_data.source import (
    SETS_FILE,
    BuildError,
    Printing,
    RawCard,
    RawFace,
    RawSet,
    Source,
    read_source,
)

LegacyTitle: TypeAlias = tuple[str, str]
"""A side of the Force in lower case, and a title as it is written."""
_SHOWN: Final = 40
_ALSO_SETS: Final = frozenset({"Premium"})


class BuiltCards(msgspec.Struct, frozen=True):
    """What became of a folder of card data.

    Attributes:
        cards: in the order of their ids, the back of a card after its front. sets: in the order of the file.
        made: the counts the index keeps.
        unmatched_legacy: legacy cards no id is known of, by side and title.
        unused_legacy: ids that no legacy card has the title of.
        names_resolved: names of other cards that were found.
        names_unresolved: names that are of no card with an id; most describe kinds of cards.
    """

    cards: tuple[Card, ...]
    sets: tuple[CardSet, ...]
    made: Made
    unmatched_legacy: tuple[tuple[str, str], ...]
    unused_legacy: tuple[str, ...]
    names_resolved: int
    names_unresolved: tuple[str, ...]


def read_cards(folder: Path, legacy: Mapping[str, LegacyTitle]) -> BuiltCards:
    """Read a folder.

    Args:
        folder: the card data, in the layout of the Players Committee's.
        legacy: sides and titles of legacy cards by id: the card data has no ids of them.

    Raises:
        BuildError: one line with the file, the card and the field.
    """
    source = read_source(folder)
    if not source.printings:
        raise BuildError(f"{folder}: none of its files has a card")
    return _Work(source, legacy).built()


class _Work:
    """One build, step by step."""

    def __init__(self, source: Source, legacy: Mapping[str, LegacyTitle]) -> None:
        self._source = source
        self._set_names = _ALSO_SETS.union(*((raw.name, raw.gemp_name) for raw in source.sets))
        self._legacy: defaultdict[LegacyTitle, list[str]] = defaultdict(list)
        for blueprint, (side, title) in sorted(legacy.items(), key=lambda item: id_order(item[0])):
            self._legacy[side, folded(read_title(title).name)].append(blueprint)
        self._unmatched: list[tuple[str, str]] = []
        self._counts: Counter[str] = Counter()

    def built(self) -> BuiltCards:
        """All cards, and what was counted on the way."""
        chosen = self._chosen()
        fronts = [self._front(blueprint, printing) for blueprint, printing in chosen.items()]
        related, names = self._related(chosen, add_personas(fronts))
        backs = [
            self._back(card, printing, printing.raw.back)
            for card in related
            if (printing := chosen[card.blueprint_id]).raw.back is not None
        ]
        counts = self._counts
        made = Made(
            source=self._source.digest,
            printings=len(self._source.printings),
            repeated_ids=counts["repeated"],
            alternates=counts["alternates"],
            pre_errata=counts["older"],
            legacy=counts["legacy"],
            legacy_matched=counts["legacy"] - len(self._unmatched),
        )
        return BuiltCards(
            cards=tuple(sorted((*related, *backs), key=lambda card: id_order(card.blueprint_id))),
            sets=tuple(_card_set(raw) for raw in self._source.sets),
            made=made,
            unmatched_legacy=tuple(sorted(self._unmatched)),
            unused_legacy=tuple(one for ids in self._legacy.values() for one in ids if one not in chosen),
            names_resolved=names.resolved,
            names_unresolved=tuple(
                name for name, _ in sorted(names.unresolved.items(), key=lambda item: (-item[1], item[0]))
            ),
        )

    def _chosen(self) -> dict[str, Printing]:
        """The printing of each id that counts."""
        found: defaultdict[str, list[Printing]] = defaultdict(list)
        legacy: defaultdict[LegacyTitle, list[Printing]] = defaultdict(list)
        sets = {one.id for one in self._source.sets}
        for printing in self._source.printings:
            raw = printing.raw
            if raw.set not in sets:
                raise BuildError(
                    f"{printing.place}: field set: {plain(raw.set[:_SHOWN])!r} is not in {SETS_FILE}"
                )
            if raw.legacy:
                name = two_sides(self._title(raw).name)[0]
                legacy[raw.side.lower(), folded(name)].append(printing)
            else:
                found[_id_of(printing)].append(printing)
        chosen = {blueprint: min(printings, key=self._rank) for blueprint, printings in found.items()}
        for blueprint, printings in found.items():
            self._check_same(chosen[blueprint], printings)
            self._count(chosen[blueprint], printings)
        for title, printings in legacy.items():
            chosen |= self._legacy_ids(self._legacy.get(title, ()), printings)
        return chosen

    def _legacy_ids(self, ids: Sequence[str], printings: list[Printing]) -> dict[str, Printing]:
        """The legacy cards of a title with their ids, both in order; further ones are other printings."""
        self._counts["legacy"] += len(printings)
        groups: defaultdict[str, list[Printing]] = defaultdict(list)
        for number, full in enumerate(dict.fromkeys(self._title(each.raw).full for each in printings)):
            same = [each for each in printings if self._title(each.raw).full == full]
            if ids:
                groups[ids[min(number, len(ids) - 1)]].extend(same)
            else:
                self._unmatched.extend((each.raw.side, _shown(self._title(each.raw))) for each in same)
        return {blueprint: min(each, key=self._rank) for blueprint, each in groups.items()}

    def _check_same(self, chosen: Printing, printings: list[Printing]) -> None:
        """Printings of one id are of one card; only before errata it may have had another title or type.

        Raises:
            BuildError: two cards bear one id.
        """
        title = self._title(chosen.raw)
        for other in printings:
            its = self._title(other.raw)
            same = folded(its.name) == folded(title.name) and its.virtual == title.virtual
            same = same and other.raw.front.type == chosen.raw.front.type
            if other.raw.side != chosen.raw.side or not (same or _is_pre_errata(other)):
                raise BuildError(
                    f"{other.place}: field gempId: {other.raw.gemp_id} is that of another card, too: "
                    f"{chosen.place}"
                )

    def _count(self, chosen: Printing, printings: list[Printing]) -> None:
        self._counts["repeated"] += len(printings) > 1
        for printing in printings:
            if printing is not chosen:
                older = _is_pre_errata(printing) and not self._title(printing.raw).alternate
                self._counts["older" if older else "alternates"] += 1

    def _rank(self, printing: Printing) -> tuple[bool, bool, bool, bool, int]:
        """What wins: the current one, the first picture, the newest errata, the plain title, the first."""
        raw = printing.raw
        title = self._title(raw)
        superseded = raw.next_id is not None
        return _is_pre_errata(printing), title.alternate, superseded, bool(title.printing), raw.id

    def _title(self, raw: RawCard) -> Title:
        return read_title(raw.front.title, self._set_names)

    def _front(self, blueprint: str, printing: Printing) -> Card:
        raw = printing.raw
        title = self._title(raw)
        name = title.name if raw.back is None else two_sides(title.name)[0]
        return read_face(printing, raw.front, title, blueprint, name)

    def _back(self, front: Card, printing: Printing, face: RawFace) -> Card:
        """The other side: its own numbers, and everything else from the front where it says nothing."""
        title = read_title(face.title, self._set_names)
        name = two_sides(title.name)[1]
        card = read_face(printing, face, title, f"{front.blueprint_id}{BACK}", name)
        return msgspec.structs.replace(
            card,
            nicknames=front.nicknames,
            personas=front.personas,
            uniqueness=card.uniqueness or front.uniqueness,
        )

    def _related(self, chosen: Mapping[str, Printing], cards: Iterable[Card]) -> tuple[list[Card], Names]:
        """Add what matches what, and what fetches what."""
        cards = list(cards)
        codes = {name: raw.id for raw in self._source.sets for name in (raw.name, raw.abbr)}
        backs = {
            card.blueprint_id: two_sides(self._title(chosen[card.blueprint_id].raw).name)[1]
            for card in cards
            if card.double_sided
        }
        names = Names(cards, codes, backs)
        pulls: list[tuple[BlueprintId, BlueprintId]] = []
        matches: list[tuple[BlueprintId, BlueprintId]] = []
        for card in cards:
            raw, own = chosen[card.blueprint_id].raw, card.blueprint_id
            pulls.extend((own, other) for other in names.ids(raw.pulls, card.side))
            pulls.extend((other, own) for other in names.ids(raw.pulled_by, card.side))
            for other in names.ids((*raw.matching, *raw.matching_weapon), card.side):
                matches.extend(((own, other), (other, own)))
        pulled, pulled_by = both_ways(pulls)
        matching, _ = both_ways(matches)
        related = [
            msgspec.structs.replace(
                card,
                matching=tuple(matching[card.blueprint_id]),
                pulls=tuple(pulled[card.blueprint_id]),
                pulled_by=tuple(pulled_by[card.blueprint_id]),
            )
            for card in cards
        ]
        return related, names


def _is_pre_errata(printing: Printing) -> bool:
    return "PreErrata" in printing.file


def _id_of(printing: Printing) -> str:
    blueprint = printing.raw.gemp_id
    if blueprint is None:
        raise BuildError(f"{printing.place}: field gempId is missing")
    set_code, bar, number = blueprint.partition("_")
    if not (bar and blueprint.isascii() and set_code.isdigit() and number.isdigit()):
        raise BuildError(f"{printing.place}: field gempId: {blueprint!r} is no blueprint id such as 1_291")
    return blueprint


def _shown(title: Title) -> str:
    return f"{title.full}{' (AI)' if title.alternate else ''}"


def _card_set(raw: RawSet) -> CardSet:
    return CardSet(raw.id, raw.name, raw.abbr, raw.legacy, raw.date_release or "")
