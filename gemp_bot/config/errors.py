"""The error of this package."""

from gemp_bot.files.problems import ProblemsError


class ConfigError(ProblemsError):
    """The configuration is wrong: where, what, and what would be right."""
