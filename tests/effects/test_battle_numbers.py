"""What cards bring to a battle: destinies and power there, on the table and before they are deployed."""

import pytest
from made_table import (
    REBEL,
    MadeTable,
    Text,
    action,
    both,
    card,
    character,
    effect,
    site,
    standing,
    starship,
    term,
    titled,
)

from gemp_bot.board.board import Board
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardType, Icon
from gemp_bot.cards.texts import Moment
from gemp_bot.effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.arrivals import AS_BEFORE, Arrival, Arrivals
from gemp_bot.game.numbers import DestinyChanges, Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId

HILL, CAVE = site(90, "Endor: Hill"), site(91, "Endor: Cave")
_CAVE, _HILL = 0, 1
"""Their columns at two places."""
IN_BATTLE = term("in_battle_with", card="$self", who=REBEL)
IN_A_BATTLE = term("in_battle", card="$self")
ONE_MORE = standing("adds_battle_destiny", amount=1, when=term("with", card="$self", who=REBEL))
AT_LEAST = standing("draws_battle_destiny_if_unable_to_otherwise", amount=1)
FIERCE = standing("power", amount=3, when=IN_BATTLE)


class Asked:
    """The numbers of a made table, by the ids of cards."""

    def __init__(self, made: MadeTable) -> None:
        self._board = BoardTracker(made.table, made.lore.index).board
        self._numbers = Numbers(self._board, made.lore)

    def power(self, card: CardId, *, fighting: bool = False) -> float:
        return self._numbers.power(self._board.known[card], fighting=fighting)

    def draws(self, card: CardId) -> tuple[float, float]:
        return self._numbers.draws(self._board.known[card], fighting=True)

    def drawn_at(self, quantity: Quantity, side: Side, column: int) -> float:
        return self._numbers.destinies_there(quantity, side, self._board.locations[column])

    def drain(self, side: Side, column: int) -> float:
        return self._numbers.drain(side, self._board.locations[column])

    def made_of(self, side: Side, column: int) -> DestinyChanges:
        return self._numbers.destiny_changes(side, self._board.locations[column])

    def needed(self, side: Side, column: int) -> float:
        return self._numbers.needed_for_destiny(side, self._board.locations[column], fighting=True)


def two_places(*cards: Card) -> MadeTable:
    made = MadeTable(HILL, CAVE, *cards)
    made.place_there(HILL)
    made.place_there(CAVE)
    return made


class TestDestinies:
    def test_a_destiny_is_added_while_its_condition_holds(self) -> None:
        captain, rebel = character(1, "Captain", Side.LIGHT, ONE_MORE), character(2, "Rebel")
        made = two_places(captain, rebel)
        alone = made.put(captain)
        assert Asked(made).draws(alone) == (0, 0)
        made.put(rebel)
        assert Asked(made).draws(alone) == (1, 0)

    def test_who_may_draw_one_where_there_would_be_none_does(self) -> None:
        loner = character(1, "Loner", Side.LIGHT, AT_LEAST)
        made = two_places(loner)
        card = made.put(loner)
        assert Asked(made).draws(card) == (0, 1)

    def test_texts_of_cards_that_do_not_fight_have_their_side_draw(self) -> None:
        """Trap: forecasts knew no destiny to total power, and none that an objective adds."""
        there = term("during_battle_at", where=titled("Endor: Cave"))
        plan = card(
            4, "Plan", CardType.OBJECTIVE, Side.LIGHT,
            standing("adds_battle_destiny", amount=1, player="$you", when=there),
            standing("adds_destiny_to_power", amount=1, player="$opponent", when=there),
        )  # fmt: skip
        rebel = character(2, "Rebel")
        made = two_places(plan, rebel)
        made.put(plan, Zone.SIDE_OF_TABLE)
        made.put(rebel)
        made.put(rebel, column=1)
        asked = Asked(made)
        for side, column, quantity, found in (
            (Side.LIGHT, _HILL, Quantity.BATTLE_DESTINY, 0), (Side.LIGHT, _CAVE, Quantity.BATTLE_DESTINY, 1),
            (Side.DARK, _CAVE, Quantity.BATTLE_DESTINY, 0), (Side.DARK, _CAVE, Quantity.ADDED_DESTINY, 1),
        ):  # fmt: skip
            assert asked.drawn_at(quantity, side, column) == found, (side, column, quantity)

    def test_what_texts_make_of_destinies_while_all_fight(self) -> None:
        """Trap: a battle was foreseen with a destiny beside who resets the opponent's total to 0."""
        here = term("here", card="$self")
        none = standing(
            "reset_total_battle_destiny", player="$opponent", where=here, when=IN_A_BATTLE, reset_value=0
        )
        each = standing("each_battle_destiny", player="$you", where=here, amount=1)
        total = standing("total_battle_destiny", player="$you", where=here, amount=-2)
        hunter = character(3, "Hunter", Side.DARK, none, each, total)
        rebel = character(2, "Rebel")
        made = two_places(hunter, rebel)
        made.put(hunter)
        made.put(rebel)
        asked = Asked(made)
        assert asked.made_of(Side.LIGHT, _CAVE) == DestinyChanges(most=0)
        assert asked.made_of(Side.DARK, _CAVE) == DestinyChanges(each=1, total=-2)
        assert asked.made_of(Side.LIGHT, _HILL) == DestinyChanges()

    def test_ability_that_destiny_needs_while_somebody_fights_there(self) -> None:
        """Trap: ability 5 was to draw a destiny before a card that asks for 6."""
        prince = character(
            3, "Prince", Side.DARK,
            standing(
                "ability_required_for_battle_destiny", amount=6, player="$opponent",
                where=term("here", card="$self"), when=term("in_battle", card="$self"),
            ),
        )  # fmt: skip
        made = two_places(prince)
        made.put(prince)
        assert [Asked(made).needed(Side.LIGHT, column) for column in (_CAVE, _HILL)] == [6, 4]


class TestPowerInBattle:
    def test_it_is_supposed_and_only_of_who_is_there(self) -> None:
        fierce = character(1, "Fierce", Side.DARK, FIERCE)
        rebel = character(2, "Rebel")
        made = two_places(fierce, rebel)
        card = made.put(fierce)
        made.put(rebel, column=1)
        values = Asked(made)
        assert (values.power(card), values.power(card, fighting=True)) == (3, 3), "the Rebel is elsewhere"
        made.put(rebel)
        values = Asked(made)
        assert (values.power(card), values.power(card, fighting=True)) == (3, 6)

    def test_a_real_battle_stays_what_it_is(self) -> None:
        fierce = character(1, "Fierce", Side.DARK, FIERCE)
        rebel = character(2, "Rebel")
        made = two_places(fierce, rebel)
        card, other = made.put(fierce), made.put(rebel)
        values = Asked(made)
        assert values.power(card, fighting=True) == 6
        assert values.power(card) == 3, "nothing of the supposition is left"
        made.battle(card, other)
        assert Asked(made).power(card) == 6

    def test_politics_instead_of_power_is_supposed_wherever_there_would_be_a_battle(self) -> None:
        """Trap: eight power were sent to a senate where they counted nothing; elsewhere somebody fought."""
        debate = standing(
            "use_politics_for_power", while_="light",
            who=term("here", card="$self"), when=term("during_battle_at", where="$self"),
        )  # fmt: skip
        hall, knight = site(92, "Coruscant: Hall", debate), character(3, "Knight", power=6)
        made = two_places(knight, hall)
        made.place_there(hall, 2)
        made.put(knight)
        senator = made.put(knight, column=2)
        values = Asked(made)
        assert (values.power(senator), values.power(senator, fighting=True)) == (6, 0)


def pilot(number: int, title: str, *text: Text) -> Card:
    return character(number, title, Side.LIGHT, *text, icons=((Icon.PILOT, 1),))


class TestArrivals:
    def test_what_a_place_makes_of_a_card(self) -> None:
        at_hill = term("at", card="$self", where=titled("Endor: Hill"))
        scout = character(1, "Scout", Side.LIGHT, standing("power", amount=2, when=at_hill), AT_LEAST)
        come = Coming(two_places(scout))
        assert come.deployed(scout, _HILL) == Arrival(5, 2, 0, 1)
        assert come.deployed(scout, _CAVE) == Arrival(3, 2, 0, 1)
        assert come.deployed(scout, None) == Arrival(3, 2, 0, 1)

    def test_what_a_card_takes_each_turn_and_no_more(self) -> None:
        """Trap: Luke was a card like any other where he ended a loss of 3 Force a turn."""
        absent = term(
            "not", of=term("can_spot", who=both(titled("Hero"), term("at", where=titled("Endor: Hill"))))
        )
        loss = action(
            "", effect("lose_force", player="$opponent", amount=3), moment=Moment.MUST_AFTER,
            when=(term("is_start_of_your_turn", player="$you"), absent),
        )  # fmt: skip
        fate = card(93, "Fate", CardType.EFFECT, Side.DARK, loss)
        hero, rebel = character(1, "Hero", Side.LIGHT), character(2, "Rebel", Side.LIGHT)
        made = two_places(hero, rebel, fate)
        assert Coming(made).deployed(hero, _HILL).ends == ()
        made.put(fate, Zone.SIDE_OF_TABLE)
        come = Coming(made)
        assert come.deployed(hero, _HILL).ends == (("Fate", 3),)
        assert come.deployed(hero, _CAVE).ends == come.deployed(rebel, _HILL).ends == ()

    def test_who_is_there_counts(self) -> None:
        captain, rebel = character(1, "Captain", Side.LIGHT, ONE_MORE), character(2, "Rebel", Side.LIGHT)
        made = two_places(captain, rebel)
        made.put(rebel)
        come = Coming(made)
        assert [come.deployed(captain, column).draws for column in (0, 1)] == [1, 0]

    def test_one_copy_of_the_board_serves_all_places(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Coming to one place leaves no trace at the next, and a board is copied once for both."""
        captain, rebel = character(1, "Captain", Side.LIGHT, ONE_MORE), character(2, "Rebel", Side.LIGHT)
        made = two_places(captain, rebel)
        there = made.put(rebel)
        come, copies, copy = Coming(made), list[Board](), Board.copy

        def copying(board: Board) -> Board:
            copies.append(copy(board))
            return copies[-1]

        monkeypatch.setattr(Board, "copy", copying)
        for columns in ((0, 1), (1, 0)):
            come.arrivals = Arrivals(come.board, Numbers(come.board, made.lore), made.lore)
            assert {column: come.deployed(captain, column).draws for column in columns} == {0: 1, 1: 0}
            assert [come.moved(there, column).power for column in columns] == [0, 0]
        assert len(copies) == 4

    def test_who_lets_us_drain_less_or_not_battle(self) -> None:
        """Until it stands there we may do both."""
        here = term("same_location", card="$self")
        shy = character(
            1, "Shy", Side.LIGHT,
            standing("may_not_initiate_battle_at_location", player="$you", where=here),
            standing("force_drain", player="$you", where=here, amount=-1),
        )  # fmt: skip
        found = Coming(two_places(shy)).deployed(shy, 0)
        assert (found.there.battle, found.there.drain.force) == (False, -1)

    def test_what_comers_make_of_destinies(self) -> None:
        here = term("here", card="$self")
        fewer = standing("may_not_draw_more_than_battle_destiny", where=here, amount=1, player="$opponent")
        more = standing("each_battle_destiny", where=here, amount=1, player="$you")
        hunter, seer = character(1, "Hunter", Side.LIGHT, fewer), character(2, "Seer", Side.LIGHT, more)
        made = two_places(hunter, seer)
        made.put(seer)
        found = Coming(made).deployed(hunter, 0).there
        assert (found.destinies, found.their_destinies) == (DestinyChanges(), DestinyChanges(most=1))
        assert Coming(made).deployed(seer, _HILL).there.destinies == DestinyChanges(each=1)

    def test_total_power_that_a_text_adds_in_battles_counts_once(self) -> None:
        more = standing("total_power", player="$you", where=term("battle_location"), amount=3)
        plan = card(4, "Plan", CardType.EFFECT, Side.LIGHT, more)
        here = term("battle_location")
        there = standing("total_power", player="$you", where=here, when=IN_A_BATTLE, amount=2)
        captain = character(3, "Captain", Side.LIGHT, there)
        scout, ranger = character(1, "Scout"), character(2, "Ranger")
        made = two_places(plan, scout, ranger, captain)
        made.put(plan, Zone.SIDE_OF_TABLE)
        made.put(captain, column=_HILL)
        come = Coming(made)
        assert sum([come.deployed(each, 0).there for each in (scout, ranger)], AS_BEFORE).power == 3
        made.put(ranger)
        assert Coming(made).deployed(scout, 0).there.power == 0

    @pytest.mark.parametrize("count", [1, 2, 6])
    @pytest.mark.parametrize("what", ["location", "copies", "cumulative", "two_cards"])
    def test_what_a_group_makes_of_a_drain(self, what: str, count: int) -> None:
        """Trap: a site that says "if you control, Force drain +1" promised a drain of 7 to six who came."""
        here, hill = term("same_location", card="$self"), HILL
        text = standing("force_drain", player="$you", where=here, amount=1)
        scouts = [character(1, "Scout"), character(2, "Ranger")]
        if what == "location":
            controls = term("controls", player="$light", location="$self")
            more = standing("force_drain", "light", player="$light", where="$self", when=controls, amount=1)
            hill = site(90, "Endor: Hill", more)
        elif what == "two_cards":
            scouts = [character(1, "Scout", Side.LIGHT, text), character(2, "Ranger", Side.LIGHT, text)]
        elif what == "copies":
            scouts = [character(1, "Scout", Side.LIGHT, text)]
        else:
            more = standing("force_drain", player="$you", where=here, amount=1, cumulative=True)
            scouts = [character(1, "Scout", Side.LIGHT, more)]
        made = MadeTable(hill, CAVE, *scouts)
        made.place_there(hill)
        made.place_there(CAVE)
        come, comers = Coming(made), [scouts[number % len(scouts)] for number in range(count)]
        foreseen = sum([come.deployed(each, 0).there for each in comers], AS_BEFORE).drain.force
        for each in comers:
            made.put(each)
        assert 1 + foreseen == Asked(made).drain(Side.LIGHT, 0)

    def test_a_move_changes_what_places_make_of_a_card(self) -> None:
        at_hill = term("at", card="$self", where=titled("Endor: Hill"))
        scout = character(1, "Scout", Side.LIGHT, standing("power", amount=2, when=at_hill))
        made = two_places(scout)
        card = made.put(scout, column=_HILL)
        assert Coming(made).moved(card, _CAVE).power == -2
        assert Coming(made).moved(card, _HILL).power == 0

    def test_a_pilot_adds_to_what_his_text_says_and_to_nothing_else(self) -> None:
        capital = term("card_matches", who=term("subtype", subtype="capital"), matches=3)
        capital_only = standing("adds_power_to_piloted_by_self", amount=capital)
        anything = standing("adds_power_to_piloted_by_self", amount=2)
        admiral, ace = pilot(1, "Admiral", capital_only), pilot(2, "Ace", anything)
        ship = starship(3, "Ship")
        come = Coming(MadeTable(ship, admiral, ace))
        assert [come.deployed(ship, None, crew).power for crew in (admiral, ace, None)] == [4, 6, 0]

    def test_a_second_pilot_and_a_passenger_lend_no_ability(self) -> None:
        ship, ace = starship(3, "Ship"), pilot(1, "Ace")
        space = site(92, "Endor")
        made = MadeTable(space, ship, ace, clerk := character(2, "Clerk", Side.LIGHT))
        made.place_there(space)
        card = made.put(ship)
        empty, piloted = Coming(made).boarded(card), Coming(made).boarded(card, ace)
        assert (empty.ability, piloted.ability - empty.ability) == (0, 2)
        assert Coming(made).boarded(card, clerk).ability == 0

    def test_what_nobody_knows(self) -> None:
        made = two_places()
        assert Coming(made).arrivals.deployed(BlueprintId("900_1"), None, Side.DARK) is None

    def test_every_card_may_arrive_where_there_is_no_location_yet(self) -> None:
        effects = CardEffects()
        board = Board(Side.DARK, Side.DARK, None)
        arrivals = Arrivals(board, Numbers(board, effects), effects)
        pilot = next(card for card in effects.index if card.title == "Obi-Wan Kenobi").blueprint_id
        for each in effects.index:
            if each.side is not None and each.type in {
                CardType.CHARACTER,
                CardType.STARSHIP,
                CardType.VEHICLE,
            }:
                assert arrivals.deployed(each.blueprint_id, None, each.side, BlueprintId(pilot)), each.title

    @pytest.mark.parametrize(
        ("title", "place", "crew", "expected"),
        [
            ("Bossk In Hound's Tooth", "Kashyyyk", None, Arrival(7, 2, 1, 0)),
            ("Red 9", "Yavin 4", "Admiral Ackbar", Arrival(3, 3)),
            ("Red 9", "Yavin 4", "Corran Horn", Arrival(5, 4)),
            ("Colonel Davod Jon", "Tatooine: Mos Eisley", None, Arrival(5, 2, 0, 1, 5)),
        ],
    )
    def test_printed_cards(self, title: str, place: str, crew: str | None, expected: Arrival) -> None:
        effects = CardEffects()
        faces = {card.title: card for card in reversed(list(effects.index))}
        made = MadeTable(faces[place], faces[title], *([] if crew is None else [faces[crew]]))
        made.place_there(faces[place])
        found = Coming(made, effects).deployed(faces[title], 0, None if crew is None else faces[crew])
        assert found == expected


def test_ids_of_arrivals_are_their_own() -> None:
    """A card of the table with the same id has no part in it."""
    scout = character(1, "Scout")
    made = two_places(scout)
    assert made.put(scout) == CardId(3)
    assert Coming(made).deployed(scout, 0) == Arrival(3, 2)


class Coming:
    """What cards would be on a made table."""

    def __init__(self, made: MadeTable, effects: CardEffects | None = None) -> None:
        lore = effects or made.lore
        self.board = BoardTracker(made.table, lore.index).board
        self.arrivals = Arrivals(self.board, Numbers(self.board, lore), lore)

    def deployed(self, card: Card, column: int | None, crew: Card | None = None) -> Arrival:
        flies = None if crew is None else crew.blueprint_id
        found = self.arrivals.deployed(card.blueprint_id, column, card.side or Side.LIGHT, flies)
        assert found is not None
        return found

    def boarded(self, host: CardId, crew: Card | None = None) -> Arrival:
        found = self.arrivals.boarded(host, None if crew is None else crew.blueprint_id, Side.LIGHT)
        assert found is not None
        return found

    def moved(self, card: CardId, column: int) -> Arrival:
        found = self.arrivals.moved(card, column)
        assert found is not None
        return found
