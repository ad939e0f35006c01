"""The true state of a toy game, and the events by which it changes."""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from fakes import events
from fakes.events import CardAttributes
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import AnyEvent, CardLeftBattle, Statistics
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK
from gemp_bot.sandbox.server.contents import CARDS

PILES = {
    "RESERVE_DECK": Zone.TOP_OF_RESERVE_DECK,
    "FORCE_PILE": Zone.TOP_OF_FORCE_PILE,
    "USED_PILE": Zone.TOP_OF_USED_PILE,
    "LOST_PILE": Zone.TOP_OF_LOST_PILE,
}
_BACKS = {"DARK": DARK_BACK, "LIGHT": LIGHT_BACK}


def blueprints(side: str, *, locations: bool) -> list[str]:
    """Give the known cards of a side that are locations, or those that are not."""
    return [key for key, card in CARDS.items() if card.side == side and card.horizontal is locations]


@dataclass(slots=True)
class Board:
    """Piles, hands and the cards on the table; `copy.deepcopy` makes a state to revert to."""

    players: tuple[str, str]
    next_id: int = 1
    turns: dict[str, int] = field(default_factory=dict)
    active: str = ""
    phase: Phase = Phase.PLAY_STARTING_CARDS
    piles: dict[tuple[str, str], list[tuple[int, str]]] = field(default_factory=dict)
    shown: dict[tuple[str, str], int] = field(default_factory=dict)
    hands: dict[str, dict[int, str]] = field(default_factory=dict)
    columns: list[CardAttributes] = field(default_factory=list)
    cards: dict[int, CardAttributes] = field(default_factory=dict)
    battle: bool = False

    def side(self, player: str) -> str:
        """Tell which side a player plays."""
        return "DARK" if player == self.players[0] else "LIGHT"

    def other(self, player: str) -> str:
        """Give the opponent."""
        return self.players[1] if player == self.players[0] else self.players[0]

    def new_id(self) -> int:
        """Give an id that was never used since the last revert."""
        self.next_id += 1
        return self.next_id - 1

    def deal(self, random: Random, size: int) -> None:
        """Fill both Reserve Decks."""
        for player in self.players:
            faces = blueprints(self.side(player), locations=False)
            deck = [(self.new_id(), random.choice(faces)) for _ in range(size)]
            self.piles |= {(player, pile): [] for pile in PILES}
            self.piles[player, "RESERVE_DECK"] = deck
            self.hands[player] = {}
            self.turns[player] = 0

    def card(
        self,
        card_id: int,
        blueprint: str,
        owner: str,
        zone: Zone,
        *,
        column: int = 0,
        target: int | None = None,
    ) -> CardAttributes:
        """Make a card in the current phase."""
        known = CARDS.get(blueprint)
        return CardAttributes(
            card_id=card_id,
            blueprint=blueprint,
            owner=owner,
            zone=zone,
            phase=self.phase,
            horizontal=known is not None and known.horizontal,
            column=column,
            target=target,
            system="Tatooine" if zone is Zone.LOCATIONS else None,
        )

    # -- piles and hands ----------------------------------------------------------------------

    def tops(self) -> list[AnyEvent]:
        """Give the events that bring the visible tops of all piles up to date."""
        found: list[AnyEvent] = []
        for (player, pile), cards in self.piles.items():
            shown = self.shown.get((player, pile))
            top = cards[-1] if cards else None
            if shown == (top[0] if top else None):
                continue
            if shown is not None:
                found.append(events.remove([shown]))
                del self.shown[player, pile]
            if top is not None:
                self.shown[player, pile] = top[0]
                face = top[1] if pile == "LOST_PILE" else _BACKS[self.side(player)]
                found.append(events.put(self.card(top[0], face, player, PILES[pile])))
        return found

    def shift(self, player: str, source: str, target: str, count: int, *, keep: bool) -> list[AnyEvent]:
        """Move cards from the top of one pile to another; ids are kept for Force (PROTOCOL 6.2)."""
        for _ in range(min(count, len(self.piles[player, source]))):
            card_id, face = self.piles[player, source].pop()
            self.piles[player, target].append((card_id if keep else self.new_id(), face))
        return [*self.tops(), self.statistics()]

    def draw(self, player: str, source: str, count: int) -> list[AnyEvent]:
        """Draw into hand: new ids, seen by the owner only."""
        found: list[AnyEvent] = []
        for _ in range(min(count, len(self.piles[player, source]))):
            _, face = self.piles[player, source].pop()
            card_id = self.new_id()
            self.hands[player][card_id] = face
            found.append(events.put(self.card(card_id, face, player, Zone.HAND)))
        return [*found, *self.tops(), self.statistics()]

    def discard(self, player: str, card_id: int) -> list[AnyEvent]:
        """Lose a card from hand or from the top of a pile: a new id on the Lost Pile."""
        found: list[AnyEvent] = []
        if card_id in self.hands[player]:
            face = self.hands[player].pop(card_id)
            found.append(events.remove([card_id], player))
        else:
            pile = next(cards for cards in self.piles.values() if cards and cards[-1][0] == card_id)
            face = pile.pop()[1]
        self.piles[player, "LOST_PILE"].append((self.new_id(), face))
        return [*found, *self.tops(), self.statistics()]

    # -- the table ----------------------------------------------------------------------------

    def insert_column(self, owner: str, face: str, index: int) -> list[AnyEvent]:
        """Deploy a location: everything at or right of it moves one column."""
        self._slide(index, 1)
        card = self.card(self.new_id(), face, owner, Zone.LOCATIONS, column=index)
        self.columns.insert(index, card)
        return [events.put(card), self.statistics()]

    def remove_column(self, index: int) -> list[AnyEvent]:
        """Take a location away with all that is there: `RLFP` comes first (PROTOCOL 6.4)."""
        location = self.columns.pop(index)
        gone = [card.card_id for card in self.cards.values() if card.column == index]
        for card_id in gone:
            del self.cards[card_id]
        self._slide(index, -1)
        found = [events.remove_columns([index]), events.remove([location.card_id])]
        return [*found, *([events.remove(gone)] if gone else []), self.statistics()]

    def convert(self, owner: str, face: str, index: int) -> list[AnyEvent]:
        """Convert a location: same id, same column, `RCFP` then `RCIP` (PROTOCOL 6.8)."""
        old = self.columns[index]
        card = self.card(old.card_id, face, owner, Zone.LOCATIONS, column=index)
        self.columns[index] = card
        return [events.remove([old.card_id]), events.replace(card), self.statistics()]

    def deploy(self, player: str, hand_id: int, index: int, host: int | None) -> list[AnyEvent]:
        """Deploy from hand to a column, or onto a card there; a new id."""
        face = self.hands[player].pop(hand_id)
        if host is None:
            card = self.card(self.new_id(), face, player, Zone.AT_LOCATION, column=index)
        else:
            card = self.card(self.new_id(), face, player, Zone.ATTACHED, target=host)
        # Where an attached card stands is known to us, not told on the wire (locationIndex 0).
        self.cards[card.card_id] = replace(card, column=index)
        return [events.remove([hand_id], player), events.put(card), self.statistics()]

    def move(self, card_id: int, index: int) -> list[AnyEvent]:
        """Move a card to another column, with what is attached to it."""
        found: list[AnyEvent] = []
        for card in list(self.cards.values()):
            if card_id in (card.card_id, card.target):
                moved = replace(card, column=index, phase=self.phase)
                self.cards[card.card_id] = moved
                if card.card_id == card_id:
                    found.append(events.move(moved))
        return [*found, self.statistics()]

    def forfeit(self, card_id: int) -> list[AnyEvent]:
        """Forfeit a card from a battle, with what is attached to it."""
        card = self.cards[card_id]
        gone = [key for key, other in self.cards.items() if card_id in (key, other.target)]
        for key in gone:
            lost = self.cards.pop(key)
            self.piles[lost.owner, "LOST_PILE"].append((self.new_id(), lost.blueprint))
        found = [events.card_event(CardLeftBattle, card), events.remove(gone)]
        return [*found, *self.tops(), self.statistics()]

    def standing(self, player: str | None = None) -> list[CardAttributes]:
        """Give the cards that stand at a location by themselves."""
        return [
            card
            for card in self.cards.values()
            if card.zone is Zone.AT_LOCATION and player in (None, card.owner)
        ]

    def statistics(self) -> Statistics:
        """Give the numbers of the moment."""
        sizes = {
            player: {pile: len(self.piles[player, pile]) for pile in PILES}
            | {"HAND": len(self.hands[player])}
            for player in self.players
        }
        powers = [
            [self._power(player, index) for index in range(len(self.columns))] for player in self.players
        ]
        generation = 1 + len(self.columns)
        changes: dict[str, float] = {
            "dark_force_generation": generation,
            "light_force_generation": generation + 0.5,
        }
        if self.battle:
            changes |= {
                "dark_battle_power": 4,
                "light_battle_power": 3.5,
                "dark_battle_num_battle_destiny": 1,
            }
        return events.statistics(sizes, powers[0], powers[1], **changes)

    def _power(self, player: str, index: int) -> float:
        here = [card for card in self.standing(player) if card.column == index]
        return 2.5 * len(here) if here else -1

    def _slide(self, index: int, by: int) -> None:
        for at, card in enumerate(self.columns):
            if at >= index:
                self.columns[at] = replace(card, column=card.column + by)
        for key, card in self.cards.items():
            if card.column >= index:
                self.cards[key] = replace(card, column=card.column + by)
