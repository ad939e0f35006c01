"""Where a card is: present, at, on, aboard, with (section 5)."""

from typing import Protocol, TypeVar

from gemp_bot.rules.mark import rule

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


@rule("5.13", "Aboard a starship or vehicle")
def is_aboard(card: Placed[object], carrier: object) -> bool:
    """Whether a card is aboard, also on or aboard something that is. Rules 5."""
    host = card.host
    while host is not None and host is not carrier:
        host = host.host
    return host is not None
