"""A player inside the process: he plays whole games through the bytes, and his exchanges are a journal."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gemp_bot.decisions import Question
from gemp_bot.journal import Head, JournalWriter
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.protocol.enums import Side
from gemp_bot.replay import Relive
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, Observer, play_out
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.strategy import StrategyRunner, Thought, make_strategy

pytestmark = pytest.mark.usefixtures("small_decks")

NAMES = ("vader", "luke")


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def table(box: Box, seed: int) -> ServedGame:
    decks = {deck.side: deck.text for deck in box.decks.values()}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], seed)
    return ServedGame("g", NAMES, script, now=float, random=Random(seed))


def seat(
    box: Box,
    game: ServedGame,
    name: str,
    *,
    observe: Observer | None = None,
    listen: Callable[[Question, Thought], None] | None = None,
) -> InProcessPlayer:
    thinker = StrategyRunner(make_strategy("random", 1, index=box.index))
    return InProcessPlayer(game, name, thinker, box.catalogue, observe=observe, listen=listen)


def test_two_play_a_game_and_its_journals_are_sound(box: Box, tmp_path: Path) -> None:
    game = table(box, 1)
    players, writers = [], []
    for name in NAMES:
        writer = JournalWriter(tmp_path / f"{name}.jsonl.gz")
        writer.head(
            Head(
                version=FORMAT_VERSION, bot="x", strategy="random", seed=1, budget=None, deck=None,
                deck_name=None, server=None, game="g", previous=None,
            )
        )  # fmt: skip
        writers.append(writer)
        players.append(seat(box, game, name, observe=writer.exchange))
    play_out(players)
    assert game.outcome is not None
    assert game.outcome.winner in NAMES
    for player, writer in zip(players, writers, strict=True):
        assert player.table.ending is not None
        assert not player.decoder.unknown
        assert player.warnings == 0
        writer.close()
        tally = Relive(writer.path, box.catalogue).run()
        assert tally.first_fault is None
        assert tally.decisions == player.decisions
        assert tally.unknown_prompts == tally.illegal_answers == tally.snapshot_mismatches == 0


def test_the_same_seeds_are_the_same_game(box: Box) -> None:
    def once() -> list[str]:
        game = table(box, 2)
        said: list[str] = []

        def listen(_: Question, thought: Thought) -> None:
            said.append(thought.verdict.answer.wire)

        play_out([seat(box, game, name, listen=listen) for name in NAMES])
        return said

    first = once()
    assert len(first) > 100
    assert once() == first


def test_who_is_not_asked_does_nothing(box: Box) -> None:
    game = table(box, 3)
    dark, light = (seat(box, game, name) for name in NAMES)
    assert dark.due
    assert dark.step()
    assert not dark.due
    assert not dark.step()
    assert light.due
    assert light.decisions == 0


def test_it_takes_no_channel_number_from_those_outside(box: Box) -> None:
    game = table(box, 3)
    seat(box, game, "vader").step()
    assert game.open("luke").channel == 0


def test_a_refused_answer_is_counted_and_not_given_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(box, 4)
    dark, light = (seat(box, game, name) for name in NAMES)
    for _ in range(6):
        dark.step()
        light.step()
    answer = game.answer
    monkeypatch.setattr(game, "answer", lambda name, number, value: answer(name, number, value, reject=True))
    player = dark if dark.due else light
    player.step()
    assert player.warnings == 1
    assert player.due
    monkeypatch.setattr(game, "answer", answer)
    player.step()
    assert player.warnings == 1


def test_the_example_of_the_document_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).resolve().parents[2] / "docs/sandbox.md").read_text("utf-8")
    examples = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(examples) == 1
    exec(compile(examples[0], "docs/sandbox.md", "exec"), {})  # noqa: S102 - our own document
    assert re.fullmatch(r"(dark|light) wins in turn \d+\n", capsys.readouterr().out)


def test_the_old_name_tells_the_new_one() -> None:
    with pytest.raises(ImportError, match=r"Game is called ServedGame"):
        from gemp_bot.sandbox.server.game import Game  # noqa: F401
