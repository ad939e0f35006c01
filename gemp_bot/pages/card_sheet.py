"""What the play page tells of one card: what it is and does in plain words, and what changed its numbers."""

from collections.abc import Iterator

import msgspec

from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import known, shown
from gemp_bot.cards.showing import NUMBERS, deeds_of, icons_of, kind_of, printing_of
from gemp_bot.decisions import Question
from gemp_bot.effects import CardEffects
from gemp_bot.effects.changes import How, Quantity
from gemp_bot.game.understanding import why_not
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId, is_hidden
from gemp_bot.state import Table
from gemp_bot.view.boards import TableNumbers

_CHANGING = {"power": Quantity.POWER, "ability": Quantity.ABILITY, "forfeit": Quantity.FORFEIT}


class SheetNumber(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of a card.

    Attributes:
        now: as it is; as printed for a card that is not in play.
        printed: empty where it is the same.
        why: what changed it, a line each: `+2 Obi-Wan's Lightsaber`.
    """

    name: str
    now: str
    printed: str = ""
    why: tuple[str, ...] = ()


class CardSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card for people to read.

    Attributes:
        kind: side, type and model.
        printing: set and rarity.
        icons, is_: what is printed: icons, characteristics.
        does: what it does, a line each.
        side: of its owner.
    """

    title: str
    kind: str
    printing: str
    numbers: tuple[SheetNumber, ...] = ()
    icons: str = ""
    is_: str = msgspec.field(default="", name="is")
    does: tuple[str, ...] = ()
    side: Side | None = None


class CardSought(msgspec.Struct, frozen=True):
    """Which card a person wants to read.

    Attributes:
        id: on the table. option: key of an option of the question.
        face: what was shown of it, for one that has left.
    """

    id: int | None = None
    option: str | None = None
    face: BlueprintId | None = None


class CardSheets:
    """Makes the sheets of one game."""

    def __init__(self, table: Table, seen: TableNumbers, effects: CardEffects) -> None:
        self._table = table
        self._effects = effects
        self._seen = seen
        self._numbers = seen.of_board

    def find(self, card: CardSought, question: Question | None) -> CardSheet | None:
        """A card of the table, else that of an option, else as printed; None for one that is not known."""
        found = None if card.id is None else self.of_card(CardId(card.id))
        if found is not None:
            return found
        options = () if question is None else question.options
        face = next((each.blueprint_id for each in options if each.key == card.option), None) or card.face
        return None if face is None or is_hidden(face) else self._sheet(face, None)

    def of_card(self, card_id: CardId) -> CardSheet | None:
        """A card of the table or of our hand; None for one that is not shown, or not known."""
        found = self._table.card(card_id)
        if found is None or found.hidden:
            return None
        self._seen.update()
        piece = self._seen.board.known.get(card_id)
        in_play = piece is not None and found.zone in IN_PLAY
        return self._sheet(found.blueprint_id, piece if in_play else None)

    def _sheet(self, face: BlueprintId, piece: CardInPlay | None) -> CardSheet | None:
        index = self._effects.index
        card = index.get(face)
        if card is None:
            return None
        text = index.texts.of(card.blueprint_id)
        return CardSheet(
            title=card.name,
            kind=kind_of(card),
            printing=printing_of(card, index),
            numbers=tuple(self._rows(card, piece)),
            icons=icons_of(card),
            is_=", ".join(card.characteristics),
            does=tuple(deeds_of(text, why_not, "not played here: ")),
            side=card.side,
        )

    def _rows(self, card: Card, piece: CardInPlay | None) -> Iterator[SheetNumber]:
        if card.type == CardType.LOCATION:
            yield from self._location(card, piece)
            return
        for name in NUMBERS:
            number = getattr(card, name)
            if number is None:
                continue
            printed = shown(number)
            quantity = _CHANGING.get(name)
            if piece is None or quantity is None or not piece.fights:
                yield SheetNumber(name, printed)
                continue
            value = getattr(self._numbers, name)(piece)
            why = tuple(self._why(piece, quantity))
            if quantity is Quantity.POWER and (told := self._seen.power_of(piece)) != value:
                value, why = told, (*why, f"{told:g} as the server counts: by a text that is not read here")
            now = printed if value is None else f"{value:g}"
            yield SheetNumber(name, now, "" if known(number) == value else printed, why)

    def _location(self, card: Card, piece: CardInPlay | None) -> Iterator[SheetNumber]:
        place = None if piece is None else piece.location
        for side in Side:
            icons = card.force_icons(side)
            now = icons if place is None else self._numbers.icons(side, place)
            changed = "" if now == icons else str(icons)
            yield SheetNumber(f"Force icons, {side.value.capitalize()}", str(now), changed)
        if place is not None:
            for side in Side:
                drain = self._numbers.drain(side, place)
                yield SheetNumber(f"Force drain of {side.value.capitalize()}", f"{drain:g}")

    def _why(self, piece: CardInPlay, quantity: Quantity) -> Iterator[str]:
        for source, how, amount in self._numbers.changed_by(piece, quantity):
            title = "its own text" if source is piece else source.card.title
            match how:
                case How.RESET:
                    yield f"{amount:g} by {title}"
                case How.LIMIT:
                    yield f"{amount:g} at the most by {title}"
                case How.MULTIPLY:
                    yield f"times {amount:g} by {title}"
                case _:
                    yield f"{amount:+g} by {title}"
