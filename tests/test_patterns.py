"""The regular expressions of the package are all found: `benchmarks.patterns` judges how they grow."""

from patterns import BOUNDED, every_pattern


def test_every_expression_is_known() -> None:
    every = every_pattern()
    assert len(every) > 80
    assert {"gemp_bot.logs._FIELD_IN_TEXT", "gemp_bot.protocol.html._CLOSED_CARD"} <= every.keys()
    for prefix in BOUNDED:
        assert any(where.startswith(prefix) for where in every), prefix
