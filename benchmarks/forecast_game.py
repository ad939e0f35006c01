"""What a journal tells of forecasts: what was predicted, what came, and what was left undone."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.decisions import ActionKind, Catalogue, PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.battles import BEHIND, THEY_LOSE, WE_LOSE, WEAPONS
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.replay.relive import Relive, RelivedExchange
from gemp_bot.report.course import TurnStart, TurnStarts
from gemp_bot.valuation.battle_estimate import FORFEITED
from gemp_bot.valuation.learned import LearnedValue
from gemp_bot.valuation.places import COUNTED
from gemp_bot.valuation.stakes import Stakes, stakes_of
from gemp_bot.view.model import Battle, Deed, DeedKind, Frame
from gemp_bot.view.names import NamedCard
from gemp_bot.view.watcher import GameWatcher
from tools.tuning.turn_reader import UnusableGameError, unusable

IDLE_FORCE, IDLE_CARDS = 5, 2
"""Force and deployable cards from which a turn without a deployment is idle."""
SAVED_TURNS = 3
"""Own turns within which what was saved for has to be deployed."""
_SAVES = re.compile(r"saves? for (?P<cards>.+?)(?: at .+)?")
"""The reason of a pass that keeps Force for later turns: it names the cards, with commas."""
"""The reasons of a battle that say what it costs both."""
_ROUND = 2
"""Turns of both players together."""

Pair = tuple[float, float]
"""What was predicted, and what came; in Force."""


@dataclass
class Found:
    """What one game tells.

    Attributes:
        pairs: by what was predicted.
    """

    game: str
    won: bool
    turns: tuple[TurnStart, ...]
    pairs: dict[str, list[Pair]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)


@dataclass
class _Menu:
    """A menu of a phase in a turn of ours.

    Attributes:
        offered: by location we may drain at, whether the drain is free.
        expected: by location we hold, what the drain would bring.
        contested: locations where they have presence, with what they would drain there alone.
    """

    phase: Phase | None
    force: int
    deployable: int
    offered: Mapping[int, bool]
    expected: Mapping[int, float]
    contested: Mapping[int, float]


@dataclass
class _Turn:
    """A turn of either player, as it went."""

    side: Side | None
    lead: float
    menus: list[_Menu] = field(default_factory=list)
    drained: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    lone: dict[int, float] = field(default_factory=dict)
    contested: dict[int, float] = field(default_factory=dict)
    kept: dict[int, float] = field(default_factory=dict)
    fought: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    started: set[int] = field(default_factory=set)
    deployed: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)


class GameReader:
    """Reads journals one by one."""

    def __init__(self, value: LearnedValue | None = None) -> None:
        self._value = value
        index = CardIndex.load()
        self._catalogue = Catalogue.load()
        self._index = index
        self._effects = CardEffects(index)
        self._facts = index.derived(CardFactsCache)

    def read(self, path: Path) -> Found:
        """Read one journal.

        Raises:
            JournalError: it cannot be read.
            UnusableGameError: the game did not end, or there are no verdicts in it.
        """
        relive = Relive(path, self._catalogue)
        starts = TurnStarts(CardSources(self._facts, self._index, self._effects))
        watcher = GameWatcher(self._index, effects=self._effects, boards=False)
        questions = _Questions(starts)
        for step in relive:
            watcher.head(relive.head)
            watcher.step(step)
            starts.step(step)
            questions.step(step)
        for why in unusable(relive):
            raise UnusableGameError(why)
        me = watcher.game_head.me
        if not questions.verdicts or me is None:
            raise UnusableGameError("without verdicts")
        won = watcher.ending is not None and watcher.ending.winner is me
        found = Found("" if relive.head is None else relive.head.game or path.name, won, starts.turns)
        teller = _Teller(self._facts, self._index, questions, found, me)
        for frame in watcher.frames:
            if not frame.taken_back:
                teller.take(frame)
        _pairs(found, teller.turns, me, self._value)
        _counts(found, teller.turns, me)
        return found


class _Questions:
    """What was asked in turns of ours, and what verdicts said of saving.

    Attributes:
        menus: by number of the question. saves: titles that Force was saved for there.
        battles: by how much they were to lose more in the battle that was begun there.
    """

    def __init__(self, starts: TurnStarts) -> None:
        self.menus: dict[int, _Menu] = {}
        self.saves: dict[int, list[str]] = {}
        self.battles: dict[int, float] = {}
        self.verdicts = 0
        self._starts = starts
        self._asked = 0
        self._stakes = Stakes(1.0, 1.0)

    def step(self, step: RelivedExchange) -> None:
        """Take a step that the starts of turns have taken."""
        if step.verdict is not None:
            self.verdicts += 1
            if said := _saved(part.reason for part in step.verdict.parts):
                self.saves[self._asked] = said
            net = _promised({part.reason: part.force for part in step.verdict.parts}, self._stakes)
            if net is not None:
                self.battles[self._asked] = net
        if step.question is not None:
            self._asked = step.number
            stock = self._starts.reader.stock
            self._stakes = stakes_of(stock.life, stock.their_life)
            menu = _menu(step.question, self._starts)
            if menu is not None:
                self.menus[step.number] = menu


class _Teller:
    """Makes the turns of one game of its frames.

    Args:
        found: takes the battles, and what is counted by deeds.
    """

    def __init__(
        self,
        facts: CardFactsCache,
        index: CardIndex,
        questions: _Questions,
        found: Found,
        me: Side,
    ) -> None:
        self.turns: list[_Turn] = []
        self._facts, self._index, self._questions = facts, index, questions
        self._found, self._me = found, me
        self._menu: _Menu | None = None
        self._promised: float | None = None
        self._forfeits: dict[Side, float] = defaultdict(float)

    def take(self, frame: Frame) -> None:
        """Take a frame: what came about, then what was asked."""
        for deed in frame.deeds:
            if deed.kind is DeedKind.TURN_BEGAN:
                lives = {player.side: player.life for player in deed.players}
                self.turns.append(_Turn(deed.side, lives.get(self._me, 0) - lives.get(self._me.other, 0)))
                self._menu = None
            elif self.turns:
                self._deed(self.turns[-1], deed)
            self._count(deed)
        self._promised = self._questions.battles.get(frame.number, self._promised)
        if self.turns and frame.question is not None and frame.number in self._questions.menus:
            self._menu = self._questions.menus[frame.number]
            self.turns[-1].menus.append(self._menu)
            self.turns[-1].saved += self._questions.saves.get(frame.number, [])

    def _count(self, deed: Deed) -> None:
        if deed.side is not self._me:
            return
        counts = self._found.counts
        counts["flips"] += deed.kind is DeedKind.FLIPPED
        if deed.kind in (DeedKind.DEPLOYED, DeedKind.PLAYED):
            counts["shields played"] += self._are(deed.cards, CardType.DEFENSIVE_SHIELD)

    def _deed(self, turn: _Turn, deed: Deed) -> None:
        place = None if deed.location is None else deed.location.id
        if deed.kind is DeedKind.BATTLE_BEGAN:
            self._forfeits.clear()
        elif deed.kind is DeedKind.FORFEITED and deed.side is not None:
            self._forfeits[deed.side] += deed.amount or 0
        elif deed.kind is DeedKind.DRAINED and place is not None:
            turn.drained[place] += deed.amount or 0
        elif deed.kind is DeedKind.DEPLOYED and deed.side is self._me and turn.side is self._me:
            self._deployed(turn, deed, place)
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            self._fought(turn, deed.battle)

    def _deployed(self, turn: _Turn, deed: Deed, place: int | None) -> None:
        turn.deployed += [card.title for card in deed.cards]
        faces = [BlueprintId(card.blueprint) for card in deed.cards if card.blueprint]
        if place is None or self._menu is None or not any(self._facts.named(face).fights for face in faces):
            return
        where = turn.contested if place in self._menu.contested else turn.lone
        if deed.why is not None:
            # What is promised for the first card is that of all who are planned to follow it there.
            where.setdefault(place, deed.why.force)
            turn.kept.setdefault(place, self._menu.contested.get(place, 0.0))

    def _fought(self, turn: _Turn, battle: Battle) -> None:
        net = _net(battle, self._me, self._forfeits)
        if battle.location is not None:
            turn.fought[battle.location.id] += net
            if battle.began is self._me:
                turn.started.add(battle.location.id)
        if battle.began is self._me and self._promised is not None:
            self._found.pairs["battles"].append((self._promised, net))
        self._promised = None

    def _are(self, cards: Iterable[NamedCard], kind: CardType) -> bool:
        faces = (base_blueprint(BlueprintId(card.blueprint)) for card in cards if card.blueprint)
        return any(card.type == kind for card in map(self._index.get, faces) if card is not None)


def _saved(reasons: Iterable[str]) -> list[str]:
    """What Force was saved for, by the reasons: a list of titles each, which may have commas themselves."""
    found = (_SAVES.fullmatch(reason) for reason in reasons)
    return [match["cards"] for match in found if match is not None]


def _all_came(titles: str, deployed: Sequence[str]) -> bool:
    """Whether all cards of a list were deployed."""
    for title in sorted(set(deployed), key=len, reverse=True):
        titles = titles.replace(title, "")
    return not titles.strip(", ")


def _promised(parts: Mapping[str, float], stakes: Stakes) -> float | None:
    """By how much they lose more in a battle, as its verdict says, without the price of life force."""
    if THEY_LOSE not in parts and WE_LOSE not in parts:
        return None
    theirs, ours = parts.get(THEY_LOSE, 0.0) / stakes.theirs, parts.get(WE_LOSE, 0.0) / stakes.ours
    return theirs + ours + parts.get(WEAPONS, 0.0) + parts.get(BEHIND, 0.0)


def _menu(question: Question, starts: TurnStarts) -> _Menu | None:
    """What a menu in a turn of ours offers; None for any other question."""
    table = starts.table
    if question.kind is not PromptKind.PHASE_ACTION or not table.is_my_turn:
        return None
    reader = starts.reader
    position, outline = reader.position, reader.outline
    places = [
        (view.id, view.drained, place)
        for view, place in zip(position.places, outline.places, strict=True)
        if view.id is not None
    ]
    offered = {
        option.card_id: reader.drain_cost(option.card_id) <= 0
        for option in question.of_kind(ActionKind.FORCE_DRAIN)
        if option.card_id is not None
    }
    return _Menu(
        phase=table.phase,
        force=position.force,
        deployable=len({option.card_id for option in question.of_kind(ActionKind.DEPLOY)}),
        offered={int(place): free for place, free in offered.items()},
        expected={int(name): amount for name, amount, place in places if place.held and amount > 0},
        contested={int(name): place.theirs.drain for name, _, place in places if place.theirs.presence},
    )


def _net(battle: Battle, me: Side, forfeits: Mapping[Side, float]) -> float:
    """By how much they lost more: Force, and forfeit value as estimates of battles price it."""
    lost = {side: battle.of(side).lost + FORFEITED * forfeits.get(side, 0.0) for side in Side}
    return lost[me.other] - lost[me]


# -- what came of what ------------------------------------------------------------------------------


def _pairs(found: Found, turns: list[_Turn], me: Side, value: LearnedValue | None) -> None:
    for at, turn in enumerate(turns):
        if at + 2 * _ROUND < len(turns) and at < len(found.turns):
            outline = found.turns[at].outline
            drains = sum(place.mine.drain for place in outline.places if place.held)
            theirs = sum(place.theirs.drain for place in outline.places if place.lost)
            came = turns[at + 2 * _ROUND].lead - turn.lead
            found.pairs["turns, drains alone"].append((2 * (drains - theirs), came))
            told = None if value is None else value.lead_change(outline)
            if told is not None:
                found.pairs["turns"].append((told, came))
        if turn.side is not me:
            continue
        control = [menu for menu in turn.menus if menu.phase is Phase.CONTROL]
        if control:
            for place, amount in control[0].expected.items():
                found.pairs["drains"].append((amount, turn.drained.get(place, 0.0)))
        later = turns[at + 1 : at + 1 + _ROUND * round(COUNTED)]
        if len(later) < _ROUND:
            continue
        for place, predicted in turn.lone.items():
            found.pairs["lone placements"].append((predicted, _came(later, place, me)))
        for place, predicted in turn.contested.items():
            came = turn.fought.get(place, 0.0) + _came(later, place, me)
            found.pairs["contested placements"].append((predicted, came))
            # Those who come may keep them from draining in each of their turns.
            kept = turn.kept[place] * sum(each.side is not me for each in later)
            found.pairs["contested placements, with drains kept from them"].append((predicted, came + kept))


def _came(later: list[_Turn], place: int, me: Side) -> float:
    """What a location brought in these turns: battles, our drains, and theirs against us."""
    drained = sum(turn.drained.get(place, 0.0) * (1 if turn.side is me else -1) for turn in later)
    return sum(turn.fought.get(place, 0.0) for turn in later) + drained


def _counts(found: Found, turns: list[_Turn], me: Side) -> None:
    counts = found.counts
    # What was not done in the turn in which the game ended was not left undone.
    own = [turn for turn in turns[:-1] if turn.side is me]
    counts["own turns"] += len(own)
    for at, turn in enumerate(own):
        control = [menu for menu in turn.menus if menu.phase is Phase.CONTROL]
        offered: dict[int, bool] = {}
        for menu in control:
            offered.update(menu.offered)
        expected = control[0].expected if control else {}
        counts["drains offered"] += len(offered)
        dear = [place for place, free in offered.items() if not free]
        counts["drains that cost Force"] += len(dear)
        counts["of these made"] += sum(place in turn.drained for place in dear)
        refused = [place for place in offered if place not in turn.drained and expected.get(place, 0) > 0]
        counts["drains refused"] += len(refused)
        counts["free drains refused"] += sum(offered[place] for place in refused)
        counts["drains expected"] += len(expected)
        counts["impossible drains"] += sum(place not in offered for place in expected)
        counts["contested placements"] += len(turn.contested)
        counts["contested placements without a fight"] += sum(
            place not in turn.started for place in turn.contested
        )
        deploy = [menu for menu in turn.menus if menu.phase is Phase.DEPLOY]
        able = any(menu.force >= IDLE_FORCE and menu.deployable >= IDLE_CARDS for menu in deploy)
        if able and not turn.deployed:
            later = [title for each in own[at + 1 : at + 1 + SAVED_TURNS] for title in each.deployed]
            saved = bool(turn.saved) and all(_all_came(titles, later) for titles in turn.saved)
            counts["turns saved"] += saved
            counts["idle turns"] += not saved
        counts["turns with Force and cards to deploy"] += able
