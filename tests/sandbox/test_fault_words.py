"""Faults as people write them: in a file, and to the running server."""

from pathlib import Path

import pytest
from raw_client import Enter

from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.sandbox.server.fault_words import KINDS, FaultFileError, read_faults
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


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FaultFileError, match="no such file"):
        read_faults(tmp_path / "none.toml", FaultPlan())


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
    "form", [{"kind": "cutt"}, {"kind": "cut", "times": "x"}, {"kind": "cut", "wrong": "1"}, {}]
)
async def test_wrong_faults_are_refused_in_words(
    form: dict[str, str], server: FakeGemp, enter: Enter
) -> None:
    admin = await enter("asdf", "asdf")
    got = await admin.post("admin/faults", **form)
    assert got.status == 400
    assert got.headers["message"]
    assert server.faults.left == 0


async def test_only_admins_switch_faults(enter: Enter) -> None:
    alice = await enter("alice")
    assert (await alice.post("admin/faults", kind="cut")).status == 403
