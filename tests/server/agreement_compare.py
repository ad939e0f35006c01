"""Holds our own numbers of the table against those of the server's `cardInfo`, from journals that have both.

`python tests/server/agreement_compare.py FOLDER` does it once more for the journals of an earlier check.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "effects"))

from card_info import CardInfo, InfoLabel, read_card_info
from reckon import reckon
from reckoned_numbers import CardNumbers, Number, PlaceNumbers, Reckoning

from gemp_bot.cards import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table

_OK = 200

KINDS = ("power", "ability", "forfeit", "destiny", "drain", "generation", "total generation", "battleground")
"""The numbers that are compared; a battleground is 1."""

_ROUNDED = 0.06
"""The server rounds up to one decimal."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One number, ours and the server's.

    Attributes:
        theirs_from: titles of what the server says changed it, for finding out what we missed.
    """

    kind: str
    card: str
    blueprint: str
    question: int
    ours: Number
    theirs: float
    theirs_from: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether they are the same."""
        return abs(self.ours.value - self.theirs) < _ROUNDED


def compare_journal(path: Path, lore: CardEffects) -> Iterator[Compared]:
    """Re-live a journal, and compare at every page of a card that it holds."""
    table = Table()
    decoder = GameDecoder()
    reckoned: Reckoning | None = None
    answers = 0
    for _, line in JournalReader(path):
        if not isinstance(line, Exchange) or line.status != _OK or line.body is None:
            continue
        parts = line.path.strip("/").split("/")
        if len(parts) == 2:
            if line.method == "GET":
                table = Table()
            answers += "decisionValue" in line.form
            table.apply(decoder.decode(line.body.encode()))
            reckoned = None
        elif parts[-1] == "cardInfo":
            if reckoned is None:
                reckoned = reckon(table, lore)
                yield from _compare_totals(table, reckoned, answers + 1)
            info = read_card_info(line.body)
            yield from _compare(table, reckoned, CardId(int(line.form["cardId"])), info, answers + 1)


def _compare(
    table: Table, reckoned: Reckoning, card_id: CardId, info: CardInfo, question: int
) -> Iterator[Compared]:
    card = table.card(card_id)
    ours = reckoned.card(card_id)
    if card is None or ours is None or not info.says_anything:
        return
    place = None
    if ours.column is not None:
        found = reckoned.place(ours.column)
        place = found if found is not None and found.location == card_id else None
    numbers = _of_place(place) if place is not None else _of_card(ours)
    if place is not None and info.battleground is not None:
        ours_is = Number(float(place.battleground), place.dark.drain.understood)
        yield Compared("battleground", ours.title, card.blueprint_id, question, ours_is, info.battleground)
    for kind, label, number in numbers:
        theirs = info.numbers.get(label)
        if theirs is None or number is None:
            continue
        sources = tuple(f"{one.text} from {one.source}" for one in theirs.modifiers)
        yield Compared(kind, ours.title, card.blueprint_id, question, number, theirs.value, sources)


def _compare_totals(table: Table, reckoned: Reckoning, question: int) -> Iterator[Compared]:
    """Total Force generation, which the statistics tell."""
    for name in table.players:
        player = table.player(name)
        if table.statistics is not None:
            ours = reckoned.generation[player.side]
            yield Compared("total generation", player.side.value, "", question, ours, player.force_generation)


def _of_card(card: CardNumbers) -> Iterable[tuple[str, InfoLabel, Number | None]]:
    return (
        ("power", InfoLabel.POWER, card.power),
        ("ability", InfoLabel.ABILITY, card.ability),
        ("forfeit", InfoLabel.FORFEIT, card.forfeit),
        ("destiny", InfoLabel.DESTINY, card.destiny),
    )


def _of_place(place: PlaceNumbers) -> Iterable[tuple[str, InfoLabel, Number | None]]:
    return (
        ("drain", InfoLabel.DRAIN_DARK, place.dark.drain),
        ("drain", InfoLabel.DRAIN_LIGHT, place.light.drain),
        ("generation", InfoLabel.GENERATION_DARK, place.dark.generation),
        ("generation", InfoLabel.GENERATION_LIGHT, place.light.generation),
    )


@dataclass(slots=True)
class Agreement:
    """Counts over all games.

    Attributes:
        counts: by kind of number and whether its text is understood: compared, and equal.
        reasons: why numbers are not understood.
        differing: numbers that differ though they are understood: by card and what the server names.
    """

    counts: Counter[tuple[str, bool, bool]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def add(self, one: Compared) -> None:
        """Count one number."""
        self.counts[one.kind, one.ours.understood, one.equal] += 1
        for reason in one.ours.why_not[:1]:
            self.reasons[reason] += 1
        if one.ours.understood and not one.equal:
            sources = "; ".join(one.theirs_from) or "nothing"
            parts = ", ".join(f"{part.amount:+g} {part.reason}" for part in one.ours.parts)
            self.differing[
                f"{one.kind} of {one.card} ({one.blueprint}): ours {one.ours.value:g} ({parts}), "
                f"theirs {one.theirs:g} ({sources})"
            ] += 1

    def share(self, kind: str | None, *, understood: bool) -> tuple[int, int]:
        """How many were compared and how many were equal; of one kind, or of all."""
        equal, other = (
            sum(
                count
                for (what, read, same), count in self.counts.items()
                if kind in (None, what) and read is understood and same is wanted
            )
            for wanted in (True, False)
        )
        return equal + other, equal

    def markdown(self, longest: int = 15) -> list[str]:
        """The counts as tables."""
        lines = [
            "| number | understood: compared | equal | % | not understood: compared | equal | % |",
            "|---|--:|--:|--:|--:|--:|--:|",
        ]
        for kind in (*KINDS, None):
            cells = [cell for read in (True, False) for cell in _cells(*self.share(kind, understood=read))]
            lines.append(f"| {kind or '**together**'} | {' | '.join(cells)} |")
        lines += ["", "Why numbers are not understood (the first reason of each):", ""]
        lines += _ranked(self.reasons, "reason", longest)
        lines += ["", "Numbers that differ though they are understood:", ""]
        return lines + _ranked(self.differing, "number", longest)


def _cells(compared: int, equal: int) -> tuple[str, str, str]:
    return str(compared), str(equal), f"{equal / compared:.1%}" if compared else "-"


def _ranked(counts: Counter[str], name: str, longest: int) -> list[str]:
    rest = sum(counts.values()) - sum(count for _, count in counts.most_common(longest))
    lines = [f"| {name} | numbers |", "|---|--:|"]
    lines += [f"| {_plain(what)} | {count} |" for what, count in counts.most_common(longest)]
    return [*lines, f"| {len(counts) - longest} more | {rest} |"] if rest else lines


def _plain(text: str) -> str:
    return re.sub(r"[|<>]", " ", text)


def main(folders: list[str]) -> int:
    """Compare the journals of folders and print the tables."""
    lore = CardEffects(CardIndex.load())
    agreement = Agreement()
    for folder in folders:
        for path in sorted(Path(folder).glob("*.jsonl.gz")):
            agreement.games += 1
            for number in compare_journal(path, lore):
                agreement.add(number)
    print(f"{agreement.games} games\n")
    print("\n".join(agreement.markdown(40)))
    return 0 if agreement.games else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
