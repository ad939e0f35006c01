"""Room aboard vehicles and starships (sections 21 and 23)."""

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule


class Capacity(msgspec.Struct, frozen=True, kw_only=True):
    """What may be aboard.

    Attributes:
        pilots, passengers: seats of their kind.
        either: seats for a pilot or a passenger.
        vehicles, starfighters, capital_starships, creatures: room for such.
        ties_only: the starfighters must be TIEs.
    """

    pilots: int = 0
    passengers: int = 0
    either: int = 0
    vehicles: int = 0
    starfighters: int = 0
    capital_starships: int = 0
    creatures: int = 0
    ties_only: bool = False


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What is aboard, inactive cards too.

    Attributes:
        pilots, passengers: characters by the seat they take.
        vehicles, starfighters, capital_starships, creatures: how many.
        like_characters: cards that move like a character; they take no seat.
    """

    pilots: int = 0
    passengers: int = 0
    vehicles: int = 0
    starfighters: int = 0
    capital_starships: int = 0
    creatures: int = 0
    like_characters: int = 0


@rule("21.16", "Capacity")
def capacity_refusals(capacity: Capacity, load: Load) -> Refusals:
    """Why a load does not fit. Rules 21."""
    shared = max(0, load.pilots - capacity.pilots) + max(0, load.passengers - capacity.passengers)
    return (
        *refuse("21.16", "no seat is left", shared > capacity.either),
        *refuse("21.16", "no room for a vehicle", load.vehicles > capacity.vehicles),
        *refuse(
            "21.16",
            "no room for a starship",
            load.starfighters > capacity.starfighters or load.capital_starships > capacity.capital_starships,
        ),
        *refuse("21.16", "no room for a creature", load.creatures > capacity.creatures),
    )
