"""The service comes out of the quickest scenarios unharmed; what is wrong is seen."""

import asyncio
import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from chaos_bot import BotProcess
from chaos_run import FORGED, Scenario, Scene, look_at, run, Run
from chaos_scenarios import SCENARIOS, nothing
from chaos_server import BOT, MARKED_TITLE, PASSWORD, ChaosServer

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and Unix sockets")

BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
FAST = ("killed, and every 20th response cut", "a locked history")
PATIENCE = 4.0
"""The machine may be busy with other tests."""


@pytest.mark.thorough
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", FAST)
def test_the_service_under_chaos(name: str) -> None:
    done = asyncio.run(run(BY_NAME[name], seconds=4, seed=1, patience=PATIENCE))
    assert (done.lost, done.doubled, done.secrets, done.wrong) == ([], [], [], [])
    assert done.games
