"""An account is for one process at a time."""

from pathlib import Path

import pytest

from gemp_bot.play.accounts import ClaimedError, Claims

HERE = "http://127.0.0.1:17001"


@pytest.mark.parametrize(
    ("server", "users", "taken"),
    [
        (HERE, ("carol", "alice"), "alice"),
        ("http://localhost:17001/gemp-swccg-server/", ("BOB",), "BOB"),
        ("http://[::1]:17001", ("bob",), "bob"),
        (HERE, ("carol",), None),
        ("http://127.0.0.1:17002", ("alice",), None),
    ],
)
def test_who_is_claimed_is_refused(
    tmp_path: Path, server: str, users: tuple[str, ...], taken: str | None
) -> None:
    with Claims(HERE, ("alice", "bob"), tmp_path):
        if taken is None:
            with Claims(server, users, tmp_path):
                return
        with (
            pytest.raises(
                ClaimedError, match=f"^account {taken} is used by another gemp-bot on this machine: "
            ),
            Claims(server, users, tmp_path),
        ):
            pass
        with Claims(HERE, ("carol",), tmp_path):
            pass  # a refusal keeps no account


def test_a_claim_ends_and_can_be_made_again(tmp_path: Path) -> None:
    for _ in range(2):
        with Claims(HERE, ("alice",), tmp_path):
            pass
    assert "alice" not in next(tmp_path.iterdir()).name


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "gemp-bot").symlink_to(elsewhere)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Claims(HERE, ("alice",)):
        assert list(elsewhere.iterdir()) == []
