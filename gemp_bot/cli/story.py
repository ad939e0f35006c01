"""`gemp-bot story`: recorded and running games, told."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, arg, command
from gemp_bot.cli.exits import FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import GameArgs, Put, game_files, page_of
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chains
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import GameTotals, StoryTeller
from gemp_bot.report.story_lines import (
    Line,
    Sentence,
    Words,
    listed,
    of_side,
    plain_page,
    quiet,
    strong,
    words,
)
from gemp_bot.terminal import plain
from gemp_bot.view.model import GameHead
from gemp_bot.view.watcher import GameWatcher, JournalWatcher


class StoryArgs(GameArgs):
    """What is told."""

    follow: bool = arg("--follow", "go on while the game is recorded, to its end")


class SideStory(JsonResult):
    """One side of a game."""

    side: Annotated[str, "DARK, then LIGHT"]
    player: str
    life: Annotated[int | None, "life force when last told"]
    deployed: Annotated[int, "cards brought to the table, without locations"]
    drains: Annotated[int, "Force drains that took something"]
    drained: Annotated[int, "Force the other side lost to them"]
    battles_begun: int
    battles_won: Annotated[int, "its total was the higher one"]
    battle_force: Annotated[int, "Force the other side lost in battles"]
    cards_taken: Annotated[int, "cards of the other side that fell in battles"]


class ToldGame(JsonResult):
    """A game that was told."""

    me: Annotated[str | None, "side of who recorded it; null for a spectator"]
    winner: Annotated[str | None, "side; null if none, or not yet"]
    reason: Annotated[str | None, "why it ended, as of `replay`"]
    turns: Annotated[int, "of both players"]
    battles: Annotated[int, "in which power was totalled"]
    sides: list[SideStory]
    story: Annotated[list[str], "its lines"]


class StoryFile(ToldGame):
    """A recording that was told."""

    file: str
    truncated: Annotated[bool, "cut at its end; told up to there"]
    damage: Annotated[str | None, "why it could not be read to its end; told up to there"]


class Stories(JsonResult):
    """All games."""

    games: list[StoryFile]


@command(
    json=Stories,
    about="""
Tell games as stories: what both players did in each turn, every battle, life
force, and how it ended. With the reasons of our own bot, where the journal has
them. What one player cannot know of the other is not told: "Draws 2 cards."

A recording of any client will do. Of a folder all recordings in it are told, in
the order of their names; one that is damaged is told on stderr, and the others
are told all the same (exit code 1). What was taken back during a game is left
out; with --follow it was told already, and the story says so.

--follow goes on while the game is played and recorded, in one file. With --json
the story goes to stderr and into the object.""",
    examples="""
  gemp-bot story game.jsonl.gz
  gemp-bot story journals/ | less
  gemp-bot story --follow --journals journals 3e7dc7a2ea20-14f4-930d
  gemp-bot story --json game.jsonl.gz | jq -r '.games[].story[]'""",
)
async def story(args: StoryArgs, out: Output) -> int:
    """Tell each game in turn."""
    set_up_logs(Secrets(), level="error")
    damaged = False
    meant = game_files(args, out, newest=args.follow)
    if args.follow and len(meant.files) != 1:
        raise CommandError(f"--follow goes with one game, and these are {len(meant.files)}", code=USAGE)
    catalogue, effects = Catalogue.load(), CardEffects(CardIndex.load())
    games: list[StoryFile] = []
    for path, *continued in [meant.files] if args.follow else chains(meant.files):
        journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
        teller = _Storyteller(journal, page_of(out))
        damage = None
        try:
            await (teller.follow() if args.follow else teller.read())
        except JournalError as fault:
            damage, damaged = str(fault), True
            out.note(f"gemp-bot: {fault}")
        if teller.journal.relive.tally.truncated:
            out.note(f"gemp-bot: {path}: cut at its end, told as far as it goes")
        games.append(teller.as_json(path, damage))
    out.json(Stories(games=games))
    return FAILURE if damaged or meant.missing else OK


COMMAND = story


class _Storyteller:
    """Tells one game, and keeps what was told."""

    def __init__(self, journal: JournalWatcher, put: Put) -> None:
        self.journal = journal
        self._put = put
        self._telling = StoryTeller()
        self._told: list[str] = []
        self._named = False

    async def read(self) -> None:
        """Tell a file from its beginning to its end, without what was taken back.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was told.
        """
        fault: JournalError | None = None
        try:
            self.journal.run()
        except JournalError as found:
            fault = found
        frames = self.journal.watcher.frames
        if frames:
            self._tell(self._telling.take(frame for frame in frames if not frame.taken_back))
            self._tell(self._telling.rest())
        if fault is not None:
            raise fault

    async def follow(self) -> None:
        """Tell a file while it is written, to the end of the game or of the file.

        Raises:
            JournalError: it cannot be read.
        """
        async for frames in self.journal.follow():
            self._tell(self._telling.take(frames))
        self._tell(self._telling.rest())

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not self._named:
                self._named = True
                for named in heading(self.journal.relive.path.name, self.journal.watcher.game_head):
                    self._say(named)
            self._say(line)

    def _say(self, line: Line) -> None:
        self._told += plain_page(line)
        self._put(line)

    def as_json(self, path: Path, damage: str | None) -> StoryFile:
        """The game for a program."""
        return StoryFile(
            file=str(path),
            truncated=self.journal.relive.tally.truncated,
            damage=damage,
            **told_game(self.journal.watcher, self._telling.tally, self._told),
        )


def told_game(watcher: GameWatcher, tally: GameTotals, told: Sequence[str]) -> dict[str, Any]:
    """The fields of `ToldGame`."""
    head, ending = watcher.game_head, watcher.ending
    return {
        "me": head.me,
        "winner": None if ending is None else ending.winner,
        "reason": None if ending is None else ending.reason,
        "turns": tally.turns,
        "battles": tally.battles,
        "sides": [
            SideStory(
                side=side,
                player=head.dark if side is Side.DARK else head.light,
                life=tally.life[side],
                **tally.sides[side].as_json(),
            )
            for side in Side
        ],
        "story": list(told),
    }


def heading(name: str, head: GameHead) -> list[Line]:
    """Which game it is, and who plays."""
    return [
        Sentence(words(strong(plain(name))), depth=0, apart=True),
        Sentence(listed([_player(side, head) for side in Side], " against "), depth=0),
        Sentence((), depth=0),
    ]


def _player(side: Side, head: GameHead) -> Words:
    name = plain(head.dark if side is Side.DARK else head.light)
    us = ""
    if side is head.me:
        us = f" (we, by `{plain(head.strategy)}`)" if head.strategy else " (we)"
    return words(of_side(name or side.value.capitalize(), side), quiet(us), f" as {side.value.capitalize()}")
