"""`gemp-bot strategy`: listing, starting, checking; what is shipped and what is documented holds."""

import json
import os
import re
import sys
import threading
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from gemp_bot.arena.box_trial import try_out
from gemp_bot.arena.report import step_lines
from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import parse
from gemp_bot.decisions import Question
from gemp_bot.procedures import find_plugins, load_class, load_strategy, make_from_class, reference_markdown
from gemp_bot.procedures.reference import starter_text
from gemp_bot.sandbox.deck_files import DeckFileError
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Verdict
from gemp_bot.strategy.base import UniformStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

pytestmark = pytest.mark.usefixtures("small_decks")

ROOT = Path(__file__).resolve().parents[2]
WORDS = make_vocabulary()
GOOD = 'name = "{}"\nabout = "a test"\napi = 2\nextends = "strong"\n'


def run(*words: str) -> int:
    command, args = parse(["strategy", *words])
    ended = command.run(args, Output(as_json=args.json))
    assert isinstance(ended, int)
    return ended


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What `--json` prints."""
    capsys.readouterr()
    run(*words, "--json")
    return json.loads(capsys.readouterr().out)


# -- list


def test_list_shows_what_there_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.format("mine"))
    (tmp_path / "bad.toml").write_text(GOOD.format("bad") + "foo = 1\n")
    rows = {row["name"]: row for row in told(capsys, "list", "--folder", str(tmp_path))["strategies"]}
    assert {"strong", "medium", "easy", "steady", "random", "mine", "bad"} <= set(rows)
    assert (rows["mine"]["kind"], rows["mine"]["about"], rows["mine"]["problem"]) == ("file", "a test", None)
    assert (rows["random"]["kind"], rows["strong"]["kind"]) == ("program", "file")
    assert rows["bad"]["about"] == ""
    assert rows["bad"]["problem"].startswith(f"{tmp_path}/bad.toml:5: foo: is no key")
    assert all(row["about"] or row["problem"] for row in rows.values())


def test_list_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.split(r" {2,}", lines[0]) == ["NAME", "KIND", "ABOUT"]
    assert any(line.startswith("steady") and "simple rules" in line for line in lines)


def test_list_shows_plugins_that_work_and_those_that_do_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "plug_list-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-list\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[gemp_bot.strategies]\nworks = plug_list_works:Works\nbreaks = plug_list_breaks\n"
    )
    works = "import gemp_bot\nclass Works(gemp_bot.Strategy):\n    'fine'\n"
    (tmp_path / "plug_list_works.py").write_text(works)
    (tmp_path / "plug_list_breaks.py").write_text("def make(seed, deck): ...")
    monkeypatch.syspath_prepend(str(tmp_path))
    rows = {row["name"]: row for row in told(capsys, "list")["strategies"]}
    assert (rows["works"]["kind"], rows["works"]["about"], rows["works"]["from"]) == (
        "plug-in",
        "fine",
        "plug-list 1.0",
    )
    assert "is a module, and no class derived from gemp_bot.Strategy" in rows["breaks"]["problem"]
    assert "strong" in rows


PLUGIN = """
import gemp_bot
class Made(gemp_bot.Strategy):
    fallback = "random"
    def __init__(self):
        {make}
    def decide(self, game, question):
        {decide}
"""


def offer(folder: Path, name: str, make: str = "...", *, decide: str = "...") -> None:
    """A package that offers a strategy."""
    info = folder / f"plug_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plug-{name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gemp_bot.strategies]\n{name} = plug_cli_{name}:Made\n")
    (folder / f"plug_cli_{name}.py").write_text(PLUGIN.format(make=make, decide=decide))


def test_list_says_which_of_two_with_one_name_is_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(tmp_path, "strong")
    offer(tmp_path, "random")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "steady.toml").write_text(GOOD.format("steady"))
    rows = told(capsys, "list", "--folder", str(tmp_path))["strategies"]
    found = {(row["name"], row["kind"]): row["problem"] for row in rows}
    assert (found["strong", "file"], found["random", "program"], found["steady", "program"]) == (None,) * 3
    assert found["strong", "plug-in"].startswith("the file ")
    assert found["strong", "plug-in"].endswith("strong.toml of this name is used")
    assert found["random", "plug-in"] == "the program of this name is used"
    assert found["steady", "file"] == "the program of this name is used; it can be named by its path"


def test_a_pipe_is_no_strategy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    rows = {row["name"]: row for row in told(capsys, "list", "--folder", str(tmp_path))["strategies"]}
    assert "is no ordinary file" in rows["pipe"]["problem"]
    assert run("check", str(tmp_path / "pipe.toml")) == 3
    assert "pipe.toml: is no ordinary file: it must be a strategy file" in capsys.readouterr().out


def test_a_file_that_is_not_there_has_no_line_and_a_near_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "cautious.toml").write_text(GOOD.format("cautious"))
    wrong = tmp_path / "cautios.toml"
    assert run("check", str(wrong)) == 3
    assert capsys.readouterr().out == f"{wrong}: no such file: did you mean 'cautious.toml'?\n"
    (report,) = told(capsys, "check", str(wrong))["strategies"]
    assert report["problems"][0]["line"] is None


# -- new


def test_new_writes_a_file_that_loads_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run("new", "cautious") == 0
    assert capsys.readouterr().out == "cautious.toml: written; it extends strong\n"
    made, parent = (load_strategy(name, WORDS) for name in ("./cautious.toml", "strong"))
    assert (made.name, made.ancestry) == ("cautious", ("strong",))
    assert (made.weights, made.capabilities) == (parent.weights, parent.capabilities)
    assert (set(made.procedures), [law.name for law in made.principles]) == (
        set(parent.procedures),
        [law.name for law in parent.principles],
    )
    assert run("check", "cautious.toml") == 0
    assert "tools." not in Path("cautious.toml").read_text(), "an installed program has no tools"


def test_the_examples_in_a_new_file_hold(tmp_path: Path) -> None:
    """Uncommented, they load."""
    lines = starter_text("cautious").splitlines()
    examples = [re.sub(r"^# ?(?=\[{1,2}\w|\w+ = )", "", line) for line in lines]
    assert sum(before != after for before, after in zip(lines, examples, strict=True)) >= 10
    (tmp_path / "cautious.toml").write_text("\n".join(examples))
    made = load_strategy(tmp_path / "cautious.toml", WORDS)
    assert "FORFEIT" in made.procedures
    assert "no lonely scout" in [law.name for law in made.principles]


def test_new_takes_a_folder_and_a_parent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    found = told(capsys, "new", "meek", "--folder", str(folder), "--extends", "easy")
    assert found == {"file": str(folder / "meek.toml"), "name": "meek", "extends": "easy"}
    assert load_strategy(folder / "meek.toml", WORDS).ancestry[0] == "easy"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Bad Name",), "'Bad Name' is no name: small letters, digits and -, like cautious"),
        (("../up",), "is no name"),
        (("strong",), "there is a strategy 'strong' already"),
        (("steady",), "there is a strategy 'steady' already: the program has it"),
        (("x", "--folder", "nowhere"), "nowhere: no such folder"),
        (("x", "--extends", "strng"), "--extends: there is no strategy file 'strng': did you mean 'strong'?"),
    ],
)
def test_new_refuses(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        run("new", *words)
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_new_never_overwrites(tmp_path: Path) -> None:
    assert run("new", "mine", "--folder", str(tmp_path)) == 0
    before = (tmp_path / "mine.toml").read_text()
    with pytest.raises(CommandError, match="there is a strategy 'mine' already"):
        run("new", "mine", "--folder", str(tmp_path))
    assert (tmp_path / "mine.toml").read_text() == before


# -- check


def test_check_tells_every_mistake_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        GOOD.format("bad") + "foo = 1\n[[procedure.FORFEIT]]\nwhen = 'me.froce > 1'\ndo = 'best'\n"
    )
    assert run("check", "strong", str(bad), "nobody") == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "strong: OK (strong)"
    assert lines[1].startswith(f"{bad}:5: foo: is no key: there are about, api, capabilities, ")
    assert (
        lines[2]
        == f"{bad}:7: procedure.FORFEIT[1].when: there is no fact 'me.froce': did you mean 'me.force'?"
    )
    assert lines[3].startswith("no strategy 'nobody': there are ")
    assert lines[3].endswith(" (that of a package has to be installed in this environment)")
    assert len(lines) == 4


def test_check_knows_plugins_and_programs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(tmp_path, "good")
    offer(tmp_path, "half", "self.fallback = 3")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run("check", "good", "steady") == 0
    good, steady = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r"good: OK \(plug-in 'good' of plug-good 1\.0; answered [1-9]\d* questions of a game in the box\)",
        good,
    )
    assert steady == "steady: OK (a program of ours)"
    assert run("check", "half") == 3
    assert capsys.readouterr().out == (
        "plug-in 'half' of plug-half 1.0: cannot be made: "
        "Made: fallback: 3: the name of a strategy such as 'strong' is needed\n"
    )


def test_check_says_where_reasons_are_cut(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "game.ask('random').answer, (gemp_bot.Reason('x' * 100_000),) * 50"
    offer(tmp_path, "wordy", decide=f"return gemp_bot.Verdict({long})")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run("check", "wordy") == 0
    assert re.search(
        r"answered \d+ questions of a game in the box; its reasons were cut at [1-9]\d* of them: "
        r"20 plain texts of 200 characters\)$",
        capsys.readouterr().out.strip(),
    )


def test_a_plugin_whose_make_never_ends_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemp_bot.procedures.plugins.PATIENCE", 0.2)
    offer(tmp_path, "stuck", make="import threading; threading.Event().wait(60)")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run("check", "stuck") == 3
    told = capsys.readouterr().out
    assert told == "plug-in 'stuck' of plug-stuck 1.0: cannot be made: not done within 0.2 s\n"


@pytest.mark.parametrize(
    ("decide", "said"),
    [
        (
            "raise RuntimeError(f'a bug {id(question)}')",
            r"failed at [1-9]\d* of \d+ questions .*: .*/plug_cli_bad\.py:8: RuntimeError: a bug .*",
        ),
        (
            "return {}",
            r"failed at [1-9]\d* of \d+ questions .*/plug_cli_bad\.py:7: ArgumentError: answer: .*",
        ),
        (
            "return None if len(question.options) < 3 else 1 / 0",
            r"failed at [1-9]\d* of \d\d+ questions .*/plug_cli_bad\.py:8: ZeroDivisionError: .*",
        ),
        (
            "raise KeyboardInterrupt",
            r"failed at [1-9]\d* of \d+ questions .*/plug_cli_bad\.py:8: KeyboardInterrupt",
        ),
    ],
)
def test_check_tells_which_questions_a_plugin_does_not_answer(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    decide: str,
    said: str,
) -> None:
    offer(tmp_path, "bad", decide=decide)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "plug_cli_bad", raising=False)
    found = told(capsys, "check", "bad")
    (problem,) = found["strategies"][0]["problems"]
    assert found["ok"] is False
    assert re.fullmatch(rf"plug-in 'bad' of plug-bad 1\.0: {said}", problem["text"])
    assert run("check", "bad") == 3
    caught = capsys.readouterr()
    assert re.fullmatch(rf"plug-in 'bad' of plug-bad 1\.0: {said}\n", caught.out)
    assert not caught.err, "told once"


def test_a_strategy_that_never_answers_is_not_waited_for() -> None:
    over = threading.Event()

    class Hangs(UniformStrategy):
        def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
            over.wait()
            return super().decide(view, question, budget)

    trial = try_out(lambda seed, _: Hangs(seed), patience=0.05)
    assert (trial.asked, trial.mistakes, trial.stopped) == (0, {}, "no answer within 0.05 s")
    over.set()


def test_check_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD.format("bad") + "foo = 1\n")
    found = told(capsys, "check", str(bad), "easy")
    assert found["ok"] is False
    assert [one["ok"] for one in found["strategies"]] == [False, True]
    assert (found["strategies"][0]["problems"][0]["line"], found["strategies"][1]["problems"]) == (5, [])


@pytest.mark.parametrize("file", sorted((ROOT / "strategies").glob("*.toml")), ids=lambda file: file.stem)
def test_what_is_shipped_holds(file: Path) -> None:
    made = load_strategy(file, WORDS)
    assert made.name == file.stem
    assert set(made.weights) == {trait.name for trait in WORDS.weights}


def test_there_are_three_levels() -> None:
    assert load_strategy("easy", WORDS).ancestry == ("medium", "strong")
    assert load_strategy("medium", WORDS).ancestry == ("strong",)


# -- check --try

TRIED = """
[[procedure.PHASE_ACTION]]
among = "option.title == 'Admiral Motti' and option.title != 'Admiral Motti'"
do = "best"

[[procedure.PHASE_ACTION]]
do = "best"

[[procedure.FORFEIT]]
when = "me.force / (me.force - me.force) > 1"
do = "best"

[[procedure.any]]
when = "1 / (turn.number - turn.number) > 0"
do = "best"

[[procedure.SABACC_DRAW]]
do = "best"

[[principle]]
name = "no drains"
forbid = "option.action == 'FORCE_DRAIN'"
why = "peace"
"""


def test_a_file_is_tried_and_says_what_of_it_was_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.format("mine") + TRIED)
    monkeypatch.chdir(tmp_path)
    (report,) = told(capsys, "check", "mine", "--try")["strategies"]
    tried = report["tried"]
    counts = {rule.split(": ", 1)[1]: count for rule, count in tried["step_counts"].items()}
    assert report["ok"]
    assert tried["games"] == 2
    assert next(iter(tried["step_counts"])).startswith("mine.toml:6: PHASE_ACTION step 1")
    assert counts["PHASE_ACTION step 1"] == 0
    assert 0 < counts["PHASE_ACTION step 2"] <= tried["choices"]
    assert counts["principle no drains"] > 0
    asked = {rule.split(": ", 1)[1]: count for rule, count in tried["asked"].items()}
    assert asked["PHASE_ACTION step 1"] == asked["PHASE_ACTION step 2"] >= counts["PHASE_ACTION step 2"]
    assert asked["SABACC_DRAW step 1"] == counts["SABACC_DRAW step 1"] == 0
    assert asked["principle no drains"] == tried["choices"]
    assert not any("strong.toml" in rule for rule in tried["step_counts"])
    assert any("1 / (turn.number - turn.number) > 0: divides by zero" in what for what in tried["unanswered"])
    assert any(what.startswith("mine.toml:18: ") for what in tried["unanswered"])


def test_counts_of_steps_are_told() -> None:
    first, *told, last = step_lines({"a.toml:1: MOVE step 1": 0, "a.toml:9: principle x": 1, "b": 3})
    assert first.startswith("Questions")
    assert told == ["- a.toml:1: MOVE step 1: never", "- a.toml:9: principle x: once", "- b: 3 times"]
    assert not last


def test_what_was_never_asked_is_told_from_what_never_fitted() -> None:
    counts = {"a.toml:1: MOVE step 1": 0, "a.toml:9: principle x": 0, "b": 3}
    _, *told, _ = step_lines(counts, {"a.toml:1: MOVE step 1": 0, "a.toml:9: principle x": 7, "b": 9})
    assert told == [
        "- a.toml:1: MOVE step 1: never asked: no question of its kind came",
        "- a.toml:9: principle x: never fitted: 7 questions of its kind came",
        "- b: 3 times",
    ]
    assert not step_lines({})


CARD = """
[[procedure.PHASE_ACTION]]
among = "option.title == 'Blizzard 2'"
do = "best"

[[procedure.PHASE_ACTION]]
do = "parent"

[[procedure.SABACC_DRAW]]
do = "parent"
"""


def test_a_file_is_tried_with_a_deck_and_what_leaves_all_to_nobody_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.format("mine") + CARD)
    (report,) = told(capsys, "check", str(tmp_path / "mine.toml"), "--try", "--deck", "walkers of hoth")[
        "strategies"
    ]
    tried = report["tried"]
    assert tried["decks"][0] == "Walkers of Hoth"
    assert [rule.split(": ", 1)[1] for rule in tried["idle"]] == ["SABACC_DRAW step 1"]
    assert sum(tried["step_counts"].values()) <= tried["choices"]
    lines = step_lines(tried["step_counts"], tried["asked"], tried["idle"])
    assert [line for line in lines if "does nothing" in line] == [
        line for line in lines if "SABACC_DRAW step 1" in line
    ]


def test_a_deck_that_there_is_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.format("mine"))
    with pytest.raises(DeckFileError, match="no deck 'walkers of hot': did you mean 'Walkers of Hoth'"):
        run("check", str(tmp_path / "mine.toml"), "--try", "--deck", "walkers of hot")


def test_what_is_no_file_is_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "steady", "--try") == 0
    assert "--try is for files" in capsys.readouterr().err


def test_a_file_with_mistakes_is_not_tried(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.format("mine") + "foo = 1\n")
    (report,) = told(capsys, "check", str(tmp_path / "mine.toml"), "--try")["strategies"]
    assert (report["ok"], report["tried"]) == (False, None)


# -- what is documented


def test_the_reference_page_is_what_the_program_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Regenerate it with `python -m tools.pages strategy > docs/strategy-reference.md`."""
    assert (ROOT / "docs" / "strategy-reference.md").read_text() == reference_markdown(WORDS)


def test_the_examples_of_the_guide_hold(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "write-a-strategy.md").read_text()
    examples = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    pieces = [text for text in examples if text.startswith(("[weights]", "[[procedure", "[[principle]]"))]
    assert len(pieces) == 4
    # Written as the page says: behind what `strategy new` wrote.
    (tmp_path / "mine.toml").write_text(starter_text("mine") + "".join(pieces))
    made = load_strategy(tmp_path / "mine.toml", WORDS)
    assert made.weights["battle_threshold"] == 2.0
    assert made.idle == ()
    # The examples of conditions, each in a step of its own.
    conditions = next(text for text in examples if text.startswith("among"))
    steps = "".join(f"[[procedure.any]]\n{line}\ndo = 'best'\n" for line in conditions.splitlines())
    (tmp_path / "more.toml").write_text(GOOD.format("more") + steps)
    assert load_strategy(tmp_path / "more.toml", WORDS).name == "more"
    assert all(tomllib.loads(text) is not None for text in examples)


def test_no_example_of_a_new_file_does_nothing(tmp_path: Path) -> None:
    taken = re.sub(r"^# (?=\[|\w+ = )", "", starter_text("mine"), flags=re.MULTILINE)
    (tmp_path / "mine.toml").write_text(taken)
    made = load_strategy(tmp_path / "mine.toml", WORDS)
    assert "FORFEIT" in made.procedures
    assert made.idle == ()


def test_the_plugin_of_the_guide_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (ROOT / "docs" / "write-a-strategy.md").read_text()
    code = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    tables = map(tomllib.loads, re.findall(r"```toml\n(.*?)```", guide, re.DOTALL))
    project = next(table for table in tables if "build-system" in table)
    assert project["project"]["name"] == "clever-package"
    (name,) = project["tool"]["setuptools"]["packages"]
    ((said, module),) = project["project"]["entry-points"]["gemp_bot.strategies"].items()
    assert module == f"{name}.strategy:Clever"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    module = module.partition(":")[0]
    (tmp_path / f"{module.replace('.', '/')}.py").write_text(code[0])
    monkeypatch.syspath_prepend(str(tmp_path))
    found = find_plugins([EntryPoint(said, f"{module}:Clever", "gemp_bot.strategies")])
    assert callable(make_from_class(found[0], load_class(found[0]), 1).decide)  # type: ignore[attr-defined]
    for loaded in (module, name):
        sys.modules.pop(loaded)
