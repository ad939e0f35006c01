"""What the text of a card that does not fight is worth once the card is on table, in Force.

All places with its text are weighed, less what they are worth without it; of the cards of our hand that
fight what it does to their power, wherever they will go. Whom it takes out of the game by itself counts as
what such a card is worth on table.
"""

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.kinds import CardType
from gemp_bot.evaluators.card_value import anywhere
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.laid_cards import TextChange, way_of
from gemp_bot.evaluators.reason_text import place_called
from gemp_bot.evaluators.weighed import OUR, THEIRS, Part
from gemp_bot.protocol.ids import CardId

_RICH = 0.3
"""What Force generation counts for from which more of it is worth little, for once before."""


_UNREAD = "what its text does there is not understood"
_NOTHING = "its text changes nothing there now"


def does_nothing_there(ctx: DecisionContext, facts: CardFacts, label: str = "") -> Part | None:
    """What a card is worth that goes on a location, where none of its text is understood; None for others.

    So is an Interrupt that is laid, whose text is for being played, and what goes in one of several ways
    (`label`) and changes numbers alone.
    """
    lore, laid = ctx.cards.effects, ctx.reader.laid
    if lore is None or laid is None:
        return None
    if facts.card.type == CardType.INTERRUPT or (way_of(facts, label) and not laid.does_more(facts)):
        return Part(_NOTHING)
    if lore.does_something(facts):
        return None
    hosts = set(laid.hosts(facts, ctx.stock.side))
    return Part(_UNREAD) if hosts and hosts <= {place.id for place in ctx.position.places} - {None} else None


def best_text_worth(ctx: DecisionContext, facts: CardFacts, label: str = "") -> Part | None:
    """What numbers tell of a text wherever the card may go that it does most, by an action with a label.

    Harm that they tell is certain; what else the text does is worth its usual price only where there is none.

    Returns:
        None where it changes no number and takes nobody, as far as it is understood, or may go where it does
        neither.
    """
    laid = ctx.reader.laid
    if laid is None:
        return None
    hosts = laid.hosts(facts, ctx.stock.side, label)
    told = [(_taken(ctx, facts, host), _changed(ctx, facts, host)) for host in hosts]
    found = [(_sum(taken, change), taken is not None) for taken, change in told if taken or change]
    best, takes = max(found, key=lambda each: each[0].force, default=(None, False))
    if best is None or (best.force < 0 and len(found) < len(hosts)):
        return None
    if best.force < 0 or takes or not laid.does_more(facts):
        return best
    return Part(f"{best.words}, and it does more", best.force + ctx.weights.effect)


def worth_there(ctx: DecisionContext, facts: CardFacts, host: CardId | None, usual: Part) -> tuple[Part, ...]:
    """What a card is worth on what is chosen for it.

    Args:
        ctx: the question.
        facts: the card.
        host: what it goes on.
        usual: what it is worth there where no number tells of it.
    """
    taken, change = _taken(ctx, facts, host), _changed(ctx, facts, host)
    if taken is not None:
        return (taken,) if change is None else (taken, change)
    if change is None:
        return (usual,)
    return (change,) if change.force < 0 else (usual, change)


def _sum(*parts: Part | None) -> Part:
    """Parts as one, under the text of the first."""
    found = [each for each in parts if each is not None]
    return Part(found[0].words, sum(each.force for each in found))


def _taken(ctx: DecisionContext, facts: CardFacts, host: CardId | None) -> Part | None:
    """What those are worth whom a text takes out of the game by itself; None where it takes nobody."""
    laid = ctx.reader.laid
    taken = None if laid is None else laid.taken(facts, host, ctx.stock.side)
    if not taken:
        return None
    groups = (group for place in ctx.position.places for group in (place.mine, place.theirs))
    gone = [unit for group in groups for unit in group.units if unit.id in taken]
    force = sum(anywhere(unit, ctx.outlook) * (-1 if unit.mine else 1) for unit in gone)
    ours = sum(unit.mine for unit in gone)
    text = f"{facts.card.title} takes {ours} of {OUR} cards and {len(gone) - ours} of {THEIRS}"
    return Part(text, force) if gone else None


def _changed(ctx: DecisionContext, facts: CardFacts, host: CardId | None) -> Part | None:
    """What the numbers that a text changes are worth; None where it changes none."""
    laid = ctx.reader.laid
    if laid is None:
        return None
    hand = [each for _, each in ctx.reader.fighters]
    change = laid.change(facts, host, ctx.stock.side, ctx.position.places, hand)
    if change is None:
        return None
    force = _generated(ctx, change) + ctx.weights.table_power * change.held_power
    most, where = abs(force), ""
    for each in change.places:
        more = each.worth(ctx.outlook)
        force += more
        if abs(more) > most:
            most, where = abs(more), f", most of all at {place_called(each.now)}"
    return Part(f"what the text of {facts.card.title} changes{where}", force)


def _generated(ctx: DecisionContext, change: TextChange) -> float:
    """What more or less Force a turn is worth, ours and theirs."""
    weights = ctx.weights
    share = weights.generation * (1 if ctx.stock.generation < weights.enough_generation else _RICH)
    return share * change.generation - weights.their_generation * change.their_generation
