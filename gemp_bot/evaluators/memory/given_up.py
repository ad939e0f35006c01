"""Which actions were chosen and given up, since no target that was offered was of use."""

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.protocol.ids import BlueprintId, CardId

Standing = tuple[int, frozenset[CardId]]
"""The number of locations, and the cards at them."""
_ActionKey = tuple[ActionKind | None, BlueprintId | None, str]


class GivenUpMemory:
    """Actions that led to no target, with the table they were chosen at."""

    __slots__ = ("_at",)

    def __init__(self) -> None:
        self._at: dict[_ActionKey, Standing] = {}

    def give_up(self, pursued: Option, standing: Standing) -> None:
        """The action that is being carried out found no target of use."""
        self._at[_key(pursued)] = standing

    def in_vain(self, option: Option, standing: Standing) -> bool:
        """Whether this action, of any copy of its card, found no target at the same table."""
        return bool(self._at) and self._at.get(_key(option)) == standing


def _key(option: Option) -> _ActionKey:
    return option.kind, option.blueprint_id, option.text
