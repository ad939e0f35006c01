"""Recorded games for the tests of reports.

`PICTURES=docs/pictures` in the environment writes the pictures of the docs anew.
"""

import os
from functools import cache
from pathlib import Path

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.view.journals import JournalWatcher
from gemp_bot.view.model import GameView

GAMES = Path(__file__).resolve().parents[2] / "fixtures" / "games"
GAME = GAMES / "open-demo-light-vs-server-ai.jsonl.gz"
PICTURES = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None


@cache
def game_of(path: Path) -> GameView:
    return JournalWatcher(path, Catalogue.load(), CardEffects(CardIndex.load())).run().view()
