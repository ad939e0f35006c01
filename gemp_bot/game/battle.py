"""The battle phase: initiation, weapons, power and damage segments (rules 22)."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.changes import Quantity
from gemp_bot.game import weapons
from gemp_bot.game.choices import YES, YES_OR_NO, Option, PickCards, PickResult
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.game_events import ActionTaken, BattleBegan, BattleEnded, Forfeited, PowerTotalled
from gemp_bot.game.stack import perform
from gemp_bot.game.state import BattleState
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.battle import (
    BATTLE_COST,
    BattleResolution,
    Fighter,
    Segment,
    attrition,
    battle_damage,
    battle_refusals,
    ends_early,
    fights_battles,
    lost_at_early_end,
    participants,
    result,
    total_power,
)
from gemp_bot.rules.battle_damage import (
    Forfeitable,
    Owed,
    after_force,
    after_forfeit,
    forfeit_refusals,
    is_satisfied,
)
from gemp_bot.rules.pipeline import Paid, Use
from gemp_bot.rules.values import Cost

BATTLE_DESTINY = "battle destiny"


def offer(run: GameContext, side: Side) -> tuple[Option, ...]:
    """To initiate a battle wherever that is legal and can be paid."""
    position = run.legality.position(side)
    return tuple(
        Option(ActionKind.INITIATE_BATTLE, place.laid.id)
        for place in run.state.locations
        # the most frequent refusal, looked at before the long way
        if (place.presence(side) or _counting(run, place, side, Quantity.INITIATES))
        and (place.presence(side.other) or _counting(run, place, side.other, Quantity.BATTLED))
        and run.legality.allows(position, _declared(run, side, place))
    )


def _declared(run: GameContext, side: Side, place: Location) -> Use:
    cost = Cost(run.numbers.at(Quantity.BATTLE_COST, side, place, BATTLE_COST.base))
    found = battle_refusals(
        fighters(run, _able(run, place, side)),
        fighters(run, _able(run, place, side.other)),
        run.state.force(side),
        our_presence_icons=_icons(place, side) + _counting(run, place, side, Quantity.INITIATES),
        their_presence_icons=_icons(place, side.other) + _counting(run, place, side.other, Quantity.BATTLED),
        cost=cost,
        fought_here=place.laid.id in run.state.fought,
        forbidden=run.numbers.is_so(Quantity.NO_BATTLE, side, place),
    )
    return Use(place.laid.name, "battle", refusals=found, cost=cost)


def _fighting(place: Location, side: Side) -> list[CardInPlay]:
    return [piece for piece in place.cards if piece.side is side and fights_battles(piece.facts.kind)]


def _able(run: GameContext, place: Location, side: Side) -> list[CardInPlay]:
    """The cards of a side there that no text keeps out of battles."""
    return [piece for piece in _fighting(place, side) if run.numbers.may_fight(piece)]


def _icons(place: Location, side: Side) -> int:
    return sum(piece.facts.presence for piece in _fighting(place, side))


def _counting(run: GameContext, place: Location, side: Side, quantity: Quantity) -> int:
    """The cards of a side there of which a text has it that they may initiate battles, or be battled."""
    return sum(run.numbers.is_told(piece, quantity) for piece in _fighting(place, side))


def fighters(run: GameContext, pieces: list[CardInPlay]) -> list[Fighter]:
    """Cards as the rules of battle see them before one is initiated: their power is not asked for yet."""
    return [
        Fighter(ability=run.numbers.ability(piece), battled=piece.battled == run.state.turn, card=piece.id)
        for piece in pieces
    ]


def act(run: GameContext, side: Side, option: Option) -> Run[bool]:
    """Initiate a battle and fight it to its end."""
    place = run.state.location_of(option.card)
    paid = run.legality.try_out(run.legality.position(side), _declared(run, side, place))
    assert isinstance(paid, Paid), "only legal battles are on offer"  # noqa: S101
    cost = run.pay(side, paid)
    run.tell(ActionTaken, side, option.kind, option.card, None, cost)
    battle = _begin(run, side, place)
    fight = _fight(run, battle)
    yield from perform(run, side, option, ResponseTrigger.BATTLE_INITIATED, fight)
    return True


def _begin(run: GameContext, side: Side, place: Location) -> BattleState:
    """From now on all that take part have battled this turn, whatever comes of it (rules 22.1)."""
    state = run.state
    cards = [
        state.card(fighter.card)
        for each in (side, side.other)
        for fighter in participants(fighters(run, _able(run, place, each)))
    ]
    state.battles += 1
    battle = BattleState(state.battles, place, side, cards)
    state.fight(battle)
    state.fought.add(place.laid.id)
    for piece in cards:
        piece.battled = state.turn
    run.tell(BattleBegan, side, place.laid.id, place.column, tuple(piece.id for piece in cards))
    return battle


def _fight(run: GameContext, battle: BattleState) -> Run[None]:
    if _over(battle):
        yield from _end(run, battle, early=True)
        return
    yield from weapons.segment(run, battle)
    side = battle.initiator
    early = _over(battle) or ends_early(
        _of(run, battle, side),
        _of(run, battle, side.other),
        Segment.WEAPONS,
        our_presence_icons=_icons(battle.location, side),
        their_presence_icons=_icons(battle.location, side.other),
    )
    if not early:
        yield from _power_segment(run, battle)
        yield from damage_segment(run, battle)
    yield from _end(run, battle, early=early)


def _over(battle: BattleState) -> bool:
    """Whether a text cancelled it."""
    return battle.canceled


def _of(run: GameContext, battle: BattleState, side: Side) -> list[Fighter]:
    """The fighters of a side; that they have battled this turn is this battle."""
    return [run.numbers.fighter(piece) for piece in battle.of(side)]


def _power_segment(run: GameContext, battle: BattleState) -> Run[None]:
    """Battle destinies, initiator first; total power, attrition, who has won (rules 22.6 to 22.13)."""
    order = (battle.initiator, battle.initiator.other)
    battle.draws = {side: _destinies(run, battle, side) for side in order}
    for side in order:
        battle.destiny[side] = yield from _battle_destiny(run, battle, side)
    for side in order:
        yield from _other_destinies(run, battle, side)
    for side in order:
        destiny = battle.destiny[side] or 0
        own = total_power(_of(run, battle, side), battle_destiny=destiny)
        battle.power[side] = run.numbers.at(Quantity.TOTAL_POWER, side, battle.location, own)
        battle.power[side] = max(0, battle.power[side] + battle.bonus[side])
    against = {side: attrition(battle.destiny[side.other]) for side in order}
    for side in order:
        owed = (against[side] or 0) + battle.more_attrition[side]
        battle.attrition[side] = run.numbers.at(Quantity.ATTRITION, side, battle.location, owed)
    place = battle.location.laid.id
    yield from run.window(battle.initiator, ResponseTrigger.BATTLE_STAGE, (place,), detail="attrition")
    for side in order:
        damage = battle_damage(battle.power[side], battle.power[side.other])
        battle.damage[side] = damage * run.numbers.damage_factor(side)
        if run.numbers.is_so(Quantity.NO_DAMAGE, side, battle.location):
            battle.damage[side] = 0
    dark, light = battle.power[Side.DARK], battle.power[Side.LIGHT]
    found = result(dark, light)
    winner = {
        BattleResolution.WON: Side.DARK,
        BattleResolution.LOST: Side.LIGHT,
        BattleResolution.TIED: None,
    }[found]
    most = max(battle.damage.values())
    run.tell(PowerTotalled, dark, light, against[Side.DARK], against[Side.LIGHT], winner, most)
    yield from run.window(battle.initiator, ResponseTrigger.BATTLE_STAGE, (place,), detail="result")


def _destinies(run: GameContext, battle: BattleState, side: Side) -> int:
    """Battle destinies a side may draw, with what actions add and texts limit."""
    found = run.numbers.battle_destinies(battle.of(side), side, battle.location) + battle.added[side]
    return min(max(found, battle.least[side]), battle.most.get(side, found))


def _battle_destiny(run: GameContext, battle: BattleState, side: Side) -> Run[float | None]:
    """Drawing battle destiny is optional (rules 22.7); None if none was drawn."""
    count = battle.draws[side]
    total: float | None = None
    if count > 0 and run.state.pile(side, Zone.RESERVE_DECK):
        answer = yield PickResult(side, PromptKind.DRAW_BATTLE_DESTINY, YES_OR_NO, amount=count)
        if answer == YES:
            each = run.numbers.more(Quantity.EACH_BATTLE_DESTINY, side, battle.location)
            total = yield from draw_destinies(run, side, count, BATTLE_DESTINY, each=each)
            if total is not None:
                total = run.numbers.at(Quantity.TOTAL_BATTLE_DESTINY, side, battle.location, total)
                total = max(0, total + battle.more_destiny[side])
    battle.draws[side] = 0
    return total


def _other_destinies(run: GameContext, battle: BattleState, side: Side) -> Run[None]:
    """Destinies that texts and actions add to total power or to attrition."""
    to_power = run.numbers.added_destinies(Quantity.ADDED_DESTINY, side, battle.to_power[side])
    if to_power > 0:
        battle.bonus[side] += (yield from draw_destinies(run, side, to_power, "destiny to total power")) or 0
    more = run.numbers.added_destinies(Quantity.ADDED_TO_ATTRITION, side, battle.to_attrition[side])
    if more > 0:
        drawn = yield from draw_destinies(run, side, more, "destiny to attrition")
        battle.more_attrition[side.other] += drawn or 0


def _end(run: GameContext, battle: BattleState, *, early: bool) -> Run[None]:
    """The end of a battle: cards that are still hit are lost (rules 22.15)."""
    there = [piece for piece in battle.cards if piece.location is battle.location]
    for hit in lost_at_early_end([run.numbers.fighter(piece) for piece in there]):
        if run.state.card(hit.card).location is battle.location:
            yield from run.lose(run.state.card(hit.card))
    run.state.fight(None)
    run.tell(BattleEnded, battle.location.laid.id, early)


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
