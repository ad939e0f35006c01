"""Which function decides which rule, and which tests try it: the one part of the room that reads files."""

from gemp_bot.rules.coverage.book import Row, RuleCoverage, rule_coverage
from gemp_bot.rules.coverage.markdown import as_markdown

__all__ = ["Row", "RuleCoverage", "as_markdown", "rule_coverage"]
