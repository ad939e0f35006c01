"""Whole games of decks with Objectives, Effects and Interrupts: conserved, possible, and the same game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_engine_forks import together
from test_engine_games import Mirror, everything
from text_stage import library_deck

from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, OutcomeReason, Settings, Windows
from gemp_bot.game.invariants import faults
from gemp_bot.game.players import RandomPlayer, play_out
from gemp_bot.protocol.enums import Side

SEEDS = st.integers(0, 2**32)
CHECKED = Settings(windows=Windows.USEFUL, checked=True)


def game(effects: CardEffects, seed: int, how: Settings = CHECKED) -> tuple[Engine, RandomPlayer]:
    random = Random(seed)
    decks = {side: library_deck(effects, side, random) for side in Side}
    return Engine(decks, seed, effects=effects, settings=how), RandomPlayer(random)


def play_whole(effects: CardEffects, seed: int) -> None:
    engine, player = game(effects, seed)
    outcome = play_out(engine, player)
    assert outcome.reason in (OutcomeReason.DEPLETED, OutcomeReason.TURNS)
    assert faults(engine.state) == ()
    assert sorted(everything(engine)) == sorted(engine.state.cards)


@settings(max_examples=2)
@given(SEEDS)
def test_a_game_with_texts_ends_and_is_possible_at_every_question(effects: CardEffects, seed: int) -> None:
    play_whole(effects, seed)


@pytest.mark.long
@pytest.mark.timeout(1800)
@settings(max_examples=200)
@given(SEEDS)
def test_many_games_with_texts_end(effects: CardEffects, seed: int) -> None:
    play_whole(effects, seed)


@settings(max_examples=2)
@given(SEEDS)
def test_the_news_of_a_game_with_texts_tell_the_whole_table(effects: CardEffects, seed: int) -> None:
    Mirror(*game(effects, seed)).play()


@settings(max_examples=3)
@given(SEEDS, st.integers(1, 250))
def test_a_fork_of_a_game_with_texts_is_the_same_game(effects: CardEffects, seed: int, at: int) -> None:
    engine, player = game(effects, seed, Settings(windows=Windows.USEFUL))
    engine.begin()
    for _ in range(at):
        if engine.choice is None:
            return
        engine.step(player.answer(engine.choice))
    fork = engine.fork()
    engine.news(), fork.news()
    together(engine, fork, player, 400)
    assert engine.outcome == fork.outcome


@settings(max_examples=2)
@given(SEEDS)
def test_a_quiet_game_with_texts_is_the_same_game(effects: CardEffects, seed: int) -> None:
    loud, player = game(effects, seed, Settings(windows=Windows.USEFUL))
    quiet, _ = game(effects, seed, Settings(quiet=True))
    loud.begin()
    quiet.begin()
    while loud.choice is not None:
        answer = player.answer(loud.choice)
        if quiet.choice == loud.choice:
            quiet.step(answer)
        loud.step(answer)
    assert (loud.outcome is None) == (quiet.outcome is None)
    assert loud.outcome is not None and quiet.outcome is not None  # noqa: PT018
    assert (loud.outcome.winner, loud.outcome.turns) == (quiet.outcome.winner, quiet.outcome.turns)
