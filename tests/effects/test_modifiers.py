"""What modifiers of standing texts change, one by one, on a small table."""

from collections.abc import Callable

import pytest
from made_table import (
    CHARACTER,
    SITE,
    YOURS,
    MadeTable,
    Text,
    card,
    character,
    keyword,
    site,
    standing,
    starship,
    system,
    term,
    titled,
)

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType, Icon
from gemp_bot.cards.texts import Value
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.scope import Scope
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.values import base_price, settled

ANY = term("any")
REBEL_TITLE, OTHER_TITLE = "Rebel", "Other Rebel"


class Scene:
    """A hill where a Rebel of ours with a blaster stands, and a field next to it.

    Args:
        ours: what an Effect of ours says. theirs: what one of theirs says. own: what the Rebel's text says.
    """

    def __init__(self, *ours: Text, theirs: tuple[Text, ...] = (), own: tuple[Text, ...] = ()) -> None:
        hill, field = site(1, "Endor: Hill"), site(2, "Endor: Field")
        rebel = character(3, REBEL_TITLE, Side.LIGHT, *own, landspeed=2)
        other = character(4, OTHER_TITLE)
        blaster = card(5, "Blaster", CardType.WEAPON)
        mine = card(6, "Mine", CardType.EFFECT, Side.LIGHT, *ours)
        their = card(7, "Theirs", CardType.EFFECT, Side.DARK, *theirs)
        made = MadeTable(hill, field, rebel, other, blaster, mine, their)
        made.place_there(hill)
        made.place_there(field, 1)
        numbers = [made.put(rebel)]
        numbers.append(made.put(blaster, on=numbers[0]))
        numbers.append(made.put(other, Zone.HAND))
        numbers += [made.put(mine, Zone.SIDE_OF_TABLE), made.put(their, Zone.SIDE_OF_TABLE)]
        self.made = made
        self.numbers: Numbers = made.numbers()
        self.board = self.numbers.scope(made.board().active[0]).board
        known = self.board.known
        self.rebel, self.blaster, self.other, self.mine, self.theirs = (known[each] for each in numbers)
        self.hill, self.field = self.board.locations

    def means(self, who: Value, one: CardInPlay) -> bool:
        return Scope(self.board, self.mine, Side.LIGHT, self.numbers).means(who, one)

    def number(self, amount: Value, of: CardInPlay) -> float:
        return Scope(self.board, of, of.side, self.numbers).number(amount)

    def holds(self, when: Value, of: CardInPlay | None = None) -> bool:
        one = self.mine if of is None else of
        return Scope(self.board, one, one.side, self.numbers).holds(when)


def drain(scene: Scene) -> float:
    return scene.numbers.drain(Side.LIGHT, scene.hill)


BONUS = standing("force_drain", where=SITE, amount=2, player="$you")


@pytest.mark.parametrize(
    ("ours", "theirs", "drained"),
    [
        ((BONUS,), (), 3),
        ((BONUS,), (standing("cancel_opponents_force_drain_bonuses", where=ANY),), 1),
        ((BONUS,), (standing("cancel_opponents_force_drain_modifiers", where=SITE),), 1),
        ((BONUS,), (standing("cancel_force_drain_bonuses_from_card", who=titled("Mine")),), 1),
        (
            (BONUS, standing("force_drain_modifiers_may_not_be_canceled", who="$self", where=ANY)),
            (standing("cancel_opponents_force_drain_bonuses", where=ANY),),
            3,
        ),
        ((standing("cancel_opponents_force_drain_bonuses", where=ANY), BONUS), (), 3),
    ],
)
def test_bonuses_of_force_drains_are_cancelled(
    ours: tuple[Text, ...], theirs: tuple[Text, ...], drained: float
) -> None:
    assert drain(Scene(*ours, theirs=theirs)) == drained


def test_force_icons_of_a_player_are_cancelled() -> None:
    theirs = (standing("cancel_force_icons", where=titled("Endor: Hill"), player="$opponent"),)
    scene = Scene(theirs=theirs)
    assert [scene.numbers.icons(side, scene.hill) for side in Side] == [1, 0]
    assert scene.numbers.icons(Side.LIGHT, scene.field) == 2


WEAKER = standing("power", who=CHARACTER, amount=-2)


@pytest.mark.parametrize(
    ("ours", "theirs", "own", "power"),
    [
        ((), (WEAKER,), (), 1),
        ((standing("may_not_have_power_reduced", who=CHARACTER, player="$opponent"),), (WEAKER,), (), 3),
        ((standing("may_not_have_power_reduced", who=CHARACTER, player="$opponent"), WEAKER), (), (), 1),
        ((standing("may_not_have_forfeit_value_reduced", who=CHARACTER),), (WEAKER,), (), 1),
        ((), (WEAKER,), (standing("defined_by_game_text_power", "always", amount=7),), 5),
        ((), (standing("reset_power", who=CHARACTER, reset_value=0),), (), 0),
    ],
)
def test_power(ours: tuple[Text, ...], theirs: tuple[Text, ...], own: tuple[Text, ...], power: float) -> None:
    scene = Scene(*ours, theirs=theirs, own=own)
    assert scene.numbers.power(scene.rebel) == power


@pytest.mark.parametrize(
    ("text", "walk", "land"),
    [
        (standing("move_cost_from_location", who=YOURS, amount=1, where=titled("Endor: Hill")), 2, 2),
        (standing("move_cost_to_location", who=YOURS, amount=1, where=titled("Endor: Hill")), 1, 1),
        (standing("move_cost_using_landspeed", who=YOURS, amount=2), 3, 1),
        (standing("moves_free_from_location_using_landspeed", who=YOURS, where=SITE), 0, 1),
        (standing("lands_free_to_location", who=YOURS, where=titled("Endor: Field")), 1, 0),
        (
            standing(
                "move_cost_from_location_to_location",
                who=YOURS,
                amount=3,
                from_location_filter=titled("Endor: Hill"),
                to_location_filter=titled("Endor: Field"),
            ),
            4,
            4,
        ),
    ],
)
def test_costs_of_moves_by_their_way_and_ends(text: Text, walk: float, land: float) -> None:
    scene = Scene(text)
    found = [
        settled(1, changes.modifiers, changes.resets)
        for way in ("move_landspeed", "land")
        for changes in [scene.numbers.move_changes(scene.rebel, scene.field, way)]
    ]
    assert found == [walk, land]


@pytest.mark.parametrize(
    ("text", "leaves", "comes"),
    [
        (standing("may_not_move_from_location", who=YOURS, where=titled("Endor: Hill")), True, False),
        (standing("may_not_move_to_location", who=YOURS, where=titled("Endor: Hill")), False, True),
        (
            standing(
                "may_not_move_from_location_to_location",
                who=YOURS,
                from_location_filter=titled("Endor: Field"),
                to_location_filter=titled("Endor: Hill"),
            ),
            False,
            True,
        ),
    ],
)
def test_moves_that_are_forbidden(text: Text, leaves: bool, comes: bool) -> None:
    scene = Scene(text)
    ends: list[tuple[Location, Location]] = [(scene.hill, scene.field), (scene.field, scene.hill)]
    held = [scene.numbers.held_from(scene.rebel, *each, "move_landspeed") for each in ends]
    assert held == [leaves, comes]


def test_landspeed_that_leaving_takes() -> None:
    lost = standing("landspeed_required_to_move_from_location", where=titled("Endor: Hill"), amount=1)
    assert Scene().numbers.speeds(Scene().rebel)[0] == 2
    scene = Scene(lost)
    assert scene.numbers.speeds(scene.rebel)[0] == 1


def test_a_card_that_may_not_move_may_by_another_text() -> None:
    fixed = standing("may_not_move", who="$self")
    stays, goes = Scene(own=(fixed,)), Scene(standing("may_move", who=YOURS), own=(fixed,))
    assert stays.numbers.cannot_move(stays.rebel)
    assert not goes.numbers.cannot_move(goes.rebel)


def test_its_own_text_changes_the_destiny_of_a_card_that_is_drawn() -> None:
    drawn = standing("destiny_when_drawn_for_destiny", "always", who="$self", amount=3)
    odd = card(20, "Odd", CardType.INTERRUPT, Side.LIGHT, drawn)
    made = MadeTable(odd)
    number = made.put(odd, Zone.HAND)
    numbers = made.numbers()
    one = numbers.scope(made.board().known[number]).board.known[number]
    assert (numbers.destiny(one), numbers.destiny(one, "battle destiny")) == (2, 5)


def test_a_pilot_that_is_deployed_together_with_its_starship() -> None:
    cheaper = standing(
        "deploy_cost_for_simultaneously_deploying_pilot",
        "always",
        pilot_filter=titled("Pilot"),
        amount=-2,
        starship_or_vehicle_filter="$self",
        who=SITE,
    )
    ship = starship(21, "Ship", Side.LIGHT, cheaper, deploy=4)
    pilot = character(22, "Pilot", icons=((Icon.PILOT, 1),))
    hill = site(1, "Endor: Hill")
    made = MadeTable(ship, pilot, hill)
    made.place_there(hill)
    ids = [made.put(each, Zone.HAND) for each in (ship, pilot)]
    numbers = made.numbers()
    known = numbers.scope(made.board().active[0]).board.known
    place = numbers.scope(made.board().active[0]).board.locations[0]
    assert base_price(numbers.pilot_cost(known[ids[1]], known[ids[0]], place)) == 1


SAYS: list[tuple[Text, Callable[[Scene], object], object]] = [
    (
        standing("may_not_be_fired", weapon_filter=ANY),
        lambda s: s.numbers.may_shoot(s.blaster, s.rebel),
        False,
    ),
    (
        standing("may_not_use_weapons", who=CHARACTER),
        lambda s: s.numbers.may_shoot(s.blaster, s.rebel),
        False,
    ),
    (
        standing("extra_force_cost_to_fire_weapon", weapon_filter=ANY, amount=2),
        lambda s: s.numbers.fire_cost(s.blaster, s.rebel, 1),
        3,
    ),
    (
        standing("fire_weapon_fired_by_cost", who=CHARACTER, weapon_filter=ANY, amount=-1),
        lambda s: s.numbers.fire_cost(s.blaster, s.rebel, 1),
        0,
    ),
    (
        standing("may_not_be_targeted_by_permanent_weapons", who=CHARACTER),
        lambda s: s.numbers.unshootable(s.rebel, s.blaster),
        False,
    ),
    (
        standing("may_not_be_targeted_by_weapon_user", who=CHARACTER, weapon_user_filter=CHARACTER),
        lambda s: s.numbers.unshootable(s.rebel, s.blaster),
        True,
    ),
    (
        standing("limit_force_loss_from_card", who=titled("Theirs"), amount=2, player="$you"),
        lambda s: (s.numbers.loss_limits(Side.LIGHT, s.theirs), s.numbers.loss_limits(Side.DARK, s.theirs)),
        ((2,), ()),
    ),
    (
        standing("force_retrieval", amount=-3, player="$opponent"),
        lambda s: (s.numbers.retrieved(Side.DARK, s.theirs, 4), s.numbers.retrieved(Side.LIGHT, s.mine, 4)),
        (1, 4),
    ),
    (
        standing(
            "place_in_used_pile_when_canceled", who=YOURS, canceled_by_card_filter=titled("Theirs"),
            canceled_by_player_id="$opponent",
        ),
        lambda s: (s.numbers.goes_to_used(s.mine, s.theirs), s.numbers.goes_to_used(s.mine, s.rebel)),
        (True, False),
    ),
    (
        standing("may_be_targeted_by", who=CHARACTER, card_title="Vader's Obsession"),
        lambda s: [s.numbers.granted(s.rebel, each) for each in ("Vader's Obsession", "Other")],
        [True, False],
    ),
    (
        standing("may_not_deploy_to_target", who=titled(OTHER_TITLE), target_filter=titled("Blaster")),
        lambda s: (s.numbers.may_go_on(s.other, s.blaster), s.numbers.may_go_on(s.other, s.rebel)),
        (False, True),
    ),
    (
        standing("deploys_free_to_system", who=YOURS, system="Endor"),
        lambda s: base_price(s.numbers.deploy_cost(s.other, s.hill)),
        0,
    ),
    (
        standing("may_not_add_battle_destiny_draws", who=CHARACTER),
        lambda s: s.numbers.is_told(s.rebel, Quantity.NO_ADDED_DESTINY),
        True,
    ),
    (
        standing("nighttime_conditions", who=SITE),
        lambda s: s.holds(term("under_nighttime_condition", card="$self"), s.rebel),
        True,
    ),
    (
        standing("fires_for_free", who=titled("Blaster")),
        lambda s: s.numbers.fire_cost(s.blaster, s.rebel, 2),
        0,
    ),
    (
        standing("fire_weapon_fired_by_for_free", who=CHARACTER, weapon_filter=titled("Blaster")),
        lambda s: s.numbers.fire_cost(s.blaster, s.rebel, 2),
        0,
    ),
    (
        standing("may_be_fired_twice_per_battle", weapon_filter=titled("Blaster")),
        lambda s: s.numbers.fires_twice(s.blaster, s.rebel),
        True,
    ),
    (
        standing("may_fire_one_weapon_twice_per_battle", who=CHARACTER, weapon_filter=titled("Blaster")),
        lambda s: s.numbers.fires_twice(s.blaster, s.rebel),
        True,
    ),
    (
        standing("keyword", who=CHARACTER, keyword="spy", amount=1),
        lambda s: (s.means(keyword("spy"), s.rebel), s.means(keyword("spy"), s.blaster)),
        (True, False),
    ),
    (
        standing("leader", who=titled(OTHER_TITLE)),
        lambda s: (s.means(keyword("leader"), s.other), s.means(keyword("leader"), s.rebel)),
        (True, False),
    ),
    (
        standing("icon", who=CHARACTER, icon="warrior", amount=1),
        lambda s: s.means(term("icon", icon="warrior"), s.rebel),
        True,
    ),
    (
        standing("calculation_variable", who=titled("Theirs"), amount=-2, variable="x"),
        lambda s: s.number(
            term("calculate_card_variable", card="$self", variable="x", base_value_calculation=7), s.theirs
        ),
        5,
    ),
    (
        standing("reset_calculation_variable", who=titled("Theirs"), reset_value=1, variable="x"),
        lambda s: s.number(term("get_variable_value", **{"1": "$self", "2": "x", "3": 7}), s.theirs),
        1,
    ),
    (
        standing("variable_multiplier", who=titled("Theirs"), amount=2, variable="x"),
        lambda s: [s.numbers.variable(s.theirs, name, 3) for name in ("x", "y")],
        [6, 3],
    ),
    (
        standing("destiny_draw_for_action_source", who=titled("Theirs"), amount=4, player="$opponent"),
        lambda s: [s.numbers.source_draw(side, s.theirs) for side in (Side.DARK, Side.LIGHT)],
        [4, 0],
    ),
    (
        standing("may_not_carry", who=CHARACTER, cannot_be_carried_filter=titled(OTHER_TITLE)),
        lambda s: (s.numbers.may_go_on(s.other, s.rebel), s.numbers.may_go_on(s.other, s.blaster)),
        (False, True),
    ),
    (
        standing("may_not_target_to_be_lost", who=CHARACTER, targeted_by_filter=titled("Theirs")),
        lambda s: [
            s.numbers.may_target_to(s.rebel, s.theirs, [reason]) for reason in ("to_be_lost", "to_be_stolen")
        ],
        [False, True],
    ),
    (
        standing("may_not_remove_cards_from_opponents_hand", player="$opponent", source_filter=ANY),
        lambda s: (
            s.numbers.may_take_from_hand(Side.DARK, s.theirs),
            s.numbers.may_take_from_hand(Side.LIGHT, s.mine),
        ),
        (False, True),
    ),
    (
        standing("adds_destiny_to_attrition", amount=1, player="$you"),
        lambda s: [s.numbers.added_destinies(Quantity.ADDED_TO_ATTRITION, side, 1) for side in Side],
        [1, 2],
    ),
    (
        standing("may_not_add_destiny_draws_to_power", player="$opponent"),
        lambda s: [s.numbers.added_destinies(Quantity.ADDED_DESTINY, side, 2) for side in Side],
        [0, 2],
    ),
    (
        standing("ability_more_than_required_for_battle_destiny", where=SITE, amount=4, player="$opponent"),
        lambda s: [s.numbers.battle_destinies([s.rebel] * 2, side, s.hill) for side in Side],
        [0, 1],
    ),
    (
        standing("doubled", who=titled("Theirs")),
        lambda s: (s.holds(term("doubled", card="$self"), s.theirs), s.holds(term("doubled", card="$self"))),
        (True, False),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "asked", "found"), SAYS)
def test_what_else_texts_say(text: Text, asked: Callable[[Scene], object], found: object) -> None:
    assert asked(Scene(text)) == found
    assert asked(Scene()) != found or text.term.name == "may_not_be_targeted_by_permanent_weapons"  # type: ignore[union-attr]


def test_cards_that_are_deployed_for_free_by_another_text_cost_what_a_third_one_says() -> None:
    free = standing("deploys_free", who=YOURS)
    toll = standing(
        "extra_force_cost_to_deploy_card_for_free_except_by_own_gametext", who=CHARACTER, amount=2
    )
    scene = Scene(free, theirs=(toll,))
    assert scene.numbers.deploy_cost(scene.other, scene.hill).separate == (2,)
    assert Scene(theirs=(toll,)).numbers.deploy_cost(scene.other, scene.hill).separate == ()


@pytest.mark.parametrize(
    ("when", "so"),
    [
        (term("after_players_turn_number", player="$you", turn_number=2), True),
        (term("after_players_turn_number", player="$you", turn_number=3), False),
        (term("after_players_turn_number", player="$opponent", turn_number=3), True),
        (term("during_players_turn_number", player="$you", turn_number=3), True),
        (term("during_players_turn_number", player="$opponent", turn_number=3), False),
        (term("during_battle_initiated_by", player="$you"), False),
        (term("condition", is_fulfilled=term("on_table", who=CHARACTER)), True),
        (term("all_ability_on_table_provided_by", player="$you", who=titled(REBEL_TITLE)), True),
        (term("all_ability_on_table_provided_by", player="$opponent", who=ANY), False),
        (term("total_ability_less_than", player="$you", where=titled("Endor: Hill"), ability=3), True),
        (term("total_ability_less_than", player="$you", where=titled("Endor: Hill"), ability=2), False),
        (term("total_ability_piloting_more_than", player="$you", where=ANY, ability=1), False),
        (term("phase", phase="move", player="$you"), True),
        (term("phase", phase="move", player="$opponent"), False),
        (term("no_ability_in_battle", player="$opponent"), False),
        (term("is_only_excluded", card="$self"), False),
    ],
)
def test_conditions(when: Value, so: bool) -> None:
    assert Scene().holds(when) is so


@pytest.mark.parametrize(("while_", "piloted", "counts"), [
    ("active", False, False), ("active", True, True), ("unpiloted", False, True),
])  # fmt: skip
def test_the_text_of_a_starship_works_while_somebody_pilots_it(
    while_: str, piloted: bool, counts: bool
) -> None:
    endor = system(1, "Endor")
    more = standing("force_generation", while_=while_, where=term("any"), player="$you", amount=1)
    ship = starship(2, "Ship", Side.LIGHT, more)
    pilot = character(3, "Pilot", Side.LIGHT, icons=((Icon.PILOT, 1),))
    made = MadeTable(endor, ship, pilot)
    made.place_there(endor)
    usual = made.place().generation[Side.LIGHT]
    flown = made.put(ship)
    if piloted:
        made.put(pilot, on=flown)
    assert made.place().generation[Side.LIGHT] - usual == counts


FIRM = standing("may_not_have_deploy_cost_increased", who=CHARACTER, player="$opponent")


@pytest.mark.parametrize(("amount", "cost"), [(2, 3), (-1, 2)])
def test_what_a_card_costs_to_deploy_may_not_be_increased(amount: int, cost: int) -> None:
    other = standing("deploy_cost", who=CHARACTER, amount=amount)
    scene = Scene(FIRM, theirs=(other,))
    assert settled_cost(scene) == cost
    assert settled_cost(Scene(theirs=(other,))) == 3 + amount


def settled_cost(scene: Scene) -> float:
    return base_price(scene.numbers.deploy_cost(scene.other, scene.hill))


@pytest.mark.parametrize(("at_most", "found"), [(5, 5), (9, 8)])
def test_a_defense_value_is_modified_no_further_than_a_text_says(at_most: int, found: int) -> None:
    more = standing("defense_value", who=CHARACTER, amount=6)
    limit = standing("maximum_defense_value_modified_to", who=CHARACTER, amount=at_most)
    scene = Scene(more, limit)
    assert scene.numbers.defense(scene.rebel) == found


FORBIDDEN = standing("may_not_deploy", who=CHARACTER, player="$opponent")


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        (
            standing("ignores_deployment_restrictions_from_card", who=ANY, card_filter=titled("Theirs")),
            (1, 1),
        ),
        (
            standing(
                "ignores_deployment_restrictions_from_card_when_deploying_to_location",
                who=ANY, card_filter=titled("Theirs"), where=titled("Endor: Hill"), player="$you",
            ),
            (1, 0),
        ),
        (standing("ignores_deployment_restrictions_from_card", who=ANY, card_filter=titled("Mine")), (0, 0)),
    ],
)  # fmt: skip
def test_a_card_is_deployed_whatever_some_texts_forbid(text: Text, goes: tuple[int, int]) -> None:
    scene = Scene(text, theirs=(FORBIDDEN,))
    assert tuple(scene.numbers.may_go(scene.other, each) for each in (scene.hill, scene.field)) == goes


def test_a_card_that_is_never_deployed_to_some_locations_is_to_the_others() -> None:
    hill, field = site(201, "Endor: Hill"), site(202, "Endor: Field")
    own = standing("never_deploys_to_location", "always", who=titled("Endor: Hill"))
    made = MadeTable(hill, field, choosy := character(203, "Choosy", Side.LIGHT, own))
    made.place_there(hill)
    made.place_there(field, 1)
    number = made.put(choosy, Zone.HAND)
    numbers, one = made.card(number)
    board = numbers.scope(one).board
    assert [numbers.may_go(one, place) for place in board.locations] == [False, True]


WAYS = {
    "options": tuple(
        term("play_card_option", **{"0": f"play_card_option_{number}", "1": "attached", "2": ""})
        for number in (1, 2)
    ),
    "deploy_on": term(
        "choose",
        when=term("equal", left="$play_card_option_id", right="play_card_option_1"),
        then=term("not", of=keyword("smuggler")),
        otherwise=keyword("smuggler"),
    ),
}


@pytest.mark.parametrize(("words", "power"), [((), 3), (("smuggler",), 4)])
def test_in_which_way_a_card_was_deployed_is_told_by_what_it_is_on(
    words: tuple[str, ...], power: int
) -> None:
    ways = [term("play_card_option_id", card="$self", option_id=f"play_card_option_{n}") for n in (1, 2)]
    on = term("has_attached", card="$self")
    effect = card(
        213, "Skill", CardType.EFFECT, Side.LIGHT,
        standing("keyword", who=on, when=ways[0], keyword="smuggler", amount=1),
        standing("power", who=on, when=ways[1], amount=1),
        selectors=WAYS,
    )  # fmt: skip
    made = MadeTable(
        hill := site(211, "Hill"), one := character(212, "One", traits={"keywords": words}), effect
    )
    made.place_there(hill)
    number = made.put(one)
    made.put(effect, on=number)
    numbers, bearer = made.card(number)
    assert numbers.power(bearer) == power
    assert numbers.scope(bearer).means(keyword("smuggler"), bearer)
