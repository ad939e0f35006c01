"""Which cards and locations a term means. A location is meant by its card."""

import operator
from collections.abc import Callable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.board.location import Location, is_battleground
from gemp_bot.cards import CardType, Uniqueness
from gemp_bot.cards.printed import highest, known
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.changes import GRANTED, Quantity
from gemp_bot.effects.meanings import (
    TABLES,
    Amount,
    Condition,
    Kind,
    Meanings,
    OneCard,
    Player,
    Selector,
    Word,
)
from gemp_bot.effects.scope import OPERATIVES, Scope, is_place, location_at, present_location
from gemp_bot.effects.told import joined
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.routes import are_adjacent

Test: TypeAlias = Callable[Concatenate[Scope, CardInPlay, ...], bool]
selector: Final = cast("Meanings[Test]", TABLES[Kind.SELECTOR])

_BESIDE: Final = frozenset({"deploy on table", "deploy on your side of table", "plays on table"})

_ANY: Final = Term("any", {})
_ANY_WEAPON: Final = (_ANY, Term("type", {"type": "weapon"}), Term("category", {"category": "weapon"}))
_MARKER: Final = "marker_"
"""How the keyword of a marker site begins; its number follows."""

# -- joined -----------------------------------------------------------------------------------------------


@selector("and")
def _and(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return all(scope.means(each, it) for each in cast("tuple[Selector, ...]", of))


@selector("or")
def _or(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return any(scope.means(each, it) for each in cast("tuple[Selector, ...]", of))


@selector("not")
def _not(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return not scope.means(of, it)


@selector("choose")
def _choose(
    scope: Scope, it: CardInPlay, /, when: Condition, then: Selector, otherwise: Selector = None
) -> bool:
    return scope.means(then if scope.holds(when) else otherwise, it)


@selector("other")
def _other(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return it is not one and not (one is not None and one.card.unique and one.facts.key == it.facts.key)


@selector("same_card_id", "same_permanent_card_id")
def _same(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    return scope.one(card) is it


@selector("in")
def _in(scope: Scope, it: CardInPlay, /, cards: Selector) -> bool:
    return scope.means(cards, it)


@selector("when")
def _where(scope: Scope, it: CardInPlay, /, of: Condition, then: Selector) -> bool:
    """What is in a list only where a condition holds."""
    return it in scope.cards(Term("when", {"of": of, "then": then}))


@selector("filter_active", "filter_all_on_table")
def _among(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector,
    card: OneCard = None,
    including: Word = None,
    targeting_reasons: Word = None,
) -> bool:
    return (it.active or including is not None) and scope.means(who, it)


@selector("filter")
def _of_these(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector = None,
    card: OneCard = None,
    cards: Selector = None,
    accepts: Condition = None,
) -> bool:
    if accepts is not None:
        return scope.asked_of(it).holds(accepts)
    return (cards is None or scope.means(cards, it)) and scope.means(who, it)


selector.only("filter", lambda term: ("who" in term.args) is not ("accepts" in term.args))


@selector("filter_top_locations_on_table")
def _places(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    return is_place(it) and scope.means(who, it)


# -- what is printed --------------------------------------------------------------------------------------


def _has(trait: str) -> Test:
    """The meaning of to be printed with a word: the trait itself, or one of several."""

    def has(scope: Scope, it: CardInPlay, /, **word: Word) -> bool:
        found = getattr(it.facts.traits, trait)
        return any(each == found if isinstance(found, str) else each in found for each in word.values())

    return has


for _name, _trait in (
    *(("category", "category"), ("type", "types"), ("subtype", "subtypes"), ("persona", "personas")),
    *(("model", "models"), ("model_type", "models")),
):
    selector(_name)(_has(_trait))


@selector("icon")
def _icon(scope: Scope, it: CardInPlay, /, icon: Word) -> bool:
    return icon in it.facts.traits.icons or _granted_trait(scope, it, icon)


@selector("icon_count")
def _icon_count(scope: Scope, it: CardInPlay, /, icon: Word, count: Word) -> bool:
    return it.facts.traits.icons.get(cast("str", icon), 0) == count


@selector("keyword")
def _keyword(scope: Scope, it: CardInPlay, /, keyword: Word) -> bool:
    return keyword in it.facts.traits.keywords or _granted_trait(scope, it, keyword)


def _granted_trait(scope: Scope, it: CardInPlay, word: Word) -> bool:
    return word in GRANTED and scope.numbers.has_trait(it, str(word))


@selector("species")
def _species(scope: Scope, it: CardInPlay, /, species: Word) -> bool:
    return it.facts.traits.species == scope.word(species)


@selector("agenda")
def _agenda(scope: Scope, it: CardInPlay, /, agenda: Word) -> bool:
    told = (each.term for each in it.facts.text.standing if each.term.name == "agenda")
    return any(agenda in cast("tuple[str, ...]", term.args.get("agendas", ())) for term in told)


@selector("title")
def _title(scope: Scope, it: CardInPlay, /, title: Word, include_blown_away: Word = False) -> bool:
    return folded(scope.word(title)) in it.facts.traits.titles


@selector("title_contains")
def _title_contains(scope: Scope, it: CardInPlay, /, words: Word) -> bool:
    return f" {folded(scope.word(words))} " in f" {it.facts.key} "


@selector("same_title", "same_title_as")
def _same_title_as(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return any(each.facts.key == it.facts.key for each in scope.cards(card if who is None else who))


@selector("same_title_as_stacked_on")
def _titled_as_stacked(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    hosts = scope.cards(card if who is None else who)
    return any(each.facts.key == it.facts.key for host in hosts for each in stacked_on(scope, host, _ANY))


@selector("is_uniqueness_on_table_not_reached")
def _not_on_table(scope: Scope, it: CardInPlay, /) -> bool:
    """Whether another copy may be deployed; what a persona forbids besides is asked when it is deployed."""
    if scope.numbers.is_told(it, Quantity.NOT_UNIQUE):
        return True
    return not (it.card.unique and any(each.facts.key == it.facts.key for each in scope.board.active))


def matches(scope: Scope, one: CardInPlay, two: CardInPlay, kinds: tuple[str, str]) -> bool:
    """Whether the text of one of two cards names the other as its matching pilot, starship, weapon, ...

    Args:
        scope: what is asked.
        one: a card.
        two: another one.
        kinds: of both what the other one is to it, as their texts call it.
    """
    told = zip((one, two), (two, one), kinds, strict=True)
    return any(
        scope.means(card.facts.text.traits.get(f"matching_{kind}", ()), other) for card, other, kind in told
    )


def _matching(it_is: str, other_is: str) -> Test:
    """The meaning of to match a card."""

    def matching(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
        one = scope.one(card)
        return one is not None and matches(scope, it, one, (other_is, it_is))

    return matching


selector("matching_starship")(_matching("starship", "pilot"))
selector("matching_pilot")(_matching("pilot", "starship"))
selector("matching_weapon_for_character")(_matching("weapon", "character"))


@selector("side")
def _side(scope: Scope, it: CardInPlay, /, side: Word) -> bool:
    return (it.card.side is Side.DARK) is (side == "dark")


@selector("planet_system_in_parsec_range")
def _in_parsecs(scope: Scope, it: CardInPlay, /, min_parsec: Amount, max_parsec: Amount) -> bool:
    parsec = known(it.card.parsec)
    return (
        parsec is not None
        and it.facts.planet
        and scope.number(min_parsec) <= parsec <= scope.number(max_parsec)
    )


# -- numbers ----------------------------------------------------------------------------------------------


def _ability(scope: Scope, it: CardInPlay, /) -> float | None:
    """Ability of a character or of permanent pilots; None where there is none."""
    if it.card.ability is None and not it.facts.traits.crew and not it.facts.ability:
        return None
    return scope.numbers.ability(it)


def _number_is(number: Callable[[Scope, CardInPlay], float | None], work: Callable[..., bool]) -> Test:
    """The meaning of a number that is more or less than another one; what has none is neither."""

    def number_is(scope: Scope, it: CardInPlay, /, **bound: Amount) -> bool:
        own = number(scope, it)
        return own is not None and work(own, *(scope.number(each) for each in bound.values()))

    return number_is


for _name, _number, _work in (
    ("ability_more_than", _ability, operator.gt),
    ("ability_more_than_or_equal_to", _ability, operator.ge),
    ("ability_less_than", _ability, operator.lt),
    ("ability_equal_to", _ability, operator.eq),
    ("power_less_than", lambda scope, it: scope.numbers.power(it) if it.fights else None, operator.lt),
    ("destiny_less_than", lambda scope, it: scope.numbers.destiny(it), operator.lt),
    ("printed_forfeit_value_less_than", lambda _, it: it.facts.forfeit, operator.lt),
    ("maneuver_more_than", lambda _, it: highest(it.card.maneuver), operator.gt),
    ("system_above_parsec", lambda _, it: it.card.parsec and highest(it.card.parsec), operator.gt),
):
    selector(_name)(_number_is(_number, _work))


@selector("maneuver_higher_than_maneuver_of")
def _more_maneuver(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return one is not None and highest(it.card.maneuver) > highest(one.card.maneuver)


# -- whose ------------------------------------------------------------------------------------------------


@selector("your")
def _your(scope: Scope, it: CardInPlay, /, player: Player = "$you", card: OneCard = None) -> bool:
    one = None if card is None else scope.one(card)
    return it.side is (scope.side(player) if one is None or one is scope.card else one.side)


@selector("opponents")
def _opponents(scope: Scope, it: CardInPlay, /, player: Player = "$you", card: OneCard = None) -> bool:
    return not _your(scope, it, player, card)


@selector("owner")
def _owner(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    return it.side is scope.side(player)


# -- where ------------------------------------------------------------------------------------------------


@selector("at", "at_location")
def _at(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector = None,
    where: Selector = None,
    card: OneCard = None,
    system: Word = None,
) -> bool:
    location = location_at(it)
    if location is None or location.card is None:
        return False
    if system is not None:
        return location.is_system and location.key == folded(scope.word(system))
    if card is not None:
        return scope.one(card) is location.card
    return scope.means(where if who is None else who, location.card)


@selector("here")
def _here(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return one is not None and one.location is not None and it.location is one.location


@selector("same_location")
def _same_location(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return is_place(it) and one is not None and one.location is not None and one.location is it.location


@selector("same_location_id")
def _this_location(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    return is_place(it) and scope.one(card) is it


@selector("same_location_as")
def _same_location_as(scope: Scope, it: CardInPlay, /, who: Selector, including: Word = None) -> bool:
    if not is_place(it) or it.location is None:
        return False
    return any(each.active and scope.means(who, each) for each in it.location.cards)


@selector("location_and_cards_at_location")
def _place_and_cards(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    return scope.means_place(who, it.location)


@selector("present")
def _present(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return one is not None and one.location is not None and present_location(it) is one.location


@selector("present_at")
def _present_at(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    return scope.means_place(who, present_location(it))


@selector("where_present")
def _where_present(
    scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None, including: Word = None
) -> bool:
    if not is_place(it) or it.location is None:
        return False
    if who is None:
        one = scope.one(card)
        return one is not None and present_location(one) is it.location
    here = it.location
    return any(
        each.active and present_location(each) is here and scope.means(who, each) for each in here.cards
    )


def _together(where: Callable[[CardInPlay], Location | None]) -> Test:
    """The meaning of to be at a location, or present at it, with a card or with some of those meant."""

    def together(
        scope: Scope,
        it: CardInPlay,
        /,
        card: OneCard = None,
        who: Selector = None,
        count: Word = 1,
        including: Word = None,
    ) -> bool:
        location = where(it)
        if location is None:
            return False
        if who is None:
            one = scope.one(card)
            return one is not None and one is not it and where(one) is location
        found = (each for each in location.cards if each is not it and each.active and scope.means(who, each))
        return sum(where(each) is location for each in found) >= cast("int", count)

    return together


_with: Final = _together(location_at)
selector("with", "at_same_site")(_with)
selector("present_with")(_together(present_location))


@selector("on")
def _on(scope: Scope, it: CardInPlay, /, name: Word) -> bool:
    location = location_at(it)
    return location is not None and location.site and location.system == folded(scope.word(name))


@selector("part_of_system")
def _part_of_system(scope: Scope, it: CardInPlay, /, system: Word) -> bool:
    if it.location is None:  # one that is not deployed belongs to the system of its print
        wanted = folded(scope.word(system))
        return it.facts.location is not None and wanted in (it.facts.system, it.facts.key)
    return is_place(it) and _belongs(it.location, scope.word(system))


def _belongs(location: Location, system: str) -> bool:
    return location.system == folded(system) or (location.is_system and location.key == folded(system))


@selector("place_to_be_present_on_planet")
def _on_planet(scope: Scope, it: CardInPlay, /, planet: Word) -> bool:
    """A site of a planet, or something aboard or on which a it is present at one."""
    location = it.location if is_place(it) else present_location(it)
    return location is not None and location.site and location.system == folded(scope.word(planet))


@selector("battleground")
def _battleground(scope: Scope, it: CardInPlay, /, including: Word = None) -> bool:
    if it.location is None:
        return it.facts.location is not None and is_battleground(it.facts, it.card.force_icons)
    return is_place(it) and it.location.battleground


@selector("occupies")
def _occupies(scope: Scope, it: CardInPlay, /, player: Player, including: Word = None) -> bool:
    return is_place(it) and it.location is not None and it.location.presence(scope.side(player))


@selector("controls")
def _controls(scope: Scope, it: CardInPlay, /, player: Player, including: Word = None) -> bool:
    return is_place(it) and it.location is not None and it.location.controlled(scope.side(player))


def are_related(one: Location | None, two: Location | None) -> bool:
    """Whether two locations belong to one system."""
    return (
        one is not None
        and two is not None
        and one is not two
        and bool(one.system)
        and one.system == two.system
    )


def adjacent(one: Location | None, two: Location | None) -> bool:
    """Whether two locations are sites next to each other."""
    return one is not None and two is not None and are_adjacent(one, two, one.column - two.column)


def _beside(how: Callable[[Location | None, Location | None], bool]) -> Test:
    """The meaning of a location that stands in this way to that of a card, or of one of those meant."""

    def beside(
        scope: Scope,
        it: CardInPlay,
        /,
        card: OneCard = None,
        who: Selector = None,
        including: Word = None,
    ) -> bool:
        others = (scope.one(card),) if who is None else scope.on_table(who)
        return is_place(it) and any(one is not None and how(one.location, it.location) for one in others)

    return beside


selector("related_location", "related_location_to")(_beside(are_related))
selector("adjacent_site", "adjacent_site_to")(_beside(adjacent))


@selector("zone")
def _zone(scope: Scope, it: CardInPlay, /, zone: Word) -> bool:
    return it.zone.name.lower() == zone


@selector("always_immune_to_card_title")
def _printed_immune(scope: Scope, it: CardInPlay, /, title: Word) -> bool:
    return title in cast("tuple[str, ...]", it.facts.text.traits.get("immune_to", ()))


@selector("immune_to_card_title")
def _immune_to(scope: Scope, it: CardInPlay, /, title: Word) -> bool:
    return scope.numbers.immune_to(it, scope.word(title))


@selector("granted_may_be_targeted_by")
def _granted(scope: Scope, it: CardInPlay, /, card: OneCard = None) -> bool:
    one = scope.one(card)
    return one is not None and scope.numbers.granted(it, one.card.title)


@selector("highest_ability_character")
def _ablest(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    """The characters of a player on table whose ability is highest."""
    side = scope.side(player)
    if it.side is not side or it.card.type != CardType.CHARACTER or it.zone not in IN_PLAY:
        return False
    own = scope.numbers.ability(it)
    return own > 0 and all(
        scope.numbers.ability(each) <= own
        for each in scope.board.active
        if each.side is side and each.card.type == CardType.CHARACTER
    )


@selector("icon_count_less_than")
def _few_icons(scope: Scope, it: CardInPlay, /, icon: Word, count: Word) -> bool:
    return it.facts.traits.icons.get(cast("str", icon), 0) < cast("int", count)


@selector("duplicates_of_in_hand")
def _duplicates(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    hand = scope.board.piles[scope.side(player)][Zone.HAND].cards
    return it in hand and sum(each.facts.key == it.facts.key for each in hand) > 1


@selector("game_text_contains")
def _says(scope: Scope, it: CardInPlay, /, words: Word) -> bool:
    """Of what is said only where an Effect is deployed is in the index."""
    return it.facts.text.traits.get("plays_to") == "your_side_of_table"


selector.only("game_text_contains", lambda term: str(term.args.get("words")).casefold() in _BESIDE)


@selector("has_any_immunity_to_attrition", "already_has_immunity_to_attrition")
def _immune(scope: Scope, it: CardInPlay, /, card: OneCard = None, source_to_ignore: OneCard = None) -> bool:
    """What changes an immunity gives none, so that the source of such a change need not be left out."""
    return scope.numbers.has_immunity(it)


def _held_in(zone: Zone) -> Test:
    """The meaning of a card in a pile or hand of a player."""

    def held_in(scope: Scope, it: CardInPlay, /, **player: Player) -> bool:
        return it.zone is zone and it.side is scope.side(next(iter(player.values()), "$you"))

    return held_in


selector("in_hand", "get_hand")(_held_in(Zone.HAND))
selector("in_lost_pile")(_held_in(Zone.LOST_PILE))


@selector("outermost_marker")
def _outermost_marker(scope: Scope, it: CardInPlay, /) -> bool:
    """The marker site with the highest number of those on table: the 1st is the innermost."""
    marker = _marker(it)
    laid = (each.card for each in scope.board.locations)
    return marker > 0 and is_place(it) and marker == max(map(_marker, filter(None, laid)), default=0)


def _marker(it: CardInPlay) -> int:
    """The number of a marker site; 0 for any other card."""
    told = (each.removeprefix(_MARKER) for each in it.facts.traits.keywords if each.startswith(_MARKER))
    return max((int(each) for each in told if each.isdecimal()), default=0)


@selector("is_orbited_by")
def _orbited_by(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    around = (scope.one(card),) if who is None else scope.on_table(who)
    return is_place(it) and any(
        one is not None and one.system_name is not None and it.facts.key == folded(one.system_name)
        for one in around
    )


@selector("within_parsecs_of")
def _within_parsecs(scope: Scope, it: CardInPlay, /, card: OneCard, num_parsecs: Amount) -> bool:
    """A system so near to the one that a card is at, also that one itself, and what is at one."""
    one = scope.one(card)
    here, center = (_parsec(None if each is None else each.location) for each in (it, one))
    return here is not None and center is not None and abs(here - center) <= scope.number(num_parsecs)


def _parsec(location: Location | None) -> float | None:
    card = None if location is None or not location.is_system else location.card
    return None if card is None else known(card.card.parsec)


@selector("has_different_card_titles_at_location")
def _titles_differ(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    """A location where cards that are meant have more than one title."""
    there = () if it.location is None or not is_place(it) else it.location.cards
    return len({each.facts.key for each in there if each.active and scope.means(who, each)}) > 1


@selector("is_orbiting")
def _orbiting(scope: Scope, it: CardInPlay, /, title: Word) -> bool:
    return is_place(it) and it.system_name is not None and folded(it.system_name) == folded(scope.word(title))


def _of_chosen_planet(planet: Term) -> Test:
    """The meaning of to be a location of the planet that an Objective noted."""

    def belongs(scope: Scope, it: CardInPlay, /) -> bool:
        place = it.location if is_place(it) and it.facts.planet else None
        return place is not None and _belongs(place, scope.word(planet))

    return belongs


def _operative_of_chosen(planet: Term) -> Test:
    """The meaning of to be an Operative of the planet that an Objective noted."""

    def matching(scope: Scope, it: CardInPlay, /) -> bool:
        return bool(it.facts.operative_of) and it.facts.operative_of == folded(scope.word(planet))

    return matching


for _name, _planet in OPERATIVES.items():
    selector(_name)(_operative_of_chosen(_planet))
    selector(f"{_planet.name.removeprefix('get_')}_location")(_of_chosen_planet(_planet))


@selector("site_of_starship_or_vehicle")
def _site_of_ship(
    scope: Scope,
    it: CardInPlay,
    /,
    starship_or_vehicle: Word = None,
    only_if_related_by_persona: Word = False,
    who: Selector = None,
) -> bool:
    personas = [scope.word(starship_or_vehicle)]
    if who is not None:
        personas = [one for each in scope.on_table(who) for one in each.facts.traits.personas]
    icons, names = it.facts.traits.icons, it.facts.names
    found = any(folded(each.replace("_", " ")) in names for each in personas)
    return found and ("starship_site" in icons or "vehicle_site" in icons)


# -- on each other ----------------------------------------------------------------------------------------


def _is_on(scope: Scope, it: CardInPlay, card: OneCard, who: Selector) -> bool:
    """Whether a card is on one that is named, or on one of those that are meant."""
    return it.host is not None and (scope.one(card) is it.host if who is None else scope.means(who, it.host))


@selector("attached_to")
def _attached_to(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return _is_on(scope, it, card, who)


@selector("has_attached", "has_attached_with_recursive_checking")
def _has_attached(
    scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None, count: Word = 1
) -> bool:
    if who is None:
        one = scope.one(card)
        return one is not None and one.host is it
    return sum(scope.means(who, each) for each in it.attached) >= cast("int", count)


@selector("aboard")
def _aboard(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    host = it.host
    return host is not None and host.carries and not it.facts.worn and _is_on(scope, it, card, who)


@selector("aboard_starship_or_vehicle_of_persona")
def aboard_persona(scope: Scope, it: CardInPlay, /, persona: Word) -> bool:
    """Whether a card is aboard a starship or vehicle, or at a site of it."""
    place = location_at(it)
    if it.host is not None and it.host.carries and persona in it.host.facts.traits.personas:
        return True
    return place is not None and place.card is not None and _site_of_ship(scope, place.card, persona)


@selector("other_location")
def _other_location(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    """A location that the card is not at."""
    one = scope.one(card)
    return is_place(it) and one is not None and one.location is not it.location


@selector("has_aboard", "has_passenger")
def _has_aboard(
    scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None, including: Word = None
) -> bool:
    if who is None:
        one = scope.one(card)
        return one is not None and one.host is it
    if isinstance(who, tuple) or not it.carries:
        return False
    return any(each.active and scope.means(who, each) for each in it.all_aboard()) or has_crew(it, who)


def has_crew(it: CardInPlay, /, who: Selector) -> bool:
    """Whether a permanent pilot is meant, which has nothing but a persona."""
    if not isinstance(who, Term):
        return False
    if who.name == "persona":
        return str(who.args["persona"]) in it.facts.traits.persons
    parts = who.args.get("of")
    return who.name == "or" and isinstance(parts, tuple) and any(has_crew(it, each) for each in parts)


@selector("piloting", "driving")
def _piloting(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return it.pilots and _is_on(scope, it, card, who)


@selector("has_piloting", "has_driving")
def _has_piloting(
    scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None, including: Word = None
) -> bool:
    if who is None:
        one = scope.one(card)
        return one is not None and one.host is it and one.pilots
    pilots = (each for each in it.attached if each.pilots and each.active)
    return any(scope.means(who, each) for each in pilots) or has_crew(it, who)


@selector("has_stacked")
def _has_stacked(scope: Scope, it: CardInPlay, /, who: Selector = _ANY, count: Word = 1) -> bool:
    return len(stacked_on(scope, it, who)) >= cast("int", count)


def stacked_on(scope: Scope, it: CardInPlay, /, who: Selector) -> list[CardInPlay]:
    """The cards stacked on one that a selector means."""
    return [
        each
        for each in scope.board.known.values()
        if each.zone is Zone.STACKED and each.host is it and scope.means(who, each)
    ]


@selector("stacked_on")
def _stacked_on(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return it.zone is Zone.STACKED and _is_on(scope, it, card, who)


@selector("armed_with")
def _armed_with(scope: Scope, it: CardInPlay, /, who: Selector, num_weapons: Word = 1) -> bool:
    """Whether as many weapons are on a card; a permanent one arms its bearer as well."""
    weapons = (each for each in it.attached if each.card.type == CardType.WEAPON)
    found = sum(scope.means(who, each) for each in weapons) + _is_called(it.facts.permanent, who)
    return found >= cast("int", num_weapons)


def _is_called(permanent: str, who: Selector) -> bool:
    """Whether a permanent weapon is meant, as far as what it is called tells: it has no print of its own."""
    words = folded(permanent)

    def leaf(each: Selector) -> bool | None:
        if isinstance(each, Term) and each.name == "keyword":
            return folded(str(each.get("keyword")).replace("_", " ")) in words
        return True if each in _ANY_WEAPON else None

    return bool(words) and joined(who, leaf, lambda _: None) is True


@selector("alone")
def _alone(scope: Scope, it: CardInPlay, /) -> bool:
    location = location_at(it)
    if location is None:
        return False
    return not any(
        each is not it and each.side is it.side and each.active and _counts_as_company(each)
        for each in location.cards
    )


def _counts_as_company(it: CardInPlay, /) -> bool:
    return it.card.type == CardType.CHARACTER or it.facts.crew > 0


@selector("captive", "non_frozen_captive", "frozen_captive")
def _captive(scope: Scope, it: CardInPlay, /) -> bool:
    host = it.host
    return it.card.type == CardType.CHARACTER and host is not None and host.side is not it.side


# -- battles ----------------------------------------------------------------------------------------------


def in_battle(scope: Scope, it: CardInPlay, /) -> bool:
    """Whether a it takes part in the battle that goes on, by itself or aboard what does."""
    fighting = scope.board.fighting
    if not fighting:
        return False
    return it.id in fighting or (it.host is not None and it.host.id in fighting)


@selector("in_battle_with")
def _in_battle_with(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return in_battle(scope, it) and _with(scope, it, card, who)


@selector("battle_location", "location_where_power_can_be_added_in_battle_from_starships_controlling_system")
def _battle_location(scope: Scope, it: CardInPlay, /, player: Player = None) -> bool:
    location = it.location
    return is_place(it) and location is not None and any(in_battle(scope, each) for each in location.cards)


# -- what is so of every card, or of none ------------------------------------------------------------------


def _always(*, so: bool) -> Test:
    def always(scope: Scope, it: CardInPlay, /, card: OneCard = None) -> bool:
        return so

    return always


selector("playable", "deployable")(_always(so=True))  # whether it could be deployed is asked when it is
for _name in (
    "may_contribute_to_force_retrieval",
    "not_prevented_from_applying_ability_for_sense_alter_destiny",
):
    selector(_name)(_always(so=True))  # nothing that a board counts forbids it
selector("granted_to_be_placed_on_owners_political_effect")(_always(so=False))  # no text that does is counted


# -- what is told without an argument ----------------------------------------------------------------------

_PLAIN: Final[dict[str, Callable[[Scope, CardInPlay], bool]]] = {
    "any": lambda _, __: True,
    "none": lambda _, __: False,
    "has_species": lambda _, it: bool(it.facts.traits.species),
    "tie": lambda _, it: any(model.startswith("tie_") for model in it.facts.traits.models),
    "unique": lambda _, it: it.card.unique,
    "non_unique": lambda _, it: not it.card.unique,
    "generic": lambda _, it: it.card.uniqueness in (Uniqueness.ONE_A_SYSTEM, Uniqueness.THREE_A_SYSTEM),
    "deploys_like_starfighter": lambda _, it: it.facts.text.selectors.get("deploys_like_starfighter") is True,
    "can_be_targeted_by_weapon_as_starfighter": lambda scope, it: scope.numbers.is_told(
        it, Quantity.AS_STARFIGHTER
    ),
    "character_weapon": lambda _, it: (
        it.card.type == CardType.WEAPON and "character" in it.facts.traits.subtypes
    ),
    "has_maneuver": lambda _, it: it.card.maneuver is not None,
    "has_maneuver_defined": lambda _, it: it.card.maneuver is not None,
    "has_armor": lambda _, it: it.card.armor is not None,
    "has_permanent_pilot": lambda _, it: it.facts.crew > 0,
    "has_permanent_weapon": lambda _, it: bool(it.facts.permanent),
    "has_ability_or_has_permanent_pilot_with_ability": lambda scope, it: (_ability(scope, it) or 0) > 0,
    "has_ability": lambda scope, it: (_ability(scope, it) or 0) > 0,
    "unoccupied": lambda scope, it: (
        is_place(it) and not any(_occupies(scope, it, each) for each in ("$dark", "$light"))
    ),
    "on_table": lambda _, it: not it.held,
    "deploys_for_free": lambda _, it: (
        highest(it.card.deploy) == 0 and not it.facts.text.traits.get("variable_cost")
    ),
    "may_be_forfeited": lambda _, it: it.facts.forfeit is not None,
    "effect_that_deploys_on_another_card": lambda _, it: (
        it.facts.stays and it.facts.text.selectors.get("deploy_on") is not None
    ),
    "has_hyperdrive": lambda _, it: it.facts.hyperspeed is not None,
    "hatred_card": lambda _, it: "hatred" in it.facts.traits.keywords,
    "defending_battle": lambda scope, it: in_battle(scope, it) and it.side is not scope.board.turn,
    "aboard_any_starship": lambda _, it: it.host is not None and it.host.facts.starship,
    "aboard_any_vehicle": lambda _, it: (
        it.host is not None and it.host.carries and not it.host.facts.starship
    ),
    "dejarik_hologram_at_holosite": lambda _, it: (
        not is_place(it)
        and it.location is not None
        and it.location.card is not None
        and it.location.facts.holosite
    ),
    "stolen": lambda _, it: it.side is not it.card.side,
    "piloted": lambda _, it: it.carries and it.piloted,
    "unpiloted": lambda _, it: it.carries and not it.piloted,
    "undercover_spy": lambda _, it: it.undercover,
    "hit": lambda _, it: it.hit,
    "landed": lambda _, it: it.facts.starship and it.location is not None and it.location.site,
    "participating_in_battle": in_battle,
    "present_in_battle": in_battle,
}
for _name, _test in _PLAIN.items():
    selector(_name)(cast("Test", _test))


# -- targets ----------------------------------------------------------------------------------------------


@selector("can_be_targeted_by")
def _may_be_targeted(
    scope: Scope,
    it: CardInPlay,
    /,
    card: OneCard = None,
    targeting_reason: Word = None,
    targeting_reasons: Word = None,
) -> bool:
    """Whether it is not immune to the card, and no text keeps it from being targeted for that."""
    one = scope.one(card)
    if one is None:
        return True
    reasons = (targeting_reason, *(targeting_reasons if isinstance(targeting_reasons, tuple) else ()))
    return not scope.numbers.immune_to(it, one.card.title) and scope.numbers.may_target_to(it, one, reasons)
