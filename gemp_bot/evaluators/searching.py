"""Searches of our piles: what they look for, whether it can be there, and what it would be worth.

What is looked for is told by the label of the action and by the facts of the card it hangs on; what can be
there by what was seen. A search is only called vain where that is certain.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.text import FactKind, Mode, TextFact
from gemp_bot.cards.text import Pile as TextPile
from gemp_bot.decisions import ActionKind, Option
from gemp_bot.decisions.kinds import PlayedAs
from gemp_bot.effects.nouns import Ids
from gemp_bot.effects.search_targets import SearchTargets
from gemp_bot.evaluators import deploying
from gemp_bot.evaluators.card_value import in_hand, in_play
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.force_use import using
from gemp_bot.evaluators.interrupts import held, is_used, kept
from gemp_bot.evaluators.reason_text import called
from gemp_bot.evaluators.weighed import Part, part
from gemp_bot.inference import Pile
from gemp_bot.inference.searches import SearchOdds, can_hold, finding
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

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
_DEAR: Final = 0.3
"""How likely a card that costs more Force than there is comes into play: for less, or for nothing."""
_GROUNDED: Final = 0.1
"""A starship deployed where no system or sector is on table."""

K = ActionKind

_PILES: Final[Mapping[ActionKind, Pile]] = MappingProxyType(
    {
        K.DEPLOY_FROM_RESERVE: Pile.RESERVE,
        K.DEPLOY_HERE: Pile.RESERVE,
        K.DEPLOY_MATCHING_WEAPON: Pile.RESERVE,
        K.PULL_FROM_RESERVE: Pile.RESERVE,
        K.TAKE_FROM_FORCE_PILE: Pile.FORCE,
        K.TAKE_FROM_USED_PILE: Pile.USED,
        K.TAKE_FROM_LOST_PILE: Pile.LOST,
        K.DEPLOY_FROM_LOST: Pile.LOST,
        K.RETRIEVE_CARD: Pile.LOST,
    }
)
"""Where is searched."""
DEPLOYING: Final = frozenset(
    {K.DEPLOY_FROM_RESERVE, K.DEPLOY_HERE, K.DEPLOY_MATCHING_WEAPON, K.DEPLOY_FROM_LOST, K.DEPLOY_FROM_PILE}
)
_FROM_HAND_TOO: Final = frozenset({K.DEPLOY_HERE, K.DEPLOY_MATCHING_WEAPON})
"""Labels that do not say whether the card may come from the hand as well."""
_TEXT_PILES: Final[Mapping[TextPile, Pile]] = MappingProxyType(
    {
        TextPile.RESERVE_DECK: Pile.RESERVE,
        TextPile.FORCE_PILE: Pile.FORCE,
        TextPile.USED_PILE: Pile.USED,
        TextPile.LOST_PILE: Pile.LOST,
    }
)
_INTO_HAND: Final = (
    K.PULL_FROM_RESERVE,
    K.TAKE_FROM_FORCE_PILE,
    K.TAKE_FROM_USED_PILE,
    K.TAKE_FROM_LOST_PILE,
)
_FACTS: Final[Mapping[ActionKind, FactKind]] = MappingProxyType(
    dict.fromkeys(DEPLOYING, FactKind.DEPLOYS_CARD)
    | dict.fromkeys(_INTO_HAND, FactKind.TAKES_INTO_HAND)
    | {K.RETRIEVE_CARD: FactKind.RETRIEVES}
)
"""Which facts of its text an action carries out."""
_PLAYED: Final[Mapping[PlayedAs, Mode]] = MappingProxyType(
    {PlayedAs.USED: Mode.USED, PlayedAs.LOST: Mode.LOST}
)
_FIELDS: Final = ("what", "noun", "name")
"""Where the catalogue puts the noun of a label."""


class Search(NamedTuple):
    """What an action looks for.

    Attributes:
        pile: where; None if that is not known.
        cards: what it may find; None for any card, or if that is not known.
        known: whether `cards` is certain to hold all that it may find.
        deploys: whether the card comes into play at once.
    """

    pile: Pile | None
    cards: Ids | None
    known: bool
    deploys: bool


def search(ctx: DecisionContext, option: Option) -> Parts:
    """A search: the chance to find something, times what the best of it is worth, less what is paid."""
    found, sure, chance = _gain(ctx, option)
    if ctx.memory.searches.hopeless(option, ctx.turn) and not sure:
        return part("it failed a short while ago", VAIN)
    if found.force <= 0:
        return (found,)
    failed = 0 if sure else ctx.memory.searches.failures(option)
    doubt = part("it failed before", -found.force * (1 - 1 / (1 + failed))) if failed else ()
    return (found, *doubt, *price(ctx, option, chance))


def price(ctx: DecisionContext, option: Option, chance: float = 0.0) -> Parts:
    """What a search costs: Force, and of an Interrupt the card.

    A Used Interrupt that finds something costs no card: it is life force again, and another comes to hand.
    One that finds nothing has shown the opponent our pile besides.

    Args:
        ctx: the question.
        option: the search.
        chance: that it finds something.
    """
    parts = [*using(ctx, ctx.memory.spending.used(option))]
    if held(ctx, option):
        facts, used = ctx.facts(option.blueprint_id), is_used(ctx, option)
        cost = (kept(ctx, option) - VAIN) * (1 - chance) if used else kept(ctx, option)
        if cost > 0:
            parts.append(Part(f"{called(facts)} leaves our hand{' for nothing' if used else ''}", -cost))
    return tuple(parts)


def matched(ctx: DecisionContext, option: Option) -> Parts:
    """A card of our hand with the one that matches it, which is looked for in the Reserve Deck."""
    if any(card.id == option.card_id for card in ctx.table.hand):
        return deploying.deploy(ctx, option)
    if ctx.cards.effects is None or ctx.cards.knowledge is None:
        return (Part(_MORE, ctx.weights.search), *price(ctx, option))
    shown = ctx.cards.effects.wanted.cards(_noun(option))
    best = max(
        (
            partner_worth(ctx, card.blueprint_id)
            for card in ctx.table.hand
            if shown is None or card.blueprint_id in shown
        ),
        default=0.0,
    )
    if best <= 0:
        return part("nothing that matches our hand can be there, be paid and be of use", VAIN)
    return (Part("two that match come together", ctx.weights.search * best), *price(ctx, option))


def partner_worth(ctx: DecisionContext, blueprint: BlueprintId) -> float:
    """What its matching pilot, starship or weapon is worth, as likely as it is found in the Reserve Deck.

    Nothing where the two are too dear for our Force Pile, one of them is in play, or a starship of them has
    nowhere to fly.
    """
    seen, lore = ctx.cards.knowledge, ctx.cards.effects
    if seen is None or lore is None or _taken(ctx, blueprint):
        return 0.0
    partners = partners_of(blueprint, lore.index)
    if not _space(ctx):
        if ctx.facts(blueprint).starship:
            return 0.0
        partners = frozenset(card for card in partners if not ctx.facts(BlueprintId(card)).starship)
    here = can_hold(seen, Pile.RESERVE, lambda card: card in partners)
    cost, force = ctx.facts(blueprint).deploy, ctx.stock.force
    worth = {
        card: in_hand(ctx, ctx.facts(card))
        for card in here
        if not _taken(ctx, card) and _PAIR_PRICE * (cost + ctx.facts(card).deploy) <= force
    }
    expected = finding(seen, Pile.RESERVE, worth)
    # Of a deck that is not known any partner may be there.
    return expected.best if expected.sure or not partners else max(expected.best, _DOUBTFUL)


def partners_of(blueprint: BlueprintId, index: CardIndex) -> Ids:
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
    look = looked_for(lore.index, lore.wanted, option, ctx.table.my_side)
    if look.pile is None:
        return Part(_MORE, ctx.weights.search), False, _HUNCH
    hand = [card.blueprint_id for card in ctx.table.hand]
    if effect in _FROM_HAND_TOO and look.cards is not None:
        held = [_worth(ctx, card, look, hand) for card in hand if card in look.cards]
        if max(held, default=0.0) > 0:
            return Part("the card is in our hand", ctx.weights.search * max(held)), False, 1.0
    here = can_hold(seen, look.pile, lambda card: look.cards is None or card in look.cards)
    worth = {card: _worth(ctx, card, look, hand) for card in here}
    expected = finding(seen, look.pile, worth)
    # What comes into play may have failed for want of Force or of a place.
    sure = look.known and look.cards is not None and expected.sure and not look.deploys
    chance = expected.chance if expected.sure and look.cards is not None else _HUNCH
    return _judged(look.pile, look, expected, ctx.weights.search), sure, chance


def _judged(pile: Pile, look: Search, expected: SearchOdds, card: float) -> Part:
    """What is to be expected, by what is known of the pile; `card` is the worth of a usual one."""
    if not expected.possible and look.known:
        return Part(f"nothing of the kind can be in the {pile.value}", VAIN)
    if not expected.sure:
        # Some cards of the deck are not known: something may be found among them.
        return Part(_MORE, card * max(_HUNCH, expected.best))
    if expected.best <= 0 and look.known:
        return Part("what can be found is in play already", VAIN)
    if expected.best <= 0:
        return Part("nothing it is known to fetch is there", card * _DOUBTFUL)
    if look.cards is None:
        # Nobody knows what it looks for: an average card of the pile.
        return Part(_MORE, card * _HUNCH)
    return Part(f"a card found, {expected.chance:.0%} likely", card * expected.best)


def _worth(
    ctx: DecisionContext, card: BlueprintId, look: Search, hand: Iterable[BlueprintId | None]
) -> float:
    """What finding a card is worth."""
    if look.deploys:
        return deployed_worth(ctx, card)
    return in_hand(ctx, ctx.facts(card), 1 + sum(each == card for each in hand))


def deployed_worth(ctx: DecisionContext, card: BlueprintId) -> float:
    """What a card is worth that comes into play at once: nothing where it cannot come.

    A starship without any space to fly in stands idle at a docking bay.
    """
    if _taken(ctx, card) or not ctx.reader.may_deploy(card) or ctx.reader.lost_at_once(card):
        return 0.0
    facts = ctx.facts(card)
    if facts.starship and not _space(ctx):
        return _GROUNDED
    affordable = facts.deploy <= ctx.stock.force or not facts.fights
    return in_hand(ctx, facts) * (1.0 if affordable else _DEAR)


def _space(ctx: DecisionContext) -> bool:
    """Whether there is any system or sector on table."""
    return any(place.facts.space for place in ctx.position.places)


def _taken(ctx: DecisionContext, card: BlueprintId) -> bool:
    """Whether a unique card cannot come, since it or who it is stands there already."""
    facts = ctx.facts(card)
    return facts.card.unique and in_play(ctx, facts)


# -- what is looked for ------------------------------------------------------------------------------


def looked_for(index: CardIndex, wanted: SearchTargets, option: Option, side: Side | None) -> Search:
    """What an action looks for, by its label and the facts of its card."""
    reading = option.reading
    if reading is None:
        return Search(None, None, known=False, deploys=False)
    effect = reading.effect
    card = None if option.blueprint_id is None else index.get(option.blueprint_id)
    pile = _PILES.get(effect)
    deploys = effect in DEPLOYING
    said = wanted.cards(_noun(option))
    named = said is not None and not wanted.is_any(said)
    told = _told(card, effect, pile, _PLAYED.get(reading.played_as) if reading.played_as else None, side)
    # What a price in Force lost puts on the Lost Pile can be found there, and only the text tells the price.
    certain = pile is not Pile.LOST or (bool(told) and not any(fact.loss or fact.other_cost for fact in told))
    texts = [wanted.cards(fact.what) for fact in told]
    if said is not None:
        # Another sentence of the text may be about another action.
        texts = [each for each in texts if each is None or each & said]
    pulls = frozenset(card.pulls) if card is not None else frozenset()
    if not texts or any(each is None for each in texts):
        if said is not None and named:
            return Search(pile, said, known=certain, deploys=deploys)
        return Search(pile, pulls or None, known=False, deploys=deploys)
    text = frozenset().union(*(each for each in texts if each is not None))
    if wanted.is_any(text):
        return Search(pile, said if named else None, known=certain, deploys=deploys)
    both = text | pulls
    return Search(pile, both if said is None else both & said, known=certain, deploys=deploys)


def _noun(option: Option) -> str:
    """What the label of an action names."""
    fields = {} if option.reading is None else option.reading.fields
    return next((fields[name] for name in _FIELDS if fields.get(name)), "")


def _told(
    card: Card | None, effect: ActionKind, pile: Pile | None, played: Mode | None, side: Side | None
) -> list[TextFact]:
    """The facts of a card that an action can carry out."""
    kind = _FACTS.get(effect)
    if card is None or kind is None:
        return []
    ours = Mode.LIGHT_SIDE if side is Side.LIGHT else Mode.DARK_SIDE
    sides = (Mode.LIGHT_SIDE, Mode.DARK_SIDE)
    found = []
    for fact in card.text:
        if fact.kind is not kind or not fact.what or fact.mode is Mode.STARTING:
            continue
        if fact.mode in sides and fact.mode is not ours and side is not None:
            continue
        if fact.mode in _PLAYED.values() and played is not None and fact.mode is not played:
            continue
        if fact.pile is not None and _TEXT_PILES.get(fact.pile) is not pile:
            continue
        found.append(fact)
    return found
