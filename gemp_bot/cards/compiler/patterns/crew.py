"""Who and what is aboard: capacity, permanent pilots and weapons, features."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K
from gemp_bot.cards.text import Stat

_ABOARD = "(?: aboard)?"

_ROOM = (
    ("pilots?|drivers?", "pilots"),
    ("passengers?", "passengers"),
    ("pilots? or passengers?", "pilots or passengers"),
    ("vehicles?", "vehicles"),
    ("starfighters?", "starfighters"),
    ("TIEs", "TIEs"),
    ("starfighters or TIEs", "starfighters or TIEs"),
    ("astromechs?|astromech droids?", "astromechs"),
    ("capital starships?", "capital starships"),
    ("speeder bikes?", "speeder bikes"),
    ("X-wings?", "X-wings"),
    ("battle droids?", "battle droids"),
)

RULES: Final[tuple[Rule[K], ...]] = (
    rule("agendas?: <what>", K.AGENDA),
    rule("(?:carry|add) (?:up to )?<amount> 'riders' \\(passengers\\)", K.CAPACITY, what="passengers"),
    rule("carry <amount> passengers?", K.CAPACITY, what="passengers"),
    rule("no (?:permanent )?hyperdrive", K.FEATURE, what="no hyperdrive"),
    rule("add unlimited passengers", K.CAPACITY, what="unlimited passengers"),
    *(rule(f"add (?:up to )?<amount> (?:{words})", K.CAPACITY, what=what) for words, what in _ROOM),
    rule(f"permanent pilots?{_ABOARD} provides? (?:total )?ability (?:of )?<amount>", K.PERMANENT_PILOT),
    rule("permanent pilot provides <amount> ability", K.PERMANENT_PILOT),
    rule("permanent pilot(?: aboard)? is <what>, who provides ability of <amount>", K.PERMANENT_PILOT),
    # What the pilot adds to power is told by a server; without the pilot nobody would seem to be there.
    rule(
        "permanent pilot is <what>, who provides ability of <amount>, adds 2 to power and, at a cloud sector,"
        " may draw one battle destiny if not able to otherwise",
        K.PERMANENT_PILOT,
    ),
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
    rule(
        "must have (?:a )?(?:pilot|driver) aboard to use power"
        "(?:,? (?:(?:and|or) )?(?:armor|maneuver|hyperspeed|landspeed))*",
        K.PILOT_REQUIRED,
    ),
    rule("<who> adds? <amount> to (?:their|its) power when firing", K.STAT_BONUS, stat=Stat.POWER),
)
