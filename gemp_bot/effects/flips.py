"""Which places an objective on table wants us to hold: so that it flips, or so that it stays flipped.

What each objective wants is data (`flips.toml`); what is missing of it is read from the board.
"""

from typing import Final

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType
from gemp_bot.cards.model import BACK
from gemp_bot.effects.context import EffectContext, PlaceTest
from gemp_bot.effects.entries import decoded, shipped
from gemp_bot.effects.needs import Need
from gemp_bot.effects.nouns import Ids, Nouns
from gemp_bot.effects.phrases import Phrases
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

SHIPPED: Final = "flips.toml"


A_TURN: Final = 0.75
"""Force a turn that a flipped objective brings where nothing is told of it: a guess, not counted in games."""


class FlipEntryError(BotError):
    """An entry of the file of flips is not understood."""


class FlipEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places a face of an objective wants held.

    Attributes:
        card: the face that is up.
        places: phrases of which one must mean a location.
        number: how many locations.
        control: the opponent may have no presence there.
        who: a noun for those who must stand there; empty for anybody.
        a_turn: Force a turn that the flipped face brings more than the front.
    """

    card: BlueprintId
    places: tuple[str, ...]
    number: int
    control: bool = False
    who: str = ""
    a_turn: float = A_TURN


class _FlipFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    flip: tuple[FlipEntry, ...]


_Want = tuple[FlipEntry, tuple[PlaceTest, ...], Ids | None]
"""What a face wants: its entry, the places it means and who must stand there."""


def shipped_flips() -> tuple[FlipEntry, ...]:
    """The entries that come with the program."""
    return read_flips(shipped(SHIPPED))


def read_flips(toml: bytes | str) -> tuple[FlipEntry, ...]:
    """Read entries.

    Raises:
        FlipEntryError: they are no TOML, or not of this form.
    """
    return decoded(SHIPPED, toml, _FlipFile, FlipEntryError).flip


class Flips:
    """What objectives want.

    Args:
        entries: what each face wants.
        nouns, phrases: read the words in them.

    Attributes:
        unread: entries that name places or cards of which the index knows nothing; they want nothing.
    """

    def __init__(self, entries: tuple[FlipEntry, ...], nouns: Nouns, phrases: Phrases) -> None:
        wants: dict[BlueprintId, _Want] = {}
        unread: list[BlueprintId] = []
        for entry in entries:
            tests = [phrases.place(phrase) for phrase in entry.places]
            known = tuple(test for test in tests if test is not None)
            who = nouns.cards(entry.who) if entry.who else None
            if len(known) < len(tests) or (entry.who and not who):
                unread.append(entry.card)
            else:
                wants[entry.card] = entry, known, who
        self._wants = wants
        self.unread = tuple(unread)

    def needs(self, board: Board, side: Side) -> tuple[Need, ...]:
        """What the objectives of a player want, also those that have enough."""
        found = []
        for card in board.active:
            want = self._wants.get(card.card.blueprint_id) if card.side is side else None
            if want is None or card.card.type != CardType.OBJECTIVE:
                continue
            found.append(_need(EffectContext(board, card, side), want))
        return tuple(found)

    def flipped(self, board: Board, side: Side, card: BlueprintId) -> Need | None:
        """What the other face of an objective of a player wants; None if nothing is told of it."""
        want = self._wants.get(BlueprintId(card + BACK))
        mine = (each for each in board.active if each.side is side and each.card.blueprint_id == card)
        objective = next(mine, None)
        if want is None or objective is None:
            return None
        return _need(EffectContext(board, objective, side), want)


def _need(context: EffectContext, want: _Want) -> Need:
    """What an entry wants of the table."""
    entry, tests, who = want
    side = context.you
    meant = [place for place in context.board.locations if any(test(context, place) for test in tests)]
    counting = frozenset(place.column for place in meant if counts(place, side, who, control=entry.control))
    return Need(
        context.card.card.title,
        frozenset(place.column for place in meant) - counting,
        counting,
        entry.number,
        entry.control,
        who,
        keeps=entry.card.endswith(BACK),
        a_turn=entry.a_turn,
    )


def counts(place: Location, side: Side, who: Ids | None, *, control: bool) -> bool:
    """Whether a player holds a location, with one of those cards if any are asked for."""
    held = place.controlled(side) if control else place.presence(side)
    return held and (
        who is None
        or any(card.active and card.side is side and card.card.blueprint_id in who for card in place.cards)
    )
