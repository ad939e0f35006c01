"""Effects on piles and hands: taking cards, drawing, putting them elsewhere, shuffling, looking."""

from math import ceil

from gemp_bot.board.card import PILES, CardInPlay
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Steps, Unasked, Word
from gemp_bot.game.acts.steps import at_most, choose, choose_some, effect, play_steps, those
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Side, Zone

# -- out of a pile into the hand --------------------------------------------------------------------------


def meant(scope: Playing, cards: tuple[CardInPlay, ...], who: Selector) -> list[CardInPlay]:
    """The cards that are meant, one of each title: copies are alike."""
    found: dict[str, CardInPlay] = {}
    for card in cards:
        if who is None or scope.means(who, card):
            found.setdefault(card.facts.key, card)
    return list(found.values())


@effect("take_card_into_hand_from_reserve_deck", pile=Zone.RESERVE_DECK)
@effect("take_card_into_hand_from_force_pile", pile=Zone.FORCE_PILE)
@effect("take_card_into_hand_from_used_pile", pile=Zone.USED_PILE)
def _take(
    scope: Playing, /, pile: Zone, player: Player, who: Selector = None, reshuffle: Word = False
) -> Run[None]:
    """Take a card out of a pile; one may find none."""
    state, side = scope.run.state, scope.side(player)
    found = meant(scope, state.pile(side, pile), who)
    card = yield from choose(scope, found, side, PromptKind.TAKE_INTO_HAND, low=0)
    if card is not None:
        state.to_pile(card, Zone.HAND)
    if reshuffle:
        state.shuffle(side, pile)
    scope.run.check_life(side)


@effect("take_card_into_hand_from_lost_pile")
def _take_lost(
    scope: Playing,
    /,
    player: Player,
    who: Selector = None,
    reshuffle: Word = False,
    card: OneCard = None,
    just_lost: Unasked = None,
) -> Run[None]:
    if card is None:
        yield from _take(scope, Zone.LOST_PILE, player, who, reshuffle)
    else:
        _pass_on(scope, card, Zone.LOST_PILE, Zone.HAND)


@effect("take_cards_into_hand_from_reserve_deck")
def _pull_several(
    scope: Playing,
    /,
    player: Player,
    maximum: Amount = 1,
    minimum: Amount = 0,
    who: Selector = None,
    reshuffle: Word = False,
) -> Run[None]:
    state, side = scope.run.state, scope.side(player)
    found = those(scope, state.pile(side, Zone.RESERVE_DECK), who)
    high = at_most(scope, maximum)
    for card in (yield from choose_some(scope, found, side, PromptKind.TAKE_INTO_HAND, low=0, high=high)):
        state.to_pile(card, Zone.HAND)
    if reshuffle:
        state.shuffle(side)


@effect("take_card_and_card_into_hand_from_reserve_deck", "take_card_and_or_card_into_hand_from_reserve_deck")
def _pull_pair(
    scope: Playing,
    /,
    player: Player,
    card_filter1: Selector,
    card_filter2: Selector,
    card_filter3: Selector = None,
    reshuffle: Word = False,
) -> Run[None]:
    """A card of each kind."""
    for who in (card_filter1, card_filter2, card_filter3):
        if who is not None:
            yield from _take(scope, Zone.RESERVE_DECK, player, who)
    if reshuffle:
        scope.run.state.shuffle(scope.side(player))


@effect(
    *("draw_card_into_hand_from_reserve_deck", "draw_cards_into_hand_from_reserve_deck"),
    pile=Zone.RESERVE_DECK,
)
@effect(
    *("draw_card_into_hand_from_force_pile", "draw_cards_into_hand_from_force_pile"),
    pile=Zone.FORCE_PILE,
)
@effect("take_card_into_hand_from_top_of_force_pile", pile=Zone.FORCE_PILE)
@effect("draw_card_into_hand_from_lost_pile", pile=Zone.LOST_PILE)
def _draw(scope: Playing, /, pile: Zone, player: Player, amount: Amount = 1) -> None:
    """Draw so many cards off the top of a pile into the hand."""
    state, side = scope.run.state, scope.side(player)
    for card in state.pile(side, pile)[::-1][: max(0, ceil(scope.number(amount)))]:
        state.to_pile(card, Zone.HAND)
    scope.run.check_life(side)


@effect("draw_card_into_hand_from_bottom_of_force_pile")
def _draw_bottom(scope: Playing, /, player: Player) -> None:
    for card in scope.run.state.pile(scope.side(player), Zone.FORCE_PILE)[:1]:
        scope.run.state.to_pile(card, Zone.HAND)


# -- out of the hand --------------------------------------------------------------------------------------


def _hand(scope: Playing, side: Side) -> tuple[CardInPlay, ...]:
    """The cards that an action can have leave a hand: none of the other's where a text keeps them there."""
    kept = side is not scope.you and not scope.run.numbers.may_take_from_hand(scope.you, scope.card)
    return () if kept else scope.run.state.hand(side)


@effect("put_card_from_hand_on_used_pile", zone=Zone.USED_PILE)
@effect("put_card_from_hand_on_bottom_of_used_pile", zone=Zone.USED_PILE, bottom=True)
@effect("put_card_from_hand_on_reserve_deck", zone=Zone.RESERVE_DECK)
@effect("put_card_from_hand_on_force_pile", zone=Zone.FORCE_PILE)
@effect("put_card_from_hand_on_lost_pile", "choose_and_lose_card_from_hand", zone=Zone.LOST_PILE)
def _from_hand(
    scope: Playing,
    /,
    zone: Zone,
    player: Player,
    who: Selector = None,
    card_pile_owner: Player = None,
    hidden: Unasked = None,
    *,
    bottom: bool = False,
) -> Run[None]:
    """A card that a player chooses of his hand, or of that of the owner, goes to a pile."""
    side, state = scope.side(player), scope.run.state
    hand = _hand(scope, side if card_pile_owner is None else scope.side(card_pile_owner))
    card = yield from choose(scope, those(scope, hand, who), side, PromptKind.PLACE_CARD)
    if card is None:
        scope.failed = True
    elif zone is Zone.LOST_PILE:
        scope.run.lose_off_table(card)
    else:
        state.to_pile(card, zone, bottom=bottom)


@effect("put_cards_from_hand_on_used_pile")
def _several_to_used(scope: Playing, /, player: Player, minimum: Amount, maximum: Amount) -> Run[None]:
    side, state = scope.side(player), scope.run.state
    low, high = int(scope.number(minimum)), at_most(scope, maximum)
    chosen = yield from choose_some(scope, state.hand(side), side, PromptKind.PLACE_CARD, low=low, high=high)
    for card in chosen:
        state.to_pile(card, Zone.USED_PILE)


@effect("place_hand_in_used_pile")
def _hand_used(scope: Playing, /, player: Player) -> None:
    for card in scope.run.state.hand(scope.side(player)):
        scope.run.state.to_pile(card, Zone.USED_PILE)


def _by_chance(scope: Playing, side: Side, count: int) -> list[CardInPlay]:
    hand = _hand(scope, side)
    return scope.run.state.chance().sample(hand, min(max(count, 0), len(hand)))


@effect("put_random_cards_from_hand_on_used_pile")
def _hand_down(scope: Playing, /, hand_owner: Player, down_to_size: Amount, player: Player = None) -> None:
    side = scope.side(hand_owner)
    more = len(scope.run.state.hand(side)) - int(scope.number(down_to_size))
    for card in _by_chance(scope, side, more):
        scope.run.state.to_pile(card, Zone.USED_PILE)


@effect("put_random_cards_from_hand_on_lost_pile")
def _hand_lost(scope: Playing, /, player: Player, amount: Amount) -> None:
    for card in _by_chance(scope, scope.side(player), int(scope.number(amount))):
        scope.run.lose_off_table(card)


@effect("lose_card_from_hand")
def _lose_from_hand(scope: Playing, /, card: OneCard) -> None:
    one = scope.one(card)
    if one is not None and one in _hand(scope, one.side):
        scope.run.lose_off_table(one)


@effect("lose_cards_from_hand")
def _lose_several(
    scope: Playing, /, zone_owner: Player, who: Selector = None, cards: Selector = None
) -> None:
    side, wanted = scope.side(zone_owner), cards if who is None else who
    for card in [each for each in _hand(scope, side) if scope.means(wanted, each)]:
        scope.run.lose_off_table(card)


def _swap(scope: Playing, player: Player, zone: Zone, who: Selector, what: Selector) -> Run[None]:
    """A card of the hand is exchanged with one of a pile."""
    side, state = scope.side(player), scope.run.state
    own = those(scope, state.hand(side), who)
    found = meant(scope, state.pile(side, zone), what)
    if not own or not found:
        scope.failed = True
        return
    given = yield from choose(scope, own, side, PromptKind.EXCHANGE_CARD)
    taken = yield from choose(scope, found, side, PromptKind.EXCHANGE_CARD)
    if given is not None and taken is not None:
        state.to_pile(given, zone)
        state.to_pile(taken, Zone.HAND)


@effect("exchange_card_in_hand_with_card_in_lost_pile")
def _swap_lost(
    scope: Playing,
    /,
    player: Player,
    card_in_hand_filter: Selector = None,
    card_in_pile_filter: Selector = None,
) -> Run[None]:
    yield from _swap(scope, player, Zone.LOST_PILE, card_in_hand_filter, card_in_pile_filter)


@effect("exchange_card_in_hand_with_top_card_of_lost_pile")
def _swap_top_lost(scope: Playing, /, player: Player, card_in_hand_filter: Selector) -> Run[None]:
    top = scope.run.state.pile(scope.side(player), Zone.LOST_PILE)[-1:]
    scope.bind(("$top",), *top)
    yield from _swap(scope, player, Zone.LOST_PILE, card_in_hand_filter, "$top")


@effect("exchange_cards_in_hand_with_card_in_force_pile", zone=Zone.FORCE_PILE)
@effect("exchange_cards_in_hand_with_card_in_lost_pile", zone=Zone.LOST_PILE)
def _swap_several(
    scope: Playing, /, zone: Zone, player: Player, minimum: Amount, maximum: Amount, reshuffle: Word = False
) -> Run[None]:
    """Some cards of the hand are exchanged with one of a pile."""
    side, state = scope.side(player), scope.run.state
    low, high = int(scope.number(minimum)), at_most(scope, maximum)
    if len(state.hand(side)) < low or not state.pile(side, zone):
        scope.failed = True
        return
    found = meant(scope, state.pile(side, zone), None)
    given = yield from choose_some(
        scope, state.hand(side), side, PromptKind.EXCHANGE_CARD, low=low, high=high
    )
    taken = yield from choose(scope, found, side, PromptKind.EXCHANGE_CARD)
    for card in given:
        state.to_pile(card, zone)
    if taken is not None:
        state.to_pile(taken, Zone.HAND)
    if reshuffle:
        state.shuffle(side, zone)


@effect("peek_at_top_cards_of_reserve_deck_and_choose_cards_to_take_into_hand")
def _top_into_hand(
    scope: Playing,
    /,
    card_pile_owner: Player,
    count: Amount,
    min_count_into_hand: Amount,
    max_count_into_hand: Amount,
) -> Run[None]:
    side, state = scope.side(card_pile_owner), scope.run.state
    top = state.pile(side, Zone.RESERVE_DECK)[-int(scope.number(count)) :]
    low, high = int(scope.number(min_count_into_hand)), int(scope.number(max_count_into_hand))
    chosen = yield from choose_some(scope, top, side, PromptKind.TAKE_INTO_HAND, low=low, high=high)
    for card in chosen:
        state.to_pile(card, Zone.HAND)


@effect("reveal_top_cards_of_card_pile_and_take_cards_into_hand")
def _top_of_a_kind_into_hand(
    scope: Playing, /, player: Player, card_pile_owner: Player, card_pile: Word, who: Selector, count: Amount
) -> Run[None]:
    """One of the top cards, if there are as many and one is of the kind."""
    side, state, number = scope.side(card_pile_owner), scope.run.state, int(scope.number(count))
    top = state.pile(side, scope.pile(card_pile))[-number:]
    found = [card for card in top if scope.means(who, card)] if len(top) == number else []
    chosen = yield from choose_some(scope, found, side, PromptKind.TAKE_INTO_HAND, low=1, high=1)
    for card in chosen:
        state.to_pile(card, Zone.HAND)


# -- from pile to pile ------------------------------------------------------------------------------------


def _pass_on(scope: Playing, card: OneCard, was: Zone, zone: Zone, *, bottom: bool = False) -> None:
    """A card goes to a pile or hand, if it is still where it was."""
    one = scope.one(card)
    if one is not None and one.zone is was:
        scope.run.state.to_pile(one, zone, bottom=bottom)


@effect("put_card_from_lost_pile_in_used_pile", was=Zone.LOST_PILE, zone=Zone.USED_PILE)
@effect("put_card_from_void_in_lost_pile", was=Zone.VOID, zone=Zone.LOST_PILE)
@effect("put_card_from_void_in_reserve_deck", was=Zone.VOID, zone=Zone.RESERVE_DECK)
@effect("take_card_from_void_into_hand", was=Zone.VOID, zone=Zone.HAND)
def _one_to_pile(
    scope: Playing,
    /,
    was: Zone,
    zone: Zone,
    card: OneCard,
    player: Player = None,
    just_lost: Unasked = None,
) -> None:
    _pass_on(scope, card, was, zone)


@effect("put_card_from_reserve_deck_on_top_of_card_pile")
@effect("put_card_from_reserve_deck_on_bottom_of_card_pile", bottom=True)
def _reserve_to_pile(
    scope: Playing, /, card: OneCard, card_pile: Word, hidden: Unasked = None, *, bottom: bool = False
) -> None:
    _pass_on(scope, card, Zone.RESERVE_DECK, scope.pile(card_pile), bottom=bottom)


@effect("place_top_card_of_used_pile_on_top_of_reserve_deck", was=Zone.USED_PILE, zone=Zone.RESERVE_DECK)
@effect("place_top_card_of_used_pile_on_top_of_force_pile", was=Zone.USED_PILE, zone=Zone.FORCE_PILE)
@effect("place_top_card_of_lost_pile_on_top_of_reserve_deck", was=Zone.LOST_PILE, zone=Zone.RESERVE_DECK)
@effect("place_top_card_of_force_pile_on_top_of_reserve_deck", was=Zone.FORCE_PILE, zone=Zone.RESERVE_DECK)
@effect("place_bottom_card_of_lost_pile_on_top_of_force_pile", was=Zone.LOST_PILE, zone=Zone.FORCE_PILE, at=0)
def _end_card(scope: Playing, /, was: Zone, zone: Zone, card_pile_owner: Player, at: int = -1) -> None:
    """The card at one end of a pile."""
    pile = scope.run.state.pile(scope.side(card_pile_owner), was)
    if pile:
        scope.run.state.to_pile(pile[at], zone)


@effect("place_force_pile_on_used_pile")
def _force_on_used(scope: Playing, /, card_pile_owner: Player) -> None:
    for card in scope.run.state.pile(scope.side(card_pile_owner), Zone.FORCE_PILE):
        scope.run.state.to_pile(card, Zone.USED_PILE)


@effect("lose_card_from_top_of_reserve_deck")
def _lose_top(scope: Playing, /, player: Player, card_to_lose: OneCard) -> None:
    one = scope.one(card_to_lose)
    if one is not None and one.zone is Zone.RESERVE_DECK:
        scope.run.lose_unit(one)


@effect("shuffle_reserve_deck")
def _shuffle(scope: Playing, /, card_pile_owner: Player) -> None:
    scope.run.state.shuffle(scope.side(card_pile_owner))


@effect("shuffle_pile")
@effect("shuffle_used_pile", card_pile="used_pile")
@effect("shuffle_lost_pile", card_pile="lost_pile")
def _shuffle_pile(scope: Playing, /, player: Player, zone_owner: Player, card_pile: Word) -> None:
    scope.run.state.shuffle(scope.side(zone_owner), scope.pile(card_pile))


@effect("shuffle_hand_and_used_pile_into_reserve_deck")
def _all_back(scope: Playing, /, player: Player) -> None:
    side, state = scope.side(player), scope.run.state
    for card in (*state.hand(side), *state.pile(side, Zone.USED_PILE)):
        state.to_pile(card, Zone.RESERVE_DECK)
    state.shuffle(side)


@effect("recirculate", "place_used_pile_on_reserve_deck")
def _recirculate(scope: Playing, /, player: Player = "$you", card_pile_owner: Player = None) -> None:
    side = scope.side(player if card_pile_owner is None else card_pile_owner)
    scope.run.state.recirculate(side, on_top=card_pile_owner is not None)


@effect("take_one_card_into_hand_from_off_table")
def _taken(scope: Playing, /, player: Player, card: OneCard) -> None:
    one = scope.one(card)
    if one is not None and one.zone in PILES:
        scope.run.state.to_pile(one, Zone.HAND)


@effect("place_cards_in_used_pile_from_off_table")
def _off_to_used(
    scope: Playing, /, cards_to_place_in_card_pile: Selector, to_bottom_of_pile: Word = False
) -> None:
    for card in scope.cards(cards_to_place_in_card_pile):
        if card.zone in PILES:
            scope.run.state.to_pile(card, Zone.USED_PILE, bottom=bool(to_bottom_of_pile))


# -- out of play ------------------------------------------------------------------------------------------


@effect("place_card_out_of_play_from_off_table")
def _out_of_play(scope: Playing, /, card: OneCard) -> None:
    one = scope.one(card)
    if one is not None and one.zone in (*PILES, Zone.HAND, Zone.STACKED, Zone.VOID):
        scope.run.state.put_aside(one, Zone.OUT_OF_PLAY)
        scope.run.check_life(one.side)


@effect("place_card_out_of_play_from_reserve_deck")
def _reserve_out_of_play(
    scope: Playing, /, player: Player, card_pile_owner: Player, who: Selector = None, reshuffle: Word = False
) -> Run[None]:
    side, state = scope.side(card_pile_owner), scope.run.state
    found = meant(scope, state.pile(side, Zone.RESERVE_DECK), who)
    card = yield from choose(scope, found, scope.side(player), PromptKind.CARDS_FROM_PILE)
    if card is not None:
        state.put_aside(card, Zone.OUT_OF_PLAY)
    if reshuffle:
        state.shuffle(side)
    scope.run.check_life(side)


@effect("place_card_out_of_play_from_lost_pile")
def _lost_out_of_play(
    scope: Playing,
    /,
    player: Player,
    card_pile_owner: Player,
    who: Selector = None,
    topmost: Word = False,
    card_placed_out_of_play: Steps = (),
    **rest: Unasked,
) -> Run[None]:
    """A card of the Lost Pile that the player chooses, or the topmost that is meant."""
    pile = scope.run.state.pile(scope.side(card_pile_owner), Zone.LOST_PILE)
    found = those(scope, reversed(pile), who)
    card = yield from choose(
        scope, found[:1] if topmost else found, scope.side(player), PromptKind.CARDS_FROM_PILE
    )
    if card is None:
        scope.failed = True
        return
    scope.run.state.put_aside(card, Zone.OUT_OF_PLAY)
    scope.bind(rest.get("as"), card)
    yield from play_steps(scope, card_placed_out_of_play)


@effect("place_random_card_out_of_play_from_lost_pile")
def _random_out_of_play(scope: Playing, /, card_pile_owner: Player) -> None:
    pile = scope.run.state.pile(scope.side(card_pile_owner), Zone.LOST_PILE)
    if pile:
        scope.run.state.put_aside(scope.run.state.chance().choice(pile), Zone.OUT_OF_PLAY)


@effect("modify_num_cards_drawn_in_starting_hand")
def _starting_hand(scope: Playing, /, player: Player, num_cards: Amount) -> None:
    scope.run.state.opening_hands[scope.side(player)] = int(scope.number(num_cards))
