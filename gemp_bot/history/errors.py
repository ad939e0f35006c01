"""What can be wrong with a history before a game begins."""


class HistoryError(Exception):
    """The history cannot be used; the message is one line that names the file and what would be right."""
