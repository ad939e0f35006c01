"""The payment solver against every set of forfeits there is."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import ceil, inf, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemp_bot.rules.battle_damage import (
    Forfeitable,
    Owed,
    after_force,
    after_forfeit,
    forfeit_refusals,
    is_satisfied,
    lost_with,
)
from gemp_bot.rules.payment import Payment, PaymentTable, Purse, cheapest

forfeits = st.sampled_from([None, 0, 1, 2, 3, 5, 7])
halves = st.sampled_from([None, 0.5, 1, 2.5, 4])
worths = st.sampled_from([0, 0.25, 1, 2, 3.5, 6, 9])
limits = st.sampled_from([0, 0, 0, 3, 4, 6, inf])
purses = st.builds(
    Purse,
    worth=st.sampled_from([0.5, 1, 2]),
    units=st.lists(st.sampled_from([0.25, 0.5, 3]), max_size=3).map(tuple),
    available=st.sampled_from([None, 0, 2, 20]),
)


def cards(values: st.SearchStrategy[float | None]) -> st.SearchStrategy[tuple[Forfeitable, ...]]:
    def made(inner: st.SearchStrategy[tuple[Forfeitable, ...]]) -> st.SearchStrategy[tuple[Forfeitable, ...]]:
        one = st.builds(
            Forfeitable,
            card=st.just(0),
            forfeit=values,
            worth=worths,
            hit=st.sampled_from([False, False, False, True]),
            immune_below=limits,
            encloses=st.booleans(),
            aboard=inner,
        )
        return st.lists(one, max_size=3).map(tuple)

    empty: st.SearchStrategy[tuple[Forfeitable, ...]] = st.just(())
    return (
        made(st.one_of(empty, made(st.one_of(empty, made(empty))))).filter(lambda c: size(c) <= 7).map(named)
    )


def size(roots: Sequence[Forfeitable]) -> int:
    return sum(1 for root in roots for _ in lost_with(root))


def named(roots: tuple[Forfeitable, ...]) -> tuple[Forfeitable, ...]:
    number = iter(range(100))

    def one(card: Forfeitable) -> Forfeitable:
        name = next(number)
        return Forfeitable(
            name,
            card.forfeit,
            card.worth,
            card.hit,
            card.immune_below,
            card.encloses,
            tuple(map(one, card.aboard)),
        )

    return tuple(map(one, roots))


def walk(
    roots: Sequence[Forfeitable], above: tuple[int | str, ...] = (), shield: float = 0
) -> Iterator[tuple[Forfeitable, tuple[int | str, ...], float]]:
    """Each card, the cards it is aboard of, and its immunity."""
    for card in roots:
        limit = max(card.immune_below, shield)
        yield card, above, limit
        yield from walk(card.aboard, (*above, card.card), limit if card.encloses else 0)


def price(purse: Purse, units: int) -> float:
    there = [*purse.units, *[purse.worth] * (units if purse.available is None else purse.available)]
    paid = sorted(there)[:units]
    return sum(paid) + purse.short * (units - len(paid))


def by_hand(
    roots: Sequence[Forfeitable], purse: Purse, attrition: float, damage: float, total: float | None = None
) -> float:
    """The least cost over all sets of cards that are forfeited, each before what carries it."""
    total = attrition if total is None else total
    flat = list(walk(roots))
    may = [card for card, _, _ in flat if card.forfeit is not None or card.hit]
    least = inf
    for number in range(len(may) + 1):
        for chosen in combinations(may, number):
            names = {card.card for card in chosen}
            lost = {c.card for c, above, _ in flat if c.card in names or names & set(above)}
            if any(c.hit and c.card not in lost for c, _, _ in flat):
                continue
            value = sum(card.forfeit or 0 for card in chosen)
            if value < attrition and any(
                c.card not in lost and c.forfeit is not None and total >= limit for c, _, limit in flat
            ):
                continue
            worth = sum(c.worth for c, _, _ in flat if c.card in lost)
            least = min(least, worth + price(purse, ceil(max(0, damage - value))))
    return least


def check(roots: Sequence[Forfeitable], purse: Purse, owed: Owed, payment: Payment) -> None:
    """Walk through the payment: each step is allowed, and at the end nothing is left."""
    flat = {card.card: card for card, _, _ in walk(roots)}
    above = {card.card: up for card, up, _ in walk(roots)}
    gone: set[int | str] = set()
    left = owed
    for name in payment.forfeited:
        assert name not in gone
        assert not set(above[name]) & gone
        card = flat[name]
        assert card.hit or not forfeit_refusals(card, left)
        left = after_forfeit(left, card.forfeit or 0)
        gone.add(name)
    gone |= {name for name, up in above.items() if gone & set(up)}
    assert gone == set(payment.lost)
    left = after_force(left, payment.force + payment.missing)
    remaining = tuple(rest(roots, gone))
    assert is_satisfied(left, remaining)
    assert payment.ignored == left.attrition
    worth = sum(flat[name].worth for name in gone)
    assert isclose(payment.cost, worth + price(purse, payment.force + payment.missing), abs_tol=1e-9)


def rest(roots: Sequence[Forfeitable], gone: set[int | str]) -> Iterator[Forfeitable]:
    for card in roots:
        if card.card not in gone:
            aboard = tuple(rest(card.aboard, gone))
            yield Forfeitable(
                card.card, card.forfeit, card.worth, card.hit, card.immune_below, card.encloses, aboard
            )


@settings(max_examples=100)
@given(roots=cards(forfeits), purse=purses, attrition=st.integers(0, 14), damage=st.integers(0, 14))
def test_the_cheapest_payment_is_the_cheapest_of_all(
    roots: tuple[Forfeitable, ...], purse: Purse, attrition: int, damage: int
) -> None:
    table = PaymentTable(roots, purse, attrition=14, damage=14)
    assert isclose(table.cost(attrition, damage), by_hand(roots, purse, attrition, damage), abs_tol=1e-9)
    check(roots, purse, Owed.at_start(attrition, damage), table.payment(attrition, damage))


@settings(max_examples=60)
@given(
    roots=cards(halves),
    purse=purses,
    attrition=st.sampled_from([0, 0.5, 2.75, 3, 3.141593, 4, 5.5]),
    damage=st.sampled_from([0, 0.25, 1.5, 3.141593, 6]),
    already=st.sampled_from([0, 1, 2.5]),
)
def test_fractions_and_attrition_partly_satisfied_are_exact(
    roots: tuple[Forfeitable, ...], purse: Purse, attrition: float, damage: float, already: float
) -> None:
    total = attrition + already
    found = cheapest(roots, purse, attrition=attrition, damage=damage, total_attrition=total)
    assert isclose(found.cost, by_hand(roots, purse, attrition, damage, total), abs_tol=1e-9)
    check(roots, purse, Owed(attrition, damage, total), found)


@settings(max_examples=60)
@given(roots=cards(forfeits), purse=purses)
def test_the_cost_grows_with_attrition_and_with_damage(roots: tuple[Forfeitable, ...], purse: Purse) -> None:
    table = PaymentTable(roots, purse, attrition=12, damage=12)
    rows = [table.row(attrition) for attrition in range(13)]
    for row in rows:
        assert list(row) == sorted(row)
    for before, after in pairwise(rows):
        assert all(a <= b + 1e-9 for a, b in zip(before, after, strict=True))


@settings(max_examples=60)
@given(roots=cards(forfeits), purse=purses, other=worths)
def test_one_more_card_to_forfeit_never_costs_more_damage(
    roots: tuple[Forfeitable, ...], purse: Purse, other: float
) -> None:
    more = (*roots, Forfeitable("more", 3, other))
    before = PaymentTable(roots, purse, attrition=0, damage=9)
    after = PaymentTable(more, purse, attrition=0, damage=9)
    assert all(a <= b + 1e-9 for a, b in zip(after.row(0), before.row(0), strict=True))


def test_gotcha_19_a_forfeit_counts_for_both() -> None:
    assert cheapest([Forfeitable("Han", 6, 4)], attrition=4, damage=6) == Payment(4, ("Han",), ("Han",))


def test_force_never_satisfies_attrition() -> None:
    found = cheapest([Forfeitable("Vader", 9, 20)], Purse(worth=0), attrition=1, damage=0)
    assert (found.cost, found.lost, found.wasted) == (20, ("Vader",), 8)


def test_gotcha_18_immunity_goes_by_total_attrition() -> None:
    card = [Forfeitable("Vader", 7, 9, immune_below=5)]
    assert cheapest(card, attrition=4).cost == 0
    assert cheapest(card, attrition=5).cost == 9
    assert cheapest(card, attrition=2, total_attrition=6).cost == 9
    assert cheapest(card, attrition=4.5) == Payment(0, ignored=4.5)


def test_gotcha_16_no_attrition_forfeits_nobody() -> None:
    assert cheapest([Forfeitable("Jawa", 1, 1)], attrition=None) == Payment(0)


def test_the_immune_may_be_forfeited_to_save_others() -> None:
    pair = [Forfeitable("immune", 4, 1, immune_below=inf), Forfeitable("other", 4, 5)]
    assert cheapest(pair, attrition=4).lost == ("immune",)


def test_hit_cards_go_and_count() -> None:
    pair = [Forfeitable("hit", 3, 5, hit=True), Forfeitable("other", 3, 1)]
    assert cheapest(pair) == Payment(5, ("hit",), ("hit",), wasted=3)
    assert cheapest(pair, attrition=3, damage=3).lost == ("hit",)


def test_the_crew_is_forfeited_before_its_ship() -> None:
    ship = Forfeitable("ship", 4, 3, aboard=(Forfeitable("pilot", 2, 2), Forfeitable("cannon", None, 1)))
    found = cheapest([ship], attrition=6)
    assert found.forfeited == ("pilot", "ship")
    assert found.cost == 6
    assert set(found.lost) == {"ship", "pilot", "cannon"}


def test_an_enclosed_ship_protects_its_crew() -> None:
    crew = (Forfeitable("pilot", 2, 2),)
    assert (
        cheapest([Forfeitable("ship", 4, 3, immune_below=9, encloses=True, aboard=crew)], attrition=6).cost
        == 0
    )
    assert cheapest([Forfeitable("bike", 4, 3, immune_below=9, aboard=crew)], attrition=6).lost == ("pilot",)


def test_a_lost_game_is_told() -> None:
    found = cheapest([], Purse(available=2), damage=5)
    assert (found.force, found.missing, found.cost) == (2, 3, 32)


def test_cheap_units_go_first() -> None:
    assert cheapest([], Purse(units=(0.5, 3)), damage=2).cost == 1.5


def test_a_table_says_how_far_it_reaches() -> None:
    table = PaymentTable([], attrition=3, damage=3)
    with pytest.raises(ValueError, match="reaches attrition 3"):
        table.cost(4, 0)
    with pytest.raises(ValueError, match="reaches damage 3"):
        table.cost(0, 3.5)
    with pytest.raises(ValueError, match="negative"):
        Forfeitable("odd", 1, -1)
