"""What objectives want held: so that they flip, or so that they stay flipped.

It is read from the conditions under which their faces flip. What a flip brings is data (`flips.toml`).
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Final

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.cards import CardIndex, CardType
from gemp_bot.cards.model import BACK
from gemp_bot.cards.texts import CardAction, CardText, Moment, Term, Value, terms_in
from gemp_bot.effects.holding import Holding, Need, Way, held_places, readable
from gemp_bot.effects.printed import PrintedCards
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.told import is_event, is_time
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

SHIPPED: Final = "flips.toml"
A_TURN: Final = 0.75
"""Force a turn that a flipped objective brings where nothing is told of it: a guess, not counted in games."""
_BY_ITSELF: Final = frozenset({Moment.MUST_AFTER, Moment.AFTER, Moment.MUST_BEFORE})


class FlipEntryError(BotError):
    """An entry of the file of flips is not understood."""


class FlipEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the flip of an objective brings.

    Attributes:
        card: its front.
        a_turn: Force a turn that the flipped face brings more than the front.
    """

    card: BlueprintId
    a_turn: float


class _FlipFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    flip: tuple[FlipEntry, ...]


def shipped_flips() -> tuple[FlipEntry, ...]:
    """The entries that come with the program."""
    return read_flips(files(__package__).joinpath(SHIPPED).read_bytes())


def read_flips(toml: bytes | str) -> tuple[FlipEntry, ...]:
    """Read entries.

    Raises:
        FlipEntryError: they are no TOML, or not of this form.
    """
    try:
        return msgspec.toml.decode(toml, type=_FlipFile).flip
    except msgspec.DecodeError as fault:
        raise FlipEntryError(f"{SHIPPED}: {fault}") from None


class Flips:
    """What objectives want.

    Args:
        index: the cards.
        printed: whom selectors mean by what is printed.
        entries: what flips bring.
    """

    def __init__(self, index: CardIndex, printed: PrintedCards, entries: tuple[FlipEntry, ...]) -> None:
        self._index, self._printed = index, printed
        self._worth: Mapping[str, float] = {entry.card: entry.a_turn for entry in entries}

    def needs(self, board: Board, side: Side, numbers: Reckoned) -> tuple[Need, ...]:
        """What the objectives of a player want, also those that have enough."""
        return tuple(
            need
            for card in board.active
            if card.side is side and card.card.type == CardType.OBJECTIVE
            for need in self._wanted(Scope(board, card, side, numbers), card.card.blueprint_id)
        )

    def flipped(self, board: Board, side: Side, card: BlueprintId, numbers: Reckoned) -> tuple[Need, ...]:
        """What the other face of an objective of a player wants."""
        mine = (each for each in board.active if each.side is side and each.card.blueprint_id == card)
        objective = next(mine, None)
        if objective is None:
            return ()
        return tuple(self._wanted(Scope(board, objective, side, numbers), BlueprintId(card + BACK)))

    def undone(self, board: Board, side: Side, numbers: Reckoned) -> tuple[Need, ...]:
        """What a player has to hold so that flipped objectives of the opponent's flip back."""
        return tuple(
            need
            for card in board.active
            if card.side is side.other and card.card.type == CardType.OBJECTIVE
            and card.card.blueprint_id.endswith(BACK)
            for need in self._undoing(Scope(board, card, card.side, numbers), card.card.blueprint_id, side)
        )  # fmt: skip

    def _undoing(self, scope: Scope, face: BlueprintId, side: Side) -> Iterator[Need]:
        actions = flip_actions(self._index.texts.of(face))
        way = _way(Holding(scope, self._printed, side), actions, back=False)
        # What no location changes has to come about by itself.
        for need in way.needs if not (way.shut or way.unsure) else ():
            a_turn = self._worth.get(face.removesuffix(BACK), A_TURN) / len(way.needs)
            yield msgspec.structs.replace(need, title=scope.card.card.title, undoes=True, a_turn=a_turn)

    def _wanted(self, scope: Scope, face: BlueprintId) -> Iterator[Need]:
        text = self._index.texts.of(face)
        back = face.endswith(BACK)
        holding = Holding(scope, self._printed)
        actions = flip_actions(text)
        way = _way(holding, actions, back=back) if actions or not back else _works_by(holding, text)
        a_turn = self._worth.get(face.removesuffix(BACK), A_TURN) / max(len(way.needs) + way.shut, 1)
        at_once = not (back or way.shut or way.unsure) and all(map(_at_once, actions))
        for need in way.needs:
            yield msgspec.structs.replace(
                need, title=scope.card.card.title, keeps=back, at_once=at_once, a_turn=a_turn
            )


def flip_actions(text: CardText) -> tuple[CardAction, ...]:
    """The actions by which a face flips by itself."""
    return tuple(each for each in text.actions if each.moment in _BY_ITSELF and _flips(each))


def flip_known(text: CardText) -> bool | None:
    """Whether it is understood when a face flips by itself; None if it does not."""
    actions = [each for each in text.actions if _flips(each)]
    return all(readable(action.when) for action in actions) if actions else None


def _flips(action: CardAction) -> bool:
    return any(term.name == "flip_card" and term.get("card") == "$self" for term in terms_in(action.steps))


def _at_once(action: CardAction) -> bool:
    """Whether an action is carried out as soon as what it wants is so: it awaits no time and no event."""
    waits = any(is_time(term) or is_event(term) for term in terms_in(action.when))
    return action.moment is Moment.MUST_AFTER and not waits


def _way(holding: Holding, actions: Sequence[CardAction], *, back: bool) -> Way:
    """The nearest way to flip by any of these actions; for a back, to flip back by none of them."""
    if back:
        whens: Value = tuple(Term("not", {"of": each.when}) for each in actions)
        return holding.nearest(whens)
    ways = [holding.nearest(each.when) for each in actions]
    return min(ways, key=lambda way: way.missing, default=Way())


def _works_by(holding: Holding, text: CardText) -> Way:
    """The locations that a face counts up to a limit, which stays flipped without them."""
    for term in (each for action in text.actions for each in terms_in(action) if each.name == "min"):
        limit = next((each for each in term.args.values() if isinstance(each, int)), 0)
        for amount in term.args.values():
            held = held_places(amount)
            if held is not None and held[1] == "$you" and limit:
                return Way((holding.places(held[0], None, limit, control=held[2]),))
    return Way()
