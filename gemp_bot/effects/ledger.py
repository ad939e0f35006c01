"""Who says what to which number: the effects in play, applied one by one."""

from collections.abc import Iterable
from typing import Final

from gemp_bot.board.board import Board
from gemp_bot.board.card import FIGHTERS, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import Aim, Effect, Quantity, Way, Whose, amount_of, applies, means
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.values import Modifier, Operation

ICONS: Final = {Quantity.DARK_ICONS: Side.DARK, Quantity.LIGHT_ICONS: Side.LIGHT}

Speech = list[tuple[EffectContext, Effect]]

Change = tuple[EffectContext, Effect, float]
"""What one effect of a voice does to a number: by how much."""


def speak(scene: Board, lore: CardEffects) -> Speech:
    """Every effect of every active card in play, with the voice it speaks in."""
    speech: Speech = []
    for seen in scene.active:
        effects = lore.effects(seen.card)
        if not effects:
            continue
        voices: dict[Side, EffectContext] = {}
        for effect in effects:
            side = effect.side or seen.side
            voice = voices.get(side)
            if voice is None:
                voice = voices[side] = EffectContext(scene, seen, side)
            speech.append((voice, effect))
    return speech


class Ledger:
    """What effects did to which number: changes and doubts, by card or place, and quantity."""

    def __init__(self, scene: Board) -> None:
        self.board = scene
        self.changes: dict[tuple[int, Quantity, Side | None], list[Change]] = {}
        self.doubts: dict[tuple[int, Quantity, Side | None], list[str]] = {}
        self.icons: set[tuple[int, str, Quantity]] = set()

    def run(self, voices: Speech, *, icons: bool) -> None:
        """Apply the effects on Force icons, or all others: these may ask for battlegrounds."""
        for voice, effect in voices:
            if (effect.quantity in ICONS) is not icons:
                continue
            if effect.why_not:
                self._doubt(voice, effect)
            elif applies(effect, voice):
                self._apply(voice, effect)

    def _apply(self, voice: EffectContext, effect: Effect) -> None:
        amount = amount_of(effect, voice)
        if effect.aim is Aim.PLACES:
            for spot in self.board.locations:
                if effect.place is not None and effect.place(voice, spot):
                    if effect.quantity in ICONS:
                        self._add_icons(voice, effect, spot, int(amount))
                    else:
                        for side in _sides(voice, effect):
                            self._note((spot.column, effect.quantity, side), voice, effect, amount)
        elif effect.aim is Aim.PLAYER:
            for side in _sides(voice, effect):
                self._note((0, effect.quantity, side), voice, effect, amount)
        else:
            for seen in self._targets(voice, effect):
                self._note((seen.id, effect.quantity, None), voice, effect, amount)

    def _add_icons(self, voice: EffectContext, effect: Effect, spot: Location, amount: int) -> None:
        """Copies of a card add theirs once (rules 10)."""
        name = (spot.column, voice.card.card.title, effect.quantity)
        if name not in self.icons or effect.cumulative:
            self.icons.add(name)
            spot.icons[ICONS[effect.quantity]] += amount

    def _note(
        self, key: tuple[int, Quantity, Side | None], voice: EffectContext, effect: Effect, amount: float
    ) -> None:
        self.changes.setdefault(key, []).append((voice, effect, amount))

    def _doubt(self, voice: EffectContext, effect: Effect) -> None:
        """An effect that is not understood makes doubtful what it may be about."""
        reason = f"{voice.card.card.title}: {effect.why_not}"
        if effect.aim in (Aim.PLACES, Aim.PLAYER):
            for spot in self.board.locations:
                if effect.place is None or effect.place(voice, spot):
                    for side in _sides(voice, effect):
                        self.doubts.setdefault((spot.column, effect.quantity, side), []).append(reason)
            return
        for seen in self._targets(voice, effect):
            self.doubts.setdefault((seen.id, effect.quantity, None), []).append(reason)

    def _targets(self, voice: EffectContext, effect: Effect) -> Iterable[CardInPlay]:
        card = voice.card
        if effect.aim is Aim.SELF:
            return (card,) if means(effect, voice, card) else ()
        if effect.aim is Aim.HOST:
            host = card.host
            return () if host is None or not means(effect, voice, host) else (host,)
        if effect.aim is Aim.CARRIER:
            # What a starship or vehicle says of its pilots is of its permanent ones.
            carrier = card if card.carries else card.host if card.pilots else None
            return () if carrier is None or not means(effect, voice, carrier) else (carrier,)
        if effect.near:
            among: Iterable[CardInPlay] = () if voice.location is None else voice.location.cards
        else:
            among = self.board.cards.values()
        any_type = effect.quantity in _OF_ANY_CARD
        return [
            seen for seen in among if (seen.card.type in FIGHTERS or any_type) and means(effect, voice, seen)
        ]


_OF_ANY_CARD: Final = frozenset({Quantity.DESTINY, Quantity.DEPLOY})


def told(changes: Iterable[Change]) -> list[Change]:
    """The changes without those by nothing; a reset to nothing is one."""
    return [one for one in changes if one[2] or one[1].way is Way.RESET]


def working(changes: Iterable[Change], target: CardInPlay | None) -> tuple[list[Modifier], list[float]]:
    """The changes of a number as the rules take them: modifiers, and what the number is reset to."""
    modifiers: list[Modifier] = []
    resets: list[float] = []
    for voice, effect, amount in told(changes):
        if effect.way is Way.RESET:
            resets.append(amount)
            continue
        # Copies count once (rules 10); two sentences of one card are no copies.
        source = voice.card
        name = "" if effect.cumulative or source is target else f"{source.card.title} {id(effect)}"
        modifiers.append(Modifier(Operation.ADD, amount, name))
    return modifiers, resets


def _sides(voice: EffectContext, effect: Effect) -> tuple[Side, ...]:
    if effect.whose is Whose.YOU:
        return (voice.you,)
    return (voice.you.other,) if effect.whose is Whose.OPPONENT else (Side.DARK, Side.LIGHT)
