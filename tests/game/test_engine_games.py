"""Whole games by chance: cards are conserved, the table is possible, and the same game is the same game."""

from itertools import islice, pairwise
from random import Random

import pytest
from engine_tables import build_deck
from hypothesis import given, settings
from hypothesis import strategies as st

from gemp_bot.board.card import IN_PLAY
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, Menu, OutcomeReason, PickNumber, Settings, Windows
from gemp_bot.game.choices import IllegalChoiceError, is_legal
from gemp_bot.game.game_events import (
    CardFlipped,
    CardMoved,
    GameEnded,
    PhaseBegan,
    Recirculated,
    TurnBegan,
)
from gemp_bot.game.invariants import faults
from gemp_bot.game.players import RandomPlayer, play_out
from gemp_bot.protocol.enums import Phase, Side, Zone

SEEDS = st.integers(0, 2**32)
QUICK = Settings(windows=Windows.USEFUL, checked=True)


def game(effects: CardEffects, seed: int, how: Settings = QUICK) -> tuple[Engine, RandomPlayer]:
    random = Random(seed)
    decks = {side: build_deck(effects, side, random) for side in Side}
    return Engine(decks, seed, effects=effects, settings=how), RandomPlayer(random)


def journal(effects: CardEffects, seed: int, how: Settings) -> list[object]:
    """Everything that was asked, answered and told."""
    engine, player = game(effects, seed, how)
    found: list[object] = []
    engine.begin()
    while engine.choice is not None:
        found.extend(engine.news())
        answer = player.answer(engine.choice)
        found.append((engine.choice, answer))
        engine.step(answer)
    found.extend(engine.news())
    return found


@settings(max_examples=3)
@given(SEEDS)
def test_a_game_by_chance_ends_and_is_possible_at_every_question(effects: CardEffects, seed: int) -> None:
    engine, player = game(effects, seed)
    outcome = play_out(engine, player)
    assert outcome == engine.outcome
    assert outcome.turns == engine.state.turn
    assert faults(engine.state) == ()
    assert sorted(everything(engine)) == sorted(engine.state.cards)
    assert len(engine.state.cards) == 120
    if outcome.reason is OutcomeReason.DEPLETED:
        assert outcome.winner is not None
        assert engine.state.life(outcome.winner.other) == 0 < engine.state.life(outcome.winner)


def everything(engine: Engine) -> list[int]:
    """The ids of all cards, as often as they are somewhere."""
    state = engine.state
    found = [
        piece.id for held in state.board.piles.values() for pile in held.values() for piece in pile.cards
    ]
    for place in state.locations:
        found += [piece.id for piece in (place.laid, *place.under, *place.cards)]
    found += [piece.id for piece in state.board.side_of_table]
    aside = (Zone.VOID, Zone.STACKED, Zone.OUT_OF_PLAY)
    return [*found, *(piece.id for piece in state.cards.values() if piece.zone in aside)]


@pytest.mark.thorough
@settings(max_examples=2)
@given(SEEDS)
def test_games_with_every_window_end(effects: CardEffects, seed: int) -> None:
    engine, player = game(effects, seed, Settings(checked=True))
    assert play_out(engine, player).reason is OutcomeReason.DEPLETED


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(max_examples=100)
@given(SEEDS)
def test_many_games_with_every_window_end(effects: CardEffects, seed: int) -> None:
    engine, player = game(effects, seed, Settings(checked=True))
    assert play_out(engine, player).reason is OutcomeReason.DEPLETED


@settings(max_examples=2)
@given(SEEDS, st.sampled_from(Windows))
def test_the_same_seed_and_answers_give_the_same_journal(
    effects: CardEffects, seed: int, windows: Windows
) -> None:
    how = Settings(windows=windows)
    one = journal(effects, seed, how)
    assert one == journal(effects, seed, how)
    assert isinstance(one[-1], GameEnded)


def test_another_seed_shuffles_otherwise(effects: CardEffects) -> None:
    decks = {side: build_deck(effects, side, Random(1)) for side in Side}
    hands = []
    for seed in (1, 2):
        engine = Engine(decks, seed, effects=effects, settings=Settings(windows=Windows.ALL))
        player = RandomPlayer(Random(1))
        engine.begin()
        while engine.state.phase is not Phase.ACTIVATE:
            assert engine.choice is not None
            engine.step(player.answer(engine.choice))
        hands.append([piece.card.title for piece in engine.state.hand(Side.DARK)])
        assert len(hands[-1]) == 8
    assert hands[0] != hands[1]


@settings(max_examples=2)
@given(SEEDS)
def test_the_news_alone_tell_the_whole_table(effects: CardEffects, seed: int) -> None:
    """Whoever only reads what came about knows where every card is: a wire needs nothing else."""
    Mirror(*game(effects, seed)).play()


class Mirror:
    """The table as the news tell it."""

    def __init__(self, engine: Engine, player: RandomPlayer) -> None:
        self.engine, self.player = engine, player
        self.zones = dict.fromkeys(engine.state.cards, Zone.RESERVE_DECK)
        self.hosts: dict[int, int | None] = dict.fromkeys(engine.state.cards)
        self.columns: list[int] = []
        self.at: dict[int, int] = {}
        self.faces = {number: piece.card.blueprint_id for number, piece in engine.state.cards.items()}

    def play(self) -> None:
        """Play the game to its end, and compare the tables after each answer."""
        self.engine.begin()
        while self.engine.choice is not None:
            self.read()
            self.engine.step(self.player.answer(self.engine.choice))
        self.read()

    def read(self) -> None:
        for told in self.engine.news():
            if isinstance(told, Recirculated):
                for number, piece in self.engine.state.cards.items():
                    if piece.side is told.player and self.zones[number] is Zone.USED_PILE:
                        self.zones[number] = Zone.RESERVE_DECK
            elif isinstance(told, CardFlipped):
                self.faces[told.card] = told.face
            elif isinstance(told, CardMoved):
                assert self.zones[told.card] is told.was
                self._moved(told)
        self.compare()

    def _moved(self, told: CardMoved) -> None:
        self.zones[told.card], self.hosts[told.card] = told.zone, told.host
        self.at.pop(told.card, None)
        if told.converted is not None:
            self.columns[told.column] = told.card
            for number, location in self.at.items():
                self.at[number] = told.card if location == told.converted else location
        elif told.zone is Zone.LOCATIONS:
            self.columns.insert(told.column, told.card)
        elif told.zone is Zone.AT_LOCATION:
            self.at[told.card] = self.columns[told.column]

    def compare(self) -> None:
        state = self.engine.state
        assert self.columns == [place.laid.id for place in state.locations]
        for number, piece in state.cards.items():
            assert self.zones[number] is piece.zone
            assert self.hosts[number] == (None if piece.host is None else piece.host.id)
            if piece.zone is Zone.AT_LOCATION:
                assert piece.location is not None
                assert self.at[number] == piece.location.laid.id
            assert self.faces[number] == piece.card.blueprint_id
            beside = piece in state.board.side_of_table
            in_play = piece.zone in IN_PLAY
            assert in_play == (piece.location is not None or beside)
            assert not (piece.location is not None and beside)


def test_turns_have_their_phases_in_order_and_nothing_between_them(effects: CardEffects) -> None:
    """Gotcha 32: once both have passed, the next turn begins; gotcha 30: recirculation is of the old turn."""
    found = journal(effects, 5, Settings(windows=Windows.ALL))
    frame = [one for one in found if isinstance(one, TurnBegan | PhaseBegan | Recirculated | tuple)]
    starts = [at for at, one in enumerate(frame) if isinstance(one, TurnBegan)]
    for before, after in pairwise(starts):
        turn = frame[before:after]
        assert [one.phase for one in turn if isinstance(one, PhaseBegan)] == [
            Phase.ACTIVATE,
            Phase.CONTROL,
            Phase.DEPLOY,
            Phase.BATTLE,
            Phase.MOVE,
            Phase.DRAW,
            Phase.END_OF_TURN,
        ]
        end = next(at for at, one in enumerate(turn) if one == PhaseBegan(Phase.END_OF_TURN))
        assert [type(one) for one in turn[end + 1 :]] == [Recirculated, Recirculated]


def test_useful_windows_leave_out_questions_without_an_option(effects: CardEffects) -> None:
    choices = [one[0] for one in journal(effects, 0, QUICK) if isinstance(one, tuple)]
    assert all(choice.options for choice in choices if isinstance(choice, Menu))
    every = [one[0] for one in journal(effects, 0, Settings()) if isinstance(one, tuple)]
    assert any(isinstance(choice, Menu) and not choice.options for choice in every)


def test_legal_answers_are_all_that_are_legal(effects: CardEffects) -> None:
    engine, player = game(effects, 1)
    assert list(engine.legal()) == []
    engine.begin()
    for _ in range(300):
        choice = engine.choice
        assert choice is not None
        found = list(islice(engine.legal(), 500))
        assert len(set(found)) == len(found) > 0
        assert all(is_legal(choice, answer) for answer in found)
        answer = player.answer(choice)
        if len(found) < 500:
            assert (tuple(sorted(answer)) if isinstance(answer, tuple) else answer) in {
                tuple(sorted(one)) if isinstance(one, tuple) else one for one in found
            }
        engine.step(answer)


def test_what_answers_are_legal(effects: CardEffects) -> None:
    with pytest.raises(IllegalChoiceError):
        Engine({Side.DARK: [], Side.LIGHT: []}, 1, effects=effects).step(None)
    number = PickNumber(Side.DARK, PromptKind.FORCE_TO_ALLOW, 1, 3)
    assert [is_legal(number, value) for value in (0, 1, 3, 4, None)] == [False, True, True, False, False]


def test_a_deck_too_small_for_an_opening_hand_has_lost(effects: CardEffects) -> None:
    decks = {Side.DARK: ["1_194"] * 8, Side.LIGHT: ["1_28"] * 20}
    outcome = play_out(Engine(decks, 1, effects=effects), RandomPlayer(Random(1)))
    assert (outcome.winner, outcome.reason, outcome.turns) == (Side.LIGHT, OutcomeReason.DEPLETED, 0)


def test_unknown_cards_are_blanks(effects: CardEffects) -> None:
    decks = {Side.DARK: ["999_1"] * 30, Side.LIGHT: ["1_128", *["1_28"] * 29]}
    engine = Engine(decks, 1, effects=effects, settings=QUICK)
    assert play_out(engine, RandomPlayer(Random(1))).reason is OutcomeReason.DEPLETED
    assert not list(engine.state.at_table(Side.DARK))


def test_a_cap_of_turns_ends_a_game_undecided(effects: CardEffects) -> None:
    engine, player = game(effects, 3, Settings(windows=Windows.USEFUL, most_turns=2))
    outcome = play_out(engine, player)
    assert (outcome.winner, outcome.reason, outcome.turns) == (None, OutcomeReason.TURNS, 2)
