"""What a person sets: a TOML file, the environment, the command line; and where passwords come from.

`config.example.toml` at the top of the tree is the manual.
"""

from gemp_bot.files.problems import ProblemsError


class ConfigError(ProblemsError):
    """The configuration is wrong: where, what, and what would be right."""
