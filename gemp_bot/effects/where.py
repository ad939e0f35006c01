"""Which cards and locations a term means by where they are."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location, is_battleground
from gemp_bot.cards.printed import known
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Word
from gemp_bot.effects.scope import OPERATIVES, Scope, is_place, location_at, present_location
from gemp_bot.effects.selectors import Test, selector
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.routes import are_adjacent

_MARKER: Final = "marker_"
"""How the keyword of a marker site begins; its number follows."""


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


selector("with", "at_same_site")(_together(location_at))
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


def held(places: Iterable[Location], side: Side, *, control: bool) -> Iterator[Location]:
    """Those of some locations that a player controls, or else occupies."""
    return (place for place in places if (place.controlled(side) if control else place.presence(side)))


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


@selector("duplicates_of_in_hand")
def _duplicates(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    hand = scope.board.piles[scope.side(player)][Zone.HAND].cards
    return it in hand and sum(each.facts.key == it.facts.key for each in hand) > 1


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
def site_of_ship(
    scope: Scope,
    it: CardInPlay,
    /,
    starship_or_vehicle: Word = None,
    only_if_related_by_persona: Word = False,
    who: Selector = None,
) -> bool:
    """Whether it is a site of a starship or vehicle."""
    personas = [scope.word(starship_or_vehicle)]
    if who is not None:
        personas = [one for each in scope.on_table(who) for one in each.facts.traits.personas]
    icons, names = it.facts.traits.icons, it.facts.names
    found = any(folded(each.replace("_", " ")) in names for each in personas)
    return found and ("starship_site" in icons or "vehicle_site" in icons)


@selector("other_location")
def _other_location(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    """A location that the card is not at."""
    one = scope.one(card)
    return is_place(it) and one is not None and one.location is not it.location


@selector("unoccupied")
def _unoccupied(scope: Scope, it: CardInPlay, /) -> bool:
    return is_place(it) and not any(_occupies(scope, it, each) for each in ("$dark", "$light"))
