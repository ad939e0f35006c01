"""What is remembered, written in one place: once when a question comes, once when its answer is known."""

from gemp_bot.decisions import ActionKind, PromptKind, Question
from gemp_bot.evaluators import moving
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.deploy_targets import note_offered_locations, note_place
from gemp_bot.evaluators.memory import GameMemory, PhaseChange
from gemp_bot.evaluators.planning import offered_cards, payable_fighters
from gemp_bot.evaluators.target_sides import found_nothing
from gemp_bot.evaluators.transit import note_transit
from gemp_bot.evaluators.weighed import Weighed
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import CardId

_MENUS = frozenset({PromptKind.PHASE_ACTION, PromptKind.OPTIONAL_RESPONSES, PromptKind.WEAPONS_SEGMENT})
_TRANSIT = frozenset({PromptKind.DOCKING_BAY_TARGET, PromptKind.CARDS_TO_TRANSIT})


def note_question(ctx: DecisionContext) -> None:
    """Remember what a question says, before it is weighed."""
    memory, question = ctx.memory, ctx.question
    if question.kind is PromptKind.PHASE_ACTION:
        change = memory.enter(ctx.table, ctx.stock)
        if ctx.my_turn:
            drains = question.of_kind(ActionKind.FORCE_DRAIN)
            locations = [each.card_id for each in drains if each.card_id is not None]
            memory.drains.offer(locations, ctx.stock.force, ctx.turn)
            if change is not PhaseChange.NONE and ctx.table.phase is Phase.CONTROL:
                memory.drains.withhold(_no_drain_offered(ctx, frozenset(locations)), ctx.turn)
            if ctx.table.phase is Phase.DEPLOY:
                memory.deploys.menu(
                    payable_fighters(ctx), offered_cards(question), first=change is not PhaseChange.NONE
                )
    memory.standstill.observe(ctx.reader.standing, ctx.turn)
    if question.kind is PromptKind.CHOOSE_DEPLOY_TARGET:
        note_offered_locations(ctx)
    elif found_nothing(ctx, ctx.purpose):
        memory.searches.fail(ctx.pursued, ctx.turn)


_DEAREST = 3
"""Force that a drain costs at most: with less of it, what is not offered may only be too dear."""


def _no_drain_offered(ctx: DecisionContext, offered: frozenset[CardId]) -> list[CardId]:
    """The locations that we control, and could drain at by all that is known of them, but may not."""
    if ctx.stock.force < _DEAREST:
        return []
    return [
        place.id for place in ctx.position.places
        if place.id is not None and place.id not in offered
        and place.mine.present and not place.theirs.anybody and place.drain > 0
    ]  # fmt: skip


def forget_answer(memory: GameMemory, question: Question, decided: Weighed | None) -> None:
    """Forget what was decided at a question, if anything was: something else was answered."""
    if decided is None or question.kind not in _MENUS:
        memory.actions.finish()
    elif decided.option is not None:
        memory.actions.withdraw()
        memory.spending.withdraw()
        if decided.option.kind is ActionKind.FORCE_DRAIN:
            memory.drains.withdraw()


def note_answer(ctx: DecisionContext, chosen: Weighed) -> None:
    """Remember what was answered: the next question may be about it."""
    memory, question, option = ctx.memory, ctx.question, chosen.option
    if question.kind in _MENUS and option is not None:
        stock = ctx.stock
        memory.actions.choose(option)
        memory.moves.begin(moving.movers(question, option))
        memory.spending.begin(option, stock.force)
        memory.drains.disturb()
        if option.kind is ActionKind.FORCE_DRAIN and option.card_id is not None:
            memory.drains.begin(option.card_id, stock)
    elif memory.actions.purpose is ActionKind.PLAY_CARD and not chosen.answer.wire:
        memory.searches.fail(memory.actions.pursued, ctx.turn)
    elif question.kind is PromptKind.CHOOSE_DEPLOY_TARGET and option is not None:
        note_place(ctx, option)
    elif question.kind in _TRANSIT and chosen.answer.wire:
        note_transit(ctx, chosen)
        memory.actions.reopen(moving.KINDS)
    elif question.kind is PromptKind.CHOOSE_MOVE_TARGET and chosen.answer.wire:
        moving.note_move(ctx, chosen)
        memory.actions.reopen(moving.KINDS)
