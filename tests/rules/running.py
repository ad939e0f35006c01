"""A plug-in of pytest that writes down which functions of the rules each test runs: `-p running --ran FILE`.

It has to be there before the rules are imported: every function is marked by `rule`, and that is where it
listens.
"""

import functools
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from gemp_bot.rules import mark

_ROOM = "gemp_bot.rules."
_ran: defaultdict[str, set[str]] = defaultdict(set)
_running = [""]
_marked = mark.rule


def _listening(number: str, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        decided = function.__module__.removeprefix(_ROOM) + "." + function.__qualname__

        @functools.wraps(function)
        def listened(*args: Any, **words: Any) -> Any:
            _ran[_running[0]].add(decided)
            return function(*args, **words)

        return _marked(number, name)(listened)

    return decorate


mark.rule = _listening  # type: ignore[assignment]
settings.register_profile("quick", max_examples=20, derandomize=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ran", required=True, help="where to write what ran")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    name = getattr(item, "originalname", item.name)
    _running[0] = f"{item.path.stem}.{name}"
    try:
        return (yield)
    finally:
        _running[0] = ""


def pytest_sessionfinish(session: pytest.Session) -> None:
    found = {test: sorted(ran) for test, ran in _ran.items() if test}
    Path(session.config.getoption("--ran")).write_text(json.dumps(found), "utf-8")
