"""The legality pipeline: declare, check restrictions, determine costs, pay. The result is the game's.

Each step takes an immutable value and gives the next one, or says why not. Nothing is changed, so taking
an action back is going on with the position that was there before it.
"""

from math import ceil
from typing import TypeAlias

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.deploying import Deployment, deploy_price, deploy_refusals
from gemp_bot.rules.drains import DrainSpot, drain_price, drain_refusals
from gemp_bot.rules.facts import NEED_FOOTHOLD
from gemp_bot.rules.mark import Refusal, Refusals, refuse, rule
from gemp_bot.rules.moves import MoveClass, MoveKind, Mover, move_class, move_refusals
from gemp_bot.rules.piles import Piles, used
from gemp_bot.rules.timing import Target, Uses, after_use, target_refusals, use_refusals
from gemp_bot.rules.uniqueness import CardIdentity, Known, identity_refusals
from gemp_bot.rules.values import Cost, Price, condition_refusals, cost_refusals, price


class ActionContext(msgspec.Struct, frozen=True, kw_only=True):
    """What the legality of the next action depends on, as seen by the player who acts.

    Attributes:
        piles: his.
        phase: where in the turn we are.
        my_turn: it is his turn.
        known: cards on table or out of play, for personas.
        drained: locations where a drain, or something instead, was initiated this turn.
        drained_cards: cards that took part in a drain this turn.
        moved: cards that made their regular move this turn.
        uses: texts that were used.
    """

    piles: Piles = Piles()
    phase: Phase = Phase.DEPLOY
    my_turn: bool = True
    known: tuple[Known, ...] = ()
    drained: frozenset[str] = frozenset()
    drained_cards: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    uses: Uses = Uses()


class Deploy(msgspec.Struct, frozen=True):
    """Deploy a card from hand; when it is comes from the position."""

    identity: CardIdentity
    deployment: Deployment
    cost: Cost = Cost()


class Drain(msgspec.Struct, frozen=True):
    """Force drain.

    Attributes:
        location: where.
        control: we control it, for drains at least.
        participants: ids of our cards that take part.
        cost: of the drain.
    """

    location: str
    control: bool
    participants: frozenset[str] = frozenset()
    cost: Cost = Cost()


class Move(msgspec.Struct, frozen=True):
    """Move a card.

    Attributes:
        card: its id.
        mover: the card; whether it has moved comes from the position.
        kind: of the move.
        to: where.
        route: what is against the way, from `routes` and `aboard`.
        due: what it costs, from `moves.move_price`.
        own_ship_site: see `moves.move_class`.
    """

    card: str
    mover: Mover
    kind: MoveKind
    to: str
    route: Refusals = ()
    due: Price = Price(0, 0)
    own_ship_site: bool = False


class Use(msgspec.Struct, frozen=True):
    """Use a text of a card, or do anything else that has a cost and a limit, as starting a battle.

    Attributes:
        copy: id of the card.
        timeframe: the time in which it can be used once; empty for no limit.
        once_per_game: title, if it says so.
        targets: what it needs.
        conditions: they are met.
        refusals: what else is against it.
        cost: of using it.
    """

    copy: str
    timeframe: str = ""
    once_per_game: str = ""
    targets: tuple[Target, ...] = ()
    conditions: bool = True
    refusals: Refusals = ()
    cost: Cost = Cost()


Action: TypeAlias = Deploy | Drain | Move | Use


class Declared(msgspec.Struct, frozen=True):
    """An action is named; nothing has happened."""

    before: ActionContext
    action: Action


class Checked(msgspec.Struct, frozen=True):
    """No restriction is against it."""

    before: ActionContext
    action: Action


class Priced(msgspec.Struct, frozen=True):
    """It is known what it costs."""

    before: ActionContext
    action: Action
    due: Price


class Paid(msgspec.Struct, frozen=True):
    """It is paid and its limit is used up; it only has to resolve.

    Attributes:
        before: the position before it was declared.
        action: the action.
        due: what was paid.
        now: the position with all that is paid.
    """

    before: ActionContext
    action: Action
    due: Price
    now: ActionContext


class Refused(msgspec.Struct, frozen=True):
    """It is not allowed.

    Attributes:
        before: the position, as it was.
        action: the action.
        refusals: every reason, at least one.
    """

    before: ActionContext
    action: Action
    refusals: tuple[Refusal, ...]


@rule("7.10", "Declare")
def declare(position: ActionContext, action: Action) -> Declared:
    """Name an action. The card is still where it was. Rules 7."""
    return Declared(position, action)


@rule("7.11", "Check restrictions")
def check_restrictions(declared: Declared) -> Checked | Refused:
    """Look for everything that is against it, except for its cost. Rules 7."""
    found = restrictions(declared.before, declared.action)
    if found:
        return Refused(declared.before, declared.action, found)
    return Checked(declared.before, declared.action)


def restrictions(position: ActionContext, action: Action) -> Refusals:
    """Everything but the cost that is against an action. Rules 7."""
    match action:
        case Deploy():
            deployment = msgspec.structs.replace(
                action.deployment, phase=position.phase, my_turn=position.my_turn
            )
            return (
                *refuse("7.10", "no card in hand", position.piles.hand == 0),
                *deploy_refusals(deployment),
                *identity_refusals(action.identity, position.known),
            )
        case Drain():
            return drain_refusals(_spot(position, action))
        case Move():
            mover = msgspec.structs.replace(
                action.mover, moved=action.mover.moved or action.card in position.moved
            )
            return (
                *move_refusals(
                    mover,
                    action.kind,
                    position.phase,
                    my_turn=position.my_turn,
                    own_ship_site=action.own_ship_site,
                ),
                *action.route,
            )
        case Use():
            return (
                *use_refusals(
                    position.uses, action.copy, action.timeframe, once_per_game_title=action.once_per_game
                ),
                *target_refusals(action.targets),
                *condition_refusals(met=action.conditions),
                *action.refusals,
            )


@rule("7.12", "Determine costs")
def determine_costs(checked: Checked) -> Priced:
    """Find out what it costs, once and for all. Rules 7, 10."""
    return Priced(checked.before, checked.action, _due(checked.action))


def _due(action: Action) -> Price:
    match action:
        case Deploy(cost=cost):
            return deploy_price(cost)
        case Move(due=stated):
            return stated
        case Drain(cost=cost):
            return drain_price(cost)
        case Use(cost=cost):
            return price(cost)


@rule("7.13", "Pay")
def pay(priced: Priced) -> Paid | Refused:
    """Use the Force, if it is there; with that the action is initiated and its limit used up. Rules 7, 19."""
    before = priced.before
    found = cost_refusals(priced.due, before.piles.force)
    if found:
        return Refused(before, priced.action, found)
    paid = msgspec.structs.replace(before, piles=used(before.piles, ceil(priced.due.total)))
    return Paid(before, priced.action, priced.due, _initiated(paid, priced.action))


def _initiated(position: ActionContext, action: Action) -> ActionContext:
    match action:
        case Deploy():
            return position
        case Drain():
            return msgspec.structs.replace(
                position,
                drained=position.drained | {action.location},
                drained_cards=position.drained_cards | action.participants,
            )
        case Move():
            regular = move_class(action.kind, own_ship_site=action.own_ship_site) is MoveClass.REGULAR
            return (
                msgspec.structs.replace(position, moved=position.moved | {action.card})
                if regular
                else position
            )
        case Use():
            uses = after_use(
                position.uses, action.copy, action.timeframe, once_per_game_title=action.once_per_game
            )
            return msgspec.structs.replace(position, uses=uses)


@rule("12.2", "Characters, vehicles and starships cannot be canceled")
@rule("12.5", "What is canceled stays paid")
@rule("21.17", "The deploy cost of a canceled deployment is gone")
def cancel(paid: Paid) -> ActionContext | Refused:
    """What has come about when the action was canceled: nothing, but it is paid and done. Rules 12, 21.

    Returns:
        A refusal if it deploys a card that cannot be canceled (12.2).
    """
    now = paid.now
    if isinstance(paid.action, Deploy):
        kind = paid.action.deployment.kind
        found = refuse("12.2", f"a {kind} cannot be canceled", kind in NEED_FOOTHOLD)
        if found:
            return Refused(paid.before, paid.action, found)
        piles = msgspec.structs.replace(now.piles, hand=now.piles.hand - 1, lost=now.piles.lost + 1)
        now = msgspec.structs.replace(now, piles=piles)
    return now


def attempt(position: ActionContext, action: Action) -> Paid | Refused:
    """All steps up to paying in one go, without doing anything. Rules 7."""
    checked = check_restrictions(declare(position, action))
    return checked if isinstance(checked, Refused) else pay(determine_costs(checked))


def is_allowed(position: ActionContext, action: Action) -> bool:
    """Whether an attempt at it would be paid. Rules 7."""
    return not (restrictions(position, action) or cost_refusals(_due(action), position.piles.force))


def _spot(position: ActionContext, action: Drain) -> DrainSpot:
    return DrainSpot(
        phase=position.phase,
        my_turn=position.my_turn,
        control=action.control,
        drained=action.location in position.drained,
        card_drained=not action.participants.isdisjoint(position.drained_cards),
    )
