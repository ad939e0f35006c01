"""Whether something is allowed: the table put into the words of the pipeline of `rules/` (rules 7, 10, 19).

Every action goes the five steps there: declared, checked, priced, paid, resolved. What an action uses up
(drains, moves, uses) is taken over from what the pipeline paid.
"""

from math import ceil
from typing import Final, TypeAlias

from msgspec import structs

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.rules.aboard import Load, capacity_refusals, embark_refusals
from gemp_bot.rules.deploying import Deployment, deploy_refusals
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.moves import MoveKind, Mover, move_refusals, takes_seat
from gemp_bot.rules.pipeline import Action, ActionContext, Paid, Refused, attempt, is_allowed
from gemp_bot.rules.uniqueness import Known

CARGO: Final = frozenset({CardKind.STARFIGHTER, CardKind.VEHICLE})
"""What lies in a hold."""

OpenPlace: TypeAlias = tuple[Location, bool, bool]
"""A place to which a card may be deployed: whether it may stand there, and whether it may be aboard there."""


class Legality:
    """Tells what is allowed on a table.

    Args:
        state: the table. numbers: its numbers.
    """

    def __init__(self, state: State, numbers: Numbers) -> None:
        self._state = state
        self._numbers = numbers
        self._deployable: dict[tuple[object, ...], tuple[bool, bool]] = {}
        self._movable: dict[tuple[Mover, Phase, bool], bool] = {}
        self._boarding: dict[Mover, bool] = {}
        self._known: dict[Side, tuple[Known, ...]] = {}
        self._footholds: dict[Side, list[tuple[Location, bool, int]]] = {}
        self._open: dict[tuple[object, ...], list[OpenPlace]] = {}
        self._carriers: dict[tuple[object, ...], list[CardInPlay]] = {}
        self._counter, self._version = state.board.counter, -1

    def position(self, side: Side, *, known: bool = False) -> ActionContext:
        """What the legality of an action of a side depends on; `known` for deployments only."""
        state = self._state
        return structs.replace(
            state.marks,
            piles=state.sizes(side),
            phase=state.phase,
            my_turn=side is state.active,
            known=self.known(side) if known else (),
        )

    def try_out(self, position: ActionContext, action: Action) -> Paid | Refused:
        """Go through the steps up to paying, without doing anything (rules 7.10 to 7.13)."""
        return attempt(position, action)

    def allows(self, position: ActionContext, action: Action) -> bool:
        """Whether an action could be taken now."""
        return is_allowed(position, action)

    def cost(self, paid: Paid) -> int:
        """Whole Force that an action costs."""
        return ceil(paid.due.total)

    # -- cards as the rules see them ----------------------------------------------------------------

    def deployment(self, piece: CardInPlay, place: Location, *, aboard: bool) -> Deployment:
        """A card from hand and where it is to go; what is worn says itself on which cards."""
        side, sheet = piece.side, piece.facts
        return Deployment(
            kind=sheet.kind,
            to=place.facts,
            presence=place.presence(side),
            my_icons=self._numbers.icons(side, place) or len(self._numbers.without_presence(piece)),
            dark=side is Side.DARK,
            aboard=aboard,
            forbidden_there=not sheet.worn and self.forbidden(piece, place),
        )

    def open_to(self, piece: CardInPlay, position: ActionContext) -> list[OpenPlace]:
        """Where nothing but its own text, its cost and who else is on table is against deploying a card."""
        self._bring_up_to_date()
        key = piece.side, piece.facts.kind, position.phase, position.my_turn
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = []
            for place, presence, icons in self._footholds_of(piece.side):
                stands, boards = self._may_deploy(key, place, presence, icons)
                if stands or boards:
                    found.append((place, stands, boards))
        free = self._numbers.without_presence(piece)
        if not free:
            return found
        known = {each[0]: each for each in found}
        for place in self._state.locations:
            told = (change.rest.get("where") for scope, change in free)
            if any(
                where is None or scope.means_place(where, place)
                for (scope, _), where in zip(free, told, strict=True)
            ):
                known[place] = (place, *self._may_deploy(key, place, presence=True, icons=1))
        return [known[place] for place in self._state.locations if place in known]

    def _footholds_of(self, side: Side) -> list[tuple[Location, bool, int]]:
        """Every place, with whether a player has presence there, and his Force icons."""
        if side not in self._footholds:
            self._footholds[side] = [
                (place, place.presence(side), self._numbers.icons(side, place))
                for place in self._state.locations
            ]
        return self._footholds[side]

    def _may_deploy(
        self, what: tuple[Side, CardKind, Phase, bool], place: Location, presence: bool, icons: int
    ) -> tuple[bool, bool]:
        key = what, place.id, presence, icons > 0
        found = self._deployable.get(key)
        if found is None:
            side, kind, phase, my_turn = what
            here = Deployment(
                kind=kind,
                to=place.facts,
                presence=presence,
                my_icons=icons,
                dark=side is Side.DARK,
                phase=phase,
                my_turn=my_turn,
            )
            found = not deploy_refusals(here), not deploy_refusals(structs.replace(here, aboard=True))
            self._deployable[key] = found
        return found

    def may_move(self, mover: Mover, position: ActionContext) -> bool:
        """Whether a card may move in a way without limit now, by what it is itself."""
        key = mover, position.phase, position.my_turn
        found = self._movable.get(key)
        if found is None:
            refusals = move_refusals(mover, MoveKind.EMBARKING, position.phase, my_turn=position.my_turn)
            found = self._movable[key] = not refusals
        return found

    def may_board(self, mover: Mover) -> bool:
        """Whether a card may get on and off where it boards, by what it is itself."""
        found = self._boarding.get(mover)
        if found is None:
            found = self._boarding[mover] = not embark_refusals(mover)
        return found

    def mover(self, piece: CardInPlay) -> Mover:
        """A card as the rules of movement see it."""
        sheet = piece.facts
        landspeed, hyperspeed = self._numbers.speeds(piece)
        return Mover(
            kind=sheet.kind,
            landspeed=landspeed,
            hyperspeed=hyperspeed,
            navigates=sheet.navigates or True in [each.facts.astromech for each in piece.attached],
            piloted=sheet.crewed or AttachedAs.PILOT in [each.attached_as for each in piece.attached],
            cannot_move=self._numbers.cannot_move(piece),
            tie=sheet.tie,
        )

    def seat_for(self, piece: CardInPlay, carrier: CardInPlay) -> AttachedAs | None:
        """The seat a card takes aboard a starship or vehicle; None if there is no room (rules 21.16)."""
        if not carrier.facts.carrier or carrier.side is not piece.side:
            return None
        kind = piece.facts.kind
        if not takes_seat(kind) and kind not in CARGO:
            return None
        if kind is CardKind.STARFIGHTER and carrier.facts.capacity.ties_only and not piece.facts.tie:
            return None
        return free_seat(piece, carrier)

    def carriers(self, piece: CardInPlay, place: Location) -> list[CardInPlay]:
        """What stands at a place and has room for a card like this one (rules 21.16)."""
        self._bring_up_to_date()
        facts = piece.facts
        key = place.column, piece.side, facts.kind, facts.pilot, facts.tie
        found = self._carriers.get(key)
        if found is None:
            found = self._carriers[key] = [
                each
                for each in place.cards
                if each.facts.carrier and each.host is None and self.seat_for(piece, each) is not None
            ]
        return found

    def other_seat(self, piece: CardInPlay) -> AttachedAs | None:
        """The seat of the other kind that a character can change to where it is aboard; None for none."""
        carrier = piece.host
        if carrier is None or not (carrier.facts.carrier and takes_seat(piece.facts.kind)):
            return None
        if piece.attached_as is AttachedAs.PILOT:
            seat = AttachedAs.PASSENGER
        elif piece.facts.pilot:
            seat = AttachedAs.PILOT
        else:
            return None
        return seat if _has_room(piece, carrier, seat) else None

    def forbidden(self, piece: CardInPlay, place: Location) -> bool:
        """Whether texts keep a card from a place."""
        return not self._numbers.may_go(piece, place)

    def known(self, side: Side) -> tuple[Known, ...]:
        """Who a player has on table."""
        self._bring_up_to_date()
        if side not in self._known:
            mine = self._state.at_table(side)
            self._known[side] = tuple([Known(identity=piece.facts.identity) for piece in mine])
        return self._known[side]

    def _bring_up_to_date(self) -> None:
        """Forget what followed from what was in play."""
        if self._version != self._counter.in_play:
            self._version = self._counter.in_play
            self._known, self._footholds, self._open, self._carriers = {}, {}, {}, {}


def free_seat(piece: CardInPlay, carrier: CardInPlay) -> AttachedAs | None:
    """The seat of a card aboard: a pilot's for a pilot while one is free; None without room (rules 21.16)."""
    seats = (AttachedAs.PILOT, AttachedAs.PASSENGER) if piece.facts.pilot else (AttachedAs.PASSENGER,)
    return next((seat for seat in seats if _has_room(piece, carrier, seat)), None)


def _has_room(piece: CardInPlay, carrier: CardInPlay, seat: AttachedAs) -> bool:
    return not capacity_refusals(carrier.facts.capacity, load(carrier, piece, seat))


def load(
    carrier: CardInPlay, more: CardInPlay | None = None, attached_as: AttachedAs = AttachedAs.NONE
) -> Load:
    """What is aboard a starship or vehicle, with one card more, or with a card of it in another seat."""
    aboard = [(piece.facts.kind, piece.attached_as) for piece in carrier.attached if piece is not more]
    if more is not None:
        aboard.append((more.facts.kind, attached_as))
    seats = [seat for kind, seat in aboard if kind not in CARGO]
    cargo = [kind for kind, _ in aboard if kind in CARGO]
    return Load(
        pilots=seats.count(AttachedAs.PILOT),
        passengers=seats.count(AttachedAs.PASSENGER),
        vehicles=cargo.count(CardKind.VEHICLE),
        starfighters=cargo.count(CardKind.STARFIGHTER),
    )
