"""The scenes of a story: what was done in a phase in as few sentences as it takes, and battles."""

from collections.abc import Iterable, Iterator

from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.report.story_lines import (
    Part,
    Sentence,
    Words,
    alarm,
    because,
    card_name,
    counted,
    listed,
    name_of,
    named,
    number,
    place_name,
    side_name,
    strong,
    words,
)
from gemp_bot.view.model import Battle, BattleSide, Deed, DeedKind
from gemp_bot.view.names import NamedCard

_PILES = {
    Zone.RESERVE_DECK: "the Reserve Deck",
    Zone.FORCE_PILE: "the Force Pile",
    Zone.USED_PILE: "the Used Pile",
    Zone.LOST_PILE: "the Lost Pile",
}
_TOLD = frozenset(
    {
        DeedKind.DEPLOYED,
        DeedKind.MOVED,
        DeedKind.DRAINED,
        DeedKind.LOST,
        DeedKind.DREW,
        DeedKind.TOOK,
        DeedKind.RETRIEVED,
        DeedKind.PUT_BACK,
        DeedKind.PLAYED,
        DeedKind.LEFT,
        DeedKind.FLIPPED,
        DeedKind.DESTINY,
    }
)


class ForceLosses:
    """Units of Force that a side lost, and how many of them were cards of its hand."""

    def __init__(self) -> None:
        self.units = self.from_hand = 0

    def lose(self, deed: Deed) -> None:
        """Some more."""
        amount = int(deed.amount or 0)
        self.units += amount
        self.from_hand += amount if deed.source is Zone.HAND else 0

    @property
    def words(self) -> Words:
        """`3 Force (2 from hand)`: what is lost from hand is no life force."""
        return force(self.units, self.from_hand)


def force(units: int, from_hand: int) -> Words:
    """`3 Force (2 from hand)`."""
    hand = "" if not from_hand else " from hand" if from_hand == units else f" ({from_hand} from hand)"
    return words(strong(units), f" Force{hand}")


class PhaseActions:
    """What was done in a phase and is not told yet."""

    def __init__(self) -> None:
        self._deeds: list[Deed] = []
        self._cause: NamedCard | None = None
        self._causes: dict[int, NamedCard] = {}

    def take(self, deed: Deed) -> None:
        """Note a deed."""
        if deed.kind in (DeedKind.ACTED, DeedKind.PLAYED) and deed.cards:
            self._cause = deed.cards[0]
        if deed.kind is DeedKind.LOST and self._cause is not None:
            self._causes[len(self._deeds)] = self._cause
        if deed.kind in _TOLD:
            self._deeds.append(deed)
        if deed.kind is DeedKind.DRAINED:
            self._cause = None

    def told(self, player: Side) -> Iterator[Sentence]:
        """Tell all of it, and forget it.

        Args:
            player: whose turn it is: he need not be named.
        """
        deeds, causes = self._deeds, self._causes
        self._deeds, self._causes, self._cause = [], {}, None
        for side in (player, player.other):
            own = [deed for deed in deeds if deed.side is side]
            speaker = _Speaker(side, named_first=side is not player)
            yield from _played(speaker, own)
            yield from _drains(speaker, deeds)
            yield from _deployments(speaker, own)
            yield from _journeys(speaker, own)
            yield from _cards(speaker, own)
        yield from _losses(deeds, causes)


class _Speaker:
    """Begins sentences: `Deploys`, or `Dark deploys` where it is not the player whose turn it is."""

    def __init__(self, side: Side, *, named_first: bool) -> None:
        self.side = side
        self._named = named_first

    def __call__(self, verb: str, *rest: Part, end: str = ".") -> Sentence:
        if self._named:
            return Sentence(words(side_name(self.side), f" {verb} ", *rest, end))
        return Sentence(words(f"{verb.capitalize()} ", *rest, end))


def _of(deeds: Iterable[Deed], *kinds: DeedKind) -> list[Deed]:
    return [deed for deed in deeds if deed.kind in kinds]


# -- drains and losses ------------------------------------------------------------------------------


def _drains(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    """The drains of a side, with what the other side lost to them, which follows each."""
    places: list[Part] = []
    losses = ForceLosses()
    stopped: list[Part] = []
    for place, deed in enumerate(deeds):
        if deed.kind is not DeedKind.DRAINED or deed.side is not speaker.side:
            continue
        if not deed.amount:
            stopped.append(place_name(deed.location))
            continue
        places.append(words(f"{number(deed.amount)} at ", place_name(deed.location)))
        for loss in _following(deeds, place):
            losses.lose(loss)
    if places:
        yield speaker("drains", listed(places), "; ", side_name(speaker.side.other), " loses ", losses.words)
    if stopped:
        yield speaker("drains", "at ", listed(stopped), " in vain")


def _following(deeds: list[Deed], place: int) -> Iterator[Deed]:
    """The losses that belong to a drain."""
    drain = deeds[place]
    left = drain.amount or 0
    for deed in deeds[place + 1 :]:
        if left <= 0 or deed.kind is not DeedKind.LOST:
            return
        left -= deed.amount or 0
        yield deed


def _losses(deeds: list[Deed], causes: dict[int, NamedCard]) -> Iterator[Sentence]:
    """Force that was lost otherwise."""
    to_drains = {
        id(loss)
        for place, deed in enumerate(deeds)
        if deed.kind is DeedKind.DRAINED
        for loss in _following(deeds, place)
    }
    groups: dict[tuple[Side, NamedCard | None], ForceLosses] = {}
    for place, deed in enumerate(deeds):
        if deed.kind is DeedKind.LOST and deed.side is not None and id(deed) not in to_drains:
            groups.setdefault((deed.side, causes.get(place)), ForceLosses()).lose(deed)
    for (side, cause), losses in groups.items():
        by = () if cause is None else words(" to ", card_name(cause))
        yield Sentence(words(side_name(side), " loses ", losses.words, by, "."))


# -- deployments --------------------------------------------------------------------------------


def _played(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    played = _of(deeds, DeedKind.PLAYED)
    if played:
        yield speaker("plays", named(card for deed in played for card in deed.cards), _because(played))


def _deployments(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    came = _of(deeds, DeedKind.DEPLOYED)
    laid = [deed for deed in came if is_location(deed)]
    added = [deed for deed in laid if deed.converted is None]
    if added:
        yield speaker("adds", listed([place_name(deed.location) for deed in added]), _because(added))
    for deed in laid:
        if deed.converted is not None:
            yield speaker("converts", _conversion(speaker.side, deed, deed.converted), _because([deed]))
    groups: dict[NamedCard | None, list[Deed]] = {}
    for deed in came:
        if not is_location(deed):
            groups.setdefault(deed.location, []).append(deed)
    for place, group in groups.items():
        on = all(deed.host == place for deed in group)
        where = words(" on " if on else " at ", place_name(place))
        where = words(" beside the table") if place is None else where
        yield speaker("deploys", _who(group), where, _paid(group, free=place is not None), _because(group))


def _conversion(side: Side, deed: Deed, old: NamedCard) -> Words:
    """`Light's Kashyyyk`, which mostly keeps its name, or `Light's Docking Bay to Spaceport Docking Bay`."""
    whose = "" if old.side is None else "its own " if old.side is side else f"{name_of(old.side)}'s "
    same = deed.location is not None and deed.location.title == old.title
    return words(whose, place_name(old), () if same else words(" to ", place_name(deed.location)))


def is_location(deed: Deed) -> bool:
    """Whether it is a location that came to the table."""
    return deed.location is not None and bool(deed.cards) and deed.cards[0].id == deed.location.id


def _paid(group: list[Deed], *, free: bool) -> str:
    costs = [deed.amount for deed in group]
    if any(cost is None for cost in costs):
        return ""
    cost = sum(cost for cost in costs if cost is not None)
    return f" for {number(cost)} Force" if cost else " for nothing" if free else ""


def _who(group: list[Deed]) -> Words:
    """Who came: what stands for itself, then what came on a card or aboard one."""
    place = group[0].location
    alone = [deed for deed in group if deed.host is None or deed.host == place]
    names: list[Part] = [named(card for deed in alone for card in deed.cards)] if alone else []
    hosts: dict[NamedCard, list[NamedCard]] = {}
    for deed in group:
        if deed.host is not None and deed.host != place:
            hosts.setdefault(deed.host, []).extend(deed.cards)
    names += [words(named(cards), " (with ", card_name(host), ")") for host, cards in hosts.items()]
    return listed(names)


# -- moves ----------------------------------------------------------------------------------------


def _journeys(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    groups: dict[tuple[NamedCard | None, NamedCard | None], list[Deed]] = {}
    for deed in _whole(_of(deeds, DeedKind.MOVED)):
        card = deed.cards[0]
        if deed.origin != deed.location:
            groups.setdefault((deed.origin, deed.location), []).append(deed)
        elif deed.host is not None:
            yield Sentence(words(card_name(card), " goes aboard ", card_name(deed.host), "."))
        elif deed.left is not None:
            yield Sentence(words(card_name(card), " leaves ", card_name(deed.left), "."))
    for (origin, goal), group in groups.items():
        way = words(" from ", place_name(origin), " to ", place_name(goal))
        yield speaker("moves", named(deed.cards[0] for deed in group), way, _because(group))


def _whole(journeys: Iterable[Deed]) -> Iterator[Deed]:
    """All moves of a card as one; none of a card that ends where it began."""
    found: dict[int, Deed] = {}
    for deed in journeys:
        first = found.get(deed.cards[0].id, deed)
        found[deed.cards[0].id] = Deed(
            deed.kind,
            deed.side,
            deed.cards,
            location=deed.location,
            origin=first.origin,
            host=deed.host,
            left=first.left,
            why=deed.why,
        )
    return (deed for deed in found.values() if (deed.origin, deed.left) != (deed.location, deed.host))


# -- cards between piles ------------------------------------------------------------------------


def _cards(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    for deed in _of(deeds, DeedKind.FLIPPED):
        face, before = card_name(deed.cards[0]), deed.left
        if before is None or not before.title:
            yield Sentence(words(face, " is flipped."))
        else:
            yield Sentence(words(card_name(before), " flips to ", face, "."))
    back = _amount(_of(deeds, DeedKind.PUT_BACK))
    if back:
        yield speaker("puts", counted(back, "card"), " back from hand")
    drawn = _amount(_of(deeds, DeedKind.DREW))
    if drawn:
        yield speaker("draws", counted(drawn, "card"))
    yield from _taken(speaker, _of(deeds, DeedKind.TOOK))
    retrieved = _amount(_of(deeds, DeedKind.RETRIEVED))
    if retrieved:
        yield speaker("retrieves", strong(retrieved), " Force")
    yield from _left(speaker, _of(deeds, DeedKind.LEFT))
    for deed in _of(deeds, DeedKind.DESTINY):
        value = "" if deed.amount is None else f" {number(deed.amount)}"
        yield Sentence(words(name_of(speaker.side), f" draws {deed.what}{value} (", named(deed.cards), ")."))


def _amount(deeds: Iterable[Deed]) -> int:
    return sum(int(deed.amount or 0) for deed in deeds)


def _taken(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    groups: dict[Zone | None, list[Deed]] = {}
    for deed in deeds:
        groups.setdefault(deed.source, []).append(deed)
    for source, group in groups.items():
        cards = [card for deed in group for card in deed.cards]
        seen = len(cards) == _amount(group)
        pile = _PILES.get(source) if source is not None else None
        what = named(cards) if seen else counted(_amount(group), "card")
        yield speaker("takes", what, " into hand", "" if pile is None else f" from {pile}")


def _left(speaker: _Speaker, deeds: list[Deed]) -> Iterator[Sentence]:
    groups: dict[Zone | None, list[NamedCard]] = {}
    for deed in deeds:
        groups.setdefault(deed.goal, []).extend(deed.cards)
    for goal, cards in groups.items():
        if goal is Zone.LOST_PILE:
            yield speaker("loses", named(cards))
        else:
            where = "to hand" if goal is Zone.HAND else "from the table"
            yield speaker("takes", named(cards), f" back {where}")


def _because(group: list[Deed]) -> Words:
    """The weightiest reason of several deeds: plans for many cards promise the same with each.

    Who was to come along is told where only one of them came: the others are named by what is told.
    """
    reasons = [deed.why for deed in group if deed.why is not None and deed.why.text]
    why = max(reasons, key=lambda why: why.force, default=None)
    return because(why, alone=len(group) == 1)


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
