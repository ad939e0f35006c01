"""What the box plays of the rules, and what it leaves out: said plainly, for `gemp-bot sandbox --rules`."""

from typing import Final

_PLAYED: Final = """
Start: Starting Effects, then an Objective or a starting location of each player, dark first.
Start: a starting Interrupt of each player, then shuffled decks and opening hands of 8.
Start: Defensive Shields that a Starting Effect lays under it, and later beside the table.
Activate: Force generation counted and locked; the opponent says how much he lets happen at once.
Control: Force drains with participation; the loser chooses each unit of Force.
Deploy: locations (with conversion), characters, vehicles, starships; weapons and devices.
Deploy: Effects on cards, on locations and beside the table.
Deploy: presence or Force icons, places, costs, personas, copies, capacity, pilots.
Battle: initiation, reacts, weapons segment, battle destiny, total power, attrition, battle damage.
Battle: permanent weapons, fired by the card that has one.
Battle: hits, forfeits, optional forfeits, immunity to attrition, early end.
Deploy: starships with a pilot from hand, starfighters into holds.
Move: landspeed, hyperspeed, sectors, landing and taking off, docking bay transit, shuttling.
Move: embarking, disembarking, also into holds; changing seats; what the text of a location lets move.
Draw: from the Force Pile; re-circulation; the end by depleted life force.
Actions: initiation, responses by turns until two passes, result; taking back before paying.
Actions of cards: those of which every condition and every effect is known, in a phase or as responses.
Interrupts: targets and costs first, then the other player may cancel them; Used or Lost Pile.
Limits of actions: once a phase, turn, battle or game.
By themselves: flips of Objectives, cards that are lost or cancelled, what follows from an event.
Numbers: as printed, changed by structured facts of the index whose conditions can be told from the table.
Destinies: changed, cancelled, drawn again, substituted, added; texts and cards that are cancelled.
"""
_LEFT_OUT: Final = """
All other game text. A fact that is not understood is left out, whether it helps its player or not.
Epic Events, Jedi Tests, Admiral's Orders, creatures, podracers.
Immediate, Mobile, Utinni and Political Effects.
These and Interrupts of which no action is known are blanks: drawn, drawn for destiny and lost only.
Of Effects and Objectives what is not known of their text does nothing; some lie there for nothing at all.
Weapons and devices whose target or shot is not in the index are not deployed or not fired.
Of shots, also of permanent weapons: a cost of X, several at once, and what is not a hit (captures, ...).
Reacts other than a card's own move; deploying as a react; other simultaneous deployment.
Docking starships, moving Death Stars.
Undercover spies, captives, stolen, missing, concealed, frozen cards; attacks, duels, sabacc, races.
Maintenance; insert cards. Of two printed destinies the higher one counts.
The order of the markers and interior sites of a planet: all its sites stand in one row.
"""


def played() -> tuple[str, ...]:
    """What is played, one line each."""
    return tuple(_PLAYED.strip().splitlines())


def left_out() -> tuple[str, ...]:
    """What is left out, one line each."""
    return tuple(_LEFT_OUT.strip().splitlines())
