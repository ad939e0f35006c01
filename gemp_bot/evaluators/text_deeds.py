"""What the effects of a text's action are worth, one by one, whatever its label says.

An action is weighed if all of its effects are known here, else not at all: the rest may be what it costs.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.cards.texts import Term, Value
from gemp_bot.decisions import Option
from gemp_bot.effects.offers import Offer, least
from gemp_bot.evaluators import searching
from gemp_bot.evaluators.card_value import in_hand
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.force_use import asked, using
from gemp_bot.evaluators.interrupts import leaving
from gemp_bot.evaluators.life_taken import life_cost
from gemp_bot.evaluators.weighed import OUR, WE, Part
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import base_blueprint
from gemp_bot.state.table import damage_due
from gemp_bot.valuation.position import LocationNumbers

Parts = tuple[Part, ...]
Worth = Callable[[DecisionContext, Option, Term], "float | None"]

LUCK: Final = 0.4
"""How likely an action does what it draws destiny for, or finds a target for; a guess."""
A_DRAW: Final = 0.9
"""What a card that is drawn is worth, in Force: in hand most are worth 0.5 to 1.4."""
LOOK: Final = -0.05
"""What looking into piles brings, in Force, and what changes nothing that is counted: less than a pass."""
WORST_GOES: Final = f"the worst card of {OUR} hand goes to a pile"
_A_TURN: Final = 0.25
"""What a card of ours on table does each turn, in Force; a guess."""
_ATTRITION: Final = 0.5
"""What a point of attrition or forfeit is worth, in Force; a guess."""
_SIDES: Final[Mapping[str, Side]] = MappingProxyType({"$dark": Side.DARK, "$light": Side.LIGHT})


def by_effects(ctx: DecisionContext, option: Option) -> Parts | None:
    """What an action costs and brings by its effects; None where one of them is not known here."""
    offer = ctx.offer(option)
    if offer is None or not offer.read:
        return None
    costs = _costs(ctx, option, offer)
    if costs is None:
        return None
    if offer.fetches and len(offer.fetches) == sum(each.name not in _SILENT for each in offer.effects):
        return (*searching.search(ctx, option), *costs)
    gains, chance = list[Part](), 1.0
    for effect in offer.effects:
        if effect.name in _SILENT:
            continue
        if effect.name == "draw_destiny":
            chance = LUCK
            continue
        known = _WORTH.get(effect.name)
        worth = None if known is None else known[1](ctx, option, effect)
        if known is None or worth is None:
            return None
        gains.append(Part(known[0], worth * (chance if worth > 0 else 1.0)))
    return (*gains, *costs, *paid(ctx, option)) if gains else None


def by_amount(
    usual: Callable[[DecisionContext, Option], Parts],
) -> Callable[[DecisionContext, Option], Parts]:
    """What an action brings by its effects; where these are not known, what such an action usually is.

    That, too, is paid for, and comes about more seldom where destiny is drawn for it.
    """

    def weigh(ctx: DecisionContext, option: Option) -> Parts:
        found = by_effects(ctx, option)
        if found is not None:
            return found
        offer = ctx.offer(option)
        drawn = offer is not None and any(offer.does("draw_destiny"))
        gains = [
            Part(each.words, each.force * (LUCK if drawn and each.force > 0 else 1.0))
            for each in usual(ctx, option)
        ]
        return (*gains, *paid(ctx, option))

    return weigh


def _costs(ctx: DecisionContext, option: Option, offer: Offer) -> Parts | None:
    """What is paid but Force used and an Interrupt; None for a cost that is not known."""
    parts = list[Part]()
    for cost in offer.costs:
        if cost.name in _LEAVES and cost.get("card", "$self") == "$self":
            worth = max(in_hand(ctx, ctx.facts(option.blueprint_id)), _A_TURN * ctx.outlook.turns)
            parts.append(Part("the card leaves the table", -worth))
        elif cost.name in _FROM_HAND:
            lost = worst_held(ctx, option)
            if lost is None:
                return None
            parts.append(Part(WORST_GOES, -lost))
        elif cost.name == "lose_force":
            parts.append(Part(f"{WE} lose Force for it", -max(least(cost.get("amount")), 1)))
        elif cost.name != "use_force":
            return None
    return tuple(parts)


def paid(ctx: DecisionContext, option: Option) -> Parts:
    """Force, as far as it is known, and the card of an Interrupt."""
    return (*using(ctx, asked(ctx, option)), *leaving(ctx, option))


def drain_at(ctx: DecisionContext) -> LocationNumbers | None:
    """The location of the Force drain that a question is about; None where it is not told."""
    faces = {base_blueprint(card.blueprint) for card in ctx.question.cards}
    return next((place for place in ctx.position.places if place.facts.card.blueprint_id in faces), None)


def drained(ctx: DecisionContext) -> float:
    """Force lost to the Force drain of a question, ours in our turn; a usual one if the place is not told."""
    place = drain_at(ctx)
    if place is None or (ctx.my_turn and place.drained <= 0):
        # Of ours only what the last one brought may be known, and that one may have been canceled.
        return _USUAL_DRAIN
    return place.drained if ctx.my_turn else place.bled


_USUAL_DRAIN: Final = 2.0


def worst_held(ctx: DecisionContext, option: Option) -> float | None:
    """What the worst card of our hand is worth, but for that of the option; None for an empty hand."""
    held = [
        in_hand(ctx, ctx.facts(card.blueprint_id)) for card in ctx.table.hand if card.id != option.card_id
    ]
    return min(held, default=None)


def _amount(ctx: DecisionContext, option: Option, effect: Term) -> float:
    """How much an effect changes, by its sign; 1 where it depends on what is chosen or drawn for it."""
    amount = effect.get("amount")
    now = ctx.reader.amount(option.card_id, amount) if isinstance(amount, Term) else None
    return now or least(amount) or 1.0


def _ours(ctx: DecisionContext, player: Value) -> bool | None:
    """Whether a player of a text is we, whose option it is; None where that depends on the table."""
    if isinstance(player, str):
        if player in _SIDES:
            return _SIDES[player] is ctx.table.my_side
        return {"$you": True, "": True, "$opponent": False}.get(player)
    return True if player is None else None


def _signed(ctx: DecisionContext, effect: Term, worth: float) -> float | None:
    """What something is worth to us that befalls the player an effect names: theirs is our loss."""
    ours = _ours(ctx, effect.get("player"))
    return None if ours is None else worth if ours else -worth


# -- Force ---------------------------------------------------------------------------------------------


def _adds_to_drain(ctx: DecisionContext, option: Option, effect: Term) -> float:
    return _amount(ctx, option, effect) * (1 if ctx.my_turn else -1)


def _cancels_drain(ctx: DecisionContext, _: Option, __: Term) -> float:
    return -drained(ctx) if ctx.my_turn else drained(ctx)


def _loses(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    """What we lose by the table, and may be much, is not known."""
    worth = _signed(ctx, effect, -_amount(ctx, option, effect))
    return None if worth is not None and worth < 0 and not least(effect.get("amount")) else worth


def _retrieves(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    """Nothing comes back from an empty Lost Pile (rules 3)."""
    ours = _ours(ctx, effect.get("player"))
    zones = ctx.stock.zones if ours else ctx.position.their_zones
    return _signed(ctx, effect, min(_amount(ctx, option, effect), zones.lost_pile))


def _draws(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    cards = min(_amount(ctx, option, effect), ctx.stock.zones.reserve_deck)
    if _ours(ctx, effect.get("player")):
        return A_DRAW * cards - life_cost(ctx, int(cards))
    return _signed(ctx, effect, A_DRAW * cards)


def _puts_away(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    if _ours(ctx, effect.get("player")) is not True or effect.get("card_pile_owner") == "$opponent":
        return None
    worst = worst_held(ctx, option)
    return None if worst is None else -worst


# -- battles -------------------------------------------------------------------------------------------


def _battle(ctx: DecisionContext) -> LocationNumbers | None:
    """Where the battle is of which the result is still open; None for none."""
    battle = ctx.table.battle
    if battle is None or max(damage_due(ctx.table)) > 0:
        return None
    return ctx.position.in_column(battle.column)


def _in_battle(share: float) -> Worth:
    """A number of a player that counts in the battle that goes on: so much of a Force each point."""

    def worth(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
        if _battle(ctx) is None:
            return LOOK
        return _signed(ctx, effect, share * _amount(ctx, option, effect))

    return worth


def _their_number(share: float) -> Worth:
    """What is taken from a number of the opponent's in the battle that goes on."""

    def worth(ctx: DecisionContext, option: Option, effect: Term) -> float:
        return LOOK if _battle(ctx) is None else share * abs(_amount(ctx, option, effect))

    return worth


def _destinies(share: float) -> Worth:
    """Destinies that are drawn besides."""

    def worth(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
        if _battle(ctx) is None:
            return LOOK
        return _signed(ctx, effect, share * ctx.outlook.destiny * _amount(ctx, option, effect))

    return worth


def _fewer_destinies(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    """The destinies that a player would draw beyond a number."""
    place = _battle(ctx)
    if place is None:
        return LOOK
    group = place.mine if _ours(ctx, effect.get("player")) else place.theirs
    return _signed(ctx, effect, -ctx.outlook.destiny * max(group.draws - _amount(ctx, option, effect), 0))


def _of_card(share: float) -> Worth:
    """A number of a card that counts in a battle: one that may be meant, ours or theirs, has to be in it."""

    def worth(ctx: DecisionContext, option: Option, effect: Term) -> float:
        return _of_some_card(ctx, option, effect.get("card_to_modify"), _amount(ctx, option, effect), share)

    return worth


def _of_some_card(ctx: DecisionContext, option: Option, who: Value, amount: float, share: float) -> float:
    place, offer = _battle(ctx), ctx.offer(option)
    if place is None or offer is None:
        return LOOK
    units = (place.mine if amount > 0 else place.theirs).units
    aims = offer.aims if isinstance(who, str) and who != "$self" else (who,)
    found = any(all(ctx.reader.may_mean(option.card_id, aim, unit.id) for aim in aims) for unit in units)
    if who == "$self":
        found = any(unit.id == option.card_id for unit in units)
    return share * abs(amount) if found else LOOK


def _for_a_while(ctx: DecisionContext, option: Option, effect: Term) -> float | None:
    """A change that holds for a battle or turn, of those that a battle counts."""
    modifier = effect.get("modifier")
    if not isinstance(modifier, Term):
        return None
    if modifier.name in _MODIFIERS_OF_CARDS:
        share = _MODIFIERS_OF_CARDS[modifier.name]
        return _of_some_card(ctx, option, modifier.get("who"), _amount(ctx, option, modifier), share)
    known = _MODIFIERS.get(modifier.name)
    return None if known is None else known(ctx, option, modifier)


def _nothing_counted(_: DecisionContext, __: Option, ___: Term) -> float:
    return LOOK


_MODIFIERS_OF_CARDS: Final = MappingProxyType({"power": 1.0, "forfeit": _ATTRITION})
_MODIFIERS: Final[Mapping[str, Worth]] = MappingProxyType(
    {
        "total_power": _in_battle(1.0),
        "total_battle_destiny": _in_battle(1.0),
        "adds_battle_destiny": _destinies(1.0),
    }
)
_FROM_HAND: Final = frozenset(
    {"put_card_from_hand_on_used_pile", "put_card_from_hand_on_bottom_of_used_pile"}
)
_POWER, _DESTINY = "it counts as power in the battle", "it counts as destiny in the battle"
_WORTH: Final[Mapping[str, tuple[str, Worth]]] = MappingProxyType(
    {
        "add_to_force_drain": ("the Force drain takes another amount", _adds_to_drain),
        "cancel_force_drain": ("the Force drain does nothing", _cancels_drain),
        "lose_force": ("Force is lost to it", _loses),
        "retrieve_force": ("Force comes back", _retrieves),
        **dict.fromkeys(
            ("draw_card_into_hand_from_reserve_deck", "draw_cards_into_hand_from_reserve_deck"),
            ("cards are drawn", _draws),
        ),
        **dict.fromkeys(_FROM_HAND, (WORST_GOES, _puts_away)),
        **dict.fromkeys(
            (
                "peek_at_top_cards_of_reserve_deck",
                "peek_at_top_card_of_reserve_deck",
                "shuffle_pile",
                "shuffle_reserve_deck",
            ),
            ("piles are only looked at", _nothing_counted),
        ),
        **dict.fromkeys(
            ("modify_hyperspeed_until_end_of_turn", "modify_maneuver_until_end_of_turn"),
            ("nothing that is counted changes", _nothing_counted),
        ),
        "modify_power_until_end_of_turn": (_POWER, _of_card(1.0)),
        "modify_power_until_end_of_battle": (_POWER, _of_card(1.0)),
        "modify_forfeit_until_end_of_turn": ("it counts as forfeit in the battle", _of_card(_ATTRITION)),
        "modify_total_power_until_end_of_battle": (_POWER, _in_battle(1.0)),
        "subtract_from_opponents_total_power": (_POWER, _their_number(1.0)),
        "subtract_from_opponents_total_power_and_attrition": (_POWER, _their_number(1.0 + _ATTRITION)),
        "modify_total_battle_destiny": (_DESTINY, _in_battle(1.0)),
        "add_battle_destiny": (_DESTINY, _destinies(1.0)),
        "add_destiny_to_total_power": (_DESTINY, _destinies(1.0)),
        "add_destiny_to_attrition": (_DESTINY, _destinies(_ATTRITION)),
        "draws_no_more_than_battle_destiny": (_DESTINY, _fewer_destinies),
        "add_until_end_of_battle_modifier": ("it counts in the battle", _for_a_while),
        "add_until_end_of_turn_modifier": ("it counts in the battle", _for_a_while),
    }
)
"""Effects with their worth, in Force, and what it is called."""
_SILENT: Final = frozenset({"send_message", "show_card_on_screen", "refresh_printed_destiny_values"})
"""Effects that change nothing by themselves."""
_LEAVES: Final = frozenset({"place_card_out_of_play_from_table", "lose_card_from_table"})
