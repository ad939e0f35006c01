"""Effects that deploy cards out of piles, hands and stacks."""

from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Term, Value
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Steps, Unasked, Word
from gemp_bot.game.acts.choosing import stacked
from gemp_bot.game.acts.steps import at_most, choose, effect, play_steps, searched_in_vain
from gemp_bot.game.context import DeployTerms, Run
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Side, Zone


class _To(NamedTuple):
    """Where cards may be deployed to.

    Attributes:
        to: cards and locations on table; None for any. place: of a location what it has to be itself.
        system: the system a location goes to; empty for any.
        anywhere: what its own text says of where it goes does not count.
    """

    to: Selector = None
    place: Selector = None
    system: str = ""
    anywhere: bool = False


_ANYWHERE: Final = _To()
_UNBOUND: Final = "ignore_location_deployment_restrictions"


def _deploy(
    scope: Playing,
    side: Side,
    cards: Iterable[CardInPlay],
    to: _To = _ANYWHERE,
    *,
    free: Word = False,
    change: Amount = 0,
) -> Run[CardInPlay | None]:
    """Deploy one of some cards to a target that is allowed, if the player wants to."""

    def is_target(card: CardInPlay) -> bool:
        return scope.means(to.to, card) or scope.means_place(to.to, card.location)

    terms = DeployTerms(
        bool(free),
        scope.number(change),
        None if to.to is None else is_target,
        None if to.place is None else partial(scope.means, to.place),
        to.system,
        to.anywhere,
    )
    return (yield from scope.run.responses.deploy_from(scope.run, side, cards, terms))


def _out_of(
    scope: Playing,
    zone: Zone,
    who: Selector,
    to: _To = _ANYWHERE,
    *,
    player: Player = "$you",
    card: OneCard = None,
    free: Word = False,
    change: Amount = 0,
    reshuffle: Word = False,
    rest: dict[str, Value] | None = None,
    then: Steps = (),
    more: bool = False,
) -> Run[bool]:
    """Deploy a card out of a pile, or one `more`; whether one was."""
    side, one = scope.side(player), None if card is None else scope.one(card)
    pile = scope.run.state.pile(side, zone)
    found = [each for each in pile if (each is one if card is not None else scope.means(who, each))]
    done = yield from _deploy(scope, side, found, to, free=free, change=change)
    if reshuffle and zone is Zone.RESERVE_DECK:
        scope.run.state.shuffle(side)
    if done is None and not more:
        searched_in_vain(scope)
    elif done is not None:
        scope.bind((rest or {}).get("as"), done)
        yield from play_steps(scope, then)
    scope.run.check_life(side)
    return done is not None


def _of_system(scope: Playing, system: Word, where: Selector) -> _To:
    """To a system or what is related to it."""
    name = scope.word(system)
    there = Term("part_of_system", {"system": name})
    to = there if where is None else Term("and", {"of": (there, where)})
    return _To(to, where, name)


@effect(
    "deploy_card_from_reserve_deck",
    "deploy_card_to_location_from_reserve_deck",
    "deploy_card_to_system_from_reserve_deck",
    "deploy_card_to_target_from_reserve_deck",
    "deploy_card_aboard_from_reserve_deck",
)
@effect("deploy_card_from_lost_pile", "deploy_card_to_target_from_lost_pile", zone=Zone.LOST_PILE)
def _one_card(
    scope: Playing,
    /,
    who: Selector = None,
    card: OneCard = None,
    where: Selector = None,
    target_filter: Selector = None,
    starship_or_vehicle_filter: Selector = None,
    system: Word = None,
    special_location_conditions: Selector = None,
    deployment_restrictions_option: Unasked = None,
    for_free: Word = False,
    change_in_cost: Amount = 0,
    reshuffle: Word = False,
    card_deployed: Steps = (),
    zone: Zone = Zone.RESERVE_DECK,
    **rest: Unasked,
) -> Run[None]:
    """The target is what `who` means where the card itself is named."""
    targets = (where, target_filter, starship_or_vehicle_filter) if card is None else (who,)
    target = next((each for each in targets if each is not None), None)
    to = _To(target, special_location_conditions, anywhere=deployment_restrictions_option is not None)
    if system is not None:
        to = _of_system(scope, system, special_location_conditions)
    yield from _out_of(
        scope,
        zone,
        who,
        to,
        card=card,
        free=for_free,
        change=change_in_cost,
        reshuffle=reshuffle,
        rest=rest,
        then=card_deployed,
    )


effect.only(
    "deploy_card_to_location_from_reserve_deck",
    lambda term: (
        "card" not in term.args
        and getattr(term.args.get("deployment_restrictions_option"), "name", _UNBOUND) == _UNBOUND
    ),
)


@effect(
    "deploy_cards_from_reserve_deck",
    "deploy_cards_to_location_from_reserve_deck",
    "deploy_cards_to_target_from_reserve_deck",
    "deploy_cards_to_system_from_reserve_deck",
)
def _several(
    scope: Playing,
    /,
    who: Selector,
    maximum: Amount,
    minimum: Unasked = 0,
    where: Selector = None,
    target_filter: Selector = None,
    system: Word = None,
    special_location_conditions: Selector = None,
    performing_player_id: Player = "$you",
    for_free: Word = False,
    reshuffle: Word = False,
) -> Run[None]:
    """Cards out of the Reserve Deck, one after the other, until the player takes no more."""
    to = _To(where if target_filter is None else target_filter)
    if system is not None:
        to = _of_system(scope, system, special_location_conditions)
    zone, player = Zone.RESERVE_DECK, performing_player_id
    for number in range(at_most(scope, maximum)):
        more = number > 0
        if not (yield from _out_of(scope, zone, who, to, player=player, free=for_free, more=more)):
            break
    if reshuffle:
        scope.run.state.shuffle(scope.side(player))


@effect("deploy_stacked_cards")
def _stacked_cards(
    scope: Playing,
    /,
    player: Player,
    stacked_on: OneCard,
    who: Selector = None,
    minimum: Unasked = 0,
    maximum: Amount = 1,
    for_free: Word = False,
) -> Run[None]:
    host = scope.one(stacked_on)
    high = at_most(scope, maximum)
    for _ in range(high if host is not None else 0):
        assert host is not None  # noqa: S101 - else nothing is done
        found = stacked(scope, host, who)
        if (yield from _deploy(scope, scope.side(player), found, free=for_free)) is None:
            break


@effect("deploy_card_to_location_from_hand")
def _hand_to_place(
    scope: Playing,
    /,
    card_to_deploy: OneCard,
    where: Selector,
    for_free: Word = False,
    as_react: Unasked = False,
) -> Run[None]:
    one = scope.one(card_to_deploy)
    if one is not None and one.zone is Zone.HAND:
        yield from _deploy(scope, one.side, [one], _To(where), free=for_free)


@effect("deploy_card_from_reserve_deck_simultaneously_with_card")
def _together(
    scope: Playing,
    /,
    card_to_deploy_with: OneCard,
    who: Selector,
    change_in_cost: Amount = 0,
    reshuffle: Word = False,
) -> Run[None]:
    """A starship or vehicle from the hand and its pilot from the Reserve Deck, or the other way round."""
    one, state = scope.one(card_to_deploy_with), scope.run.state
    if one is None or one.zone is not Zone.HAND:
        return
    side = one.side
    found = [card for card in state.pile(side, Zone.RESERVE_DECK) if scope.means(who, card)]
    other = yield from choose(scope, found, side, PromptKind.CARDS_FROM_PILE, low=0)
    if other is not None:
        state.to_pile(other, Zone.HAND)
        carrier, pilot = (one, other) if one.carries else (other, one)
        change = scope.number(change_in_cost)
        if (yield from _deploy(scope, side, [carrier], change=change)) is not None and pilot.in_hand:
            scope.bind(("$carrier",), carrier)
            yield from _deploy(scope, side, [pilot], _To("$carrier"), change=change)
        if other.in_hand:
            state.to_pile(other, Zone.RESERVE_DECK)
    if reshuffle:
        state.shuffle(side)


@effect("play_interrupt_from_lost_pile")
def _play_lost(scope: Playing, /, place_out_of_play: Word = False) -> Run[None]:
    state = scope.run.state
    pile = state.pile(scope.you, Zone.LOST_PILE)
    card = yield from scope.run.responses.play_from(scope.run, scope.you, pile)
    if card is None:
        searched_in_vain(scope)
    elif place_out_of_play and card.held:
        state.put_aside(card, Zone.OUT_OF_PLAY)


@effect("play_stacked_card", "play_stacked_defensive_shield")
def _play_stacked(
    scope: Playing,
    /,
    stacked_on: OneCard,
    card_to_play: OneCard = None,
    defensive_shield: OneCard = None,
) -> Run[None]:
    one = scope.one(defensive_shield if card_to_play is None else card_to_play)
    if one is not None and one.zone is Zone.STACKED:
        yield from _deploy(scope, scope.you, [one])
