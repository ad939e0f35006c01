"""The tables of one watched game, made of its frames and deeds."""

from collections.abc import Callable, Iterator, Sequence

from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.replay import ReplayCounts
from gemp_bot.report.export.rows import BattleRow, CardRow, GameRow, Row, TurnRow
from gemp_bot.view.battle import Battle
from gemp_bot.view.model import Deed, DeedKind, Frame, Players
from gemp_bot.view.names import NamedCard
from gemp_bot.view.watcher import GameWatcher

_OF_CARDS = frozenset(
    {
        DeedKind.STARTED,
        DeedKind.DEPLOYED,
        DeedKind.LOST,
        DeedKind.DREW,
        DeedKind.TOOK,
        DeedKind.PUT_BACK,
        DeedKind.RETRIEVED,
        DeedKind.DESTINY,
        DeedKind.HIT,
        DeedKind.FORFEITED,
        DeedKind.LEFT,
        DeedKind.PLAYED,
    }
)
"""Deeds whose cards are rows."""
_PAID = frozenset({DeedKind.DEPLOYED})
_VALUED = frozenset({DeedKind.DESTINY, DeedKind.FORFEITED})
"""Deeds whose amount belongs to the one card: Force used for it; its destiny or forfeit value."""

NameOf = Callable[[str], str]
"""Gives the name that a player is to have in the tables."""


class GameTables:
    """Makes the rows of one game.

    Args:
        number: of the game among those of the tables, from 1.
        name_of: gives the names of players.
    """

    def __init__(self, number: int, name_of: NameOf) -> None:
        self._game = number
        self._name_of = name_of
        self._turns: list[TurnRow] = []
        self._cards: list[CardRow] = []
        self._battles: list[BattleRow] = []
        self._phase = ""
        self._players: Players = ()

    def rows(self, file: str, watcher: GameWatcher, tallies: Sequence[ReplayCounts]) -> Iterator[Row]:
        """All rows of a game that was watched to its end.

        Args:
            file: name of the recording.
            watcher: has watched it. What was taken back is left out.
            tallies: the counts of each of its files.
        """
        for frame in watcher.frames:
            if not frame.taken_back:
                self._frame(frame)
        yield self._row(file, watcher, tallies)
        yield from self._turns
        yield from self._battles
        yield from self._cards

    def _row(self, file: str, watcher: GameWatcher, tallies: Sequence[ReplayCounts]) -> GameRow:
        head, ending = watcher.game_head, watcher.ending
        lives = {player.side: player.life for player in self._players}
        return GameRow(
            game=self._game,
            file=file,
            game_id=head.game,
            me=head.me,
            dark=self._name_of(head.dark),
            light=self._name_of(head.light),
            bot=head.bot,
            strategy=head.strategy,
            deck=head.deck,
            seed=head.seed,
            winner=None if ending is None else ending.winner,
            reason="" if ending is None else ending.reason,
            turns=len(self._turns),
            dark_life=lives.get(Side.DARK),
            light_life=lives.get(Side.LIGHT),
            battles=len(self._battles),
            questions=sum(tally.decisions for tally in tallies),
            choices=sum(tally.choices for tally in tallies),
            seconds=round(sum(tally.seconds for tally in tallies), 3),
        )

    # -- deeds --------------------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> None:
        for deed in frame.deeds:
            if not self._turns and frame.turn and deed.kind not in (DeedKind.TURN_BEGAN, DeedKind.STARTED):
                # The recording began in the middle of a turn: how that began is not known.
                self._turns.append(TurnRow(self._game, 1, frame.turn, frame.whose))
            self._deed(deed)

    def _deed(self, deed: Deed) -> None:
        self._players = deed.players or self._players
        if deed.kind is DeedKind.TURN_BEGAN:
            self._turns.append(self._turn(deed))
        elif deed.kind is DeedKind.PHASE_BEGAN:
            self._phase = deed.what
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            self._battles.append(_battle(self._game, len(self._turns), deed.battle))
        if self._turns:
            _count(self._turns[-1], deed)
        if deed.kind in _OF_CARDS:
            self._cards += [self._card(deed, card) for card in deed.cards if card.blueprint]

    def _turn(self, deed: Deed) -> TurnRow:
        row = TurnRow(self._game, len(self._turns) + 1, int(deed.amount or 0), deed.side)
        for player in deed.players:
            side = player.side.value.lower()
            for column in ("life", "reserve", "force", "used", "hand", "generation"):
                setattr(row, f"{side}_{column}", getattr(player, column))
        return row

    def _card(self, deed: Deed, card: NamedCard) -> CardRow:
        alone = len(deed.cards) == 1
        return CardRow(
            game=self._game,
            turn=len(self._turns),
            turn_side=self._turns[-1].side if self._turns else None,
            phase=self._phase,
            what=deed.kind.value,
            side=card.side or deed.side,
            card=card.title,
            blueprint=card.blueprint,
            location="" if deed.location is None else deed.location.title,
            source=_zone(deed.source),
            goal=_zone(deed.goal),
            force=deed.amount if alone and deed.kind in _PAID else None,
            value=deed.amount if alone and deed.kind in _VALUED else None,
        )


def _count(row: TurnRow, deed: Deed) -> None:
    """Count a deed of a turn."""
    amount = int(deed.amount or 0)
    if deed.side is not None and deed.kind in (DeedKind.LOST, DeedKind.RETRIEVED):
        column = f"{deed.side.value.lower()}_{deed.kind.value.lower()}"
        setattr(row, column, getattr(row, column) + amount)
    if deed.kind is DeedKind.BATTLE_BEGAN:
        row.battles += 1
    if deed.side is not row.side:
        return
    match deed.kind:
        case DeedKind.ACTIVATED:
            row.activated += amount
        case DeedKind.DRAINED:
            row.drains += 1
            row.drained += amount
        case DeedKind.DEPLOYED:
            row.deployed += len(deed.cards)
            row.deploy_force += amount
        case DeedKind.MOVED:
            row.moved += len(deed.cards)
        case DeedKind.DREW:
            row.drew += amount


def _battle(game: int, turn: int, battle: Battle) -> BattleRow:
    dark, light = battle.dark, battle.light
    drawn = {side: [each.value or 0.0 for each in battle.destinies if each.side is side] for side in Side}
    return BattleRow(
        game=game,
        turn=turn,
        battle=battle.number,
        location="" if battle.location is None else battle.location.title,
        began=battle.began,
        forecast=None if battle.why is None else battle.why.force,
        forecast_why="" if battle.why is None else battle.why.text,
        winner=battle.winner,
        dark_cards=len(dark.cards),
        light_cards=len(light.cards),
        dark_power=dark.power,
        light_power=light.power,
        dark_destinies=len(drawn[Side.DARK]),
        light_destinies=len(drawn[Side.LIGHT]),
        dark_destiny=sum(drawn[Side.DARK]),
        light_destiny=sum(drawn[Side.LIGHT]),
        dark_total=dark.total,
        light_total=light.total,
        dark_damage=dark.damage,
        light_damage=light.damage,
        dark_attrition=dark.attrition,
        light_attrition=light.attrition,
        dark_lost=dark.lost,
        light_lost=light.lost,
        dark_forfeited=len(dark.forfeited),
        light_forfeited=len(light.forfeited),
        dark_fallen=len(dark.fallen),
        light_fallen=len(light.fallen),
    )


def _zone(zone: Zone | None) -> str:
    return "" if zone is None else zone.value
