"""Games in the box: without a server, one after the other, in this process."""

import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeAlias

from gemp_bot import __version__
from gemp_bot.api.checks import ArgumentError, count, path, wrong
from gemp_bot.api.facts import box_decks, read_deck
from gemp_bot.api.players import ChosenPlayer, StrategyLike, choose_player
from gemp_bot.api.results import Results
from gemp_bot.api.strategy import OwnStrategy
from gemp_bot.arena.selfplay.jobs import BoxDeck, BoxJob, Contest, make_jobs, meetings
from gemp_bot.arena.selfplay.recording import GameJournal
from gemp_bot.arena.selfplay.seats import outcome_of, the_box
from gemp_bot.logs import hand_over_logs
from gemp_bot.play import GameOutcome
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.game import Game
from gemp_bot.strategy import Strategy, StrategyRunner, make_strategy, name_deck
from gemp_bot.strategy.foreign import StrategyFaultError

DeckLike: TypeAlias = str | Path | DeckFile
"""The name of a deck of `box_decks`, the path of a TOML file, or what `read_deck` gave."""

_PLAYER, _OPPONENT = "player", "opponent"


def selfplay(
    strategy: StrategyLike,
    opponent: StrategyLike = "strong",
    *,
    games: int = 2,
    seed: int = 1,
    decks: tuple[DeckLike, DeckLike] | None = None,
    record: str | Path | None = None,
) -> Results:
    """Play games in the box, without a server. They say nothing about strength on a server.

    Games come in pairs: both are shuffled alike, and in the second one the players change sides and decks.
    Where both players are the same name or file, that would be the first game again: each pair is then one
    game, from either side in turn.
    The same arguments give the same games, those of `gemp-bot selfplay` with this seed.

    Args:
        strategy: whose results are told.
        opponent: whom it plays.
        games: how many; an even number.
        seed: of all chance.
        decks: the strategy's and its opponent's in the first game of a pair, of both sides of the Force; None
            for all shipped ones in turn.
        record: folder for the journals; None for none.

    Returns:
        The games, in their order.

    Raises:
        StrategyFaultError: an own strategy raised something, or gave no legal answer; that is its cause.
        ArgumentError, UnknownStrategyError, DeckFileError: what was passed is wrong.
        OSError: nothing can be written to the folder.
    """
    if count("games", games, 2) % 2:
        wrong("games", games, "games come in pairs: an even number is needed")
    hand_over_logs()
    player, other = choose_player(strategy), choose_player(opponent, "opponent")
    contest = Contest(
        player.given, other.given, player.identity, other.identity, _pairs(decks), count("seed", seed, 0)
    )
    folder = None if record is None else path("record", record)
    jobs = make_jobs(contest, games, f"gemp-bot {__version__}", folder)
    return Results(_play(job, player, other) for job in jobs)


def _play(job: BoxJob, player: ChosenPlayer, opponent: ChosenPlayer) -> GameOutcome:
    """Play a game to its end."""
    began = time.perf_counter()
    box = the_box()
    dark, light = (job.deck, job.opponent_deck)
    names = (_PLAYER, _OPPONENT)
    if job.deck.side is Side.LIGHT:
        dark, light = light, dark
        names = (_OPPONENT, _PLAYER)
    script = box.game(dark.text, light.text, job.shuffle)
    chance = Random(job.shuffle)  # noqa: S311 - a game, and it must be repeatable
    game = Game(job.id, names, script, now=lambda: 0.0, random=chance)
    own = player.make(job.seed, job.deck.text), opponent.make(job.opponent_seed, job.opponent_deck.text)
    for made, deck in zip(own, (job.deck, job.opponent_deck), strict=True):
        name_deck(made, deck.name, deck.start)
    mind, theirs = (StrategyRunner(made, rule=make_strategy("steady", 0)) for made in own)
    with GameJournal(job, own[0].name) as journal:
        ours = InProcessPlayer(
            game, _PLAYER, mind, box.catalogue,
            observe=None if journal.path is None else journal.recorder.observe,
            listen=None if journal.path is None else journal.listen,
        )  # fmt: skip
        others = InProcessPlayer(game, _OPPONENT, theirs, box.catalogue)
        players = (ours, others) if job.deck.side is Side.DARK else (others, ours)
        while any([each.step() for each in players]):  # noqa: C419 - each of them steps
            for made in own:
                _raise_fault(made)
        for each in players:
            each.catch_up()
    return replace(
        outcome_of(ours, mind, journal.path),
        seconds=round(time.perf_counter() - began, 3),
        deck=job.deck.name,
        opponent_deck=job.opponent_deck.name,
        seed=job.seed,
    )


def _raise_fault(made: Strategy) -> None:
    """End the game over a fault of somebody's own strategy: whoever writes it is to see it at once.

    Raises:
        StrategyFaultError: it failed; what it raised is the cause.
    """
    if isinstance(made, OwnStrategy) and made.fault is not None:
        what = f"{made.name}.decide: {type(made.fault).__name__}: {made.fault}"
        raise StrategyFaultError(what, what) from made.fault


def _pairs(decks: tuple[DeckLike, DeckLike] | None) -> tuple[tuple[BoxDeck, BoxDeck], ...]:
    """The decks that meet."""
    if decks is None:
        shipped = [BoxDeck.of(deck) for deck in box_decks()]
        return meetings(
            *([deck for deck in shipped if deck.side is side] for side in (Side.LIGHT, Side.DARK))
        )
    given: object = decks
    if not isinstance(given, tuple | list) or len(given) != len(Side):
        wrong("decks", given, "two decks are needed, the strategy's and its opponent's")
    mine, theirs = (deck if isinstance(deck, DeckFile) else read_deck(str(deck)) for deck in decks)
    if mine.side is theirs.side:
        sides = f"{mine.name!r} and {theirs.name!r} are both {mine.side.lower()}"
        raise ArgumentError(f"decks: {sides}: one of each side of the Force is needed")
    return ((BoxDeck.of(mine), BoxDeck.of(theirs)),)
