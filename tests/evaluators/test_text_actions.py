"""Actions of texts: every one is weighed, harm goes to them, and an Interrupt does not wait for ever."""

from typing import Any

import pytest
from judged_table import ALL, GUARD, JUNK, KNIGHT, LUKE, THEIR_PLAN, TROOPER, VADER, Seat, offers, pick
from made_table import SITE, action, both, card, character, cost, effect, index_of, standing, term, titled

from gemp_bot.cards import Card, CardType, SubType
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

BOX = card(60, "Box", CardType.INTERRUPT, subtypes=(SubType.USED,))
STUN = card(61, "Stun", CardType.INTERRUPT, subtypes=(SubType.LOST,))
SUBTRACT, CANCEL = "Subtract 3 from battle destiny", "Draw destiny to cancel Effect"
EXCHANGE = "Place card from hand on bottom of Used Pile"
LESS = card(
    62, "Less", CardType.EFFECT, Side.LIGHT,
    action(SUBTRACT, effect("modify_destiny", amount=-3), moment=Moment.AFTER),
)  # fmt: skip
SAGE = character(
    63, "Sage", Side.LIGHT,
    action(
        EXCHANGE, cost("use_force", player="$you", amount=1),
        effect("draw_card_into_hand_from_reserve_deck", player="$you"),
    ),
)  # fmt: skip
ALTER = card(
    64, "Alter", CardType.INTERRUPT, Side.LIGHT,
    action(
        CANCEL, term("target", what=term("target_card_on_table", who=term("category", category="effect")))
    ),
    subtypes=(SubType.USED,),
)  # fmt: skip
SAFE = card(65, "Safe Plan", CardType.EFFECT, Side.DARK, standing("immune_to_title", immune_to_title="Alter"))
HIS = card(66, "His Trick", CardType.INTERRUPT, Side.DARK)
_HELD = both(SITE, term("occupies", player="$you"))
OCCUPATION = card(
    67, "Occupation", CardType.EFFECT, Side.DARK,
    action(
        "", effect("lose_force", player="$opponent", amount=term("count_top_locations_on_table", who=_HELD)),
        moment=Moment.MUST_AFTER, when=(term("is_end_of_your_phase", player="$you", phase="control"),),
    ),
)  # fmt: skip
TELEPATHY = card(
    68, "Telepathy", CardType.INTERRUPT, Side.DARK,
    action(
        "", term("when", of=(term("can_use_force", player="$opponent", amount=2),), then=()),
        effect("cancel_battle"), moment=Moment.AFTER, when=(term("battle_initiated", player="$opponent"),),
    ),
)  # fmt: skip
USE, DRAINS = "Use what nobody else calls so", "Force drain initiated at {}"


def does(number: int, *effects: Term, moment: Moment = Moment.AFTER) -> Card:
    """An Effect of ours whose one action has a label that tells nothing."""
    return card(number, f"Does {number}", CardType.EFFECT, Side.LIGHT, action(USE, *effects, moment=moment))


MORE = does(70, effect("add_to_force_drain", amount=2))
STOPS = does(71, effect("cancel_force_drain"))
STRONGER = does(
    72, effect("modify_total_power_until_end_of_battle", amount=3, player="$you"), moment=Moment.ACTION
)
TAKES = does(73, effect("lose_force", player="$opponent", amount=3), moment=Moment.ACTION)
GIVES = does(74, effect("lose_force", player="$you", amount=3), moment=Moment.ACTION)
HALF = does(
    75, effect("lose_force", player="$opponent", amount=3), effect("of_which_nothing_is_known"),
    moment=Moment.ACTION,
)  # fmt: skip
BY_EFFECTS = (MORE, STOPS, STRONGER, TAKES, GIVES, HALF)
TAKE = "Make target lost"


def chosen(reference: str, who: Term, *then: Term) -> Term:
    """A step that has a card on table chosen."""
    return term("target", what=term("target_card_on_table", who=who, then=then, **{"as": (reference,)}))


def shock(number: int, harmed: str) -> Card:
    """An Interrupt of ours that needs Luke, and takes who is with him; or Luke."""
    takes = effect("lose_card_from_table", card=harmed)
    second = chosen("$target2", both(term("category", category="character"), titled("Vader")), takes)
    return card(
        number, f"Shock {number}", CardType.INTERRUPT, Side.LIGHT,
        action(TAKE, chosen("$target1", titled("Luke"), second)), subtypes=(SubType.LOST,),
    )  # fmt: skip


SHOCK, MADNESS = shock(77, "$target2"), shock(78, "$target1")
AGAIN = "Relocate {} to Used Pile"
HOLD = "Prevent character from moving or battling"
_WITH_LUKE = both(term("category", category="character"), term("present_with", who=titled("Luke")))
HOLDS = card(
    79, "Holds", CardType.INTERRUPT, Side.LIGHT, action(HOLD, chosen("$target1", _WITH_LUKE)),
    subtypes=(SubType.LOST,),
)  # fmt: skip
"""It may be used on a character that is with Luke."""
UNDOES = card(
    80, "Undoes", CardType.INTERRUPT, Side.LIGHT,
    action(TAKE, chosen("$target1", term("category", category="effect"))), subtypes=(SubType.LOST,),
)  # fmt: skip
YARD = card(
    76, "Yard", CardType.EFFECT, Side.LIGHT,
    action(
        AGAIN.format("*"),
        effect("put_card_from_lost_pile_in_used_pile", player="$you", card=term("get_card", of="$event")),
        moment=Moment.AFTER, when=(term("just_lost", who=term("unread_selector")),),
    ),
)  # fmt: skip
DREW = "Just drew {} for battle destiny"
SHUFFLE = "Shuffle card pile"


@pytest.fixture
def seat() -> Seat:
    made = Seat()
    texts = (BOX, STUN, LESS, SAGE, ALTER, SAFE, HIS, OCCUPATION, TELEPATHY, YARD, SHOCK, MADNESS)
    index = index_of((*ALL, *texts, *BY_EFFECTS, HOLDS, UNDOES))
    made.strategy = JudgedStrategy(0, load_strategy("strong", make_vocabulary()), index=index)
    return made


def only(seat: Seat, asked: Any) -> ScoredAnswer:
    """What the one option of a menu is worth."""
    (found,) = [each for each in seat.weighed(asked) if each.option is not None]
    return found


def answered(seat: Seat, source: Card, label: str, text: str, about: Card) -> float:
    """What an answer to something that happened with a card is worth."""
    asked = offers(seat, seat.put(source, Zone.SIDE_OF_TABLE), label=label)
    hint = f"<div class='cardHint' value='{about.blueprint_id}'>{about.title}</div>"
    made = type(asked)(text=f"{text.format(hint)} - Optional responses", actions=asked.actions)
    return only(seat, made).score


@pytest.mark.parametrize(("mine", "source", "worth"), [(True, MORE, 2), (False, MORE, -2), (False, STOPS, 2)])
def test_what_changes_a_force_drain_is_worth_the_force_of_it(
    seat: Seat, mine: bool, source: Card, worth: float
) -> None:
    seat.turn(mine=mine, phase=Phase.CONTROL)
    assert answered(seat, source, USE, DRAINS, JUNK) == worth


@pytest.mark.parametrize(("source", "worth"), [(TAKES, 3), (GIVES, -3)])
def test_the_player_an_effect_names_tells_whose_loss_it_is(seat: Seat, source: Card, worth: float) -> None:
    assert only(seat, offers(seat, seat.put(source, Zone.SIDE_OF_TABLE), label=USE)).score == worth


def test_an_action_one_effect_of_which_is_not_known_is_not_chosen(seat: Seat) -> None:
    assert only(seat, offers(seat, seat.put(HALF, Zone.SIDE_OF_TABLE), label=USE)).score < -1


def test_power_for_a_battle_is_worth_nothing_without_one(seat: Seat) -> None:
    assert only(seat, offers(seat, seat.put(STRONGER, Zone.SIDE_OF_TABLE), label=USE)).score < 0


def test_an_action_of_an_unknown_kind_is_weighed_and_not_chosen(seat: Seat) -> None:
    asked = offers(seat, seat.put(LUKE), label="Do something nobody knows")
    assert only(seat, asked).score < -1
    assert seat.answer(asked) == ""


def test_a_used_interrupt_is_kept_the_less_the_more_often_it_was_offered(seat: Seat) -> None:
    scores = []
    (box,) = seat.held(BOX)
    for number in range(3, 8):
        seat.turn(number=number)
        seat.enter()
        scores.append(only(seat, offers(seat, box, label=SHUFFLE)).score)
    assert scores == sorted(scores)
    assert scores[0] < 0 < scores[-1]


def test_a_lost_interrupt_costs_its_card_however_long_it_waits(seat: Seat) -> None:
    (stun,) = seat.held(STUN)
    scores = set()
    for number in range(3, 6):
        seat.turn(number=number)
        seat.enter()
        scores.add(only(seat, offers(seat, stun, label=SHUFFLE)).score)
    assert len(scores) == 1
    assert max(scores) < -0.4


def test_what_is_held_waits_in_their_turn(seat: Seat) -> None:
    (box,) = seat.held(BOX)
    seat.turn(mine=False)
    assert "waits" in only(seat, offers(seat, box, label=SHUFFLE)).parts[0].text


def test_a_card_of_theirs_is_taken_off_only_where_we_stand(seat: Seat) -> None:
    (stun,) = seat.held(STUN)
    asked = offers(seat, stun, label="Return character to hand")
    seat.put(VADER, column=0)
    seat.put(LUKE, column=1)
    seat.tell(mine=(-1, 5, -1), theirs=(6, -1, -1), force_pile=12)
    alone = only(seat, asked).score
    seat.put(GUARD, column=0)
    seat.tell(mine=(1, 5, -1), theirs=(6, -1, -1), force_pile=12)
    assert alone < 0
    assert only(seat, asked).score > alone


def test_only_whom_a_text_may_be_aimed_at_is_held_still(seat: Seat) -> None:
    """Trap: it was played on a character of ours, for nobody of theirs was with the card that it asks for."""
    (held,) = seat.held(HOLDS)
    seat.put(KNIGHT, column=0)
    seat.put(VADER, column=0)
    seat.put(LUKE, column=1)
    seat.tell(mine=(5, 5, -1), theirs=(6, -1, -1), force_pile=12)
    asked = offers(seat, held, label=HOLD)
    assert only(seat, asked).parts[0].force < 0
    seat.put(VADER, column=1)
    seat.tell(mine=(5, 5, -1), theirs=(6, 6, -1), force_pile=12)
    assert only(seat, asked).parts[0].force > 0


def test_a_card_that_does_not_fight_may_be_what_a_text_takes_off(seat: Seat) -> None:
    (held,) = seat.held(UNDOES)
    seat.put(LUKE, column=0)
    seat.put(VADER, column=0)
    seat.tell(mine=(5, -1, -1), theirs=(6, -1, -1))
    asked = offers(seat, held, label=TAKE)
    assert only(seat, asked).parts[0].force < 0
    seat.put(THEIR_PLAN, Zone.SIDE_OF_TABLE)
    assert only(seat, asked).parts[0].force > 0


@pytest.mark.parametrize(("drawn", "sign"), [(HIS, 1), (JUNK, -1)])
def test_the_side_of_the_card_tells_whose_destiny_is_cancelled(seat: Seat, drawn: Card, sign: int) -> None:
    assert answered(seat, GUARD, "Cancel battle destiny", DREW, drawn) * sign > 0


@pytest.mark.parametrize(("drawn", "change"), [(HIS, 2), (JUNK, -2)])
def test_a_destiny_changes_by_what_the_text_says_and_is_never_below_zero(
    seat: Seat, drawn: Card, change: float
) -> None:
    assert answered(seat, LESS, SUBTRACT, DREW, drawn) == change


@pytest.mark.parametrize(("forfeited", "sign"), [(LUKE, 1), (VADER, -1)])
def test_a_card_of_ours_that_was_forfeited_comes_back(seat: Seat, forfeited: Card, sign: int) -> None:
    text = "Just forfeited {}"
    assert answered(seat, LESS, f"Stack {forfeited.title} here", text, forfeited) * sign > 0


@pytest.mark.parametrize(("lost", "worth"), [(LUKE, 1), (VADER, -3)])
def test_a_card_of_ours_that_was_lost_is_life_force_again(seat: Seat, lost: Card, worth: float) -> None:
    """Trap: once a turn a life force was left lying, for its label tells nothing."""
    assert answered(seat, YARD, AGAIN.format(lost.title), "Just forfeited {}", lost) == worth


@pytest.mark.parametrize(("played", "needed"), [(SHOCK, True), (MADNESS, False)])
def test_a_card_of_ours_that_an_action_only_needs_is_named(seat: Seat, played: Card, needed: bool) -> None:
    """Trap: four times in one game an Interrupt was chosen, and cancelled where it asked for our Emperor."""
    (held,) = seat.held(played)
    luke, guard = seat.put(LUKE), seat.put(GUARD)
    seat.put(VADER)
    seat.tell(mine=(6, -1, -1), theirs=(6, -1, -1))
    asked = seat.question(offers(seat, held, label=f"LOST: {TAKE}"))
    seat.choose(asked.options[0])
    ask = "Choose Luke, or click 'Done' to cancel"
    assert seat.answer(pick(ask, luke)) == (str(luke) if needed else "")
    assert seat.answer(pick(ask, guard)) == "", "it is nobody that the text speaks of"


def test_the_worst_card_of_the_hand_is_exchanged_for_a_draw(seat: Seat) -> None:
    seat.held(JUNK)
    seat.tell(force_pile=12)
    draws = only(seat, offers(seat, seat.put(SAGE), label=EXCHANGE)).score
    assert draws > 0 > only(seat, offers(seat, seat.put(GUARD), label=EXCHANGE)).score


def test_an_effect_that_is_immune_is_not_cancelled(seat: Seat) -> None:
    (alter,) = seat.held(ALTER)
    asked = offers(seat, alter, label=CANCEL)
    seat.put(SAFE, Zone.SIDE_OF_TABLE)
    assert "no card of theirs" in only(seat, asked).parts[0].text
    seat.put(THEIR_PLAN, Zone.SIDE_OF_TABLE)
    assert "Their Plan" in only(seat, asked).parts[0].text


def test_what_an_effect_takes_each_turn_is_what_ending_it_is_worth(seat: Seat) -> None:
    (alter,) = seat.held(ALTER)
    asked = offers(seat, alter, label=CANCEL)
    seat.put(THEIR_PLAN, Zone.SIDE_OF_TABLE)
    usual = only(seat, asked).score
    for column in (0, 1):
        seat.put(TROOPER, column=column)
    seat.put(OCCUPATION, Zone.SIDE_OF_TABLE)
    found = only(seat, asked)
    assert "Occupation" in found.parts[0].text
    assert found.score > usual


def test_a_battle_is_priced_with_what_a_card_in_their_hand_asks_of_it(seat: Seat) -> None:
    """Trap: one that was shown beside the table, and nowhere else, cost half of every battle."""
    seat.put(KNIGHT, column=0)
    seat.put(LUKE, column=0)
    seat.put(TROOPER, column=0)
    shown, scores = CardId(0), {}
    for where in ("nowhere", "table", "hand"):
        if where == "table":
            shown = seat.put(TELEPATHY, Zone.SIDE_OF_TABLE)
        elif where == "hand":
            seat.gone(shown)
        for force in (2, 3):
            seat.tell(
                mine=(10, -1, -1), theirs=(1, -1, -1), force_pile=force, their_hand=7 + (where == "hand")
            )
            seat.turn(phase=Phase.BATTLE)
            seat.strategy._cards.knowledge.observe(seat.table)  # type: ignore[union-attr]
            asked = offers(seat, seat.docks, label="Initiate battle", phase="Battle")
            scores[where, force] = only(seat, asked).score
    assert scores["hand", 2] < scores["hand", 3]
    assert scores["nowhere", 2] == pytest.approx(scores["hand", 3], abs=0.2)
    assert scores["nowhere", 2] == pytest.approx(scores["table", 2], abs=0.2)


@pytest.mark.parametrize("shown", [False, True])
def test_who_follows_into_a_battle_is_not_saved_for_a_card_that_may_cancel_it(
    seat: Seat, shown: bool
) -> None:
    """Trap: two were planned together; with the first there, Force was withheld that the second wanted."""
    for one in (GUARD, TROOPER, TROOPER):
        seat.put(one, column=0)
    if shown:
        seat.put(TELEPATHY, Zone.SIDE_OF_TABLE)
    (knight,) = seat.held(KNIGHT)
    seat.tell(mine=(1, -1, -1), theirs=(2, -1, -1), force_pile=4)
    seat.turn(phase=Phase.DEPLOY)
    seat.strategy._cards.knowledge.observe(seat.table)  # type: ignore[union-attr]
    assert only(seat, offers(seat, knight)).score > 0
