"""The client ends in one clear line and within bounds, whatever a server does; what does not is seen."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from hostile_run import MOST_MB, Run, Scenario, look_at, run
from hostile_settings import as_it_should, calls_of, lines_of
from scenarios import FAST, SCENARIOS
from wicked import COOKIE, PASSWORD

BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
PATIENCE = 4.0
"""The machine may be busy with other tests."""


@pytest.mark.timeout(200)
@pytest.mark.parametrize("name", FAST)
def test_a_server_that_does_what_none_should(name: str) -> None:
    assert asyncio.run(run(BY_NAME[name], patience=PATIENCE)).wrong == []


def test_there_are_many_and_each_has_a_name() -> None:
    assert len(BY_NAME) == len(SCENARIOS) > 100


RIGHT: dict[str, Any] = {"code": 1, "err": "2026 [warning] hall\ngemp-bot: the hall is no hall\n"}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, ""),
        ({"code": 0, "err": ""}, "exit code 0, not [1]"),
        ({"code": None}, "killed after 40 s"),
        ({"peak_mb": MOST_MB + 1}, f"{MOST_MB + 1} MB"),
        ({"err": "gemp-bot: no moon\n"}, "does not say 'hall'"),
        ({"err": "the hall is no hall\n"}, "the last line is none of gemp-bot"),
        ({"err": "gemp-bot: hall\n" * 5000}, "characters on stderr"),
        ({"err": "Traceback (most recent call last):\ngemp-bot: hall\n"}, "a traceback"),
        ({"err": "gemp-bot: hall \x1b[31m\n"}, "control characters"),
        ({"out": f"x{PASSWORD}\n"}, "a secret in stdout"),
        ({"err": f"gemp-bot: hall {COOKIE}\n"}, "a secret in stderr"),
        ({"seen": {"POST /x/1": 9, "POST /x/2": 9}}, "18 times POST /x, more than 10"),
        ({"err": "warned\n" * 4 + "gemp-bot: hall\n"}, "4 lines with 'warned', not 1 to 3"),
    ],
)
def test_what_is_wrong_is_seen(changes: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    also = (
        calls_of("POST /x", 10) if "seen" in changes else lines_of("warned", 3) if "warned" in wrong else None
    )
    done = Run(Scenario("made", (), as_it_should, says="hall", also=also), **{**RIGHT, **changes})
    look_at(done, tmp_path, COOKIE, 1.0)
    assert len(done.wrong) == bool(wrong)
    assert all(wrong in each for each in done.wrong)


def test_a_secret_in_a_journal_is_seen(tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    (tmp_path / "journals" / "g.jsonl.gz").write_bytes(gzip.compress(f"x {PASSWORD}".encode()))
    done = Run(Scenario("made", (), as_it_should), **RIGHT)
    look_at(done, tmp_path, COOKIE, 1.0)
    assert done.wrong == ["a secret in a journal"]
