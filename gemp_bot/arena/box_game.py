"""The box's runner: `play_one` makes a record of a job, in any process that has this program.

With the seats of the two players, the journal of the strategy's side and the luck of what was drawn.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, Self

import msgspec

from gemp_bot.arena.jobs import Job, JobDeck
from gemp_bot.arena.record import GameRecord, disputes, failed, judge, record_of
from gemp_bot.arena.spec import ArenaError, changed_meanwhile
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.deck import deck_digest
from gemp_bot.decisions import Question
from gemp_bot.game.game_events import CardMoved, Happened, Recirculated, Shuffled, TurnBegan
from gemp_bot.inference.luck import DESTINY_FORCE, DrawnCards
from gemp_bot.journal import Head
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.outcome import GameOutcome, concluded, verdict_line
from gemp_bot.protocol.enums import LIFE_FORCE, Side, Zone
from gemp_bot.protocol.ids import GameId
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.strategy import (
    Identity,
    NamedStrategy,
    Strategy,
    StrategyRunner,
    Thought,
    UnknownStrategyError,
    make_strategy,
    name_deck,
    strategy_named,
)
from gemp_bot.strategy.identity import differences

OURS, THEIRS = "player", "opponent"


class GameJournal:
    """The journal of a game, the strategy's side; none without a folder. Use it as a context manager."""

    def __init__(self, job: Job, strategy: str) -> None:
        self.path: Path | None = None
        self.recorder = Recorder()
        self._game = GameId(job.id)
        self._questions = 0
        if job.journals is None:
            return
        journal = JournalFolder(Path(job.journals)).new(self._game)
        identity = job.player_identity
        journal.head(
            Head(
                version=FORMAT_VERSION,
                bot=job.version,
                strategy=strategy,
                seed=job.seed,
                deck=job.deck.text,
                deck_name=job.deck.name,
                deck_start=job.deck.start or None,
                game=job.id,
                given=job.strategy,
                strategy_digest=None if identity is None else identity.digest,
                program_digest=None if identity is None else identity.program,
                deck_digest=deck_digest(job.deck.text),
                opponent_deck_digest=deck_digest(job.opponent_deck.text),
            )
        )
        self.recorder.attach(self._game, journal)
        self.path = journal.path

    def __enter__(self) -> Self:
        """Nothing more is to be opened."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.recorder.detach(self._game)

    def listen(self, _: Question, thought: Thought) -> None:
        """Take what was thought about a question."""
        self._questions += 1
        self.recorder.verdict(self._game, verdict_line(self._questions, thought))


POWER_FORCE: Final = 0.3
"""Life force at the end for a point of power that comes to hand early: 0.29 ± 0.11 in the 880 games of
`DESTINY_FORCE`. It is no part of the luck of games on a server, where it was -0.3 ± 0.5."""
EARLY: Final = 6
"""Own turns in which a card that comes to hand counts; what came later was not told apart from nothing."""


class BoxLuck:
    """Counts what each side draws, by groups of cards of which each may as well lie where another one does.

    At first that are all cards of a side. A card leaves its group when it is seen, so that what comes back
    from the table and is drawn again counts no more: where it lies can be known. A shuffle makes a group of
    the whole Reserve Deck, also of what was seen before: whatever its owner knows of it, he does not know its
    order. So from then on `report.luck` may expect something else of a draw: a seat does not always know what
    is left in the deck. What is sought in the Reserve Deck, which is shuffled then, is chosen: it is no luck.

    Args:
        script: the game, before it begins.

    Attributes:
        destiny: the destinies of each side. power: printed power of the cards that came to its hand early.
    """

    def __init__(self, script: EngineScript) -> None:
        self.destiny = dict.fromkeys(Side, DrawnCards())
        self.power = dict.fromkeys(Side, DrawnCards())
        self._turns = dict.fromkeys(Side, 0)
        self._cards: dict[int, CardFacts] = {
            card.id: card.facts for card in script.engine().state.cards.values()
        }
        self._zones: dict[Side, dict[int, Zone]] = {side: {} for side in Side}
        self._groups: dict[int, set[int]] = {}
        for card in script.engine().state.cards.values():
            self._zones[card.side][card.id] = card.zone
        for zones in self._zones.values():
            self._mix(set(zones))
        script.listener = self._hear

    def force(self, side: Side) -> float:
        """About what the luck of a side less that of the other was worth to it, in life force at the end."""
        other = side.other
        destiny = self.destiny[side].luck - self.destiny[other].luck
        return DESTINY_FORCE * destiny + POWER_FORCE * (self.power[side].luck - self.power[other].luck)

    def _hear(self, news: Sequence[Happened]) -> None:
        for number, each in enumerate(news):
            if isinstance(each, TurnBegan):
                self._turns[each.player] = each.number
            elif isinstance(each, Shuffled):
                zones = self._zones[each.player]
                self._mix({card for card, zone in zones.items() if zone is Zone.RESERVE_DECK})
            elif isinstance(each, Recirculated):
                zones = self._zones[each.player]
                zones.update({card: Zone.RESERVE_DECK for card, at in zones.items() if at is Zone.USED_PILE})
            elif isinstance(each, CardMoved):
                self._zones[each.owner][each.card] = each.zone
                if each.zone not in LIFE_FORCE:
                    sought = each.was is Zone.RESERVE_DECK and Shuffled(each.owner) in news[number:]
                    self._shown(each, sought=sought)

    def _mix(self, cards: set[int]) -> None:
        """Have cards be a group, and none of them in another one."""
        for card in cards:
            self._groups.get(card, set()).discard(card)
            self._groups[card] = cards

    def _shown(self, move: CardMoved, *, sought: bool) -> None:
        side, group = move.owner, self._groups.pop(move.card, None)
        if group is None:
            return
        facts, others = self._cards[move.card], [self._cards[card] for card in group]
        group.discard(move.card)
        if move.zone is Zone.UNRESOLVED_DESTINY_DRAW:
            mean = fmean(each.destiny or 0 for each in others)
            self.destiny[side] += DrawnCards(1, facts.destiny or 0, mean)
        elif move.zone is Zone.HAND and self._turns[side] <= EARLY and not sought:
            self.power[side] += DrawnCards(1, facts.power, fmean(each.power for each in others))


@lru_cache(maxsize=1)
def the_box() -> Box:
    """Read once in a process what is shipped with the program: it takes longer than a quick game."""
    return Box()


Maker = Callable[[int, str], Strategy]
"""Makes a strategy of a seed and the text of its deck."""


class BoxPlayer:
    """A player of a game: a strategy with its deck, and a plain rule to fall back on."""

    def __init__(self, made: Strategy, deck: JobDeck) -> None:
        name_deck(made, deck.name, deck.start)
        self.strategy_runner = StrategyRunner(made, rule=make_strategy("steady", 0))

    def sit_down(self, game: ServedGame, name: str, journal: GameJournal | None = None) -> InProcessPlayer:
        """Take a seat."""
        catalogue = the_box().catalogue
        if journal is None or journal.path is None:
            return InProcessPlayer(game, name, self.strategy_runner, catalogue)
        return InProcessPlayer(
            game,
            name,
            self.strategy_runner,
            catalogue,
            observe=journal.recorder.observe,
            listen=journal.listen,
        )

    def told(self, player: InProcessPlayer, journal: Path | None = None) -> GameOutcome:
        """What this side tells about the game."""
        runner = self.strategy_runner
        outcome = GameOutcome(
            GameId(player.game.id),
            turns=player.table.turn or 0,
            decisions=player.decisions,
            choices=player.choices,
            warnings=player.warnings,
            fallbacks=player.fallbacks.total(),
            replaced=runner.replaced,
            mistakes=dict(runner.mistakes),
            unanswered=dict(runner.unanswered),
            step_counts=dict(runner.step_counts),
            decide_seconds=tuple(player.decide_seconds),
            journal=journal,
        )
        return concluded(outcome, player.table)


def maker(strategy: str, identity: Identity | None) -> Maker:
    """What makes a strategy by name or path.

    Raises:
        ArenaError: it is another one.
        UnknownStrategyError: it cannot be used.
    """
    named = _named(strategy, msgspec.json.encode(identity))
    return lambda seed, deck: named.make(seed, deck, index=the_box().index)


@lru_cache(maxsize=8)
def _named(given: str, identity: bytes) -> NamedStrategy:
    """A strategy, read once in a process, and whether it is the right one: a cluster may have another."""
    found = strategy_named(given)
    changes = differences([msgspec.json.decode(identity, type=Identity | None)], [found.identity])
    if changes:
        raise ArenaError(changed_meanwhile(changes))
    return found


def play_one(job: Job, asked: Counter[str] | None = None) -> GameRecord:
    """Play a game to its end. The same job gives the same record, but for how long it took.

    Never raises: what goes wrong is the record of an error.

    Args:
        job: the game.
        asked: takes how many questions with two or more answers the player was asked, by their kinds.
    """
    try:
        players = maker(job.strategy, job.player_identity), maker(job.opponent, job.opponent_identity)
        record, _ = play_out_job(job, *players, asked=asked)
    except (ArenaError, UnknownStrategyError) as fault:
        return failed(job, str(fault))
    except Exception as fault:  # noqa: BLE001 - one game that fails is a result; the others go on
        lines = str(fault).splitlines()
        return failed(job, f"{type(fault).__name__}: {lines[0] if lines else ''}".rstrip(": "))
    return record


def play_out_job(
    job: Job,
    make: Maker,
    make_opponent: Maker,
    *,
    asked: Counter[str] | None = None,
    check: Callable[[], None] = lambda: None,
) -> tuple[GameRecord, GameOutcome]:
    """Play a game to its end.

    Args:
        job: the game.
        make: makes the strategy.
        make_opponent: makes its opponent.
        asked: takes how many questions with two or more answers the player was asked, by their kinds.
        check: called after each round of answers.

    Returns:
        The record, and what the strategy's side tells.
    """
    began = time.perf_counter()
    box = the_box()
    names = {job.deck.side: OURS, job.opponent_deck.side: THEIRS}
    decks = {deck.side: deck.text for deck in (job.deck, job.opponent_deck)}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], job.shuffle)
    luck = BoxLuck(script)
    # The clock of the box stands still: nobody loses because the machine is busy.
    game = ServedGame(
        job.id,
        (names[Side.DARK], names[Side.LIGHT]),
        script,
        now=lambda: 0.0,
        random=Random(job.shuffle),  # noqa: S311 - a game, and it must be repeatable
    )
    player = BoxPlayer(make(job.seed, job.deck.text), job.deck)
    opponent = BoxPlayer(make_opponent(job.opponent_seed, job.opponent_deck.text), job.opponent_deck)
    with GameJournal(job, player.strategy_runner.strategy.name) as journal:
        ours = player.sit_down(game, OURS, journal)
        theirs = opponent.sit_down(game, THEIRS)
        play_out([ours, theirs] if job.deck.side is Side.DARK else [theirs, ours], check)
    if asked is not None:
        asked.update(ours.choice_kinds)
    mine = replace(
        player.told(ours, journal.path),
        seconds=round(time.perf_counter() - began, 3),
        deck=job.deck.name,
        opponent_deck=job.opponent_deck.name,
        seed=job.seed,
    )
    if game.outcome is None:
        return failed(job, "nobody is asked anything, and the game is not over"), mine
    other = opponent.told(theirs)
    outcome, fault = judge(mine, other, late=False)
    disputed, doubled = disputes(journal.path, box.catalogue)
    record = msgspec.structs.replace(
        record_of(job, outcome).played(outcome, mine, other),
        fallback_kinds=_kinds(ours),
        opponent_fallback_kinds=_kinds(theirs),
        disputed=disputed,
        doubled=doubled,
        luck=round(luck.force(job.deck.side), 3),
        fault=fault,
    )
    return record, mine


def _kinds(player: InProcessPlayer) -> dict[str, int]:
    return {kind.value: count for kind, count in sorted(player.fallbacks.items())}
