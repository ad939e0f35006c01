"""Where a card is: present, at, on, aboard, with (section 5)."""

import msgspec

from gemp_bot.rules.facts import LocationFacts, PlaceKind
from gemp_bot.rules.mark import rule


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a card is.

    Attributes:
        card: something that tells it from every other card.
        location: the location it is at.
        aboard: the vehicle or starship it is aboard; empty for none.
        enclosed: whether that one is enclosed.
        prison: whether it is in a prison, which is a place of its own.
        inside_at: of a card at a site of a starship or vehicle: that starship or vehicle.
    """

    card: str
    location: LocationFacts
    aboard: str = ""
    enclosed: bool = False
    prison: bool = False
    inside_at: str = ""

    @property
    def place(self) -> tuple[str, str]:
        """The place it is physically in: a location, an enclosed carrier or a prison."""
        if self.prison:
            return "prison", self.location.name
        if self.aboard and self.enclosed:
            return "carrier", self.aboard
        return "location", self.location.name


@rule("5.8", "Present at a location")
def is_present(spot: Spot, location: str) -> bool:
    """Whether a card is physically at a location, not inside something enclosed there. Rules 5."""
    return spot.place == ("location", location)


@rule("5.9", "Present with another card")
def is_present_with(one: Spot, other: Spot) -> bool:
    """Whether two cards are present together; no card is with itself. Rules 5."""
    return one.card != other.card and one.place == other.place


@rule("5.10", "Present where another card is")
def is_present_where(target: Spot, here: Spot) -> bool:
    """Whether a target is present at the location a card is at; that card need not be present. Rules 5."""
    return is_present(target, here.location.name)


@rule("5.11", "At a system")
def is_at_system(spot: Spot, system: str) -> bool:
    """Whether a card is at a system: on its planet, in orbit, or inside something there. Rules 5."""
    return system in {spot.location.system, _own_name(spot.location)}


@rule("5.12", "On a system")
def is_on_system(spot: Spot, system: str) -> bool:
    """Whether a card is on a system: at one of its sites or sectors, also inside something there. Rules 5."""
    return spot.location.kind is not PlaceKind.SYSTEM and spot.location.system == system


@rule("5.13", "Aboard a starship or vehicle")
def is_aboard(spot: Spot, carrier: str) -> bool:
    """Whether a card is aboard: in a slot of it, or at one of its sites. Rules 5."""
    return carrier in {spot.aboard, spot.inside_at} and carrier != ""


@rule("5.14", "At the same location; with")
def is_with(one: Spot, other: Spot) -> bool:
    """Whether a card is with another: both are at one location. Rules 5."""
    return one.card != other.card and is_at_same_location(one, other)


@rule("5.14", "At the same location; with")
def is_at_same_location(one: Spot, other: Spot) -> bool:
    """Whether two cards are at one location, as a card is with regard to itself. Rules 5."""
    return one.location.name == other.location.name


def _own_name(location: LocationFacts) -> str:
    return location.name if location.kind is PlaceKind.SYSTEM else ""
