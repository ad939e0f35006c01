"""A small table with cards made for the test: what their texts say is said here, not in the index."""

from collections.abc import Iterable
from typing import Any

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.index import IndexFile
from gemp_bot.cards.labels import label_digest
from gemp_bot.cards.model import Made
from gemp_bot.cards.packing import pack_texts
from gemp_bot.cards.texts import NO_TEXT, CardAction, CardText, Moment, Standing, Term, Value
from gemp_bot.cards.traits import traits_of
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.bounds import CardIds, PlayerNames
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import (
    BattleStarted,
    CardPut,
    PhaseChanged,
    PlayerZones,
    SnapshotStart,
    Statistics,
    TurnChanged,
)
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table

ME, THEM = PlayerName("me"), PlayerName("them")
"""We play the Light Side."""

UNIQUE = Uniqueness.UNIQUE


class MadeCard(Card, frozen=True):
    """A card with what it does."""

    does: CardText = NO_TEXT


Text = Standing | CardAction


def term(name: str, /, **args: Value) -> Term:
    """A term; of an argument that is a word of Python the name has a line at its end."""
    return Term(name, {each.rstrip("_"): value for each, value in args.items()})


def both(*parts: Value) -> Term:
    """All of these."""
    return term("and", of=parts)


def standing(name: str, /, while_: str = "active", **args: Value) -> Standing:
    """Something that holds all the time."""
    return Standing(while_, term(name, **args))


def action(label: str = "", *steps: Term, moment: Moment = Moment.ACTION, **more: Any) -> CardAction:
    """Something that a text lets a player do, or does by itself."""
    return CardAction(moment, label_digest(label), steps=steps, **more)


def effect(name: str, /, **args: Value) -> Term:
    """A step of an action that does something."""
    return term("effect", what=term(name, **args))


def cost(name: str, /, **args: Value) -> Term:
    """A step of an action that pays for it."""
    return term("cost", what=term(name, **args))


SITE, SYSTEM = term("subtype", subtype="site"), term("subtype", subtype="system")
YOURS, REBEL = term("your", card="$self"), term("type", type="rebel")
CHARACTER = term("category", category="character")


def on(system: str, *more: Term) -> Term:
    """The sites of a planet."""
    return both(SITE, term("part_of_system", system=system), *more)


def titled(title: str) -> Term:
    """The cards of a title."""
    return term("title", title=title)


def keyword(word: str) -> Term:
    """The cards with a keyword."""
    return term("keyword", keyword=word)


def card(number: int, title: str, type_: str, side: Side = Side.LIGHT, *text: Text, **more: Any) -> MadeCard:
    """A card of a set that does not exist.

    Args:
        number: its number in the set.
        title, type_, side: what is printed.
        text: what it does.
        more: what else is printed; `traits` is what else its definition says.
    """
    more.setdefault("destiny", 2)
    traits: dict[str, Value] | None = more.pop("traits", None)
    does = CardText(
        tuple(each for each in text if isinstance(each, Standing)),
        tuple(each for each in text if isinstance(each, CardAction)),
        more.pop("selectors", {}),
    )
    made = MadeCard(BlueprintId(f"900_{number}"), title, side, type_, does=does, **more)
    if traits is None:
        return made
    found = traits_of(made)
    told = {
        "category": (found.category,),
        "icons": tuple(each for each, count in found.icons.items() for _ in range(count)),
        **{
            name: tuple(getattr(found, name))
            for name in ("types", "subtypes", "keywords", "personas", "models")
        },
        **traits,
    }
    return msgspec.structs.replace(made, does=msgspec.structs.replace(does, traits=told))


def of_index(index: CardIndex, face: str) -> MadeCard:
    """A card as the index has it, to lie among made ones."""
    found = index.get(face)
    assert found is not None
    return MadeCard(**msgspec.structs.asdict(found), does=index.texts.of(face))


def character(number: int, title: str, side: Side = Side.LIGHT, *text: Text, **more: Any) -> MadeCard:
    """A character of power 3, ability 2 and forfeit 4."""
    defaults = {"power": 3, "ability": 2, "forfeit": 4, "deploy": 3, "subtypes": (SubType.REBEL,)}
    return card(number, title, CardType.CHARACTER, side, *text, **(defaults | more))


def starship(number: int, title: str, side: Side = Side.LIGHT, *text: Text, **more: Any) -> MadeCard:
    """A starfighter of power 4 without a pilot of its own, with two seats."""
    defaults = {"power": 4, "forfeit": 5, "subtypes": (SubType.STARFIGHTER,)}
    traits = {"pilots": (2,), **more.pop("traits", {})}
    return card(number, title, CardType.STARSHIP, side, *text, traits=traits, **(defaults | more))


def site(number: int, title: str, *text: Text, dark: int = 1, light: int = 2, **more: Any) -> MadeCard:
    """A site with Force icons on both sides."""
    defaults = {"subtypes": (SubType.SITE,), "icons": ((Icon.EXTERIOR, 1), (Icon.PLANET, 1))}
    more = defaults | more
    return card(
        number, title, CardType.LOCATION, Side.DARK, *text, force_dark=dark, force_light=light, **more
    )


def system(number: int, title: str, *text: Text, **more: Any) -> MadeCard:
    """A system with an icon on each side."""
    more = {"subtypes": (SubType.SYSTEM,), "icons": ((Icon.PLANET, 1),)} | more
    return card(number, title, CardType.LOCATION, Side.DARK, *text, force_dark=1, force_light=1, **more)


def index_of(cards: Iterable[Card]) -> CardIndex:
    """An index of some cards."""
    found = tuple(cards)
    texts = [(each.blueprint_id, each.does) for each in found if isinstance(each, MadeCard)]
    return CardIndex(IndexFile(Made("", 0, 0, 0, 0, 0, 0), (), found, pack_texts(texts)))


class MadeTable:
    """A table of made cards.

    Args:
        cards: all cards there are.
    """

    def __init__(self, *cards: Card) -> None:
        self.lore = CardEffects(index_of(cards))
        self.table = Table()
        self.table.apply_event(SnapshotStart(ME, PlayerNames((THEM, ME))))
        self.table.apply_event(TurnChanged(participant_id=ME))
        self.table.apply_event(PhaseChanged(phase=Phase.DEPLOY, turn=3))
        self._next = 1

    def put(
        self,
        face: Card,
        zone: Zone = Zone.AT_LOCATION,
        *,
        column: int = 0,
        on: CardId | None = None,
        owner: PlayerName | None = None,
        on_side_of: PlayerName | None = None,
        frozen: bool = False,
        sideways: bool = False,
        system: str | None = None,
    ) -> CardId:
        """Put a card; it belongs to the player of its side.

        Args:
            face: the card.
            zone: where; with `on` it is attached.
            column: of the location it is, or is at.
            on: what it is attached to or aboard.
            owner: another owner.
            on_side_of: on whose side it stands, if not on its owner's: an undercover spy.
            frozen: in carbonite.
            sideways: hit, or crashed.
            system: of a location what it belongs to, if the server says so.
        """
        number = CardId(self._next)
        self._next += 1
        whose = owner or (ME if face.side is Side.LIGHT else THEM)
        self.table.apply_event(
            CardPut(
                card_id=number,
                blueprint_id=face.blueprint_id,
                zone=zone if on is None else Zone.ATTACHED,
                zone_owner_id=on_side_of or whose,
                participant_id=whose,
                location_index=column,
                target_card_id=on,
                frozen=frozen,
                sideways=sideways,
                system_name=system,
            )
        )
        return number

    def place_there(self, face: Card, column: int = 0, *, system: str | None = None) -> CardId:
        """Lay a location."""
        return self.put(face, Zone.LOCATIONS, column=column, system=system)

    def battle(self, *cards: CardId, column: int = 0, turn_of: PlayerName = ME) -> None:
        """Begin a battle."""
        self.table.apply_event(TurnChanged(participant_id=turn_of))
        self.table.apply_event(BattleStarted(location_index=column, other_card_ids=CardIds(cards)))

    def powers(self, *pairs: tuple[float, float]) -> None:
        """Statistics with (dark, light) power a column."""
        self.table.apply_event(
            Statistics(
                dark_force_generation=3,
                light_force_generation=4,
                player_zones=(PlayerZones(ME), PlayerZones(THEM)),
                dark_power_at_locations=tuple(pair[0] for pair in pairs),
                light_power_at_locations=tuple(pair[1] for pair in pairs),
            )
        )

    def board(self) -> Board:
        """The board as we may know it."""
        return BoardTracker(self.table, self.lore.index).board

    def numbers(self) -> Numbers:
        """The numbers of the board."""
        return Numbers(self.board(), self.lore)

    def card(self, card_id: CardId) -> tuple[Numbers, CardInPlay]:
        """The numbers, and a card to ask them of."""
        board = self.board()
        return Numbers(board, self.lore), board.known[card_id]

    def power(self, card_id: CardId) -> float:
        """Power of a card."""
        numbers, card = self.card(card_id)
        return numbers.power(card)

    def forfeit(self, card_id: CardId) -> float | None:
        """Forfeit value of a card."""
        numbers, card = self.card(card_id)
        return numbers.forfeit(card)

    def place(self, column: int = 0) -> "PlaceNumbers":
        """The numbers of a location."""
        return PlaceNumbers(self.board(), self.lore, column)


class PlaceNumbers:
    """A location, and its numbers: (dark, light)."""

    def __init__(self, board: Board, lore: CardEffects, column: int) -> None:
        self.location = board.locations[column]
        numbers = Numbers(board, lore)
        self.drains = tuple(numbers.drain(side, self.location) for side in (Side.DARK, Side.LIGHT))
        self.forbidden = tuple(
            numbers.drain_forbidden(side, self.location) for side in (Side.DARK, Side.LIGHT)
        )
        self.icons = tuple(numbers.icons(side, self.location) for side in (Side.DARK, Side.LIGHT))
        self.generation = {side: numbers.generation(side) for side in Side}
        self.presence = tuple(self.location.presence(side) for side in (Side.DARK, Side.LIGHT))
        self.controlled = tuple(self.location.controlled(side) for side in (Side.DARK, Side.LIGHT))
