"""The logs never show a secret: planted in messages, nested values, foreign records, tracebacks."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.logs import HANDLER_NAME, MASK, Secrets, hide_live_line, live_line, set_up_logs

PASSWORD = 'pa"ss wö/rd\\1'
SESSION = "a1B2c3D4e5F6g7H8i9J0"
HIDDEN = "hidden1"


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)
    for handler in [found for found in root.handlers if found.name == HANDLER_NAME]:
        root.removeHandler(handler)
    structlog.reset_defaults()


def logged(style: Any, act: Callable[[], object]) -> str:
    secrets, stream = Secrets(), io.StringIO()
    secrets.add(PASSWORD)
    secrets.add(SESSION)
    set_up_logs(secrets, level="debug", style=style, stream=stream)
    act()
    return stream.getvalue()


def boom() -> None:
    local_password = PASSWORD
    header = f"Cookie: loggedUser={SESSION}; other=" + HIDDEN
    raise ValueError(f"login with {local_password} and {header}")


def in_message() -> None:
    structlog.get_logger("t").info(
        f"posting password={PASSWORD} with {SESSION}", url=f"http://x/?token={SESSION}"
    )


def in_nested_values() -> None:
    headers = {"Cookie": "loggedUser=unregistered1", "nested": [{"Authorization": ("Bearer unregistered2",)}]}
    structlog.get_logger("t").warning("request", headers=headers, password="unregistered3")


def in_objects() -> None:
    class Thing:
        def __repr__(self) -> str:
            return "<Request headers={'Cookie': 'loggedUser=unregistered1'}>"

    structlog.get_logger("t").warning("request", thing=Thing(), plain=repr(Thing()))


def in_foreign_records() -> None:
    logging.getLogger("aiohttp.client").error(
        "GET %s -> %s", f"/x?password=unregistered1&a={SESSION}", PASSWORD
    )


def in_foreign_extra() -> None:
    logging.getLogger("other").error(
        "x", extra={"token": "unregistered1", "headers": {"cookie": "unregistered2"}}
    )


def in_traceback() -> None:
    try:
        boom()
    except ValueError:
        structlog.get_logger("t").exception("failed")


def in_foreign_traceback() -> None:
    try:
        boom()
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved")


def in_address() -> None:
    structlog.get_logger("t").info("connecting", url="https://me:unregistered1@host.example/gemp")


ACTS = [
    in_message, in_nested_values, in_objects, in_foreign_records, in_foreign_extra, in_traceback,
    in_foreign_traceback, in_address,
]  # fmt: skip


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize("act", ACTS)
def test_no_secret_comes_through(style: str, act: Callable[[], object]) -> None:
    text = logged(style, act)
    assert text.strip()
    assert MASK in text
    for secret in (PASSWORD, SESSION, "unregistered", "hidden1", json.dumps(PASSWORD)[1:-1], "rd\\1"):
        assert secret not in text
    if style == "json":
        for line in text.splitlines():
            assert json.loads(line)["timestamp"].endswith("Z")


@pytest.mark.parametrize("style", ["console", "json"])
def test_tracebacks_show_no_local_variables(style: str) -> None:
    def act() -> None:
        planted = "planted-local-value"
        try:
            int(planted[:0])
        except ValueError:
            structlog.get_logger("t").exception("failed")

    text = logged(style, act)
    assert "ValueError" in text
    assert "Traceback" in text
    assert "planted-local-value" not in text.replace('planted = "planted-local-value"', "")


def test_known_values_are_hidden_in_every_quoting() -> None:
    from urllib.parse import quote, quote_plus

    secrets = Secrets()
    secrets.add(PASSWORD)
    for form in (PASSWORD, quote(PASSWORD), quote(PASSWORD, safe=""), quote_plus(PASSWORD), repr(PASSWORD)):
        assert secrets.hide(f"x {form.strip(chr(39))} y") == f"x {MASK} y"


def test_what_is_no_secret_stays() -> None:
    text = logged(
        "json", lambda: structlog.get_logger("t").info("ready", password_file="/x/pw", games=3, ok=True)
    )
    line = json.loads(text)
    assert (line["password_file"], line["games"], line["ok"]) == ("/x/pw", 3, True)
    assert line["event"] == "ready"
    assert line["level"] == "info"


def test_control_characters_are_stripped() -> None:
    text = logged(
        "console", lambda: structlog.get_logger("t").info("a\x1b[31mred\x1b[0m\x07\nb", x="\x9b2Jc\u202ed")
    )
    assert "\x1b" not in text
    assert "ared b" in text
    assert text.count("\n") == 1
    assert not set("\x07\x9b\u202e") & set(text)


def test_level_is_kept_and_setting_up_twice_writes_once() -> None:
    def act() -> None:
        set_up_logs(Secrets(), level="warning", stream=stream)
        set_up_logs(Secrets(), level="warning", stream=stream)
        structlog.get_logger("t").info("quiet")
        logging.getLogger("t").warning("loud")

    stream = io.StringIO()
    act()
    assert stream.getvalue().count("loud") == 1
    assert "quiet" not in stream.getvalue()


@given(st.text(min_size=4), st.text(), st.text())
def test_any_known_value_is_masked_in_any_text(secret: str, before: str, after: str) -> None:
    secrets = Secrets()
    secrets.add(secret)
    assert secret not in secrets.hide_known(before + secret + after).replace(MASK, "\0")


# -- how much is written --------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize(
    "value",
    [
        "x" * 1_000_000,
        {f"a{number}": "y" * 1000 for number in range(1000)},
        [["z" * 1000] * 30] * 30,
        {"a": {"b": {"c": {"d": {"e": "w" * 10_000}}}}},
        10**4000,
    ],
    ids=["text", "mapping", "lists", "depth", "number"],
)
def test_no_value_makes_a_long_line(style: Any, value: object) -> None:
    out = logged(style, lambda: structlog.get_logger("t").warning("much", value=value))
    assert 0 < len(out) < 50_000
    assert out.count("\n") == 1


def test_a_long_fault_keeps_both_its_ends() -> None:
    def act() -> None:
        fault = ValueError("began " + "x" * 1_000_000 + f" {PASSWORD} ended")
        structlog.get_logger("t").error("failed", exc_info=fault)

    out = logged("console", act)
    assert len(out) < 30_000
    assert "began" in out
    assert "ended" in out
    assert PASSWORD not in out


def test_a_secret_at_the_place_of_the_cut_is_masked_whole() -> None:
    for before in range(980, 1001):
        out = logged("json", lambda: structlog.get_logger("t").info("x" * before + SESSION + "y" * 500))  # noqa: B023
        assert SESSION[:6] not in out


def test_a_live_line_stays_below_the_others() -> None:
    stream = io.StringIO()
    set_up_logs(Secrets(), stream=stream)
    live_line("two games")
    structlog.stdlib.get_logger("x").info("an_event")
    hide_live_line()
    stream.write("a result\n")
    live_line("three games")
    live_line("")
    lines = stream.getvalue().replace("\r\x1b[2K", "\r").split("\n")
    assert lines[0].startswith("two games\r")
    assert "an_event" in lines[0]
    assert lines[1:] == ["\rtwo games\ra result", "\rthree games\r"]
