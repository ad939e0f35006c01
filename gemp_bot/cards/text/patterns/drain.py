"""Force drains: bonuses, limits, costs, prohibitions."""

from typing import Final

from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_HERE = "(?: here| there)?"

RULES: Final[tuple[Rule[K], ...]] = (
    rule("Force drains? (?:is |are )?(?=[+-])<amount>(?: here)?", K.DRAIN_BONUS),
    rule("Force drains? (?:is |are )?(?=[+-])<amount> at <where>", K.DRAIN_BONUS),
    rule("your Force drains?(?: here)? (?:is|are) (?:each )?(?=[+-])<amount>", K.DRAIN_BONUS, who="you"),
    rule(
        "your Force drains? (?:at|on) <where> (?:is|are) (?:each )?(?=[+-])<amount>", K.DRAIN_BONUS, who="you"
    ),
    rule(
        "your Force drains? (?:is|are) (?:each )?(?=[+-])<amount> (?:at|on) <where>", K.DRAIN_BONUS, who="you"
    ),
    rule(
        "opponent's Force drains?(?: here)? (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DRAIN_BONUS,
        who="opponent",
    ),
    rule(
        "opponent's Force drains? (?:at|on) <where> (?:is|are) (?:each )?(?=[+-])<amount>",
        K.DRAIN_BONUS,
        who="opponent",
    ),
    rule(
        "opponent's Force drains? (?:is|are) (?:each )?(?=[+-])<amount> (?:at|on) <where>",
        K.DRAIN_BONUS,
        who="opponent",
    ),
    rule("adds? <amount> to (?:any |your |a |each of your )?Force drains?", K.DRAIN_BONUS, who="you"),
    rule(
        "adds? <amount> to (?:any |your |a |each of your )?Force drains? where present",
        K.DRAIN_BONUS,
        who="you",
        where="where present",
    ),
    rule(
        "adds? <amount> to (?:any |your |a |each of your )?Force drains? (?:at|on) <where>",
        K.DRAIN_BONUS,
        who="you",
    ),
    rule("subtracts? <amount> from opponent's Force drains?", K.DRAIN_BONUS, who="opponent", sign=-1),
    rule(
        "subtracts? <amount> from opponent's Force drains? (?:at|on) <where>",
        K.DRAIN_BONUS,
        who="opponent",
        sign=-1,
    ),
    rule(
        "reduces? (?:that |the |a |one |opponent's )?Force drain(?: just initiated)? by <amount>",
        K.DRAIN_BONUS,
        who="opponent",
        sign=-1,
    ),
    rule("you lose no more than <limit> Force from (?:each|any|a) Force drain", K.DRAIN_LIMIT, who="you"),
    rule(
        "opponent loses no more than <limit> Force from (?:each of |any of )?your Force drains?",
        K.DRAIN_LIMIT,
        who="opponent",
    ),
    rule("you lose no more than <limit> Force to (?:each|any|a) Force drain", K.DRAIN_LIMIT, who="you"),
    rule(
        "all opponent's Force drain bonuses(?: everywhere)? are canceled",
        K.CANCELS,
        what="opponent's Force drain bonuses",
    ),
    rule(
        "opponent's Force drain bonuses(?: here)?(?: everywhere)? are canceled",
        K.CANCELS,
        what="opponent's Force drain bonuses",
    ),
    rule("cancels opponent's Force drain bonuses", K.CANCELS, what="opponent's Force drain bonuses"),
    rule(
        "your Force drain bonuses(?: here)? may not be canceled(?: by opponent)?",
        K.MAY_NOT,
        what="your Force drain bonuses canceled",
    ),
    rule(
        "(?:neither player may|players may not|no player may) Force drain(?: here)?",
        K.NO_DRAIN,
        who="both players",
    ),
    rule("(?:neither player may|players may not) Force drain at <where>", K.NO_DRAIN, who="both players"),
    rule(f"opponent (?:may not|cannot) Force drain{_HERE}", K.NO_DRAIN, who="opponent"),
    rule("opponent (?:may not|cannot) Force drain (?:at|on) <where>", K.NO_DRAIN, who="opponent"),
    rule(f"(?:you )?(?:may not|cannot) Force drain{_HERE}", K.NO_DRAIN, who="you"),
    rule("(?:you )?(?:may not|cannot) Force drain (?:at|on) <where>", K.NO_DRAIN, who="you"),
    rule(
        "opponent must (?:first )?use \\+?<amount> Force to Force drain(?: here)?",
        K.DRAIN_COST,
        who="opponent",
    ),
    rule(
        "to (?:initiate a )?Force drain(?: here)?, opponent must (?:first )?use <amount> Force",
        K.DRAIN_COST,
        who="opponent",
    ),
    rule(
        "for either player to initiate a Force drain, that player must first use <amount> Force",
        K.DRAIN_COST,
        who="either player",
    ),
    rule("each of your Force drains is (?=[+-])<amount>", K.DRAIN_BONUS, who="you"),
    rule(
        "your Force drains at <where> may not be (?:canceled|reduced|modified)(?: by opponent)?",
        K.MAY_NOT,
        what="your Force drains canceled or modified",
    ),
    rule(
        "(?:that )?Force drain (?:here )?may not be canceled(?: by opponent)?",
        K.MAY_NOT,
        what="Force drain canceled",
    ),
    rule(
        "cancels? (?:a |one |that |any |the )?(?:opponent's )?Force drain(?: just initiated)?",
        K.CANCELS,
        what="Force drain",
    ),
    rule(
        "cancels? (?:a |one |that |any )?(?:opponent's )?Force drains? (?:just initiated )?at <where>",
        K.CANCELS,
        what="Force drain",
    ),
)
