"""The program as a process: its streams, whoever reads them, and how soon it is there."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.cli.version import version_line

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


def test_as_a_process(tmp_path: Path) -> None:
    ran = run_program("--version", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, version_line() + "\n")
    ran = run_program("doctor", "--offline", "--json", folder=tmp_path)
    assert ran.returncode == 0
    assert json.loads(ran.stdout.splitlines()[-1])["config"]["log"] == {"level": "info", "format": "console"}
    ran = run_program(
        "watch", "--user", "x", "--server", "http://127.0.0.1:9", "--config", "no.toml", folder=tmp_path
    )
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == "gemp-bot: no.toml: no such file (config.example.toml is one to copy)\n"


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gemp_bot", "doctor", "--offline"],
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
@pytest.mark.parametrize("words", ["doctor --offline", "--help", "replay GAME --board"])
def test_a_full_disk_is_one_line(words: str, tmp_path: Path, fixtures: Path) -> None:
    ran = shell(f"gemp-bot {words.replace('GAME', shlex.quote(str(fixtures / GAME)))} >/dev/full", tmp_path)
    line = "gemp-bot: stdout cannot be written: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (1, line)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_closed_streams(tmp_path: Path, fixtures: Path) -> None:
    for words in ("doctor --offline", "--help"):
        ran = shell(f"gemp-bot {words} >&-", tmp_path)
        line = "gemp-bot: stdout is closed: there is no place for the result\n"
        assert (ran.returncode, ran.stderr) == (1, line)
    ran = shell("gemp-bot watch --user x --server http://127.0.0.1:9 <&-", tmp_path)
    assert ran.returncode == 3
    assert ran.stderr.startswith("gemp-bot: no password for x: give --password-file FILE")
    assert ran.stderr.count("\n") == 1
    ran = shell("gemp-bot doctor --offline 2>&-", tmp_path)
    assert ran.returncode == 0
    assert ran.stdout
    ran = shell("gemp-bot replay nosuch 2>&-", tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")


@pytest.mark.parametrize("words", [("replay", "--board"), ("report",)], ids=" ".join)
def test_a_poor_encoding_is_no_fault(words: tuple[str, ...], tmp_path: Path, fixtures: Path) -> None:
    ran = shell(
        shlex.join(["gemp-bot", *words, str(fixtures / GAME)]), tmp_path, PYTHONIOENCODING="ascii:strict"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.isascii()


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], "{'asyncio', 'aiohttp', 'lxml', 'msgspec', 'rich', 'shtab', 'structlog'}"),
        (["sandbox", "--help"], "{'asyncio', 'aiohttp', 'lxml', 'structlog', 'gemp_bot.cards'}"),
    ],
)
def test_help_loads_no_heavy_library(tmp_path: Path, words: list[str], heavy: str) -> None:
    code = f"import sys; from gemp_bot.cli.main import main; main({words}); print({heavy} & set(sys.modules))"
    assert python("-c", code, folder=tmp_path).stdout.splitlines()[-1] == "set()"
