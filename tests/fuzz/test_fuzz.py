"""Altered answers come out as typed values, raw ones or one kind of error, and every question is answered."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fuzz_judge import is_taken
from fuzz_mutations import mutated

import gemp_bot
from gemp_bot.protocol import decisions as wire

HERE = Path(__file__).resolve().parent
SURROUNDINGS = {**os.environ, "PYTHONPATH": str(Path(gemp_bot.__file__).resolve().parent.parent)}
BODY = b'<update cn="3"><ge type="RCFP" otherCardIds="3"/><ge type="TC" participantId="al"/></update>'


def fuzz(updates: int, seed: int) -> dict[str, Any]:
    words = ["--updates", str(updates), "--seed", str(seed), "--memory", "1G", "--json"]
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, str(HERE), *words], env=SURROUNDINGS, capture_output=True, text=True, check=False
    )
    assert done.stdout, done.stderr
    return dict(json.loads(done.stdout))


def check(found: dict[str, Any]) -> None:
    told = "\n".join(found["examples"])
    assert not found["outside"], told
    assert not found["illegal"], told
    assert not found["failures"]
    assert found["altered"] > found["updates"] / 3
    assert found["questions"] > found["updates"] / 3
    assert 0 < found["refused"] < found["altered"]
    assert found["unknown"] > 0


def test_some_altered_answers() -> None:
    check(fuzz(120, seed=1))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_thousands_of_altered_answers() -> None:
    check(fuzz(1500, seed=2))


def test_the_same_seed_alters_the_same() -> None:
    def altered(seed: int) -> list[bytes]:
        rng = random.Random(seed)
        return [mutated(BODY, rng) for _ in range(50)]

    assert altered(1) == altered(1) != altered(2)
    assert sum(body != BODY for body in altered(3)) > 40


@pytest.mark.parametrize(
    ("decision", "right", "wrong"),
    [
        (wire.CardActionChoice(actions=()), [""], ["0", "revert"]),
        (wire.CardSelection(min=1, max=2, card_ids=(7, 8, 9)), ["7", "8,9"], ["", "7,7", "7,8,9", "6"]),
        (wire.MultipleChoice(results=("a", "b")), ["0", "1"], ["2", "-1", "", "x"]),
        (wire.MultipleChoice(), [""], ["0"]),
        (wire.IntegerChoice(min=1, max=3), ["1", "3"], ["0", "4", "", "x", "9" * 20]),
        (wire.EmptyDecision(), ["", "anything"], []),
        (wire.UnknownDecision("NEW", "", {}, ""), [""], ["0"]),
    ],
    ids=["menu", "cards", "results", "no results", "number", "empty", "unknown"],
)
def test_the_judge(decision: wire.Decision, right: list[str], wrong: list[str]) -> None:
    assert [is_taken(decision, answer) for answer in right] == [True] * len(right)
    assert [is_taken(decision, answer) for answer in wrong] == [False] * len(wrong)
