"""Commands about games: `play`, `replay`, `arena`."""

import argparse

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command
from gemp_bot.cli.parsers.values import (
    VERSUS,
    count,
    count_or_endless,
    optional_path,
    path,
    path_or_game,
    seconds,
    seed,
    versus,
)


def add_replay(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`replay`."""
    replay = command(
        commands,
        "replay",
        "re-live recorded games",
        manual.REPLAY,
        end=manual.REPLAY_END,
        parents=parents,
        codes=manual.REPLAY_EXIT_CODES,
    )
    replay.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=path,
        help="a recording, .jsonl or .jsonl.gz, no pipe; or a folder of recordings",
    )
    replay.add_argument(
        "--strict",
        action="store_true",
        help="exit 1 on an unknown event, a snapshot mismatch, an answer our judgement and the server's "
        "differ about, a double answer, lines of a journal that are missing, or a file that is cut at its "
        "end, and name the first; an "
        "answer both call illegal is counted as refused and is no fault",
    )
    replay.add_argument(
        "--board", action="store_true", help="print the board and the question at every choice"
    )
    replay.add_argument(
        "--acts",
        action="store_true",
        help="print what was done in a game on average: battles started, actions chosen by kind",
    )
    replay.add_argument("--at", metavar="N", type=count, help="print the board at question N, counted from 1")
    replay.add_argument(
        "--decide",
        action="store_true",
        help="ask a strategy at every question, and show where it would have answered differently; "
        "with --board or --at, what it says at each board",
    )
    replay.add_argument(
        "--strategy",
        metavar="NAME",
        help="the strategy to ask, the path of its file, or FILE.py:CLASS (else the one of the journal)",
    )
    replay.add_argument("--seed", metavar="N", type=seed, help="its seed (else the one of the journal)")
    replay.set_defaults(module="gemp_bot.cli.replay")


def add_diff(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`diff`."""
    diff = command(
        commands,
        "diff",
        "where two strategies answer recorded questions otherwise",
        manual.DIFF,
        end=manual.DIFF_END,
        parents=parents,
        codes=manual.DIFF_EXIT_CODES,
    )
    diff.add_argument(
        "files", metavar="FILE", nargs="+", type=path, help="a recording, or a folder of recordings"
    )
    diff.add_argument(
        "--strategy",
        metavar="NAME",
        action="append",
        required=True,
        help="who is asked, by name or by the path of a file; given twice, the two are compared, "
        "else the one and what was answered in the recording",
    )
    diff.add_argument("--seed", metavar="N", type=seed, help="seed of both (else the one of each journal)")
    diff.add_argument(
        "--most", metavar="N", type=count_or_endless, help="show so many differences (else 10; in --json all)"
    )
    diff.set_defaults(module="gemp_bot.cli.diff")


def add_export(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`export`."""
    export = command(
        commands,
        "export",
        "tables of recorded games, for a spreadsheet or a program",
        manual.EXPORT,
        end=manual.EXPORT_END,
        parents=parents,
        codes=manual.LOCAL_EXIT_CODES,
    )
    export.add_argument(
        "files", metavar="FILE", nargs="+", type=path, help="a recording, or a folder of recordings"
    )
    export.add_argument(
        "-o", "--out", metavar="DIR", type=path, required=True, help="folder of the tables; made if need be"
    )
    export.add_argument("--format", choices=("csv", "jsonl"), default="csv", help="csv (default) or jsonl")
    export.add_argument("--names", action="store_true", help="keep the names of people")
    export.set_defaults(module="gemp_bot.cli.export")


def add_story(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`story`."""
    story = command(
        commands,
        "story",
        "tell recorded and running games",
        manual.STORY,
        end=manual.STORY_END,
        parents=parents,
        codes=manual.CONFIG_EXIT_CODES,
    )
    story.add_argument(
        "games",
        metavar="GAME",
        nargs="+",
        type=path_or_game,
        help="a recording, a folder of recordings, or the id of a game",
    )
    story.add_argument("--follow", action="store_true", help="go on while the game is recorded, to its end")
    story.add_argument(
        "--journals",
        metavar="DIR",
        type=path,
        help="where the journal of a game is looked for by its id (else the folder of the configuration)",
    )
    story.set_defaults(module="gemp_bot.cli.story")


def add_report(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`report`."""
    report = command(
        commands,
        "report",
        "make pages of recorded games",
        manual.REPORT,
        end=manual.REPORT_END,
        parents=parents,
        codes=manual.LOCAL_EXIT_CODES,
    )
    report.add_argument(
        "games", metavar="GAME", nargs="+", type=path, help="a recording, or a folder of recordings"
    )
    report.add_argument(
        "-o",
        "--out",
        metavar="OUT",
        type=path,
        required=True,
        help="the page that is written; for several games the folder of the pages",
    )
    report.add_argument("--names", action="store_true", help="keep the names of the players")
    report.add_argument("--force", action="store_true", help="replace files that are no reports, too")
    report.set_defaults(module="gemp_bot.cli.report")


def add_play(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`play`."""
    play = command(
        commands,
        "play",
        "play games on a server",
        manual.PLAY,
        end=manual.PLAY_END,
        parents=parents,
    )
    group = play.add_argument_group("the games")
    group.add_argument("--format", metavar="CODE", help="code of the format")
    group.add_argument("--deck", metavar="NAME", help="name of our deck")
    group.add_argument("--library", action="store_true", default=None, help="our deck is one of the library")
    group.add_argument("--versus", metavar="WHO", type=versus, help=", ".join(VERSUS))
    group.add_argument("--private", metavar="PLAYER", help="only this player may join our table")
    group.add_argument(
        "--opponent-deck", metavar="NAME", help="name of the AI's deck, of the other side of the Force"
    )
    group.add_argument(
        "--opponent-own",
        action="store_true",
        default=None,
        help="the AI's deck is one of ours, not of the library",
    )
    group.add_argument(
        "--games", metavar="N", type=count_or_endless, help="how many games; 0: without an end"
    )
    group.add_argument("--parallel", metavar="K", type=count, help="at most so many games at once")
    group.add_argument("--wait", metavar="S", type=seconds, help="seconds to wait for a person; 0: for ever")
    group.add_argument(
        "--no-resume",
        dest="resume",
        action="store_false",
        default=None,
        help="leave running games of the account alone, instead of playing them first",
    )
    group.add_argument("--strategy", metavar="NAME", help="who chooses our answers")
    group.add_argument("--seed", metavar="N", type=seed, help="seed of our randomness (else a new one)")
    group.add_argument(
        "--record",
        metavar="DIR",
        type=optional_path,
        help='folder for the journal of the game; "" records nothing',
    )
    play.add_argument(
        "--history",
        metavar="FILE",
        type=optional_path,
        help='keep the games in this history (docs/history.md); "" for none',
    )
    play.set_defaults(module="gemp_bot.cli.play")


def add_arena(commands: Commands, parents: list[argparse.ArgumentParser]) -> None:
    """`arena`."""
    arena = command(
        commands,
        "arena",
        "measure how strong a player is",
        manual.ARENA,
        end=manual.ARENA_END,
        parents=parents,
    )
    what = arena.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "spec", metavar="SPEC", nargs="?", type=path, help="what is to be measured, a TOML file"
    )
    what.add_argument(
        "--fit",
        metavar="FILE",
        nargs="+",
        type=path,
        help="play nothing: how strong players and decks are by these results, .csv of --log or .jsonl",
    )
    arena.add_argument(
        "--out", metavar="DIR", type=path, help="folder of the results (else measured/NAME of the spec)"
    )
    arena.add_argument(
        "--retry", action="store_true", help="play again what ended as error, cancelled or timeout"
    )
    arena.add_argument("--report", action="store_true", help="play nothing, only report what is there")
    arena.add_argument("--log", metavar="FILE", type=path, help="add the results to this file (.csv)")
    arena.add_argument("--note", metavar="TEXT", default="", help="what the file says about the measurement")
    arena.set_defaults(module="gemp_bot.cli.arena")
