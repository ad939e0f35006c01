"""How long places are held, and who is attacked, over recorded games: the numbers of `valuation/places.py`.

    python -m benchmarks.held FILE ... [--json]
    python -m benchmarks.held FILE ... --fit

For each location at the end of each turn of ours: of the ends of our next four turns, at how many we hold
it alone and at how many they do, by who stands there today and with which power; and how often there was a
battle in their turn between. Then what became of locations where both stood by the start of our next turn.
Then attacks in their next turn, as they were foreseen and as they came: of each place by our power and their
hand, and in all by the number of places where we stood alone. `--fit` prints the
file `gemp_bot/valuation/attacks.toml` anew: how those depend on what the opponent can bring, and how good
that is on games it was not fitted to, beside power alone. A folder stands for the journals in it. A damaged
journal is told and left out.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from benchmarks import each_journal, journal_parser, run, tell
from benchmarks.attack_fit import Sample, fitted
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.protocol.ids import CardId
from gemp_bot.replay import Relive
from gemp_bot.valuation.attacks import MOST_POWER, on_both, on_us_alone, stronger
from gemp_bot.valuation.position import LocationNumbers
from gemp_bot.valuation.reply import Reply
from gemp_bot.valuation.weights import Capabilities, Weights
from tools.tuning.fitting import TuneError

TURNS = 4
_ALONE = (3.0, 5.0, 8.0)
_AHEAD = (-3.0, -0.5, 0.6, 3.0)
_STANDOFF = (-0.5, 3.0, 6.0)
_MANY = 4
_POWERS = (4.0, 7.0)
_FEW = 3
"""Cards in their hand up to which they seldom attack."""


class Later(NamedTuple):
    """What came of a location: turns we held it, turns they did, of `TURNS`; whether they fought us there."""

    ours: float
    theirs: float
    attacked: bool


class End(NamedTuple):
    """The end of a turn of ours.

    Attributes:
        began: the places as that turn began.
        fought: the locations of battles in their next one. replied: whether there was one.
        reply: what they could do in it.
    """

    began: dict[CardId, LocationNumbers]
    places: dict[CardId, LocationNumbers]
    fought: set[CardId]
    reply: Reply
    replied: list[bool]


class Standoff(NamedTuple):
    """A place where both stood at the end of our turn, and the start of our next one.

    Attributes:
        ahead: by how much more power we had.
        lost, left: whether we, and they, are gone by then.
        more: power that they have more by then.
    """

    ahead: float
    lost: bool
    left: bool
    more: float

    @property
    def stronger(self) -> bool:
        """Whether both still stand there, they with more power."""
        return not (self.lost or self.left) and self.more > 0


def ends_of(path: Path, catalogue: Catalogue, index: CardIndex) -> tuple[str, list[End]]:
    """The name of a game, the same for both seats, and the ends of our turns in it.

    Raises:
        JournalError: it cannot be read.
    """
    memory, capabilities = GameMemory(), Capabilities()
    cards = CardSources.allowed(capabilities, index)
    reader = TableReader(Weights(), capabilities, cards, memory)
    ends: dict[int, End] = {}
    relive, last = Relive(path, catalogue), 0
    for step in relive:
        table = relive.table
        if cards.knowledge is not None and step.question is not None:
            cards.knowledge.observe(table, step.question)
        if step.update is None or table.me is None or not table.players or table.turn is None:
            continue
        if not table.is_my_turn:
            if last in ends:
                ends[last].replied[:] = [True]
            if table.battle is not None and last in ends:
                held = ends[last].places.items()
                ends[last].fought.update(card for card, each in held if each.column == table.battle.column)
            continue
        reader.observe(table)
        places = {each.id: each for each in reader.position.places if each.id is not None}
        began = ends[last].began if last == table.turn else places
        last = table.turn
        ends[last] = End(began, places, set(), reader.outlook.reply, [])
    game = None if relive.head is None else relive.head.game
    return game or path.name, list(ends.values())


def kind_of(place: LocationNumbers) -> str | None:
    """Who stands there, with which power; None for systems and for places nobody may come to."""
    mine, theirs = place.mine, place.theirs
    if place.facts.space or not (mine.present or theirs.present or (place.gives and place.their_gives)):
        return None
    if mine.present and theirs.present:
        return f"both, we ahead by {_step(mine.power - theirs.power, _AHEAD)}"
    if mine.present:
        return (
            f"we alone, power {_step(mine.power, _ALONE)}" if place.their_gives else "we out of their reach"
        )
    return f"they alone, power {_step(theirs.power, _ALONE)}" if theirs.present else "nobody"


def _step(value: float, limits: Sequence[float]) -> str:
    below = next((limit for limit in limits if value < limit), None)
    return f"{limits[-1]:g} and more" if below is None else f"below {below:g}"


def laters(ends: Sequence[End]) -> Iterator[tuple[str, Later]]:
    """What came of each location at the end of each turn that has as many after it."""
    for at in range(len(ends) - TURNS):
        for card, place in ends[at].places.items():
            kind = kind_of(place)
            if kind is None:
                continue
            ours, theirs = _turns_held(card, ends[at + 1 : at + 1 + TURNS])
            yield kind, Later(ours, theirs, card in ends[at].fought)


def _turns_held(card: CardId, ends: Sequence[End]) -> tuple[int, int]:
    """At how many of these ends we hold a location alone, and at how many they do."""
    after = [place for end in ends if (place := end.places.get(card)) is not None]
    ours = sum(each.mine.present and not each.theirs.present for each in after)
    return ours, sum(each.theirs.present and not each.mine.present for each in after)


def samples(game: str, ends: Sequence[End]) -> Iterator[tuple[str, Sample]]:
    """Whether there was a battle at each location in the turn after each turn, by who stands there."""
    for end in ends:
        if not end.replied:
            continue
        for card, place in end.places.items():
            mine, theirs = place.mine, place.theirs
            if not mine.present:
                continue
            if theirs.present:
                numbers = _numbers(place, end.reply, mine.power - theirs.power, mine.ability - theirs.ability)
                yield "both", Sample(game, numbers, float(card in end.fought))
            elif place.their_gives > 0:
                numbers = _numbers(place, end.reply, mine.power, mine.ability)
                yield "alone", Sample(game, numbers, float(card in end.fought))


def open_places(ends: Sequence[End]) -> Iterator[tuple[str, float, bool]]:
    """Of each place that they may attack: who stands there, the attack foreseen, and whether it came."""
    for end in ends:
        for card, place in end.places.items():
            mine, theirs, around = place.mine, place.theirs, end.reply.around(place)
            if not end.replied or not mine.present or not (theirs.present or place.their_gives > 0):
                continue
            if theirs.present:
                chance = on_both(mine.power - theirs.power, mine.ability - theirs.ability, around)
            else:
                chance = on_us_alone(mine.power, mine.ability, around)
            who = "both" if theirs.present else "we alone"
            hand = f"{_FEW + 1} and more" if end.reply.hand > _FEW else f"up to {_FEW}"
            yield f"{who}, power {_step(mine.power, _POWERS)}, hand {hand}", chance, card in end.fought


def exposed(ends: Sequence[End]) -> Iterator[tuple[int, float, int]]:
    """Of each turn of theirs: places where we stood alone, attacks on them foreseen, and how many came."""
    for end in ends:
        alone = [
            (card, place)
            for card, place in end.places.items()
            if place.mine.present and not place.theirs.present and place.their_gives > 0
        ]
        if end.replied and alone:
            chances = [
                on_us_alone(each.mine.power, each.mine.ability, end.reply.around(each)) for _, each in alone
            ]
            yield len(alone), sum(chances), sum(card in end.fought for card, _ in alone)


def standoffs(ends: Sequence[End]) -> Iterator[Standoff]:
    """What became of each place where both stood at the end of a turn of ours."""
    for now, then in pairwise(ends):
        for card, place in now.places.items():
            mine, theirs, after = place.mine, place.theirs, then.began.get(card)
            if mine.present and theirs.present and after is not None:
                more = after.theirs.power - theirs.power
                yield Standoff(
                    mine.power - theirs.power, not after.mine.present, not after.theirs.present, more
                )


def _numbers(place: LocationNumbers, reply: Reply, power: float, ability: float) -> dict[str, float]:
    """The numbers that chances are made of."""
    return {
        "power": min(power, MOST_POWER),
        "ability": ability,
        **reply.around(place)._asdict(),
        "stronger": stronger(power),
    }


def main(arguments: Sequence[str]) -> int:
    """Read the journals and print the table; 1 if one of them could not be read."""
    parser = journal_parser("held", __doc__)
    parser.add_argument("--fit", action="store_true", help="the chances that play reads, as TOML")
    args = parser.parse_args(arguments)
    catalogue, index = Catalogue.load(), CardIndex.load()
    found: dict[str, list[Later]] = defaultdict(list)
    fitting: dict[str, list[Sample]] = defaultdict(list)
    each_place: dict[str, list[tuple[float, int]]] = defaultdict(list)
    together: dict[int, list[tuple[float, int]]] = defaultdict(list)
    both: dict[str, list[Standoff]] = defaultdict(list)
    journals: list[bytes] = []

    def read(path: Path) -> None:
        game, ends = ends_of(path, catalogue, index)
        for kind, later in laters(ends):
            found[kind].append(later)
        for name, sample in samples(game, ends):
            fitting[name].append(sample)
        for kind, foreseen, attacked in open_places(ends):
            each_place[kind].append((foreseen, attacked))
        for each in standoffs(ends):
            both[f"we ahead by {_step(each.ahead, _STANDOFF)}"].append(each)
        for places, foreseen, came in exposed(ends):
            together[min(places, _MANY)].append((foreseen, came))
        journals.append(path.read_bytes())

    failed = min(each_journal(args.files, read), 1)
    if args.fit:
        try:
            print(fitted(fitting, journals), end="")
        except TuneError as fault:
            tell(str(fault))
            failed = 1
        return failed
    rows = {
        kind: {
            "n": len(each),
            "we hold it": round(fmean(one.ours for one in each), 2),
            "they hold it": round(fmean(one.theirs for one in each), 2),
            "battle in their turn": round(fmean(one.attacked for one in each), 3),
        }
        for kind, each in sorted(found.items())
    }
    open_to = _attacks(each_place)
    attacks = _attacks({f"{n}{' and more' if n == _MANY else ''}": each for n, each in together.items()})
    stood = {kind: _became(each) for kind, each in sorted(both.items())}
    if args.json:
        told = {
            **rows,
            "both stood": stood,
            "attacks on a place": open_to,
            "attacks by places where we stand alone": attacks,
        }
        print(json.dumps(told))
        return failed
    _print(rows)
    _print_standoffs(stood)
    _print_attacks("WHO STANDS AT A PLACE", open_to)
    _print_attacks("PLACES WHERE WE STAND ALONE", attacks)
    return failed


def _became(found: Sequence[Standoff]) -> dict[str, float]:
    """What became of places where both stood."""
    more = [each.more for each in found if each.stronger]
    return {
        "n": len(found),
        "ahead": round(fmean(each.ahead for each in found), 1),
        "we gone": sum(each.lost for each in found),
        "they gone": sum(each.left and not each.lost for each in found),
        "stronger": len(more),
        "by power": round(fmean(more), 1) if more else 0.0,
    }


def _attacks(found: Mapping[str, Sequence[tuple[float, int]]]) -> dict[str, dict[str, float]]:
    """Attacks a turn, by anything."""
    return {
        kind: {
            "turns": len(each),
            "foreseen": round(fmean(foreseen for foreseen, _ in each), 3),
            "came": round(fmean(came for _, came in each), 3),
        }
        for kind, each in sorted(found.items())
    }


def _print(rows: Mapping[str, Mapping[str, float]]) -> None:
    print(
        f"{'AT THE END OF OUR TURN':34} {'N':>5}  {'OURS':>5} {'THEIRS':>6}  {'BATTLE':>6}  of {TURNS} turns"
    )
    for kind, row in rows.items():
        print(
            f"{kind:34} {row['n']:>5}  {row['we hold it']:>5} {row['they hold it']:>6}"
            f"  {row['battle in their turn']:>6}"
        )


def _print_standoffs(rows: Mapping[str, Mapping[str, float]]) -> None:
    print(f"\n{'BOTH STOOD AT THE END OF OUR TURN':34} {'N':>5}  AHEAD  as our next turn begins")
    for kind, row in rows.items():
        print(
            f"{kind:34} {row['n']:>5}  {row['ahead']:>5}  we gone {row['we gone']}, they gone"
            f" {row['they gone']}, stronger {row['stronger']} (by {row['by power']} power)"
        )


def _print_attacks(title: str, rows: Mapping[str, Mapping[str, float]]) -> None:
    print(f"\n{title:42} {'TURNS':>5}  FORESEEN  CAME  attacks a turn")
    for kind, row in rows.items():
        print(f"{kind:42} {row['turns']:>5}  {row['foreseen']:>8}  {row['came']:>4}")


if __name__ == "__main__":
    run(main)
