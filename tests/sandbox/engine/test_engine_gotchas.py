"""Gotchas of the rules reference (section 27) played out by questions and answers, and rules around them."""

from dataclasses import dataclass

import pytest
from engine_tables import (
    BAY_94,
    BESPIN,
    CANTINA,
    CLOUD_CITY,
    COMMANDER_LUKE,
    CORVETTE,
    DARK_CRAWLER,
    DARK_RIFLE,
    EISLEY,
    EXECUTOR,
    FARM,
    KESSEL,
    LUKE,
    PLATFORM,
    RED_5,
    RIFLE,
    SANDCRAWLER,
    SNOWSPEEDER,
    STORMTROOPER,
    TATOOINE,
    TIE,
    TROOPER,
    VADER,
    X_WING,
    YAVIN,
    Z95,
    Stage,
    first,
    in_order,
)

from gemp_bot.decisions.kinds import ActionKind, Happening, PromptKind
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.rules.facts import CardKind
from gemp_bot.sandbox.engine import Choice, Menu, Option, PickCards, PickResult, Settings
from gemp_bot.sandbox.engine.activate import count
from gemp_bot.sandbox.engine.choices import Answer
from gemp_bot.sandbox.engine.happenings import (
    BattleEnded,
    BattleJoined,
    CardHit,
    DestinyDrawn,
    DrainInitiated,
    ForceLost,
    ForceUsed,
    Forfeited,
    PowerTotalled,
    WeaponFired,
)
from gemp_bot.sandbox.engine.running import OverError
from gemp_bot.sandbox.engine.sheets import Sheets
from gemp_bot.sandbox.engine.state import Seat

DARK, LIGHT = Side.DARK, Side.LIGHT
HIGH = "1_308"  # Lift Tube: destiny 6


@pytest.fixture
def stage(sheets: Sheets) -> Stage:
    return Stage(sheets)


@dataclass
class Plan:
    """Answers by what is asked: options by kind, cards by name of the prompt; else the least."""

    take: dict[ActionKind, int] | None = None
    """How often each kind of action is taken."""
    pick: dict[PromptKind, list[int]] | None = None
    results: dict[PromptKind, int] | None = None

    def __call__(self, choice: Choice) -> Answer:
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if (self.take or {}).get(option.kind, 0) > 0:
                    assert self.take is not None
                    self.take[option.kind] -= 1
                    return number
        if isinstance(choice, PickCards) and (wanted := (self.pick or {}).get(choice.prompt)):
            for card in wanted:
                if card in choice.cards:
                    return (card,)
        if isinstance(choice, PickResult) and choice.prompt in (self.results or {}):
            return (self.results or {})[choice.prompt]
        return first(choice)


BATTLE = ActionKind.INITIATE_BATTLE


def kinds(options: tuple[Option, ...], kind: ActionKind) -> dict[int, tuple[int, ...]]:
    return {option.card: option.targets for option in options if option.kind is kind}


# -- the action system ------------------------------------------------------------------------------


def test_gotcha_07_the_opponent_responds_first(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(STORMTROOPER, cantina)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1}))
    windows = [
        choice.player
        for choice in stage.asked
        if isinstance(choice, Menu) and choice.after is Happening.FORCE_DRAIN_INITIATED
    ]
    assert windows == [LIGHT, DARK]


def test_gotcha_07_whoever_responds_is_followed_by_the_other_until_two_pass(stage: Stage) -> None:
    """A react of the light side; then the dark side and the light side are asked again."""
    stage.lay("3_55")  # Hoth
    echo, ridge = stage.lay("3_56", "3_61")
    stage.turn(DARK, 1)
    stage.put(STORMTROOPER, echo)
    stage.put(SNOWSPEEDER, ridge)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1, ActionKind.REACT_MOVE: 1}))
    players = [
        choice.player
        for choice in stage.asked
        if isinstance(choice, Menu) and choice.after is Happening.FORCE_DRAIN_INITIATED
    ]
    assert players == [LIGHT, DARK, LIGHT]
    assert stage.run.stack == []


def test_a_react_that_brings_presence_stops_a_drain(stage: Stage) -> None:
    stage.lay("3_55")  # Hoth
    echo, ridge = stage.lay("3_56", "3_61")
    stage.put(STORMTROOPER, echo)
    speeder = stage.put(SNOWSPEEDER, ridge)
    before = stage.state.life(LIGHT)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1, ActionKind.REACT_MOVE: 1}))
    assert speeder.place is echo
    assert len(stage.of_told(DrainInitiated)) == 1
    assert stage.of_told(ForceLost) == []
    assert stage.state.life(LIGHT) == before


def test_who_reacts_to_a_battle_takes_part_in_it(stage: Stage) -> None:
    stage.lay("3_55")  # Hoth
    echo, ridge = stage.lay("3_56", "3_61")
    stage.put(STORMTROOPER, echo)
    stage.put(TROOPER, echo)
    speeder = stage.put(SNOWSPEEDER, ridge)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.REACT_MOVE: 1}))
    assert stage.of_told(BattleJoined) == [BattleJoined(speeder.id)]
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert total.light >= 4  # the trooper's 1 and the speeder's 3


def test_gotcha_23_the_cost_is_paid_when_responses_are_asked(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    vader = stage.new(VADER)
    force = stage.state.force(DARK)
    seen: list[tuple[int, Zone]] = []

    plan = Plan({ActionKind.DEPLOY: 1}, {PromptKind.CHOOSE_DEPLOY_TARGET: [cantina.piece.id]})

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu) and choice.after is Happening.USING_FORCE:
            seen.append((stage.state.force(DARK), vader.zone))
        return plan(choice)

    stage.play(Phase.DEPLOY, choose)
    assert seen == [(force - 6, Zone.HAND)] * 2
    assert vader.place is cantina


def test_an_action_that_is_taken_back_costs_nothing_and_asks_the_same_player_again(stage: Stage) -> None:
    stage.lay(CANTINA)
    stage.new(VADER)
    force = stage.state.force(DARK)
    stage.play(Phase.DEPLOY, Plan({ActionKind.DEPLOY: 1}))
    menus = [choice.player for choice in stage.asked if isinstance(choice, Menu)]
    assert menus == [DARK, DARK, LIGHT]
    assert stage.state.force(DARK) == force
    assert stage.of_told(ForceUsed) == []


# -- generation and drains --------------------------------------------------------------------------


def test_gotcha_11_generation_is_locked_after_the_count(stage: Stage) -> None:
    stage.lay(CANTINA)
    stage.turn(LIGHT, 1)
    count(stage.run, LIGHT)
    locked = stage.state.entitlement.total
    assert locked == 3  # two icons and oneself
    stage.lay(EISLEY)
    stage.play(Phase.ACTIVATE, in_order(0, 3, 3))
    assert stage.state.entitlement.left == 0
    assert stage.offered(Phase.ACTIVATE) == ()
    assert stage.run.numbers.generation(LIGHT) == 5


def test_the_opponent_says_how_much_is_activated_before_he_may_act(stage: Stage) -> None:
    stage.lay(CANTINA)
    stage.turn(LIGHT, 1)
    count(stage.run, LIGHT)
    force = stage.state.force(LIGHT)
    stage.play(Phase.ACTIVATE, in_order(0, 3, 1, None))
    assert [choice.prompt for choice in stage.asked if not isinstance(choice, Menu)] == [
        PromptKind.FORCE_TO_ACTIVATE,
        PromptKind.FORCE_TO_ALLOW,
    ]
    assert stage.state.force(LIGHT) == force + 1
    assert len(stage.offered(Phase.ACTIVATE)) == 1


def test_gotcha_12_a_card_drains_once_per_turn_wherever_it_goes(stage: Stage) -> None:
    eisley, cantina = stage.lay(EISLEY, CANTINA)
    luke = stage.put(LUKE, eisley)
    stage.turn(LIGHT, 1)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1}))
    assert len(stage.of_told(DrainInitiated)) == 1
    stage.state.stand(luke, cantina)
    stage.put(TROOPER, cantina)
    assert stage.offered(Phase.CONTROL) == ()
    stage.turn(LIGHT, 3)
    assert [option.card for option in stage.offered(Phase.CONTROL)] == [cantina.piece.id]


def test_a_drain_takes_the_opponents_icons_and_he_chooses_what_is_lost(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.turn(LIGHT, 1)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1}))
    assert stage.of_told(DrainInitiated) == [DrainInitiated(LIGHT, cantina.piece.id, 0, 2)]
    asked = [choice for choice in stage.asked if isinstance(choice, PickCards)]
    assert [choice.player for choice in asked] == [DARK, DARK]
    assert len(stage.of_told(ForceLost)) == 2


def test_no_drain_where_the_opponent_has_presence(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.put(STORMTROOPER, cantina)
    assert stage.offered(Phase.CONTROL) == ()


# -- deploying --------------------------------------------------------------------------------------


def test_gotcha_24_a_persona_blocks_its_other_versions(stage: Stage) -> None:
    (cantina,) = stage.lay(EISLEY)
    stage.turn(LIGHT, 1)
    luke, commander = stage.new(LUKE), stage.new(COMMANDER_LUKE)
    assert {option.card for option in stage.offered(Phase.DEPLOY)} >= {luke.id}
    stage.state.stand(luke, cantina)
    assert commander.id not in {option.card for option in stage.offered(Phase.DEPLOY)}


def test_both_players_may_have_a_unique_card_but_no_player_two(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(VADER, cantina)
    stage.new(VADER)
    assert stage.offered(Phase.DEPLOY) == ()


def test_characters_need_presence_or_an_icon_and_weapons_do_not(stage: Stage) -> None:
    (alderaan,) = stage.lay("1_121")  # no icon of the dark side
    tie = stage.new(TIE)
    assert kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY) == {}
    other = stage.put(TIE, alderaan)
    assert kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY) == {tie.id: (alderaan.piece.id,)}
    assert other.place is alderaan


def test_cards_deploy_only_where_they_can_be(stage: Stage) -> None:
    tatooine, bay, cantina = stage.lay(TATOOINE, BAY_94, CANTINA)
    stage.turn(DARK, 1)
    tie, ship, trooper = stage.new(TIE), stage.new(EXECUTOR), stage.new(STORMTROOPER)
    found = kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)
    assert found[tie.id] == (tatooine.piece.id, bay.piece.id)
    assert found[ship.id] == (tatooine.piece.id,)
    assert found[trooper.id] == (bay.piece.id, cantina.piece.id)


def test_a_weapon_goes_on_whom_its_text_names(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    trooper = stage.put(STORMTROOPER, cantina)
    stage.put(TROOPER, cantina)
    rifle = stage.new(DARK_RIFLE)
    force = stage.state.force(DARK)
    assert kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY) == {rifle.id: (trooper.id,)}
    stage.play(Phase.DEPLOY, Plan({ActionKind.DEPLOY: 1}, {PromptKind.CHOOSE_DEPLOY_TARGET: [trooper.id]}))
    assert rifle.host is trooper
    assert stage.state.force(DARK) == force - 2
    assert stage.offered(Phase.DEPLOY) == ()


def test_a_location_of_the_same_name_takes_the_place_of_the_opponents(stage: Stage) -> None:
    (old,) = stage.lay("1_289")
    ship = stage.put(TIE, old)
    stage.turn(LIGHT, 1)
    new = stage.new(TATOOINE)
    stage.play(Phase.DEPLOY, Plan({ActionKind.DEPLOY: 1}))
    assert [place.piece for place in stage.state.places] == [new]
    assert ship.place is stage.state.places[0]
    assert [piece.face.title for piece in old.under] == ["Tatooine"]


# -- battles ----------------------------------------------------------------------------------------


def test_a_battle_costs_one_force_and_there_is_one_per_location(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    for blueprint in (STORMTROOPER, TROOPER):
        stage.put(blueprint, cantina)
    force = stage.state.force(DARK)
    stage.play(Phase.BATTLE, Plan({BATTLE: 3}))
    assert stage.state.force(DARK) == force - 1
    assert stage.state.battles == 1
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert (total.dark, total.light, total.winner, total.damage) == (1, 1, None, 0)


def test_gotcha_16_no_attrition_without_battle_destiny(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(VADER, cantina)
    stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}, results={PromptKind.DRAW_BATTLE_DESTINY: 1}))
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert (total.dark_attrition, total.light_attrition) == (None, None)
    assert stage.of_told(DestinyDrawn) == []


def test_battle_destiny_is_attrition_and_power_and_its_card_is_used(stage: Stage) -> None:
    """Gotcha 9 as well: the value counts, and the card goes its own way."""
    (cantina,) = stage.lay(CANTINA)
    stage.put(VADER, cantina)
    stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    card = stage.state.pile(DARK, Zone.RESERVE_DECK)[-1]
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}))
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert (total.dark, total.light) == (12, 1)
    assert (total.dark_attrition, total.light_attrition, total.damage) == (None, 6, 11)
    assert card in stage.state.pile(DARK, Zone.USED_PILE)


def test_gotcha_17_passengers_give_no_ability_for_battle_destiny(stage: Stage) -> None:
    (wastes,) = stage.lay(FARM)
    stage.put(STORMTROOPER, wastes)
    crawler = stage.put(SANDCRAWLER, wastes)
    stage.aboard(LUKE, crawler, Seat.PASSENGER)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}))
    assert not any(
        isinstance(choice, PickResult) and choice.prompt is PromptKind.DRAW_BATTLE_DESTINY
        for choice in stage.asked
    )
    stage.state.stand(next(piece for piece in stage.cards(LIGHT, CardKind.CHARACTER)), wastes)
    stage.turn(DARK, 3)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}))
    assert any(
        isinstance(choice, PickResult) and choice.prompt is PromptKind.DRAW_BATTLE_DESTINY
        for choice in stage.asked
    )


def test_gotcha_18_immunity_is_compared_to_total_attrition(stage: Stage) -> None:
    """Vader is immune to attrition below 5: against 6 he is not, also when only 4 of it are left."""
    (cantina,) = stage.lay(CANTINA)
    vader, other = stage.put(VADER, cantina), stage.put(STORMTROOPER, cantina)
    luke = stage.put(LUKE, cantina)
    stage.stack(LIGHT, HIGH)
    stage.turn(LIGHT, 1)
    choose = Plan(
        {BATTLE: 1},
        {PromptKind.FORFEIT: [other.id, vader.id], PromptKind.LOSE_FORCE_OR_FORFEIT: [other.id, vader.id]},
    )
    stage.play(Phase.BATTLE, choose)
    assert [told.card for told in stage.of_told(Forfeited) if isinstance(told, Forfeited)][:2] == [
        other.id,
        vader.id,
    ]
    assert luke.zone in (Zone.AT_LOCATION, Zone.LOST_PILE)


def test_gotcha_18_an_immune_card_need_not_be_forfeited(stage: Stage) -> None:
    """Attrition of 1 and no damage: Vader may be forfeited, if desired, and is not."""
    (cantina,) = stage.lay(CANTINA)
    vader = stage.put(VADER, cantina)
    stage.put(LUKE, cantina)
    stage.stack(LIGHT, TROOPER)
    stage.turn(LIGHT, 1)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}))
    asked = [choice for choice in stage.asked if isinstance(choice, PickCards) and choice.player is DARK]
    assert [choice.prompt for choice in asked] == [PromptKind.OPTIONAL_FORFEIT]
    assert asked[0].cards == (vader.id,)
    assert asked[0].attrition == 1
    assert vader.place is cantina


def test_gotcha_19_a_forfeit_satisfies_attrition_and_damage_at_once(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(VADER, cantina)
    luke = stage.put(LUKE, cantina)
    stage.stack(DARK, TROOPER)
    stage.stack(LIGHT, TROOPER)
    life = stage.state.life(LIGHT)
    choose = Plan({BATTLE: 1}, {PromptKind.LOSE_FORCE_OR_FORFEIT: [luke.id]})
    stage.play(Phase.BATTLE, choose)
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert total.light_attrition == 1
    assert total.damage == 3
    assert stage.of_told(Forfeited) == [Forfeited(LIGHT, luke.id, 7)]
    assert stage.of_told(ForceLost) == []
    assert stage.state.life(LIGHT) == life


def test_force_satisfies_damage_and_never_attrition(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(VADER, cantina)
    trooper = stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    units: list[int] = []

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.LOSE_FORCE_OR_FORFEIT:
            return (next(card for card in choice.cards if card != trooper.id),)
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.FORFEIT:
            units.append(len(stage.state.pile(LIGHT, Zone.LOST_PILE)))
            assert choice.cards == (trooper.id,)
        if isinstance(choice, Menu) and choice.options and not stage.state.battles:
            return 0
        return first(choice)

    stage.play(Phase.BATTLE, choose)
    assert units == [11]
    assert trooper.zone is Zone.LOST_PILE


def test_gotcha_20_a_battle_ends_when_presence_is_gone_and_hit_cards_are_lost(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    trooper, second = stage.put(STORMTROOPER, cantina), stage.put(TROOPER, cantina)
    rifle = stage.aboard(DARK_RIFLE, trooper, Seat.WORN)
    other = stage.put(LUKE, cantina)
    stage.stack(DARK, HIGH)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.CHOOSE_TARGET:
            return (second.id,)
        if isinstance(choice, Menu) and choice.after is Happening.HIT and other.place is cantina:
            stage.state.lose(other)  # what an Interrupt might do
            stage.state.lose(trooper)
        if isinstance(choice, Menu) and choice.options:
            return 0
        return first(choice)

    stage.play(Phase.BATTLE, choose)
    assert stage.of_told(CardHit) == [CardHit(second.id)]
    assert stage.of_told(BattleEnded) == [BattleEnded(cantina.piece.id, True)]
    assert stage.of_told(PowerTotalled) == []
    assert second.zone is Zone.LOST_PILE
    assert rifle.zone is Zone.LOST_PILE


def test_gotcha_13_who_is_inside_is_no_target_and_adds_no_power(stage: Stage) -> None:
    (farm,) = stage.lay(FARM)
    crawler = stage.put(DARK_CRAWLER, farm)
    inside = stage.aboard(VADER, crawler, Seat.PASSENGER)
    luke = stage.put(LUKE, farm)
    stage.aboard(RIFLE, luke, Seat.WORN)
    stage.turn(LIGHT, 1)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 1}))
    aims = [choice for choice in stage.asked if isinstance(choice, PickCards) and choice.kind is not None]
    assert [choice.cards for choice in aims] == [(crawler.id,)]
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert total.dark == 0  # nobody drives
    assert inside.id not in aims[0].cards


def test_a_weapon_fires_once_and_a_hit_card_must_be_forfeited(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    trooper = stage.put(STORMTROOPER, cantina)
    rifle = stage.aboard(DARK_RIFLE, trooper, Seat.WORN)
    luke, second = stage.put(LUKE, cantina), stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    stage.play(
        Phase.BATTLE,
        Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 5}, {PromptKind.CHOOSE_TARGET: [luke.id]}),
    )
    assert stage.of_told(WeaponFired) == [WeaponFired(DARK, rifle.id, luke.id, 7, 4, True)]
    assert luke.zone is Zone.LOST_PILE
    assert second.place is cantina
    assert any(isinstance(told, Forfeited) and told.card == luke.id for told in stage.told)


def test_forfeiting_a_carrier_loses_all_aboard(stage: Stage) -> None:
    (tatooine,) = stage.lay(TATOOINE)
    red = stage.put(RED_5, tatooine)
    luke = stage.aboard(LUKE, red, Seat.PILOT)
    stage.put(EXECUTOR, tatooine)
    life = stage.state.life(LIGHT)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}, {PromptKind.LOSE_FORCE_OR_FORFEIT: [red.id]}))
    assert {red.zone, luke.zone} == {Zone.LOST_PILE}
    assert stage.of_told(Forfeited) == [Forfeited(LIGHT, red.id, 6)]
    assert stage.state.life(LIGHT) <= life


# -- moves ------------------------------------------------------------------------------------------


def test_gotcha_21_one_regular_move_per_turn_and_unlimited_ones_besides(stage: Stage) -> None:
    farm, eisley = stage.lay(FARM, EISLEY)
    crawler = stage.put(SANDCRAWLER, eisley)
    luke = stage.put(LUKE, farm)
    stage.turn(LIGHT, 1)
    force = stage.state.force(LIGHT)
    go = Plan({ActionKind.MOVE_LANDSPEED: 1}, {PromptKind.CHOOSE_MOVE_TARGET: [eisley.piece.id]})
    stage.play(Phase.MOVE, go)
    assert luke.place is eisley
    assert stage.state.force(LIGHT) == force - 1
    assert kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_LANDSPEED) == {}
    for _ in range(2):
        stage.play(Phase.MOVE, Plan({ActionKind.EMBARK: 1}, {PromptKind.EMBARK_TARGET: [crawler.id]}))
        assert luke.host is crawler
        off = Plan({ActionKind.DISEMBARK: 1}, {PromptKind.DISEMBARK_TARGET: [eisley.piece.id]})
        stage.play(Phase.MOVE, off)
        assert luke.host is None
    assert stage.state.force(LIGHT) == force - 1


def test_gotcha_22_who_is_carried_does_not_move(stage: Stage) -> None:
    tatooine, kessel = stage.lay(TATOOINE, KESSEL)
    red = stage.put(RED_5, tatooine)
    luke = stage.aboard(LUKE, red, Seat.PILOT)
    stage.turn(LIGHT, 1)
    stage.play(
        Phase.MOVE,
        Plan({ActionKind.MOVE_HYPERSPEED: 1}, {PromptKind.CHOOSE_MOVE_TARGET: [kessel.piece.id]}),
    )
    assert (red.place, luke.place) == (kessel, kessel)
    assert stage.state.marks.moved == {red.name}


def test_gotcha_26_no_hyperspeed_no_parsec(stage: Stage) -> None:
    """Also between two systems of one parsec; and nobody flies who has no pilot."""
    tatooine, _ = stage.lay(TATOOINE, KESSEL)
    stage.put(Z95, tatooine)
    empty = stage.put(RED_5, tatooine)
    wing = stage.put(X_WING, tatooine)
    stage.turn(LIGHT, 1)
    found = kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_HYPERSPEED)
    assert set(found) == {wing.id}
    assert empty.id not in found


def test_hyperspeed_is_the_range_in_parsecs(stage: Stage) -> None:
    kessel, yavin, tatooine = stage.lay(KESSEL, YAVIN, TATOOINE)  # at 8, 4 and 7
    ship = stage.put(CORVETTE, kessel)  # hyperspeed 3
    stage.turn(LIGHT, 1)
    found = kinds(stage.offered(Phase.MOVE), ActionKind.MOVE_HYPERSPEED)
    assert found == {ship.id: (tatooine.piece.id,)}
    assert yavin.piece.id not in found[ship.id]


def test_gotcha_27_cloud_sectors_are_in_the_way_of_landing(stage: Stage) -> None:
    bespin, bay = stage.lay(BESPIN, PLATFORM)
    wing = stage.put(X_WING, bespin)
    stage.turn(LIGHT, 1)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.piece.id,)}
    cloud = stage.new(CLOUD_CITY)
    place = stage.state.lay(cloud, 1, "Bespin")
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {}
    stage.state.stand(wing, place)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.piece.id,)}


def test_landing_is_free_at_docking_bays_and_ties_need_one(stage: Stage) -> None:
    tatooine, bay, eisley = stage.lay(TATOOINE, BAY_94, EISLEY)
    tie = stage.put(TIE, tatooine)
    wing = stage.put(X_WING, tatooine)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {tie.id: (bay.piece.id,)}
    stage.turn(LIGHT, 1)
    assert kinds(stage.offered(Phase.MOVE), ActionKind.LAND) == {wing.id: (bay.piece.id, eisley.piece.id)}
    force = stage.state.force(LIGHT)
    stage.play(Phase.MOVE, Plan({ActionKind.LAND: 1}, {PromptKind.LAND_TARGET: [bay.piece.id]}))
    assert wing.place is bay
    assert stage.state.force(LIGHT) == force
    assert stage.run.numbers.power(wing) == 0


def test_docking_bay_transit_moves_a_group_for_one_price(stage: Stage) -> None:
    bay, other = stage.lay(BAY_94, PLATFORM)
    luke, trooper = stage.put(LUKE, bay), stage.put(TROOPER, bay)
    stage.turn(LIGHT, 1)
    force = stage.state.force(LIGHT)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.CARDS_TO_TRANSIT:
            return choice.cards
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.DOCKING_BAY_TARGET:
            return choice.cards
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if option.kind is ActionKind.DOCKING_BAY_TRANSIT and luke.place is bay:
                    return number
        return first(choice)

    stage.play(Phase.MOVE, choose)
    assert (luke.place, trooper.place) == (other, other)
    assert stage.state.force(LIGHT) == force - 1
    assert kinds(stage.offered(Phase.MOVE), ActionKind.DOCKING_BAY_TRANSIT) == {}


# -- the end ----------------------------------------------------------------------------------------


def test_who_draws_his_last_life_force_has_lost(sheets: Sheets) -> None:
    stage = Stage(sheets, Settings(), force=40)
    with pytest.raises(OverError) as over:
        stage.play(Phase.DRAW, Plan({ActionKind.DRAW_CARD: 99}))
    assert over.value.winner is LIGHT
    assert stage.state.life(DARK) == 0


def test_the_hand_and_the_table_are_no_life_force(stage: Stage) -> None:
    life = stage.state.life(DARK)
    stage.new(VADER)
    (cantina,) = stage.lay(CANTINA)
    stage.put(STORMTROOPER, cantina)
    assert stage.state.life(DARK) == life == 40
