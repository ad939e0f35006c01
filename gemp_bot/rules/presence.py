"""Presence, control, and where a card is: at, present, with (section 5)."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

import msgspec

from gemp_bot.rules.mark import rule

ABILITY_FOR_PRESENCE = 1


class Here(msgspec.Struct, frozen=True, kw_only=True):
    """A card of one player at a location, aboard something or not.

    Attributes:
        ability: its ability; a droid has none.
        presence_icon: whether it has such an icon.
        active: whether it does what it says.
        undercover: whether it is a spy on the opponent's side.
        operative: whether it is an Operative on its planet.
    """

    ability: float = 0
    presence_icon: bool = False
    active: bool = True
    undercover: bool = False
    operative: bool = False


@rule("5.1", "Presence")
@rule("5.2", "Cards inside enclosed carriers count for presence")
@rule("5.3", "Occupying")
def has_presence(mine: Iterable[Here]) -> bool:
    """Whether a player's cards give him presence: he occupies a location, whoever else does. Rules 5."""
    ability = 0.0
    for card in mine:
        if card.active and not card.undercover:
            if card.presence_icon:
                return True
            ability += card.ability
    return ability >= ABILITY_FOR_PRESENCE


@rule("5.15", "An Operative on its planet")
def is_on_its_planet(planet: str, system: str, *, site: bool) -> bool:
    """Whether the rules of Operatives hold for one: it is at a site of the planet it matches. Rules 5.

    Args:
        planet: the planet it matches; empty for what is no Operative.
        system: the planet of the location, called alike.
        site: the location is a site.
    """
    return bool(planet) and site and planet == system


@rule("5.16", "What controls without the opponent")
def may_control(mine: Iterable[Here]) -> bool:
    """Whether a player's cards control a location where the opponent has no presence. Rules 5.

    Operatives on their planet occupy it, and keep the opponent from control; for control of their own they
    need ability or a presence icon of somebody else there.
    """
    return has_presence(card for card in mine if not card.operative)


@rule("5.4", "Control")
def controls(*, mine: bool, theirs: bool) -> bool:
    """Whether a player controls a location: he has presence and the opponent has none. Rules 5.

    Args:
        mine: he occupies it, by more than Operatives on their planet.
        theirs: his opponent occupies it.
    """
    return mine and not theirs


@rule("5.5", "Unoccupied; an undercover spy prevents it")
def is_unoccupied(cards: Iterable[Here], *, occupied: bool) -> bool:
    """Whether a location is unoccupied. Rules 5.

    Args:
        cards: the cards of both players there.
        occupied: one of them has presence.
    """
    return not (occupied or any(card.undercover and card.active for card in cards))


_Place_co = TypeVar("_Place_co", covariant=True)


class Placed(Protocol[_Place_co]):
    """A card on the table, by where it is."""

    @property
    def location(self) -> _Place_co | None:
        """The location it is at, also aboard something."""
        ...

    @property
    def host(self) -> "Placed[_Place_co] | None":
        """What it is attached to or aboard."""
        ...

    @property
    def inside(self) -> bool:
        """Whether its host is enclosed, and it is inside."""
        ...


@rule("5.8", "Present at a location")
@rule("5.10", "Present where another card is")
def is_present(card: Placed[object], location: object | None) -> bool:
    """Whether a card is physically at a location, not inside something enclosed there. Rules 5.

    A target can be present where a card is that is not present there itself: the location is all that counts.
    """
    return is_at(card, location) and not card.inside


@rule("5.9", "Present with another card")
def is_present_with(one: Placed[object], other: Placed[object]) -> bool:
    """Whether two cards are present together; no card is with itself. Rules 5."""
    together = one.host is other.host if one.inside and other.inside else one.inside is other.inside
    return is_with(one, other) and together


@rule("5.14", "At the same location; with")
def is_at(card: Placed[object], location: object | None) -> bool:
    """Whether a card is at a location, inside something there or not. Rules 5."""
    return location is not None and card.location is location


@rule("5.14", "At the same location; with")
def is_with(one: Placed[object], other: Placed[object]) -> bool:
    """Whether a card is with another: both are at one location. Rules 5."""
    return one is not other and is_at(one, other.location)


@rule("5.11", "At a system")
@rule("5.12", "On a system")
def is_on_system(*, at_it: bool, in_orbit: bool) -> bool:
    """Whether a card is on a system: who is at the system itself is at it, and not on it. Rules 5.

    Args:
        at_it: it is at a location of the system, the system itself among them.
        in_orbit: it is at the system itself.
    """
    return at_it and not in_orbit
