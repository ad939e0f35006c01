"""One tree of errors: what is made to be read is a `BotError`; what is not, is named here."""

import importlib
import inspect
import pkgutil

import gemp_bot
from gemp_bot.errors import BotError

WITHIN = {
    "gemp_bot.decisions.pattern.PatternError": "becomes a CatalogueError",
    "gemp_bot.files.small_file.NotReadError": "becomes an error that names the file",
    "gemp_bot.files.toml.NotTomlError": "becomes an error that names the file",
    "gemp_bot.inference.hidden_cards.LostTrackError": "what was counted is counted anew",
    "gemp_bot.procedures.expressions.ExpressionError": "becomes a line of a StrategyFileError",
    "gemp_bot.game.choices.IllegalChoiceError": "a client of the box is asked once more",
    "gemp_bot.game.context.OverError": "how a game of the box ends",
    "gemp_bot.game.invariants.FaultyTableError": "a fault of the box",
    "gemp_bot.sandbox.server.steps.EngineFaultError": "a fault of the box",
    "gemp_bot.sandbox.server.http.HttpRefusal": "an answer of the box",
    "gemp_bot.sandbox.server.refusals.HallRefusalError": "an answer of the box",
    "gemp_bot.threads.BusyError": "a fallback answers",
    "gemp_bot.threads.ForeignExitError": "what code of others raised",
}
"""Errors that nobody is to read, and what becomes of them."""


def test_what_is_made_to_be_read_is_of_one_tree() -> None:
    found = {}
    for module in pkgutil.walk_packages(gemp_bot.__path__, "gemp_bot."):
        if module.name.endswith("__main__"):
            continue
        for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(kind, Exception) and kind.__module__ == module.name and not name.startswith("_"):
                found[f"{module.name}.{name}"] = kind
    outside = {name for name, kind in found.items() if not issubclass(kind, BotError)}
    assert outside == set(WITHIN)
    assert len(found) - len(outside) > 40
