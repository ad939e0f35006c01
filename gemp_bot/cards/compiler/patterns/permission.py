"""What may not be done, to whom and by whom; what is prevented for a while."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import WAYS
from gemp_bot.cards.text import Action, Condition, ConditionKind
from gemp_bot.cards.text import FactKind as K

_NOT = "(?:may not|cannot|can not|may never|may no longer)"

_NO_PLAYER = "(?:neither player may|players may not|no player may)"

_JUST_DEPLOYED = (Condition(ConditionKind.DEPLOYED, who="opponent", what="it just now"),)

RULES: Final[tuple[Rule[K], ...]] = (
    rule("<who>'s? <stat> may not be <action>e?d", K.MAY_NOT),
    rule("<who>'s? <stat> may not be <action>e?d by opponent", K.MAY_NOT, what="opponent"),
    rule("<who>'s? game text may not be canceled", K.MAY_NOT, action=Action.CANCEL, what="game text"),
    rule("(?:its|his|her) game text may not be canceled", K.MAY_NOT, action=Action.CANCEL, what="game text"),
    rule(
        "you may not '?react'? to or from here",
        K.MAY_NOT,
        who="you",
        action=Action.REACT,
        where="to or from here",
    ),
    rule("<who> may not be played", K.MAY_NOT, action=Action.PLAY),
    rule("<who> may not be stolen", K.MAY_NOT, action=Action.STEAL),
    rule(
        "(?:each player|players) may play only <limit> <what> each turn",
        K.MAY_NOT,
        who="each player",
        action=Action.PLAY,
    ),
    rule("opponent may use only <limit> <what> per turn", K.MAY_NOT, who="opponent", action=Action.PLAY),
    rule(
        "<who> (?:may not|cannot) (?:deploy or move|move or deploy) to <where>",
        K.MAY_NOT,
        action=Action.DEPLOY,
        what="or move",
    ),
    rule(f"(?:{_NOT} be|not) targeted by <what>", K.MAY_NOT, action=Action.TARGET),
    rule(f"<who> {_NOT} be targeted by <what>", K.MAY_NOT, action=Action.TARGET),
    rule(f"<who> {_NOT} be targeted", K.MAY_NOT, action=Action.TARGET),
    rule(f"{_NOT} be <action>(?:e?d)?", K.MAY_NOT),
    rule(f"<who> {_NOT} be <action>(?:e?d)?", K.MAY_NOT),
    rule(f"{_NOT} be <action>e?d by <what>", K.MAY_NOT),
    rule(f"<who> {_NOT} be <action>e?d by <what>", K.MAY_NOT),
    rule(f"<who> {_NOT} be used to satisfy attrition", K.MAY_NOT, action=Action.SATISFY_ATTRITION),
    rule(f"{_NOT} be used to satisfy attrition", K.MAY_NOT, action=Action.SATISFY_ATTRITION),
    rule(f"{_NOT} be aboard <what>", K.MAY_NOT, action=Action.EMBARK),
    *(
        rule(
            f"{player} initiate battles?{more}{place}",
            K.MAY_NOT,
            who=who,
            action=Action.INITIATE_BATTLE,
            **({"what": "or Force drains"} if more else {}),
        )
        for player, who in (
            (f"opponent {_NOT}", "opponent"),
            (f"(?:you )?{_NOT}", "you"),
            (_NO_PLAYER, "both players"),
        )
        for more in ("", " or Force drains?")
        for place in ("(?: here)?", " (?:at|on) <where>")
    ),
    *(
        rule(f"{player} {deed} <what>", K.MAY_NOT, who=who, actions=actions)
        for player, who in (
            (f"opponent {_NOT}", "opponent"),
            (f"you {_NOT}", "you"),
            (_NO_PLAYER, "both players"),
        )
        for deed, actions in (
            ("(?:play|use)", (Action.PLAY,)),
            ("deploy", (Action.DEPLOY,)),
            ("cancel", (Action.CANCEL,)),
            ("(?:cancel or reduce|reduce or cancel)", (Action.CANCEL, Action.REDUCE)),
            ("(?:cancel or modify|modify or cancel)", (Action.CANCEL, Action.MODIFY)),
            ("modify", (Action.MODIFY,)),
            ("reduce", (Action.REDUCE,)),
            ("target", (Action.TARGET,)),
        )
    ),
    rule(f"{_NOT} (?:battle|participate in battles?)", K.MAY_NOT, action=Action.BATTLE),
    rule(f"<who> {_NOT} (?:battle|participate in battles?)", K.MAY_NOT, action=Action.BATTLE),
    rule(f"<who> {_NOT} move or battle", K.MAY_NOT, action=Action.BATTLE, what="or move"),
    rule(f"<who> {_NOT} use (?:its|his|her|their) (?:'?game text'?|text)", K.MAY_NOT, action=Action.USE_TEXT),
    *(
        rule(
            f"(?:to )?prevents? <who> {just}from (?:battling or moving|moving or battling)",
            K.PREVENTED,
            action=Action.BATTLE,
            what="battle or move",
            conditions=conditions,
        )
        for just, conditions in (("just deployed by (?:the )?opponent ", _JUST_DEPLOYED), ("", ()))
    ),
    rule("prevents? <who> from moving", K.PREVENTED, action=Action.MOVE),
    rule("prevents? <who> from battling", K.PREVENTED, action=Action.BATTLE),
    rule("prevents? <who> from being targeted by <what>", K.PREVENTED, action=Action.TARGET),
    rule("prevents? opponent from '?reacting'?", K.PREVENTED, who="opponent", action=Action.REACT),
    *(
        rule(
            f"prevents? opponent from '?reacting'? {way} {where}",
            K.PREVENTED,
            who="opponent",
            action=Action.REACT,
            **({"where": f"{way} here"} if where == "here" else {"way": way}),
        )
        for way in WAYS
        for where in ("here", "<where>")
    ),
    *(
        rule(
            f"no battles{more} may (?:take place|be initiated)(?: here)?",
            K.MAY_NOT,
            who="both players",
            action=Action.INITIATE_BATTLE,
            **({"what": "or Force drains"} if more else {}),
        )
        for more in ("", " or Force drains")
    ),
    rule("(?:may )?be carried", K.MAY, action=Action.CARRY),
    rule("'?break cover'?", K.MAY, action=Action.BREAK_COVER),
    rule(
        "opponent may use no more than <limit> <what> per turn", K.MAY_NOT, who="opponent", action=Action.PLAY
    ),
)
