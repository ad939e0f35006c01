"""Destiny: added, counted when unable otherwise, limited, changed, canceled, used instead."""

from typing import Final

from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_OWN = (
    r"(?:your|each of your|any|a|one|its|his|her|each|each of its|each of his|each of her|"
    r"the|their|each of their)"
)
_DRAW = (
    r"(?:battle destiny draws?|weapon destiny draws?|attrition destiny draws?|destiny "
    r"draws?|battle destin(?:y|ies)|training destiny draws?|search party destiny draws?|"
    r"asteroid destiny draws?|movement destiny draws?|tractor beam destiny draws?|duel "
    r"destiny draws?|epic event destiny draws?|lightsaber weapon destiny draws?|blaster "
    r"weapon destiny draws?|character weapon destiny draws?)"
)
_UNABLE = "if (?:not able|unable|not otherwise able)(?: to)?(?: otherwise)?(?: do so)?"

RULES: Final[tuple[Rule[K], ...]] = (
    rule(
        "adds? <amount> destiny to (?:your )?total power or attrition",
        K.DESTINY_ADDED,
        what="total power or attrition",
    ),
    rule("adds? <amount> destiny to (?:power|total power) only", K.DESTINY_ADDED, what="total power"),
    rule("target draws <amount> destiny", K.DESTINY_DRAWN, who="target"),
    rule(
        "total ability of <amount> or more (?:is )?required for you to draw battle destiny(?: here)?",
        K.BATTLE_DESTINY_LIMIT,
        who="you",
        what="ability required",
    ),
    rule(
        "total ability of <amount> or more (?:is )?required for opponent to draw battle destiny(?: here)?",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
        what="ability required",
    ),
    rule(
        "(?:both sides|each player) adds? <amount> destiny to power only",
        K.DESTINY_ADDED,
        what="total power",
        who="both players",
    ),
    rule("adds? <amount> destiny to your (?:duel )?total", K.DESTINY_ADDED, what="duel total"),
    rule(
        (
            "(?:cancel and redraw|cancels? and redraws?) (?:that|a|one|any|your|opponent's) "
            "(?:just-drawn )?(?:battle |weapon )?destiny(?: draw)?(?: just drawn)?"
        ),
        K.DESTINY_CANCELED,
        what="redraw",
    ),
    rule("adds? <amount> to each player's destiny draw for <where>", K.DESTINY_BONUS, who="each player"),
    rule(
        "opponent draws no more than <limit> battle destin(?:y|ies)(?: per battle)?",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
    ),
    rule(
        "your battle destin(?:y|ies)(?: draws)?(?: here)? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="battle destiny draw",
        who="you",
    ),
    rule(
        "opponent's ability required for battle destiny (?=[+])<amount>",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
        what="more ability required",
    ),
    rule("adds? <amount> to total battle destiny", K.DESTINY_BONUS, what="total battle destiny", who="you"),
    rule("adds? <amount> to (?:your )?total", K.TOTAL_BONUS, what="total"),
    rule(
        "subtracts? <amount> from (?:any |a )?just[- ]drawn weapon destiny",
        K.DESTINY_BONUS,
        what="weapon destiny draw",
        sign=-1,
    ),
    rule("subtracts? <amount> from each destiny draw", K.DESTINY_BONUS, what="destiny draw", sign=-1),
    rule("adds? <amount>", K.TOTAL_BONUS, what="destiny or total before"),
    rule("adds? <amount> battle destin(?:y|ies)", K.BATTLE_DESTINY_ADDED),
    rule("adds? <amount> (?:additional )?battle destin(?:y|ies)(?: draws?)?", K.BATTLE_DESTINY_ADDED),
    rule(f"draws? <amount> battle destin(?:y|ies) {_UNABLE}", K.BATTLE_DESTINY_IF_UNABLE),
    rule("adds? <amount> destiny to (?:your )?total power(?: only)?", K.DESTINY_ADDED, what="total power"),
    rule(
        "adds? <amount> destiny to (?:your )?(?:total )?attrition(?: only)?",
        K.DESTINY_ADDED,
        what="attrition",
    ),
    rule(
        "adds? <amount> destiny to (?:your )?(?:total )?(?:battle damage)",
        K.DESTINY_ADDED,
        what="battle damage",
    ),
    rule("adds? <amount> destiny to (?:its|his|her|their|target's) power", K.DESTINY_ADDED, what="power"),
    rule(
        "prevents? opponent from drawing more than <limit> battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
    ),
    rule(
        "(?:opponent )?(?:may|can) draw no more than <limit> battle destin(?:y|ies)", K.BATTLE_DESTINY_LIMIT
    ),
    rule(
        "opponent (?:may draw|draws?) no more than <limit> battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
    ),
    rule(
        "opponent (?:may|can)(?: ?not) draw more than <limit> battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
    ),
    rule("you may not draw more than <limit> battle destin(?:y|ies)", K.BATTLE_DESTINY_LIMIT, who="you"),
    rule(
        "(?:neither player may|players may not) draw more than <limit> battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="both players",
    ),
    rule("prevents? opponent from drawing battle destiny", K.BATTLE_DESTINY_LIMIT, who="opponent", limit=0),
    rule(
        "opponent (?:may not|cannot) draw (?:any )?battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
        limit=0,
    ),
    rule(
        "you (?:may not|cannot) draw (?:any )?battle destin(?:y|ies)",
        K.BATTLE_DESTINY_LIMIT,
        who="you",
        limit=0,
    ),
    rule(
        "opponent (?:may not|cannot) add battle destiny", K.BATTLE_DESTINY_LIMIT, who="opponent", what="added"
    ),
    # -- their value ----------------------------------------------------------------------------
    rule(
        f"{_OWN} battle destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="battle destiny draw",
        who="you",
    ),
    rule(
        f"{_OWN} total battle destiny is (?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="total battle destiny",
        who="you",
    ),
    rule(
        "(?:each of )?opponent's battle destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="battle destiny draw",
        who="opponent",
    ),
    rule(
        "opponent's total battle destiny is (?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="total battle destiny",
        who="opponent",
    ),
    rule(
        f"{_OWN} (?:total )?weapon destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="weapon destiny draw",
    ),
    rule(f"{_OWN} total weapon destiny is (?=[+-])<amount>", K.DESTINY_BONUS, what="total weapon destiny"),
    rule(
        "opponent's total weapon destiny is (?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="total weapon destiny",
        who="opponent",
    ),
    rule(
        f"{_OWN} training destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        what="training destiny draw",
    ),
    rule(
        f"adds? <amount> to {_OWN} battle destiny draws?",
        K.DESTINY_BONUS,
        what="battle destiny draw",
        who="you",
    ),
    rule(
        "adds? <amount> to your (?:own )?total battle destiny",
        K.DESTINY_BONUS,
        what="total battle destiny",
        who="you",
    ),
    rule(
        "adds? <amount> to (?:your |a |one )?battle destiny just drawn",
        K.DESTINY_BONUS,
        what="battle destiny just drawn",
        who="you",
    ),
    rule(
        f"adds? <amount> to {_OWN} (?:total )?weapon destiny draws?",
        K.DESTINY_BONUS,
        what="weapon destiny draw",
    ),
    rule(
        f"adds? <amount> to {_OWN} lightsaber weapon destiny draws?",
        K.DESTINY_BONUS,
        what="lightsaber weapon destiny draw",
    ),
    rule(
        "adds? <amount> to (?:your |its |his |her )?total weapon destiny",
        K.DESTINY_BONUS,
        what="total weapon destiny",
    ),
    rule(
        "adds? <amount> to (?:your |its |his |her |each )?training destiny(?: draws?)?",
        K.DESTINY_BONUS,
        what="training destiny draw",
    ),
    rule(
        "adds? <amount> to (?:any |your |each )?(?:just-drawn )destiny",
        K.DESTINY_BONUS,
        what="just-drawn destiny",
    ),
    rule("adds? <amount> to destiny", K.DESTINY_BONUS, what="destiny"),
    rule(
        "adds? <amount> to (?:any|each) (?:tractor beam) destiny(?: draws?)?",
        K.DESTINY_BONUS,
        what="tractor beam destiny",
    ),
    rule(
        "subtracts? <amount> from (?:each of )?opponent's battle destiny draws?",
        K.DESTINY_BONUS,
        what="battle destiny draw",
        who="opponent",
        sign=-1,
    ),
    rule(
        "subtracts? <amount> from opponent's total battle destiny",
        K.DESTINY_BONUS,
        what="total battle destiny",
        who="opponent",
        sign=-1,
    ),
    rule(
        "subtracts? <amount> from (?:each of )?opponent's (?:total )?weapon destiny draws?",
        K.DESTINY_BONUS,
        what="weapon destiny draw",
        who="opponent",
        sign=-1,
    ),
    rule(
        "subtracts? <amount> from (?:each|any) (?:opponent's )?(?:just-drawn )?destiny draw",
        K.DESTINY_BONUS,
        what="destiny draw",
        sign=-1,
    ),
    rule(
        "(?:your|each of your) (?:<what> )?destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        who="you",
    ),
    rule(
        "subtracts? <amount> from attempts to cross <who> over",
        K.DESTINY_BONUS,
        what="attempts to cross over",
        sign=-1,
    ),
    rule(
        "subtracts? <amount> from any attempts? to cross (?:him|her) over(?: \\(even if captured\\))?",
        K.DESTINY_BONUS,
        what="attempts to cross this card over",
        sign=-1,
    ),
    rule("adds? <amount> to <what> destiny(?: draws?)?", K.DESTINY_BONUS),
    rule("destiny \\+?<amount> when drawn for battle destiny", K.STAT_BONUS, what="drawn for battle destiny"),
    rule("destiny (?=[+])<amount> when drawn for <what> destiny", K.STAT_BONUS),
    rule(
        "(?:this (?:card|interrupt|effect) is )destiny (?=[+])<amount> when drawn for <what> destiny",
        K.STAT_BONUS,
    ),
    # -- draws ----------------------------------------------------------------------------------
    rule("draw destiny", K.DESTINY_DRAWN, amount=1),
    rule("draw <amount> destin(?:y|ies)", K.DESTINY_DRAWN),
    rule(
        "(?=(?:target|opponent|each player|both players|that player) draw)<who> draws? (?:<amount> )?destiny",
        K.DESTINY_DRAWN,
    ),
    rule("(?:cause|causing) (?:a )?re-?draw", K.DESTINY_CANCELED, what="redraw"),
    rule("cancels? and (?:cause (?:a )?)?re-?draw(?: of)? <what>", K.DESTINY_CANCELED),
    rule(
        (
            "cancels? (?:<amount> )?(?:of )?(?:opponent's |your |any |the )?(?:just-drawn "
            ")?(?:battle |weapon )?destin(?:y|ies)(?: draws?)?(?: just drawn)?"
        ),
        K.DESTINY_CANCELED,
    ),
    rule(
        (
            "cancels? (?:<amount> )?(?:of )?(?:opponent's |your |any |the )?(?:just-drawn "
            ")?(?:battle |weapon )?destin(?:y|ies)(?: draws?)?(?: just drawn)? and causes? (?:a "
            ")?re-?draw"
        ),
        K.DESTINY_CANCELED,
        what="redraw",
    ),
    rule(
        "cancels? that destiny(?: and causes? (?:a )?re-?draw)?",
        K.DESTINY_CANCELED,
        what="destiny just drawn",
    ),
    rule("you may instead use the <stat> number of <what>", K.DESTINY_SUBSTITUTED),
    rule("instead use (?:the )?<stat> (?:number )?of <what>", K.DESTINY_SUBSTITUTED),
    rule(
        "(?:substitute|use) <what>'s <stat>(?: number)? (?:for|in place of) (?:one )?(?:battle )?destiny",
        K.DESTINY_SUBSTITUTED,
    ),
    rule(
        "substitutes? (?:your )?<what>'s <stat> (?:number|value) for (?:one|a) (?:battle )?destiny(?: draw)?",
        K.DESTINY_SUBSTITUTED,
    ),
)
