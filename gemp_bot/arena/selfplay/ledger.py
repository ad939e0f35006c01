"""The file of results: one line a game, on the disk as soon as it is over, so that a run can go on."""

from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.locking import lock
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import read_results, write_record
from gemp_bot.arena.selfplay.jobs import Contest


class Ledger:
    """Records of one contest. Use it as a context manager.

    Args:
        file: made if it is missing; one run at a time may use it. None: nothing is kept.
        contest: whose games these are.

    Attributes:
        records: the newest of each job, in the order they were written.

    Raises:
        ArenaError: one line: the file is in use, holds something else, or games of another contest.
    """

    def __init__(self, file: Path | None, contest: Contest) -> None:
        self.records: dict[str, GameRecord] = {}
        self._file = file
        self._digest = contest.digest
        self._stack = ExitStack()
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Take the file and read what is there."""
        if self._file is None:
            return self
        with ExitStack() as stack:
            try:
                stream = stack.enter_context(self._file.open("ab"))
            except OSError as fault:
                raise ArenaError(f"{self._file}: cannot be written: {fault.strerror}") from None
            lock(stream, f"{self._file}: another run uses this file: wait, or use another --out")
            self.records = read_results(self._file)
            for job in self.records:
                if job.partition("-")[0] != self._digest:
                    raise ArenaError(
                        f"{self._file}: holds games of other players, decks or seed: use another --out"
                    )
            self._stream = stream
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file and leave it to others."""
        self._stack.close()

    def add(self, record: GameRecord) -> None:
        """Keep a record, also through a power cut."""
        self.records.pop(record.job, None)
        self.records[record.job] = record
        if self._stream is not None:
            write_record(self._stream, record)
