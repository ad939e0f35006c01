"""The errors of this room; each message is one line."""


class ArenaError(Exception):
    """A measurement cannot be made, or cannot go on."""


class SpecError(ArenaError):
    """A spec is wrong: where, what, and what would be right."""
