"""A battle as a small scene: who, whose weapons hit, what fate drew, who won by how much, who fell."""

from collections.abc import Iterator

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import (
    Part,
    Sentence,
    Words,
    alarm,
    because,
    card_name,
    listed,
    named,
    number,
    place_name,
    side_name,
    strong,
    words,
)
from gemp_bot.report.story.phase_actions import force
from gemp_bot.report.story.totals import BattleResult
from gemp_bot.view.battle import Battle, BattleSide
from gemp_bot.view.model import Deed, DeedKind

CRUSHING = 10
"""Battle damage from which on a blow is called crushing, once a game."""
CLOSE = 1
"""Totals that differ by no more are called close."""
_BATTLE_DESTINY = "battle destiny"


class BattleStory:
    """One battle, told while it goes on.

    Args:
        began: how it began.
        crushed: a blow of this game was called crushing already.

    Attributes:
        crushed: the same, with this battle.
    """

    def __init__(self, began: Deed, *, crushed: bool = False) -> None:
        self.crushed = crushed
        self._began = began
        self._first = began.side or Side.DARK
        self._shot: Deed | None = None
        self._draws: list[Deed] = []
        self._values: dict[int, float] = {}

    def heading(self) -> Iterator[Sentence]:
        """How it begins."""
        began, first = self._began, self._first
        title = words(strong("Battle"), " at ", place_name(began.location), ": ", side_name(first))
        yield Sentence(words(title, " attacks", because(began.why), "."), apart=True)
        for side in (first, first.other):
            cards = [card for card in began.cards if card.side is side]
            yield Sentence(words(side_name(side), ": ", named(cards)), depth=2)

    def hear(self, deed: Deed) -> Iterator[Sentence]:
        """Take in what came about in it; gives the lines that are ripe."""
        if deed.kind is DeedKind.DESTINY and self._shot is not None and deed.what != _BATTLE_DESTINY:
            self._draws.append(deed)
            return
        if deed.kind is DeedKind.HIT and self._shot is not None and deed.cards[0] in self._shot.cards[1:]:
            yield from self._fired(hit=True)
            return
        if deed.kind in (DeedKind.USED, DeedKind.ACTED):
            return
        yield from self._fired(hit=False)
        match deed.kind:
            case DeedKind.WEAPON:
                self._shot = deed
            case DeedKind.DESTINY:
                value = "" if deed.amount is None else words(" ", strong(number(deed.amount)))
                drawn = words(side_name(deed.side or self._first), f" draws {deed.what}", value)
                yield Sentence(words(drawn, " (", named(deed.cards), ")."), depth=2)
            case DeedKind.HIT:
                yield Sentence(words(card_name(deed.cards[0]), " is ", alarm("hit"), "."), depth=2)
            case DeedKind.PLAYED:
                yield Sentence(
                    words(side_name(deed.side or self._first), " plays ", named(deed.cards), "."), depth=2
                )
            case DeedKind.FORFEITED if deed.amount is not None:
                self._values[deed.cards[0].id] = deed.amount
            case DeedKind.TOTALS if deed.battle is not None:
                yield from self._totalled(deed.battle)

    def ending(self, battle: Battle | None) -> Iterator[Sentence]:
        """What it cost."""
        yield from self._fired(hit=False)
        if battle is None:
            return
        if battle.dark.total is None:
            yield Sentence(words("It ends before power is counted."), depth=2)
        quiet_end = True
        for side in (battle.of(self._first), battle.of(self._first.other)):
            lost = self._lost(side)
            if lost:
                quiet_end = False
                yield Sentence(words(side_name(side.side), " ", listed(lost), "."), depth=2)
        if quiet_end:
            yield Sentence(words("Nobody falls."), depth=2)

    # -- words --------------------------------------------------------------------------------------

    def _fired(self, *, hit: bool) -> Iterator[Sentence]:
        """The last shot, now that it is known what came of it."""
        shot, self._shot = self._shot, None
        draws, self._draws = self._draws, []
        if shot is None:
            return
        drawn = [
            words(
                "" if one.amount is None else words(strong(number(one.amount)), " "),
                "(",
                named(one.cards),
                ")",
            )
            for one in draws
        ]
        fate = words(listed(drawn), ": ") if drawn else ()
        weapon = words(card_name(shot.cards[0]), " at ", named(shot.cards[1:]), ": ")
        yield Sentence(words(weapon, fate, alarm("hit") if hit else "a miss", "."), depth=2)

    def _totalled(self, battle: Battle) -> Iterator[Sentence]:
        """Both totals, and what follows from them."""
        sides = battle.of(self._first), battle.of(self._first.other)
        both = words(_sum(sides[0]), " against ", _sum(sides[1]))
        winner = battle.winner
        if winner is None:
            yield Sentence(words(both, ": a tie."), depth=2)
        else:
            ahead = abs((battle.dark.total or 0) - (battle.light.total or 0))
            won = words(": ", side_name(winner), " wins by ", strong(number(ahead)), ".")
            yield Sentence(words(both, won, *self._mark(battle, winner, ahead)), depth=2)
        for side in sides:
            owed = [f"attrition {number(side.attrition)}"] if side.attrition else []
            owed += [f"battle damage {number(side.damage)}"] if side.damage else []
            if owed:
                yield Sentence(words(side_name(side.side), " owes ", " and ".join(owed), "."), depth=2)

    def _lost(self, side: BattleSide) -> list[Words]:
        deeds = []
        if side.forfeited:
            fallen: list[Part] = []
            for card in side.forfeited:
                value = self._values.get(card.id)
                fallen.append(words(card_name(card), "" if value is None else f" ({number(value)})"))
            deeds.append(words("forfeits ", listed(fallen)))
        if side.fallen:
            deeds.append(words("also loses " if deeds else "loses ", named(side.fallen)))
        if side.lost:
            deeds.append(words("loses ", force(side.lost, side.from_hand)))
        return deeds

    def _mark(self, battle: Battle, winner: Side, ahead: float) -> Iterator[Part]:
        won, lost = battle.of(winner), battle.of(winner.other)
        if won.power is not None and lost.power is not None and won.power < lost.power:
            yield words(" ", alarm("Destiny turns it!"))
        if lost.damage >= CRUSHING and not self.crushed:
            self.crushed = True
            yield words(" ", alarm("A crushing blow!"))
        elif ahead <= CLOSE:
            yield words(" ", alarm("A close one!"))


def _sum(side: BattleSide) -> Words:
    """`Dark 8 + 3 = 11`."""
    total = side.total or 0
    more = 0 if side.power is None else total - side.power
    before = f"{number(total - more)} + {number(more)} = " if more > 0 else ""
    return words(side_name(side.side), " ", before, strong(number(total)))


def result_of(battle: Battle) -> BattleResult | None:
    """A battle in numbers; None if it never came to blows."""
    dark, light = battle.dark, battle.light
    if dark.total is None or light.total is None:
        return None
    return BattleResult(
        place="" if battle.location is None else battle.location.title,
        dark=dark.total,
        light=light.total,
        winner=battle.winner,
        damage=max(dark.damage, light.damage),
    )
