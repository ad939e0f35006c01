"""How much of the game texts is understood, as a table; figures only, never a text.

    gemp-bot decks list --library --json | jq -r '.decks[].name'    # the names of the library decks
    gemp-bot decks show NAME --library --json > DECKS/1.json        # one file for each of them
    python -m gemp_bot.cards.compiler.report --from CARDS --decks DECKS > docs/card-text.md

CARDS is a folder of the Players Committee's card files. The texts that matter most are those of the cards
that are in most library decks of a server, then those with most copies there, then by id (see `rank`).
`--ranking FILE` takes a list that is already made: one card a line, `blueprint id`, a tab, `title`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from gemp_bot.cards.compiler.distill import Distiller
from gemp_bot.cards.text import FactKind, Share
from gemp_bot.cards.titles import read_title, two_sides

COMMONEST: Final = 800
_FILES: Final = ("Light", "Dark", "LightLegacy", "DarkLegacy")


class Texts(msgspec.Struct, frozen=True):
    """The texts of one card, both faces of it."""

    title: str
    type_: str
    texts: tuple[str, ...]


class Tally(msgspec.Struct):
    """Figures over a set of cards."""

    shares: dict[str, Counter[Share]] = msgspec.field(default_factory=dict)
    facts: Counter[FactKind] = msgspec.field(default_factory=Counter)
    cards_of: Counter[FactKind] = msgspec.field(default_factory=Counter)
    clauses: int = 0
    clauses_understood: int = 0

    @property
    def total(self) -> Counter[Share]:
        """The shares of all types together."""
        return sum(self.shares.values(), Counter())


class _Face(msgspec.Struct):
    title: str = ""
    type: str = ""
    gametext: str = ""


class _Card(msgspec.Struct, rename={"gemp_id": "gempId"}):
    front: _Face
    back: _Face | None = None
    gemp_id: str = ""
    side: str = ""


class _File(msgspec.Struct):
    cards: list[_Card]


class _Entry(msgspec.Struct):
    blueprint_id: str
    title: str
    count: int


class _Deck(msgspec.Struct):
    cards: list[_Entry]
    outside: list[_Entry] = []


def tally(cards: Iterable[Texts]) -> Tally:
    """Distill the texts and count what comes out; without a text there is nothing left to understand."""
    chosen = list(cards)
    distiller = Distiller(part for card in chosen for part in two_sides(read_title(card.title).name))
    found = Tally()
    for card in chosen:
        read = [
            distiller.distill(text, title=read_title(card.title).name, type_=card.type_)
            for text in card.texts
        ]
        good, count = sum(r.clauses_understood for r in read), sum(r.clauses for r in read)
        share = Share.ALL if good == count else Share.SOME if good else Share.NONE
        found.shares.setdefault(card.type_, Counter())[share] += 1
        found.clauses += count
        found.clauses_understood += good
        kinds = [fact.kind for r in read for fact in r.facts]
        found.facts.update(kinds)
        found.cards_of.update(set(kinds))
    return found


def rank(decks: Iterable[Sequence[str]]) -> list[str]:
    """Blueprint ids of decks, one entry a copy: those in most decks first, then most copies, then by id."""
    in_decks: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for deck in decks:
        copies.update(deck)
        in_decks.update(set(deck))
    return sorted(copies, key=lambda card: (-in_decks[card], -copies[card], card))


def table(commonest: Tally, every: Tally) -> str:
    """The report as Markdown."""
    kinds = sorted(FactKind, key=lambda kind: (-commonest.cards_of[kind], -every.cards_of[kind], kind))
    lines = [
        "# Game texts",
        "",
        "For maintainers, and for those who ask what of the cards' texts is understood.",
        "",
        "What `gemp_bot.cards.compiler` reads in game texts; `python -m gemp_bot.cards.compiler.report`",
        "prints this page. Its head says how the commonest cards are found in the library decks of a server.",
        "A clause that no pattern fits as a whole counts as not understood.",
        "",
        "Counted are the cards of the card data, both sides of a card together, without the printings before",
        "errata, but with the legacy cards no id is known of. `gemp-bot cards stats` counts what is in the",
        "index, each side of a double-sided card for itself.",
        "",
        *_shares(f"The {sum(commonest.total.values())} cards commonest in library decks", commonest),
        *_shares(f"All {sum(every.total.values())} cards", every),
        "## Kinds of facts",
        "",
        "| kind | facts, commonest cards | cards | facts, all cards | cards |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| `{kind}` | {commonest.facts[kind]} | {commonest.cards_of[kind]} "
            f"| {every.facts[kind]} | {every.cards_of[kind]} |"
            for kind in kinds
        ),
        "",
    ]
    return "\n".join(lines)


def load(folder: Path) -> dict[str, Texts]:
    """The texts of a folder by blueprint id; cards without one by side and title. The first printing counts.

    Raises:
        OSError, msgspec.MsgspecError: a file is missing or not what it should be.
    """
    texts: dict[str, Texts] = {}
    for name in _FILES:
        file = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=_File)
        for card in file.cards:
            faces = [face for face in (card.front, card.back) if face and face.gametext]
            key = card.gemp_id or f"{card.side}:{_plain(card.front.title)}"
            one = Texts(card.front.title, card.front.type, tuple(face.gametext for face in faces))
            texts.setdefault(key, one)
    return texts


def pick(
    texts: Mapping[str, Texts], ranking: Iterable[tuple[str, str]], count: int = COMMONEST
) -> list[Texts]:
    """The first cards of a ranking of ids and titles; a card whose id has no text is found by its title."""
    by_title = {_plain(card.title): card for card in reversed(list(texts.values()))}
    found = [texts.get(card) or by_title.get(_plain(title)) for card, title in ranking]
    return [card for card in found if card is not None][:count]


def read_ranking(file: Path) -> list[tuple[str, str]]:
    """The ids and titles of a ranking that is already made.

    Raises:
        OSError: it cannot be read.
    """
    rows = [line.split("\t", 1) for line in file.read_text("utf-8").splitlines() if "\t" in line]
    return [(row[0], row[1]) for row in rows]


def ranking_of(folder: Path) -> list[tuple[str, str]]:
    """The ids and titles of the cards of all decks of a folder, in the order of `rank`.

    Raises:
        OSError, msgspec.MsgspecError: a file cannot be read, or is no deck.
    """
    decks = [msgspec.json.decode(file.read_bytes(), type=_Deck) for file in sorted(folder.glob("*.json"))]
    cards = [[entry for entry in (*deck.cards, *deck.outside) for _ in range(entry.count)] for deck in decks]
    titles = {entry.blueprint_id: entry.title for deck in cards for entry in deck}
    return [(card, titles[card]) for card in rank([entry.blueprint_id for entry in deck] for deck in cards)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description="What share of the game texts is understood.")
    parser.add_argument("--from", dest="folder", type=Path, required=True, help="folder of the card files")
    order = parser.add_mutually_exclusive_group(required=True)
    order.add_argument("--decks", type=Path, help="folder of decks, as `decks show --json` prints them")
    order.add_argument("--ranking", type=Path, help="ids and titles, the commonest first")
    options = parser.parse_args(arguments)
    texts = load(options.folder)
    common = pick(texts, ranking_of(options.decks) if options.decks else read_ranking(options.ranking))
    sys.stdout.write(table(tally(common), tally(texts.values())))
    return 0


def _shares(heading: str, counted: Tally) -> list[str]:
    understood = f"{counted.clauses_understood} of {counted.clauses} clauses are understood"
    rows = sorted(counted.shares.items(), key=lambda row: (-sum(row[1].values()), row[0]))
    return [
        f"## {heading}",
        "",
        f"{understood} ({_percent(counted.clauses_understood, counted.clauses)}).",
        "",
        "| type | cards | all of the text | some | none |",
        "|---|---:|---:|---:|---:|",
        *(_row(name, shares) for name, shares in rows),
        _row("**together**", counted.total),
        "",
    ]


def _row(name: str, shares: Counter[Share]) -> str:
    count = sum(shares.values())
    cells = " | ".join(
        f"{shares[s]} ({_percent(shares[s], count)})" for s in (Share.ALL, Share.SOME, Share.NONE)
    )
    return f"| {name} | {count} | {cells} |"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _plain(title: str) -> str:
    return title.replace("•", "").replace("<>", "").strip().lower()


if __name__ == "__main__":
    sys.exit(main())
