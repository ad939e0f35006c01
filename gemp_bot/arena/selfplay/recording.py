"""The journal of a game in the box: the strategy's side, as `play` writes it."""

from pathlib import Path
from typing import Self

from gemp_bot.arena.selfplay.jobs import BoxJob
from gemp_bot.cards.deck import deck_digest
from gemp_bot.decisions import Question
from gemp_bot.journal import Head
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.play import JournalFolder, Recorder
from gemp_bot.play.recorder import verdict_line
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Thought


class GameJournal:
    """The journal of a game, the strategy's side; none where no folder is given. Use it as a context manager.

    Attributes:
        path: the file; None for none.
        recorder: takes the exchanges.
    """

    def __init__(self, job: BoxJob, strategy: str) -> None:
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
                strategy_digest=identity.digest,
                program_digest=identity.program,
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
