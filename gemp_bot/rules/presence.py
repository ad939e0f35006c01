"""Presence, control, being alone (section 5) and what all one's ability comes from (section 20)."""

from collections.abc import Iterable

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
        character: whether it is one, not a vehicle or starship.
        drains_only: a droid that "may Force drain", with no ability.
        persons: how many it is; two for a combo card.
        permanent_pilots: of a starship or vehicle.
        id: what a card aboard names it by.
        aboard: id of the vehicle or starship that carries it; empty for none.
    """

    ability: float = 0
    presence_icon: bool = False
    active: bool = True
    undercover: bool = False
    character: bool = True
    drains_only: bool = False
    persons: int = 1
    permanent_pilots: int = 0
    id: str = ""
    aboard: str = ""


@rule("5.1", "Presence")
@rule("5.2", "Cards inside enclosed carriers count for presence")
def has_presence(mine: Iterable[Here]) -> bool:
    """Whether a player's cards at a location give him presence there. Rules 5."""
    ability = 0.0
    for card in mine:
        if card.active and not card.undercover:
            if card.presence_icon:
                return True
            ability += card.ability
    return ability >= ABILITY_FOR_PRESENCE


@rule("5.3", "Occupying")
def occupies(mine: Iterable[Here]) -> bool:
    """Whether a player occupies a location, whoever else is there. Rules 5."""
    return has_presence(mine)


@rule("5.4", "Control")
def controls(mine: Iterable[Here], theirs: Iterable[Here]) -> bool:
    """Whether a player controls a location: he has presence and the opponent has none. Rules 5."""
    return has_presence(mine) and not has_presence(theirs)


@rule("5.5", "Unoccupied; an undercover spy prevents it")
def is_unoccupied(mine: Iterable[Here], theirs: Iterable[Here]) -> bool:
    """Whether a location is unoccupied. Rules 5."""
    mine, theirs = tuple(mine), tuple(theirs)
    spied = any(card.undercover and card.active for card in (*mine, *theirs))
    return not (spied or has_presence(mine) or has_presence(theirs))


@rule("5.6", "A lone character")
def character_alone(me: Here, others: Iterable[Here]) -> bool:
    """Whether a character is alone. Rules 5.

    Args:
        me: the character.
        others: the same player's other cards at the location.
    """
    return (
        me.active
        and me.character
        and me.persons == 1
        and not any(card.active and (card.character or card.ability > 0) for card in others)
    )


@rule("5.7", "A lone starship or vehicle")
def carrier_alone(me: Here, others: Iterable[Here]) -> bool:
    """Whether a starship or vehicle is alone: everything else of the player there is aboard. Rules 5.

    Args:
        me: the starship or vehicle.
        others: the same player's other characters, vehicles and starships at the location.
    """
    return (
        me.active
        and not me.character
        and me.permanent_pilots <= 1
        and all(card.aboard == me.id != "" for card in others if card.active)
    )


@rule("4.6", "Droids that may Force drain control for drains only")
def controls_for_drain(mine: Iterable[Here], theirs: Iterable[Here]) -> bool:
    """Whether a player controls a location as far as Force drains go. Rules 4."""
    mine = tuple(mine)
    droid = any(card.drains_only and card.active and not card.undercover for card in mine)
    return (droid or has_presence(mine)) and not has_presence(theirs)


@rule("20.1", "All ability is provided by cards of a kind")
def all_ability_fits(cards: Iterable[tuple[Here, bool]]) -> bool:
    """Whether all ability at a place comes from cards of a kind; modified totals do not matter. Rules 20.

    Args:
        cards: each with whether it is of that kind.
    """
    fitting = [fits for card, fits in cards if card.active and card.ability > 0]
    return bool(fitting) and all(fitting)
