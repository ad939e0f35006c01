"""Searches: refused where nothing can be there, else worth the chance of the best card."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_table import (
    ALL,
    BLADE,
    DOCKS,
    FLIER,
    GUARD,
    JUNK,
    LUKE,
    MOON,
    OLD_PLAN,
    SHIP,
    TROOPER,
    VADER,
    Seat,
    menu,
    offers,
    pick,
    shown,
)
from made_table import SITE, action, card, character, cost, effect, index_of, site, term

from gemp_bot.cards import Card, CardType, SubType, Uniqueness
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.texts import CardAction, Moment, Term, Value
from gemp_bot.evaluators.searching import VAIN
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.inference import HiddenPile
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

FROM_RESERVE = "Take card into hand from Reserve Deck"
EFFECT = "Take Effect into hand from Reserve Deck"


def kind(category: str) -> Term:
    return term("category", category=category)


def takes(label: str, who: Value, *paid: Term, pile: str = "reserve_deck") -> CardAction:
    """Take a card into hand from a pile."""
    return action(label, *paid, effect(f"take_card_into_hand_from_{pile}", player="$you", who=who))


def deploys(label: str, who: Value) -> CardAction:
    """Deploy a card from the Reserve Deck."""
    return action(label, effect("deploy_card_from_reserve_deck", who=who))


OURS = Side.LIGHT
LIFT, DEAR_LIFT = "Take a character into hand from Lost Pile", "Take character into hand from Lost Pile"
ARM, CALL_LUKE = "Deploy weapon from Reserve Deck", "Deploy Luke from Reserve Deck"
CALL_CHEAPLY, RAISE_LUKE = "Deploy Luke at -1 from Reserve Deck", "Deploy Luke from Lost Pile"
VERIFY = "Verify Reserve Deck after unsuccessful attempt to 'Choose card to deploy from Reserve Deck'"
ECHOED = "Take Interrupt into hand from Reserve Deck"
DIG, ANY = "Deploy site from Reserve Deck", "Deploy card from Reserve Deck"
RIDDLE, HERALD = "Deploy xyzzy from Reserve Deck", "Take character into hand from Reserve Deck"
REVEAL = "Reveal pilot or unpiloted starfighter from hand"
SIGNAL = card(40, "Call", CardType.INTERRUPT, OURS, takes(FROM_RESERVE, kind("effect")))
BOOK = card(
    49, "Book", CardType.INTERRUPT, OURS, takes(FROM_RESERVE, kind("effect")), subtypes=(SubType.USED,)
)
ADVISER = card(
    41, "Adviser", CardType.EFFECT, OURS, takes(FROM_RESERVE, kind("effect")), takes(EFFECT, kind("effect"))
)
LIFTER = card(
    42, "Lift", CardType.INTERRUPT, OURS,
    takes(LIFT, kind("character"), cost("use_force", player="$you", amount=1), pile="lost_pile"),
)  # fmt: skip
DEAR = card(
    43, "Dear Lift", CardType.INTERRUPT, OURS,
    takes(DEAR_LIFT, kind("character"), cost("lose_force", player="$you", amount=2), pile="lost_pile"),
)  # fmt: skip
ECHO = card(51, "Echo", CardType.INTERRUPT, OURS, takes(ECHOED, kind("interrupt")), subtypes=(SubType.USED,))
NAMED = card(44, "List", CardType.EFFECT, pulls=(BLADE.blueprint_id,))
BOARD = card(
    50, "Board", CardType.EFFECT, OURS,
    deploys(ARM, kind("weapon")),
    deploys(CALL_LUKE, term("persona", persona="luke")),
    deploys(DIG, SITE),
    deploys(ANY, term("or", of=(SITE, kind("weapon")))),
    action(
        CALL_CHEAPLY,
        effect("deploy_card_from_reserve_deck", who=term("persona", persona="luke"), change_in_cost=-1),
    ),
    action(RAISE_LUKE, effect("deploy_card_from_lost_pile", who=term("persona", persona="luke"))),
    deploys(RIDDLE, term("whom_fate_favors")),
    takes(HERALD, kind("character")),
)  # fmt: skip
PLAN_B = card(45, "New Plan", CardType.EFFECT)
ACE = character(
    46, "Ace", power=3, ability=3, uniqueness=Uniqueness.UNIQUE, personas=("Ace",), matching=("900_47",)
)
WING = card(
    47, "Wing", CardType.STARSHIP, power=3, forfeit=4, deploy=1, uniqueness=Uniqueness.UNIQUE,
    subtypes=(SubType.STARFIGHTER,), matching=("900_46",),
)  # fmt: skip
CELLAR = site(53, "Cellar")
SHOWN = term("or", of=(kind("character"), term("subtype", subtype="starfighter")))
SQUAD = card(
    48, "Squads", CardType.EFFECT, OURS,
    action(REVEAL, term("target", what=term("choose_card_from_hand", player="$you", who=SHOWN))),
)  # fmt: skip
HERE = term("can_spot", who=term("and", of=(term("persona", persona="luke"), term("at", where=SITE))))
FATE = card(
    52, "Fate", CardType.EFFECT, Side.DARK,
    action(
        "", effect("lose_force", player="$opponent", amount=3), moment=Moment.MUST_AFTER,
        when=(term("is_start_of_your_turn", player="$you"), term("not", of=HERE)),
    ),
)  # fmt: skip
LUCKY, UNLUCKY = character(54, "Lucky", destiny=6), character(55, "Unlucky", destiny=0)
CARDS = (
    *ALL, LUCKY, UNLUCKY, FATE, SIGNAL, BOOK, ADVISER, LIFTER, DEAR, NAMED, BOARD, PLAN_B, ACE, WING, SQUAD,
    ECHO, CELLAR,
)  # fmt: skip


class Searcher(Seat):
    """A seat that knows its deck: all cards not put on the table lie in the Reserve Deck."""

    def __init__(self, *deck: Card) -> None:
        super().__init__()
        self.strategy = JudgedStrategy(
            0,
            load_strategy("strong", make_vocabulary()),
            index=index_of(CARDS),
            deck=DeckList(tuple(each.blueprint_id for each in deck)),
        )
        self._deck = len(deck)

    def search(
        self, source: CardId, label: str, *, out: int, force: int = 0, lost: int = 0, theirs: float = -1
    ) -> ScoredAnswer:
        """Weigh a search, when so many cards of the deck are out of the Reserve Deck."""
        piles = {"reserve_deck": self._deck - out - force, "force_pile": force, "lost_pile": lost}
        self.tell(mine=(5, -1, -1), theirs=(theirs, -1, -1), **piles)
        asked = menu_of(self, source, label)
        self.strategy._cards.knowledge.observe(self.table)  # type: ignore[union-attr]
        found = [each for each in self.weighed(asked) if each.option is not None]
        assert len(found) == 1
        return found[0]


def menu_of(seat: Seat, source: CardId, label: str) -> Any:
    made = menu((source, label))
    face = seat.table.face_of(source)
    assert face is not None
    (action,) = made.actions
    return type(made)(text=made.text, actions=(type(action)(action.action_id, source, face, label),))


def told(weighed: ScoredAnswer) -> str:
    return "; ".join(each.text for each in weighed.parts)


class TestShuffling:
    """Trap: our next destiny was known to be a 5, the rest averaged 1.9, and it was shuffled away."""

    @pytest.mark.parametrize(
        ("top", "sign", "phase"),
        [(LUCKY, -1, Phase.DEPLOY), (UNLUCKY, 1, Phase.DEPLOY), (LUCKY, 0, Phase.DRAW)],
    )
    def test_a_known_destiny_counts_before_a_battle(self, top: Card, sign: int, phase: Phase) -> None:
        seat = Searcher(OLD_PLAN, ADVISER, LUCKY, UNLUCKY, GUARD, GUARD, LUKE)
        source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
        seat.put(LUKE)
        seat.put(VADER)
        seat.turn(phase=phase)
        seat.search(source, EFFECT, out=2)
        knowledge = seat.strategy._cards.knowledge
        hidden = None if knowledge is None else knowledge.hidden(own=True)
        assert hidden is not None
        hidden.show_top(HiddenPile.RESERVE, top.blueprint_id)
        (found,) = [each for each in seat.weighed(menu_of(seat, source, EFFECT)) if each.option is not None]
        brings = sum(each.force for each in found.parts if "shuffled away" in each.text)
        assert (brings > 0) - (brings < 0) == sign


class TestForceOfABattle:
    """Trap: a battle for 10 Force could not be begun, as a search before it had used the last Force."""

    @pytest.mark.parametrize(("force", "enough"), [(1, False), (2, True)])
    def test_a_search_leaves_it(self, force: int, enough: bool) -> None:
        seat = Searcher(LIFTER, LUKE, *(GUARD,) * 6)
        (source,) = seat.held(LIFTER)
        seat.put(GUARD, Zone.TOP_OF_LOST_PILE)
        seat.put(LUKE)
        seat.put(TROOPER)
        seat.turn(phase=Phase.DEPLOY)
        found = seat.search(source, f"USED: {LIFT}", out=3, force=force, lost=1, theirs=1)
        assert ("what else it was for" in told(found)) is not enough
        assert (found.score > 0) is enough


class TestWhatCannotBeThere:
    def test_every_effect_was_seen_elsewhere(self) -> None:
        seat = Searcher(OLD_PLAN, ADVISER, GUARD, GUARD)
        source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
        seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        found = seat.search(source, FROM_RESERVE, out=2)
        assert found.score == VAIN
        assert "can be in the Reserve Deck" in told(found)

    def test_one_is_left(self) -> None:
        seat = Searcher(OLD_PLAN, ADVISER, GUARD, GUARD)
        source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
        assert seat.search(source, FROM_RESERVE, out=1).score > 0

    def test_which_action_it_is_tells_what_is_looked_for(self) -> None:
        for deck, vain in (((BOARD, GUARD, JUNK), True), ((BOARD, GUARD, BLADE), False)):
            seat = Searcher(*deck)
            source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
            assert (seat.search(source, ARM, out=1).score == VAIN) is vain

    def test_an_interrupt_does_not_fetch_its_like(self) -> None:
        seat = Searcher(ECHO, ECHO, GUARD)
        (source,) = seat.held(ECHO)
        assert seat.search(source, ECHOED, out=1).score == VAIN

    def test_a_selector_that_is_not_known_may_mean_anything(self) -> None:
        seat = Searcher(GUARD, BLADE)
        source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
        assert seat.search(source, RIDDLE, out=0).score > 0

    def test_a_list_that_may_be_incomplete_proves_nothing(self) -> None:
        seat = Searcher(NAMED, GUARD, GUARD)
        source = seat.put(NAMED, Zone.SIDE_OF_TABLE)
        doubtful = seat.search(source, FROM_RESERVE, out=1).score
        seat = Searcher(NAMED, GUARD, BLADE)
        source = seat.put(NAMED, Zone.SIDE_OF_TABLE)
        assert 0 < doubtful < seat.search(source, FROM_RESERVE, out=1).score

    def test_a_character_of_the_lost_pile(self) -> None:
        label = f"LOST: {LIFT}"
        seat = Searcher(LIFTER, JUNK, GUARD)
        (source,) = seat.held(LIFTER)
        seat.put(JUNK, Zone.TOP_OF_LOST_PILE)
        assert seat.search(source, label, out=2, lost=1).score == VAIN
        seat = Searcher(LIFTER, JUNK, GUARD)
        (source,) = seat.held(LIFTER)
        seat.put(GUARD, Zone.TOP_OF_LOST_PILE)
        assert seat.search(source, label, out=2, lost=1).score > VAIN

    def test_what_is_lost_for_it_may_be_the_very_card(self) -> None:
        seat = Searcher(DEAR, JUNK, GUARD)
        (source,) = seat.held(DEAR)
        seat.put(JUNK, Zone.TOP_OF_LOST_PILE)
        found = seat.search(source, DEAR_LIFT, out=2, lost=1)
        assert "can be in" not in told(found)

    def test_what_failed_is_tried_again_when_it_came_there_since(self) -> None:
        seat = Searcher(OLD_PLAN, ADVISER, GUARD, GUARD)
        source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
        plan = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        found = seat.search(source, EFFECT, out=2)
        assert found.option is not None
        seat.choose(found.option)
        seat.memory.searches.fail(found.option, 3)
        seat.turn(number=4)
        seat.enter()
        assert seat.search(source, EFFECT, out=2).score == VAIN
        seat.gone(plan)
        assert seat.search(source, EFFECT, out=1).score > 0

    def test_a_unique_card_in_play_does_not_come_again(self) -> None:
        seat = Searcher(LUKE, *(GUARD,) * 4)
        source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
        assert seat.search(source, CALL_LUKE, out=0, force=3).score > 0
        seat = Searcher(LUKE, LUKE, *(GUARD,) * 4)
        source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
        seat.put(LUKE)
        assert seat.search(source, CALL_LUKE, out=1, force=3).score == VAIN

    def test_what_no_place_lets_be_paid_is_not_looked_for(self) -> None:
        """Trap: the last use of a phase was to look for a Luke that 1 Force could not pay anywhere."""
        for label, force, vain in ((CALL_LUKE, 2, True), (CALL_LUKE, 3, False), (CALL_CHEAPLY, 2, False)):
            seat = Searcher(LUKE, *(GUARD,) * 4)
            source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
            assert (seat.search(source, label, out=0, force=force).score == VAIN) is vain, (label, force)

    def test_more_force_lifts_the_bar_of_what_failed_for_want_of_it(self) -> None:
        for force, vain in ((3, True), (4, False)):
            seat = Searcher(LUKE, *(GUARD,) * 5)
            source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
            found = seat.search(source, CALL_LUKE, out=0, force=3)
            assert found.option is not None
            seat.choose(found.option)
            seat.answer(shown(VERIFY, LUKE, GUARD, high=0, selectable=False))
            seat.turn(number=4)
            seat.enter()
            again = seat.search(source, CALL_LUKE, out=0, force=force)
            assert (again.score == VAIN) is vain, told(again)
            assert "failed before" not in told(again)

    def test_what_is_seen_in_the_lost_pile_is_looked_for_again(self) -> None:
        seat = Searcher(LUKE, *(GUARD,) * 5)
        source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
        seat.put(LUKE, Zone.TOP_OF_LOST_PILE)
        found = seat.search(source, RAISE_LUKE, out=1, force=3, lost=1)
        assert found.option is not None
        seat.choose(found.option)
        seat.memory.searches.fail(found.option, 3, 3)
        seat.turn(number=4)
        seat.enter()
        assert seat.search(source, RAISE_LUKE, out=1, force=3, lost=1).score > 0

    @given(st.sets(st.sampled_from(range(6)), max_size=4), st.booleans())
    def test_never_while_a_matching_card_is_unseen(self, out: set[int], other: bool) -> None:
        deck = (OLD_PLAN, PLAN_B, ADVISER, GUARD, FLIER, BLADE)
        seat = Searcher(*deck)
        for each in out:
            seat.put(deck[each], Zone.HAND)
        source = seat.put(BOOK if other else SIGNAL, Zone.SIDE_OF_TABLE)
        found = seat.search(source, FROM_RESERVE, out=len(out))
        left = {0, 1, 2} - out
        assert (found.score > VAIN) is bool(left), told(found)


class TestWhatItIsWorth:
    def test_what_ends_a_loss_of_each_turn_is_worth_that(self) -> None:
        """Trap: 3 Force were lost each turn until Luke came, and he was fetched as a card like any other."""
        scores = []
        for fate in (False, True):
            seat = Searcher(LUKE, *(GUARD,) * 4)
            source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
            if fate:
                seat.put(FATE, Zone.SIDE_OF_TABLE)
            scores.append(seat.search(source, CALL_LUKE, out=0, force=3).score)
        assert scores[1] > scores[0] + 3

    def test_more_where_it_is_likelier(self) -> None:
        scores = []
        for deck in ((OLD_PLAN, GUARD, GUARD, GUARD), (OLD_PLAN, PLAN_B, GUARD, GUARD), (OLD_PLAN,) * 4):
            seat = Searcher(*deck)
            source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
            scores.append(seat.search(source, EFFECT, out=0, force=2).score)
        assert scores == sorted(set(scores))

    def test_more_for_the_better_card(self) -> None:
        scores = []
        for face in (GUARD, LUKE):
            seat = Searcher(face, JUNK, JUNK)
            source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
            scores.append(seat.search(source, HERALD, out=0).score)
        assert scores[0] < scores[1]

    def test_a_lost_interrupt_is_given_for_it_and_a_used_one_is_not(self) -> None:
        seat = Searcher(OLD_PLAN, SIGNAL, GUARD)
        (source,) = seat.held(SIGNAL)
        played = seat.search(source, f"LOST: {FROM_RESERVE}", out=1)
        used = seat.search(source, f"USED: {FROM_RESERVE}", out=1)
        assert "Call leaves our hand" in told(played)
        assert "Call leaves our hand" not in told(used), "it surely finds something"
        seat = Searcher(OLD_PLAN, BOOK, GUARD)
        (source,) = seat.held(BOOK)
        assert "leaves our hand" not in told(seat.search(source, FROM_RESERVE, out=1)), "it is printed on it"
        seat = Searcher(OLD_PLAN, ADVISER, GUARD)
        source = seat.put(ADVISER, Zone.SIDE_OF_TABLE)
        free = seat.search(source, FROM_RESERVE, out=1)
        assert used.score == pytest.approx(free.score)

    def test_an_empty_lost_pile_gives_nothing_back(self) -> None:
        label = "Retrieve a Rebel into hand"
        brings = action(label, effect("retrieve_card_into_hand", player="$you", who=kind("character")))
        giver = card(51, "Giver", CardType.EFFECT, OURS, brings)
        seat = Searcher(GUARD, JUNK)
        seat.strategy = JudgedStrategy(
            0,
            load_strategy("strong", make_vocabulary()),
            index=index_of((*CARDS, giver)),
            deck=DeckList((GUARD.blueprint_id, JUNK.blueprint_id)),
        )
        source = seat.put(giver, Zone.SIDE_OF_TABLE)
        assert seat.search(source, label, out=0).score == VAIN


class TestPairs:
    FILL = (GUARD,) * 5

    def test_the_partner_is_in_the_deck(self) -> None:
        seat = Searcher(ACE, WING, *self.FILL)
        source = seat.put(SQUAD, Zone.SIDE_OF_TABLE)
        seat.held(WING)
        assert seat.search(source, REVEAL, out=1, force=3).score > 0
        assert seat.search(source, REVEAL, out=1, force=0).score == VAIN, "it cannot be paid"

    def test_the_partner_is_in_play(self) -> None:
        seat = Searcher(ACE, ACE, WING, *self.FILL)
        source = seat.put(SQUAD, Zone.SIDE_OF_TABLE)
        seat.held(WING)
        seat.put(ACE)
        assert seat.search(source, REVEAL, out=2, force=3).score == VAIN

    def test_who_has_a_partner_is_shown(self) -> None:
        seat = Searcher(ACE, WING, SHIP, *self.FILL)
        source = seat.put(SQUAD, Zone.SIDE_OF_TABLE)
        ship, wing = seat.held(SHIP, WING)
        seat.tell(mine=(5, -1, -1), reserve_deck=3, force_pile=3)
        assert seat.answer(menu_of(seat, source, REVEAL)) == "0"
        assert seat.answer(pick("Choose card from hand, or click 'Done' to cancel", ship, wing)) == str(wing)


class TestWhatIsTaken:
    @pytest.mark.parametrize("places", [(DOCKS, MOON), (MOON, DOCKS)])
    @pytest.mark.parametrize(
        ("label", "text"),
        [
            ("Deploy card from Reserve Deck", "Choose card to deploy from Reserve Deck"),
            (FROM_RESERVE, "Choose card to take into hand from Reserve Deck"),
        ],
    )
    def test_of_locations_the_one_that_gives_us_more_force(
        self, label: str, text: str, places: tuple[Card, Card]
    ) -> None:
        """Trap: every location was worth the same, and a docking bay starved us where a chamber gave 3."""
        seat = Searcher(*places, GUARD)
        source = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        seat.tell(mine=(5, -1, -1), reserve_deck=3)
        seat.decide(menu_of(seat, source, label))
        assert seat.answer(shown(text, *places, low=1)) == f"temp{places.index(DOCKS)}"

    @pytest.mark.parametrize(("label", "first"), [(DIG, True), (ANY, False)])
    def test_a_location_that_is_fetched_comes_before_fighters(self, label: str, first: bool) -> None:
        """Trap: two characters were deployed, and then the site that the objective fetches for nothing."""
        seat = Searcher(CELLAR, BLADE, LUKE)
        source = seat.put(BOARD, Zone.SIDE_OF_TABLE)
        (luke,) = seat.held(LUKE)
        seat.tell(reserve_deck=2, force_pile=8)
        asked = offers(seat, luke)
        (fetch,) = menu_of(seat, source, label).actions
        fetch = msgspec.structs.replace(fetch, action_id="1")
        asked = msgspec.structs.replace(asked, actions=(*asked.actions, fetch))
        assert seat.answer(asked) == ("1" if first else "0")

    def test_a_starship_without_space_stays(self) -> None:
        seat = Searcher(SHIP, DOCKS, GUARD)
        seat.gone(seat.moon)
        source = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        seat.tell(mine=(5, -1), reserve_deck=3, force_pile=0)
        seat.decide(menu_of(seat, source, "Deploy card from Reserve Deck"))
        offered = shown("Choose card to deploy from Reserve Deck", SHIP, GUARD, low=1)
        assert seat.answer(offered) == "temp1"

    @pytest.mark.parametrize(("pilots", "taken"), [([FLIER], "temp1"), ([], "temp0")])
    def test_and_is_taken_where_there_is_space_and_a_pilot(self, pilots: list[Card], taken: str) -> None:
        """Trap: an empty barge was fetched for 5 Force, to stand with power 0 before power 8."""
        seat = Searcher(SHIP, DOCKS, GUARD)
        source = seat.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
        seat.held(*pilots)
        seat.tell(mine=(5, -1, -1), reserve_deck=3, force_pile=4, their_hand=1)
        seat.decide(menu_of(seat, source, "Deploy card from Reserve Deck"))
        offered = shown("Choose card to deploy from Reserve Deck", BLADE, SHIP, low=1)
        assert seat.answer(offered) == taken
