"""Force: generated, activated, lost, used, retrieved."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import AT, adds, plus, same
from gemp_bot.cards.text import FactKind as K

_HERE = "(?: here| there)?"
_SIDES = (("your", "you"), ("opponent's", "opponent"))
_SOMEBODY = "(?:that player|loser|owner|target's owner)"

RULES: Final[tuple[Rule[K], ...]] = (
    # -- generated, activated -----------------------------------------------------------------------
    *(
        made
        for whose, who in _SIDES
        for made in (
            *plus(K.GENERATION_BONUS, f"{whose} (?:total )?Force generation{_HERE}", who=who),
            rule(f"{whose} Force generation is (?=[+-])<amount>{_HERE}", K.GENERATION_BONUS, who=who),
            rule(f"{whose} Force generation {AT} <where> is limited to <limit>", K.GENERATION_LIMIT, who=who),
        )
    ),
    rule("Force generation (?=[+-])<amount>(?: for you)?(?: here)?", K.GENERATION_BONUS, who="you"),
    *adds(K.GENERATION_BONUS, "your (?:total )?Force generation(?: here)?", who="you"),
    *(
        rule(f"{who} {verb} no Force(?: here)?{place}", K.GENERATION_LIMIT, who=who, limit=0)
        for who, verb in (("you", "(?:generate|activate)"), ("opponent", "(?:generates|activates)"))
        for place in ("", f" {AT} <where>")
    ),
    rule(
        "opponent (?:may )?generates? no more than <limit> Force (?:at|from) <where>",
        K.GENERATION_LIMIT,
        who="opponent",
    ),
    rule("(?:you )?(?:may )?activate <amount> Force", K.ACTIVATES, who="you"),
    rule("(?:you )?(?:may )?activate up to <limit> Force", K.ACTIVATES, who="you", optional=True),
    rule("(?:you )?(?:may )?retrieve up to <limit> Force", K.RETRIEVES, who="you", optional=True),
    rule("opponent may activate <amount> Force", K.ACTIVATES, who="opponent", optional=True),
    # -- lost ---------------------------------------------------------------------------------------
    *same(
        K.FORCE_LOST,
        "opponent (?:must )?loses? <amount> Force",
        "opponent (?:must )?loses? <amount> Force from <pile>",
        who="opponent",
    ),
    rule("(?:you (?:must )?)?lose <amount> Force", K.FORCE_LOST, who="you"),
    rule("light side loses <amount> Force", K.FORCE_LOST, who="light side"),
    rule("dark side loses <amount> Force", K.FORCE_LOST, who="dark side"),
    rule("each player (?:must )?loses? <amount> Force", K.FORCE_LOST, who="each player"),
    rule("defender loses <amount> Force", K.FORCE_LOST, who="defender"),
    rule(f"{_SOMEBODY} (?:must )?loses? <amount> Force", K.FORCE_LOST, who="that player"),
    rule(
        "reduces? (?:the |that |your |any )?(?:Force )?loss by <amount>", K.LOSS_CHANGED, who="you", sign=-1
    ),
    rule("you lose no more than <limit> Force from <what>", K.LOSS_LIMIT, who="you"),
    rule("you lose no Force (?:from|to) <what>", K.LOSS_LIMIT, who="you", limit=0),
    # -- retrieved ----------------------------------------------------------------------------------
    *same(
        K.RETRIEVES,
        "(?:you )?(?:may )?retrieve <amount> Force",
        "retrieve into hand (?:<amount> )?<what>",
        "retrieves? <amount> (?:Force )?into hand",
        "retrieve <amount> Force(?: and place it in| into) <to>",
        who="you",
    ),
    rule(
        "(?:you )?(?:may )?retrieve (?!up )(?:one |a |an )(?!Force)<what>", K.RETRIEVES, who="you", amount=1
    ),
    rule("opponent (?:may )?retrieves? <amount> Force", K.RETRIEVES, who="opponent"),
    rule(
        "(?:that player|player initiating battle|initiating player|winner) retrieves <amount> Force",
        K.RETRIEVES,
        who="that player",
    ),
    *same(
        K.CANCELS,
        "opponent's Force retrieval(?: is)? canceled",
        "opponent may not retrieve Force",
        what="opponent's Force retrieval",
    ),
    rule("(?:that )?retrieval is canceled", K.CANCELS, what="that retrieval"),
    rule(
        "opponent's Force retrieval is reduced by <amount>",
        K.LOSS_CHANGED,
        what="opponent's Force retrieval",
        sign=-1,
    ),
    # -- used ---------------------------------------------------------------------------------------
    rule("use <amount> Force", K.FORCE_USED, who="you"),
    rule("opponent must (?:first )?use (?![+-])<amount> Force", K.FORCE_USED, who="opponent"),
)
