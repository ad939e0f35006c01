"""Games told as stories, recorded and running ones: for `report`, `watch` and `demo`."""

from collections.abc import Iterable
from typing import Annotated, Any

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import GameFiles, Put, page_of
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal.folder import chains
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import StoryTeller
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
from gemp_bot.view.model import Frame, GameHead
from gemp_bot.view.watcher import GameWatcher, JournalWatcher


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
    """Without OUT."""

    games: list[StoryFile]


class ToldStory:
    """Tells one game line by line, and keeps what was told."""

    def __init__(self, name: str, watcher: GameWatcher, put: Put) -> None:
        self._name, self._watcher, self._put = name, watcher, put
        self._telling = StoryTeller()
        self._told: list[str] = []

    def take(self, frames: Iterable[Frame]) -> None:
        """Tell what came about."""
        self._tell(self._telling.take(frames))

    def end(self) -> None:
        """Tell what is left."""
        self._tell(self._telling.rest())

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            for each in (line,) if self._told else (*_heading(self._name, self._watcher.game_head), line):
                self._told += plain_page(each)
                self._put(each)

    def as_json(self) -> dict[str, Any]:
        """The fields of `ToldGame`."""
        head, ending, tally = self._watcher.game_head, self._watcher.ending, self._telling.tally
        return {
            "me": head.me,
            "winner": None if ending is None else ending.winner,
            "reason": None if ending is None else ending.reason,
            "turns": tally.turns,
            "battles": tally.battles,
            "sides": [
                SideStory.of(
                    tally.sides[side],
                    side=side,
                    player=head.dark if side is Side.DARK else head.light,
                    life=tally.life[side],
                )
                for side in Side
            ],
            "story": self._told,
        }


async def tell_stories(meant: GameFiles, out: Output, *, follow: bool) -> int:
    """Tell each game in turn, or follow one file while it is written; gives the exit code."""
    catalogue, effects = Catalogue.load(), CardEffects(CardIndex.load())
    games: list[StoryFile] = []
    for path, *continued in [meant.files] if follow else chains(meant.files):
        journal = JournalWatcher(path, catalogue, effects, boards=False, continued=continued)
        story = ToldStory(path.name, journal.watcher, page_of(out))
        with meant.reading(path):
            if follow:
                async for frames in journal.follow():
                    story.take(frames)
                story.end()
            else:
                try:
                    journal.run()
                finally:  # what came before a fault is told as well
                    if journal.watcher.frames:
                        story.take(frame for frame in journal.watcher.frames if not frame.taken_back)
                        story.end()
        truncated = journal.relive.tally.truncated
        if truncated:
            meant.tell_cut(path, "told")
        damage = meant.damaged.get(path)
        games.append(StoryFile(file=str(path), truncated=truncated, damage=damage, **story.as_json()))
    out.json(Stories(games=games))
    return meant.code


def _heading(name: str, head: GameHead) -> list[Line]:
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
