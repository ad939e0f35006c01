"""Whether to start a battle: the exact odds of the rules, at the place of the battle."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from gemp_bot.decisions import Option
from gemp_bot.evaluators.card_value import anywhere, grounded, unmaintained
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.shots import destinies, shots
from gemp_bot.evaluators.weighed import OUR, THEIRS, WE, Part, part
from gemp_bot.inference import HiddenPile
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.battle_odds import BattleChances, BattleStrength, Expectation, Stake, showings
from gemp_bot.rules.destiny import Draws
from gemp_bot.rules.destiny_sums import Distribution, Reserve
from gemp_bot.rules.payment import Purse
from gemp_bot.search.ways import staying
from gemp_bot.valuation.deployment import BATTLE_COST
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import aftermath, waited
from gemp_bot.valuation.position import FighterView, Group, LocationNumbers
from gemp_bot.valuation.stakes import Stakes, stakes_of

THEY_LOSE, WE_LOSE, WEAPONS = "they lose", "we lose", "weapons"
BEHIND = "battles from behind brought less than their odds"
OF_BATTLE = frozenset({THEY_LOSE, WE_LOSE, WEAPONS, BEHIND})
"""The reasons that together are what a battle itself is expected to bring."""
_LESS = 0.6
"""Force that a battle brings less than its odds for each power that we are behind.

29 recorded ones, behind by 2.0 on average, were promised 1.3 and brought 0.1; 101 begun with as much power
or more were promised 3.3 and brought 3.3.
"""


@lru_cache(maxsize=1)
def usual_destiny() -> Distribution:
    """Destinies of a usual deck."""
    return Distribution.of_counts(((0, 6), (1, 12), (2, 10), (3, 11), (4, 9), (5, 7), (6, 4), (7, 1)))


def initiate(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """What a battle at the place of the action brings."""
    place = ctx.position.at(option.card_id)
    if place is None or not place.theirs.anybody or not place.mine.anybody:
        return part("nobody to fight", -1)
    free = option.reading is not None and bool(option.reading.fields.get("free"))
    if not ctx.capabilities.battle_odds:
        ahead = place.fighting.mine.power - place.fighting.theirs.power
        return (Part(f"{OUR} power exceeds {THEIRS}", ahead), *_used(ctx, 1.0, free=free))
    return _begun(ctx, place, free=free)


def standing_battles(ctx: DecisionContext) -> dict[int, float]:
    """What battles bring, as they are judged in the battle phase, where both stand; by column, in Force."""
    return {
        place.column: max(sum(each.force for each in _begun(ctx, place)), 0.0)
        for place in ctx.position.places
        if place.mine.anybody and place.theirs.anybody
    }


def _begun(ctx: DecisionContext, place: LocationNumbers, *, free: bool = False) -> tuple[Part, ...]:
    """What a battle at a place brings, by the odds of the rules."""
    position, outlook = ctx.position, ctx.outlook
    # Those whom a text keeps out of it are no part of it; in what the place brings without it they are.
    fought = place.fighting
    expected = odds(ctx, fought)
    leave = position.force >= place.mine.cards and not place.mine.kept_out  # each who walks away uses a Force
    stakes = stakes_of(position.life, position.their_life)
    quiet = (waited if leave else staying)(place, place.mine, place.theirs, outlook)
    hurdle = outlook.weights.battle_threshold * outlook.caution
    parts = (
        Part(THEY_LOSE, stakes.theirs * float(expected.theirs), told="your opponent loses"),
        Part(WE_LOSE, -stakes.ours * float(expected.ours), told="you lose"),
        Part(WEAPONS, _weapons(ctx, fought)),
        Part(BEHIND, -_LESS * max(fought.theirs.power - fought.mine.power, 0.0)),
        *_by_texts(ctx, fought, stakes),
        Part("what the place brings afterwards", aftermath(place, place.mine, place.theirs, outlook)),
        Part("what it brings without a battle", -quiet),
        *_used(ctx, ctx.force_price, free=free),
        Part("the least a battle must promise, as things go wrong", -hurdle),
    )
    stopped = _stopped(ctx, sum(each.force for each in parts), 0.0 if free else BATTLE_COST)
    return tuple([each for each in (*parts, *stopped) if each.force])


def _by_texts(ctx: DecisionContext, place: LocationNumbers, stakes: Stakes) -> Iterator[Part]:
    """What texts have both lose and retrieve as a battle is begun, and by its odds as it is won."""
    side, found = ctx.stock.side, defaultdict[str, float](float)
    begun, won, lost = (ctx.reader.battle_tolls(place, winner) for winner in (None, side, side.other))
    # Seldom anything hangs on who wins, and the odds are dear.
    ahead, tied = chances_ahead(ctx, place) if won or lost else (0.0, 0.0)
    for words, tolls, chance in (
        ("as the battle is begun", begun, 1.0),
        (f"if {WE} win it", won, ahead),
        (f"if {WE} lose it", lost, 1 - ahead - tied),
    ):
        for title, toll in tolls:
            ours = toll.side is side
            zones = ctx.stock.zones if ours else ctx.position.their_zones
            force = min(toll.amount, zones.lost_pile) if toll.retrieved else -toll.amount
            found[f"{title}, {words}"] += chance * force * (stakes.ours if ours else -stakes.theirs)
    return (Part(words, force) for words, force in found.items())


def _stopped(ctx: DecisionContext, promised: float, used: float) -> tuple[Part, ...]:
    """What a battle promises less where a card that they may hold cancels it, for want of Force."""
    lore, seen = ctx.cards.effects, ctx.cards.knowledge
    if lore is None or seen is None or promised <= 0:
        return ()
    left = max(ctx.stock.force - used, 0.0)
    held = (
        (seen.chance_to_hold(face, HiddenPile.HAND), asked, facts.card.title)
        for face in seen.all_seen(own=False)
        if (asked := lore.battle_toll(facts := ctx.facts(face))) > left
    )  # fmt: skip
    chance, asked, title = max(held, default=(0.0, 0.0, ""))
    return part(
        f"{title} was seen, in their hand {chance:.0%}: without {asked:g} Force more it is canceled",
        -chance * promised,
    )


def _used(ctx: DecisionContext, price: float, *, free: bool) -> tuple[Part, ...]:
    """The Force that starting the battle uses; none where the action says that it is free."""
    if free:
        return ()
    force = ctx.stock.force
    gone = unmaintained(ctx, force - BATTLE_COST) - unmaintained(ctx, force)
    used = Part(f"{BATTLE_COST:g} Force used for the battle", -price * BATTLE_COST)
    return (used, Part("no Force is left to maintain what is in play", -gone)) if gone else (used,)


def odds(ctx: DecisionContext, place: LocationNumbers) -> Expectation:
    """What both sides can expect to lose."""
    position, outlook = ctx.position, ctx.outlook
    ours, theirs = sides(ctx, place)
    purse = Purse(1.0, available=position.life + position.zones.hand)
    their_purse = Purse(1.0, available=position.their_life + position.their_zones.hand)
    return BattleChances(ours, theirs).expectation(
        Stake(_stake(place.mine, outlook), purse),
        Stake(_stake(place.theirs, outlook), their_purse),
    )


def destinies_lost(ctx: DecisionContext, place: LocationNumbers, drawn: int) -> float:
    """What a battle at a place brings less, in Force, if so many cards of our Reserve Deck are drawn before.

    An empty one draws no destiny, and no Used Pile comes back to it in a battle (rules 11 and 25).
    """
    position, fought = ctx.position, place.fighting
    mine, left = fought.mine, max(position.zones.reserve_deck - drawn, 0)
    if left >= destinies(mine):
        return 0.0
    to_power = min(mine.to_power, left)
    fewer = replace(mine, to_power=to_power, draws=min(mine.draws, left - to_power))
    whole, less = odds(ctx, fought), odds(ctx, replace(fought, mine=fewer))
    stakes = stakes_of(position.life, position.their_life)
    found = stakes.theirs * float(whole.theirs - less.theirs) + stakes.ours * float(less.ours - whole.ours)
    return max(found, 0.0)


def sides(ctx: DecisionContext, place: LocationNumbers) -> tuple[BattleStrength, BattleStrength]:
    """Both sides of a battle at a place before its power segment, ours first."""
    position = ctx.position
    return (
        BattleStrength(
            place.mine.power,
            reserve_of(ctx, position.zones.reserve_deck, place.mine, own=True),
            _draws(place.mine),
            to_power=int(place.mine.to_power),
        ),
        BattleStrength(
            place.theirs.power,
            reserve_of(ctx, position.their_zones.reserve_deck, place.theirs, own=False),
            _draws(place.theirs),
            to_power=int(place.theirs.to_power),
        ),
    )


def chances_ahead(ctx: DecisionContext, place: LocationNumbers) -> tuple[float, float]:
    """How likely our total power is the higher one in a battle at a place, and how likely both are equal."""
    ours, theirs = (showings(side) for side in sides(ctx, place))
    ahead = tied = 0.0
    for mine, _, chance in ours:
        for yours, _, other in theirs:
            both = float(chance) * float(other)
            ahead += both if mine > yours else 0
            tied += both if mine == yours else 0
    return ahead, tied


def reserve_of(ctx: DecisionContext, cards: int, group: Group | None = None, *, own: bool) -> Reserve:
    """What a side draws from: as far as it was seen, else a usual deck.

    Args:
        ctx: the question.
        cards: of the Reserve Deck.
        group: who fights, to know how many draws there will be: its weapons may draw before; None for any.
        own: whether it is our side.
    """
    draws = None if group is None else destinies(group) + len(group.weapons)
    odds = ctx.cards.destiny_odds(draws, own=own)
    return Reserve((), cards, usual_destiny()) if odds is None else odds.reserve


def _weapons(ctx: DecisionContext, place: LocationNumbers) -> float:
    """What weapons cost them in a battle at a place, less what they cost us."""
    position = ctx.position
    ours = reserve_of(ctx, position.zones.reserve_deck, own=True)
    theirs = reserve_of(ctx, position.their_zones.reserve_deck, own=False)
    left = max(position.force - BATTLE_COST, 0.0)
    gain = shots(ctx, place.mine, place.theirs, ours, left)
    return gain - shots(ctx, place.theirs, place.mine, theirs)


def _draws(group: Group) -> Draws:
    changes = group.destiny_changes
    return Draws(int(group.drawn), each=changes.each, total=changes.total)


def _stake(group: Group, outlook: Outlook) -> tuple[Forfeitable, ...]:
    """The cards of a group to pay with, each with who is aboard: forfeited before it, or lost with it."""
    aboard = defaultdict[CardId | None, list[FighterView]](list)
    for unit in group.units:
        aboard[unit.host].append(unit)

    def flown(unit: FighterView) -> float:
        return outlook.weights.table_power * grounded(group, (unit.id,))

    def payable(unit: FighterView) -> Forfeitable:
        crew = aboard[unit.id]
        # With its only pilot goes what a starship or vehicle is worth by its power.
        # What the place is worth without them is weighed by itself, for both sides.
        worth = max(anywhere(unit, outlook) + flown(unit) - sum(map(flown, crew)), 0.0)
        return Forfeitable(
            str(unit.id), unit.forfeit, min(worth, max(unit.forfeit, 1.0)), hit=unit.hit,
            immune_below=unit.immune_below, encloses=unit.facts.carrier and unit.facts.enclosed,
            aboard=tuple([payable(each) for each in crew]),
        )  # fmt: skip

    return tuple([payable(unit) for unit in aboard[None]])
