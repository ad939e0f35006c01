"""The command as a person runs it: killed, interrupted, gone on with, logged."""

import asyncio
import contextlib
import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from arena_scene import write_spec
from fakes.toy import ToyScript
from measuring import server, short_game
from plugged import HANGS, plug_in

import gemp_bot
from gemp_bot.arena.ratings import read_rows
from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.arena.results import read_results
from gemp_bot.cards.deck import deck_digest
from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.journal import Head, JournalReader
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import strategy_named

PACKAGE = Path(gemp_bot.__file__).resolve().parent
SPEC = """\
games = {games}
workers = {workers}
parallel = {workers}
accounts = [{{ user = "alice", password_file = "pw" }}, {{ user = "bob", password_file = "pw" }}]
[player]
strategy = "random"
[[opponent]]
kind = "ai"
skill = "RANDO"
[[pair]]
format = "open40card"
light = "Open 40 card - Beginner Light"
dark = "Open 40 card - Beginner Dark"
"""

IN_PROCESS = SPEC.replace("workers = {workers}\nparallel = {workers}\n", "")
"""Games are played by the program itself."""

ZERO = """\
name = "cautious"
about = "a test"
api = 2
extends = "strong"
[[procedure.any]]
when = "me.life_force / (me.lost - me.lost) > 1"
do = "best"
"""


async def started(file: Path, *words: str) -> asyncio.subprocess.Process:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GEMP_BOT_")}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gemp_bot", "arena", str(file), "--out", str(file.parent / "out"), *words,
        env=kept | {"PYTHONPATH": f"{PACKAGE.parent}{os.pathsep}{file.parent}"}, cwd=file.parent,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip


async def ran(file: Path, *words: str) -> tuple[int, str, str]:
    process = await started(file, *words)
    told, said = await process.communicate()
    return process.returncode or 0, told.decode(), said.decode()


async def ran_here(file: Path, *words: str) -> tuple[int, str, str]:
    """The same without a process of its own: nothing can interrupt it."""
    told, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(said):
        code = await asyncio.to_thread(main, ["arena", str(file), "--out", str(file.parent / "out"), *words])
    return code, told.getvalue(), said.getvalue()


async def says(process: asyncio.subprocess.Process, words: str, times: int = 1) -> None:
    """Wait until a program has said something on stderr."""
    assert process.stderr is not None
    while times:
        line = (await process.stderr.readline()).decode()
        assert line, "it ended before it said so"
        times -= words in line


def first_short_then_long(short: int) -> Any:
    """Games of which only the first few come to an end."""
    made = 0

    def script(setup: Setup) -> ToyScript:
        nonlocal made
        made += 1
        return short_game(setup) if made <= short else ToyScript(setup.seed, length=100_000)

    return script


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.long)])
async def test_a_run_that_is_killed_goes_on(tmp_path: Path, workers: int) -> None:
    async with server() as running:
        text = SPEC.format(games=6, workers=workers).replace("parallel = 0\n", "")
        file = write_spec(tmp_path, running.url, text)
        running.world.script_factory = first_short_then_long(3)
        process = await started(file)
        await says(process, "as ", 3)
        process.send_signal(signal.SIGKILL)
        await process.communicate()
        before = read_results(tmp_path / "out" / "results.jsonl")
        assert len(before) == 3

        running.world.script_factory = short_game
        code, told, said = await ran_here(file, "--json")
        assert (code, said.splitlines()[0].split(",")[0]) == (OK, "gemp-bot: 3 of 6 games to play")
        after = read_results(tmp_path / "out" / "results.jsonl")
        assert len(after) == 6
        assert {job: record.game for job, record in before.items()}.items() <= {
            job: record.game for job, record in after.items()
        }.items()
        assert len((tmp_path / "out" / "results.jsonl").read_text().splitlines()) == 6
        values = json.loads(told)
        assert values["groups"][0]["games"] == 6
        left = [game for game in running.games.values() if game.outcome is None]
        assert not left, "what the killed run left behind was given up"


async def test_ctrl_c_once_ends_the_running_game_and_twice_gives_it_up(tmp_path: Path) -> None:
    async with server() as running:
        file = write_spec(tmp_path, running.url, SPEC.format(games=40, workers=1))
        process = await started(file)
        await says(process, "as ")
        process.send_signal(signal.SIGINT)
        await says(process, "no further game")
        told, _ = await process.communicate()
        assert process.returncode == INTERRUPTED
        assert "of 40 games played" in told.decode()
        assert all(game.outcome is not None for game in running.games.values())
        kept = len(read_results(tmp_path / "out" / "results.jsonl"))
        assert kept == len(running.games) < 40

        began = asyncio.Event()

        def endless(setup: Setup) -> ToyScript:
            began.set()
            return ToyScript(setup.seed, length=100_000)

        running.world.script_factory = endless
        process = await started(file)
        await began.wait()
        process.send_signal(signal.SIGINT)
        await says(process, "no further game")
        process.send_signal(signal.SIGINT)
        await process.communicate()
        assert process.returncode == INTERRUPTED
        assert len(read_results(tmp_path / "out" / "results.jsonl")) == kept
        assert all(game.outcome is not None for game in running.games.values()), "given up"


async def test_a_strategy_that_hangs_does_not_keep_the_run_alive(tmp_path: Path) -> None:
    async with server() as running:
        plug_in(tmp_path, HANGS)
        text = SPEC.format(games=4, workers=1).replace('"random"', '"faulty"').replace("workers = 1", "")
        file = write_spec(tmp_path, running.url, text)
        asked = asyncio.Event()
        running.world.script_factory = lambda setup: asked.set() or short_game(setup)
        process = await started(file)
        await asked.wait()
        process.send_signal(signal.SIGINT)
        await says(process, "no further game")
        process.send_signal(signal.SIGINT)
        told, said = await asyncio.wait_for(process.communicate(), 30)
        assert process.returncode == INTERRUPTED, said.decode()
        assert "0 of 4 games played" in told.decode()
        assert (tmp_path / "out" / "report.md").read_text() == told.decode()


async def test_games_of_a_strategy_that_fails_count_for_nobody(tmp_path: Path) -> None:
    async with server() as running:
        plug_in(tmp_path, "raise RuntimeError(f'a bug {id(question)}')")
        text = IN_PROCESS.format(games=2).replace('"random"', '"faulty"')
        code, told, said = await ran(write_spec(tmp_path, running.url, text), "--json")
    assert code == OK, said
    records = read_results(tmp_path / "out" / "results.jsonl").values()
    assert {record.outcome for record in records} == {ArenaOutcome.PLAYER_REPLACED}
    assert all(record.replaced == record.choices for record in records)
    values = json.loads(told)
    assert values["groups"][0]["games"] == 0
    assert values["groups"][0]["unfinished"] == {"player_replaced": 2}
    assert values["mistakes"]
    assert all("/plug_faulty.py:10: RuntimeError: a bug " in what for what in values["mistakes"])
    report = (tmp_path / "out" / "report.md").read_text()
    assert "Games in which the player was not this strategy" in report
    # For each game one line when it first fails, and one with the count; and its result.
    lines = [line for line in said.splitlines() if "strategy_failed" in line]
    assert len(lines) == 4, said
    assert all("strategy=faulty" in line and "plug_faulty.py:10" in line for line in lines)


@pytest.mark.parametrize("workers", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_a_division_by_zero_is_told_once_and_counted(tmp_path: Path, workers: int) -> None:
    async with server() as running:
        (tmp_path / "cautious.toml").write_text(ZERO)
        text = SPEC.format(games=4, workers=workers).replace("parallel = 0\n", "")
        text = text.replace('"random"', json.dumps(str(tmp_path / "cautious.toml")))
        code, told, said = await ran_here(write_spec(tmp_path, running.url, text), "--json")
    assert code == OK, said
    lines = [line for line in said.splitlines() if "divides by zero" in line]
    assert len(lines) == 1, said
    assert lines[0].startswith(
        "gemp-bot: cautious.toml:6: me.life_force / (me.lost - me.lost) > 1: divides by zero"
    )
    values = json.loads(told)
    records = read_results(tmp_path / "out" / "results.jsonl").values()
    counts = [sum(record.unanswered.values()) for record in records]
    assert min(counts) > 0
    assert sum(values["unanswered"].values()) == sum(counts)
    assert values["groups"][0]["faults"]["unanswered"] == sum(counts)
    assert values["groups"][0]["games"] == 4, "it is the strategy's own play all the same"


async def test_two_arenas_do_not_share_an_account(tmp_path: Path) -> None:
    async with server() as running:
        file = write_spec(tmp_path, running.url, IN_PROCESS.format(games=2))
        running.world.script_factory = first_short_then_long(1)
        first = await started(file)
        await says(first, "as ")
        code, told, said = await ran_here(file, "--out", str(tmp_path / "other"))
        first.send_signal(signal.SIGKILL)
        await first.communicate()
        assert (code, told) == (FAILURE, "")
        assert said == (
            "gemp-bot: account alice is used by another gemp-bot on this machine: "
            "wait until it ends, or name another account\n"
        )
        assert sum(game.outcome is None for game in running.games.values()) == 1, "nobody gave it up"
        running.world.script_factory = short_game
        assert (await ran_here(file))[0] == OK, "the claim went with the process"


@pytest.mark.long
async def test_another_program_claims_the_account_it_plays_with_itself(tmp_path: Path) -> None:
    async with server() as running:
        text = IN_PROCESS.format(games=2).replace(
            'kind = "ai"\nskill = "RANDO"', f'kind = "strategy"\nname = "random"\npython = "{sys.executable}"'
        )
        file = write_spec(tmp_path, running.url, text)
        running.world.script_factory = short_game
        code, _, said = await ran_here(file)
        assert code == OK, said
        outcomes = [record.outcome for record in read_results(tmp_path / "out" / "results.jsonl").values()]
        assert [each.decided for each in outcomes] == [True, True]


async def test_a_run_ends_when_the_test_is_sure_and_is_logged(tmp_path: Path) -> None:
    async with server() as running:
        text = "sprt = { elo0 = -1500, elo1 = 1500, alpha = 0.49, beta = 0.49 }\n"
        file = write_spec(tmp_path, running.url, text + IN_PROCESS.format(games=100))
        log = tmp_path / "strength.csv"
        code, told, _ = await ran_here(file, "--log", str(log), "--note", "Coins.")
        assert code == OK
        played = len(read_results(tmp_path / "out" / "results.jsonl"))
        assert 2 <= played < 100
        assert "SPRT: stronger after" in told or "SPRT: not stronger after" in told
        assert "\n```toml\ngames = 100\n" in told
        assert "Decks: 1 pairs, digest " in told
        entry = log.read_text()
        assert "Coins." in entry
        assert {each.side for each in read_rows(log)} == {"LIGHT", "DARK"}
        assert not [word for word in ("alice", str(tmp_path), running.url) if word in told + entry]
        assert (tmp_path / "out" / "report.md").read_text() == told
        code, again, _ = await ran_here(file, "--report")
        assert (code, again) == (OK, told)
        code, _, said = await ran_here(file)
        assert (code, len(read_results(tmp_path / "out" / "results.jsonl"))) == (OK, played), said


async def test_another_spec_for_the_same_folder_is_refused(tmp_path: Path) -> None:
    async with server() as running:
        file = write_spec(tmp_path, running.url, IN_PROCESS.format(games=2))
        assert (await ran_here(file))[0] == OK
        write_spec(tmp_path, running.url, "seed = 5\n" + IN_PROCESS.format(games=2))
        code, told, said = await ran_here(file)
        assert (code, told) == (FAILURE, "")
        assert said.endswith("holds another measurement: seed was 0, now 5: name another with --out\n")


MINE = 'name = "mine"\nabout = "a test"\napi = 2\nextends = "strong"\n'


async def test_games_of_a_strategy_that_was_edited_since_are_refused_and_still_reported(
    tmp_path: Path,
) -> None:
    mine, out = tmp_path / "mine.toml", tmp_path / "out"
    mine.write_text(MINE)
    before = strategy_named(str(mine)).identity.digest
    async with server() as running:
        text = IN_PROCESS.format(games=2).replace('"random"', '"mine.toml"')
        file = write_spec(tmp_path, running.url, text)
        assert (await ran_here(file))[0] == OK
        kept = (out / "results.jsonl").read_bytes()
        mine.write_text(MINE + "[weights]\nkeep_force = 3\n")
        write_spec(tmp_path, running.url, text.replace("games = 2", "games = 4"))
        code, told, said = await ran_here(file)
    now = strategy_named(str(mine)).identity.digest
    assert (code, told, said.count("\n")) == (FAILURE, "", 1)
    assert said.startswith(
        f"gemp-bot: {out}: holds games of other players than today's: "
        f"strategy mine was {before[:8]}, is {now[:8]} (its file): name another with --out"
    )
    assert (out / "results.jsonl").read_bytes() == kept
    for record in read_results(out / "results.jsonl").values():
        assert record.player_identity is not None
        assert record.player_identity.digest == before
        assert record.opponent_identity is None
        head = next(iter(JournalReader(out / "journals" / (record.journal or "")))).line
        assert isinstance(head, Head)
        assert (head.strategy, head.given) == ("mine", str(mine))
        assert (head.strategy_digest, head.program_digest) == (
            record.player_identity.digest,
            record.player_identity.program,
        )
        assert (head.deck_digest, head.opponent_deck_digest) == (
            record.deck_digest,
            record.opponent_deck_digest,
        )

    log = tmp_path / "strength.csv"
    code, told, _ = await ran_here(file, "--report", "--log", str(log))
    assert (code, "2 of 4 games played" in told) == (OK, True), "there is nothing to be mixed"
    digests = f"{record.player_identity.program[:8]}-{record.player_identity.digest[:8]}"
    assert {each.player_digest for each in read_rows(log)} == {digests}, "what played, not what is there now"


async def test_games_with_a_deck_that_was_edited_since_are_refused(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(",".join(["1_19"] * 40))
    async with server() as running:
        text = IN_PROCESS.format(games=2)
        text = text.replace('"Open 40 card - Beginner Light"', '{ file = "deck.txt" }')
        file = write_spec(tmp_path, running.url, text)
        assert (await ran_here(file))[0] == OK
        deck.write_text("\n".join(["1_19"] * 40))
        assert (await ran_here(file))[0] == OK, "the same cards"
        deck.write_text(",".join(["1_19"] * 39))
        code, told, said = await ran_here(file)
    was, now = (deck_digest(",".join(["1_19"] * count))[:8] for count in (40, 39))
    assert (code, told) == (FAILURE, "")
    assert said == (
        "gemp-bot: the results are of games with other decks than today's: "
        f"deck arena deck {was} was {was}, is {now}: name another with --out\n"
    )


async def test_games_of_nobody_knows_whom_are_refused(tmp_path: Path) -> None:
    async with server() as running:
        file = write_spec(tmp_path, running.url, IN_PROCESS.format(games=2))
        assert (await ran_here(file))[0] == OK
        measurement = tmp_path / "out" / "measurement.json"
        values = json.loads(measurement.read_text())
        del values["players"]
        measurement.write_text(json.dumps(values))
        code, told, said = await ran_here(file)
        assert (code, told, said.count("\n")) == (FAILURE, "", 1)
        assert "an earlier version noted no digests of who played its games: name another with --out" in said
        measurement.unlink()
        code, told, said = await ran_here(file)
        assert (code, told, said.count("\n")) == (FAILURE, "", 1)
        assert "holds games, and no measurement.json says of what: name another with --out" in said


async def test_a_wrong_password_is_told_before_anything_is_played(tmp_path: Path) -> None:
    async with server() as running:
        file = write_spec(tmp_path, running.url, IN_PROCESS.format(games=2))
        (tmp_path / "pw").write_text("wrong")
        code, told, said = await ran_here(file)
        assert (code, told, said.count("\n")) == (4, "", 1)
        assert running.games == {}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["none.toml"], (CONFIG, "none.toml: no such file")),
        (["x.toml", "--note", "y"], (USAGE, "--note goes with --log FILE")),
        (["x.toml", "--report"], (FAILURE, "measured/x: no such folder of results")),
        (["x.toml"], (CONFIG, "gemp-bot: x.toml: accounts[1].password_file: ")),
        (["x.toml"], (CONFIG, "nopw: no such password file")),
    ],
)
def test_wrong_use_is_told_in_one_line(
    words: list[str],
    expected: tuple[int, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    text = SPEC.format(games=2, workers=1).replace('"pw"', '"nopw"')
    (tmp_path / "x.toml").write_text(f'server = "http://127.0.0.1:9"\n{text}')
    code = main(["arena", *words])
    caught = capsys.readouterr()
    assert (code, caught.out, caught.err.count("\n")) == (expected[0], "", 1)
    assert expected[1] in caught.err
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"], "a failed start leaves nothing"


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"open40card"', '"opn"', "pair[1].format: the server has no format 'opn': did you mean 'open'?"),
        ("Beginner Light", "Beginer Light", "pair[1].light: the library holds no deck named"),
        ('"Open 40 card - Beginner Dark"', '{ file = "none.txt" }', "pair[1].dark: "),
        (
            'kind = "ai"\nskill = "RANDO"',
            'kind = "strategy"\nname = "x"\nwheel = "w.whl"',
            "opponent[1].wheel: ",
        ),
    ],
)
async def test_what_is_wrong_in_a_spec_names_it_also_where_only_the_server_can_tell(
    tmp_path: Path, was: str, now: str, said: str
) -> None:
    async with server() as running:
        text = IN_PROCESS.format(games=2)
        assert was in text
        file = write_spec(tmp_path, running.url, text.replace(was, now))
        code, told, heard = await ran_here(file)
    assert (code, told, heard.count("\n")) == (CONFIG, "", 1)
    assert heard.startswith(f"gemp-bot: {file}: {said}")
    assert not (tmp_path / "out").exists(), "a failed start leaves nothing"
