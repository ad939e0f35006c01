"""Strategies of other packages: each is used or named with one line, and none harms another."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from gemp_bot.procedures import PluginError, find_plugin, find_plugins, load_class, make_from_class
from gemp_bot.procedures.plugins import GROUP, FoundPlugin

GOOD = """
import gemp_bot

class Clever(gemp_bot.Strategy):
    fallback = "random"

    def decide(self, game, question):
        raise NotImplementedError
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


def found(package: Path, text: str, *, name: str = "clever", value: str = ":Clever") -> FoundPlugin:
    module = f"plug_{name}"
    (package / f"{module}.py").write_text(text)
    return find_plugins([EntryPoint(name, module + value, GROUP)])[0]


def make(plugin: FoundPlugin) -> object:
    return make_from_class(plugin, load_class(plugin), 7)


def test_a_good_one_makes_strategies(package: Path) -> None:
    made = make(found(package, GOOD))
    assert getattr(made, "name", "") == "Clever"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import no_such_module_at_all", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise ValueError('one\\ntwo \\x1b[31m')", "cannot be loaded: ValueError: one"),
        ("def (", "cannot be loaded: SyntaxError"),
        ("", "cannot be loaded: AttributeError: module 'plug_clever' has no attribute 'Clever'"),
        ("Clever = 3", "is a int, and no class derived from gemp_bot.Strategy: docs/write-a-strategy.md"),
        ("class Clever: ...", "is a class Clever, and no class derived from gemp_bot.Strategy"),
        (GOOD.replace("decide", "decides"), "cannot be made: Clever: it has no method decide(self, game, "),
        (GOOD.replace('"random"', "3"), "cannot be made: Clever: fallback: 3: the name of a strategy"),
        (GOOD.replace('"random"', '"rondom"'), "cannot be made: no strategy 'rondom', did you mean 'random'"),
        (
            GOOD + "    def __init__(self, needed): ...",
            "cannot be made: TypeError: Clever.__init__()",
        ),
        (GOOD + "    def __init__(self): {}['x']", "cannot be made: KeyError: 'x'"),
    ],
)
def test_a_bad_one_is_one_clear_line(package: Path, text: str, told: str) -> None:
    plugin = found(package, text)
    with pytest.raises(PluginError) as caught:
        make(plugin)
    assert str(caught.value).startswith(f"plug-in 'clever': {told}")
    assert str(caught.value).isprintable()


def test_one_that_never_ends_is_not_waited_for(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = found(package, "import threading; threading.Event().wait(60)", name="hangs")
    stuck = found(package, GOOD + "    def __init__(self): import threading; threading.Event().wait(60)")
    cls = load_class(stuck)
    monkeypatch.setattr("gemp_bot.procedures.plugins.PATIENCE", 0.2)
    with pytest.raises(PluginError, match=r"'hangs': cannot be loaded: not done within 0\.2 s"):
        load_class(hangs)
    with pytest.raises(PluginError, match=r"'clever': cannot be made: not done within 0\.2 s"):
        make_from_class(stuck, cls, 7)


def test_a_bad_one_does_not_harm_a_good_one(package: Path) -> None:
    found(package, "1 / 0", name="bad")
    found(package, GOOD, name="good")
    plugins = find_plugins([EntryPoint(name, f"plug_{name}:Clever", GROUP) for name in ("good", "bad")])
    assert [plugin.name for plugin in plugins] == ["bad", "good"]
    with pytest.raises(PluginError):
        load_class(find_plugin("bad", plugins))
    assert load_class(find_plugin("good", plugins)).name == "Clever"


def test_looking_for_plugins_runs_nothing_of_theirs(package: Path) -> None:
    (package / "plug_loud.py").write_text("raise SystemExit('somebody loaded me')")
    assert find_plugins([EntryPoint("loud", "plug_loud", GROUP)])[0].name == "loud"
    assert "plug_loud" not in sys.modules


def test_two_of_one_name_are_both_refused(package: Path) -> None:
    (package / "plug_good.py").write_text(GOOD)
    twice = find_plugins([EntryPoint("good", "plug_good", GROUP)] * 2)
    for plugin in twice:
        with pytest.raises(PluginError, match="another package offers a strategy of this name"):
            load_class(plugin)


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
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nreal = plug_real:Clever\n")
    plugin = find_plugin("real", find_plugins())
    assert plugin.shown == "plug-in 'real' of plug-real 1.2"
    assert load_class(plugin).name == "Clever"
