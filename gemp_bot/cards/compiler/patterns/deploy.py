"""Deploying: cost, place, restriction, permission, react, and the place an Effect or a weapon goes on."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.compiler.patterns.build import same
from gemp_bot.cards.text import UNDERCOVER_SPY, Action
from gemp_bot.cards.text import FactKind as K

_FREE = "(?:free|for free)"
_TO = "(?:to|on|aboard|at|in)"
_REACT = "as (?:a )?'?react'?"
_CHANGE = "(?=[+-])<amount>"
_SITE = "(?:to (?:a |same )?site )?"
_SPIED = r"(?:to an? (?:[\w' ]+ )?site )?"
_CARD = r"(?:<amount> )?(?!(?:it|them|here|there|aboard|on|to|for|from)\b)<what>"
_FROM = "from (?:your )?<pile>"

RULES: Final[tuple[Rule[K], ...]] = (
    # -- where only ---------------------------------------------------------------------------------
    *same(
        K.DEPLOYS_ONLY,
        "(?:must )?deploys? (?:only )?(?:on|to) <where>, but may move elsewhere",
        "must (?:be )?deploy(?:ed)? (?:on|to|at) <where>",
        f"(?:may )?(?:be )?deploy(?:s|ed)? only {_TO} <where>",
        "deploys? only if <what> (?:is )?on table",
    ),
    rule("cannot deploy otherwise", K.DEPLOYS_ONLY, where="as stated"),
    rule(rf"deploys? only {_SPIED}as an undercover spy(?: \([^()]*\))?", K.DEPLOYS_ONLY, what=UNDERCOVER_SPY),
    *same(
        K.MAY_NOT,
        f"(?:<who> )?may not (?:be )?deploy(?:ed)? {_TO} <where>",
        "<who> may not (?:be )?deploy(?:ed)?(?: here)?",
        r"never deploys?(?: \(even [^()]*\))? to <where>",
        action=Action.DEPLOY,
    ),
    rule(
        r"never deploys? or moves?(?: \(even [^()]*\))? to <where>",
        K.MAY_NOT,
        actions=(Action.DEPLOY, Action.MOVE),
        way="to",
    ),
    # -- what it costs ------------------------------------------------------------------------------
    *same(
        K.DEPLOYS_FREE,
        f"deploys? {_FREE}",
        f"deploys? {_FREE} {_TO} <where>",
        f"<who> deploys? {_FREE}(?: here)?",
        f"<who> deploys? {_FREE} {_TO} <where>",
        "<who> (?:may )?(?:play|deploy) for free",
    ),
    rule(f"<who> deploys? {_FREE} aboard", K.DEPLOYS_FREE, where="aboard"),
    *same(
        K.DEPLOY_COST,
        f"deploys? {_CHANGE}",
        f"deploys? {_CHANGE} {_TO} <where>",
        f"(?:is|are) (?:each )?deploy {_CHANGE}",
        f"<who> deploys? {_CHANGE}(?: here| there)?",
        f"<who> deploys? {_CHANGE} {_TO} <where>",
        r"to deploy,? <who> (?:to )?here requires (?=\+)<amount> Force",
        r"requires (?=\+)<amount> Force(?: from (?:its )?owner)? to deploy",
    ),
    rule(f"deploys? {_CHANGE} (?:here|there)", K.DEPLOY_COST, where="here"),
    *same(
        K.DEPLOY_COST,
        f"<who> deploys? {_CHANGE} aboard",
        f"deploys? aboard {_CHANGE}",
        where="aboard",
    ),
    rule("subtracts? <amount> from (?:the )?deploy cost of (?:each of )?<who>", K.DEPLOY_COST, sign=-1),
    *same(
        K.DEPLOYS_FOR,
        "deploys? for <amount> Force to <where>",
        "to deploy,? requires <amount> Force from <what>",
    ),
    rule("<who> deploys? here for <amount> Force from you only", K.DEPLOYS_FOR, where="here"),
    rule(r"requires \+<amount> Force to use landspeed", K.MOVE_COST, what="landspeed"),
    rule(r"to use (?:his|her|its) landspeed requires \+<amount> Force", K.MOVE_COST, what="landspeed"),
    *(
        rule(rf"your (?:character )?movement {way} requires \+<amount> Force", K.MOVE_COST, what=way)
        for way in ("to here", "from here")
    ),
    # -- the place it goes on -----------------------------------------------------------------------
    rule("deploy (?:on|to) (?:your side of )?(?:the )?table", K.DEPLOYS_ON, where="table"),
    rule("deploy on opponent's side of (?:the )?table", K.DEPLOYS_ON, where="opponent's side of table"),
    rule("use <cost> Force to deploy on (?:your side of )?table", K.DEPLOYS_ON, where="table"),
    *same(
        K.DEPLOYS_ON,
        "deploy (?:on|at|to) (?:any |a |one )?(?!table|your side)<where>",
        "use <cost> Force to deploy (?:on|at) <where>",
    ),
    rule(f"deploy (?:on|at|to) {_FREE} (?:on )<where>", K.DEPLOYS_ON, free=True),
    rule("plays on (?:your side of )?(?:the )?table", K.PLAYS_ON, where="table"),
    rule("plays on <where>", K.PLAYS_ON),
    # -- permissions --------------------------------------------------------------------------------
    rule("<who> (?:may )?deploy aboard", K.MAY_DEPLOY, where="aboard"),
    rule("<who> (?:may )?deploys? from here(?: as if from hand)?", K.MAY_DEPLOY, where="from here"),
    rule("deploy without presence or Force icons", K.MAY_DEPLOY, what="without presence or Force icons"),
    rule(f"deploys? {_SITE}as an undercover spy", K.MAY_DEPLOY, what=UNDERCOVER_SPY),
    rule(
        "deploys? (?:regardless of|ignoring) (?:location )?(?:deployment )?restrictions",
        K.MAY_DEPLOY,
        what="whatever restricts its place",
    ),
    *same(
        K.DEPLOYS_REACT,
        f"(?:may )?deploys? {_REACT}",
        f"(?:may )?deploys? {_CHANGE} {_REACT}",
        f"(?:may )?deploys? {_REACT} {_TO} <where>",
        f"(?:may )?deploys? with (?:a )?<what> {_REACT}",
    ),
    *same(
        K.DEPLOYS_REACT,
        f"(?:may )?deploys? or moves? {_REACT} {_TO} <where>",
        f"(?:may )?deploys? or moves? {_REACT}",
        what="or move",
    ),
    rule("deploys? and moves? like (?:a )?<what>", K.MOVES_LIKE),
    rule("(?:device|weapon|effect) lost", K.LOST_WHEN, what="lost"),
    # -- out of a pile ------------------------------------------------------------------------------
    *(
        made
        for words, where in (("(?:here|on (?:him|her|it))", "here"), ("there", "there"), ("aboard", "aboard"))
        for made in same(
            K.DEPLOYS_CARD,
            f"(?:your )?<what> (?:may )?deploys? {words} {_FROM}",
            f"deploys? {_CARD} {words} {_FROM}",
            where=where,
        )
    ),
    rule(f"deploys? {_CARD} {_FROM} to (?:here|same (?:site|location|system))", K.DEPLOYS_CARD, where="here"),
    *same(
        K.DEPLOYS_CARD,
        f"deploys? {_CARD} {_TO} <where> {_FROM}",
        rf"deploys? (?:up to )?{_CARD} (?:directly )?{_FROM}",
        f"deploys? {_FROM} {_CARD}",
        f"deploys? {_CARD} {_FROM} {_TO} <where>",
    ),
    *same(
        K.DEPLOYS_CARD,
        rf"deploys? (?:up to )?{_CARD} (?:for free|\(for free\)) (?:directly )?{_FROM}",
        rf"deploys? {_CARD} (?:for free|\(for free\)) {_TO} <where> {_FROM}",
        rf"deploys? {_CARD} aboard (?:for free|\(for free\)) {_FROM}",
        free=True,
    ),
)
