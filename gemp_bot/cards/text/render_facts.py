"""Facts in plain words, each as a short sentence of ours: what holds, for whom, where, at what price."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from gemp_bot.cards.text.facts import Action, Effect, FactKind, Pile, Result, Shot, Stat, TextFact
from gemp_bot.cards.text.render_conditions import number, said_conditions
from gemp_bot.cards.text.render_names import DEEDS, MODES, PILES, RESULTS

K = FactKind
_PLAYERS: Final = frozenset({"you", "opponent", "that player", "either player", "each player"})
_MANY: Final = frozenset({"you", "both players", "both sides"})
_TOWARDS: Final = frozenset(
    {
        K.DEPLOYS_FREE,
        K.DEPLOY_COST,
        K.DEPLOYS_FOR,
        K.DEPLOYS_REACT,
        K.DEPLOYS_CARD,
        K.MAY_DEPLOY,
        K.MOVES,
        K.MOVES_REACT,
    }
)
_SPOTS: Final = frozenset(
    {"here", "there", "aboard", "elsewhere", "from here", "where present", "on top", "at the bottom"}
)
_DIRECTIONS: Final = ("to ", "from ", "between ")


def say(fact: TextFact) -> str:
    """The fact in a line: `opponent loses 1 Force, once per turn, if you occupy Grey Harbor`."""
    part = "" if fact.mode is None else f"{MODES[fact.mode]}: "
    core = _WORDS[fact.kind](fact)
    choice = " (optional)" if fact.optional and fact.kind not in _CHOICES else ""
    core = f"instead {core}" if fact.instead else core
    parts = [f"{_who(fact)}{core}{_where(fact, core)}{_price(fact)}{choice}"]
    if fact.each:
        parts.append(f"for each {'of ' if fact.each.startswith(('your', 'opponent')) else ''}{fact.each}")
    if fact.formula and fact.formula not in {"doubled", "a fraction"}:
        parts.append(f"where X is the {fact.formula.removeprefix('minus ').removeprefix('the ')}")
    if fact.free:
        parts.append("free of cost")
    if fact.cumulative:
        parts.append("which adds up with other copies")
    return part + ", ".join((*parts, *said_conditions(fact.conditions)))


# -- the parts of a sentence ------------------------------------------------------------------------


def _who(fact: TextFact) -> str:
    """Whom it is said of, where the words of the kind do not say it themselves."""
    if not fact.who or fact.kind in _SAY_WHO or fact.who == "you":
        return ""
    if fact.kind in {K.MAY, K.MAY_NOT} and (
        fact.who in _PLAYERS | _MANY or fact.action is Action.BREAK_COVER
    ):
        return ""
    return f"{fact.who}: "


def _where(fact: TextFact, core: str) -> str:
    where = fact.where
    if not where or fact.kind in _SAY_WHERE or where in core or where in fact.who:
        return ""
    if where == "where present":
        return " where it is present"
    if where in _SPOTS or where.startswith(_DIRECTIONS):
        return f" {where}"
    return f" {'to' if fact.kind in _TOWARDS else 'at'} {where}"


def _price(fact: TextFact) -> str:
    prices = []
    if fact.kind is not K.MAINTENANCE:
        if fact.cost is not None:
            prices.append(f"use {number(fact.cost)} Force")
        if fact.loss is not None:
            prices.append(f"lose {number(fact.loss)} Force")
    if fact.other_cost:
        prices.append(fact.other_cost)
    return f" (price: {' and '.join(prices)})" if prices else ""


def _signed(fact: TextFact) -> str:
    if fact.amount is None:
        return "-X" if fact.formula.startswith("minus ") else "+X"
    return f"{fact.amount:+g}"


def _count(fact: TextFact) -> str:
    if fact.amount is None and fact.limit is not None:
        return f"up to {number(fact.limit)}"
    return "X" if fact.amount is None else number(fact.amount)


def _limit(fact: TextFact) -> str:
    return "X" if fact.limit is None else number(fact.limit)


def _stat(stat: Stat | None) -> str:
    return "" if stat is None else stat.value.replace("_", " ")


def _whose(fact: TextFact) -> str:
    if fact.who in {"", "you"}:
        return "your"
    if fact.who in {"both players", "both sides"}:
        return "each player's"
    return f"{fact.who}'s"


def _does(fact: TextFact, verb: str) -> str:
    """`you draw`, `opponent draws`."""
    who = fact.who or "you"
    if verb == "cannot":
        return f"{who} cannot"
    return f"{who} {verb}" if who in _MANY else f"{who} {verb}s"


def _some(fact: TextFact, noun: str = "card") -> str:
    """`2 pirates`, `a pirate`: what is moved from pile to pile."""
    what = fact.what or noun
    if fact.amount is None or fact.amount == 1:
        return what
    return f"up to {number(fact.amount)} {what}" if fact.what else f"{number(fact.amount)} {noun}s"


def _from(fact: TextFact) -> str:
    return "" if fact.pile is None else f" from {PILES[fact.pile]}"


def _cards(fact: TextFact, one: str = "a card") -> str:
    if fact.formula:
        return "X cards"
    return one if fact.amount in {None, 1} else f"{number(fact.amount or 0)} cards"


# -- kinds that take more than a line ---------------------------------------------------------------


def _immune(fact: TextFact) -> str:
    if fact.limit is None and not fact.formula:
        return "immune to attrition"
    return f"immune to attrition below {_limit(fact)}"


def _battle_destiny_limit(fact: TextFact) -> str:
    if fact.what == "ability required":
        return f"{_does(fact, 'need')} a total ability of {_count(fact)} to draw battle destiny"
    if fact.what == "more ability required":
        return f"{_does(fact, 'need')} {_count(fact)} more ability to draw battle destiny"
    if fact.what == "added":
        return f"{_does(fact, 'add')} no battle destiny"
    return f"{_does(fact, 'draw')} {f'at most {_limit(fact)}' if fact.limit else 'no'} battle destiny"


def _destiny_bonus(fact: TextFact) -> str:
    what = fact.what or "destiny"
    if not any(word in what for word in ("destiny", "draw", "cross over")):
        what = f"{what} destiny"
    if fact.who in _PLAYERS and not what.startswith("your"):
        what = f"{_whose(fact)} {what}"
    elif fact.who:
        what = f"{what} ({fact.who})"
    return f"{what} {_signed(fact)}"


def _total(fact: TextFact) -> str:
    if fact.limit is not None:
        return f"{_whose(fact)} {fact.what.removesuffix(' is reset')} becomes {_limit(fact)}"
    return f"the {'total' if fact.what.endswith('before') else fact.what} {_signed(fact)}"


def _stat_bonus(fact: TextFact) -> str:
    drawn = f" when drawn for {fact.what.removeprefix('drawn for ')} destiny" if fact.what else ""
    return f"{_stat(fact.stat)} {_signed(fact)}{drawn}"


def _stat_set(fact: TextFact) -> str:
    if fact.formula == "doubled":
        return f"{_stat(fact.stat)} doubled"
    if fact.formula == "a fraction":
        return "ability less than 1"
    return f"{_stat(fact.stat)} = {_count(fact)}"


def _deploys_only(fact: TextFact) -> str:
    if fact.what == "undercover spy":
        return "deploys only as an undercover spy"
    return f"deploys only with {fact.what} on table" if fact.what else f"deploys only to {fact.where}"


def _may_deploy(fact: TextFact) -> str:
    named = {"undercover spy": " as an undercover spy"}
    return f"can deploy{named.get(fact.what, f' {fact.what}' if fact.what else '')}"


def _force_drain(fact: TextFact) -> str:
    return f"{_whose(fact) + ' ' if fact.who else ''}Force drain {_signed(fact)}"


def _generation_limit(fact: TextFact) -> str:
    return f"{_does(fact, 'generate')} {f'at most {_limit(fact)}' if fact.limit else 'no'} Force"


def _fires(fact: TextFact) -> str:
    return "" if fact.shot is None else said_shot(fact.shot)


def said_shot(shot: Shot) -> str:
    """A weapon's fire: targets, price, destiny, and what it does."""
    price = f"up to {shot.cost_up_to} Force (X)" if shot.cost is None else f"{shot.cost} Force"
    price = "no Force" if shot.cost == 0 else price
    bonus = f" {shot.bonus:+d}" if shot.bonus else ""
    destinies = "1 destiny" if shot.draws == 1 else f"{shot.draws} destinies"
    against = _stat(shot.against) or str(shot.number)
    op = {">": "more than", "<": "less than", "=": "equal to"}.get(shot.op, shot.op)
    effects = ", ".join(map(_effect, shot.effects))
    return f"fires at {shot.targets} for {price}: draw {destinies}{bonus}; if {op} its {against}: {effects}"


def _effect(effect: Effect) -> str:
    words = RESULTS[effect.result]
    if effect.amount is None:
        return words
    if effect.result in {Result.FORFEIT_REDUCED, Result.POWER_REDUCED}:
        return f"{words} {effect.amount:+d}"
    return f"{words} if X is {effect.amount}"


def _retrieves(fact: TextFact) -> str:
    what = fact.what or f"{_count(fact)} Force"
    return f"{_does(fact, 'retrieve')} {what}{f' into {PILES[fact.to]}' if fact.to else ''}"


def _loss_changed(fact: TextFact) -> str:
    return f"{fact.what or 'the loss of Force'} {_signed(fact)}"


def _places(fact: TextFact) -> str:
    if fact.what == "shuffled":
        return f"shuffle {'the deck' if fact.pile is None else PILES[fact.pile]}"
    to = f" {PILES[fact.to] if fact.to is Pile.OUT_OF_PLAY else 'in ' + PILES[fact.to]}" if fact.to else ""
    return f"place {fact.what or 'this card'}{_from(fact) if fact.pile is not Pile.HAND else ''}{to}"


def _looks(fact: TextFact) -> str:
    whose = "opponent's " if fact.who == "opponent" else "your " if fact.who == "you" else "any "
    if fact.pile is Pile.HAND:
        return f"look at {whose}hand"
    return f"look at the top {_cards(fact, 'card')} of {whose}{PILES[fact.pile] if fact.pile else 'pile'}"


def _reveals(fact: TextFact) -> str:
    return "opponent shows his hand" if fact.pile is Pile.HAND else f"show {fact.what}"


def _may_not(fact: TextFact) -> str:
    return _deed(fact, "may not")


def _may(fact: TextFact) -> str:
    if fact.action is Action.CARRY and fact.what:
        return f"may escort or carry {fact.what}"
    if fact.action is Action.BREAK_COVER and fact.who:
        return f"may break the cover of {fact.who}"
    return _deed(fact, "may" if fact.optional else "can")


def _deed(fact: TextFact, can: str) -> str:
    active, passive = DEEDS[fact.action] if fact.action else ("do", "be touched")
    if fact.limit is not None:
        return f"{fact.who} {can} {active} more than {_limit(fact)} {fact.what} a turn"
    if fact.what.startswith("or "):
        return f"{f'{fact.who} ' if fact.who in _PLAYERS | _MANY else ''}{can} {active} {fact.what}"
    if fact.who in _PLAYERS | _MANY:
        return f"{fact.who} {can} {active}{f' {fact.what}' if fact.what else ''}"
    if fact.stat is not None:
        return f"{_stat(fact.stat)} {can} {passive}{f' by {fact.what}' if fact.what else ''}"
    if fact.what == "game text":
        return f"its game text {can} {passive}"
    by = "" if not fact.what else f" {fact.what}" if active == passive else f" by {fact.what}"
    return f"{can} {passive}{by}"


def _maintenance(fact: TextFact) -> str:
    if fact.cost is not None:
        return f"upkeep at the end of your turn: use {number(fact.cost)} Force"
    if fact.loss is not None:
        return f"or instead: lose {number(fact.loss)} Force and place it in Used Pile"
    return "or instead: place it out of play"


def _move_cost(fact: TextFact) -> str:
    what = fact.what
    if what.startswith("landspeed "):
        return f"moving {what.removeprefix('landspeed ')} takes {_signed(fact)} landspeed"
    if what == "landspeed":
        return f"moving by landspeed costs {_signed(fact)} Force"
    if what.startswith("hyperspeed "):
        return f"moving by hyperspeed {what.removeprefix('hyperspeed ')} costs {_signed(fact)} Force"
    return f"moving {'or deploying' if what == 'or deploy' else what} costs {_signed(fact)} Force".replace(
        "  ", " "
    )


def _moves(fact: TextFact) -> str:
    if fact.where == "follows":
        return f"follows {fact.what}"
    to = f" {fact.where}" if fact.where.startswith(_DIRECTIONS) else f" to {fact.where}" if fact.where else ""
    if fact.what == "additional move":
        return "moves once more"
    return f"moves {fact.what}{to}" if fact.what else f"moves{to}"


def _transit(fact: TextFact) -> str:
    return f"your docking bay transit {fact.what}: {f'{_count(fact)} Force' if fact.amount else 'free'}"


def _lost_when(fact: TextFact) -> str:
    return f"this card is {fact.what}"


def _canceled_destiny(fact: TextFact) -> str:
    whose = f"{_whose(fact)} " if fact.who else ""
    redrawn = fact.what.endswith(("redraw", "redrawn"))
    what = fact.what.removesuffix("redrawn").removesuffix("redraw").strip() or "destiny"
    return f"cancel {whose}{what}{' and have it drawn again' if redrawn else ''}"


def _prevented(fact: TextFact) -> str:
    deed = fact.what if fact.what == "battle or move" else DEEDS[fact.action][0] if fact.action else "act"
    if fact.action is Action.TARGET:
        return f"{fact.who} may not be targeted by {fact.what}"
    return f"{fact.who} may not {deed}"


def _satisfies(fact: TextFact) -> str:
    return f"satisfies {fact.what}"


def _room(fact: TextFact) -> str:
    if fact.amount is None:
        return f"room for {fact.what}"
    what = re.sub(r"s\b", "", fact.what) if fact.amount == 1 else fact.what
    return f"room for {_count(fact)} {what}"


_FEATURES: Final = {"ship-docking": "ships can dock", "nav computer": "has a nav computer"}
_CHOICES: Final = frozenset({K.MAY, K.CAPACITY, K.MAY_DEPLOY, K.DEPLOYS_REACT, K.MOVES_REACT, K.WEAPON_FIRE})
"""What is a choice by its nature, so that "optional" need not be said."""

_WORDS: Final[Mapping[FactKind, Callable[[TextFact], str]]] = {
    K.IMMUNE_TO_ATTRITION: _immune,
    K.IMMUNITY_CHANGED: lambda f: f"immunity to attrition {_signed(f)}",
    K.LOSES_IMMUNITY: lambda _: "loses its immunity to attrition",
    K.IMMUNE_TO: lambda f: f"immune to {f.what}",
    K.BATTLE_DESTINY_ADDED: lambda f: f"adds {_count(f)} battle destiny",
    K.BATTLE_DESTINY_IF_UNABLE: lambda f: f"draws {_count(f)} battle destiny where it could draw none",
    K.BATTLE_DESTINY_LIMIT: _battle_destiny_limit,
    K.DESTINY_ADDED: lambda f: f"adds {_count(f)} destiny to {f.what}",
    K.DESTINY_BONUS: _destiny_bonus,
    K.DESTINY_DRAWN: lambda f: f"{_does(f, 'draw')} {_count(f) if f.amount else 'a'} destiny",
    K.DESTINY_CANCELED: _canceled_destiny,
    K.DESTINY_SUBSTITUTED: lambda f: f"use the {_stat(f.stat)} of {f.what} as the destiny",
    K.ATTRITION_BONUS: lambda f: f"attrition against {f.who or 'opponent'} {_signed(f)}",
    K.BATTLE_DAMAGE_BONUS: lambda f: f"{_whose(f)} battle damage {_signed(f)}",
    K.TOTAL_POWER_BONUS: lambda f: f"{_whose(f)} total power {_signed(f)}",
    K.TOTAL_BONUS: _total,
    K.STAT_BONUS: _stat_bonus,
    K.STAT_SET: _stat_set,
    K.PILOT_BONUS: lambda f: (
        f"{_stat(f.stat)} {_signed(f)} to {f.what + ' it pilots' if f.what else 'what it pilots'}"
    ),
    K.DEPLOYS_FREE: lambda _: "deploys free of cost",
    K.DEPLOY_COST: lambda f: f"deploy cost {_signed(f)}",
    K.DEPLOYS_FOR: lambda f: f"costs {_count(f)} Force to deploy{f' from {f.what}' if f.what else ''}",
    K.DEPLOYS_ONLY: _deploys_only,
    K.DEPLOYS_ON: lambda f: f"deploys on {f.where}",
    K.DEPLOYS_REACT: lambda f: f"can deploy{' or move' if f.what == 'or move' else ''} as a react",
    K.MAY_DEPLOY: _may_deploy,
    K.DEPLOYS_CARD: lambda f: f"deploy {_some(f)}{_from(f)}",
    K.DRAIN_BONUS: _force_drain,
    K.DRAIN_LIMIT: lambda f: f"{_does(f, 'lose')} at most {_limit(f)} Force to a Force drain",
    K.NO_DRAIN: lambda f: f"{_does(f, 'cannot')} Force drain",
    K.DRAIN_COST: lambda f: f"{_does(f, 'use')} {_count(f)} Force for a Force drain",
    K.GENERATION_BONUS: lambda f: f"{_whose(f)} Force generation {_signed(f)}",
    K.GENERATION_LIMIT: _generation_limit,
    K.CAPACITY: _room,
    K.PERMANENT_PILOT: lambda f: f"permanent pilot{f' {f.what}' if f.what else ''}, ability {_count(f)}",
    K.PERMANENT_ASTROMECH: lambda f: f"permanent astromech {f.what}".strip(),
    K.PERMANENT_WEAPON: lambda f: f"permanent weapon: {f.what}",
    K.PILOT_REQUIRED: lambda _: "needs a pilot aboard to use its power and to move",
    K.AGENDA: lambda f: f"agenda: {f.what}",
    K.FEATURE: lambda f: _FEATURES.get(f.what, f.what),
    K.WEAPON_FIRE: _fires,
    K.FIRES_WEAPON: lambda f: (
        f"fire {f.what if f.what != 'again' else 'a weapon again'}" if f.what else "fire a weapon"
    ),
    K.CANCELS: lambda f: f"cancels {f.what}",
    K.CANCELS_TEXT: lambda f: f"cancels the game text of {f.what or 'this card'}",
    K.SUSPENDS: lambda f: f"suspends {f.what}",
    K.RETRIEVES: _retrieves,
    K.FORCE_LOST: lambda f: f"{_does(f, 'lose')} {_count(f)} Force{_from(f)}",
    K.LOSS_CHANGED: _loss_changed,
    K.LOSS_LIMIT: lambda f: (
        f"{_does(f, 'lose')} {f'at most {_limit(f)}' if f.limit else 'no'} Force to {f.what}"
    ),
    K.FORCE_USED: lambda f: f"{_does(f, 'use')} {_count(f)} Force{f' to {f.what}' if f.what else ''}",
    K.ACTIVATES: lambda f: f"{_does(f, 'activate')} {_count(f)} Force",
    K.DRAWS_CARD: lambda f: f"{_does(f, 'draw')} {_cards(f)}{_from(f)}",
    K.TAKES_INTO_HAND: lambda f: f"take {_some(f)} into hand{_from(f)}",
    K.PLACES: _places,
    K.STACKS: lambda f: f"stack {f.what}",
    K.PEEKS: _looks,
    K.REVEALS: _reveals,
    K.MAY_NOT: _may_not,
    K.MAY: _may,
    K.MAINTENANCE: _maintenance,
    K.MOVES_FREE: lambda f: f"{'moves' if not f.what else f'moves {f.what}'} free of cost",
    K.MOVE_COST: _move_cost,
    K.MOVES: _moves,
    K.MOVES_REACT: lambda f: f"can move {f.what + ' ' if f.what else ''}as a react",
    K.MOVES_LIKE: lambda f: f"moves like {f.what}",
    K.TRANSIT_COST: _transit,
    K.ICONS_ADDED: lambda f: f"adds {_count(f)} {f.what}",
    K.IS: lambda f: f"counts as {f.what}",
    K.LOST_WHEN: _lost_when,
    K.LOST: lambda f: f"lost: {f.who or 'this card'}",
    K.CAPTURES: lambda f: f"captures {f.what}",
    K.EXCLUDES: lambda f: f"excludes {f.what} from the battle",
    K.HIT: lambda f: f"hits {f.who or 'this card'}{f', {f.what}' if f.what else ''}",
    K.FLIPS: lambda _: "this card flips",
    K.PLAYS_ON: lambda f: f"plays on {f.where}",
    K.PREVENTED: _prevented,
    K.TARGETS: lambda f: f"target {f.what}",
    K.BATTLE_COST: lambda f: (
        f"{_does(f, 'use')} {_count(f) if f.amount else 'no'} Force to initiate a battle"
    ),
    K.BATTLE_STARTED: lambda _: "initiate a battle",
    K.OBJECTIVE_START: lambda f: f"starts with {f.what}",
    K.SATISFIES: _satisfies,
    K.TRANSFER: lambda f: f"transfers to {f.where}",
    K.CONVERTS: lambda f: f"turns or raises {f.what}",
}
_SAY_WHO: Final = frozenset(
    {
        K.BATTLE_DESTINY_LIMIT, K.DESTINY_BONUS, K.DESTINY_DRAWN, K.ATTRITION_BONUS, K.BATTLE_DAMAGE_BONUS,
        K.TOTAL_POWER_BONUS, K.TOTAL_BONUS, K.DRAIN_BONUS, K.DRAIN_LIMIT, K.NO_DRAIN, K.DRAIN_COST,
        K.GENERATION_BONUS, K.GENERATION_LIMIT, K.RETRIEVES, K.FORCE_LOST, K.LOSS_CHANGED, K.LOSS_LIMIT,
        K.FORCE_USED, K.ACTIVATES, K.DRAWS_CARD, K.PEEKS, K.REVEALS, K.LOST, K.HIT, K.PREVENTED,
        K.BATTLE_COST, K.DESTINY_CANCELED,
    }
)  # fmt: skip
_SAY_WHERE: Final = frozenset({K.DEPLOYS_ONLY, K.DEPLOYS_ON, K.PLAYS_ON, K.MOVES, K.TRANSFER})
