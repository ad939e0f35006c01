"""From what came about in the engine to events and lines of the log, in the server's words and order.

The engine tells a card's move before what the move was for; the server often says the line first. So a batch
is looked through ahead where that makes a difference.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from gemp_bot.board.card import STANDING, AttachedAs
from gemp_bot.cards.texts import Moment
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game import Engine
from gemp_bot.game import game_events as h
from gemp_bot.game.legality import CARGO
from gemp_bot.game.state import BattleState
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.rules.facts import CardKind
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.numbers import StatisticsTeller
from gemp_bot.sandbox.server.prompt_text import MANNERS, SEATS
from gemp_bot.sandbox.server.table_view import TableView

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
    """Tells one game, batch by batch."""

    def __init__(self, engine: Engine, view: TableView) -> None:
        self._engine = engine
        self._view = view
        self._players = view.players
        self.statistics = StatisticsTeller(engine, view)
        self._news: Sequence[h.Happened] = ()
        self._at = 0
        self._activated = 0
        self._acting: h.ActionTaken | None = None
        self._weapon: int | None = None
        self._drain: h.DrainInitiated | None = None
        self._left = 0
        self._drawn: Mapping[Side, float] = {}
        self._tellings: Mapping[type, Callable[[Any], list[AnyEvent]]] = {
            h.TurnBegan: self._turn_began,
            h.PhaseBegan: self._phase_began,
            h.CardMoved: self._moved,
            h.CardFlipped: self._flipped,
            h.Shuffled: self._shuffled,
            h.GenerationCounted: self._generation,
            h.ForceUsed: self._used,
            h.Recirculated: self._recirculated,
            h.CardDrawn: self._drew,
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

    def fork(self, engine: Engine, view: TableView) -> "Narrator":
        """Tell a copy of the game from here on."""
        new = Narrator(engine, view)
        new.statistics = self.statistics.fork(engine, view)
        new._activated, new._left, new._drawn = self._activated, self._left, self._drawn
        new._acting, new._weapon, new._drain = self._acting, self._weapon, self._drain
        return new

    def begin(self) -> list[AnyEvent]:
        """All that lies there, in a game that goes on its turn and phase, and the first numbers."""
        state, found = self._view.state, self._view.begin()
        if state.turn:
            found += [*self._turn(state.active), events.phase(state.phase, self._view.turn)]
        return [*found, *self.statistics.all()]

    def tell(self, news: Sequence[h.Happened]) -> list[AnyEvent]:
        """The events of a batch; the numbers as they are now come last."""
        self._news = news
        found: list[AnyEvent] = []
        for number, happened in enumerate(news):
            self._at = number
            # What is missing there is told by other events.
            telling = self._tellings.get(type(happened))
            found += [] if telling is None else telling(happened)
        return [*found, *self.statistics.all()]

    # -- words ------------------------------------------------------------------------------------

    def _line(self, text: str) -> AnyEvent:
        return events.message(text)

    def _card(self, piece: int) -> str:
        return self._view.hint(piece)

    def _shift(self, move: h.CardMoved) -> list[AnyEvent]:
        """The events of a move itself."""
        return self._view.moved(move, self._engine.state.card(move.card))

    def _next(self, kind: type[Told], card: int) -> Told | None:
        """The next happening of a kind about a card in this batch; None if there is none."""
        for happened in self._news[self._at + 1 :]:
            if isinstance(happened, kind) and getattr(happened, "card", None) == card:
                return happened
        return None

    # -- the course of the game -------------------------------------------------------------------

    def _turn_began(self, turn: h.TurnBegan) -> list[AnyEvent]:
        before, state = self._view.turn, self._view.state
        between = [] if before is None else [events.phase(Phase.BETWEEN_TURNS, before)]
        self._activated = 0
        state.turn += 1
        state.turns[turn.player] = turn.number
        state.begin_turn(turn.player)
        return [*between, *self._turn(turn.player)]

    def _turn(self, side: Side) -> list[AnyEvent]:
        name = self._players[side]
        return [events.turn(name), self._line(f"Start of {name}'s turn #{self._view.turn}")]

    def _generation(self, count: h.GenerationCounted) -> list[AnyEvent]:
        other = self._engine.numbers.generation(count.player.other)
        return [
            self._line(f"{self._players[side]}'s Force generation for this turn is {amount}")
            for side, amount in ((count.player, count.amount), (count.player.other, other))
        ]

    def _phase_began(self, began: h.PhaseBegan) -> list[AnyEvent]:
        self._view.state.begin_phase(began.phase)
        return [events.phase(began.phase, self._view.turn)]

    def _shuffled(self, shuffled: h.Shuffled) -> list[AnyEvent]:
        name = self._players[shuffled.player]
        first = shuffled.player is Side.DARK and self._view.turn is None
        goes_first = [self._line("Dark Side goes first")] if first else []
        line = self._line(f"{name} shuffles {name}'s Reserve Deck")
        return [*goes_first, line, *self._view.shuffled(shuffled.player)]

    def _recirculated(self, done: h.Recirculated) -> list[AnyEvent]:
        if not done.amount:
            return []
        line = self._line(f"{self._players[done.player]} re-circulates")
        return [line, *self._view.recirculated(done.player), *self.statistics.piles()]

    # -- Force and cards --------------------------------------------------------------------------

    def _used(self, used: h.ForceUsed) -> list[AnyEvent]:
        line = self._line(f"{self._players[used.player]} uses {used.amount} Force")
        return [*self.statistics.piles(), line]

    def _drew(self, drawn: h.CardDrawn) -> list[AnyEvent]:
        line = self._line(f"{self._players[drawn.player]} draws a card into hand from Force Pile")
        return [line, *self.statistics.piles()]

    def _moved(self, move: h.CardMoved) -> list[AnyEvent]:
        """Cards moving: what is said depends on what they move for."""
        match move.zone:
            case Zone.UNRESOLVED_DESTINY_DRAW:
                drawn = self._next(h.DestinyDrawn, move.card)
                text = "destiny" if drawn is None else drawn.what
                shown = replace(self._view.event(e.DestinyShown, move.card), destiny_text=text)
                return [shown, *self._shift(move)]
            case Zone.LOST_PILE:
                return self._to_lost_pile(move)
            case Zone.LOCATIONS:
                return self._laid(move)
            case Zone.AT_LOCATION | Zone.ATTACHED if move.was in STANDING:
                return [*self._goes(move), *self._shift(move)]
            case Zone.AT_LOCATION | Zone.ATTACHED | Zone.SIDE_OF_TABLE | Zone.VOID:
                return self._comes(move)
        return self._from_reserve_deck(move) if move.was is Zone.RESERVE_DECK else self._shift(move)

    def _flipped(self, flip: h.CardFlipped) -> list[AnyEvent]:
        return [self._view.flipped(flip.card, self._engine.state.card(flip.card).facts)]

    def _from_reserve_deck(self, move: h.CardMoved) -> list[AnyEvent]:
        """Opening hands, and Force that is activated, unit by unit."""
        if move.zone is Zone.HAND and self._view.turn is None:
            return [*self._opening_hand(move), *self._shift(move)]
        if move.zone is not Zone.FORCE_PILE:
            return self._shift(move)
        self._activated += 1
        total = f"({self._activated} total Force activated from Force generation)"
        line = self._line(f"{self._name(move)} activated 1 Force {total}")
        return [*self._shift(move), line, *self.statistics.piles()]

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
        if move.was not in STANDING:
            loss = self._next(h.ForceLost, move.card)
            pile = _PILES.get(move.was, "")
            lines = [] if loss is None else [self._line(f"{name} loses a Force, {card}, from {pile}")]
            return [*lines, *self._shift(move)]
        forfeited = self._next(h.Forfeited, move.card)
        first: list[AnyEvent] = []
        gone: list[AnyEvent] = []
        if forfeited is not None:
            first = [self._line(f"{name} choose to forfeit {card}")]
            first += self.statistics.forfeited(move.owner, forfeited.value)
            gone = [self._line(f"{name} forfeits {card} from table")]
        found = self._shift(move)
        return [*first, found[0], *gone, *found[1:], self._line(f"{name} puts {card} on Lost Pile")]

    def _laid(self, move: h.CardMoved) -> list[AnyEvent]:
        name, pile = self._name(move), self._from(move)
        found = self._shift(move)
        over = "" if move.converted is None else f" to convert {self._card(move.converted)}"
        if move.converted is None:
            self.statistics.insert(move.column)
        return [*found, self._line(f"{name} deploys {self._card(move.card)} from {pile}{over}")]

    def _comes(self, move: h.CardMoved) -> list[AnyEvent]:
        """A card is deployed or played."""
        played = move.zone is Zone.VOID
        card, pile = self._card(move.card), self._from(move)
        where = "" if played or move.zone is Zone.SIDE_OF_TABLE else f" {self._where(move)}"
        line = self._line(f"{self._name(move)} {'plays' if played else 'deploys'} {card} from {pile}{where}")
        found = [*self._shift(move), line]
        # Shown as it lies once it was played: face up.
        return [*found, self._view.event(e.CardShown, move.card)] if played else found

    def _from(self, move: h.CardMoved) -> str:
        return _PILES.get(move.was, "hand")

    def _where(self, move: h.CardMoved) -> str:
        """Where a card was put: `to` a location, `on` a card, and as what."""
        if move.host is None:
            return f"to {self._card(self._view.column(move.column))}"
        return f"on {self._card(move.host)}{self._seat(move.card)}"

    def _seat(self, piece: int) -> str:
        seats = {AttachedAs.PILOT: " as pilot", AttachedAs.PASSENGER: " as passenger"}
        return seats.get(self._engine.state.card(piece).attached_as, "")

    def _goes(self, move: h.CardMoved) -> list[AnyEvent]:
        """A card moves on the table; a group that transits is told once."""
        acting, told = self._acting, self._view.state.card(move.card)
        if acting is None or told.location is None:
            return []
        name, kind = self._name(move), acting.kind
        there = move.host if move.host is not None else self._view.column(move.column)
        start = told.host if kind is ActionKind.DISEMBARK and told.host is not None else told.location.laid
        way = f"from {self._card(start.id)} to {self._card(there)}"
        if kind is ActionKind.DOCKING_BAY_TRANSIT:
            self._acting = None
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
            way, how = f"from {self._card(start.id)} into cargo hold of {self._card(there)}", ""
        verb = _GOES.get(kind, "moves")
        return [self._line(f"{name} {verb} {self._card(move.card)} {way}{how}")]

    # -- what the players do to each other ----------------------------------------------------------

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

    def _lost(self, _: h.ForceLost) -> list[AnyEvent]:
        self._left -= 1
        return self.statistics.piles()

    def _took(self, acting: h.ActionTaken) -> list[AnyEvent]:
        self._acting = acting
        if acting.action >= 0:
            return self._by_text(acting)
        if acting.kind is not ActionKind.FIRE_WEAPON or acting.target is None:
            return []
        self._weapon = acting.card
        weapon, name = self._card(acting.card), self._players[acting.player]
        return [
            self._uses(acting.card, name),
            self._line(f"{name} targets to fire {weapon} at {self._card(acting.target)} using {weapon}"),
            self._at_target(acting.card, acting.target, name),
        ]

    def _by_text(self, acting: h.ActionTaken) -> list[AnyEvent]:
        """The text of a card is used; an Interrupt is told as it is played."""
        piece, name = self._engine.state.card(acting.card), self._players[acting.player]
        if piece.facts.kind is CardKind.INTERRUPT:
            return []
        top_level = piece.facts.text.actions[acting.action].moment is Moment.ACTION
        how = "top-level action" if top_level else "optional response"
        line = self._line(f"{name} initiates {self._card(acting.card)} {how}")
        return [self._uses(acting.card, name), line]

    def _uses(self, card: int, name: str) -> AnyEvent:
        return self._view.event(e.CardUsed, card, acting=name)

    def _at_target(self, card: int, target: int, name: str) -> AnyEvent:
        shown = self._view.event(e.CardAffects, card, acting=name)
        return replace(shown, other_card_ids=CardIds(self._view.numbers([target])))

    def _drain_began(self, drain: h.DrainInitiated) -> list[AnyEvent]:
        self._drain, self._left = drain, drain.amount
        name = self._players[drain.player]
        line = f"{name} initiates Force drain of {drain.amount} at {self._card(drain.location)}"
        return [self._uses(drain.location, name), self._line(line)]

    def _battle_began(self, battle: h.BattleBegan) -> list[AnyEvent]:
        state = self._view.state
        cards = [state.card(card) for card in battle.cards]
        state.fight(BattleState(0, state.locations[battle.column], battle.player, cards))
        self._drawn, self._left = {}, 0
        line = f"{self._players[battle.player]} initiates battle at {self._card(battle.location)}"
        return [
            self._line(line),
            events.contest(e.BattleStarted, battle.column, self._view.numbers(battle.cards)),
        ]

    def _joined(self, joined: h.BattleJoined) -> list[AnyEvent]:
        state = self._view.state
        if state.battle is not None:
            state.battle.cards = [*state.battle.cards, state.card(joined.card)]
        return [self._view.event(e.CardJoinedBattle, joined.card)]

    def _destiny(self, drawn: h.DestinyDrawn) -> list[AnyEvent]:
        name = self._players[drawn.player]
        if drawn.card is None:
            return [self._line(f"No cards in Reserve Deck. {name} can't draw a card for {drawn.what}")]
        self._drawn = {**self._drawn, drawn.player: self._drawn.get(drawn.player, 0) + drawn.value}
        line = f"{name} draws {self._card(drawn.card)} as a {drawn.value:g} for {drawn.what}"
        return [*self.statistics.piles(), self._line(line)]

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
        piece, weapon = self._engine.state.card(hit.card), self._weapon
        self._view.state.card(hit.card).hit = True
        by = "" if weapon is None else f" by {self._card(weapon)}"
        reset = " and its forfeit is reset to 0" if piece.forfeit_zero else ""
        name = self._players[piece.side.other]
        shown = [] if weapon is None else [self._at_target(weapon, hit.card, name)]
        line = self._line(f"{self._card(hit.card)} is 'hit'{by}{reset}")
        return [line, *shown, self._view.event(e.CardTurned, hit.card)]

    def _totalled(self, power: h.PowerTotalled) -> list[AnyEvent]:
        names = {Side.DARK: "Dark side wins battle", Side.LIGHT: "Light side wins battle"}
        lines = (
            f"Dark side total power: {power.dark:g}",
            f"Light side total power: {power.light:g}",
            "BattleState results in a tie" if power.winner is None else names[power.winner],
        )
        numbers = self.statistics.totalled(power.dark, power.light)
        return [*self._totals("battle destiny"), *numbers, *map(self._line, lines)]

    def _battle_ended(self, battle: h.BattleEnded) -> list[AnyEvent]:
        self._view.state.fight(None)
        return [self._line(f"Battle at {self._card(battle.location)} ends"), e.BattleOver()]
