"""Which number or rule a standing text changes: one line for each modifier."""

from enum import Enum, auto
from functools import cache
from math import inf
from typing import Final

import msgspec

from gemp_bot.cards.texts import CardText, Standing, Term, Value
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import not_understood


class Quantity(Enum):
    """What texts change."""

    __hash__ = object.__hash__  # numbers are kept by it, and the hash of an Enum is worked out in Python

    # numbers of cards
    POWER = auto()
    ABILITY = auto()
    FORFEIT = auto()
    DESTINY = auto()
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
    WALK_COST = auto()  # of moves by landspeed only
    EXTRA_DEPLOY = auto()  # Force to use besides, to deploy a card to a location
    # of what else is so of cards
    NO_MOVE = auto()
    NO_DEPLOY = auto()
    NO_TARGET = auto()
    NO_ABILITY_FOR_DESTINY = auto()
    NO_TEXT = auto()
    SUSPENDED = auto()
    TEXT_CHANGE = auto()
    REACTS = auto()
    MOVES_REACT = auto()
    FIRES_FREE = auto()
    NO_FIGHT = auto()  # takes part in no battle
    POLITICS = auto()
    USES_POLITICS = auto()  # instead of power
    NO_LOSS_TO = auto()  # no Force is lost to a card
    IMMUNE_TO_TITLE = auto()
    NO_TARGET_BY = auto()  # may not be targeted by some cards
    MAY_GO_ON = auto()  # may be deployed on a card, whatever its own text says
    KEEPS_TEXT = auto()
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
    DRAIN_COST = auto()  # Force that a Force drain uses
    DRAIN_LOSS_LIMIT = auto()
    GENERATION = auto()
    DARK_ICONS = auto()
    LIGHT_ICONS = auto()
    TOTAL_POWER = auto()
    ATTRITION = auto()
    EACH_BATTLE_DESTINY = auto()
    TOTAL_BATTLE_DESTINY = auto()
    MOST_DESTINIES = auto()
    NO_BATTLE_DESTINY = auto()
    ABILITY_FOR_DESTINY = auto()
    BATTLE_COST = auto()
    NO_BATTLE = auto()
    NO_DAMAGE = auto()
    NO_TEXT_OF_SIDE = auto()
    TRANSIT_FROM = auto()
    TRANSIT_TO = auto()
    NO_MOVE_TO = auto()
    NO_MOVE_FROM = auto()
    NO_DEPLOY_TO = auto()
    NO_REACT_TO = auto()
    NO_REACT_FROM = auto()
    # of players
    TOTAL_GENERATION = auto()
    DAMAGE_FACTOR = auto()
    ADDED_DESTINY = auto()  # destinies added to total power or the like
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


class Modifier(msgspec.Struct, frozen=True):
    """What a modifier of a name changes.

    Attributes:
        quantity, of, how: what, whose, how.
        who, where, player: names of its arguments for the cards, the locations and the player.
        amount: name of the argument that tells how much, or a number.
        default: the cards that are meant where it names none.
        rest: further arguments that a reader of the quantity asks for, or that narrow nothing on a board.
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


def _so(quantity: Quantity, *rest: str, who: str = "who") -> Modifier:
    return Modifier(quantity, how=How.SET, amount=1, who=who, rest=rest)


def _of_shots(quantity: Quantity) -> Modifier:
    rest = ("weapon_user_filter", "who")
    return Modifier(quantity, who="weapon_filter", default=Term("any", {}), rest=rest)


MODIFIERS: Final[dict[str, Modifier]] = {
    # numbers of cards
    "power": Modifier(_Q.POWER),
    "adds_power_to_piloted_by_self": Modifier(_Q.POWER, who="", default=_PILOTED, rest=("who",)),
    "adds_power_to_driven_by_self": Modifier(_Q.POWER, who="", default=_PILOTED, rest=("who",)),
    "power_multiplier": Modifier(_Q.POWER, how=How.MULTIPLY),
    "reset_power": Modifier(_Q.POWER, how=How.RESET, amount="reset_value"),
    "forfeit": Modifier(_Q.FORFEIT),
    "reset_forfeit": Modifier(_Q.FORFEIT, how=How.RESET, amount="reset_value"),
    "ability": Modifier(_Q.ABILITY),
    "reset_ability": Modifier(_Q.ABILITY, how=How.RESET, amount="reset_value"),
    "destiny": Modifier(_Q.DESTINY),
    "destiny_when_drawn_for_battle_destiny": Modifier(_Q.BATTLE_DRAW),
    "destiny_when_drawn_for_weapon_destiny": Modifier(_Q.WEAPON_DRAW),
    "maneuver": Modifier(_Q.MANEUVER, rest=("source",)),
    "armor": Modifier(_Q.ARMOR),
    "defense_value": Modifier(_Q.DEFENSE),
    "hyperspeed": Modifier(_Q.HYPERSPEED),
    "landspeed": Modifier(_Q.LANDSPEED),
    "defined_by_game_text_landspeed": Modifier(_Q.LANDSPEED, how=How.RESET),
    "immune_to_attrition_less_than": Modifier(_Q.IMMUNITY),
    "immune_to_attrition": Modifier(_Q.IMMUNITY, amount=inf),
    "immunity_to_attrition_change": Modifier(_Q.IMMUNITY_CHANGE),
    "cancel_immunity_to_attrition": _so(_Q.NO_IMMUNITY),
    "adds_battle_destiny": Modifier(_Q.BATTLE_DESTINY, who="", rest=("player",)),
    "draws_battle_destiny_if_unable_to_otherwise": Modifier(_Q.LEAST_DESTINY),
    "deploy_cost": Modifier(_Q.DEPLOY),
    "deploy_cost_to_location": Modifier(_Q.DEPLOY, rest=("where",)),
    "deploys_free": Modifier(_Q.DEPLOY, how=How.RESET, amount=0),
    "deploys_free_to_location": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=("where",)),
    "reset_deploy_cost_to_location": Modifier(
        _Q.DEPLOY, how=How.LIMIT, amount="reset_value", rest=("where",)
    ),
    "deploy_cost_to_target": Modifier(_Q.DEPLOY, rest=("target_filter",)),
    "deploys_free_to_target": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=("target_filter",)),
    "deploy_cost_aboard": Modifier(_Q.DEPLOY, rest=_CARRIER),
    "deploys_free_aboard": Modifier(_Q.DEPLOY, how=How.RESET, amount=0, rest=_CARRIER),
    "defined_by_game_text_deploy_cost": Modifier(_Q.DEPLOY_PRINTED, who="", rest=("play_card_option_id",)),
    "defined_by_game_text_deploy_cost_to_target": Modifier(
        _Q.DEPLOY_PRINTED, who="card_to_deploy_filter", rest=("who",)
    ),
    "moves_for_free": Modifier(_Q.MOVE_COST, how=How.RESET, amount=0),
    "moves_free_to_location": Modifier(_Q.MOVE_COST, how=How.RESET, amount=0, rest=("where",)),
    "move_cost_to_location": Modifier(_Q.MOVE_COST, rest=("where",)),
    "move_cost_using_landspeed": Modifier(_Q.WALK_COST),
    "extra_force_cost_to_deploy_card_to_location": Modifier(_Q.EXTRA_DEPLOY, rest=("where",)),
    # what else is so of cards
    "may_not_move": _so(_Q.NO_MOVE),
    "may_not_deploy": _so(_Q.NO_DEPLOY, "player"),
    "may_not_play": _so(_Q.NO_DEPLOY, "player"),
    "may_not_deploy_to_location": _so(_Q.NO_DEPLOY_TO, "where"),
    "may_not_exist_at_location": _so(_Q.NO_DEPLOY_TO, "where"),
    "never_deploys_to_location": _so(_Q.NO_DEPLOY_TO, "who", who=""),
    "may_not_be_targeted_by_weapons": _so(_Q.NO_TARGET, "weapon_filter"),
    "may_not_apply_ability_for_battle_destiny": _so(_Q.NO_ABILITY_FOR_DESTINY),
    "cancels_game_text": _so(_Q.NO_TEXT),
    "suspends_card": _so(_Q.SUSPENDED),
    "modify_game_text": _so(_Q.TEXT_CHANGE, "type"),
    "may_deploy_as_react": _so(_Q.REACTS, "change_in_cost", who=""),
    "may_deploy_as_react_to_location": _so(_Q.REACTS, "change_in_cost", "where", who=""),
    "may_deploy_other_cards_as_react_to_location": _so(
        _Q.REACTS, "change_in_cost", "where", "player", who="deploy_filter"
    ),
    "may_move_as_react": _so(_Q.MOVES_REACT, "change_in_cost", who=""),
    "may_move_as_react_to_location": _so(_Q.MOVES_REACT, "change_in_cost", "where", who=""),
    "may_move_other_cards_as_react_to_location": _so(_Q.MOVES_REACT, "change_in_cost", "where", "player"),
    "fires_for_free": _so(_Q.FIRES_FREE),
    "may_not_battle": _so(_Q.NO_FIGHT),
    "politics": Modifier(_Q.POLITICS),
    "use_politics_for_power": _so(_Q.USES_POLITICS),
    "no_force_loss_from_card": _so(_Q.NO_LOSS_TO, "player"),
    "immune_to_title": _so(_Q.IMMUNE_TO_TITLE, "immune_to_title"),
    "may_not_be_targeted_by": _so(_Q.NO_TARGET_BY, "targeted_by_filter"),
    "may_deploy_to_target": _so(_Q.MAY_GO_ON, "target_filter"),
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
    "initiate_force_drain_cost": _place(_Q.DRAIN_COST),
    "limit_force_loss_from_force_drain": _place(_Q.DRAIN_LOSS_LIMIT, How.LIMIT),
    "no_force_loss_from_force_drain": _place(_Q.DRAIN_LOSS_LIMIT, How.LIMIT, 0),
    "force_generation": _place(_Q.GENERATION),
    "limit_force_generation": _place(_Q.GENERATION, How.LIMIT),
    "generate_no_force": _place(_Q.GENERATION, How.LIMIT, 0),
    "total_power": _place(_Q.TOTAL_POWER),
    "attrition": _place(_Q.ATTRITION),
    "each_battle_destiny": _place(_Q.EACH_BATTLE_DESTINY),
    "total_battle_destiny": _place(_Q.TOTAL_BATTLE_DESTINY),
    "may_not_draw_more_than_battle_destiny": _place(_Q.MOST_DESTINIES, How.LIMIT),
    "may_not_draw_battle_destiny": _place(_Q.MOST_DESTINIES, How.LIMIT, 0),
    "ability_required_for_battle_destiny": _place(_Q.ABILITY_FOR_DESTINY, How.RESET),
    "increase_ability_required_for_battle_destiny": _place(_Q.ABILITY_FOR_DESTINY),
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
    "may_not_move_to_location": _so(_Q.NO_MOVE_TO, "where"),
    "may_not_move_from_location": _so(_Q.NO_MOVE_FROM, "where"),
    "may_not_react_to_location": _place(_Q.NO_REACT_TO, How.SET, 1),
    "may_not_react_from_location": _place(_Q.NO_REACT_FROM, How.SET, 1),
    # of players
    "total_force_generation": Modifier(_Q.TOTAL_GENERATION, Of.PLAYER),
    "battle_damage_multiplier": Modifier(_Q.DAMAGE_FACTOR, Of.PLAYER, How.MULTIPLY),
    "adds_destiny_to_power": Modifier(_Q.ADDED_DESTINY, Of.PLAYER),
    # of actions
    "each_weapon_destiny": _of_shots(_Q.WEAPON_DESTINY),
    "total_weapon_destiny": _of_shots(_Q.TOTAL_WEAPON_DESTINY),
    "each_weapon_destiny_for_weapon_fired_by": Modifier(
        _Q.WEAPON_DESTINY, who="", rest=("weapon_filter", "who")
    ),
}

_UNASKED: Final = frozenset(
    {"agenda", "may_not_be_stolen", "each_training_destiny", "total_training_destiny", "attack_run_total"}
    | {
        "cross_over_attempt_total",
        "lightsaber_combat_total",
        "eaten_by_is_placed_out_of_play",
        "parasite_target",
    }
    | {
        "deploy_cost_using_dejarik_rules",
        "may_not_deploy_using_dejarik_rules",
        "defined_by_game_text_ferocity",
    }
)
"""What no rule that is played asks for; of an agenda selectors ask the print."""
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
    if term.name in ("icon", "cancel_force_icon"):
        return _icons(standing)
    known = MODIFIERS.get(term.name)
    if known is None:
        unasked = Change(_Q.UNASKED, Of.CARDS, How.SET, standing.while_)
        return unasked if term.name in _UNASKED else term.name
    names = {known.who, known.where if known.of is Of.PLACES else "", known.player, "when", "cumulative"}
    names |= {known.amount if isinstance(known.amount, str) else "", *known.rest}
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
        rest={name: term.args[name] for name in known.rest if name in term.args},
        cumulative=bool(term.get("cumulative")),
    )
    return why_not(change) or change


def _who(known: Modifier, term: Term) -> Value:
    """The cards whose number changes; of what the card itself pilots those that are named."""
    if known.default == _PILOTED and "who" in term.args:
        return Term("and", {"of": (_PILOTED, term.args["who"])})
    return term.get(known.who, known.default)


def _icons(standing: Standing) -> Change | str:
    """Icons that a text adds or cancels: Force icons of locations count, of the others nobody asks."""
    term = standing.term
    quantity = _ICONS.get(str(term.get("icon")))
    if quantity is None:
        return f"icon {term.get('icon')}"
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
    "player_to_cancel": Kind.PLAYER,
    "change_in_cost": Kind.AMOUNT,
    "play_card_option_id": Kind.WORD,
    "starship_or_vehicle_persona": Kind.WORD,
    "source": Kind.CARD,
    "type": Kind.WORD,
    "immune_to_title": Kind.WORD,
}
