"""Games that can be copied, asked and played on: from decks, from journals, from a live table."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from recordings import relived

import gemp_bot
from gemp_bot import CompleteGame, Game, LegalMove, PromptKind, Side
from gemp_bot.api.game import Advisers
from gemp_bot.decisions import ActionKind, Catalogue

GAMES = Path(__file__).resolve().parents[2] / "fixtures" / "games"
JOURNAL = GAMES / "anh-light-vs-server-ai.jsonl.gz"
DECKS = ("Rebels of Tatooine", "Walkers of Hoth")


def looks(game: CompleteGame) -> tuple[object, ...]:
    """All that can be seen of a game."""
    sides = tuple((game.life(side), game.force(side), game.hand(side)) for side in Side)
    powers = tuple(map(game.power, Side))
    return game.turn, game.whose, game.phase, sides, powers, game.winner, game.question, game.legal


def played(seed: int, moves: int, chance: int = 0) -> CompleteGame:
    game, random = CompleteGame.from_decks(DECKS, seed), Random(chance)
    for _ in range(moves):
        if game.over:
            break
        game.play(random.choice(game.legal))
    return game


def test_the_same_decks_seed_and_moves_give_the_same_game() -> None:
    one, again = (played(5, 150) for _ in range(2))
    assert looks(one) == looks(again)
    assert looks(one) != looks(played(6, 150))
    assert looks(one.copy().play_out(6, seed=3)) == looks(again.play_out(6, seed=3))
    assert looks(one.copy().play_out(6, seed=3)) != looks(one.copy().play_out(6, seed=4))


@pytest.mark.parametrize("moves", [0, 1, 40, 77, 160])
def test_a_copy_and_its_original_go_their_own_ways(moves: int) -> None:
    game = played(2, moves)
    before, copy = looks(game), game.copy()
    assert looks(copy) == before
    copy.play_out(4)
    assert looks(game) == before != looks(copy)
    there = looks(copy)
    game.play_out(3, seed=1)
    assert looks(copy) == there


def test_every_legal_move_can_be_played_and_a_game_ends() -> None:
    game, random, kinds = CompleteGame.from_decks(DECKS, 8), Random(1), Counter[PromptKind]()
    while not game.over:
        assert game.kind is not None
        assert game.question
        kinds[game.kind] += 1
        moves = game.legal
        assert len({(move.text, move.raw) for move in moves}) == len(moves) >= 2
        if kinds[game.kind] < 4:
            for move in moves:
                game.copy().play(move)
        game.play(random.choice(moves))
    assert len(kinds) > 8
    assert (game.side, game.kind, game.question, game.legal) == (None, None, "", ())
    assert game.winner is None or game.life(game.winner.other) == 0


def test_what_is_not_legal_is_refused_and_nothing_happens() -> None:
    game = played(2, 60)
    before, random, tried = looks(game), Random(0), 0
    for moves in range(0, 60, 7):
        for move in played(3, moves).legal:
            if move not in game.legal:
                with pytest.raises(gemp_bot.IllegalAnswerError):
                    game.play(move)
                tried += 1
    assert tried > 20
    mine = random.choice(game.legal)
    with pytest.raises(gemp_bot.IllegalAnswerError):
        game.play(LegalMove("another text", mine.kind, mine.cards, mine.raw))
    with pytest.raises(gemp_bot.ArgumentError):
        game.play("Deploy")  # type: ignore[arg-type]
    assert looks(game) == before
    over = game.play_out()
    with pytest.raises(gemp_bot.IllegalAnswerError, match="the game is over"):
        over.play(mine)


def test_nothing_that_lies_face_down_is_named() -> None:
    game, random = CompleteGame.from_decks(DECKS, 4), Random(2)
    tops = 0
    for _ in range(400):
        if game.over:
            break
        for move in game.legal:
            top = "the top of" in move.text
            if top or move.kind in (ActionKind.ACTIVATE_FORCE, ActionKind.DRAW_CARD):
                tops += top
                assert move.cards == ()
        game.play(random.choice(game.legal))
    assert tops > 10


def test_texts_are_told_in_words_and_shown_cards_by_title() -> None:
    game, random = CompleteGame.from_decks(("Army of Naboo", "Hunters of Jabba"), 1), Random(1)
    told: set[str] = set()
    picked = 0
    for _ in range(300):
        legal = game.legal
        told.update(move.text for move in legal)
        if game.kind is PromptKind.DEPLOY_FROM_PILE:
            cards = [move for move in legal if move.raw]
            assert all(move.text == card.title for move in cards for card in move.cards)
            picked += len(cards)
        game.play(random.choice(legal))
    assert not any("#" in text for text in told)
    assert (
        "Deploy Yoda with episode i icon to here from Reserve Deck (Coruscant: Jedi Council Chamber)" in told
    )
    assert picked


def open_to(game: CompleteGame, side: Side) -> tuple[object, ...]:
    """What a seat may know of a game."""
    piles = tuple((game.life(each), game.force(each), len(game.hand(each))) for each in Side)
    return game.turn, game.whose, game.phase, piles, game.hand(side), *map(game.power, Side)


def test_a_sample_is_as_the_seat_knows_it_and_deals_the_rest() -> None:
    dealt = 0
    for moves in range(20, 260, 30):
        game = played(7, moves)
        if game.kind is not PromptKind.PHASE_ACTION or game.side is not game.whose:
            continue
        side = game.side
        assert side is not None
        worlds = [game.sample(seed) for seed in range(4)]
        assert all(open_to(world, side) == open_to(game, side) for world in worlds)
        assert looks(worlds[1]) == looks(game.sample(1))
        hands = {world.hand(side.other) for world in worlds} | {game.hand(side.other)}
        assert len(hands) > 1 or not game.hand(side.other)
        assert [move.text for move in worlds[0].legal] == [move.text for move in game.legal]
        worlds[0].play_out(6)
        dealt += 1
    assert dealt >= 3


def test_a_sample_does_not_depend_on_what_is_hidden() -> None:
    # A world and the game it was dealt of look alike to the seat, and so do further worlds of both.
    compared = 0
    for moves in range(20, 260, 30):
        game = played(7, moves)
        if game.kind is not PromptKind.PHASE_ACTION or game.side is None:
            continue
        side = game.side
        world = game.sample(99)
        if world.hand(side.other) == game.hand(side.other):
            continue
        ends = [each.sample(3).play_out(4, seed=1) for each in (game, world)]
        hands = [each.sample(3).hand(side.other) for each in (game, world)]
        assert hands[0] == hands[1]
        assert looks(ends[0])[:-2] == looks(ends[1])[:-2]
        compared += 1
    assert compared >= 3


def test_positions_that_have_no_worlds_are_refused_in_one_line() -> None:
    for game in (CompleteGame.from_decks(DECKS), played(1, 0).play_out()):
        with pytest.raises(gemp_bot.WorldError) as raised:
            game.sample()
        assert "\n" not in str(raised.value)
    with pytest.raises(gemp_bot.WorldError, match="no turn to go on with"):
        Game.from_journal(JOURNAL, question=1).sample()


@pytest.mark.parametrize(
    ("decks", "says"),
    [
        (("Rebel flet", "Walkers of Hoth"), "did you mean 'Rebel fleet'"),
        (("Rebel fleet", "Rebels of Tatooine"), "are both light"),
        (("Rebel fleet",), "two decks are needed"),
        (("1_2x|", "Walkers of Hoth"), "1_2x"),
        (("/nowhere/deck.toml", "Walkers of Hoth"), "/nowhere/deck.toml"),
    ],
)
def test_a_deck_that_is_none_is_told_in_one_line(decks: tuple[str, str], says: str) -> None:
    with pytest.raises(gemp_bot.BotError, match=says) as raised:
        CompleteGame.from_decks(decks)
    assert "\n" not in str(raised.value)


def test_decks_may_be_texts_in_either_order() -> None:
    texts = [gemp_bot.read_deck(name).text for name in reversed(DECKS)]
    ends = [CompleteGame.from_decks(decks, 1).play_out(seed=2) for decks in (DECKS, (texts[0], texts[1]))]
    assert looks(ends[0]) == looks(ends[1])


@pytest.mark.parametrize("question", [0, 10_000, "last"])
def test_a_question_that_is_not_there(question: int) -> None:
    with pytest.raises(gemp_bot.ArgumentError, match=r"questions 1 to \d+|whole number from 1"):
        Game.from_journal(JOURNAL, question)


def test_a_recorded_question_is_found_by_the_number_of_its_frame() -> None:
    for frame in gemp_bot.read_journal(JOURNAL).questions[100:400:60]:
        assert frame.question is not None
        game = Game.from_journal(JOURNAL, frame.question.n)
        assert game.question is not None
        assert game.question.prompt == frame.question.prompt
        assert game.phase is frame.phase
        assert (game.me.life, game.opponent.life) in (
            (frame.board.players[0].life, frame.board.players[1].life),
            (frame.board.players[1].life, frame.board.players[0].life),
        )


FIGHTING = ("Character", "Starship", "Vehicle", "Location")
PLAYED = frozenset(
    {
        ActionKind.DEPLOY,
        ActionKind.ACTIVATE_FORCE,
        ActionKind.DRAW_CARD,
        ActionKind.FORCE_DRAIN,
        ActionKind.INITIATE_BATTLE,
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
    }
)


@pytest.mark.parametrize("name", ["anh-light-vs-server-ai", "open-demo-light-vs-server-ai"])
def test_options_of_a_server_are_found_in_samples_and_play_as_they_say(name: str) -> None:
    found, offered = Counter[ActionKind](), Counter[ActionKind]()
    relive = relived(GAMES / f"{name}.jsonl.gz", Catalogue.load())
    game = Game(Advisers(0, None), 0, None)
    for step in relive:
        if step.question is None:
            continue
        question = game.look(relive.table, step.question)
        if question.kind is not PromptKind.PHASE_ACTION or not game.my_turn or not question.options:
            continue
        world = game.sample(step.number)
        assert world.side is game.side
        assert (world.life(game.side), world.life(game.side.other)) == (game.me.life, game.opponent.life)
        assert world.find([]) == world.legal[0]
        for option in question.options:
            kind = option.raw.option.kind
            fights = option.card is None or option.card.type in FIGHTING
            if kind is None or kind not in PLAYED or (kind is ActionKind.DEPLOY and not fights):
                continue
            offered[kind] += 1
            move = world.find(option)
            if move is not None:
                found[kind] += 1
                assert move.kind is kind
                world.copy().play(option)
            else:
                with pytest.raises(gemp_bot.IllegalAnswerError, match="cannot be played here"):
                    world.copy().play(option)
    assert offered.total() > 50
    assert found.total() > 0.95 * offered.total(), (found, offered)
