"""From what came about in the engine to events and lines of the log, in the server's words and order.

The engine tells a card's move before what the move was for; the server often says the line first. So a batch
is looked through ahead where that makes a difference.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.sandbox.engine import Engine
from gemp_bot.sandbox.engine import happenings as h
from gemp_bot.sandbox.engine.state import Seat
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.faces import ON_TABLE, Faces
from gemp_bot.sandbox.server.numbers import Statistics
from gemp_bot.sandbox.server.voice import MANNERS
from gemp_bot.sandbox.server.xml import Node, ge

_PILES: Mapping[Zone, str] = MappingProxyType(
    {
        Zone.HAND: "hand",
        Zone.RESERVE_DECK: "Reserve Deck",
        Zone.FORCE_PILE: "Force Pile",
        Zone.USED_PILE: "Used Pile",
        Zone.LOST_PILE: "Lost Pile",
    }
)
_GOES: Mapping[ActionKind, str] = MappingProxyType(
    {
        ActionKind.EMBARK: "embarks",
        ActionKind.DISEMBARK: "disembarks",
        ActionKind.LAND: "lands",
        ActionKind.TAKE_OFF: "takes off",
    }
)


class Narrator:
    """Tells one game, batch by batch.

    Args:
        engine: the game.
        faces: its cards as the wire has them.
        players: who plays which side.
    """

    def __init__(self, engine: Engine, faces: Faces, players: Mapping[Side, str]) -> None:
        self._engine = engine
        self._faces = faces
        self._players = players
        self._statistics = Statistics(engine, faces)
        self._news: Sequence[h.Happened] = ()
        self._at = 0
        self._side = Side.DARK
        self._turn: int | None = None
        self._activated = 0
        self._acting: h.ActionTaken | None = None
        self._weapon: int | None = None
        self._drain: h.DrainInitiated | None = None
        self._told_drain = True
        self._left = 0
        self._drawn: dict[Side, float] = {}

    def begin(self) -> list[Node]:
        """Both Reserve Decks, and the first numbers."""
        return [*self._faces.begin(), *self._statistics.all()]

    def tell(self, news: Sequence[h.Happened]) -> list[Node]:
        """The events of a batch; the numbers as they are now come last."""
        self._news = news
        found: list[Node] = []
        for self._at, happened in enumerate(news):  # noqa: B020 - where we are is needed by what looks ahead
            found += _TOLD[type(happened)](self, happened)
        return [*found, *self._statistics.all()]

    def drained(self) -> list[Node]:
        """A Force drain was responded to and takes place."""
        if self._told_drain or self._drain is None:
            return []
        self._told_drain = True
        drain = self._drain
        return [self._line(f"{self._players[drain.player]} Force drains {drain.amount} at {self._card(drain.location)}")]

    def remaining(self, player: Side, attrition: float, damage: float) -> list[Node]:
        """What a player has still to satisfy, said before each choice."""
        name = self._players[player]
        parts = [f"{attrition:g} attrition"] if attrition > 0 else []
        parts += [f"{damage:g} battle damage"] if damage > 0 else []
        if not parts and self._left > 0:
            parts = [f"{self._left} Force loss"]
        return [self._line(f"{name} has {' and '.join(parts)} remaining to satisfy")] if parts else []

    # -- words ------------------------------------------------------------------------------------

    def _line(self, text: str) -> Node:
        return events.message(text)

    def _card(self, piece: int) -> str:
        return self._faces.hint(piece)

    def _next(self, kind: type[h.Happened], card: int) -> Any:  # noqa: ANN401 - what it is, `kind` says
        """The next happening of a kind about a card in this batch; None if there is none."""
        for happened in self._news[self._at + 1 :]:
            if isinstance(happened, kind) and getattr(happened, "card", None) == card:
                return happened
        return None

    # -- the course of the game -------------------------------------------------------------------

    def _turn_began(self, turn: h.TurnBegan) -> list[Node]:
        between = [] if self._turn is None else [events.phase(Phase.BETWEEN_TURNS, self._turn)]
        self._side, self._turn, self._activated = turn.player, turn.number, 0
        name = self._players[turn.player]
        return [*between, events.turn(name), self._line(f"Start of {name}'s turn #{turn.number}")]

    def _generation(self, count: h.GenerationCounted) -> list[Node]:
        other = self._engine.numbers.generation(count.player.other)
        return [
            self._line(f"{self._players[side]}'s Force generation for this turn is {amount}")
            for side, amount in ((count.player, count.amount), (count.player.other, other))
        ]

    def _phase_began(self, began: h.PhaseBegan) -> list[Node]:
        self._faces.phase = began.phase
        return [events.phase(began.phase, self._turn)]

    def _shuffled(self, shuffled: h.Shuffled) -> list[Node]:
        name = self._players[shuffled.player]
        first = shuffled.player is Side.DARK and self._turn is None
        goes_first = [self._line("Dark Side goes first")] if first else []
        line = self._line(f"{name} shuffles {name}'s Reserve Deck")
        return [*goes_first, line, *self._faces.shuffled(shuffled.player, self._order(shuffled.player))]

    def _order(self, side: Side) -> list[int]:
        """A Reserve Deck as it was just shuffled: what it is now, with all that came after taken back."""
        order = [piece.id for piece in self._engine.state.pile(side, Zone.RESERVE_DECK)]
        for happened in reversed(self._news[self._at + 1 :]):
            match happened:
                case h.CardMoved(card=card, owner=owner, zone=Zone.RESERVE_DECK) if owner is side:
                    order.remove(card)
                case h.CardMoved(card=card, owner=owner, was=Zone.RESERVE_DECK) if owner is side:
                    order.append(card)
                case h.Recirculated(player=player, amount=amount) if player is side:
                    del order[:amount]
        return order

    def _recirculated(self, done: h.Recirculated) -> list[Node]:
        if not done.amount:
            return []
        line = self._line(f"{self._players[done.player]} re-circulates")
        return [line, *self._faces.recirculated(done.player), *self._statistics.piles()]

    # -- Force and cards --------------------------------------------------------------------------

    def _used(self, used: h.ForceUsed) -> list[Node]:
        line = self._line(f"{self._players[used.player]} uses {used.amount} Force")
        return [*self._statistics.piles(), line]

    def _drew(self, drawn: h.CardDrawn) -> list[Node]:
        line = self._line(f"{self._players[drawn.player]} draws a card into hand from Force Pile")
        return [line, *self._statistics.piles()]

    def _lost(self, _: h.ForceLost) -> list[Node]:
        self._left -= 1
        return self._statistics.piles()

    def _moved(self, move: h.CardMoved) -> list[Node]:
        """Cards moving: what is said depends on what they move for."""
        name, card = self._players[move.owner], move.card
        match move:
            case h.CardMoved(was=Zone.RESERVE_DECK, zone=Zone.HAND) if self._turn is None:
                return [*self._opening_hand(move), *self._faces.moved(move)]
            case h.CardMoved(was=Zone.RESERVE_DECK, zone=Zone.FORCE_PILE):
                self._activated += 1
                total = f"({self._activated} total Force activated from Force generation)"
                line = self._line(f"{name} activated 1 Force {total}")
                return [*self._faces.moved(move), line, *self._statistics.piles()]
            case h.CardMoved(zone=Zone.UNRESOLVED_DESTINY_DRAW):
                drawn = self._next(h.DestinyDrawn, card)
                text = "destiny" if drawn is None else drawn.what
                return [self._faces.event("DD", card, destinyText=text), *self._faces.moved(move)]
            case h.CardMoved(zone=Zone.LOST_PILE):
                return self._to_lost_pile(move, name)
            case h.CardMoved(zone=Zone.LOCATIONS):
                return self._laid(move, name)
            case h.CardMoved(was=was, zone=zone) if was in ON_TABLE and zone in ON_TABLE:
                return [*self._goes(move, name), *self._faces.moved(move)]
            case h.CardMoved(zone=zone) if zone in ON_TABLE:
                found = self._faces.moved(move)
                return [*found, self._line(f"{name} deploys {self._card(card)} from hand {self._where(move)}")]
        return self._faces.moved(move)

    def _opening_hand(self, move: h.CardMoved) -> list[Node]:
        """How many cards are drawn is said once, before the first."""
        hand = [one for one in self._news if isinstance(one, h.CardMoved) and one.zone is Zone.HAND]
        mine = [one.card for one in hand if one.owner is move.owner]
        if mine[0] != move.card:
            return []
        return [self._line(f"{self._players[move.owner]} draws {len(mine)} cards into hand")]

    def _to_lost_pile(self, move: h.CardMoved, name: str) -> list[Node]:
        card = self._card(move.card)
        if move.was not in ON_TABLE:
            loss = self._next(h.ForceLost, move.card)
            pile = _PILES.get(move.was, "")
            lines = [] if loss is None else [self._line(f"{name} loses a Force, {card}, from {pile}")]
            return [*lines, *self._faces.moved(move)]
        forfeited = self._next(h.Forfeited, move.card) is not None
        first = [self._line(f"{name} choose to forfeit {card}")] if forfeited else []
        found = self._faces.moved(move)
        gone = [self._line(f"{name} forfeits {card} from table")] if forfeited else []
        return [*first, found[0], *gone, *found[1:], self._line(f"{name} puts {card} on Lost Pile")]

    def _laid(self, move: h.CardMoved, name: str) -> list[Node]:
        pile = _PILES.get(move.was, "hand")
        over = "" if move.converted is None else f" to convert {self._card(move.converted)}"
        found = self._faces.moved(move)
        if move.converted is None:
            self._statistics.insert(move.column)
        return [*found, self._line(f"{name} deploys {self._card(move.card)} from {pile}{over}")]

    def _where(self, move: h.CardMoved) -> str:
        """Where a card was put: `to` a location, `on` a card, and as what."""
        if move.host is None:
            return f"to {self._card(self._faces.columns[move.column])}"
        return f"on {self._card(move.host)}{self._seat(move.card)}"

    def _seat(self, piece: int) -> str:
        seats = {Seat.PILOT: " as pilot", Seat.PASSENGER: " as passenger"}
        return seats.get(self._engine.state.pieces[piece].seat, "")

    def _goes(self, move: h.CardMoved, name: str) -> list[Node]:
        """A card moves on the table; a group that transits is told once."""
        acting, faces = self._acting, self._faces
        kind = None if acting is None else acting.kind
        host, place = faces.host(move.card), faces.place(move.card)
        there = move.host if move.host is not None else faces.columns[move.column]
        start = host if kind is ActionKind.DISEMBARK and host is not None else place
        if acting is None or start is None:
            return []
        way = f"from {self._card(start)} to {self._card(there)}"
        if kind is ActionKind.DOCKING_BAY_TRANSIT:
            self._acting = None
            moves = (one for one in self._news[self._at :] if isinstance(one, h.CardMoved))
            group = ", ".join(self._card(one.card) for one in moves if one.zone is Zone.AT_LOCATION)
            return [self._line(f"{name} docking bay transits {group} {way}")]
        if kind in MANNERS:
            return [self._line(f"{name} moves {self._card(move.card)} {way} {MANNERS[kind]}")]
        how = self._seat(move.card) if kind is ActionKind.EMBARK else ""
        verb = _GOES.get(kind, "moves") if kind is not None else "moves"
        return [self._line(f"{name} {verb} {self._card(move.card)} {way}{how}")]

    # -- actions ----------------------------------------------------------------------------------

    def _took(self, acting: h.ActionTaken) -> list[Node]:
        self._acting = acting
        if acting.kind is not ActionKind.FIRE_WEAPON or acting.target is None:
            return []
        self._weapon = acting.card
        weapon, name = self._card(acting.card), self._players[acting.player]
        return [
            self._faces.event("CA", acting.card, participantId=name),
            self._line(f"{name} targets to fire {weapon} at {self._card(acting.target)} using {weapon}"),
            self._at_target(acting.card, acting.target, name),
        ]

    def _at_target(self, card: int, target: int, name: str) -> Node:
        return self._faces.event(
            "CAC", card, participantId=name, otherCardIds=self._faces.numbers([target])
        )

    def _drain_began(self, drain: h.DrainInitiated) -> list[Node]:
        self._drain, self._told_drain, self._left = drain, False, drain.amount
        name = self._players[drain.player]
        line = f"{name} initiates Force drain of {drain.amount} at {self._card(drain.location)}"
        return [self._faces.event("CA", drain.location, participantId=name), self._line(line)]

    def _battle_began(self, battle: h.BattleBegan) -> list[Node]:
        self._faces.fighting = set(battle.cards)
        self._drawn, self._left = {}, 0
        line = f"{self._players[battle.player]} initiates battle at {self._card(battle.location)}"
        return [self._line(line), events.contest("SB", battle.column, self._faces.numbers(battle.cards))]

    def _joined(self, joined: h.BattleJoined) -> list[Node]:
        self._faces.fighting.add(joined.card)
        return [self._faces.event("ATB", joined.card)]

    def _destiny(self, drawn: h.DestinyDrawn) -> list[Node]:
        name = self._players[drawn.player]
        if drawn.card is None:
            return [self._line(f"No cards in Reserve Deck. {name} can't draw a card for {drawn.what}")]
        self._drawn[drawn.player] = self._drawn.get(drawn.player, 0) + drawn.value
        line = f"{name} draws {self._card(drawn.card)} as a {drawn.value:g} for {drawn.what}"
        return [*self._statistics.piles(), self._line(line)]

    def _totals(self, what: str) -> list[Node]:
        drawn, self._drawn = self._drawn, {}
        return [
            self._line(f"{self._players[side]}'s total {what} is {total:g}") for side, total in drawn.items()
        ]

    def _fired(self, fired: h.WeaponFired) -> list[Node]:
        found = self._totals("weapon destiny")
        if fired.total is None:
            return [*found, self._line("Result: Failed due to failed destiny draw")]
        lines = (
            f"Total destiny: {fired.total:g}",
            f"Defense value: {fired.needed:g}",
            f"Result: {'Succeeded' if fired.hit else 'Failed'}",
        )
        return [*found, *map(self._line, lines)]

    def _hit(self, hit: h.CardHit) -> list[Node]:
        piece = self._engine.state.pieces[hit.card]
        weapon = self._weapon
        by = "" if weapon is None else f" by {self._card(weapon)}"
        reset = " and its forfeit is reset to 0" if piece.worthless else ""
        shown = [] if weapon is None else [self._at_target(weapon, hit.card, self._players[piece.owner.other])]
        line = self._line(f"{self._card(hit.card)} is 'hit'{by}{reset}")
        return [line, *shown, self._faces.event("ROCIP", hit.card)]

    def _totalled(self, power: h.PowerTotalled) -> list[Node]:
        names = {Side.DARK: "Dark side wins battle", Side.LIGHT: "Light side wins battle"}
        lines = (
            f"Dark side total power: {power.dark:g}",
            f"Light side total power: {power.light:g}",
            "Battle results in a tie" if power.winner is None else names[power.winner],
        )
        return [*self._totals("battle destiny"), *map(self._line, lines)]

    def _battle_ended(self, battle: h.BattleEnded) -> list[Node]:
        self._faces.fighting = set()
        return [self._line(f"Battle at {self._card(battle.location)} ends"), ge("EB")]

    def _nothing(self, _: h.Happened) -> list[Node]:
        """It is told by other events."""
        return []


_TOLD: Mapping[type, Callable[[Narrator, Any], list[Node]]] = MappingProxyType(
    {
        h.GameBegan: Narrator._nothing,
        h.TurnBegan: Narrator._turn_began,
        h.PhaseBegan: Narrator._phase_began,
        h.CardMoved: Narrator._moved,
        h.Shuffled: Narrator._shuffled,
        h.GenerationCounted: Narrator._generation,
        h.ForceActivated: Narrator._nothing,
        h.ForceUsed: Narrator._used,
        h.Recirculated: Narrator._recirculated,
        h.CardDrawn: Narrator._drew,
        h.ActionTaken: Narrator._took,
        h.DrainInitiated: Narrator._drain_began,
        h.ForceLost: Narrator._lost,
        h.BattleBegan: Narrator._battle_began,
        h.BattleJoined: Narrator._joined,
        h.WeaponFired: Narrator._fired,
        h.CardHit: Narrator._hit,
        h.DestinyDrawn: Narrator._destiny,
        h.PowerTotalled: Narrator._totalled,
        h.Forfeited: Narrator._nothing,
        h.BattleEnded: Narrator._battle_ended,
        h.GameEnded: Narrator._nothing,
    }
)
