"""Battles, weapons and destinies, read from the events of a game while they are applied to a table."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from gemp_bot.cards import CardType
from gemp_bot.cards.printed import known
from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table, TableCard
from gemp_bot.view.model import Battle, BattleSide, Deed, DeedKind, Destiny
from gemp_bot.view.names import CardNames, NamedCard, Reasons, Why, side_of
from gemp_bot.view.transit import CardsInTransit, card_face

_MERGED = (
    DeedKind.ACTIVATED,
    DeedKind.USED,
    DeedKind.DREW,
    DeedKind.TOOK,
    DeedKind.LOST,
    DeedKind.RETRIEVED,
    DeedKind.PUT_BACK,
)
"""Deeds that are one deed when they follow each other."""


class DeedList:
    """The deeds that were not taken yet."""

    def __init__(self) -> None:
        self._deeds: list[Deed] = []

    def __iter__(self) -> Iterator[Deed]:
        return iter(self._deeds)

    def add(self, deed: Deed) -> None:
        """Note a deed; one more of the same kind right after another makes one of both."""
        last = self._deeds[-1] if self._deeds else None
        if last is None or deed.kind not in _MERGED or not _like(last, deed):
            self._deeds.append(deed)
            return
        self._deeds[-1] = replace(
            last, amount=(last.amount or 0) + (deed.amount or 0), cards=last.cards + deed.cards
        )

    def taken_back(self) -> None:
        """The game was taken back: what was not told yet never came about."""
        self._deeds = [Deed(DeedKind.TAKEN_BACK)]

    def take(self) -> tuple[Deed, ...]:
        """What came about since the last time."""
        found, self._deeds = tuple(self._deeds), []
        return found


def _like(one: Deed, other: Deed) -> bool:
    return (one.kind, one.side, one.source, one.goal) == (other.kind, other.side, other.source, other.goal)


_TRIGGERS = (ResponseTrigger.FORCE_DRAIN_INITIATED, ResponseTrigger.FORCE_DRAINED)


class _Drain:
    """A Force drain under way: a location was used in a control phase.

    Attributes:
        sure: it is one. Else it was one if the other side loses Force; if not, the location was used.
        losses: what that side lost.
    """

    def __init__(self, side: Side, location: NamedCard, *, sure: bool) -> None:
        self.side, self.location, self.sure = side, location, sure
        self.losses: list[Deed] = []


class DrainReader:
    """Reads the Force drains of one game, and holds their losses back until they are over."""

    def __init__(self, reasons: Reasons, deeds: DeedList) -> None:
        self._reasons = reasons
        self._deeds = deeds
        self._drain: _Drain | None = None
        self._chosen: CardId | None = None

    @property
    def unpaid(self) -> bool:
        """Whether a drain is under way to which nothing was lost so far."""
        return self._drain is not None and not self._drain.losses

    def answered(self, question: Question, wire: str) -> None:
        """A question to us was answered: it may choose the location of the next drain."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is not None and chosen.kind is ActionKind.FORCE_DRAIN:
            self._chosen = chosen.card_id

    def begin(self, side: Side, location: NamedCard) -> None:
        """A side used a location in its control phase."""
        self._drain = _Drain(side, location, sure=self._chosen == location.id)
        self._chosen = None

    def asked(self, question: Question) -> None:
        """A question was asked: it may tell of a drain, or that what was done is over."""
        if self._drain is None:
            return
        if question.reading.happening in _TRIGGERS:
            self._drain.sure = True
        elif question.kind is PromptKind.PHASE_ACTION:
            self.close()

    def takes(self, loss: Deed) -> bool:
        """Whether a loss of Force is of the drain under way; it is told with the drain then."""
        drain = self._drain
        if drain is None or loss.side is not drain.side.other:
            return False
        drain.losses.append(loss)
        return True

    def close(self) -> None:
        """Tell of the drain, and of what was lost to it."""
        drain, self._drain = self._drain, None
        if drain is None:
            return
        amount = sum(loss.amount or 0 for loss in drain.losses)
        why = self._reasons.why(drain.side, drain.location.blueprint)
        if amount or drain.sure:
            self._deeds.add(
                Deed(DeedKind.DRAINED, drain.side, location=drain.location, amount=amount, why=why)
            )
        else:  # its text, or a drain that cost nothing: that is not seen from here
            self._deeds.add(Deed(DeedKind.ACTED, drain.side, location=drain.location, why=why))
        for loss in drain.losses:
            self._deeds.add(loss)

    def forget(self) -> None:
        """Begin afresh: a snapshot follows, which says how things stand."""
        self._drain = None
        self._chosen = None


class BattleProgress:
    """Follows one battle.

    Attributes:
        battle: it as far as it has come.
    """

    def __init__(
        self,
        number: int,
        location: NamedCard | None,
        began: Side | None,
        cards: tuple[NamedCard, ...],
        why: Why | None = None,
    ) -> None:
        sides = {side: BattleSide(side, tuple(c for c in cards if c.side is side)) for side in Side}
        self.battle = Battle(number, location, sides[Side.DARK], sides[Side.LIGHT], began, (), why)
        self._powers: dict[Side, float] = {}
        self._owed: dict[Side, tuple[float, float]] = dict.fromkeys(Side, (0.0, 0.0))
        self._forfeiting: set[Side] = set()

    def joined(self, card: NamedCard) -> None:
        """A card joins it."""
        if card.side is not None and card not in self.battle.of(card.side).cards:
            side = self.battle.of(card.side)
            self._set(replace(side, cards=(*side.cards, card)))

    def drawn(self, destiny: Destiny) -> None:
        """A battle destiny was drawn; what power was before the first of them is power without destiny."""
        if not self.battle.destinies:
            self._note_powers()
        self.battle = replace(self.battle, destinies=(*self.battle.destinies, destiny))

    def numbers(self, numbers: Statistics, losing: set[Side]) -> bool:
        """Take new statistics.

        Args:
            numbers: all of them.
            losing: who lost Force since the last ones: what that paid is no forfeit.

        Returns:
            Whether power was totalled with these.
        """
        totalled = self._total(numbers)
        for side, damage, attrition in _due(numbers):
            before = self._owed[side]
            paid = damage < before[0] or attrition < before[1]
            self._owed[side] = damage, attrition
            if paid and side not in losing:
                self._forfeiting.add(side)
        return totalled

    def forfeits(self, side: Side, *, hit: bool) -> bool:
        """Whether a card of a side that leaves the table is forfeited; what goes with it is not.

        Args:
            side: whose card it is.
            hit: it was hit: it pays nothing, and is forfeited in the damage segment all the same.
        """
        found = side in self._forfeiting
        self._forfeiting.discard(side)
        return found or (hit and self.battle.of(side).total is not None)

    def forfeited(self, card: NamedCard) -> None:
        """A card was forfeited."""
        if card.side is not None:
            side = self.battle.of(card.side)
            self._set(replace(side, forfeited=(*side.forfeited, card)))

    def fell(self, card: NamedCard) -> None:
        """A card left the table without being forfeited."""
        if card.side is not None:
            side = self.battle.of(card.side)
            self._set(replace(side, fallen=(*side.fallen, card)))

    def lost(self, side: Side, amount: int, *, from_hand: bool) -> None:
        """A side lost Force."""
        now = self.battle.of(side)
        self._set(
            replace(now, lost=now.lost + amount, from_hand=now.from_hand + (amount if from_hand else 0))
        )

    def ended(self) -> Battle:
        """It is over."""
        self.battle = replace(self.battle, over=True)
        return self.battle

    def _total(self, numbers: Statistics) -> bool:
        dark, light = numbers.dark_battle_power, numbers.light_battle_power
        if dark >= 0 or light >= 0:
            self._powers = {Side.DARK: max(dark, 0.0), Side.LIGHT: max(light, 0.0)}
            return False
        if not self._powers or self.battle.dark.total is not None:
            return False
        if not self.battle.destinies:
            self._note_powers()
        for side, damage, attrition in _due(numbers):
            found = replace(
                self.battle.of(side), total=self._powers[side], damage=damage, attrition=attrition
            )
            self._set(found)
        return True

    def _note_powers(self) -> None:
        for side, power in self._powers.items():
            self._set(replace(self.battle.of(side), power=power))

    def _set(self, side: BattleSide) -> None:
        if side.side is Side.DARK:
            self.battle = replace(self.battle, dark=side)
        else:
            self.battle = replace(self.battle, light=side)


def _due(numbers: Statistics) -> Iterator[tuple[Side, float, float]]:
    """Battle damage and attrition left of each side."""
    yield Side.DARK, numbers.dark_battle_damage_remaining, numbers.dark_battle_attrition_remaining
    yield Side.LIGHT, numbers.light_battle_damage_remaining, numbers.light_battle_attrition_remaining


_BATTLE_DESTINY = "battle destiny"


class BattleReader:
    """Reads what comes about in battles.

    Attributes:
        current: the battle that goes on. count: how many began.
        firing: the card that is being fired. destiny: for what a destiny is being drawn.
    """

    def __init__(
        self,
        names: CardNames,
        reasons: Reasons,
        transit: Mapping[Side, CardsInTransit],
        deeds: DeedList,
    ) -> None:
        self.current: BattleProgress | None = None
        self.count = 0
        self.firing: CardId | None = None
        self.destiny: str | None = None
        self._names = names
        self._reasons = reasons
        self._transit = transit
        self._deeds = deeds

    # -- battles ------------------------------------------------------------------------------------

    def resume(self, table: Table) -> None:
        """Go on from a snapshot: with the battle it shows, if it shows one."""
        battle, current = table.battle, self.current
        if battle is None:
            self.current = None
            return
        location = self._names.place(table, battle.column)
        if current is None or current.battle.location != location:
            self.count += current is None
            cards = tuple(named_cards(self._names, table, battle.cards))
            current = self.current = BattleProgress(max(self.count, 1), location, None, cards)
        if table.statistics is not None:
            current.numbers(table.statistics, set(Side))

    def battle_started(self, table: Table, event: e.BattleStarted) -> None:
        """A battle begins."""
        table.apply_event(event)
        side = side_of(table, table.turn_player)
        place = self._names.place(table, event.location_index)
        cards = tuple(named_cards(self._names, table, event.other_card_ids))
        why = None if place is None else self._reasons.why(side, place.blueprint)
        self.count += 1
        self.current = BattleProgress(self.count, place, side, cards, why)
        paid = None
        if side is not None:
            paid, self._transit[side].paid = self._transit[side].paid, 0
        self._deeds.add(Deed(DeedKind.BATTLE_BEGAN, side, cards, location=place, amount=paid, why=why))

    def battle_joined(self, table: Table, event: e.CardJoinedBattle) -> None:
        """A card joins it."""
        table.apply_event(event)
        card = table.card(event.card_id)
        if self.current is not None and card is not None:
            self.current.joined(self._names.of(table, card))

    def battle_ended(self, table: Table, event: e.BattleOver) -> None:
        """It is over."""
        table.apply_event(event)
        progress, self.current = self.current, None
        if progress is not None:
            battle = progress.ended()
            self._deeds.add(
                Deed(DeedKind.BATTLE_ENDED, battle.winner, location=battle.location, battle=battle)
            )

    def destiny_drawn(self, table: Table, event: e.DestinyShown) -> None:
        """A card is drawn for destiny; its face follows."""
        table.apply_event(event)
        side = side_of(table, event.participant_id)
        if side is not None:
            self.destiny = event.destiny_text
            self._transit[side].destinies += 1

    def destiny_seen(self, table: Table, card: TableCard, side: Side) -> None:
        """The face of a card that was drawn for destiny."""
        what, self.destiny = self.destiny, None
        if what is None:
            return
        printed = self._names.printed(card.blueprint_id)
        value = None if printed is None else known(printed.destiny)
        name = self._names.of(table, card)
        if self.current is not None and what == _BATTLE_DESTINY:
            self.current.drawn(Destiny(side, name, value, what))
        self._deeds.add(Deed(DeedKind.DESTINY, side, (name,), amount=value, what=what))

    def affects(self, table: Table, event: e.CardAffects) -> None:
        """A card affects others: a weapon that is fired, if it is one."""
        table.apply_event(event)
        card = table.card(event.card_id)
        if card is None:
            return
        name = self._names.of(table, card)
        targets = tuple(named_cards(self._names, table, event.other_card_ids))
        if targets and self.firing == card.id:
            self.firing = None
            self._deeds.add(Deed(DeedKind.WEAPON, side_of(table, event.participant_id), (name, *targets)))

    def fires(self, name: NamedCard) -> bool:
        """Whether a card is a weapon, or has one printed on it that may be fired in a battle."""
        printed = self._names.printed(card_face(name)) if name.blueprint else None
        return printed is not None and (
            printed.type == CardType.WEAPON
            or (self.current is not None and printed.type in (CardType.CHARACTER, CardType.STARSHIP))
        )

    def turned(self, table: Table, event: e.CardTurned) -> None:
        """A card is turned: it may have been hit."""
        before = table.card(event.card_id)
        table.apply_event(event)
        card = table.card(event.card_id)
        if before is None or card is None or before.sideways or not card.sideways:
            return
        if self.current is not None:
            self._deeds.add(Deed(DeedKind.HIT, side_of(table, card.owner), (self._names.of(table, card),)))


def named_cards(names: CardNames, table: Table, ids: Iterable[CardId]) -> Iterator[NamedCard]:
    """The cards of these ids that the table shows, by name."""
    for card_id in ids:
        card = table.card(card_id)
        if card is not None:
            yield names.of(table, card)
