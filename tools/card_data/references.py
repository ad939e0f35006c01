"""Names of other cards to their blueprint ids: what matches what, what fetches what."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from gemp_bot.cards.kinds import CardType, Icon
from gemp_bot.cards.model import Card
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_SHIELD: Final = " - Defensive Shield"
_REMARK = re.compile(r"(.+?) \(([^()]+)\)(.*)")
_EPISODE_ONE: Final = "EP1"

_Relation = defaultdict[BlueprintId, list[BlueprintId]]


class Names:
    """Finds cards by the names other cards call them.

    Args:
        cards: the fronts of all cards.
        set_codes: the codes of a set by what it may be called in brackets: its short name or its name.
        backs: the titles of the backs of double-sided cards, which name the card, too.

    Attributes:
        unresolved: names that are of no card, with how often they stood there; most are descriptions.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        set_codes: Mapping[str, str],
        backs: Mapping[BlueprintId, str] | None = None,
    ) -> None:
        self._by_name: defaultdict[str, list[Card]] = defaultdict(list)
        self._set_codes = set_codes
        self.resolved = 0
        self.unresolved: Counter[str] = Counter()
        for card in cards:
            titles = {card.title, (backs or {}).get(card.blueprint_id, card.title)}
            for title in titles:
                self._by_name[_key(title, virtual=card.virtual)].append(card)

    def ids(self, names: Iterable[str], side: Side) -> tuple[BlueprintId, ...]:
        """The ids of the cards that are named; cards of the same side first, else those of the other."""
        found: dict[BlueprintId, None] = {}
        for name in names:
            cards = self._find(name)
            self.resolved += bool(cards)
            if not cards:
                self.unresolved[name] += 1
            ours = [card for card in cards if card.side is side] or cards
            found.update(dict.fromkeys(card.blueprint_id for card in ours))
        return tuple(found)

    def _find(self, name: str) -> list[Card]:
        name = name.strip()
        if name.endswith(_SHIELD):
            return [c for c in self._find(name.removesuffix(_SHIELD)) if c.type == CardType.DEFENSIVE_SHIELD]
        virtual = "(V)" in name
        title = " ".join(name.replace("(V)", " ").split())
        cards = self._by_name.get(_key(title, virtual=virtual)) or self._by_name.get(
            _key(title.partition("/")[0], virtual=virtual)  # an objective by the names of both its sides
        )
        if cards:
            return cards
        if remark := _REMARK.fullmatch(title):
            cards = self._by_name.get(_key(remark[1], virtual=virtual), [])
            return self._of_printing(cards, remark[2])
        return []

    def _of_printing(self, cards: list[Card], remark: str) -> list[Card]:
        """The cards of the set a remark names; all of them if it names none."""
        if remark == _EPISODE_ONE:
            chosen = [card for card in cards if card.icon(Icon.EPISODE_I)]
        elif (code := self._set_codes.get(remark)) is not None:
            chosen = [card for card in cards if card.set == code]
        else:
            return cards
        return chosen or cards


def both_ways(pairs: Iterable[tuple[BlueprintId, BlueprintId]]) -> tuple[_Relation, _Relation]:
    """A relation and its inverse, each in the order of the ids.

    Returns:
        What each first id leads to, and what leads to each second id.
    """
    forth: _Relation = defaultdict(list)
    back: _Relation = defaultdict(list)
    for one, other in sorted(set(pairs), key=lambda pair: (id_order(pair[0]), id_order(pair[1]))):
        forth[one].append(other)
        back[other].append(one)
    return forth, back


def id_order(blueprint_id: str) -> tuple[int, int, str]:
    """Where an id belongs: by set, then by number, the back after the front."""
    set_code, _, rest = blueprint_id.partition("_")
    number, _, back = rest.partition("_")
    return int(set_code), int(number), back


def _key(title: str, *, virtual: bool) -> str:
    return f"{folded(title)}{'|v' if virtual else ''}"
