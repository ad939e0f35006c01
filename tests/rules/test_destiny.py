"""Destiny (section 11): against every order a deck can have, and against a die."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemp_bot.rules.destiny import Cancel, Distribution, Draws, Reserve, draw_destiny, exceeds

HALF = Fraction(1, 2)
values = st.sampled_from([0, 0.5, 1, 2, 3, 5, 7, 1.5])
decks = st.lists(values, max_size=5)
guesses = st.sampled_from(
    [Distribution({0: HALF, 3: HALF}), Distribution({1: Fraction(1, 3), 2: Fraction(2, 3)})]
)
shifts = st.sampled_from([-2, -1, 0, 1, 3])
cancels = st.one_of(
    st.none(),
    st.builds(Cancel, at_most=st.sampled_from([0, 1, 3]), redraw=st.booleans()),
    st.builds(Cancel, at_least=st.sampled_from([0, 2, 5]), redraw=st.booleans()),
)
series = st.one_of(
    st.builds(
        Draws,
        count=st.integers(0, 3),
        each=shifts,
        modifiers=st.lists(shifts, max_size=3).map(tuple),
        total=shifts,
        substituted=st.lists(values, max_size=1).map(tuple),
        cancel=cancels,
    ),
    st.builds(Draws, count=st.integers(0, 4), each=shifts, total=shifts, choose=st.integers(1, 3)),
)
distributions = st.dictionaries(values, st.integers(1, 9), min_size=1, max_size=5).map(
    lambda counts: Distribution({v: Fraction(n, sum(counts.values())) for v, n in counts.items()})
)


def played(order: Sequence[float], draws: Draws) -> float | None:
    """The total of one order of a deck, drawn card by card as the rules tell it; None if it fails."""
    cards = list(order)
    done: list[float] = list(draws.substituted)
    numbers: list[float] = []
    cancel = draws.cancel
    for i in range(draws.count):
        while cards:
            value = cards.pop(0) + draws.modifier(i)
            if cancel is not None and cancel.hits(value):
                redraw, cancel = cancel.redraw, None
                if redraw:
                    continue
            else:
                numbers.append(max(0, value))
            break
    completed = len(numbers) + len(done)
    if draws.choose is not None:
        numbers = sorted(numbers, reverse=True)[: draws.choose]
    return max(0, sum(numbers) + sum(done) + draws.total) if completed else None


def by_hand(
    deck: Sequence[float], unknown: int, guess: Distribution, draws: Draws
) -> dict[float | None, Fraction]:
    found: dict[float | None, Fraction] = {}
    for strangers in product(guess.items(), repeat=unknown):
        chance = math.prod((Fraction(p) for _, p in strangers), start=Fraction(1))
        orders = list(permutations([*deck, *(value for value, _ in strangers)]))
        for order in orders:
            total = played(order, draws)
            found[total] = found.get(total, Fraction(0)) + chance / len(orders)
    return found


@pytest.mark.rule("11.1", "11.2", "11.3", "11.4", "11.5")
@settings(max_examples=50)
@given(deck=decks, unknown=st.integers(0, 2), guess=guesses, draws=series)
def test_destiny_is_what_every_order_of_the_deck_gives(
    deck: list[float], unknown: int, guess: Distribution, draws: Draws
) -> None:
    known = Reserve.of(deck)
    reserve = Reserve(known.counts, unknown, guess)
    expected = by_hand(deck, unknown, guess, draws)
    drawn = draw_destiny(reserve, draws, exact=True)
    assert drawn.failed == expected.pop(None, 0)
    if drawn.completed is None:
        assert expected == {}
    else:
        assert {v: p * (1 - drawn.failed) for v, p in drawn.completed.items()} == expected
        assert sum(drawn.completed.values()) == 1
    rough = draw_destiny(reserve, draws)
    assert math.isclose(rough.total.mean, drawn.total.mean, abs_tol=1e-9)


@given(a=distributions, b=distributions, share=st.fractions(0, 1))
def test_what_is_made_of_distributions_adds_up_to_one(
    a: Distribution, b: Distribution, share: Fraction
) -> None:
    mixed = Distribution.mixture([(share, a), (1 - share, b)])
    assert sum(mixed.values()) == 1
    assert mixed.mean == share * a.mean + (1 - share) * b.mean


@given(deck=st.lists(values, min_size=2, max_size=12))
def test_order_of_draws_does_not_matter_to_the_mean(deck: list[float]) -> None:
    mean = Fraction(sum(map(Fraction, deck)), len(deck))
    assert draw_destiny(Reserve.of(deck), Draws(2), exact=True).total.mean == 2 * mean


def test_cards_all_unknown_are_a_convolution() -> None:
    guess = Distribution.of_counts([(0, 3), (2, 4), (5, 1)])
    drawn = draw_destiny(Reserve((), 20, guess), Draws(2)).total
    twice = Counter[float]()
    for (one, chance), (other, more) in product(guess.items(), repeat=2):
        twice[one + other] += chance * more
    for value, chance in twice.items():
        assert math.isclose(drawn[value], chance)


SERIES = {
    "two": Draws(2),
    "three choose two": Draws(3, choose=2),
    "redraw of low ones": Draws(2, each=1, cancel=Cancel(at_most=2)),
    "cancel of high ones": Draws(2, cancel=Cancel(at_least=5)),
    "modified": Draws(1, modifiers=(-3,), total=2),
}


@pytest.mark.parametrize("name", SERIES)
def test_destiny_agrees_with_a_die(name: str) -> None:
    draws = SERIES[name]
    die = random.Random(11)
    deck = [0] * 5 + [1] * 6 + [2] * 8 + [3] * 10 + [4] * 7 + [5] * 5 + [6] * 2 + [math.pi, 1.5]
    totals = [played(die.sample(deck, 5), draws) or 0 for _ in range(4000)]
    total = draw_destiny(Reserve.of(deck), draws).total
    assert abs(sum(totals) / len(totals) - total.mean) < 0.2
    assert (
        abs(sum(t >= 5 for t in totals) / len(totals) - sum(total[value] for value in total if value >= 5))
        < 0.04
    )


@pytest.mark.rule("11.2")
def test_an_empty_reserve_deck_fails() -> None:
    drawn = draw_destiny(Reserve(), Draws(1))
    assert drawn.completed is None
    assert drawn.failed == 1
    assert drawn.total == Distribution.certain(0)


@pytest.mark.rule("11.2")
def test_a_short_reserve_deck_gives_fewer_draws() -> None:
    assert draw_destiny(Reserve.of([4]), Draws(2)).completed == Distribution.certain(4)


@pytest.mark.rule("11.6", "11.7")
def test_a_failed_draw_exceeds_nothing_not_even_less_than_zero() -> None:
    assert not exceeds(None, -1)
    assert not exceeds(0, 0)
    assert exceeds(0, -1)


@pytest.mark.rule("11.4")
def test_a_redraw_that_finds_no_card_fails() -> None:
    drawn = draw_destiny(Reserve.of([1]), Draws(1, cancel=Cancel(at_most=2)), exact=True)
    assert (drawn.completed, drawn.failed) == (None, 1)


@pytest.mark.rule("11.3")
def test_each_draw_is_floored_before_the_total() -> None:
    assert draw_destiny(Reserve.of([1, 1]), Draws(2, each=-3, total=2)).total == Distribution.certain(2)
    assert draw_destiny(Reserve.of([1]), Draws(1, total=-5)).total == Distribution.certain(0)


@pytest.mark.rule("11.5")
def test_substituted_destiny_needs_no_card_and_takes_no_modifier_of_draws() -> None:
    drawn = draw_destiny(Reserve(), Draws(0, each=2, substituted=(4,)))
    assert (drawn.completed, drawn.failed) == (Distribution.certain(4), 0)
    assert draw_destiny(Reserve(), Draws(0, substituted=(4,), total=1)).total == Distribution.certain(5)


def test_gotcha_09_a_substituted_value_draws_no_card() -> None:
    reserve = Reserve.of([3, 3])
    assert draw_destiny(reserve, Draws(2, substituted=(5,))).total == Distribution.certain(11)


def test_pi_and_halves_are_kept() -> None:
    drawn = draw_destiny(Reserve.of([math.pi, math.pi, 0.5]), Draws(2), exact=True).completed
    assert drawn == Distribution(
        {round(2 * math.pi, 6): Fraction(1, 3), round(math.pi + 0.5, 6): Fraction(2, 3)}
    )


BAD: dict[str, Callable[[], object]] = {
    "not one": lambda: Distribution({1: 0.5}),
    "negative": lambda: Distribution({1: 1.5, 2: -0.5}),
    "nothing": lambda: Distribution({}),
    "no cards": lambda: Distribution.of_counts([]),
    "fewer than no cards": lambda: Distribution.of_counts([(1, -1), (2, 3)]),
    "negative count": lambda: Reserve(((1, -1),)),
    "unknown without a guess": lambda: Reserve((), 3),
    "negative draws": lambda: Draws(-1),
    "choose and cancel": lambda: Draws(2, choose=1, cancel=Cancel(at_most=1)),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_distribution_reserve_or_series_is_refused(what: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        BAD[what]()


def test_a_distribution_is_a_mapping_that_does_not_change() -> None:
    one = Distribution({3: 0.25, 1: 0.75, 9: 0})
    assert list(one) == [1, 3]
    assert (one[2], 9 in one, 3 in one, len(one)) == (0, False, True, 2)
    assert hash(one) == hash(Distribution({1: 0.75, 3: 0.25}))
    with pytest.raises(TypeError):
        one[1] = 1  # type: ignore[index]
