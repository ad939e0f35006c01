"""Whether a condition holds on a board."""

import operator
from collections.abc import Callable, Iterable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.attached import fighters, in_battle, meant
from gemp_bot.effects.changes import Quantity
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
    Word,
)
from gemp_bot.effects.printed import AS_PRINTED
from gemp_bot.effects.scope import Scope, location_at, present_location
from gemp_bot.effects.selectors import matches, selector
from gemp_bot.effects.where import are_related, held
from gemp_bot.protocol.enums import LIFE_FORCE, Side, Zone

Holds: TypeAlias = Callable[Concatenate[Scope, ...], bool]
condition: Final = cast("Meanings[Holds]", TABLES[Kind.CONDITION])

# -- joined -----------------------------------------------------------------------------------------------


@condition("and")
def _and(scope: Scope, /, of: Condition) -> bool:
    return all(scope.holds(each) for each in cast("tuple[Condition, ...]", of))


@condition("or")
def _or(scope: Scope, /, of: Condition) -> bool:
    return any(scope.holds(each) for each in cast("tuple[Condition, ...]", of))


@condition("not", "unless")
def _not(scope: Scope, /, of: Condition = True, when: Condition = True) -> bool:
    return not (scope.holds(of) and scope.holds(when))


def _always(*, so: bool) -> Holds:
    def always(scope: Scope, /, card: OneCard = None, player: Player = None) -> bool:
        return so

    return always


condition("true", "can_add_destiny_to_power")(_always(so=True))  # nothing that a board counts forbids it
condition("may_move")(_always(so=False))  # whatever keeps it in place: no such text is counted
condition("is_only_excluded")(_always(so=False))  # who is left out of a battle is active here


@condition("condition")
def _fulfilled(scope: Scope, /, is_fulfilled: Condition) -> bool:
    return scope.holds(is_fulfilled)


@condition("choose")
def _choose(scope: Scope, /, when: Condition, then: Condition, otherwise: Condition = False) -> bool:
    return scope.holds(then if scope.holds(when) else otherwise)


@condition("equal")
def _equal(scope: Scope, /, left: Anything, right: Anything = None) -> bool:
    return scope.anything(left) == scope.anything(right)


@condition("unequal")
def _unequal(scope: Scope, /, left: Anything, right: Anything = None) -> bool:
    return scope.anything(left) != scope.anything(right)


@condition("is_empty", "list_is_empty")
def _empty(scope: Scope, /, of: Selector) -> bool:
    return not scope.cards(of)


@condition("accepts")
def _accepts(scope: Scope, /, of: Selector, physical_card: OneCard) -> bool:
    card = scope.one(physical_card)
    return card is not None and scope.means(of, card)


@condition.of_card("card_has_while_in_play_data_set", "in_play_data_set", needs=())
def _noted(scope: Scope, it: CardInPlay, /) -> bool:
    return bool(it.noted)


@condition("in_play_data_not_set")
def _not_noted(scope: Scope, /, card: OneCard = "$self") -> bool:
    one = scope.one(card)
    return one is None or not one.noted


def _compares(work: Callable[[float, float], bool]) -> Holds:
    def compares(scope: Scope, /, left: Amount, right: Amount) -> bool:
        return work(scope.number(left), scope.number(right))

    return compares


for _name, _work in (
    *(("less", operator.lt), ("more", operator.gt)),
    *(("at_most", operator.le), ("at_least", operator.ge)),
):
    condition(_name)(_compares(_work))


# -- who is where -----------------------------------------------------------------------------------------


def _some(found: Iterable[object], number: Word, *, exactly: Word = False) -> bool:
    """Whether there are as many."""
    count = sum(1 for _ in found)
    return count == number if exactly else count >= cast("int", number)


@condition("on_table", "can_spot")
def _on_table(
    scope: Scope,
    /,
    who: Selector,
    count: Word = 1,
    exactly: Word = False,
    including: Word = None,
    card: OneCard = None,
    self: OneCard = None,
    cards: Selector = None,
) -> bool:
    if cards is not None:
        return _some((each for each in scope.cards(cards) if scope.means(who, each)), count, exactly=exactly)
    if exactly:
        return _some(scope.on_table(who, including), count, exactly=True)
    return scope.spots(who, cast("int", count), including)


@condition("cant_spot")
def _cannot_spot(scope: Scope, /, who: Selector, count: Word = 1) -> bool:
    return not scope.spots(who, cast("int", count))


@condition("can_spot_location")
def _spots_place(scope: Scope, /, who: Selector, count: Word = 1) -> bool:
    return _some(scope.places(who), count)


@condition("at", "is_at_location")
def _at(
    scope: Scope,
    /,
    card: OneCard = None,
    who: Selector = None,
    where: Selector = None,
    system: Word = None,
    including: Word = None,
) -> bool:
    cards = _cards(scope, card, who)
    if system is not None:
        return any(place.is_system and place.key == folded(scope.word(system)) for place in _places(cards))
    return any(scope.means_place(where, place) for place in _places(cards))


def _cards(scope: Scope, card: OneCard, who: Selector) -> Iterable[CardInPlay]:
    """One card, or those that a selector means."""
    if who is not None:
        return scope.on_table(who)
    one = scope.one(card)
    return () if one is None else (one,)


def _places(cards: Iterable[CardInPlay]) -> Iterable[Location]:
    return (place for card in cards if (place := location_at(card)) is not None)


@condition.of_card("occupies_location")
def _occupies_place(scope: Scope, it: CardInPlay, /, where: Selector) -> bool:
    return any(place.presence(it.side) and it in place.cards for place in scope.places(where))


@condition("has_life_force_less_than")
def _little_life(scope: Scope, /, player: Player, amount: Amount) -> bool:
    piles = scope.board.piles[scope.side(player)]
    return sum(piles[zone].size for zone in _LIFE) < scope.number(amount)


_LIFE: Final = (*LIFE_FORCE, Zone.UNRESOLVED_DESTINY_DRAW)


@condition("is_starting_location_battleground")
def _battleground_start(scope: Scope, /, of: OneCard) -> bool:
    one = scope.one(of)
    return one is not None and one.location is not None and one.location.battleground


@condition.of_card("is_at_scomp_link")
def _at_scomp_link(scope: Scope, it: CardInPlay, /) -> bool:
    place = location_at(it)
    if place is None or place.card is None or "scomp_link" not in place.card.facts.traits.icons:
        return False
    return not scope.numbers.is_told(place.card, Quantity.NO_SCOMP)


@condition("present_at", "is_present_at")
def _present_at(
    scope: Scope,
    /,
    card: OneCard = None,
    who: Selector = None,
    card_to_be_present_filter: Selector = None,
    where: Selector = None,
) -> bool:
    if card is not None:
        one = scope.one(card)
        return one is not None and scope.means_place(who if where is None else where, present_location(one))
    cards = scope.on_table(card_to_be_present_filter if card_to_be_present_filter is not None else who)
    return any(scope.means_place(where, present_location(each)) for each in cards)


@condition.of_card("here", "is_here")
def _here(scope: Scope, it: CardInPlay, /, who: Selector, count: Word = 1, including: Word = None) -> bool:
    if it.location is None:
        return False
    return _some(meant(scope, it.location.cards, who), count)


@condition.of_card("present", "is_present")
def _present(
    scope: Scope, it: CardInPlay, /, who: Selector = None, count: Word = 1, including: Word = None
) -> bool:
    if it.location is None:
        return False
    if who is None:
        return present_location(it) is not None
    here = it.location
    return _some((each for each in meant(scope, here.cards, who) if present_location(each) is here), count)


def _together(where: Callable[[CardInPlay], Location | None]) -> Callable[..., bool]:
    """The meaning of to be at a location, or present at it, with some of those meant."""

    def together(
        scope: Scope,
        it: CardInPlay,
        /,
        who: Selector,
        min: Word = 1,  # noqa: A002 - as the term is written
        count: Word = 1,
        including: Word = None,
    ) -> bool:
        place = where(it)
        if place is None:
            return False
        found = (each for each in meant(scope, place.cards, who) if each is not it and where(each) is place)
        return _some(found, max(cast("int", min), cast("int", count)))

    return together


_with: Final = _together(location_at)
condition.of_card("with", "is_with", "at_same_location_as", "at_same_site_as")(_with)
condition.of_card("present_with", "is_present_with")(_together(present_location))


@condition("on", "is_on_system")
def _on(
    scope: Scope,
    /,
    system: Word,
    card: OneCard = None,
    who: Selector = None,
    including: Word = None,
) -> bool:
    wanted = folded(scope.word(system))
    return any(place.site and place.system == wanted for place in _places(_cards(scope, card, who)))


@condition("on_cloud_city", "is_on_cloud_city")
def _on_cloud_city(scope: Scope, /, card: OneCard, who: Selector = None, including: Word = None) -> bool:
    return any("cloud city" in place.names for place in _places(_cards(scope, card, who)))


@condition("under_nighttime_condition")
def _night(scope: Scope, /, card: OneCard) -> bool:
    places = _places(_cards(scope, card, None))
    return any(
        place.card is not None
        and (
            "nighttime_conditions" in place.card.facts.traits.keywords
            or scope.numbers.is_told(place.card, Quantity.NIGHT)
        )
        for place in places
    )


@condition("part_of_system")
def _part_of_system(scope: Scope, /, location: OneCard, system: Word) -> bool:
    one = scope.one(location)
    return one is not None and one.location is not None and one.location.system == folded(scope.word(system))


@condition.of_card("at_same_or_related_site")
def _same_or_related(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    here = it.location
    if here is None:
        return False
    at = (location_at(each) for each in scope.on_table(who) if each is not it)
    return any(place is here or (place is not None and are_related(place, here)) for place in at)


@condition.of_card("has_matching_pilot_aboard")
def _matching_pilot(scope: Scope, it: CardInPlay, /) -> bool:
    return any(
        each.facts.pilot and matches(scope, each, it, ("starship", "pilot")) for each in it.all_aboard()
    )


@condition("all_ability_on_table_provided_by")
def _all_able(scope: Scope, /, player: Player, who: Selector) -> bool:
    """Whether nobody else of a player on table has ability, and somebody has."""
    side = scope.side(player)
    able = [each for each in scope.board.active if each.side is side and scope.numbers.ability(each) > 0]
    return bool(able) and all(scope.means(who, each) for each in able)


@condition("get_attached_to")
def _is_attached(scope: Scope, /, of: OneCard) -> bool:
    one = scope.one(of)
    return one is not None and one.host is not None


@condition("alone_at")
def _alone_at(scope: Scope, /, where: Selector, card: OneCard = None, who: Selector = None) -> bool:
    return any(
        selector.by_name["alone"](scope, each) and scope.means_place(where, location_at(each))
        for each in _cards(scope, card, who)
    )


@condition.of_card("has_pilot_seat_occupied")
def _seat_taken(scope: Scope, it: CardInPlay, /) -> bool:
    return any(each.pilots for each in it.attached)


def _total_ability(*, piloting: bool, work: Callable[[float, float], bool]) -> Holds:
    """The meaning of how much ability a player has at a location, or how much of it pilots there."""

    def total(scope: Scope, /, player: Player, ability: Amount, where: Selector) -> bool:
        side, bound = scope.side(player), scope.number(ability)
        return any(
            work(
                sum(
                    scope.numbers.ability(each)
                    for each in place.cards
                    if each.side is side and each.active and (not piloting or each.pilots or each.facts.crew)
                ),
                bound,
            )
            for place in scope.places(where)
        )

    return total


condition("total_ability_piloting_more_than")(_total_ability(piloting=True, work=operator.gt))
condition("total_ability_less_than")(_total_ability(piloting=False, work=operator.lt))


@condition("is_crossed_over")
def _crossed_over(scope: Scope, /, persona: Word) -> bool:
    return any(
        persona in each.facts.traits.personas and each.side is not each.card.side
        for each in scope.board.active
    )


_SENATE: Final = "coruscant galactic senate"


def _majority(scope: Scope) -> Side | None:
    """Whose characters at the Galactic Senate have more politics; None for nobody's."""
    total = dict.fromkeys(Side, 0.0)
    for place in scope.board.locations:
        if place.key == _SENATE:
            for each in place.cards:
                if each.active and each.card.type == CardType.CHARACTER:
                    total[each.side] += scope.numbers.politics(each)
    dark, light = total[Side.DARK], total[Side.LIGHT]
    return None if dark == light else (Side.DARK if dark > light else Side.LIGHT)


@condition.of_card("in_senate_majority", "is_in_senate_majority")
def _in_majority(scope: Scope, it: CardInPlay, /) -> bool:
    place = location_at(it)
    return place is not None and place.key == _SENATE and _majority(scope) is it.side


@condition("has_senate_majority")
def _has_majority(scope: Scope, /, player: Player) -> bool:
    return _majority(scope) is scope.side(player)


@condition("out_of_play", "is_out_of_play")
def _out_of_play(scope: Scope, /, who: Selector, player: Player = None) -> bool:
    gone = (each for each in scope.board.known.values() if each.zone is Zone.OUT_OF_PLAY)
    return any(scope.means(who, each) for each in gone)


# -- who holds what ---------------------------------------------------------------------------------------


def _holds(*, control: bool, without: bool = False) -> Holds:
    """The meaning of to hold locations where the player has somebody who is meant, or nobody of them."""

    def holds(
        scope: Scope,
        /,
        player: Player = "$you",
        where: Selector = None,
        location: OneCard = None,
        who: Selector = None,
        num: Word = 1,
        count: Word = 1,
        exactly: Word = False,
        card: OneCard = None,
        including: Word = None,
    ) -> bool:
        side, one = scope.side(player), None if location is None else scope.one(location)
        places: Iterable[Location] = () if one is None or one.location is None else (one.location,)
        found: Iterable[Location] = held(
            scope.places(where) if location is None else places, side, control=control
        )
        if who is not None:
            found = (
                place
                for place in found
                if any(each.side is side for each in meant(scope, place.cards, who)) is not without
            )
        return _some(found, max(cast("int", num), cast("int", count)), exactly=exactly)

    return holds


condition("controls", "controls_with", "controls_with_present")(_holds(control=True))
condition("occupies", "occupies_with")(_holds(control=False))
condition("controls_without")(_holds(control=True, without=True))


@condition("all_ability_at_location_provided_by")
def _all_ability_by(scope: Scope, /, player: Player, where: Selector, who: Selector) -> bool:
    side = scope.side(player)
    return any(
        all(
            scope.means(who, each)
            for each in place.cards
            if each.side is side and each.active and scope.numbers.ability(each) > 0
        )
        for place in scope.places(where)
    )


# -- on each other ----------------------------------------------------------------------------------------


@condition.of_card("piloting", "driving", "is_piloting", "piloting_at", "is_piloting_at")
def _piloting(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector = None,
    piloted_filter: Selector = None,
    where: Selector = None,
) -> bool:
    wanted = who if piloted_filter is None else piloted_filter
    if it.host is None or not it.pilots or not (wanted is None or scope.means(wanted, it.host)):
        return False
    return where is None or scope.means_place(where, it.location)


@condition.of_card("has_attached")
def _has_attached(
    scope: Scope, it: CardInPlay, /, who: Selector, compare_value: Word = 1, count: Word = 1
) -> bool:
    wanted = max(cast("int", compare_value), cast("int", count))
    return sum(scope.means(who, each) for each in it.attached) >= wanted


@condition.of_card("armed_with", "is_armed_with")
def _armed_with(
    scope: Scope, it: CardInPlay, /, who: Selector = None, weapon_filter: Selector = None
) -> bool:
    return selector.by_name["armed_with"](scope, it, who=who if weapon_filter is None else weapon_filter)


@condition.of_card("may_not_move")
def _may_not_move(scope: Scope, it: CardInPlay, /) -> bool:
    return scope.numbers.cannot_move(it)


# -- battles ----------------------------------------------------------------------------------------------


@condition("in_battle", "is_in_battle", "in_battle_at", "is_in_battle_at", "defending_battle_at")
def _in_battle(
    scope: Scope,
    /,
    card: OneCard = None,
    who: Selector = None,
    where: Selector = None,
    including: Word = None,
) -> bool:
    fighting = (each for each in _cards(scope, card, who) if in_battle(scope, each))
    return any(where is None or scope.means_place(where, each.location) for each in fighting)


@condition.of_card("in_battle_with", "is_in_battle_with")
def _in_battle_with(
    scope: Scope, it: CardInPlay, /, who: Selector, count: Word = 1, including: Word = None
) -> bool:
    if not in_battle(scope, it):
        return False
    beside = (each for each in fighters(scope) if each is not it and each.location is it.location)
    return _some(meant(scope, beside, who), count)


@condition("during_battle", "is_during_battle")
def _during_battle(scope: Scope, /) -> bool:
    return bool(scope.board.fighting)


@condition("during_battle_initiated_by")
def _initiated_by(scope: Scope, /, player: Player) -> bool:
    return bool(scope.board.fighting) and scope.board.turn is scope.side(player)


@condition("after_players_turn_number")
def _after_turn(scope: Scope, /, player: Player, turn_number: Word) -> bool:
    """Whether so many turns of a player are over; Dark begins."""
    over = scope.board.round - (scope.side(player) is Side.LIGHT or scope.board.turn is Side.DARK)
    return over >= cast("int", turn_number)


@condition("during_players_turn_number")
def _in_turn(scope: Scope, /, player: Player, turn_number: Word) -> bool:
    return scope.board.turn is scope.side(player) and scope.board.round == turn_number


@condition("during_battle_at", "is_during_battle_at")
def _during_battle_at(scope: Scope, /, where: Selector) -> bool:
    # As if all were in battle, there is one at every location.
    return any(scope.means_place(where, card.location) for card in fighters(scope))


@condition("no_ability_in_battle")
def _nobody_able(scope: Scope, /, player: Player) -> bool:
    side = scope.side(player)
    able = (each for each in fighters(scope) if each.side is side and scope.numbers.ability(each) > 0)
    return bool(scope.board.fighting) and not any(able)


@condition("different_card_titles_participating_in_battle")
def _titles_differ(scope: Scope, /, who: Selector) -> bool:
    return len({each.facts.key for each in fighters(scope) if scope.means(who, each)}) > 1


@condition("during_battle_with_participant", "is_during_battle_with_participant")
def _during_battle_with(scope: Scope, /, who: Selector, count: Word = 1, including: Word = None) -> bool:
    return _some(meant(scope, fighters(scope), who), count)


# -- what selectors ask of a card -------------------------------------------------------------------------

for _asked, *_names in (
    ("aboard_starship_or_vehicle_of_persona", "aboard_starship_or_vehicle_of_persona"),
    *(("alone", "alone", "is_alone"), ("undercover_spy", "undercover", "is_undercover")),
    *(("hit", "hit", "is_hit"), ("piloted", "piloted"), ("defending_battle", "defending_battle")),
    ("has_stacked", "has_stacked", "has_stacked_cards"),
):
    condition.of_card(*_names)(selector.by_name[_asked])
for _asked, *_names in (
    *(("stacked_on", "stacked_on"), ("attached_to", "attached", "is_attached_to")),
    *(("aboard", "aboard", "is_aboard"), ("has_aboard", "has_aboard")),
    ("has_piloting", "has_piloting", "has_driving"),
):
    condition.of_card(*_names, needs=("card", "who"))(selector.by_name[_asked])


# -- piles and turns --------------------------------------------------------------------------------------


def _hand_is(work: Callable[[float, float], bool]) -> Holds:
    def hand_is(scope: Scope, /, player: Player, count: Word) -> bool:
        return work(scope.board.piles[scope.side(player)][Zone.HAND].size, cast("int", count))

    return hand_is


for _name, _work in (
    *(("fewer_than", operator.lt), ("equal_to_or_fewer_than", operator.le)),
    ("equal_to_or_more_than", operator.ge),
):
    condition(f"cards_in_hand_{_name}")(_hand_is(_work))


@condition("phase")
def _in_phase(scope: Scope, /, phase: Word, player: Player) -> bool:
    """Whether it is the turn in which a player has that phase: what costs the less is done in it alone."""
    return scope.board.turn is scope.side(player)


condition.only("phase", lambda term: term.get("phase") in ("deploy", "move") and "player" in term.args)


@condition.of_card("play_card_option_id")
def _deployed_as(scope: Scope, it: CardInPlay, /, option_id: Word) -> bool:
    """Whether a card was deployed in one of its ways: by what it is on, as that is printed."""
    selectors = it.facts.text.selectors
    ways = {each.get("0"): each.get("1") for each in cast("tuple[Term, ...]", selectors.get("options", ()))}
    if ways.get(option_id) != "attached" or it.host is None:
        return it.host is None and ways.get(option_id) != "attached"
    printed = Scope(scope.board, it, it.side, AS_PRINTED)
    printed.drawn = {"$play_card_option_id": str(option_id)}
    return printed.means(selectors.get("deploy_on"), it.host)


@condition.of_card("at_same_system_as")
def _at_system_with(scope: Scope, it: CardInPlay, /, who: Selector, count: Word = 1) -> bool:
    here = location_at(it)
    return here is not None and here.is_system and _with(scope, it, who, count=count)


@condition("players_turn", "is_during_your_turn")
def _players_turn(scope: Scope, /, player: Player, card: OneCard = None) -> bool:
    return scope.board.turn is scope.side(player)


# -- what other cards change of this one ------------------------------------------------------------------


@condition("game_text_modification", "has_game_text_modification")
def _text_modified(
    scope: Scope,
    /,
    card: OneCard = "$self",
    type: Word = None,  # noqa: A002 - as the term is written
    **rest: Word,
) -> bool:
    one, wanted = scope.one(card), rest.get("2", type)
    return one is not None and wanted in scope.numbers.text_changes(one)


@condition("doubled", "is_doubled")
def _doubled(scope: Scope, /, card: OneCard = None, **rest: OneCard) -> bool:
    """Whether a text doubles that of the card that is named, or of the first."""
    one = scope.one(card if card is not None else next(iter(rest.values()), "$self"))
    return one is not None and scope.numbers.is_told(one, Quantity.DOUBLED)
