"""Games of a deck put together, and two versions of it compared.

Takes one game at a time and keeps numbers only, so any number of games fits.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from statistics import fmean

import msgspec

from gemp_bot.board.card_facts import never_fired
from gemp_bot.cards.deck import DeckList, deck_digest, describe
from gemp_bot.cards.index import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.game.understanding import Share, ever_played, understood
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import Side
from gemp_bot.report.lab_model import (
    FEW,
    LATE,
    CardChange,
    CardOverGames,
    Comparison,
    DeckOverGames,
    DeployedInTurn,
    DestinyOverGames,
    EndingCount,
    ForceLostByCause,
    LeftOut,
    LossCause,
    Matchup,
    Rate,
    Starting,
    TurnMeans,
    TurnOverGames,
    Unused,
)
from gemp_bot.report.lab_observing import CardSeen, GameSeen, SideLosses, TurnSeen, front
from gemp_bot.statistics import Interval, mean_of, rate_of_pairs, wilson

_CAUSES = (LossCause.DRAINS, LossCause.BATTLES, LossCause.OTHER)
_SUMMED = (
    "drawn",
    "deployed",
    "deployed_from_hand",
    "played",
    "played_from_hand",
    "offered",
    "elsewhere",
    "stuck",
)
_IN_ROW = (*_SUMMED, "drawn_games", "deployed_games", "stuck_games")
ALL_DESTINIES = "all"
UntoldOf = Callable[[str], LeftOut | None]
"""What is left out of a card where the games were played, by its blueprint id."""


def how_it_ended(reason: str, loser: SideLosses) -> LossCause:
    """What took the loser's life force: the largest part of what it lost.

    Where all it lost is less than half of what it began with, most of its cards went to hand and to the
    table: that is decking.
    """
    if reason != EndReason.LIFE_FORCE.value:
        return LossCause.NOT_BY_LIFE
    if loser.life is not None and 2 * loser.all < loser.life:
        return LossCause.DECKING
    return max(_CAUSES, key=lambda cause: _lost_to(loser, cause))


def rate_of(points: float, games: int) -> Rate:
    """A win rate with its interval."""
    return Rate(games, wilson(points, games) if games else None, few=games < FEW)


def weighted_rate(won: int, copies: int, games: int) -> Rate:
    """A rate of copies with the interval of games: the copies of one game are won or lost together.

    Args:
        won: copies in games that were won.
        copies: all of them.
        games: in which there was one at least.
    """
    return Rate(games, wilson(min(won / copies, 1.0) * games, games) if games else None, few=games < FEW)


@dataclass(slots=True)
class _Games:
    """Some games: how many, and how many won."""

    games: int = 0
    won: int = 0
    turns: int = 0

    def add(self, *, won: bool, turns: int = 0) -> None:
        self.games += 1
        self.won += won
        self.turns += turns

    @property
    def rate(self) -> Rate:
        return rate_of(self.won, self.games)

    @property
    def mean_turns(self) -> float | None:
        return self.turns / self.games if self.games else None


@dataclass(slots=True)
class _Copies:
    """Copies of a card in games: those of games that were won, all, and the games."""

    won: int = 0
    copies: int = 0
    games: int = 0

    def add(self, copies: int, *, won: bool) -> None:
        if copies:
            self.won += copies * won
            self.copies += copies
            self.games += 1

    @property
    def rate(self) -> Rate:
        return weighted_rate(self.won, self.copies, self.games)


@dataclass(slots=True)
class _Turns:
    """Sums over the turns of one number."""

    games: int = 0
    generation: float = 0.0
    hand: int = 0
    life: int = 0
    their_life: int = 0

    def add(self, turn: TurnSeen) -> None:
        self.games += 1
        self.generation += turn.generation
        self.hand += turn.hand
        self.life += turn.life
        self.their_life += turn.their_life

    @property
    def means(self) -> TurnMeans | None:
        games = self.games
        if not games:
            return None
        sums = (self.generation, self.hand, self.life, self.their_life)
        return TurnMeans(games, *(each / games for each in sums))


@dataclass(slots=True)
class _Card:
    """A card so far."""

    copies: int
    sums: Counter[str] = field(default_factory=Counter)
    in_hand: _Copies = field(default_factory=_Copies)
    opening: _Copies = field(default_factory=_Copies)
    not_drawn: _Games = field(default_factory=_Games)
    by_turn: dict[int, _Games] = field(default_factory=dict)

    def add(self, seen: CardSeen, *, won: bool) -> None:
        sums = self.sums
        for name in _SUMMED:
            sums[name] += getattr(seen, name)
        sums["turns"] += sum(seen.turns)
        for name in ("drawn", "deployed", "stuck", "started"):
            sums[f"{name}_games"] += getattr(seen, name) > 0
        # A copy that came back to hand is no further one.
        self.in_hand.add(min(seen.drawn, seen.copies), won=won)
        self.opening.add(seen.opening, won=won)
        if not (seen.drawn or seen.deployed or seen.started):
            self.not_drawn.add(won=won)
        if seen.turns:
            first = min(max(min(seen.turns), 1), LATE)
            self.by_turn.setdefault(first, _Games()).add(won=won)


class DeckTotals:
    """All games of one deck."""

    def __init__(
        self,
        name: str,
        side: Side,
        deck: DeckList,
        index: CardIndex,
        untold: UntoldOf = lambda _: None,
    ) -> None:
        self._name, self._side, self._deck = name, side, deck
        self._index, self._untold = index, untold
        self._outside = frozenset(map(front, deck.outside))
        copies = Counter(map(front, (*deck.cards, *deck.outside)))
        self._cards = {card: _Card(count) for card, count in copies.items()}
        self._all = _Games()
        self._from_journals = 0
        self._not_decided: Counter[str] = Counter()
        self._matchups: dict[str, _Games] = {}
        self._endings: Counter[tuple[LossCause, bool]] = Counter()
        self._lost: Counter[tuple[LossCause, bool]] = Counter()
        self._turns_by_result: dict[bool, _Games] = {True: _Games(), False: _Games()}
        self._starting: dict[str, _Games] = {}
        self._turns: dict[int, dict[bool, _Turns]] = {}
        self._destinies: dict[str, list[float]] = {}

    def not_decided(self, outcome: str) -> None:
        """Count a game that counts for nobody."""
        self._not_decided[outcome] += 1

    def add(self, seen: GameSeen, opponent: str, *, won: bool, from_journals: bool = False) -> None:
        """Add a decided game."""
        self._from_journals += from_journals
        self._all.add(won=won, turns=seen.turns)
        self._turns_by_result[won].add(won=won, turns=seen.turns)
        self._matchups.setdefault(opponent, _Games()).add(won=won, turns=seen.turns)
        self._endings[how_it_ended(seen.reason, seen.theirs if won else seen.ours), won] += 1
        for cause in _CAUSES:
            self._lost[cause, True] += _lost_to(seen.ours, cause)
            self._lost[cause, False] += _lost_to(seen.theirs, cause)
        for card, found in seen.cards.items():
            if card in self._cards:
                self._cards[card].add(found, won=won)
                if found.started:
                    self._starting.setdefault(card, _Games()).add(won=won)
        for turn in seen.turn:
            self._turns.setdefault(turn.turn, {True: _Turns(), False: _Turns()})[won].add(turn)
        for what, values in seen.destinies.items():
            self._destinies.setdefault(what, []).extend(values)

    def report(self) -> DeckOverGames:
        """What all of it comes to."""
        games = self._all.games
        return DeckOverGames(
            deck=self._name,
            side=self._side,
            digest=deck_digest(self._deck.text),
            games=games,
            not_decided=dict(sorted(self._not_decided.items())),
            from_journals=self._from_journals,
            rate=self._all.rate,
            matchups=sorted(
                (Matchup(name, found.rate, found.mean_turns) for name, found in self._matchups.items()),
                key=lambda one: (-one.rate.games, one.opponent),
            ),
            endings=[
                EndingCount(how, self._endings[how, True], self._endings[how, False]) for how in LossCause
            ],
            turns_won=self._turns_by_result[True].mean_turns,
            turns_lost=self._turns_by_result[False].mean_turns,
            force_lost=[
                ForceLostByCause(cause, self._lost[cause, True] / games, self._lost[cause, False] / games)
                for cause in _CAUSES
                if games
            ],
            starting=sorted(
                (Starting(self._title(card), found.rate) for card, found in self._starting.items()),
                key=lambda one: (-one.rate.games, one.card),
            ),
            turns=[_turn_row(turn, found) for turn, found in sorted(self._turns.items())],
            destiny=self._destiny_rows(),
            destiny_printed=describe(self._deck, self._index).destiny,
            cards=self._card_rows(),
        )

    def _destiny_rows(self) -> list[DestinyOverGames]:
        every = [value for values in self._destinies.values() for value in values]
        if not every:
            return []
        kinds = sorted(self._destinies.items(), key=lambda one: -len(one[1]))
        named = [(ALL_DESTINIES, every), *((what or "destiny", values) for what, values in kinds)]
        return [DestinyOverGames(what, len(values), fmean(values), mean_of(values)) for what, values in named]

    def _card_rows(self) -> list[CardOverGames]:
        rows = [self._card_row(card, found) for card, found in self._cards.items()]
        return sorted(rows, key=_rank)

    def _card_row(self, card: str, found: _Card) -> CardOverGames:
        sums, in_hand, whole = found.sums, found.in_hand.rate, self._all.rate.rate
        difference = None
        clear = False
        if in_hand.rate is not None and whole is not None:
            difference = in_hand.rate.value - whole.value
            clear = not in_hand.few and not in_hand.rate.low <= whole.value <= in_hand.rate.high
        printed = self._index.get(card)
        return CardOverGames(
            title=self._title(card),
            blueprint=card,
            type="" if printed is None else printed.type,
            copies=found.copies,
            in_hand=in_hand,
            opening=found.opening.rate,
            not_drawn=found.not_drawn.rate,
            by_turn=[DeployedInTurn(turn, games.rate) for turn, games in sorted(found.by_turn.items())],
            difference=difference,
            clear=clear,
            started=sums["started_games"],
            turn=sums["turns"] / sums["deployed"] if sums["deployed"] else None,
            **{name: sums[name] for name in _IN_ROW},
            unused=self._unused(card, sums),
            untold=self._untold(card),
        )

    def _unused(self, card: str, sums: Counter[str]) -> Unused | None:
        if not self._all.games or sums["started_games"] or sums["deployed"] or sums["played"]:
            return None
        if not sums["drawn"]:
            return Unused.OUTSIDE if card in self._outside else Unused.NEVER_DRAWN
        if self._untold(card) is LeftOut.NEVER_PLAYED:
            return Unused.NEVER_PLAYED_HERE
        return Unused.NEVER_CHOSEN if sums["offered"] else Unused.NEVER_OFFERED

    def _title(self, card: str) -> str:
        printed = self._index.get(card)
        if printed is None:
            return card
        return f"{printed.title} (V)" if printed.virtual else printed.title


def _turn_row(turn: int, found: Mapping[bool, _Turns]) -> TurnOverGames:
    every = _Turns(*(one + other for one, other in zip(*map(astuple, found.values()), strict=True))).means
    assert every is not None, "a turn is only counted with a game"  # noqa: S101
    won, lost = found[True].means, found[False].means
    return TurnOverGames(
        turn, every.games, every.generation, every.hand, every.life, every.their_life, won, lost
    )


def _rank(row: CardOverGames) -> tuple[bool, bool, bool, float, str]:
    """The place of a card among the others: what was never played has only its title."""
    if row.unused is not None:
        return True, True, True, 0.0, row.title
    return False, row.difference is None, row.in_hand.few, -(row.difference or 0.0), row.title


def _lost_to(losses: SideLosses, cause: LossCause) -> int:
    return int(getattr(losses, cause.value))


class DecidedGame(msgspec.Struct, frozen=True):
    """A decided game of a version.

    Attributes:
        points: of the version: 1, 1/2 or 0.
        course: all that tells whether another game went the same way.
    """

    points: float
    course: tuple[object, ...]


def compare(
    first: Mapping[str, DecidedGame],
    second: Mapping[str, DecidedGame],
    decks: tuple[DeckList, DeckList],
    index: CardIndex,
) -> Comparison:
    """Compare two versions by their decided games, each by what tells which two are a pair."""
    pairs = [(played, second[game]) for game, played in first.items() if game in second]
    points = [(before.points, after.points) for before, after in pairs]
    # As if the second version had played the first one: a pair that both won, or both lost, is a draw.
    found = rate_of_pairs([(after + 1 - before) / 2 for before, after in points])
    gap = found.rate
    return Comparison(
        pairs=len(pairs),
        first=rate_of(sum(before for before, _ in points), len(pairs)),
        second=rate_of(sum(after for _, after in points), len(pairs)),
        difference=gap and Interval(*(2 * end - 1 for end in (gap.value, gap.low, gap.high))),
        only_first=sum(before > after for before, after in points),
        only_second=sum(after > before for before, after in points),
        same=sum(before == after for before, after in pairs),
        needed=found.needed,
        changes=_changes(*decks, index),
    )


def _changes(before: DeckList, after: DeckList, index: CardIndex) -> list[CardChange]:
    old, new = (Counter(map(front, (*deck.cards, *deck.outside))) for deck in (before, after))
    changed = (card for card in {**old, **new} if old[card] != new[card])
    rows = (
        CardChange(card if (printed := index.get(card)) is None else printed.title, old[card], new[card])
        for card in changed
    )
    return sorted(rows, key=lambda row: (row.after - row.before, row.title))


def untold_of(index: CardIndex) -> Callable[[str], LeftOut | None]:
    """What is left out of a card, by its blueprint id; None for nothing."""
    effects = CardEffects(index)

    def untold(blueprint: str) -> LeftOut | None:
        card = index.get(blueprint)
        if card is None or not ever_played(its := effects.facts.of(card), effects):
            return LeftOut.NEVER_PLAYED
        share = understood(its.text)
        if share is Share.NONE:
            return LeftOut.NO_TEXT
        if never_fired(its):
            return LeftOut.NEVER_FIRED
        return LeftOut.PART_OF_TEXT if share is Share.SOME else None

    return untold
