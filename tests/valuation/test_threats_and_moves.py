"""What the search looks at after the deployments of a turn: their attacks, and our moves."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan_scene import PRICE, QUIET, as_they_are, cards_of, positions, recruit
from worth_scene import group, made_card, outlook, site, table

from gemp_bot.cards import CardType
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.deployments import DeploymentSets
from gemp_bot.search.effort import Effort
from gemp_bot.search.moves import MoveSearch
from gemp_bot.search.turns import SearchBudget, TurnSearch, next_turn, threats
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import after_battle, overrun, prospects
from gemp_bot.valuation.position import NOBODY, FighterView, Group, LocationNumbers, Position
from gemp_bot.valuation.reply import Reply
from gemp_bot.valuation.weights import Weights

BRINGING = Reply(hand=12, power=14)


def facing(reply: Reply, **weights: float) -> Outlook:
    return msgspec.structs.replace(outlook(Weights(**weights)), reply=reply)


def fighter(number: int, power: float, ability: float = 2) -> FighterView:
    facts = made_card(f"902_{number}", CardType.CHARACTER, power=power)
    return FighterView(CardId(number), facts, power, ability, forfeit=3, mine=True, host=None, hit=False)


def party(*units: FighterView) -> Group:
    """Ours, with the cards they are: only cards can move."""
    made = NOBODY
    for unit in units:
        made = made.with_more(unit.power, unit.ability, unit.forfeit)
    return msgspec.structs.replace(made, units=units)


def row(*groups: Group, **more: float) -> Position:
    """Sites side by side; what they drain where nobody is is worth little."""
    return table([site(column, mine=mine, **more) for column, mine in enumerate(groups)])


def power_of(position: Position) -> float:
    return sum(place.mine.power for place in position.places)


# -- who is kept out of battles --------------------------------------------------------------------


def kept_out(unit: FighterView) -> FighterView:
    return msgspec.structs.replace(unit, kept_out=True)


def test_who_is_kept_out_of_battles_counts_in_none_of_this_turn() -> None:
    free, barred = fighter(1, 4, ability=3), kept_out(fighter(2, 3, ability=3))
    both = msgspec.structs.replace(party(free, barred), kept_out=(barred,))
    alone = party(free)
    assert (both.draws, alone.draws) == (1, 0)
    fighting = both.fighting
    assert fighting == alone
    joined = both.with_more(2, 2, 3).fighting
    assert (joined.power, joined.draws, joined.cards) == (6, 1, 2)
    assert both.rested.fighting == both.rested
    assert not msgspec.structs.replace(party(barred), kept_out=(barred,)).fighting.present


def test_a_battle_of_this_turn_is_foreseen_without_who_is_kept_out_and_one_of_the_next_with_him() -> None:
    free, barred = fighter(1, 1), kept_out(fighter(2, 9, ability=6))
    mine = msgspec.structs.replace(party(free, barred), kept_out=(barred,))
    theirs = group(4, ability=4, forfeit=4)
    now = site(mine=mine, theirs=theirs)
    then = now.rested
    ahead = prospects(then, then.mine, theirs, QUIET).fought
    behind = prospects(now, mine, theirs, QUIET).fought
    weak = party(free)
    assert ahead is not None
    assert behind is not None
    assert behind < ahead
    assert after_battle(now, QUIET)[2][0] == after_battle(site(mine=weak, theirs=theirs), QUIET)[2][0]
    stuck = msgspec.structs.replace(party(barred), kept_out=(barred,))
    assert prospects(now, stuck, theirs, QUIET).fought is None, "nobody could take part"
    assert next_turn(table([now]), QUIET, {0}, ())[0][0][1].mine.kept_out == ()


def test_who_is_kept_out_walks_away_a_turn_later() -> None:
    """He may be attacked before."""
    unit = fighter(1, 1)
    free, barred = party(unit), msgspec.structs.replace(party(unit), kept_out=(kept_out(unit),))
    theirs = group(9, ability=6, forfeit=8)
    place = site(theirs=theirs, battle=False)
    view = facing(BRINGING)
    now, later = (prospects(place, mine, theirs, view).waited for mine in (free, barred))
    assert later < now
    position = row(msgspec.structs.replace(barred, units=(kept_out(unit),)), NOBODY, their_drain=1.0)
    moves, _ = MoveSearch(position, view, (), as_they_are, hurdle=-9.0).after(
        position, force=9, most=3, fought=()
    )
    assert moves == ()


# -- their attacks ----------------------------------------------------------------------------------


@given(position=positions(4), most=st.integers(0, 4), power=st.floats(0, 20), first=st.integers(0, 3))
def test_what_may_have_become_of_each_place_is_whole(
    position: Position, most: int, power: float, first: int
) -> None:
    view = facing(Reply(6, power))
    both = {each.column for each in position.places if each.mine.present and each.theirs.present}
    fought = both & set(range(first, len(position.places)))
    feared = threats(position, view, most, fought)
    assert len(feared) <= most
    assert [each.chance for each in feared] == sorted((each.chance for each in feared), reverse=True)
    assert all(0 < each.chance < 1 and position.places[each.column].mine.present for each in feared)
    possible = next_turn(position, view, fought, feared)
    assert possible.keys() == both | {each.column for each in feared}
    for column, states in possible.items():
        chances = [chance for chance, _ in states]
        assert sum(chances) == pytest.approx(1)
        assert chances == sorted(chances, reverse=True)
        assert {place.column for _, place in states} == {column}
    for each in feared:
        (lost,) = (place for chance, place in possible[each.column] if not place.mine.anybody)
        assert lost.theirs.present


def test_who_is_fought_this_turn_is_not_fought_again_by_those_who_come_next_turn() -> None:
    """Two beat them now. One now and one later would be the same battle promised twice."""
    held = site(theirs=group(5, 4, 5), drain=1, their_drain=2)
    two = [recruit(1, 6, 5), recruit(2, 6, 5)]
    budget = SearchBudget(now=11, pile=11, generation=11, kept=1, price=PRICE)
    found = TurnSearch(table([held]), QUIET, budget, Effort()).best(two, two)
    assert {card for step in found.steps for card in step.cards} == {CardId(1), CardId(2)}


def test_no_turn_passes_for_a_battle_with_those_who_will_have_gone() -> None:
    """Trap: one of two was kept from battling, and Force was saved for 13 against 5 later; they flew off."""
    free, barred = fighter(1, 5), kept_out(fighter(2, 5))
    mine = msgspec.structs.replace(party(free, barred), kept_out=(barred,))
    held, third = site(mine=mine, theirs=group(5, 3, 5)), recruit(9, 3, 4)
    assert not next_turn(table([held]), QUIET, (), ())[0][0][1].theirs.present, "they gone is likeliest"
    budget = SearchBudget(now=5, pile=5, generation=7, kept=1, price=PRICE)
    found = TurnSearch(table([held]), QUIET, budget, Effort()).best([third], [third])
    assert cards_of(found) == [CardId(9)]
    assert found.fought == {0}


def test_force_for_a_battle_is_spent_where_it_brings_most() -> None:
    """One battle can be paid besides two who come: theirs, not the even one of those who stand there."""
    even = site(0, mine=group(6, 4, 4), theirs=group(5, 4, 5), drain=0.0, their_drain=0.0)
    held = site(1, theirs=group(5, 4, 5), drain=2, their_drain=3)
    two = [recruit(1, 6, 5), recruit(2, 6, 5)]
    (best, *_) = DeploymentSets(table([even, held]), two, QUIET, budget=11, price=PRICE).lines(12)
    assert {card for step in best.steps for card in step.cards} == {CardId(1), CardId(2)}
    assert best.fought == {1}
    (rich, *_) = DeploymentSets(table([even, held]), two, QUIET, budget=12, price=PRICE).lines(12)
    assert rich.fought == {0, 1}


def test_who_stands_alone_is_feared_for_only_where_they_can_come() -> None:
    weak = group(2, 1, 2)
    assert overrun(site(mine=weak), facing(BRINGING)) > overrun(site(mine=group(8, 6, 8)), facing(BRINGING))
    assert overrun(site(mine=weak, their_gives=0.0), facing(BRINGING)) == 0
    assert overrun(site(theirs=weak), facing(BRINGING)) == 0


def test_nobody_goes_ahead_alone_to_be_joined_where_he_will_be_attacked() -> None:
    """They hold a site with power 9: two of ours win it, and one would stand there alone for a turn."""
    held = site(theirs=group(9, 5, 8, cards=2), drain=3, their_drain=2)
    view, two = facing(BRINGING, attack_risk=2.0), [recruit(1, 6, 6), recruit(2, 6, 6)]

    def planned(effort: Effort) -> tuple[float, float]:
        budget = SearchBudget(now=7, pile=7, generation=7, kept=1, price=PRICE)
        ahead = TurnSearch(table([held]), view, budget, effort)
        found = ahead.best(two[:1], two)
        return found.later_gain, found.worth

    assert planned(Effort(replies=2))[1] <= planned(Effort(replies=0))[1]
    alone = site(mine=group(6, 3, 4), theirs=held.theirs, drain=3, their_drain=2)
    budget = SearchBudget(now=0, pile=0, generation=7, kept=1, price=PRICE)
    blind = TurnSearch(table([alone]), view, budget, Effort(replies=0)).best([], two[1:])
    seen = TurnSearch(table([alone]), view, budget, Effort(replies=2)).best([], two[1:])
    assert seen.threats[0].column == 0
    assert seen.later_gain < blind.later_gain


# -- our moves --------------------------------------------------------------------------------------


@st.composite
def rows(draw: st.DrawFn) -> Position:
    """Two to four sites in a row, ours at some, theirs at some."""
    number, made = 0, list[LocationNumbers]()
    for column in range(draw(st.integers(2, 4))):
        units = list[FighterView]()
        for _ in range(draw(st.integers(0, 2))):
            number += 1
            units.append(fighter(number, draw(st.integers(1, 7)), draw(st.integers(1, 4))))
        theirs = group(draw(st.integers(1, 9)), 4, 4) if draw(st.booleans()) else NOBODY
        drains = {"drain": draw(st.integers(0, 3)), "their_drain": draw(st.integers(0, 3))}
        made.append(site(column, mine=party(*units), theirs=theirs, **drains))
    return table(made)


@given(
    position=rows(), force=st.integers(0, 4), most=st.integers(0, 3), fought=st.frozensets(st.integers(0, 3))
)
def test_moves_can_be_made(position: Position, force: int, most: int, fought: Sequence[int]) -> None:
    moves, after = MoveSearch(position, QUIET, (), as_they_are, hurdle=0.0).after(
        position, force=force, most=most, fought=fought
    )
    assert len(moves) <= most
    assert sum(move.cost for move in moves) <= force
    cards = [card for move in moves for card in move.cards]
    assert len(set(cards)) == len(cards)
    for move in moves:
        assert move.gain > 0
        assert not {move.origin, move.column} & set(fought)
        assert abs(move.origin - move.column) == 1, "landspeed 1 goes no further"
    assert power_of(after) == pytest.approx(power_of(position)), "somebody was lost on the way"


@given(position=rows(), other=rows())
def test_what_was_kept_of_one_line_does_not_change_another(position: Position, other: Position) -> None:
    """The same moves are found by a search that has looked at other lines before."""
    used = MoveSearch(position, QUIET, (), as_they_are, hurdle=0.0)
    for mine in other.places[: len(position.places)]:
        used.after(position.supposing({mine.column: mine.mine}), force=3, most=2, fought=())
    again = used.after(position, force=3, most=2, fought=())
    assert again == MoveSearch(position, QUIET, (), as_they_are, hurdle=0.0).after(
        position, force=3, most=2, fought=()
    )


def test_who_is_in_danger_joins_who_stands_next_to_him() -> None:
    weak, strong = fighter(1, 2, 1), fighter(2, 6, 4)
    position = row(party(weak), party(strong), drain=0.0, their_drain=0.0)
    moves, after = MoveSearch(position, facing(BRINGING, attack_risk=3.0), (), as_they_are, hurdle=0.0).after(
        position, force=2, most=1, fought=()
    )
    assert [move.cards for move in moves] == [(CardId(1),)]
    assert not after.places[0].mine.anybody
    assert after.places[1].mine.power == 8


def test_nobody_moves_twice() -> None:
    weak, strong = fighter(1, 2, 1), fighter(2, 6, 4)
    position = row(party(weak), party(strong), drain=0.0, their_drain=0.0)
    view = facing(BRINGING, attack_risk=3.0)
    gone = MoveSearch(position, view, (), as_they_are, hurdle=0.0, gone={CardId(1), CardId(2)})
    assert gone.after(position, force=2, most=1, fought=()) == ((), position)


def test_a_line_reckons_with_the_moves_after_it() -> None:
    weak, strong = fighter(1, 2, 1), fighter(2, 6, 4)
    position = row(party(weak), party(strong), drain=0.0, their_drain=0.0)
    view = facing(BRINGING, attack_risk=3.0)
    budget = SearchBudget(now=3, pile=3, generation=4, kept=1, price=PRICE)
    moves = MoveSearch(position, view, (), as_they_are, hurdle=0.0)
    found = TurnSearch(position, view, budget, Effort(moves=1), moves=moves).best([], [])
    assert [move.cards for move in found.moves] == [(CardId(1),)]
    still = TurnSearch(position, view, budget, Effort(moves=0), moves=moves).best([], [])
    assert found.worth > still.worth


def test_force_that_is_left_draws_cards_for_a_small_hand() -> None:
    budget = SearchBudget(now=5, pile=5, generation=6, kept=1, price=PRICE, lacking=3)
    assert TurnSearch(table([site()]), QUIET, budget, Effort()).best([], []).draws == 3
    dear = [recruit(1, 8, 9)]
    saving = TurnSearch(table([site(drain=3)]), QUIET, budget, Effort()).best([], dear)
    assert saving.later, "nothing was saved for"
    assert saving.draws == 1, "5 Force, and 9 + 1 are wanted next turn with 6 that come"
