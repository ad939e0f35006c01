"""A game in numbers, and the lines that end its story."""

from collections.abc import Iterator

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import Sentence, counted, number, quiet, side_name, strong, words


class BattleResult(msgspec.Struct, frozen=True):
    """A battle in numbers.

    Attributes:
        place: title of the location.
        dark, light: total power with destiny.
        winner: None for a tie.
        damage: battle damage of the loser.
    """

    place: str
    dark: float
    light: float
    winner: Side | None
    damage: float


class SideTotals(msgspec.Struct):
    """What a side did.

    Attributes:
        turns: its own turns.
        drains: Force drains that took something. drained: Force the other side lost to them.
        deployed: cards brought to the table, without locations.
        begun, won: battles. dealt: Force the other side lost in battles. felled: its cards that fell there.
    """

    turns: int = 0
    drains: int = 0
    drained: int = 0
    deployed: int = 0
    begun: int = 0
    won: int = 0
    dealt: int = 0
    felled: int = 0

    def as_json(self) -> dict[str, int]:
        """As `story --json` and `demo --json` tell it."""
        return {
            "deployed": self.deployed,
            "drains": self.drains,
            "drained": self.drained,
            "battles_begun": self.begun,
            "battles_won": self.won,
            "battle_force": self.dealt,
            "cards_taken": self.felled,
        }


class GameTotals(msgspec.Struct):
    """A game in numbers.

    Attributes:
        life: life force as it is.
        winner: None while it runs, and if there is no winner. reason: why it ended; empty while it runs.
        biggest: the battle with the most damage, then the most power.
    """

    sides: dict[Side, SideTotals]
    life: dict[Side, int]
    battles: int = 0
    biggest: BattleResult | None = None
    winner: Side | None = None
    reason: str = ""

    @property
    def turns(self) -> int:
        """Turns of both players."""
        return sum(account.turns for account in self.sides.values())

    def fought(self, clash: BattleResult) -> None:
        """Count a battle in which power was counted."""
        self.battles += 1
        if clash.winner is not None:
            self.sides[clash.winner].won += 1
        if self.biggest is None or _size(clash) > _size(self.biggest):
            self.biggest = clash


def new_totals(life: dict[Side, int]) -> GameTotals:
    """Nothing has happened yet."""
    return GameTotals({side: SideTotals() for side in Side}, life)


def summary(tally: GameTotals) -> Iterator[Sentence]:
    """The lines below the end."""
    fights = "no battle" if not tally.battles else f"{counted(tally.battles, 'battle')}"
    yield Sentence(words(f"{_turns(tally)}, {fights}."), depth=1)
    for side, account in tally.sides.items():
        yield Sentence(
            words(
                side_name(side),
                f": {counted(account.deployed, 'card')} deployed; ",
                f"{counted(account.drains, 'drain')} for ",
                strong(account.drained),
                f" Force; {counted(account.begun, 'battle')} begun, {account.won} won, ",
                strong(account.dealt),
                f" Force and {counted(account.felled, 'card')} taken.",
            )
        )
    clash = tally.biggest
    if clash is not None:
        who = "a tie" if clash.winner is None else f"{clash.winner.value.capitalize()} won"
        sums = f"{number(clash.dark)} to {number(clash.light)}"
        yield Sentence(
            words("Biggest battle: ", clash.place, quiet(f" (dark {sums} light, {who})"), "."),
        )


def _turns(tally: GameTotals) -> str:
    """The turns as the story counts them: each player's own."""
    dark, light = tally.sides[Side.DARK].turns, tally.sides[Side.LIGHT].turns
    if dark == light:
        return f"{counted(dark, 'turn')} each"
    return f"{counted(dark, 'turn')} of Dark and {light} of Light"


def _size(clash: BattleResult) -> tuple[float, float]:
    return clash.damage, clash.dark + clash.light
