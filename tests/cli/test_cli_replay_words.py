"""`replay` speaks of cards and places: the board, what else was weighed, and what a strategy would do."""

import gzip
import json
import re
from pathlib import Path

import pytest

from gemp_bot.cli.main import main

GAME = "games/premiere-intro-light-vs-server-ai.jsonl.gz"
OURS = "findings/lost-answer-then-snapshot.jsonl.gz"
STRONG = ("--decide", "--strategy", "strong")


def shown(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    capsys.readouterr()
    assert main(["replay", *map(str, words)]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_hand_is_shown_by_titles(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in (GAME, OURS):
        hands = [line for line in shown(capsys, fixtures / game, "--board") if line.startswith("  our hand")]
        assert len(hands) > 20
        assert not [hand for hand in hands if re.search(r"\[\d+_\d+\]", hand)]


def test_answers_and_alternatives_name_card_and_place(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(capsys, fixtures / GAME, "--board", *STRONG)
    said = [line for line in lines if re.match(r"  > |    strong |    rather than ", line)]
    bare = re.compile(r"(?:> |would: |than |; )(?:Deploy|Force drain|Initiate battle|Embark)(?: [+-]\d|;|$)")
    assert len(said) > 100
    assert not [line for line in said if bare.search(line)]
    text = "\n".join(said)
    assert re.search(r"Deploy [A-Z][a-z]+", text)
    assert re.search(r"Force drain at [A-Z][\w' ]+: [A-Z]", text)
    assert re.search(r"Move [A-Z].* using landspeed from [A-Z]", text)


def test_what_would_have_been_answered_is_told_without_ids(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(capsys, fixtures / GAME, *STRONG)
    said = [line for line in lines if re.match(r"    (?:was|now) ", line)]
    asked = {line for line in lines if line.startswith("? ")}
    assert len(said) == 2 * len(asked) > 40
    # A bare number is an answer only where a number is asked for.
    numbers = sum("amount of Force" in line or "number of" in line for line in asked)
    assert sum(bool(re.match(r"    (?:was|now) \d+(?: |$)", line)) for line in said) <= 2 * numbers
    assert not [line for line in said if re.search(r"\btemp\d|(?:was|now) \d+ [A-Z]", line)]
    assert sum(bool(re.search(r"[+-]\d+\.\d\d$", line)) for line in said) > len(said) / 2


def test_a_foreign_game_is_explained_board_by_board(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = shown(capsys, fixtures / GAME, "--board")
    lines = shown(capsys, fixtures / GAME, "--board", *STRONG)
    added = [line for line in lines if re.match(r"    (?:strong|because|rather than|by a fallback) ", line)]
    told = iter(lines)
    assert all(line in told for line in plain[:-12])  # the same boards, in the same order
    verdicts = [line for line in added if line.startswith("    strong ")]
    assert len(verdicts) == sum(line.startswith("? ") for line in lines) > 50
    assert sum(line.startswith("    because ") for line in added) == len(verdicts)
    assert any(line.startswith("    strong does the same") for line in verdicts)
    assert any(line.startswith("    strong would: ") for line in verdicts)


def test_one_question_is_explained(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = shown(capsys, fixtures / GAME, "--board", *STRONG)
    (number,) = {line.split(".")[0] for line in whole if line.startswith("? 2")} & {"? 20"}
    lines = shown(capsys, fixtures / GAME, "--at", number.removeprefix("? "), *STRONG)
    assert [line for line in lines if line.startswith("? ")] == [
        line for line in whole if line.startswith(f"{number}. ")
    ]
    assert any(line.startswith("    because ") for line in lines)


def test_the_same_is_told_with_json_on_stderr(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, fixtures / GAME, "--board", *STRONG)
    assert main(["replay", str(fixtures / GAME), "--board", *STRONG, "--json"]) == 0
    caught = capsys.readouterr()
    assert json.loads(caught.out)["files"][0]["decide"]["different"] > 0
    assert [line for line in caught.err.splitlines() if line.startswith("    because ")] == [
        line for line in lines if line.startswith("    because ")
    ]


def test_a_strategy_file_that_is_not_found_says_where_it_was_looked_for(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress((fixtures / OURS).read_bytes()).splitlines(keepends=True)
    head = json.loads(lines[0]) | {"strategy": "cautious"}
    journal = tmp_path / "game.jsonl.gz"
    journal.write_bytes(gzip.compress(json.dumps(head).encode() + b"\n" + b"".join(lines[1:])))
    assert main(["replay", str(journal), "--decide"]) == 3
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "'cautious'" in err
    assert re.search(r"looked for cautious\.toml in \S*strategies", err)
    assert "--strategy PATH" in err
    file = tmp_path / "cautious.toml"
    file.write_text('name = "cautious"\nabout = "One."\napi = 1\nextends = "strong"\n', encoding="utf-8")
    assert main(["replay", str(journal), "--decide", "--strategy", str(file)]) == 0


def test_the_style_of_a_player_is_told_on_average(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("premiere-intro-light-vs-server-ai", "ds2-dark-vs-server-ai", "open40-light-vs-player")
    games = [fixtures / f"games/{name}.jsonl.gz" for name in names]
    rows = {tuple(line.split("  ")[0].split()): line for line in shown(capsys, "--acts", *games)}
    counts = {name: int(line.removeprefix(" ".join(name)).split()[0]) for name, line in rows.items()
              if name in {("battles", "started"), ("battles", "met"), ("INITIATE_BATTLE",)}}  # fmt: skip
    # What the log tells of battles, and what was chosen, are counted apart from each other.
    assert counts["battles", "started"] == counts["INITIATE_BATTLE",] > 0
    assert counts["battles", "met"] > 0
    assert re.search(r"FORCE_DRAIN +\d+ +\d+\.\d ± \d+\.\d$", rows["FORCE_DRAIN",])
