"""Force drains: bonuses, limits, costs, prohibitions."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import AT, adds, plus, same, takes
from gemp_bot.cards.text import Action
from gemp_bot.cards.text import FactKind as K

_HERE = "(?: here| there)?"
_MAY_NOT = "(?:may not|cannot)"
_NO_PLAYER = "(?:neither player may|players may not|no player may)"
_YOURS = "(?:any |your |a |each of your )?Force drains?"
_THAT = "(?:a |one |that |any |the )?(?:opponent's )?Force drains?"

_DEEDS = (
    ("canceled", (Action.CANCEL,)),
    ("(?:modified or canceled|canceled or modified)", (Action.CANCEL, Action.MODIFY)),
    ("(?:reduced or canceled|canceled or reduced)", (Action.CANCEL, Action.REDUCE)),
    ("modified", (Action.MODIFY,)),
    ("reduced", (Action.REDUCE,)),
)

RULES: Final[tuple[Rule[K], ...]] = (
    *same(
        K.DRAIN_BONUS,
        "Force drains? (?:is |are )?(?=[+-])<amount>(?: here)?",
        f"Force drains? (?:is |are )?(?=[+-])<amount> {AT} <where>",
    ),
    *plus(K.DRAIN_BONUS, "(?:each of )?your Force drains?(?: here)?", who="you"),
    *plus(K.DRAIN_BONUS, "(?:each of )?opponent's Force drains?(?: here)?", who="opponent"),
    *adds(K.DRAIN_BONUS, _YOURS, who="you"),
    rule(f"adds? <amount> to {_YOURS} where present", K.DRAIN_BONUS, who="you", where="where present"),
    *takes(K.DRAIN_BONUS, "opponent's Force drains?", who="opponent"),
    rule(
        "reduces? (?:that |the |a |one |opponent's )?Force drain(?: just initiated)? by <amount>",
        K.DRAIN_BONUS,
        who="opponent",
        sign=-1,
    ),
    rule(
        "you lose no more than <limit> Force (?:from|to) (?:each|any|a) Force drain",
        K.DRAIN_LIMIT,
        who="you",
    ),
    rule(
        "opponent loses no more than <limit> Force from (?:each of |any of )?your Force drains?",
        K.DRAIN_LIMIT,
        who="opponent",
    ),
    *same(
        K.CANCELS,
        "(?:all )?opponent's Force drain bonuses(?: here)?(?: everywhere)? are canceled",
        "cancels opponent's Force drain bonuses",
        what="opponent's Force drain bonuses",
    ),
    *same(
        K.CANCELS,
        f"cancels? {_THAT}(?: just initiated)?",
        f"cancels? {_THAT} (?:just initiated )?{AT} <where>",
        what="Force drain",
    ),
    *(
        rule(
            f"{drains}(?: here| there)?{place} {_MAY_NOT} be {deed}{by and f' by {by}'}",
            K.MAY_NOT,
            who=who,
            actions=actions,
            what=by,
        )
        for drains, who in (
            ("your Force drain bonuses", "your Force drain bonuses"),
            ("(?:your|each of your) Force drains", "your Force drains"),
            ("Force drains", "Force drains"),
            ("(?:that )?Force drain", "Force drain"),
        )
        for deed, actions in _DEEDS
        for by in ("", "opponent")
        for place in ("", f" {AT} <where>")
    ),
    rule(f"{_NO_PLAYER} Force drain{_HERE}", K.NO_DRAIN, who="both players"),
    rule(f"{_NO_PLAYER} Force drain {AT} <where>", K.NO_DRAIN, who="both players"),
    rule(f"opponent {_MAY_NOT} Force drain{_HERE}", K.NO_DRAIN, who="opponent"),
    rule(f"opponent {_MAY_NOT} Force drain {AT} <where>", K.NO_DRAIN, who="opponent"),
    rule(f"(?:you )?{_MAY_NOT} Force drain{_HERE}", K.NO_DRAIN, who="you"),
    rule(f"(?:you )?{_MAY_NOT} Force drain {AT} <where>", K.NO_DRAIN, who="you"),
    *same(
        K.DRAIN_COST,
        r"opponent must (?:first )?use \+?<amount> Force to Force drain(?: here)?",
        "to (?:initiate a )?Force drain(?: here)?, opponent must (?:first )?use <amount> Force",
        who="opponent",
    ),
    rule("for <who> to initiate a Force drain, that player must (?:first )?use <amount> Force", K.DRAIN_COST),
)
