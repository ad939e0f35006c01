"""A battle up to its result: who may start it, who fights, with how much power and destiny (section 22).

What comes after the result is in battle_damage.py. Power, ability and attrition are plain numbers; costs are
Force.
"""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from math import inf

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.presence import Here, has_presence
from gemp_bot.rules.values import Cost, ValueChange, cost_refusals, modified, price

ABILITY_FOR_DESTINY = 4
BATTLE_COST = Cost(base=1)


class Fighter(msgspec.Struct, frozen=True):
    """A card at the location that has power, ability or both.

    Attributes:
        power: power as it is here.
        ability: ability, for a starship or vehicle that of its permanent pilots.
        card: what tells it from every other card.
        inside: it is inside an enclosed starship or vehicle.
        pilots: it pilots or drives what it is aboard.
        active: not inactive (captured, missing, undercover for its own side, ...).
        battled: it was in a battle this turn.
        excluded: a card says it is not in this battle.
        hit: a weapon has hit it.
        operative: it is an Operative on its planet.
    """

    power: float = 0
    ability: float = 0
    active: bool = True
    battled: bool = False
    excluded: bool = False
    hit: bool = False
    card: int = 0
    inside: bool = False
    pilots: bool = False
    operative: bool = False


@rule("24.1", "Creatures take no part in battles")
def fights_battles(kind: CardKind) -> bool:
    """Whether cards of a kind take part in battles: creatures have attacks instead. Rules 24."""
    return kind in NEED_FOOTHOLD


@rule("22.1", "Who takes part in a battle")
def participates(fighter: Fighter) -> bool:
    """Whether a card takes part in a battle at its location. Rules 22.

    A card battles once a turn, counted from the moment its battle was initiated, also if that battle was
    canceled or the card has moved since. Passengers take part; they only lend no ability.
    """
    return fighter.active and not fighter.battled and not fighter.excluded


@rule("22.1", "Who takes part in a battle")
def participants(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """The cards that take part. Rules 22."""
    return tuple(fighter for fighter in fighters if participates(fighter))


def _has_presence(fighters: Iterable[Fighter], icons: int) -> bool:
    return icons > 0 or has_presence(
        Here(ability=fighter.ability, active=fighter.active) for fighter in fighters
    )


@rule("22.2", "When a battle may be initiated")
@rule("22.3", "One battle per location per turn")
def battle_refusals(
    ours: Collection[Fighter],
    theirs: Collection[Fighter],
    force: float,
    *,
    cost: Cost = BATTLE_COST,
    our_presence_icons: int = 0,
    their_presence_icons: int = 0,
    fought_here: bool = False,
    our_battle_phase: bool = True,
    forbidden: bool = False,
) -> Refusals:
    """Why no battle may be initiated at a location; it may if there is no reason. Rules 22.

    Args:
        ours: our cards at the location.
        theirs: those of the opponent.
        force: Force we can use.
        cost: of initiating it, 1 Force as a rule.
        our_presence_icons: presence icons there that give us presence.
        their_presence_icons: those that give the opponent presence.
        fought_here: a battle was initiated at the location this turn.
        our_battle_phase: it is our battle phase.
        forbidden: a card forbids it.
    """
    return (
        *refuse("22.2", "battles start in one's own battle phase", not our_battle_phase),
        *refuse("22.2", "we have no presence there", not _has_presence(ours, our_presence_icons)),
        *refuse(
            "22.2", "the opponent has no presence there", not _has_presence(theirs, their_presence_icons)
        ),
        *refuse("22.1", "no card of ours can take part", not participants(ours)),
        *refuse("22.1", "no card of the opponent can take part", not participants(theirs)),
        *refuse("22.3", "there was a battle at the location this turn", fought_here),
        *refuse("22.2", "a card forbids it", forbidden),
        *cost_refusals(price(cost), force),
    )


class Segment(StrEnum):
    """The steps of a battle."""

    INITIATION = "initiation"
    WEAPONS = "weapons segment"
    POWER = "power segment"
    DAMAGE = "damage segment"


@rule("22.4", "The order of the segments and who acts first in them")
def initiator_acts_first(segment: Segment) -> bool:
    """Whether the player who initiated the battle acts first; only responses are the opponent's. Rules 22."""
    return segment is not Segment.INITIATION


@rule("22.5", "Each weapon fires once per battle")
def may_fire(times_fired: int, *, says_again: bool = False) -> bool:
    """Whether a weapon may fire in the weapons segment. Rules 22.

    Args:
        times_fired: how often it has fired in this battle.
        says_again: a card lets it fire repeatedly.
    """
    return times_fired == 0 or says_again


@rule("22.41", "A card fires one weapon in a battle, some as many as they like")
def weapons_fired(
    kind: CardKind, *, warriors: int = 0, squadron: bool = False, says_any: bool = False
) -> float:
    """How many of its weapons a card may fire in a battle. Rules 22.

    Args:
        kind: what it is; a capital starship fires them all.
        warriors: its warrior icons: a weapon for each.
        squadron: it is one, which fires three.
        says_any: its text has it fire any number.
    """
    if says_any or kind is CardKind.CAPITAL_STARSHIP:
        return inf
    return 3 if squadron else max(1, warriors)


@rule("22.6", "Ability that counts for battle destiny")
def ability_for_destiny(fighters: Iterable[Fighter]) -> float:
    """Ability of a side that counts for drawing battle destiny. Rules 22.

    That of cards that are present, and of those that pilot or drive; passengers of enclosed starships and
    vehicles do not count, nor do Operatives on their planet. A card that was hit still takes part.
    """
    return sum(
        f.ability for f in fighters if participates(f) and (f.pilots or not f.inside) and not f.operative
    )


@rule("22.7", "Battle destiny takes ability of 4")
@rule("22.8", "Battle destiny if unable to otherwise")
def battle_destinies(
    ability: float,
    *,
    needed: float = ABILITY_FOR_DESTINY,
    added: int = 0,
    if_unable: Sequence[int] = (),
    limit: int | None = None,
) -> int:
    """How many battle destinies a side may draw; it need not draw any. Rules 22.

    Args:
        ability: what counts of its ability.
        needed: ability it takes; 4 unless a card says otherwise.
        added: battle destinies that cards add.
        if_unable: the numbers of cards that draw so many if unable to otherwise. They do not add up, and no
            condition such as a higher ability needed holds them back.
        limit: the most it may draw; None for no limit.
    """
    draws = max((1 if ability >= needed else 0) + added, *if_unable, 0)
    return draws if limit is None else min(draws, max(0, limit))


@rule("22.9", "Total power")
def total_power(
    fighters: Iterable[Fighter],
    modifiers: Sequence[ValueChange] = (),
    *,
    power_destiny: float = 0,
    battle_destiny: float = 0,
) -> float:
    """Total power of a side. Rules 22.

    Args:
        fighters: its cards; those inside something enclosed add nothing of their own.
        modifiers: what changes the total power.
        power_destiny: total of the destinies to power.
        battle_destiny: total battle destiny.
    """
    base = sum(f.power for f in fighters if participates(f) and not f.inside)
    return modified(base + power_destiny + battle_destiny, modifiers)


class BattleResolution(StrEnum):
    """How a battle ends."""

    WON = "we win"
    LOST = "we lose"
    TIED = "nobody wins"


@rule("22.10", "The higher total power wins; a tie has no winner")
def result(ours: float, theirs: float) -> BattleResolution:
    """Who wins with these total powers. Rules 22."""
    if ours == theirs:
        return BattleResolution.TIED
    return BattleResolution.WON if ours > theirs else BattleResolution.LOST


@rule("22.11", "Attrition")
@rule("22.12", "No attrition without battle destiny")
def attrition(
    battle_destiny: float | None, modifiers: Sequence[ValueChange] = (), *, attrition_destiny: float = 0
) -> float | None:
    """Attrition of a side's battle destiny against its opponent; None for none at all. Rules 22.

    Args:
        battle_destiny: total battle destiny; None if no draw was completed. Then there is no attrition, and
            nothing can modify it, also no destiny to attrition.
        modifiers: what changes attrition.
        attrition_destiny: total of the destinies to attrition.
    """
    if battle_destiny is None:
        return None
    return modified(battle_destiny + attrition_destiny, modifiers)


@rule("22.13", "Battle damage")
def battle_damage(ours: float, theirs: float, modifiers: Sequence[ValueChange] = ()) -> float:
    """Battle damage against us, in Force: by how much we are behind. The winner has none. Rules 22.

    Args:
        ours: our total power.
        theirs: that of the opponent.
        modifiers: what changes our battle damage; nothing unless we lost.
    """
    return modified(theirs - ours, modifiers) if theirs > ours else 0


@rule("22.14", "A battle ends when the presence of a side is gone")
def ends_early(
    ours: Iterable[Fighter],
    theirs: Iterable[Fighter],
    segment: Segment,
    *,
    our_presence_icons: int = 0,
    their_presence_icons: int = 0,
) -> bool:
    """Whether a battle ends at once, without a damage segment: a side has no presence left. Rules 22."""
    if segment is Segment.DAMAGE:
        return False
    return not (_has_presence(ours, our_presence_icons) and _has_presence(theirs, their_presence_icons))


@rule("22.15", "Hit cards are lost also when a battle ends early")
def lost_at_early_end(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """The cards a side loses if a battle ends before its damage segment. Rules 22."""
    return tuple(fighter for fighter in fighters if participates(fighter) and fighter.hit)


@rule("24.4", "A creature must attack")
def must_attack(targets: int, *, my_turn: bool = True, phase: Phase = Phase.BATTLE) -> bool:
    """Whether our creature has to attack now: it does when there is anything to attack. Rules 24."""
    return my_turn and phase is Phase.BATTLE and targets > 0
