"""The error of this package."""


class ConfigError(Exception):
    """The configuration is wrong. The message is one line: where, what, and what would be right."""
