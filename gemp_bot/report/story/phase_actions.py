"""The actions of a player in a phase, in as few sentences as possible."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import msgspec

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import (
    Part,
    Sentence,
    Words,
    counted,
    listed,
    number,
    of_side,
    quiet,
    side_name,
    times,
    words,
)
from gemp_bot.report.story.story_table import Losses, StoryTable

_MOST_REASONS = 1


class Why(msgspec.Struct, frozen=True):
    """Why a player did something: a few words, and the expected gain in Force."""

    text: str
    force: float = 0.0


AskWhy: TypeAlias = Callable[[Side, ActionKind, int], Why | None]
"""From player, kind of action and its card to the reason; None where none is known."""


class Deployment(msgspec.Struct, frozen=True):
    """A deployed card.

    Attributes:
        place: where; None for a location. host: on or aboard of what; None for nothing.
        cost: Force used for it. why: why it came.
    """

    card: int
    place: int | None
    host: int | None
    cost: int
    why: Why | None


class Move(msgspec.Struct, frozen=True):
    """A card that moved on the table.

    Attributes:
        origin, goal: the locations. left, host: what it was on before, and is on now; None for nothing.
    """

    card: int
    origin: int | None
    goal: int | None
    host: int | None
    left: int | None


class Drain(msgspec.Struct, frozen=True):
    """A Force drain."""

    place: int
    amount: int


class PhaseActions:
    """The actions that were not described yet.

    Args:
        stage: the table.
    """

    def __init__(self, stage: StoryTable) -> None:
        self._stage = stage
        self.deployments: list[Deployment] = []
        self.journeys: list[Move] = []
        self.drains: list[Drain] = []
        self.losses = Losses()
        self.drawn = 0

    def told(self, player: Side) -> Iterator[Sentence]:
        """Give the sentences about all of it, and forget it."""
        yield from self._drains(player)
        yield from self._deployments()
        yield from self._journeys()
        if self.drawn:
            yield Sentence(words(f"Draws {counted(self.drawn, 'card')}."))
        self.deployments, self.journeys, self.drains = [], [], []
        self.losses = Losses()
        self.drawn = 0

    # -- drains -------------------------------------------------------------------------------------

    def _drains(self, player: Side) -> Iterator[Sentence]:
        drains = [drain for drain in self.drains if drain.amount]
        if drains:
            where = listed([words(f"{one.amount} at ", self._stage.place(one.place)) for one in drains])
            loses = words("; ", side_name(player.other), " loses ", self.losses.words, ".")
            yield Sentence(words("Drains ", where, loses))

    # -- deployments --------------------------------------------------------------------------------

    def _deployments(self) -> Iterator[Sentence]:
        laid = [one for one in self.deployments if one.place is None]
        if laid:
            yield Sentence(
                words("Adds ", listed([self._stage.place(one.card) for one in laid]), _because(laid, 1), ".")
            )
        groups: dict[int, list[Deployment]] = {}
        for one in self.deployments:
            if one.place is not None:
                groups.setdefault(one.place, []).append(one)
        for place, group in groups.items():
            cost = sum(one.cost for one in group)
            paid = f" for {cost} Force" if cost else " for nothing"
            where = words(" at ", self._stage.place(place))
            yield Sentence(words("Deploys ", self._came(group), where, paid, _because(group), "."))

    def _came(self, group: list[Deployment]) -> Words:
        """The deployed cards: those on their own first, then those on a card or aboard one."""
        stage = self._stage
        alone = times(stage.title(one.card) for one in group if one.host is None)
        names: list[Part] = [of_side(title, stage.cast[group[0].card].side) for title in alone]
        names += [
            words(stage.name(one.card), " (with ", stage.name(one.host), ")")
            for one in group
            if one.host is not None
        ]
        return listed(names)

    # -- moves --------------------------------------------------------------------------------------

    def _journeys(self) -> Iterator[Sentence]:
        stage = self._stage
        groups: dict[tuple[int | None, int | None], list[int]] = {}
        for one in _whole(self.journeys):
            if one.origin != one.goal:
                groups.setdefault((one.origin, one.goal), []).append(one.card)
            elif one.host is not None:
                yield Sentence(words(stage.name(one.card), " goes aboard ", stage.name(one.host), "."))
            elif one.left is not None:
                yield Sentence(words(stage.name(one.card), " leaves ", stage.name(one.left), "."))
        for (origin, goal), cards in groups.items():
            way = words(" from ", stage.place(origin), " to ", stage.place(goal), ".")
            yield Sentence(words("Moves ", named(stage, cards), way))


def _whole(journeys: Iterable[Move]) -> Iterator[Move]:
    """All moves of a card as one; none of a card that ends where it began."""
    found: dict[int, Move] = {}
    for one in journeys:
        first = found.get(one.card, one)
        found[one.card] = Move(one.card, first.origin, one.goal, one.host, first.left)
    return (one for one in found.values() if (one.origin, one.left) != (one.goal, one.host))


def named(stage: StoryTable, cards: Iterable[int]) -> Words:
    """Cards of one side by name, equal ones counted."""
    found = list(cards)
    if not found:
        return words("nobody")
    side = stage.cast[found[0]].side
    return listed([of_side(title, side) for title in times(stage.title(card) for card in found)])


def because(why: Why | None) -> Words:
    """A reason behind a sentence; nothing where there is none."""
    return () if why is None or not why.text else words(quiet(f" ({why.text}, {why.force:+.1f} Force)"))


def _because(group: Iterable[Deployment], most: int = _MOST_REASONS) -> Words:
    """The reasons of several deployments as one: the weightiest words, and all they promise."""
    reasons = sorted((one.why for one in group if one.why is not None), key=lambda why: -why.force)
    texts = list(dict.fromkeys(why.text for why in reasons if why.text))[:most]
    if not texts:
        return ()
    return because(Why("; ".join(texts), float(number(sum(why.force for why in reasons)))))
