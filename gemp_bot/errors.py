"""The root of the tree of errors: whatever a person did wrong, or a server or file, and not the program."""


class BotError(Exception):
    """Base of all errors that are made to be read: one line, what is wrong and what would be right."""
