"""Searches of our piles: what they look for, whether it can be there, and what it would be worth.

What is looked for is told by the action of the card that the option is; what can be there by what was seen. A
search is only called vain where that is certain.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import Value
from gemp_bot.decisions import ActionKind, Option
from gemp_bot.effects.printed import PrintedCards
from gemp_bot.evaluators import deploying
from gemp_bot.evaluators.card_value import in_hand, unplayable
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.force_use import asked, using
from gemp_bot.evaluators.interrupts import held, is_used, kept
from gemp_bot.evaluators.life_taken import taken
from gemp_bot.evaluators.piles import POINT, soon_drawn
from gemp_bot.evaluators.planning import ELSEWHERE, gain_of
from gemp_bot.evaluators.reason_text import called
from gemp_bot.evaluators.weighed import OUR, Part, part
from gemp_bot.inference import HiddenPile
from gemp_bot.inference.searches import SearchOdds, can_hold, finding
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.deployment import has_foothold

Parts = tuple[Part, ...]

VAIN: Final = -0.5
"""A search for what is not there, in Force: time, and the opponent looks through our pile."""
_HUNCH: Final = 0.4
"""How likely a search is to find something when what it looks for, or where, is not known."""
_DOUBTFUL: Final = 0.15
"""The same when none of the cards it is said to fetch is there, and the list may be incomplete."""
_PAIR_PRICE: Final = 0.25
"""Two that match deploy for less: recorded pairs came for as little as 2 of 7 printed Force."""
_MORE: Final = "a card found is a card more"
_GROUNDED: Final = 0.1
"""A starship deployed where no system or sector is on table."""

K = ActionKind

_PILES: Final[Mapping[ActionKind, HiddenPile]] = MappingProxyType(
    {
        K.DEPLOY_FROM_RESERVE: HiddenPile.RESERVE,
        K.DEPLOY_HERE: HiddenPile.RESERVE,
        K.DEPLOY_MATCHING_WEAPON: HiddenPile.RESERVE,
        K.PULL_FROM_RESERVE: HiddenPile.RESERVE,
        K.TAKE_FROM_FORCE_PILE: HiddenPile.FORCE,
        K.TAKE_FROM_USED_PILE: HiddenPile.USED,
        K.TAKE_FROM_LOST_PILE: HiddenPile.LOST,
        K.DEPLOY_FROM_LOST: HiddenPile.LOST,
        K.RETRIEVE_CARD: HiddenPile.LOST,
    }
)
"""Where is searched."""
DEPLOYING: Final = frozenset(
    {K.DEPLOY_FROM_RESERVE, K.DEPLOY_HERE, K.DEPLOY_MATCHING_WEAPON, K.DEPLOY_FROM_LOST, K.DEPLOY_FROM_PILE}
)
_FROM_HAND_TOO: Final = frozenset({K.DEPLOY_HERE, K.DEPLOY_MATCHING_WEAPON})
"""Labels that do not say whether the card may come from the hand as well."""
_ZONES: Final[Mapping[Zone, HiddenPile]] = MappingProxyType(
    {
        Zone.RESERVE_DECK: HiddenPile.RESERVE,
        Zone.FORCE_PILE: HiddenPile.FORCE,
        Zone.USED_PILE: HiddenPile.USED,
        Zone.LOST_PILE: HiddenPile.LOST,
    }
)


class Search(NamedTuple):
    """What an action looks for.

    Attributes:
        pile: where; None if that is not known.
        who: which cards; None for any card, or if that is not known.
        known: whether that is all that it may find.
        deploys: whether the card comes into play at once. discount: for how much less Force than usual.
        pulls: the cards that it is known to fetch, where `who` is not known; empty if these are not, either.
    """

    pile: HiddenPile | None
    who: Value
    known: bool
    deploys: bool
    discount: float = 0.0
    pulls: frozenset[str] = frozenset()

    @property
    def any(self) -> bool:
        """Whether it may find any card, as far as that is known."""
        return self.who is None and not self.pulls

    def may_find(self, printed: PrintedCards, card: BlueprintId) -> bool:
        """Whether it may find a card."""
        if self.who is not None:
            return printed.may_mean(self.who, card)
        return not self.pulls or card in self.pulls


def search(ctx: DecisionContext, option: Option) -> Parts:
    """A search: the chance to find something, times what the best of it is worth, less what is paid."""
    found, sure, chance = _gain(ctx, option)
    searches, force = ctx.memory.searches, ctx.stock.force
    if searches.hopeless(option, ctx.turn, force) and not sure:
        return part("it failed a short while ago", VAIN)
    if found.force <= 0:
        return (found,)
    costs = _out_of_life(ctx, option, chance)
    failed = 0 if sure else searches.failures(option, force)
    doubt = part("it failed before", -found.force * (1 - 1 / (1 + failed))) if failed else ()
    return (found, *doubt, *price(ctx, option, chance), *costs)


def _out_of_life(ctx: DecisionContext, option: Option, chance: float) -> Parts:
    """What it costs that the card found leaves our life force, as likely as one is found, and shuffles it."""
    pile = looked_for(ctx, option).pile
    if pile is None:
        return ()
    returned = held(ctx, option) and is_used(ctx, option)
    paid = (Part(each.words, chance * each.force) for each in taken(ctx, pile, returned=returned))
    return *paid, *(_shuffled(ctx) if pile is HiddenPile.RESERVE else ())


def _shuffled(ctx: DecisionContext) -> Parts:
    """What it brings that our next destiny, where it is known, becomes that of any card."""
    odds = ctx.cards.destiny_odds()
    if odds is None or odds.top is None or odds.mean == odds.shuffled:
        return ()
    force = POINT * (odds.shuffled - odds.mean) * soon_drawn(ctx)
    return part(f"{OUR} next destiny is known, {odds.mean:g}, and shuffled away", force) if force else ()


def price(ctx: DecisionContext, option: Option, chance: float = 0.0) -> Parts:
    """What a search costs: Force, and of an Interrupt the card.

    A Used Interrupt that finds something costs no card: it is life force again, and another comes to hand.
    One that finds nothing has shown the opponent our pile besides.

    Args:
        ctx: the question.
        option: the search.
        chance: that it finds something.
    """
    parts = [*using(ctx, asked(ctx, option))]
    if held(ctx, option):
        facts, used = ctx.facts(option.blueprint_id), is_used(ctx, option)
        cost = (kept(ctx, option) - VAIN) * (1 - chance) if used else kept(ctx, option)
        if cost > 0:
            parts.append(Part(f"{called(facts)} leaves {OUR} hand{' for nothing' if used else ''}", -cost))
    return tuple(parts)


def laid(ctx: DecisionContext, option: Option) -> Parts:
    """A card of our hand that is laid in one of its ways, less what it is worth in hand as an Interrupt.

    Who fights is judged as a search: plans know of no such ways.
    """
    if ctx.facts(option.blueprint_id).fights or all(card.id != option.card_id for card in ctx.table.hand):
        return search(ctx, option)
    leaves = part(f"it leaves {OUR} hand", -kept(ctx, option)) if held(ctx, option) else ()
    return *deploying.deploy(ctx, option), *leaves


def matched(ctx: DecisionContext, option: Option) -> Parts:
    """A card of our hand with the one that matches it, which is looked for in the Reserve Deck."""
    if any(card.id == option.card_id for card in ctx.table.hand):
        return deploying.deploy(ctx, option)
    if ctx.cards.effects is None or ctx.cards.knowledge is None:
        return (Part(_MORE, ctx.weights.search), *price(ctx, option))
    offer, printed = ctx.offer(option), ctx.cards.effects.printed
    shown = None if offer is None else offer.shown
    hand = [card.blueprint_id for card in ctx.table.hand]
    best = max(
        (partner_worth(ctx, card) for card in hand if shown is None or printed.may_mean(shown, card)),
        default=0.0,
    )
    if best <= 0:
        return part(f"nothing that matches {OUR} hand can be there, be paid and be of use", VAIN)
    return (Part("two that match come together", ctx.weights.search * best), *price(ctx, option))


def partner_worth(ctx: DecisionContext, blueprint: BlueprintId) -> float:
    """What its matching pilot, starship or weapon is worth, as likely as it is found in the Reserve Deck.

    Nothing where the two are too dear for our Force Pile, one of them is in play, or a starship of them has
    nowhere to fly.
    """
    seen, lore = ctx.cards.knowledge, ctx.cards.effects
    if seen is None or lore is None or unplayable(ctx, ctx.facts(blueprint)):
        return 0.0
    partners = partners_of(blueprint, lore.index)
    if not _space(ctx):
        if ctx.facts(blueprint).starship:
            return 0.0
        partners = frozenset(card for card in partners if not ctx.facts(BlueprintId(card)).starship)
    here = can_hold(seen, HiddenPile.RESERVE, lambda card: card in partners)
    cost, force = ctx.facts(blueprint).deploy, ctx.stock.force
    worth = {
        card: in_hand(ctx, ctx.facts(card))
        for card in here
        if not unplayable(ctx, ctx.facts(card)) and _PAIR_PRICE * (cost + ctx.facts(card).deploy) <= force
    }
    expected = finding(seen, HiddenPile.RESERVE, worth)
    # Of a deck that is not known any partner may be there.
    return expected.best if expected.sure or not partners else max(expected.best, _DOUBTFUL)


def partners_of(blueprint: BlueprintId, index: CardIndex) -> frozenset[str]:
    """The cards that match one, in whatever printing or as whoever of the same persona."""
    card = index.get(blueprint)
    if card is None:
        return frozenset()
    found: set[str] = set()
    for name in card.matching:
        other = index.get(name)
        if other is not None:
            same = [index.titled(other.title), *(index.persona(persona) for persona in other.personas)]
            found.update(each.blueprint_id for cards in same for each in cards if each.type == other.type)
    return frozenset(found)


def _gain(ctx: DecisionContext, option: Option) -> tuple[Part, bool, float]:
    """What a search brings, whether that is sure enough to forget that it failed, and the chance to find."""
    seen, lore = ctx.cards.knowledge, ctx.cards.effects
    effect = None if option.reading is None else option.reading.effect
    if lore is None or seen is None or effect is None:
        return Part(_MORE, ctx.weights.search), False, _HUNCH
    look = looked_for(ctx, option)
    if look.pile is None:
        return Part(_MORE, ctx.weights.search), False, _HUNCH
    hand = [card.blueprint_id for card in ctx.table.hand]
    if effect in _FROM_HAND_TOO and not look.any:
        ready = [_worth(ctx, card, look, hand) for card in hand if look.may_find(lore.printed, card)]
        if max(ready, default=0.0) > 0:
            return Part(f"the card is in {OUR} hand", ctx.weights.search * max(ready)), False, 1.0
    here = can_hold(seen, look.pile, lambda card: look.may_find(lore.printed, card))
    # An Interrupt that fetches its like leaves everything as it was.
    own = option.blueprint_id if held(ctx, option) else None
    worth = {card: 0.0 if card == own else _worth(ctx, card, look, hand) for card in here}
    expected = finding(seen, look.pile, worth)
    # What comes into play may have failed for want of a place; what lies in the Lost Pile is seen by all.
    unhidden = not look.deploys or look.pile is HiddenPile.LOST
    sure = look.known and not look.any and expected.sure and unhidden
    chance = expected.chance if expected.sure and not look.any else _HUNCH
    return _judged(look.pile, look, expected, ctx.weights.search), sure, chance


def _judged(pile: HiddenPile, look: Search, expected: SearchOdds, card: float) -> Part:
    """What is to be expected, by what is known of the pile; `card` is the worth of a usual one."""
    if not expected.possible and look.known:
        return Part(f"nothing of the kind can be in the {pile.value}", VAIN)
    if not expected.sure:
        # Some cards of the deck are not known: something may be found among them.
        return Part(_MORE, card * max(_HUNCH, expected.best))
    if expected.best <= 0 and look.known:
        return Part("nothing that can be found is of use now", VAIN)
    if expected.best <= 0:
        return Part("nothing it is known to fetch is there", card * _DOUBTFUL)
    if look.any:
        # Nobody knows what it looks for: an average card of the pile.
        return Part(_MORE, card * _HUNCH)
    return Part(f"a card found, {expected.chance:.0%} likely", card * expected.best)


def _worth(
    ctx: DecisionContext, card: BlueprintId, look: Search, hand: Iterable[BlueprintId | None]
) -> float:
    """What finding a card is worth."""
    if look.deploys:
        return deployed_worth(ctx, card, look.discount)
    facts, copies = ctx.facts(card), 1 + sum(each == card for each in hand)
    if facts.location:
        return 0.0 if unplayable(ctx, facts, copies) else location_worth(ctx, facts)
    return in_hand(ctx, facts, copies)


def deployed_worth(
    ctx: DecisionContext, card: BlueprintId, discount: float = 0.0, *, offered: bool = False
) -> float:
    """What a card is worth that comes into play at once: nothing where it cannot come, or is of no use.

    A starship without any space to fly in stands idle at a docking bay.

    Args:
        ctx: the question.
        card: the card.
        discount: for how much less Force than usual it comes.
        offered: whether the server offers it: then our Force is enough for it.
    """
    facts = ctx.facts(card)
    if unplayable(ctx, facts) or not ctx.reader.may_deploy(card) or ctx.reader.lost_at_once(card):
        return 0.0
    if facts.starship and not _space(ctx):
        return _GROUNDED
    if facts.location:
        return location_worth(ctx, facts)
    worth, force = in_hand(ctx, facts), ctx.stock.force
    columns = (None, *(place.column for place in ctx.position.places))
    cheapest = min(ctx.reader.deploy_cost(ELSEWHERE, facts, each) for each in columns)
    if offered:
        discount = max(cheapest - force, 0.0)
    elif cheapest - discount > force and not facts.worn:
        return 0.0  # what is worn may cost less on somebody
    if not facts.fights or facts.spy:
        return worth
    gain, besides = gain_of(ctx, facts, discount)
    return min(worth + besides, max(gain, 0.0))


def location_worth(ctx: DecisionContext, facts: CardFacts) -> float:
    """What a location is worth on the table: what it is worth from our hand, too."""
    return sum(each.force for each in deploying.location_parts(ctx, facts))


def _space(ctx: DecisionContext) -> bool:
    """Whether there is any system or sector that we may deploy to."""
    return any(place.facts.space and has_foothold(place) for place in ctx.position.places)


# -- what is looked for ------------------------------------------------------------------------------


def brings_location(ctx: DecisionContext, option: Option) -> bool:
    """Whether an action brings a location into play at once, and nothing else, as far as that is known."""
    seen, lore = ctx.cards.knowledge, ctx.cards.effects
    if seen is None or lore is None or option.reading is None or option.reading.effect not in DEPLOYING:
        return False
    look = looked_for(ctx, option)
    if look.pile is None or look.any:
        return False
    here = can_hold(seen, look.pile, lambda card: look.may_find(lore.printed, card))
    return bool(here) and all(ctx.facts(card).location for card in here)


def looked_for(ctx: DecisionContext, option: Option) -> Search:
    """What an action looks for, by what the action of its card does; else by its kind."""
    effect = None if option.reading is None else option.reading.effect
    pile = None if effect is None else _PILES.get(effect)
    offer = ctx.offer(option)
    if offer is None or not offer.fetches:
        card = ctx.cards.printed(option.blueprint_id)
        pulls = frozenset[str]() if card is None else frozenset(card.pulls)
        return Search(pile, None, known=False, deploys=effect in DEPLOYING, pulls=pulls)
    fetches = [each for each in offer.fetches if _ZONES[each.pile] is pile] or offer.fetches
    first = fetches[0]
    alike = [each for each in fetches if each.pile is first.pile]
    # What a price in Force lost puts on the Lost Pile can be found there.
    certain = offer.read and (first.pile is not Zone.LOST_PILE or not offer.loses)
    who = None if any(each.who is None for each in alike) else tuple(each.who for each in alike)
    return Search(_ZONES[first.pile], who, known=certain, deploys=first.deploys, discount=first.discount)
