"""What cards bring to a battle: destinies and power there, on the table and before they are deployed."""

import pytest
from made_table import REBEL, MadeTable, Text, character, index_of, site, standing, starship, term, titled

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardIndex, CardType, Icon
from gemp_bot.effects import CardEffects
from gemp_bot.game.arrivals import Arrival, Arrivals
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId

HILL, CAVE = site(90, "Endor: Hill"), site(91, "Endor: Cave")
IN_BATTLE = term("in_battle_with", card="$self", who=REBEL)
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


def pilot(number: int, title: str, *text: Text) -> Card:
    return character(number, title, Side.LIGHT, *text, icons=((Icon.PILOT, 1),))


class TestArrivals:
    def test_what_a_place_makes_of_a_card(self) -> None:
        at_hill = term("at", card="$self", where=titled("Endor: Hill"))
        scout = character(1, "Scout", Side.LIGHT, standing("power", amount=2, when=at_hill), AT_LEAST)
        arrivals = Arrivals(CardEffects(index_of([HILL, CAVE, scout])))
        face = scout.blueprint_id
        assert arrivals.of(face, HILL.blueprint_id, Side.LIGHT) == Arrival(5, 0, 1)
        assert arrivals.of(face, CAVE.blueprint_id, Side.LIGHT) == Arrival(3, 0, 1)
        assert arrivals.of(face, None, Side.LIGHT) == Arrival(3, 0, 1)

    def test_a_pilot_adds_to_what_his_text_says_and_to_nothing_else(self) -> None:
        capital = term("card_matches", who=term("subtype", subtype="capital"), matches=3)
        capital_only = standing("adds_power_to_piloted_by_self", amount=capital)
        anything = standing("adds_power_to_piloted_by_self", amount=2)
        admiral, ace = pilot(1, "Admiral", capital_only), pilot(2, "Ace", anything)
        ship = starship(3, "Ship")
        arrivals = Arrivals(CardEffects(index_of([ship, admiral, ace])))

        def power(crew: Card | None) -> float:
            found = arrivals.of(
                ship.blueprint_id, None, Side.LIGHT, None if crew is None else crew.blueprint_id
            )
            assert found is not None
            return found.power

        assert (power(admiral), power(ace), power(None)) == (4, 6, 0)

    def test_what_nobody_knows(self) -> None:
        arrivals = Arrivals(CardEffects(index_of([])))
        assert arrivals.of(BlueprintId("900_1"), None, Side.DARK) is None

    @pytest.mark.parametrize(
        ("title", "place", "crew", "expected"),
        [
            ("Bossk In Hound's Tooth", "Kashyyyk", None, Arrival(7, 1, 0)),
            ("Red 9", "Yavin 4", "Admiral Ackbar", Arrival(3)),
            ("Red 9", "Yavin 4", "Corran Horn", Arrival(5)),
            ("Colonel Davod Jon", "Tatooine: Mos Eisley", None, Arrival(5, 0, 1, 3)),
        ],
    )
    def test_printed_cards(self, title: str, place: str, crew: str | None, expected: Arrival) -> None:
        index = CardIndex.load()
        faces = {card.title: card for card in reversed(list(index))}
        card = faces[title]
        assert card.side is not None
        flies = None if crew is None else faces[crew].blueprint_id
        found = Arrivals(CardEffects(index)).of(
            card.blueprint_id, faces[place].blueprint_id, card.side, flies
        )
        assert found == expected

    def test_every_card_may_arrive_where_there_is_no_location_yet(self) -> None:
        effects = CardEffects()
        arrivals = Arrivals(effects)
        pilot = next(card for card in effects.index if card.title == "Obi-Wan Kenobi").blueprint_id
        for card in effects.index:
            if card.side is not None and card.type in {
                CardType.CHARACTER,
                CardType.STARSHIP,
                CardType.VEHICLE,
            }:
                assert arrivals.of(card.blueprint_id, None, card.side, BlueprintId(pilot)), card.title


def test_ids_of_arrivals_are_their_own() -> None:
    """A card of the table with the same id has no part in it."""
    scout = character(1, "Scout")
    made = two_places(scout)
    assert made.put(scout) == CardId(3)
    found = Arrivals(made.lore).of(scout.blueprint_id, HILL.blueprint_id, Side.LIGHT)
    assert found == Arrival(3)
