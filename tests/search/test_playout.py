"""The quick policy plays whole games; playing out finds what wins, and tells nothing where it cannot."""

from random import Random

import pytest

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game import Engine, Menu, Settings
from gemp_bot.game.choices import is_legal
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.sandbox.box import Box
from gemp_bot.search.effort import Effort
from gemp_bot.search.leaf import chance_to_win
from gemp_bot.search.playout import OptionKey, Playouts, key_of
from gemp_bot.search.policy import Policy, shipped_weights
from gemp_bot.valuation.learned import load_value

EFFORT = Effort(worlds=4, candidates=4, turns=1)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def begun(box: Box, seed: int) -> Engine:
    decks = {side: next(deck for deck in box.decks.values() if deck.side is side) for side in Side}
    engine = box.game(decks[Side.DARK].text, decks[Side.LIGHT].text, seed=seed).engine()
    engine = engine.fork(settings=Settings(quiet=True)) if engine.choice else engine
    engine.begin()
    return engine


def play_to(engine: Engine, phase: Phase, *kinds: ActionKind) -> Menu:
    """Play by the policy up to a menu of a phase, in a turn of its player, that offers such an action."""
    policy = Policy(engine, shipped_weights(), Random(1))
    while engine.choice is not None:
        menu = engine.choice
        if (
            isinstance(menu, Menu)
            and menu.phase is phase
            and menu.player is engine.state.active
            and {*kinds} <= {option.kind for option in menu.options}
        ):
            return menu
        engine.step(policy.answer(menu))
    raise AssertionError("there was no such menu")


@pytest.mark.parametrize("seed", [1, 2])
def test_the_policy_ends_games_with_legal_answers_and_the_same_ones(box: Box, seed: int) -> None:
    answers = []
    for _ in range(2):
        engine, given = begun(box, seed), []
        policy = Policy(engine, shipped_weights(), Random(seed))
        while engine.choice is not None:
            answer = policy.answer(engine.choice)
            assert is_legal(engine.choice, answer)
            given.append(answer)
            engine.step(answer)
        assert engine.outcome is not None
        answers.append(given)
    assert answers[0] == answers[1]


def test_a_won_position_is_judged_so(box: Box) -> None:
    engine = begun(box, 3)
    play_to(engine, Phase.DEPLOY)
    side, them = engine.state.active, engine.state.active.other
    before = chance_to_win(engine, side, load_value())
    for card in engine.state.pile(them, Zone.RESERVE_DECK)[3:]:
        engine.state.to_pile(card, Zone.LOST_PILE)
    after = chance_to_win(engine, side, load_value())
    assert after > before
    assert after > 0.9
    assert chance_to_win(engine, them, load_value()) == pytest.approx(1 - after, abs=0.05)


@pytest.fixture
def drain(box: Box) -> tuple[Engine, Menu, OptionKey]:
    """A menu with a Force drain of a player whose opponent has hardly any life force left."""
    engine = begun(box, 4)
    menu = play_to(engine, Phase.CONTROL, ActionKind.FORCE_DRAIN)
    them = menu.player.other
    for zone in (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE):
        for card in engine.state.pile(them, zone):
            engine.state.to_pile(card, Zone.LOST_PILE)
    engine.state.to_pile(engine.state.pile(them, Zone.LOST_PILE)[0], Zone.RESERVE_DECK)
    state = engine.last_menu()
    for zone in (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE):
        for card in state.pile(them, zone):
            state.to_pile(card, Zone.LOST_PILE)
    state.to_pile(state.pile(them, Zone.LOST_PILE)[0], Zone.RESERVE_DECK)
    engine = Engine.at(state, effects=engine.effects, settings=Settings(quiet=True), acting=menu.player)
    engine.begin()
    assert isinstance(engine.choice, Menu)
    drains = [option for option in engine.choice.options if option.kind is ActionKind.FORCE_DRAIN]
    return engine, engine.choice, key_of(drains[0])


def playouts(engine: Engine, menu: Menu) -> Playouts:
    weights, value = shipped_weights(), load_value()
    return Playouts(engine.fork, menu.player, effort=EFFORT, weights=weights, value=value, seed=1)


def never(_: int) -> bool:
    return False


def test_what_wins_the_game_is_found_and_told_the_same_again(drain: tuple[Engine, Menu, OptionKey]) -> None:
    engine, menu, wins = drain
    found, again = (playouts(engine, menu).better(None, {wins}, never) for _ in range(2))
    assert found == again
    assert found is not None
    assert found.candidate.option == wins
    assert found.gain > 0


def test_what_the_server_does_not_offer_is_not_found(drain: tuple[Engine, Menu, OptionKey]) -> None:
    engine, menu, _ = drain
    assert playouts(engine, menu).better(None, (), never) is None


def test_without_time_or_with_an_unknown_option_nothing_is_told(
    drain: tuple[Engine, Menu, OptionKey],
) -> None:
    engine, menu, wins = drain
    assert playouts(engine, menu).better(None, {wins}, lambda _: True) is None
    assert playouts(engine, menu).better(OptionKey(ActionKind.DEPLOY, 99_999), {wins}, never) is None


def test_playing_out_changes_nothing(box: Box) -> None:
    engine = begun(box, 5)
    menu = play_to(engine, Phase.DEPLOY, ActionKind.DEPLOY)
    before = engine.fork()
    playouts(engine, menu).better(None, {key_of(option) for option in menu.options}, never)
    policies = [Policy(each, shipped_weights(), Random(9)) for each in (engine, before)]
    for _ in range(200):
        assert engine.choice == before.choice
        if engine.choice is None:
            break
        for each, policy in zip((engine, before), policies, strict=True):
            assert each.choice is not None
            each.step(policy.answer(each.choice))
