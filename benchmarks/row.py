from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure: smaller is better, the bar must not be passed."""

    name: str
    value: float
    unit: str
    bar: float
