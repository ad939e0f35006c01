"""The programs of benchmarks/ end quietly when their reader has left."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_a_reader_that_has_left_is_no_traceback() -> None:
    script = "from benchmarks import run; run(lambda _: print('x' * 1_000_000) or 0)"
    found = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert found.stdout is not None
    assert found.stderr is not None
    assert os.read(found.stdout.fileno(), 10) == b"x" * 10
    found.stdout.close()
    assert found.stderr.read() == b""
    found.stderr.close()
    assert found.wait() == 1
