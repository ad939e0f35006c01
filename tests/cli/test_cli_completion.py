"""`gemp-bot --completion`: what a shell offers after Tab."""

import shutil
import subprocess
from pathlib import Path

import pytest

from gemp_bot.cli.main import main
from gemp_bot.cli.parser import SHELLS

COMMANDS = {"demo", "replay", "report", "play", "serve", "sandbox"}


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["--completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script_that_knows_the_commands(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert all(name in text for name in COMMANDS)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("st",), {"strategy"}),
        (("strategy", "c"), {"check"}),
        (("demo", "--st"), {"--strategy"}),
        (("serve", "re"), {"reload", "resume"}),
        (("report", "gam"), {"game.jsonl.gz", "games"}),
        (("sandbox", "--decks", "gam"), {"games"}),
        (("play", "--config", "gam"), {"game.jsonl.gz", "games"}),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_what_bash_offers(
    typed: tuple[str, ...], offered: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl.gz").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "gemp-bot.bash").write_text(script("bash", capsys))
    words = " ".join(("gemp-bot", *typed))
    asked = (
        "source ./gemp-bot.bash; "
        f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}; COMP_LINE='{words}'; COMP_POINT={len(words)}; "
        "_shtab_gemp_bot; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    ran = subprocess.run(  # noqa: S603
        ["bash", "--norc", "-c", asked],  # noqa: S607
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert {line.rstrip("/") for line in ran.stdout.splitlines()} == offered


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("st", {"strategy"}),
        ("strategy c", {"check"}),
        ("demo --st", {"--strategy"}),
        ("serve re", {"reload", "resume"}),
        ("report gam", {"game.jsonl.gz", "games/"}),
    ],
)
def test_what_fish_offers(
    typed: str, offered: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl.gz").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "gemp-bot.fish").write_text(script("fish", capsys))
    ran = subprocess.run(  # noqa: S603
        ["fish", "--no-config", "-c", f"source ./gemp-bot.fish; complete -C 'gemp-bot {typed}'"],  # noqa: S607
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert {line.partition("\t")[0] for line in ran.stdout.splitlines()} == offered


def test_an_unknown_shell_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "cmd"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "bash" in line
    assert "'cmd'" in line
