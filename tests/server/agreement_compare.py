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

from card_info import CardInfo, InfoLabel, read_card_info

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table

_OK = 200

KINDS = ("power", "ability", "forfeit", "drain", "total generation", "battleground")
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
    ours: float
    theirs: float
    theirs_from: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether they are the same."""
        return abs(self.ours - self.theirs) < _ROUNDED


def compare_journal(path: Path, lore: CardEffects) -> Iterator[Compared]:
    """Re-live a journal, and compare at every page of a card that it holds."""
    table = Table()
    decoder = GameDecoder()
    board: Board | None = None
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
            board = None
        elif parts[-1] == "cardInfo":
            if board is None:
                board = BoardTracker(table, lore.index).board
                numbers = Numbers(board, lore)
                yield from _compare_totals(table, numbers, answers + 1)
            info = read_card_info(line.body)
            card = board.known.get(CardId(int(line.form["cardId"])))
            if card is not None and card.facts.known and info.says_anything:
                yield from _compare(numbers, card, info, answers + 1)


def _compare(numbers: Numbers, card: CardInPlay, info: CardInfo, question: int) -> Iterator[Compared]:
    title, face = card.card.title, card.card.blueprint_id
    place = card.location if card.location is not None and card.location.card is card else None
    found = _of_card(numbers, card) if place is None else _of_place(numbers, place)
    if place is not None and info.battleground is not None:
        yield Compared("battleground", title, face, question, place.battleground, info.battleground)
    for kind, label, number in found:
        theirs = info.numbers.get(label)
        if theirs is None or number is None:
            continue
        sources = tuple(f"{one.text} from {one.source}" for one in theirs.modifiers)
        yield Compared(kind, title, face, question, number, theirs.value, sources)


def _compare_totals(table: Table, numbers: Numbers, question: int) -> Iterator[Compared]:
    """Total Force generation, which the statistics tell."""
    for name in table.players:
        player = table.player(name)
        if table.statistics is not None:
            ours = numbers.generation(player.side)
            yield Compared("total generation", player.side.value, "", question, ours, player.force_generation)


def _of_card(numbers: Numbers, card: CardInPlay) -> Iterable[tuple[str, InfoLabel, float | None]]:
    if card.held or not card.fights:
        return ()
    return (
        ("power", InfoLabel.POWER, numbers.power(card)),
        ("ability", InfoLabel.ABILITY, numbers.ability(card)),
        ("forfeit", InfoLabel.FORFEIT, numbers.forfeit(card)),
    )


def _of_place(numbers: Numbers, place: Location) -> Iterable[tuple[str, InfoLabel, float | None]]:
    return (
        ("drain", InfoLabel.DRAIN_DARK, _drain(numbers, Side.DARK, place)),
        ("drain", InfoLabel.DRAIN_LIGHT, _drain(numbers, Side.LIGHT, place)),
    )


def _drain(numbers: Numbers, side: Side, place: Location) -> float | None:
    """What a Force drain brings; of one that is forbidden the page tells, and we do not."""
    return None if numbers.drain_forbidden(side, place) else numbers.drain(side, place)


@dataclass(slots=True)
class Agreement:
    """Counts over all games.

    Attributes:
        counts: by kind of number: compared and equal, or not.
        differing: numbers that differ, by card and what the server names.
    """

    counts: Counter[tuple[str, bool]] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def add(self, one: Compared) -> None:
        """Count one number."""
        self.counts[one.kind, one.equal] += 1
        if not one.equal:
            sources = "; ".join(one.theirs_from) or "nothing"
            numbers = f"ours {one.ours:g}, theirs {one.theirs:g}"
            self.differing[f"{one.kind} of {one.card} ({one.blueprint}): {numbers} ({sources})"] += 1

    def share(self, kind: str | None) -> tuple[int, int]:
        """How many were compared and how many were equal; of one kind, or of all."""
        equal, other = (
            sum(
                count
                for (what, same), count in self.counts.items()
                if kind in (None, what) and same is wanted
            )
            for wanted in (True, False)
        )
        return equal + other, equal

    def markdown(self, longest: int = 15) -> list[str]:
        """The counts as tables."""
        lines = ["| number | compared | equal | % |", "|---|--:|--:|--:|"]
        kinds = (*KINDS, None)
        lines += [f"| {kind or '**together**'} | {' | '.join(_cells(*self.share(kind)))} |" for kind in kinds]
        lines += ["", "Numbers that differ:", ""]
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
