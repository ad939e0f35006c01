"""Measurements on the command line: played until they are over, or somebody interrupts."""

from collections.abc import Sequence

from gemp_bot.arena.run import Lane, Run
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output


async def measured(run: Run, lanes: Sequence[Lane], out: Output) -> bool:
    """Play the games of a measurement; tell whether it was interrupted.

    Args:
        run: the games.
        lanes: who plays them.
        out: where people are told.
    """

    def stop() -> None:
        out.note("gemp-bot: no further game; Ctrl-C once more gives up those that run")
        run.stop()

    def end() -> None:
        out.note("gemp-bot: giving up the games that run: they get no result")
        run.abandon()

    return await interruptible(run.run(lanes), stop=stop, end=end)
