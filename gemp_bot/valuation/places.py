"""What a place is worth, in Force, whoever stands there: battles, and the drains of the next turns.

How often those who stand there are attacked depends on who they are and on what the opponent can bring
(`valuation/reply.py`), as in recorded games (`valuation/attacks.py`). How long a place is held is what came
of the locations of recorded games on a real server, from the end of a turn of ours on: `python -m
benchmarks.held JOURNAL ...` counts it again. All is reckoned against nobody standing there, for either may
still come.
"""

from typing import NamedTuple

import msgspec

from gemp_bot.valuation import attacks
from gemp_bot.valuation.battle_estimate import BattleEstimate, clash
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import NOBODY, Group, LocationNumbers

_Points = tuple[tuple[float, float], ...]
"""A line by its corners."""

STANDING = 0.15
"""Being somewhere at all: the opponent cannot deploy next to a location he does not see."""
COUNTED = 4.0
"""Turns of which is counted how many a place is held."""
_NOBODY = (0.6, 0.6)
"""Of these, turns that we hold a place where nobody stands today, and that they do."""
_ALONE: tuple[_Points, _Points] = (
    ((1.5, 1.75), (4.0, 2.3), (6.5, 3.0), (10.0, 3.1)),
    ((1.5, 1.27), (4.0, 0.55), (6.5, 0.38), (10.0, 0.2)),
)
"""The same where we stand alone, by our power: ours, theirs."""
_OUT_OF_REACH = (3.75, 0.1)
"""The same where they have no Force icons, and cannot deploy therefore (rules 20)."""
_THEY_ALONE: tuple[_Points, _Points] = (
    ((1.5, 0.65), (4.0, 0.5), (10.0, 0.25)),
    ((1.5, 2.3), (4.0, 2.95), (10.0, 3.2)),
)
"""The same where they stand alone, by their power."""
_BOTH: tuple[_Points, _Points] = (
    ((-6.0, 0.2), (-2.0, 0.5), (0.0, 0.85), (2.0, 1.05), (5.0, 1.6), (9.0, 2.0)),
    ((-6.0, 2.7), (-2.0, 2.0), (0.0, 1.45), (2.0, 1.2), (5.0, 0.85), (9.0, 0.6)),
)
"""The same where both stand, by how much more power we have.

Where we were weaker, 0.98 and 1.14 were counted; but there we brought more, or left with what it had cost.
"""
_RETREAT = 0.5
"""What walking away from a place costs, in Force: the move, and where to."""
_AGAIN = 1.8
"""How often those who stand somewhere are attacked in all these turns, for once in the next one."""
_STRIKE = Group(8, 4, 5, present=True, draws=1, cards=1)
"""Who comes at the least to attack somebody who stands alone.

They were power 6.9 on average in 72 attacks on power below 5. With 8, an attack on power below 4 costs 5.9
(6.3 in 58): a large group costs more than a small one saves.
"""
_LEAD = 2.5
"""Power by which they are ahead at the least where they attack somebody who stands alone.

On average 1.7 in 45 attacks on power of 4 and more. With 2.5, one on power 4 to 6 costs 1.9 (2.1 in 41).
"""
_LEADS: _Points = ((-2.0, 6.0), (0.0, 4.3), (2.0, 2.4), (4.5, 0.3))
"""The same where both stand, by how much more power we had at the end of our turn: the weaker, the more come.

Counted in 154 games on a real server, at 173 attacks on locations that somebody of ours had come to in that
turn: they were ahead by 5.3 where we were behind by 3 and more (12), 6.1 by 1 to 3 (29), 4.3 where both were
alike (59), 2.4 where we were ahead by 1 to 3 (47), 0.3 by 3 to 6 (18).
"""
_GONE: _Points = ((-3.2, 0.1), (1.1, 0.37), (4.0, 0.57), (8.4, 0.75))
"""How likely they are gone by our next turn where both stand and we still do, by how much more power we had.

Counted in 124 games by `python -m benchmarks.held`, at 175 places: 2 of 21 where we were behind, by 3.2 on
average, 19 of 52 where we were ahead by 1.1, 29 of 51 by 4.0, 38 of 51 by 8.4.
"""
_JOINED: _Points = ((-3.2, 0.1), (1.1, 0.31), (4.0, 0.37), (8.4, 0.18))
"""The same that they are more: 2, 16, 19 and 9; by 2.5, 4.2, 4.8 and 5.3 power, about what `_LEADS` says."""
FEARED = 0.02
"""Chance of an attack that leaves nobody of us from which on it is looked at, and told."""


class Prospects(NamedTuple):
    """What a place is worth in a turn of ours, in Force.

    Attributes:
        waited: if we start no battle there.
        fought: if we start one; None where there is none to start.
    """

    waited: float
    fought: float | None = None

    @property
    def fights(self) -> bool:
        """Whether a battle promises more than waiting."""
        return self.fought is not None and self.fought > self.waited

    @property
    def best(self) -> float:
        """What it is worth with the better of both."""
        return self.waited if self.fought is None else max(self.waited, self.fought)


def prospects(
    place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook, *, leaving: bool = True
) -> Prospects:
    """What a place is worth with these groups if we may start a battle there before they may.

    Args:
        place: where.
        mine: who of us would stand there.
        theirs: who of them would.
        outlook: what the game is like.
        leaving: who starts no battle there may walk away; not those who have only come.
    """
    if not theirs.present:
        return Prospects(_ours(place, mine, outlook) if mine.present else 0.0)
    if not mine.present:
        return Prospects(_theirs(place, theirs, outlook))
    waiting = _waiting(place, mine, theirs, outlook)
    stay = max(waiting, _leaving(place, mine, theirs, outlook)) if leaving else waiting
    stay -= outlook.standoff
    battle = _our_battle(place, mine, theirs, outlook)
    if battle is None:
        return Prospects(stay)
    after = _after(place, mine, theirs, battle, outlook, waiting=waiting)
    return Prospects(stay, outlook.weights.battle_share * battle.net + after)


def worth(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook, *, ours_first: bool) -> float:
    """What a place is worth with these groups.

    Args:
        place: where.
        mine: who of us would stand there.
        theirs: who of them would.
        outlook: what the game is like.
        ours_first: we may start a battle there before they may.
    """
    if ours_first or not (mine.present and theirs.present):
        return prospects(place, mine, theirs, outlook).best
    return _waiting(place, mine, theirs, outlook) - outlook.standoff


def aftermath(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What a place is worth once a battle that we start there now is over."""
    battle = _clash_now(mine, theirs, outlook)
    return _after(place, mine, theirs, battle, outlook, waiting=_waiting(place, mine, theirs, outlook))


def waited(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What a place where both stand is worth if we start no battle there: we stay, or walk away in time."""
    stay = max(_waiting(place, mine, theirs, outlook), _leaving(place, mine, theirs, outlook))
    return stay - outlook.standoff


def stranded(place: LocationNumbers, outlook: Outlook) -> float:
    """What a place where both stand loses if we start no battle there, and nobody walks away after all."""
    mine, theirs = place.mine, place.theirs
    if not (mine.present and theirs.present) or mine.kept_out:
        return 0.0
    return max(_away(place, theirs, outlook) - _waiting(place, mine, theirs, outlook), 0.0)


def overrun(place: LocationNumbers, outlook: Outlook) -> float:
    """How likely they attack us at a place in their next turn, and leave nobody of us there."""
    hit = _feared(place, outlook)
    return hit * _struck(place.mine, outlook, place.theirs).wiped if hit else 0.0


def unforfeited(place: LocationNumbers, outlook: Outlook) -> float:
    """Battle damage that their attacks on us at a place leave once nobody is there to be forfeited.

    Counted at 580 ends of turns in 51 games: where an attack in the next turn was foreseen to leave 0.03,
    0.11, 0.32 and 0.68 at all places, 0.10, 0.18, 0.54 and 0.62 came of it (155), and where 3.5, 0.6 (21).
    """
    hit = _feared(place, outlook)
    return _AGAIN * hit * _struck(place.mine, outlook, place.theirs).unforfeited if hit else 0.0


def _feared(place: LocationNumbers, outlook: Outlook) -> float:
    """How likely they attack us at a place in their next turn."""
    mine, theirs = place.mine, place.theirs
    if not mine.present:
        return 0.0
    return _attacked(place, mine, theirs, outlook) if theirs.present else _hit(place, mine, outlook)


def taken(place: LocationNumbers) -> LocationNumbers:
    """A place after an attack that left nobody of us there."""
    theirs = place.theirs if place.theirs.present else _STRIKE
    return msgspec.structs.replace(place, mine=NOBODY, theirs=theirs)


def after_their_turn(
    place: LocationNumbers, left: tuple[float, float, float, float]
) -> tuple[tuple[float, LocationNumbers], ...]:
    """What a place where both stand may be as our next turn begins, each with its chance.

    Args:
        place: where.
        left: how likely a battle there, if any, leaves both, us alone, them alone, and nobody.
    """
    both, ours, theirs, nobody = left
    ahead = place.mine.power - place.theirs.power
    gone, joined = both * _at(_GONE, ahead), both * _at(_JOINED, ahead)
    return (
        (both - gone - joined, place),
        (ours + gone, msgspec.structs.replace(place, theirs=NOBODY)),
        (theirs, msgspec.structs.replace(place, mine=NOBODY)),
        (nobody, msgspec.structs.replace(place, mine=NOBODY, theirs=NOBODY)),
        (joined, msgspec.structs.replace(place, theirs=_strengthened(place.mine, place.theirs))),
    )


def risk(place: LocationNumbers, mine: Group, outlook: Outlook) -> float:
    """What standing alone at a place risks, in Force a turn."""
    return _hit(place, mine, outlook) * max(-_struck(mine, outlook).net, 0.0)


def staying_share(place: LocationNumbers, mine: Group, outlook: Outlook, *, control: bool) -> float:
    """How many turns a group is likely to hold a place, as a share of those that it would hold it unopposed.

    Args:
        place: where.
        mine: who of us would stand there, and may start a battle there before they may.
        outlook: what the game is like.
        control: whether the opponent may not stand there, too.
    """
    theirs = place.theirs
    if not theirs.present or not mine.present:
        return 1.0

    def turns(points: tuple[_Points, _Points], power: float) -> float:
        return _at(points[0], power) if control else COUNTED - _at(points[1], power)

    battle = _our_battle(place, mine, theirs, outlook)
    if battle is not None:
        both, ours, _, _ = _left(battle)
        held = ours * turns(_ALONE, mine.power) + both * turns(_BOTH, mine.power - theirs.power)
    else:
        held = turns(_BOTH, mine.power - theirs.power)
    return min(held / turns(_ALONE, mine.power), 1.0)


def spied_on(place: LocationNumbers, outlook: Outlook) -> float:
    """What an Undercover spy of ours brings at a place: they do not drain there."""
    quiet = msgspec.structs.replace(place, their_drain=0.0)
    mine, theirs = place.mine, place.theirs
    return prospects(quiet, mine, theirs, outlook).best - prospects(place, mine, theirs, outlook).best


def _held(place: LocationNumbers, mine: Group, outlook: Outlook, *, ours: float, theirs: float) -> float:
    """Drains of a place that we hold, and they hold, for so many turns of those that are counted."""
    share = outlook.turns / COUNTED
    drains = not mine.present or mine.ability > 0 or not outlook.sees_cards
    drained = max(place.drain + mine.there.drain.force, 0.0) if drains else 0.0
    bled = place.their_drain * outlook.urgency
    # Where they have no Force icons they hold no more without us than with us: nobody is kept from draining.
    unheld = _NOBODY[1] if place.their_gives > 0 else _OUT_OF_REACH[1]
    return share * (drained * (ours - _NOBODY[0]) - bled * (theirs - unheld))


def _at(points: _Points, x: float) -> float:
    """The height of a line at `x`; level before its first corner and after its last one."""
    before = points[0]
    for point in points:
        if x <= point[0]:
            share = 1.0 if point[0] == before[0] else (x - before[0]) / (point[0] - before[0])
            return before[1] + share * (point[1] - before[1])
        before = point
    return before[1]


def _hit(place: LocationNumbers, mine: Group, outlook: Outlook) -> float:
    """How often they attack those who stand alone in their next turn."""
    if place.their_gives <= 0 or not place.their_battle:
        return 0.0
    often = outlook.caution * outlook.weights.attack_risk
    chance = attacks.on_us_alone(mine.power, mine.ability, outlook.reply.around(place))
    return min(often * chance, 1.0)


def _struck(mine: Group, outlook: Outlook, theirs: Group = NOBODY) -> BattleEstimate:
    """The battle of their next turn, if they start one: they bring as many as are enough."""
    if theirs.present:
        theirs = _strengthened(mine, theirs)
    else:
        power = max(mine.power + _LEAD - theirs.power, _STRIKE.power)
        theirs = msgspec.structs.replace(_STRIKE, power=power)
    return clash(mine, theirs, outlook.destiny, outlook.their_destiny)


def _strengthened(mine: Group, theirs: Group) -> Group:
    """Those who stand beside us, with as many more as are enough."""
    lacking = mine.power + _at(_LEADS, mine.power - theirs.power) - theirs.power
    return theirs.with_more(max(lacking, 0.0), _STRIKE.ability, _STRIKE.forfeit)


def _ours(place: LocationNumbers, mine: Group, outlook: Outlook) -> float:
    """We alone are there."""
    if place.their_gives <= 0:
        ours, theirs = _OUT_OF_REACH
        return STANDING + _held(place, mine, outlook, ours=ours, theirs=theirs)
    ours, theirs = _at(_ALONE[0], mine.power), _at(_ALONE[1], mine.power)
    value = STANDING + _held(place, mine, outlook, ours=ours, theirs=theirs)
    hit = _hit(place, mine, outlook)
    return value + _AGAIN * hit * min(_struck(mine, outlook).net, 0.0) if hit else value


def _away(place: LocationNumbers, theirs: Group, outlook: Outlook) -> float:
    """Both are there, and we walk away."""
    return _theirs(place, theirs, outlook) - _RETREAT


def _leaving(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """The same as soon as we may: who is kept out of battles this turn does not move in it either, mostly."""
    away = _away(place, theirs, outlook)
    if not mine.kept_out:
        return away
    return away + _attacked(place, mine, theirs, outlook) * min(_struck(mine, outlook, theirs).net, 0.0)


def _theirs(place: LocationNumbers, theirs: Group, outlook: Outlook) -> float:
    """They alone are there."""
    ours, lost = _at(_THEY_ALONE[0], theirs.power), _at(_THEY_ALONE[1], theirs.power)
    if not theirs.controls:
        lost = 0.0  # Operatives on their planet do not drain
    return min(_held(place, NOBODY, outlook, ours=min(ours, _NOBODY[0]), theirs=lost), 0.0)


def _against(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """Both are there, after all battles of the turn."""
    if not ((place.battle and mine.there.battle) or place.their_battle):
        return _held(place, mine, outlook, ours=0.0, theirs=0.0)
    ahead = mine.power - theirs.power
    return _held(place, mine, outlook, ours=_at(_BOTH[0], ahead), theirs=_at(_BOTH[1], ahead))


def _after(
    place: LocationNumbers,
    mine: Group,
    theirs: Group,
    battle: BattleEstimate,
    outlook: Outlook,
    *,
    waiting: float,
) -> float:
    """After a battle: one side is gone, or both, or nobody; `waiting` is the worth of a place both hold.

    Who is left is taken to be whole. A group keeps two thirds of its power where it paid, but so it does
    where the others attack: with the first alone waiting looks better than it is (docs/strength.md).
    """
    both, ours, they, _ = _left(battle)
    if outlook.standoff:
        # A standoff of the next turn costs no more than to walk away before.
        waiting = max(waiting - outlook.standoff, min(waiting, _away(place, theirs, outlook)))
    return ours * _ours(place, mine, outlook) + they * _theirs(place, theirs, outlook) + both * waiting


def _our_battle(
    place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook
) -> BattleEstimate | None:
    """A battle that we start there this turn; None where we may not, or nobody may take part in it."""
    allowed = place.battle and mine.there.battle
    if not (allowed and mine.fighting.present and theirs.fighting.present):
        return None
    return _clash_now(mine, theirs, outlook)


def _clash_now(mine: Group, theirs: Group, outlook: Outlook) -> BattleEstimate:
    """A battle of this turn, without those whom a text keeps out of it."""
    return clash(mine.fighting, theirs.fighting, outlook.destiny, outlook.their_destiny)


def _left(battle: BattleEstimate) -> tuple[float, float, float, float]:
    """How likely both are left after a battle that we begin, we alone, they alone, and nobody."""
    stays, they_stay = 1 - battle.wiped, 1 - battle.cleared
    return stays * they_stay, stays * battle.cleared, battle.wiped * they_stay, battle.wiped * battle.cleared


def after_battle(place: LocationNumbers, outlook: Outlook) -> tuple[tuple[float, LocationNumbers], ...]:
    """What a place where we start a battle now may be as our next turn begins, each with its chance."""
    return after_their_turn(place, _left(_clash_now(place.mine, place.theirs, outlook)))


def _waiting(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """Both are there, and we start no battle; what a standoff costs is left out.

    It is lost before anybody walks away, and not where there was a battle.
    """
    lost = min(_struck(mine, outlook, theirs).net, 0.0)
    fought = _AGAIN * _attacked(place, mine, theirs, outlook) * lost
    return _against(place, mine, theirs, outlook) + fought


def _attacked(place: LocationNumbers, mine: Group, theirs: Group, outlook: Outlook) -> float:
    """How often they start a battle in their next turn where both are."""
    if not place.their_battle:
        return 0.0
    ahead = mine.power - theirs.power
    often = attacks.on_both(ahead, mine.ability - theirs.ability, outlook.reply.around(place))
    return min(outlook.weights.attack_risk * often, 1.0)
