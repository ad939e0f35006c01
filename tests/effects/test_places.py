"""Drains, generation, icons, presence: what a location is worth to each side."""

import msgspec
import pytest
from made_table import (
    CHARACTER,
    SITE,
    SYSTEM,
    MadeTable,
    Text,
    both,
    card,
    character,
    on,
    site,
    standing,
    starship,
    system,
    term,
    titled,
)

from gemp_bot.cards import CardType, Icon, SubType
from gemp_bot.cards.texts import CardAction, Moment, Term
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

HILL, PLAIN, MOON = site(1, "Endor: Hill"), site(2, "Endor: Plain"), system(3, "Endor")
SCOUT, GUARD = character(10, "Scout"), character(11, "Guard", Side.DARK)
BAY = site(4, "Endor: Landing Platform (Docking Bay)", dark=1, light=1)


def test_a_drain_takes_the_opponents_icons_and_generation_ones_own() -> None:
    table = MadeTable(HILL)
    table.place_there(HILL)
    place = table.place()
    assert (place.drains, place.icons) == ((2, 1), (1, 2))
    assert place.generation == {Side.DARK: 1 + 1, Side.LIGHT: 2 + 1}
    location = place.location
    assert (location.site, location.is_system, location.system, location.battleground) == (
        True,
        False,
        "endor",
        True,
    )


class TestPresence:
    def test_who_occupies_and_controls(self) -> None:
        table = MadeTable(HILL, SCOUT, GUARD)
        table.place_there(HILL)
        table.put(SCOUT)
        place = table.place()
        assert (place.presence, place.controlled) == ((False, True), (False, True))
        table.put(GUARD)
        place = table.place()
        assert (place.presence, place.controlled) == ((True, True), (False, False))

    def test_a_spy_undercover_counts_for_nobody(self) -> None:
        table = MadeTable(HILL, SCOUT, GUARD)
        table.place_there(HILL)
        table.put(SCOUT, on_side_of=table.table.opponent)
        assert table.place().presence == (False, False)

    def test_a_droid_gives_none_but_with_an_icon(self) -> None:
        for icons, expected in (((), False), (((Icon.PRESENCE, 1),), True)):
            droid = character(12, "Droid", ability=None, icons=icons, subtypes=(SubType.DROID,))
            table = MadeTable(HILL, droid)
            table.place_there(HILL)
            table.put(droid)
            assert table.place().presence == (False, expected)

    def test_ability_aboard_counts_for_presence(self) -> None:
        ship = starship(20, "Ship")
        table = MadeTable(HILL, ship, SCOUT)
        table.place_there(HILL)
        table.put(SCOUT, on=table.put(ship))
        assert table.place().presence == (False, True)


class TestTexts:
    """What the two sides of a location say."""

    def drains(self, *text: Text, mine: bool = False, theirs: bool = False) -> tuple[float, ...]:
        """The drains (dark, light) at a site with 1 dark and 2 light icons and a text."""
        made = site(5, "Endor: Bunker", *text)
        table = MadeTable(made, SCOUT, GUARD)
        table.place_there(made)
        if mine:
            table.put(SCOUT)
        if theirs:
            table.put(GUARD)
        return table.place().drains

    def test_a_bonus_is_for_the_side_it_stands_on(self) -> None:
        text = standing("force_drain", while_="light", amount=1, player="$you")
        assert self.drains(text) == (2, 2)
        assert self.drains(standing("force_drain", while_="dark", amount=-1, player="$you")) == (1, 1)

    def test_of_the_opponent(self) -> None:
        assert self.drains(standing("force_drain", while_="light", amount=-1, player="$opponent")) == (1, 1)

    def test_if_you_control(self) -> None:
        held = term("controls", player="$you", location="$self")
        text = standing("force_drain", while_="light", amount=1, player="$you", when=held)
        assert self.drains(text) == (2, 1)
        assert self.drains(text, mine=True) == (2, 2)
        assert self.drains(text, mine=True, theirs=True) == (2, 1)

    def test_a_drain_is_never_below_zero(self) -> None:
        assert self.drains(standing("force_drain", while_="light", amount=-5, player="$you")) == (2, 0)

    def test_no_drains(self) -> None:
        none = standing("may_not_force_drain_at_location", while_="dark", player="$you")
        made = site(5, "Endor: Bunker", none)
        table = MadeTable(made)
        table.place_there(made)
        place = table.place()
        assert (place.forbidden, place.drains) == ((True, False), (0, 1))


class TestFromAfar:
    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            (SITE, {0: 1, 1: 1}),
            (on("Endor"), {0: 1, 1: 1}),
            (SYSTEM, {2: 1}),
            (titled("Endor: Hill"), {0: 1}),
            (both(SYSTEM, term("battleground")), {2: 1}),
            (both(SITE, term("controls", player="$you")), {0: 1}),
            (both(SITE, term("occupies", player="$you")), {0: 1}),
            (term("same_location_as", who=both(CHARACTER, term("your", card="$self"))), {0: 1}),
            (term("icon", icon="exterior"), {0: 1, 1: 1}),
            (term("icon", icon="interior"), {}),
            (term("or", of=(titled("Endor: Hill"), SYSTEM)), {0: 1, 2: 1}),
        ],
    )
    def test_where_a_bonus_holds(self, where: Term, expected: dict[int, float]) -> None:
        text = standing("force_drain", where=where, amount=1, player="$you")
        law = card(31, "Law", CardType.EFFECT, Side.LIGHT, text)
        table = MadeTable(HILL, PLAIN, MOON, SCOUT, law)
        for column, place in enumerate((HILL, PLAIN, MOON)):
            table.place_there(place, column)
        table.put(SCOUT)
        before = [table.place(column).drains[1] for column in range(3)]
        table.put(law, Zone.SIDE_OF_TABLE)
        after = [table.place(column).drains[1] for column in range(3)]
        found = {n: b - a for n, (a, b) in enumerate(zip(before, after, strict=True)) if b != a}
        assert found == expected

    def test_icons_change_drains_and_generation(self) -> None:
        text = standing("icon", icon="light_force", who=titled("Endor: Hill"), amount=1)
        force = card(32, "Force", CardType.EFFECT, Side.LIGHT, text)
        table = MadeTable(HILL, force)
        table.put(force, on=table.place_there(HILL))
        place = table.place()
        assert (place.icons[1], place.generation[Side.LIGHT], place.drains[0]) == (3, 3 + 1, 3)

    def test_icons_are_canceled(self) -> None:
        where = term("where_present", card="$self")
        text = standing("cancel_force_icon", where=where, icon="light_force", amount=1, cumulative=True)
        nudj = character(38, "Nudj", Side.DARK, text)
        table = MadeTable(HILL, nudj)
        table.place_there(HILL)
        table.put(nudj)
        assert table.place().icons == (1, 1)
        table.put(nudj)
        assert table.place().icons == (1, 0)

    def test_icons_that_are_not_understood(self) -> None:
        text = standing("icon", icon="light_force", who=SITE, amount=1, when=term("whom_fate_favors"))
        force = card(37, "Force", CardType.EFFECT, Side.LIGHT, text)
        table = MadeTable(HILL, force)
        table.put(force, on=table.place_there(HILL))
        assert table.place().icons == (1, 2)

    @pytest.mark.parametrize(("theirs", "expected"), [(False, 1 + 2), (True, 1 + 1)])
    def test_one_or_two_if_you_control(self, theirs: bool, expected: float) -> None:
        bay, occupied = titled(BAY.title), term("occupies", player="$you")
        held = term("card_matches", who=term("controls", player="$you"), matches=2, default_value=1)
        text = standing("force_generation", where=both(bay, occupied), amount=held, player="$you")
        points = card(33, "Points", CardType.EFFECT, Side.LIGHT, text)
        table = MadeTable(BAY, SCOUT, GUARD, points)
        table.place_there(BAY)
        table.put(SCOUT)
        if theirs:
            table.put(GUARD)
        table.put(points, Zone.SIDE_OF_TABLE)
        assert table.place().generation[Side.LIGHT] == expected + 1

    def test_generation_is_canceled(self) -> None:
        text = standing("generate_no_force", where=SYSTEM, player="$opponent")
        plan = card(34, "Plan", CardType.EFFECT, Side.LIGHT, text)
        table = MadeTable(HILL, MOON, plan)
        table.place_there(HILL)
        table.place_there(MOON, 1)
        table.put(plan, Zone.SIDE_OF_TABLE)
        assert table.place().generation == {Side.DARK: 1 + 0 + 1, Side.LIGHT: 2 + 1 + 1}

    def test_the_front_of_an_objective_holds_for_the_rest_of_the_game(self) -> None:
        none = term("generate_no_force", where=titled("Endor: Hill"), player="$opponent")
        step = term("effect", what=term("add_until_end_of_game_modifier", modifier=none))
        front = card(
            35, "Begin", CardType.OBJECTIVE, Side.LIGHT, CardAction(Moment.SET_UP, 0, steps=(step,)),
            double_sided=True,
        )  # fmt: skip
        back = card(36, "End", CardType.OBJECTIVE, Side.LIGHT)
        back = msgspec.structs.replace(back, blueprint_id=BlueprintId(f"{front.blueprint_id}_BACK"))
        for face in (front, back):
            table = MadeTable(HILL, front, back)
            table.place_there(HILL)
            table.put(face, Zone.SIDE_OF_TABLE)
            assert table.place().generation[Side.DARK] == 1


def test_total_generation() -> None:
    master = character(40, "Sage", subtypes=(SubType.JEDI_MASTER,), ability=7)
    text = standing("total_force_generation", amount=1, player="$you")
    more = card(41, "More", CardType.EFFECT, Side.LIGHT, text)
    table = MadeTable(HILL, PLAIN, master, more)
    table.place_there(HILL)
    table.place_there(PLAIN, 1)
    assert table.place().generation == {Side.DARK: 3, Side.LIGHT: 5}
    table.put(master)
    table.put(more, Zone.SIDE_OF_TABLE)
    assert table.place().generation[Side.LIGHT] == 7


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
    assert table.place().location.battleground is expected


def test_a_location_that_is_not_known() -> None:
    table = MadeTable(HILL, SCOUT)
    table.place_there(site(51, "Nowhere"))
    table.put(SCOUT)
    place = table.place()
    assert (place.location.title, place.drains, place.presence) == ("", (0, 0), (False, True))


WEAKER = both(
    CHARACTER, term("filter", accepts=term("less", left=term("get_power", **{"1": "$target1"}), right=2))
)


@pytest.mark.parametrize(
    ("who", "means"),
    [
        (term("within_parsecs_of", card="$self", num_parsecs=2), ["Naboo", "Hoth"]),
        (term("is_orbited_by", who=titled("Moon")), ["Hoth"]),
        (term("has_different_card_titles_at_location", who=CHARACTER), ["Hill"]),
        (WEAKER, ["Weak"]),
        (term("site_of_starship_or_vehicle", who=titled("Big Ship")), ["Big Ship: Bridge"]),
        (term("outermost_marker"), ["Hill"]),
    ],
)
def test_what_is_meant(who: Term, means: list[str]) -> None:
    places = [
        system(101, "Naboo", parsec=3), system(102, "Hoth", parsec=5), system(103, "Far", parsec=6),
        system(104, "Moon"), hill := site(105, "Hill", traits={"keywords": ("marker_5",)}),
        site(106, "Plain", traits={"keywords": ("marker_3",)}),
        site(107, "Big Ship: Bridge", traits={"icons": ("starship_site",)}),
    ]  # fmt: skip
    self_ = starship(120, "Big Ship", traits={"personas": ("big_ship",)})
    weak = character(111, "Weak", power=1)
    made = MadeTable(*places, self_, weak, SCOUT)
    for column, place in enumerate(places):
        made.place_there(place, column, system="Hoth" if place.title == "Moon" else None)
    ship = made.put(self_)
    made.put(SCOUT, column=places.index(hill))
    made.put(weak, column=places.index(hill))
    numbers, one = made.card(ship)
    scope = numbers.scope(one)
    cards = scope.board.known.values()
    found = [each for each in cards if scope.means(who, each)]
    assert [each.card.title for each in found if each is not one and each.facts.power != 3] == means


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        (term("at_same_or_adjacent_sites", card="$self", who=CHARACTER), 3),
        (term("ability_of_highest_ability_character_present", card="$self", who=CHARACTER), 5),
        (term("count_active", who=CHARACTER, game=term("get_game")), 4),
    ],
)
def test_what_is_counted_near_a_card(amount: Term, number: int) -> None:
    able = character(112, "Able", ability=5)
    hills = [site(100 + number, f"Endor: Hill {number}") for number in range(1, 4)]
    made = MadeTable(*hills, SCOUT, able)
    for column, hill in enumerate(hills):
        made.place_there(hill, column)
    scouts = [made.put(SCOUT, column=column) for column in range(3)]
    made.put(able)
    numbers, scout = made.card(scouts[0])
    assert numbers.scope(scout).number(amount) == number
