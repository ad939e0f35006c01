"""Drains, generation, icons, presence: what a location is worth to each side."""

import msgspec
import pytest
from gemp_bot.cards.text import Condition, ConditionKind, FactKind, Mode, Share, TextFact
from made_table import MadeTable, card, character, fact, site, starship, system

from gemp_bot.cards import CardType, Icon, SubType
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId

C = ConditionKind
HILL, PLAIN, MOON = site(1, "Endor: Hill"), site(2, "Endor: Plain"), system(3, "Endor")
SCOUT, GUARD = character(10, "Scout"), character(11, "Guard", Side.DARK)
BAY = site(4, "Endor: Landing Platform (Docking Bay)", dark=1, light=1)


def test_a_drain_takes_the_opponents_icons_and_generation_ones_own() -> None:
    table = MadeTable(HILL)
    table.place_there(HILL)
    place = table.place()
    assert (place.dark.drain.value, place.light.drain.value) == (2, 1)
    assert (place.dark.generation.value, place.light.generation.value) == (1, 2)
    assert (place.dark.icons, place.light.icons) == (1, 2)
    assert place.dark.drain.understood
    assert (place.site, place.is_system, place.system, place.battleground) == (True, False, "endor", True)


def test_power_is_the_servers() -> None:
    table = MadeTable(HILL, PLAIN)
    table.place_there(HILL)
    table.place_there(PLAIN, 1)
    table.powers((7, -1), (-1, 4))
    assert [(p.dark.power, p.light.power) for p in table.reckon().places] == [(7, None), (None, 4)]


class TestPresence:
    def test_who_occupies_and_controls(self) -> None:
        table = MadeTable(HILL, SCOUT, GUARD)
        table.place_there(HILL)
        table.put(SCOUT)
        side = table.place().light
        assert (side.presence, side.controls, side.ability) == (True, True, 2)
        table.put(GUARD)
        side = table.place().light
        assert (side.presence, side.controls) == (True, False)

    def test_mine_and_theirs(self) -> None:
        table = MadeTable(HILL, SCOUT)
        table.place_there(HILL)
        table.put(SCOUT)
        reckoned = table.reckon()
        mine, theirs = reckoned.mine(0), reckoned.theirs(0)
        assert mine is not None
        assert theirs is not None
        assert (mine.controls, theirs.presence) == (True, False)
        assert (reckoned.mine(1), reckoned.place(-1)) == (None, None)

    def test_a_spy_undercover_counts_for_nobody(self) -> None:
        table = MadeTable(HILL, SCOUT, GUARD)
        table.place_there(HILL)
        table.put(SCOUT, on_side_of=table.table.opponent)
        side = table.place().light
        assert (side.presence, side.ability) == (False, 0)

    def test_a_droid_gives_none_but_with_an_icon(self) -> None:
        for icons, expected in (((), False), (((Icon.PRESENCE, 1),), True)):
            droid = character(12, "Droid", ability=None, icons=icons, subtypes=(SubType.DROID,))
            table = MadeTable(HILL, droid)
            table.place_there(HILL)
            table.put(droid)
            assert table.place().light.presence is expected

    def test_ability_aboard_counts_for_presence(self) -> None:
        ship = starship(20, "Ship")
        table = MadeTable(HILL, ship, SCOUT)
        table.place_there(HILL)
        table.put(SCOUT, on=table.put(ship))
        assert table.place().light.presence


class TestTexts:
    """What the two sides of a location say."""

    def drains(self, *text: TextFact, mine: bool = False, theirs: bool = False) -> tuple[float, float]:
        """The drains (dark, light) at a site with 1 dark and 2 light icons and a text."""
        made = site(5, "Endor: Bunker", *text)
        table = MadeTable(made, SCOUT, GUARD)
        table.place_there(made)
        if mine:
            table.put(SCOUT)
        if theirs:
            table.put(GUARD)
        place = table.place()
        assert place.dark.drain.understood
        assert place.light.drain.understood
        return place.dark.drain.value, place.light.drain.value

    def test_a_bonus_is_for_the_side_it_stands_on(self) -> None:
        text = fact(FactKind.DRAIN_BONUS, 1.0, where="here", mode=Mode.LIGHT_SIDE)
        assert self.drains(text) == (2, 2)
        assert self.drains(fact(FactKind.DRAIN_BONUS, -1.0, where="here", mode=Mode.DARK_SIDE)) == (1, 1)

    def test_of_the_opponent(self) -> None:
        text = fact(FactKind.DRAIN_BONUS, -1.0, where="here", who="opponent", mode=Mode.LIGHT_SIDE)
        assert self.drains(text) == (1, 1)

    def test_if_you_control(self) -> None:
        text = fact(
            FactKind.DRAIN_BONUS, 1.0, Condition(C.CONTROLS, who="you"), where="here", mode=Mode.LIGHT_SIDE
        )
        assert self.drains(text) == (2, 1)
        assert self.drains(text, mine=True) == (2, 2)
        assert self.drains(text, mine=True, theirs=True) == (2, 1)

    def test_a_drain_is_never_below_zero(self) -> None:
        assert self.drains(fact(FactKind.DRAIN_BONUS, -5.0, where="here", mode=Mode.LIGHT_SIDE)) == (2, 0)

    def test_no_drains(self) -> None:
        made = site(5, "Endor: Bunker", fact(FactKind.NO_DRAIN, who="you", where="here", mode=Mode.DARK_SIDE))
        table = MadeTable(made)
        table.place_there(made)
        place = table.place()
        assert (place.dark.may_drain, place.light.may_drain) == (False, True)
        assert place.dark.drain.value == 2

    def test_a_text_that_is_not_understood(self) -> None:
        made = site(5, "Endor: Bunker", understood=Share.SOME)
        table = MadeTable(made)
        table.place_there(made)
        assert table.place().dark.drain.why_not == ("text",)

    def test_an_effect_on_the_location_that_is_not_understood(self) -> None:
        riddle = card(30, "Riddle", CardType.EFFECT, Side.DARK, understood=Share.NONE)
        table = MadeTable(HILL, riddle)
        table.put(riddle, on=table.place_there(HILL))
        assert table.place().light.generation.why_not == ("Riddle: text",)


class TestFromAfar:
    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            ("sites", {0: 1, 1: 1}),
            ("Endor sites", {0: 1, 1: 1}),
            ("systems", {2: 1}),
            ("Hill", {0: 1}),
            ("battleground systems", {2: 1}),
            ("sites you control", {0: 1}),
            ("sites you occupy", {0: 1}),
            ("locations with your Rebel", {0: 1}),
            ("exterior sites", {0: 1, 1: 1}),
            ("interior sites", {}),
            ("Hill and systems", {0: 1, 2: 1}),
        ],
    )
    def test_where_a_bonus_holds(self, where: str, expected: dict[int, float]) -> None:
        law = card(
            31, "Law", CardType.EFFECT, Side.LIGHT, fact(FactKind.DRAIN_BONUS, 1.0, who="you", where=where)
        )
        plain = MadeTable(HILL, PLAIN, MOON, SCOUT, law)
        for column, place in enumerate((HILL, PLAIN, MOON)):
            plain.place_there(place, column)
        plain.put(SCOUT)
        before = [place.light.drain.value for place in plain.reckon().places]
        plain.put(law, Zone.SIDE_OF_TABLE)
        after = [place.light.drain.value for place in plain.reckon().places]
        found = {n: b - a for n, (a, b) in enumerate(zip(before, after, strict=True)) if b != a}
        assert found == expected

    def test_icons_change_drains_and_generation(self) -> None:
        force = card(
            32,
            "Force",
            CardType.EFFECT,
            Side.LIGHT,
            fact(FactKind.ICONS_ADDED, what="[Light Side] icon", where="here"),
        )
        table = MadeTable(HILL, force)
        table.put(force, on=table.place_there(HILL))
        place = table.place()
        assert (place.light.icons, place.light.generation.value, place.dark.drain.value) == (3, 3, 3)

    def test_icons_that_are_not_understood(self) -> None:
        force = card(
            37,
            "Force",
            CardType.EFFECT,
            Side.LIGHT,
            fact(
                FactKind.ICONS_ADDED,
                1.0,
                Condition(C.WITH, what="something nobody knows"),
                what="[Light Side] icon",
                where="here",
            ),
        )
        table = MadeTable(HILL, force)
        table.put(force, on=table.place_there(HILL))
        place = table.place()
        assert [n.understood for n in (place.dark.drain, place.light.generation)] == [False, False]
        assert [n.understood for n in (place.light.drain, place.dark.generation)] == [True, True]

    @pytest.mark.parametrize(("theirs", "expected"), [(False, 1 + 2), (True, 1 + 1)])
    def test_one_or_two_if_you_control(self, theirs: bool, expected: float) -> None:
        text = (
            fact(FactKind.GENERATION_BONUS, 1.0, who="you", where="each docking bay you occupy"),
            fact(
                FactKind.GENERATION_BONUS,
                2.0,
                Condition(C.CONTROLS, who="you", where="there"),
                who="you",
                where="each docking bay you occupy",
                instead=True,
            ),
        )
        points = card(33, "Points", CardType.EFFECT, Side.LIGHT, *text)
        table = MadeTable(BAY, HILL, SCOUT, GUARD, points)
        table.place_there(BAY)
        table.place_there(HILL, 1)
        table.put(SCOUT)
        if theirs:
            table.put(GUARD)
        table.put(points, Zone.SIDE_OF_TABLE)
        assert table.place().light.generation.value == expected
        assert table.place(1).light.generation.value == 2

    def test_generation_is_canceled(self) -> None:
        plan = card(
            34,
            "Plan",
            CardType.EFFECT,
            Side.LIGHT,
            fact(FactKind.CANCELS, what="opponent's Force generation at Endor system"),
        )
        table = MadeTable(HILL, MOON, plan)
        table.place_there(HILL)
        table.place_there(MOON, 1)
        table.put(plan, Zone.SIDE_OF_TABLE)
        places = table.reckon().places
        assert [(p.dark.generation.value, p.light.generation.value) for p in places] == [(1, 2), (0, 1)]

    def test_the_front_of_an_objective_holds_for_the_rest_of_the_game(self) -> None:
        limit = fact(
            FactKind.GENERATION_LIMIT,
            None,
            Condition(C.REMAINDER_OF, what="game"),
            who="opponent",
            where="Hill",
            limit=0.0,
            mode=Mode.FRONT,
        )
        front = card(35, "Begin", CardType.OBJECTIVE, Side.LIGHT, limit, double_sided=True)
        back = card(36, "End", CardType.OBJECTIVE, Side.LIGHT)
        back = msgspec.structs.replace(back, blueprint_id=BlueprintId(f"{front.blueprint_id}_BACK"))
        table = MadeTable(HILL, front, back)
        table.place_there(HILL)
        table.put(back, Zone.SIDE_OF_TABLE)
        assert table.place().dark.generation.value == 0


def test_total_generation() -> None:
    master = character(40, "Sage", subtypes=(SubType.JEDI_MASTER,), ability=7)
    more = card(41, "More", CardType.EFFECT, Side.LIGHT, fact(FactKind.GENERATION_BONUS, 1.0, who="you"))
    table = MadeTable(HILL, PLAIN, master, more)
    table.place_there(HILL)
    table.place_there(PLAIN, 1)
    assert {side: n.value for side, n in table.reckon().generation.items()} == {Side.DARK: 3, Side.LIGHT: 5}
    table.put(master)
    table.put(more, Zone.SIDE_OF_TABLE)
    totals = table.reckon().generation
    assert (totals[Side.LIGHT].value, totals[Side.LIGHT].understood) == (7, True)


@pytest.mark.parametrize(
    ("title", "dark", "light", "expected"),
    [
        ("Endor: Hill", 1, 1, True),
        ("Endor: Hill", 0, 2, False),
        ("Dagobah: Swamp", 1, 1, False),
        ("Imperial Holotable", 1, 1, False),
        ("Executor: Holotheatre", 1, 1, True),
    ],
)
def test_battlegrounds(title: str, dark: int, light: int, expected: bool) -> None:
    made = site(50, title, dark=dark, light=light)
    table = MadeTable(made)
    table.place_there(made)
    assert table.place().battleground is expected


def test_a_location_that_is_not_known() -> None:
    table = MadeTable(HILL, SCOUT)
    table.place_there(site(51, "Nowhere"))
    scout = table.put(SCOUT)
    place = table.place()
    assert (place.title, place.dark.drain.value, place.dark.drain.why_not) == ("", 0, ("unknown",))
    assert place.light.presence
    assert table.numbers(scout).column == 0
    assert table.reckon().cards_at(0) == (table.numbers(scout),)
    assert table.reckon().card(CardId(99)) is None
