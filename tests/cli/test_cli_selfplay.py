"""`gemp-bot selfplay`: its result, its file, what is wrong in one line, Ctrl-C."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Self

import msgspec
import pytest
from printed import check

from gemp_bot.arena.box_game import play_one
from gemp_bot.arena.jobs import Job
from gemp_bot.arena.record import ArenaOutcome, GameRecord, failed
from gemp_bot.arena.run import Run
from gemp_bot.cli import measuring, selfplay
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.cli.measuring import Remaining, in_words
from gemp_bot.cli.parser import parse
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy import strategy_named
from gemp_bot.terminal import wants_colors

pytestmark = pytest.mark.usefixtures("small_decks")

STRATEGY = str(Path(__file__).parents[2] / "strategies/easy.toml")
QUICK = ("selfplay", "--strategy", "random", "--opponent", "steady", "--out", "games.jsonl")


def test_nothing_has_to_be_said() -> None:
    _, asked = parse(["selfplay"])
    assert (asked.games, asked.strategy, asked.opponent) == (2, "strong", "strong")


class Here:
    """Plays in this process."""

    slots = 1

    def __init__(self, *_: object) -> None:
        self.playing = play_one

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def play(self, job: Job) -> GameRecord:
        return self.playing(job)


class Broken(Here):
    """Plays nothing to its end."""

    def __init__(self, *_: object) -> None:
        self.playing = lambda job: failed(job, "out of cards")


def test_a_run_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "Processes", Here)
    assert main([*QUICK, "--games", "2", "--json"]) == OK
    caught = capsys.readouterr()
    first = json.loads(caught.out)
    check("selfplay", first)
    assert (first["games"], first["errors"]) == (2, 0)
    assert first["wins"] + first["losses"] + first["cancelled"] == 2
    assert "2 of 2 games to play, results in games.jsonl" in caught.err
    lines = Path("games.jsonl").read_bytes()

    monkeypatch.setattr(selfplay, "Processes", Broken)  # nothing is played any more
    assert main([*QUICK, "--games", "2", "--json"]) == OK
    assert json.loads(capsys.readouterr().out) == first
    assert Path("games.jsonl").read_bytes() == lines

    assert main([*QUICK, "--games", "4", "--json"]) == FAILURE
    caught = capsys.readouterr()
    more = json.loads(caught.out)
    assert (more["games"], more["wins"], more["errors"]) == (4, first["wins"], 2)
    assert caught.err.count("out of cards") == 2

    assert main([*QUICK, "--games", "4", "--seed", "2"]) == FAILURE
    assert (
        "holds games with another seed, or with other decks: name another with --out"
        in capsys.readouterr().err
    )


MINE = 'name = "mine"\nabout = "a test"\napi = 2\nextends = "{}"\n'


def test_games_of_a_strategy_that_was_edited_since_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "Processes", Here)
    words = ("selfplay", "--strategy", "mine.toml", "--opponent", "random", "--out", "games.jsonl")
    Path("old.toml").write_text(MINE.format("easy").replace("mine", "old"))
    Path("mine.toml").write_text(MINE.format("old"))
    was = strategy_named("mine.toml").identity.digest[:8]
    assert main([*words, "--games", "2"]) == OK
    kept = Path("games.jsonl").read_bytes()
    capsys.readouterr()

    for edited, what in (("mine", "its file"), ("old", "its parent old")):
        file = Path(f"{edited}.toml")
        before = file.read_text()
        file.write_text(before + "[weights]\nkeep_force = 3\n")
        now = strategy_named("mine.toml").identity.digest[:8]
        assert main([*words, "--games", "4"]) == FAILURE
        caught = capsys.readouterr()
        assert not caught.out
        assert caught.err == (
            "gemp-bot: games.jsonl: holds games of other players than today's: "
            f"strategy mine was {was}, is {now} ({what}): name another with --out\n"
        )
        assert Path("games.jsonl").read_bytes() == kept
        if edited == "mine":
            file.write_text(before)


def test_journals_are_written_pass_the_strict_check_and_are_decided_the_same_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "Processes", Here)
    words = ("selfplay", "--strategy", "random", "--opponent", "steady", "--games", "2")
    assert main([*words, "--record", "journals", "--out", "games.jsonl"]) == OK
    journals = sorted(str(path) for path in Path("journals").iterdir())
    assert len(journals) == 2
    lines = Path("games.jsonl").read_text().splitlines()
    assert {f"journals/{json.loads(line)['journal']}" for line in lines} == set(journals)
    capsys.readouterr()
    assert main(["replay", "--strict", *journals]) == OK
    capsys.readouterr()
    assert main(["decide", "--json", *journals]) == OK
    files = json.loads(capsys.readouterr().out)["files"]
    assert [file["different"] for file in files] == [0, 0]
    assert all(file["choices"] > 20 for file in files)


def test_games_that_a_strategy_did_not_play_itself_are_told_and_count_for_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Replaced(Here):
        async def play(self, job: Job) -> GameRecord:
            outcome = ArenaOutcome.PLAYER_REPLACED if job.id.endswith("1a") else ArenaOutcome.WIN
            mistakes = {"clever.py:3: KeyError: 7": 40}
            return msgspec.structs.replace(failed(job, "x"), outcome=outcome, fault=None, mistakes=mistakes)

    monkeypatch.setattr(selfplay, "Processes", Replaced)
    assert main([*QUICK[:-2], "--games", "2"]) == OK
    out = capsys.readouterr().out
    assert "Not decided: 1 player replaced.\n" in out
    assert (
        "Games in which the player was not this strategy, since it failed at more than 5 % of its choices "
        "and the simple rule answered: 1. They count for nobody.\n"
        "- Failures of a strategy: clever.py:3: KeyError: 7 (80 times)\n"
    ) in out
    assert main([*QUICK[:-2], "--games", "2", "--json"]) == OK
    said = json.loads(capsys.readouterr().out)
    check("selfplay", said)
    assert (said["games"], said["wins"], said["player_replaced"], said["opponent_replaced"]) == (2, 1, 1, 0)
    assert said["mistakes"] == {"clever.py:3: KeyError: 7": 80}


class Wins(Here):
    """The player wins every game, without one being played."""

    async def play(self, job: Job) -> GameRecord:
        return msgspec.structs.replace(failed(job, "x"), outcome=ArenaOutcome.WIN, fault=None)


def test_a_sequential_test_ends_a_run_that_is_clear(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "Processes", Wins)
    assert main([*QUICK[:-2], "--games", "400", "--sprt", "0", "50"]) == OK
    out = capsys.readouterr().out
    (line,) = [line for line in out.splitlines() if line.startswith("SPRT: stronger after ")]
    pairs = int(line.split()[3])
    assert 5 < pairs < 100
    assert f"{pairs} won twice, 0 split, 0 lost twice" in out
    for wrong in (("50", "0"), ("0", "x")):
        assert main([*QUICK[:-2], "--games", "4", "--sprt", *wrong]) == USAGE
    assert main(["selfplay", "--strategy", "steady", "--opponent", "steady", "--sprt", "0", "50"]) == USAGE
    assert "both players are the same: there is nothing to tell apart" in capsys.readouterr().err


def test_the_same_player_in_both_seats_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "Processes", Wins)
    assert main(["selfplay", "--strategy", "steady", "--opponent", "steady", "--games", "18"]) == OK
    out = capsys.readouterr().out
    assert "Both players are the same: each pair is one game" in out
    assert "won twice" not in out


@pytest.mark.parametrize(("option", "won"), [("--deck", 12), ("--opponent-deck", 0)])
def test_how_the_deck_did_is_told_where_both_players_are_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, won: int
) -> None:
    """The player has the named deck in one game and meets it in the next, and the light deck always wins."""

    class LightWins(Here):
        async def play(self, job: Job) -> GameRecord:
            outcome = ArenaOutcome.WIN if job.side is Side.LIGHT else ArenaOutcome.LOSS
            return msgspec.structs.replace(failed(job, "x"), outcome=outcome, fault=None)

    monkeypatch.setattr(selfplay, "Processes", LightWins)
    deck = "Rebel fleet" if won else "Walkers of Hoth"
    words = ("selfplay", "--strategy", "steady", "--opponent", "steady", "--games", "12", option, deck)
    assert main(list(words)) == OK
    rate = "100 % [76-100]" if won else "0 % [0-24]"
    assert f"Deck {deck}: {rate} of 12 games won, whoever played it.\n" in capsys.readouterr().out
    assert main([*words, "--json"]) == OK
    said = json.loads(capsys.readouterr().out)
    check("selfplay", said)
    assert (said["deck"]["name"], said["deck"]["games"]) == (deck, 12)
    assert said["deck"]["rate"]["value"] == won / 12
    assert main([*QUICK[:-2], "--games", "2", option, deck, "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["deck"] is None


def test_a_run_in_which_no_game_counts_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Fails(Here):
        async def play(self, job: Job) -> GameRecord:
            return msgspec.structs.replace(failed(job, "x"), outcome=ArenaOutcome.PLAYER_REPLACED, fault=None)

    monkeypatch.setattr(selfplay, "Processes", Fails)
    assert main([*QUICK[:-2], "--games", "2", "--json"]) == FAILURE
    caught = capsys.readouterr()
    assert json.loads(caught.out)["player_replaced"] == 2
    assert caught.err == "gemp-bot: no game counts: nothing was measured\n"


def test_a_person_gets_a_table_that_says_what_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Wins(Here):
        async def play(self, job: Job) -> GameRecord:
            outcome = ArenaOutcome.CANCELLED if job.id.endswith("2b") else ArenaOutcome.WIN
            lives = {"life": 20, "opponent_life": 0, "turns": 10}
            return msgspec.structs.replace(failed(job, "x"), outcome=outcome, fault=None, **lives)

    monkeypatch.setattr(selfplay, "Processes", Wins)
    assert main([*QUICK[:-2], "--games", "4"]) == OK
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "random against steady, in the box: says nothing about strength on a server."
    assert out[1].split() == ["GAMES", "N", "WON", "RATE", "LIFE", "MARGIN", "TURNS"]
    assert [line.split("  ")[0] for line in out[2:5]] == ["as dark", "as light", "all"]
    assert out[4].split()[1:4] == ["3", "3", "100"]
    assert out[5] == "Not decided: 1 cancelled."


def test_whose_answers_were_not_their_own_is_told_by_kind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Falls(Here):
        async def play(self, job: Job) -> GameRecord:
            mine, theirs = {"repeat": 1}, {"rule": 2, "first_legal": 1}
            told = {"fallbacks": 1, "opponent_fallbacks": 3}
            kinds = {"fallback_kinds": mine, "opponent_fallback_kinds": theirs}
            return msgspec.structs.replace(
                failed(job, "x"), outcome=ArenaOutcome.WIN, fault=None, **told, **kinds
            )

    monkeypatch.setattr(selfplay, "Processes", Falls)
    assert main([*QUICK[:-2], "--games", "2"]) == OK
    out = capsys.readouterr().out
    assert (
        "Answers of random that were not its own (fallbacks): "
        "2 another one, as its own was futile or had been refused.\n"
        "Answers of the opponent, steady, that were not its own (fallbacks): "
        "4 by the plain rule, as the strategy failed or was late; "
        "2 the first legal one, as the plain rule failed, too.\n"
    ) in out
    assert main([*QUICK[:-2], "--games", "2", "--json"]) == OK
    said = json.loads(capsys.readouterr().out)
    check("selfplay", said)
    assert said["fallbacks"] == 8
    assert said["own_fallbacks"] == {"rule": 0, "first_legal": 0, "repeat": 2}
    assert said["opponent_fallbacks"] == {"rule": 4, "first_legal": 2, "repeat": 0}


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("--games", "3"), USAGE, "an even number"),
        (("--games", "2", "--strategy", "strnog"), CONFIG, "--strategy: no strategy 'strnog', did you mean"),
        (("--games", "2", "--opponent", "strnog"), CONFIG, "--opponent: no strategy 'strnog', did you mean"),
        (("--games", "2", "--deck", STRATEGY), CONFIG, "easy.toml: is a strategy, not a deck ("),
        (("--games", "2", "--deck", "Rebel fleit"), CONFIG, "did you mean 'Rebel fleet'"),
        (
            ("--games", "2", "--deck", "Rebel fleet", "--opponent-deck", "Army of Naboo"),
            FAILURE,
            "both decks are light: 'Rebel fleet' and 'Army of Naboo'",
        ),
        (
            ("--deck", "Rebel fleet", "--deck", "Walkers of Hoth"),
            USAGE,
            "the other player's is --opponent-deck",
        ),
        (("--games", "2", "--out", "nowhere/games.jsonl"), FAILURE, "cannot be written"),
        (("--games", "2", "--out", os.devnull), FAILURE, "cannot be written: results need an ordinary file"),
        (("--games", "2", "--workers", "2", "--cluster", "x"), USAGE, "not allowed with"),
        (("--games", "2", "--record", "j", "--cluster", "x"), USAGE, "games of a cluster are not recorded"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selfplay", "--strategy", "random", "--opponent", "steady", *words]) == code
    caught = capsys.readouterr()
    assert line in caught.err
    assert caught.err.count("\n") == 1
    assert not caught.out


@pytest.mark.parametrize("named", ["--deck", "--opponent-deck"])
def test_one_deck_meets_all_of_the_other_side(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    seen: list[Job] = []

    class Listening(Here):
        async def play(self, job: Job) -> GameRecord:
            seen.append(job)
            return failed(job, "x")

    monkeypatch.setattr(selfplay, "Processes", Listening)
    monkeypatch.setattr("gemp_bot.arena.run.FAILURES", 99)
    assert main([*QUICK[:-2], "--games", "6", named, "walkers of hoth"]) == FAILURE
    mine = [job.deck if named == "--deck" else job.opponent_deck for job in seen[::2]]
    theirs = [job.opponent_deck if named == "--deck" else job.deck for job in seen[::2]]
    assert {deck.name for deck in mine} == {"Walkers of Hoth"}
    assert len({deck.name for deck in theirs}) == 3
    assert {deck.side.value for deck in theirs} == {"LIGHT"}


def test_decks_of_a_folder_meet_beside_the_shipped_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deck as a server has it, with cards that are not played and one that nobody knows: the game ends."""
    text = ",".join(["1_128", *["1_19"] * 57, "1_107", "999_999"])
    (tmp_path / "Mine.txt").write_text(f"{text}|13_51", "utf-8")
    seen: list[GameRecord] = []

    class Listening(Here):
        async def play(self, job: Job) -> GameRecord:
            if "Mine" not in (job.deck.name, job.opponent_deck.name):
                return failed(job, "not looked at")
            seen.append(await super().play(job))
            return seen[-1]

    monkeypatch.setattr(selfplay, "Processes", Listening)
    monkeypatch.setattr("gemp_bot.arena.run.FAILURES", 99)
    assert main([*QUICK[:-2], "--games", "8", "--decks", str(tmp_path)]) == FAILURE
    assert len(seen) == 2
    assert all(record.outcome in (ArenaOutcome.WIN, ArenaOutcome.LOSS) for record in seen)
    told = [line for line in capsys.readouterr().err.splitlines() if "1 deck of your own" in line]
    assert len(told) == 1
    assert "of 60 cards" in told[0]
    assert "1 are unknown" in told[0]


def test_a_deck_of_another_size_is_told_and_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, troopers in (("Mine", 40), ("Usual", 59)):
        (tmp_path / f"{name}.txt").write_text(",".join(["1_128", *["1_19"] * troopers]) + "|", "utf-8")
    monkeypatch.setattr(selfplay, "Processes", Wins)
    line = "gemp-bot: a deck usually has 60 cards, and Mine has 41; played as it is\n"
    for words in (("--decks", str(tmp_path)), ("--deck", f"{tmp_path}/Mine.txt")):
        assert main([*QUICK[:-2], "--games", "2", *words]) == OK
        assert capsys.readouterr().err.count(line) == 1
    assert main([*QUICK[:-2], "--games", "2", "--deck", f"{tmp_path}/Usual.txt"]) == OK
    assert "usually" not in capsys.readouterr().err


def test_the_bar_is_for_terminals() -> None:
    assert not wants_colors(sys.stderr)
    from gemp_bot.cli.output import Output

    with measuring.progress(4, 2, Output()) as told:
        assert told is not None


def test_how_long_games_still_take_is_told_once_a_minute() -> None:
    times, told = iter((0.0, 30.0, 59.0, 61.0, 90.0, 200.0)), list[str]()
    remaining = Remaining(200, 40, told.append, clock=lambda: next(times))
    for _ in range(5):
        remaining.step()
    assert told == [
        "gemp-bot: 43 of 200 games, about 53 min left",
        "gemp-bot: 45 of 200 games, about 103 min left",
    ]
    assert [in_words(seconds) for seconds in (5, 100, 7_100, 7_300)] == ["1 min", "2 min", "118 min", "2 h"]


def test_after_the_last_game_nothing_is_left_to_tell() -> None:
    times, told = iter((0.0, 100.0)), list[str]()
    remaining = Remaining(1, 0, told.append, clock=lambda: next(times))
    remaining.step()
    assert told == []


@pytest.mark.parametrize("interrupts", [1, 2])
def test_an_interrupt_ends_after_the_games_that_run_and_the_next_one_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], interrupts: int
) -> None:
    told = asyncio.Event()
    stop = Run.stop

    def stopping(self: Run) -> None:
        stop(self)
        told.set()

    monkeypatch.setattr(Run, "stop", stopping)

    class Interrupted(Here):
        async def play(self, job: Job) -> GameRecord:
            if job.id.endswith("2a"):
                os.kill(os.getpid(), signal.SIGINT)
                await told.wait()
                if interrupts > 1:
                    os.kill(os.getpid(), signal.SIGINT)
                    await asyncio.Event().wait()  # this game never ends
            return msgspec.structs.replace(failed(job, ""), outcome=ArenaOutcome.WIN, fault=None)

    monkeypatch.setattr(selfplay, "Processes", Interrupted)
    assert main([*QUICK, "--games", "20", "--json"]) == INTERRUPTED
    caught = capsys.readouterr()
    kept = 3 if interrupts == 1 else 2
    assert json.loads(caught.out)["games"] == kept
    assert len(Path("games.jsonl").read_bytes().splitlines()) == kept
    assert caught.err.count("no further game; Ctrl-C once more gives up those that run") == 1
    assert caught.err.count("giving up the games that run: they get no result") == interrupts - 1
