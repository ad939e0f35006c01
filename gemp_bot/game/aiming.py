"""Which weapons a card has, whom they may be fired at, and what a shot would need: on any board."""

from collections.abc import Sequence

import msgspec

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.destiny import Draws
from gemp_bot.rules.moves import is_target_as
from gemp_bot.rules.presence import is_present_with


class Aim(msgspec.Struct, frozen=True):
    """A weapon that may be fired at a card.

    Attributes:
        weapon: what is fired; a card with a permanent weapon itself.
        draws: of weapon destiny. needed: what their total must exceed (rules 22).
        cost: Force.
    """

    weapon: CardId
    draws: Draws
    needed: float
    cost: float


def arms(bearer: CardInPlay) -> Sequence[CardInPlay]:
    """The weapons of a card of which it is known how they are fired, the card itself for a permanent one."""
    worn = [each for each in bearer.attached if each.card.type == CardType.WEAPON]
    found = [bearer, *worn] if bearer.facts.permanent else worn
    return [each for each in found if each.facts.shot is not None]


def may_aim(numbers: Numbers, weapon: CardInPlay, bearer: CardInPlay, target: CardInPlay) -> bool:
    """Whether a weapon that may be fired may be fired at a card: one present and not hit yet (rules 5, 8)."""
    return (
        is_target_as(target.facts.kind, weapon.facts.aims)
        and not target.hit
        and not numbers.unshootable(target, weapon)
        and is_present_with(bearer, target)
    )


def aims(numbers: Numbers, bearer: CardInPlay, target: CardInPlay) -> Sequence[Aim]:
    """The weapons of a card that may be fired at another one (rules 5, 8)."""
    found = []
    for weapon in arms(bearer):
        shot = weapon.facts.shot
        if shot is None or not may_aim(numbers, weapon, bearer, target):
            continue
        if not numbers.may_shoot(weapon, bearer):
            continue
        each, more = numbers.weapon_destiny(weapon, target)
        found.append(
            Aim(
                weapon.id,
                Draws(shot.draws, each=each, total=shot.bonus + more),
                numbers.defense(target),
                numbers.fire_cost(weapon, bearer, shot.cost),
            )
        )
    return found
