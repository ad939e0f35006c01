"""What actions of real cards do to the table, to battles, drains and destinies, and when they may."""

from collections.abc import Callable
from random import Random

import pytest
from engine_tables import (
    BATTLE,
    CANTINA,
    DARK,
    EISLEY,
    FARM,
    HIGH,
    LIGHT,
    LUKE,
    STORMTROOPER,
    TROOPER,
    VADER,
    Plan,
)
from test_engine_games import QUICK
from text_stage import TextStage, most, responding

from gemp_bot.board.card import AttachedAs, Lasting
from gemp_bot.cards.texts import Term
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.game import Choice, Engine, Menu, Option, PickCards
from gemp_bot.game.choices import Answer
from gemp_bot.game.context import Run
from gemp_bot.game.control import act as drain
from gemp_bot.game.deploy import deploy_card
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.game_events import PowerTotalled
from gemp_bot.game.players import RandomPlayer
from gemp_bot.protocol.enums import Phase, Zone

ALTER = "1_71"


@pytest.fixture
def scene(effects: CardEffects) -> TextStage:
    stage = TextStage(effects)
    stage.at(Phase.CONTROL, DARK)
    return stage


# -- Interrupts -------------------------------------------------------------------------------------------


def test_a_drain_is_cancelled_by_an_interrupt(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    scene.put(VADER, cantina)
    option = Option(ActionKind.FORCE_DRAIN, cantina.laid.id)
    lost = scene.state.pile(LIGHT, Zone.LOST_PILE)
    scene.drive(drain(scene.run, DARK, option), most)
    without = scene.state.pile(LIGHT, Zone.LOST_PILE)
    assert len(without) > len(lost)
    control = scene.of("10_4")
    scene.turn(DARK, 3)
    scene.drive(drain(scene.run, DARK, option), responding(control.id))
    assert control.zone in (Zone.USED_PILE, Zone.LOST_PILE)
    assert {*scene.state.pile(LIGHT, Zone.LOST_PILE)} - {control} == {*without}
    assert scene.run.under_way.drain is None


def test_an_interrupt_is_cancelled_by_another_one(scene: TextStage) -> None:
    """What is cancelled was paid, does nothing, and is lost."""
    gift, boring = scene.of("1_82"), scene.of("1_235")
    sword = scene.in_pile("1_155", Zone.RESERVE_DECK)
    scene.at(Phase.CONTROL, LIGHT)
    force = scene.state.force(LIGHT)
    scene.act(gift, "take_card_into_hand_from_reserve_deck", responding(boring.id))
    assert gift.zone is Zone.LOST_PILE
    assert boring.zone in (Zone.USED_PILE, Zone.LOST_PILE)
    assert scene.state.force(LIGHT) == force - 1
    assert sword.zone is Zone.RESERVE_DECK


def test_what_is_not_cancelled_comes_about(scene: TextStage) -> None:
    gift, sword = scene.of("1_82"), scene.in_pile("1_155", Zone.RESERVE_DECK)
    scene.at(Phase.CONTROL, LIGHT)
    scene.act(gift, "take_card_into_hand_from_reserve_deck")
    assert sword.zone is Zone.HAND


def test_an_effect_is_cancelled_before_it_lies_there(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    presence, clash = scene.of("1_227"), scene.of("5_38")
    assert presence.card.title == "Presence Of The Force"
    if presence.side is clash.side:
        pytest.skip("both are of one side")
    scene.at(Phase.DEPLOY, presence.side)
    host = cantina.laid.id
    scene.drive(deploy_card(scene.run, presence.side, presence, (host,)), responding(clash.id))
    assert presence.zone is Zone.LOST_PILE


def test_a_destiny_is_redrawn(scene: TextStage) -> None:
    moments = scene.of("204_23")
    side = moments.side
    scene.stack(side, TROOPER, HIGH)
    played: list[float | None] = []

    def drawn() -> Run[None]:
        played.append((yield from draw_destinies(scene.run, side, 1, "destiny")))

    scene.drive(drawn(), responding(moments.id))
    assert played == [6], "the first is cancelled, and another one drawn"


@pytest.mark.parametrize(
    ("blueprint", "effect"),
    [("207_14", "activate_force"), ("203_17", "take_card_into_hand_from_reserve_deck")],
)
def test_an_interrupt_goes_to_the_pile_of_its_mode(scene: TextStage, blueprint: str, effect: str) -> None:
    card = scene.of(blueprint)
    scene.at(Phase.CONTROL, card.side)
    scene.stack(card.side, "3_10")
    action = scene.action(card, effect).action
    scene.act(card, effect)
    lost = action.mode == "lost" or (not action.mode and "lost" in card.facts.traits.subtypes)
    assert card.zone is (Zone.LOST_PILE if lost else Zone.USED_PILE)


# -- limits -----------------------------------------------------------------------------------------------


def test_once_a_phase_is_once_and_again_the_next_turn(scene: TextStage) -> None:
    tikkes = scene.put("12_122", scene.lay(CANTINA)[0])
    scene.at(Phase.DEPLOY, tikkes.side)
    effect = "draw_card_into_hand_from_bottom_of_force_pile"
    assert scene.may(tikkes, effect)
    scene.act(tikkes, effect)
    assert not scene.may(tikkes, effect)
    scene.state.begin_phase(Phase.BATTLE)
    assert not scene.may(tikkes, effect), "it is of the deploy phase"
    scene.state.begin_turn(tikkes.side)
    scene.state.begin_phase(Phase.DEPLOY)
    assert scene.may(tikkes, effect)


def test_once_a_game_is_once_for_all_copies(scene: TextStage) -> None:
    one, two = scene.of("200_120"), scene.of("200_120")
    for _ in range(4):
        scene.in_pile(STORMTROOPER if one.side is DARK else TROOPER, Zone.HAND)
    scene.at(Phase.CONTROL, one.side)
    effect = "exchange_cards_in_hand_with_card_in_force_pile"
    scene.act(one, effect)
    scene.state.begin_turn(one.side)
    assert not scene.may(two, effect)


# -- cards on table ---------------------------------------------------------------------------------------


def test_a_card_is_lost_as_soon_as_its_condition_holds(scene: TextStage) -> None:
    """Sandwhirl is lost at an interior site."""
    cantina, farm = scene.lay(CANTINA, FARM)
    whirl = scene.of("6_148")
    scene.state.lay_on(whirl, farm.laid)
    scene.drive(scene.run.responses.settle(scene.run), most)
    assert whirl.zone is Zone.ATTACHED
    scene.state.lay_on(whirl, cantina.laid)
    scene.drive(scene.run.responses.settle(scene.run), most)
    assert whirl.zone is Zone.LOST_PILE


def test_a_character_gets_power_until_the_end_of_the_turn(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    cadet, trooper = scene.put("106_16", cantina), scene.put(STORMTROOPER, cantina)
    numbers, power = scene.run.numbers, scene.run.numbers.power(trooper)
    scene.act(
        cadet,
        "modify_power_until_end_of_turn",
        responding(pick={PromptKind.CHOOSE_TARGET: [trooper.id]}),
    )
    assert numbers.power(trooper) == power + 1
    scene.state.expire("turn")
    assert numbers.power(trooper) == power


def test_stacked_cards_are_lost_with_what_they_are_stacked_on(scene: TextStage) -> None:
    claw = scene.beside("13_11")
    scene.at(Phase.CONTROL, claw.side)
    scene.in_pile(STORMTROOPER if claw.side is DARK else TROOPER, Zone.HAND)
    scene.act(claw, "stack_card_from_hand")
    (below,) = scene.state.stacked_on(claw)
    assert (below.zone, below.host) == (Zone.STACKED, claw)
    scene.drive(scene.run.lose(claw), most)
    assert below.zone is Zone.LOST_PILE
    assert below.host is None


def test_what_is_on_a_location_stays_there_when_it_is_converted(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    whirl = scene.of("6_148")
    scene.state.lay_on(whirl, cantina.laid)
    other = scene.of("1_290")  # the dark Cantina
    assert other.card.title == cantina.laid.card.title
    scene.state.convert(other, cantina)
    assert whirl.host is other
    assert other.attached == (whirl,)
    assert whirl.location is cantina


def test_cover_is_broken_for_force(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    spy = scene.put("7_48", cantina)
    spy.undercover = True
    scene.at(Phase.MOVE, spy.side)
    force = scene.state.force(spy.side)
    scene.act(spy, "break_cover")
    assert not spy.undercover
    assert scene.state.force(spy.side) == force - 3


def test_nobody_targets_what_is_immune_to_his_card(scene: TextStage) -> None:
    alter = scene.of(ALTER)
    (cantina,) = scene.lay(CANTINA)
    scene.put(LUKE, cantina)
    immune = next(
        card.blueprint_id
        for card in scene.effects.index
        if card.side is DARK
        and "Alter" in (scene.effects.facts.of(card).text.traits.get("immune_to") or ())
        and scene.effects.facts.of(card).stays
    )
    effect = scene.beside(immune)
    scene.at(Phase.CONTROL, LIGHT)
    assert scene.run.numbers.immune_to(effect, "Alter")
    assert not scene.may(alter, "cancel_card_on_table")


# -- battles ----------------------------------------------------------------------------------------------


def test_battle_destiny_is_added_by_a_location(scene: TextStage) -> None:
    """Who initiates a battle at the Massassi War Room adds one, of the side its text names."""
    (room,) = scene.lay("1_139")
    scene.put(STORMTROOPER, room)
    scene.put(TROOPER, room)
    scene.stack(DARK, HIGH)
    scene.play(Phase.BATTLE, Plan({BATTLE: 1}))
    (total,) = scene.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert total.light_attrition == 6, "without it a Stormtrooper draws none"


def test_a_total_battle_destiny_is_reduced(scene: TextStage) -> None:
    (farm,) = scene.lay(FARM)
    scout = next(
        card.blueprint_id
        for card in scene.effects.index
        if card.side is LIGHT
        and "scout" in scene.effects.facts.of(card).traits.keywords
        and card.type == "Character"
    )
    mine, other = scene.put(scout, farm), scene.put(VADER, farm)
    planning = scene.of("9_52")
    battle = scene.fight([mine, other])
    scene.act(planning, "modify_total_battle_destiny")
    assert battle.more_destiny == {DARK: -3, LIGHT: 0}


def test_a_battle_is_cancelled(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    scene.put(STORMTROOPER, cantina)
    scene.put(TROOPER, cantina)
    trap = scene.of("5_55")
    scene.at(Phase.BATTLE, trap.side.other)
    scene.play(Phase.BATTLE, begin(trap.id))
    assert trap.zone in (Zone.USED_PILE, Zone.LOST_PILE)
    assert scene.of_told(PowerTotalled) == []
    assert scene.state.battle is None


def begin(card: int) -> Callable[[Choice], Answer]:
    """Begins a battle, and plays a card in response."""

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                responds = option.card == card and choice.after is ResponseTrigger.BATTLE_INITIATED
                if option.kind is BATTLE or responds:
                    return number
        return most(choice)

    return choose


def test_a_shot_is_cancelled(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    shield = scene.of("200_119")
    assert shield.side is DARK
    vader, luke = scene.put(VADER, cantina), scene.put(LUKE, cantina)
    rifle = scene.aboard("1_153", luke, AttachedAs.WORN)
    scene.at(Phase.BATTLE, LIGHT)
    scene.stack(LIGHT, HIGH)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if option.card in (rifle.id, shield.id) or option.kind is BATTLE:
                    return number
            return None
        if isinstance(choice, PickCards) and vader.id in choice.cards:
            return (vader.id,)
        return most(choice)

    scene.play(Phase.BATTLE, choose)
    assert not vader.hit
    assert shield.zone is not Zone.HAND


def test_a_text_is_cancelled(scene: TextStage) -> None:
    """Quite A Mercenary cancels the text of a smuggler until the end of the turn."""
    (cantina,) = scene.lay(CANTINA)
    han = scene.put("1_11", cantina)
    mercenary = scene.of("210_24")
    scene.at(Phase.CONTROL, mercenary.side)
    assert scene.run.numbers.silent() == frozenset()
    scene.act(
        mercenary,
        "cancel_game_text_until_end_of_turn",
        responding(pick={PromptKind.CHOOSE_TARGET: [han.id]}),
    )
    assert scene.run.numbers.silent() == {han}
    scene.state.expire("turn")
    assert scene.run.numbers.silent() == frozenset()


def test_a_location_lets_cards_move(scene: TextStage) -> None:
    """From the Upper Plaza Corridor one moves to any other Cloud City site."""
    here, there = scene.lay("5_84", "5_83")
    trooper = scene.put(TROOPER, here)
    scene.at(Phase.MOVE, LIGHT)
    force = scene.state.force(LIGHT)
    action = scene.known.of(here.laid)["action"][0]
    assert action.actor(here.laid) is LIGHT
    option = Option(action.kind, here.laid.id, action=action.number)
    assert option in scene.run.responses.actions(scene.run, LIGHT)
    assert option not in scene.run.responses.actions(scene.run, DARK)
    scene.drive(scene.run.responses.act(scene.run, LIGHT, option), most)
    assert trooper.location is there
    assert scene.state.force(LIGHT) == force
    assert option not in scene.run.responses.actions(scene.run, LIGHT), "it made its move"


def test_texts_change_what_a_battle_costs(scene: TextStage) -> None:
    (swamp,) = scene.lay("7_128")
    assert scene.run.numbers.at(Quantity.BATTLE_COST, DARK, swamp, 1) == 4
    assert scene.run.numbers.at(Quantity.BATTLE_COST, LIGHT, swamp, 1) == 1


def test_ability_for_battle_destiny_is_as_a_text_has_it(scene: TextStage) -> None:
    kashyyyk, eisley = scene.lay("2_64", EISLEY)
    ship = scene.put("1_304", kashyyyk)
    vader = scene.aboard(VADER, ship, AttachedAs.PILOT)
    numbers = scene.run.numbers
    own = numbers.ability(vader)
    assert own >= 6
    assert numbers.battle_destinies([ship, vader], DARK, kashyyyk) >= 1
    luke = scene.put(LUKE, eisley)
    assert numbers.battle_destinies([luke], LIGHT, eisley) == 1


def test_what_is_subtracted_from_each_battle_destiny_counts(scene: TextStage) -> None:
    """Sonic Bombardment: each battle destiny of the opponent is 1 less until the battle ends."""
    (cantina,) = scene.lay(CANTINA)
    assassin = next(
        card.blueprint_id
        for card in scene.effects.index
        if card.side is DARK
        and card.type == "Character"
        and "assassin" in scene.effects.facts.of(card).traits.keywords
    )
    mine, other = scene.put(assassin, cantina), scene.put(LUKE, cantina)
    bombardment = scene.of("601_27")
    scene.fight([mine, other])
    scene.act(bombardment, "add_until_end_of_battle_modifier")
    assert scene.run.numbers.more(Quantity.EACH_BATTLE_DESTINY, LIGHT, cantina) == -1
    assert scene.run.numbers.more(Quantity.EACH_BATTLE_DESTINY, DARK, cantina) == 0
    scene.state.fight(None)
    assert scene.run.numbers.more(Quantity.EACH_BATTLE_DESTINY, LIGHT, cantina) == 0


def test_a_barrier_keeps_a_card_from_moving_and_fighting(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    barrier = scene.of("1_249")
    scene.put(STORMTROOPER, cantina)
    luke = scene.put(LUKE, cantina)
    window = scene.run.window(LIGHT, ResponseTrigger.DEPLOYED, (luke.id, cantina.laid.id))
    scene.drive(window, responding(barrier.id))
    assert barrier.zone is Zone.USED_PILE
    assert scene.run.numbers.cannot_move(luke)
    assert not scene.run.numbers.may_fight(luke)
    scene.state.begin_turn(DARK)
    assert not scene.run.numbers.cannot_move(luke)
    assert scene.run.numbers.may_fight(luke)


def test_shields_begin_outside_and_are_played_from_under_their_effect(effects: CardEffects) -> None:
    starting, shields = "13_69", ("13_50", "13_61", "13_68", "13_96")
    decks = {DARK: [starting, "1_290", *[STORMTROOPER] * 58], LIGHT: ["1_128", *[TROOPER] * 59]}
    engine = Engine(decks, 1, effects=effects, settings=QUICK, outside={DARK: shields})
    player = RandomPlayer(Random(1))
    engine.begin()
    effect = next(card for card in engine.state.cards.values() if card.card.blueprint_id == starting)
    below = [card for card in engine.state.cards.values() if card.card.blueprint_id in shields]
    played = 0
    while engine.choice is not None and played < 3:
        choice = engine.choice
        answer = player.answer(choice)
        if isinstance(choice, Menu):
            own = [n for n, option in enumerate(choice.options) if option.card == effect.id]
            answer = own[0] if own else answer
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.DEPLOY_FROM_PILE:
            answer = choice.cards[:1]
        engine.step(answer)
        played = sum(card.zone is Zone.SIDE_OF_TABLE for card in below)
        assert effect.zone in (Zone.RESERVE_DECK, Zone.SIDE_OF_TABLE)
    assert played == 3, "three times a game"
    assert all(card.zone in (Zone.STACKED, Zone.SIDE_OF_TABLE) for card in below)


# -- what texts forbid ------------------------------------------------------------------------------------


def test_a_drain_is_not_reduced_where_a_text_forbids_it_to_the_other_player(scene: TextStage) -> None:
    cantina, farm = scene.lay(CANTINA, FARM)
    gerrera = scene.put("209_12", cantina)
    firm, numbers = scene.run.numbers.drain_firm, scene.run.numbers
    assert gerrera.side is LIGHT
    assert firm(LIGHT, cantina, DARK, reduces=True)
    assert not firm(LIGHT, cantina, LIGHT, reduces=True)
    assert not firm(LIGHT, cantina, DARK, reduces=False)
    assert not firm(LIGHT, farm, DARK, reduces=True)
    assert numbers.kept(Quantity.NO_DRAIN_CANCEL, LIGHT, cantina, DARK) is False


def test_an_interrupt_is_a_lost_one_by_a_text(scene: TextStage) -> None:
    alter, other = scene.of(ALTER), scene.of("10_4")
    assert not scene.run.numbers.is_lost(alter, lost=False)
    scene.beside("4_21")
    assert scene.run.numbers.is_lost(alter, lost=False)
    assert not scene.run.numbers.is_lost(other, lost=False)


def test_a_card_is_not_targeted_by_what_a_text_keeps_off(scene: TextStage) -> None:
    (cantina,) = scene.lay(CANTINA)
    luke, alter = scene.put(LUKE, cantina), scene.of(ALTER)
    assert scene.run.numbers.may_be_targeted(luke, alter)
    scene.state.board.lasting = (
        Lasting(
            luke.id,
            LIGHT,
            Term("may_not_be_targeted_by", {"who": "$self", "targeted_by_filter": Term("any", {})}),
            (),
            "game",
        ),
    )
    assert not scene.run.numbers.may_be_targeted(luke, alter)
