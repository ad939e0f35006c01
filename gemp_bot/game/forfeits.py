"""The damage segment of a battle: hit cards, attrition, damage, forfeits, immunity (rules 22.16 on)."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.choices import PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import Forfeited
from gemp_bot.game.state import BattleState
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.battle_damage import (
    Forfeitable,
    Owed,
    after_force,
    after_forfeit,
    forfeit_refusals,
    is_satisfied,
)


def damage_segment(run: GameContext, battle: BattleState) -> Run[None]:
    """Players satisfy what they owe, step by step and by turns, the initiator first.

    Total attrition, which immunity is compared to, is that of the start (rules 22.18).
    """
    owed = {side: Owed(battle.attrition[side], battle.damage[side], battle.attrition[side]) for side in Side}
    waiting = [battle.initiator, battle.initiator.other]
    while waiting:
        side = waiting.pop(0)
        if owed[side].attrition > 0 or owed[side].damage > 0:
            place = battle.location.laid.id
            yield from run.window(side, ResponseTrigger.BATTLE_DAMAGE_SEGMENT, (place,))
            owed[side] = Owed(battle.attrition[side], battle.damage[side], owed[side].total_attrition)
        after = yield from _step(run, battle, side, owed[side])
        if after is not None:
            owed[side] = after
            battle.attrition[side], battle.damage[side] = after.attrition, after.damage
            waiting.append(side)
    battle.attrition = dict.fromkeys(Side, 0)
    battle.damage = dict.fromkeys(Side, 0)


def _step(run: GameContext, battle: BattleState, side: Side, owed: Owed) -> Run[Owed | None]:
    """One forfeit or one unit of Force; None when the player is done."""
    mine = battle.of(side)
    cards: dict[int, Forfeitable] = {piece.id: _card(run, battle, piece) for piece in mine}
    tree = tuple([cards[piece.id] for piece in mine if piece.host not in mine])
    able = {
        number: card
        for number, card in cards.items()
        if not forfeit_refusals(card, owed) and (card.hit or _satisfies(run, number, owed))
    }
    units: tuple[int, ...] = ()
    must = not is_satisfied(owed, tree)
    if must and owed.damage <= 0 and not able:
        return None  # nothing that is left can satisfy anything
    if not must:
        if owed.attrition <= 0 or not able:
            return None
        prompt, low = PromptKind.OPTIONAL_FORFEIT, 0
    elif owed.damage > 0:
        units, low = run.units(side), 1
        prompt = PromptKind.LOSE_FORCE_OR_FORFEIT if able else PromptKind.LOSE_FORCE
    else:
        prompt, low = PromptKind.FORFEIT, 1
    offered = (*units, *able)
    answer = yield PickCards(side, prompt, offered, low, 1, attrition=owed.attrition, damage=owed.damage)
    if not isinstance(answer, tuple) or not answer:
        return None
    chosen = answer[0]
    if chosen in able:
        return (yield from _forfeit(run, run.state.card(chosen), able[chosen].forfeit or 0, owed))
    run.lose_unit(run.state.card(chosen))
    return after_force(owed, 1)


def _satisfies(run: GameContext, number: int, owed: Owed) -> bool:
    """A card that may not be used for attrition satisfies damage only."""
    return owed.damage > 0 or not run.state.card(number).no_attrition


def _forfeit(run: GameContext, piece: CardInPlay, value: float, owed: Owed) -> Run[Owed]:
    """A forfeit satisfies attrition and damage at once; what is on the card is lost (rules 22.16, 22.21)."""
    spared = piece.no_attrition
    run.tell(Forfeited, piece.side, piece.id, value)
    used, all_attrition, all_damage = (
        run.numbers.is_told(piece, quantity)
        for quantity in (Quantity.FORFEITED_TO_USED, Quantity.ALL_ATTRITION, Quantity.ALL_DAMAGE)
    )
    yield from run.lose(piece, detail="forfeited")
    if used and piece.zone is Zone.LOST_PILE:
        run.state.to_pile(piece, Zone.USED_PILE)
    after = after_forfeit(owed, value)
    attrition = owed.attrition if spared else 0 if all_attrition else after.attrition
    return Owed(attrition, 0 if all_damage else after.damage, owed.total_attrition)


def _card(run: GameContext, battle: BattleState, piece: CardInPlay) -> Forfeitable:
    """A card that takes part, with what it carries."""
    aboard = tuple(_card(run, battle, each) for each in piece.attached if each in battle.cards)
    # What may not satisfy attrition has nothing to give where no damage is left, unless it must go anyway.
    useless = piece.no_attrition and battle.damage[piece.side] <= 0 and not piece.hit
    return Forfeitable(
        piece.id,
        None if useless else run.numbers.forfeit(piece),
        hit=piece.hit,
        immune_below=run.numbers.immune_below(piece),
        encloses=piece.facts.carrier and piece.facts.enclosed,
        aboard=aboard,
    )
