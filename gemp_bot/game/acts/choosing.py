"""Effects that have a player choose: cards, piles, players, numbers, one of several things."""

from math import floor
from typing import Final, cast

from gemp_bot.board.card import PILES, CardInPlay
from gemp_bot.cards.texts import Term, Value
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects.attached import stacked_on
from gemp_bot.effects.meanings import (
    Amount,
    Kind,
    OneCard,
    Player,
    Selector,
    Steps,
    Unasked,
    Word,
    not_understood,
)
from gemp_bot.game.acts.steps import at_most, choose, choose_some, do, effect, play_steps, those, wanted
from gemp_bot.game.choices import PickNumber, PickResult
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Side, Zone

_ANY: Final = Term("any", {})
CHOSEN: Final = "$target"
"""How a reference to a target begins; a number comes after it."""
SEVERAL: Final = frozenset(
    {"target_cards_on_table", "choose_cards_on_table", "target_cards_at_same_location"}
)
"""Effects that have several targets chosen at once."""


def targets(scope: Playing, who: Selector, including: Word = None) -> list[CardInPlay]:
    """The cards on table, locations too, that are meant and may be targeted by the card that acts."""
    found = scope.cards(who) if isinstance(who, (str, tuple)) else scope.on_table(who, including)
    return [card for card in found if scope.may_target(card)]


def is_target(name: str) -> bool:
    """Whether a name is the reference to a target by its number."""
    return name.startswith(CHOSEN) and name.removeprefix(CHOSEN).isdigit()


@effect("target_card_on_table", "choose_card_on_table")
def _target(
    scope: Playing,
    /,
    player: Player,
    then: Steps,
    who: Selector = None,
    cards: Selector = None,
    targeting_reason: Word = None,
    targeting_reasons: Word = None,
    including: Word = None,
    **rest: Unasked,
) -> Run[None]:
    found = targets(scope, cards if who is None else who, including)
    card = yield from choose(scope, found, scope.side(player))
    yield from _go_on(scope, rest, card, then)


def _go_on(scope: Playing, rest: dict[str, Value], card: CardInPlay | None, then: Steps) -> Run[None]:
    """Go on with a card that was chosen; where none was, the action does nothing more."""
    if card is None:
        scope.failed = True
        return
    scope.bind(rest.get("as"), card)
    yield from play_steps(scope, then)


@effect(*SEVERAL)
def _target_several(
    scope: Playing,
    /,
    player: Player,
    minimum: Amount,
    maximum: Amount,
    then: Steps,
    who: Selector = None,
    cards: Selector = None,
    targeting_reasons: Word = None,
    maximum_accepts_count: Unasked = None,
    match_partial_model_type: Unasked = None,
    including: Word = None,
    **rest: Unasked,
) -> Run[None]:
    found = targets(scope, cards if who is None else who, including)
    low, high = int(scope.number(minimum)), at_most(scope, maximum)
    if len(found) < low:
        scope.failed = True
        return
    chosen = yield from choose_some(scope, found, scope.side(player), low=low, high=high)
    names = rest.get("as")
    if chosen and isinstance(names, tuple):
        before = sum(is_target(name) for name in (*scope.chosen, *scope.groups))
        scope.groups[f"{CHOSEN}{before + 1}"] = scope.groups[str(names[0])] = tuple(chosen)
        yield from play_steps(scope, then)


@effect("choose_stacked_card")
def _choose_stacked(
    scope: Playing,
    /,
    player: Player,
    then: Steps,
    stacked_on: OneCard = None,
    stacked_on_filters: Selector = None,
    who: Selector = None,
    **rest: Unasked,
) -> Run[None]:
    host = scope.one(stacked_on)
    hosts = [] if host is None else [host]
    if stacked_on is None:
        hosts = list(scope.on_table(stacked_on_filters))
    found = [card for each in hosts for card in stacked(scope, each, who)]
    yield from _go_on(scope, rest, (yield from choose(scope, found, scope.side(player))), then)


def stacked(scope: Playing, host: CardInPlay, who: Selector) -> list[CardInPlay]:
    """The cards stacked on one that are meant."""
    return stacked_on(scope, host, _ANY if who is None else who)


@effect("choose_card_from_hand")
def _choose_from_hand(
    scope: Playing, /, player: Player, then: Steps, who: Selector = None, **rest: Unasked
) -> Run[None]:
    hand = scope.run.state.hand(scope.side(player))
    card = yield from choose(scope, those(scope, hand, who), scope.side(player))
    yield from _go_on(scope, rest, card, then)


@effect("choose_card_from_reserve_deck", zone=Zone.RESERVE_DECK)
@effect("choose_card_from_lost_pile", zone=Zone.LOST_PILE)
@effect("choose_card_from_used_pile", zone=Zone.USED_PILE)
def _choose_in_pile(
    scope: Playing, /, zone: Zone, player: Player, then: Steps, who: Selector = None, **rest: Unasked
) -> Run[None]:
    """A card of a pile, if the player takes one."""
    side = scope.side(player)
    found = those(scope, scope.run.state.pile(side, zone), who)
    card = yield from choose(scope, found, side, PromptKind.CARDS_FROM_PILE, low=0)
    if card is not None:
        scope.bind(rest.get("as"), card)
        yield from play_steps(scope, then)


# -- piles and players ------------------------------------------------------------------------------------


@effect("choose_existing_card_pile")
def _choose_pile(
    scope: Playing,
    /,
    player: Player,
    then: Steps,
    pile_filter: Unasked = None,
    zone_owner: Player = None,
    **rest: Unasked,
) -> Run[None]:
    """A pile that is not empty, of one player or of either."""
    side, state = scope.side(player), scope.run.state
    owners = (side, side.other) if zone_owner is None else (scope.side(zone_owner),)
    found = [
        (owner, zone)
        for owner in owners
        for zone in PILES
        if _is_zone(pile_filter, zone) and state.pile(owner, zone)
    ]
    if not found:
        scope.failed = True
        return
    words = tuple(f"{owner.lower()} {zone.lower()}" for owner, zone in found)
    answer = yield PickResult(side, PromptKind.CARD_PILE, words, scope.card.id)
    names = rest.get("as")
    if isinstance(answer, int) and isinstance(names, tuple):
        scope.named.update(zip(map(str, names), found[answer], strict=True))
        yield from play_steps(scope, then)


def _is_zone(wanted_zone: Value, zone: Zone) -> bool:
    """Whether a selector of piles means one; None means any."""
    if not isinstance(wanted_zone, Term):
        return True
    if wanted_zone.name == "zone":
        return wanted_zone.args["zone"] == zone.name.lower()
    return any(_is_zone(each, zone) for each in cast("tuple[Term, ...]", wanted_zone.args.get("of", ())))


effect.only(
    "choose_existing_card_pile",
    lambda term: all(each.name in ("zone", "or") for each in _terms(term.args.get("pile_filter"))),
)


def _terms(value: Value) -> list[Term]:
    if isinstance(value, Term):
        return [value, *_terms(value.args.get("of"))]
    return [term for each in value for term in _terms(each)] if isinstance(value, tuple) else []


@effect("choose_player_by_side")
def _choose_player(scope: Playing, /, player: Player, player_chosen: Steps, **rest: Unasked) -> Run[None]:
    answer = yield PickResult(scope.side(player), PromptKind.CHOOSE_PLAYER, ("Dark", "Light"), scope.card.id)
    names = rest.get("as")
    if isinstance(answer, int) and isinstance(names, tuple):
        scope.named[str(names[0])] = (Side.DARK, Side.LIGHT)[answer]
        yield from play_steps(scope, player_chosen)


# -- decisions --------------------------------------------------------------------------------------------


@effect("playout_decision")
def _decide(scope: Playing, /, player: Player, decision: Unasked) -> Run[None]:
    """Yes or no, a number, or some of what was revealed; `_is_decision` tells which are understood."""
    term, side = cast("Term", decision), scope.side(player)
    if term.name == _SOME:
        low, high = (int(scope.number(term.args[name])) for name in ("minimum", "maximum"))
        found = scope.cards(term.args["selectable"])
        chosen = yield from choose_some(scope, found, side, PromptKind.CARDS_FROM_PILE, low=low, high=high)
        scope.groups[cast("tuple[str, ...]", term.args["as"])[0]] = tuple(chosen)
        yield from play_steps(scope, term.args["then"] if chosen else ())
        return
    if term.name == "yes_no":
        then = term.args.get("yes" if (yield from wanted(scope, side)) else "no", ())
        yield from play_steps(scope, then)
        return
    low = floor(scope.number(term.args.get("min", 0)))
    high = floor(scope.number(term.args.get("max", 0)))
    if high < low:
        scope.failed = True
        return
    answer = yield PickNumber(side, PromptKind.CHOOSE_NUMBER, low, high)
    scope.bind(term.args.get("as"), answer if isinstance(answer, int) else low)
    yield from play_steps(scope, term.args.get("then", ()))


@effect("choose_effect")
def _choose_effect(scope: Playing, /, choice_player_id: Player, possible_effects: Unasked) -> Run[None]:
    """One of several things; those whose conditions do not hold are not offered."""
    several = [
        each
        for each in cast("tuple[Term, ...]", possible_effects)
        if each.name != "when" or scope.holds(each.args["of"])
    ]
    if not several:
        return
    words = tuple(str(number) for number in range(len(several)))
    answer = yield PickResult(scope.side(choice_player_id), PromptKind.CHOOSE_EFFECT, words, scope.card.id)
    yield from do(scope, several[answer if isinstance(answer, int) else 0])


_SOME: Final = "arbitrary_cards_selection"


def _is_decision(term: Term) -> bool:
    decision = term.args.get("decision")
    if not isinstance(decision, Term):
        return False
    if decision.name == _SOME:
        numbers = any(not_understood(decision.args.get(name), Kind.AMOUNT) for name in ("minimum", "maximum"))
        return not (numbers or not_understood(decision.args.get("then", ()), Kind.STEPS))
    if decision.name == "yes_no":
        return not any(not_understood(decision.args.get(name, ()), Kind.STEPS) for name in ("yes", "no"))
    return decision.name == "integer_awaiting" and not (
        not_understood(decision.args.get("then", ()), Kind.STEPS)
        or any(not_understood(decision.args.get(name, 0), Kind.AMOUNT) for name in ("min", "max"))
    )


def _are_effects(term: Term) -> bool:
    several = term.args.get("possible_effects")
    return isinstance(several, tuple) and all(isinstance(each, Term) and _is_effect(each) for each in several)


def _is_effect(term: Term) -> bool:
    if term.name != "when":
        return not not_understood(term, Kind.EFFECT)
    return not (
        not_understood(term.args["of"], Kind.SITUATION) or not_understood(term.args["then"], Kind.EFFECT)
    )


effect.only("playout_decision", _is_decision)
effect.only("choose_effect", _are_effects)
