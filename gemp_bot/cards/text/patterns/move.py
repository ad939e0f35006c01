"""Moves: free, dearer, as a react, like something else; docking bays; relocation."""

from typing import Final

from gemp_bot.cards.text.facts import Action
from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_BAY = "docking bay transit"
_REACT = "as (?:a )?'?react'?"

RULES: Final[tuple[Rule[K], ...]] = (
    rule(f"your {_BAY} from here is free", K.TRANSIT_COST, what="from here", amount=0),
    rule(f"your {_BAY} from here requires <amount> Force", K.TRANSIT_COST, what="from here"),
    rule(f"your (?:{_BAY}|transit) to here requires \\+?<amount> Force", K.TRANSIT_COST, what="to here"),
    rule(f"your {_BAY} to or from here requires <amount> Force", K.TRANSIT_COST, what="to or from here"),
    rule(f"your {_BAY} to or from here is free", K.TRANSIT_COST, what="to or from here", amount=0),
    rule(
        (
            "your (?:character |vehicle |character and vehicle )?movement from here requires "
            "\\+<amount> landspeed"
        ),
        K.MOVE_COST,
        what="landspeed from here",
    ),
    rule(
        "your movement from here using hyperspeed requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        what="hyperspeed from here",
    ),
    rule(
        "to move <who> (?:to|from|to or from) here (?:using \\w+ )?requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        where="here",
    ),
    rule(
        "to move or deploy <who> (?:to )?here requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        what="or deploy",
        where="here",
    ),
    rule("to move <who> (?:to|from) here from <where> requires (?=[+-])<amount> Force", K.MOVE_COST),
    rule("moves? for free", K.MOVES_FREE),
    rule("moves? free", K.MOVES_FREE),
    rule("<who> moves? (?:for )?free", K.MOVES_FREE),
    rule("moves? (?:for )?free (?:to|from|between|at|on) <where>", K.MOVES_FREE),
    rule("<who> (?:may )?moves? (?:for )?free (?:to|from|between|at|on) <where>", K.MOVES_FREE),
    rule(
        "moves? <what> (?:for )?free from here (?:directly )?to <where>(?: \\(or vice versa\\))?",
        K.MOVES_FREE,
    ),
    rule(
        (
            "moves? (?:for )?free (?:from here directly to|between here and|directly between here "
            "and) <where>(?: \\(or vice versa\\))?"
        ),
        K.MOVES_FREE,
    ),
    rule(
        (
            "moves? (?:from here directly to|between here and|directly between here and|directly "
            "from here to) <where>(?: \\(or vice versa\\))?"
        ),
        K.MOVES,
    ),
    rule(f"moves? {_REACT}", K.MOVES_REACT),
    rule(f"moves? {_REACT} (?:to|from|at) <where>", K.MOVES_REACT),
    rule(f"(?:moves?|'?reacts?'?) (?:to|from) <where> {_REACT}", K.MOVES_REACT),
    rule(f"<who> (?:may )moves? {_REACT}", K.MOVES_REACT, optional=True),
    rule(f"moves? <what> (?:here |to here )?{_REACT}", K.MOVES_REACT),
    rule("moves? like (?:a |an )?<what>", K.MOVES_LIKE),
    rule("<who> moves? like (?:a |an )?<what>", K.MOVES_LIKE),
    rule(
        (
            "opponent (?:may not|cannot) '?react'?(?: to or from| to| from)?(?: here| same "
            "(?:location|site)| same system)?"
        ),
        K.MAY_NOT,
        who="opponent",
        action=Action.REACT,
    ),
    rule(
        "opponent (?:may not|cannot) '?react'? (?:to or from|to|from) <where>",
        K.MAY_NOT,
        who="opponent",
        action=Action.REACT,
    ),
    rule("<who> (?:may not|cannot) '?react'?", K.MAY_NOT, action=Action.REACT),
    rule(
        "opponent may not move to (?:this site|here)",
        K.MAY_NOT,
        who="opponent",
        action=Action.MOVE,
        where="here",
    ),
    rule("(?:may not|cannot) move", K.MAY_NOT, action=Action.MOVE),
    rule("(?:may not|cannot) move (?:to|from) <where>", K.MAY_NOT, action=Action.MOVE),
    rule("<who> (?:may not|cannot) move(?: from here| here)?", K.MAY_NOT, action=Action.MOVE),
    rule("(?:regular )?move <what> (?:from here )?to <where>", K.MOVES),
    rule("relocate <what> (?:from here )?to <where>", K.MOVES),
    rule("relocate to <where>", K.MOVES),
    rule("follow <what>", K.MOVES, where="follows"),
    rule("make an additional move", K.MOVES, what="additional move"),
    rule("shuttling <what> (?:is|are) free", K.MOVES_FREE),
    rule("<who> may shuttle (?:to or from here )?for free", K.MOVES_FREE),
    rule("(?:may )?shuttles? (?:to or from here )?for free", K.MOVES_FREE),
    rule("once per turn, transferr?(?:ed)? (?:for free )?to <where>", K.TRANSFER),
    rule("<who> may be transferred (?:\\(?for free\\)? )?to <where>", K.TRANSFER, optional=True),
    rule("'?break cover'? of <who>", K.MAY, action=Action.BREAK_COVER),
)
