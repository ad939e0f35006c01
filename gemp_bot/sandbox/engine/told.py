"""What the box plays of the rules, and what it leaves out: said plainly, for `gemp-bot sandbox rules`."""

from typing import Final

PLAYED: Final = (
    "Start: a starting location of each player, dark first; shuffled decks; opening hands of 8.",
    "Activate: Force generation counted and locked; the opponent says how much he lets happen at once.",
    "Control: Force drains with participation; the loser chooses each unit of Force.",
    "Deploy: locations (with conversion), characters, vehicles, starships; weapons and devices where the "
    "index knows on whom they go; presence or Force icons, places, costs, personas, copies, capacity, pilots.",
    "Battle: initiation, reacts, weapons segment, battle destiny, total power, attrition, battle damage, "
    "hits, forfeits, optional forfeits, immunity to attrition; early end.",
    "Move: landspeed, hyperspeed, sectors, landing and taking off, docking bay transit, embarking and "
    "disembarking; one regular move a turn.",
    "Draw, re-circulation, the end by depleted life Force.",
    "Actions: initiation, responses by turns until two passes, result; taking back before paying.",
    "Numbers and icons as printed, changed by structured facts of the index whose conditions can be told: "
    "power, ability, forfeit, deploy cost, drains, generation, icons, battle destinies, immunity.",
)
LEFT_OUT: Final = (
    "All other game text. A fact that is not understood is left out, whether it helps its player or not.",
    "Objectives, Interrupts, Effects, Epic Events, Jedi Tests, Admiral's Orders, creatures, podracers and "
    "defensive shields: blanks that can be drawn, drawn for destiny and lost, and are never played.",
    "Weapons and devices whose target or shot is not in the index: never deployed, never fired.",
    "Reacts other than a card's own move; deploying as a react; simultaneous deployment.",
    "Cargo holds, changing seats, docking starships, shuttling, moving Death Stars, text of locations.",
    "Undercover spies, captives, stolen, missing, concealed or frozen cards; attacks, duels, sabacc, races.",
    "Maintenance; destiny modifiers, substitution and canceling; of two printed destinies the first counts.",
    "The order of the markers of a planet and of interior sites: all sites of a planet stand in one row.",
    "Reverts.",
)
