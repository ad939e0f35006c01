"""The command line itself: help, usage, exit codes, one line for everything that goes wrong."""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot import __version__
from gemp_bot.cli import exits, manual, replay, tables
from gemp_bot.cli import main as main_module
from gemp_bot.cli.main import main
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import build_parser
from gemp_bot.cli.version import revision, version_line
from gemp_bot.config.errors import ConfigError
from gemp_bot.protocol import errors


def commands(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from commands(below, (*words, name))


ALL = list(commands(build_parser()))
LEAVES = [words for words in ALL if not any(other[: len(words)] == words and other != words for other in ALL)]


SURROUNDINGS = {
    **{name: value for name, value in os.environ.items() if not name.upper().startswith("GEMP_BOT_")},
    "PYTHONPATH": str(Path(gemp_bot.__file__).resolve().parent.parent),
}


def python(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, *words],
        cwd=folder,
        env=SURROUNDINGS,
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def run_program(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return python("-m", "gemp_bot", *words, folder=folder)


def test_the_commands_are_these() -> None:
    assert {" ".join(words) for words in LEAVES} == {
        "replay", "prompts coverage", "rules coverage", "tables", "decks list", "decks show", "decks save",
        "decks rename", "decks delete", "decks validate", "cards show", "cards search", "cards stats",
        "cards build", "doctor", "config check", "play", "arena", "strategy list", "strategy new",
        "strategy check", "strategy reference", "positions check", "positions cut", "sandbox rules",
        "sandbox compare", "demo", "selfplay",
    }  # fmt: skip


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_of_every_command(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert "exit codes:" in text
    assert "example" in text or words in {("prompts",), ("rules",), ("config",)}


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_options_every_command_has(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    main([*words, "--help"])
    text = capsys.readouterr().out
    assert "--json" in text
    local = words[0] in {
        "replay", "prompts", "rules", "cards", "arena", "strategy", "positions", "sandbox", "demo",
        "selfplay",
    }  # fmt: skip
    for option in ("--config FILE", "--server URL", "--user NAME", "--password-file FILE"):
        assert (option in text) is not local
    assert "--password " not in text


def test_options_of_play_and_replay() -> None:
    parser = build_parser()
    play = parser.parse_args(["play"])
    for name in (
        "format",
        "deck",
        "library",
        "versus",
        "opponent_deck",
        "opponent_own",
        "strategy",
        "seed",
        "record",
    ):
        assert getattr(play, name) is None  # the configuration decides
    replay = parser.parse_args(["replay", "a", "b", "--strict", "--board", "--at", "3"])
    assert (replay.files, replay.strict, replay.board, replay.at) == ([Path("a"), Path("b")], True, True, 3)


@pytest.mark.parametrize(
    "words",
    [
        (), ("tabels",), ("decks",), ("decks", "shwo"), ("replay",), ("replay", "x", "--at", "0"),
        ("replay", "x", "--at", "-1"), ("play", "--versus", "ai:NOBODY"), ("play", "--seed", "x"),
        ("tables", "--pass", "x"), ("tables", "--password", "x"), ("tables", "--conf", "x"),
        ("tables", "\x1b[31m"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == exits.USAGE
    caught = capsys.readouterr()
    assert caught.out == ""
    assert re.fullmatch(r"gemp-bot: [^\x00-\x1f]+ \(see: gemp-bot[a-z ]* --help\)\n", caught.err)


@pytest.mark.parametrize(
    ("words", "prog"),
    [
        (("tables", "--password", "hunter22"), "gemp-bot tables"),
        (("tables", "--password=hunter22"), "gemp-bot tables"),
        (("tables", "--user", "x", "-p", "hunter22"), "gemp-bot tables"),
        (("tables", "--passwd", "hunter22"), "gemp-bot tables"),
        (("decks", "show", "Mine", "--password", "hunter22"), "gemp-bot decks show"),
        (("decks", "--password", "hunter22", "show", "Mine"), "gemp-bot decks"),
        (("--password", "hunter22", "tables"), "gemp-bot"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_a_password_on_the_command_line_is_not_shown(
    words: tuple[str, ...], prog: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == exits.USAGE
    assert capsys.readouterr().err == (
        "gemp-bot: a password is never given on the command line: put it into a file (chmod 600) and use "
        f"--password-file FILE (see: {prog} --help)\n"
    )


def test_what_follows_an_unknown_option_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--toekn", "hunter22"], ["--toekn=hunter22"]):
        assert main(["decks", "list", *words]) == exits.USAGE
        line = "gemp-bot: there is no option --toekn (see: gemp-bot decks list --help)\n"
        assert capsys.readouterr().err == line
    assert main(["tables", "x"]) == exits.USAGE
    assert capsys.readouterr().err == "gemp-bot: unexpected argument: x (see: gemp-bot tables --help)\n"


@pytest.mark.parametrize("columns", ["80", "200"])
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_has_one_width(
    words: tuple[str, ...],
    columns: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    main([*words, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= manual.WIDTH


def test_help_lists_the_exit_codes_a_command_can_give(capsys: pytest.CaptureFixture[str]) -> None:
    for words in LEAVES:
        main([*words, "--help"])
        codes = re.findall(
            r"^ +([0-9]+)  ", capsys.readouterr().out.partition("exit codes:")[2], re.MULTILINE
        )
        expected = {"0", "1", "2", "130"}
        if words[0] not in {"replay", "prompts", "rules", "cards", "strategy", "sandbox"}:
            expected.add("3")
            if words[0] not in {"config", "positions", "demo", "selfplay"}:
                expected.add("4")
        assert set(codes) == expected, words


FAULTS = [
    (exits.CommandError("no"), 1, "no"),
    (exits.CommandError("never", code=3), 3, "never"),
    (ConfigError("c.toml: wrong"), 3, "c.toml: wrong"),
    (errors.PolicyError("not allowed"), 3, "not allowed"),
    (errors.WrongPasswordError("who?"), 4, "who?"),
    (errors.BannedError("out", for_ever=True), 4, "out"),
    (errors.UnreachableError("nobody there"), 1, "nobody there"),
    (
        errors.NotConnectedError("http://x /: no connection"),
        1,
        "http://x /: no connection: is the server running, and is server.url its address?",
    ),
    (
        errors.NotConnectedError("https://x /: TLS failed; set server.ca_file"),
        1,
        "https://x /: TLS failed; set server.ca_file",
    ),
    (errors.SessionGoneError("gone\x1b[2J\nfar"), 1, "gone far"),
    (ExceptionGroup("g", [errors.WrongPasswordError("who?")]), 4, "who?"),
    (IsADirectoryError(21, "Is a directory", "a/x"), 1, "a/x: Is a directory"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (
        ValueError("password=hunter22"),
        1,
        "internal error, please report it: ValueError: password=*** (GEMP_BOT_LOG__LEVEL=debug shows more)",
    ),
]


@pytest.mark.parametrize(("fault", "code", "line"), FAULTS, ids=[repr(fault[0])[:40] for fault in FAULTS])
def test_every_error_is_one_line_and_an_exit_code(
    fault: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(_args: argparse.Namespace) -> int:
        raise fault

    monkeypatch.setattr(tables, "run", run)
    assert main(["tables"]) == code
    assert capsys.readouterr().err == f"gemp-bot: {line}\n"


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("config", "check", "--config", "nosuch.toml"), 3, "nosuch.toml: no such file"),
        (("config", "check", "--config", "."), 3, "is a directory, not a TOML file"),
        (
            ("config", "check", "--config", "wrong.toml"),
            3,
            "wrong.toml: [server] urll is no key: did you mean url?",
        ),
        (("config", "check", "--server", "https://gemp.example"), 3, "server.allow_public_host = true"),
        (
            ("config", "check", "--config", "strategy.toml"),
            3,
            "play.strategy: no strategy 'randm': there are ",
        ),
        (("config", "check", "--config", "ca.toml"), 3, "server.ca_file: nosuch.pem: no such file"),
        (("tables", "--server", "x"), 3, "server.url must begin with https:// or http://"),
        (("tables", "--server", "http://me:hunter22@127.0.0.1"), 3, "no user name or password"),
        (("tables",), 3, "no login name"),
        (("tables", "--user", "x", "--password-file", "."), 3, "is a directory, not a password file"),
        (("decks", "save", "x", ".", "--user", "x"), 1, "Is a directory"),
        (("decks", "save", "x", "nosuch", "--user", "x"), 1, "No such file"),
        (("replay", "nosuch.jsonl.gz"), 1, "nosuch.jsonl.gz"),
        (("replay", "."), 1, "."),
        (("replay", "wrong.toml"), 1, "wrong.toml"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input(
    words: tuple[str, ...], code: int, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.toml").write_text('[server]\nurll = "x"\n')
    (tmp_path / "strategy.toml").write_text('[play]\nstrategy = "randm"\n')
    (tmp_path / "ca.toml").write_text('[server]\nca_file = "nosuch.pem"\n')
    assert main(list(words)) == code
    caught = capsys.readouterr()
    assert caught.err.startswith("gemp-bot: ")
    assert caught.err.count("\n") == 1
    assert line in caught.err
    assert "hunter22" not in caught.err
    assert caught.out == ""


def test_as_a_process(tmp_path: Path) -> None:
    ran = run_program("--version", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, version_line() + "\n")
    ran = run_program("config", "check", "--json", folder=tmp_path)
    assert ran.returncode == 0
    assert json.loads(ran.stdout.splitlines()[-1])["config"]["log"] == {"level": "info", "format": "console"}
    ran = run_program(
        "tables", "--user", "x", "--server", "http://127.0.0.1:9", "--config", "no.toml", folder=tmp_path
    )
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == "gemp-bot: no.toml: no such file (config.example.toml is one to copy)\n"


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gemp_bot", "config", "check"],
        env=SURROUNDINGS, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 1


GAME = "games/anh-light-vs-server-ai.jsonl.gz"


def shell(command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    program = f"{shlex.quote(sys.executable)} -m gemp_bot"
    return subprocess.run(  # noqa: S603  (our own program)
        ["/bin/sh", "-c", command.replace("gemp-bot", program)],
        cwd=folder,
        env={**SURROUNDINGS, **more},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["config check", "--help", "--version", "replay GAME --board"])
def test_a_full_disk_is_one_line(words: str, tmp_path: Path, fixtures: Path) -> None:
    ran = shell(f"gemp-bot {words.replace('GAME', shlex.quote(str(fixtures / GAME)))} >/dev/full", tmp_path)
    line = "gemp-bot: stdout cannot be written: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (1, line)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_closed_streams(tmp_path: Path, fixtures: Path) -> None:
    for words in ("config check", "--help", "--version"):
        ran = shell(f"gemp-bot {words} >&-", tmp_path)
        line = "gemp-bot: stdout is closed: there is no place for the result\n"
        assert (ran.returncode, ran.stderr) == (1, line)
    ran = shell("gemp-bot tables --user x --server http://127.0.0.1:9 <&-", tmp_path)
    assert ran.returncode == 3
    assert ran.stderr.startswith("gemp-bot: no password for x: give --password-file FILE")
    assert ran.stderr.count("\n") == 1
    ran = shell("gemp-bot config check 2>&-", tmp_path)
    assert ran.returncode == 0
    assert ran.stdout
    ran = shell("gemp-bot replay nosuch 2>&-", tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")


@pytest.mark.parametrize("words", [("replay", "--board"), ("prompts", "coverage")], ids=" ".join)
def test_a_poor_encoding_is_no_fault(words: tuple[str, ...], tmp_path: Path, fixtures: Path) -> None:
    ran = shell(
        shlex.join(["gemp-bot", *words, str(fixtures / GAME)]), tmp_path, PYTHONIOENCODING="ascii:strict"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.isascii()


def test_boards_are_not_in_the_way_of_json(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(fixtures / GAME), "--at", "20"]) == 0
    board = capsys.readouterr().out
    assert "? 20. " in board
    assert main(["replay", str(fixtures / GAME), "--at", "20", "--json"]) == 0
    caught = capsys.readouterr()
    assert json.loads(caught.out)["total"]["files"] == 1
    assert caught.err
    assert board.startswith(caught.err)


@pytest.mark.parametrize("debug", [True, False])
def test_the_hint_about_debugging_is_true(
    debug: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_args: argparse.Namespace) -> int:
        raise ValueError("odd")

    monkeypatch.setattr(replay, "run", fail)
    if debug:
        monkeypatch.setenv("GEMP_BOT_LOG__LEVEL", "debug")
    assert main(["replay", "x"]) == 1
    err = capsys.readouterr().err
    assert ("GEMP_BOT_LOG__LEVEL=debug shows more" in err) is not debug
    assert ("Traceback" in err) is debug
    assert "ValueError: odd" in err


def test_help_is_there_at_once(tmp_path: Path) -> None:
    def once(*words: str) -> float:
        start = time.perf_counter()
        assert python(*words, folder=tmp_path).returncode == 0
        return time.perf_counter() - start

    # By turns, so that whatever else the machine does falls on both.
    rounds = [(once("-m", "gemp_bot", "--help"), once("-c", "")) for _ in range(9)]
    assert min(helped for helped, _ in rounds) < 8 * min(bare for _, bare in rounds)


def test_help_loads_no_heavy_library(tmp_path: Path) -> None:
    heavy = "{'asyncio', 'aiohttp', 'lxml', 'msgspec', 'pydantic', 'rich', 'structlog'}"
    code = (
        f"import sys; from gemp_bot.cli.main import main; main(['--help']); print({heavy} & set(sys.modules))"
    )
    assert python("-c", code, folder=tmp_path).stdout.splitlines()[-1] == "set()"


def test_revision_of_a_checkout_without_git(tmp_path: Path) -> None:
    package = tmp_path / "gemp_bot"
    package.mkdir()
    assert revision(package) is None
    (package / "_revision.txt").write_text("b" * 40)
    assert revision(package) == "b" * 12
    git = tmp_path / ".git"
    git.mkdir()
    (git / "HEAD").write_text("a" * 40 + "\n")
    assert revision(package) == "a" * 12
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("# pack-refs\n" + "c" * 40 + " refs/heads/main\n")
    assert revision(package) == "c" * 12
    (git / "refs/heads").mkdir(parents=True)
    (git / "refs/heads/main").write_text("d" * 40 + "\n")
    assert revision(package) == "d" * 12
    git.rename(tmp_path / "elsewhere")
    git.write_text(f"gitdir: {tmp_path / 'elsewhere'}\n")
    assert revision(package) == "d" * 12
    (tmp_path / "elsewhere/HEAD").write_text("<html>")
    assert revision(package) is None
    assert version_line().startswith(f"gemp-bot {__version__}")


def test_output_on_a_poor_terminal() -> None:
    import io

    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
    Output(stdout=stream).table(("card", "title"), [("1_19", "•Luke\x1b[0m"), ("1_1", "")])
    stream.flush()
    assert stream.buffer.getvalue() == b"CARD  TITLE\n1_19  ?Luke\n1_1\n"  # type: ignore[attr-defined]


def test_tables_on_a_terminal_are_drawn_without_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    Output(stdout=terminal).table(("card",), [("[red]x[/red]",)])
    assert "[red]x[/red]" in terminal.getvalue()
    assert "─" in terminal.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    Output(stdout=terminal).table(("card",), [("x",)])
    assert terminal.getvalue() == "CARD\nx\n"


def test_json_is_one_ascii_line(capsys: pytest.CaptureFixture[str]) -> None:
    Output(as_json=True).json({"a": "ü\n\x9b"})
    assert capsys.readouterr().out == '{"a": "\\u00fc\\n\\u009b"}\n'


def test_main_is_what_the_program_runs() -> None:
    assert main_module.main is main
