"""Blunders of a recorded game by name, each with the question where it was made and what it cost.

Every kind stands for a cause that was counted over many games. A blunder costs what came of it, so that one
that went unpunished costs nothing. Force, power and forfeit are in units of the game.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from types import MappingProxyType

import msgspec

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.cards.texts import NO_TEXT
from gemp_bot.cards.wording import say_label
from gemp_bot.decisions import ActionKind, Option, PromptKind, Question
from gemp_bot.decisions.kinds import MENUS
from gemp_bot.evaluators.battles import OF_BATTLE
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.report.story_lines import counted
from gemp_bot.view.model import Battle, BoardView, Deed, DeedKind, Frame, GameView, LocationView
from gemp_bot.view.watcher import GameMoment


class BlunderKind(StrEnum):
    """What went wrong."""

    DRAIN_OF_NOTHING = "Force drain of 0"
    OBJECTIVE_LOST = "own objective out of play"
    WEAK_ALONE = "weak and alone against a full hand"
    LEFT_CONTESTED = "contested location left open"
    FLIP_PASSED = "flip passed"
    DEPLOYMENT_CANCELLED = "deployment cancelled"
    PHASE_ENDED = "deploy phase ended by a cancelled deployment"
    LEFT_BEHIND = "left behind by a move"
    REACT_INTO_POWER = "react into more power"
    ATTACK_FROM_BEHIND = "battle begun with less power"

    @property
    def better(self) -> str:
        """What an expert does instead."""
        return _BETTER[self]


_BETTER: Mapping[BlunderKind, str] = MappingProxyType(
    {
        BlunderKind.DRAIN_OF_NOTHING: "pass: it takes nothing, and texts of cards may make it costly",
        BlunderKind.OBJECTIVE_LOST: "do nothing that its text names as a reason to place it out of play",
        BlunderKind.WEAK_ALONE: "come with power 4 or more, or wait until they hold fewer than 4 cards",
        BlunderKind.LEFT_CONTESTED: "win the location in this turn, reinforce it, or leave it",
        BlunderKind.FLIP_PASSED: "flip the objective as soon as that is offered",
        BlunderKind.DEPLOYMENT_CANCELLED: "see where the card may go before it is played",
        BlunderKind.PHASE_ENDED: "use the Force for another card that is offered",
        BlunderKind.LEFT_BEHIND: "stay together, or move everybody away",
        BlunderKind.REACT_INTO_POWER: "let the Force drain pass, or react with more power than theirs",
        BlunderKind.ATTACK_FROM_BEHIND: "begin battles with more power than theirs, before battle destiny",
    }
)


class Blunder(msgspec.Struct, frozen=True, omit_defaults=True):
    """One blunder.

    Attributes:
        question: number of the question it was made at.
        turn: number of the current player's own turn, 0 before the first. whose: the current player.
        text: where, and with which cards.
        force: Force it cost, as far as that was seen. cards: cards of ours it cost.
    """

    kind: BlunderKind
    question: int
    turn: int
    whose: Side | None
    text: str
    force: float = 0.0
    cards: int = 0

    @property
    def cost(self) -> str:
        """What was seen of its cost, in words; empty for nothing."""
        force = [f"{self.force:g} Force"] if self.force else []
        return " and ".join([*force, counted(self.cards, "card")] if self.cards else force)


class AnsweredQuestion(msgspec.Struct, frozen=True):
    """What was answered at a question, and which of its options were weighed, by their keys.

    Attributes:
        weighed: None where that is not known.
        parts: of the score of the answer, with their reasons.
    """

    question: Question
    wire: str
    weighed: frozenset[str] | None = None
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that were chosen."""
        keys = self.wire.split(",") if self.wire else []
        return tuple(option for option in self.question.options if option.key in keys)

    def chose(self, *kinds: ActionKind) -> Option | None:
        """The option of one of these kinds that was chosen."""
        return next((each for each in self.options if each.kind in kinds), None)


class OfferCounts(msgspec.Struct, frozen=True):
    """A kind of option that the text of a card offered: its label, with how often that happened.

    Attributes:
        offered, weighed, chosen: menus in which it was.
        judged: menus in which it was offered and of which it is known what was weighed.
    """

    label: str
    offered: int
    weighed: int
    chosen: int
    judged: int


class OwnBattle(msgspec.Struct, frozen=True):
    """A battle we began.

    Attributes:
        lead: our total power less theirs, before battle destiny.
        promised: what the battle itself was expected to bring, in Force; None without a verdict.
        net: Force they lost less what we lost. killed, lost: cards of theirs and of ours.
        won: we had more power.
    """

    lead: float
    promised: float | None
    net: float
    killed: int
    lost: int
    won: bool


class GameCounts(msgspec.Struct, frozen=True):
    """What one game tells.

    Attributes:
        game: its id or file. won: None if it did not end.
        counts: how often things happened, and Force, by name (see `benchmarks.blunders`).
        judged: of some choice it is known what was weighed.
    """

    game: str
    me: Side
    won: bool | None
    turns: int
    blunders: tuple[Blunder, ...]
    counts: Mapping[str, float]
    offered: tuple[OfferCounts, ...]
    attacks: tuple[OwnBattle, ...]
    judged: bool


WEAK = 4.0
"""Power below which a group that stands alone is attacked most (play of 124 games: 29 % of 75 turns)."""
FULL_HAND = 4
"""Cards in their hand from which on such a group is attacked."""
LEFT_BEHIND = 3.0
"""More power of theirs than of those who stay when others move away."""
REACT = 2.0
"""More power of theirs than of ours where a react arrives."""
RULE_ACTIONS = frozenset(
    {
        ActionKind.ACTIVATE_FORCE,
        ActionKind.FORCE_DRAIN,
        ActionKind.INITIATE_BATTLE,
        ActionKind.DRAW_CARD,
        ActionKind.DEPLOY,
        ActionKind.PERSONA_REPLACE,
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
        ActionKind.MOVE_SECTOR,
        ActionKind.SHIP_DOCK,
        ActionKind.EMBARK,
        ActionKind.DISEMBARK,
        ActionKind.LAND,
        ActionKind.TAKE_OFF,
        ActionKind.MOVE_CAPACITY_SLOT,
        ActionKind.TRANSFER,
        ActionKind.FIRE_WEAPON,
    }
)
"""What the rules offer; everything else is the text of a card."""
_REACTS = frozenset({ActionKind.REACT_MOVE, ActionKind.REACT_DEPLOY})
_SOON = 8
"""Questions within which a react that was chosen has come."""


@dataclass
class _Turn:
    """A turn of either player, as it went.

    Attributes:
        number: of the player's own turns. end: the board when it ended.
        came: by location, the question at which somebody of ours went there last, or at which a battle that
            we began there ended.
        left: locations that cards of ours moved away from, each with its question.
        battles: those that ended in it. deploy_force: Force used to deploy. question: the last one in it.
        flip: the first question at which a flip was offered and passed.
        idle: the question of a cancelled deployment after which nothing else that was offered was deployed.
        reacts: by location, the question of a react of ours, and the board when it had come.
    """

    side: Side | None
    number: int
    end: BoardView
    came: dict[int, int] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    battles: list[Battle] = field(default_factory=list)
    deploy_force: float = 0.0
    question: int = 0
    flip: int | None = None
    idle: int | None = None
    reacts: dict[int, tuple[int, BoardView]] = field(default_factory=dict)

    def fought(self, location: int, began: Side) -> Battle | None:
        """The first battle that a side began at a location."""
        for each in self.battles:
            if each.began is began and each.location is not None and each.location.id == location:
                return each
        return None


class BlunderReader:
    """Counts one game: let it take every moment of a `JournalWatcher`, then read the whole game.

    Attributes:
        choices: our answers by number of the question; what a strategy says today may be put in their place.
    """

    def __init__(self, index: CardIndex) -> None:
        self._index = index
        self._asked: Question | None = None
        self._number = 0
        self.choices: dict[int, AnsweredQuestion] = {}

    def take(self, moment: GameMoment) -> None:
        """Take a moment: what was answered, and what is asked."""
        step = moment.step
        if step.answer is not None and self._asked is not None:
            weighed, verdict = None, step.verdict
            if verdict is not None:
                scored = (each.answer for each in verdict.alternatives if each.score is not None)
                weighed = frozenset((*scored, step.answer))
            parts = () if verdict is None else tuple((part.reason, part.force) for part in verdict.parts)
            self.choices[self._number] = AnsweredQuestion(self._asked, step.answer, weighed, parts)
            self._asked = None
        if step.question is not None:
            self._asked, self._number = step.question, step.number

    def read(self, watched: GameView) -> GameCounts | None:
        """What the game tells; None if it was not watched from a seat.

        Args:
            watched: the whole game, with boards.
        """
        me = watched.head.me
        if me is None:
            return None
        game = _Game(self._index, me, [each for each in watched.frames if not each.taken_back], self.choices)
        ending = watched.ending
        return GameCounts(
            game=watched.head.game,
            me=me,
            won=None if ending is None or ending.winner is None else ending.winner is me,
            turns=sum(turn.side is me for turn in game.turns),
            blunders=tuple(sorted(game.blunders, key=lambda each: each.question)),
            counts=game.counts,
            offered=tuple(game.offered),
            attacks=tuple(game.attacks),
            judged=any(choice.weighed is not None for choice in self.choices.values()),
        )


class _Game:
    """The turns of a game, and what they tell.

    Attributes:
        blunders, offered, attacks, counts: as in `GameCounts`.
    """

    def __init__(
        self, index: CardIndex, me: Side, frames: Sequence[Frame], choices: Mapping[int, AnsweredQuestion]
    ) -> None:
        self.turns: list[_Turn] = []
        self.blunders: list[Blunder] = []
        self.attacks: list[OwnBattle] = []
        self.counts: defaultdict[str, float] = defaultdict(float)
        self._index, self._me, self._choices = index, me, choices
        self._now = _Turn(None, 0, BoardView())
        self._began_at = 0
        self._promised: float | None = None
        self._reacted = -_SOON - 1
        self._deploying: tuple[int, BlueprintId | None] | None = None
        self._cancelled: tuple[int, BlueprintId | None] | None = None
        self._offered: dict[str, list[int]] = {}
        for frame in frames:
            self._frame(frame)
        for turn, after in zip_longest(self.turns, self.turns[1:]):
            self._now = turn
            if turn.side is me:
                self._own_turn(turn, after)
            else:
                self._their_turn(turn)

    @property
    def offered(self) -> Iterator[OfferCounts]:
        """Kinds of options that texts of cards offered, by label."""
        for label, counts in sorted(self._offered.items()):
            yield OfferCounts(label, *counts)

    def _add(
        self, kind: BlunderKind, question: int, text: str, battle: Battle | None = None, force: float = 0.0
    ) -> None:
        lost = None if battle is None else battle.of(self._me)
        cards = 0 if lost is None else len(lost.forfeited) + len(lost.fallen)
        force = force if lost is None else lost.lost
        self.blunders.append(Blunder(kind, question, self._now.number, self._now.side, text, force, cards))

    # -- frame by frame -----------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> None:
        for deed in frame.deeds:
            if deed.kind is DeedKind.TURN_BEGAN:
                self._now = _Turn(deed.side, int(deed.amount or 0), frame.board)
                self.turns.append(self._now)
            if self.turns:
                self._deed(self.turns[-1], frame, deed)
        if self.turns:
            self.turns[-1].end, self.turns[-1].question = frame.board, frame.number
            choice = self._choices.get(frame.number)
            if frame.question is not None and choice is not None:
                self._chosen(self.turns[-1], frame, choice)

    def _deed(self, turn: _Turn, frame: Frame, deed: Deed) -> None:
        if deed.kind is DeedKind.BATTLE_BEGAN:
            self._began_at = frame.number
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            turn.battles.append(deed.battle)
            if deed.battle.began is self._me and deed.battle.location is not None:
                turn.came[deed.battle.location.id] = frame.number
            self._fought(deed.battle)
        elif deed.kind is DeedKind.DRAINED:
            self.counts["drained by us" if deed.side is self._me else "drained by them"] += deed.amount or 0
            if deed.side is self._me and deed.amount:
                self.counts.setdefault("first drain", turn.number)
        if deed.side is self._me:
            self._ours(turn, frame, deed)

    def _ours(self, turn: _Turn, frame: Frame, deed: Deed) -> None:
        if deed.kind in (DeedKind.DEPLOYED, DeedKind.MOVED):
            self._went(turn, frame, deed)
        elif deed.kind is DeedKind.LEFT and count_of(self._index, deed, CardType.OBJECTIVE):
            self._add(BlunderKind.OBJECTIVE_LOST, frame.number, ", ".join(card.title for card in deed.cards))
        elif deed.kind is DeedKind.FLIPPED and count_of(self._index, deed, CardType.OBJECTIVE):
            self.counts["own objective flipped"] += 1
        elif deed.kind is DeedKind.PLAYED:
            self.counts["Interrupts played"] += count_of(self._index, deed, CardType.INTERRUPT)
        elif deed.kind is DeedKind.LOST:
            self.counts["lost"] += deed.amount or 0
            if deed.source is Zone.HAND:
                self.counts["lost from hand"] += deed.amount or 0
                self.counts["Interrupts lost from hand"] += count_of(self._index, deed, CardType.INTERRUPT)

    def _went(self, turn: _Turn, frame: Frame, deed: Deed) -> None:
        if deed.location is None:
            return
        turn.came[deed.location.id] = frame.number
        if turn.side is not self._me and self._reacted >= frame.number - _SOON:
            turn.reacts[deed.location.id] = self._reacted, frame.board
        if deed.kind is DeedKind.MOVED and deed.origin is not None and deed.origin != deed.location:
            turn.left[deed.origin.id] = frame.number
        if turn.side is self._me:
            turn.deploy_force += deed.amount or 0 if deed.kind is DeedKind.DEPLOYED else 0

    def _fought(self, battle: Battle) -> None:
        ours, theirs = battle.of(self._me), battle.of(self._me.other)
        if battle.began is not self._me:
            self.counts["their battles"] += 1
            self.counts["lost to their battles"] += ours.lost
            return
        self.counts["lost to own battles"] += ours.lost
        if ours.power is None or theirs.power is None:
            return
        lead, promised, self._promised = ours.power - theirs.power, self._promised, None
        self.attacks.append(
            OwnBattle(
                lead=lead,
                promised=promised,
                net=theirs.lost - ours.lost,
                killed=len(theirs.forfeited) + len(theirs.fallen),
                lost=len(ours.forfeited) + len(ours.fallen),
                won=battle.winner is self._me,
            )
        )
        if lead < 0:
            where = "" if battle.location is None else battle.location.title
            text = f"{where}: {ours.power:g} against {theirs.power:g}"
            self._add(BlunderKind.ATTACK_FROM_BEHIND, self._began_at, text, battle)

    # -- turn by turn -------------------------------------------------------------------------------

    def _own_turn(self, turn: _Turn, after: _Turn | None) -> None:
        if turn.number in (2, 3):
            self.counts[f"Force into deployment in turn {turn.number}"] = turn.deploy_force
        if turn.flip is not None:
            self._add(BlunderKind.FLIP_PASSED, turn.flip, "")
        force = next((each.force for each in turn.end.players if each.side is self._me), 0)
        if turn.idle is not None and force:
            self._add(
                BlunderKind.PHASE_ENDED, turn.idle, f"{force} Force left at the end of the turn", force=force
            )
        hand = next((each.hand for each in turn.end.players if each.side is self._me.other), 0)
        for place in turn.end.locations:
            self._left_at(turn, after, place, hand)

    def _left_at(self, turn: _Turn, after: _Turn | None, place: LocationView, hand: int) -> None:
        """How we left a location at the end of our turn, and what came of it in their next one."""
        ours, theirs = place.power(self._me), place.power(self._me.other)
        if place.card is None or ours is None or after is None:
            return
        battle = after.fought(place.card.id, self._me.other)
        at = turn.came.get(place.card.id, turn.question)
        text = f"{place.card.title}: {ours:g} against {theirs or 0:g}, they hold {counted(hand, 'card')}"
        if theirs is not None:
            self.counts["locations left contested"] += 1
            if battle is not None:
                self._add(BlunderKind.LEFT_CONTESTED, at, text, battle)
            if place.card.id in turn.left and theirs - ours > LEFT_BEHIND:
                self._add(BlunderKind.LEFT_BEHIND, turn.left[place.card.id], text, battle)
        elif self._reached(place) and ours < WEAK and hand >= FULL_HAND:
            self.counts["weak and alone against a full hand"] += 1
            if battle is not None:
                self._add(BlunderKind.WEAK_ALONE, at, text, battle)

    def _reached(self, place: LocationView) -> bool:
        """Whether they have Force icons there, so that they may deploy to it (rules 5.2)."""
        card = (
            None if place.card is None else self._index.get(base_blueprint(BlueprintId(place.card.blueprint)))
        )
        return card is not None and card.force_icons(self._me.other) > 0

    def _their_turn(self, turn: _Turn) -> None:
        for place, (question, board) in turn.reacts.items():
            there = next((each for each in board.locations if _id(each) == place), None)
            ours = None if there is None else there.power(self._me)
            theirs = None if there is None else there.power(self._me.other)
            if there is not None and ours is not None and theirs is not None and theirs - ours > REACT:
                text = f"{_title(there)}: {ours:g} against {theirs:g}"
                battle = turn.fought(place, self._me.other)
                self._add(BlunderKind.REACT_INTO_POWER, question, text, battle)

    # -- choices ------------------------------------------------------------------------------------

    def _chosen(self, turn: _Turn, frame: Frame, choice: AnsweredQuestion) -> None:
        if choice.question.kind in MENUS:
            self._menu(choice)
        drain = choice.chose(ActionKind.FORCE_DRAIN)
        if drain is not None:
            self.counts["Force drains"] += 1
            where = next((each for each in frame.board.locations if _id(each) == drain.card_id), None)
            if where is not None and where.drain(self._me) == 0:
                self._add(BlunderKind.DRAIN_OF_NOTHING, frame.number, _title(where))

        self._deployment(turn, frame, choice)
        self._flip(turn, frame, choice)
        if choice.chose(*_REACTS) is not None:
            self._reacted = frame.number
        if choice.chose(ActionKind.INITIATE_BATTLE) is not None:
            # Without a verdict, and where another revision gave other reasons, nothing is known of it.
            promised = [force for reason, force in choice.parts if reason in OF_BATTLE]
            self._promised = sum(promised) if promised else None

    def _deployment(self, turn: _Turn, frame: Frame, choice: AnsweredQuestion) -> None:
        """Follow a deployment from its menu to the place it goes to."""
        kind = choice.question.kind
        if kind is PromptKind.CHOOSE_DEPLOY_TARGET and self._deploying is not None and not choice.wire:
            number, face = self._deploying
            named = [card for card in choice.question.cards if card.blueprint == face]
            if named:
                self._add(BlunderKind.DEPLOYMENT_CANCELLED, number, named[0].title)
                self._cancelled = number, face
        if kind is not PromptKind.PHASE_ACTION:
            return
        deployed = choice.chose(ActionKind.DEPLOY)
        self._deploying = None if deployed is None else (frame.number, deployed.blueprint_id)
        self.counts["deployments chosen"] += self._deploying is not None
        cancelled, self._cancelled = self._cancelled, None
        if cancelled is None or frame.phase is not Phase.DEPLOY or choice.wire:
            return
        if any(each.blueprint_id != cancelled[1] for each in choice.question.of_kind(ActionKind.DEPLOY)):
            turn.idle = cancelled[0]

    def _flip(self, turn: _Turn, frame: Frame, choice: AnsweredQuestion) -> None:
        """Note a flip that is offered, once a turn, until it is chosen."""
        offered = [each for each in choice.question.options if each.kind is ActionKind.FLIP]
        if not offered:
            return
        self.counts["flips offered"] += 1
        if choice.weighed is None:
            self.counts["flips without a verdict"] += 1
        else:
            self.counts["flips weighed"] += any(each.key in choice.weighed for each in offered)
        if choice.chose(ActionKind.FLIP) is not None:
            turn.flip = None
        elif turn.flip is None:
            turn.flip = frame.number

    def _menu(self, choice: AnsweredQuestion) -> None:
        for option in choice.question.options:
            reading = option.reading
            if reading is None or reading.kind in RULE_ACTIONS:
                continue
            card = None
            if option.blueprint_id is not None:
                card = self._index.get(base_blueprint(option.blueprint_id))
            text = NO_TEXT if card is None else self._index.texts.of(card.blueprint_id)
            label = say_label(option.text, text)
            if card is not None:
                label = f"{card.title}: {label}"
            counts = self._offered.setdefault(label, [0, 0, 0, 0])
            counts[0] += 1
            counts[1] += choice.weighed is not None and option.key in choice.weighed
            counts[2] += option in choice.options
            counts[3] += choice.weighed is not None


def count_of(index: CardIndex, deed: Deed, kind: CardType) -> int:
    """How many cards of a deed are of a type."""
    faces = (base_blueprint(BlueprintId(card.blueprint)) for card in deed.cards if card.blueprint)
    return sum(card is not None and card.type == kind for card in map(index.get, faces))


def _id(location: LocationView) -> int | None:
    return None if location.card is None else location.card.id


def _title(location: LocationView) -> str:
    return "" if location.card is None else location.card.title
