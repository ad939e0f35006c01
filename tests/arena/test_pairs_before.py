"""The judgement of `python -m benchmarks.pairs`, and the spec it writes."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.pairs import main, spec_of, verdict
from gemp_bot.arena.reading import read_spec


def report(rate: tuple[float, float, float] | None, **unfinished: int) -> dict[str, Any]:
    """What `gemp-bot arena --json` says, as far as it is read."""
    found = None if rate is None else dict(zip(("value", "low", "high"), rate, strict=True))
    return {
        "by_pairs": {"pairs": 50, "counts": [20, 0, 20, 0, 10], "rate": found},
        "groups": [{"kind": "side", "unfinished": {}}, {"kind": "total", "unfinished": unfinished}],
    }


@pytest.mark.parametrize(
    ("rate", "kept"),
    [((0.4, 0.31, 0.49), False), ((0.4, 0.29, 0.51), True), ((0.6, 0.55, 0.65), True), (None, False)],
)
def test_only_who_is_weaker_for_sure_or_not_measured_fails(
    rate: tuple[float, float, float] | None, kept: bool
) -> None:
    assert verdict(report(rate))[0] is kept


def test_stalls_and_timeouts_are_told_apart() -> None:
    _, lines = verdict(report((0.5, 0.4, 0.6), timeout=2, player_loop=1, error=3))
    assert "games that were not decided: 2 timeout, 1 player loop, 3 error" in lines
    assert "50 pairs; of these with 2, 3/2, 1, 1/2 and 0 points: 10, 0, 20, 0, 20" in lines


def test_the_spec_it_writes_is_one(tmp_path: Path) -> None:
    decks = [{"name": name, "side": side} for name, side in (("A", "LIGHT"), ("B", "DARK"), ("C", "DARK"))]
    box = {"url": "http://127.0.0.1:17002", "decks": decks}
    file = tmp_path / "pairs.toml"
    file.write_text(spec_of(box, tmp_path, strategy="strong", before="HEAD", pairs=3))
    spec = read_spec(file)
    assert (spec.games, spec.parallel, len(spec.accounts)) == (6, 2, 4)
    assert [(pair.light, pair.dark) for pair in spec.pair] == [("A", "B"), ("A", "C")]
    assert (tmp_path / spec.accounts[0].password_file).stat().st_mode & 0o077 == 0


def test_no_pairs_are_no_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--pairs", "0"])
    assert "--pairs 0: at least 1" in capsys.readouterr().err
