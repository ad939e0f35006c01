"""Power, ability and forfeit: printed, piloted, armed, and changed by texts in play."""

import pytest
from made_table import (
    CHARACTER,
    ME,
    REBEL,
    THEM,
    UNIQUE,
    YOURS,
    MadeCard,
    MadeTable,
    both,
    card,
    character,
    keyword,
    on,
    site,
    standing,
    starship,
    system,
    term,
    titled,
)

from gemp_bot.cards import CardType, Icon, Odd, SubType
from gemp_bot.cards.texts import Term, Value
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.values import base_price

HILL, PLAIN, MOON = site(1, "Endor: Hill"), site(2, "Endor: Plain"), system(3, "Endor")
SCOUT = character(10, "Scout")
GUARD = character(11, "Guard", Side.DARK, subtypes=(SubType.IMPERIAL,))
PILOT = character(
    12, "Pilot", Side.LIGHT, standing("adds_power_to_piloted_by_self", amount=3), icons=((Icon.PILOT, 1),)
)
SHIP = starship(20, "Ship")
OPPONENTS = term("opponents", card="$self")
SHIPS = term("type", type="starship")
LUKE, SPY, HUNTER = term("persona", persona="luke"), keyword("spy"), keyword("bounty_hunter")


def test_what_is_printed() -> None:
    table = MadeTable(HILL, SCOUT)
    table.place_there(HILL)
    numbers, scout = table.card(table.put(SCOUT))
    assert (numbers.power(scout), numbers.ability(scout), numbers.forfeit(scout)) == (3, 2, 4)


def test_a_number_that_is_not_plain_is_none() -> None:
    odd = character(13, "Odd", power=Odd("X"))
    table = MadeTable(HILL, odd)
    table.place_there(HILL)
    assert table.power(table.put(odd)) == 0


class TestPilots:
    def test_a_starship_has_power_while_piloted(self) -> None:
        table = MadeTable(MOON, SHIP, PILOT)
        table.place_there(MOON)
        ship = table.put(SHIP)
        assert table.power(ship) == 0
        table.put(PILOT, on=ship)
        assert table.power(ship) == 4 + 3

    def test_a_passenger_adds_nothing(self) -> None:
        table = MadeTable(MOON, SHIP, SCOUT)
        table.place_there(MOON)
        ship = table.put(SHIP)
        table.put(SCOUT, on=ship)
        assert table.power(ship) == 0

    def test_a_landed_starship_has_no_power(self) -> None:
        table = MadeTable(HILL, SHIP, PILOT)
        table.place_there(HILL)
        ship = table.put(SHIP)
        table.put(PILOT, on=ship)
        assert table.power(ship) == 0

    def test_a_permanent_pilot_is_enough_and_gives_presence(self) -> None:
        pilot = term("abstract_permanent_pilot", ability=2)
        own = starship(21, "Crewed", icons=((Icon.PILOT, 1),), traits={"aboard": (pilot,)})
        table = MadeTable(MOON, own)
        table.place_there(MOON)
        numbers, ship = table.card(table.put(own))
        assert (numbers.power(ship), numbers.ability(ship)) == (4, 2)
        assert table.place().presence == (False, True)

    @pytest.mark.parametrize(("model", "expected"), [("X-Wing", 4 + 2), ("Y-Wing S3", 4)])
    def test_a_bonus_for_one_kind_of_starship(self, model: str, expected: float) -> None:
        bonus = term("card_matches", who=term("model", model="x_wing"), matches=2)
        ace = character(
            14, "Ace", Side.LIGHT, standing("adds_power_to_piloted_by_self", amount=bonus),
            icons=((Icon.PILOT, 1),),
        )  # fmt: skip
        # What a printed selector means is kept by face, so each has a face of its own.
        fighter = starship(220 + len(model), model, traits={"models": (model.replace("-", "_").lower(),)})
        table = MadeTable(MOON, fighter, ace)
        table.place_there(MOON)
        ship = table.put(fighter)
        table.put(ace, on=ship)
        assert table.power(ship) == expected


class TestConditions:
    """A bonus to the card itself while something holds; the table is changed so that it holds or not."""

    def power(self, when: Value, near: tuple[str, ...] = ()) -> float:
        """Power of a character of 3 with a bonus of 2, with others at its site."""
        hero = character(30, "Hero", Side.LIGHT, standing("power", amount=2, when=when))
        others = {
            "friend": character(31, "Rook", characteristics=("spy",)),
            "enemy": character(32, "Thug", Side.DARK, characteristics=("bounty hunter",), ability=5),
            "luke": character(33, "Luke Skywalker", uniqueness=UNIQUE, personas=("Luke",)),
        }
        sword = card(34, "Sword", CardType.WEAPON, characteristics=("lightsaber",))
        table = MadeTable(HILL, PLAIN, hero, sword, *others.values())
        table.place_there(HILL)
        table.place_there(PLAIN, 1)
        me = table.put(hero)
        for name in near:
            if name == "sword":
                table.put(sword, on=me)
            elif name.startswith("far "):
                table.put(others[name.removeprefix("far ")], column=1)
            else:
                table.put(others[name])
        return table.power(me)

    @pytest.mark.parametrize(
        ("when", "near", "expected"),
        [
            (term("with", card="$self", who=SPY), ("friend",), 5),
            (term("with", card="$self", who=SPY), ("far friend",), 3),
            (term("with", card="$self", who=both(OPPONENTS, HUNTER)), ("enemy",), 5),
            (term("with", card="$self", who=both(YOURS, HUNTER)), ("enemy",), 3),
            (term("present_with", card="$self", who=term("ability_more_than", ability=4)), ("enemy",), 5),
            (term("present_with", card="$self", who=term("ability_more_than", ability=5)), ("enemy",), 3),
            (term("present", card="$self", who=LUKE), ("luke",), 5),
            (term("not", of=term("present", card="$self", who=LUKE)), ("luke",), 3),
            (term("not", of=term("present", card="$self", who=LUKE)), (), 5),
            (term("with", card="$self", who=term("or", of=(LUKE, HUNTER))), ("enemy",), 5),
            (term("alone", card="$self"), (), 5),
            (term("alone", card="$self"), ("enemy",), 5),
            (term("alone", card="$self"), ("friend",), 3),
            (term("armed_with", card="$self", who=keyword("lightsaber")), ("sword",), 5),
            (term("armed_with", card="$self", who=keyword("lightsaber")), (), 3),
            (term("at", card="$self", where=on("Endor")), (), 5),
            (term("on", card="$self", system="Endor"), (), 5),
            (term("at", card="$self", where=term("same_location_as", who=LUKE)), ("luke",), 5),
            (term("at", card="$self", where=term("same_location_as", who=LUKE)), ("far luke",), 3),
            (term("at", who=LUKE, where=term("adjacent_site", card="$self")), ("far luke",), 5),
            (term("on_table", who=LUKE), ("far luke",), 5),
            (term("on_table", who=LUKE), (), 3),
            (term("controls", player="$you", where=titled("Endor: Hill")), (), 5),
            (term("controls", player="$you", where=titled("Endor: Hill")), ("enemy",), 3),
            (term("occupies", player="$opponent", where=titled("Endor: Plain")), ("far enemy",), 5),
            (term("players_turn", player="$you"), (), 5),
            (
                term("or", of=(term("alone", card="$self"), term("with", card="$self", who=SPY))),
                ("friend",),
                5,
            ),
        ],
    )
    def test_it_counts_while_it_holds(self, when: Term, near: tuple[str, ...], expected: float) -> None:
        assert self.power(when, near) == expected

    @pytest.mark.parametrize(
        ("who", "expected"),
        [
            (keyword("lightsaber"), 5),
            (keyword("blaster"), 3),
            (term("any"), 5),
            (term("not", of=term("permanent_weapon_of", who=term("any"))), 3),
        ],
    )
    def test_a_permanent_weapon_arms_its_bearer(self, who: Term, expected: float) -> None:
        armed = standing("power", amount=2, when=term("armed_with", card="$self", who=who))
        weapon = term("permanent_weapon", title="His Lightsaber")
        hero = character(37, "Hero", Side.LIGHT, armed, traits={"weapon": (weapon,)})
        table = MadeTable(HILL, hero)
        table.place_there(HILL)
        assert table.power(table.put(hero)) == expected

    def test_in_battle_and_defending(self) -> None:
        imperial = both(OPPONENTS, term("type", type="imperial"))
        hunter = character(
            36, "Hunter", Side.LIGHT,
            standing("power", amount=2, when=term("in_battle_with", card="$self", who=imperial)),
        )  # fmt: skip
        table = MadeTable(HILL, hunter, GUARD)
        table.place_there(HILL)
        one, enemy = table.put(hunter), table.put(GUARD)
        assert table.power(one) == 3
        table.battle(one, enemy, turn_of=ME)
        assert table.power(one) == 5
        table.battle(one, enemy, turn_of=THEM)
        assert table.power(one) == 5

    def test_what_is_not_understood_is_no_guess(self) -> None:
        assert self.power(term("whom_fate_favors")) == 3


class TestOthers:
    """Texts of one card that change the numbers of others."""

    @pytest.mark.parametrize(
        ("who", "expected"),
        [
            (both(YOURS, REBEL), {"mine": 4, "far": 4, "theirs": 3, "leader": 4}),
            (
                both(YOURS, term("other", card="$self"), REBEL, term("at_same_site", card="$self")),
                {"mine": 4, "far": 3, "theirs": 3, "leader": 3},
            ),
            (
                both(YOURS, REBEL, term("not", of=keyword("leader")), term("here", card="$self")),
                {"mine": 4, "far": 3, "theirs": 3, "leader": 3},
            ),
            (term("type", type="imperial"), {"mine": 3, "far": 3, "theirs": 4, "leader": 3}),
            (
                both(OPPONENTS, CHARACTER, term("present", card="$self")),
                {"mine": 3, "far": 3, "theirs": 4, "leader": 3},
            ),
        ],
    )
    def test_who_is_meant(self, who: Term, expected: dict[str, float]) -> None:
        leader = character(
            40, "Chief", Side.LIGHT, standing("power", amount=1, who=who), characteristics=("leader",)
        )
        table = MadeTable(HILL, PLAIN, leader, SCOUT, GUARD)
        table.place_there(HILL)
        table.place_there(PLAIN, 1)
        found = {
            "leader": table.put(leader),
            "mine": table.put(SCOUT),
            "far": table.put(SCOUT, column=1),
            "theirs": table.put(GUARD),
        }
        assert {name: table.power(one) for name, one in found.items()} == expected

    def test_copies_count_once_unless_cumulative(self) -> None:
        for cumulative, expected in ((False, 4), (True, 5)):
            text = standing("power", amount=1, who=both(YOURS, SPY), cumulative=cumulative)
            helper = character(41, "Helper", Side.LIGHT, text)
            spy = character(42, "Spy", characteristics=("spy",))
            table = MadeTable(HILL, helper, spy)
            table.place_there(HILL)
            table.put(helper)
            table.put(helper)
            assert table.power(table.put(spy)) == expected

    def test_a_device_changes_who_bears_it(self) -> None:
        text = standing("forfeit", amount=2, who=term("has_attached", card="$self"))
        armor = card(43, "Armor", CardType.DEVICE, Side.LIGHT, text)
        table = MadeTable(HILL, SCOUT, armor)
        table.place_there(HILL)
        scout, other = table.put(SCOUT), table.put(SCOUT)
        table.put(armor, on=scout)
        assert [table.forfeit(one) for one in (scout, other)] == [6, 4]

    def test_a_reset_outranks_every_bonus(self) -> None:
        text = standing("reset_power", reset_value=0, who=term("has_attached", card="$self"))
        curse = card(44, "Curse", CardType.EFFECT, Side.DARK, text)
        armed = character(45, "Armed", Side.LIGHT, standing("power", amount=5))
        table = MadeTable(HILL, armed, curse)
        table.place_there(HILL)
        one = table.put(armed)
        assert table.power(one) == 8
        table.put(curse, on=one)
        assert table.power(one) == 0

    def test_an_amount_for_each(self) -> None:
        each = term("present", card="$self", who=both(OPPONENTS, CHARACTER))
        crowd = character(46, "Crowd", Side.LIGHT, standing("power", amount=each))
        table = MadeTable(HILL, crowd, GUARD)
        table.place_there(HILL)
        one = table.put(crowd)
        table.put(GUARD)
        table.put(GUARD)
        assert table.power(one) == 5

    def test_a_captive_does_nothing(self) -> None:
        singer = character(52, "Singer", Side.LIGHT, standing("power", amount=1, who=both(YOURS, REBEL)))
        table = MadeTable(HILL, singer, SCOUT, GUARD)
        table.place_there(HILL)
        scout, guard = table.put(SCOUT), table.put(GUARD)
        table.put(singer, on=guard)
        assert table.power(scout) == 3


class TestAlone:
    """Who is alone has power 3 and a bonus of 2."""

    def alone(self, *company: MadeCard) -> bool:
        hero = character(
            60, "Hero", Side.LIGHT, standing("power", amount=2, when=term("alone", card="$self"))
        )
        table = MadeTable(HILL, hero, *company)
        table.place_there(HILL)
        one = table.put(hero)
        for each in company:
            table.put(each)
        return table.power(one) == 5

    def test_beside_an_empty_vehicle(self) -> None:
        assert self.alone()
        assert self.alone(card(62, "Speeder", CardType.VEHICLE, Side.LIGHT))

    def test_permanent_pilots_are_company(self) -> None:
        assert not self.alone(starship(63, "Crew", icons=((Icon.PILOT, 1),)))
        assert not self.alone(SCOUT)


def test_deploy_cost_in_hand() -> None:
    endor = on("Endor")
    dear = character(
        60, "Dear", Side.LIGHT, standing("deploy_cost_to_location", while_="always", amount=-1, where=endor)
    )
    sale = card(
        61, "Sale", CardType.EFFECT, Side.LIGHT, standing("deploy_cost", amount=-1, who=both(YOURS, REBEL))
    )
    table = MadeTable(SCOUT, dear, sale, HILL)
    table.place_there(HILL)
    plain, odd = table.put(SCOUT, Zone.HAND), table.put(dear, Zone.HAND)

    def costs(column: int | None = None) -> list[float]:
        board, numbers = table.board(), table.numbers()
        place = None if column is None else board.locations[column]
        return [base_price(numbers.deploy_cost(board.known[one], place)) for one in (plain, odd)]

    assert costs() == [3, 3]
    assert costs(0) == [3, 2]
    table.put(sale, Zone.SIDE_OF_TABLE)
    assert costs() == [2, 2]


def test_deploy_cost_to_a_target_that_its_one_selector_names() -> None:
    """Trap: Luke was priced in full at Endor, where his text has him deploy -3."""
    text = standing(
        "deploy_cost_to_target", while_="always", amount=-2, who=term("or", of=(on("Endor"), SHIPS))
    )
    guest = character(60, "Guest", Side.LIGHT, text)
    table = MadeTable(HILL, MOON, SHIP, guest)
    table.place_there(HILL)
    table.place_there(MOON, 1)
    held, ship = table.put(guest, Zone.HAND), table.put(SHIP)
    numbers = table.numbers()
    board = table.board()
    card = board.known[held]

    def cost(column: int, aboard: int | None = None) -> float:
        target = None if aboard is None else board.known[aboard]
        return base_price(numbers.deploy_cost(card, board.locations[column], target))

    assert base_price(numbers.deploy_cost(card)) == 3
    assert cost(0) == 1
    assert cost(1) == 3
    assert cost(1, ship) == 1
