"""How much an amount is on a board."""

import operator
from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.cards.printed import highest
from gemp_bot.effects.attached import fighters, meant
from gemp_bot.effects.meanings import (
    TABLES,
    Amount,
    Anything,
    Condition,
    Kind,
    Meanings,
    OneCard,
    Player,
    Selector,
    Unasked,
    Word,
)
from gemp_bot.effects.scope import Reckoned, Scope, present_location
from gemp_bot.effects.where import adjacent, held
from gemp_bot.protocol.enums import Side, Zone

Number: TypeAlias = Callable[Concatenate[Scope, CardInPlay | None, ...], float]
amount_: Final = cast("Meanings[Number]", TABLES[Kind.AMOUNT])

# -- of other amounts -------------------------------------------------------------------------------------


@amount_("condition")
def _condition(
    scope: Scope, it: CardInPlay | None, /, then: Amount, when: Condition, default: Amount = 0
) -> float:
    return scope.number(then if scope.holds(when) else default, it)


@amount_("choose")
def _choose(
    scope: Scope, it: CardInPlay | None, /, when: Condition, then: Amount, otherwise: Amount = 0
) -> float:
    return scope.number(then if scope.holds(when) else otherwise, it)


@amount_("card_matches")
def _card_matches(
    scope: Scope,
    it: CardInPlay | None,
    /,
    matches: Amount,
    who: Selector,
    default_value: Amount = 0,
    including: Word = None,
) -> float:
    return scope.number(matches if it is not None and scope.means(who, it) else default_value, it)


@amount_("add")
def _add(
    scope: Scope,
    it: CardInPlay | None,
    /,
    amounts_to_add: Amount = (),
    amount: Amount = 0,
    **rest: Amount,
) -> float:
    told = (*(amounts_to_add if isinstance(amounts_to_add, tuple) else (amounts_to_add,)), *rest.values())
    more = [each for some in told for each in (some if isinstance(some, tuple) else (some,))]
    return scope.number(amount, it) + sum(scope.number(each, it) for each in more)


def _of(work: Callable[..., float]) -> Number:
    """The meaning of what is worked out of other amounts, in their order."""

    def of(scope: Scope, it: CardInPlay | None, /, **of: Amount) -> float:
        return work(*(scope.number(each, it) for each in of.values()))

    return of


_WORKED_OUT: Final[Mapping[str, Callable[..., float]]] = {
    "sum": operator.add,
    "product": operator.mul,
    "multiply": operator.mul,
    "difference": operator.sub,
    "subtract": operator.sub,
    "negative": operator.neg,
    "minus": operator.neg,
    "floor": floor,
    "ceil": ceil,
    "min": min,
    "max": max,
    "max_limit": min,
    "min_limit": max,
    "quotient": lambda left, right: left / (right or 1),
}
for _name, _work in _WORKED_OUT.items():
    amount_(_name)(_of(_work))


@amount_("divide")
def _divide(
    scope: Scope, it: CardInPlay | None, /, amount: Amount, divisor: Amount = 2, round_up: Word = False
) -> float:
    whole = scope.number(amount, it) / scope.number(divisor, it)
    return -(-whole // 1) if round_up else whole


# -- counted ----------------------------------------------------------------------------------------------


def _count(scope: Scope, cards: Iterable[CardInPlay], who: Selector) -> float:
    return sum(1 for _ in meant(scope, cards, who))


@amount_("here")
def _here(
    scope: Scope, it: CardInPlay | None, /, who: Selector, card: OneCard = "$self", including: Word = None
) -> float:
    one = scope.one(card)
    return 0 if one is None or one.location is None else _count(scope, one.location.cards, who)


@amount_("present", "present_where_affected_card_is_at", "there")
def _present(
    scope: Scope, it: CardInPlay | None, /, who: Selector, card: OneCard = None, including: Word = None
) -> float:
    one = it if card is None else scope.one(card)
    here = None if one is None else one.location
    if here is None:
        return 0
    return _count(scope, (each for each in here.cards if present_location(each) is here), who)


@amount_("at_same_site", "present_with")
def _at_same_site(
    scope: Scope, it: CardInPlay | None, /, who: Selector, card: OneCard = "$self", including: Word = None
) -> float:
    one = scope.one(card)
    if one is None or one.location is None:
        return 0
    return _count(scope, (each for each in one.location.cards if each is not one), who)


@amount_("on_table", "count_active")
def _on_table(
    scope: Scope,
    it: CardInPlay | None,
    /,
    who: Selector,
    including: Word = None,
    card: OneCard = None,
    game: Unasked = None,
) -> float:
    return sum(1 for _ in scope.on_table(who))


@amount_("at_same_or_adjacent_sites")
def _near(scope: Scope, it: CardInPlay | None, /, card: OneCard, who: Selector) -> float:
    one = scope.one(card)
    here = None if one is None else one.location
    if here is None or not here.site:
        return 0
    near = (place for place in scope.board.locations if place is here or adjacent(place, here))
    return sum(_count(scope, place.cards, who) for place in near)


@amount_("in_battle", "present_in_battle")
def _in_battle(scope: Scope, it: CardInPlay | None, /, who: Selector, including: Word = None) -> float:
    return _count(scope, fighters(scope), who)


@amount_("top_locations_on_table", "count_top_locations_on_table")
def _places(scope: Scope, it: CardInPlay | None, /, who: Selector) -> float:
    return sum(1 for _ in scope.places(who))


def _number_held(*, control: bool) -> Number:
    def number(
        scope: Scope, it: CardInPlay | None, /, player: Player, who: Selector = None, where: Selector = None
    ) -> float:
        places = scope.places(who if where is None else where)
        return sum(1 for _ in held(places, scope.side(player), control=control))

    return number


amount_("controls")(_number_held(control=True))
amount_("occupies")(_number_held(control=False))


@amount_("occupies_with")
def _occupies_with(
    scope: Scope, it: CardInPlay | None, /, player: Player, where: Selector, with_filter: Selector
) -> float:
    side = scope.side(player)
    return sum(
        any(each.side is side and each.active and scope.means(with_filter, each) for each in place.cards)
        for place in held(scope.places(where), side, control=False)
    )


@amount_("stacked")
def _stacked(
    scope: Scope,
    it: CardInPlay | None,
    /,
    card: OneCard = None,
    stacked_on_filter: Selector = None,
    stacked_card_filter: Selector = None,
) -> float:
    hosts = (scope.one(card),) if stacked_on_filter is None else scope.on_table(stacked_on_filter)
    return sum(
        each.zone is Zone.STACKED
        and each.host in hosts
        and (stacked_card_filter is None or scope.means(stacked_card_filter, each))
        for hosts in [tuple(hosts)]
        for each in scope.board.known.values()
    )


@amount_("out_of_play")
def _out_of_play(scope: Scope, it: CardInPlay | None, /, who: Selector, player: Player = None) -> float:
    gone = (each for each in scope.board.known.values() if each.zone is Zone.OUT_OF_PLAY)
    return sum(scope.means(who, each) for each in gone)


@amount_("num_copies_of_card_at_location")
def _copies(scope: Scope, it: CardInPlay | None, /) -> float:
    if it is None or it.location is None:
        return 0
    return sum(each.facts is it.facts and each.active for each in it.location.cards)


@amount_("force_icons_at_location", "force_icons_present")
def _icons(
    scope: Scope,
    it: CardInPlay | None,
    /,
    card: OneCard,
    dark_force: Word = False,
    light_force: Word = False,
) -> float:
    one = scope.one(card)
    if one is None or one.location is None:
        return 0
    icons = one.location.icons
    return bool(dark_force) * icons[Side.DARK] + bool(light_force) * icons[Side.LIGHT]


# -- numbers of cards -------------------------------------------------------------------------------------


@amount_("ability_of_highest_ability_character_present")
def _ablest_present(scope: Scope, it: CardInPlay | None, /, card: OneCard, who: Selector) -> float:
    one = scope.one(card)
    here = None if one is None else one.location
    there = () if here is None else here.cards
    able = (each for each in there if each.active and each.card.type == CardType.CHARACTER)
    return max(
        (
            scope.numbers.ability(each)
            for each in able
            if present_location(each) is here and scope.means(who, each)
        ),
        default=0,
    )


def _number_of(number: Callable[[Reckoned, CardInPlay], float]) -> Number:
    """The meaning of a number of the card that is named first, else of the one it is worked out for."""

    def of(scope: Scope, it: CardInPlay | None, /, **named: OneCard) -> float:
        one = next((scope.one(each) for each in named.values()), it)
        return 0 if one is None else number(scope.numbers, one)

    return of


amount_("ability", "get_ability")(_number_of(lambda numbers, one: numbers.ability(one)))
amount_("power", "get_power")(_number_of(lambda numbers, one: numbers.power(one)))
amount_("get_destiny")(_number_of(lambda numbers, one: numbers.destiny(one)))
amount_("get_defense_value")(_number_of(lambda numbers, one: numbers.defense(one)))


def _pile(zone: Zone) -> Number:
    """The meaning of how many cards a pile or hand of a player has."""

    def size(
        scope: Scope, it: CardInPlay | None, /, player: Player = None, card: OneCard = None, **rest: Player
    ) -> float:
        named = player if player is not None else next(iter(rest.values()), "$you")
        return scope.board.piles[scope.side(named)][zone].size

    return size


amount_("hand_size", "num_cards_in_hand")(_pile(Zone.HAND))
amount_("get_reserve_deck_size", "num_cards_in_reserve_deck")(_pile(Zone.RESERVE_DECK))
amount_(
    "force_available_to_use",
    "force_available_to_use_to_play_interrupt",
    "get_force_pile_size",
    "num_cards_in_force_pile",
)(_pile(Zone.FORCE_PILE))


@amount_("get_total_power_at_location")
def _power_there(scope: Scope, it: CardInPlay | None, /, **rest: Anything) -> float:
    """Of a player at a location."""
    place, player = scope.one(rest.get("1")), rest.get("2", "$you")
    if place is None or place.location is None:
        return 0
    return scope.numbers.power_at(scope.side(player), place.location) or 0


@amount_("size", "list_size")
def _size(scope: Scope, it: CardInPlay | None, /, of: Selector) -> float:
    return len(scope.cards(of))


@amount_("get_variable_value")
def _variable(scope: Scope, it: CardInPlay | None, /, **rest: Anything) -> float:
    """The value of X, as other texts change it."""
    return _of_text(scope, it, rest.get("1", "$self"), rest.get("2", "x"), rest.get("3", 0))


@amount_("calculate_card_variable")
def _of_text(
    scope: Scope,
    it: CardInPlay | None,
    /,
    card: OneCard,
    variable: Word,
    base_value_calculation: Amount,
) -> float:
    one, base = scope.one(card), scope.asked_of(it).number(base_value_calculation, it)
    return base if one is None else scope.numbers.variable(one, scope.word(variable), base)


@amount_("ability_of_pilot", "ability_of_driver")
def _pilot(scope: Scope, it: CardInPlay | None, /, card: OneCard) -> float:
    one = scope.one(card)
    if one is None:
        return 0
    return max((scope.numbers.ability(each) for each in one.attached if each.pilots), default=0)


@amount_("maneuver")
def _maneuver(scope: Scope, it: CardInPlay | None, /) -> float:
    return 0 if it is None else highest(it.card.maneuver)


def _per(model: str) -> Number:
    """The meaning of an amount for each starship of a model that a card is; a squadron is several."""

    def per(scope: Scope, it: CardInPlay | None, /, **each: Amount) -> float:
        number = 0 if it is None else sum(model in f"{name}" for name in it.facts.traits.models) or 1
        return number and number * scope.number(next(iter(each.values())), it)

    return per


for _name, _model in (
    *(
        ("per_tie", "tie_"),
        ("per_ti_eln", "tie_ln"),
        ("per_star_destroyer", "_star_destroyer"),
        ("per_awing", "a_wing"),
    ),
    *(("per_ywing", "y_wing"), ("per_xwing", "x_wing"), ("per_bwing", "b_wing")),
):
    amount_(_name)(_per(_model))
