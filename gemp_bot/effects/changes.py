"""Which number or rule a standing text changes: one line for each modifier."""

from enum import Enum, auto
from functools import cache
from math import inf
from typing import Final

import msgspec

from gemp_bot.cards.texts import CardText, Standing, Term, Value
from gemp_bot.effects.meanings import Kind, not_understood


class Quantity(Enum):
    """What texts change."""

    __hash__ = object.__hash__  # numbers are kept by it, and the hash of an Enum is worked out in Python

    # numbers of cards
    POWER = auto()
    ABILITY = auto()
    FORFEIT = auto()
    DESTINY = auto()
    DRAW = auto()  # destiny when drawn for any
    BATTLE_DRAW = auto()  # destiny when drawn for battle destiny
    WEAPON_DRAW = auto()  # destiny when drawn for weapon destiny
    MANEUVER = auto()
    ARMOR = auto()
    DEFENSE = auto()
    HYPERSPEED = auto()
    LANDSPEED = auto()
    IMMUNITY = auto()  # attrition below which a card is immune
    IMMUNITY_CHANGE = auto()
    NO_IMMUNITY = auto()
    BATTLE_DESTINY = auto()  # battle destinies that are added
    LEAST_DESTINY = auto()  # battle destinies drawn where there would be fewer
    DEPLOY = auto()
    DEPLOY_PRINTED = auto()  # what it costs to deploy where none is printed
    MOVE_COST = auto()
    SPEED_LOST = auto()  # landspeed that leaving a location takes
    PILOT_DEPLOY = auto()  # deploy cost of a pilot that is deployed together with the card
    COST_FIRM = auto()  # some cards do not change its deploy cost
    EXTRA_DEPLOY = auto()  # Force to use besides, to deploy a card to a location
    VARIABLE = auto()  # the value of X as its text has it
    # of what else is so of cards
    TRAIT = auto()  # has a keyword or an icon besides those that are printed
    NO_CREW = auto()  # its permanent pilots are suspended
    FIRES_TWICE = auto()  # in each battle, or fires one weapon twice
    IGNORES = auto()  # is deployed whatever the texts of some cards forbid
    NO_TARGET_TO = auto()  # may not be targeted for a purpose, as to be lost
    SOURCE_DRAW = auto()  # of each destiny that is drawn for an action of its text
    NO_MOVE = auto()
    MAY_MOVE = auto()  # whatever says that it may not
    NO_DEPLOY = auto()
    NO_TARGET = auto()
    NO_ABILITY_FOR_DESTINY = auto()
    NO_TEXT = auto()
    SUSPENDED = auto()
    TEXT_CHANGE = auto()
    REACTS = auto()
    MOVES_REACT = auto()
    NO_FIGHT = auto()  # takes part in no battle
    POLITICS = auto()
    USES_POLITICS = auto()  # instead of power
    NO_LOSS_TO = auto()  # no Force is lost to a card
    IMMUNE_TO_TITLE = auto()
    NO_TARGET_BY = auto()  # may not be targeted by some cards
    GRANTED = auto()  # may be targeted by the cards of a title as well
    NO_FIRE = auto()  # may not be fired, or may not fire
    FIRE_COST = auto()
    NO_ADDED_DESTINY = auto()  # adds no battle destiny
    NIGHT = auto()  # of a location: nighttime conditions
    NO_SCOMP = auto()  # of a location: its Scomp link does not work
    INITIATES = auto()  # may initiate battles without presence
    BATTLED = auto()  # may be battled without presence
    NOT_REDUCED = auto()  # a number of it may not be reduced
    NOT_INCREASED = auto()
    MAY_GO_THERE = auto()  # may be deployed to a location, whatever its own text says
    NO_DEPLOY_ON = auto()  # may not be deployed on or aboard some cards
    CANCELED_TO_USED = auto()  # goes to the Used Pile if it is cancelled
    FORFEITED_TO_USED = auto()
    LOSS_LIMIT = auto()  # Force that is lost to a card at the most
    NO_BONUS_BY = auto()  # adds nothing to Force drains
    BONUS_KEPT = auto()  # what it adds to Force drains may not be cancelled
    MAY_GO_ON = auto()  # may be deployed on a card, whatever its own text says
    KEEPS_TEXT = auto()
    DOUBLED = auto()  # its text counts twice, as that says
    NOT_UNIQUE = auto()
    FROM_STACK = auto()  # may be deployed from where it is stacked, as from a hand
    WITHOUT_PRESENCE = auto()  # may be deployed where its owner has neither presence nor Force icons
    AS_STARFIGHTER = auto()  # weapons may target it as one
    FREE_TOLL = auto()  # Force to use besides, to deploy it for free by another text
    ALL_ATTRITION = auto()  # its forfeit satisfies all attrition
    ALL_DAMAGE = auto()
    NO_CANCEL = auto()
    NO_FLIP = auto()
    TO_USED = auto()  # of an Interrupt: it is a Used one
    TO_LOST = auto()
    PLAY_COST = auto()  # Force to use besides, to play an Interrupt
    # numbers of locations, for a player
    DRAIN = auto()
    NO_DRAIN = auto()
    NO_DRAIN_CANCEL = auto()
    NO_DRAIN_REDUCTION = auto()
    NO_DRAIN_CHANGE = auto()
    NO_DESTINY_CANCEL = auto()
    NO_BONUS = auto()  # Force drains of the other player have no bonuses
    NO_CHANGES = auto()  # nor anything else that he changes of them
    DRAIN_COST = auto()  # Force that a Force drain uses
    DRAIN_LOSS_LIMIT = auto()
    GENERATION = auto()
    DARK_ICONS = auto()
    LIGHT_ICONS = auto()
    NO_ICONS = auto()  # the Force icons of a player there are cancelled
    TOTAL_POWER = auto()
    TOTAL_ABILITY = auto()  # for battle destiny
    ATTRITION = auto()
    EACH_BATTLE_DESTINY = auto()
    TOTAL_BATTLE_DESTINY = auto()
    MOST_DESTINIES = auto()
    ABILITY_FOR_DESTINY = auto()
    ABILITY_OVER = auto()  # that ability has to exceed, to draw battle destiny
    BATTLE_COST = auto()
    NO_BATTLE = auto()
    NO_DAMAGE = auto()
    NO_TEXT_OF_SIDE = auto()
    TRANSIT_FROM = auto()
    TRANSIT_TO = auto()
    ONLY_TRANSIT = auto()  # what the other docking bay takes is not paid
    NO_MOVE_TO = auto()
    NO_DEPLOY_TO = auto()
    NO_REACT_TO = auto()
    NO_REACT_FROM = auto()
    # of players
    TOTAL_GENERATION = auto()
    DAMAGE_FACTOR = auto()
    ADDED_DESTINY = auto()  # destinies that are drawn for total power
    ADDED_TO_ATTRITION = auto()  # and for attrition
    HAND_KEPT = auto()  # takes nothing from the other's hand by some cards
    RETRIEVAL = auto()
    # of actions
    WEAPON_DESTINY = auto()
    TOTAL_WEAPON_DESTINY = auto()
    UNASKED = auto()  # what no rule that is played asks for


COSTS: Final = frozenset({Quantity.DEPLOY, Quantity.DEPLOY_PRINTED})


class Of(Enum):
    """Whose number it is."""

    CARDS = auto()
    PLACES = auto()  # of a location, for a player
    PLAYER = auto()


class How(Enum):
    """How it changes."""

    ADD = auto()
    RESET = auto()
    LIMIT = auto()
    SET = auto()  # it is so
    MULTIPLY = auto()
    DEFINE = auto()  # instead of what is printed


class Modifier(msgspec.Struct, frozen=True):
    """What a modifier of a name changes.

    Attributes:
        quantity, of, how: what, whose, how.
        who, where, player: names of its arguments for the cards, the locations and the player.
        amount: name of the argument that tells how much, or a number.
        default: the cards that are meant where it names none.
        rest: further arguments that a reader of the quantity asks for, or that narrow nothing on a board;
            `where=who` is the argument `who`, which readers ask for as `where`.
        fixed: what its name says instead of an argument.
    """

    quantity: Quantity
    of: Of = Of.CARDS
    how: How = How.ADD
    who: str = "who"
    where: str = "where"
    player: str = "player"
    amount: str | float = "amount"
    default: Value = "$self"
    rest: tuple[str, ...] = ()
    fixed: dict[str, Value] = {}


_PILOTED: Final = Term("has_piloting", {"card": "$self"})
_CARRIER: Final = ("starship_or_vehicle_filter", "starship_or_vehicle", "starship_or_vehicle_persona")
_Q = Quantity


def _place(
    quantity: Quantity, how: How = How.ADD, amount: str | float = "amount", player: str = "player"
) -> Modifier:
    return Modifier(quantity, Of.PLACES, how, amount=amount, player=player)


def _kept(quantity: Quantity, player: str, by: str) -> Modifier:
    """What the other player, or both, may not do to what a player does at a location."""
    return Modifier(quantity, Of.PLACES, How.SET, amount=1, player=player, rest=(by,))


def _so(quantity: Quantity, *rest: str, who: str = "who", **fixed: Value) -> Modifier:
    return Modifier(quantity, how=How.SET, amount=1, who=who, rest=rest, fixed=fixed)


def _moves(
    *ends: str, amount: str | float = "amount", way: str = "", leaves: bool = False, how: How = How.ADD
) -> Modifier:
    """The cost of moves: of a way, to where or from where some arguments say."""
    fixed: dict[str, Value] = {"leaves": leaves} | ({"way": way} if way else {})
    return Modifier(_Q.MOVE_COST, how=how, amount=amount, rest=ends, fixed=fixed)


def _moves_free(*ends: str, way: str = "", leaves: bool = False) -> Modifier:
    return _moves(*ends, amount=0, way=way, leaves=leaves, how=How.RESET)


def _titled(quantity: Quantity, title: str, *rest: str) -> Modifier:
    """What is so of the cards of a title that the name of the modifier tells."""
    who = Term("title", {"title": title})
    return Modifier(quantity, how=How.SET, who="", amount=1, default=who, rest=rest)


def _firm(quantity: Quantity, number: str) -> Modifier:
    return _so(quantity, "player", number=number)


def _defined(quantity: Quantity) -> Modifier:
    return Modifier(quantity, how=How.DEFINE)


def _reset(quantity: Quantity, *rest: str, how: How = How.RESET) -> Modifier:
    return Modifier(quantity, how=how, amount="reset_value", rest=rest)


def _of_shots(quantity: Quantity) -> Modifier:
    rest = ("weapon_user_filter", "who")
    return Modifier(quantity, who="weapon_filter", default=Term("any", {}), rest=rest)


_ENDS: Final = ("from_location_filter", "to_location_filter")


def _at_battle(quantity: Quantity) -> Modifier:
    """A react, for free or not, to the battle that goes on."""
    return _so(quantity, who="", free=True, where=Term("battle_location", {}))


MODIFIERS: Final[dict[str, Modifier]] = {
    # numbers of cards
    "power": Modifier(_Q.POWER),
    "adds_power_to_piloted_by_self": Modifier(_Q.POWER, who="", default=_PILOTED, rest=("who",)),
    "adds_power_to_driven_by_self": Modifier(_Q.POWER, who="", default=_PILOTED, rest=("who",)),
    "defined_by_game_text_power": _defined(_Q.POWER),
    "may_not_have_power_reduced": _firm(_Q.NOT_REDUCED, "power"),
    "may_not_have_forfeit_value_reduced": _firm(_Q.NOT_REDUCED, "forfeit"),
    "may_not_have_forfeit_value_increased": _firm(_Q.NOT_INCREASED, "forfeit"),
    "may_not_have_defense_value_reduced": _firm(_Q.NOT_REDUCED, "defense"),
    "may_not_have_deploy_cost_increased": _firm(_Q.NOT_INCREASED, "deploy"),
    "landspeed_may_not_be_increased": _firm(_Q.NOT_INCREASED, "landspeed"),
    "power_multiplier": Modifier(_Q.POWER, how=How.MULTIPLY),
    "reset_power": _reset(_Q.POWER),
    "forfeit": Modifier(_Q.FORFEIT),
    "reset_forfeit": _reset(_Q.FORFEIT),
    "defined_by_game_text_forfeit": _defined(_Q.FORFEIT),
    "forfeited_to_used_pile": _so(_Q.FORFEITED_TO_USED),
    "ability": Modifier(_Q.ABILITY),
    "reset_ability": _reset(_Q.ABILITY),
    "defined_by_game_text_ability": _defined(_Q.ABILITY),
    "destiny": Modifier(_Q.DESTINY),
    "defined_by_game_text_destiny": _defined(_Q.DESTINY),
    "destiny_when_drawn_for_destiny": Modifier(_Q.DRAW),
    "destiny_when_drawn_for_battle_destiny": Modifier(_Q.BATTLE_DRAW),
    "destiny_when_drawn_for_weapon_destiny": Modifier(_Q.WEAPON_DRAW),
    "destiny_draw_for_action_source": Modifier(_Q.SOURCE_DRAW, rest=("player",)),
    "calculation_variable": Modifier(_Q.VARIABLE, rest=("variable",)),
    "reset_calculation_variable": _reset(_Q.VARIABLE, "variable"),
    "variable_multiplier": Modifier(_Q.VARIABLE, how=How.MULTIPLY, rest=("variable",)),
    "maneuver": Modifier(_Q.MANEUVER, rest=("source",)),
    "reset_maneuver": _reset(_Q.MANEUVER),
    "defined_by_game_text_maneuver": _defined(_Q.MANEUVER),
    "armor": Modifier(_Q.ARMOR),
    "reset_armor": _reset(_Q.ARMOR),
    "defined_by_game_text_armor": _defined(_Q.ARMOR),
    "defense_value": Modifier(_Q.DEFENSE),
    "maximum_defense_value_modified_to": Modifier(_Q.DEFENSE, how=How.LIMIT),
    "reset_defense_value": _reset(_Q.DEFENSE),
    "defined_by_game_text_defense_value": _defined(_Q.DEFENSE),
    "hyperspeed": Modifier(_Q.HYPERSPEED),
    "hyperspeed_when_moving_from_location": Modifier(_Q.HYPERSPEED, rest=("where",)),
    "reset_hyperspeed": _reset(_Q.HYPERSPEED),
    "landspeed": Modifier(_Q.LANDSPEED),
    "reset_landspeed": _reset(_Q.LANDSPEED),
    "landspeed_required_to_move_from_location": Modifier(
        _Q.SPEED_LOST, who="moving_card_filter", default=Term("any", {}), rest=("where", "player")
    ),
    "defined_by_game_text_landspeed": Modifier(_Q.LANDSPEED, how=How.RESET),
    "immune_to_attrition_less_than": Modifier(_Q.IMMUNITY),
    "immune_to_attrition": Modifier(_Q.IMMUNITY, amount=inf),
    "immunity_to_attrition_change": Modifier(_Q.IMMUNITY_CHANGE),
    "cancel_immunity_to_attrition": _so(_Q.NO_IMMUNITY),
    "adds_battle_destiny": Modifier(_Q.BATTLE_DESTINY, who="", rest=("player",)),
    "may_not_add_battle_destiny_draws": _so(_Q.NO_ADDED_DESTINY),
    "draws_battle_destiny_if_unable_to_otherwise": Modifier(_Q.LEAST_DESTINY),
    "deploy_cost": Modifier(_Q.DEPLOY),
    "deploy_cost_to_location": Modifier(_Q.DEPLOY, rest=("where",)),
    "deploys_free": Modifier(_Q.DEPLOY, how=How.RESET, amount=0),
    "deploys_free_to_location": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=("where",)),
    "deploys_free_to_system": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=("system",)),
    "reset_deploy_cost": _reset(_Q.DEPLOY),
    "deploy_cost_for_simultaneously_deploying_pilot": Modifier(
        _Q.PILOT_DEPLOY, who="pilot_filter", rest=("starship_or_vehicle_filter", "who")
    ),
    "deploy_for_free_for_simultaneously_deploying_pilot": Modifier(
        _Q.PILOT_DEPLOY, how=How.RESET, who="pilot_filter", amount=0, rest=("who",)
    ),
    "immune_to_deploy_cost_modifiers_to_location": _so(_Q.COST_FIRM, "immune_to_filter", "where"),
    "reset_deploy_cost_to_location": _reset(_Q.DEPLOY, "where", how=How.LIMIT),
    "deploy_cost_to_target": Modifier(_Q.DEPLOY, rest=("target_filter",)),
    "deploys_free_to_target": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=("target_filter",)),
    "deploy_cost_aboard": Modifier(_Q.DEPLOY, rest=_CARRIER),
    "deploys_free_aboard": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=_CARRIER),
    "defined_by_game_text_deploy_cost": Modifier(_Q.DEPLOY_PRINTED, who="", rest=("play_card_option_id",)),
    "defined_by_game_text_deploy_cost_to_target": Modifier(
        _Q.DEPLOY_PRINTED, who="card_to_deploy_filter", rest=("who",)
    ),
    "move_cost": _moves(),
    "moves_for_free": _moves_free(),
    "moves_free_to_location": _moves_free("where"),
    "moves_free_from_location": _moves_free("where", leaves=True),
    "moves_free_from_location_to_location": _moves_free(*_ENDS),
    "move_cost_to_location": _moves("where"),
    "move_cost_from_location": _moves("where", leaves=True),
    "move_cost_from_location_to_location": _moves(*_ENDS),
    "move_cost_using_landspeed": _moves(way="move_landspeed"),
    "moves_for_free_using_landspeed": _moves_free(way="move_landspeed"),
    "moves_free_to_location_using_landspeed": _moves_free("where", way="move_landspeed"),
    "moves_free_from_location_using_landspeed": _moves_free("where", way="move_landspeed", leaves=True),
    "move_cost_to_location_using_landspeed": _moves("where", way="move_landspeed"),
    "move_cost_from_location_using_landspeed": _moves("where", way="move_landspeed", leaves=True),
    "move_cost_to_location_using_hyperspeed": _moves("where", way="move_hyperspeed"),
    "move_cost_from_location_using_hyperspeed": _moves("where", way="move_hyperspeed", leaves=True),
    "lands_for_free": _moves_free(way="land"),
    "lands_free_to_location": _moves_free("where", way="land"),
    "lands_free_from_location": _moves_free("where", way="land", leaves=True),
    "takes_off_for_free": _moves_free(way="take_off"),
    "takes_off_free_to_location": _moves_free("where", way="take_off"),
    "takes_off_free_from_location": _moves_free("where", way="take_off", leaves=True),
    "shuttles_free_to_location": _moves_free("where", way="shuttle"),
    "shuttles_free_from_location": _moves_free("where", way="shuttle", leaves=True),
    "shuttles_free_from_location_to_location": _moves_free(*_ENDS, way="shuttle"),
    "extra_force_cost_to_deploy_card_to_location": Modifier(_Q.EXTRA_DEPLOY, rest=("where",)),
    # what else is so of cards
    "keyword": _so(_Q.TRAIT, "word=keyword", "amount"),
    "icon": _so(_Q.TRAIT, "word=icon", "amount"),
    "leader": _so(_Q.TRAIT, word="leader"),
    "suspend_permanent_pilot": _so(_Q.NO_CREW),
    "may_not_target_to_be_lost": _so(_Q.NO_TARGET_TO, "targeted_by_filter", reason="to_be_lost"),
    "may_not_target_to_be_placed_out_of_play": _so(
        _Q.NO_TARGET_TO, "targeted_by_filter", reason="to_be_placed_out_of_play"
    ),
    "ignores_deployment_restrictions_from_card": _so(_Q.IGNORES, "card_filter", "player"),
    "ignores_deployment_restrictions_from_card_when_deploying_to_location": _so(
        _Q.IGNORES, "card_filter", "player", "where"
    ),
    "ignores_location_deployment_restrictions_from_card_when_deploying_to_location": _so(
        _Q.IGNORES, "card_filter", "where"
    ),
    "ignores_location_deployment_restrictions_in_game_text": _so(_Q.MAY_GO_THERE),
    "may_not_move": _so(_Q.NO_MOVE),
    "may_move": _so(_Q.MAY_MOVE),
    "nighttime_conditions": _so(_Q.NIGHT),
    "disable_scomp_link": _so(_Q.NO_SCOMP),
    "may_initiate_battle": _so(_Q.INITIATES),
    "may_be_battled": _so(_Q.BATTLED),
    "may_be_targeted_by": _so(_Q.GRANTED, "card_title"),
    "limit_force_loss_from_card": Modifier(_Q.LOSS_LIMIT, how=How.LIMIT, rest=("player",)),
    "may_deploy_to_location": _so(_Q.MAY_GO_THERE, "where"),
    "ignores_location_deployment_restrictions_when_deploying_to_location": _so(_Q.MAY_GO_THERE, "where"),
    "may_not_deploy_to_target": _so(_Q.NO_DEPLOY_ON, "target_filter"),
    "may_not_carry": _so(_Q.NO_DEPLOY_ON, "target_filter=who", who="cannot_be_carried_filter"),
    "may_not_exist_at_target": _so(_Q.NO_DEPLOY_ON, "target_filter"),
    "place_in_used_pile_when_canceled": _so(
        _Q.CANCELED_TO_USED, "canceled_by_card_filter", "canceled_by_player_id"
    ),
    "cancel_force_drain_bonuses_from_card": _so(_Q.NO_BONUS_BY),
    "force_drain_modifiers_may_not_be_canceled": _so(_Q.BONUS_KEPT, "where"),
    "force_drain_bonuses_may_not_be_canceled": _so(_Q.BONUS_KEPT, "where"),
    **dict.fromkeys(("may_not_deploy", "may_not_play"), _so(_Q.NO_DEPLOY, "player")),
    "may_not_deploy_to_location": _so(_Q.NO_DEPLOY_TO, "where"),
    "may_not_exist_at_location": _so(_Q.NO_DEPLOY_TO, "where"),
    "never_deploys_to_location": _so(_Q.NO_DEPLOY_TO, "where=who", who=""),
    "may_not_be_targeted_by_weapons": _so(_Q.NO_TARGET, "weapon_filter"),
    "may_not_be_targeted_by_specific_weapons": _so(_Q.NO_TARGET, "weapon_filter"),
    "may_not_be_targeted_by_weapon_user": _so(_Q.NO_TARGET, "weapon_user_filter"),
    "may_not_be_targeted_by_permanent_weapons": _so(_Q.NO_TARGET, permanent=True),
    "may_not_be_fired": _so(_Q.NO_FIRE, who="weapon_filter"),
    **dict.fromkeys(("may_not_use_weapons", "may_not_fire_weapons"), _so(_Q.NO_FIRE)),
    "may_not_participate_in_battle": _so(_Q.NO_FIGHT),
    "may_not_apply_ability_for_battle_destiny": _so(_Q.NO_ABILITY_FOR_DESTINY),
    "cancels_game_text": _so(_Q.NO_TEXT),
    "suspends_card": _so(_Q.SUSPENDED),
    "modify_game_text": _so(_Q.TEXT_CHANGE, "type"),
    "jabbas_sail_barge_may_deploy_here": _titled(_Q.MAY_GO_THERE, "Jabba's Sail Barge", "where=who"),
    "scum_and_villainy_may_deploy_attached": _titled(_Q.MAY_GO_ON, "Scum And Villainy", "target_filter=who"),
    "may_deploy_as_react": _so(_Q.REACTS, "change_in_cost", who=""),
    "may_deploy_as_react_to_location": _so(_Q.REACTS, "change_in_cost", "where", who=""),
    "may_deploy_as_react_to_location_for_free": _so(_Q.REACTS, "where", who=""),
    "may_deploy_as_react_to_battle": _at_battle(_Q.REACTS),
    "may_deploy_as_react_to_battle_for_free": _at_battle(_Q.REACTS),
    "may_deploy_as_react_to_target": _so(_Q.REACTS, "change_in_cost", "who", who=""),
    **dict.fromkeys(
        (f"may_deploy_other_cards_as_react_to_location{free}" for free in ("", "_for_free")),
        _so(_Q.REACTS, "change_in_cost", "where", "player", who="deploy_filter"),
    ),
    "may_move_as_react": _so(_Q.MOVES_REACT, "change_in_cost", who=""),
    "may_move_as_react_for_free": _so(_Q.MOVES_REACT, who="", free=True),
    "may_move_as_react_to_battle_for_free": _at_battle(_Q.MOVES_REACT),
    "may_move_as_react_to_location_for_free": _so(_Q.MOVES_REACT, "where", who="", free=True),
    "may_move_other_cards_as_react_to_location_for_free": _so(_Q.MOVES_REACT, "where", "player", free=True),
    "may_move_as_react_to_location": _so(_Q.MOVES_REACT, "change_in_cost", "where", who=""),
    "may_move_other_cards_as_react_to_location": _so(_Q.MOVES_REACT, "change_in_cost", "where", "player"),
    "politics": Modifier(_Q.POLITICS),
    "use_politics_for_power": _so(_Q.USES_POLITICS),
    "no_force_loss_from_card": _so(_Q.NO_LOSS_TO, "player"),
    "immune_to_title": _so(_Q.IMMUNE_TO_TITLE, "immune_to_title"),
    "may_not_be_targeted_by": _so(_Q.NO_TARGET_BY, "targeted_by_filter"),
    "may_deploy_to_target": _so(_Q.MAY_GO_ON, "target_filter"),
    "doubled": _so(_Q.DOUBLED),
    "not_unique": _so(_Q.NOT_UNIQUE),
    "may_deploy_as_if_from_hand": _so(_Q.FROM_STACK),
    "may_deploy_without_presence_or_force_icons": _so(_Q.WITHOUT_PRESENCE),
    "may_deploy_to_location_without_presence_or_force_icons": _so(_Q.WITHOUT_PRESENCE, "where"),
    "may_be_targeted_by_weapons_like_starfighter": _so(_Q.AS_STARFIGHTER),
    "extra_force_cost_to_deploy_card_for_free_except_by_own_gametext": Modifier(_Q.FREE_TOLL),
    "satisfies_all_attrition_when_forfeited": _so(_Q.ALL_ATTRITION),
    "satisfies_all_battle_damage_when_forfeited": _so(_Q.ALL_DAMAGE),
    "may_not_have_game_text_canceled": _so(_Q.KEEPS_TEXT),
    "may_not_be_canceled": _so(_Q.NO_CANCEL),
    "may_not_be_flipped": _so(_Q.NO_FLIP),
    "used_interrupt": _so(_Q.TO_USED),
    "lost_interrupt": _so(_Q.TO_LOST),
    "extra_force_cost_to_play_interrupt": Modifier(_Q.PLAY_COST),
    # numbers of locations
    "force_drain": _place(_Q.DRAIN),
    "may_not_force_drain_at_location": _place(_Q.NO_DRAIN, How.SET, 1),
    "force_drains_may_not_be_canceled": _kept(_Q.NO_DRAIN_CANCEL, "player_draining", "player_canceling"),
    "force_drains_may_not_be_reduced": _kept(_Q.NO_DRAIN_REDUCTION, "player_draining", "player_reducing"),
    "force_drains_may_not_be_modified": _kept(_Q.NO_DRAIN_CHANGE, "player_draining", "player_modifying"),
    "may_not_cancel_battle_destiny": _kept(_Q.NO_DESTINY_CANCEL, "player_drawing", "player_to_cancel"),
    "cancel_opponents_force_drain_bonuses": _place(_Q.NO_BONUS, How.SET, 1),
    "cancel_opponents_force_drain_modifiers": _place(_Q.NO_CHANGES, How.SET, 1),
    "initiate_force_drain_cost": _place(_Q.DRAIN_COST),
    "limit_force_loss_from_force_drain": _place(_Q.DRAIN_LOSS_LIMIT, How.LIMIT),
    "no_force_loss_from_force_drain": _place(_Q.DRAIN_LOSS_LIMIT, How.LIMIT, 0),
    "force_generation": _place(_Q.GENERATION),
    "limit_force_generation": _place(_Q.GENERATION, How.LIMIT),
    "cancel_force_icons": _place(_Q.NO_ICONS, How.SET, 1),
    "generate_no_force": _place(_Q.GENERATION, How.LIMIT, 0),
    "total_power": _place(_Q.TOTAL_POWER),
    "total_ability": _place(_Q.TOTAL_ABILITY),
    "reset_total_ability": _place(_Q.TOTAL_ABILITY, How.RESET, "reset_value"),
    "attrition": _place(_Q.ATTRITION),
    "each_battle_destiny": _place(_Q.EACH_BATTLE_DESTINY),
    "total_battle_destiny": _place(_Q.TOTAL_BATTLE_DESTINY),
    "reset_total_battle_destiny": _place(_Q.TOTAL_BATTLE_DESTINY, How.RESET, "reset_value"),
    "may_not_draw_more_than_battle_destiny": _place(_Q.MOST_DESTINIES, How.LIMIT),
    "may_not_draw_battle_destiny": _place(_Q.MOST_DESTINIES, How.LIMIT, 0),
    "ability_required_for_battle_destiny": _place(_Q.ABILITY_FOR_DESTINY, How.RESET),
    "increase_ability_required_for_battle_destiny": _place(_Q.ABILITY_FOR_DESTINY),
    "ability_more_than_required_for_battle_destiny": _place(_Q.ABILITY_OVER, How.RESET),
    "may_initiate_battles_for_free": _place(_Q.BATTLE_COST, How.RESET, 0),
    "initiate_battles_for_free": _place(_Q.BATTLE_COST, How.RESET, 0),
    "initiate_battle_cost": _place(_Q.BATTLE_COST),
    "may_not_initiate_battle_at_location": _place(_Q.NO_BATTLE, How.SET, 1),
    "no_battle_damage": _place(_Q.NO_DAMAGE, How.SET, 1),
    "cancels_game_text_on_side_of_location": _place(_Q.NO_TEXT_OF_SIDE, How.SET, 1),
    "docking_bay_transit_from_cost": Modifier(_Q.TRANSIT_FROM, Of.PLACES, where="who"),
    "docking_bay_transit_from_for_free": Modifier(
        _Q.TRANSIT_FROM, Of.PLACES, How.RESET, where="who", amount=0
    ),
    "docking_bay_transit_to_cost": Modifier(_Q.TRANSIT_TO, Of.PLACES, where="who"),
    "docking_bay_transit_to_for_free": Modifier(_Q.TRANSIT_TO, Of.PLACES, How.RESET, where="who", amount=0),
    "may_not_move_to_location": _so(_Q.NO_MOVE_TO, "where"),
    "may_not_move_to_location_using_landspeed": _so(_Q.NO_MOVE_TO, "where", way="move_landspeed"),
    **dict.fromkeys(
        ("may_not_move_from_location", "may_not_move_away_from_location"),
        _so(_Q.NO_MOVE_TO, "where", leaves=True),
    ),
    "may_not_move_from_location_to_location": _so(_Q.NO_MOVE_TO, *_ENDS),
    "may_not_move_from_location_to_location_using_landspeed": _so(
        _Q.NO_MOVE_TO, *_ENDS, way="move_landspeed"
    ),
    "ignore_other_docking_bay_transit_cost": Modifier(
        _Q.ONLY_TRANSIT, Of.PLACES, How.SET, where="who", amount=1
    ),
    "may_not_react_to_location": _place(_Q.NO_REACT_TO, How.SET, 1),
    "may_not_react_from_location": _place(_Q.NO_REACT_FROM, How.SET, 1),
    # of players
    "total_force_generation": Modifier(_Q.TOTAL_GENERATION, Of.PLAYER),
    "battle_damage_multiplier": Modifier(_Q.DAMAGE_FACTOR, Of.PLAYER, How.MULTIPLY),
    "adds_destiny_to_power": Modifier(_Q.ADDED_DESTINY, Of.PLAYER),
    "adds_destiny_to_attrition": Modifier(_Q.ADDED_TO_ATTRITION, Of.PLAYER),
    "may_not_add_destiny_draws_to_power": Modifier(_Q.ADDED_DESTINY, Of.PLAYER, How.LIMIT, amount=0),
    "may_not_add_destiny_draws_to_attrition": Modifier(_Q.ADDED_TO_ATTRITION, Of.PLAYER, How.LIMIT, amount=0),
    "may_not_remove_cards_from_opponents_hand": Modifier(
        _Q.HAND_KEPT, Of.PLAYER, How.SET, amount=1, rest=("source_filter",)
    ),
    "force_retrieval": Modifier(_Q.RETRIEVAL, Of.PLAYER),
    # of actions
    "each_weapon_destiny": _of_shots(_Q.WEAPON_DESTINY),
    "total_weapon_destiny": _of_shots(_Q.TOTAL_WEAPON_DESTINY),
    "each_weapon_destiny_for_weapon_targeting": Modifier(
        _Q.WEAPON_DESTINY, who="weapon_filter", default=Term("any", {}), rest=("who",)
    ),
    "extra_force_cost_to_fire_weapon": Modifier(_Q.FIRE_COST, who="weapon_filter"),
    "fire_weapon_cost": Modifier(_Q.FIRE_COST),
    "fires_for_free": Modifier(_Q.FIRE_COST, how=How.RESET, amount=0),
    "fire_weapon_fired_by_for_free": Modifier(_Q.FIRE_COST, how=How.RESET, amount=0, rest=("weapon_filter",)),
    "may_be_fired_twice_per_battle": _so(_Q.FIRES_TWICE, who="weapon_filter"),
    "may_fire_one_weapon_twice_per_battle": _so(_Q.FIRES_TWICE, "weapon_filter"),
    "fire_weapon_fired_by_cost": Modifier(_Q.FIRE_COST, rest=("weapon_filter",)),
    "total_weapon_destiny_for_weapon_fired_by": Modifier(
        _Q.TOTAL_WEAPON_DESTINY, who="", rest=("weapon_filter",)
    ),
    "each_weapon_destiny_for_weapon_fired_by": Modifier(
        _Q.WEAPON_DESTINY, who="", rest=("weapon_filter", "who")
    ),
}

_OF_ITSELF: Final = {"deploy_cost_to_target": Modifier(_Q.DEPLOY, who="", rest=("target_filter=who",))}
"""Modifiers of the card itself where they name no `target_filter`: their one selector is the target."""
_UNASKED: Final = frozenset(
    {
        *("agenda", "may_not_be_stolen", "cant_steal", "lost_if_about_to_be_stolen", "may_not_be_purchased"),
        *("may_not_be_disarmed", "device_may_not_be_removed_unless_disarmed", "may_not_be_choked"),
        # training, Jedi Tests
        *("each_training_destiny", "total_training_destiny", "may_not_attempt_jedi_tests"),
        *("place_jedi_test_on_table_when_completed", "jedi_test_suspended_instead_of_lost"),
        # Epic Events, Utinni Effects
        *("attack_run_total", "cross_over_attempt_total", "attempt_to_blow_away_death_star_ii_total"),
        *("attempt_to_blow_away_shield_gate_total", "attempt_to_blow_away_blockade_flagship_total"),
        *("target_the_main_generator_total", "commence_primary_ignition_total"),
        *("deactivate_the_shield_generator_total", "epic_event_calculation_total", "epic_event_destiny_draw"),
        *(
            "does_not_count_during_epic_event_calc",
            "cancel_effects_of_revolution",
            "may_make_kessel_run_instead_of_smuggler",
        ),
        # duels, sabacc, dejarik, Podraces
        *("lightsaber_combat_total", "lightsaber_combat_force_loss", "duel_total", "each_duel_destiny"),
        *("may_use_other_characters_combat_cards", "may_play_to_initiate_epic_duel", "wins_double_at_sabacc"),
        *("may_have_destiny_number_cloned_in_sabacc", "deploy_cost_using_dejarik_rules"),
        *("may_not_deploy_using_dejarik_rules", "podrace_force_loss", "podrace_force_retrieval"),
        *("race_destiny", "draws_race_destiny", "draws_race_destiny_and_choose"),
        # creatures, asteroids, tractor beams, freezing, searches, bounties, insert cards
        *("eaten_by_is_placed_out_of_play", "parasite_target", "defined_by_game_text_ferocity", "ferocity"),
        *("may_not_attack", "may_not_attack_target", "may_attack_target", "may_not_be_attacked"),
        *(
            "may_not_be_attacked_by",
            "may_not_initiate_attacks_at_location",
            "may_initiate_attacks_at_location",
        ),
        *("num_destiny_draws_during_attack", "total_asteroid_destiny", "each_asteroid_destiny"),
        *("not_lost_if_asteroid_sector_drawn_for_asteroid_destiny", "total_movement_destiny"),
        *("each_tractor_beam_destiny", "change_tractor_beam_destination", "total_carbon_freezing_destiny"),
        *("each_carbon_freezing_destiny", "each_search_party_destiny", "force_retrieval_for_bounty"),
        *("limit_force_loss_from_insert_card", "may_not_cloak", "characters_aboard_may_jump_off"),
        # captives
        *("may_escort_captives", "may_escort_any_number_of_captives", "may_not_target_to_be_captured"),
        *("may_not_be_transferred",),
        # who may use a weapon that is borne, and weapons fired out of a battle
        *("may_not_use_devices", "may_fire_any_number_of_weapons"),
        *("may_use_weapon", "may_target_adjacent_site", "may_target_two_sites_away"),
        "may_target_at_nearest_related_exterior_site",
        # power sources, Force of the other player, what is done in secret
        *("is_powered", "does_not_require_power_source", "may_fire_artillery_weapon_without_warrior_present"),
        *("deploy_only_using_own_force_to_location", "may_not_break_own_cover_during_deploy_phase"),
    }
)
"""What no rule that is played asks for; of an agenda selectors ask the print."""
_UNASKED_FLAGS: Final = frozenset(
    {"may_only_use_one_combat_card_per_turn", "may_not_use_wild_cards_in_sabacc", "lost_pile_face_down"}
    | {"draw_two_and_choose_one_for_training_destiny", "life_force_hidden_when_lost"}
    | {"used_piles_face_up", "top_of_reserve_deck_revealed"}
    | {"do_not_skip_listener_updates_during_force_activation"}
)
GRANTED: Final = frozenset(
    {"spy", "thief", "black_sun_agent", "slaver", "smuggler", "isb_agent", "general", "scout", "guard"}
    | {"information_broker", "scavenger", "stormtrooper", "skywalker", "resistance_agent", "senator"}
    | {
        "mistryl",
        "leader",
        "warrior",
        "republic",
        "episode_vii",
        "assassin",
        "sith_apprentice",
        "phoenix_squadron",
    }
)
"""The keywords and icons that texts grant; what else a card is, its print tells."""
_ICONS: Final = {"dark_force": Quantity.DARK_ICONS, "light_force": Quantity.LIGHT_ICONS}


class Change(msgspec.Struct, frozen=True):
    """What one standing text changes.

    Attributes:
        quantity, of, how: what, whose, how.
        while_: as of `Standing`.
        who: the cards. where: the locations. player: whose number; None for both.
        amount: how much. when: while what holds; None for always.
        rest: further arguments, by name.
        cumulative: copies of the card add up.
        why_not: why it is not understood, empty if it is; what is not understood changes nothing.
    """

    quantity: Quantity
    of: Of
    how: How
    while_: str
    who: Value = None
    where: Value = None
    player: Value = None
    amount: Value = 0
    when: Value = None
    rest: dict[str, Value] = {}
    cumulative: bool = False
    why_not: str = ""


def changes_of(text: CardText) -> tuple[list[Change], list[str]]:
    """What the standing texts of a card change, and which of them are not understood."""
    found: list[Change] = []
    missing: list[str] = []
    for standing in (*text.standing, *_of_crew(text)):
        change = change_of(standing)
        if isinstance(change, str):
            missing.append(change)
        else:
            found.append(change)
    return found, missing


def _of_crew(text: CardText) -> list[Standing]:
    """What permanent pilots of a starship or vehicle change; it is `$self` for them."""
    aboard = text.traits.get("aboard", ())
    told = [each.get("get_game_text_modifiers", ()) for each in aboard if isinstance(each, Term)]  # type: ignore[union-attr]
    return [Standing("active", each) for several in told for each in several if isinstance(each, Term)]  # type: ignore[union-attr]


@cache
def change_of(standing: Standing) -> Change | str:
    """What one standing text changes, or why that is not understood."""
    term = standing.term
    if term.name in ("icon", "cancel_force_icon") and term.get("icon") in _ICONS:
        return _icons(standing)
    trait = term.get("keyword", term.get("icon"))
    if trait is not None and trait not in GRANTED:
        return f"{term.name} {trait}"
    itself = term.name in _OF_ITSELF and "target_filter" not in term.args
    known = (_OF_ITSELF if itself else MODIFIERS).get(term.name)
    if known is None:
        unasked = Change(_Q.UNASKED, Of.CARDS, How.SET, standing.while_)
        flag = term.name == "special_flag" and term.get("modifier_flag") in _UNASKED_FLAGS
        return unasked if flag or term.name in _UNASKED else term.name
    names = {known.who, known.where if known.of is Of.PLACES else "", known.player, "when", "cumulative"}
    rest = dict(_read_as(each) for each in known.rest)
    names |= {known.amount if isinstance(known.amount, str) else "", *rest.values()}
    strange = next((name for name in term.args if name not in names), None)
    if strange is not None:
        return f"{term.name}({strange})"
    change = Change(
        quantity=known.quantity,
        of=known.of,
        how=known.how,
        while_=standing.while_,
        who=_who(known, term) if known.of is Of.CARDS else None,
        where=term.get(known.where, "$self") if known.of is Of.PLACES else None,
        player=term.get(known.player) if known.of is not Of.CARDS else None,
        amount=term.get(known.amount, 0) if isinstance(known.amount, str) else known.amount,
        when=_all(term.get("when"), standing.guard),
        rest={**{name: term.args[arg] for name, arg in rest.items() if arg in term.args}, **known.fixed},
        cumulative=bool(term.get("cumulative")),
    )
    return why_not(change) or change


def _read_as(argument: str) -> tuple[str, str]:
    """What readers ask for a further argument as, and how it is called."""
    name, _, called = argument.partition("=")
    return name, called or name


def _who(known: Modifier, term: Term) -> Value:
    """The cards whose number changes; of what the card itself pilots those that are named."""
    if known.default == _PILOTED and "who" in term.args:
        return Term("and", {"of": (_PILOTED, term.args["who"])})
    return term.get(known.who, known.default)


def _icons(standing: Standing) -> Change | str:
    """Force icons of locations that a text adds or cancels."""
    term = standing.term
    quantity = _ICONS[str(term.get("icon"))]
    canceled = term.name == "cancel_force_icon"
    amount = term.get("amount", 1)
    change = Change(
        quantity=quantity,
        of=Of.PLACES,
        how=How.ADD,
        while_=standing.while_,
        where=term.get("where" if canceled else "who", "$self"),
        amount=Term("negative", {"amount": amount}) if canceled else amount,
        when=_all(term.get("when"), standing.guard),
        cumulative=bool(term.get("cumulative")),
    )
    return why_not(change) or change


def _all(when: Value, guard: tuple[Value, ...]) -> Value:
    """A condition with further ones that have to hold besides."""
    if not guard:
        return when
    return Term("and", {"of": guard if when is None else (when, *guard)})


def why_not(change: Change) -> str:
    """Why a change is not understood; empty if it is."""
    for value, kind in (
        (change.who, Kind.SELECTOR),
        (change.where, Kind.SELECTOR),
        (change.player, Kind.PLAYER),
        (change.amount, Kind.AMOUNT),
        (change.when, Kind.CONDITION),
        *((each, _REST.get(name, Kind.SELECTOR)) for name, each in change.rest.items()),
    ):
        why = "" if value is None else not_understood(value, kind)
        if why:
            return why
    return ""


_REST: Final = {
    **dict.fromkeys(("player", "player_canceling", "player_reducing", "player_modifying"), Kind.PLAYER),
    **dict.fromkeys(("player_to_cancel", "canceled_by_player_id"), Kind.PLAYER),
    **dict.fromkeys(("change_in_cost", "amount"), Kind.AMOUNT),
    "source": Kind.CARD,
    **dict.fromkeys(("way", "leaves", "free", "number", "permanent", "word", "reason"), Kind.WORD),
    **dict.fromkeys(("type", "system", "card_title", "immune_to_title", "variable"), Kind.WORD),
    **dict.fromkeys(("play_card_option_id", "starship_or_vehicle_persona"), Kind.WORD),
}
