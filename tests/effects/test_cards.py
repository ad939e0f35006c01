"""Power, ability, forfeit and destiny: printed, piloted, armed, and changed by texts in play."""

import msgspec
import pytest
from gemp_bot.cards.text import Condition, ConditionKind, FactKind, Share, Stat, TextFact
from made_table import ME, THEM, UNIQUE, MadeTable, bonus, card, character, fact, site, starship, system

from gemp_bot.cards import CardType, Icon, Odd, SubType
from gemp_bot.protocol.enums import Side, Zone

C = ConditionKind
HILL, PLAIN, MOON = site(1, "Endor: Hill"), site(2, "Endor: Plain"), system(3, "Endor")
SCOUT = character(10, "Scout")
GUARD = character(11, "Guard", Side.DARK, subtypes=(SubType.IMPERIAL,))
PILOT = character(
    12,
    "Pilot",
    Side.LIGHT,
    fact(FactKind.PILOT_BONUS, 3.0, stat=Stat.POWER, what="anything"),
    icons=((Icon.PILOT, 1),),
)
SHIP = starship(20, "Ship")


def test_what_is_printed() -> None:
    table = MadeTable(HILL, SCOUT)
    table.place_there(HILL)
    numbers = table.numbers(table.put(SCOUT))
    assert [n.value for n in (numbers.power, numbers.ability, numbers.forfeit, numbers.destiny) if n] == [
        3,
        2,
        4,
        2,
    ]
    assert numbers.power is not None
    assert numbers.power.understood
    assert [(part.amount, part.reason) for part in numbers.power.parts] == [(3, "printed")]
    assert numbers.column == 0
    assert numbers.alone


def test_a_card_that_is_not_face_up_has_no_numbers() -> None:
    table = MadeTable(HILL, SCOUT)
    lost = table.put(SCOUT, Zone.TOP_OF_LOST_PILE)
    theirs = table.put(GUARD, Zone.HAND)
    assert table.reckon().card(lost) is None
    assert table.reckon().card(theirs) is None


def test_a_number_that_is_not_plain_is_not_understood() -> None:
    odd = character(13, "Odd", power=Odd("X"))
    table = MadeTable(HILL, odd)
    table.place_there(HILL)
    power = table.numbers(table.put(odd)).power
    assert power is not None
    assert (power.value, power.understood, power.why_not) == (0, False, ("printed",))


class TestPilots:
    def test_a_starship_has_power_while_piloted(self) -> None:
        table = MadeTable(MOON, SHIP, PILOT)
        table.place_there(MOON)
        ship = table.put(SHIP)
        assert table.power(ship) == 0
        pilot = table.put(PILOT, on=ship)
        assert table.power(ship) == 4 + 3
        assert table.numbers(ship).piloted
        assert table.numbers(pilot).pilots
        assert not table.numbers(pilot).present

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
        own = starship(
            21, "Crewed", Side.LIGHT, fact(FactKind.PERMANENT_PILOT, 2.0), icons=((Icon.PILOT, 1),)
        )
        table = MadeTable(MOON, own)
        table.place_there(MOON)
        ship = table.put(own)
        assert table.power(ship) == 4
        assert table.numbers(ship).crew_ability == 2
        assert table.place().light.presence

    def test_more_pilots_than_seats_cannot_be_told_apart(self) -> None:
        table = MadeTable(MOON, SHIP, PILOT)
        table.place_there(MOON)
        ship = table.put(SHIP)
        for _ in range(3):
            table.put(PILOT, on=ship)
        power = table.numbers(ship).power
        assert power is not None
        assert power.why_not == ("pilots",)

    @pytest.mark.parametrize(("model", "expected"), [("X-Wing", 4 + 2), ("Y-Wing", 4)])
    def test_a_bonus_for_one_kind_of_starship(self, model: str, expected: float) -> None:
        ace = character(
            14,
            "Ace",
            Side.LIGHT,
            fact(FactKind.PILOT_BONUS, 2.0, stat=Stat.POWER, what="X-wing"),
            icons=((Icon.PILOT, 1),),
        )
        fighter, x_wing = starship(22, "Fighter", model=model), starship(23, "Model", model="X-Wing")
        table = MadeTable(MOON, fighter, x_wing, ace)
        table.place_there(MOON)
        ship = table.put(fighter)
        table.put(ace, on=ship)
        assert table.power(ship) == expected


class TestConditions:
    """A bonus to the card itself while something holds; the table is changed so that it holds or not."""

    def power(self, *conditions: Condition, near: tuple[str, ...] = (), where: str = "") -> float:
        """Power of a character of 3 with a bonus of 2, with others at its site."""
        hero = character(30, "Hero", Side.LIGHT, bonus(Stat.POWER, 2.0, *conditions, where=where))
        others = {
            "friend": character(31, "Rook", characteristics=("spy",)),
            "enemy": character(32, "Thug", Side.DARK, characteristics=("bounty hunter",), ability=5),
            "luke": character(33, "Luke Skywalker", uniqueness=UNIQUE, personas=("Luke Skywalker",)),
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
        numbers = table.numbers(me).power
        assert numbers is not None
        assert numbers.understood, numbers.why_not
        return numbers.value

    @pytest.mark.parametrize(
        ("condition", "near", "expected"),
        [
            (Condition(C.WITH, what="spy"), ("friend",), 5),
            (Condition(C.WITH, what="spy"), ("far friend",), 3),
            (Condition(C.WITH, what="opponent's bounty hunter"), ("enemy",), 5),
            (Condition(C.WITH, what="your bounty hunter"), ("enemy",), 3),
            (Condition(C.PRESENT_WITH, what="opponent's character of ability > 4"), ("enemy",), 5),
            (Condition(C.PRESENT_WITH, what="opponent's character of ability > 5"), ("enemy",), 3),
            (Condition(C.PRESENT, who="Luke"), ("luke",), 5),
            (Condition(C.PRESENT, who="Luke", negated=True), ("luke",), 3),
            (Condition(C.PRESENT, who="Luke", negated=True), (), 5),
            (Condition(C.WITH, what="Luke or any bounty hunter"), ("enemy",), 5),
            (Condition(C.ALONE), (), 5),
            (Condition(C.ALONE), ("enemy",), 5),
            (Condition(C.ALONE), ("friend",), 3),
            (Condition(C.ARMED_WITH, what="lightsaber"), ("sword",), 5),
            (Condition(C.ARMED_WITH, what="lightsaber"), (), 3),
            (Condition(C.AT, where="Endor site"), (), 5),
            (Condition(C.ON, where="Endor"), (), 5),
            (Condition(C.AT, where="same site as Luke"), ("luke",), 5),
            (Condition(C.AT, where="same site as Luke"), ("far luke",), 3),
            (Condition(C.AT, who="Luke", where="adjacent site"), ("far luke",), 5),
            (Condition(C.ON_TABLE, who="Luke"), ("far luke",), 5),
            (Condition(C.ON_TABLE, who="Luke"), (), 3),
            (Condition(C.CONTROLS, who="you"), (), 5),
            (Condition(C.CONTROLS, who="you"), ("enemy",), 3),
            (Condition(C.OCCUPIES, who="opponent", where="Plain"), ("far enemy",), 5),
            (Condition(C.HAS, who="you", what="spy"), ("far friend",), 5),
            (Condition(C.DURING, what="your turn"), (), 5),
            (Condition(C.ANY_OF, parts=(Condition(C.ALONE), Condition(C.WITH, what="spy"))), ("friend",), 5),
        ],
    )
    def test_it_counts_while_it_holds(
        self, condition: Condition, near: tuple[str, ...], expected: float
    ) -> None:
        assert self.power(condition, near=near) == expected

    def test_the_place_of_a_bonus(self) -> None:
        assert self.power(where="Endor sites") == 5
        assert self.power(where="same location as Luke") == 3

    def test_in_battle_and_defending(self) -> None:
        bold = character(35, "Bold", Side.LIGHT, bonus(Stat.POWER, 1.0, Condition(C.DEFENDING)))
        hunter = character(
            36,
            "Hunter",
            Side.LIGHT,
            bonus(Stat.POWER, 2.0, Condition(C.IN_BATTLE, what="opponent's Imperial")),
        )
        table = MadeTable(HILL, bold, hunter, GUARD)
        table.place_there(HILL)
        one, other, enemy = table.put(bold), table.put(hunter), table.put(GUARD)
        assert (table.power(one), table.power(other)) == (3, 3)
        table.battle(one, other, enemy, turn_of=ME)
        assert (table.power(one), table.power(other)) == (3, 5)
        table.battle(one, other, enemy, turn_of=THEM)
        assert table.power(one) == 4

    def test_what_is_not_understood_is_no_guess(self) -> None:
        vague = character(
            37, "Vague", Side.LIGHT, bonus(Stat.POWER, 2.0, Condition(C.WITH, what="a friend of a friend"))
        )
        table = MadeTable(HILL, vague)
        table.place_there(HILL)
        numbers = table.numbers(table.put(vague))
        assert numbers.power is not None
        assert numbers.forfeit is not None
        assert (numbers.power.value, numbers.power.understood) == (3, False)
        assert "a friend of a friend" in numbers.power.why_not[0]
        assert numbers.forfeit.understood

    @pytest.mark.parametrize(
        "more",
        [
            TextFact(kind=FactKind.STAT_BONUS, optional=True),
            TextFact(kind=FactKind.STAT_BONUS, cost=1.0),
            TextFact(kind=FactKind.STAT_BONUS, conditions=(Condition(C.REMAINDER_OF, what="turn"),)),
            TextFact(kind=FactKind.STAT_BONUS, conditions=(Condition(C.ONCE_PER, what="turn"),)),
        ],
    )
    def test_what_a_player_may_do_changes_nothing_by_itself(self, more: TextFact) -> None:
        text = msgspec.structs.replace(more, amount=2.0, stat=Stat.POWER)
        maker = character(38, "Maker", Side.LIGHT, text)
        table = MadeTable(HILL, maker)
        table.place_there(HILL)
        power = table.numbers(table.put(maker)).power
        assert power is not None
        assert (power.value, power.understood) == (3, True)


class TestOthers:
    """Texts of one card that change the numbers of others."""

    @pytest.mark.parametrize(
        ("who", "expected"),
        [
            ("your Rebels", {"mine": 4, "far": 4, "theirs": 3, "leader": 4}),
            ("each of your other Rebels at same site", {"mine": 4, "far": 3, "theirs": 3, "leader": 3}),
            ("your Rebels here, except leaders", {"mine": 4, "far": 3, "theirs": 3, "leader": 3}),
            ("all Imperials on table", {"mine": 3, "far": 3, "theirs": 4, "leader": 3}),
            ("opponent's characters present", {"mine": 3, "far": 3, "theirs": 4, "leader": 3}),
            ("Rebel leaders and Imperials", {"mine": 3, "far": 3, "theirs": 4, "leader": 4}),
        ],
    )
    def test_who_is_meant(self, who: str, expected: dict[str, float]) -> None:
        leader = character(
            40, "Chief", Side.LIGHT, bonus(Stat.POWER, 1.0, who=who), characteristics=("leader",)
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
            helper = character(
                41, "Helper", Side.LIGHT, bonus(Stat.POWER, 1.0, who="your spies here", cumulative=cumulative)
            )
            spy = character(42, "Spy", characteristics=("spy",))
            table = MadeTable(HILL, helper, spy)
            table.place_there(HILL)
            table.put(helper)
            table.put(helper)
            assert table.power(table.put(spy)) == expected

    def test_a_device_changes_who_bears_it(self) -> None:
        armor = card(43, "Armor", CardType.DEVICE, Side.LIGHT, bonus(Stat.FORFEIT, 2.0, who="character"))
        table = MadeTable(HILL, SCOUT, armor)
        table.place_there(HILL)
        scout, other = table.put(SCOUT), table.put(SCOUT)
        table.put(armor, on=scout)
        forfeits = [table.numbers(one).forfeit for one in (scout, other)]
        assert [number.value for number in forfeits if number is not None] == [6, 4]

    def test_a_reset_outranks_every_bonus(self) -> None:
        curse = card(
            44,
            "Curse",
            CardType.EFFECT,
            Side.DARK,
            fact(FactKind.STAT_SET, 0.0, stat=Stat.POWER, who="character"),
        )
        armed = character(45, "Armed", Side.LIGHT, bonus(Stat.POWER, 5.0))
        table = MadeTable(HILL, armed, curse)
        table.place_there(HILL)
        one = table.put(armed)
        assert table.power(one) == 8
        table.put(curse, on=one)
        assert table.power(one) == 0

    def test_an_amount_for_each(self) -> None:
        crowd = character(
            46, "Crowd", Side.LIGHT, bonus(Stat.POWER, 1.0, each="opponent's character present")
        )
        table = MadeTable(HILL, crowd, GUARD)
        table.place_there(HILL)
        one = table.put(crowd)
        table.put(GUARD)
        table.put(GUARD)
        assert table.power(one) == 5

    def test_a_phrase_that_is_not_understood_makes_doubtful_whom_it_may_mean(self) -> None:
        oracle = character(
            47, "Oracle", Side.LIGHT, bonus(Stat.POWER, 1.0, who="those whom fate favors here")
        )
        table = MadeTable(HILL, PLAIN, oracle, SCOUT)
        table.place_there(HILL)
        table.place_there(PLAIN, 1)
        table.put(oracle)
        near, far = table.put(SCOUT), table.put(SCOUT, column=1)
        powers = [table.numbers(one).power for one in (near, far)]
        assert [number.understood for number in powers if number is not None] == [False, True]

    def test_it_holds_for_our_hand_too(self) -> None:
        law = card(48, "Law", CardType.EFFECT, Side.LIGHT, bonus(Stat.FORFEIT, 2.0, who="your Rebels"))
        table = MadeTable(HILL, SCOUT, law)
        table.place_there(HILL)
        held = table.put(SCOUT, Zone.HAND)
        table.put(law, Zone.SIDE_OF_TABLE)
        forfeit = table.numbers(held).forfeit
        assert forfeit is not None
        assert forfeit.value == 6


class TestUnderstood:
    def test_own_text(self) -> None:
        riddle = character(50, "Riddle", understood=Share.SOME)
        table = MadeTable(HILL, riddle)
        table.place_there(HILL)
        power = table.numbers(table.put(riddle)).power
        assert power is not None
        assert power.why_not == ("text",)

    def test_text_of_what_is_attached(self) -> None:
        relic = card(51, "Relic", CardType.DEVICE, Side.LIGHT, understood=Share.NONE)
        table = MadeTable(HILL, SCOUT, relic)
        table.place_there(HILL)
        scout = table.put(SCOUT)
        table.put(relic, on=scout)
        power = table.numbers(scout).power
        assert power is not None
        assert power.why_not == ("Relic: text",)


class TestStates:
    def test_in_carbonite_there_is_no_power_and_no_ability(self) -> None:
        table = MadeTable(HILL, SCOUT)
        table.place_there(HILL)
        numbers = table.numbers(table.put(SCOUT, frozen=True))
        assert numbers.power is not None
        assert numbers.ability is not None
        assert numbers.forfeit is not None
        assert (numbers.power.value, numbers.ability.value, numbers.forfeit.value) == (0, 0, 4)
        assert not numbers.active

    def test_a_card_on_its_side_may_be_hit_or_crashed(self) -> None:
        table = MadeTable(HILL, SCOUT)
        table.place_there(HILL)
        power = table.numbers(table.put(SCOUT, sideways=True)).power
        assert power is not None
        assert power.why_not == ("turned",)

    def test_a_captive_does_nothing(self) -> None:
        singer = character(52, "Singer", Side.LIGHT, bonus(Stat.POWER, 1.0, who="your Rebels"))
        table = MadeTable(HILL, singer, SCOUT, GUARD)
        table.place_there(HILL)
        scout, guard = table.put(SCOUT), table.put(GUARD)
        table.put(singer, on=guard)
        assert table.power(scout) == 3
        assert table.place().light.ability == 2

    def test_alone(self) -> None:
        table = MadeTable(MOON, SHIP, PILOT)
        table.place_there(MOON)
        ship = table.put(SHIP)
        pilot = table.put(PILOT, on=ship)
        assert table.numbers(ship).alone
        assert table.numbers(pilot).alone, "a ship without a pilot of its own has no ability"

    def test_a_character_beside_an_empty_vehicle_is_alone_and_the_vehicle_is_not(self) -> None:
        speeder = card(62, "Speeder", CardType.VEHICLE, Side.LIGHT)
        table = MadeTable(HILL, SCOUT, speeder)
        table.place_there(HILL)
        scout, empty = table.put(SCOUT), table.put(speeder)
        assert table.numbers(scout).alone
        assert not table.numbers(empty).alone

    def test_two_pilots_are_company_also_if_they_are_permanent(self) -> None:
        one, two = (
            starship(number, f"Crew of {number}", icons=((Icon.PILOT, number - 62),)) for number in (63, 64)
        )
        for ship, alone in ((one, True), (two, False)):
            table = MadeTable(MOON, ship)
            table.place_there(MOON)
            assert table.numbers(table.put(ship)).alone is alone

    def test_a_card_of_two_persons_is_never_alone(self) -> None:
        pair = character(65, "Artoo & Threepio", personas=("R2-D2", "C-3PO"))
        table = MadeTable(HILL, pair)
        table.place_there(HILL)
        assert not table.numbers(table.put(pair)).alone


def test_deploy_cost_in_hand() -> None:
    dear = character(60, "Dear", Side.LIGHT, fact(FactKind.DEPLOY_COST, -1.0, where="Endor"))
    sale = card(61, "Sale", CardType.EFFECT, Side.LIGHT, fact(FactKind.DEPLOY_COST, -1.0, who="your Rebels"))
    table = MadeTable(SCOUT, dear, sale)
    plain, odd = table.put(SCOUT, Zone.HAND), table.put(dear, Zone.HAND)
    costs = [table.numbers(one).deploy for one in (plain, odd)]
    assert [(cost.value, cost.understood) for cost in costs if cost is not None] == [(3, True), (3, False)]
    table.put(sale, Zone.SIDE_OF_TABLE)
    cost = table.numbers(plain).deploy
    assert cost is not None
    assert cost.value == 2
