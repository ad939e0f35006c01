"""A game as a story, told line by line from what one seat sees; and the game in numbers that ends it."""

from collections.abc import Iterable, Iterator
from copy import deepcopy

import msgspec

from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import LIFE_FORCE, Phase, Side, Zone
from gemp_bot.report.story_lines import (
    TAKEN_BACK,
    LifeBars,
    LifeForce,
    Line,
    Sentence,
    Words,
    alarm,
    counted,
    listed,
    name_of,
    named,
    number,
    place_name,
    quiet,
    side_name,
    strong,
    words,
)
from gemp_bot.report.story_scenes import BattleStory, PhaseActions, is_location
from gemp_bot.view.model import Battle, Deed, DeedKind, Frame, PlayerView
from gemp_bot.view.names import NamedCard


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


class SideTotals(msgspec.Struct):
    """What a side did.

    Attributes:
        turns: its own turns.
        drains: Force drains that took something. drained: Force the other side lost to them.
        deployed: cards brought to the table, without locations.
        battles_begun, battles_won: in those won the total was the higher one.
        battle_force: Force the other side lost in battles. cards_taken: its cards that fell there.
    """

    turns: int = 0
    drains: int = 0
    drained: int = 0
    deployed: int = 0
    battles_begun: int = 0
    battles_won: int = 0
    battle_force: int = 0
    cards_taken: int = 0


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
        return sum(totals.turns for totals in self.sides.values())

    def fought(self, result: BattleResult) -> None:
        """Count a battle in which power was counted."""
        self.battles += 1
        if result.winner is not None:
            self.sides[result.winner].battles_won += 1
        if self.biggest is None or _size(result) > _size(self.biggest):
            self.biggest = result


def new_totals(life: dict[Side, int]) -> GameTotals:
    """Nothing has happened yet."""
    return GameTotals({side: SideTotals() for side in Side}, life)


def summary(game: GameTotals) -> Iterator[Sentence]:
    """The lines below the end."""
    begun = max(game.battles, sum(each.battles_begun for each in game.sides.values()))
    fights = counted(begun, "battle") if begun else "no battle"
    yield Sentence(words(f"{_turns(game)}, {fights}."), depth=1)
    for side, totals in game.sides.items():
        yield Sentence(
            words(
                side_name(side),
                f": {counted(totals.deployed, 'card')} deployed; ",
                f"{counted(totals.drains, 'drain')} for ",
                strong(totals.drained),
                f" Force; {counted(totals.battles_begun, 'battle')} begun, {totals.battles_won} won, ",
                strong(totals.battle_force),
                f" Force and {counted(totals.cards_taken, 'card')} taken.",
            )
        )
    result = game.biggest
    if result is not None:
        who = "a tie" if result.winner is None else f"{result.winner.value.capitalize()} won"
        sums = f"{number(result.dark)} to {number(result.light)}"
        yield Sentence(
            words("Biggest battle: ", result.place, quiet(f" (dark {sums} light, {who})"), "."),
        )


def _turns(game: GameTotals) -> str:
    """The turns as the story counts them: each player's own."""
    dark, light = game.sides[Side.DARK].turns, game.sides[Side.LIGHT].turns
    if dark == light:
        return f"{counted(dark, 'turn')} each"
    return f"{counted(dark, 'turn')} of Dark and {light} of Light"


def _size(result: BattleResult) -> tuple[float, float]:
    return result.damage, result.dark + result.light


_FLOWS = {DeedKind.ACTIVATED: "activates", DeedKind.USED: "uses"}


class QuietTurn:
    """The deeds of a turn that are told only if nothing else is."""

    def __init__(self) -> None:
        self._force = dict.fromkeys(((side, kind) for side in Side for kind in _FLOWS), 0.0)
        self._used: dict[Side, list[NamedCard]] = {side: [] for side in Side}

    def take(self, deed: Deed) -> None:
        """Note a deed."""
        side = deed.side
        if side is None:
            return
        if deed.kind in _FLOWS:
            self._force[side, deed.kind] += deed.amount or 0
        elif deed.kind is DeedKind.ACTED:
            self._used[side] += deed.cards
            if not deed.cards and deed.location is not None:
                self._used[side].append(deed.location)

    def told(self, player: Side) -> Iterator[Sentence]:
        """What was seen of the turn of a player; nobody knows from one seat that no more was done."""
        own, other = self._seen(player), self._seen(player.other)
        if own:
            yield Sentence(words(_capital(own), "."))
        if other:
            yield Sentence(words(side_name(player.other), " ", other, "."))
        which = "else to tell" if own or other else "to tell of this turn"
        yield Sentence(words(f"There is nothing {which}."))

    def _seen(self, side: Side) -> Words:
        found = [
            words(f"{verb} {number(self._force[side, kind])} Force")
            for kind, verb in _FLOWS.items()
            if self._force[side, kind]
        ]
        if self._used[side]:
            found.append(words("uses ", named(self._used[side])))
        return listed(found)


def _capital(sentence: Words) -> Words:
    first, *rest = sentence
    return words(first.text[0].upper() + first.text[1:], tuple(rest))


DANGER = 10
"""Life force at which a side is said to be in danger, once."""
_REASONS = {
    EndReason.LIFE_FORCE: "has no life force left",
    EndReason.CONCEDED: "concedes",
    EndReason.TIMEOUT: "took too long for a decision",
    EndReason.CLOCK: "ran out of time",
}
_NO_RESULT = {
    EndReason.AGREED: "both players called it off",
    EndReason.INACTIVE: "somebody never played",
    EndReason.SERVER_ERROR: "an error of the server",
}


def tell(frames: Iterable[Frame]) -> Iterator[Line]:
    """The whole story of a game, without what was taken back."""
    telling = StoryTeller()
    yield from telling.take(frame for frame in frames if not frame.taken_back)
    yield from telling.rest()


class StoryTeller:
    """Tells a game frame by frame, each once, however often it comes.

    Attributes:
        tally: the game in numbers so far, without what was taken back.
    """

    def __init__(self) -> None:
        self._frames: dict[int, Frame] = {}
        self._teller = StoryWriter()

    @property
    def tally(self) -> GameTotals:
        """The game in numbers so far."""
        return self._teller.tally

    def take(self, frames: Iterable[Frame]) -> Iterator[Line]:
        """Take frames that are new or changed; gives the lines that are ripe."""
        stale = False
        for frame in frames:
            known = self._frames.get(frame.index)
            stale = stale or (frame.taken_back and known is not None and not known.taken_back)
            if known is None and not frame.taken_back:
                if stale:  # once for all that was taken back, not once a frame: a game has thousands
                    self._begin_again()
                    stale = False
                for deed in frame.deeds:
                    yield from self._teller.hear(deed)
            self._frames[frame.index] = frame
        if stale:
            self._begin_again()

    def rest(self) -> Iterator[Line]:
        """What is not told yet, of a game that goes on or of which no more is known."""
        yield from self._teller.rest()

    def pending_lines(self) -> tuple[Line, ...]:
        """What would be told if nothing more came now. It is told later all the same."""
        return tuple(deepcopy(self._teller).rest())

    def _begin_again(self) -> None:
        """Something that was told does not count: what was told before it does."""
        self._teller = StoryWriter()
        for frame in self._frames.values():
            for deed in () if frame.taken_back else frame.deeds:
                for _ in self._teller.hear(deed):
                    pass


class StoryWriter:
    """Tells one game while it is played. The same deeds give the same story.

    Attributes:
        tally: the game in numbers so far.
    """

    def __init__(self) -> None:
        self._phase = PhaseActions()
        self._quiet = QuietTurn()
        self._fight: BattleStory | None = None
        self._turn: Deed | None = None
        self._headed = True
        self._idle = True
        self._activated = False
        self._started: list[Deed] = []
        self._in_danger: set[Side] = set()
        self._players: dict[Side, PlayerView] = {}
        self._most: dict[Side, int] = {}
        self._shown: dict[Side, int] = {}
        self._drawn = dict.fromkeys(Side, 0)
        self._lost = dict.fromkeys(Side, 0)
        self._deployed = dict.fromkeys(Side, 0)
        self._crushed = False
        self.tally = new_totals(dict.fromkeys(Side, 0))

    def hear(self, deed: Deed) -> Iterator[Line]:
        """Take in what came about; gives the lines that are ripe."""
        for player in deed.players:
            self._players[player.side] = player
            self.tally.life[player.side] = player.life
        match deed.kind:
            case DeedKind.STARTED:
                self._started.append(deed)
            case DeedKind.TURN_BEGAN:
                yield from self._turn_begins(deed)
            case DeedKind.PHASE_BEGAN:
                yield from self._phase_begins(deed.what)
            case DeedKind.BATTLE_BEGAN:
                yield from self._battle_begins(deed)
            case DeedKind.BATTLE_ENDED:
                yield from self._battle_ends(deed)
            case DeedKind.TAKEN_BACK:
                yield Sentence(words(alarm(TAKEN_BACK)), apart=True)
            case DeedKind.ENDED:
                yield from self._game_ends(deed)
            case _:
                yield from self._happens(deed)

    def rest(self) -> Iterator[Line]:
        """What is not told yet, of a game that goes on or of which no more is known."""
        if not self.tally.reason:
            yield from self._flush()

    def _happens(self, deed: Deed) -> Iterator[Line]:
        self._count(deed)
        self._quiet.take(deed)
        fight = self._fight
        if fight is None:
            self._phase.take(deed)
        else:
            yield from fight.hear(deed)
            self._crushed = fight.crushed

    def _count(self, deed: Deed) -> None:
        side = deed.side
        if side is None:
            return
        amount = int(deed.amount or 0)
        totals = self.tally.sides[side]
        match deed.kind:
            case DeedKind.DEPLOYED:
                totals.deployed += not is_location(deed)
                self._deployed[side] += deed.source in LIFE_FORCE
            case DeedKind.DRAINED:
                totals.drains += amount > 0
                totals.drained += amount
            case DeedKind.LOST if deed.source is not Zone.HAND:
                self._lost[side] += amount
            case DeedKind.DREW:
                self._drawn[side] += amount
            case DeedKind.TOOK if deed.source is not Zone.LOST_PILE:
                self._drawn[side] += amount

    # -- battles ------------------------------------------------------------------------------------

    def _battle_begins(self, deed: Deed) -> Iterator[Line]:
        yield from self._flush()
        self._idle = False
        if deed.side is not None:
            self.tally.sides[deed.side].battles_begun += 1
        self._fight = BattleStory(deed, crushed=self._crushed)
        yield from self._fight.heading()

    def _battle_ends(self, deed: Deed) -> Iterator[Line]:
        fight, self._fight = self._fight, None
        if fight is None or deed.battle is None:
            return
        battle = deed.battle
        yield from fight.ending(battle)
        for side in (battle.dark, battle.light):
            totals = self.tally.sides[side.side.other]
            totals.battle_force += side.lost
            totals.cards_taken += len(side.forfeited) + len(side.fallen)
        if (result := result_of(battle)) is not None:
            self.tally.fought(result)

    # -- turns --------------------------------------------------------------------------------------

    def _start(self) -> Iterator[Line]:
        """Where both start, and with what beside the table."""
        started, self._started = self._started, []
        for side in Side:
            own = [deed for deed in started if deed.side is side]
            places = [place_name(deed.location) for deed in own if is_location(deed)]
            others = [card for deed in own if not is_location(deed) for card in deed.cards]
            if places:
                also = words(", with ", named(others)) if others else ()
                yield Sentence(words(side_name(side), " starts at ", listed(places), also, "."), depth=0)
            elif others:
                yield Sentence(words(side_name(side), " starts with ", named(others), "."), depth=0)

    def _turn_begins(self, deed: Deed) -> Iterator[Line]:
        yield from self._flush()
        yield from self._start()
        self._turn, self._headed, self._idle, self._activated = deed, False, True, False
        self._quiet = QuietTurn()
        if deed.side is not None:
            self.tally.sides[deed.side].turns += 1

    def _phase_begins(self, phase: str) -> Iterator[Line]:
        if phase == Phase.ACTIVATE:
            return
        self._activated = True
        yield from self._flush()
        if phase == Phase.END_OF_TURN and self._turn is not None:
            if self._idle and self._turn.side is not None:
                yield from self._quiet.told(self._turn.side)
            yield from self._lives()

    def _heading(self) -> Iterator[Line]:
        """The turn, with Force and hand once Force was activated: before, the numbers are older."""
        turn = self._turn
        if self._headed or turn is None or turn.side is None:
            return
        self._headed = True
        if not self._most:
            self._most = {side: player.life for side, player in self._players.items()}
            self._shown = dict(self._most)
        player = self._players.get(turn.side)
        title = words(strong(f"Turn {number(turn.amount or 0)}, "), side_name(turn.side))
        if player is not None and self._activated:
            hand = counted(player.hand, "card")
            title = words(title, strong(f": {player.force} Force"), f", {hand} in hand")
        yield Sentence(title, depth=0, apart=True)

    def _flush(self) -> Iterator[Line]:
        """Tell what was done so far."""
        yield from self._heading()
        turn = self._turn
        if turn is None or turn.side is None:
            return
        for said in self._phase.told(turn.side):
            self._idle = False
            yield said

    def _lives(self, *, full: bool = False) -> Iterator[Line]:
        lives = tuple(
            LifeForce(
                side,
                player.life,
                max(self._most.get(side, player.life), 1),
                player.life - self._shown.get(side, player.life),
                self._drawn[side],
                self._lost[side],
                self._deployed[side],
            )
            for side in Side
            if (player := self._players.get(side)) is not None
        )
        if not lives:
            return
        self._shown = {life.side: life.now for life in lives}
        for counts in (self._drawn, self._lost, self._deployed):
            counts.update(dict.fromkeys(Side, 0))
        yield LifeBars(lives, full)
        for life in lives:
            if life.now <= DANGER and life.side not in self._in_danger:
                self._in_danger.add(life.side)
                yield Sentence(words(side_name(life.side), alarm(" is in danger!")))

    # -- the end ------------------------------------------------------------------------------------

    def _game_ends(self, deed: Deed) -> Iterator[Line]:
        if self._fight is not None:
            yield from self._fight.ending(None)
            self._fight = None
        yield from self._flush()
        self.tally.winner, self.tally.reason = deed.side, deed.what
        yield from self._lives(full=True)
        yield Sentence(words(self._verdict(deed)), depth=0, apart=True)
        yield from summary(self.tally)

    def _verdict(self, deed: Deed) -> str:
        reason = EndReason(deed.what)
        if deed.side is None:
            return f"Nobody wins: {_NO_RESULT.get(reason, reason.value)}."
        winner, loser = deed.side, deed.side.other
        why = f"{name_of(loser)} {_REASONS.get(reason, reason.value)}"
        player = self._players.get(winner)
        left = "" if player is None else f", {name_of(winner)} has {player.life}"
        return f"{name_of(winner)} wins: {why}{left}."
