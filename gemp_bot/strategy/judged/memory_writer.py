"""What is remembered, written in one place: once when a question comes, once when its answer is known."""

from math import inf

from gemp_bot.board.card import IN_PLAY
from gemp_bot.decisions import ActionKind, Option, PromptKind, Question
from gemp_bot.decisions.kinds import MENUS
from gemp_bot.evaluators import crewing, moving
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.deploy_targets import note_offered_locations, note_place
from gemp_bot.evaluators.interrupts import held
from gemp_bot.evaluators.memory import GameMemory, PhaseChange
from gemp_bot.evaluators.planning import offered_cards, payable_fighters
from gemp_bot.evaluators.searching import DEPLOYING
from gemp_bot.evaluators.target_sides import found_nothing
from gemp_bot.evaluators.transit import BY_TEXT, note_transit
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.protocol.decisions import CardSelection
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import BlueprintId, CardId, base_blueprint

_TRANSIT = frozenset({PromptKind.DOCKING_BAY_TARGET, PromptKind.CARDS_TO_TRANSIT})
_TARGETS = frozenset(
    {
        PromptKind.CHOOSE_TARGET,
        PromptKind.CANCEL_CARD,
        PromptKind.CHOOSE_DEPLOY_TARGET,
        PromptKind.RETARGET,
        PromptKind.STEAL_CARD,
        PromptKind.WEAPON_TO_FIRE,
    }
)


def note_question(ctx: DecisionContext) -> None:
    """Remember what a question says, before it is weighed."""
    memory, question = ctx.memory, ctx.question
    if question.kind is PromptKind.PHASE_ACTION:
        change = memory.enter(ctx.table, ctx.stock)
        if ctx.my_turn:
            drains = question.of_kind(ActionKind.FORCE_DRAIN)
            locations = [each.card_id for each in drains if each.card_id is not None]
            told = {each: ctx.reader.told_drain_cost(each) for each in locations}
            memory.drains.offer(told, ctx.stock.force, ctx.turn)
            control = change is not PhaseChange.NONE and ctx.table.phase is Phase.CONTROL
            # Where there is nothing to choose in the control phase, no menu of it comes.
            if control or (memory.phase.silent_control and ctx.turn > 1):
                memory.drains.withhold(_no_drain_offered(ctx, frozenset(locations)), ctx.turn)
            if ctx.table.phase is Phase.DEPLOY:
                memory.deploys.menu(payable_fighters(ctx), offered_cards(question))
            if ctx.table.phase is Phase.BATTLE:
                _note_battles(ctx, first=change is not PhaseChange.NONE)
        _note_flips(ctx, new_turn=change is PhaseChange.TURN)
        memory.short_lived.settle(
            [each.id for each in ctx.table.hand], _in_play(ctx), ctx.stock.zones.lost_pile
        )
    if question.kind in MENUS:
        offered = (each.card_id for each in question.options if held(ctx, each))
        memory.offers.offer((each for each in offered if each is not None), ctx.turn)
        weapons = (ctx.blueprint_of(each.card_id) for each in question.of_kind(ActionKind.FIRE_WEAPON))
        memory.battles.arm([base_blueprint(each) for each in weapons if each is not None])
    memory.standstill.observe(ctx.reader.standing, _cards_left(ctx), ctx.turn)
    if question.kind is PromptKind.CHOOSE_DEPLOY_TARGET:
        note_offered_locations(ctx)
    elif question.kind is PromptKind.CHOOSE_MOVE_TARGET:
        moving.note_targets(ctx)
    elif found_nothing(ctx):
        memory.searches.fail(ctx.pursued, ctx.turn, ctx.stock.force if ctx.purpose in DEPLOYING else inf)


def _cards_left(ctx: DecisionContext) -> int:
    """The cards in the hands and in the piles of both that Force is lost from."""
    stock = ctx.stock
    return stock.life + stock.their_life + stock.zones.hand + stock.their_zones.hand


_DEAREST = 3
"""Force that a drain or a battle costs at most: with less of it, what is not offered may only be too dear."""


def _no_drain_offered(ctx: DecisionContext, offered: frozenset[CardId]) -> list[CardId]:
    """The locations that we control, and could drain at by all that is known of them, but may not."""
    if ctx.stock.force < _DEAREST:
        return []
    return [
        place.id for place in ctx.position.places
        if place.id is not None and place.id not in offered
        and place.mine.controls and not place.theirs.anybody and place.drained > 0
    ]  # fmt: skip


def _note_battles(ctx: DecisionContext, *, first: bool) -> None:
    """Where a battle may be started, and where none may though both sides have presence."""
    battles, position = ctx.memory.battles, ctx.position
    offered = {
        place.id for option in ctx.question.of_kind(ActionKind.INITIATE_BATTLE)
        if (place := position.at(option.card_id)) is not None and place.id is not None
    }  # fmt: skip
    battles.offer(offered)
    if ctx.stock.force >= _DEAREST:
        none = {
            place.id: frozenset(unit.id for unit in (*place.mine.units, *place.theirs.units))
            for place in position.places
            if place.id is not None and place.id not in offered
            and place.mine.present and place.theirs.present
        }  # fmt: skip
        battles.withhold(none, ctx.turn, first=first)


def _note_flips(ctx: DecisionContext, *, new_turn: bool) -> None:
    """Which objectives of ours have all they want and should have flipped."""
    if not (ctx.my_turn or new_turn):
        return
    wanted = [need for need in ctx.reader.wanted if need.at_once]
    wanting = {need.title for need in wanted}
    met = wanting - {need.title for need in wanted if not need.met}
    ctx.memory.flips.menu(met, wanting, my_turn=ctx.my_turn, new_turn=new_turn)


def _in_play(ctx: DecisionContext) -> list[BlueprintId | None]:
    """The faces of our cards in play."""
    return [card.blueprint_id for card in ctx.table.cards(*IN_PLAY, owner=ctx.table.me)]


def forget_answer(memory: GameMemory, question: Question, decided: ScoredAnswer | None) -> None:
    """Forget what was decided at a question, if anything was: something else was answered."""
    if decided is None or question.kind not in MENUS:
        memory.actions.finish()
    elif decided.option is not None:
        memory.actions.withdraw()
        memory.spending.withdraw()
        memory.short_lived.withdraw()
        if decided.option.kind is ActionKind.FORCE_DRAIN:
            memory.drains.withdraw()


def note_answer(ctx: DecisionContext, chosen: ScoredAnswer) -> None:
    """Remember what was answered: the next question may be about it."""
    memory, question, option = ctx.memory, ctx.question, chosen.option
    passed = question.kind is PromptKind.PHASE_ACTION and option is None
    if passed and ctx.my_turn and ctx.table.phase is Phase.DEPLOY:
        memory.deploys.passed(payable_fighters(ctx) & offered_cards(question))
    if question.kind in MENUS and option is not None:
        stock = ctx.stock
        memory.actions.choose(option)
        memory.moves.begin(moving.movers(question, option))
        memory.spending.begin(option, stock.force)
        memory.drains.disturb()
        if option.kind is ActionKind.FORCE_DRAIN and option.card_id is not None:
            told = ctx.reader.told_drain_cost(option.card_id)
            memory.drains.begin(option.card_id, stock, told)
        _note_deployment(ctx, option)
    elif memory.actions.purpose is ActionKind.PLAY_CARD and not chosen.answer.wire:
        memory.searches.fail(memory.actions.pursued, ctx.turn)
    elif _gives_up(ctx, chosen) and ctx.pursued is not None:
        memory.given_up.give_up(ctx.pursued, ctx.reader.standing)
    elif question.kind is PromptKind.CHOOSE_DEPLOY_TARGET and option is not None:
        note_place(ctx, option)
    elif (question.kind in _TRANSIT or ctx.purpose in BY_TEXT) and chosen.answer.wire:
        note_transit(ctx, chosen)
        memory.actions.reopen(moving.KINDS)
    elif question.kind in crewing.GOALS and chosen.answer.wire and ctx.pursued is not None:
        memory.moves.transit(filter(None, [ctx.pursued.card_id]))
        memory.actions.reopen(moving.KINDS)
    elif question.kind is PromptKind.CHOOSE_MOVE_TARGET and chosen.answer.wire:
        moving.note_move(ctx, chosen)
        memory.actions.reopen(moving.KINDS)


def _gives_up(ctx: DecisionContext, chosen: ScoredAnswer) -> bool:
    """Whether an action is given up for want of a target; of those who fight `DeployMemory` knows more."""
    question, pursued = ctx.question, ctx.pursued
    return (
        pursued is not None
        and not chosen.answer.wire
        and question.kind in _TARGETS
        and isinstance(question.decision, CardSelection)
        and not ctx.facts(pursued.blueprint_id).fights
    )


def _note_deployment(ctx: DecisionContext, option: Option) -> None:
    """Remember which card is being deployed that may leave the table at once."""
    face, facts = option.blueprint_id, ctx.facts(option.blueprint_id)
    if option.kind is not ActionKind.DEPLOY or option.card_id is None or face is None:
        return
    if facts.known and not facts.fights and not facts.location:
        in_play = sum(each == face for each in _in_play(ctx))
        ctx.memory.short_lived.deploy(option.card_id, face, in_play, ctx.stock.zones.lost_pile)
