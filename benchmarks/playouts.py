"""What playing a position on tells of it: policies, what they cost, and how they agree.

    python -m benchmarks.playouts [FILE ...] [--positions N] [--seed N] [--policies NAME ...] [--json]

The positions are first deploy menus of turns, drawn by chance: of games in the box, `strong` against itself,
or of the recorded games that are named. Of each of them eight worlds are dealt (`inference.worlds`), in which
what its player does not see lies as it may, and every policy plays both seats on in the same ones. The mean
life margin (the player's less the opponent's) of its playouts is what it tells of the position.

Printed for each policy: milliseconds and answers a playout; the correlation of what it tells with the margin
at the end of the game as it was played, and of the change it tells with the change that came; the Brier score
of the share of playouts that were won (`one chance for all` is that of a constant); the same for two playouts
only, so that policies which play fewer can be compared; and the correlation of what two policies tell. With
`truth` a policy plays the game as it was, which nobody knows: what it errs less there is what the dealing
costs. `margin now` is what the life margin of the position alone tells of that at the end.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

import msgspec

from benchmarks import journal_parser, run, tell
from benchmarks.forecast import correlation_of
from benchmarks.worlds import Seat, pairs, play, seat_questions, the_box
from gemp_bot.decisions import PromptKind, Question
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Settings, Windows
from gemp_bot.game.players import RandomPlayer
from gemp_bot.game.state import State
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.replay import Relive
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.search.policy import Policy, shipped_weights
from gemp_bot.state.table import Table, life_of
from gemp_bot.strategy import StrategyRunner, make_strategy

SETTINGS: Final = Settings(windows=Windows.USEFUL)
A_GAME: Final = 5
"""Positions that are taken of a game, at most."""
WORLDS: Final = 8
"""Worlds that are dealt of a position."""
FEW: Final = 2
"""Playouts of a position by the dearest policies; with so many all of them are compared."""
UNSEARCHED: Final = "benchmarks/unsearched.toml"

Playout = Callable[[State, int], tuple[State, Side | None, int]]
"""Plays a copy of a game on, with a seed: how it stands then, who won, and how many answers it took."""


class Position(msgspec.Struct):
    """A position of a game, and how that went on.

    Attributes:
        side: whose turn it was. worlds: games that its player may have been in.
        now: life force of that player less the other's. margin: the same at the end. won: whether he won.
        truth: the game as it was, where that is known.
    """

    side: Side
    worlds: list[State]
    now: float
    margin: float = 0
    won: float = 0
    truth: State | None = None

    def ends(self, margin: float) -> None:
        """The game went on to this margin."""
        self.margin = margin
        self.won = 0.5 if margin == 0 else float(margin > 0)


class Told(msgspec.Struct, frozen=True):
    """What the playouts of a policy tell of one position.

    Attributes:
        margins: of each playout. wins: 1 where its player won or is ahead at the horizon, 0, or 1/2.
        seconds, answers: of a playout.
    """

    margins: list[float]
    wins: list[float]
    seconds: float
    answers: float


# -- policies -----------------------------------------------------------------------------------------


def alone(make: Callable[[Engine, Random], RandomPlayer | Policy], turns: int = 0) -> Playout:
    """Playouts inside the engine, of so many turns of both players; 0 for the whole game."""

    def playout(state: State, seed: int) -> tuple[State, Side | None, int]:
        new = state.copy()
        new.seed = seed
        engine = Engine.at(new, effects=the_box().effects, settings=SETTINGS)
        engine.begin()
        player = make(engine, Random(seed))
        last, answers = new.turn + turns, 0
        while engine.choice is not None and not (turns and new.turn >= last):
            if new.news is not None:
                new.news.clear()
            engine.step(player.answer(engine.choice))
            answers += 1
        return new, None if engine.outcome is None else engine.outcome.winner, answers

    return playout


def seated(strategy: str) -> Playout:
    """Playouts by a strategy in both seats, each told what it may know, to the end of the game."""

    def playout(state: State, seed: int) -> tuple[State, Side | None, int]:
        box, new = the_box(), state.copy()
        new.seed = seed
        engine = Engine.at(new, effects=box.effects, settings=SETTINGS)
        script = EngineScript({}, seed, effects=box.effects, settings=SETTINGS, start=engine)
        game = ServedGame("playout", ("dark", "light"), script, now=lambda: 0.0, random=Random(seed))
        players = []
        for name in game.players:
            runner = StrategyRunner(
                make_strategy(strategy, seed, None, index=box.index), rule=make_strategy("steady", 0)
            )
            players.append(InProcessPlayer(game, name, runner, box.catalogue))
        play_out(players)
        assert script.course is not None, "it was played"
        end = script.course.engine
        winner = None if end.outcome is None else end.outcome.winner
        return end.state, winner, sum(player.decisions for player in players)

    return playout


def _quick(engine: Engine, random: Random) -> Policy:
    return Policy(engine, shipped_weights(), random)


POLICIES: Final[Mapping[str, tuple[Playout, int]]] = {
    "random": (alone(lambda _, random: RandomPlayer(random)), WORLDS),
    "quick": (alone(_quick), WORLDS),
    "quick, 4 turns": (alone(_quick, 4), WORLDS),
    "steady": (seated("steady"), FEW),
    "strong without search": (seated(UNSEARCHED), FEW),
}
"""By name: how it plays, and how many playouts of a position."""


def told(playout: Playout, states: Sequence[State], side: Side) -> Told:
    """What playouts of some games tell."""
    margins, wins, answers = [], [], 0
    began = time.process_time()
    for seed, state in enumerate(states):
        end, winner, count = playout(state, seed)
        margins.append(float(end.life(side) - end.life(side.other)))
        ahead = margins[-1] if winner is None else (1 if winner is side else -1)
        wins.append(0.5 if ahead == 0 else float(ahead > 0))
        answers += count
    seconds = (time.process_time() - began) / len(states)
    return Told(margins, wins, seconds, answers / len(states))


# -- positions ----------------------------------------------------------------------------------------


def box_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of games of `strong` against itself in the box."""
    random = Random(seed)
    decks = pairs()
    taken = number = 0
    last: State | None = None
    while taken < count:
        found: list[Position] = []

        def visit(seat: Seat, question: Question, found: list[Position] = found) -> None:
            nonlocal last
            last = state = seat.truth
            if _is_first(seat.player.table, question):
                now = float(state.life(seat.side) - state.life(seat.side.other))
                worlds = _worlds(seat.dealer, random)
                found.append(Position(seat.side, worlds, now, truth=state.copy()))

        play(decks[number % len(decks)], seed + number, visit, "strong")
        number += 1
        for each in _drawn(found, random, count - taken):
            assert last is not None, "every question was visited"
            each.ends(last.life(each.side) - last.life(each.side.other))
            taken += 1
            yield each


def recorded_positions(files: Sequence[Path], count: int, seed: int) -> Iterator[Position]:
    """Positions of recorded games that ended."""
    random = Random(seed)
    paths = list(journal_files(files, tell))
    random.shuffle(paths)
    taken = 0
    for path in paths:
        relive = Relive(path, the_box().catalogue)
        try:
            found = _recorded(relive, random)
        except JournalError as fault:
            tell(str(fault))
            continue
        table = relive.table
        if table.ending is None or table.me is None:
            continue
        for each in _drawn(found, random, count - taken):
            won = table.ending.won_by(table.me)
            each.ends((1 if won else -1) * max(abs(_margin(table)), 1.0))
            taken += 1
            yield each


def _recorded(relive: Relive, random: Random) -> list[Position]:
    """Positions of one recorded game.

    Raises:
        JournalError: it cannot be read.
    """
    found = []
    for question, tracker, knowledge in seat_questions(relive, the_box().effects):
        table, side = tracker.table, tracker.table.my_side
        if side is not None and _is_first(table, question):
            dealer = partial(WorldDealer, tracker, knowledge, the_box().effects)
            found.append(Position(side, _worlds(dealer, random), _margin(table)))
    return found


def _is_first(table: Table, question: Question) -> bool:
    """Whether it is the first deploy menu of an own turn."""
    own = table.turn_player is not None and table.turn_player == table.me
    return own and table.phase is Phase.DEPLOY and question.kind is PromptKind.PHASE_ACTION


def _worlds(dealer: Callable[[], WorldDealer], random: Random) -> list[State]:
    """Worlds of a position; none if it has none."""
    try:
        made = dealer()
    except WorldError:
        return []
    return [made.deal(random.getrandbits(30)).state for _ in range(WORLDS)]


def _drawn(found: Iterable[Position], random: Random, most: int) -> list[Position]:
    """Some of the positions that have worlds, one a turn."""
    dealt = [each for each in found if each.worlds]
    return random.sample(dealt, min(A_GAME, len(dealt), most))


def _margin(table: Table) -> float:
    """Life force of us less theirs."""
    assert table.statistics is not None, "a game that is played has numbers"
    lives = {zones.name: life_of(zones) for zones in table.statistics.player_zones}
    return float(2 * lives[table.me] - sum(lives.values())) if table.me in lives else 0.0


# -- the command --------------------------------------------------------------------------------------


def row(name: str, found: Sequence[Told], where: Sequence[Position]) -> dict[str, float | str | None]:
    """The figures of a policy."""
    agreed = correlation_of([(fmean(each.margins), at.margin) for each, at in zip(found, where, strict=True)])
    changed = correlation_of(
        [(fmean(each.margins) - at.now, at.margin - at.now) for each, at in zip(found, where, strict=True)]
    )
    few = correlation_of(
        [(fmean(each.margins[:FEW]), at.margin) for each, at in zip(found, where, strict=True)]
    )
    brier = fmean((fmean(each.wins) - at.won) ** 2 for each, at in zip(found, where, strict=True))
    brier_few = fmean((fmean(each.wins[:FEW]) - at.won) ** 2 for each, at in zip(found, where, strict=True))
    return {
        "policy": name,
        "playouts": len(found[0].margins),
        "ms": round(1000 * fmean(each.seconds for each in found), 1),
        "answers": round(fmean(each.answers for each in found)),
        "margin": _rounded(agreed),
        "change": _rounded(changed),
        "brier": round(brier, 3),
        "margin, few": _rounded(few),
        "brier, few": round(brier_few, 3),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def main(arguments: Sequence[str]) -> int:
    """Play the positions on and print the tables."""
    parser = journal_parser("playouts", __doc__, files="*")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policies", nargs="*", default=list(POLICIES), choices=list(POLICIES))
    args = parser.parse_args(arguments)
    source = (
        recorded_positions(args.files, args.positions, args.seed)
        if args.files
        else box_positions(args.positions, args.seed)
    )
    where: list[Position] = []
    found: dict[str, list[Told]] = {}
    for position in source:
        where.append(position)
        for name in args.policies:
            playout, count = POLICIES[name]
            found.setdefault(name, []).append(told(playout, position.worlds[:count], position.side))
            if position.truth is not None and name.startswith("quick"):
                truth = told(playout, [position.truth] * count, position.side)
                found.setdefault(f"{name}, truth", []).append(truth)
        if len(where) % 10 == 0:
            tell(f"{len(where)} positions")
    if not where:
        tell("no position to play on")
        return 1
    mean = fmean(at.won for at in where)
    now = correlation_of([(at.now, at.margin) for at in where])
    rows = [row(name, each, where) for name, each in found.items()]
    alike = {
        f"{one}, {other}": _rounded(
            correlation_of(
                [(fmean(a.margins), fmean(b.margins)) for a, b in zip(found[one], found[other], strict=True)]
            )
        )
        for number, one in enumerate(args.policies)
        for other in args.policies[number + 1 :]
    }
    constant = round(fmean((mean - at.won) ** 2 for at in where), 3)
    if args.json:
        print(json.dumps({"positions": len(where), "now": now, "constant": constant, "policies": rows}))
        return 0
    print(
        f"{len(where)} positions, {mean:.0%} won; margin now {_rounded(now)}; one chance for all {constant}"
    )
    columns = list(rows[0])
    print("".join(f"{name:>24}" if name == "policy" else f"{name:>13}" for name in columns))
    for each in rows:
        print(
            "".join(f"{each[name]!s:>24}" if name == "policy" else f"{each[name]!s:>13}" for name in columns)
        )
    for between, value in alike.items():
        print(f"{between:>48}  {value}")
    return 0


if __name__ == "__main__":
    run(main)
