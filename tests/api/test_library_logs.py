"""A program that uses the library gets its logs as those of any library, and none on stdout."""

from collections.abc import Iterator

import pytest
import structlog

from gemp_bot.logs import hand_over_logs


@pytest.fixture(autouse=True)
def _unconfigured() -> Iterator[None]:
    before = structlog.get_config() if structlog.is_configured() else None
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()
    if before is not None:
        structlog.configure(**before)


def test_what_is_logged_goes_to_logging(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("WARNING", logger="gemp_bot.strategy")  # whatever an earlier test set
    hand_over_logs()
    log = structlog.stdlib.get_logger("gemp_bot.strategy")
    log.info("too_little")
    log.warning("answer_changed", why="tried before", was=1)
    log.error("game_failed", exc_info=KeyError("x"))
    changed, failed = caplog.messages
    assert changed == "answer_changed why='tried before' was=1"
    assert failed == "game_failed\nKeyError: 'x'"
    assert {record.name for record in caplog.records} == {"gemp_bot.strategy"}
    assert capsys.readouterr().out == ""


def test_logs_that_are_set_up_stay_as_they_are() -> None:
    structlog.configure(processors=[])
    hand_over_logs()
    assert structlog.get_config()["processors"] == []
