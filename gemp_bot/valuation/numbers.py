"""What a number of a strategy file means: unit, range, meaning."""

import msgspec


def number(unit: str, low: float, high: float, meaning: str) -> msgspec.Meta:
    """The mark of a number.

    Args:
        unit: what it is counted in; empty for a share or a probability.
        low: the least it may be.
        high: the most it may be.
        meaning: what it is, for the reference page.
    """
    return msgspec.Meta(ge=low, le=high, description=meaning, extra={"unit": unit})
