"""Names, folders, parents."""

import random
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from procedure_words import WORDS, option, situation, write

import gemp_bot
from gemp_bot.procedures import (
    NoSuchStrategyError,
    Procedures,
    StrategyFileError,
    find_plugins,
    load_strategy,
    loader,
    strategy_files,
    strategy_folders,
)
from gemp_bot.procedures.loader import find_strategy, read_chain

PARENT = """
[weights]
boldness = 2
patience = 0.25
[capabilities]
cards = false
[[procedure.BUY]]
when = "me.force > weights.boldness"
do = "prefer"
prefer = ["most power"]
[[procedure.MOVE]]
do = "prefer"
prefer = ["least cost"]
[[principle]]
name = "no men"
forbid = "type == 'man'"
why = "men are slow"
"""

OPTIONS = [
    option(type="ship", power=1, cost=5, score=1),
    option(type="man", power=9, cost=0, score=9),
    option(type="ship", power=3, cost=7, score=2),
]


def child(folder: Path, body: str, *, head: str = "") -> Procedures:
    write(folder, PARENT, name="old")
    write(folder, f'extends = "old"\n{head}\n{body}', name="young")
    return load_strategy("young", WORDS, folders=(folder,))


def chosen(strategy: Procedures, kind: str = "BUY", force: float = 4.0) -> int | None:
    return strategy.choose(kind, situation(me__force=force), OPTIONS, random.Random(1)).index


def test_a_child_that_says_nothing_is_its_parent(tmp_path: Path) -> None:
    young = child(tmp_path, "")
    assert (young.name, young.ancestry) == ("young", ("old",))
    assert dict(young.weights) == {"boldness": 2.0, "patience": 0.25}
    assert dict(young.search) == {"depth": 3.0}
    assert dict(young.capabilities) == {"cards": False}
    assert (chosen(young), chosen(young, "MOVE")) == (2, 0)
    assert [law.name for law in young.principles] == ["no men"]


def test_weights_and_capabilities_of_the_child_win_in_the_steps_of_the_parent(tmp_path: Path) -> None:
    young = child(tmp_path, "[weights]\nboldness = 4\n[capabilities]\ncards = true\n[search]\ndepth = 5\n")
    assert dict(young.weights) == {"boldness": 4.0, "patience": 0.25}
    assert dict(young.search) == {"depth": 5.0}
    assert dict(young.capabilities) == {"cards": True}
    step = young.choose("BUY", situation(me__force=4.0), OPTIONS, random.Random(1)).step
    assert step == "no step"  # 4 Force are not more than a boldness of 4


def test_a_procedure_replaces_that_of_the_parent(tmp_path: Path) -> None:
    young = child(tmp_path, "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['least power']\n")
    assert (chosen(young), chosen(young, "MOVE")) == (0, 0)


def test_steps_of_the_parent_stand_where_they_are_called(tmp_path: Path) -> None:
    body = """
[[procedure.BUY]]
when = "me.late"
do = "prefer"
prefer = ["least power"]
[[procedure.BUY]]
when = "me.force > 3"
do = "parent"
[[procedure.BUY]]
do = "prefer"
prefer = ["most cost"]
"""
    young = child(tmp_path, body)
    late = young.choose("BUY", situation(me__late=True, me__force=4.0), OPTIONS, random.Random(1))
    assert (late.index, late.where) == (0, "young.toml:7")
    parents = young.choose("BUY", situation(me__force=4.0), OPTIONS, random.Random(1))
    assert (parents.index, parents.where) == (2, "old.toml:10")
    # The parent is not called with 2.5 Force, though its own condition would hold.
    own = young.choose("BUY", situation(me__force=2.5), OPTIONS, random.Random(1))
    assert (own.index, own.step) == (2, "BUY step 3")


def test_a_grandchild_reaches_its_grandparent(tmp_path: Path) -> None:
    child(tmp_path, "[[procedure.BUY]]\ndo = 'parent'\n[[procedure.BUY]]\nwhy = 'young'\ndo = 'best'\n")
    write(tmp_path, "extends = 'young'\n[[procedure.BUY]]\ndo = 'parent'\n", name="baby")
    baby = load_strategy("baby", WORDS, folders=(tmp_path,))
    assert baby.ancestry == ("young", "old")
    rich = baby.choose("BUY", situation(me__force=9.0), OPTIONS, random.Random(1))
    poor = baby.choose("BUY", situation(me__force=0.0), OPTIONS, random.Random(1))
    assert (rich.where, poor.where) == ("old.toml:10", "young.toml:8")


def test_a_parent_without_such_a_procedure_has_nothing_to_say(tmp_path: Path) -> None:
    body = "[[procedure.any]]\ndo = 'parent'\n[[procedure.any]]\ndo = 'prefer'\nprefer = ['least cost']\n"
    young = child(tmp_path, body, head='without = ["no men"]')
    made = young.choose("a kind", situation(), OPTIONS, random.Random(1))
    assert (made.index, made.step) == (1, "any step 2")


def test_principles_add_up(tmp_path: Path) -> None:
    body = "[[principle]]\nname = 'no giants'\nforbid = 'power > 2'\nwhy = 'giants fall'\n"
    young = child(tmp_path, body)
    assert [law.name for law in young.principles] == ["no men", "no giants"]
    assert chosen(young) == 0


def test_a_principle_can_be_dropped_and_written_anew(tmp_path: Path) -> None:
    assert chosen(child(tmp_path, "", head='without = ["no men"]')) == 1
    body = "[[principle]]\nname = 'no men'\nforbid = 'type == \"ship\"'\nwhy = 'ships burn'\n"
    assert chosen(child(tmp_path, body, head='without = ["no men"]')) == 1


def test_a_principle_of_the_same_name_is_refused(tmp_path: Path) -> None:
    body = "[[principle]]\nname = 'no men'\nforbid = 'own'\nwhy = 'x'\n"
    with pytest.raises(StrategyFileError, match=r"'no men' stands at old\.toml:17 already: choose"):
        child(tmp_path, body)


def test_only_what_is_inherited_can_be_dropped(tmp_path: Path) -> None:
    with pytest.raises(
        StrategyFileError, match=r"5: without\[1\]: no principle 'no man' .*did you mean 'no men'"
    ):
        child(tmp_path, "", head='without = ["no man"]')


def test_a_circle_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "b"', name="a")
    write(tmp_path, 'extends = "c"', name="b")
    write(tmp_path, 'extends = "a"', name="c")
    with pytest.raises(StrategyFileError) as caught:
        load_strategy("a", WORDS, folders=(tmp_path,))
    assert str(caught.value) == (
        f"{tmp_path}/c.toml:4: extends: 'a': goes in a circle: a extends b extends c extends a"
    )
    write(tmp_path, 'extends = "own"', name="own")
    with pytest.raises(StrategyFileError, match="own extends own"):
        load_strategy("own", WORDS, folders=(tmp_path,))


def test_a_parent_that_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path, "", name="strong")
    write(tmp_path, 'extends = "strng"')
    with pytest.raises(
        StrategyFileError, match=r"4: extends: 'strng': there is no such .*did you mean 'strong'"
    ):
        load_strategy("mine", WORDS, folders=(tmp_path,))


def test_faults_of_a_parent_are_told_with_its_file(tmp_path: Path) -> None:
    write(tmp_path, "[[procedure.BUY]]\nwhen = 'x'\ndo = 'best'\n", name="old")
    write(tmp_path, "extends = 'old'\nfoo = 1\n", name="young")
    with pytest.raises(StrategyFileError) as caught:
        load_strategy("young", WORDS, folders=(tmp_path,))
    assert [(Path(found.file).name, found.line) for found in caught.value.problems] == [
        ("old.toml", 5),
        ("young.toml", 5),
    ]
    (tmp_path / "old.toml").write_text("name =")
    with pytest.raises(StrategyFileError) as caught:
        load_strategy("young", WORDS, folders=(tmp_path,))
    assert {Path(found.file).name for found in caught.value.problems} == {"old.toml", "young.toml"}


def test_the_first_folder_wins_and_a_child_looks_beside_itself_first(tmp_path: Path) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    near.mkdir()
    far.mkdir()
    write(near, "[weights]\nboldness = 1\n", name="old")
    write(far, "[weights]\nboldness = 5\n", name="old")
    write(far, "extends = 'old'\n", name="young")
    assert load_strategy("old", WORDS, folders=(near, far)).weights["boldness"] == 1
    assert load_strategy("old", WORDS, folders=(far, near)).weights["boldness"] == 5
    assert load_strategy("young", WORDS, folders=(near, far)).weights["boldness"] == 5
    assert load_strategy(near / "old.toml", WORDS, folders=(far,)).weights["boldness"] == 1


def test_an_unknown_name_lists_what_there_is(tmp_path: Path) -> None:
    write(tmp_path, "", name="cautious")
    with pytest.raises(NoSuchStrategyError, match="no strategy file 'cautios': did you mean 'cautious'"):
        load_strategy("cautios", WORDS, folders=(tmp_path,))
    with pytest.raises(NoSuchStrategyError, match="there is none"):
        load_strategy("x", WORDS, folders=())


def test_a_parent_can_be_a_path_as_the_file_sees_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, "[weights]\nboldness = 5\n", name="old")
    for path in ("../old.toml", "../inner/../old.toml", str(tmp_path / "old.toml")):
        write(inner, f'extends = "{path}"')
        assert load_strategy(inner / "mine.toml", WORDS, folders=()).ancestry == ("old",)
    write(inner, 'extends = "../none.toml"')
    with pytest.raises(StrategyFileError, match=r"extends: '../none.toml': there is no file .*none\.toml"):
        load_strategy(inner / "mine.toml", WORDS, folders=())
    write(inner, 'extends = "./mine.toml"')
    with pytest.raises(StrategyFileError, match="goes in a circle"):
        load_strategy(inner / "mine.toml", WORDS, folders=())


def test_programs_and_plugins_cannot_be_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, 'extends = "steady"')
    for name in ("mine", "steady"):
        write(tmp_path, 'extends = "steady"', name=name)
        with pytest.raises(StrategyFileError, match="'steady': is a program; only files can be extended"):
            load_strategy(name, WORDS, folders=(tmp_path,), programs=("steady",))
    (tmp_path / "steady.toml").unlink()
    points = [EntryPoint("steady", "x", "gemp_bot.strategies")]
    monkeypatch.setattr(loader, "find_plugins", lambda: find_plugins(points))
    with pytest.raises(StrategyFileError, match="'steady': is a plug-in; only files can be extended"):
        load_strategy("mine", WORDS, folders=(tmp_path,))


def test_a_file_that_hides_its_own_parent_is_told_so_by_all_neighbours(tmp_path: Path) -> None:
    """And they tell their own mistakes beside it, but none that would come of the missing parent."""
    ours = tmp_path / "ours"
    ours.mkdir()
    write(ours, "", name="strong")
    write(tmp_path, 'extends = "strong"', name="strong")
    write(tmp_path, "extends = 'strong'\nwithout = ['x']\n[[procedure.BUY]]\ndo = 'best'\nwhen = 'x'\n")
    with pytest.raises(StrategyFileError) as caught:
        load_strategy("mine", WORDS, folders=(tmp_path, ours))
    said = [str(problem).removeprefix(f"{tmp_path}/") for problem in caught.value.problems]
    assert [line.split(":")[0] for line in said] == ["mine.toml", "strong.toml"]
    assert said[0].startswith("mine.toml:8: procedure.BUY[1].when: there is no fact 'x'")
    assert said[1] == (
        "strong.toml:4: extends: 'strong': this file is itself called strong, "
        "and hides the built-in strong: give it another name"
    )


def test_files_that_are_no_strategies_are_not_listed(tmp_path: Path) -> None:
    write(tmp_path, "", name="good")
    (tmp_path / "README.md").write_text("x")
    (tmp_path / "Bad Name.toml").write_text("x")
    assert list(strategy_files((tmp_path, tmp_path / "none"))) == ["good"]


def test_folders_of_the_user_come_before_ours(tmp_path: Path) -> None:
    package = Path(gemp_bot.__file__).resolve().parent
    ours = strategy_folders()
    assert strategy_folders((tmp_path,)) == (tmp_path, *ours)
    assert ours
    assert set(ours) <= {package.parent / "strategies", package / "shipped_strategies"}


def test_the_digests_follow_the_texts_of_all_files(tmp_path: Path) -> None:
    def digests(own: str, parent: str = PARENT) -> dict[str, str]:
        write(tmp_path, parent, name="old")
        write(tmp_path, own, name="young")
        return read_chain("young", WORDS, folders=(tmp_path,)).digests

    before = digests('extends = "old"')
    assert list(before) == ["young", "old"]
    assert digests('extends = "old"') == before
    remarked = digests('extends = "old"\n# a remark')
    assert (remarked["young"] == before["young"], remarked["old"] == before["old"]) == (False, True)
    older = digests('extends = "old"', PARENT + "# a remark")
    assert (older["young"] == before["young"], older["old"] == before["old"]) == (True, False)


def test_a_name_is_looked_up_in_the_current_folder_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of ours is not hidden by one that happens to lie here."""
    here, ours = tmp_path / "here", tmp_path / "ours"
    for folder in (here, ours):
        folder.mkdir()
        write(folder, "", name="both")
    write(here, "", name="mine")
    monkeypatch.chdir(here)
    assert find_strategy("mine", (ours,)).resolve() == here / "mine.toml"
    assert find_strategy("both", (ours,)) == ours / "both.toml"
    assert load_strategy("mine", WORDS, folders=(ours,)).name == "mine"
    with pytest.raises(NoSuchStrategyError, match="there is no strategy file 'min'"):
        find_strategy("min", (ours,))
