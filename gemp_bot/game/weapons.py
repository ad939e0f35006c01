"""The weapons segment: players act by turns, each weapon fires once (rules 22.4, 22.5).

A weapon that can be fired is one whose shot the index has as a fact: what it may be fired at, its cost, its
destinies, what they must exceed, and what the target suffers. A permanent weapon is part of its card: the
card itself is what fires.
"""

from gemp_bot.board.card import CardInPlay
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game.aiming import arms, may_aim
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.destiny import draw_destinies
from gemp_bot.game.game_events import ActionTaken, CardHit, WeaponFired
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.stack import perform
from gemp_bot.game.state import BattleState
from gemp_bot.game.under_way import ShotUnderWay
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import Segment, initiator_acts_first, may_fire
from gemp_bot.rules.destiny import exceeds
from gemp_bot.rules.pipeline import Paid, Use
from gemp_bot.rules.timing import Target
from gemp_bot.rules.values import Cost

PASSES_TO_END = 2


def segment(run: GameContext, battle: BattleState) -> Run[None]:
    """The whole segment: the initiator first, until both pass in a row."""
    begins = initiator_acts_first(Segment.WEAPONS)
    player, passes = battle.initiator if begins else battle.initiator.other, 0
    taken_back = 0
    while passes < PASSES_TO_END:
        options: tuple[Option, ...] = ()
        if taken_back < run.settings.most_actions:
            options = (*offer(run, battle, player), *run.responses.actions(run, player))
        answer = yield from run.menu(player, PromptKind.WEAPONS_SEGMENT, options)
        if answer is None:
            player, passes = player.other, passes + 1
            continue
        option = options[answer]
        acts = (
            fire(run, battle, player, option) if option.action < 0 else run.responses.act(run, player, option)
        )
        if (yield from acts):
            player, passes = player.other, 0
        else:
            taken_back += 1


def offer(run: GameContext, battle: BattleState, side: Side) -> tuple[Option, ...]:
    """To fire each weapon that has not fired, has a target and can be paid, as many as its bearer fires."""
    found, position = [], run.legality.position(side)
    for bearer in battle.of(side):
        weapons = arms(bearer)
        more = sum(each.id in battle.shots for each in weapons) < bearer.facts.fires
        for weapon in weapons:
            aims = targets(run.numbers, battle, weapon)
            fired = battle.shots.get(weapon.id, 0)
            again = fired == 1 and run.numbers.fires_twice(weapon, bearer)
            able = aims and (fired or more) and may_fire(fired, says_again=again)
            if able and run.legality.allows(position, _declared(run.numbers, weapon, aims)):
                found.append(Option(ActionKind.FIRE_WEAPON, weapon.id, aims))
    return tuple(found)


def targets(numbers: Numbers, battle: BattleState, weapon: CardInPlay) -> tuple[int, ...]:
    """Whom a weapon may be fired at: cards of the opponent that are present and not hit yet (rules 5, 8)."""
    if weapon.facts.shot is None:
        return ()
    bearer = _user(weapon)
    if not numbers.may_shoot(weapon, bearer):
        return ()
    return tuple(
        piece.id for piece in battle.of(weapon.side.other) if may_aim(numbers, weapon, bearer, piece)
    )


def _declared(numbers: Numbers, weapon: CardInPlay, aims: tuple[int, ...]) -> Use:
    shot = weapon.facts.shot
    assert shot is not None, "only weapons that can be fired are asked about"  # noqa: S101
    return Use(
        weapon.name,
        targets=(Target(there=bool(aims)),),
        cost=Cost(numbers.fire_cost(weapon, _user(weapon), shot.cost)),
    )


def _user(weapon: CardInPlay) -> CardInPlay:
    """Who fires a weapon."""
    return weapon if weapon.facts.permanent or weapon.host is None else weapon.host


def fire(run: GameContext, battle: BattleState, side: Side, option: Option) -> Run[bool]:
    """Choose a target, pay, draw, and see whether it is hit."""
    answer = yield PickCards(side, PromptKind.CHOOSE_TARGET, option.targets, 0, 1, option.card, option.kind)
    if not isinstance(answer, tuple) or not answer:
        return False
    weapon, target = run.state.card(option.card), run.state.card(answer[0])
    paid = run.legality.try_out(run.legality.position(side), _declared(run.numbers, weapon, option.targets))
    assert isinstance(paid, Paid), "only weapons that can be paid are on offer"  # noqa: S101
    cost = run.pay(side, paid)
    battle.shots[weapon.id] = battle.shots.get(weapon.id, 0) + 1
    run.tell(ActionTaken, side, option.kind, weapon.id, target.id, cost)
    before, run.under_way.shot = run.under_way.shot, ShotUnderWay(weapon, target)
    user = _user(weapon)
    yield from run.window(side, ResponseTrigger.FIRING, (weapon.id, user.id), detail="about")
    shot = _shoot(run, side, weapon, target)
    yield from perform(run, side, option, ResponseTrigger.WEAPON_TARGETING, shot, about=(target.id,))
    yield from run.window(side, ResponseTrigger.FIRING, (weapon.id, user.id), detail="fired")
    run.under_way.shot = before
    return True


def _shoot(run: GameContext, side: Side, weapon: CardInPlay, target: CardInPlay) -> Run[None]:
    """A failed draw goes in the target's favor (rules 11)."""
    shot, fired = weapon.facts.shot, run.under_way.shot
    assert shot is not None and fired is not None  # noqa: S101, PT018
    if fired.canceled or target.location is None:
        return
    each, more = run.numbers.weapon_destiny(weapon, target)
    drawn = yield from draw_destinies(run, side, shot.draws, "weapon destiny", each=each + fired.each)
    total = None if drawn is None else drawn + shot.bonus + more + fired.total
    needed = run.numbers.defense(target)
    hit = exceeds(total, needed)
    run.tell(WeaponFired, side, weapon.id, target.id, total, needed, hit)
    if not hit:
        return
    yield from run.window(side, ResponseTrigger.HIT, (target.id, weapon.id), detail="about")
    if _gone(target):
        return
    target.hit = True
    target.forfeit_zero = target.forfeit_zero or shot.forfeit == 0
    run.tell(CardHit, target.id)
    yield from run.window(side, ResponseTrigger.HIT, (target.id, weapon.id), detail="hit")


def _gone(target: CardInPlay) -> bool:
    """Whether a response took the target off its place, or hit it already."""
    return target.location is None or target.hit
