"""Strategies written as data: loaded, checked, and followed. Knows neither the table nor the wire.

A `Vocabulary` says what a file may speak of; `load_strategy` makes `Procedures` of a file and its
parents; `Procedures.choose` answers a question from the facts of the situation and of its options.
"""

from gemp_bot.procedures.choosing import Choice, Procedures
from gemp_bot.procedures.loader import NoSuchStrategyError, load_strategy, strategy_files, strategy_folders
from gemp_bot.procedures.plugins import (
    PluginError,
    find_plugin,
    find_plugins,
    load_class,
    make_from_class,
)
from gemp_bot.procedures.reading import StrategyFileError
from gemp_bot.procedures.reference import reference_markdown
from gemp_bot.procedures.vocabulary import Fact, Names, Type, Value, Vocabulary

__all__ = [
    "Choice",
    "Fact",
    "Names",
    "NoSuchStrategyError",
    "PluginError",
    "Procedures",
    "StrategyFileError",
    "Type",
    "Value",
    "Vocabulary",
    "find_plugin",
    "find_plugins",
    "load_class",
    "load_strategy",
    "make_from_class",
    "reference_markdown",
    "strategy_files",
    "strategy_folders",
]
