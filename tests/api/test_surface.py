"""`import gemp_bot`: cheap, complete, and changed only on purpose."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
import surface

import gemp_bot
from gemp_bot.protocol import errors

GOLDEN = Path(__file__).with_name("surface.txt")
RENEW = (
    "the surface has changed: if that is on purpose, and docs/api.md allows it, "
    "run `python tests/api/surface.py > tests/api/surface.txt` and change docs/api.md"
)
LOADED = """
import sys, gemp_bot
first = set(sys.modules)
names = dir(gemp_bot)
assert set(sys.modules) == first, "dir() loads nothing"
print([name for name in ("aiohttp", "lxml", "msgspec", "gemp_bot.api") if name in sys.modules])
assert set(names) == set(gemp_bot.__all__)
gemp_bot.BotError
print([name for name in ("aiohttp", "lxml", "msgspec") if name in sys.modules])
"""


def test_the_import_loads_nothing_and_dir_shows_the_names() -> None:
    told = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)  # noqa: S603
    assert told.stdout.split() == ["[]", "[]"]


def test_every_name_is_there_and_none_is_that_of_a_room() -> None:
    assert len(set(gemp_bot.__all__)) == len(gemp_bot.__all__)
    for name in gemp_bot.__all__:
        assert getattr(gemp_bot, name) is not None
    assert not {room.name for room in pkgutil.iter_modules(gemp_bot.__path__)} & set(gemp_bot.__all__)


def test_the_types_are_those_that_are_loaded() -> None:
    """What type checkers read, beside `TYPE_CHECKING`, names the same things as what is loaded."""
    source = Path(gemp_bot.__file__).read_text("utf-8")
    block = source[source.index("if TYPE_CHECKING:") : source.index("__version__ =")]
    seen: dict[str, object] = {}
    exec(block.replace("if TYPE_CHECKING:", "if True:"), seen)  # noqa: S102 - our own source
    for name in set(gemp_bot.__all__) - {"__version__"}:
        assert seen[name] is getattr(gemp_bot, name)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'selfplai'"):
        gemp_bot.selfplai  # noqa: B018


def test_the_signatures_are_those_that_were_promised() -> None:
    """Nothing promised is gone or changed; what is new is written down, but for members of what is below."""
    promised, now = GOLDEN.read_text("utf-8").splitlines(), list(surface.lines())
    assert [line for line in promised if line not in now] == [], RENEW
    new = [line for line in now if line not in promised]
    assert [line for line in new if surface.is_ours(line)] == [], RENEW


def test_what_promised_calls_give_has_a_promised_name() -> None:
    promised = {getattr(gemp_bot, name) for name in set(gemp_bot.__all__) - {"__version__"}}
    assert {
        each.__qualname__: where for each, where in surface.reached().items() if each not in promised
    } == {}


def test_what_promised_calls_raise_has_a_promised_name() -> None:
    raised = set(re.findall(r"\b[A-Z]\w+Error\b", "".join(surface.raised())))
    raised |= {
        name for name, kind in vars(errors).items() if isinstance(kind, type) and kind in _wire_errors()
    }
    assert raised - set(gemp_bot.__all__) - {"OSError", "RuntimeError", "RegistrationRefusedError"} == set()


def _wire_errors() -> set[type]:
    """What a call of a server may end with, down to the last one."""
    found, waiting = set[type](), [gemp_bot.GempError]
    while waiting:
        found.add(one := waiting.pop())
        waiting += one.__subclasses__()
    return found
