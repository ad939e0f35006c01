"""What can be wrong with a history before a game begins."""

from gemp_bot.errors import BotError


class HistoryError(BotError):
    """The history cannot be used; the message is one line that names the file and what would be right."""
