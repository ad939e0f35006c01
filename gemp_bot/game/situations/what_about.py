"""The cards and amounts that an event, or what is under way, is about."""

from typing import Final, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.amounts import Number
from gemp_bot.effects.meanings import (
    TABLES,
    Amount,
    Condition,
    Kind,
    Meanings,
    OneCard,
    Player,
    Selector,
    Unasked,
    Word,
)
from gemp_bot.effects.one_card import OfOne
from gemp_bot.effects.scope import Scope, is_place
from gemp_bot.effects.selectors import Test
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Zone
from gemp_bot.rules.locations import never_refusals

_one: Final = cast("Meanings[OfOne]", TABLES[Kind.CARD])
_selector: Final = cast("Meanings[Test]", TABLES[Kind.SELECTOR])
_amount: Final = cast("Meanings[Number]", TABLES[Kind.AMOUNT])


@_one("get_card", "get_card_hit", "get_played_card", "get_card_lost", "get_card_to_be_hit")
def _about(scope: Scope, /, of: Unasked = None) -> CardInPlay | None:
    """The card that an event is about."""
    return scope.about() if isinstance(scope, Playing) else None


for _name in ("get_card", "get_card_hit", "get_played_card"):
    _one.only(_name, lambda term: term.args.get("of") in ("$event", "$playing"))


@_selector("get_reserve_deck")
def _in_reserve(scope: Scope, it: CardInPlay, /, **of: Player) -> bool:
    return it.zone is Zone.RESERVE_DECK and it.side is scope.side(of["0"])


@_selector("get_selected_cards_by_response")
def _selected(scope: Scope, it: CardInPlay, /, **of: OneCard) -> bool:
    return it in scope.cards(of["0"])


@_one("get")
def _one_of(scope: Scope, /, of: Selector, **number: Unasked) -> CardInPlay | None:
    """The first of the cards that were selected."""
    return next(iter(scope.cards(of)), None)


_one.only(
    "get",
    lambda term: (
        getattr(term.args.get("of"), "name", "") == "get_selected_cards_by_response"
        and term.args.get("0", 0) == 0
    ),
)


@_selector("can_be_converted_by_deployment")
def _convertible(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    """A location of the other player, which nothing in the box keeps from being converted."""
    return is_place(it) and it.side is not scope.side(player)


def _relocates(
    scope: Scope,
    card: CardInPlay,
    place: Location,
    cost: Amount,
    *,
    free: Condition = False,
    stays: Word = False,
) -> bool:
    """Whether a card may be relocated to a location, and its owner can pay that."""
    if not isinstance(scope, Playing) or not card.fights or card.location is None:
        return False
    run = scope.run
    if run.numbers.cannot_move(card) or never_refusals(card.facts.kind, place.facts):
        return False
    if place is card.location and not stays:
        return False
    if "dagobah" in (place.system, place.key):  # nothing goes there but by texts that say so
        return False
    return scope.holds(free) or run.state.force(card.side) >= scope.number(cost, card)


@_selector("can_be_relocated_to_location")
def _relocatable(
    scope: Scope,
    it: CardInPlay,
    /,
    where: Selector,
    base_cost: Amount = 0,
    for_free: Condition = False,
    allow_same_location: Word = False,
    allow_escort: Unasked = None,
) -> bool:
    return any(
        _relocates(scope, it, place, base_cost, free=for_free, stays=allow_same_location)
        for place in scope.places(where)
    )


@_selector("location_can_be_relocated_to")
def _relocated_to(
    scope: Scope,
    it: CardInPlay,
    /,
    card_to_move: OneCard,
    base_cost: Amount = 0,
    for_free: Condition = False,
    allow_same_location: Word = False,
    allow_escort: Unasked = None,
) -> bool:
    card = scope.one(card_to_move)
    if card is None or it.location is None or not is_place(it):
        return False
    return _relocates(scope, card, it.location, base_cost, free=for_free, stays=allow_same_location)


@_one("get_other_played_card")
def _other_played(scope: Scope, /, of: Unasked = None) -> CardInPlay | None:
    """Cards are deployed one by one."""
    return None


@_one("get_targets")
def _shot_at(scope: Scope, /, of: Unasked = None) -> CardInPlay | None:
    """The target of the weapon that is fired."""
    shot = scope.run.under_way.shot if isinstance(scope, Playing) else None
    return None if shot is None else shot.target


_one.only("get_targets", lambda term: getattr(term.args.get("of"), "name", "") == "get_weapon_firing_state")


@_one("get_source_card")
def _source(scope: Scope, /, of: Unasked = None) -> CardInPlay | None:
    """The card that makes for the retrieval that is under way."""
    retrieval = scope.run.under_way.retrieval if isinstance(scope, Playing) else None
    return None if retrieval is None else retrieval.source


@_one("get_force_drain_location")
def _drained(scope: Scope, /) -> CardInPlay | None:
    drain = scope.run.under_way.drain if isinstance(scope, Playing) else None
    return None if drain is None else drain.place.card


@_one("get_starting_location")
def _start(scope: Scope, /, **rest: Player) -> CardInPlay | None:
    """The location a player began with; None where he began with an Objective."""
    if not isinstance(scope, Playing):
        return None
    side = scope.side(next(iter(rest.values()), "$you"))
    number = scope.run.state.starting.get(side)
    return None if number is None else scope.run.state.card(number)


@_amount("get_amount_of_force_to_retrieve")
def _to_retrieve(scope: Scope, it: CardInPlay | None, /, of: Unasked = None) -> float:
    retrieval = scope.run.under_way.retrieval if isinstance(scope, Playing) else None
    return 0 if retrieval is None else retrieval.amount


@_amount("get_force_loss_amount")
def _to_lose(scope: Scope, it: CardInPlay | None, /, of: Unasked = None) -> float:
    loss = scope.run.under_way.loss if isinstance(scope, Playing) else None
    return 0 if loss is None else loss.amount
