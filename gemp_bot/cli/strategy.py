"""`gemp-bot strategy`: strategies as files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from gemp_bot.arena.box_game import the_box
from gemp_bot.arena.box_trial import OPPONENT, FileTrial, try_file, try_out
from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.report import step_lines, times_text
from gemp_bot.cli.command import Args, CommandGroup, JsonResult, arg, command
from gemp_bot.cli.exits import CONFIG, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.procedures import (
    NoSuchStrategyError,
    PluginError,
    StrategyFileError,
    find_plugins,
    load_class,
    load_strategy,
    strategy_files,
    strategy_folders,
)
from gemp_bot.procedures.loader import find_strategy, is_strategy_file
from gemp_bot.procedures.reading import is_name
from gemp_bot.procedures.reference import starter_text
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.strategy import NamedStrategy, Strategy, UnknownStrategyError, strategy_named
from gemp_bot.strategy.foreign import LONGEST_REASON, MOST_REASONS, PluginStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.strategy.named import program_names, strategy_about
from gemp_bot.terminal import plain


class ListArgs(Args):
    """Where files are."""

    folder: Path | None = arg("--folder DIR", "look for files here first")


class NewArgs(Args):
    """The file that is begun."""

    name: str = arg("NAME", "its name: small letters, digits and -")
    extends: str = arg("--extends NAME", "what it extends (else strong)", default="strong")
    folder: Path | None = arg("--folder DIR", "where to write it (else here)")


class CheckArgs(Args):
    """What is checked, and how far."""

    files: list[str] = arg("FILE", "a file, or the name of a strategy")
    tried: bool = arg("--try", "play two games in the box with it")
    deck: str | None = arg(
        "--deck D", "with --try: the deck it plays, a name or a file (else two that are shipped)"
    )
    folder: Path | None = arg("--folder DIR", "look for names here first")


class ListedStrategy(JsonResult):
    """A strategy."""

    name: Annotated[str, "as `--strategy` takes it"]
    kind: Annotated[str, "program, file or plug-in"]
    about: str
    origin: Annotated[str, "the file, or the package; empty for those of the program"] = msgspec.field(
        name="from", default=""
    )
    problem: Annotated[str | None, "why it cannot be used"] = None


class ListedStrategies(JsonResult):
    """All strategies."""

    strategies: list[ListedStrategy]


class NewStrategy(JsonResult):
    """A file that was written."""

    file: str
    name: str
    extends: str


class StrategyProblem(JsonResult):
    """What is wrong."""

    file: Annotated[str, "it may be that of a parent"]
    line: Annotated[int | None, "of the key, counted from 1; null for the file as a whole"]
    text: Annotated[str, "and what would be right"]


class CheckedStrategy(JsonResult):
    """A strategy."""

    name: Annotated[str, "as it was given"]
    ok: bool
    problems: list[StrategyProblem]
    tried: Annotated[FileTrial | None, "of --try; rules by file, line and name"]


class CheckedStrategies(JsonResult):
    """All that were checked."""

    ok: bool
    strategies: list[CheckedStrategy]


@command(
    json=ListedStrategies,
    summary="list the strategies",
    about="""
List all strategies: those of the program, those that are files, and those that
installed packages offer. What cannot be used is listed too, with the reason.""",
    examples="""
  gemp-bot strategy list --folder .""",
)
def list_all(args: ListArgs, out: Output) -> int:
    """List the strategies."""
    rows = _hidden([*_built_in(), *_files(args.folder), *_plugins()])
    rows.sort(key=lambda row: (row.name, row.kind))
    out.table(
        ("name", "kind", "about"),
        [
            (row.name, row.kind, f"cannot be used: {row.problem}" if row.problem else row.about)
            for row in rows
        ],
    )
    out.json(ListedStrategies(strategies=rows))
    return OK


def _hidden(rows: Sequence[ListedStrategy]) -> list[ListedStrategy]:
    """The rows, in the order in which names are looked up; those whose name another one takes say so."""
    first: dict[str, ListedStrategy] = {}
    found = []
    for row in rows:
        winner = first.setdefault(row.name, row)
        if winner is row or row.kind == winner.kind:  # two plug-ins of one name say so themselves
            found.append(row)
        else:
            instead = "; it can be named by its path" if row.kind == "file" else ""
            whose = f" {winner.origin}" if winner.origin else ""
            problem = f"the {winner.kind}{whose} of this name is used{instead}"
            found.append(msgspec.structs.replace(row, problem=problem))
    return found


def _built_in() -> Sequence[ListedStrategy]:
    return [ListedStrategy(name, "program", strategy_about(name)) for name in program_names()]


def _files(folder: Path | None) -> Sequence[ListedStrategy]:
    folders, words = _folders(folder), make_vocabulary()
    rows = []
    for name, path in strategy_files(folders).items():
        try:
            about = load_strategy(path, words, folders=folders, programs=program_names()).about
            rows.append(ListedStrategy(name, "file", about, str(path)))
        except StrategyFileError as error:
            rows.append(ListedStrategy(name, "file", "", str(path), str(error)))
    return rows


def _plugins() -> Sequence[ListedStrategy]:
    rows = []
    for found in find_plugins():
        try:
            about = plain((load_class(found).__doc__ or "").strip().partition("\n")[0])
            rows.append(ListedStrategy(found.name, "plug-in", about, found.package))
        except PluginError as error:
            rows.append(ListedStrategy(found.name, "plug-in", "", found.package, str(error)))
    return rows


@command(
    json=NewStrategy,
    summary="start a strategy of your own",
    about="Write a commented file that extends another strategy, and changes nothing yet.",
    examples="""
  gemp-bot strategy new cautious""",
)
def new(args: NewArgs, out: Output) -> int:
    """Write the file."""
    folder: Path = args.folder or Path()
    if not is_name(args.name):
        raise CommandError(f"{args.name!r} is no name: small letters, digits and -, like cautious")
    if not folder.is_dir():
        raise CommandError(f"{folder}: no such folder")
    folders = _folders(folder)
    taken = {**{row.name: "the program has it" for row in _built_in()}}
    taken.update({name: str(path) for name, path in strategy_files(folders).items()})
    if args.name in taken:
        raise CommandError(
            f"there is a strategy {args.name!r} already: {taken[args.name]}: choose another name"
        )
    try:
        load_strategy(args.extends, make_vocabulary(), folders=folders, programs=program_names())
    except (NoSuchStrategyError, StrategyFileError) as error:
        raise CommandError(f"--extends: {error}", code=CONFIG) from None
    file = folder / f"{args.name}.toml"
    with file.open("x", encoding="utf-8") as written:
        written.write(starter_text(args.name, args.extends))
    out.line(f"{file}: written; it extends {args.extends}")
    out.json(NewStrategy(file=str(file), name=args.name, extends=args.extends))
    return OK


@command(
    json=CheckedStrategies,
    summary="tell what is wrong in strategy files",
    about="""
Load strategies, by file or by name, and list everything that is wrong, one line
each, as FILE:LINE: what is wrong and what would be right (exit code 3).
Plug-ins are asked questions of a game in the box, for a second or two. With
--try a file plays two games in the box: how often each of its steps and
principles decided, which never did, and which expression had no answer. Steps
for certain cards fit only with a deck that holds them: name it with --deck.""",
    examples="""
  gemp-bot strategy check cautious.toml --try""",
)
def check(args: CheckArgs, out: Output) -> int:
    """Check strategies."""
    set_up_logs(Secrets(), level="critical")  # what goes wrong is told once, as a problem
    folders = _folders(args.folder)
    reports: list[CheckedStrategy] = []
    good = True
    for name in args.files:
        problems: list[StrategyProblem] = []
        tried: FileTrial | None = None
        try:
            fine = _checked(name, folders)
        except (NoSuchStrategyError, UnknownStrategyError, _TrialError) as error:
            for line in str(error).splitlines():
                problems.append(StrategyProblem(file=name, line=None, text=line))
                out.line(line)
        except StrategyFileError as error:
            for problem in error.problems:
                problems.append(StrategyProblem.of(problem, line=problem.line or None))
                out.line(str(problem))
        else:
            out.line(f"{name}: OK ({fine})")
            if args.tried:
                tried = _played(name, folders, args.deck, problems, out)
        reports.append(CheckedStrategy(name=name, ok=not problems, problems=problems, tried=tried))
        good = good and not problems
    out.json(CheckedStrategies(ok=good, strategies=reports))
    return OK if good else CONFIG


COMMAND = CommandGroup(
    """\
List strategies, start one of your own as a TOML file, and check such files.
docs/write-a-strategy.md takes you from nothing to a measured strategy.""",
    {"list": list_all, "new": new, "check": check},
)


def _played(
    name: str, folders: tuple[Path, ...], deck: str | None, problems: list[StrategyProblem], out: Output
) -> FileTrial | None:
    """Let a strategy file play, and tell what it used; None for a strategy that is no file."""
    if name in program_names() or not is_strategy_file(name, folders):
        out.note(f"gemp-bot: {plain(name)}: is no file: --try is for files")
        return None
    file = find_strategy(name, folders)
    loaded = load_strategy(file, make_vocabulary(), folders=folders, programs=program_names())
    chosen = None if deck is None else choose_deck(deck, the_box().index)
    mine = None if chosen is None else JobDeck(chosen.name, chosen.side, chosen.text)
    found = try_file(str(file.absolute()), loaded, mine)
    games = f"{found.games} games in the box against {OPPONENT}, {found.choices} choices"
    out.line(f"{name}: {games}, with the decks {' and '.join(map(plain, found.decks))}")
    lines = step_lines(found.step_counts, found.asked, found.idle)
    for line in filter(None, lines or ["It has no steps and no principles of its own."]):
        out.line(line)
    if any(found.asked[rule] and not count for rule, count in found.step_counts.items()):
        out.line(
            "What is for certain cards fits only with a deck that holds them: --deck NAME plays another."
        )
    for what, count in found.unanswered.items():
        out.line(f"- No answer: {plain(what)} ({times_text(count)})")
    for what, count in found.mistakes.items():
        problems.append(StrategyProblem(file=name, line=None, text=what))
        out.line(f"- Failed: {plain(what)} ({times_text(count)})")
    return found


def _checked(name: str, folders: tuple[Path, ...]) -> str:
    """Look whether a strategy can be used, and say what it is."""
    programs = program_names()
    if name in programs:
        return "a program of ours"
    if not is_strategy_file(name, folders):
        found = strategy_named(name)
        shown = f"{found.kind} {found.name!r} of {next(iter(found.identity.parts))}"
        return f"{shown}; {_tried(found, shown)}"
    strategy = load_strategy(
        find_strategy(name, folders), make_vocabulary(), folders=folders, programs=programs
    )
    return strategy.name + "".join(f", extends {parent}" for parent in strategy.ancestry)


class _TrialError(Exception):
    """A class of somebody else makes mistakes: one line each."""


def _tried(named: NamedStrategy, shown: str) -> str:
    """Ask a class questions, and say how many it answered.

    Raises:
        UnknownStrategyError: it cannot be made.
        _TrialError: it did not answer all of them.
    """
    made = [named.make(0)]

    def make(seed: int, deck: str) -> Strategy:
        made.append(named.make(seed, deck))
        return made[-1]

    trial = try_out(make)
    asked = f"{trial.asked} questions of a game in the box"
    lines = [
        f"{shown}: failed at {times} of {asked}: {plain(what)}" for what, times in trial.mistakes.items()
    ]
    if trial.stopped is not None:
        lines.append(f"{shown}: stopped after {asked}: {plain(trial.stopped)}")
    if lines:
        raise _TrialError("\n".join(lines))
    cut = sum(one.cut for one in made if isinstance(one, PluginStrategy))
    most = f"{MOST_REASONS} plain texts of {LONGEST_REASON} characters"
    return f"answered {asked}" + (f"; its reasons were cut at {cut} of them: {most}" if cut else "")


def _folders(folder: Path | None) -> tuple[Path, ...]:
    return strategy_folders(() if folder is None else (folder,))
