"""Which function decides which rule: python -m tools.rules [--markdown > docs/rules.md | --played]."""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import gemp_bot
from gemp_bot.cli.command import Args, JsonResult, arg, command, count_or_endless
from gemp_bot.cli.exits import OK, USAGE, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.game import Settings
from gemp_bot.journal import JournalError
from gemp_bot.protocol.enums import Side
from gemp_bot.replay import Redecide, Relive
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy, StrategyRunner, Thought, make_strategy
from tools.rule_coverage.book import Row, as_markdown, rule_coverage
from tools.rule_coverage.ran import Runs

_TESTS = Path(gemp_bot.__file__).resolve().parent.parent / "tests" / "rules"
_SHOWN = 56
GAMES: Final = 200
BOX: Final = "box"
PLAYER: Final = "player"
_PLAYERS: Final = ("strong", "random", "steady", "medium")
_DECIDERS: Final = ("strong", "steady")
_CHECKED: Final = 8
"""Of so many games one is checked for faults after every question: slow, and it asks a few more rules."""
_SEATS: Final = ("dark", "light")


class RulesArgs(Args):
    markdown: bool = arg("--markdown", "print docs/rules.md")
    tests: Path | None = arg("--tests DIR", "where the tests are (else tests/rules)")
    played: bool = arg("--played", "count what runs in games and recordings")
    games: int | None = arg("--games N", "games of the box to play (else 200)", count_or_endless)
    files: list[Path] = arg("FILE", "a recording to decide again", default=())


class RuleCounts(JsonResult):
    count: int
    decided: int
    used: int
    tested: int


class RuleTotals(JsonResult):
    rules: RuleCounts
    gotchas: RuleCounts


class RulesResult(JsonResult):
    rules: list[Row]
    total: RuleTotals


class FunctionRuns(JsonResult):
    name: str
    box: int
    player: int


class RunsTotal(JsonResult):
    count: int
    ran: int
    share: float


class RunsResult(JsonResult):
    games: int
    recordings: int
    functions: list[FunctionRuns]
    total: RunsTotal


@command(
    json=RulesResult | RunsResult,
    about="""
List the rules and gotchas taken from the rules reference, the function that
decides each, how many tests name it and which rooms use it. A rule without a
test says so.

--markdown prints docs/rules.md: counts, and the rules without a function.

--played counts which functions of the rules run, and whether the box or a
player asks them: in games of the box (random, steady, medium and strong, each
against each on both sides, with all shipped decks), and while the recordings
given are decided once more by strong and by steady. 200 games take some
minutes.""",
    examples="""
  python -m tools.rules --markdown > docs/rules.md
  python -m tools.rules --json | jq '.rules[] | select(.tests == [])'
  python -m tools.rules --played --games 20 journals/*.jsonl.gz""",
)
def rules(args: RulesArgs, out: Output) -> int:
    if args.played:
        return _played(args, out)
    if args.files or args.games is not None:
        raise CommandError("recordings and --games go with --played: add it", code=USAGE)
    tests: Path | None = args.tests or _TESTS
    if args.tests is not None and not args.tests.is_dir():
        raise CommandError(f"{args.tests}: no such folder")
    if tests is not None and not tests.is_dir():
        out.note("gemp-bot: the tests are not there, so nothing is known of them (--tests DIR)")
        tests = None
    try:
        found = rule_coverage(tests)
    except SyntaxError as fault:
        raise CommandError(f"{fault.filename}: {fault.msg} (line {fault.lineno})") from None
    if args.markdown and not args.json:
        for line in as_markdown(found).splitlines():
            out.line(line)
        return OK
    out.table(
        ("#", "rule", "function", "used by", "tests"),
        [
            (
                row.number,
                _short(row.text),
                ", ".join(row.functions) or f"none: {row.reason}",
                ", ".join(row.used_by) or "nobody",
                _tests(row),
            )
            for row in found.rows
        ],
    )
    out.line()
    for what, rows in (("rules", found.rules), ("gotchas", found.gotchas)):
        total = _total(rows)
        out.line(
            f"{what + ':':9}{total.count}, {total.decided} decided, {total.used} by what is used "
            f"outside this room, {total.tested} named by a test"
        )
    out.json(
        RulesResult(
            rules=list(found.rows),
            total=RuleTotals(rules=_total(found.rules), gotchas=_total(found.gotchas)),
        )
    )
    return OK


COMMAND = rules


def _played(args: RulesArgs, out: Output) -> int:
    games = GAMES if args.games is None else args.games
    if games == 0 and not args.files:
        raise CommandError("--games: 1 or more, as no recording is named, not 0", code=USAGE)
    if args.markdown:
        raise CommandError("--markdown prints the rules; --played counts: only one of them", code=USAGE)
    return count_runs(games, args.files, out)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"


def _tests(row: Row) -> str:
    if row.tests is None:
        return "?"
    return str(len(row.tests)) if row.tests else "no test"


def _total(rows: tuple[Row, ...]) -> RuleCounts:
    return RuleCounts(
        count=len(rows),
        decided=sum(bool(row.functions) for row in rows),
        used=sum(bool(row.used_by) for row in rows),
        tested=sum(bool(row.tests) for row in rows),
    )


# -- which of them run -------------------------------------------------------------------------------


def count_runs(games: int, files: Sequence[Path], out: Output) -> int:
    """Play, decide, and print what ran.

    Raises:
        CommandError: a recording cannot be read.
    """
    runs = Runs()
    box = Box()
    with runs.counting():
        for number in range(games):
            _play_one(box, number, runs)
        for path in files:
            _decide(path, box.catalogue, runs)
    _show(runs, games, len(files), out)
    return OK


def _play_one(box: Box, number: int, runs: Runs) -> None:
    """One game: each pair of players and of decks comes in its turn, and each player on both sides."""
    pairs = list(product(_PLAYERS, repeat=2))
    dark, light = pairs[number % len(pairs)]
    decks = {side: [deck for deck in box.decks.values() if deck.side is side] for side in Side}
    both = list(product(decks[Side.DARK], decks[Side.LIGHT]))
    below, above = both[(number // len(pairs) + number) % len(both)]
    box.settings = Settings(checked=number % _CHECKED == 0)
    with runs.asked_by(BOX):
        script = box.game(below.text, above.text, number)
        # The clock of the game stands still: nobody loses because the machine is busy.
        game = ServedGame("g", _SEATS, script, now=float, random=Random(number))
        seats = zip(_SEATS, (dark, light), (below, above), strict=True)
        play_out(
            [
                InProcessPlayer(
                    game, seat, _counted(make_strategy(name, number, deck.text), runs), box.catalogue
                )
                for seat, name, deck in seats
            ]
        )


def _decide(path: Path, catalogue: Catalogue, runs: Runs) -> None:
    for name in _DECIDERS:
        try:
            for _ in Redecide(Relive(path, catalogue), _counted(make_strategy(name, 0), runs)):
                pass
        except JournalError as fault:
            raise CommandError(str(fault)) from None


class _Counted(StrategyRunner):
    """Whatever runs while it decides, the player has asked."""

    def __init__(self, strategy: Strategy, runs: Runs) -> None:
        super().__init__(strategy, rule=make_strategy("steady", 0))
        self._runs = runs

    def think_now(self, table: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        with self._runs.asked_by(PLAYER):
            return super().think_now(table, question, refused)


def _counted(strategy: Strategy, runs: Runs) -> StrategyRunner:
    return _Counted(strategy, runs)


def _show(runs: Runs, games: int, files: int, out: Output) -> None:
    found = {name: runs.of(name) for name in runs.names}
    out.table(
        ("function", BOX, PLAYER),
        [
            (name, *(str(counts[who]) if who in counts else "-" for who in (BOX, PLAYER)))
            for name, counts in found.items()
        ],
    )
    ran = sum(bool(counts) for counts in found.values())
    share = ran / len(found)
    out.line()
    out.line(
        f"{ran} of {len(found)} functions ran ({share:.0%}) in {games} games of the box "
        f"and {files} recordings, decided by {' and '.join(_DECIDERS)}"
    )
    out.json(
        RunsResult(
            games=games,
            recordings=files,
            functions=[
                FunctionRuns(name=name, box=counts.get(BOX, 0), player=counts.get(PLAYER, 0))
                for name, counts in found.items()
            ],
            total=RunsTotal(count=len(found), ran=ran, share=round(share, 4)),
        )
    )


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.rules", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
