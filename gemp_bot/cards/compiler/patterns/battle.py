"""Battles: total power, attrition, damage, who may start one and what it costs."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import AT, adds, plus, same, takes
from gemp_bot.cards.text import Action
from gemp_bot.cards.text import FactKind as K

_HERE = "(?: here| there)?"
_AGAINST = "(?:total )?attrition against"
_PLAYERS = "(?:either player|players)"

RULES: Final[tuple[Rule[K], ...]] = (
    # -- totals -------------------------------------------------------------------------------------
    *(
        made
        for whose, who in (("your", "you"), ("opponent's", "opponent"))
        for made in (
            *plus(K.TOTAL_POWER_BONUS, f"{whose} total power{_HERE}", who=who),
            rule(
                f"{whose} total power is (?=[+-])<amount> in battles?(?: {AT})? <where>",
                K.TOTAL_POWER_BONUS,
                who=who,
            ),
            rule(f"{whose} total power is (?=[+-])<amount> in battles?", K.TOTAL_POWER_BONUS, who=who),
            rule(
                f"{whose} total power in battles at <where> is (?=[+-])<amount>", K.TOTAL_POWER_BONUS, who=who
            ),
        )
    ),
    *same(
        K.TOTAL_POWER_BONUS,
        "your total power (?=[+-])<amount>",
        "adds? <amount> to (?:your )?total power",
        f"adds? <amount> to your total power in battles?(?: {AT})? <where>",
        who="you",
    ),
    *takes(K.TOTAL_POWER_BONUS, "opponent's total power", who="opponent"),
    *adds(K.ATTRITION_BONUS, f"(?:your )?{_AGAINST} opponent", who="opponent"),
    *plus(K.ATTRITION_BONUS, f"(?:your )?{_AGAINST} opponent{_HERE}", who="opponent"),
    *plus(K.ATTRITION_BONUS, f"{_AGAINST} you{_HERE}", who="you"),
    *takes(K.ATTRITION_BONUS, f"{_AGAINST} you", who="you"),
    *plus(K.BATTLE_DAMAGE_BONUS, "opponent's battle damage", who="opponent"),
    *takes(K.BATTLE_DAMAGE_BONUS, "(?:your battle damage|battle damage against you)", who="you"),
    rule(
        "adds? <amount> to (?:a |your |each )?race destiny(?: draws?)?", K.DESTINY_BONUS, what="race destiny"
    ),
    rule("adds? <amount> to your race total", K.TOTAL_BONUS, what="race total"),
    rule("adds? <amount> to (?:your )?duel total", K.TOTAL_BONUS, what="duel total"),
    *(
        rule(
            f"reset (?:opponent's )?{total}{_HERE} to <limit>",
            K.TOTAL_BONUS,
            what=f"{total} is reset",
            who="opponent",
        )
        for total in ("total battle destiny", "total power")
    ),
    # -- who may start one, and for how much --------------------------------------------------------
    *(
        rule(
            rf"to initiate battle here, {who} must use \+<amount> Force",
            K.BATTLE_COST,
            who=who,
            where="here",
        )
        for who in ("you", "opponent")
    ),
    *same(
        K.BATTLE_COST,
        r"opponent must (?:first )?use \+?<amount> Force to initiate (?:a )?battles?",
        r"initiating battles? (?:here )?costs opponent \+?<amount> Force",
        who="opponent",
    ),
    rule(
        f"{_PLAYERS} (?:may )?initiate battles? here for free",
        K.BATTLE_COST,
        who="both players",
        amount=0,
        where="here",
    ),
    rule("(?:you (?:may )?)?initiate battles for free", K.BATTLE_COST, who="you", amount=0),
    rule("(?:may )?initiate battles?", K.MAY, action=Action.INITIATE_BATTLE),
    rule("initiate (?:a|the) battle", K.BATTLE_STARTED),
    rule("cancel the battle", K.CANCELS, what="battle"),
    # -- what is satisfied --------------------------------------------------------------------------
    *same(
        K.SATISFIES,
        "cancel all remaining battle damage",
        "satisf(?:y|ies) all remaining battle damage(?: against you)?",
        what="all remaining battle damage",
    ),
    rule(
        "satisf(?:y|ies) all remaining (?:attrition and battle damage|battle damage and attrition)"
        "(?: against you)?",
        K.SATISFIES,
        what="all remaining battle damage and attrition",
    ),
    rule(
        "(?:cancel|satisf(?:y|ies)) all (?:remaining )?attrition(?: against you)?(?: remaining)?",
        K.SATISFIES,
        what="all attrition against you",
    ),
    rule("(?:shuttle|escort) (?:a )?<what>", K.MAY, action=Action.CARRY),
    rule("(?:any )?'?hit'? targets are immediately lost", K.LOST, who="hit targets"),
)
