"""Games by pairs: each pair counts once, whatever its two halves have in common."""

from random import Random
from typing import Any

from arena_scene import record

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.report import pair_line
from gemp_bot.arena.sprt import by_pairs
from gemp_bot.protocol.enums import Side

W, L = ArenaOutcome.WIN, ArenaOutcome.LOSS


def pair(number: int, first: ArenaOutcome, second: ArenaOutcome, *lives: tuple[int, int]) -> list[GameRecord]:
    """The two games of a pair, with the life force of both players in each."""
    found = []
    for half, (outcome, side) in enumerate(((first, Side.LIGHT), (second, Side.DARK))):
        more: dict[str, Any] = {"round": number, "side": side, "turns": 9, "reason": "life_force"}
        if lives:
            more["life"], more["opponent_life"] = lives[half]
        found.append(record(2 * number + half, outcome, **more))
    return found


def test_one_game_seen_from_both_seats_is_no_evidence_of_twice_its_size() -> None:
    alike = [each for number in range(20) for each in pair(number, W, L, (12, 0), (0, 12))]
    found = by_pairs(alike)
    assert (found.pairs, found.same, found.counts) == (20, 20, (0, 0, 20, 0, 0))
    assert found.rate is not None
    assert found.rate.value == 0.5
    assert found.rate.half < 0.06, "20 pairs without any difference tell more than 40 games of chance"
    assert not found.told_apart
    assert found.needed is None


def test_a_pair_that_went_otherwise_is_not_the_same() -> None:
    assert by_pairs(pair(0, W, L, (12, 0), (0, 11))).same == 0


def test_a_half_without_its_other_is_left_out() -> None:
    whole, halved = pair(0, W, W), pair(1, L, ArenaOutcome.ERROR)
    found = by_pairs([*whole, *halved])
    assert found.pairs == 1
    assert found.counts == (0, 0, 0, 0, 1)


def test_one_pair_won_twice_is_not_certain() -> None:
    found = by_pairs(pair(0, W, W))
    assert found.rate is not None
    assert found.rate.low < 0.5
    assert not found.told_apart


def test_two_split_pairs_tell_nothing() -> None:
    """That they are even is no verdict either, of so few."""
    split = [each for number in range(8) for each in pair(number, W, L, (12, 0), (0, 11))]
    assert "too few to tell anything: at least 6 pairs" in pair_line(by_pairs(split[:4]))
    assert "not told apart" in pair_line(by_pairs(split))


def test_pairs_that_chance_often_gives_to_one_player_have_no_verdict() -> None:
    won = [each for number in range(6) for each in pair(number, W, W)]
    assert by_pairs(won).told_apart
    few = by_pairs(won[:-2])
    assert not few.told_apart
    assert few.needed == 12


def test_the_games_that_would_tell_are_as_many_as_say_so_then() -> None:
    few = [*pair(0, W, W), *pair(1, W, W), *pair(2, L, L), *pair(3, W, L), *pair(4, W, L)]
    found = by_pairs(few)
    assert found.needed is not None
    assert f"about {found.needed} in all" in pair_line(found)
    copies = -(-found.needed // len(few))
    many = [
        each
        for copy in range(copies)
        for number in range(5)
        for each in pair(5 * copy + number, *(one.outcome for one in few[2 * number : 2 * number + 2]))
    ]
    assert by_pairs(many).told_apart


def test_its_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = Random(5)
    held = 0
    for _ in range(400):
        games: list[GameRecord] = []
        for number in range(60):
            # Half of the pairs are decided by the decks alone, so the two halves hang together.
            if chance.random() < 0.5:
                games += pair(number, W, L)
            else:
                games += pair(number, *(W if chance.random() < 0.6 else L for _ in range(2)))
        rate = by_pairs(games).rate
        assert rate is not None
        held += rate.low <= 0.55 <= rate.high
    assert 0.93 <= held / 400 <= 0.98
