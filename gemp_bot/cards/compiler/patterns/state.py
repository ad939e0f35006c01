"""What a card is or becomes, icons, flips, hits, losses, captures, targets."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K

RULES: Final[tuple[Rule[K], ...]] = (
    rule("ability = (?:½|¼|1/2|1/4)", K.STAT_SET, formula="a fraction"),
    rule("'hit' targets are immediately lost", K.LOST, who="hit targets"),
    rule("<who> (?:is|are) now <what>", K.IS),
    rule("<who> (?:is|are) also lost", K.LOST),
    rule("this card is <what>", K.IS),
    rule("weapon (?:is )?stolen", K.CAPTURES, what="weapon"),
    rule("<what> (?:is|are) placed in <to>", K.PLACES),
    rule("lose (?:utinni effect|effect|device|weapon)", K.LOST_WHEN, what="lost"),
    rule("flip(?: this card)?", K.FLIPS),
    rule("place out of play", K.LOST_WHEN, what="placed out of play"),
    rule("(?:adds?|to add) <amount> (?=\\[[^\\]]*\\](?: icons?)?$)<what>", K.ICONS_ADDED),
    rule("adds? <amount> (?!.* and )<what> icons?", K.ICONS_ADDED),
    rule("(?:and )?<amount> (?=\\[[^\\]]*\\](?: icons?)?$)<what>", K.ICONS_ADDED),
    rule(
        "cumulatively absorbs (?:\\(temporarily cancels\\) )?one <what> icon present",
        K.ICONS_ADDED,
        amount=-1.0,
        cumulative=True,
    ),
    rule("(?:is|are) (?:considered |treated as )?(?:a |an )<what>", K.IS),
    rule("<who> (?:is|are) (?:considered |treated as |also )?(?:a |an )(?!immune)<what>", K.IS),
    rule(
        (
            "(?=(?:spy|smuggler|gambler|thief|assassin|bounty hunter|scout|leader|information "
            "broker|musician|trooper|commander|general|admiral)$)<what>"
        ),
        K.IS,
    ),
    rule("(?:considered|treated as) (?:a |an )?<what>", K.IS),
    rule("target(?: is)? lost", K.LOST, who="target"),
    rule("<who> (?:is|are) (?:immediately )?lost", K.LOST),
    *(
        rule(f"{one} (?:is )?lost", K.LOST, who="target" if one == "target" else f"that {one}")
        for one in ("character", "vehicle", "starship", "rebel", "imperial", "creature", "target")
    ),
    rule("both (?:are )?lost", K.LOST, who="both"),
    rule("target(?: is)? '?hit'?", K.HIT, who="target"),
    *(
        rule(f"target(?: is)? '?hit'?,? and {also}", K.HIT, who="target", what=what)
        for also, what in (
            ("(?:its |target's )?forfeit = 0", "forfeit = 0"),
            ("may not be used to satisfy attrition", "satisfies no attrition"),
        )
    ),
    rule("target <what> using <cost> Force", K.TARGETS),
    rule("target(?: is)? captured", K.CAPTURES, what="target"),
    rule("capture <what>", K.CAPTURES),
    rule("<what> (?:is|are) captured", K.CAPTURES),
    rule("target(?: is)? (?:excluded from battle|excluded)", K.EXCLUDES, what="target"),
    rule("exclude <what> from battle", K.EXCLUDES),
    rule("<what> is excluded from (?:the |that )?battle", K.EXCLUDES),
    rule("target (?:any |one |a |an )?(?!')<what>", K.TARGETS),
    rule("fire (?:one of your weapons|one weapon|a weapon|your weapons)", K.FIRES_WEAPON),
    rule("fire <what>", K.FIRES_WEAPON),
    rule("(?:may )?fire <what> (?:repeatedly )?for free", K.FIRES_WEAPON, free=True),
    rule("fire(?:d)? (?:repeatedly|twice) (?:per|in|during) battle", K.FIRES_WEAPON, what="again"),
    rule(
        "(?:raise|rotate) (?:your )?<what>(?: to the top)?",
        K.CONVERTS,
    ),
)
