"""A frame of a running game as others may see it: without our hand, and without what would tell of it."""

from collections.abc import Iterable

from msgspec.structs import replace

from gemp_bot.protocol.enums import Side
from gemp_bot.view.model import BoardView, CardView, Deed, DeedKind, Frame, OptionView, QuestionView
from gemp_bot.view.names import Why

_OF_THE_HAND = frozenset({DeedKind.DREW, DeedKind.TOOK, DeedKind.PUT_BACK})
HIDDEN = "(of the hand)"


def without_hand(frame: Frame, me: Side | None) -> Frame:
    """A frame without our hand.

    An option is shown if its card lies on the table, or if it has none; a reason, if it names no card that is
    hidden so.

    Args:
        frame: as our seat sees it.
        me: our side; None for a spectator, who has no hand.
    """
    if me is None:
        return frame
    board, question = frame.board, frame.question
    secret = {card.title.casefold() for card in board.hand if card.title}
    shown = {card.id for card in _on_table(board)}
    if question is not None:
        question = _discreet_question(question, shown, secret)
    return replace(
        frame,
        board=replace(board, hand=()) if board.hand else board,
        question=question,
        deeds=tuple(_discreet_deed(deed, me, secret) for deed in frame.deeds),
    )


def _discreet_question(question: QuestionView, shown: set[int], secret: set[str]) -> QuestionView:
    options = tuple(
        option
        if _is_open(option, shown) and not _names(option.words, secret)
        else OptionView(key="", words=HIDDEN, selectable=option.selectable)
        for option in question.options
    )
    kept = options == question.options
    return replace(
        question,
        prompt=HIDDEN if _names(question.prompt, secret) else question.prompt,
        options=options,
        answer=question.answer if kept else None,
        chosen=question.chosen if kept and not _names(question.chosen, secret) else "",
        reasons=_reasons(question.reasons, secret) if kept else (),
        others=tuple(each for each in question.others if not _names(each.words, secret)) if kept else (),
    )


def _is_open(option: OptionView, shown: set[int]) -> bool:
    """Whether it is of a card that lies on the table, or of none; a card of a pile has a passing id."""
    return option.card in shown or (option.card is None and not option.key.startswith("temp"))


def _discreet_deed(deed: Deed, me: Side, secret: set[str]) -> Deed:
    if deed.why is not None and _names(deed.why.text, secret):
        deed = replace(deed, why=None)
    if deed.kind in _OF_THE_HAND and deed.side is me and deed.cards:
        deed = replace(deed, cards=())
    return deed


def _reasons(reasons: Iterable[Why], secret: set[str]) -> tuple[Why, ...]:
    return tuple(why for why in reasons if not _names(why.text, secret))


def _names(text: str, secret: set[str]) -> bool:
    folded = text.casefold()
    return any(title in folded for title in secret)


def _on_table(board: BoardView) -> Iterable[CardView]:
    rows = [board.beside, *(here for place in board.locations for here in (place.dark, place.light))]
    for row in rows:
        yield from _with_carried(row)
    for place in board.locations:
        if place.card is not None:
            yield CardView(place.card.id)


def _with_carried(cards: Iterable[CardView]) -> Iterable[CardView]:
    for card in cards:
        yield card
        yield from _with_carried(card.carries)
