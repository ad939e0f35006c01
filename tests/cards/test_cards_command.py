"""`gemp-bot cards`: what a person sees, and one line for what goes wrong."""

import json
import os
import re
from pathlib import Path

import pytest
from card_data import card, face, write

from gemp_bot.cli.main import main
from tools import cards


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "Darth Vader"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "•Darth Vader  [1_168]\nDark Side, Character: Imperial, Premiere, R1\n"
        "power 6  ability 6  deploy 6  forfeit 8  destiny 1\nicons        Pilot, Warrior\n"
    )
    assert "\n  - this card immune to attrition < 5\n" in out
    assert "200_78" in out.partition("Other cards of this name:")[2]


def test_a_name_of_several_words_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "darth", "vader"]) == 0
    assert capsys.readouterr().out.startswith("•Darth Vader  [1_168]\n")
    assert main(["cards", "show", "darth", "vadr"]) == 1
    assert "there is no card 'darth vadr'" in capsys.readouterr().err


def test_show_a_location_and_a_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "1_127"]) == 0
    assert "parsec 7  destiny 0  Force icons: 1 dark, 2 light" in capsys.readouterr().out
    assert main(["cards", "show", "7_297_BACK"]) == 0
    assert "front        Hunt Down And Destroy The Jedi  [7_297]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("2_14", "destiny 2 or 5"),
        ("9_129", "  - your Force generation +2 at docking bay you control"),
        (
            "1_324",
            "  - fires at character or creature for free: hit if 2 destiny > defense value, forfeit = 0",
        ),
        ("227_1", "only its definition is known, no card data"),
        ("5_118", "[not understood:"),
    ],
)
def test_show_says_what_a_text_means(card: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", card]) == 0
    out = capsys.readouterr().out
    assert line in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_typo_names_what_is_close(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "darth vadr"]) == 1
    assert capsys.readouterr().err.startswith(
        "gemp-bot: there is no card 'darth vadr': did you mean 'Darth Vader'"
    )
    assert main(["cards", "show", "xyzzy"]) == 1
    assert "cards search WORD" in capsys.readouterr().err


def test_search_and_stats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "search", "vader", "--type", "starship", "--json"]) == 0
    assert "1_306" in {found["blueprint_id"] for found in json.loads(capsys.readouterr().out)["cards"]}
    assert main(["cards", "search", "xyzzy"]) == 0
    assert capsys.readouterr().out == "No cards.\n"
    assert cards.main(["stats"]) == 0
    out = capsys.readouterr().out
    assert "240 ids more than once" in out
    assert "of 1203 have the title of a definition" in out
    understood = re.search(
        r"understood: +(\d+) of (\d+) standing texts, (\d+) of (\d+) actions; of (\d+)", out
    )
    assert understood is not None
    numbers = [int(each) for each in understood.groups()]
    assert numbers[0] > 4_000
    assert numbers[2] > 2_000
    assert numbers[0] <= numbers[1]
    assert numbers[2] <= numbers[4] <= numbers[3]
    told = re.search(r"Effects with a condition to stay +(\d+) +(\d+)", out)
    assert told is not None
    assert 0 < int(told[1]) <= int(told[2])


def test_build_and_use_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = write(tmp_path / "data", Dark=[card(1, face("•Rover", power="*"))]), tmp_path / "my.bin"
    assert cards.main(["build", str(folder), "--out", str(out)]) == 0  # 18 by their definitions are kept
    assert "19 cards, 0 backs" in capsys.readouterr().out
    assert main(["cards", "show", "rover", "--index", str(out)]) == 0
    assert "power *" in capsys.readouterr().out
    assert {file.name for file in tmp_path.iterdir()} == {"data", "my.bin"}


def test_a_build_that_fails_leaves_the_index_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "my.bin"
    out.write_bytes(b"old")
    folder = write(tmp_path / "data", Dark=[card(1, face("•Rover", power=1))])
    assert cards.main(["build", str(folder), "--out", str(out)]) == 1
    assert capsys.readouterr().err.startswith("gemp-bot: Dark.json: card 1 (•Rover): field front.power: ")
    assert out.read_bytes() == b"old"
    assert cards.main(["build", str(write(tmp_path / "b")), "--out", str(tmp_path / "no" / "x")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_no_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = ["--index", str(tmp_path / "none")]
    for run in (["cards", "show", "x"], ["cards", "search", "x"]):
        assert main([*run, *nowhere]) == 1
        assert "python -m tools.cards build SOURCE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Tallon Roll (V)", "there is no virtual card 'Tallon Roll (V)'"),
        ("obi wan", "did you mean 'Obi-Wan Kenobi'"),
        ("1_0", "there is no card with the id '1_0'"),
        ("1_168a", "blueprint ids are like 1_168"),
        ("1-168", "blueprint ids are like 1_168"),
        ("EPP", "did you mean 'EPP "),
    ],
)
def test_a_name_that_is_none_gets_a_hint(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", name]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["HDADTJ/TFHGOOTU", "HDADTJ", "tfhgootu"])
def test_a_nickname_for_both_sides_is_two(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", name]) == 0
    assert "[7_297]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "word", "known"),
    [("--type", "Foo", "Interrupt"), ("--icon", "pilt", "did you mean 'Pilot'?"), ("--set", "9999", "200")],
)
def test_a_word_no_card_has_is_refused(
    option: str, word: str, known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", "search", option, word]) == 1
    err = capsys.readouterr().err
    assert f"there is no {option.strip('-')} '{word}'" in err
    assert known in err
    assert err.count("\n") == 1


def test_only_a_file_is_ever_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, pipe = write(tmp_path / "data"), tmp_path / "pipe"
    os.mkfifo(pipe)
    for out, said in (
        (str(pipe), "is no regular file"),
        (str(tmp_path), "is no regular file"),
    ):
        assert cards.main(["build", str(folder), "--out", out]) == 1
        assert said in capsys.readouterr().err
    assert pipe.is_fifo()
