"""Writes events of the engine as lines of a story."""

from collections.abc import Iterable, Iterator

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.report.story.battle import BattleStory
from gemp_bot.report.story.lines import (
    LifeBars,
    LifeForce,
    Line,
    Sentence,
    alarm,
    counted,
    side_name,
    strong,
    words,
)
from gemp_bot.report.story.phase_actions import AskWhy, Deployment, Drain, Move, PhaseActions
from gemp_bot.report.story.story_table import ON_TABLE, StoryCards, StoryTable
from gemp_bot.report.story.totals import new_totals, summary
from gemp_bot.sandbox.engine.game_events import (
    ActionTaken,
    BattleBegan,
    BattleEnded,
    CardDrawn,
    CardMoved,
    DestinyDrawn,
    DrainInitiated,
    ForceLost,
    Forfeited,
    GameEnded,
    Happened,
    PhaseBegan,
    PowerTotalled,
    Recirculated,
    TurnBegan,
    WeaponFired,
)
from gemp_bot.sandbox.engine.outcome import Reason

DANGER = 10
"""Life force at which a side is said to be in danger, once."""


def no_reason(_player: Side, _kind: ActionKind, _card: int) -> None:
    """No reasons are known."""


def tell(cast: StoryCards, happened: Iterable[Happened], why: AskWhy = no_reason) -> Iterator[Line]:
    """The whole story of a game."""
    teller = StoryWriter(cast, why)
    for news in happened:
        yield from teller.hear(news)


class StoryWriter:
    """Writes the story of one game while it is played. The same events and reasons give the same story.

    Args:
        cast: every card of both decks.
        why: asked for the reason of an action when it is taken.

    Attributes:
        tally: the game in numbers so far.
    """

    def __init__(self, cast: StoryCards, why: AskWhy = no_reason) -> None:
        self._stage = StoryTable(cast)
        self._why = why
        self._deeds = PhaseActions(self._stage)
        self._fight: BattleStory | None = None
        self._turn: TurnBegan | None = None
        self._headed = True
        self._idle = True
        self._acting: ActionTaken | None = None
        self._in_danger: set[Side] = set()
        self._shown = dict(self._stage.most)
        self._drawn = dict.fromkeys(Side, 0)
        self._crushed = False
        self.tally = new_totals(dict(self._stage.most))

    def hear(self, news: Happened) -> Iterator[Line]:  # noqa: C901 - one case for each kind of news
        """Process an event; gives the lines that are complete."""
        match news:
            case CardMoved():
                yield from self._moved(news)
            case Recirculated():
                self._stage.recirculated(news)
            case TurnBegan():
                yield from self._turn_begins(news)
            case PhaseBegan():
                yield from self._phase_begins(news.phase)
            case ActionTaken():
                self._acting = news
            case DrainInitiated():
                self._deeds.drains.append(Drain(news.location, news.amount))
                self.tally.sides[news.player].drains += news.amount > 0
            case ForceLost():
                self._force_lost(news)
            case CardDrawn():
                self._deeds.drawn += 1
                self._drawn[news.player] += 1
            case BattleBegan():
                yield from self._battle_begins(news)
            case BattleEnded():
                yield from self._battle_ends(early=news.early)
            case GameEnded():
                yield from self._game_ends(news)
            case _:
                yield from self._in_battle(news)
        self.tally.life = {side: self._stage.life(side) for side in Side}

    def _in_battle(self, news: Happened) -> Iterator[Line]:
        fight = self._fight
        if fight is None:
            return
        match news:
            case DestinyDrawn():
                yield from fight.drawn(news)
            case WeaponFired():
                yield from fight.fired(news)
            case PowerTotalled():
                yield from fight.totalled(news)
                self._crushed = fight.crushed
            case Forfeited():
                fight.forfeited(news)

    # -- cards --------------------------------------------------------------------------------------

    def _moved(self, news: CardMoved) -> Iterator[Line]:
        stage = self._stage
        origin = stage.where(news.card)
        left = stage.host(news.card)
        stage.moved(news)
        if news.was is Zone.HAND and news.zone in (Zone.LOCATIONS, *ON_TABLE):
            self._deployed(news)
        elif news.was is Zone.RESERVE_DECK and news.zone is Zone.LOCATIONS:
            yield Sentence(words(side_name(news.owner), " starts at ", stage.place(news.card), "."), depth=0)
        elif news.was in ON_TABLE and news.zone in ON_TABLE:
            goal = stage.where(news.card)
            self._deeds.journeys.append(Move(news.card, origin, goal, stage.host(news.card), left))
        elif news.was in ON_TABLE and news.zone is Zone.LOST_PILE and self._fight is not None:
            self._fight.left_the_table(news.card)
            self.tally.sides[news.owner.other].felled += 1

    def _deployed(self, news: CardMoved) -> None:
        acting = self._acting
        mine = acting is not None and acting.card == news.card
        laid = news.zone is Zone.LOCATIONS
        self._deeds.deployments.append(
            Deployment(
                card=news.card,
                place=None if laid else self._stage.where(news.card),
                host=news.host,
                cost=acting.cost if acting is not None and mine else 0,
                why=self._why(news.owner, ActionKind.DEPLOY, news.card),
            )
        )
        self.tally.sides[news.owner].deployed += not laid

    def _force_lost(self, news: ForceLost) -> None:
        account = self.tally.sides[news.player.other]
        if self._fight is not None:
            self._fight.force_lost(news)
            account.dealt += 1
        else:
            self._deeds.losses.lose(news)
            account.drained += 1

    # -- battles ------------------------------------------------------------------------------------

    def _battle_begins(self, news: BattleBegan) -> Iterator[Line]:
        yield from self._flush()
        self._idle = False
        self.tally.sides[news.player].begun += 1
        why = self._why(news.player, ActionKind.INITIATE_BATTLE, news.location)
        self._fight = BattleStory(self._stage, news, why, crushed=self._crushed)
        yield from self._fight.heading()

    def _battle_ends(self, *, early: bool) -> Iterator[Line]:
        fight, self._fight = self._fight, None
        if fight is None:
            return
        yield from fight.ending(early=early)
        if (clash := fight.clash) is not None:
            self.tally.fought(clash)

    # -- turns --------------------------------------------------------------------------------------

    def _turn_begins(self, news: TurnBegan) -> Iterator[Line]:
        yield from self._flush()
        if self._turn is None:
            self._stage.begin()
            self._shown = dict(self._stage.most)
        self._turn, self._headed, self._idle = news, False, True
        self.tally.sides[news.player].turns += 1

    def _phase_begins(self, phase: Phase) -> Iterator[Line]:
        if phase is Phase.ACTIVATE:
            return
        yield from self._flush()
        if phase is Phase.END_OF_TURN:
            if self._idle:
                yield Sentence(words("Does nothing."))
            yield from self._lives()

    def _heading(self) -> Iterator[Line]:
        """The turn, once it is known how much Force there is."""
        if self._headed or self._turn is None:
            return
        self._headed = True
        side = self._turn.player
        force = self._stage.count(side, Zone.FORCE_PILE)
        hand = self._stage.count(side, Zone.HAND)
        title = words(strong(f"Turn {self._turn.number}, "), side_name(side), strong(f": {force} Force"))
        yield Sentence(words(title, f", {counted(hand, 'card')} in hand"), depth=0, apart=True)

    def _flush(self) -> Iterator[Line]:
        """Give the sentences about what was done so far."""
        yield from self._heading()
        if self._turn is None:
            return
        for said in self._deeds.told(self._turn.player):
            self._idle = False
            yield said

    def _lives(self, *, full: bool = False) -> Iterator[Line]:
        stage = self._stage
        lives = tuple(
            LifeForce(
                side,
                stage.life(side),
                stage.most[side],
                stage.life(side) - self._shown[side],
                self._drawn[side],
            )
            for side in Side
        )
        self._shown = {life.side: life.now for life in lives}
        self._drawn = dict.fromkeys(Side, 0)
        yield LifeBars(lives, full)
        for life in lives:
            if life.now <= DANGER and life.side not in self._in_danger:
                self._in_danger.add(life.side)
                yield Sentence(words(side_name(life.side), alarm(" is in danger!")))

    def _game_ends(self, news: GameEnded) -> Iterator[Line]:
        yield from self._battle_ends(early=False)
        yield from self._flush()
        self.tally.winner, self.tally.reason = news.winner, str(news.reason)
        self.tally.life = {side: self._stage.life(side) for side in Side}
        yield from self._lives(full=True)
        yield Sentence(words(*self._verdict(news)), depth=0, apart=True)
        yield from summary(self.tally)

    def _verdict(self, news: GameEnded) -> Iterator[str]:
        if news.winner is None:
            yield f"Nobody wins: {news.reason.value}."
            return
        winner, loser = news.winner.value.capitalize(), news.winner.other.value.capitalize()
        left = self._stage.life(news.winner)
        why = f"{loser} has no life Force left" if news.reason is Reason.DEPLETED else news.reason.value
        yield f"{winner} wins: {why}, {winner} has {left}."
