"""Facts of a card to effects on numbers: what changes by how much, for whom, while what holds.

Only what stands in force all the time counts: what a player may do, pays for, or what happens once changes no
number that a look at the table could tell.
"""

import re
from typing import Final

import msgspec

from gemp_bot.board.card import FIGHTERS
from gemp_bot.board.location import Location
from gemp_bot.cards import Card, CardType
from gemp_bot.cards.text import Condition, ConditionKind, FactKind, Mode, Stat, TextFact
from gemp_bot.effects.old_conditions import PASSING, Conditions
from gemp_bot.effects.context import CardTest, EffectContext, PlaceTest
from gemp_bot.effects.effect import ChangeKind, Effect, Players, Quantity, Target
from gemp_bot.effects.phrases import Phrases
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle_damage import IMMUNE

_STATS: Final = {
    Stat.POWER: Quantity.POWER,
    Stat.ABILITY: Quantity.ABILITY,
    Stat.FORFEIT: Quantity.FORFEIT,
    Stat.DESTINY: Quantity.DESTINY,
    Stat.DEPLOY: Quantity.DEPLOY,
}
_KINDS: Final = frozenset(
    {
        FactKind.STAT_BONUS,
        FactKind.STAT_SET,
        FactKind.PILOT_BONUS,
        FactKind.DRAIN_BONUS,
        FactKind.NO_DRAIN,
        FactKind.DRAIN_COST,
        FactKind.GENERATION_BONUS,
        FactKind.GENERATION_LIMIT,
        FactKind.ICONS_ADDED,
        FactKind.DEPLOY_COST,
        FactKind.DEPLOYS_FREE,
        FactKind.CANCELS,
        FactKind.BATTLE_DESTINY_ADDED,
        FactKind.BATTLE_DESTINY_IF_UNABLE,
        FactKind.IMMUNE_TO_ATTRITION,
    }
)
_BATTLES: Final = {
    FactKind.BATTLE_DESTINY_ADDED: Quantity.BATTLE_DESTINY,
    FactKind.BATTLE_DESTINY_IF_UNABLE: Quantity.LEAST_DESTINY,
    FactKind.IMMUNE_TO_ATTRITION: Quantity.IMMUNITY,
}
"""What cards have in battles."""
_TAKEN: Final = frozenset({*_BATTLES, FactKind.DEPLOYS_FREE})
"""What nobody leaves who may have it."""
_PLAYED: Final = frozenset({Mode.USED, Mode.LOST, Mode.STARTING})
_MODES: Final = {Mode.DARK_SIDE: Side.DARK, Mode.LIGHT_SIDE: Side.LIGHT}
_HOSTS: Final = frozenset(
    {
        "character",
        "vehicle",
        "starship",
        "that character",
        "that starship",
        "that vehicle",
        "target",
        "starfighter",
    }
)
_WHOSE: Final = {
    "": Players.YOU,
    "you": Players.YOU,
    "opponent": Players.OPPONENT,
    "both players": Players.BOTH,
}
_TARGET: Final = frozenset({"target", "that starship", "that character"})
_NO_GENERATION: Final = re.compile(
    r"(?P<whose>opponent's|your) force generation at (?P<where>.+)", re.IGNORECASE
)
_ANYTHING: Final = "anything"
_NEAR: Final = (" here", " present", " at same site", " at same location")


class Effects:
    """Makes effects of the facts of cards.

    Args:
        phrases: reads phrases.
        conditions: reads conditions.
    """

    def __init__(self, phrases: Phrases, conditions: Conditions) -> None:
        self._phrases = phrases
        self._conditions = conditions

    def of(self, card: Card, front: Card | None = None) -> tuple[Effect, ...]:
        """The effects of a card on table.

        Args:
            card: the face that is shown.
            front: of a back its front, which says what holds for the rest of the game.
        """
        if card.type == CardType.INTERRUPT:
            return ()
        found: list[Effect] = []
        lasting = () if front is None else tuple(fact for fact in front.text if _lasts(fact))
        for fact in (*lasting, *(each for told in card.text for each in _of_each_player(told))):
            effect = self._effect(card, fact) if standing(fact) else None
            if effect is None:
                continue
            if fact.instead and found:
                found[-1] = _unless(found[-1], effect)
            found.append(effect)
        return tuple(found)

    def _effect(self, card: Card, fact: TextFact) -> Effect | None:
        kind = fact.kind
        if kind in (FactKind.STAT_BONUS, FactKind.STAT_SET):
            return self._stat(card, fact)
        if kind in _BATTLES:
            return self._in_battles(card, fact)
        if kind in (FactKind.PILOT_BONUS, FactKind.ICONS_ADDED):
            return self._pilot(fact) if kind is FactKind.PILOT_BONUS else self._icons(fact)
        if kind in (FactKind.DEPLOY_COST, FactKind.DEPLOYS_FREE):
            return self._deploy(fact)
        if kind is FactKind.CANCELS:
            return self._cancels(card, fact)
        return self._place(card, fact)

    # -- cards ----------------------------------------------------------------------------------

    def _stat(self, card: Card, fact: TextFact) -> Effect | None:
        quantity = None if fact.stat is None else _STATS.get(fact.stat)
        if quantity is None or quantity is Quantity.DEPLOY:
            return None
        who = fact.who.strip()
        own = card.type in FIGHTERS or quantity is Quantity.DESTINY
        if not who and own:
            return self._finish(fact, quantity, Target.SELF, place=self._where(fact))
        if (not who and card.type != CardType.LOCATION) or who.casefold() in _HOSTS:
            return self._host(card, fact, quantity)
        return self._cards(fact, quantity)

    def _host(self, card: Card, fact: TextFact, quantity: Quantity) -> Effect:
        """Of what a card is attached to; a card that has targets besides does not tell who they are."""
        targets = next((one.what for one in card.text if one.kind is FactKind.TARGETS and one.what), "")
        if targets and fact.who.casefold() in _TARGET:
            phrase = self._phrases.cards(targets)
            test = None if phrase is None else phrase.test
            return Effect(quantity=quantity, target=Target.CARDS, test=test, why_not="who is the target")
        if card.type == CardType.LOCATION:
            return Effect(quantity=quantity, target=Target.CARDS, near=True, why_not=f"who: {fact.who}")
        return self._finish(fact, quantity, Target.HOST, place=self._where(fact))

    def _cards(self, fact: TextFact, quantity: Quantity) -> Effect:
        phrase = self._phrases.cards(fact.who) if fact.who else None
        near = fact.who.endswith(_NEAR) or fact.where in ("here", "same site", "same location")
        effect = self._finish(
            fact,
            quantity,
            Target.CARDS,
            test=None if phrase is None else phrase.test,
            place=self._where(fact),
            near=near,
        )
        if phrase is None and not effect.why_not:
            return msgspec.structs.replace(effect, why_not=f"who: {fact.who}")
        return effect

    def _pilot(self, fact: TextFact) -> Effect | None:
        if fact.stat is not Stat.POWER:
            return None
        test = None
        if fact.what not in ("", _ANYTHING):
            phrase = self._phrases.cards(fact.what)
            if phrase is None:
                return Effect(quantity=Quantity.POWER, target=Target.CARRIER, why_not=f"what: {fact.what}")
            test = phrase.test
        # `... if it is the Falcon`: what the bonus is for, not who gives it.
        of_carrier = [one for one in fact.conditions if one.kind is ConditionKind.IS and not one.negated]
        others = tuple(one for one in fact.conditions if one not in of_carrier)
        for one in of_carrier:
            phrase = self._phrases.cards(one.what)
            if phrase is None:
                return Effect(quantity=Quantity.POWER, target=Target.CARRIER, why_not=f"what: {one.what}")
            test = phrase.test
        return self._finish(
            msgspec.structs.replace(fact, conditions=others), Quantity.POWER, Target.CARRIER, test=test
        )

    def _deploy(self, fact: TextFact) -> Effect | None:
        """What deploying costs: that of others, or its own, which a place may change (rules 10.9)."""
        free = fact.kind is FactKind.DEPLOYS_FREE
        if fact.who:
            return None if free else self._cards(fact, Quantity.DEPLOY)
        change = ChangeKind.RESET if free else ChangeKind.ADD
        one = msgspec.structs.replace(fact, amount=0.0) if free else fact
        return self._finish(one, Quantity.DEPLOY, Target.SELF, change=change, place=self._where(fact))

    def _in_battles(self, card: Card, fact: TextFact) -> Effect | None:
        """What a card has in its battles; of the battle destinies it gives to players no card tells."""
        quantity = _BATTLES[fact.kind]
        one = fact
        if quantity is Quantity.IMMUNITY:
            one = msgspec.structs.replace(fact, amount=IMMUNE if fact.limit is None else fact.limit)
        elif fact.amount is None:
            one = msgspec.structs.replace(fact, amount=1.0)
        who = fact.who.strip().casefold()
        if not who:
            return (
                self._finish(one, quantity, Target.SELF, place=self._where(fact))
                if card.type in FIGHTERS
                else None
            )
        if who in _HOSTS:
            return self._host(card, one, quantity)
        return self._cards(one, quantity)

    # -- places ---------------------------------------------------------------------------------

    def _cancels(self, card: Card, fact: TextFact) -> Effect | None:
        """`Opponent's Force generation at Endor system is canceled`."""
        found = _NO_GENERATION.fullmatch(fact.what)
        if found is None:
            return None
        players = "opponent" if found["whose"].casefold() == "opponent's" else "you"
        limit = msgspec.structs.replace(
            fact, kind=FactKind.GENERATION_LIMIT, who=players, what="", where=found["where"], limit=0.0
        )
        return self._place(card, limit)

    def _place(self, card: Card, fact: TextFact) -> Effect | None:
        quantity, change = {
            FactKind.DRAIN_BONUS: (Quantity.DRAIN, ChangeKind.ADD),
            FactKind.NO_DRAIN: (Quantity.NO_DRAIN, ChangeKind.ADD),
            FactKind.DRAIN_COST: (Quantity.DRAIN_COST, ChangeKind.ADD),
            FactKind.GENERATION_BONUS: (Quantity.GENERATION, ChangeKind.ADD),
            FactKind.GENERATION_LIMIT: (Quantity.GENERATION, ChangeKind.LIMIT),
        }[fact.kind]
        target = Target.LOCATIONS
        where = fact.where
        if not where and card.type == CardType.LOCATION:
            where = "here"
        if not where and quantity is Quantity.GENERATION:
            quantity, target = Quantity.TOTAL_GENERATION, Target.PLAYER
        if not where and quantity is Quantity.DRAIN_COST:
            target = Target.PLAYER
        place = self._phrases.place(where) if where else None
        players = _WHOSE.get(fact.who)
        if quantity is Quantity.NO_DRAIN:
            fact = msgspec.structs.replace(fact, amount=1.0)
        if change is ChangeKind.LIMIT:
            fact = msgspec.structs.replace(fact, amount=fact.limit)
        if card.type != CardType.LOCATION and place is not None:
            place, fact = _held_there(place, fact)
        effect = self._finish(
            fact, quantity, target, change=change, place=place, players=players or Players.BOTH
        )
        if effect.why_not:
            return effect
        if players is None:
            return msgspec.structs.replace(effect, why_not=f"who: {fact.who}")
        if place is None and target is Target.LOCATIONS:
            return msgspec.structs.replace(effect, why_not=f"where: {where}")
        return effect

    def _icons(self, fact: TextFact) -> Effect | None:
        what = fact.what.casefold()
        quantity = Quantity.DARK_ICONS if what.startswith("[dark") else Quantity.LIGHT_ICONS
        place = self._phrases.place(fact.where or "here")
        amount = 1.0 if fact.amount is None else fact.amount
        return self._finish(
            msgspec.structs.replace(fact, amount=amount),
            quantity,
            Target.LOCATIONS,
            place=place,
            players=Players.BOTH,
        )

    # -- all ------------------------------------------------------------------------------------

    def _where(self, fact: TextFact) -> PlaceTest | None:
        return self._phrases.place(fact.where) if fact.where else None

    def _finish(
        self,
        fact: TextFact,
        quantity: Quantity,
        target: Target,
        *,
        change: ChangeKind | None = None,
        test: CardTest | None = None,
        place: PlaceTest | None = None,
        players: Players = Players.YOU,
        near: bool = False,
    ) -> Effect:
        why_not = ""
        each = None
        if fact.each:
            each = self._phrases.cards(fact.each)
            if each is None:
                why_not = f"each: {fact.each}"
        if fact.amount is None or fact.formula:
            why_not = f"amount: {fact.formula or 'none'}"
        if fact.where and place is None and target is not Target.PLAYER:
            why_not = f"where: {fact.where}"
        holds = self._conditions.all(fact.conditions)
        if holds is None:
            unread = [one for one in fact.conditions if self._conditions.test(one) is None]
            why_not = f"condition: {_words_of(unread[0])}" if unread else "condition"
        if change is None:
            change = ChangeKind.RESET if fact.kind is FactKind.STAT_SET else ChangeKind.ADD
        return Effect(
            quantity=quantity,
            target=target,
            change=change,
            amount=fact.amount or 0,
            each=each,
            test=test,
            place=place,
            holds=holds if fact.conditions else None,
            players=players,
            side=None if fact.mode is None else _MODES.get(fact.mode),
            near=near,
            cumulative=fact.cumulative,
            why_not=why_not,
        )


_EITHER: Final = "either player"
_THAT_PLAYER: Final = "that player"


def _of_each_player(fact: TextFact) -> tuple[TextFact, ...]:
    """What is said of either player, once of each of them: `that player` is he."""
    if fact.who != _EITHER:
        return (fact,)
    return tuple(
        msgspec.structs.replace(
            fact, who=who, conditions=tuple(_said_of(who, one) for one in fact.conditions)
        )
        for who in ("you", "opponent")
    )


def _said_of(who: str, condition: Condition) -> Condition:
    parts = tuple(_said_of(who, part) for part in condition.parts)
    named = who if condition.who == _THAT_PLAYER else condition.who
    return msgspec.structs.replace(condition, who=named, parts=parts)


def _held_there(place: PlaceTest, fact: TextFact) -> tuple[PlaceTest, TextFact]:
    """Of a card that is no location, `if you control` is said of each place it works at."""
    bare = [one for one in fact.conditions if _is_bare_hold(one)]
    for one in bare:
        place = _only_held(place, control=one.kind is ConditionKind.CONTROLS)
    rest = tuple(one for one in fact.conditions if one not in bare)
    return place, msgspec.structs.replace(fact, conditions=rest)


def _is_bare_hold(one: Condition) -> bool:
    bare = one.where in ("", "there") and not (one.what or one.negated or one.op)
    return one.kind in (ConditionKind.CONTROLS, ConditionKind.OCCUPIES) and one.who == "you" and bare


def _only_held(place: PlaceTest, *, control: bool) -> PlaceTest:
    def test(context: EffectContext, location: Location) -> bool:
        held = location.controlled(context.you) if control else location.presence(context.you)
        return held and place(context, location)

    return test


def _unless(before: Effect, after: Effect) -> Effect:
    """An effect that another one stands in the place of: `+1 there (or +2 if you control)`."""
    one, other = before.place, after.place
    if one is not None and other is not None and after.target is Target.LOCATIONS:
        meant, held = other, after.holds

        def place(context: EffectContext, location: Location) -> bool:
            replaced = meant(context, location) and (held is None or held(context))
            return one(context, location) and not replaced

        return msgspec.structs.replace(before, place=place)
    first, second = before.holds, after.holds
    if second is None:
        return before

    def holds(context: EffectContext) -> bool:
        return not second(context) and (first is None or first(context))

    return msgspec.structs.replace(before, holds=holds)


def standing(fact: TextFact) -> bool:
    """Whether a fact changes a number by itself, all the time while its conditions hold."""
    return (
        fact.kind in _KINDS
        and (not fact.optional or fact.kind in _TAKEN)
        and fact.cost is None
        and fact.loss is None
        and not fact.other_cost
        and fact.mode not in _PLAYED
        and not any(_passing(condition) for condition in fact.conditions)
    )


def _lasts(fact: TextFact) -> bool:
    return any(_for_game(condition) for condition in fact.conditions)


def _for_game(condition: Condition) -> bool:
    return condition.kind is ConditionKind.REMAINDER_OF and condition.what == "game"


def _passing(condition: Condition) -> bool:
    if _for_game(condition):
        return False
    return condition.kind in PASSING or any(_passing(part) for part in condition.parts)


def _words_of(condition: Condition) -> str:
    words = (condition.kind.value, condition.who, condition.what, condition.where)
    return " ".join(word for word in words if word)
