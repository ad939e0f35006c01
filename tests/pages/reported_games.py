"""Recorded games for the tests of reports."""

from functools import cache
from pathlib import Path

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.view.model import GameView
from gemp_bot.view.watcher import JournalWatcher

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "fixtures" / "games"
GAME = ROOT / "tests" / "report" / "stories" / "demo.jsonl.gz"


@cache
def game_of(path: Path) -> GameView:
    return JournalWatcher(path, Catalogue.load(), CardEffects(CardIndex.load())).run().view()
