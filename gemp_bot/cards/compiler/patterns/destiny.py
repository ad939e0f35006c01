"""Destiny: added, counted when unable otherwise, limited, changed, canceled, used instead."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import adds, plus, same, takes
from gemp_bot.cards.text import FactKind as K
from gemp_bot.cards.text import Stat

_OWN = r"(?:your|each of your|its|his|her|each of its|each of his|each of her|their|each of their)"
_UNABLE = "if (?:not able|unable|not otherwise able)(?: to)?(?: otherwise)?(?: do so)?"
_BATTLE = "battle destin(?:y|ies)"
_MAY_NOT = "(?:may not|cannot|can not)"
_OWNERS = (
    ("(?:your|one of your) ", "you"),
    ("(?:one |one of |each )?opponent's ", "opponent"),
    ("(?:any |a |one |the )?", ""),
)
_DRAWN = tuple(
    (rf"(?:just-drawn |just drawn )?{kind}destin(?:y|ies)(?: draws?)?(?: just drawn)?", f"{kind}destiny")
    for kind in ("battle ", "weapon ", "")
)
_REDRAW = "causes? (?:a )?re-?draw"

RULES: Final[tuple[Rule[K], ...]] = (
    # -- destinies on top of a total --------------------------------------------------------------
    *(
        rule(f"adds? <amount> destiny to {total}", K.DESTINY_ADDED, what=what)
        for total, what in (
            ("(?:your )?total power or attrition", "total power or attrition"),
            ("(?:your )?(?:total )?power only", "total power"),
            ("(?:your )?total power", "total power"),
            ("(?:your )?(?:total )?attrition(?: only)?", "attrition"),
            ("(?:your )?(?:total )?battle damage", "battle damage"),
            ("(?:its|his|her|their|target's) power", "power"),
            ("your (?:duel )?total", "duel total"),
        )
    ),
    rule(
        "(?:both sides|each player) adds? <amount> destiny to power only",
        K.DESTINY_ADDED,
        what="total power",
        who="both players",
    ),
    # -- how many ---------------------------------------------------------------------------------
    *(
        rule(
            f"total ability of <amount> or more (?:is )?required for {who} to draw battle destiny(?: here)?",
            K.BATTLE_DESTINY_LIMIT,
            who=who,
            what="ability required",
        )
        for who in ("you", "opponent")
    ),
    rule(
        "opponent's ability required for battle destiny (?=[+])<amount>",
        K.BATTLE_DESTINY_LIMIT,
        who="opponent",
        what="more ability required",
    ),
    rule(f"adds? <amount> (?:additional )?{_BATTLE}(?: draws?)?", K.BATTLE_DESTINY_ADDED),
    rule(f"draws? <amount> {_BATTLE} {_UNABLE}", K.BATTLE_DESTINY_IF_UNABLE),
    rule(f"(?:may|can) draw no more than <limit> {_BATTLE}", K.BATTLE_DESTINY_LIMIT),
    *same(
        K.BATTLE_DESTINY_LIMIT,
        f"opponent (?:may draw|draws?|can draw) no more than <limit> {_BATTLE}(?: per battle)?",
        f"opponent {_MAY_NOT} draw more than <limit> {_BATTLE}",
        f"prevents? opponent from drawing more than <limit> {_BATTLE}",
        who="opponent",
    ),
    rule(f"you {_MAY_NOT} draw more than <limit> {_BATTLE}", K.BATTLE_DESTINY_LIMIT, who="you"),
    rule(
        f"(?:neither player may|players may not) draw more than <limit> {_BATTLE}",
        K.BATTLE_DESTINY_LIMIT,
        who="both players",
    ),
    *same(
        K.BATTLE_DESTINY_LIMIT,
        f"prevents? opponent from drawing {_BATTLE}",
        f"opponent {_MAY_NOT} draw (?:any )?{_BATTLE}",
        who="opponent",
        limit=0,
    ),
    rule(f"you {_MAY_NOT} draw (?:any )?{_BATTLE}", K.BATTLE_DESTINY_LIMIT, who="you", limit=0),
    rule(f"opponent {_MAY_NOT} add {_BATTLE}", K.BATTLE_DESTINY_LIMIT, who="opponent", what="added"),
    # -- their value ------------------------------------------------------------------------------
    *adds(K.DESTINY_BONUS, "(?:your (?:own )?)?total battle destiny", what="total battle destiny", who="you"),
    *plus(K.DESTINY_BONUS, f"{_OWN} total battle destiny", what="total battle destiny", who="you"),
    *plus(
        K.DESTINY_BONUS,
        f"{_OWN} {_BATTLE}(?: draws?)?(?: here)?",
        what="battle destiny draw",
        who="you",
    ),
    *adds(K.DESTINY_BONUS, f"{_OWN} battle destiny draws?", what="battle destiny draw", who="you"),
    rule(
        "adds? <amount> to (?:your |a |one )?battle destiny just drawn",
        K.DESTINY_BONUS,
        what="battle destiny just drawn",
        who="you",
    ),
    *plus(K.DESTINY_BONUS, "opponent's total battle destiny", what="total battle destiny", who="opponent"),
    *takes(K.DESTINY_BONUS, "opponent's total battle destiny", what="total battle destiny", who="opponent"),
    *plus(
        K.DESTINY_BONUS,
        "(?:each of )?opponent's battle destiny draws?",
        what="battle destiny draw",
        who="opponent",
    ),
    *takes(
        K.DESTINY_BONUS,
        "(?:each of )?opponent's battle destiny draws?",
        what="battle destiny draw",
        who="opponent",
    ),
    *plus(K.DESTINY_BONUS, f"{_OWN} (?:total )?weapon destiny draws?", what="weapon destiny draw"),
    *adds(K.DESTINY_BONUS, f"{_OWN} (?:total )?weapon destiny draws?", what="weapon destiny draw"),
    *plus(K.DESTINY_BONUS, f"{_OWN} total weapon destiny", what="total weapon destiny"),
    *adds(K.DESTINY_BONUS, "(?:your |its |his |her )?total weapon destiny", what="total weapon destiny"),
    *plus(K.DESTINY_BONUS, "opponent's total weapon destiny", what="total weapon destiny", who="opponent"),
    *takes(
        K.DESTINY_BONUS,
        "(?:each of )?opponent's (?:total )?weapon destiny draws?",
        what="weapon destiny draw",
        who="opponent",
    ),
    *takes(K.DESTINY_BONUS, "(?:any |a )?just[- ]drawn weapon destiny", what="weapon destiny draw"),
    *adds(K.DESTINY_BONUS, f"{_OWN} lightsaber weapon destiny draws?", what="lightsaber weapon destiny draw"),
    *plus(K.DESTINY_BONUS, f"{_OWN} training destiny draws?", what="training destiny draw"),
    *adds(
        K.DESTINY_BONUS,
        "(?:your |its |his |her |each )?training destiny(?: draws?)?",
        what="training destiny draw",
    ),
    *takes(K.DESTINY_BONUS, "(?:each|any) destiny draw", what="destiny draw"),
    *takes(
        K.DESTINY_BONUS,
        "(?:each of |any of |any |each )?opponent's (?:just-drawn )?destiny draws?",
        what="destiny draw",
        who="opponent",
    ),
    *adds(K.DESTINY_BONUS, "(?:any |your |each )?just-drawn destiny", what="just-drawn destiny"),
    *adds(K.DESTINY_BONUS, "destiny", what="destiny"),
    rule("adds? <amount> to each player's destiny draw for <where>", K.DESTINY_BONUS, who="each player"),
    rule(
        "(?:your|each of your) (?!.* and )(?:<what> )?destiny draws? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DESTINY_BONUS,
        who="you",
    ),
    rule("adds? <amount> to (?!.* and )<what> destiny(?: draws?)?", K.DESTINY_BONUS),
    *takes(
        K.DESTINY_BONUS,
        "(?:any )?attempts? to cross (?:<who>|him|her) over",
        what="attempts to cross over",
    ),
    rule("adds? <amount> to (?:your )?total", K.TOTAL_BONUS, what="total"),
    rule("adds? <amount>", K.TOTAL_BONUS, what="destiny or total before"),
    *same(
        K.STAT_BONUS,
        r"destiny (?=\+)<amount> when drawn for <what> destiny",
        "(?:this (?:card|interrupt|effect) is )destiny (?=[+])<amount> when drawn for <what> destiny",
        stat=Stat.DESTINY,
    ),
    # -- draws ------------------------------------------------------------------------------------
    rule("draw destiny", K.DESTINY_DRAWN, amount=1),
    rule("draw <amount> destin(?:y|ies)", K.DESTINY_DRAWN),
    rule(
        "(?=(?:target|opponent|each player|both players|that player) draw)<who> draws? (?:<amount> )?destiny",
        K.DESTINY_DRAWN,
    ),
    *same(
        K.DESTINY_CANCELED,
        "cancels? and re-?draws? that destiny(?: draw)?",
        "(?:cause|causing) (?:a )?re-?draw",
        f"cancels? that destiny and {_REDRAW}",
        what="redraw",
    ),
    *(
        made
        for owner, who in _OWNERS
        for drawn, what in _DRAWN
        for made in (
            rule(
                f"cancels? (?:of )?{owner}{drawn} and {_REDRAW}",
                K.DESTINY_CANCELED,
                who=who,
                what=f"{what} redrawn",
            ),
            rule(
                f"cancels? and re-?draws? {owner}{drawn}", K.DESTINY_CANCELED, who=who, what=f"{what} redrawn"
            ),
            rule(f"cancels? {owner}{drawn}", K.DESTINY_CANCELED, who=who, what=what),
        )
    ),
    rule("cancels? that destiny", K.DESTINY_CANCELED, what="destiny just drawn"),
    *same(
        K.DESTINY_SUBSTITUTED,
        "you may instead use the <stat> number of <what>",
        "instead use (?:the )?<stat> (?:number )?of <what>",
        "(?:substitute|use) <what>'s <stat>(?: number)? (?:for|in place of) (?:one )?(?:battle )?destiny",
        "substitutes? (?:your )?<what>'s <stat> (?:number|value) for (?:one|a) (?:battle )?destiny(?: draw)?",
    ),
)
