"""A table made by hand, for what recordings show too seldom."""

from collections.abc import Sequence

from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds, PlayerNames
from gemp_bot.protocol.decisions import ArbitraryCards, ShownCard
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import DARK_BACK, BlueprintId, CardId, PlayerName
from gemp_bot.state import Table

ME, THEM = PlayerName("me"), PlayerName("them")


class Scene:
    """We play the Light Side. Piles are numbers; cards get ids as they come."""

    def __init__(self, **mine: int) -> None:
        self.table = Table()
        self.table.apply_event(
            e.SnapshotStart(participant_id=ME, all_participant_ids=PlayerNames((THEM, ME)))
        )
        self._ids = 100
        self._zones = {ME: mine, THEM: {"hand": 8, "reserve_deck": 52}}
        self._say()

    def put(self, card: str, zone: Zone, owner: PlayerName = ME, pile_of: PlayerName | None = None) -> CardId:
        self._ids += 1
        card_id = CardId(self._ids)
        self.table.apply_event(
            e.CardPut(
                card_id=card_id,
                blueprint_id=BlueprintId(card),
                zone=zone,
                participant_id=owner,
                zone_owner_id=pile_of or owner,
            )
        )
        return card_id

    def cover(self, zone: Zone, owner: PlayerName = ME) -> None:
        """Put a back on top of a pile."""
        self.put(DARK_BACK, zone, owner)

    def gone(self, *cards: CardId) -> None:
        self.table.apply_event(e.CardsRemoved(other_card_ids=CardIds(cards)))

    def move(self, player: PlayerName = ME, **by: int) -> None:
        """Piles become larger or smaller."""
        zones = self._zones[player]
        for pile, more in by.items():
            zones[pile] = zones.get(pile, 0) + more
        self._say()

    def log(self, card: str) -> None:
        """A line of the log that names a card."""
        text = f"them did it with <div class='cardHint' value='{card}'>Something</div>"
        self.table.apply_event(e.Message(message=text))

    def _say(self) -> None:
        players = tuple(e.PlayerZones(name=name, **sizes) for name, sizes in self._zones.items())
        self.table.apply_event(e.Statistics(player_zones=players))


def showing(catalogue: Catalogue, text: str, cards: Sequence[str]) -> Question:
    shown = tuple(
        ShownCard(card_id=f"temp{number}", blueprint_id=BlueprintId(card), selectable=False)
        for number, card in enumerate(cards)
    )
    return ask(ArbitraryCards(text=text, cards=shown), lambda _: None, catalogue)


VERIFY_RESERVE = "Verify Reserve Deck after unsuccessful attempt to 'Choose card to take into hand'"
TOP_OF_RESERVE = "Top cards of Reserve Deck"
HIS_HAND = "Opponent's hand"
