"""All numbers of a table with their parts, and with what of the texts behind them is not understood.

Held against `Numbers` and against the pages of a real server.
"""

from collections.abc import Iterable
from typing import Final

from reckoned_numbers import CardNumbers, Number, Part, PlaceNumbers, Reckoning, SideNumbers

from gemp_bot.board.board import Board
from gemp_bot.board.card import FIGHTERS, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardType, SubType
from gemp_bot.cards.printed import Printed, known
from gemp_bot.cards.text import FactKind, Share
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import ChangeKind, Effect, Quantity, Target
from gemp_bot.effects.ledger import EffectInPlay, Key, Ledger, effects_of, sides
from gemp_bot.effects.phrase_predicates import is_alone
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import PERSONAL_FORCE
from gemp_bot.rules.values import Modifier, limited, settled
from gemp_bot.state import Table

PRINTED: Final = "printed"
OWN_TEXT: Final = "text"


class DoubtingLedger(Ledger):
    """A ledger that also notes which numbers an effect that is not understood may change, and why."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.doubts: dict[Key, list[str]] = {}

    def doubt(self, effects: Iterable[EffectInPlay]) -> None:
        """Note the reasons of the effects that are not understood."""
        for context, effect in effects:
            if effect.why_not:
                for key in self._keys(context, effect):
                    reason = f"{context.card.card.title}: {effect.why_not}"
                    self.doubts.setdefault(key, []).append(reason)

    def _keys(self, context: EffectContext, effect: Effect) -> list[Key]:
        if effect.target not in (Target.LOCATIONS, Target.PLAYER):
            return [(printed.id, effect.quantity, None) for printed in self.targets(context, effect)]
        return [
            (location.column, effect.quantity, side)
            for location in self.board.locations
            if effect.place is None or effect.place(context, location)
            for side in sides(context, effect)
        ]


def reckon(table: Table, card_effects: CardEffects) -> Reckoning:
    """Reckon a table. It only reads; the result stays true while the table does not change.

    Args:
        table: the table as we may know it.
        card_effects: the cards and what their texts do.
    """
    board = BoardTracker(table, card_effects.index).board
    ledger = DoubtingLedger(board)
    effects = [each for card in board.active for each in effects_of(board, card, card_effects)]
    ledger.run(effects, icons=True)
    ledger.run(effects, icons=False)
    ledger.doubt(effects)
    cards = {card.id: _card(ledger, card) for card in board.cards.values() if card.facts.known}
    powers = [(place.power(Side.DARK), place.power(Side.LIGHT)) for place in table.locations]
    places = tuple(_place(ledger, location, cards, powers[location.column]) for location in board.locations)
    totals = {side: _total(ledger, places, side) for side in (Side.DARK, Side.LIGHT)}
    return Reckoning(cards, places, board.me, totals)


# -- cards --------------------------------------------------------------------------------------


def _card(ledger: DoubtingLedger, card: CardInPlay) -> CardNumbers:
    printed = card.card
    doubts = _own_doubts(card)
    fights = printed.type in FIGHTERS
    location = printed.type == CardType.LOCATION
    return CardNumbers(
        id=card.id,
        title=printed.title,
        side=card.side,
        column=None if card.location is None else card.location.column,
        power=_power(ledger, card, doubts) if fights else None,
        ability=(
            _number(ledger, card, Quantity.ABILITY, printed.ability, doubts) if _has_ability(card) else None
        ),
        forfeit=_number(ledger, card, Quantity.FORFEIT, printed.forfeit, doubts) if fights else None,
        destiny=None if location else _number(ledger, card, Quantity.DESTINY, printed.destiny, doubts),
        deploy=_deploy(ledger, card) if card.in_hand and printed.deploy is not None else None,
        crew_ability=card.facts.ability if card.carries else 0,
        piloted=card.piloted,
        pilots=card.pilots,
        active=card.active,
        present=card.location is not None and not card.inside,
        alone=card.fights and not card.in_hand and is_alone(card),
    )


def _has_ability(card: CardInPlay) -> bool:
    """Whether a card has ability of its own: starships and vehicles have that of their crew."""
    return card.card.ability is not None


def _own_doubts(card: CardInPlay) -> tuple[str, ...]:
    doubts = []
    if card.card.understood is not Share.ALL:
        doubts.append(OWN_TEXT)
    doubts += [
        f"{one.card.title}: text"
        for one in card.attached
        if one.active and one.card.understood is not Share.ALL and not one.fights
    ]
    if card.sideways or card.inverted or card.suspended:
        doubts.append("turned")
    return tuple(doubts)


def _power(ledger: DoubtingLedger, card: CardInPlay, doubts: tuple[str, ...]) -> Number:
    if not card.carries:
        return _number(ledger, card, Quantity.POWER, card.card.power, doubts)
    more = [
        f"{one.card.title}: text"
        for one in card.attached
        if one.pilots and one.active and one.card.understood is not Share.ALL
    ]
    if card.unsure:
        more.append("pilots")
    doubts = (*doubts, *more)
    if not card.piloted:
        return Number(0, not doubts, (), doubts)
    return _number(ledger, card, Quantity.POWER, card.card.power, doubts)


def _number(
    ledger: DoubtingLedger, card: CardInPlay, quantity: Quantity, printed: Printed, doubts: tuple[str, ...]
) -> Number:
    if card.frozen and quantity in _FROZEN:
        return Number(0, True, (Part(0, "frozen", None, True),))
    base = known(printed)
    parts: list[Part] = []
    if base is None:
        if printed is not None:
            doubts = (*doubts, PRINTED)
        base = 0.0
    else:
        parts.append(Part(base, PRINTED))
    key = (card.id, quantity, None)
    unread = ledger.doubts.get(key)
    if unread:
        doubts = (*doubts, *unread)
    if key not in ledger.changes:
        return Number(base, not doubts, tuple(parts), doubts)
    modifiers, resets = _changed(ledger, key, card, parts)
    return Number(settled(base, modifiers, resets), not doubts, tuple(parts), doubts)


_FROZEN: Final = frozenset({Quantity.POWER, Quantity.ABILITY})
"""What a character in carbonite has none of."""


def _changed(
    ledger: Ledger, key: Key, target: CardInPlay | None, parts: list[Part]
) -> tuple[list[Modifier], list[float]]:
    for context, effect, amount in ledger.changes.get(key, []):
        reset = effect.change is ChangeKind.RESET
        if reset or (amount and effect.change is ChangeKind.ADD):
            parts.append(Part(amount, context.card.card.title, context.card.id, reset))
    modifiers, resets, _ = ledger.of(key, target)
    return modifiers, resets


def _deploy(ledger: DoubtingLedger, card: CardInPlay) -> Number:
    own = any(fact.kind in _COSTS for fact in card.card.text)
    doubts = ("cost depends",) if own else ()
    return _number(ledger, card, Quantity.DEPLOY, card.card.deploy, doubts + _own_doubts(card))


_COSTS: Final = frozenset({FactKind.DEPLOY_COST, FactKind.DEPLOYS_FREE, FactKind.DEPLOYS_FOR})


# -- places -------------------------------------------------------------------------------------


def _place(
    ledger: DoubtingLedger,
    location: Location,
    cards: dict[CardId, CardNumbers],
    powers: tuple[float | None, float | None],
) -> PlaceNumbers:
    card = location.card
    doubts: tuple[str, ...] = ()
    if card is None:
        doubts = ("unknown",)
    elif card.card.understood is not Share.ALL:
        doubts = (OWN_TEXT,)
    elif card.collapsed or card.inverted or card.sideways:
        doubts = ("turned",)
    if card is not None:
        # What is deployed on the location itself, as an Effect is; weapons and devices are for who is there.
        doubts += tuple(
            f"{one.card.title}: text"
            for one in card.attached
            if one.active and not one.fights and one.card.understood is not Share.ALL
        )
    return PlaceNumbers(
        column=location.column,
        location=None if card is None else card.id,
        title=location.title,
        system=location.system,
        site=location.site,
        sector=location.sector,
        is_system=location.is_system,
        battleground=location.battleground,
        dark=_side(ledger, location, Side.DARK, doubts, cards, power=powers[0]),
        light=_side(ledger, location, Side.LIGHT, doubts, cards, power=powers[1]),
    )


def _side(
    ledger: DoubtingLedger,
    location: Location,
    side: Side,
    doubts: tuple[str, ...],
    cards: dict[CardId, CardNumbers],
    *,
    power: float | None,
) -> SideNumbers:
    return SideNumbers(
        drain=_drain(ledger, location, side, doubts),
        generation=_generation(ledger, location, side, doubts),
        icons=location.icons.get(side, 0),
        power=power,
        ability=sum(
            _ability_there(one, cards[one.id]) for one in location.cards if one.side is side and one.active
        ),
        presence=location.presence(side),
        controls=location.controlled(side),
        may_drain=(location.column, Quantity.NO_DRAIN, side) not in ledger.changes,
    )


def _ability_there(card: CardInPlay, numbers: CardNumbers) -> float:
    if card.undercover or (card.inside and not card.pilots and card.host is not None):
        return 0
    own = 0.0 if numbers.ability is None else numbers.ability.value
    return own + (numbers.crew_ability if numbers.piloted else 0)


def _drain(ledger: DoubtingLedger, location: Location, side: Side, doubts: tuple[str, ...]) -> Number:
    icons = location.icons.get(side.other, 0)
    parts = [Part(icons, "icons")]
    # Many a text is about drains where its card is; of these nobody read a word.
    unread = tuple(
        f"{one.card.title}: text"
        for one in location.cards
        if one.side is side and one.active and one.card.understood is Share.NONE and one.fights
    )
    doubts = (*doubts, *unread)
    key = (location.column, Quantity.DRAIN, side)
    modifiers, resets = _changed(ledger, key, location.card, parts)
    doubts = (*doubts, *_icon_doubts(ledger, location, side.other), *ledger.doubts.get(key, ()))
    return Number(drain_amount(icons, modifiers, resets), not doubts, tuple(parts), doubts)


def _icon_doubts(ledger: DoubtingLedger, location: Location, side: Side) -> list[str]:
    quantity = Quantity.DARK_ICONS if side is Side.DARK else Quantity.LIGHT_ICONS
    return ledger.doubts.get((location.column, quantity, side), [])


def _generation(ledger: DoubtingLedger, location: Location, side: Side, doubts: tuple[str, ...]) -> Number:
    icons = location.icons.get(side, 0)
    parts = [Part(icons, "icons")]
    key = (location.column, Quantity.GENERATION, side)
    modifiers, resets = _changed(ledger, key, location.card, parts)
    limits = ledger.of(key, location.card).limits
    doubts = (*doubts, *_icon_doubts(ledger, location, side), *ledger.doubts.get(key, ()))
    value = limited(settled(icons, modifiers, resets), limits)
    return Number(value, not doubts, tuple(parts), doubts)


def _total(ledger: DoubtingLedger, places: tuple[PlaceNumbers, ...], side: Side) -> Number:
    """Total Force generation (rules 2): places, personal Force, masters, and what texts add."""
    parts = [Part(PERSONAL_FORCE, "personal Force")]
    doubts: list[str] = []
    for place in places:
        number = place.of(side).generation
        parts.append(Part(number.value, place.title, place.location))
        doubts += [f"{place.title}: {why}" for why in number.why_not]
    masters = sum(_is_master(card, side) for card in ledger.board.active)
    if masters:
        parts.append(Part(masters, "masters"))
    base = sum(part.amount for part in parts)
    modifiers, resets = _changed(ledger, (0, Quantity.TOTAL_GENERATION, side), None, parts)
    return Number(settled(base, modifiers, resets), not doubts, tuple(parts), tuple(doubts))


def _is_master(card: CardInPlay, side: Side) -> bool:
    name = SubType.DARK_JEDI_MASTER if side is Side.DARK else SubType.JEDI_MASTER
    return card.card.type == CardType.CHARACTER and card.card.is_a(name) and card.card.side is side
