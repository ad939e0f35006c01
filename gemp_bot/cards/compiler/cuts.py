"""Where the reader may cut a clause: its expressions, and the kinds of facts that may stand together."""

import re
from typing import Final

from gemp_bot.cards.text import ConditionKind, FactKind

DEEPEST: Final = 7
LONGEST_CLAUSE: Final = 400
"""In letters; what is longer is not read."""
CONJUNCTION: Final = re.compile(
    r", and (?:also )?(?:then )?|,? but |; (?:also )?|, then | and (?:then |also )?|, | (?=to add )"
)
TRAILING: Final = re.compile(
    r",? (?=(?:this turn|if|while|when|unless|under|whenever|where|during|for (?:the )?remainder|"
    r"until|once (?:per|each|during)|twice per|"
    r"each time|each turn|in (?:a )?battles?|at (?:the )?(?:start|end|beginning) of)\b)",
    re.IGNORECASE,
)
PLACE: Final = re.compile(
    r" (?=(?:at|on|to|from) )| (?=(?:here|there|where present|at same \w+)$)", re.IGNORECASE
)
WHERE: Final = re.compile(r"(?:at|on|in battles? at) (?!least)(.+)", re.IGNORECASE)
PLACE_FIRST: Final = re.compile(r"(?:at|on) (?P<where>[^,;]{3,60}?), (?P<rest>.+)", re.IGNORECASE)
COST: Final = re.compile(
    r"(?:(?P<verb>use|lose) (?P<n>\d+) Force|(?P<other>place (?:this \w+|\w+) (?:in "
    r"(?:owner's )?(?:Lost|Used) Pile|out of play))) to (?P<rest>.+)",
    re.IGNORECASE,
)
COST_AFTER: Final = re.compile(r"(?P<rest>.+?) by (?P<verb>using|losing) (?P<n>\d+) Force", re.IGNORECASE)
PREDICATE: Final = re.compile(
    r",? (?P<be>(?:is|are)(?: each| all| also)* )?(?P<rest>(?:also |each )?(?:(?:power|"
    r"forfeit|maneuver|defense value|armor|"
    r"hyperspeed|landspeed|ability|immune|deploy|ferocity|destiny|politics) .+|(?:adds?|"
    r"draws?|deploys?|moves?|may|gains?|"
    r"loses?|cancels?|must|cannot|subtracts?|uses?|retrieves?|activates?|places?|reduces?) "
    r".+|suspended|canceled|lost))$",
    re.IGNORECASE,
)
ALTERNATIVE: Final = re.compile(
    r" \((?:or )?(?:by )?(?P<new>(?:< ?)?[+-]?\d+|free|for free)(?: instead)? (?:if|when|"
    r"while) (?P<cond>[^()]+?)\)"
)
SECOND: Final = re.compile(r"(?P<cond>.+?), (?:or )?(?P<new>(?:< ?)?[+-]?\d+) (?:if|when|while) (?P<then>.+)")
FORMULA: Final = re.compile(r"(?P<rest>.+), where X (?:=|equals|is) (?P<formula>.+)", re.IGNORECASE)
EACH: Final = re.compile(
    r"(?P<rest>.+?) (?:for each|per) (?:of )?(?P<each>.+)|for each (?:of )?(?P<each2>.+?), (?P<rest2>.+)",
    re.IGNORECASE,
)
CUMULATIVELY: Final = re.compile(r"^cumulatively | cumulatively(?= adds? |$)")
OWN_NUMBER: Final = re.compile(r"[-+<]")
OPEN_LIST: Final = re.compile(r", (?!with |without |or |and )(?:(?! or | and ).)*$")
LIST_END: Final = re.compile(r"^[^,]*(?:, [^,]*)*?,? (?:or|and) [^,]+$")
PILOTED: Final = re.compile(r" of (?P<what>[^,;]+?) (?:he|she|it|they) (?:pilots?|drives?)", re.IGNORECASE)
ADDS: Final = re.compile(r"(\d+) to (?:the )?([a-z ]+)", re.IGNORECASE)
X: Final = re.compile(r"(?<![A-Za-z])X(?![A-Za-z])")
TWO_OWNERS: Final = re.compile(r" and (?:opponent's|your) ")
BARE_PLACES: Final = frozenset({"here", "there", "where present"})
EMPTY_ENDINGS: Final = (
    "; reshuffle",
    " (if possible)",
    ", if possible",
    " (if any)",
    " and reshuffle",
    "; shuffle, cut and replace",
    "; reveal and reshuffle",
    " and shuffle",
)
ADJECTIVAL: Final = frozenset(
    {
        FactKind.STAT_BONUS, FactKind.STAT_SET, FactKind.IMMUNE_TO_ATTRITION, FactKind.IMMUNE_TO,
    }
)  # fmt: skip
PLACED_TOGETHER: Final = ADJECTIVAL | {FactKind.DEPLOY_COST}
"""What shares a place that stands after all of it: `deploy -1 and power +2 at ...`."""

NO_AGENT: Final = re.compile(r"\b(?:game text|destin(?:y|ies)|draws?|drains?|generation|bonuses)$")
OF_THINGS: Final = frozenset({FactKind.MAY_NOT, FactKind.IMMUNE_TO, FactKind.CANCELS, FactKind.SUSPENDS})
"""What may be said of a number or a text, which does nothing itself."""

PRICED: Final = frozenset({FactKind.DEPLOYS_FOR, FactKind.DEPLOY_COST, FactKind.TRANSIT_COST})
"""Whose number is a price, which "for free" would contradict."""

NO_SUBJECT: Final = frozenset(
    {
        FactKind.DRAIN_BONUS, FactKind.GENERATION_BONUS, FactKind.TOTAL_POWER_BONUS, FactKind.TRANSIT_COST,
        FactKind.PERMANENT_PILOT, FactKind.PERMANENT_WEAPON, FactKind.CAPACITY, FactKind.DEPLOYS_ON,
        FactKind.LOST_WHEN, FactKind.DESTINY_BONUS,
    }
)  # fmt: skip
PRONOUNS: Final = frozenset(
    {
        "he",
        "she",
        "it",
        "they",
        "him",
        "her",
        "both",
        "who",
        "which",
        "that",
        "this",
        "also",
        "them",
        "either",
        "neither",
        "each",
    }
)
PLAYERS: Final = frozenset(
    {
        "you",
        "opponent",
        "either player",
        "each player",
        "any player",
        "neither player",
        "both players",
        "both sides",
        "that player",
    }
)
HELD: Final = frozenset({ConditionKind.CONTROLS, ConditionKind.OCCUPIES})
PASSIVE: Final = re.compile(r" (?:is|are) (?:also )?(?:canceled|suspended)\b", re.IGNORECASE)
UNDONE: Final = frozenset({FactKind.CANCELS, FactKind.SUSPENDS, FactKind.CANCELS_TEXT})
"""What `... is canceled` reads as; it has a subject of its own."""
