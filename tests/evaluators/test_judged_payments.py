"""Paying: what goes first and what goes last when Force is lost and cards are forfeited."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from judged_games import RECORDINGS, catalogue, strategy_of
from judged_table import ALL, BLADE, DOCKS, FLIER, GUARD, IMMUNE, JUNK, LUKE, SHIP, VADER, Seat, pick
from made_table import ME, THEM, action, card, effect, index_of, site
from recordings import updates

from gemp_bot.cards import Card, CardType, Uniqueness
from gemp_bot.cards.texts import Moment
from gemp_bot.decisions import PromptKind, ask
from gemp_bot.evaluators import losing
from gemp_bot.evaluators.card_value import held_or
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.payment import Payment, Purse, cheapest
from gemp_bot.state import Table
from gemp_bot.state.table import damage_due
from gemp_bot.strategy import Budget
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

LOSE = "Choose Force to lose"
EITHER = "Choose Force to lose or a card from battle to forfeit"
FORFEIT = "Choose a card from battle to forfeit"
IF_DESIRED = "Choose a card from battle to forfeit (if desired)"
TOWN = site(51, "Town: Square", uniqueness=Uniqueness.UNIQUE)
SAVER = card(
    52, "Saver", CardType.INTERRUPT, Side.LIGHT,
    action("", effect("satisfy_all_battle_damage", player="$you"), moment=Moment.AFTER),
)  # fmt: skip
SMALL = [path for path in RECORDINGS if path.stat().st_size < 200_000]


@pytest.fixture
def seat() -> Seat:
    """Luke and a guard at the docks, against Vader."""
    made = Seat(phase=Phase.BATTLE)
    made.luke, made.guard = made.put(LUKE), made.put(GUARD)  # type: ignore[attr-defined]
    made.put(VADER)
    made.tell(mine=(6, -1, -1), theirs=(6, -1, -1))
    return made


def standing(seat: Seat) -> tuple[CardId, CardId]:
    return seat.luke, seat.guard  # type: ignore[attr-defined]


def due(seat: Seat, *, damage: float = 0, attrition: float = 0) -> None:
    """A battle at the docks, and what we still owe."""
    seat.battle(*standing(seat))
    seat.tell(mine=(6, -1, -1), theirs=(6, -1, -1), damage=damage, attrition=attrition)


class TestForfeits:
    def test_nothing_is_given_where_nothing_is_due(self, seat: Seat) -> None:
        due(seat)
        assert seat.answer(pick(IF_DESIRED, *standing(seat))) == ""

    def test_a_small_attrition_takes_the_small_card(self, seat: Seat) -> None:
        due(seat, attrition=2)
        luke, guard = standing(seat)
        assert seat.answer(pick(FORFEIT, luke, guard, low=1)) == str(guard)

    def test_who_is_immune_does_not_pay_for_the_others(self, seat: Seat) -> None:
        calm = seat.put(IMMUNE)
        due(seat, attrition=2)
        _, guard = standing(seat)
        assert seat.answer(pick(FORFEIT, calm, guard, low=1)) == str(guard)

    @pytest.mark.parametrize("told", [True, False], ids=["the server says so", "by its text"])
    def test_where_only_immune_cards_are_left_attrition_is_ignored(self, seat: Seat, told: bool) -> None:
        calm = seat.put(IMMUNE)
        seat.battle(calm)
        seat.tell(mine=(4, -1, -1), theirs=(6, -1, -1), attrition=3, immune=told)
        assert seat.answer(pick(IF_DESIRED, calm)) == ""

    def test_what_is_hit_goes_first(self, seat: Seat) -> None:
        hit = seat.put(FLIER, sideways=True)
        due(seat, attrition=2)
        luke, guard = standing(seat)
        assert seat.answer(pick(FORFEIT, luke, guard, hit, low=1)) == str(hit)

    def test_weapons_go_with_their_bearer(self, seat: Seat) -> None:
        """Trap: a Jawa and its blasters went for an attrition that another one alone would have paid."""
        luke, guard = standing(seat)
        for _ in range(2):
            seat.put(BLADE, on=guard)
        flier = seat.put(FLIER)
        seat.battle(luke, guard, flier)
        due(seat, attrition=2)
        assert seat.answer(pick(FORFEIT, guard, flier, low=1)) == str(flier)

    def test_crew_is_forfeited_before_its_ship(self) -> None:
        """Trap: forfeiting the ship loses the crew with it."""
        seat = Seat(phase=Phase.BATTLE)
        ship = seat.put(SHIP, column=2)
        pilot = seat.put(FLIER, on=ship)
        seat.put(VADER, column=2)
        seat.battle(ship, pilot, column=2)
        seat.tell(mine=(-1, -1, 6), theirs=(-1, -1, 6), attrition=3)
        assert seat.answer(pick(FORFEIT, ship, pilot, low=1)) == str(pilot)

    def test_the_hand_is_not_thrown_at_attrition(self, seat: Seat) -> None:
        """Force pays no attrition (rules 22)."""
        due(seat, attrition=2)
        top = seat.top(Zone.TOP_OF_RESERVE_DECK)
        luke, guard = standing(seat)
        assert seat.answer(pick(EITHER, top, luke, guard, low=1)) == str(guard)

    def test_numbers_of_the_server_are_used_not_the_text(self, seat: Seat) -> None:
        """Trap: the prompt names no amount that could be trusted."""
        asked = pick(IF_DESIRED, *standing(seat))
        due(seat, damage=9, attrition=5)
        given = seat.answer(asked)
        due(seat)
        assert given != ""
        assert seat.answer(asked) == ""


def stood(*ours: Card, column: int = 0) -> tuple[Seat, list[CardId]]:
    """These of ours against two who are far ahead: at the docks, or in a town that has no way out."""
    seat = Seat(phase=Phase.BATTLE, mine=False)
    seat.strategy = strong_with(TOWN)
    seat.put(TOWN, Zone.LOCATIONS, column=3, owner=ME)
    for _ in range(2):
        seat.put(VADER, column=column)
    cards = [seat.put(face, column=column) for face in ours]
    seat.battle(*cards, column=column)
    return seat, cards


def told(seat: Seat, *ours: Card, column: int = 0, **owed: float) -> None:
    """What these of ours still owe."""
    mine, theirs = (
        [power if at == column else -1 for at in range(4)]
        for power in (sum(each.power or 0 for each in ours), 12)
    )
    seat.tell(mine=tuple(mine), theirs=tuple(theirs), immune=not owed.get("damage"), **owed)


class TestWhoIsLeft:
    @pytest.mark.parametrize("column", [0, 3])
    def test_two_that_are_dear_by_the_other_go_together(self, column: int) -> None:
        """Trap: 14 Force was lost for two cards, each of them dear only while the other stood there."""
        seat, cards = stood(FLIER, GUARD, column=column)
        top = seat.top(Zone.TOP_OF_RESERVE_DECK)
        told(seat, FLIER, GUARD, column=column, damage=8)
        first = seat.answer(pick(EITHER, top, *cards, low=1))
        assert first in map(str, cards)
        (other,) = (card for card in cards if str(card) != first)
        paid = {cards[0]: 3, cards[1]: 2}[CardId(int(first))]
        seat.gone(CardId(int(first)))
        told(seat, FLIER if other == cards[0] else GUARD, column=column, damage=8 - paid)
        assert seat.answer(pick(EITHER, top, other, low=1)) == str(other), (
            "what is left agrees with the first"
        )

    def test_who_is_not_attacked_again_where_nobody_stands(self) -> None:
        """Trap: who could not walk away was kept for 8 Force, and cost 17 in the next battle."""
        answers = []
        for column in (0, 3):
            seat, cards = stood(GUARD, GUARD, column=column)
            told(seat, GUARD, GUARD, column=column, attrition=3)
            answers.append(seat.answer(pick(IF_DESIRED, *cards)))
        assert answers == ["", str(cards[0])], "at the docks they walk away"

    def test_one_of_two_does_not_stay_alone_where_the_other_may_not_go(self) -> None:
        """The first forfeit satisfies all that is left, and none is offered any more."""
        seat, cards = stood(GUARD, GUARD, column=3)
        told(seat, GUARD, GUARD, column=3, attrition=2)
        assert seat.answer(pick(IF_DESIRED, *cards)) == ""


class TestUnits:
    def test_junk_is_lost_before_the_last_unique_character(self, seat: Seat) -> None:
        """Two tricks and Luke's only copy in hand, and life is short."""
        seat = Seat(phase=Phase.CONTROL)
        trick, luke = seat.held(JUNK, LUKE)
        seat.tell(life=6)
        assert seat.answer(pick(LOSE, luke, trick, low=1)) == str(trick)

    def test_a_second_copy_of_somebody_in_play_is_junk(self, seat: Seat) -> None:
        second, flier = seat.held(LUKE, FLIER)
        seat.tell(life=6)
        assert seat.answer(pick(LOSE, flier, second, low=1)) == str(second)

    def test_a_location_that_lies_on_table_is_junk(self) -> None:
        """Trap: sites that could never come were kept as new ones, and Interrupts lost before them."""
        seat = Seat(phase=Phase.CONTROL)
        seat.strategy = strong_with(TOWN)
        laid = seat.put(TOWN, Zone.LOCATIONS, column=3, owner=ME)
        again, trick = seat.put(TOWN, Zone.HAND, owner=ME), seat.put(JUNK, Zone.HAND)
        seat.tell()
        assert seat.answer(pick(LOSE, trick, again, low=1)) == str(again)
        seat.gone(laid)
        seat.put(TOWN, Zone.LOCATIONS, column=3, owner=THEM)
        assert seat.answer(pick(LOSE, trick, again, low=1)) == str(trick), "it converts theirs"

    def test_of_a_unique_interrupt_each_copy_can_be_played(self) -> None:
        """It never stays on table."""
        seat = Seat(phase=Phase.CONTROL)
        once = msgspec.structs.replace(JUNK, uniqueness=Uniqueness.UNIQUE)
        seat.strategy = strong_with(once)
        held = seat.held(once, once)
        seat.tell()
        alone = costs(seat, held[0])
        assert {each.score for each in seat.weighed(pick(LOSE, *held, low=1))} == {-alone}

    def test_who_cancels_damage_stays_while_damage_may_come(self) -> None:
        """Trap: Houjix and Ghhhk went as cheap units of Force, and 15 damage came with nobody to forfeit.

        So it was in turn 1, with nobody on table yet, and 17 came in turn 3.
        """
        seat = Seat(phase=Phase.CONTROL)
        seat.strategy = strong_with(SAVER)
        one, trick = seat.held(SAVER, JUNK)
        seat.tell()
        early = costs(seat, one)
        assert early > costs(seat, trick) + 0.5, "nobody of ours is on table, but most of the game is to come"
        seat.turn(phase=Phase.CONTROL, number=12)
        assert costs(seat, one) == costs(seat, trick), "nobody of ours is on table"
        seat.put(GUARD)
        seat.put(VADER)
        seat.tell(mine=(1, -1, -1), theirs=(6, -1, -1))
        assert costs(seat, one) > costs(seat, trick)
        (second,) = seat.held(SAVER)
        scores = {each.score for each in seat.weighed(pick(LOSE, one, second, trick, low=1))}
        assert scores == {-costs(seat, trick)}, "one of two is enough"

    def test_the_last_card_in_hand_counts_more_than_one_of_many(self) -> None:
        seat = Seat()
        (blade,) = seat.held(BLADE)
        seat.tell(hand=1)
        few = costs(seat, blade)
        seat.tell(hand=14)
        assert costs(seat, blade) < few

    def test_life_is_dearer_the_less_there_is(self) -> None:
        seat = Seat()
        top = seat.top(Zone.TOP_OF_RESERVE_DECK)
        seat.tell(life=40)
        much = costs(seat, top)
        seat.tell(life=5)
        assert costs(seat, top) > much

    def test_what_we_play_with_goes_last_of_the_piles(self) -> None:
        seat = Seat()
        reserve, force = seat.top(Zone.TOP_OF_RESERVE_DECK), seat.top(Zone.TOP_OF_FORCE_PILE)
        seat.tell()
        assert seat.answer(pick(LOSE, force, reserve, low=1)) == str(reserve)

    def test_several_at_once_are_the_cheapest_ones(self) -> None:
        seat = Seat()
        trick, luke, docks = seat.held(JUNK, LUKE, DOCKS)
        tops = [seat.top(zone) for zone in (Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_USED_PILE)]
        seat.tell(hand=3)
        cards = (luke, docks, trick, *tops)
        one_by_one = sorted(cards, key=lambda card: costs(seat, card))
        chosen = set(seat.answer(pick(LOSE, *cards, low=2, high=2)).split(","))
        assert chosen == {str(card) for card in one_by_one[:2]}

    def test_many_equal_questions_are_no_circle_while_a_loss_goes_on(self) -> None:
        """Trap: the numbers are not always told anew between two units."""
        seat = Seat()
        tops = [seat.top(zone) for zone in (Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE)]
        seat.tell()
        assert len({seat.answer(pick(LOSE, *tops, low=1)) for _ in range(10)}) == 1


class Solver:
    """The exact solver, and the forfeit values that it was last given, by card."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: Mapping[CardId, float] = {}
        monkeypatch.setattr(losing, "cheapest", self._solve)

    def _solve(
        self, cards: Sequence[Forfeitable], purse: Purse, attrition: float | None, damage: float
    ) -> Payment:
        self.given = {CardId(int(card.card)): card.forfeit or 0 for card in cards}
        return cheapest(cards, purse, attrition=attrition, damage=damage)


def payments(path: Path, solver: Solver) -> Iterator[tuple[CardId, float, float, float]]:
    """Cards that were forfeited for damage: each with what the solver was given, and the damage around it."""
    table, strategy = Table(), strategy_of("strong")
    given: Mapping[CardId, float] = {}
    before = 0.0
    for update in updates(path):
        table.apply(update)
        damage, _ = damage_due(table)
        on_table = {card.id for card in table.cards(Zone.AT_LOCATION, Zone.ATTACHED)}
        gone = given.keys() - on_table
        if before > 0 and len(gone) == 1:
            (card,) = gone
            yield card, given[card], before, damage
        given = {}
        asked = table.asked
        question = None if asked is None else ask(asked, table.face_of, catalogue())
        if question is not None and question.kind is PromptKind.LOSE_FORCE_OR_FORFEIT:
            solver.given = {}
            strategy.decide(table, question, Budget())
            given, before = solver.given, damage
        if question is not None:
            table.answered()


def test_a_forfeited_card_paid_what_the_solver_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """In recorded games the damage fell by what texts make of the forfeit value, not by the printed one."""
    solver, paid = Solver(monkeypatch), 0
    for path in SMALL:
        for paying, forfeit, before, after in payments(path, solver):
            assert before - after == min(forfeit, before), (path.name, paying)
            paid += 1
    assert paid > 10


def strong_with(*faces: Card) -> JudgedStrategy:
    """The strategy, where there are these cards besides those of every seat."""
    others = [each for each in ALL if each.blueprint_id not in {face.blueprint_id for face in faces}]
    return JudgedStrategy(0, load_strategy("strong", make_vocabulary()), index=index_of((*others, *faces)))


def costs(seat: Seat, card: CardId) -> float:
    """What losing a card as a unit of Force is said to cost."""
    (weighed,) = seat.weighed(pick(LOSE, card, low=1))
    assert weighed.score < 0
    assert seat.table.me == ME
    return -weighed.score


def test_the_only_pilot_of_a_starship_is_worth_what_it_flies() -> None:
    """Trap: a pilot went for 5 damage; his starship lost its power, the system and the flip that it held."""
    seat = Seat()
    ship = seat.put(SHIP, column=2)
    flier = seat.put(FLIER, on=ship)
    seat.tell(mine=(-1, -1, 6))
    alone = held_or(seat.context(), flier, 0)
    seat.put(FLIER, on=ship)
    seat.tell(mine=(-1, -1, 8))
    assert alone > held_or(seat.context(), flier, 0) + 0.5
