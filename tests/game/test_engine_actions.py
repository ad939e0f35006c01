"""Actions, generation, drains and deploying, played out by questions and answers; gotchas by their number."""

from engine_tables import (
    BATTLE,
    BAY_94,
    CANTINA,
    COMMANDER_LUKE,
    DARK,
    DARK_RIFLE,
    EISLEY,
    EXECUTOR,
    LIGHT,
    LUKE,
    SNOWSPEEDER,
    STORMTROOPER,
    TATOOINE,
    TIE,
    TROOPER,
    VADER,
    Plan,
    Stage,
    in_order,
    kinds,
)

from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game import Choice, Menu, PickCards
from gemp_bot.game.choices import Answer
from gemp_bot.game.game_events import (
    BattleJoined,
    DrainInitiated,
    ForceLost,
    ForceUsed,
    PowerTotalled,
)
from gemp_bot.game.turn import count_generation
from gemp_bot.protocol.enums import Phase, Zone

# -- the action system ------------------------------------------------------------------------------------


def test_gotcha_07_the_opponent_responds_first(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(STORMTROOPER, cantina)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1}))
    windows = [
        choice.player
        for choice in stage.asked
        if isinstance(choice, Menu) and choice.after is ResponseTrigger.FORCE_DRAIN_INITIATED
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
        if isinstance(choice, Menu) and choice.after is ResponseTrigger.FORCE_DRAIN_INITIATED
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
    assert speeder.location is echo
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

    plan = Plan({ActionKind.DEPLOY: 1}, {PromptKind.CHOOSE_DEPLOY_TARGET: [cantina.laid.id]})

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu) and choice.after is ResponseTrigger.USING_FORCE:
            seen.append((stage.state.force(DARK), vader.zone))
        return plan(choice)

    stage.play(Phase.DEPLOY, choose)
    assert seen == [(force - 6, Zone.HAND)] * 2
    assert vader.location is cantina


def test_an_action_that_is_taken_back_costs_nothing_and_asks_the_same_player_again(stage: Stage) -> None:
    stage.lay(CANTINA)
    stage.new(VADER)
    force = stage.state.force(DARK)
    stage.play(Phase.DEPLOY, Plan({ActionKind.DEPLOY: 1}))
    menus = [choice.player for choice in stage.asked if isinstance(choice, Menu)]
    assert menus == [DARK, DARK, LIGHT]
    assert stage.state.force(DARK) == force
    assert stage.of_told(ForceUsed) == []


# -- generation and drains --------------------------------------------------------------------------------


def test_gotcha_11_generation_is_locked_after_the_count(stage: Stage) -> None:
    stage.lay(CANTINA)
    stage.turn(LIGHT, 1)
    count_generation(stage.run, LIGHT)
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
    count_generation(stage.run, LIGHT)
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
    assert [option.card for option in stage.offered(Phase.CONTROL)] == [cantina.laid.id]


def test_a_drain_takes_the_opponents_icons_and_he_chooses_what_is_lost(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.turn(LIGHT, 1)
    stage.play(Phase.CONTROL, Plan({ActionKind.FORCE_DRAIN: 1}))
    assert stage.of_told(DrainInitiated) == [DrainInitiated(LIGHT, cantina.laid.id, 0, 2)]
    asked = [choice for choice in stage.asked if isinstance(choice, PickCards)]
    assert [choice.player for choice in asked] == [DARK, DARK]
    assert len(stage.of_told(ForceLost)) == 2


def test_no_drain_where_the_opponent_has_presence(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(TROOPER, cantina)
    stage.put(STORMTROOPER, cantina)
    assert stage.offered(Phase.CONTROL) == ()


# -- deploying --------------------------------------------------------------------------------------------


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
    assert kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY) == {tie.id: (alderaan.laid.id,)}
    assert other.location is alderaan


def test_cards_deploy_only_where_they_can_be(stage: Stage) -> None:
    tatooine, bay, cantina = stage.lay(TATOOINE, BAY_94, CANTINA)
    stage.turn(DARK, 1)
    tie, ship, trooper = stage.new(TIE), stage.new(EXECUTOR), stage.new(STORMTROOPER)
    found = kinds(stage.offered(Phase.DEPLOY), ActionKind.DEPLOY)
    assert found[tie.id] == (tatooine.laid.id, bay.laid.id)
    assert found[ship.id] == (tatooine.laid.id,)
    assert found[trooper.id] == (bay.laid.id, cantina.laid.id)


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
    assert [place.laid for place in stage.state.locations] == [new]
    assert ship.location is stage.state.locations[0]
    assert [piece.card.title for piece in old.under] == ["Tatooine"]
