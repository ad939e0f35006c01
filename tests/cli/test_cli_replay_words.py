"""`replay` speaks of cards and places: the board, what else was weighed, and what a strategy would do."""

import contextlib
import gzip
import io
import json
import os
import re
from pathlib import Path

import pytest

from gemp_bot.cli.main import main
from gemp_bot.strategy import strategy_named
from gemp_bot.strategy.identity import program_digest

GAME = "games/premiere-intro-light-vs-server-ai.jsonl.gz"
OURS = "findings/lost-answer-then-snapshot.jsonl.gz"
STRONG = ("--strategy", "strong")
FEW = 30
"""Lines of a journal with some questions."""


def shown(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    capsys.readouterr()
    assert main(["decide" if "--strategy" in words else "replay", *map(str, words)]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture(scope="module")
def explained(fixtures: Path) -> list[str]:
    """A whole game, board by board, with what `strong` would do."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert main(["decide", str(fixtures / GAME), "--board", *STRONG]) == 0
    return told.getvalue().splitlines()


def test_the_hand_is_shown_by_titles(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in (GAME, OURS):
        hands = [line for line in shown(capsys, fixtures / game, "--board") if line.startswith("  our hand")]
        assert len(hands) > 20
        assert not [hand for hand in hands if re.search(r"\[\d+_\d+\]", hand)]


def test_answers_and_alternatives_name_card_and_place(explained: list[str]) -> None:
    said = [line for line in explained if re.match(r"  > |    strong |    rather than ", line)]
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
    explained: list[str], fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, lines = shown(capsys, fixtures / GAME, "--board"), explained
    added = [line for line in lines if re.match(r"    (?:strong|because|rather than|by a fallback) ", line)]
    told = iter(lines)
    assert all(line in told for line in plain[:-12])  # the same boards, in the same order
    verdicts = [line for line in added if line.startswith("    strong ")]
    assert len(verdicts) == sum(line.startswith("? ") for line in lines) > 50
    assert sum(line.startswith("    because ") for line in added) == len(verdicts)
    assert any(line.startswith("    strong does the same") for line in verdicts)
    assert any(line.startswith("    strong would: ") for line in verdicts)


def test_one_question_is_explained(
    explained: list[str], fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (number,) = {line.split(".")[0] for line in explained if line.startswith("? 2")} & {"? 20"}
    lines = shown(capsys, fixtures / GAME, "--at", number.removeprefix("? "), *STRONG)
    assert [line for line in lines if line.startswith("? ")] == [
        line for line in explained if line.startswith(f"{number}. ")
    ]
    # The reasons stand with every answer, not in a line.
    place = lines.index("    What strong weighed, in Force")
    assert re.match(r"    [+ ][+-]?\d+\.\d\d  .+  \(chosen\)", lines[place + 1])
    assert not any(line.startswith("    because ") for line in lines)


def test_the_same_is_told_with_json_on_stderr(
    explained: list[str], fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decide", str(fixtures / GAME), "--board", *STRONG, "--json"]) == 0
    caught = capsys.readouterr()
    assert json.loads(caught.out)["files"][0]["different"] > 0
    assert [line for line in caught.err.splitlines() if line.startswith("    because ")] == [
        line for line in explained if line.startswith("    because ")
    ]


MINE = 'name = "cautious"\nabout = "One."\napi = 2\nextends = "strong"\n'


def a_journal(fixtures: Path, journal: Path, **head: str) -> None:
    """The beginning of a game of ours with another head."""
    lines = gzip.decompress((fixtures / OURS).read_bytes()).splitlines(keepends=True)[:FEW]
    text = json.dumps(json.loads(lines[0]) | head).encode()
    journal.write_bytes(gzip.compress(text + b"\n" + b"".join(lines[1:])))


@pytest.mark.parametrize("given", [None, "far/cautious.toml"])
def test_a_strategy_file_that_is_not_found_says_where_it_was_looked_for(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str], given: str | None
) -> None:
    (tmp_path / "games").mkdir()
    journal = tmp_path / "games" / "game.jsonl.gz"
    a_journal(fixtures, journal, strategy="cautious", **({} if given is None else {"given": given}))
    assert main(["decide", str(journal)]) == 3
    err = capsys.readouterr().err
    assert err.startswith(
        f"gemp-bot: {journal}: no strategy {given or 'cautious'!r}: "
        f"looked for cautious.toml in {journal.parent}, {tmp_path}, {tmp_path.parent}, ."
    )
    assert (re.search(r", \S*strategies", err) is None) is (given is not None)
    assert err.endswith(": --strategy PATH names its file\n")
    file = tmp_path / "cautious.toml"
    file.write_text(MINE, encoding="utf-8")
    assert main(["decide", str(journal), "--strategy", str(file)]) == 0


@pytest.mark.parametrize("place", ["games/cautious.toml", "cautious.toml", "far/cautious.toml"])
@pytest.mark.parametrize("given", [None, "far/cautious.toml"])
def test_a_strategy_file_is_found_where_it_was_beside_the_journal_and_here(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str], given: str | None, place: str
) -> None:
    for folder in ("games", "far"):
        (tmp_path / folder).mkdir()
    journal = tmp_path / "games" / "game.jsonl.gz"
    a_journal(fixtures, journal, strategy="cautious", **({} if given is None else {"given": given}))
    (tmp_path / place).write_text(MINE)
    code = main(["decide", str(journal)])
    caught = capsys.readouterr()
    if given is None and place.startswith("far"):
        assert code == 3
        return
    assert (code, caught.err) == (0, "")
    assert f"{journal}: cautious, seed " in caught.out


@pytest.mark.parametrize("given", ["cautious.toml", "mine/cautious.toml"])
def test_a_strategy_file_is_found_from_the_folder_that_journals_were_recorded_from(
    tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    for folder in ("mine", "out/journals", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    journal = tmp_path / "out" / "journals" / "game.jsonl.gz"
    a_journal(fixtures, journal, strategy="cautious", given=given)
    (tmp_path / given).write_text(MINE)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["decide", str(journal)]) == 0
    monkeypatch.chdir(journal.parent)
    assert main(["decide", journal.name]) == 0


def test_a_journal_that_is_cut_fails_the_strict_check(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.jsonl.gz"
    raw = (fixtures / OURS).read_bytes()
    cut.write_bytes(raw[: len(raw) // 2])
    assert main(["replay", str(cut)]) == 0
    capsys.readouterr()
    assert main(["replay", "--strict", "--json", str(cut)]) == 1
    caught = capsys.readouterr()
    assert json.loads(caught.out)["total"]["truncated"] == 1
    assert f"gemp-bot: {cut}: cut at its end: lines may be missing (as they are where" in caught.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for word in ("replay", "decide"):
        assert main([word, str(pipe)]) == 1
        assert capsys.readouterr().err == (
            f"gemp-bot: {pipe}: is no ordinary file: it must be a recorded game\n"
        )


def test_the_manual_tells_every_exit_code(capsys: pytest.CaptureFixture[str], fixtures: Path) -> None:
    assert main(["decide", "--strategy", "nobody", str(fixtures / OURS)]) == 3
    capsys.readouterr()
    assert main(["replay", "--help"]) == 0
    assert "\n    3  wrong configuration, strategy" in capsys.readouterr().out


def test_the_strategy_file_with_the_digest_of_the_journal_is_taken_and_another_is_told(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    journal, here, beside = (
        tmp_path / name for name in ("games/game.jsonl.gz", "cautious.toml", "games/cautious.toml")
    )
    here.write_text(MINE)
    digest = strategy_named(str(here)).identity.digest
    a_journal(fixtures, journal, strategy="cautious", strategy_digest=digest, program_digest="f" * 64)
    beside.write_text(MINE + "[weights]\nkeep_force = 3\n")
    other = strategy_named(str(beside)).identity.digest
    program = f"the program was ffffffff, is {program_digest()[:8]}"
    start = f"gemp-bot: {journal}: since it was played, "
    assert main(["decide", str(journal)]) == 0
    assert capsys.readouterr().err == f"{start}{program}\n"
    here.unlink()
    assert main(["decide", str(journal)]) == 0
    strategy = f"strategy cautious was {digest[:8]}, is {other[:8]}"
    assert capsys.readouterr().err == f"{start}{strategy}; {program}\n"
    beside.write_text(MINE + "keep_force = 3\n")
    assert main(["decide", str(journal)]) == 3
    assert f"{beside}:5: keep_force: is no key" in capsys.readouterr().err


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
