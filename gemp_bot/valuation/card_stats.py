"""The printed facts of a card as judging needs them: small, plain, looked up once a card."""

from math import inf

import msgspec

from gemp_bot.board.printed import aims_of, is_armed, kind_of, shot_of
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import highest, known
from gemp_bot.cards.text import UNDERCOVER_SPY, FactKind, Stat
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.rules.facts import CardKind

Weapons = tuple[frozenset[CardKind], ...]
"""Of each weapon the kinds of cards it may be fired at; empty for one that is not known to be fired."""
TYPICAL_POWER = 3.0
TYPICAL_DESTINY = 3.0
TYPICAL_PILOT = 2.0
"""Power that a pilot adds, where his text is not understood."""
_BAY = "docking bay"
"""In the title of every docking bay, and of nothing else (rules 23)."""


class CardStats(msgspec.Struct, frozen=True):
    """One card in numbers.

    Attributes:
        character, starship, vehicle, location, weapon: what it is.
        space: deploys to systems and sectors, or is one.
        crewed: has a permanent pilot, or needs none.
        pilot: adds this much power to what it pilots; 0 for no pilot.
        immune: immune to attrition below this.
        destiny: printed; the higher of two.
        draws: battle destinies that it adds while in battle.
        icons_dark, icons_light: Force icons of a location.
        landspeed: printed; 0 for none. hyperspeed: likewise; endless where the card is not known.
        parsec: of a system its number; None where it has no fixed place.
        kind: what it is by the rules.
        weapons: of a weapon, also of a permanent one.
        bay: a docking bay.
        presence: has presence without ability.
        used: an Interrupt that is never Lost when it is played.
        spy: deploys as an Undercover spy only: it stands on the opponent's side and fights for nobody.
    """

    blueprint: BlueprintId
    title: str = ""
    type: str = CardType.UNKNOWN
    side: Side | None = None
    power: float = 0
    ability: float = 0
    deploy: float = 0
    forfeit: float = 0
    destiny: float = TYPICAL_DESTINY
    character: bool = False
    starship: bool = False
    vehicle: bool = False
    location: bool = False
    weapon: bool = False
    warrior: bool = False
    crewed: bool = True
    pilot: float = 0
    immune: float = 0
    draws: float = 0
    drain: float = 0
    icons_dark: int = 0
    icons_light: int = 0
    space: bool = False
    exterior: bool = False
    interior: bool = False
    system: str = ""
    unique: bool = False
    personas: tuple[str, ...] = ()
    known: bool = True
    landspeed: float = 0
    hyperspeed: float = 0
    parsec: float | None = None
    kind: CardKind = CardKind.OTHER
    weapons: Weapons = ()
    bay: bool = False
    presence: bool = False
    spy: bool = False
    used: bool = False

    @property
    def fights(self) -> bool:
        """Whether it is a character, a starship or a vehicle that fights once it is deployed."""
        return (self.character or self.starship or self.vehicle) and not self.spy

    def icons(self, side: Side) -> int:
        """Force icons of a location on one side of it."""
        return self.icons_dark if side is Side.DARK else self.icons_light


class CardStatsCache:
    """The stats of cards by blueprint id; of what the index does not know, typical ones.

    Args:
        index: printed facts; None to know nothing of any card.
    """

    def __init__(self, index: CardIndex | None) -> None:
        self._index = index
        self._known: dict[BlueprintId, CardStats] = {}

    def of(self, blueprint: BlueprintId | None) -> CardStats:
        """The stats of a card."""
        if blueprint is None:
            return _UNKNOWN
        size = self._known.get(blueprint)
        if size is None:
            card = None if self._index is None else self._index.get(base_blueprint(blueprint))
            size = _unknown(blueprint) if card is None else size_of(card)
            self._known[blueprint] = size
        return size


def _unknown(blueprint: BlueprintId) -> CardStats:
    return CardStats(
        blueprint, known=False, hyperspeed=inf, power=TYPICAL_POWER, ability=2, forfeit=3, deploy=3
    )


NO_CARD = CardStats(BlueprintId(""))
"""Of an option that is about no card."""
_UNKNOWN = _unknown(BlueprintId(""))


def size_of(card: Card) -> CardStats:
    """The stats of a card of the index."""
    kind = card.type
    starship, vehicle = kind == CardType.STARSHIP, kind == CardType.VEHICLE
    immune = draws = drain = 0.0
    pilot = TYPICAL_PILOT if kind == CardType.CHARACTER and card.icon(Icon.PILOT) else 0.0
    crew = 0.0
    for fact in card.text:
        if fact.kind is FactKind.IMMUNE_TO_ATTRITION and not fact.who and not fact.conditions:
            immune = max(immune, inf if fact.limit is None else fact.limit)
        elif fact.kind is FactKind.BATTLE_DESTINY_ADDED and not fact.cost:
            draws = max(draws, fact.amount or 1)
        elif fact.kind is FactKind.PILOT_BONUS and fact.stat is Stat.POWER and not fact.conditions:
            pilot = max(pilot, fact.amount or 0)
        elif fact.kind is FactKind.PERMANENT_PILOT:
            crew = max(crew, fact.amount or 1)
        elif fact.kind is FactKind.DRAIN_BONUS and not fact.who and (fact.amount or 0) > 0:
            drain = max(drain, fact.amount or 0)
    crewed = not (starship or vehicle) or crew > 0 or card.icon(Icon.PILOT) > 0
    site = card.is_a(SubType.SITE)
    return CardStats(
        card.blueprint_id,
        card.title,
        kind,
        card.side,
        power=highest(card.power),
        ability=highest(card.ability) or crew,
        deploy=highest(card.deploy),
        forfeit=highest(card.forfeit),
        destiny=highest(card.destiny, TYPICAL_DESTINY),
        character=kind == CardType.CHARACTER,
        starship=starship,
        vehicle=vehicle,
        location=kind == CardType.LOCATION,
        weapon=kind == CardType.WEAPON,
        warrior=card.icon(Icon.WARRIOR) > 0,
        crewed=crewed,
        pilot=pilot,
        immune=immune,
        draws=draws,
        drain=drain,
        icons_dark=card.force_icons(Side.DARK),
        icons_light=card.force_icons(Side.LIGHT),
        space=starship or (kind == CardType.LOCATION and not site),
        exterior=card.icon(Icon.EXTERIOR) > 0,
        interior=card.icon(Icon.INTERIOR) > 0,
        system=card.system,
        unique=card.unique,
        personas=card.personas,
        landspeed=highest(card.landspeed),
        hyperspeed=highest(card.hyperspeed),
        parsec=known(card.parsec) if card.is_a(SubType.SYSTEM) else None,
        kind=kind_of(card),
        weapons=(frozenset() if shot_of(card) is None else aims_of(card),) if is_armed(card) else (),
        bay=site and _BAY in card.title.casefold(),
        presence=card.icon(Icon.PRESENCE) > 0,
        used=card.is_a(SubType.USED) and not card.is_a(SubType.LOST),
        spy=any(fact.kind is FactKind.DEPLOYS_ONLY and fact.what == UNDERCOVER_SPY for fact in card.text),
    )
