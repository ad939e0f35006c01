"""Creatures and attacks (section 24)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind, Phase
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.values import Cost, Modifier, Price, modified, price

ABILITY_FOR_DESTINY = 4


@rule("24.1", "Creatures take no part in battles")
def fights_battles(kind: CardKind) -> bool:
    """Whether cards of a kind take part in battles; creatures have attacks. Rules 24."""
    return kind in NEED_FOOTHOLD


@rule("24.2", "An attack is free")
def attack_price(separate: Sequence[float] = ()) -> Price:
    """What an attack costs. Rules 24."""
    return price(Cost(free=True, separate=tuple(separate)))


@rule("24.3", "Attacks need no presence, and one's own creatures may be attacked")
def attack_refusals(
    *, my_turn: bool = True, phase: Phase = Phase.BATTLE, creature_there: bool = True, attackers: int = 1
) -> Refusals:
    """Why no creature can be attacked at a location; presence and whose it is do not matter. Rules 24."""
    return (
        *refuse("24.3", "only in our battle phase", not (my_turn and phase is Phase.BATTLE)),
        *refuse("24.3", "no creature is there", not creature_there),
        *refuse("24.3", "nobody is there to attack it", attackers <= 0),
    )


@rule("24.4", "A creature must attack")
def must_attack(targets: int, *, my_turn: bool = True, phase: Phase = Phase.BATTLE) -> bool:
    """Whether our creature has to attack now: it does when there is anything to attack. Rules 24."""
    return my_turn and phase is Phase.BATTLE and targets > 0


@rule("24.5", "A creature's target is random")
def target_chance(targets: int) -> float:
    """Probability that a creature attacks one particular target. Rules 24."""
    return 1 / targets if targets else 0


@rule("24.6", "Destiny in an attack takes ability of 4")
def draws_destiny(ability: float) -> bool:
    """Whether a side of an attack that is no creature draws destiny. Rules 24."""
    return ability >= ABILITY_FOR_DESTINY


@rule("24.7", "Totals of an attack")
def fighters_total(
    power: float, ability: float, destiny: float = 0, modifiers: Sequence[Modifier] = ()
) -> float:
    """Total of the side of characters, vehicles and starships, attacking or attacked. Rules 24."""
    return modified(power + (destiny if draws_destiny(ability) else 0), modifiers)


@rule("24.7", "Totals of an attack")
def creature_total(
    ferocity: float, modifiers: Sequence[Modifier] = (), *, attacked: bool = False, defense: float = 0
) -> float:
    """Total of a creature; its defense value counts when it is attacked. Rules 24."""
    return modified(ferocity + (defense if attacked else 0), modifiers)


@rule("24.8", "The defender is beaten only by more")
def is_beaten(attacker: float, defender: float) -> bool:
    """Whether the target is eaten, or the attacked creature lost. Rules 24."""
    return attacker > defender


@rule("24.9", "No attrition, battle damage or forfeit in an attack")
def attack_damage(attacker: float, defender: float) -> tuple[float, float]:  # noqa: ARG001
    """Attrition and battle damage of an attack, whatever the totals. Rules 24."""
    return 0, 0


class Meeting(StrEnum):
    """What becomes of two creatures that meet."""

    FIRST_EATEN = "the first is eaten"
    SECOND_EATEN = "the second is eaten"
    BOTH_LOST = "both are lost"


@rule("24.10", "Two creatures that meet")
def creatures_meet(first: float, second: float) -> Meeting:
    """What becomes of two creatures that are present together, by their ferocity. Rules 24."""
    if first == second:
        return Meeting.BOTH_LOST
    return Meeting.FIRST_EATEN if first < second else Meeting.SECOND_EATEN


class Shot(msgspec.Struct, frozen=True):
    """A weapon that is to fire at a creature.

    Attributes:
        in_attack: during an attack, not a battle.
        targets_creatures: the weapon says that it targets creatures.
    """

    in_attack: bool
    targets_creatures: bool


@rule("24.11", "Weapons against creatures")
def shot_refusals(shot: Shot) -> Refusals:
    """Why a weapon cannot target a creature. Rules 24."""
    return (
        *refuse("24.11", "creatures are targets in attacks only", not shot.in_attack),
        *refuse("24.11", "it does not target creatures", not shot.targets_creatures),
    )
