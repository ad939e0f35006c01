"""Which function decides which rule, and which tests try it: the one part of the room that reads files."""

from gemp_bot.rules.coverage.book import Row, Table, table
from gemp_bot.rules.coverage.markdown import as_markdown

__all__ = ["Row", "Table", "as_markdown", "table"]
