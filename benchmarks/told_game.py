"""One recorded game: what the calculator of numbers foresees, beside what the server then tells."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from gemp_bot.board.card import FIGHTERS, CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.location import Location
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardType
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.replay import Relive, RelivedExchange
from gemp_bot.rules.values import base_price
from gemp_bot.state import Table

POWER, GENERATION, DRAIN = "power at a location", "Force generation", "Force drain"
DRAIN_COST, DEPLOY, DEPLOY_OTHER = "Force drain: cost", "deploy cost: fighters", "deploy cost: other cards"
BATTLE_POWER, DESTINIES, IMMUNE = "battle: power", "battle: number of destinies", "battle: all are immune"
FORFEIT, DESTINY = "forfeit value", "destiny drawn"
STANDING: Final = (POWER, GENERATION, DRAIN, DRAIN_COST, DEPLOY, DEPLOY_OTHER)
KINDS: Final = (*STANDING, BATTLE_POWER, DESTINIES, IMMUNE, FORFEIT, DESTINY)
NO_TEXT: Final = "no text"
UNKNOWN, UNTOLD, CHANGED = "a card is not known", "not told exactly", "changed for a time"
_CARD: Final = re.compile(r"<div class='cardHint' value='([^']*)'[^>]*>.*?</div>")
_N, _C = r"(-?\d+(?:\.\d+)?)", r"\[(\w+)\]"
_TEMPORARY: Final = re.compile(r"(power|forfeit|destiny|immunity|game text).* until end of")
_BY_TEXT: Final = re.compile(r"plays .* deploy|targets to deploy .* using")
_HELD: Final = CardId(-7)
Involved: TypeAlias = tuple[tuple[str, str, str], ...]


@dataclass(slots=True)
class Compared:
    """A number as told and as foreseen, with the title, blueprint id and role of the cards it may hang on."""

    kind: str
    what: str
    told: float
    foreseen: float
    involved: Involved
    where: str = ""

    @property
    def error(self) -> float:
        """How far it is off; the server rounds to one decimal."""
        off = abs(self.told - self.foreseen)
        return off if off > 0.1 else 0.0


class ToldGame:
    """Reads one recorded game. Numbers are worked out on the board just before the server tells them."""

    def __init__(
        self,
        path: Path,
        effects: CardEffects,
        catalogue: Catalogue,
        compared: list[Compared],
        left_out: Counter[tuple[str, str]],
    ) -> None:
        self._effects, self._compared, self._left_out = effects, compared, left_out
        self._relive, self._file = Relive(path, catalogue), path.name
        self._facts = effects.index.derived(CardFactsCache)
        self._situations: dict[object, tuple[object, Compared | None]] = {}
        self._said: Mapping[str, Callable[..., None]] = {
            rf"initiates Force drain of {_N} at {_C}": self._drained,
            rf"targets to deploy {_C} from hand": self._announced,
            rf"deploys {_C}(?: and {_C} as pilot)? from hand(?! and )": self._deployed,
            rf"draws {_C} as a {_N} for ([\w ]+)": self._drew,
            rf"choose to forfeit {_C}": self._forfeits,
        }
        self._begin()

    def read(self) -> None:
        """Compare everything; raises `JournalError` if it cannot be read."""
        for step in self._relive:
            if step.update is not None:
                self._take(step)

    def _begin(self) -> None:
        self._table = Table()
        self._tracker = BoardTracker(self._table, self._effects.index)
        self._numbers = Numbers(self._tracker.board, self._effects)
        self._changed: dict[str, int] = {}  # blueprint id or quantity, and for how many turns
        self._paid: Counter[Side] = Counter()
        self._coming: dict[str, Compared] = {}
        self._used, self._affected = CardId(0), tuple[CardId, ...]()
        self._forfeit: tuple[e.Statistics, dict[CardInPlay, float | None]] | None = None
        self._by_text = self._new_battle = False

    def _take(self, step: RelivedExchange) -> None:
        assert step.update is not None
        self._where, silent = f"{self._file}:{step.line}", step.update.snapshot
        if silent:
            self._begin()
        for event in step.update.events:
            silent = silent or isinstance(event, e.SnapshotStart)  # it repeats what was told before
            if not silent:
                self._hear(event)
            self._table.apply_event(event)
        self._settled()
        if step.question is not None and step.question.kind is PromptKind.PHASE_ACTION:
            self._by_text = False  # whatever was done is over
            self._paid.clear()
            self._coming.clear()

    def _hear(self, event: e.AnyEvent) -> None:
        match event:
            case e.Message():
                self._message(_CARD.sub(lambda card: f"[{card[1].rstrip('*^')}]", event.message))
            case e.CardPut(zone=Zone.AT_LOCATION | Zone.ATTACHED | Zone.SIDE_OF_TABLE):
                self._put(event)
            case e.CardUsed():
                self._used = event.card_id
            case e.CardAffects():
                self._affected = event.other_card_ids
            case e.CardsRemoved():
                self._removed(event)
            case e.BattleStarted() | e.DestinyShown():
                self._new_battle = isinstance(event, e.BattleStarted)
            case e.TurnChanged():
                self._changed = {what: turns - 1 for what, turns in self._changed.items() if turns > 1}
            case e.Statistics():
                self._attrition(event)

    def _now(self) -> Numbers:
        self._tracker.update()
        return self._numbers

    # -- comparing ------------------------------------------------------------------------------------

    def _make(
        self, kind: str, what: str, told: float, foreseen: float, there: Location | None, *itself: CardInPlay
    ) -> Compared:
        """A comparison. Of no location the cards that count as there are all location cards."""
        locations = [each.card for each in self._tracker.board.locations]
        those = locations if there is None else [there.card, *there.cards]
        elsewhere = [each for each in locations if each not in those]
        beside = self._tracker.board.side_of_table
        roles = (("itself", itself), ("there", those), ("beside", beside), ("elsewhere", elsewhere))
        cards = [(each.card, role) for role, some in roles for each in some if each is not None]
        names = {(c.title, c.blueprint_id, role if _has_text(c) else NO_TEXT): None for c, role in cards}
        return Compared(kind, what, told, foreseen, tuple(names), self._where)

    def _record(self, made: Compared) -> bool:
        """Count it, unless something that is not on the board has changed a card or quantity for a time."""
        changed = any(what in made.kind for what in self._changed)
        if changed or any(blueprint in self._changed for _, blueprint, _ in made.involved):
            self._left_out[made.kind, CHANGED] += 1
            return False
        self._compared.append(made)
        return True

    def _stands(self, subject: object, key: object, made: Compared, *, known: bool) -> None:
        """Compare a number that stands: a situation that lasts counts once, by its largest error."""
        before, found = self._situations.get(subject, (None, None))
        if before != key:
            self._left_out[made.kind, UNKNOWN] += not known
            self._situations[subject] = key, made if known and self._record(made) else None
        elif found is not None and made.error > found.error and not self._changed:
            found.foreseen, found.involved, found.where = made.foreseen, made.involved, made.where

    # -- numbers that stand, and battles --------------------------------------------------------------

    def _settled(self) -> None:
        """An update is over: the statistics and the board are of the same moment."""
        table, numbers, places = self._table, self._now(), self._tracker.board.locations
        told = table.statistics
        if told is None or table.turn is None or not table.columns_agree:
            return
        if self._new_battle and table.battle and max(told.dark_battle_power, told.light_battle_power) >= 0:
            self._new_battle = False
            self._battle(numbers, told, places[table.battle.column])
        contest = table.battle or table.attack or table.duel or table.combat
        for side in Side:
            generation, key = getattr(told, f"{side.lower()}_force_generation"), [at.title for at in places]
            made = self._make(GENERATION, side, generation, numbers.generation(side), None)
            self._stands(side, (generation, key), made, known=all(at.card for at in places))
            for column, at in zip(table.locations, () if contest else places, strict=False):
                power, foreseen = column.power(side), numbers.power_at(side, at)
                if power is None and foreseen is None:
                    self._situations.pop((side, at.id), None)
                    continue
                made = self._make(POWER, f"{side}, {at.title}", power or 0, foreseen or 0, at)
                look = {(c.id, c.card, c.host and c.host.id, c.active, c.sideways) for c in at.cards}
                self._stands((side, at.id), (power, look), made, known=bool(at.card) and _known(at))

    def _battle(self, numbers: Numbers, told: e.Statistics, at: Location) -> None:
        """A battle began, and no destiny is drawn yet."""
        for side in Side if _known(at) else ():
            fighting = [c for c in at.cards if c.id in (self._tracker.board.fighting or ()) and c.fights]
            cards, what = [card for card in fighting if card.side is side], f"{side}, {at.title}"
            power, draws = (
                getattr(told, f"{side.lower()}_battle_{each}") for each in ("power", "num_battle_destiny")
            )
            own = sum(numbers.power(card) for card in cards if not card.inside)
            foreseen = numbers.at(Quantity.TOTAL_POWER, side, at, own)
            self._record(self._make(BATTLE_POWER, what, power, foreseen, at))
            self._record(self._make(DESTINIES, what, draws, numbers.battle_destinies(cards), at))

    def _attrition(self, told: e.Statistics) -> None:
        """Attrition came about: are all cards of that side in the battle immune to it?"""
        before, battle = self._table.statistics, self._table.battle
        for side in Side:
            name = f"{side.lower()}_battle_attrition_remaining"
            attrition = getattr(told, name)
            if not attrition or battle is None or before is None or getattr(before, name):
                continue
            numbers, at = self._now(), self._tracker.board.locations[battle.column]
            cards = [c for c in at.cards if c.id in battle.cards and c.side is side and c.fights]
            if not _known(at) or any(card.host for card in cards):
                self._left_out[IMMUNE, UNTOLD] += 1
                continue
            immune = getattr(told, f"{side.lower()}_immune_to_remaining_attrition")
            foreseen = all(numbers.immune_below(card) > attrition for card in cards)
            self._record(self._make(IMMUNE, f"{side}, {at.title}, {attrition:g}", immune, foreseen, at))

    # -- what is done ---------------------------------------------------------------------------------

    def _message(self, text: str) -> None:
        if temporary := _TEMPORARY.search(text):
            subjects = re.findall(_C, text.partition(" using ")[0]) or [temporary[1]]
            self._changed.update(dict.fromkeys(subjects, 3 if "next turn" in text else 1))
        for each in re.findall(rf"{_C}'s game text is restored", text):
            self._changed.pop(each, None)
        name = next((name for name in self._table.players if text.startswith(f"{name} ")), None)
        side = None if name is None else self._table.side_of(name)
        if side is None:
            return
        if uses := re.search(r"uses (\d+) Force$", text):
            self._paid[side] += int(uses[1])
            return
        for pattern, reader in self._said.items():
            if found := re.search(pattern, text):
                reader(side, *found.groups())
        self._by_text = self._by_text or bool(_BY_TEXT.search(text))
        self._paid[side] = 0

    def _drained(self, side: Side, amount: str, blueprint: str) -> None:
        numbers, used = self._now(), self._tracker.board.known.get(self._used)
        at = None if used is None or used.card.blueprint_id != blueprint else used.location
        if at is None or not _known(at):
            self._left_out[DRAIN, UNKNOWN] += 1
            return
        what = f"{side}, {at.title}"
        self._record(self._make(DRAIN, what, float(amount), numbers.drain(side, at), at))
        self._record(self._make(DRAIN_COST, what, self._paid[side], numbers.drain_cost(side, at), at))

    def _comes(
        self, side: Side, blueprint: str, at: Location | None, on: CardInPlay | None, told: float = -1
    ) -> None:
        """A card is deployed: what would it cost if it still lay in the hand of that side?"""
        printed = self._effects.index.get(BlueprintId(blueprint))
        if printed is None or printed.type == CardType.LOCATION or self._table.turn is None:
            return
        numbers, board = self._now(), self._tracker.board
        card, me = board.make(_HELD, self._facts.of(printed), side, Zone.HAND), board.me
        board.add([card])
        board.to_pile(card, Zone.HAND)
        board.me = side
        cost = base_price(numbers.deploy_cost(card, at, on))
        board.me = me
        board.remove([card])
        kind = DEPLOY if printed.type in FIGHTERS else DEPLOY_OTHER
        what = f"{side}, {printed.title}" + ("" if at is None else f" to {at.title}")
        self._coming[blueprint] = self._make(kind, what, told, cost, at, card)

    def _put(self, event: e.CardPut) -> None:
        side = None if event.participant_id is None else self._table.side_of(event.participant_id)
        self._tracker.update()
        board, blueprint = self._tracker.board, event.blueprint_id.rstrip("*^")
        host = None if event.target_card_id is None else board.known.get(event.target_card_id)
        at = None if host is None else host.location
        if event.zone is Zone.AT_LOCATION and event.location_index < len(board.locations):
            at = board.locations[event.location_index]
        if side is not None and blueprint not in self._coming:
            self._comes(side, blueprint, at, host)

    def _announced(self, side: Side, blueprint: str) -> None:
        """A deployment that the other may respond to: it is paid now, and comes to the table later."""
        self._tracker.update()
        host = next((self._tracker.board.known.get(each) for each in self._affected), None)
        self._comes(side, blueprint, None if host is None else host.location, host, self._paid[side])

    def _deployed(self, side: Side, *blueprints: str | None) -> None:
        made = [self._coming.pop(each, None) for each in blueprints if each is not None]
        first, by_text, self._by_text = made[0], self._by_text, False
        if first is None or None in made:
            return  # a location, a card that is not known, or before the first turn
        first.told = self._paid[side] if first.told < 0 else first.told
        first.foreseen = sum(each.foreseen for each in made if each is not None)
        if by_text:
            self._left_out[first.kind, "by another card's text"] += 1
        else:
            self._record(first)

    def _drew(self, side: Side, blueprint: str, number: str, what: str) -> None:
        printed, battle = self._effects.index.get(BlueprintId(blueprint)), self._table.battle
        destiny = None if printed is None else self._facts.of(printed).destiny
        if printed is None or destiny is None:
            self._left_out[DESTINY, UNKNOWN if printed is None else "defined by its text"] += 1
            return
        self._tracker.update()
        at = None if battle is None else self._tracker.board.locations[battle.column]
        itself = CardInPlay.supposed(self._facts.of(printed), side)
        told = float(number)  # of two printed numbers the owner chooses one
        foreseen = told if told in printed.destinies else destiny
        self._record(self._make(DESTINY, f"{side}, {printed.title}, {what}", told, foreseen, at, itself))

    def _forfeits(self, side: Side, blueprint: str) -> None:
        numbers, told, board = self._now(), self._table.statistics, self._tracker.board
        fighting = [card for card in board.known.values() if card.id in (board.fighting or ())]
        copies = [card for card in fighting if card.card.blueprint_id == blueprint and card.side is side]
        self._forfeit = None if told is None else (told, {c: numbers.forfeit(c) for c in copies})

    def _removed(self, event: e.CardsRemoved) -> None:
        """What was chosen to be forfeited leaves: the statistics have told what that paid, if not all."""
        (before, copies), self._forfeit = self._forfeit or (None, {}), None
        card = next((each for each in copies if each.id in event.other_card_ids), None)
        if card is None or copies[card] is None:
            return
        left = [f"{card.side.lower()}_battle_{what}_remaining" for what in ("damage", "attrition")]
        after = self._table.statistics
        paid = [getattr(before, each) - getattr(after, each) for each in left if getattr(after, each)]
        if not paid or card.sideways:  # one that was hit is not shown as such on a board
            self._left_out[FORFEIT, UNTOLD] += 1
        else:
            what = f"{card.side}, {card.card.title}"
            self._record(self._make(FORFEIT, what, paid[0], copies[card] or 0, card.location, card))


def _known(at: Location) -> bool:
    return all(card.card.known for card in at.cards)


def _has_text(card: Card) -> bool:
    """Whether there is a game text; if the index no longer tells, there may be one."""
    return bool(getattr(card, "text", True)) or getattr(card, "understood", "") != "all"
