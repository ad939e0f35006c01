"""Files that people write: read whole, and one line that says what is wrong with one, and where."""

from gemp_bot.files.small_file import NotReadError, read_small
from gemp_bot.files.toml_file import NotTomlError, TomlFile, parse_toml, read_toml
from gemp_bot.files.toml_reader import TomlReader

__all__ = [
    "NotReadError",
    "NotTomlError",
    "TomlFile",
    "TomlReader",
    "parse_toml",
    "read_small",
    "read_toml",
]
