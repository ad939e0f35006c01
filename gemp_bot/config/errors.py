"""The one error of this room."""


class ConfigError(Exception):
    """The configuration is wrong. The message is one line: where, what, and what would be right."""
