"""Strategies written as data: loaded, checked, and followed. Knows neither the table nor the wire.

A `Vocabulary` says what a file may speak of; `load_strategy` makes `Procedures` of a file and its
parents; `Procedures.choose` answers a question from the facts of the situation and of its options.
"""

from gemp_bot.files.problems import Problem
from gemp_bot.procedures.choosing import Procedures
from gemp_bot.procedures.loader import load_strategy, strategy_files, strategy_folders
from gemp_bot.procedures.plugins import (
    PluginError,
    find_plugin,
    find_plugins,
    load_class,
    make_from_class,
)
from gemp_bot.procedures.problems import NoSuchStrategyError, StrategyFileError
from gemp_bot.procedures.reference import reference_markdown
from gemp_bot.procedures.structs import numbers_of
from gemp_bot.procedures.trace import Choice, Decided, Trace, Veto
from gemp_bot.procedures.vocabulary import (
    CapabilityKey,
    Fact,
    KindNote,
    Names,
    NumberKey,
    Type,
    Value,
    Vocabulary,
)

__all__ = [
    "CapabilityKey",
    "Choice",
    "Decided",
    "Fact",
    "KindNote",
    "Names",
    "NoSuchStrategyError",
    "NumberKey",
    "PluginError",
    "Problem",
    "Procedures",
    "StrategyFileError",
    "Trace",
    "Type",
    "Value",
    "Veto",
    "Vocabulary",
    "find_plugin",
    "find_plugins",
    "load_class",
    "load_strategy",
    "make_from_class",
    "numbers_of",
    "reference_markdown",
    "strategy_files",
    "strategy_folders",
]
