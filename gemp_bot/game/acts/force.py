"""Effects on Force: using, losing, retrieving and activating it."""

from math import ceil

from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.effects.meanings import Amount, Player, Selector, Unasked, Word
from gemp_bot.game.acts.steps import choose, choose_some, effect, those
from gemp_bot.game.context import Run
from gemp_bot.game.losing import lose_force
from gemp_bot.game.playing import Playing
from gemp_bot.game.under_way import Retrieval
from gemp_bot.protocol.enums import Side, Zone


@effect("use_force")
def use_force(scope: Playing, /, player: Player, amount: Amount, only_own_force: Unasked = None) -> None:
    """Use Force; where there is too little, the action does nothing more."""
    side, due = scope.side(player), ceil(max(0, scope.number(amount)))
    if due > scope.run.state.force(side):
        scope.failed = True
    else:
        scope.run.use_force(side, due)


@effect("lose_force")
@effect("lose_force_from_hand", from_hand=True)
def _lose(
    scope: Playing,
    /,
    player: Player,
    amount: Amount,
    cannot_be_reduced: Word = False,
    cannot_be_reduced_below: Unasked = None,
    *,
    from_hand: bool = False,
) -> Run[None]:
    due, side = max(0, scope.number(amount)), scope.side(player)
    least = due if cannot_be_reduced else 0
    yield from lose_force(scope.run, side, due, scope.card.id, least=least, from_hand=from_hand)


@effect("lose_force_from_reserve_deck", zone=Zone.RESERVE_DECK)
@effect("lose_force_from_force_pile", zone=Zone.FORCE_PILE)
def _lose_from(
    scope: Playing,
    /,
    zone: Zone,
    player: Player,
    amount: Amount,
    cannot_be_reduced: Unasked = False,
    cannot_be_reduced_below: Unasked = None,
) -> None:
    """Force is lost off the top of one pile."""
    side, state = scope.side(player), scope.run.state
    for _ in range(ceil(scope.number(amount))):
        pile = state.pile(side, zone)
        if not pile:
            break
        scope.run.lose_unit(pile[-1])


@effect("reduce_force_loss")
def _reduce(
    scope: Playing,
    /,
    player: Player,
    amount: Amount,
    to_minimum: Amount = 0,
    force_loss_state: Unasked = None,
) -> None:
    loss = scope.run.under_way.loss
    if loss is not None and loss.side is scope.side(player):
        floor = max(loss.least, scope.number(to_minimum))
        loss.amount = min(loss.amount, max(floor, loss.amount - scope.number(amount)))


@effect("increase_force_loss")
def _increase(scope: Playing, /, player: Player, amount: Amount) -> None:
    loss = scope.run.under_way.loss
    if loss is not None and loss.side is scope.side(player):
        loss.amount += scope.number(amount)


# -- retrieving -------------------------------------------------------------------------------------------


def _retrieving(scope: Playing, side: Side, amount: float) -> Run[int]:
    """Texts may respond before Force is retrieved; gives how much is."""
    run = scope.run
    amount = run.numbers.retrieved(side, scope.card, amount)
    before, retrieval = run.under_way.retrieval, Retrieval(side, amount, scope.card)
    run.under_way.retrieval = retrieval
    yield from run.window(side, ResponseTrigger.RETRIEVAL, (scope.card.id,), amount, detail="about")
    run.under_way.retrieval = before
    return 0 if retrieval.canceled else ceil(retrieval.amount)


def _retrieved(scope: Playing, side: Side, amount: int) -> Run[None]:
    if amount:
        yield from scope.run.window(side, ResponseTrigger.RETRIEVAL, (scope.card.id,), amount, detail="done")


@effect("retrieve_force")
def _retrieve(
    scope: Playing,
    /,
    player: Player,
    amount: Amount,
    get_additional_cards_involved_in_force_retrieval: Unasked = None,
    is_due_to_initiating_battle: Unasked = None,
    randomly: Word = False,
) -> Run[None]:
    """The top cards of the Lost Pile, or some by chance, go to the Used Pile (rules 12)."""
    state, side = scope.run.state, scope.side(player)
    wanted = scope.number(amount)
    if wanted <= 0:
        return
    done = 0
    for _ in range((yield from _retrieving(scope, side, wanted))):
        pile = state.pile(side, Zone.LOST_PILE)
        if not pile:
            break
        state.to_pile(state.chance().choice(pile) if randomly else pile[-1], Zone.USED_PILE)
        done += 1
    yield from _retrieved(scope, side, done)


def _retrieve_cards(
    scope: Playing, player: Player, who: Selector, to: Zone, high: int, *, topmost: Word = False
) -> Run[None]:
    """Cards of the Lost Pile that the player chooses, or the topmost that is meant."""
    state, side = scope.run.state, scope.side(player)
    found = those(scope, reversed(state.pile(side, Zone.LOST_PILE)), who)
    most = yield from _retrieving(scope, side, high)
    if topmost:
        chosen = found[: min(most, 1)]
    elif high == 1:
        one = yield from choose(scope, found[: most and len(found)], side, PromptKind.RETRIEVE, low=0)
        chosen = [] if one is None else [one]
    else:
        chosen = yield from choose_some(scope, found, side, PromptKind.RETRIEVE, low=0, high=most)
    for card in chosen:
        state.to_pile(card, to)
    yield from _retrieved(scope, side, len(chosen))


@effect("retrieve_card", to=Zone.USED_PILE)
@effect("retrieve_card_into_hand", to=Zone.HAND)
def _retrieve_one(
    scope: Playing, /, to: Zone, player: Player, who: Selector = None, topmost: Word = False
) -> Run[None]:
    yield from _retrieve_cards(scope, player, who, to, 1, topmost=topmost)


@effect("retrieve_cards", to=Zone.USED_PILE)
@effect("retrieve_cards_into_hand", to=Zone.HAND)
def _retrieve_several(
    scope: Playing,
    /,
    to: Zone,
    player: Player,
    amount: Amount,
    who: Selector = None,
    up_to_amount: Unasked = None,
) -> Run[None]:
    yield from _retrieve_cards(scope, player, who, to, ceil(scope.number(amount)))


@effect("activate_force")
def _activate(scope: Playing, /, player: Player, count: Amount = 1) -> None:
    state, side = scope.run.state, scope.side(player)
    wanted = min(ceil(scope.number(count)), len(state.pile(side, Zone.RESERVE_DECK)))
    if wanted > 0:
        state.pass_on(side, Zone.RESERVE_DECK, Zone.FORCE_PILE, wanted)
