"""The command line itself: wrong usage, exit codes, one line for everything that goes wrong, output."""

import json
import re
from pathlib import Path

import pytest

from gemp_bot import __version__
from gemp_bot.cli import exits
from gemp_bot.cli import main as main_module
from gemp_bot.cli.command import Args, Command, JsonResult
from gemp_bot.cli.main import main
from gemp_bot.cli.output import Output
from gemp_bot.cli.version import revision, version_line
from gemp_bot.config import ConfigError
from gemp_bot.protocol import errors
from tools import prompts, wire


@pytest.mark.parametrize(
    "words",
    [
        (), ("tabels",), ("decks",), ("decks", "shwo"), ("replay",), ("replay", "x", "--at", "0"),
        ("replay", "x", "--at", "-1"), ("play", "--versus", "ai:NOBODY"), ("play", "--seed", "x"),
        ("watch", "--pass", "x"), ("watch", "--password", "x"), ("watch", "--conf", "x"),
        ("doctor", "\x1b[31m"), ("replay", ""), ("report", ""),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == exits.USAGE
    caught = capsys.readouterr()
    assert caught.out == ""
    assert re.fullmatch(r"gemp-bot: [^\x00-\x1f]+ \(see: gemp-bot[a-z ]* --help\)\n", caught.err)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("sanbox",), "did you mean 'sandbox'?"),
        (("decks", "shwo"), "did you mean 'show'?"),
        (("cards", "search", "x", "--side", "drak"), "did you mean 'dark'?"),
        (("decks", "xyzzy"), "there are "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_of_known_words_the_near_one_is_told(
    words: tuple[str, ...], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == exits.USAGE
    told = capsys.readouterr().err
    assert words[-1] in told
    assert meant in told


@pytest.mark.parametrize(
    ("words", "prog"),
    [
        (("watch", "--password", "hunter22"), "gemp-bot watch"),
        (("watch", "--password=hunter22"), "gemp-bot watch"),
        (("watch", "--user", "x", "-p", "hunter22"), "gemp-bot watch"),
        (("watch", "--passwd", "hunter22"), "gemp-bot watch"),
        (("decks", "show", "Mine", "--password", "hunter22"), "gemp-bot decks show"),
        (("decks", "--password", "hunter22", "show", "Mine"), "gemp-bot decks"),
        (("--password", "hunter22", "watch"), "gemp-bot"),
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
        assert main(["decks", "show", *words]) == exits.USAGE
        line = "gemp-bot: there is no option --toekn (see: gemp-bot decks show --help)\n"
        assert capsys.readouterr().err == line
    assert main(["doctor", "x"]) == exits.USAGE
    assert capsys.readouterr().err == "gemp-bot: unexpected argument: x (see: gemp-bot doctor --help)\n"


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
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(_args: Args, _out: Output) -> int:
        raise fault

    assert main([], ("gemp-bot", Command(run, Args, JsonResult, "", "It fails.", ""))) == code
    assert capsys.readouterr().err == f"gemp-bot: {line}\n"


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("doctor", "--offline", "--config", "nosuch.toml"), 3, "nosuch.toml: no such file"),
        (("doctor", "--offline", "--config", "."), 3, "is a directory, not a TOML file"),
        (
            ("doctor", "--offline", "--config", "wrong.toml"),
            3,
            "wrong.toml:2: [server] urll is no key: did you mean url?",
        ),
        (("doctor", "--offline", "--server", "https://gemp.example"), 3, "server.allow_public_host = true"),
        (
            ("doctor", "--offline", "--config", "strategy.toml"),
            3,
            "strategy.toml:2: play.strategy: no strategy 'randm': did you mean 'random'?",
        ),
        (("doctor", "--offline", "--config", "ca.toml"), 3, "server.ca_file: nosuch.pem: no such file"),
        (
            ("doctor", "--offline", "--config", "ports.toml"),
            3,
            "ports.toml:4: pages.port: 9137 is health.port",
        ),
        (("doctor", "--offline", "--config", "folder.toml"), 3, "folder.toml:2: journal.directory: "),
        (("doctor", "--offline", "--config", "history.toml"), 3, "history.toml:2: history.file: "),
        (("watch", "--server", "x"), 3, "server.url must begin with https:// or http://"),
        (("watch", "--server", "http://me:hunter22@127.0.0.1"), 3, "no user name or password"),
        (("watch",), 3, "no login name"),
        (("watch", "--user", "x", "--password-file", "."), 3, "is a directory, not a password file"),
        (("decks", "save", "x", ".", "--user", "x"), 1, "is a directory, not a deck"),
        (("decks", "save", "x", "nosuch", "--user", "x"), 1, "no such file"),
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
    (tmp_path / "ports.toml").write_text("[health]\nport = 9137\n[pages]\nport = 9137\n")
    (tmp_path / "folder.toml").write_text('[journal]\ndirectory = "ca.toml/journals"\n')
    (tmp_path / "history.toml").write_text('[history]\nfile = "ca.toml"\n')
    assert main(list(words)) == code
    caught = capsys.readouterr()
    assert caught.err.startswith("gemp-bot: ")
    assert caught.err.count("\n") == 1
    assert line in caught.err
    assert "hunter22" not in caught.err
    assert caught.out == ""


GAME = "games/anh-light-vs-server-ai.jsonl.gz"


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
    def fail(_args: Args, _out: Output) -> int:
        raise ValueError("odd")

    if debug:
        monkeypatch.setenv("GEMP_BOT_LOG__LEVEL", "debug")
    assert main([], ("gemp-bot", Command(fail, Args, JsonResult, "", "It fails.", ""))) == 1
    err = capsys.readouterr().err
    assert ("GEMP_BOT_LOG__LEVEL=debug shows more" in err) is not debug
    assert ("Traceback" in err) is debug
    assert "ValueError: odd" in err


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


def test_damage_of_one_file_keeps_no_other_from_being_read(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = str(fixtures / "damaged" / "bad-line-20.jsonl")
    cut = str(fixtures / "damaged" / "cut-line.jsonl")
    good = str(fixtures / GAME)
    assert main(["replay", good, bad, cut, good, "--json"]) == 1
    caught = capsys.readouterr()
    told = json.loads(caught.out)
    assert [(file["file"], file["whole"], file["truncated"]) for file in told["files"]] == [
        (good, True, False),
        (bad, False, False),
        (cut, False, True),
        (good, True, False),
    ]
    assert told["files"][1]["damage"].startswith(f"{bad}: line 20 is damaged")
    assert told["files"][1]["updates"] > 5
    assert [told["files"][number]["damage"] for number in (0, 2, 3)] == [None] * 3
    assert (told["total"]["files"], told["total"]["damaged"], told["total"]["whole"]) == (4, 1, 2)
    assert caught.err.count(f"gemp-bot: {bad}: line 20 is damaged") == 1


@pytest.mark.parametrize(
    "words", ["replay --board", "replay --at 3", "decide --strategy random", "replay --strict"]
)
def test_damage_is_told_however_a_file_is_shown(
    words: str, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = str(fixtures / "damaged" / "bad-line-20.jsonl"), str(fixtures / GAME)
    assert main([*words.split(), bad, good]) == 1
    caught = capsys.readouterr()
    assert f"{bad}: line 20 is damaged" in caught.err
    assert f"{good}: " in caught.out


def test_coverage_of_prompts_reads_folders(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, empty = tmp_path / "games", tmp_path / "empty"
    folder.mkdir()
    empty.mkdir()
    good = fixtures / GAME
    (folder / good.name).write_bytes(good.read_bytes())
    assert prompts.main([str(good), "--json"]) == 0
    named = capsys.readouterr().out
    assert prompts.main([str(folder), "--json"]) == 0
    assert capsys.readouterr().out == named
    assert prompts.main([str(folder), str(empty), "--json"]) == 1
    assert f"{empty}: no recorded game in this folder" in capsys.readouterr().err


def test_other_commands_read_all_files_too(
    fixtures: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "played", lambda _: wire.Shapes())
    bad, good = str(fixtures / "damaged" / "bad-line-20.jsonl"), str(fixtures / GAME)
    for tool in (prompts, wire):
        assert tool.main([bad, "nosuch.jsonl", good, "--json"]) == 1
        caught = capsys.readouterr()
        assert json.loads(caught.out)["damaged"] == 2
        assert f"{bad}: line 20 is damaged" in caught.err
        assert "nosuch.jsonl: No such file" in caught.err
