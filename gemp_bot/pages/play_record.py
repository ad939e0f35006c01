"""Games of the play page as journals, like all others: what the person's own client sent and was told."""

from pathlib import Path

import structlog

from gemp_bot.journal import Head
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.protocol.ids import GameId
from gemp_bot.sandbox.deck_files import DeckFile

_log = structlog.stdlib.get_logger(__name__)


class PlayRecord:
    """Begins the journals of games that people play."""

    def __init__(self, folder: JournalFolder, bot: str) -> None:
        self._folder = folder
        self._bot = bot

    def begin(self, recorder: Recorder, game: GameId, deck: DeckFile) -> Path | None:
        """Record a game from now on; gives the file, or None where none can be made, which is logged."""
        head = Head(
            version=FORMAT_VERSION,
            bot=self._bot,
            strategy="",
            deck=deck.text,
            deck_name=deck.name,
            deck_start=deck.start_id or None,
            game=game,
        )
        try:
            journal = self._folder.begin(game, head)
        except OSError as fault:
            _log.error("journal_not_made", why=fault.strerror or type(fault).__name__)
            return None
        recorder.attach(game, journal)
        return journal.path
