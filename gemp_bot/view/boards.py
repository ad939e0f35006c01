"""The tracked table as a view; what did not change since the last one is the same object."""

from types import MappingProxyType

from msgspec.structs import replace

from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardType, SubType
from gemp_bot.cards.kinds import Icon
from gemp_bot.cards.printed import known
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Mark, Table, TableCard
from gemp_bot.view.model import Battle, BoardView, CardView, LocationView, Players, PlayerView
from gemp_bot.view.names import CardNames, side_of


class TableNumbers:
    """The numbers of one table; they are worked out when they are asked for.

    Attributes:
        board: as it was at the last `update`.
        of_board: every number of it.
    """

    def __init__(self, table: Table, effects: CardEffects) -> None:
        self._table = table
        self._tracker = BoardTracker(table, effects.index)
        self.board = self._tracker.board
        self.of_board = Numbers(self.board, effects)

    def update(self) -> int:
        """Take the table as it is now; gives a number that rises when one in play may have changed."""
        self._tracker.update()
        return self.board.version

    def power(self, card: TableCard) -> float | None:
        """Power of a card in play."""
        found = self._fighter(card)
        return None if found is None else self.power_of(found)

    def power_of(self, card: CardInPlay) -> float:
        """Power of a card on the board; of one that stands alone no more than its location has.

        The server tells that, and so what a text that is not understood has made less.
        """
        power, place = self.of_board.power(card), card.location
        if place is None or [each for each in place.fighters(card.side) if each.host is None] != [card]:
            return power
        column = self._table.locations[place.column]
        told = column.dark_power if card.side is Side.DARK else column.light_power
        return power if told is None else min(power, told)

    def ability(self, card: TableCard) -> float | None:
        """Ability of a card in play; of a starship or vehicle that of its permanent pilots, None without."""
        found = self._fighter(card)
        ability = 0.0 if found is None else self.of_board.ability(found)
        return ability if ability or (found is not None and not found.carries) else None

    def forfeit(self, card: TableCard) -> float | None:
        """Forfeit value of a card in play."""
        found = self._fighter(card)
        return None if found is None else self.of_board.forfeit(found)

    def drain(self, column: int, side: Side) -> float | None:
        """What a Force drain of a side at a column costs the other; None if there is no such column."""
        locations = self.board.locations
        return self.of_board.drain(side, locations[column]) if 0 <= column < len(locations) else None

    def icons(self, column: int, side: Side) -> int | None:
        """Force icons of a side at a column; None if there is no such column."""
        locations = self.board.locations
        return self.of_board.icons(side, locations[column]) if 0 <= column < len(locations) else None

    def _fighter(self, card: TableCard) -> CardInPlay | None:
        """A character, starship or vehicle in play."""
        found = self.board.cards.get(card.id)
        return found if found is not None and found.fights and not found.in_hand else None


BESIDE = (
    Zone.SIDE_OF_TABLE,
    Zone.SIDE_OF_TABLE_NOT_IN_PLAY,
    Zone.SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY,
)
_KINDS = (SubType.SITE, SubType.SYSTEM, SubType.SECTOR)
_ABOARD = MappingProxyType({Icon.STARSHIP_SITE: "site of a starship", Icon.VEHICLE_SITE: "site of a vehicle"})
_A_DAY = 24 * 3600
"""Seconds; a clock with more on it is none: no game lasts so long."""
_FLAGS = ("undercover", "inverted", "sideways", "frozen", "suspended", "collapsed")
_DEEPEST = 8
"""How many cards one above the other are followed: more would be a loop."""


def players_of(table: Table) -> Players:
    """Both players in numbers; empty before the first statistics."""
    numbers = table.statistics
    if numbers is None:
        return ()
    found = []
    for zones in numbers.player_zones:
        side = table.side_of(zones.name)
        if side is None:
            continue
        generation = numbers.dark_force_generation if side is Side.DARK else numbers.light_force_generation
        life = zones.reserve_deck + zones.force_pile + zones.used_pile + zones.sabacc_hand
        found.append(
            PlayerView(
                side,
                zones.name,
                zones.hand,
                zones.reserve_deck,
                zones.force_pile,
                zones.used_pile,
                zones.lost_pile,
                zones.out_of_play,
                life,
                generation,
            )
        )
    return tuple(sorted(found, key=lambda player: player.side is Side.LIGHT))


def _clocks(table: Table) -> tuple[int, ...]:
    left = tuple(table.clocks[name] for name in table.players if name in table.clocks)
    return () if min(left, default=0) > _A_DAY else left


def _kind_of(location: Card | None) -> str:
    """What a location is; empty if it is not known."""
    if location is None:
        return ""
    aboard = next((words for icon, words in _ABOARD.items() if location.icon(icon)), "")
    return aboard or next((kind.lower() for kind in _KINDS if location.is_a(kind)), "")


class BoardViews:
    """Makes the views of one game, each from the one before.

    Attributes:
        numbers: of the table as it was looked at last.
        blank: a board without anything.
    """

    def __init__(self, table: Table, names: CardNames, effects: CardEffects) -> None:
        self.numbers = TableNumbers(table, effects)
        self._table = table
        self._names = names
        self._statistics: Statistics | None = None
        self._players: Players = ()
        self._version: tuple[int, Mark] | None = None
        self._carried: dict[CardId, list[TableCard]] = {}
        self._cards: dict[CardId, tuple[TableCard, CardView]] = {}
        self.blank = self._before = BoardView()

    def view(self, battle: Battle | None) -> BoardView:
        """The table as it is now."""
        table = self._table
        before = self._before
        version = self.numbers.update(), table.mark
        if table.statistics is not self._statistics:
            self._statistics = table.statistics
            players = players_of(table)
            self._players = self._players if players == self._players else players
        same = version == self._version
        self._version = version
        board = BoardView(
            players=self._players,
            locations=self._locations(table, same=same),
            beside=before.beside if same else self._row(before.beside, table, *BESIDE),
            hand=before.hand if same else self._hand(table),
            clocks=_clocks(table),
            battle=battle,
        )
        self._before = before if board == before else board
        return self._before

    # -- locations ----------------------------------------------------------------------------------

    def _locations(self, table: Table, *, same: bool) -> tuple[LocationView, ...]:
        columns = table.locations
        before = self._before.locations
        powers = [(column.dark_power, column.light_power) for column in columns]
        if same and powers == [(each.dark_power, each.light_power) for each in before]:
            return before
        if not same:
            self._gather(table)
        found = []
        for column in columns:
            views: dict[Side, list[CardView]] = {side: [] for side in Side}
            for card in table.cards_at(column.index):
                stands = side_of(table, card.zone_owner)
                if stands is not None:
                    views[stands].append(self._card(table, card))
            location = column.card
            printed = None if location is None else self._names.printed(location.blueprint_id)
            kind, system = _kind_of(printed), "" if location is None else location.system_name or ""
            if kind in _ABOARD.values():
                system = ""  # the server names a persona or a card there, and no system
            view = LocationView(
                card=None if location is None else self._names.of(table, location),
                system=system or ("" if printed is None else printed.system),
                kind=kind,
                dark_power=column.dark_power,
                light_power=column.light_power,
                dark_drain=self.numbers.drain(column.index, Side.DARK),
                light_drain=self.numbers.drain(column.index, Side.LIGHT),
                dark_icons=self.numbers.icons(column.index, Side.DARK),
                light_icons=self.numbers.icons(column.index, Side.LIGHT),
                dark=tuple(views[Side.DARK]),
                light=tuple(views[Side.LIGHT]),
            )
            found.append(next((old for old in before if old == view), view))
        return before if found == list(before) else tuple(found)

    def _gather(self, table: Table) -> None:
        """Note who carries whom."""
        self._carried = {}
        for card in table.cards():
            if card.host is not None:
                self._carried.setdefault(card.host, []).append(card)

    # -- cards --------------------------------------------------------------------------------------

    def _row(self, before: tuple[CardView, ...], table: Table, *zones: Zone) -> tuple[CardView, ...]:
        found = tuple(self._card(table, card) for card in table.cards(*zones) if card.host is None)
        return before if found == before else found

    def _hand(self, table: Table) -> tuple[CardView, ...]:
        before = self._before.hand
        found = tuple(self._card(table, card) for card in table.hand)
        return before if found == before else found

    def _card(self, table: Table, card: TableCard, depth: int = 0) -> CardView:
        carried = self._carried.get(card.id, ()) if depth < _DEEPEST else ()
        view = self._made(table, card, tuple(self._card(table, each, depth + 1) for each in carried))
        known_view = self._cards.get(card.id)
        if known_view is not None and known_view[0] is card and known_view[1] == view:
            return known_view[1]
        self._cards[card.id] = card, view
        return view

    def _made(self, table: Table, card: TableCard, carries: tuple[CardView, ...]) -> CardView:
        side = side_of(table, card.owner)
        flags = tuple(flag for flag in _FLAGS if getattr(card, flag))
        view = CardView(card.id, side, flags=flags, attached=card.host, carries=carries)
        if card.hidden:
            return replace(view, known=False)
        printed = self._names.printed(card.blueprint_id)
        view = replace(view, title=self._names.title(card.blueprint_id), blueprint=card.blueprint_id)
        if printed is None:
            return view
        power, ability, forfeit = self._fighting(card, printed)
        location = printed.type == CardType.LOCATION
        return replace(
            view,
            type=printed.type,
            power=power,
            ability=ability,
            forfeit=forfeit,
            destiny=known(printed.destiny),
            deploy=known(printed.deploy),
            icons=printed.icons,
            dark_icons=printed.force_icons(Side.DARK) if location else None,
            light_icons=printed.force_icons(Side.LIGHT) if location else None,
        )

    def _fighting(self, card: TableCard, printed: Card) -> tuple[float | None, float | None, float | None]:
        if card.zone in IN_PLAY and printed.type != CardType.LOCATION:
            numbers = self.numbers
            return numbers.power(card), numbers.ability(card), numbers.forfeit(card)
        return known(printed.power), known(printed.ability), known(printed.forfeit)
