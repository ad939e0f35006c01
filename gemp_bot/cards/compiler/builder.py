"""Makes the index of facts from a folder of card data (`gemp-bot cards build`).

The same folder gives the same bytes.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from gemp_bot.cards.compiler.distill import Distiller
from gemp_bot.cards.compiler.faces import read_face
from gemp_bot.cards.compiler.legacy import LegacyIds
from gemp_bot.cards.compiler.personas import add_personas
from gemp_bot.cards.compiler.references import Names, both_ways, id_order
from gemp_bot.cards.compiler.source import (
    SETS_FILE,
    BuildError,
    Printing,
    RawCard,
    RawFace,
    RawSet,
    Source,
    read_source,
)
from gemp_bot.cards.index import IndexFile, pack
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import BACK, Card, CardSet, Made
from gemp_bot.cards.text import Mode
from gemp_bot.cards.titles import Title, folded, read_title, two_sides
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.terminal import plain

_SHOWN = 40
_SET_ICON = "Set "
_ALSO_SETS = frozenset({"Premium"})


class Report(msgspec.Struct, frozen=True):
    """What became of a folder of card data.

    Attributes:
        made: the counts the index keeps.
        cards: fronts in the index.
        backs: backs in the index.
        unmatched_legacy: legacy cards no id is known of, by side and title.
        unused_legacy_ids: ids seen on the wire that no legacy card has the title of.
        names_resolved: names of other cards that were found.
        names_unresolved: names that are of no card with an id; most describe kinds of cards.
        new_words: types, subtypes and icons that are not in our lists.
        bytes: size of the index.
    """

    made: Made
    cards: int
    backs: int
    unmatched_legacy: tuple[tuple[str, str], ...]
    unused_legacy_ids: tuple[tuple[str, str], ...]
    names_resolved: int
    names_unresolved: tuple[tuple[str, int], ...]
    new_words: tuple[str, ...]
    bytes: int


def build(folder: Path, legacy_ids: LegacyIds | None = None) -> tuple[bytes, Report]:
    """Make an index.

    Args:
        folder: the card data, in the layout of the Players Committee's.
        legacy_ids: titles of legacy cards by id; those of the package by default.

    Raises:
        BuildError: one line with the file, the card and the field.
    """
    source = read_source(folder)
    if not source.printings:
        raise BuildError(f"{folder}: none of its files has a card")
    work = _Work(source, legacy_ids or LegacyIds.load())
    cards = work.cards()
    sets = tuple(_card_set(raw) for raw in source.sets)
    data = pack(IndexFile(made=work.made(), sets=sets, cards=tuple(cards)))
    report = Report(
        made=work.made(),
        cards=sum(not card.is_back for card in cards),
        backs=sum(card.is_back for card in cards),
        unmatched_legacy=tuple(sorted(work.unmatched)),
        unused_legacy_ids=work.legacy_ids.unused(),
        names_resolved=work.names_resolved,
        names_unresolved=tuple(sorted(work.names_unresolved.items(), key=lambda item: (-item[1], item[0]))),
        new_words=_new_words(cards),
        bytes=len(data),
    )
    return data, report


class _Work:
    """One build, step by step."""

    def __init__(self, source: Source, legacy_ids: LegacyIds) -> None:
        self.legacy_ids = legacy_ids
        self.unmatched: list[tuple[str, str]] = []
        self.names_resolved = 0
        self.names_unresolved: Counter[str] = Counter()
        self._source = source
        self._set_names = _ALSO_SETS.union(*((raw.name, raw.gemp_name) for raw in source.sets))
        self._distiller = Distiller(
            part for printing in source.printings for part in two_sides(self._title(printing.raw).name)
        )
        self._repeated = self._alternates = self._older = self._legacy = 0

    def cards(self) -> list[Card]:
        """All cards of the index, in the order of their ids."""
        chosen = self._chosen()
        fronts = [self._front(blueprint, printing) for blueprint, printing in chosen.items()]
        related = self._related(chosen, add_personas(fronts))
        backs = [
            self._back(card, printing, printing.raw.back)
            for card in related
            if (printing := chosen[card.blueprint_id]).raw.back is not None
        ]
        return sorted((*related, *backs), key=lambda card: id_order(card.blueprint_id))

    def made(self) -> Made:
        """The counts."""
        return Made(
            source=self._source.digest,
            printings=len(self._source.printings),
            repeated_ids=self._repeated,
            alternates=self._alternates,
            pre_errata=self._older,
            legacy=self._legacy,
            legacy_matched=self._legacy - len(self.unmatched),
        )

    def _chosen(self) -> dict[str, Printing]:
        """The printing of each id that counts."""
        found: defaultdict[str, list[Printing]] = defaultdict(list)
        sets = {one.id for one in self._source.sets}
        for printing in self._source.printings:
            raw = printing.raw
            if raw.set not in sets:
                raise BuildError(
                    f"{printing.place}: field set: {plain(raw.set[:_SHOWN])!r} is not in {SETS_FILE}"
                )
            if raw.legacy:
                self._legacy += 1
                title = self._title(raw)
                blueprint = self.legacy_ids.find(raw.side, two_sides(title.name)[0], virtual=title.virtual)
                if blueprint is None:
                    self.unmatched.append((raw.side, _shown(title)))
                    continue
            elif raw.gemp_id is None:
                raise BuildError(f"{printing.place}: field gempId is missing")
            else:
                blueprint = raw.gemp_id
                _check_id(printing, blueprint)
            found[blueprint].append(printing)
        chosen = {}
        for blueprint, printings in found.items():
            chosen[blueprint] = min(printings, key=self._rank)
            if not chosen[blueprint].raw.legacy:
                self._check_same(chosen[blueprint], printings)
            self._count(chosen[blueprint], printings)
        return chosen

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
        if len(printings) == 1 or chosen.raw.legacy:
            return
        self._repeated += 1
        for printing in printings:
            if printing is not chosen:
                older = _is_pre_errata(printing) and not self._title(printing.raw).alternate
                self._older += older
                self._alternates += not older

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
        card = read_face(printing, raw.front, title, blueprint, name)
        return self._with_text(card, raw.front.gametext, title.name)

    def _back(self, front: Card, printing: Printing, face: RawFace) -> Card:
        """The other side: its own numbers, and everything else from the front where it says nothing."""
        title = read_title(face.title, self._set_names)
        name = two_sides(title.name)[1]
        card = read_face(printing, face, title, f"{front.blueprint_id}{BACK}", name)
        card = msgspec.structs.replace(
            card,
            nicknames=front.nicknames,
            personas=front.personas,
            uniqueness=card.uniqueness or front.uniqueness,
        )
        return self._with_text(card, face.gametext, title.name)

    def _with_text(self, card: Card, gametext: str, title: str) -> Card:
        """Add what the game text says; of an objective that of one of its sides."""
        side = None
        if card.type == CardType.OBJECTIVE and card.double_sided:
            side = Mode.BACK if card.is_back else Mode.FRONT
        read = self._distiller.distill(gametext, title=title, type_=card.type, side=side)
        return msgspec.structs.replace(card, text=read.facts, understood=read.understood)

    def _related(self, chosen: Mapping[str, Printing], cards: list[Card]) -> list[Card]:
        """Add what matches what, and what fetches what."""
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
        self.names_resolved, self.names_unresolved = names.resolved, names.unresolved
        pulled, pulled_by = both_ways(pulls)
        matching, _ = both_ways(matches)
        return [
            msgspec.structs.replace(
                card,
                matching=tuple(matching[card.blueprint_id]),
                pulls=tuple(pulled[card.blueprint_id]),
                pulled_by=tuple(pulled_by[card.blueprint_id]),
            )
            for card in cards
        ]


def _is_pre_errata(printing: Printing) -> bool:
    return "PreErrata" in printing.file


def _check_id(printing: Printing, blueprint: str) -> None:
    set_code, bar, number = blueprint.partition("_")
    if not (bar and blueprint.isascii() and set_code.isdigit() and number.isdigit()):
        raise BuildError(f"{printing.place}: field gempId: {blueprint!r} is no blueprint id such as 1_291")


def _shown(title: Title) -> str:
    return f"{title.full}{' (AI)' if title.alternate else ''}"


def _card_set(raw: RawSet) -> CardSet:
    return CardSet(raw.id, raw.name, raw.abbr, raw.legacy, raw.date_release or "")


def _new_words(cards: Iterable[Card]) -> tuple[str, ...]:
    """Words of the cards that our enumerations do not have: they are kept, but no rule knows them."""
    lists: tuple[tuple[str, frozenset[str], Callable[[Card], Iterable[str]]], ...] = (
        ("type", frozenset(CardType), lambda card: (card.type,)),
        ("subtype", frozenset(SubType), lambda card: card.subtypes),
        ("icon", frozenset(Icon), lambda card: (name for name, _ in card.icons)),
    )
    found: Counter[str] = Counter()
    for card in cards:
        for kind, words, of in lists:
            found.update(f"{kind} {w}" for w in of(card) if w not in words and not w.startswith(_SET_ICON))
    return tuple(f"{word} ({count})" for word, count in sorted(found.items()))
