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
        persons: how many it is; two for a combo card.
        permanent_pilots: of a starship or vehicle.
        aboard: it is aboard the card that is asked about.
    """

    ability: float = 0
    presence_icon: bool = False
    active: bool = True
    undercover: bool = False
    character: bool = True
    persons: int = 1
    permanent_pilots: int = 0
    aboard: bool = False


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


@rule("5.4", "Control")
def controls(*, mine: bool, theirs: bool) -> bool:
    """Whether a player controls a location: he has presence and the opponent has none. Rules 5.

    Args:
        mine: he occupies it.
        theirs: his opponent does.
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
        and all(card.aboard for card in others if card.active)
    )
