"""Effects that show cards, and what comes of what is seen."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Value
from gemp_bot.effects.meanings import Amount, OneCard, Player, Steps, Unasked
from gemp_bot.game.acts.steps import effect, play_steps
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.protocol.enums import Zone


@effect(
    "send_message",
    "show_card_on_screen",
    "look_at_reserve_deck",
    "peek_at_random_card_in_opponents_hand",
    "peek_at_top_cards_of_reserve_deck",
    "triggering_result",
    "record_cards_being_played",
)
def _shown(
    scope: Playing,
    /,
    player: Player = None,
    card: OneCard = None,
    card_pile_owner: Player = None,
    count: Unasked = None,
    cards_played: Unasked = None,
    num_cards: Unasked = None,
) -> None:
    """What only shows something, and changes nothing that the box knows."""


def _look(
    scope: Playing, cards: tuple[CardInPlay, ...], rest: dict[str, Value], then: Steps, *, several: bool
) -> Run[None]:
    """Go on with what is seen."""
    names = rest.get("as")
    if not isinstance(names, tuple):
        return
    if several:
        scope.groups[str(names[0])] = cards
    elif cards:
        scope.bind(names, cards[-1])
    else:
        return
    yield from play_steps(scope, then)


@effect("peek_at_top_card_of_reserve_deck", "reveal_top_card_of_reserve_deck", zone=Zone.RESERVE_DECK)
@effect("peek_at_top_card_of_force_pile", zone=Zone.FORCE_PILE)
def _peek(
    scope: Playing,
    /,
    zone: Zone,
    player: Player,
    card_pile_owner: Player = None,
    card_peeked_at: Steps = (),
    card_revealed: Steps = (),
    **rest: Unasked,
) -> Run[None]:
    owner = scope.side(player if card_pile_owner is None else card_pile_owner)
    top = scope.run.state.pile(owner, zone)[-1:]
    yield from _look(scope, top, rest, card_peeked_at or card_revealed, several=False)


@effect("reveal_opponents_hand", "peek_at_opponents_hand")
def _hand_seen(
    scope: Playing,
    /,
    player: Player,
    cards_revealed: Steps = (),
    cards_peeked_at: Steps = (),
    **rest: Unasked,
) -> Run[None]:
    hand = scope.run.state.hand(scope.side(player).other)
    yield from _look(scope, hand, rest, cards_revealed or cards_peeked_at, several=True)


@effect("reveal_used_pile")
def _used_seen(
    scope: Playing, /, zone_owner: Player, cards_revealed: Steps = (), **rest: Unasked
) -> Run[None]:
    pile = scope.run.state.pile(scope.side(zone_owner), Zone.USED_PILE)
    yield from _look(scope, pile, rest, cards_revealed, several=True)


@effect("reveal_top_cards_of_reserve_deck")
def _top_seen(
    scope: Playing,
    /,
    player: Player,
    card_pile_owner: Player,
    count: Amount,
    cards_revealed: Steps = (),
    **rest: Unasked,
) -> Run[None]:
    pile = scope.run.state.pile(scope.side(card_pile_owner), Zone.RESERVE_DECK)
    yield from _look(scope, pile[-int(scope.number(count)) :], rest, cards_revealed, several=True)
