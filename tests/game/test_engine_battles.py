"""Battles played out by questions and answers; gotchas by their number (rules reference, section 27)."""

from engine_tables import (
    BATTLE,
    BOBA_WITH_RIFLE,
    CANTINA,
    DARK,
    DARK_CRAWLER,
    DARK_RIFLE,
    EXECUTOR,
    FARM,
    HIGH,
    IG_88_WITH_RIOT_GUN,
    LIGHT,
    LUKE,
    RED_5,
    RIFLE,
    SANDCRAWLER,
    STORMTROOPER,
    TATOOINE,
    TROOPER,
    VADER,
    WINDU,
    Plan,
    Stage,
    first,
)

from gemp_bot.board.card import AttachedAs
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game import Choice, Menu, PickCards, PickResult
from gemp_bot.game.choices import Answer
from gemp_bot.game.game_events import (
    BattleEnded,
    CardHit,
    DestinyDrawn,
    ForceLost,
    Forfeited,
    PowerTotalled,
    WeaponFired,
)
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.rules.facts import CardKind


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
    assert (total.dark, total.light) == (13, 1)  # Vader adds 1 to each of his battle destinies
    assert (total.dark_attrition, total.light_attrition, total.damage) == (None, 7, 12)
    assert card in stage.state.pile(DARK, Zone.USED_PILE)


def test_gotcha_17_passengers_give_no_ability_for_battle_destiny(stage: Stage) -> None:
    (wastes,) = stage.lay(FARM)
    stage.put(STORMTROOPER, wastes)
    crawler = stage.put(SANDCRAWLER, wastes)
    stage.aboard(LUKE, crawler, AttachedAs.PASSENGER)
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
    assert vader.location is cantina


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
    assert total.light_attrition == 2  # with the 1 that Vader adds
    assert total.damage == 4
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
    assert units == [12]
    assert trooper.zone is Zone.LOST_PILE


def test_gotcha_20_a_battle_ends_when_presence_is_gone_and_hit_cards_are_lost(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    trooper, second = stage.put(STORMTROOPER, cantina), stage.put(TROOPER, cantina)
    rifle = stage.aboard(DARK_RIFLE, trooper, AttachedAs.WORN)
    other = stage.put(LUKE, cantina)
    stage.stack(DARK, HIGH)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, PickCards) and choice.prompt is PromptKind.CHOOSE_TARGET:
            return (second.id,)
        if isinstance(choice, Menu) and choice.after is ResponseTrigger.HIT and other.location is cantina:
            stage.state.lose(other)  # what an Interrupt might do
            stage.state.lose(trooper)
        if isinstance(choice, Menu) and choice.options:
            return 0
        return first(choice)

    stage.play(Phase.BATTLE, choose)
    assert stage.of_told(CardHit) == [CardHit(second.id)]
    assert stage.of_told(BattleEnded) == [BattleEnded(cantina.laid.id, True)]
    assert stage.of_told(PowerTotalled) == []
    assert second.zone is Zone.LOST_PILE
    assert rifle.zone is Zone.LOST_PILE


def test_gotcha_13_who_is_inside_is_no_target_and_adds_no_power(stage: Stage) -> None:
    (farm,) = stage.lay(FARM)
    crawler = stage.put(DARK_CRAWLER, farm)
    inside = stage.aboard(VADER, crawler, AttachedAs.PASSENGER)
    luke = stage.put(LUKE, farm)
    stage.aboard(RIFLE, luke, AttachedAs.WORN)
    stage.turn(LIGHT, 1)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 1}))
    aims = [choice for choice in stage.asked if isinstance(choice, PickCards) and choice.kind is not None]
    assert [choice.cards for choice in aims] == [(crawler.id,)]
    (total,) = stage.of_told(PowerTotalled)
    assert isinstance(total, PowerTotalled)
    assert total.dark == 0  # nobody drives
    assert inside.id not in aims[0].cards


def test_who_is_inside_fires_at_nobody_outside(stage: Stage) -> None:
    (farm,) = stage.lay(FARM)
    crawler = stage.put(SANDCRAWLER, farm)
    luke = stage.aboard(LUKE, crawler, AttachedAs.PASSENGER)
    stage.aboard(RIFLE, luke, AttachedAs.WORN)
    stage.put(STORMTROOPER, farm)
    stage.turn(LIGHT, 1)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 1}))
    assert stage.state.battles == 1
    assert stage.of_told(WeaponFired) == []


def test_a_weapon_fires_once_and_a_hit_card_must_be_forfeited(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    trooper = stage.put(STORMTROOPER, cantina)
    rifle = stage.aboard(DARK_RIFLE, trooper, AttachedAs.WORN)
    luke, second = stage.put(LUKE, cantina), stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    stage.play(
        Phase.BATTLE,
        Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 5}, {PromptKind.CHOOSE_TARGET: [luke.id]}),
    )
    assert stage.of_told(WeaponFired) == [WeaponFired(DARK, rifle.id, luke.id, 7, 4, True)]
    assert luke.zone is Zone.LOST_PILE
    assert second.location is cantina
    assert any(isinstance(told, Forfeited) and told.card == luke.id for told in stage.told)


def test_a_card_that_may_fire_one_weapon_twice_does_so(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    windu = stage.put(WINDU, cantina)
    rifle = stage.aboard(RIFLE, windu, AttachedAs.WORN)
    aims = [stage.put(each, cantina).id for each in (STORMTROOPER, VADER, STORMTROOPER)]
    stage.turn(LIGHT, 1)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 5}, {PromptKind.CHOOSE_TARGET: aims}))
    shots = [told for told in stage.of_told(WeaponFired) if isinstance(told, WeaponFired)]
    assert [told.weapon for told in shots] == [rifle.id] * 2


def test_a_permanent_weapon_is_fired_once_by_its_card(stage: Stage) -> None:
    """Boba Fett's rifle: one destiny and one more, for nothing; what it hits forfeits for nothing."""
    (cantina,) = stage.lay(CANTINA)
    boba, luke = stage.put(BOBA_WITH_RIFLE, cantina), stage.put(LUKE, cantina)
    stage.put(TROOPER, cantina)
    stage.stack(DARK, HIGH)
    force = stage.state.force(DARK)
    stage.play(
        Phase.BATTLE,
        Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 5}, {PromptKind.CHOOSE_TARGET: [luke.id]}),
    )
    assert stage.of_told(WeaponFired) == [WeaponFired(DARK, boba.id, luke.id, 7, 4, True)]
    assert stage.state.force(DARK) == force - 1  # the battle
    forfeited = [told for told in stage.told if isinstance(told, Forfeited) and told.card == luke.id]
    assert [told.value for told in forfeited] == [0]


def test_one_of_a_permanent_weapon_and_a_carried_one_fires(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    boba = stage.put(BOBA_WITH_RIFLE, cantina)
    rifle = stage.aboard(DARK_RIFLE, boba, AttachedAs.WORN)
    luke = stage.put(LUKE, cantina)
    aims = [luke.id, *(stage.put(TROOPER, cantina).id for _ in range(2))]
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 5}, {PromptKind.CHOOSE_TARGET: aims}))
    menus = [one for one in stage.asked if isinstance(one, Menu) and one.prompt is PromptKind.WEAPONS_SEGMENT]
    offered = [{option.card for option in menu.options} for menu in menus if menu.player is DARK]
    assert offered == [{boba.id, rifle.id}, set()]


def test_a_permanent_weapon_whose_shot_is_not_played_is_not_offered(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(IG_88_WITH_RIOT_GUN, cantina)
    stage.put(TROOPER, cantina)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1, ActionKind.FIRE_WEAPON: 1}))
    assert stage.of_told(WeaponFired) == []


def test_forfeiting_a_carrier_loses_all_aboard(stage: Stage) -> None:
    (tatooine,) = stage.lay(TATOOINE)
    red = stage.put(RED_5, tatooine)
    luke = stage.aboard(LUKE, red, AttachedAs.PILOT)
    stage.put(EXECUTOR, tatooine)
    life = stage.state.life(LIGHT)
    stage.play(Phase.BATTLE, Plan({BATTLE: 1}, {PromptKind.LOSE_FORCE_OR_FORFEIT: [red.id]}))
    assert {red.zone, luke.zone} == {Zone.LOST_PILE}
    assert stage.of_told(Forfeited) == [Forfeited(LIGHT, red.id, 6)]
    assert stage.state.life(LIGHT) <= life
