"""Moves: free, dearer, as a react, like something else; docking bays; relocation."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import WAYS
from gemp_bot.cards.text import Action
from gemp_bot.cards.text import FactKind as K

_BAY = "docking bay transit"
_THERE = "(?:from here (?:directly )?to|directly from here to)"
_TRANSIT = "(?:docking bay transit|transit)"
_REACT = "as (?:a )?'?react'?"

RULES: Final[tuple[Rule[K], ...]] = (
    rule(f"your {_BAY} from here is free", K.TRANSIT_COST, what="from here", amount=0),
    *(
        made
        for way in WAYS
        for made in (
            rule(
                f"your {_TRANSIT} {way} here requires (?![+-])<amount> Force",
                K.TRANSIT_COST,
                what=f"{way} here",
            ),
            rule(
                f"your {_TRANSIT} {way} here requires (?=[+-])<amount> Force",
                K.MOVE_COST,
                what=f"by docking bay transit {way} here",
            ),
        )
    ),
    rule(f"your {_BAY} to or from here is free", K.TRANSIT_COST, what="to or from here", amount=0),
    *(
        rule(
            rf"your {kind}movement from here requires \+<amount> landspeed",
            K.MOVE_COST,
            who=who,
            what="landspeed from here",
        )
        for kind, who in (
            ("", ""),
            ("character ", "your characters"),
            ("vehicle ", "your vehicles"),
            ("character and vehicle ", "your characters and vehicles"),
        )
    ),
    rule(
        "your movement from here using hyperspeed requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        what="hyperspeed from here",
    ),
    *(
        rule(f"to move <who> {way} here requires (?=[+-])<amount> Force", K.MOVE_COST, what=f"{way} here")
        for way in WAYS
    ),
    rule(
        "to move or deploy <who> (?:to )?here requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        what="or deploy",
        where="here",
    ),
    rule(
        "to move <who> to here from <where> requires (?=[+-])<amount> Force",
        K.MOVE_COST,
        what="to here",
        way="from",
    ),
    rule("moves? for free", K.MOVES_FREE),
    rule("moves? free", K.MOVES_FREE),
    rule("<who> moves? (?:for )?free", K.MOVES_FREE),
    rule("moves? (?:for )?free (?:at|on) <where>", K.MOVES_FREE),
    rule("<who> (?:may )?moves? (?:for )?free (?:at|on) <where>", K.MOVES_FREE),
    *(
        made
        for way in ("to", "from", "between")
        for made in (
            rule(f"moves? (?:for )?free {way} (?!here\\b)<where>", K.MOVES_FREE, way=way),
            rule(f"<who> (?:may )?moves? (?:for )?free {way} (?!here\\b)<where>", K.MOVES_FREE, way=way),
        )
    ),
    *(
        rule(f"moves? {what}{_THERE} <where>{back}", kind, way=way)
        for what, kind in (
            ("(?:for )?free ", K.MOVES_FREE),
            ("<what> (?:for )?free ", K.MOVES_FREE),
            ("", K.MOVES),
        )
        for back, way in (("", "from here to"), (r" \(or vice versa\)", "between here and"))
    ),
    rule("moves? (?:for )?free (?:directly )?between here and <where>", K.MOVES_FREE, way="between here and"),
    rule("moves? (?:directly )?between here and <where>", K.MOVES, way="between here and"),
    rule(f"moves? {_REACT}", K.MOVES_REACT),
    rule(f"moves? {_REACT} (?:to|at) <where>", K.MOVES_REACT),
    rule(f"(?:moves?|'?reacts?'?) to <where> {_REACT}", K.MOVES_REACT),
    rule(f"(?:moves?|'?reacts?'?) from <where> {_REACT}", K.MOVES_REACT, way="from"),
    rule(f"moves? {_REACT} from <where>", K.MOVES_REACT, way="from"),
    rule(f"<who> (?:may )moves? {_REACT}", K.MOVES_REACT, optional=True),
    rule(f"moves? <what> (?:here |to here )?{_REACT}", K.MOVES_REACT),
    rule("moves? like (?:a |an )?<what>", K.MOVES_LIKE),
    rule("<who> moves? like (?:a |an )?<what>", K.MOVES_LIKE),
    rule("opponent (?:may not|cannot) '?react'?", K.MAY_NOT, who="opponent", action=Action.REACT),
    *(
        rule(
            f"opponent (?:may not|cannot) '?react'? {way} {where}",
            K.MAY_NOT,
            who="opponent",
            action=Action.REACT,
            **({"where": f"{way} here"} if where == "here" else {"way": way}),
        )
        for way in WAYS
        for where in ("here", "<where>")
    ),
    rule("<who> (?:may not|cannot) '?react'?", K.MAY_NOT, action=Action.REACT),
    rule(
        "opponent may not move to (?:this site|here)",
        K.MAY_NOT,
        who="opponent",
        action=Action.MOVE,
        where="to here",
    ),
    rule("(?:may not|cannot) move", K.MAY_NOT, action=Action.MOVE),
    *(
        made
        for way in WAYS
        for made in (
            rule(f"(?:may not|cannot) move {way} <where>", K.MAY_NOT, action=Action.MOVE, way=way),
            rule(
                f"<who> (?:may not|cannot) move {way} here",
                K.MAY_NOT,
                action=Action.MOVE,
                where=f"{way} here",
            ),
        )
    ),
    rule("<who> (?:may not|cannot) move", K.MAY_NOT, action=Action.MOVE),
    rule("(?:regular )?move <what> from here to <where>", K.MOVES, way="from here to"),
    rule("(?:regular )?move <what> to <where>", K.MOVES),
    rule("relocate <what> from here to <where>", K.MOVES, way="from here to"),
    rule("relocate <what> to <where>", K.MOVES),
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
