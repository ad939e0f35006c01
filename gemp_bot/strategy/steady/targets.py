"""Choosing cards an action is about: never harm to our own."""

from gemp_bot.decisions import Option
from gemp_bot.evaluators.target_sides import TargetSide, takes_cards, targets_of
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.context import SteadyContext

_THEIRS = (Reason("a card of theirs", 1),)
_OURS = (Reason("a card of ours", 1),)
_NO_TARGET = (Reason("no target of the right side"),)
_FOUND = (Reason("a card found is a card more", 1),)


def choose_target(ctx: SteadyContext) -> Verdict:
    """A target for what is being done: theirs for harm, ours for help; none rather than the wrong one."""
    side, options = targets_of(ctx, ctx.purpose)
    if side is TargetSide.PILE:
        return found_cards(ctx)
    if side is TargetSide.THEIRS:
        return _these(ctx, _strongest(ctx, options), _THEIRS)
    return _these(ctx, options, _OURS)


def choose_theirs(ctx: SteadyContext) -> Verdict:
    """A card to cancel, to steal, to capture: the menus hold our own as well."""
    theirs = [option for option in ctx.question.selectable if ctx.is_theirs(option)]
    return _these(ctx, _strongest(ctx, theirs), _THEIRS)


def choose_ours(ctx: SteadyContext) -> Verdict:
    """A card of ours to do something with."""
    ours = [option for option in ctx.question.selectable if ctx.is_mine(option)]
    return _these(ctx, ours, _OURS)


def found_cards(ctx: SteadyContext) -> Verdict:
    """Cards out of a pile: as many as are allowed, such as we do not hold yet first."""
    held = {card.blueprint_id for card in ctx.table.hand}
    ranked = sorted(ctx.question.selectable, key=lambda option: option.blueprint_id in held)
    if not ranked:
        return answers.decline(ctx.question)
    return answers.take(ctx.question, ranked, ctx.question.max, _FOUND)


def cards_from_pile(ctx: SteadyContext) -> Verdict:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    if takes_cards(ctx.purpose):
        return found_cards(ctx)
    return answers.least(ctx.question)


def verify(ctx: SteadyContext) -> Verdict:
    """A search has failed and the pile is shown: there is nothing to choose."""
    return answers.decline(ctx.question, answers.LEAST)


def first_of_all(ctx: SteadyContext) -> Verdict:
    """The first that is offered."""
    return answers.take(ctx.question, ctx.question.selectable, 1, _OURS)


def _these(ctx: SteadyContext, options: list[Option], reasons: tuple[Reason, ...]) -> Verdict:
    if not options:
        return answers.decline(ctx.question, _NO_TARGET)
    return answers.take(ctx.question, options, 1, reasons)


def _strongest(ctx: SteadyContext, options: list[Option]) -> list[Option]:
    """The card that adds most power as far as we have seen; the server's order among equals."""
    powers = ctx.memory.powers
    return sorted(options, key=lambda option: -powers.power_of(option.blueprint_id))
