"""What `steady` remembers of a game: a little, and only what questions told it."""

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.strategy.steady.places import Places

PATIENCE = 3
"""Turns after which a failed search is worth another try, for each time it failed."""
MOST_ACTIONS = 80
"""Actions in one phase; a phase that takes more runs in a circle."""
MOST_REPEATS = 12
"""Equal questions in a row; an honest one is a loss of many units, one by one."""

Deed = tuple[ActionKind | None, CardId | None, str]
"""An action as it can be met again: its kind, the card it hangs on and its label."""


class Memory:
    """One game.

    Attributes:
        pursued: the action chosen last; what is asked next is about it.
        places: what was learnt about places and cards.
    """

    def __init__(self) -> None:
        self.pursued: Option | None = None
        self.places = Places()
        self._phase: Phase | None = None
        self._turn: int | None = None
        self._player: PlayerName | None = None
        self._done: set[Deed] = set()
        self._actions = 0
        self._failed: dict[tuple[BlueprintId | None, str], tuple[int, int]] = {}
        self._last: Question | None = None
        self._repeats = 0

    def enter(self, view: Table) -> None:
        """Take note of the phase: a new one makes everything possible again. An action is over, too."""
        self.pursued = None
        self.places.look(view)
        phase, player = view.phase, view.turn_player
        if phase is not self._phase or player != self._player or view.turn != self._turn:
            self._phase, self._player, self._turn = phase, player, view.turn
            self._done.clear()
            self._actions = 0
            self.places.expects_nobody()

    def tried(self, option: Option) -> bool:
        """Whether this very action was chosen in this phase already: what it led to is known."""
        return (option.kind, option.card_id, option.text) in self._done

    def pursue(self, option: Option) -> None:
        """Note the choice of an action."""
        self.pursued = option
        self._actions += 1
        self._done.add((option.kind, option.card_id, option.text))

    def again(self, kind: ActionKind) -> None:
        """Note that the table has changed: actions of this kind, given up before, may be good now.

        Not the one that is being carried out: were it offered once more, it did not work.
        """
        pursued = self.pursued
        kept = None if pursued is None else (pursued.kind, pursued.card_id, pursued.text)
        self._done = {deed for deed in self._done if deed[0] is not kind or deed == kept}

    @property
    def weary(self) -> bool:
        """Whether this phase has seen more actions than any sensible one."""
        return self._actions >= MOST_ACTIONS

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        pursued = self.pursued
        return None if pursued is None or pursued.reading is None else pursued.reading.effect

    def search_failed(self) -> None:
        """Note that the search that is being carried out found nothing."""
        if self.pursued is not None:
            deed = (self.pursued.blueprint_id, self.pursued.text)
            times = self._failed.get(deed, (0, 0))[0] + 1
            self._failed[deed] = (times, (self._turn or 0) + PATIENCE * times)

    def hopeless(self, option: Option) -> bool:
        """Whether a search failed so often that it is too early for another one."""
        if not self._failed:
            return False
        found = self._failed.get((option.blueprint_id, option.text))
        return found is not None and (self._turn or 0) < found[1]

    def circling(self, question: Question) -> int:
        """How often the very same question came beyond what is honest; 0 for a normal one."""
        last = self._last
        self._last = question
        if last is None or last.decision != question.decision:
            self._repeats = 0
            return 0
        self._repeats += 1
        return max(self._repeats - MOST_REPEATS, 0)
