"""What a place is worth, in Force, whoever stands there."""

from gemp_bot.rules.battle import ABILITY_FOR_DESTINY
from gemp_bot.valuation.battle_estimate import clash
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import Group, LocationView

_STANDING = 0.15
"""Being somewhere at all: the opponent cannot deploy next to a location he does not see."""
_EVEN, _SURE = 0.3, 0.95
"""How often they start a battle that promises them nothing, and one that promises everything."""
_MORE_POWER, _MORE_ABILITY = 6.0, 4.0
"""What they may bring in a turn."""
_BLOCKED = 0.3
"""How often they would come to drain at a place we now hold."""


def worth(place: LocationView, mine: Group, theirs: Group, outlook: Outlook, *, ours_first: bool) -> float:
    """What a place is worth with these groups.

    Args:
        place: where.
        mine: who of us would stand there.
        theirs: who of them would.
        outlook: what the game is like.
        ours_first: we may start a battle there before they may.
    """
    weights = outlook.weights
    if not mine.present and not theirs.present:
        return 0.0
    drained, bled = outlook.turns * place.drain, outlook.turns * place.their_drain * outlook.urgency
    if not theirs.present:
        held = drained if mine.ability > 0 or not outlook.sees_cards else 0.0
        return held + _BLOCKED * bled * 0.5 + _STANDING - fear(mine, outlook)
    if not mine.present:
        return -bled
    battle = clash(mine, theirs, outlook.destiny, outlook.their_destiny)
    later = bled * max(outlook.turns - 1, 0) / outlook.turns
    even = -_EVEN * battle.wiped * later
    if battle.net > 0:
        risk = weights.their_reinforcement * (1 - battle.cleared) * _reinforced(mine, theirs, outlook)
        if ours_first:
            after = battle.cleared * (1 - battle.wiped) * drained
            return max(weights.battle_share * (battle.net + 0.7 * after) - risk, even)
        return max(0.5 * weights.battle_share * battle.net + 0.2 * drained - risk, even)
    # They start it if it is worth their while. Nobody drains here before, and they do afterwards.
    attacked = min(_EVEN + weights.their_battle_chance * -battle.net, _SURE)
    return attacked * (battle.net - battle.wiped * later)


def _reinforced(mine: Group, theirs: Group, outlook: Outlook) -> float:
    """What we lose if they bring more before they start the battle themselves."""
    more = theirs.with_more(_MORE_POWER, _MORE_ABILITY, _MORE_POWER)
    return max(-clash(mine, more, outlook.destiny, outlook.their_destiny).net, 0.0)


def fear(mine: Group, outlook: Outlook) -> float:
    """What standing alone at a place risks."""
    weights = outlook.weights
    lacking = max(weights.safe_power - mine.power, 0)
    risk = weights.weakness_risk * lacking
    if mine.ability < ABILITY_FOR_DESTINY:
        risk += weights.no_destiny_risk
    return risk * outlook.caution
