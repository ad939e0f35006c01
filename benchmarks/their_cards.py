"""How well it is told what the opponent holds, over recorded games; and what decks are made of.

    python -m benchmarks.their_cards FILE ... [--json]
    python -m benchmarks.their_cards FILE ... --decks
    python -m benchmarks.their_cards FILE ... --lists

At the end of each turn of ours it is told what the opponent may hold (`inference/their_cards.py`). Of games
that were recorded from both seats the other journal has the hand: how likely a card of each kind was told to
be in it, how often one was, the slope, and the Brier score beside that of always telling the mean. Of all
games: whether a character of at least a power that can be paid came in their next turn, which is less often
than one is held, and the most power that they brought to one location then, by what was told they could.

`--decks` counts `gemp_bot/inference/deck_kinds.toml` again from the decks that the journals name, and prints
it; `--lists` makes `gemp_bot/inference/deck_lists.toml`, the decks themselves. A folder stands for the
journals in it. A damaged journal is told and left out.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean, pvariance

from benchmarks import each_journal, journal_parser, run
from benchmarks.forecast import correlation_of, slope_of
from gemp_bot.board.board import Board
from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards.deck import deck_digest, deck_side, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.inference import CardKnowledge, HandKind, TheirCards
from gemp_bot.inference.deck_guess import VERSION as LISTS_VERSION
from gemp_bot.inference.deck_kinds import VERSION, is_of_kind
from gemp_bot.inference.visible_cards import face
from gemp_bot.journal.reader import journal_head
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.replay import Relive
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.state import Table
from gemp_bot.valuation.position_builder import stock_of

POWERS = (3.0, 5.0, 6.0)
Pair = tuple[float, float]
_Turn = tuple[int, PlayerName | None]
_Of = Callable[[CardFacts], bool]


@dataclass
class Told:
    """What was told at the end of a turn of ours, and what came in their next turn.

    Attributes:
        chances: by name, how likely a card of a kind is held.
        power: that they hold. reach: that they can pay.
        hand: cards in their hand.
        came: characters that came, by printed power. brought: the most power that came to one location.
    """

    chances: Mapping[str, float]
    power: float
    reach: float
    hand: int
    came: list[float] = field(default_factory=list)
    brought: float = 0.0


@dataclass
class Seat:
    """One journal: what was told by turn, and our own hand at the end of every turn."""

    game: str
    side: Side
    me: PlayerName
    told: dict[int, Told] = field(default_factory=dict)
    hands: dict[_Turn, Counter[BlueprintId]] = field(default_factory=dict)


def wanted() -> dict[str, _Of]:
    """What is looked for, by name."""

    def of_kind(kind: HandKind, facts: CardFacts) -> bool:
        return is_of_kind(facts, kind)

    def strong(power: float, facts: CardFacts) -> bool:
        return facts.kind is CardKind.CHARACTER and facts.power >= power

    found: dict[str, _Of] = {kind.value: partial(of_kind, kind) for kind in HandKind}
    return found | {f"power {power:g} and more": partial(strong, power) for power in POWERS}


def _told(cards: TheirCards, table: Table) -> Told:
    stock = stock_of(table)
    force = stock.their_zones.force_pile + stock.their_generation
    chances = {kind.value: cards.chance(kind) for kind in HandKind}
    for power in POWERS:
        chances[f"power {power:g} and more"] = cards.chance_of_power(power)
        chances[f"power {power:g}, paid"] = cards.chance_of_power(power, force)
    return Told(chances, cards.power, cards.reach(force), stock.their_zones.hand)


def read(path: Path, catalogue: Catalogue, index: CardIndex) -> Seat | None:
    """One journal; None for that of a spectator.

    Raises:
        JournalError: it cannot be read.
    """
    relive, knowledge = Relive(path, catalogue), CardKnowledge(index)
    seat: Seat | None = None
    last = 0
    there: dict[CardId, tuple[int, CardFacts]] = {}
    tracker: BoardTracker | None = None
    for step in relive:
        table = relive.table
        if step.question is not None:
            knowledge.observe(table, step.question)
        if step.update is None or table.me is None or table.my_side is None or table.turn is None:
            continue
        if seat is None:
            game = None if relive.head is None else relive.head.game
            seat = Seat(game or path.name, table.my_side, table.me)
        seat.hands[table.turn, table.turn_player] = Counter(face(card.blueprint_id) for card in table.hand)
        if tracker is None or tracker.table is not table:
            tracker = BoardTracker(table, index)
        tracker.update()
        board = tracker.board
        if table.is_my_turn:
            last, there = table.turn, _theirs(board)
            cards = knowledge.their_cards
            if cards is not None:
                seat.told[last] = _told(cards, table)
        elif last in seat.told:
            _came(seat.told[last], there, _theirs(board))
    return seat


def _theirs(board: Board) -> dict[CardId, tuple[int, CardFacts]]:
    """Their cards at locations."""
    return {
        card.id: (card.location.column, card.facts)
        for card in board.cards.values()
        if card.location is not None and card.side is not board.me
    }


def _came(
    told: Told, before: Mapping[CardId, tuple[int, CardFacts]], now: Mapping[CardId, tuple[int, CardFacts]]
) -> None:
    brought: dict[int, float] = defaultdict(float)
    came = []
    for card, (column, facts) in now.items():
        if card not in before and _fights(facts):
            brought[column] += facts.power
            if facts.kind is CardKind.CHARACTER:
                came.append(facts.power)
    told.came = max(told.came, came, key=len)
    told.brought = max([told.brought, *brought.values()])


def held(seats: Sequence[Seat], index: CardIndex) -> dict[str, list[Pair]]:
    """What was told and whether it was so, of games recorded from both seats."""
    facts = index.derived(CardFactsCache)
    games: dict[str, dict[Side, Seat]] = defaultdict(dict)
    for seat in seats:
        games[seat.game][seat.side] = seat
    found: dict[str, list[Pair]] = defaultdict(list)
    for both in games.values():
        if len(both) < len(Side):
            continue
        for side, ours in both.items():
            theirs = both[side.other]
            for turn, told in ours.told.items():
                hand = theirs.hands.get((turn, ours.me))
                if hand is None or hand.total() != told.hand:
                    continue
                there = [facts.named(card) for card in hand.elements()]
                for name, wants in wanted().items():
                    found[name].append((told.chances[name], float(any(map(wants, there)))))
                fighters = [each.power for each in there if _fights(each)]
                found["power held"].append((told.power, sum(fighters)))
    return found


def came(seats: Iterable[Seat]) -> dict[str, list[Pair]]:
    """What was told, and what came in their next turn."""
    found: dict[str, list[Pair]] = defaultdict(list)
    for seat in seats:
        for told in seat.told.values():
            for power in POWERS:
                name = f"power {power:g}, paid"
                found[name].append((told.chances[name], float(max(told.came, default=0.0) >= power)))
            found["most power brought"].append((told.reach, told.brought))
    return found


def row(pairs: Sequence[Pair]) -> dict[str, float | int | None]:
    """Means, slope, correlation, mean squared error, and that of always telling the mean."""
    slope, correlation = slope_of(pairs), correlation_of(pairs)
    return {
        "n": len(pairs),
        "told": round(fmean(told for told, _ in pairs), 3),
        "was": round(fmean(was for _, was in pairs), 3),
        "slope": None if slope is None else round(slope, 2),
        "correlation": None if correlation is None else round(correlation, 2),
        "error": round(fmean((told - was) ** 2 for told, was in pairs), 4),
        "of the mean": round(pvariance([was for _, was in pairs]), 4),
    }


# -- decks ----------------------------------------------------------------------------------------


def decks_table(texts: Iterable[str], index: CardIndex) -> str:
    """The text of `deck_kinds.toml`, counted from these decks."""
    facts = index.derived(CardFactsCache)
    sides: dict[Side, list[list[CardFacts]]] = {side: [] for side in Side}
    for deck in map(parse_deck, texts):
        side = deck_side(deck, index)
        if side is not None:
            sides[side].append([facts.named(face(card)) for card in deck.cards])
    lines = [
        "# What the decks of recorded games are made of, by kinds of cards: see inference/deck_kinds.py.",
        "# Made by `python -m benchmarks.their_cards FILE ... --decks`; do not edit it by hand.",
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
        "# Made by `python -m benchmarks.their_cards FILE ... --lists`; do not edit it by hand.",
        "",
        f"version = {LISTS_VERSION}",
    ]
    for side, decks in lists.items():
        lines += ["", f"{side.name.lower()} = [", *(f'  "{deck}",' for deck in decks), "]"]
    return "\n".join(lines) + "\n"


def _side_lines(name: str, decks: Sequence[Sequence[CardFacts]]) -> list[str]:
    fighters = [one for deck in decks for one in deck if _fights(one)]
    characters = Counter(
        (one.power, one.deploy) for deck in decks for one in deck if one.kind is CardKind.CHARACTER
    )
    cards = sum(map(len, decks))
    power = sum(one.power for one in fighters)
    cells = [f"  [{each:g}, {cost:g}, {n / cards:.5f}]," for (each, cost), n in sorted(characters.items())]
    lines = [
        f"[{name}]",
        f"decks = {len(decks)}",
        f"power = {power / cards:.4f}",
        f"power_per_force = {power / max(sum(one.deploy for one in fighters), 1):.4f}",
        "# power, Force to deploy, share of the cards of a deck",
        "characters = [",
        *cells,
        "]",
        "",
        f"[{name}.fighters]",
        *_share_lines(decks, _fights),
    ]
    for kind in HandKind:
        lines += ["", f"[{name}.kinds.{kind.value}]", *_share_lines(decks, partial(_is, kind))]
    return lines


def _is(kind: HandKind, facts: CardFacts) -> bool:
    return is_of_kind(facts, kind)


def _fights(facts: CardFacts) -> bool:
    return facts.kind in NEED_FOOTHOLD


def _share_lines(decks: Sequence[Sequence[CardFacts]], wants: _Of) -> list[str]:
    """The mean share, and the weight of a beta distribution with the spread that the shares have."""
    shares = [sum(map(wants, deck)) / len(deck) for deck in decks]
    size, share = fmean(map(len, decks)), fmean(shares)
    alike = share * (1 - share) / size
    spread = (pvariance(shares) / alike - 1) / (size - 1) if alike else 0.0
    weight = 1 / min(max(spread, 0.002), 0.5) - 1
    return [f"share = {share:.5f}", f"weight = {weight:.1f}"]


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the tables; 1 if one of them could not be read."""
    parser = journal_parser("their_cards", __doc__)
    parser.add_argument("--decks", action="store_true", help="what decks are made of, as TOML")
    parser.add_argument("--lists", action="store_true", help="the decks, as TOML")
    args = parser.parse_args(arguments)
    catalogue, index = Catalogue.load(), CardIndex.load()
    seats: list[Seat] = []
    decks: dict[str, str] = {}

    def note_deck(path: Path) -> None:
        head = journal_head(path)
        if head is not None and head.deck is not None:
            decks[deck_digest(head.deck)] = head.deck

    def note_seat(path: Path) -> None:
        if (seat := read(path, catalogue, index)) is not None:
            seats.append(seat)

    failed = min(each_journal(args.files, note_deck if args.decks or args.lists else note_seat), 1)
    if args.lists or args.decks:
        print(lists_table(decks, index) if args.lists else decks_table(decks.values(), index), end="")
        return failed
    tables = {"held, games of both seats": held(seats, index), "came in their next turn": came(seats)}
    rows = {title: {name: row(pairs) for name, pairs in table.items()} for title, table in tables.items()}
    if args.json:
        print(json.dumps(rows))
        return failed
    for title, named in rows.items():
        print(title.upper())
        for name, each in named.items():
            print(f"  {name:20}" + "".join(f"  {key} {value}" for key, value in each.items()))
    return failed


if __name__ == "__main__":
    run(main)
