"""Effects on cards on table: losing, returning, stacking, moving and turning them."""

from collections.abc import Iterable
from math import ceil

from msgspec import structs

from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.cards.texts import Term
from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.effects.meanings import Amount, OneCard, Player, Selector, Unasked, Word
from gemp_bot.game.acts.choosing import is_target, stacked, targets
from gemp_bot.game.acts.steps import at_most, choose, choose_some, effect, those
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.text_moves import text_movement
from gemp_bot.protocol.enums import Zone

# -- off the table ----------------------------------------------------------------------------------------


def on_table(card: CardInPlay | None) -> bool:
    """Whether a card is there and on table."""
    return card is not None and card.zone in IN_PLAY and card.zone is not Zone.LOCATIONS


def lose_all(scope: Playing, cards: Iterable[CardInPlay | None]) -> Run[None]:
    """Have cards be lost from the table, one after the other."""
    for card in cards:
        if card is not None and on_table(card):
            yield from scope.run.lose(card)


@effect("lose_card_from_table", "cancel_card_on_table", "place_card_in_lost_pile_from_table")
def _lose_card(
    scope: Playing,
    /,
    card: OneCard,
    all_cards_situation: Unasked = False,
    attached_cards_go_to_zone: Unasked = None,
) -> Run[None]:
    yield from lose_all(scope, [scope.one(card)])


@effect("lose_cards_from_table", "cancel_cards_on_table")
def _lose_cards(scope: Playing, /, cards: Selector, all_cards_situation: Unasked = False) -> Run[None]:
    yield from lose_all(scope, scope.cards(cards))


@effect("lose_cards_from_table_simultaneously")
def _lose_together(
    scope: Playing,
    /,
    cards_to_lose: Selector,
    all_cards_situation: Unasked = None,
    release_captives: Unasked = None,
    attached_cards_go_to_zone: Unasked = None,
) -> Run[None]:
    yield from lose_all(scope, scope.cards(cards_to_lose))


@effect("choose_card_to_lose_from_table")
def _choose_and_lose(
    scope: Playing, /, player: Player, who: Selector, additional_targeting_reason: Unasked = None
) -> Run[None]:
    card = yield from choose(scope, targets(scope, who), scope.side(player), PromptKind.LOSE_CARD)
    if card is None:
        scope.failed = True
    yield from lose_all(scope, [card])


@effect("choose_cards_to_lose_from_table")
def _choose_several(
    scope: Playing, /, player: Player, minimum: Amount, maximum: Amount, who: Selector
) -> Run[None]:
    low, high = int(scope.number(minimum)), at_most(scope, maximum)
    chosen = yield from choose_some(
        scope, targets(scope, who), scope.side(player), PromptKind.LOSE_CARD, low=low, high=high
    )
    yield from lose_all(scope, chosen)


@effect("place_card_in_used_pile_from_table", zone=Zone.USED_PILE)
@effect("place_card_on_bottom_of_used_pile_from_table", zone=Zone.USED_PILE, bottom=True)
@effect("return_card_to_hand_from_table", zone=Zone.HAND)
@effect("place_card_out_of_play_from_table", zone=Zone.OUT_OF_PLAY)
def _off(
    scope: Playing,
    /,
    zone: Zone,
    card: OneCard,
    attached_cards_go_to_zone: Unasked = None,
    players_attached_cards_go_to_zone: Unasked = None,
    opponents_attached_cards_go_to_zone: Unasked = None,
    *,
    bottom: bool = False,
) -> Run[None]:
    yield from _leaves(scope, scope.one(card), zone, bottom=bottom)


@effect("place_cards_in_used_pile_from_table")
def _several_to_used(scope: Playing, /, player: Unasked, cards: Selector) -> Run[None]:
    for card in scope.cards(cards):
        yield from _leaves(scope, card, Zone.USED_PILE)


def _leaves(scope: Playing, card: CardInPlay | None, zone: Zone, *, bottom: bool = False) -> Run[None]:
    """A card on table goes to a pile or hand, or out of play; what is on it is lost."""
    if card is not None and on_table(card):
        for each in scope.run.state.clear(card):
            yield from scope.run.window(each.side, ResponseTrigger.LOST, (each.id,))
        if zone is Zone.OUT_OF_PLAY:
            scope.run.state.put_aside(card, zone)
        else:
            scope.run.state.to_pile(card, zone, bottom=bottom)


# -- stacked cards ----------------------------------------------------------------------------------------


def _put_on(scope: Playing, card: CardInPlay | None, host: CardInPlay | None) -> None:
    """Stack a card on another one that is on table."""
    if card is not None and host is not None and host.zone in IN_PLAY and card is not host:
        if card.zone in IN_PLAY:
            scope.run.state.clear(card)
        scope.run.state.put_aside(card, Zone.STACKED, host)
        scope.run.check_life(card.side)


@effect("stack_card_from_hand")
def _stack(
    scope: Playing, /, player: Player, stack_on: OneCard, who: Selector = None, hidden: Unasked = False
) -> Run[None]:
    side = scope.side(player)
    found = those(scope, scope.run.state.hand(side), who)
    card = yield from choose(scope, found, side, PromptKind.STACK_CARD)
    scope.failed = scope.failed or card is None
    _put_on(scope, card, scope.one(stack_on))


@effect("stack_card_from_void", "stack_card_from_table")
def _stack_this(scope: Playing, /, card: OneCard, stack_on: OneCard) -> None:
    one = scope.one(card)
    if one is not None and (one.zone is Zone.VOID or on_table(one)):
        _put_on(scope, one, scope.one(stack_on))


@effect("stack_one_card_from_lost_pile")
def _stack_lost(
    scope: Playing,
    /,
    card: OneCard,
    stack_on: OneCard,
    as_inactive: Unasked = None,
    just_lost: Unasked = None,
) -> None:
    one = scope.one(card)
    if one is not None and one.zone is Zone.LOST_PILE:
        _put_on(scope, one, scope.one(stack_on))


@effect("stack_cards_from_outside_deck")
@effect("stack_card_from_outside_deck", min=1, max=1)
def _stack_outside(
    scope: Playing,
    /,
    player: Player,
    min: Unasked,  # noqa: A002 - as the term is written
    max: Amount,  # noqa: A002
    stack_on: OneCard,
    who: Selector,
    face_down: Unasked = None,
) -> Run[None]:
    """As many of the cards that begin outside the deck as may be, one of each title; nobody takes fewer.

    Where one is taken, a server takes any such card there is.
    """
    side, host = scope.side(player), scope.one(stack_on)
    outside = (card for card in scope.board.known.values() if card.zone is Zone.OUTSIDE_OF_DECK)
    found = {card.facts.key: card for card in outside if card.side is side and scope.means(who, card)}
    most = at_most(scope, max)
    chosen = yield from choose_some(scope, found.values(), side, PromptKind.STACK_CARD, low=most, high=most)
    for card in chosen:
        _put_on(scope, card, host)


@effect("put_stacked_cards_in_used_pile")
def _unstack(
    scope: Playing, /, player: Player, stacked_cards: Selector = None, hidden: Unasked = False
) -> None:
    for card in stacked(scope, scope.card, stacked_cards):
        scope.run.state.to_pile(card, Zone.USED_PILE)


@effect("put_stacked_card_in_used_pile", zone=Zone.USED_PILE)
@effect("put_stacked_card_in_lost_pile", zone=Zone.LOST_PILE)
def _take_stacked(scope: Playing, /, zone: Zone, player: Player, stacked_card: OneCard) -> None:
    one = scope.one(stacked_card)
    if one is not None and one.zone is Zone.STACKED:
        scope.run.state.to_pile(one, zone)


@effect("take_stacked_card_into_hand")
def _stacked_to_hand(
    scope: Playing, /, player: Player, stacked_on: OneCard, who: Selector = None
) -> Run[None]:
    host = scope.one(stacked_on)
    found = [] if host is None else stacked(scope, host, who)
    card = yield from choose(scope, found, scope.side(player), PromptKind.TAKE_INTO_HAND)
    if card is not None and card.zone is Zone.STACKED:
        scope.run.state.to_pile(card, Zone.HAND)


# -- where and how they are -------------------------------------------------------------------------------


@effect("flip_card")
def _flip(scope: Playing, /, card: OneCard) -> Run[None]:
    one = scope.one(card)
    other = None if one is None else scope.run.numbers.effects.other_face(one.facts)
    if one is not None and other is not None and one.zone in IN_PLAY:
        scope.run.state.flip(one, other)
        yield from scope.run.window(scope.you, ResponseTrigger.CARD_STATE, (one.id,), detail="flipped")


@effect("pay_relocate_between_locations_cost")
def _pay_relocation(
    scope: Playing,
    /,
    player: Player,
    move_to: OneCard,
    base_cost: Amount,
    card_to_move: OneCard = None,
    cards_to_move: Selector = None,
) -> None:
    scope.run.use_force(scope.side(player), ceil(scope.number(base_cost)))


@effect("relocate_between_locations")
def _relocate(
    scope: Playing,
    /,
    to_location: OneCard,
    card_to_move: OneCard = None,
    cards_to_move: Selector = None,
    as_regular_move: Unasked = False,
) -> Run[None]:
    place = scope.one(to_location)
    found = [scope.one(card_to_move)] if cards_to_move is None else scope.cards(cards_to_move)
    for card in found:
        if place is None or place.location is None or card is None or not on_table(card):
            continue
        if card.location is not None and card.location is not place.location:
            scope.run.state.stand(card, place.location)
            yield from scope.run.window(
                card.side, ResponseTrigger.MOVED, (card.id, place.id), detail="relocated"
            )


@effect("relocate_card_to_side_of_table")
def _beside(scope: Playing, /, card_to_relocate: OneCard, zone_owner: Player) -> None:
    one = scope.one(card_to_relocate)
    if one is not None and on_table(one) and one.side is scope.side(zone_owner):
        scope.run.state.lay_on(one, None)


@effect("break_cover")
def _break_cover(scope: Playing, /, card: OneCard) -> Run[None]:
    one = scope.one(card)
    if one is not None and one.undercover:
        one.undercover = False
        yield from scope.run.window(one.side, ResponseTrigger.CARD_STATE, (one.id,), detail="cover broken")


@effect("put_undercover")
def _undercover(scope: Playing, /, card: OneCard) -> None:
    one = scope.one(card)
    if one is not None and on_table(one):
        one.undercover = True


@effect("hit_card")
def _hit(scope: Playing, /, card_hit: OneCard, hit_by_card: OneCard = None) -> Run[None]:
    one, by = scope.one(card_hit), scope.one(hit_by_card)
    if one is not None and on_table(one) and scope.run.state.battle is not None and not one.hit:
        one.hit = True
        about = (one.id,) if by is None else (one.id, by.id)
        yield from scope.run.window(scope.you, ResponseTrigger.HIT, about, detail="hit")


@effect("restore_card_to_normal")
def _restore(scope: Playing, /, card_to_restore: OneCard, display_message: Unasked = None) -> None:
    one = scope.one(card_to_restore)
    if one is not None:
        one.heal()


@effect("set_while_in_play_data")
def _note(scope: Playing, /, card: OneCard, data: Unasked = None) -> None:
    """Note that something is so of a card, or take it back."""
    one = scope.one(card)
    about = scope.one(data.args.get("0")) if isinstance(data, Term) else None
    if one is not None and one.zone in IN_PLAY:
        one.noted = data is not None if about is None else about.id


@effect("set_subjugated_planet", "set_renegade_planet")
def _note_planet(scope: Playing, /, system: Word) -> None:
    scope.card.noted = scope.word(system)


@effect("set_rep")
def _note_rep(scope: Playing, /, player: Player, card: OneCard) -> None:
    """The Objective notes it, too."""


effect.only(
    "set_while_in_play_data",
    lambda term: (
        not isinstance(data := term.args.get("data"), Term)
        or all(name == "0" and is_target(str(each)) for name, each in data.args.items())
    ),
)


@effect("attach_card_from_table")
def _attach(scope: Playing, /, card_to_attach: OneCard, attach_to_card: OneCard) -> None:
    """An Effect or its like is laid on another card."""
    one, host = scope.one(card_to_attach), scope.one(attach_to_card)
    if one is not None and on_table(one) and one.facts.stays and host is not None and host.zone in IN_PLAY:
        scope.run.state.lay_on(one, host)


@effect("move_using_location_text")
def _move(
    scope: Playing,
    /,
    card_to_move_filter: Unasked = None,
    from_card_filter: Unasked = None,
    to_card_filter: Unasked = None,
    player: Unasked = None,
    location: Unasked = None,
    use: Unasked = None,
    including: Unasked = None,
    for_free: Unasked = None,
    base_cost: Unasked = None,
) -> Run[None]:
    """A card moves from one location to another one as the text of a location lets it (rules 23.1)."""
    way = text_movement(scope)
    able = [] if way is None else list(way.able(scope))
    card = yield from choose(scope, able, scope.you, PromptKind.MOVE_CARD)
    if way is None or card is None:
        return
    goals = [place.laid for place in way.goals(scope, card)]
    goal = yield from choose(scope, goals, scope.you, PromptKind.CHOOSE_MOVE_TARGET)
    if goal is None or goal.location is None:
        return
    scope.run.use_force(scope.you, way.cost)
    marks = scope.run.state.marks
    scope.run.state.marks = structs.replace(marks, moved=marks.moved | {card.name})
    scope.run.state.stand(card, goal.location)
    yield from scope.run.window(scope.you, ResponseTrigger.MOVED, (card.id, goal.id))
