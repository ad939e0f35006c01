"""The decks of recorded games, to guess the opponent's by: python -m tools.decks JOURNALS [--lists].

Prints `gemp_bot/inference/deck_kinds.toml`, how strong their cards are; with `--lists` the decks.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, pvariance

from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.cards.deck import deck_digest, deck_side, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.inference.deck_guess import VERSION as LISTS_VERSION
from gemp_bot.inference.deck_kinds import VERSION
from gemp_bot.inference.visible_cards import face
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.journal.reader import journal_head
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.facts import NEED_FOOTHOLD


def decks_table(texts: Iterable[str], index: CardIndex) -> str:
    """The text of `deck_kinds.toml`, counted from these decks."""
    facts = index.derived(CardFactsCache)
    sides: dict[Side, list[list[CardFacts]]] = {side: [] for side in Side}
    for deck in map(parse_deck, texts):
        side = deck_side(deck, index)
        if side is not None:
            sides[side].append([facts.named(face(card)) for card in deck.cards])
    lines = [
        "# How strong the cards of the decks of recorded games are: see inference/deck_kinds.py.",
        "# Made by `python -m tools.decks JOURNALS`; do not edit it by hand.",
        "",
        f"version = {VERSION}",
    ]
    for side, decks in sides.items():
        if decks:
            lines += ["", *_side_lines(side.name.lower(), decks)]
    return "\n".join(lines) + "\n"


def lists_table(texts: Mapping[str, str], index: CardIndex) -> str:
    """The text of `deck_lists.toml`, of decks by their digests."""
    lists: dict[Side, list[str]] = {side: [] for side in Side}
    for _, deck in sorted((digest, parse_deck(text)) for digest, text in texts.items()):
        side = deck_side(deck, index)
        if side is not None:
            lists[side].append(",".join(sorted(map(face, deck.cards))))
    lines = [
        "# Decks that were played in recorded games: see inference/deck_guess.py.",
        "# Made by `python -m tools.decks JOURNALS --lists`; do not edit it by hand.",
        "",
        f"version = {LISTS_VERSION}",
    ]
    for side, decks in lists.items():
        lines += ["", f"{side.name.lower()} = [", *(f'  "{deck}",' for deck in decks), "]"]
    return "\n".join(lines) + "\n"


def _side_lines(name: str, decks: Sequence[Sequence[CardFacts]]) -> list[str]:
    fighters = [one for deck in decks for one in deck if _fights(one)]
    cards = sum(map(len, decks))
    power = sum(one.power for one in fighters)
    return [
        f"[{name}]",
        f"decks = {len(decks)}",
        f"power = {power / cards:.4f}",
        f"power_per_force = {power / max(sum(one.deploy for one in fighters), 1):.4f}",
        f"weight = {_weight(decks):.1f}",
    ]


def _fights(facts: CardFacts) -> bool:
    return facts.kind in NEED_FOOTHOLD


def _weight(decks: Sequence[Sequence[CardFacts]]) -> float:
    """The weight of a beta distribution with the spread that the shares of cards that fight have."""
    shares = [sum(map(_fights, deck)) / len(deck) for deck in decks]
    size, share = fmean(map(len, decks)), fmean(shares)
    alike = share * (1 - share) / size
    spread = (pvariance(shares) / alike - 1) / (size - 1) if alike else 0.0
    return 1 / min(max(spread, 0.002), 0.5) - 1


def main(words: Sequence[str]) -> int:
    """Print the table; 1 if a journal could not be read."""
    failed, decks = 0, dict[str, str]()

    def tell(line: str) -> None:
        print(line, file=sys.stderr)

    for path in journal_files([Path(word) for word in words if word != "--lists"], tell):
        try:
            head = journal_head(path)
        except JournalError as fault:
            failed = 1
            tell(str(fault))
            continue
        if head is not None and head.deck is not None:
            decks[deck_digest(head.deck)] = head.deck
    index = CardIndex.load()
    print(lists_table(decks, index) if "--lists" in words else decks_table(decks.values(), index), end="")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
