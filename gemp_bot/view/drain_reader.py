"""Force drains, read from locations that are used and from the losses that follow."""

from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.view.deed_list import DeedList
from gemp_bot.view.model import Deed, DeedKind
from gemp_bot.view.named import NamedCard
from gemp_bot.view.reasons import Reasons

_TRIGGERS = (ResponseTrigger.FORCE_DRAIN_INITIATED, ResponseTrigger.FORCE_DRAINED)


class _Drain:
    """A Force drain under way: a location was used in a control phase.

    Attributes:
        sure: it is one. Else it was one if the other side loses Force; if not, the location was used.
        losses: what that side lost.
    """

    def __init__(self, side: Side, location: NamedCard, *, sure: bool) -> None:
        self.side, self.location, self.sure = side, location, sure
        self.losses: list[Deed] = []


class DrainReader:
    """Reads the Force drains of one game, and holds their losses back until they are over.

    Args:
        reasons: why we do things.
        deeds: takes what is read.
    """

    def __init__(self, reasons: Reasons, deeds: DeedList) -> None:
        self._reasons = reasons
        self._deeds = deeds
        self._drain: _Drain | None = None
        self._chosen: CardId | None = None

    def answered(self, question: Question, wire: str) -> None:
        """A question to us was answered: it may choose the location of the next drain."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is not None and chosen.kind is ActionKind.FORCE_DRAIN:
            self._chosen = chosen.card_id

    def begin(self, side: Side, location: NamedCard) -> None:
        """A side used a location in its control phase."""
        self._drain = _Drain(side, location, sure=self._chosen == location.id)
        self._chosen = None

    def asked(self, question: Question) -> None:
        """A question was asked: it may tell of a drain, or that what was done is over."""
        if self._drain is None:
            return
        if question.reading.happening in _TRIGGERS:
            self._drain.sure = True
        elif question.kind is PromptKind.PHASE_ACTION:
            self.close()

    def takes(self, loss: Deed) -> bool:
        """Whether a loss of Force is of the drain under way; it is told with the drain then."""
        drain = self._drain
        if drain is None or loss.side is not drain.side.other:
            return False
        drain.losses.append(loss)
        return True

    def close(self) -> None:
        """Tell of the drain, and of what was lost to it."""
        drain, self._drain = self._drain, None
        if drain is None:
            return
        amount = sum(loss.amount or 0 for loss in drain.losses)
        why = self._reasons.why(drain.side, drain.location.blueprint)
        if amount or drain.sure:
            self._deeds.add(
                Deed(DeedKind.DRAINED, drain.side, location=drain.location, amount=amount, why=why)
            )
        else:  # its text, or a drain that cost nothing: that is not seen from here
            self._deeds.add(Deed(DeedKind.ACTED, drain.side, location=drain.location, why=why))
        for loss in drain.losses:
            self._deeds.add(loss)

    def forget(self) -> None:
        """Begin afresh: a snapshot follows, which says how things stand."""
        self._drain = None
        self._chosen = None
