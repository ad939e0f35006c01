"""Faults as people write them: in a file, and to the running server."""

import contextlib
from pathlib import Path
from typing import NoReturn

import aiohttp
import pytest
from fakes.server import FakeGemp
from raw_client import Enter

from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.fault_words import KINDS, FaultFileError, plan_fault, read_faults
from gemp_bot.sandbox.server.faults import FaultPlan

GOOD = """\
[[fault]]
kind = "delay"
path = "/game/"
answers = true
skip = 1
times = 2
seconds = 1.5

[[fault]]
kind = "status"
status = 409
method = "POST"
"""


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "faults.toml"
    file.write_text(GOOD)
    plan = FaultPlan()
    assert read_faults(file, plan) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "holds no [[fault]]"),
        ("x = [", "not TOML"),
        ("faults = 3", ":1: faults: is no key"),
        ("[[fault]]\nkinds = 'cut'", ":2: fault[1].kinds: is no key: did you mean 'kind'?"),
        ("[[fault]]\nkind = 'cutt'", ":2: fault[1].kind: 'cutt': "),
        ("[[fault]]\npath = '/hall'", ":1: fault[1].kind: is missing: drop, cut"),
        (
            "[[fault]]\nkind = 'cut'\n[[fault]]\nkind = 'cut'\ntimes = 0",
            ":5: fault[2].times: 0: a number from 1",
        ),
        ("[[fault]]\nkind = 'cut'\ntimes = true", ":3: fault[1].times: 'True': a whole number"),
        ("[[fault]]\nkind = 'cut'\npath = 'hall'", ":3: fault[1].path: 'hall': a path begins with /"),
        ("[[fault]]\nkind = 'cut'\nmethod = 'PUT'", ":3: fault[1].method: 'PUT': GET or POST"),
        ("[[fault]]\nkind = 'delay'\nseconds = 1e9", ":3: fault[1].seconds: 1000000000.0: from 0 to 600"),
        ("[[fault]]\nkind = 'status'\nstatus = 200", ":3: fault[1].status: 200: a status from 400 to 599"),
        ("[[fault]]\nkind = 'cut'\nskip = -1", ":3: fault[1].skip: -1: a number from 0 on"),
        (
            "[[fault]]\nkind = 'status'\nseconds = 2",
            ":3: fault[1].seconds: 'status' has no seconds: it is a key of 'delay'",
        ),
        (
            "[[fault]]\nkind = 'delay'\nstatus = 409",
            ":3: fault[1].status: 'delay' has no status: it is a key of 'status'",
        ),
        (
            "[[fault]]\nkind = 'cut'\nprocessed = true",
            ":3: fault[1].processed: 'cut' has no processed: it is a key of 'drop' and 'status'",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "faults.toml"
    file.write_text(text)
    with pytest.raises(FaultFileError) as caught:
        read_faults(file, FaultPlan())
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


def test_every_fault_that_is_wrong_is_told(tmp_path: Path) -> None:
    file = tmp_path / "faults.toml"
    file.write_text(
        "[[fault]]\nkind = 'cut'\ntimes = 'x'\n[[fault]]\nkind = 'cut'\n[[fault]]\nkidn = 'cut'\n"
    )
    with pytest.raises(FaultFileError) as caught:
        read_faults(file, FaultPlan())
    assert [str(problem).removeprefix(str(file)).split(":")[:3] for problem in caught.value.problems] == [
        ["", "3", " fault[1].times"],
        ["", "7", " fault[3].kidn"],
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FaultFileError, match="no such file"):
        read_faults(tmp_path / "none.toml", FaultPlan())


def test_a_delay_that_does_not_say_how_long_is_five_seconds() -> None:
    plan = FaultPlan()
    plan_fault(plan, {"kind": "delay"}, no_wrong)
    assert plan.words == ("delay 5 s, times 1",)


def no_wrong(key: str, why: str) -> NoReturn:
    raise AssertionError(f"{key}: {why}")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_fault(kind: str) -> None:
    made = {KINDS[kind](1.0, 500, processed) for processed in (True, False)}
    assert made <= {
        faults.DropBefore(), faults.DropAfter(), faults.Cut(), faults.Slow(1.0), faults.Status(500),
        faults.Status(500, processed=True), faults.html_page(), faults.GzipBomb(),
        faults.SameDecisionWithWarning(), faults.SessionLost(), faults.Restart(),
    }  # fmt: skip


async def test_faults_are_switched_at_run_time(server: FakeGemp, enter: Enter) -> None:
    admin, alice = await enter("asdf", "asdf"), await enter("alice")
    got = await admin.post("admin/faults", kind="status", status=410, path_="/hall/update", times=2)
    assert got.body == b"OK, 2 to come"
    await alice.get("hall")
    assert (await alice.post("hall/update", channelNumber=0)).status == 410
    assert (await admin.post("admin/faults/clear")).body == b"OK"
    assert (await alice.post("hall/update", channelNumber=0)).status == 200


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "cutt"},
        {"kind": "cut", "times": "x"},
        {"kind": "cut", "wrong": "1"},
        {"kind": "status", "seconds": "2"},
        {},
    ],
)
async def test_wrong_faults_are_refused_in_words(
    form: dict[str, str], server: FakeGemp, enter: Enter
) -> None:
    admin = await enter("asdf", "asdf")
    got = await admin.post("admin/faults", **form)
    assert got.status == 400
    assert got.headers["message"]
    assert server.faults.left == 0


async def test_what_is_planned_is_listed(enter: Enter) -> None:
    admin, alice = await enter("asdf", "asdf"), await enter("alice")
    assert (await admin.get("admin/faults")).body == b"nothing is planned\n"
    await admin.post("admin/faults", kind="status", processed="true", path_="/game/", method_="POST", times=2)
    await admin.post("admin/faults", kind="drop", answers="true", skip=3)
    got = await admin.get("admin/faults")
    assert got.headers["Content-Type"].startswith("text/plain")
    assert got.body.decode().splitlines() == [
        "status 500, processed, path /game/, method POST, times 2",
        "drop, answers true, skip 3, times 1",
    ]
    assert (await alice.get("admin/faults")).status == 403


async def test_a_fault_without_a_path_leaves_the_switch_alone(server: FakeGemp, enter: Enter) -> None:
    admin = await enter("asdf", "asdf")
    await admin.post("admin/faults", kind="status", status=503, times=9)
    assert (await admin.get("admin/faults")).body == b"status 503, times 9\n"
    assert (await admin.post("hall/update", channelNumber=0)).status == 503
    assert (await admin.post("admin/faults/clear")).body == b"OK"
    await admin.post("admin/faults", kind="status", status=503, path_="/admin/")
    assert (await admin.get("admin/faults")).status == 503, "as it was said so"
    assert server.faults.left == 0


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "delay"])
async def test_every_fault_that_hits_is_told(kind: str) -> None:
    lines: list[str] = []
    async with FakeGemp(tell=lines.append) as server, aiohttp.ClientSession() as session:
        plan_fault(server.faults, {"kind": kind, "path": "/hall"}, no_wrong)
        for _ in range(2):
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(f"{server.url}/gemp-swccg-server/hall") as answer:
                    assert answer.status
    hit = f"fault {'status 500' if kind == 'status' else kind} hit GET /hall"
    assert [line for line in lines if line.startswith("fault ")] == [hit]


async def test_only_admins_switch_faults(enter: Enter) -> None:
    alice = await enter("alice")
    assert (await alice.post("admin/faults", kind="cut")).status == 403
