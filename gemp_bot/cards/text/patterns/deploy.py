"""Deploying: cost, place, restriction, permission, react, and the place an Effect or a weapon goes on."""

from typing import Final

from gemp_bot.cards.text.facts import Action
from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_FREE = "(?:free|for free)"
_TO = "(?:to|on|aboard|at|in)"

RULES: Final[tuple[Rule[K], ...]] = (
    rule("requires \\+<amount> Force to use landspeed", K.MOVE_COST, what="landspeed"),
    rule("(?:device|weapon|effect) lost", K.LOST_WHEN, what="lost"),
    rule("deploys? (?:only )?(?:on|to) <where>, but may move elsewhere", K.DEPLOYS_ONLY),
    rule("deploy only (?:on|to|at) <where>", K.DEPLOYS_ONLY),
    rule(
        (
            "deploy up to <amount> Effects if each of them deploys for free, is always immune to "
            "Alter and has 'deploy on table' \\(or 'deploy on your side of table'\\) in its game "
            "text"
        ),
        K.DEPLOYS_CARD,
        what="free Effects on table, always immune to Alter",
    ),
    rule(
        "deploy from your <pile> one Effect which has no deploy cost",
        K.DEPLOYS_CARD,
        what="Effect without deploy cost",
        amount=1,
    ),
    rule("deploys? for <amount> Force to <where>", K.DEPLOYS_FOR),
    rule("cannot deploy otherwise", K.DEPLOYS_ONLY, where="as stated"),
    rule("to use (?:his|her|its) landspeed requires \\+<amount> Force", K.MOVE_COST, what="landspeed"),
    rule("your (?:character )?movement to here requires \\+<amount> Force", K.MOVE_COST, what="to here"),
    rule("your (?:character )?movement from here requires \\+<amount> Force", K.MOVE_COST, what="from here"),
    rule("<who> (?:may )?deploy aboard", K.MAY_DEPLOY, where="aboard"),
    rule("(?:aliens|cards) (?:may )?deploy from here as if from hand", K.MAY_DEPLOY, where="from here"),
    rule(
        "(?:your rep )(?:may )?deploys? from here as if from hand",
        K.MAY_DEPLOY,
        where="from here",
        who="your Rep",
    ),
    rule("deploy without presence or Force icons", K.MAY_DEPLOY, what="without presence or Force icons"),
    rule(f"deploys? {_FREE}", K.DEPLOYS_FREE),
    rule(f"deploys? {_FREE} {_TO} <where>", K.DEPLOYS_FREE),
    rule("deploys? (?=[+-])<amount>", K.DEPLOY_COST),
    rule(f"deploys? (?=[+-])<amount> {_TO} <where>", K.DEPLOY_COST),
    rule("deploys? (?=[+-])<amount> (?:here|there)", K.DEPLOY_COST, where="here"),
    rule("(?:is|are) (?:each )?deploy (?=[+-])<amount>", K.DEPLOY_COST),
    rule("<who> deploys? (?=[+-])<amount>(?: here| there)?", K.DEPLOY_COST),
    rule(f"<who> deploys? (?=[+-])<amount> {_TO} <where>", K.DEPLOY_COST),
    rule("<who> deploys? (?=[+-])<amount> aboard", K.DEPLOY_COST, where="aboard"),
    rule(f"<who> deploys? {_FREE} aboard", K.DEPLOYS_FREE, where="aboard"),
    rule(f"<who> deploys? {_FREE}(?: here)?", K.DEPLOYS_FREE),
    rule(f"<who> deploys? {_FREE} {_TO} <where>", K.DEPLOYS_FREE),
    rule("deploys? aboard (?=[+-])<amount>", K.DEPLOY_COST, where="aboard"),
    rule("your pilots deploy (?=[+-])<amount> (?:here|aboard)", K.DEPLOY_COST, who="your pilots"),
    rule("subtracts? <amount> from (?:the )?deploy cost of (?:each of )?<who>", K.DEPLOY_COST, sign=-1),
    rule(f"deploys? only {_TO} <where>", K.DEPLOYS_ONLY),
    rule(f"may (?:be )?deploy(?:ed)? only {_TO} <where>", K.DEPLOYS_ONLY),
    rule("deploys? only if <what> (?:is )?on table", K.DEPLOYS_ONLY),
    rule(f"may not (?:be )?deploy(?:ed)? {_TO} <where>", K.MAY_NOT, action=Action.DEPLOY),
    rule(f"<who> may not (?:be )?deploy(?:ed)? {_TO} <where>", K.MAY_NOT, action=Action.DEPLOY),
    rule("<who> may not (?:be )?deploy(?:ed)?(?: here)?", K.MAY_NOT, action=Action.DEPLOY),
    rule("to deploy(?: or move)?,? <who> (?:to )?here requires \\+?<amount> Force", K.DEPLOY_COST),
    rule(
        "to deploy, requires <amount> Force from each players?'s? Force Pile",
        K.DEPLOYS_FOR,
        who="each player",
    ),
    rule("<who> deploys? here for <amount> Force from you only", K.DEPLOYS_FOR, where="here"),
    rule("deploy (?:on|to) (?:your side of )?(?:the )?table", K.DEPLOYS_ON, where="table"),
    rule("deploy on opponent's side of (?:the )?table", K.DEPLOYS_ON, where="opponent's side of table"),
    rule("plays on (?:your side of )?(?:the )?table", K.PLAYS_ON, where="table"),
    rule("plays on <where>", K.PLAYS_ON),
    rule("deploy (?:on|at|to) (?:any |a |one )?(?!table|your side)<where>", K.DEPLOYS_ON),
    rule(f"deploy (?:on|at|to) {_FREE} (?:on )<where>", K.DEPLOYS_ON, free=True),
    rule("use <cost> Force to deploy (?:on|at) <where>", K.DEPLOYS_ON),
    rule("use <cost> Force to deploy on (?:your side of )?table", K.DEPLOYS_ON, where="table"),
    rule("(?:may )?deploys? as (?:a )?'?react'?", K.DEPLOYS_REACT),
    rule("(?:may )?deploys? (?=[+-])<amount> as (?:a )?'?react'?", K.DEPLOYS_REACT),
    rule(f"(?:may )?deploys? as (?:a )?'?react'? {_TO} <where>", K.DEPLOYS_REACT),
    rule(f"(?:may )?deploys? or moves? as (?:a )?'?react'? {_TO} <where>", K.DEPLOYS_REACT, what="or move"),
    rule("(?:may )?deploys? or moves? as (?:a )?'?react'?", K.DEPLOYS_REACT, what="or move"),
    rule("(?:may )?deploys? with (?:a )?<what> as (?:a )?'?react'?", K.DEPLOYS_REACT),
    rule("deploy (?:to (?:a |same )?site )?as an undercover spy", K.MAY_DEPLOY, what="undercover spy"),
    rule("deploys? only (?:to a site )?as an undercover spy", K.DEPLOYS_ONLY, what="undercover spy"),
    rule("deploys? to a site as an undercover spy", K.MAY_DEPLOY, what="undercover spy"),
    rule(
        "never deploys? or moves? \\(even aboard a starship or vehicle\\) to <where>",
        K.MAY_NOT,
        action=Action.DEPLOY,
    ),
    rule("never deploys? to <where>", K.MAY_NOT, action=Action.DEPLOY),
    rule("deploy without presence or Force icons", K.MAY_DEPLOY, what="without presence or Force icons"),
    rule(
        (
            "(?:deploy|deploys) (?:regardless of|ignoring) (?:<what> )?(?:location "
            ")?(?:deployment )?restrictions"
        ),
        K.MAY_DEPLOY,
    ),
    rule("<who> (?:may )?(?:play|deploy) for free", K.DEPLOYS_FREE),
    rule("requires \\+?<amount> Force(?: from (?:its )?owner)? to deploy(?: \\(.*\\))?", K.DEPLOY_COST),
    rule("deploys? (?:and moves )?like a starfighter", K.MOVES_LIKE, what="starfighter"),
    rule("deploys? and moves like <what>", K.MOVES_LIKE),
    # -- out of a pile --------------------------------------------------------------------------
    rule(
        "(?:your )?<what> (?:may )?deploys? (?:here|there|aboard) from (?:your )?<pile>",
        K.DEPLOYS_CARD,
        where="here",
    ),
    rule(
        (
            rf"deploys? (?:<amount> )?(?!(?:it|them|here|there|aboard|on|to|for|from)\b)<what> "
            rf"{_TO} <where> from (?:your )?<pile>"
        ),
        K.DEPLOYS_CARD,
    ),
    rule(
        (
            r"deploys? (?:<amount> )?(?!(?:it|them)\b)<what> (?:here|there|aboard|on (?:him|her|"
            r"it)) from (?:your )?<pile>"
        ),
        K.DEPLOYS_CARD,
        where="here",
    ),
    rule(
        (
            "deploys? (?:up to )?(?:<amount> )?(?!(?:it|them|here|there|aboard|on|to|for|"
            "from)\\b)<what> (?:\\(for free\\) )?(?:directly )?from (?:your )?<pile>"
        ),
        K.DEPLOYS_CARD,
    ),
    rule(
        (
            "deploys? (?:up to )?(?:<amount> )?(?!(?:it|them|here|there|aboard|on|to|for|"
            "from)\\b)<what> (?:for free |\\(for free\\) )from (?:your )?<pile>"
        ),
        K.DEPLOYS_CARD,
        free=True,
    ),
    rule("deploys? from (?:your )?<pile> (?:<amount> )?<what>", K.DEPLOYS_CARD),
    rule(
        (
            f"deploys? (?:<amount> )?(?!(?:it|them|here|there|aboard|on|to|for|from)\\b)<what> "
            f"{_TO} <where> from (?:your )?<pile>"
        ),
        K.DEPLOYS_CARD,
    ),
    rule(
        f"deploys? (?:<amount> )?<what> (?:for free|\\(for free\\)) {_TO} <where> from (?:your )?<pile>",
        K.DEPLOYS_CARD,
        free=True,
    ),
    rule(
        "deploys? (?:<amount> )?<what> from (?:your )?<pile> to (?:here|same (?:site|location|system))",
        K.DEPLOYS_CARD,
        where="here",
    ),
    rule(
        "deploys? <what> (?:here|on (?:him|her|it)|aboard|there) from (?:your )?<pile>",
        K.DEPLOYS_CARD,
        where="here",
    ),
    rule(f"deploys? (?:<amount> )?<what> from (?:your )?<pile> {_TO} <where>", K.DEPLOYS_CARD),
)
