"""Printed numbers that change, and numbers that are set."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import Action, Stat
from gemp_bot.cards.text import FactKind as K

_OWN = r"(?:his|her|its|their)"
_HE = r"(?:he|she|it)"
_ANYTHING = r"(?:anything|any ship|any starship or vehicle)"

RULES: Final[tuple[Rule[K], ...]] = (
    rule(
        (
            f"adds? <amount> to (?:the )?<stats> of {_ANYTHING} {_HE} (?:pilots|drives|pilots or "
            f"drives|drives or pilots)"
        ),
        K.PILOT_BONUS,
        what="anything",
    ),
    rule(
        (
            f"adds? <amount> to (?:the )?<stats> of (?:any |each )?<what> {_HE} (?:pilots|drives|"
            f"pilots or drives|rides|is piloting|is driving)"
        ),
        K.PILOT_BONUS,
    ),
    rule(f"<amount> to <stats> of {_ANYTHING} {_HE} (?:pilots|drives)", K.PILOT_BONUS, what="anything"),
    rule(
        "(?:pilot )?adds? <amount> to (?:(?:its|his|her) )?(?=maneuver|armor|hyperspeed)<stats>",
        K.PILOT_BONUS,
    ),
    rule(f"(?:adds?) <amount> to {_OWN} <stats>", K.STAT_BONUS),
    rule("adds? <amount> to (?=power|forfeit|defense value|ability|landspeed|politics)<stats>", K.STAT_BONUS),
    rule("<stats> (?:is |are |each )?(?=[+-])<amount>(?: here)?", K.STAT_BONUS),
    rule("(?:is|are) (?:each )?<stats> (?=[+-])<amount>(?: here)?", K.STAT_BONUS),
    rule("(?:each )?deploy and forfeit (?=[+-])<amount>", K.STAT_BONUS, stats=(Stat.DEPLOY, Stat.FORFEIT)),
    rule("<who>'s? <stats> (?:is|are) (?=[+-])<amount>", K.STAT_BONUS),
    rule("adds? <amount> to (?:the )?<stats> of <who>", K.STAT_BONUS),
    rule("subtracts? <amount> from (?:the )?<stats> of <who>", K.STAT_BONUS, sign=-1),
    rule("adds? <amount> to <who>'s? <stats>", K.STAT_BONUS),
    rule("subtracts? <amount> from <who>'s? <stats>", K.STAT_BONUS, sign=-1),
    rule("subtracts? <amount> from (?:its|his|her|target's) <stats>", K.STAT_BONUS, who="target", sign=-1),
    rule("reduces? (?:the )?<stats> of <who> by <amount>", K.STAT_BONUS, sign=-1),
    rule("target(?:'s| is) <stats> (?:is )?(?=[+-])<amount>", K.STAT_BONUS, who="target"),
    rule("<stats> (?:=|is) <amount>", K.STAT_SET),
    rule("target's <stats> (?:=|is|are) <amount>", K.STAT_SET, who="target"),
    rule("<who>'s? <stats> (?:=|is|are) (?![+-])<amount>", K.STAT_SET),
    rule("<who> (?:is|are) <stats> = <amount>", K.STAT_SET),
    rule("doubles? (?:the )?<stats> of <who>", K.STAT_SET, formula="doubled"),
    rule("<who>'s? <stats> (?:is|are) doubled", K.STAT_SET, formula="doubled"),
    rule("<stat> may not be increased", K.MAY_NOT, action=Action.INCREASE),
    rule("game text (?:is )?canceled", K.CANCELS_TEXT),
)
