"""What code of others prints is told in the log, and nothing they do to stdout and stderr is done to ours."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.streams import LONGEST_LINE, MOST_LINES, own, own_streams

PLUGIN = """
import os, sys
{at_import}
import gemp_bot
class Made(gemp_bot.Strategy):
    fallback = "random"
    def decide(self, game, question):
        {deed}
"""


def ran(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The program as a process."""
    own_variables = {name: value for name, value in os.environ.items() if not name.startswith("GEMP_BOT_")}
    paths = os.pathsep.join([str(Path(gemp_bot.__file__).resolve().parents[1]), str(folder)])
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "gemp_bot", *words],
        cwd=folder,
        env={**own_variables, "PYTHONPATH": paths, **more},
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def plug_in(folder: Path, deed: str, at_import: str = "") -> None:
    (folder / "plug_loud.py").write_text(PLUGIN.format(deed=deed, at_import=at_import))
    info = folder / "plug_loud-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-loud\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gemp_bot.strategies]\nloud = plug_loud:Made\n")


SELFPLAY = (
    "selfplay", "--games", "2", "--strategy", "loud", "--opponent", "random", "--json",
    "--deck", "light.txt", "--opponent-deck", "dark.txt",
)  # fmt: skip


@pytest.mark.parametrize("words", [("strategy", "check", "loud", "--json"), SELFPLAY])
def test_what_a_plugin_prints_is_no_part_of_the_result(tmp_path: Path, words: tuple[str, ...]) -> None:
    deed = "print('at a question'); print('aside', file=sys.stderr); sys.stdout.buffer.write(b'raw\\n')"
    plug_in(tmp_path, deed, "print('at import')")
    (tmp_path / "light.txt").write_text(",".join(["1_128", *["1_28"] * 19]) + "|")
    (tmp_path / "dark.txt").write_text(",".join(["1_290", *["1_194"] * 19]) + "|")
    done = ran(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert "at import" in done.stderr
    assert "at a question" in done.stderr
    processes = 2 if words == SELFPLAY else 1
    assert done.stderr.count("\n") <= processes * 2 * (MOST_LINES + 1) + 5


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param("sys.stdout.close(); sys.stderr.close()", marks=pytest.mark.long),
        "sys.stdout = sys.stderr = None",
    ],
)
def test_a_plugin_that_closes_the_streams_does_not_mute_us(tmp_path: Path, deed: str) -> None:
    plug_in(tmp_path, deed)
    done = ran(tmp_path, "strategy", "check", "loud", "nosuch")
    good, bad = done.stdout.splitlines()
    assert good.startswith("loud: OK")
    assert "nosuch" in bad
    assert done.returncode == 3


def test_what_is_printed_is_a_log_line_where_those_are_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import sys\n"
        "from gemp_bot.logs import Secrets, set_up_logs\n"
        "from gemp_bot.streams import take_streams\n"
        "take_streams(); secrets = Secrets(); secrets.add('hunter22')\n"
        "set_up_logs(secrets, level='error', style='json')\n"
        "print('out hunter22'); print('err \\x1b[31m', file=sys.stderr)\n"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(gemp_bot.__file__).resolve().parents[1])},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert not done.stdout
    out, err = map(json.loads, done.stderr.splitlines())
    assert (out["event"], out["stream"], out["text"]) == ("printed", "stdout", "out ***")
    assert (err["event"], err["stream"], err["text"]) == ("printed", "stderr", "err ")


def test_there_is_an_end_to_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logging.Logger.hasHandlers", lambda _: False)
    before = sys.stdout
    with own_streams(for_good=False):
        assert own(sys.stdout) is before
        for _ in range(10 * MOST_LINES):
            print("x" * 10 * LONGEST_LINE, "\n\n", "y" * 100_000, end="")
    assert sys.stdout is before
    caught = capsys.readouterr()
    assert not caught.out
    lines = caught.err.splitlines()
    assert len(lines) == MOST_LINES + 1
    assert lines[-1].endswith(f"(no more than {MOST_LINES} lines are shown)")
    assert all(len(line) < LONGEST_LINE + 100 for line in lines)
