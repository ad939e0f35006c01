"""The arena of docs/write-a-strategy.md runs in the sandbox as the page says."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

import pytest

from gemp_bot.procedures.reference import starter_text
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "write-a-strategy.md").read_text()
HERE, GAMES = "http://127.0.0.1:17002", "games = 50\n"


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.long
async def test_the_arena_of_the_guide_runs_in_the_sandbox(tmp_path: Path) -> None:
    """Only the port is another one, and two games are enough."""
    pieces = [
        text for text in snippets("toml") if text.startswith(("[weights]", "[[procedure.FORFEIT", "[[princ"))
    ]
    (tmp_path / "cautious.toml").write_text(starter_text("cautious") + "".join(pieces))
    (spec,) = [text for text in snippets("toml") if text.startswith("server = ")]
    (words,) = [text.split() for text in snippets("sh") if text.startswith("gemp-bot arena")]
    (password,) = re.findall(r"`echo (\w+) > password;", GUIDE)
    assert HERE in spec
    assert GAMES in spec
    (tmp_path / "password").write_text(password)
    (tmp_path / "password").chmod(0o600)
    box = Box()
    async with FakeGemp(
        script_factory=box.script,
        contents=box.contents(),
        in_process_player=box.in_process_player,
        strategies=box.strategies,
    ) as server:
        (tmp_path / words[2]).write_text(spec.replace(HERE, server.url).replace(GAMES, "games = 2\n"))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "gemp_bot", *words[1:], "--json"),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await process.communicate()
    assert process.returncode == 0
    told = json.loads(printed)
    assert told["groups"][0]["games"] == 2
    assert sum(told["step_counts"].values()) > 0
    assert (
        set(told["step_counts"])
        > {rule for rule in told["step_counts"] if "no lonely scout" in rule}
        != set()
    )
