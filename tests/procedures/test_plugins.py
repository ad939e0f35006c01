"""Strategies of other packages: each is used or named with one line, and none harms another."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from gemp_bot.procedures import PluginError, find_plugin, find_plugins, load_plugin, make_from_plugin
from gemp_bot.procedures.plugins import GROUP, FoundPlugin

GOOD = """
API_VERSION = 2
about = "Chooses cleverly."

class Clever:
    name, kind = "clever", "plain"

    def __init__(self, seed):
        self.seed = seed

    def decide(self, view, question, budget):
        raise NotImplementedError

def make(seed, deck):
    return Clever(seed)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which modules can be imported, and are forgotten again."""
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.startswith("plug_"):
            del sys.modules[name]


def found(package: Path, text: str, *, name: str = "clever", value: str = "") -> FoundPlugin:
    module = f"plug_{name}"
    (package / f"{module}.py").write_text(text)
    return find_plugins([EntryPoint(name, value or module, GROUP)])[0]


def test_a_good_one_makes_strategies(package: Path) -> None:
    plugin = found(package, GOOD)
    assert load_plugin(plugin).about == "Chooses cleverly."
    made = make_from_plugin(plugin, 7)
    assert (getattr(made, "name", ""), getattr(made, "seed", 0)) == ("clever", 7)


def test_an_object_can_be_one_as_well(package: Path) -> None:
    text = f"class _Plugin:\n    {GOOD.strip().replace(chr(10), chr(10) + '    ')}\n"
    text = text.replace("def make(seed, deck)", "def make(self, seed, deck)").replace(
        "return Clever", "return self.Clever"
    )
    plugin = found(package, text + "PLUGIN = _Plugin()\n", value="plug_clever:PLUGIN")
    assert getattr(make_from_plugin(plugin, 1), "kind", None) == "plain"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import no_such_module_at_all", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise ValueError('one\\ntwo \\x1b[31m')", "cannot be loaded: ValueError: one"),
        ("def (", "cannot be loaded: SyntaxError"),
        ("", "has no API_VERSION, a whole number: 2 is the present one"),
        ("API_VERSION = True", "has no API_VERSION"),
        ("API_VERSION = '2'", "has no API_VERSION"),
        (GOOD.replace("= 2", "= 3", 1), "is written for API_VERSION 3, and this is 2"),
        (
            GOOD.replace("= 2", "= 1", 1),
            "is written for API_VERSION 1, and this is 2: docs/write-a-strategy.md has the new names",
        ),
        (GOOD.replace('"Chooses cleverly."', "3"), "lacks about, a text"),
        (GOOD.replace("def make", "def made"), "lacks make(seed, deck), a function"),
        (GOOD + "\nmake = 3", "lacks make(seed, deck), a function"),
        ("def __getattr__(name):\n    raise RuntimeError('no')", "cannot be looked at: RuntimeError: no"),
    ],
)
def test_a_bad_one_is_one_clear_line(package: Path, text: str, told: str) -> None:
    plugin = found(package, text)
    with pytest.raises(PluginError) as caught:
        load_plugin(plugin)
    assert str(caught.value).startswith(f"plug-in 'clever': {told}")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        ("raise KeyError('x')", "make(7) failed: KeyError: 'x'"),
        ("return None", "make(7) gave NoneType, which lacks name and decide"),
        ("made = Clever(seed); made.decide = 3; return made", "gave Clever, which lacks a decide() that can"),
    ],
)
def test_what_it_makes_is_looked_at(package: Path, make: str, told: str) -> None:
    plugin = found(package, GOOD.replace("return Clever(seed)", make))
    with pytest.raises(PluginError) as caught:
        make_from_plugin(plugin, 7)
    assert told in str(caught.value)


def test_one_that_never_ends_is_not_waited_for(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemp_bot.procedures.plugins.PATIENCE", 0.2)
    waits = "import threading; threading.Event().wait(60)"
    with pytest.raises(PluginError, match=r"'hangs': cannot be loaded: not done within 0\.2 s"):
        load_plugin(found(package, waits, name="hangs"))
    plugin = found(package, GOOD.replace("return Clever(seed)", waits), name="stuck")
    with pytest.raises(PluginError, match=r"'stuck': make\(7\) failed: not done within 0\.2 s"):
        make_from_plugin(plugin, 7)
    plugin = found(package, GOOD.replace("return Clever(seed)", "raise TimeoutError('own')"), name="own")
    with pytest.raises(PluginError, match=r"make\(7\) failed: TimeoutError: own"):
        make_from_plugin(plugin, 7)


def test_a_bad_one_does_not_harm_a_good_one(package: Path) -> None:
    found(package, "1 / 0", name="bad")
    found(package, GOOD, name="good")
    plugins = find_plugins([EntryPoint("good", "plug_good", GROUP), EntryPoint("bad", "plug_bad", GROUP)])
    assert [plugin.name for plugin in plugins] == ["bad", "good"]
    with pytest.raises(PluginError):
        load_plugin(find_plugin("bad", plugins))
    assert load_plugin(find_plugin("good", plugins)).about == "Chooses cleverly."


def test_looking_for_plugins_runs_nothing_of_theirs(package: Path) -> None:
    (package / "plug_loud.py").write_text("raise SystemExit('somebody loaded me')")
    assert find_plugins([EntryPoint("loud", "plug_loud", GROUP)])[0].name == "loud"
    assert "plug_loud" not in sys.modules


def test_two_of_one_name_are_both_refused(package: Path) -> None:
    (package / "plug_good.py").write_text(GOOD)
    twice = find_plugins([EntryPoint("good", "plug_good", GROUP)] * 2)
    for plugin in twice:
        with pytest.raises(PluginError, match="another package offers a strategy of this name"):
            load_plugin(plugin)


def test_an_unknown_name_is_told() -> None:
    plugins = find_plugins([EntryPoint("clever", "x", GROUP)])
    with pytest.raises(PluginError, match="no package offers a strategy 'clevr': did you mean 'clever'"):
        find_plugin("clevr", plugins)


def test_an_installed_package_is_found_and_named(package: Path) -> None:
    """By what pip writes beside a package."""
    (package / "plug_real.py").write_text(GOOD)
    info = package / "plug_real-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-real\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nreal = plug_real\n")
    plugin = find_plugin("real", find_plugins())
    assert plugin.shown == "plug-in 'real' of plug-real 1.2"
    assert load_plugin(plugin).about == "Chooses cleverly."
