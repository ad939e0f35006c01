"""Whether a server would take an answer: written from the protocol (7.2 to 7.9), apart from the program."""

from gemp_bot.protocol import decisions as wire

_LEAST, _MOST = -(2**31), 2**31 - 1


def is_taken(decision: wire.Decision | wire.UnknownDecision, answer: str) -> bool:  # noqa: PLR0911
    """Whether the server takes this answer, or at least ends no game over it where nothing can be right."""
    match decision:
        case wire.CardActionChoice(actions=actions):
            return answer == "" or answer in {action.action_id for action in actions}
        case wire.ActionChoice(actions=triggers):
            keys = {trigger.action_id for trigger in triggers} - {""}
            return answer in keys if keys else answer == ""
        case wire.CardSelection(card_ids=ids):
            return _fits(answer, {str(card) for card in ids}, decision.min, decision.max)
        case wire.ArbitraryCards(cards=cards):
            pool = {card.card_id for card in cards if card.selectable}
            if decision.return_any_change:
                return _parts(answer) is not None and set(_parts(answer) or ()) <= pool
            return _fits(answer, {key for key in pool if key and "," not in key}, decision.min, decision.max)
        case wire.MultipleChoice(results=results):
            return answer == "" if not results else answer.isdecimal() and int(answer) < len(results)
        case wire.IntegerChoice():
            return _is_between(answer, decision)
    return answer == "" or isinstance(decision, wire.EmptyDecision)


def _parts(answer: str) -> list[str] | None:
    """The cards an answer names; None if one comes twice."""
    parts = answer.split(",") if answer else []
    return parts if len(set(parts)) == len(parts) else None


def _fits(answer: str, pool: set[str], low: int, high: int) -> bool:
    parts = _parts(answer)
    if parts is None or not set(parts) <= pool:
        return False
    if max(low, 0) > min(high, len(pool)):
        return True  # no number of cards is right: nothing that is asked is left to be broken
    return low <= len(parts) <= high


def _is_between(answer: str, decision: wire.IntegerChoice) -> bool:
    try:
        number = int(answer)
    except ValueError:
        return False
    low = _LEAST if decision.min is None else decision.min
    high = _MOST if decision.max is None else decision.max
    return _LEAST <= number <= _MOST and (low <= number <= high or low > high)
