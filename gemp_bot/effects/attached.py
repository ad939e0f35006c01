"""Which cards a term means by what is on or aboard them, and by who fights beside them."""

from collections.abc import Iterable, Iterator
from typing import Final, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.meanings import OneCard, Player, Selector, Word
from gemp_bot.effects.scope import Scope, is_place, location_at
from gemp_bot.effects.selectors import selector
from gemp_bot.effects.told import joined
from gemp_bot.effects.where import site_of_ship
from gemp_bot.protocol.enums import Zone

_ANY: Final = Term("any", {})
_ANY_WEAPON: Final = (_ANY, Term("type", {"type": "weapon"}), Term("category", {"category": "weapon"}))

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
def _aboard_persona(scope: Scope, it: CardInPlay, /, persona: Word) -> bool:
    """Whether a card is aboard a starship or vehicle, or at a site of it."""
    place = location_at(it)
    if it.host is not None and it.host.carries and persona in it.host.facts.traits.personas:
        return True
    return place is not None and place.card is not None and site_of_ship(scope, place.card, persona)


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


def meant(scope: Scope, cards: Iterable[CardInPlay], who: Selector) -> Iterator[CardInPlay]:
    """Those of some cards that are active and meant; permanent pilots count by their persona."""
    return (each for each in cards if each.active and (scope.means(who, each) or has_crew(each, who)))


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


@selector("same_title_as_stacked_on")
def _titled_as_stacked(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    hosts = scope.cards(card if who is None else who)
    return any(each.facts.key == it.facts.key for host in hosts for each in stacked_on(scope, host, _ANY))


# -- battles ----------------------------------------------------------------------------------------------


def in_battle(scope: Scope, it: CardInPlay, /) -> bool:
    """Whether a it takes part in the battle that goes on, by itself or aboard what does."""
    fighting = scope.board.fighting
    if not fighting:
        return False
    return it.id in fighting or (it.host is not None and it.host.id in fighting)


def fighters(scope: Scope) -> Iterator[CardInPlay]:
    """The active cards that take part in the battle that goes on."""
    return (card for card in scope.board.active if in_battle(scope, card))


@selector("in_battle_with")
def _in_battle_with(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return in_battle(scope, it) and selector.by_name["with"](scope, it, card, who)


@selector("battle_location", "location_where_power_can_be_added_in_battle_from_starships_controlling_system")
def _battle_location(scope: Scope, it: CardInPlay, /, player: Player = None) -> bool:
    location = it.location
    return is_place(it) and location is not None and any(in_battle(scope, each) for each in location.cards)


@selector("defending_battle")
def _defending(scope: Scope, it: CardInPlay, /) -> bool:
    return in_battle(scope, it) and it.side is not scope.board.turn


selector("participating_in_battle", "present_in_battle")(in_battle)
