"""What a place is worth, in Force, whoever stands there: a battle of ours, their reply, our drains, and on.

The reply is what opponents do on a server. Of 1,157 cards or groups of recorded games that stood alone at
the end of their turn the opponent attacked the fewer the more power they had, and none where he had no Force
icons; of 415 that stood against him he attacked the more the weaker they were. `python -m
benchmarks.replies JOURNAL ...` counts it again.
"""

from math import exp

import msgspec

from gemp_bot.valuation.battle_estimate import FORFEITED, BattleEstimate, clash
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import Group, LocationView

_STANDING = 0.15
"""Being somewhere at all: the opponent cannot deploy next to a location he does not see."""
_ATTACKED = ((1.5, 0.16), (4.0, 0.10), (6.5, 0.03), (10.0, 0.0))
"""How often those who stand alone are attacked in the opponent's next turn, by their power."""
_JOINED = ((4.0, 0.15), (6.5, 0.09), (10.0, 0.04))
"""How often he only comes to where they are."""
_IN_SPACE = 0.35
"""The same at systems, as a share of that."""
_STRIKE = Group(5.5, 4, 5, present=True, draws=1, cards=1)
"""Who comes to attack somebody who stands alone."""
_FACED = 3.5
"""Power that they meet at the most: for more they bring more."""
_WEAKER, _STRONGER = 0.6, 0.13
"""How often they attack those who stand against them: who is weaker, who is stronger."""
_REINFORCED = 0.35
"""How often they bring more to a battle of theirs."""
_HELD, _HELD_BY_THEM = 0.85, 0.95
"""How much of the later turns those are still there who hold a place."""
_WON, _DRIVEN, _DECISIVE = 0.5, 0.8, 2.0
"""How often who is stronger where both stand has the place later: we of them, they of us; and power for that."""
_CONTESTED = 0.5
"""How much of the later turns we hold a place they came to."""
_BLOCKED = 0.07
"""How often they would come to drain at a place we now hold."""


class _Later(msgspec.Struct, frozen=True):
    """What the turns after their next one bring at a place, in Force.

    Attributes:
        held: if we alone are there. lost: what it costs if they alone are.
    """

    held: float
    lost: float

    def both(self, mine: Group, theirs: Group) -> float:
        """If both are there: the stronger will drive the other away, and the other loses his cards."""
        ahead = 1 / (1 + exp(-(mine.power - theirs.power) / _DECISIVE))
        won = _WON * (self.held + FORFEITED * theirs.forfeit)
        driven = _DRIVEN * (self.lost + FORFEITED * mine.forfeit)
        return ahead * won - (1 - ahead) * driven

    def after(self, battle: BattleEstimate, mine: Group, theirs: Group) -> float:
        """After a battle."""
        stays, they_stay = 1 - battle.wiped, 1 - battle.cleared
        return (
            stays * battle.cleared * self.held
            - battle.wiped * they_stay * self.lost
            + stays * they_stay * self.both(mine, theirs)
        )


def worth(place: LocationView, mine: Group, theirs: Group, outlook: Outlook, *, ours_first: bool) -> float:
    """What a place is worth with these groups.

    Args:
        place: where.
        mine: who of us would stand there.
        theirs: who of them would.
        outlook: what the game is like.
        ours_first: we may start a battle there before they may.
    """
    if not mine.present and not theirs.present:
        return 0.0
    if not theirs.present:
        return _ours(place, mine, outlook)
    if not mine.present:
        return -_bled(place, outlook) * (1 + _HELD_BY_THEM * (outlook.turns - 1))
    waiting = _waiting(place, mine, theirs, outlook)
    return max(waiting, fought(place, mine, theirs, outlook)) if ours_first else waiting


def fights(place: LocationView, mine: Group, theirs: Group, outlook: Outlook) -> bool:
    """Whether we would start a battle at a place with these groups: it promises more than waiting."""
    if not mine.present or not theirs.present:
        return False
    return fought(place, mine, theirs, outlook) > _waiting(place, mine, theirs, outlook)


def fought(place: LocationView, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What a place is worth if we start a battle there now."""
    battle = clash(mine, theirs, outlook.destiny, outlook.their_destiny)
    return outlook.weights.battle_share * battle.net + aftermath(place, mine, theirs, outlook)


def aftermath(place: LocationView, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What a place is worth once a battle that we start there now is over."""
    battle = clash(mine, theirs, outlook.destiny, outlook.their_destiny)
    stays, they_stay = 1 - battle.wiped, 1 - battle.cleared
    value = -battle.wiped * they_stay * _bled(place, outlook) * (1 + _HELD_BY_THEM * (outlook.turns - 1))
    if battle.cleared > 0:
        value += stays * battle.cleared * _ours(place, mine, outlook)
    return value + stays * they_stay * _later(place, mine, outlook).both(mine, theirs)


def waited(place: LocationView, outlook: Outlook) -> float:
    """What a place where both stand is worth if we start no battle there."""
    return _waiting(place, place.mine, place.theirs, outlook)


def risk(place: LocationView, mine: Group, outlook: Outlook) -> float:
    """What standing alone at a place risks, in Force a turn."""
    hit, _ = _visits(place, mine, outlook)
    return hit * max(-_struck(mine, outlook).net, 0.0)


def _drained(place: LocationView, mine: Group, outlook: Outlook) -> float:
    return place.drain if mine.ability > 0 or not outlook.sees_cards else 0.0


def _bled(place: LocationView, outlook: Outlook) -> float:
    return place.their_drain * outlook.urgency


def _later(place: LocationView, mine: Group, outlook: Outlook) -> _Later:
    turns = max(outlook.turns - 1, 0.0)
    return _Later(
        _HELD * turns * _drained(place, mine, outlook), _HELD_BY_THEM * turns * _bled(place, outlook)
    )


def _visits(place: LocationView, mine: Group, outlook: Outlook) -> tuple[float, float]:
    """How often they attack those who stand alone in their next turn, and how often they only come.

    Nobody deploys to a place without Force icons of his own where he has nobody (rules 20).
    """
    if place.their_gives <= 0:
        return 0.0, 0.0
    share = outlook.caution * (_IN_SPACE if place.stats.space else 1.0)
    return share * _at(_ATTACKED, mine.power), share * _at(_JOINED, mine.power)


def _at(points: tuple[tuple[float, float], ...], power: float) -> float:
    """The chance at this power, on the line between two points."""
    before = points[0]
    for point in points:
        if power <= point[0]:
            share = 1.0 if point[0] == before[0] else (power - before[0]) / (point[0] - before[0])
            return before[1] + share * (point[1] - before[1])
        before = point
    return before[1]


def _struck(mine: Group, outlook: Outlook) -> BattleEstimate:
    """The battle in which those are attacked who stand alone: by as many as are enough."""
    facing = mine if mine.power <= _FACED else msgspec.structs.replace(mine, power=_FACED)
    return clash(facing, _STRIKE, outlook.destiny, outlook.their_destiny)


def _ours(place: LocationView, mine: Group, outlook: Outlook) -> float:
    """We alone are there."""
    hit, joined = _visits(place, mine, outlook)
    drained = _drained(place, mine, outlook)
    later = _later(place, mine, outlook)
    value = _STANDING + _BLOCKED * _bled(place, outlook) * outlook.turns
    value += (1 - hit - joined) * (drained + later.held) + joined * _CONTESTED * later.held
    if hit:
        battle = _struck(mine, outlook)
        value += hit * min(battle.net + later.after(battle, mine, _STRIKE), drained + later.held)
    return value


def _waiting(place: LocationView, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """Both are there, and we start no battle."""
    later = _later(place, mine, outlook)
    behind = 1 / (1 + exp((mine.power - theirs.power) / 1.5))
    attacked = _STRONGER + (_WEAKER - _STRONGER) * behind
    if theirs.ability <= 0 and outlook.sees_cards:
        attacked *= _REINFORCED
    value = (1 - attacked) * later.both(mine, theirs)
    more = theirs.with_more(_STRIKE.power, _STRIKE.ability, _STRIKE.forfeit)
    for chance, group in ((1 - _REINFORCED, theirs), (_REINFORCED, more)):
        battle = clash(mine, group, outlook.destiny, outlook.their_destiny)
        value += attacked * chance * (battle.net + later.after(battle, mine, group))
    return value
