"""Files that people write: read whole, and one line that says what is wrong with one, and where."""

from gemp_bot.files.small_file import NotReadError, read_small
from gemp_bot.files.toml import NotTomlError, TomlFile, TomlReader, parse_toml, read_toml

__all__ = [
    "NotReadError",
    "NotTomlError",
    "TomlFile",
    "TomlReader",
    "parse_toml",
    "read_small",
    "read_toml",
]
