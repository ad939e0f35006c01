"""From what came about in the engine to events and lines of the log, in the server's words and order.

The engine tells a card's move before what the move was for; the server often says the line first. So a batch
is looked through ahead where that makes a difference.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from gemp_bot.board.card import AttachedAs
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game import Engine
from gemp_bot.game import game_events as h
from gemp_bot.game.legality import CARGO
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.contests import Contests, Telling
from gemp_bot.sandbox.server.numbers import Statistics
from gemp_bot.sandbox.server.prompt_text import MANNERS, SEATS
from gemp_bot.sandbox.server.wire_ids import ON_TABLE, WireIds

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
        ActionKind.SHUTTLE: "shuttles",
    }
)
_BOARDING = frozenset({ActionKind.EMBARK, ActionKind.SHUTTLE})

Told = TypeVar("Told", h.ForceLost, h.Forfeited, h.DestinyDrawn)


class Narrator:
    """Tells one game, batch by batch.

    Args:
        engine: the game.
        faces: its cards as the wire has them.
        players: who plays which side.
    """

    def __init__(self, engine: Engine, faces: WireIds, players: Mapping[Side, str]) -> None:
        self._engine = engine
        self._faces = faces
        self._players = players
        self._statistics = Statistics(engine, faces)
        self._news: Sequence[h.Happened] = ()
        self._at = 0
        self._side = Side.DARK
        self._turn: int | None = None
        self._activated = 0
        self._contests = Contests(engine, faces, players, self._statistics)
        self._tellings: Mapping[type, Telling] = {
            h.TurnBegan: self._turn_began,
            h.PhaseBegan: self._phase_began,
            h.CardMoved: self._moved,
            h.Shuffled: self._shuffled,
            h.GenerationCounted: self._generation,
            h.ForceUsed: self._used,
            h.Recirculated: self._recirculated,
            h.CardDrawn: self._drew,
            **self._contests.tellings,
        }

    def begin(self) -> list[AnyEvent]:
        """All that lies there, in a game that goes on its turn and phase, and the first numbers."""
        state = self._engine.state
        found = self._faces.begin()
        if state.turn:
            found += self._turn_began(h.TurnBegan(state.active, state.turns[state.active]))
            found += self._phase_began(h.PhaseBegan(state.phase))
        return [*found, *self._statistics.all()]

    def tell(self, news: Sequence[h.Happened]) -> list[AnyEvent]:
        """The events of a batch; the numbers as they are now come last."""
        self._news = news
        found: list[AnyEvent] = []
        for number, happened in enumerate(news):
            self._at = number
            # What is missing there is told by other events.
            telling = self._tellings.get(type(happened))
            found += [] if telling is None else telling(happened)
        return [*found, *self._statistics.all()]

    def drained(self) -> list[AnyEvent]:
        """A Force drain was responded to and takes place; nothing if there is none."""
        return self._contests.drained()

    def remaining(self, player: Side, attrition: float, damage: float) -> list[AnyEvent]:
        """What a player has still to satisfy, said before each choice."""
        return self._contests.remaining(player, attrition, damage)

    # -- words ------------------------------------------------------------------------------------

    def _line(self, text: str) -> AnyEvent:
        return events.message(text)

    def _card(self, piece: int) -> str:
        return self._faces.hint(piece)

    def _next(self, kind: type[Told], card: int) -> Told | None:
        """The next happening of a kind about a card in this batch; None if there is none."""
        for happened in self._news[self._at + 1 :]:
            if isinstance(happened, kind) and getattr(happened, "card", None) == card:
                return happened
        return None

    # -- the course of the game -------------------------------------------------------------------

    def _turn_began(self, turn: h.TurnBegan) -> list[AnyEvent]:
        between = [] if self._turn is None else [events.phase(Phase.BETWEEN_TURNS, self._turn)]
        self._side, self._turn, self._activated = turn.player, turn.number, 0
        name = self._players[turn.player]
        return [*between, events.turn(name), self._line(f"Start of {name}'s turn #{turn.number}")]

    def _generation(self, count: h.GenerationCounted) -> list[AnyEvent]:
        other = self._engine.numbers.generation(count.player.other)
        return [
            self._line(f"{self._players[side]}'s Force generation for this turn is {amount}")
            for side, amount in ((count.player, count.amount), (count.player.other, other))
        ]

    def _phase_began(self, began: h.PhaseBegan) -> list[AnyEvent]:
        self._faces.phase = began.phase
        return [events.phase(began.phase, self._turn)]

    def _shuffled(self, shuffled: h.Shuffled) -> list[AnyEvent]:
        name = self._players[shuffled.player]
        first = shuffled.player is Side.DARK and self._turn is None
        goes_first = [self._line("Dark Side goes first")] if first else []
        line = self._line(f"{name} shuffles {name}'s Reserve Deck")
        return [*goes_first, line, *self._faces.shuffled(shuffled.player, self._order(shuffled.player))]

    def _order(self, side: Side) -> list[int]:
        """A Reserve Deck as it was just shuffled: what it is now, with all that came after taken back."""
        order: list[int] = [piece.id for piece in self._engine.state.pile(side, Zone.RESERVE_DECK)]
        for happened in reversed(self._news[self._at + 1 :]):
            match happened:
                case h.CardMoved(card=card, owner=owner, zone=Zone.RESERVE_DECK) if owner is side:
                    order.remove(card)
                case h.CardMoved(card=card, owner=owner, was=Zone.RESERVE_DECK) if owner is side:
                    order.append(card)
                case h.Recirculated(player=player, amount=amount) if player is side:
                    del order[:amount]
        return order

    def _recirculated(self, done: h.Recirculated) -> list[AnyEvent]:
        if not done.amount:
            return []
        line = self._line(f"{self._players[done.player]} re-circulates")
        return [line, *self._faces.recirculated(done.player), *self._statistics.piles()]

    # -- Force and cards --------------------------------------------------------------------------

    def _used(self, used: h.ForceUsed) -> list[AnyEvent]:
        line = self._line(f"{self._players[used.player]} uses {used.amount} Force")
        return [*self._statistics.piles(), line]

    def _drew(self, drawn: h.CardDrawn) -> list[AnyEvent]:
        line = self._line(f"{self._players[drawn.player]} draws a card into hand from Force Pile")
        return [line, *self._statistics.piles()]

    def _moved(self, move: h.CardMoved) -> list[AnyEvent]:
        """Cards moving: what is said depends on what they move for."""
        match move.zone:
            case Zone.UNRESOLVED_DESTINY_DRAW:
                drawn = self._next(h.DestinyDrawn, move.card)
                text = "destiny" if drawn is None else drawn.what
                return [events.destiny(self._faces.card(move.card), text), *self._faces.moved(move)]
            case Zone.LOST_PILE:
                return self._to_lost_pile(move)
            case Zone.LOCATIONS:
                return self._laid(move)
            case Zone.AT_LOCATION | Zone.ATTACHED if move.was in ON_TABLE:
                return [*self._goes(move), *self._faces.moved(move)]
            case Zone.AT_LOCATION | Zone.ATTACHED:
                line = f"{self._name(move)} deploys {self._card(move.card)} from hand {self._where(move)}"
                return [*self._faces.moved(move), self._line(line)]
        return self._from_reserve_deck(move) if move.was is Zone.RESERVE_DECK else self._faces.moved(move)

    def _from_reserve_deck(self, move: h.CardMoved) -> list[AnyEvent]:
        """Opening hands, and Force that is activated, unit by unit."""
        if move.zone is Zone.HAND and self._turn is None:
            return [*self._opening_hand(move), *self._faces.moved(move)]
        if move.zone is not Zone.FORCE_PILE:
            return self._faces.moved(move)
        self._activated += 1
        total = f"({self._activated} total Force activated from Force generation)"
        line = self._line(f"{self._name(move)} activated 1 Force {total}")
        return [*self._faces.moved(move), line, *self._statistics.piles()]

    def _name(self, move: h.CardMoved) -> str:
        return self._players[move.owner]

    def _opening_hand(self, move: h.CardMoved) -> list[AnyEvent]:
        """How many cards are drawn is said once, before the first."""
        hand = [one for one in self._news if isinstance(one, h.CardMoved) and one.zone is Zone.HAND]
        mine = [one.card for one in hand if one.owner is move.owner]
        if mine[0] != move.card:
            return []
        return [self._line(f"{self._players[move.owner]} draws {len(mine)} cards into hand")]

    def _to_lost_pile(self, move: h.CardMoved) -> list[AnyEvent]:
        name, card = self._name(move), self._card(move.card)
        if move.was not in ON_TABLE:
            loss = self._next(h.ForceLost, move.card)
            pile = _PILES.get(move.was, "")
            lines = [] if loss is None else [self._line(f"{name} loses a Force, {card}, from {pile}")]
            return [*lines, *self._faces.moved(move)]
        forfeited = self._next(h.Forfeited, move.card)
        first: list[AnyEvent] = []
        gone: list[AnyEvent] = []
        if forfeited is not None:
            first = [self._line(f"{name} choose to forfeit {card}")]
            first += self._statistics.forfeited(move.owner, forfeited.value)
            gone = [self._line(f"{name} forfeits {card} from table")]
        found = self._faces.moved(move)
        return [*first, found[0], *gone, *found[1:], self._line(f"{name} puts {card} on Lost Pile")]

    def _laid(self, move: h.CardMoved) -> list[AnyEvent]:
        name, pile = self._name(move), _PILES.get(move.was, "hand")
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
        seats = {AttachedAs.PILOT: " as pilot", AttachedAs.PASSENGER: " as passenger"}
        return seats.get(self._engine.state.card(piece).attached_as, "")

    def _goes(self, move: h.CardMoved) -> list[AnyEvent]:
        """A card moves on the table; a group that transits is told once."""
        acting, faces = self._contests.acting, self._faces
        if acting is None:
            return []
        name, kind = self._name(move), acting.kind
        host, place = faces.host(move.card), faces.place(move.card)
        there = move.host if move.host is not None else faces.columns[move.column]
        start = host if kind is ActionKind.DISEMBARK and host is not None else place
        if start is None:
            return []
        way = f"from {self._card(start)} to {self._card(there)}"
        if kind is ActionKind.DOCKING_BAY_TRANSIT:
            self._contests.acting = None
            moves = (one for one in self._news[self._at :] if isinstance(one, h.CardMoved))
            group = ", ".join(self._card(one.card) for one in moves if one.zone is Zone.AT_LOCATION)
            return [self._line(f"{name} docking bay transits {group} {way}")]
        if kind in MANNERS:
            return [self._line(f"{name} moves {self._card(move.card)} {way} {MANNERS[kind]}")]
        piece = self._engine.state.card(move.card)
        if kind is ActionKind.MOVE_CAPACITY_SLOT:
            to_pilot = piece.attached_as is AttachedAs.PILOT
            old, new = SEATS[to_pilot], SEATS[not to_pilot]
            way = f"from {old} capacity slot to {new} capacity slot of {self._card(there)}"
            return [self._line(f"{name} moves {self._card(move.card)} {way}")]
        how = self._seat(move.card) if kind in _BOARDING else ""
        if how and piece.facts.kind in CARGO:
            way, how = f"from {self._card(start)} into cargo hold of {self._card(there)}", ""
        verb = _GOES.get(kind, "moves")
        return [self._line(f"{name} {verb} {self._card(move.card)} {way}{how}")]
