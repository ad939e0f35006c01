"""What the game text of a card says, as structured facts.

A fact holds numbers, enumerations and short noun phrases (names of cards, kinds of cards, places). It never
holds a sentence. An empty phrase means the card itself, or no restriction.
"""

from enum import StrEnum, auto
from typing import Final

import msgspec

LONGEST_PHRASE: Final = 60
MOST_WORDS: Final = 8
"""No phrase of a fact is longer, in letters and in words; a clause that would need one is not understood."""


UNDERCOVER_SPY: Final = "undercover spy"
"""What a card deploys as that stands on the opponent's side then."""


class Share(StrEnum):
    """How much of a game text is understood."""

    ALL = auto()
    SOME = auto()
    NONE = auto()


class FactKind(StrEnum):
    """What a fact is about."""

    IMMUNE_TO_ATTRITION = auto()  # limit: immune to less than this; none: to all attrition
    IMMUNITY_CHANGED = auto()  # amount: what immunity to attrition gains or loses
    LOSES_IMMUNITY = auto()
    IMMUNE_TO = auto()  # what: a card or an action that cannot touch it
    BATTLE_DESTINY_ADDED = auto()  # amount: how many
    BATTLE_DESTINY_IF_UNABLE = auto()  # amount: how many when there would be fewer
    BATTLE_DESTINY_LIMIT = auto()  # limit: who draws no more than this
    DESTINY_ADDED = auto()  # what: to total power, to attrition, to a weapon's destiny
    DESTINY_BONUS = auto()  # amount to each draw of the kind `what`, or to its total
    DESTINY_DRAWN = auto()  # amount: how many are drawn, for what follows
    DESTINY_CANCELED = auto()
    DESTINY_SUBSTITUTED = auto()
    ATTRITION_BONUS = auto()
    BATTLE_DAMAGE_BONUS = auto()
    TOTAL_POWER_BONUS = auto()
    TOTAL_BONUS = auto()  # any other total: `what`
    STAT_BONUS = auto()  # stat of `who` changes by amount
    STAT_SET = auto()  # stat of `who` is amount
    PILOT_BONUS = auto()  # stat of what the card pilots or drives changes by amount
    DEPLOYS_FREE = auto()
    DEPLOY_COST = auto()  # amount: what the deploy cost changes by
    DEPLOYS_FOR = auto()  # amount: what deploying costs, instead or besides
    DEPLOYS_ONLY = auto()  # where
    DEPLOYS_ON = auto()  # where: the place or the card it goes on
    DEPLOYS_REACT = auto()
    MAY_DEPLOY = auto()  # a permission: where, or what on the card
    DEPLOYS_CARD = auto()  # what, out of pile
    DRAIN_BONUS = auto()
    DRAIN_LIMIT = auto()
    NO_DRAIN = auto()
    DRAIN_COST = auto()
    GENERATION_BONUS = auto()
    GENERATION_LIMIT = auto()
    CAPACITY = auto()  # amount, what: pilots, passengers, vehicles, starfighters, ...
    PERMANENT_PILOT = auto()  # amount: its ability; what: its persona
    PERMANENT_ASTROMECH = auto()
    PERMANENT_WEAPON = auto()
    PILOT_REQUIRED = auto()
    AGENDA = auto()  # what: the agendas of a politician
    FEATURE = auto()  # ship-docking capability, hyperdrive, ...
    WEAPON_FIRE = auto()  # shot
    FIRES_WEAPON = auto()
    CANCELS = auto()
    CANCELS_TEXT = auto()
    SUSPENDS = auto()
    RETRIEVES = auto()
    FORCE_LOST = auto()  # who loses amount
    LOSS_CHANGED = auto()  # amount: by what a loss of Force changes
    LOSS_LIMIT = auto()
    FORCE_USED = auto()
    ACTIVATES = auto()
    DRAWS_CARD = auto()
    TAKES_INTO_HAND = auto()  # what, from pile
    PLACES = auto()  # what goes to pile
    STACKS = auto()
    PEEKS = auto()
    REVEALS = auto()
    MAY_NOT = auto()  # who may not do `action` to what
    MAY = auto()  # who may do `action`
    MAINTENANCE = auto()
    MOVES_FREE = auto()
    MOVE_COST = auto()
    MOVES = auto()  # a move or relocation: what, where
    MOVES_REACT = auto()
    MOVES_LIKE = auto()
    TRANSIT_COST = auto()  # docking bay transit: amount
    ICONS_ADDED = auto()
    IS = auto()  # who is treated as what
    LOST_WHEN = auto()  # the card itself is lost or canceled
    LOST = auto()  # another card is lost
    CAPTURES = auto()
    EXCLUDES = auto()
    HIT = auto()
    FLIPS = auto()
    PLAYS_ON = auto()
    PREVENTED = auto()  # who cannot do `action` for a while
    TARGETS = auto()  # what the rest of the action is about
    BATTLE_COST = auto()
    BATTLE_STARTED = auto()
    OBJECTIVE_START = auto()  # what is deployed at the start
    SATISFIES = auto()  # attrition or damage is satisfied, reduced or canceled
    TRANSFER = auto()
    CONVERTS = auto()


class Stat(StrEnum):
    """A printed number."""

    POWER = auto()
    FORFEIT = auto()
    ABILITY = auto()
    DEPLOY = auto()
    DESTINY = auto()
    MANEUVER = auto()
    ARMOR = auto()
    HYPERSPEED = auto()
    LANDSPEED = auto()
    DEFENSE_VALUE = auto()
    FEROCITY = auto()
    POLITICS = auto()
    PARSEC = auto()
    IMMUNITY = auto()
    TRAINING_DESTINY = auto()


class Pile(StrEnum):
    """Where a card comes from or goes to."""

    RESERVE_DECK = auto()
    FORCE_PILE = auto()
    USED_PILE = auto()
    LOST_PILE = auto()
    HAND = auto()
    OUT_OF_PLAY = auto()
    OUTSIDE_DECK = auto()
    TABLE = auto()
    HERE = auto()


class Action(StrEnum):
    """What a card allows or forbids."""

    TARGET = auto()
    MOVE = auto()
    DEPLOY = auto()
    CANCEL = auto()
    PLAY = auto()
    FORCE_DRAIN = auto()
    BATTLE = auto()
    INITIATE_BATTLE = auto()
    REACT = auto()
    DRAW_BATTLE_DESTINY = auto()
    ADD_BATTLE_DESTINY = auto()
    FORFEIT = auto()
    MODIFY = auto()
    REDUCE = auto()
    INCREASE = auto()
    STEAL = auto()
    FLIP = auto()
    FIRE = auto()
    EXCLUDE = auto()
    CAPTURE = auto()
    USE_TEXT = auto()
    RETRIEVE = auto()
    ACTIVATE = auto()
    SUSPEND = auto()
    RESET = auto()
    ATTACK = auto()
    CARRY = auto()
    CONVERT = auto()
    TRANSFER = auto()
    EMBARK = auto()
    REMOVE_DESTINY = auto()
    BREAK_COVER = auto()
    SATISFY_ATTRITION = auto()


class Mode(StrEnum):
    """The part of the text a fact stands in."""

    USED = auto()
    LOST = auto()
    STARTING = auto()
    LIGHT_SIDE = auto()
    DARK_SIDE = auto()
    FRONT = auto()
    BACK = auto()


class ConditionKind(StrEnum):
    """When a fact holds."""

    AT = auto()  # who (the card itself, if empty) is at `where`
    ON = auto()
    ABOARD = auto()
    HERE = auto()
    PRESENT = auto()
    ALONE = auto()
    PILOTING = auto()  # who pilots or drives what
    WITH = auto()
    PRESENT_WITH = auto()
    ARMED_WITH = auto()
    IN_BATTLE = auto()
    DEFENDING = auto()
    AGAINST = auto()
    ON_TABLE = auto()
    OUT_OF_PLAY = auto()
    STACKED = auto()
    OCCUPIES = auto()
    CONTROLS = auto()
    HAS = auto()
    IS = auto()
    COMPARES = auto()  # stat of who, or total `what`, op number
    ABILITY_PROVIDED_BY = auto()
    ONCE_PER = auto()  # what: turn, battle, game, phase; number of times, 1 if none
    DURING = auto()  # a phase, a turn, a battle
    END_OF = auto()
    START_OF = auto()
    UNTIL = auto()
    REMAINDER_OF = auto()
    EVERY = auto()  # each time the event takes place
    BATTLE_INITIATED = auto()
    BATTLE_WON = auto()
    BATTLE_LOST = auto()
    BATTLE_ENDED = auto()
    DRAIN_INITIATED = auto()
    DRAINED = auto()
    DEPLOYED = auto()
    PLAYED = auto()
    MOVED = auto()
    LOST_CARD = auto()
    FORFEITED = auto()
    HIT = auto()
    TARGETED = auto()
    FIRED = auto()
    CAPTURED = auto()
    DESTINY_DRAWN = auto()
    DESTINY_TO_BE_DRAWN = auto()
    DRAWN_FOR_DESTINY = auto()
    RETRIEVED = auto()
    FORCE_LOST = auto()
    SUCCESSFUL = auto()
    OTHERWISE = auto()
    POSSIBLE = auto()
    THIS_SIDE_UP = auto()
    MOVING = auto()
    CANCELED = auto()
    EXCEPT = auto()
    ANY_OF = auto()  # one of `parts` holds
    ALL_OF = auto()  # all of `parts` hold
    FOLLOWS = auto()  # as a step of the action of the sentence before; what starts that stands there
    BOTH = auto()  # all of what the card named before


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """One circumstance a fact depends on; several of a fact hold together.

    Attributes:
        negated: it must not be so ("unless", "not", "no").
        op: `<`, `>`, `=` or `at least` for `number`.
    """

    kind: ConditionKind
    what: str = ""
    who: str = ""
    where: str = ""
    op: str = ""
    number: float | None = None
    stat: Stat | None = None
    negated: bool = False
    parts: tuple["Condition", ...] = ()


class Result(StrEnum):
    """What happens to a target."""

    HIT = auto()
    LOST = auto()
    CAPTURED = auto()
    FORFEIT_ZERO = auto()
    FORFEIT_REDUCED = auto()
    POWER_ZERO = auto()
    POWER_REDUCED = auto()
    EXCLUDED = auto()
    STOLEN = auto()
    TEXT_CANCELED = auto()
    IMMOBILE = auto()
    NO_ATTRITION = auto()  # may not be used to satisfy attrition


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a successful shot does; `amount` is by how much, or the X from which on it does so."""

    result: Result
    amount: int | None = None


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Firing a weapon.

    Attributes:
        targets: what it may be fired at, as printed.
        cost: Force; None if it is X, whose greatest value is then `cost_up_to`.
        draws: how many destinies.
        bonus: what is added to their total.
        against: the target's number that must be exceeded; None: `number`.
        effects: what the target suffers.
    """

    targets: str
    cost: int | None = 0
    cost_up_to: int | None = None
    draws: int = 0
    bonus: int = 0
    against: Stat | None = None
    op: str = ""
    number: int | None = None
    effects: tuple[Effect, ...] = ()


class TextFact(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One fact.

    Attributes:
        who: whose number or deed it is; empty for the card itself (for Force: its owner).
        what: what it concerns.
        where: the place, or the card it happens on.
        amount: how much or how many; a change has its sign.
        limit: the bound of an immunity, a loss, a number of draws.
        each: the amount counts once for each of these.
        formula: what a variable amount (X) stands for.
        optional: "may".
        instead: its number takes the place of that of the fact before it, when its conditions hold.
        cumulative: several copies add up, though the rules say they do not.
        cost: Force to use for it; `loss`: Force to lose for it.
        other_cost: what else is given for it.
        mode, part: the section of the text, and the alternative in it (0 the first).
    """

    kind: FactKind
    who: str = ""
    what: str = ""
    where: str = ""
    stat: Stat | None = None
    amount: float | None = None
    limit: float | None = None
    each: str = ""
    formula: str = ""
    pile: Pile | None = None
    to: Pile | None = None
    action: Action | None = None
    optional: bool = False
    free: bool = False
    instead: bool = False
    cumulative: bool = False
    cost: float | None = None
    loss: float | None = None
    other_cost: str = ""
    shot: Shot | None = None
    conditions: tuple[Condition, ...] = ()
    mode: Mode | None = None
    part: int = 0
