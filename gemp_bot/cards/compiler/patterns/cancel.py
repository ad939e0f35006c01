"""Cards canceled or suspended, game text canceled, the card's own end."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K
from gemp_bot.cards.text import Pile

_SELF = (
    "(?:this )?(?:effect|immediate effect|utinni effect|mobile effect|political effect|"
    "device|weapon|card|admiral's order|jedi test|epic event|interrupt|it|"
    "objective)"
)

RULES: Final[tuple[Rule[K], ...]] = (
    rule("cancels? (?:the )?game text of <what>", K.CANCELS_TEXT),
    rule("cancels? <what>'s? game text(?: here)?", K.CANCELS_TEXT),
    rule("<what>(?:'s?)? game text (?:is )?canceled", K.CANCELS_TEXT),
    rule("(?:its|his|her|target's) game text (?:is )?canceled", K.CANCELS_TEXT, what="target"),
    rule("cancels? (?:its|his|her|target's) game text", K.CANCELS_TEXT, what="target"),
    rule(f"{_SELF} (?:is )?canceled", K.LOST_WHEN, what="canceled"),
    rule(f"{_SELF} (?:is )?lost", K.LOST_WHEN, what="lost"),
    rule(f"{_SELF} (?:is )?suspended", K.LOST_WHEN, what="suspended"),
    rule("(?:is )?canceled", K.LOST_WHEN, what="canceled"),
    rule("(?:is )?suspended", K.LOST_WHEN, what="suspended"),
    rule("(?:is )?(?:immediately )?lost", K.LOST_WHEN, what="lost"),
    rule("(?:place|placed) (?:this card )?out of play", K.PLACES, to=Pile.OUT_OF_PLAY),
    rule("<what> (?:is|are) (?:prevented \\()?canceled\\)?", K.CANCELS),
    rule("(?!.*game text)<what> (?:is|are) (?:each )?(?:also )?canceled", K.CANCELS),
    rule("<what> (?:is|are) suspended", K.SUSPENDS),
    rule("suspends? <what>", K.SUSPENDS),
    rule("cancels?:? (?:one |any |all |a |an |each )?(?!it|that|.*game text)<what>", K.CANCELS),
    rule("cancels? (?:one |any )?<what> just played", K.CANCELS),
)
