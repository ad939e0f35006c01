"""How well dealt worlds (`inference/worlds.py`) tell what an opponent holds, and which positions have one.

    python -m benchmarks.worlds [--games N] [--worlds N] [--strategy NAME] [--json]
    python -m benchmarks.worlds FILE ... [--json]

Without a file games of the box are played between the shipped decks, and at each own deploy phase of both
seats worlds are dealt three ways: with the decks of the package; by types of cards alone; and uniformly, any
card of their side as likely as another. By tenth of the share of worlds in which a title was in their hand,
or in their Reserve Deck, it is told how often it was there in truth; then the mean log likelihood a position
of what was in truth there, over all titles (0 is certainty).

With files worlds are dealt at every question of recorded games: how many there are, which are refused, what
was left out. A folder stands for the journals in it. A damaged journal is told and left out.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import log
from pathlib import Path
from random import Random

from benchmarks import each_journal, journal_parser, run
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards.deck import DeckList, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.game.state import State
from gemp_bot.inference import CardKnowledge
from gemp_bot.inference.deck_guess import DeckLists, Pool, load_deck_lists
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.replay import Relive
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, Thought, make_strategy

NAMES: Mapping[Side, str] = {Side.DARK: "dark", Side.LIGHT: "light"}
_PILES = (Zone.HAND, Zone.RESERVE_DECK)
_LEAST = 0.02
"""Worlds that a title counts for that was in none: nothing is taken to be impossible."""


@cache
def the_box() -> Box:
    """The box, read once."""
    return Box()


class Known:
    """The board and the cards as one seat knows them, kept as a player keeps them."""

    def __init__(self, index: CardIndex, table: Table, deck: DeckList | None = None) -> None:
        self.knowledge = CardKnowledge(index, deck)
        self.tracker = BoardTracker(table, index)
        self._index = index

    def look(self, table: Table, question: Question | None) -> None:
        """Take in what was told up to a question."""
        self.knowledge.observe(table, question)
        if self.tracker.table is not table:
            self.tracker = BoardTracker(table, self._index)
        self.tracker.update()


class Seat(Known):
    """What one seat of a game of the box knows.

    Attributes:
        truth: the game as it is; for comparing only.
        player: who sits there. tracker, knowledge: what is known.
    """

    def __init__(self, side: Side, deck: str, player: InProcessPlayer, truth: State) -> None:
        self.side = side
        self.player = player
        self.truth = truth
        super().__init__(the_box().index, player.table, parse_deck(deck))

    def dealer(self, lists: DeckLists | None = None) -> WorldDealer:
        """Deals worlds of what is known.

        Raises:
            WorldError: there is none.
        """
        return WorldDealer(self.tracker, self.knowledge, the_box().effects, lists)


Visit = Callable[[Seat, Question], None]


def play(decks: Mapping[Side, str], seed: int, visit: Visit, strategy: str = "random") -> None:
    """Play a game of the box to its end, and visit every question of both seats."""
    box = the_box()
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], seed)
    names = (NAMES[Side.DARK], NAMES[Side.LIGHT])
    random = Random(seed)
    game = ServedGame("worlds", names, script, now=lambda: 0.0, random=random)
    seats: dict[Side, Seat] = {}

    def listener(side: Side) -> Callable[[Question, Thought], None]:
        def listen(question: Question, _: Thought) -> None:
            if script.course is not None:
                seats[side].truth = script.course.engine.state
                seats[side].look(seats[side].player.table, question)
                visit(seats[side], question)

        return listen

    for number, (side, name) in enumerate(NAMES.items()):
        made = make_strategy(strategy, seed + number, decks[side], index=box.index)
        runner = StrategyRunner(made, rule=make_strategy("steady", 0))
        player = InProcessPlayer(game, name, runner, box.catalogue, listen=listener(side))
        seats[side] = Seat(side, decks[side], player, script.engine().state)
    play_out([seat.player for seat in seats.values()])


def pairs() -> list[Mapping[Side, str]]:
    """The shipped decks against each other."""
    decks = list(the_box().decks.values())
    dark = [deck.text for deck in decks if deck.side is Side.DARK]
    light = [deck.text for deck in decks if deck.side is Side.LIGHT]
    return [{Side.DARK: one, Side.LIGHT: other} for one in dark for other in light]


# -- against the truth ------------------------------------------------------------------------------


class _Uniform(DeckLists):
    """Any card of a side as likely as another."""

    def __init__(self, index: CardIndex) -> None:
        super().__init__(index, dict.fromkeys(Side, ()))

    def pool(self, side: Side) -> Pool:
        """See `DeckLists.pool`."""
        cards = super().pool(side).chances
        return _Plain(dict.fromkeys(cards, 1 / len(cards)), self.index)


class _Plain(Pool):
    """A pool that learns nothing of what was seen."""

    __slots__ = ()

    def weights(self, seen: Counter[BlueprintId]) -> list[float]:
        """See `Pool.weights`."""
        del seen
        return [group.sums[-1] for group in self.groups]


@dataclass
class Told:
    """What one way of dealing told.

    Attributes:
        tenths: by pile and tenth of the share of worlds: titles, the sum of the shares, and how many were.
        likelihood: the sum over positions by pile. positions: how many. seconds: of dealing. worlds: dealt.
    """

    tenths: dict[Zone, dict[int, list[float]]] = field(
        default_factory=lambda: {zone: defaultdict(lambda: [0.0, 0.0, 0.0]) for zone in _PILES}
    )
    likelihood: dict[Zone, float] = field(default_factory=lambda: defaultdict(float))
    positions: int = 0
    seconds: float = 0.0
    worlds: int = 0

    def take(self, dealer: WorldDealer, truth: State, them: Side, worlds: int, titles: int) -> None:
        """Deal worlds of a position, and compare."""
        began = time.process_time()
        dealt = [dealer.deal(seed).state for seed in range(worlds)]
        self.seconds += time.process_time() - began
        self.worlds += worlds
        self.positions += 1
        for zone in _PILES:
            halves = [_titles(half, them, zone) for half in (dealt[::2], dealt[1::2])]
            there = {card.card.title for card in truth.pile(them, zone)}
            found = halves[0] + halves[1]
            named = there | found.keys()
            for title in named:
                for one, other in (halves, halves[::-1]):
                    # The tenth is chosen by one half and told by the other: else chance would choose.
                    row = self.tenths[zone][min(int(20 * one[title] / worlds), 9)]
                    row[0] += 0.5
                    row[1] += other[title] / worlds
                    row[2] += (title in there) / 2
                likely = (found[title] + _LEAST) / (worlds + 2 * _LEAST)
                self.likelihood[zone] += log(likely if title in there else 1 - likely)
            never = log(1 - _LEAST / (worlds + 2 * _LEAST))
            self.likelihood[zone] += (titles - len(named)) * never


def _titles(dealt: Iterable[State], side: Side, zone: Zone) -> Counter[str]:
    """In how many worlds each title lies in a pile."""
    found: Counter[str] = Counter()
    for state in dealt:
        found.update({card.card.title for card in state.pile(side, zone)})
    return found


def compare(
    games: Iterable[tuple[Mapping[Side, str], Mapping[str, DeckLists]]], worlds: int, strategy: str
) -> dict[str, Told]:
    """Play games, and deal each position of a deploy phase all ways."""
    told: dict[str, Told] = defaultdict(Told)
    titles = {side: len({c.title for c in the_box().index if c.side is side}) for side in Side}
    for number, (decks, ways) in enumerate(games):
        last: set[tuple[Side, int]] = set()

        def visit(
            seat: Seat,
            question: Question,
            last: set[tuple[Side, int]] = last,
            ways: Mapping[str, DeckLists] = ways,
        ) -> None:
            state = seat.truth
            now = (seat.side, state.turn)
            own = state.phase is Phase.DEPLOY and state.active is seat.side
            if own and question.kind is PromptKind.PHASE_ACTION and now not in last:
                last.add(now)
                them = seat.side.other
                for way, lists in ways.items():
                    told[way].take(seat.dealer(lists), state, them, worlds, titles[them])

        play(decks, number, visit, strategy)
    return told


def shipped_games(count: int) -> Iterable[tuple[Mapping[Side, str], Mapping[str, DeckLists]]]:
    """Games between the shipped decks, none of which is among the lists."""
    index, decks = the_box().index, pairs()
    ways = {
        "decks": load_deck_lists(index),
        "types": DeckLists(index, dict.fromkeys(Side, ())),
        "uniform": _Uniform(index),
    }
    return ((decks[number % len(decks)], ways) for number in range(count))


# -- recorded games ---------------------------------------------------------------------------------


@dataclass
class Dealt:
    """Positions of recorded games: how many were dealt, why others were refused, what was left out."""

    positions: int = 0
    dealt: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    cards: int = 0


def seat_questions(
    relive: Relive, effects: CardEffects
) -> Iterator[tuple[Question, BoardTracker, CardKnowledge]]:
    """The questions of a recorded game, each with the board and with what its player knows then.

    Raises:
        JournalError: it cannot be read.
    """
    known: Known | None = None
    for step in relive:
        if step.question is None:
            continue
        if known is None:
            deck = None if relive.head is None or relive.head.deck is None else parse_deck(relive.head.deck)
            known = Known(effects.index, relive.table, deck)
        known.look(relive.table, step.question)
        yield step.question, known.tracker, known.knowledge


def read(path: Path, catalogue: Catalogue, effects: CardEffects, found: Dealt) -> None:
    """Deal at every question of a journal.

    Raises:
        JournalError: it cannot be read.
    """
    for _, tracker, knowledge in seat_questions(Relive(path, catalogue), effects):
        found.positions += 1
        try:
            world = WorldDealer(tracker, knowledge, effects).deal(found.positions)
        except WorldError as fault:
            found.refused[str(fault)] += 1
            continue
        found.dealt += 1
        found.left_out.update(world.left_out)
        found.cards += len(world.state.cards)


# -- the command --------------------------------------------------------------------------------------


def _recorded(files: Sequence[Path], *, as_json: bool) -> int:
    found, catalogue, effects = Dealt(), Catalogue.load(), CardEffects()
    failed = min(each_journal(files, lambda path: read(path, catalogue, effects, found)), 1)
    if as_json:
        print(json.dumps(vars(found)))
        return failed
    print(f"{found.dealt} of {found.positions} positions dealt, {found.cards} cards in them")
    for title, counts in (("refused", found.refused), ("left out", found.left_out)):
        print(title.upper())
        for reason, count in counts.most_common():
            print(f"  {count:8}  {reason}")
    return failed


def _compared(told: Mapping[str, Told], *, as_json: bool) -> int:
    rows = {
        way: {
            "positions": each.positions,
            "milliseconds a world": round(1000 * each.seconds / max(each.worlds, 1), 3),
            **{
                str(zone): {
                    "log likelihood": round(each.likelihood[zone] / max(each.positions, 1), 2),
                    "tenths": {
                        tenth: [int(n), round(share / n, 3), round(there / n, 3)]
                        for tenth, (n, share, there) in sorted(each.tenths[zone].items())
                    },
                }
                for zone in _PILES
            },
        }
        for way, each in told.items()
    }
    if as_json:
        print(json.dumps(rows))
        return 0
    for way, each in told.items():
        milliseconds = 1000 * each.seconds / max(each.worlds, 1)
        print(f"{way.upper()}: {each.positions} positions, {milliseconds:.2f} ms a world")
        for zone in _PILES:
            print(f"  {zone}: log likelihood {each.likelihood[zone] / max(each.positions, 1):.2f} a position")
            print("    tenth    titles    told     was")
            for tenth, (n, share, there) in sorted(each.tenths[zone].items()):
                print(f"    {tenth / 10:.1f}     {n:7.0f}   {share / n:.3f}   {there / n:.3f}")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Play or read the games and print the tables; 1 if a journal could not be read."""
    parser = journal_parser("worlds", __doc__, files="*")
    parser.add_argument("--games", type=int, default=9)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--strategy", default="steady", help="of both seats")
    args = parser.parse_args(arguments)
    args.worlds += args.worlds % 2
    if args.files:
        return _recorded(args.files, as_json=args.json)
    return _compared(compare(shipped_games(args.games), args.worlds, args.strategy), as_json=args.json)


if __name__ == "__main__":
    run(main)
