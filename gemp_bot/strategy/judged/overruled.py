"""Why an answer was chosen that is not worth most, in words."""

from collections.abc import Iterator, Sequence

from gemp_bot.procedures.trace import Trace

_STEP = " step "


def why_overruled(trace: Trace, weighed: Sequence[tuple[str, float]], chosen: float) -> Iterator[str]:
    """What overruled the best score, the worth of what was passed over included.

    Args:
        trace: how the choice came about.
        weighed: every option in words, with its score in Force.
        chosen: the score of the chosen one.
    """
    forbidden = {veto.index for veto in trace.vetoes}
    better = [index for index, (_, score) in enumerate(weighed) if score > chosen]
    allowed = [index for index in better if index not in forbidden]
    made = trace.decided[0] if trace.decided else None
    if made is not None and (allowed or not better):
        best = max(allowed, key=lambda index: weighed[index][1], default=None)
        though = "" if best is None else f", though {_worth(*weighed[best])}"
        yield f"{made.why or f'chosen by {made.by}'} ({_step(made.step)}){though}"
    for veto in trace.vetoes:
        if veto.index in better:
            yield f"{veto.principle} forbids it, though {_worth(*weighed[veto.index])}: {veto.why}"
    for name in trace.overruled:
        yield f"against {name}, as nothing else was left"


def _worth(words: str, score: float) -> str:
    return f"{words} was worth {score:+.2f}"


def _step(label: str) -> str:
    """`PHASE_ACTION step 2` as it is said in a sentence."""
    kind, found, number = label.rpartition(_STEP)
    return f"step {number} of {kind}" if found else label
