"""What comes about in a game, which texts may listen to, and actions under way on the stack (rules 7)."""

from dataclasses import dataclass

from gemp_bot.decisions.kinds import ActionKind, ResponseTrigger
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.timing import ActionStep, next_step


@dataclass(slots=True, eq=False)
class Trigger:
    """Something that just came about, or is about to.

    Attributes:
        kind: what. by: who did it. about: the cards it is about; the first is the one that acts.
        detail: what tells events of one kind apart, as what a destiny is drawn for.
    """

    kind: ResponseTrigger | str
    by: Side
    about: tuple[int, ...] = ()
    detail: str = ""


@dataclass(slots=True, eq=False)
class StackEntry:
    """An action on the stack.

    Attributes:
        player: who acts. kind: what he does. card: the card it hangs on.
        step: how far it has come.
    """

    player: Side
    kind: ActionKind
    card: int
    step: ActionStep = ActionStep.INITIATION

    def advance(self) -> None:
        """Go on to the next step."""
        self.step = next_step(self.step)
