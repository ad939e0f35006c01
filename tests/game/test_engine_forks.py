"""A fork is the same game from the question on, and neither changes the other."""

from itertools import islice
from random import Random

import pytest
from board_parts import whole_state
from engine_tables import CANTINA, LUKE, STORMTROOPER, TROOPER, Stage, build_deck

from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Answer, Engine, Menu, PickCards, PickNumber, PickResult, Settings, Windows
from gemp_bot.game.choices import IllegalChoiceError
from gemp_bot.game.players import RandomPlayer
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.sandbox.deck_files import shipped_decks

POINTS, GAMES, ANSWERS = 1000, 8, 10
SEEDS = [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, GAMES))]
WRONG = (-1, 10_000, "0", (), (-1,), (1, 1), ([],), 1.5)


def begun(effects: CardEffects, seed: int) -> Engine:
    """A game that waits for its first answer; every second one is of decks that people play."""
    random = Random(seed)
    decks = {side: build_deck(effects, side, random) for side in Side}
    if seed % 2:
        decks = {
            deck.side: [card.blueprint_id for card in deck.cards] for deck in shipped_decks(effects.index)
        }
    windows = Windows.USEFUL if seed % 3 else Windows.ALL
    engine = Engine(decks, seed, effects=effects, settings=Settings(windows=windows))
    engine.begin()
    return engine


def together(one: Engine, other: Engine, player: RandomPlayer, most: int) -> int:
    """Play two games by the same answers and compare all that is asked and told; how many answers."""
    for count in range(most):
        assert one.choice == other.choice
        assert one.news() == other.news()
        if one.choice is None:
            assert one.outcome == other.outcome
            return count
        answer = player.answer(one.choice)
        one.step(answer)
        other.step(answer)
    return most


@pytest.mark.parametrize("seed", SEEDS)
def test_fork_and_original_are_equal_ever_after(effects: CardEffects, seed: int) -> None:
    """At random points of games: state, questions and news are equal, and a fork changes no original."""
    random, answers, points = Random(seed), 0, 0
    engine, asked = begun(effects, seed), set()
    player = RandomPlayer(random)
    while points < POINTS // GAMES:
        for _ in range(random.randrange(12)):
            if engine.choice is not None:
                engine.step(player.answer(engine.choice))
                if random.random() < 0.9:
                    engine.news()
        if engine.choice is None:
            engine = begun(effects, seed + GAMES * (points + 1))
        asked.add(engine.choice.prompt if engine.choice else None)
        points += 1
        before = whole_state(engine.state)
        fork, twin = engine.fork(), engine.fork()
        assert whole_state(fork.state) == before
        assert fork.questions == engine.questions
        alone = RandomPlayer(Random(points))
        answers += together(fork, twin, alone, ANSWERS)
        if points % 5 == 0:
            later = fork.fork()
            assert whole_state(later.state) == whole_state(fork.state)
            answers += together(later, fork, alone, ANSWERS)
        assert whole_state(engine.state) == before
        answers += together(engine, engine.fork(), player, random.randrange(4))
    assert answers >= 10_000 // GAMES
    assert len(asked) > 5


def test_a_fork_of_a_game_that_has_not_begun_or_is_over(effects: CardEffects) -> None:
    random = Random(3)
    decks = {side: build_deck(effects, side, random) for side in Side}
    engine = Engine(decks, 3, effects=effects)
    fork = engine.fork()
    assert fork.choice is None
    assert not fork.over
    engine.begin()
    fork.begin()
    assert together(engine, fork, RandomPlayer(random), 100_000) > 500
    assert engine.over
    assert engine.fork().outcome == engine.outcome


def test_another_seed_is_another_chance_from_the_fork_on(effects: CardEffects) -> None:
    """Nothing is shuffled anew; shuffles to come are. They stay so in forks of the fork."""
    engine = begun(effects, 2)
    assert isinstance(engine.choice, PickCards)
    answer = engine.choice.cards[:1]
    same, other = engine.fork(), engine.fork(seed=99)
    again = other.fork()
    for game in (engine, same, other, again):
        game.step(answer)
        assert isinstance(game.choice, PickCards)
        game.step(game.choice.cards[:1])
    hands = [[card.id for card in game.state.hand(Side.DARK)] for game in (engine, same, other, again)]
    assert hands[0] == hands[1] != hands[2] == hands[3]
    assert [card.id for card in other.fork().state.hand(Side.DARK)] == hands[2]


def test_an_illegal_answer_leaves_the_game_as_it_was(effects: CardEffects) -> None:
    engine, player, kinds = begun(effects, 4), RandomPlayer(Random(4)), set()
    while engine.choice is not None:
        choice, before = engine.choice, None
        if type(choice) not in kinds or engine.questions % 40 == 0:
            before = whole_state(engine.state)
            kinds.add(type(choice))
            for wrong in WRONG:
                if isinstance(choice, PickCards) and choice.low == 0 and wrong == ():
                    continue
                with pytest.raises(IllegalChoiceError):
                    engine.step(wrong)  # type: ignore[arg-type]
            assert engine.choice is choice
            assert whole_state(engine.state) == before
        engine.step(player.answer(choice))
    assert kinds == {Menu, PickCards, PickNumber, PickResult}
    with pytest.raises(IllegalChoiceError):
        engine.step(None)


# -- without news, checks and forced questions ------------------------------------------------------------


class Settled:
    """Gives answers that follow from the question and from how many questions had a choice before it."""

    def __init__(self) -> None:
        self.count = 0

    def answer(self, engine: Engine) -> Answer:
        assert engine.choice is not None
        found = list(islice(engine.legal(), 200))
        if len(found) == 1:
            return found[0]
        self.count += 1
        random = Random(f"{engine.choice} {self.count}")
        return found[0] if isinstance(engine.choice, Menu) and random.random() < 0.3 else random.choice(found)


@pytest.mark.parametrize("seed", range(3))
def test_a_quiet_game_is_the_same_game(effects: CardEffects, seed: int) -> None:
    random = Random(seed)
    decks = {side: build_deck(effects, side, random) for side in Side}
    loud = Engine(decks, seed, effects=effects, settings=Settings(windows=random.choice(list(Windows))))
    quiet = Engine(decks, seed, effects=effects, settings=Settings(quiet=True))
    ends = []
    for engine in (loud, quiet):
        engine.begin()
        player = Settled()
        while engine.choice is not None:
            if engine is quiet:
                assert len(list(islice(engine.legal(), 2))) == 2
            engine.step(player.answer(engine))
        assert engine.outcome is not None
        assert bool(engine.news()) == (engine is loud)
        assert not engine.news()
        state = whole_state(engine.state)
        ends.append((engine.outcome.winner, engine.outcome.reason, engine.outcome.turns, state))
    assert ends[0] == ends[1]
    assert quiet.questions <= loud.questions


@pytest.mark.parametrize("seed", range(2))
def test_a_quiet_fork_plays_on_as_the_loud_game_does(effects: CardEffects, seed: int) -> None:
    """Forked anywhere, also in questions with one answer, and forked again."""
    engine, player = begun(effects, seed * 3), RandomPlayer(Random(seed))
    for _ in range(40):
        for _ in range(7):
            if engine.choice is not None:
                engine.step(player.answer(engine.choice))
        quiet = engine.fork(settings=Settings(quiet=True))
        first = Settled()
        for _ in range(5):
            if quiet.choice is not None:
                quiet.step(first.answer(quiet))
        again = quiet.fork()
        assert whole_state(again.state) == whole_state(quiet.state)
        assert again.choice == quiet.choice
        loud, second = engine.fork(), Settled()
        while loud.choice is not None and (second.count < first.count or len(list(loud.legal())) == 1):
            loud.step(second.answer(loud))
        assert loud.choice == quiet.choice
        loud.news()
        assert whole_state(loud.state) == whole_state(quiet.state)


# -- from a state that is set by hand ---------------------------------------------------------------------


def test_a_game_goes_on_from_a_state_set_by_hand(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.put(STORMTROOPER, cantina)
    luke = stage.new(LUKE)
    state = stage.state.copy()
    state.begin_turn(Side.LIGHT)
    state.turn, state.turns = 8, {Side.DARK: 4, Side.LIGHT: 4}
    state.phase = Phase.DEPLOY
    state.fought = {cantina.laid.id}
    engine = Engine.at(state, effects=stage.effects, acting=Side.LIGHT)
    engine.begin()
    menu = engine.choice
    assert isinstance(menu, Menu)
    assert (menu.player, menu.phase, menu.prompt) == (Side.LIGHT, Phase.DEPLOY, PromptKind.PHASE_ACTION)
    assert luke.id in {option.card for option in menu.options}
    assert together(engine, engine.fork(), RandomPlayer(Random(1)), 200) > 50
    assert luke.zone is Zone.HAND, "the state it was copied from is as it was"
    assert engine.state.turn > 8


def test_a_battle_is_copied_but_no_game_begins_in_it(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.put(STORMTROOPER, cantina)
    engine = Engine.at(stage.state, effects=stage.effects)
    stage.state.begin_phase(Phase.BATTLE)
    engine.begin()
    engine.step(0)
    assert engine.state.battle is not None
    copy = engine.state.copy()
    assert whole_state(copy) == whole_state(engine.state)
    with pytest.raises(ValueError, match="battle"):
        Engine.at(copy, effects=stage.effects)
    copy.battle, copy.phase = None, Phase.BETWEEN_TURNS
    with pytest.raises(ValueError, match="cannot go on"):
        Engine.at(copy, effects=stage.effects)
