"""Drains, battles, weapons and destiny in events and lines of the log."""

from collections.abc import Callable, Mapping
from typing import Any

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game import Engine
from gemp_bot.game import game_events as h
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.numbers import Statistics
from gemp_bot.sandbox.server.wire_ids import WireIds

Telling = Callable[[Any], list[AnyEvent]]
"""What is told of a happening."""


class Contests:
    """Tells what the players do to each other.

    Args:
        engine: the game.
        faces: its cards as the wire has them.
        players: who plays which side.
        statistics: the numbers.

    Attributes:
        acting: the action that was taken last.
    """

    def __init__(
        self, engine: Engine, faces: WireIds, players: Mapping[Side, str], statistics: Statistics
    ) -> None:
        self.acting: h.ActionTaken | None = None
        self._engine = engine
        self._faces = faces
        self._players = players
        self._statistics = statistics
        self._weapon: int | None = None
        self._drain: h.DrainInitiated | None = None
        self._left = 0
        self._drawn: dict[Side, float] = {}
        self.tellings: Mapping[type, Telling] = {
            h.ActionTaken: self._took,
            h.DrainInitiated: self._drain_began,
            h.ForceLost: self._lost,
            h.BattleBegan: self._battle_began,
            h.BattleJoined: self._joined,
            h.WeaponFired: self._fired,
            h.CardHit: self._hit,
            h.DestinyDrawn: self._destiny,
            h.PowerTotalled: self._totalled,
            h.BattleEnded: self._battle_ended,
        }

    def drained(self) -> list[AnyEvent]:
        """A Force drain was responded to and takes place; nothing if there is none."""
        drain, self._drain = self._drain, None
        if drain is None:
            return []
        name = self._players[drain.player]
        return [self._line(f"{name} Force drains {drain.amount} at {self._card(drain.location)}")]

    def remaining(self, player: Side, attrition: float, damage: float) -> list[AnyEvent]:
        """What a player has still to satisfy, said before each choice."""
        name = self._players[player]
        parts = [f"{attrition:g} attrition"] if attrition > 0 else []
        parts += [f"{damage:g} battle damage"] if damage > 0 else []
        if not parts and self._left > 0:
            parts = [f"{self._left} Force loss"]
        return [self._line(f"{name} has {' and '.join(parts)} remaining to satisfy")] if parts else []

    def _line(self, text: str) -> AnyEvent:
        return events.message(text)

    def _card(self, piece: int) -> str:
        return self._faces.hint(piece)

    def _lost(self, _: h.ForceLost) -> list[AnyEvent]:
        self._left -= 1
        return self._statistics.piles()

    def _took(self, acting: h.ActionTaken) -> list[AnyEvent]:
        self.acting = acting
        if acting.kind is not ActionKind.FIRE_WEAPON or acting.target is None:
            return []
        self._weapon = acting.card
        weapon, name = self._card(acting.card), self._players[acting.player]
        return [
            self._used(acting.card, name),
            self._line(f"{name} targets to fire {weapon} at {self._card(acting.target)} using {weapon}"),
            self._at_target(acting.card, acting.target, name),
        ]

    def _used(self, card: int, name: str) -> AnyEvent:
        return events.card_event(e.CardUsed, self._faces.card(card), name)

    def _at_target(self, card: int, target: int, name: str) -> AnyEvent:
        return events.affects(self._faces.card(card), self._faces.numbers([target]), name)

    def _drain_began(self, drain: h.DrainInitiated) -> list[AnyEvent]:
        self._drain, self._left = drain, drain.amount
        name = self._players[drain.player]
        line = f"{name} initiates Force drain of {drain.amount} at {self._card(drain.location)}"
        return [self._used(drain.location, name), self._line(line)]

    def _battle_began(self, battle: h.BattleBegan) -> list[AnyEvent]:
        self._faces.fighting = set(battle.cards)
        self._drawn, self._left = {}, 0
        line = f"{self._players[battle.player]} initiates battle at {self._card(battle.location)}"
        return [
            self._line(line),
            events.contest(e.BattleStarted, battle.column, self._faces.numbers(battle.cards)),
        ]

    def _joined(self, joined: h.BattleJoined) -> list[AnyEvent]:
        self._faces.fighting.add(joined.card)
        return [self._faces.event(e.BattleJoined, joined.card)]

    def _destiny(self, drawn: h.DestinyDrawn) -> list[AnyEvent]:
        name = self._players[drawn.player]
        if drawn.card is None:
            return [self._line(f"No cards in Reserve Deck. {name} can't draw a card for {drawn.what}")]
        self._drawn[drawn.player] = self._drawn.get(drawn.player, 0) + drawn.value
        line = f"{name} draws {self._card(drawn.card)} as a {drawn.value:g} for {drawn.what}"
        return [*self._statistics.piles(), self._line(line)]

    def _totals(self, what: str) -> list[AnyEvent]:
        drawn, self._drawn = self._drawn, {}
        return [
            self._line(f"{self._players[side]}'s total {what} is {total:g}") for side, total in drawn.items()
        ]

    def _fired(self, fired: h.WeaponFired) -> list[AnyEvent]:
        found = self._totals("weapon destiny")
        if fired.total is None:
            return [*found, self._line("Result: Failed due to failed destiny draw")]
        lines = (
            f"Total destiny: {fired.total:g}",
            f"Defense value: {fired.needed:g}",
            f"Result: {'Succeeded' if fired.hit else 'Failed'}",
        )
        return [*found, *map(self._line, lines)]

    def _hit(self, hit: h.CardHit) -> list[AnyEvent]:
        piece = self._engine.state.card(hit.card)
        weapon = self._weapon
        by = "" if weapon is None else f" by {self._card(weapon)}"
        reset = " and its forfeit is reset to 0" if piece.forfeit_zero else ""
        name = self._players[piece.side.other]
        shown = [] if weapon is None else [self._at_target(weapon, hit.card, name)]
        line = self._line(f"{self._card(hit.card)} is 'hit'{by}{reset}")
        return [line, *shown, self._faces.event(e.CardTurned, hit.card)]

    def _totalled(self, power: h.PowerTotalled) -> list[AnyEvent]:
        names = {Side.DARK: "Dark side wins battle", Side.LIGHT: "Light side wins battle"}
        lines = (
            f"Dark side total power: {power.dark:g}",
            f"Light side total power: {power.light:g}",
            "Battle results in a tie" if power.winner is None else names[power.winner],
        )
        numbers = self._statistics.totalled(power.dark, power.light)
        return [*self._totals("battle destiny"), *numbers, *map(self._line, lines)]

    def _battle_ended(self, battle: h.BattleEnded) -> list[AnyEvent]:
        self._faces.fighting = set()
        return [self._line(f"Battle at {self._card(battle.location)} ends"), e.BattleEnded()]
