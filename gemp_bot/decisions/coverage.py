"""How much of a set of decisions the catalogue understands (`python -m tools.prompts`)."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from gemp_bot.decisions.catalogue import Catalogue
from gemp_bot.protocol.decisions import ActionChoice, CardActionChoice, Decision, UnknownDecision


class Coverage(msgspec.Struct, frozen=True):
    """Shares by occurrence, 1.0 if nothing occurred. Questions without an option do not count.

    Attributes:
        prompt_share: prompts understood.
        action_share: labels of actions understood.
        prompts: how many prompts there were.
        actions: how many labels there were.
        texts_seen: different texts, prompts and labels; texts differ by their cards too.
        texts_known: those of them that are understood.
        unknown_prompts: plain text and count, the most frequent first.
        unknown_actions: likewise.
    """

    prompt_share: float
    action_share: float
    prompts: int
    actions: int
    texts_seen: int
    texts_known: int
    unknown_prompts: tuple[tuple[str, int], ...]
    unknown_actions: tuple[tuple[str, int], ...]


def measure(decisions: Iterable[Decision | UnknownDecision], catalogue: Catalogue) -> Coverage:
    """Read every text of the decisions and count what is understood."""
    prompts: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for decision in decisions:
        if isinstance(decision, CardActionChoice | ActionChoice):
            if not decision.actions:
                continue
            actions.update(action.action_text for action in decision.actions)
        prompts[decision.text] += 1
    return measure_texts(prompts, actions, catalogue)


def measure_texts(prompts: Counter[str], actions: Counter[str], catalogue: Catalogue) -> Coverage:
    """The same for texts that were counted before."""
    unknown_prompts: Counter[str] = Counter()
    unknown_actions: Counter[str] = Counter()
    known = 0
    for text, count in prompts.items():
        prompt = catalogue.prompt(text)
        known += prompt.known
        if not prompt.known:
            unknown_prompts[prompt.text] += count
    for text, count in actions.items():
        action = catalogue.action(text)
        known += action.known
        if not action.known:
            unknown_actions[action.text] += count
    return Coverage(
        prompt_share=_share(unknown_prompts, prompts),
        action_share=_share(unknown_actions, actions),
        prompts=prompts.total(),
        actions=actions.total(),
        texts_seen=len(prompts) + len(actions),
        texts_known=known,
        unknown_prompts=tuple(unknown_prompts.most_common()),
        unknown_actions=tuple(unknown_actions.most_common()),
    )


def _share(unknown: Counter[str], all_texts: Counter[str]) -> float:
    total = all_texts.total()
    return 1.0 - unknown.total() / total if total else 1.0
