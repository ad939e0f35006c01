"""A battle in sentences: participants, weapon hits, destiny draws, totals, losses."""

from collections.abc import Iterator

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import Part, Sentence, alarm, listed, number, side_name, strong, words
from gemp_bot.report.story.phase_actions import Why, because, named
from gemp_bot.report.story.story_table import Losses, StoryTable
from gemp_bot.report.story.totals import BattleResult
from gemp_bot.sandbox.engine.game_events import (
    BattleBegan,
    DestinyDrawn,
    ForceLost,
    Forfeited,
    PowerTotalled,
    WeaponFired,
)

CRUSHING = 10
"""Battle damage from which a battle is called crushing, once a game."""
CLOSE = 1
"""Totals that differ by no more are called close."""
_BATTLE_DESTINY = "battle destiny"


class BattleStory:
    """One battle, described while it goes on.

    Args:
        stage: the table.
        began: how it began.
        why: why it was begun.
        crushed: the damage of a battle of this game was called crushing already.

    Attributes:
        crushed: the same, with this battle.
    """

    def __init__(
        self, stage: StoryTable, began: BattleBegan, why: Why | None, *, crushed: bool = False
    ) -> None:
        self.crushed = crushed
        self._stage = stage
        self._began = began
        self._why = why
        self._shots: list[DestinyDrawn] = []
        self._destiny = dict.fromkeys(Side, 0.0)
        self._totals: PowerTotalled | None = None
        self._forfeited: dict[Side, list[Part]] = {side: [] for side in Side}
        self._fallen: dict[Side, list[int]] = {side: [] for side in Side}
        self._lost = {side: Losses() for side in Side}

    @property
    def clash(self) -> BattleResult | None:
        """The battle in numbers; None if power was never counted."""
        totals = self._totals
        if totals is None:
            return None
        return BattleResult(
            place=self._stage.title(self._began.location),
            dark=totals.dark,
            light=totals.light,
            winner=totals.winner,
            damage=totals.damage,
        )

    def heading(self) -> Iterator[Sentence]:
        """How it begins."""
        stage, began = self._stage, self._began
        title = words(strong("Battle"), " at ", stage.place(began.location), ": ", side_name(began.player))
        yield Sentence(words(title, " attacks", because(self._why), "."), apart=True)
        sides = {
            side: [card for card in began.cards if stage.cast[card].side is side]
            for side in (began.player, began.player.other)
        }
        for side, cards in sides.items():
            yield Sentence(words(side_name(side), ": ", named(stage, cards)), depth=2)

    def drawn(self, news: DestinyDrawn) -> Iterator[Sentence]:
        """A destiny; those of weapons are described with the shot."""
        if news.what != _BATTLE_DESTINY:
            self._shots.append(news)
            return
        self._destiny[news.player] += news.value
        yield Sentence(
            words(side_name(news.player), " draws battle destiny ", self._card(news), "."), depth=2
        )

    def fired(self, news: WeaponFired) -> Iterator[Sentence]:
        """A shot."""
        stage = self._stage
        shot = words(stage.name(news.weapon), " at ", stage.name(news.target), ": ")
        if news.total is None:
            fate = words("no destiny to draw, a miss")
        else:
            drawn = listed([self._card(each) for each in self._shots])
            sign = "more than" if news.total > news.needed else "not more than"
            sums = f" makes {number(news.total)}," if news.total != self._drawn_sum() else ","
            fate = words(drawn, sums, f" {sign} defense value {number(news.needed)}: ")
            fate = words(fate, alarm("hit") if news.hit else "a miss")
        self._shots = []
        yield Sentence(words(shot, fate, "."), depth=2)

    def totalled(self, news: PowerTotalled) -> Iterator[Sentence]:
        """Both totals, and what follows from them."""
        self._totals = news
        totals = {Side.DARK: news.dark, Side.LIGHT: news.light}
        first = self._began.player
        both = words(
            self._sum(first, totals[first]), " against ", self._sum(first.other, totals[first.other])
        )
        if news.winner is None:
            yield Sentence(words(both, ": a tie."), depth=2)
        else:
            ahead = abs(news.dark - news.light)
            won = words(": ", side_name(news.winner), " wins by ", strong(number(ahead)), ".")
            yield Sentence(words(both, won, *self._mark(news, ahead)), depth=2)
        attrition = {Side.DARK: news.dark_attrition, Side.LIGHT: news.light_attrition}
        for side in (first, first.other):
            owed = [f"attrition {number(amount)}"] if (amount := attrition[side]) else []
            if news.winner is side.other and news.damage:
                owed.append(f"battle damage {number(news.damage)}")
            if owed:
                yield Sentence(words(side_name(side), " owes ", " and ".join(owed), "."), depth=2)

    def forfeited(self, news: Forfeited) -> None:
        """A card was forfeited."""
        self._fallen[news.player] = [card for card in self._fallen[news.player] if card != news.card]
        value = f" ({number(news.value)})"
        self._forfeited[news.player].append(words(self._stage.name(news.card), value))

    def left_the_table(self, card: int) -> None:
        """A card went to the Lost Pile; whether it was forfeited comes after."""
        self._fallen[self._stage.cast[card].side].append(card)

    def force_lost(self, news: ForceLost) -> None:
        """A unit of Force was lost to it."""
        self._lost[news.player].lose(news)

    def ending(self, *, early: bool) -> Iterator[Sentence]:
        """What it cost."""
        if early:
            yield Sentence(words("It ends before power is counted: one side has nobody left."), depth=2)
        quiet_end = True
        for side in (self._began.player, self._began.player.other):
            deeds: list[Part] = []
            if self._forfeited[side]:
                deeds.append(words("forfeits ", listed(self._forfeited[side])))
            if self._fallen[side]:
                deeds.append(
                    words("also loses " if deeds else "loses ", named(self._stage, self._fallen[side]))
                )
            if self._lost[side].units:
                deeds.append(words("loses ", self._lost[side].words))
            if deeds:
                quiet_end = False
                yield Sentence(words(side_name(side), " ", listed(deeds), "."), depth=2)
        if quiet_end:
            yield Sentence(words("Nobody falls."), depth=2)

    # -- words --------------------------------------------------------------------------------------

    def _card(self, news: DestinyDrawn) -> Part:
        if news.card is None:
            return "nothing: the Reserve Deck is empty"
        return words(strong(number(news.value)), " (", self._stage.name(news.card), ")")

    def _drawn_sum(self) -> float:
        return sum(each.value for each in self._shots)

    def _sum(self, side: Side, total: float) -> Part:
        """`Dark 8 + 3 = 11`."""
        destiny = self._destiny[side]
        before = f"{number(total - destiny)} + {number(destiny)} = " if destiny else ""
        return words(side_name(side), " ", before, strong(number(total)))

    def _mark(self, news: PowerTotalled, ahead: float) -> Iterator[Part]:
        powers = {Side.DARK: news.dark, Side.LIGHT: news.light}
        winner = news.winner
        if winner is None:
            return
        before = {side: total - self._destiny[side] for side, total in powers.items()}
        if before[winner] < before[winner.other]:
            yield words(" ", alarm("Destiny turns it!"))
        if news.damage >= CRUSHING and not self.crushed:
            self.crushed = True
            yield words(" ", alarm("A crushing blow!"))
        elif ahead <= CLOSE:
            yield words(" ", alarm("A close one!"))
