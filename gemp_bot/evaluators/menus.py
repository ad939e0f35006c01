"""Menus: every action of it weighed against doing nothing."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gemp_bot.cards import CardType
from gemp_bot.cards.model import BACK
from gemp_bot.decisions import ActionKind, Option, ResponseTrigger
from gemp_bot.effects.flips import A_TURN
from gemp_bot.evaluators import (
    battles,
    crewing,
    deploying,
    moving,
    piles,
    searching,
    text_actions,
    transit,
    weapons,
)
from gemp_bot.evaluators.context import RICH_PRICE, DecisionContext
from gemp_bot.evaluators.deploy_targets import best_freed, joined_by
from gemp_bot.evaluators.force_use import asked, using
from gemp_bot.evaluators.reason_text import saves_for
from gemp_bot.evaluators.text_deeds import by_amount, drain_at, drained
from gemp_bot.evaluators.weighed import (
    OUR,
    THEIR,
    THEY_LOSE,
    THEY_WOULD_LOSE,
    Part,
    ScoredAnswer,
    one,
    part,
    passing,
)
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.search.ways import staying
from gemp_bot.state.table import damage_due

Parts = tuple[Part, ...]
MOVES = moving.KINDS | crewing.KINDS | transit.BY_TEXT | {ActionKind.DOCKING_BAY_TRANSIT}
BATTLES = frozenset({ActionKind.INITIATE_BATTLE})
Weigh = Callable[[DecisionContext, Option], Parts]

_NEVER = text_actions.NOTHING
_WAITING = "nothing has happened for many turns, and waiting wins no game"
_ALIKE = 0.017
"""How likely two cards of a hand are the same: as if ten of a deck of 60 were there three times; a guess."""
_REVEAL_COST = 4.0
"""Force that revealing the opponent's hand uses."""
_REPEATED = frozenset({ActionKind.ACTIVATE_FORCE, ActionKind.DRAW_CARD})
"""Actions that may be chosen again in the same phase."""


def _always(text: str, force: float) -> Weigh:
    parts = part(text, force)

    def weigh(_: DecisionContext, __: Option) -> Parts:
        return parts

    return weigh


def _drain(ctx: DecisionContext, option: Option) -> Parts:
    place = ctx.position.at(option.card_id)
    amount = 1.0 if place is None else place.drained
    cost = 0.0 if option.card_id is None else ctx.drain_cost(option.card_id)
    if option.card_id is not None and ctx.reader.may_not_drain(option.card_id):
        return part("a text lets it bring nothing", -0.5)
    if amount <= 0:
        # Of 65 drains of nothing that were tried on a real server none brought anything.
        return part(f"{THEY_WOULD_LOSE} nothing", -0.1)
    if cost and ctx.still:
        idle = Part("Force used, where nothing else happens any more", -RICH_PRICE * cost)
        return Part(f"{THEY_LOSE} {amount:g} Force", amount), idle
    return Part(f"{THEY_LOSE} {amount:g} Force", amount), *using(ctx, cost)


def _their_drain(ctx: DecisionContext, _: Option) -> Parts:
    """The offer comes for our own Force drains as well."""
    if ctx.my_turn:
        return part(f"it is {OUR} own Force drain", -drained(ctx))
    return part(f"{THEIR} Force drain does nothing", drained(ctx))


def _more_drain(ctx: DecisionContext, _: Option) -> Parts:
    if ctx.my_turn:
        return part(f"more for {OUR} Force drain", 1)
    return part(f"more for {THEIR} Force drain", -1)


def _less_drain(ctx: DecisionContext, _: Option) -> Parts:
    if ctx.my_turn:
        return part(f"less for {OUR} Force drain", -1)
    return part(f"less for {THEIR} Force drain", 1)


def _their_card(ctx: DecisionContext, _: Option) -> Parts:
    """Cancel what is being played in the opponent's turn; nothing tells more surely whose it is."""
    if ctx.my_turn or ctx.question.reading.happening is not ResponseTrigger.PLAYING:
        return _NEVER
    return part(f"{THEIR} card does nothing", 1)


def _grab(ctx: DecisionContext, _: Option) -> Parts:
    """The offer comes for our own Interrupts as well; the side of a card tells whose it is."""
    played = [ctx.facts(card.blueprint) for card in ctx.question.cards[:1]]
    if any(facts.known and facts.card.side is ctx.table.my_side for facts in played):
        return part(f"it is {OUR} own Interrupt", -0.5)
    return part(f"{THEIR} Interrupt does not come back", 0.5)


def _play_beside(ctx: DecisionContext, option: Option) -> Parts:
    """A card that an Effect of ours on table lets us play, such as a Defensive Shield: it costs nothing."""
    card = ctx.card(option)
    if card is None or card.zone is not Zone.SIDE_OF_TABLE:
        return _NEVER
    if ctx.memory.searches.hopeless(option, ctx.turn):
        return part("none of them is worth it yet", -0.1)
    return part("a shield costs nothing", 0.5)


def _barrier(ctx: DecisionContext, _: Option) -> Parts:
    return _NEVER if ctx.my_turn else part(f"{THEIR} new card stands still for a turn", 1)


def _we_pay(ctx: DecisionContext, _: Option) -> Parts:
    due = max(damage_due(ctx.table))
    return part("less to pay", min(due, 3)) if due > 0 else _NEVER


def _they_pay(ctx: DecisionContext, _: Option) -> Parts:
    battle = ctx.table.battle
    here = None if battle is None else ctx.position.in_column(battle.column)
    if here is None or max(damage_due(ctx.table)) > 0:
        return _NEVER
    return part("the loser of the battle loses more", here.mine.power - here.theirs.power)


def _destiny(ctx: DecisionContext, _: Option) -> Parts:
    return part("one more battle destiny", ctx.outlook.destiny)


def _react(ctx: DecisionContext, option: Option) -> Parts:
    """Coming into a Force drain of the opponent's: it is stopped, and who comes may be attacked there."""
    there = drain_at(ctx)
    if ctx.my_turn or ctx.table.battle is not None or there is None:
        return _NEVER
    mover = ctx.position.ours(option.card_id)
    if option.kind is ActionKind.REACT_MOVE and mover is not None:
        return moving.reacting(ctx, *mover, there)
    # Which card comes is asked later: the one that does best there. Without presence none stops a drain.
    comers = [facts for cost, facts in ctx.reader.fighters if cost <= ctx.stock.force]
    groups = [group for each in comers if (group := joined_by(ctx, there, each)).present]
    then = [staying(there, group, there.theirs, ctx.outlook) for group in groups]
    if not then:
        return _NEVER
    return moving.stopping(there, max(then) - staying(there, there.mine, there.theirs, ctx.outlook))


def _retrieve(ctx: DecisionContext, _: Option) -> Parts:
    """Nothing comes back from an empty Lost Pile (rules 3)."""
    if ctx.stock.zones.lost_pile <= 0:
        return part("the Lost Pile is empty", -0.5)
    return part("Force comes back", 1)


def _from_force_pile(ctx: DecisionContext, option: Option) -> Parts:
    """A card that is taken cannot be used as Force any more."""
    return (*searching.search(ctx, option), *using(ctx, 1.0))


def _flip(ctx: DecisionContext, option: Option) -> Parts:
    """The other face of an objective is what its player wants; of another card that is not known."""
    facts = ctx.facts(ctx.blueprint(option))
    if facts.card.type != CardType.OBJECTIVE or ctx.is_theirs(option):
        return _NEVER
    if facts.card.blueprint_id.endswith(BACK):
        return part(f"{facts.card.title} would flip back", -A_TURN * ctx.outlook.turns)
    needs = ctx.reader.flipped(facts.card.blueprint_id)
    if not needs:
        return part(f"{facts.card.title} flips", A_TURN * ctx.outlook.turns)
    # What the other face brings, it brings by what is held, and as long as that is.
    held, number = sum(min(need.held, need.number) for need in needs), sum(need.number for need in needs)
    worth = sum(need.force * min(need.held, need.number) / need.number for need in needs)
    return part(f"{facts.card.title} flips, {held} of {number} places held", worth)


def _release(ctx: DecisionContext, option: Option) -> Parts:
    """The best of our captives that lie frozen at a site of which this is the action."""
    place = ctx.location(option)
    captives = [
        card
        for card in ctx.table.cards(Zone.AT_LOCATION)
        if card.frozen and ctx.position.at(card.id) is place
    ]
    return best_freed(ctx, *captives) or text_actions.by_text(ctx, option) or text_actions.UNREAD


def _reveal_hand(ctx: DecisionContext, option: Option) -> Parts:
    """All cards that the opponent holds two or more of are lost."""
    held = ctx.position.their_zones.hand
    lost = _ALIKE * held * (held - 1)
    used = max(_REVEAL_COST - asked(ctx, option), 0.0)
    return (
        Part(f"of {held} cards in {THEIR} hand about {lost:.1f} are there twice", lost),
        *using(ctx, used),
        *searching.price(ctx, option),
    )


K = ActionKind
_SHIELD = _always("a shield costs nothing", 0.5)

_REMOVALS: Mapping[ActionKind, Weigh] = MappingProxyType(
    dict.fromkeys((K.MAKE_LOST, K.RETURN_TO_HAND, K.CAPTURE, K.CHOKE), text_actions.takes_off)
)
"""What takes a card off the table, in a battle and outside of one."""
_TEXTS: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        **dict.fromkeys((K.PEEK, K.REVEAL, K.SHUFFLE, K.PLACE_FROM_LOST_OUT_OF_PLAY), text_actions.looks),
        **_REMOVALS,
        **dict.fromkeys((K.BARRIER, K.PREVENT_MOVE, K.PREVENT_BATTLE), text_actions.holds_still),
        **dict.fromkeys((K.CANCEL_CARD, K.DRAW_DESTINY_TO_CANCEL), text_actions.cancels),
        K.PLACE_CARD_FROM_HAND: text_actions.exchanges,
    }
)
"""Actions of texts that answer nothing."""

_RACES: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        K.DRAW_DESTINY: by_amount(_always("destiny is drawn for something", 0.8)),
        K.INITIATE_PODRACE: _always("who does not race cannot win it", 0.5),
        K.PODRACE: _always("part of a race", 0.8),
    }
)
"""What a Podrace asks for; the Light Side draws race destiny in the opponent's control phase."""

OWN_TURN: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        **_TEXTS,
        **_RACES,
        K.ACTIVATE_FORCE: piles.activate,
        K.FORCE_DRAIN: _drain,
        K.OPPONENT_LOSES_FORCE: by_amount(_always(f"{THEY_LOSE} Force", 1)),
        K.MAINTENANCE: _always("keeps a card in play", 1),
        K.RETRIEVE_FORCE: by_amount(_retrieve),
        K.RETRIEVE_CARD: searching.search,
        K.DEFENSIVE_SHIELD: _SHIELD,
        K.PLAY_CARD: _play_beside,
        K.DEPLOY_FROM_RESERVE: searching.search,
        K.PULL_FROM_RESERVE: searching.search,
        K.TAKE_FROM_LOST_PILE: searching.search,
        K.TAKE_FROM_FORCE_PILE: _from_force_pile,
        K.TAKE_FROM_USED_PILE: searching.search,
        K.REVEAL_OPPONENT_HAND: _reveal_hand,
        K.FLIP: _flip,
        K.RELEASE: _release,
        K.DEPLOY_FROM_LOST: searching.search,
        K.DEPLOY_FROM_PILE: searching.search,
        K.DEPLOY: deploying.deploy,
        K.DEPLOY_SIMULTANEOUSLY: searching.matched,
        K.DEPLOY_HERE: searching.search,
        K.DEPLOY_STACKED: searching.search,
        K.DEPLOY_CARD: searching.search,
        K.DEPLOY_ON: searching.laid,
        K.DEPLOY_MATCHING_WEAPON: searching.search,
        K.PERSONA_REPLACE: _always("the better version of a card", 0.5),
        K.INITIATE_BATTLE: battles.initiate,
        **dict.fromkeys(moving.KINDS, moving.move),
        K.DOCKING_BAY_TRANSIT: transit.transit,
        **dict.fromkeys(crewing.KINDS, crewing.shift),
        **dict.fromkeys(transit.BY_TEXT, transit.by_location),
        K.DRAW_CARD: piles.draw,
    }
)
"""Top-level actions in our own turn."""

THEIR_TURN: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        **_RACES,
        K.ACTIVATE_FORCE: piles.activate,
        K.OPPONENT_LOSES_FORCE: by_amount(_always(f"{THEY_LOSE} Force", 1)),
        K.FLIP: _flip,
        K.RELEASE: _release,
        K.RETRIEVE_FORCE: by_amount(_retrieve),
        K.RETRIEVE_CARD: searching.search,
        K.PULL_FROM_RESERVE: searching.search,
        K.TAKE_FROM_LOST_PILE: searching.search,
        K.PLAY_CARD: _play_beside,
        K.DEFENSIVE_SHIELD: _SHIELD,
    }
)
"""Top-level actions of our cards on table in the opponent's turn; what is in hand waits for ours."""

SEGMENT: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        **_REMOVALS,
        K.ADD_BATTLE_DESTINY: by_amount(_destiny),
        K.ADD_DESTINY_TO_TOTAL: by_amount(text_actions.adds_destiny),
        K.FIRE_WEAPON: weapons.fire,
    }
)
"""The weapons segment of a battle, whoever began it."""

RESPONSES: Mapping[ActionKind, Weigh] = MappingProxyType(
    {
        K.CANCEL_FORCE_DRAIN: by_amount(_their_drain),
        K.INCREASE_FORCE_DRAIN: by_amount(_more_drain),
        K.REDUCE_FORCE_DRAIN: by_amount(_less_drain),
        K.REDUCE_FORCE_LOSS: _always("less to lose", 1.5),
        K.CANCEL_BATTLE_DAMAGE: _we_pay,
        K.REDUCE_BATTLE_DAMAGE: _we_pay,
        K.REDUCE_ATTRITION: _we_pay,
        K.CANCEL_ATTRITION: _we_pay,
        K.MULTIPLY_BATTLE_DAMAGE: _they_pay,
        K.CANCEL_CARD: _their_card,
        K.DRAW_DESTINY_TO_CANCEL: _their_card,
        K.GRAB: _grab,
        K.DEPLOY_TO_GRAB: _grab,
        K.BARRIER: _barrier,
        K.PREVENT_MOVE: _barrier,
        K.PREVENT_BATTLE: _barrier,
        K.ADD_BATTLE_DESTINY: by_amount(_destiny),
        K.FIRE_WEAPON: weapons.fire,
        K.OPPONENT_LOSES_FORCE: by_amount(_always(f"{THEY_LOSE} Force", 1)),
        K.RETRIEVE_FORCE: by_amount(_retrieve),
        K.RETRIEVE_CARD: searching.search,
        K.FLIP: _flip,
        K.MAINTENANCE: _always("keeps a card in play", 1),
        K.ACTIVATE_FORCE: piles.activate,
        K.DEPLOY_FROM_RESERVE: searching.search,
        K.PULL_FROM_RESERVE: searching.search,
        K.TAKE_FROM_LOST_PILE: searching.search,
        K.DEPLOY_MATCHING_WEAPON: searching.search,
        K.DEPLOY_STARTING_CARDS: _always("cards that start in play", 1),
        K.REACT_MOVE: _react,
        K.REACT_DEPLOY: _react,
        K.CANCEL_DESTINY: text_actions.cancels_destiny,
        K.MODIFY_DESTINY: text_actions.changes_destiny,
        K.ADD_DESTINY_TO_TOTAL: by_amount(text_actions.adds_destiny),
        K.INCREASE_FORCE_LOSS: text_actions.loses_more,
        K.CANCEL_TARGETING: text_actions.spares,
        K.STACK: text_actions.saves,
    }
)
"""Optional responses."""


def phase_action(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The menu of a phase; in the opponent's turn only what cards on table do."""
    if ctx.my_turn:
        weighed = _menu(ctx, OWN_TURN)
        price, plan = ctx.price_of_waiting, ctx.memory.deploys.plan
        waits = part(_WAITING, -price) if price else ()
        if ctx.table.phase is Phase.DEPLOY and plan is not None and plan.later and not plan.steps:
            waits = saves_for(ctx, plan.later), *waits
        if waits:
            weighed[0] = passing(ctx.question, waits)
        return weighed
    weighed = _menu(ctx, THEIR_TURN, held=False)
    if len(weighed) == 1:
        return (passing(ctx.question, part(f"{THEIR} turn: no action of {OUR} own")),)
    return weighed


def responses(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Optional responses."""
    if not ctx.capabilities.responses:
        return (passing(ctx.question),)
    return _menu(ctx, RESPONSES)


def weapons_segment(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The weapons segment of a battle."""
    return _menu(ctx, SEGMENT)


def required_responses(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Which of several required responses comes first: the server's order."""
    return (ScoredAnswer(ctx.question.first_legal(), part("all of them will come")),)


def _blind(ctx: DecisionContext) -> frozenset[ActionKind]:
    """What this player does not look at."""
    seen = ctx.capabilities
    return (frozenset() if seen.moves else MOVES) | (frozenset() if seen.battles else BATTLES)


def _menu(
    ctx: DecisionContext, table: Mapping[ActionKind, Weigh], *, held: bool = True
) -> list[ScoredAnswer]:
    """The actions of a menu that are weighed; `held` for those of cards in hand as well."""
    weighed = [passing(ctx.question)]
    if ctx.memory.actions.action_limit_hit:
        return weighed
    blind = _blind(ctx)
    for option in ctx.affordable(ctx.question.options):
        reading = option.reading
        if reading is None:
            continue
        effect = reading.effect
        if effect in blind or (ctx.memory.actions.tried(option) and effect not in _REPEATED):
            continue
        if ctx.memory.given_up.in_vain(option, ctx.reader.standing):
            continue
        card, weigh = ctx.card(option), table.get(effect)
        if not held and (card is None or card.zone is Zone.HAND):
            parts = text_actions.WAITS
        else:
            found = text_actions.by_text(ctx, option) if weigh is None else weigh(ctx, option)
            parts = text_actions.UNREAD if found is None else found
        weighed.append(one(ctx.question, option, parts))
    return weighed
