"""Immunity, to attrition and to cards."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K

RULES: Final[tuple[Rule[K], ...]] = (
    rule("immune to attrition", K.IMMUNE_TO_ATTRITION),
    rule("(?:is |are )?immune to attrition < <limit>", K.IMMUNE_TO_ATTRITION),
    rule("immune to <what>,? and attrition < <limit>", K.IMMUNE_TO_ATTRITION),
    rule("immune to <what>,? and attrition", K.IMMUNE_TO_ATTRITION),
    rule(
        "(?:adds?|raises?) <amount> to (?:its |his |her |their )?immunity(?: to attrition)?",
        K.IMMUNITY_CHANGED,
    ),
    rule("immunity to attrition \\+?<amount>", K.IMMUNITY_CHANGED),
    rule("<who> adds? <amount> to (?:its |his |her |their )?immunity(?: to attrition)?", K.IMMUNITY_CHANGED),
    rule("(?:loses? )(?:its |his |her |their |all )?immunity to attrition", K.LOSES_IMMUNITY),
    rule("<who> loses? (?:its |his |her |their |all )?immunity to attrition", K.LOSES_IMMUNITY),
    rule("(?:always )?immune to (?!.*attrition)<what>", K.IMMUNE_TO),
    rule("<who> (?:is|are) (?:always |each |also )?immune to (?!.*attrition)<what>", K.IMMUNE_TO),
)
