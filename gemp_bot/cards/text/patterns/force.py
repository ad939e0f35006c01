"""Force: generated, activated, lost, used, retrieved."""

from typing import Final

from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_AT = "(?:at|on)"

RULES: Final[tuple[Rule[K], ...]] = (
    rule(
        (
            "(?:also, )?(?:when|if|whenever) opponent (?:retrieves|is about to retrieve) X "
            "(?:cards|Force), opponent must first use X Force or that retrieval is canceled"
        ),
        K.FORCE_USED,
        who="opponent",
        what="to retrieve",
        formula="Force about to be retrieved",
    ),
    rule("opponent activates no Force at <where>", K.GENERATION_LIMIT, who="opponent", limit=0),
    rule("(?:your|opponent's) Force generation at <where> is limited to <limit>", K.GENERATION_LIMIT),
    rule("(?:randomly )retrieve <amount> Force", K.RETRIEVES, who="you"),
    rule("retrieve into hand (?:<amount> )?<what>", K.RETRIEVES, who="you"),
    rule("(?:light|dark) side loses <amount> Force", K.FORCE_LOST, who="that side"),
    rule("Force generation (?=[+-])<amount>(?: for you)?(?: here)?", K.GENERATION_BONUS, who="you"),
    rule("defender loses <amount> Force", K.FORCE_LOST, who="defender"),
    rule(
        "(?:that player|player initiating battle|initiating player|winner) retrieves <amount> Force",
        K.RETRIEVES,
        who="that player",
    ),
    rule(
        "your (?:total )?Force generation(?: here| there)? is (?=[+-])<amount>(?: here| there)?",
        K.GENERATION_BONUS,
        who="you",
    ),
    rule(
        f"your (?:total )?Force generation is (?=[+-])<amount> {_AT} <where>", K.GENERATION_BONUS, who="you"
    ),
    rule(f"your Force generation {_AT} <where> is (?=[+-])<amount>", K.GENERATION_BONUS, who="you"),
    rule("adds? <amount> to your (?:total )?Force generation(?: here)?", K.GENERATION_BONUS, who="you"),
    rule(
        "opponent's (?:total )?Force generation(?: here| there)? is (?=[+-])<amount>(?: here| there)?",
        K.GENERATION_BONUS,
        who="opponent",
    ),
    rule(
        f"opponent's (?:total )?Force generation is (?=[+-])<amount> {_AT} <where>",
        K.GENERATION_BONUS,
        who="opponent",
    ),
    rule("you generate no Force(?: here)?", K.GENERATION_LIMIT, who="you", limit=0),
    rule("opponent generates no Force(?: here)?", K.GENERATION_LIMIT, who="opponent", limit=0),
    rule(
        "opponent (?:may )?generates? no more than <limit> Force (?:at|from) <where>",
        K.GENERATION_LIMIT,
        who="opponent",
    ),
    rule("(?:you )?(?:may )?activate (?:up to )?<amount> Force", K.ACTIVATES, who="you"),
    rule("opponent may activate <amount> Force", K.ACTIVATES, who="opponent", optional=True),
    rule("opponent (?:must )?loses? <amount> Force", K.FORCE_LOST, who="opponent"),
    rule("opponent (?:must )?loses? <amount> Force from <pile>", K.FORCE_LOST, who="opponent"),
    rule("you (?:must )?lose <amount> Force", K.FORCE_LOST, who="you"),
    rule("lose <amount> Force", K.FORCE_LOST, who="you"),
    rule(
        "(?:that player|each player|loser|owner|target's owner) (?:must )?loses? <amount> Force",
        K.FORCE_LOST,
        who="that player",
    ),
    rule("opponent (?:may )?retrieves? <amount> Force", K.RETRIEVES, who="opponent"),
    rule("(?:you )?(?:may )?retrieve (?:up to )?<amount> Force", K.RETRIEVES, who="you"),
    rule("retrieves? <amount> (?:Force )?into hand", K.RETRIEVES, who="you", to=None),
    rule("retrieve <amount> Force(?: and place it in| into) <to>", K.RETRIEVES, who="you"),
    rule(
        "(?:you )?(?:may )?retrieve (?!up )(?:one |a |an )(?!Force)<what>", K.RETRIEVES, who="you", amount=1
    ),
    rule("opponent's Force retrieval(?: is)? canceled", K.CANCELS, what="opponent's Force retrieval"),
    rule("opponent may not retrieve Force", K.CANCELS, what="opponent's Force retrieval"),
    rule("(?:that )?retrieval is canceled", K.CANCELS, what="that retrieval"),
    rule(
        "opponent's Force retrieval is reduced by <amount>",
        K.LOSS_CHANGED,
        what="opponent's Force retrieval",
        sign=-1,
    ),
    rule(
        "reduces? (?:the |that |your |any )?(?:Force )?loss by <amount>", K.LOSS_CHANGED, who="you", sign=-1
    ),
    rule("you lose no more than <limit> Force from <what>", K.LOSS_LIMIT, who="you"),
    rule("you lose no Force (?:from|to) <what>", K.LOSS_LIMIT, who="you", limit=0),
    rule("use <amount> Force", K.FORCE_USED, who="you"),
    rule("opponent must (?:first )?use <amount> Force", K.FORCE_USED, who="opponent"),
    rule("opponent must use \\+<amount> Force to <what>", K.FORCE_USED, who="opponent"),
)
