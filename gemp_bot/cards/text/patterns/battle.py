"""Battles: total power, attrition, damage, who may start one and what it costs."""

from typing import Final

from gemp_bot.cards.text.facts import Action
from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

RULES: Final[tuple[Rule[K], ...]] = (
    rule("to initiate battle here, you must use \\+<amount> Force", K.BATTLE_COST, who="you", where="here"),
    rule(
        "to initiate battle here, opponent must use \\+<amount> Force",
        K.BATTLE_COST,
        who="opponent",
        where="here",
    ),
    rule(
        "(?:either player|players) (?:may )?initiate battles? here for free",
        K.BATTLE_COST,
        who="both players",
        amount=0,
        where="here",
    ),
    rule("(?:shuttle|escort) (?:a )?<what>", K.MAY, action=Action.CARRY),
    rule("reduces? attrition against you by <amount>", K.ATTRITION_BONUS, who="you", sign=-1),
    rule("your total power(?: here| there)? is (?=[+-])<amount>", K.TOTAL_POWER_BONUS, who="you"),
    rule("your total power (?:is )?(?=[+-])<amount>", K.TOTAL_POWER_BONUS, who="you"),
    rule(
        "your total power is (?=[+-])<amount> in battles?(?: at| on)? <where>", K.TOTAL_POWER_BONUS, who="you"
    ),
    rule("your total power is (?=[+-])<amount> in battles?", K.TOTAL_POWER_BONUS, who="you"),
    rule(
        "your total power (?:at|on|in battles at) <where> is (?=[+-])<amount>", K.TOTAL_POWER_BONUS, who="you"
    ),
    rule("opponent's total power(?: here)? is (?=[+-])<amount>", K.TOTAL_POWER_BONUS, who="opponent"),
    rule("adds? <amount> to (?:your )?total power", K.TOTAL_POWER_BONUS, who="you"),
    rule(
        "adds? <amount> to your total power in battles?(?: at| on)? <where>", K.TOTAL_POWER_BONUS, who="you"
    ),
    rule("subtracts? <amount> from opponent's total power", K.TOTAL_POWER_BONUS, who="opponent", sign=-1),
    rule(
        "adds? <amount> to (?:your )?(?:total )?attrition against opponent", K.ATTRITION_BONUS, who="opponent"
    ),
    rule(
        "(?:your )?(?:total )?attrition against opponent(?: here)? is (?=[+-])<amount>",
        K.ATTRITION_BONUS,
        who="opponent",
    ),
    rule("(?:total )?attrition against you(?: here)? is (?=[+-])<amount>", K.ATTRITION_BONUS, who="you"),
    rule("subtracts? <amount> from (?:total )?attrition against you", K.ATTRITION_BONUS, who="you", sign=-1),
    rule("(?:reduces?) (?:total )?attrition against you by <amount>", K.ATTRITION_BONUS, who="you", sign=-1),
    rule("attrition against opponent is (?=[+-])<amount>", K.ATTRITION_BONUS, who="opponent"),
    rule("opponent's battle damage is (?=[+-])<amount>", K.BATTLE_DAMAGE_BONUS, who="opponent"),
    rule("(?:reduces?) your battle damage by <amount>", K.BATTLE_DAMAGE_BONUS, who="you", sign=-1),
    rule(
        "reduces? (?:attrition|battle damage) (?:and battle damage )?against you by <amount>",
        K.BATTLE_DAMAGE_BONUS,
        who="you",
        sign=-1,
    ),
    rule(
        "adds? <amount> to (?:a |your |each )?race destiny(?: draws?)?", K.DESTINY_BONUS, what="race destiny"
    ),
    rule("adds? <amount> to your race total", K.TOTAL_BONUS, what="race total"),
    rule("adds? <amount> to (?:your )?duel total", K.TOTAL_BONUS, what="duel total"),
    rule("(?:may )?initiate battles?", K.MAY, action=Action.INITIATE_BATTLE),
    rule("initiate battles for free", K.BATTLE_COST, who="you", amount=0),
    rule("you (?:may )?initiate battles for free", K.BATTLE_COST, who="you", amount=0),
    rule(
        "opponent must (?:first )?use \\+?<amount> Force to initiate (?:a )?battles?",
        K.BATTLE_COST,
        who="opponent",
    ),
    rule("initiating battles? (?:here )?costs opponent \\+?<amount> Force", K.BATTLE_COST, who="opponent"),
    rule("cancel all remaining battle damage", K.SATISFIES, what="all remaining battle damage"),
    rule(
        "(?:cancel|satisf(?:y|ies)) all (?:remaining )?attrition(?: against you)?(?: remaining)?",
        K.SATISFIES,
        what="all attrition against you",
    ),
    rule(
        "satisf(?:y|ies) all remaining (?:attrition and )?battle damage(?: and attrition)?(?: against you)?",
        K.SATISFIES,
        what="all remaining battle damage",
    ),
    rule("cancel the battle", K.CANCELS, what="battle"),
    rule("initiate (?:a|the) battle", K.BATTLE_STARTED),
    rule("(?:any )?'?hit'? targets are immediately lost", K.LOST, who="hit targets"),
    rule(
        "reset (?:opponent's )?total battle destiny(?: here)? to <limit>",
        K.TOTAL_BONUS,
        what="total battle destiny is reset",
        who="opponent",
    ),
    rule(
        "(?:reset )opponent's total power (?:here )?to <limit>",
        K.TOTAL_BONUS,
        what="total power is reset",
        who="opponent",
    ),
)
