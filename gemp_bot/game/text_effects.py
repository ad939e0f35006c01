"""What actions of cards do, one function for each effect that is played."""

from collections.abc import Callable, Iterable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Term, Value
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import TABLES, Amount, Lasts, Meanings, OneCard, Player, Selector, Steps, Word
from gemp_bot.effects.selectors import stacked_on
from gemp_bot.game.choices import YES, YES_OR_NO, PickCards, PickResult
from gemp_bot.game.context import Run
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.losing import lose_force
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations import use_key
from gemp_bot.protocol.enums import Side, Zone

Does: TypeAlias = Callable[Concatenate[Playing, ...], Run[None]]
effect: Final = cast("Meanings[Does]", TABLES[Kind.EFFECT])
_STEPS: Final = frozenset({"cost", "target", "effect", "after", "build"})


def play_steps(scope: Playing, steps: Value) -> Run[None]:
    """Do what the steps of an action say, in order."""
    for step in cast("tuple[Term, ...]", steps):
        if step.name == "when":
            if scope.holds(step.args["of"]):
                yield from play_steps(scope, step.args["then"])
        elif step.name == "results":
            yield from play_steps(scope, step.args["then"])
        elif step.name == "usage":
            _use(scope, cast("Term", step.args["what"]).name)
        elif step.name in _STEPS or (yield from _wanted(scope)):
            what = cast("Term", step.args["what"])
            yield from effect.by_name[what.name](scope, **what.args)


def _wanted(scope: Playing) -> Run[bool]:
    """Whether an optional step is done."""
    answer = yield PickResult(scope.you, PromptKind.CONFIRM_ACTION, YES_OR_NO, scope.card.id)
    return answer == YES


def _use(scope: Playing, limit: str) -> None:
    """Note that an action was used, for its limit."""
    period = next((each for each in ("phase", "turn", "battle", "game") if limit.endswith(each)), "")
    if period:
        scope.run.state.used = (*scope.run.state.used, use_key(scope, period))


def _nothing() -> Run[None]:
    yield from ()


@effect(
    "once_per_turn",
    "once_per_phase",
    "once_per_battle",
    "once_per_game",
    "twice_per_game",
    "send_message",
    "show_card_on_screen",
    "reveal_opponents_hand",
    "look_at_reserve_deck",
    "peek_at_top_card_of_reserve_deck",
    "peek_at_opponents_hand",
    "refresh_printed_destiny_values",
)
def _noted(
    scope: Playing,
    /,
    player: Player = None,
    card: OneCard = None,
    card_pile_owner: Player = None,
    cards: Selector = None,
) -> Run[None]:
    """A limit that is noted, or something that is only shown."""
    yield from _nothing()


# -- choosing -----------------------------------------------------------------------------------------------


def choose(
    scope: Playing,
    cards: Iterable[CardInPlay],
    side: Side,
    prompt: PromptKind = PromptKind.CHOOSE_TARGET,
    *,
    low: int = 1,
) -> Run[CardInPlay | None]:
    """Have a player choose one of some cards; None where there is none, or he takes none."""
    ids = tuple(card.id for card in cards)
    if not ids:
        return None
    if len(ids) == 1 and low == 1 and not scope.run.asks_all:
        return scope.run.state.card(ids[0])
    answer = yield PickCards(side, prompt, ids, low, 1, scope.card.id)
    return scope.run.state.card(answer[0]) if isinstance(answer, tuple) and answer else None


@effect("target_card_on_table", "choose_card_on_table", "target_card_at_same_location")
def _target(
    scope: Playing,
    /,
    player: Player,
    then: Steps,
    who: Selector = None,
    cards: Selector = None,
    targeting_reason: Word = None,
    including: Word = None,
    **rest: Word,
) -> Run[None]:
    wanted = cards if who is None else who
    found = [*scope.on_table(wanted)] or [
        place.card for place in scope.places(wanted) if place.card is not None
    ]
    card = yield from choose(scope, found, scope.side(player))
    if card is not None:
        scope.bind(rest.get("as"), card)
        yield from play_steps(scope, then)


@effect("choose_stacked_card")
def _choose_stacked(
    scope: Playing, /, player: Player, then: Steps, stacked_on: OneCard, who: Selector = None, **rest: Word
) -> Run[None]:
    host = scope.one(stacked_on)
    found = [] if host is None else _stacked(scope, host, who)
    card = yield from choose(scope, found, scope.side(player))
    if card is not None:
        scope.bind(rest.get("as"), card)
        yield from play_steps(scope, then)


def _stacked(scope: Playing, host: CardInPlay, who: Selector) -> list[CardInPlay]:
    return stacked_on(scope, host, Term("any", {}) if who is None else who)


@effect("choose_card_from_hand")
def _choose_from_hand(
    scope: Playing, /, player: Player, then: Steps, who: Selector = None, **rest: Word
) -> Run[None]:
    hand = scope.run.state.hand(scope.side(player))
    found = [card for card in hand if who is None or scope.means(who, card)]
    card = yield from choose(scope, found, scope.side(player))
    if card is not None:
        scope.bind(rest.get("as"), card)
        yield from play_steps(scope, then)


# -- Force ----------------------------------------------------------------------------------------------------


@effect("use_force")
def _use_force(scope: Playing, /, player: Player, amount: Amount, only_own_force: Word = False) -> Run[None]:
    side = scope.side(player)
    scope.run.use_force(side, min(int(scope.number(amount)), scope.run.state.force(side)))
    yield from _nothing()


@effect("lose_force", "lose_force_from_reserve_deck")
def _lose(
    scope: Playing,
    /,
    player: Player,
    amount: Amount,
    cannot_be_reduced: Word = False,
    cannot_be_reduced_below: Word = None,
) -> Run[None]:
    yield from lose_force(scope.run, scope.side(player), int(scope.number(amount)))


@effect("retrieve_force")
def _retrieve(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    """The top cards of the Lost Pile go to the Used Pile (rules 12)."""
    state, side = scope.run.state, scope.side(player)
    for _ in range(int(scope.number(amount))):
        if not state.pile(side, Zone.LOST_PILE):
            break
        state.to_pile(state.pile(side, Zone.LOST_PILE)[-1], Zone.USED_PILE)
    yield from _nothing()


@effect("retrieve_card")
def _retrieve_card(
    scope: Playing, /, player: Player, who: Selector = None, topmost: Word = False
) -> Run[None]:
    yield from _take(scope, player, Zone.LOST_PILE, who, Zone.USED_PILE)


@effect("retrieve_card_into_hand")
def _retrieve_into_hand(
    scope: Playing, /, player: Player, who: Selector = None, topmost: Word = False
) -> Run[None]:
    yield from _take(scope, player, Zone.LOST_PILE, who, Zone.HAND)


@effect("activate_force")
def _activate(scope: Playing, /, player: Player, count: Amount = 1, amount: Amount = 0) -> Run[None]:
    state, side = scope.run.state, scope.side(player)
    for _ in range(int(max(scope.number(count), scope.number(amount)))):
        if not state.pile(side, Zone.RESERVE_DECK):
            break
        state.to_pile(state.pile(side, Zone.RESERVE_DECK)[-1], Zone.FORCE_PILE)
    yield from _nothing()


# -- between piles and hand -------------------------------------------------------------------------------------


def _take(
    scope: Playing, player: Player, pile: Zone, who: Selector, to: Zone, *, reshuffle: Word = False
) -> Run[None]:
    """Take a card out of a pile; one may find none."""
    state, side = scope.run.state, scope.side(player)
    found, seen = [], set()
    for card in state.pile(side, pile):
        if card.facts.key not in seen and (who is None or scope.means(who, card)):
            seen.add(card.facts.key)
            found.append(card)
    chosen = yield from choose(scope, found, side, PromptKind.TAKE_INTO_HAND, low=0)
    if chosen is not None:
        state.to_pile(chosen, to)
    if reshuffle and pile is Zone.RESERVE_DECK:
        state.shuffle(side)


@effect("take_card_into_hand_from_reserve_deck")
def _pull(scope: Playing, /, player: Player, who: Selector = None, reshuffle: Word = False) -> Run[None]:
    yield from _take(scope, player, Zone.RESERVE_DECK, who, Zone.HAND, reshuffle=reshuffle)


@effect("take_card_into_hand_from_force_pile")
def _pull_force(
    scope: Playing, /, player: Player, who: Selector = None, reshuffle: Word = False
) -> Run[None]:
    yield from _take(scope, player, Zone.FORCE_PILE, who, Zone.HAND)


@effect("take_card_into_hand_from_used_pile")
def _pull_used(scope: Playing, /, player: Player, who: Selector = None, reshuffle: Word = False) -> Run[None]:
    yield from _take(scope, player, Zone.USED_PILE, who, Zone.HAND)


@effect("take_card_into_hand_from_lost_pile")
def _pull_lost(scope: Playing, /, player: Player, who: Selector = None, reshuffle: Word = False) -> Run[None]:
    yield from _take(scope, player, Zone.LOST_PILE, who, Zone.HAND)


@effect("draw_card_into_hand_from_reserve_deck", "draw_cards_into_hand_from_reserve_deck")
def _draw_reserve(scope: Playing, /, player: Player, amount: Amount = 1) -> Run[None]:
    yield from _draw(scope, player, Zone.RESERVE_DECK, amount)


@effect("draw_card_into_hand_from_force_pile", "draw_cards_into_hand_from_force_pile")
def _draw_force(scope: Playing, /, player: Player, amount: Amount = 1) -> Run[None]:
    yield from _draw(scope, player, Zone.FORCE_PILE, amount)


def _draw(scope: Playing, player: Player, pile: Zone, amount: Amount) -> Run[None]:
    state, side = scope.run.state, scope.side(player)
    for _ in range(int(scope.number(amount))):
        if state.pile(side, pile):
            state.to_pile(state.pile(side, pile)[-1], Zone.HAND)
    yield from _nothing()


@effect("put_card_from_lost_pile_in_used_pile")
def _lost_to_used(
    scope: Playing, /, card: OneCard, player: Player = None, just_lost: Word = False
) -> Run[None]:
    one = scope.one(card)
    if one is not None and one.zone is Zone.LOST_PILE:
        scope.run.state.to_pile(one, Zone.USED_PILE)
    yield from _nothing()


@effect("put_random_cards_from_hand_on_used_pile")
def _hand_down(
    scope: Playing, /, hand_owner: Player, down_to_size: Amount, player: Player = None
) -> Run[None]:
    state, side = scope.run.state, scope.side(hand_owner)
    for card in state.hand(side)[int(scope.number(down_to_size)) :]:
        state.to_pile(card, Zone.USED_PILE)
    yield from _nothing()


@effect("put_card_from_hand_on_used_pile", "put_card_from_hand_on_bottom_of_used_pile")
def _to_used(scope: Playing, /, player: Player) -> Run[None]:
    side = scope.side(player)
    card = yield from choose(scope, scope.run.state.hand(side), side, PromptKind.PLACE_CARD)
    if card is not None:
        scope.run.state.to_pile(card, Zone.USED_PILE)


@effect("put_card_from_hand_on_lost_pile", "choose_card_to_lose_from_hand")
def _to_lost(scope: Playing, /, player: Player) -> Run[None]:
    side = scope.side(player)
    card = yield from choose(scope, scope.run.state.hand(side), side, PromptKind.LOSE_CARD)
    if card is not None:
        scope.run.lose_unit(card)


@effect("shuffle_reserve_deck")
def _shuffle(scope: Playing, /, card_pile_owner: Player) -> Run[None]:
    scope.run.state.shuffle(scope.side(card_pile_owner))
    yield from _nothing()


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
    for _ in range(int(scope.number(maximum))):
        yield from _take(scope, player, Zone.RESERVE_DECK, who, Zone.HAND)
    if reshuffle:
        scope.run.state.shuffle(scope.side(player))


@effect("recirculate")
def _recirculate(scope: Playing, /, player: Player) -> Run[None]:
    scope.board.recirculate(scope.side(player))
    yield from _nothing()


# -- deploying --------------------------------------------------------------------------------------------------


def _deploy(
    scope: Playing, pile: Zone, who: Selector, targets: Selector, *, free: Word, reshuffle: Word = False
) -> Run[None]:
    """Deploy a card out of a pile of ours, to targets that are meant, if any are named."""

    def allowed(card: CardInPlay) -> bool:
        return scope.means(who, card)

    def is_target(card: CardInPlay) -> bool:
        place = card.location
        return scope.means(targets, card) or scope.means_place(targets, place)

    run = scope.run
    yield from run.responses.deploy_from(
        run, scope.you, pile, allowed, None if targets is None else is_target, free=bool(free)
    )
    if reshuffle:
        run.state.shuffle(scope.you)


@effect("deploy_card_from_reserve_deck")
def _deploy_reserve(
    scope: Playing, /, who: Selector, for_free: Word = False, reshuffle: Word = False
) -> Run[None]:
    yield from _deploy(scope, Zone.RESERVE_DECK, who, None, free=for_free, reshuffle=reshuffle)


@effect("deploy_card_to_location_from_reserve_deck")
def _deploy_to_place(
    scope: Playing, /, who: Selector, where: Selector, for_free: Word = False, reshuffle: Word = False
) -> Run[None]:
    yield from _deploy(scope, Zone.RESERVE_DECK, who, where, free=for_free, reshuffle=reshuffle)


@effect("deploy_card_to_target_from_reserve_deck")
def _deploy_to_target(
    scope: Playing,
    /,
    who: Selector,
    target_filter: Selector,
    for_free: Word = False,
    reshuffle: Word = False,
) -> Run[None]:
    yield from _deploy(scope, Zone.RESERVE_DECK, who, target_filter, free=for_free, reshuffle=reshuffle)


@effect("deploy_card_to_system_from_reserve_deck")
def _deploy_to_system(
    scope: Playing, /, who: Selector, system: Word, for_free: Word = False, reshuffle: Word = False
) -> Run[None]:
    there = Term("part_of_system", {"system": system})
    yield from _deploy(scope, Zone.RESERVE_DECK, who, there, free=for_free, reshuffle=reshuffle)


@effect("deploy_card_from_lost_pile")
def _deploy_lost(
    scope: Playing, /, who: Selector, for_free: Word = False, reshuffle: Word = False
) -> Run[None]:
    yield from _deploy(scope, Zone.LOST_PILE, who, None, free=for_free)


@effect("deploy_cards_from_reserve_deck")
def _deploy_several(
    scope: Playing,
    /,
    who: Selector,
    maximum: Word,
    minimum: Word = 0,
    for_free: Word = False,
    reshuffle: Word = False,
) -> Run[None]:
    for _ in range(cast("int", maximum)):
        yield from _deploy(scope, Zone.RESERVE_DECK, who, None, free=for_free)


# -- cards on table -----------------------------------------------------------------------------------------------


@effect("lose_card_from_table", "cancel_card_on_table", "place_card_in_lost_pile_from_table")
def _lose_card(
    scope: Playing,
    /,
    card: OneCard,
    all_cards_situation: Word = False,
    attached_cards_go_to_zone: Word = None,
) -> Run[None]:
    one = scope.one(card)
    if one is not None and not one.held:
        scope.run.state.lose(one)
        yield from scope.run.window(scope.you, ResponseTrigger.LOST, (one.id,))


@effect("place_card_in_used_pile_from_table")
def _used_card(scope: Playing, /, card: OneCard, attached_cards_go_to_zone: Word = None) -> Run[None]:
    yield from _off_table(scope, card, Zone.USED_PILE)


@effect("return_card_to_hand_from_table")
def _back_to_hand(
    scope: Playing,
    /,
    card: OneCard,
    players_attached_cards_go_to_zone: Word = None,
    opponents_attached_cards_go_to_zone: Word = None,
) -> Run[None]:
    yield from _off_table(scope, card, Zone.HAND)


def _off_table(scope: Playing, card: OneCard, zone: Zone) -> Run[None]:
    """A card goes to a pile or hand; what is on it is lost."""
    one, state = scope.one(card), scope.run.state
    if one is not None and not one.held:
        for each in reversed(list(one.all_aboard())):
            state.to_pile(each, Zone.LOST_PILE)
        state.to_pile(one, zone)
    yield from _nothing()


@effect("place_card_out_of_play_from_table", "place_card_out_of_play_from_off_table")
def _out_of_play(scope: Playing, /, card: OneCard) -> Run[None]:
    one = scope.one(card)
    if one is not None:
        for each in reversed(list(one.all_aboard())):
            scope.run.state.to_pile(each, Zone.LOST_PILE)
        scope.run.state.put_aside(one, Zone.OUT_OF_PLAY)
        scope.run.check_life(one.side)
    yield from _nothing()


@effect("flip_card")
def _flip(scope: Playing, /, card: OneCard) -> Run[None]:
    one = scope.one(card)
    other = None if one is None else scope.run.numbers.effects.other_face(one.facts)
    if one is not None and other is not None:
        scope.run.state.flip(one, other)
        yield from scope.run.window(scope.you, ResponseTrigger.CARD_STATE, (one.id,))


@effect("stack_card_from_hand")
def _stack(
    scope: Playing, /, player: Player, stack_on: OneCard, who: Selector = None, hidden: Word = False
) -> Run[None]:
    side, host = scope.side(player), scope.one(stack_on)
    found = [card for card in scope.run.state.hand(side) if who is None or scope.means(who, card)]
    card = yield from choose(scope, found, side, PromptKind.STACK_CARD)
    if card is not None and host is not None:
        scope.run.state.put_aside(card, Zone.STACKED, host)
        scope.run.check_life(side)


@effect("put_stacked_cards_in_used_pile")
def _unstack(
    scope: Playing, /, player: Player, stacked_cards: Selector = None, hidden: Word = False
) -> Run[None]:
    for card in _stacked(scope, scope.card, stacked_cards):
        scope.run.state.to_pile(card, Zone.USED_PILE)
    yield from _nothing()


@effect("relocate_between_locations")
def _relocate(
    scope: Playing, /, card_to_move: OneCard, to_location: OneCard, as_regular_move: Word = False
) -> Run[None]:
    card, place = scope.one(card_to_move), scope.one(to_location)
    if card is not None and place is not None and place.location is not None and not card.held:
        scope.run.state.stand(card, place.location)
    yield from _nothing()


@effect("break_cover")
def _break_cover(scope: Playing, /, card: OneCard) -> Run[None]:
    one = scope.one(card)
    if one is not None:
        one.undercover = False
    yield from _nothing()


# -- battles, drains and destiny ------------------------------------------------------------------------------------


@effect("add_battle_destiny")
def _add_destiny(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    battle = scope.run.state.battle
    if battle is not None:
        battle.added[scope.side(player)] += int(scope.number(amount))
    yield from _nothing()


@effect("add_destiny_to_total_power")
def _add_to_power(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    battle, side = scope.run.state.battle, scope.side(player)
    if battle is not None:
        drawn = yield from draw_destinies(scope.run, side, int(scope.number(amount)), "destiny")
        battle.bonus[side] += drawn or 0


@effect("add_destiny_to_attrition")
def _add_to_attrition(scope: Playing, /, amount: Amount, player: Player = "$you") -> Run[None]:
    battle, side = scope.run.state.battle, scope.side(player)
    if battle is not None:
        drawn = yield from draw_destinies(scope.run, side, int(scope.number(amount)), "destiny")
        battle.more_attrition[side.other] += drawn or 0


@effect("draws_no_more_than_battle_destiny")
def _at_most(scope: Playing, /, player: Player, amount: Amount) -> Run[None]:
    battle = scope.run.state.battle
    if battle is not None:
        battle.most[scope.side(player)] = int(scope.number(amount))
    yield from _nothing()


@effect("satisfy_all_battle_damage")
def _no_damage(scope: Playing, /, player: Player) -> Run[None]:
    battle = scope.run.state.battle
    if battle is not None:
        battle.damage[scope.side(player)] = 0
    yield from _nothing()


@effect("cancel_force_drain")
def _cancel_drain(scope: Playing, /) -> Run[None]:
    scope.run.state.drain = 0
    yield from _nothing()


@effect("add_to_force_drain")
def _add_to_drain(scope: Playing, /, amount: Amount) -> Run[None]:
    if scope.run.state.drain:
        scope.run.state.drain = max(0, scope.run.state.drain + int(scope.number(amount)))
    yield from _nothing()


@effect("draw_destiny")
def _draw_destiny(
    scope: Playing,
    /,
    player: Player,
    draws: Amount,
    then: Steps,
    draw_x: Word = 0,
    choose_y: Word = 0,
    type: Word = None,  # noqa: A002 - as the term is written
    **rest: Word,
) -> Run[None]:
    total = yield from draw_destinies(scope.run, scope.side(player), int(scope.number(draws)), "destiny")
    scope.bind(rest.get("as"), None, None, total)
    yield from play_steps(scope, then)


@effect("modify_destiny")
def _modify_destiny(scope: Playing, /, amount: Amount) -> Run[None]:
    scope.run.state.destiny_change += scope.number(amount)
    yield from _nothing()


@effect("cancel_destiny_and_cause_redraw")
def _redraw(scope: Playing, /) -> Run[None]:
    scope.run.state.destiny_canceled = True
    scope.run.state.redraws += 1
    yield from _nothing()


@effect("cancel_destiny")
def _cancel_destiny(scope: Playing, /) -> Run[None]:
    scope.run.state.destiny_canceled = True
    yield from _nothing()


@effect("cancel_card_being_played")
def _cancel_played(scope: Playing, /, playing_card_effect: Word = None) -> Run[None]:
    scope.run.responses.cancel()
    yield from _nothing()


@effect("build_cancel_card_being_played")
def _cancel_being_played(scope: Playing, /, effect: Word = None, force_to_use: Amount = 0) -> Run[None]:
    yield from _use_force(scope, "$you", force_to_use)
    scope.run.responses.cancel()


@effect("build_cancel_card")
def _cancel_card(
    scope: Playing,
    /,
    card_to_cancel_filter: Selector,
    card_to_cancel_text: Word = None,
    including: Word = None,
    force_to_use: Amount = 0,
) -> Run[None]:
    yield from _use_force(scope, "$you", force_to_use)
    card = yield from choose(scope, scope.on_table(card_to_cancel_filter), scope.you)
    if card is not None and not card.held:
        scope.run.state.lose(card)


# -- changes that last ------------------------------------------------------------------------------------------------


@effect("add_until_end_of_turn_modifier")
def _turn(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "turn")
    yield from _nothing()


@effect("add_until_end_of_battle_modifier")
def _battle(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "battle")
    yield from _nothing()


@effect("add_until_end_of_game_modifier")
def _game(scope: Playing, /, modifier: Lasts) -> Run[None]:
    scope.last(modifier, "game")
    yield from _nothing()


@effect("modify_power_until_end_of_turn")
def _power(scope: Playing, /, card_to_modify: OneCard, amount: Amount) -> Run[None]:
    scope.last(Term("power", {"who": card_to_modify, "amount": scope.number(amount)}), "turn")
    yield from _nothing()


@effect("reset_forfeit_until_end_of_turn")
def _reset_forfeit(scope: Playing, /, card_to_reset: OneCard, reset_value: Amount) -> Run[None]:
    modifier = {"who": card_to_reset, "reset_value": scope.number(reset_value)}
    scope.last(Term("reset_forfeit", modifier), "turn")
    yield from _nothing()


@effect("may_not_move_until_end_of_turn")
def _no_move(scope: Playing, /, target_card: OneCard) -> Run[None]:
    scope.last(Term("may_not_move", {"who": target_card}), "turn")
    yield from _nothing()


KIND_OF: Final = {
    "take_card_into_hand_from_reserve_deck": ActionKind.PULL_FROM_RESERVE,
    "take_card_into_hand_from_force_pile": ActionKind.TAKE_FROM_FORCE_PILE,
    "take_card_into_hand_from_used_pile": ActionKind.TAKE_FROM_USED_PILE,
    "take_card_into_hand_from_lost_pile": ActionKind.TAKE_FROM_LOST_PILE,
    "deploy_card_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_location_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_target_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_system_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_cards_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_from_lost_pile": ActionKind.DEPLOY_FROM_LOST,
    "lose_force": ActionKind.OPPONENT_LOSES_FORCE,
    "retrieve_force": ActionKind.RETRIEVE_FORCE,
    "retrieve_card": ActionKind.RETRIEVE_CARD,
    "activate_force": ActionKind.ACTIVATE_FORCE,
    "add_battle_destiny": ActionKind.ADD_BATTLE_DESTINY,
    "add_destiny_to_total_power": ActionKind.ADD_DESTINY_TO_TOTAL,
    "add_destiny_to_attrition": ActionKind.ADD_DESTINY_TO_TOTAL,
    "cancel_force_drain": ActionKind.CANCEL_FORCE_DRAIN,
    "add_to_force_drain": ActionKind.INCREASE_FORCE_DRAIN,
    "cancel_card_on_table": ActionKind.CANCEL_CARD,
    "cancel_card_being_played": ActionKind.CANCEL_CARD,
    "build_cancel_card": ActionKind.CANCEL_CARD,
    "build_cancel_card_being_played": ActionKind.CANCEL_CARD,
    "cancel_destiny": ActionKind.CANCEL_DESTINY,
    "modify_destiny": ActionKind.MODIFY_DESTINY,
    "lose_card_from_table": ActionKind.MAKE_LOST,
    "draw_destiny": ActionKind.DRAW_DESTINY,
    "add_until_end_of_turn_modifier": ActionKind.MODIFY_CARD,
    "add_until_end_of_battle_modifier": ActionKind.MODIFY_CARD,
}
"""What an action is called by its main effect; others have no name."""
