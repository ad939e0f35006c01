"""Who and what is aboard: capacity, permanent pilots and weapons, features."""

from typing import Final

from gemp_bot.cards.text.facts import FactKind as K
from gemp_bot.cards.text.pattern import Rule, rule

_ABOARD = "(?: aboard)?"

RULES: Final[tuple[Rule[K], ...]] = (
    rule("agendas?: <what>", K.FEATURE),
    rule("(?:carry|add) (?:up to )?<amount> 'riders' \\(passengers\\)", K.CAPACITY, what="passengers"),
    rule("carry <amount> passengers?", K.CAPACITY, what="passengers"),
    rule("no (?:permanent )?hyperdrive", K.FEATURE, what="no hyperdrive"),
    rule("add (?:up to )?<amount> (?:pilots?|drivers?)", K.CAPACITY, what="pilots"),
    rule("add (?:up to )?<amount> passengers?", K.CAPACITY, what="passengers"),
    rule("add unlimited passengers", K.CAPACITY, what="unlimited passengers"),
    rule("add (?:up to )?<amount> pilots? or passengers?", K.CAPACITY, what="pilots or passengers"),
    rule("add (?:up to )?<amount> (?:vehicles?)", K.CAPACITY, what="vehicles"),
    rule("add (?:up to )?<amount> starfighters?", K.CAPACITY, what="starfighters"),
    rule("add (?:up to )?<amount> TIEs", K.CAPACITY, what="TIEs"),
    rule("add (?:up to )?<amount> (?:astromechs?|astromech droids?)", K.CAPACITY, what="astromechs"),
    rule("add (?:up to )?<amount> capital starships?", K.CAPACITY, what="capital starships"),
    rule("add (?:up to )?<amount> (?:speeder bikes?)", K.CAPACITY, what="speeder bikes"),
    rule("add (?:up to )?<amount> X-wings?", K.CAPACITY, what="X-wings"),
    rule("add (?:up to )?<amount> starfighters or TIEs", K.CAPACITY, what="starfighters or TIEs"),
    rule("add (?:up to )?<amount> (?:battle droids?)", K.CAPACITY, what="battle droids"),
    rule(f"permanent pilots?{_ABOARD} provides? (?:total )?ability of <amount>", K.PERMANENT_PILOT),
    rule("permanent pilot(?: aboard)? is <what>, who provides ability of <amount>", K.PERMANENT_PILOT),
    rule(
        "permanent pilots(?: aboard)? are <what>, who provide (?:total )?ability of <amount>",
        K.PERMANENT_PILOT,
    ),
    rule("has a permanent pilot(?: aboard)? who provides ability of <amount>", K.PERMANENT_PILOT),
    rule("has (?:a )?permanent pilot with ability of <amount>", K.PERMANENT_PILOT),
    rule("permanent astromech(?: aboard)?(?: is <what>)?", K.PERMANENT_ASTROMECH),
    rule("has permanent astromech(?: aboard)?", K.PERMANENT_ASTROMECH),
    rule("permanent weapon is <what>", K.PERMANENT_WEAPON),
    rule(
        "permanent pilot and astromech(?: aboard)? provides? ability of <amount>",
        K.PERMANENT_PILOT,
        what="with astromech",
    ),
    rule("has ship-docking (?:capability|ability|capabilities)", K.FEATURE, what="ship-docking"),
    rule("has (?:a )?nav(?:igation)? computer", K.FEATURE, what="nav computer"),
    rule("enclosed", K.FEATURE, what="enclosed"),
    rule("must have (?:a )?pilot aboard to use power, maneuver,? (?:or|and) hyperspeed", K.PILOT_REQUIRED),
    rule(
        "must have (?:a )?(?:pilot|driver) aboard to use power(?:, maneuver)?(?:,? (?:or|and) landspeed)?",
        K.PILOT_REQUIRED,
    ),
    rule(
        "must have (?:a )?pilot aboard to use power,? armor,?(?: maneuver)? (?:or|and) hyperspeed",
        K.PILOT_REQUIRED,
    ),
    rule("(?:quad laser cannon )?adds? <amount> to (?:their|its) power when firing", K.STAT_BONUS),
)
