"""Where cards can never be (section 13)."""

from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.mark import Refusal, Refusals, refuse, rule


@rule("13.1", "Characters are at sites, or aboard something")
@rule("13.2", "Vehicles are at exterior sites")
@rule("13.3", "Capital starships are at systems and asteroid sectors")
@rule("13.4", "Starfighters are at exterior sites, systems and sectors")
@rule("13.5", "Nothing is at a holosite")
def never_refusals(
    kind: CardKind, to: LocationFacts, *, aboard: bool = False, flies_in_clouds: bool = False
) -> Refusals:
    """Why a card can never be at a location; no text gets around it. Rules 13.

    Args:
        kind: what the card is, or what it moves like.
        to: the location.
        aboard: it would be aboard a vehicle or starship there.
        flies_in_clouds: a vehicle for cloud sectors.
    """
    if to.holosite:
        return (Refusal("13.5", "nothing can be at a holosite"),)
    if aboard:
        return ()
    open_air = to.exterior_site
    match kind:
        case CardKind.CHARACTER:
            found = refuse("13.1", "a character is at a site, or aboard something", not to.site)
        case CardKind.VEHICLE:
            fits = open_air or (flies_in_clouds and to.cloud)
            found = refuse("13.2", "a vehicle is at an exterior site", not fits)
        case CardKind.CAPITAL_STARSHIP:
            fits = to.kind is PlaceKind.SYSTEM or to.asteroid
            found = refuse("13.3", "a capital starship is at a system or an asteroid sector", not fits)
        case CardKind.STARFIGHTER:
            found = refuse("13.4", "a starfighter is in the open", to.site and not open_air)
        case _:
            found = ()
    return found


@rule("13.6", "No character deploys to the trench")
def trench_refusals(kind: CardKind, to: LocationFacts, *, aboard: bool = False) -> Refusals:
    """Why a character cannot be deployed to the trench of the Death Star. Rules 13."""
    return refuse(
        "13.6", "no character deploys to the trench", to.trench and kind is CardKind.CHARACTER and not aboard
    )
