"""A turn of which nothing can be told: what was seen of it after all, and that no more was seen."""

from collections.abc import Iterator

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import Sentence, Words, listed, named, number, side_name, words
from gemp_bot.view.model import Deed, DeedKind
from gemp_bot.view.names import NamedCard

_FLOWS = {DeedKind.ACTIVATED: "activates", DeedKind.USED: "uses"}


class QuietTurn:
    """The deeds of a turn that are told only if nothing else is."""

    def __init__(self) -> None:
        self._force = dict.fromkeys(((side, kind) for side in Side for kind in _FLOWS), 0.0)
        self._used: dict[Side, list[NamedCard]] = {side: [] for side in Side}

    def take(self, deed: Deed) -> None:
        """Note a deed."""
        side = deed.side
        if side is None:
            return
        if deed.kind in _FLOWS:
            self._force[side, deed.kind] += deed.amount or 0
        elif deed.kind is DeedKind.ACTED:
            self._used[side] += deed.cards
            if not deed.cards and deed.location is not None:
                self._used[side].append(deed.location)

    def told(self, player: Side) -> Iterator[Sentence]:
        """What was seen of the turn of a player; nobody knows from one seat that no more was done."""
        own, other = self._seen(player), self._seen(player.other)
        if own:
            yield Sentence(words(_capital(own), "."))
        if other:
            yield Sentence(words(side_name(player.other), " ", other, "."))
        which = "else to tell" if own or other else "to tell of this turn"
        yield Sentence(words(f"There is nothing {which}."))

    def _seen(self, side: Side) -> Words:
        found = [
            words(f"{verb} {number(self._force[side, kind])} Force")
            for kind, verb in _FLOWS.items()
            if self._force[side, kind]
        ]
        if self._used[side]:
            found.append(words("uses ", named(self._used[side])))
        return listed(found)


def _capital(sentence: Words) -> Words:
    first, *rest = sentence
    return words(first.text[0].upper() + first.text[1:], tuple(rest))
