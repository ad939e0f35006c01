"""Cards that go from pile to pile: searches, draws, looks, stacking."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K
from gemp_bot.cards.text import Pile

_MY = "(?:your |owner's |its owner's )?"

_POSITIONS = (
    ("(?:on|to) (?:the )?bottom of", "at the bottom"),
    ("(?:on|to) (?:the )?top of", "on top"),
    ("under", "at the bottom"),
    ("on", "on top"),
    ("in", ""),
)

RULES: Final[tuple[Rule[K], ...]] = (
    rule("take (?:the )?top card of (?:your )?<pile> into hand", K.TAKES_INTO_HAND, what="top card"),
    rule("(?:re-?)?shuffle(?: deck)?(?:, cut and replace)?", K.PLACES, what="shuffled"),
    rule(
        (
            "search (?:through )?your <pile> and take (?:any )?(?:<amount> )?<what> into (?:your "
            ")?hand(?:; reshuffle)?"
        ),
        K.TAKES_INTO_HAND,
    ),
    rule("insert in opponent's <to>", K.PLACES, what="this card"),
    rule("stack <what> (?:just played )here", K.STACKS, where="here"),
    rule("<what> just forfeited(?: from same \\w+)? to be placed in <to>", K.PLACES),
    rule("place in <to>", K.PLACES, what="this card"),
    rule(
        f"(?:takes?|pulls?) (?:up to )?(?!it|them|that)(?:<amount> )?<what> into hand from {_MY}<pile>",
        K.TAKES_INTO_HAND,
    ),
    rule(f"takes? <what> from {_MY}<pile> into hand", K.TAKES_INTO_HAND),
    rule(
        f"search {_MY}<pile>(?: and|,) take (?:<amount> )?<what> into hand(?: and reshuffle)?",
        K.TAKES_INTO_HAND,
    ),
    rule("take (?:<amount> )?<what> into hand", K.TAKES_INTO_HAND),
    rule("(?:take )?top card of (?:your )?<pile> into hand", K.TAKES_INTO_HAND, what="top card"),
    rule("(?:immediately )?take top card of (?:your )?<pile> into hand", K.TAKES_INTO_HAND, what="top card"),
    rule("draws? top card of (?:your )?<pile>", K.DRAWS_CARD, amount=1),
    rule("draws? (?:up to )?<amount> cards? from (?:top of )?(?:your )?<pile>", K.DRAWS_CARD),
    rule("draws? (?:up to )?<amount> cards?", K.DRAWS_CARD),
    *(
        made
        for position, where in _POSITIONS
        for made in (
            rule(
                f"place (?:a|one) card from hand {position} (?:your )?<to>",
                K.PLACES,
                what="card from hand",
                pile=Pile.HAND,
                where=where,
            ),
            rule(
                f"(?:place|put) top card of (?:your )?<pile> {position} (?:your )?<to>",
                K.PLACES,
                what="top card",
                where=where,
            ),
            rule(
                f"place (?:this )?(?:interrupt|effect|card) {position} (?:the |your |owner's )?<to>",
                K.PLACES,
                what="this card",
                where=where,
            ),
        )
    ),
    rule("place <what> out of play", K.PLACES, to=Pile.OUT_OF_PLAY),
    rule("<what> (?:is|are) placed out of play", K.PLACES, to=Pile.OUT_OF_PLAY),
    *(
        made
        for position, where in _POSITIONS
        for made in (
            rule(f"place (?!all but)<what> {position} {_MY}<to>", K.PLACES, where=where),
            rule(f"<what> (?:is|are) placed {position} {_MY}<to>", K.PLACES, where=where),
        )
    ),
    rule("<what> (?:goes|go|returns?) to (?:your |owner's |its owner's )?<to>", K.PLACES),
    rule(
        "exchange (?:a|one) card (?:in|from) hand with (?:a|one|any one) <what> (?:in|from) (?:your )?<pile>",
        K.TAKES_INTO_HAND,
        other_cost="card from hand",
    ),
    rule("search your <pile> and take (?:any )?one card into hand", K.TAKES_INTO_HAND, what="card", amount=1),
    rule("peek at (?:the )?top (?:card|<amount> cards) of (?:your )?<pile>", K.PEEKS, who="you"),
    rule(
        "(?:peek|look|glance) at (?:the )?top (?:card|<amount> cards) of opponent's <pile>",
        K.PEEKS,
        who="opponent",
    ),
    rule(
        "(?:peek|look|glance) at (?:the )?(?:cards in )?opponent's hand",
        K.PEEKS,
        who="opponent",
        pile=Pile.HAND,
    ),
    rule("(?:peek at|reveal) (?:the )?top card of (?:any |a )?<pile>", K.PEEKS),
    rule("reveal opponent's hand", K.REVEALS, who="opponent", pile=Pile.HAND),
    rule("reveal <what>", K.REVEALS),
    rule("stack <what> (?:here|face down here|face-down here)", K.STACKS, where="here"),
    rule("stack <what> on <where>", K.STACKS),
    rule("(?:re-?shuffle|shuffle) (?:your )?<pile>", K.PLACES, what="shuffled"),
    rule("opponent's <pile> is shuffled", K.PLACES, what="shuffled", who="opponent"),
)
