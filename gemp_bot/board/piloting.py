"""What being aboard something means, and who pilots or drives it, as far as the table tells."""

from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardType, Icon, SubType

_ENCLOSED: Final = "enclosed"


def attach(card: CardInPlay, host: CardInPlay) -> None:
    """Note what a card is attached to or aboard; the caller adds it to `host.attached` in order."""
    card.host = host
    if not card.fights:
        return
    if host.carries:
        card.inside = host.card.type == CardType.STARSHIP or host.card.has(_ENCLOSED)
    elif host.card.type == CardType.CHARACTER and host.side is not card.side:
        card.active = False  # a captive


def find_pilots(carrier: CardInPlay) -> None:
    """Note who pilots a carrier, and whether anybody does; the server sends no seats (PROTOCOL 6.6).

    A card that can pilot takes a pilot's seat while one is free. If more could than may, nobody can tell.
    """
    card = carrier.card
    seats = carrier.facts.pilot_seats
    able = [
        aboard
        for aboard in carrier.attached
        if aboard.card.type == CardType.CHARACTER and aboard.active and aboard.card.icon(Icon.PILOT) > 0
    ]
    for aboard in able:
        aboard.pilots = seats > 0
    crashed = card.type == CardType.VEHICLE and carrier.sideways  # or hit: both look alike
    carrier.unsure = len(able) > seats or crashed
    if card.is_a(SubType.CREATURE_VEHICLE):
        carrier.piloted = True
        return
    on_ground = card.type == CardType.STARSHIP and carrier.location is not None and carrier.location.site
    crewed = any(aboard.pilots for aboard in able) or carrier.facts.crew > 0
    carrier.piloted = crewed and carrier.host is None and not on_ground
