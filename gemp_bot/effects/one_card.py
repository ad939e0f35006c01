"""Which one card a term names."""

from collections.abc import Callable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.attached import in_battle
from gemp_bot.effects.meanings import TABLES, Condition, Kind, Meanings, OneCard, Selector, Unasked, Word
from gemp_bot.effects.scope import Scope, present_location
from gemp_bot.protocol.ids import CardId

OfOne: TypeAlias = Callable[Concatenate[Scope, ...], CardInPlay | None]
one: Final = cast("Meanings[OfOne]", TABLES[Kind.CARD])


@one("get_blueprint")
def _itself(scope: Scope, /, of: OneCard) -> CardInPlay | None:
    return scope.one(of)


@one("get_physical_card")
def _note(scope: Scope, /, of: OneCard) -> CardInPlay | None:
    """The card that the text of a card noted."""
    card = scope.one(of)
    return None if card is None or not card.noted else scope.board.known.get(cast("CardId", card.noted))


one.only(
    "get_physical_card", lambda term: getattr(term.args.get("of"), "name", "") == "get_while_in_play_data"
)


@one("get_attached_to")
def _host(scope: Scope, /, of: OneCard) -> CardInPlay | None:
    card = scope.one(of)
    return None if card is None else card.host


@one("find_first_active", "find_first_from_all_on_table")
def _first(scope: Scope, /, who: Selector, card: OneCard = None, including: Word = None) -> CardInPlay | None:
    return next(scope.on_table(who), None)


@one("find_first_from_top_locations_on_table")
def _first_place(scope: Scope, /, who: Selector) -> CardInPlay | None:
    return next((place.card for place in scope.places(who)), None)


@one("choose")
def _choose(scope: Scope, /, when: Condition, then: OneCard, otherwise: OneCard = None) -> CardInPlay | None:
    return scope.one(then if scope.holds(when) else otherwise)


def _place(where: Callable[[CardInPlay], Location | None]) -> OfOne:
    """The meaning of the location of a card, or of where it is present."""

    def place(scope: Scope, /, **of: OneCard) -> CardInPlay | None:
        card = next((scope.one(each) for each in of.values()), None)
        found = None if card is None else where(card)
        return None if found is None else found.card

    return place


one("get_location_that_card_is_at", "get_location_here")(_place(lambda card: card.location))
one("get_location_that_card_is_present_at")(_place(present_location))


@one("get_while_in_play_data")
def _noted(scope: Scope, /, of: OneCard) -> CardInPlay | None:
    """A card about which its text noted something; that it did is all that is known."""
    card = scope.one(of)
    return card if card is not None and card.noted else None


@one("get_battle_location")
def _battlefield(scope: Scope, /, **rest: Unasked) -> CardInPlay | None:
    place = next((card.location for card in scope.board.active if in_battle(scope, card)), None)
    return None if place is None else place.card
