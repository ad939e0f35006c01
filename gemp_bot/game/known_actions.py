"""Which actions of cards the engine plays: those of which all is understood."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import CardAction, Moment, Standing, Term, Value, terms_in
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.effects.changes import change_of
from gemp_bot.effects.meanings import TABLES, Kind, not_understood
from gemp_bot.game.acts.choosing import SEVERAL, is_target
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations import EVENTS, TABLE, EventKind, reason_in
from gemp_bot.game.situations.text_moves import movement_of
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.facts import CardKind

RESPONSES: Final = frozenset({Moment.AFTER, Moment.BEFORE})
BY_ITSELF: Final = frozenset({Moment.MUST_AFTER, Moment.MUST_BEFORE, Moment.LEAVES})
BEGINNINGS: Final = frozenset({Moment.DEPLOYED, Moment.STARTING})
"""What an Objective does, and an Interrupt that is played at the start."""
_OF_THEIR_OWN: Final = frozenset(
    {Moment.ACTION, Moment.DEPLOYED, Moment.STARTING, Moment.SET_UP, Moment.LEAVES}
)
ACTION: Final = Moment.ACTION.value
_SIDES: Final = {"$dark": Side.DARK, "$light": Side.LIGHT}


class TextAction(NamedTuple):
    """An action of a card that the engine plays.

    Attributes:
        number: its place among the actions of the card.
        action: what the facts of the card say. kind: what it is called.
        by_itself: nobody chooses it.
        side: of the text of a location whose it is; None for the owner of the card.
        at: when it can be on offer.
        checks: the conditions, each with its arguments.
    """

    number: int
    action: CardAction
    kind: ActionKind
    by_itself: bool
    side: Side | None = None
    at: "When | None" = None
    checks: tuple[tuple[Callable[..., bool], Mapping[str, Value]], ...] = ()

    def holds(self, scope: Playing) -> bool:
        """Whether all conditions hold."""
        for check, args in self.checks:  # noqa: SIM110 - a generator takes longer than most checks
            if not check(scope, **args):
                return False
        return True

    def actor(self, card: CardInPlay) -> Side:
        """Who acts by it."""
        return card.side if self.side is None else self.side


Heard: TypeAlias = dict[EventKind, tuple[TextAction, ...]]
"""The actions of a card by what they listen to: an event, or their moment for those of their own."""


class KnownActions:
    """The actions of cards of which all is understood, worked out once a card; shared between games.

    `index.derived(KnownActions)` is that of an index.
    """

    def __init__(self, index: CardIndex) -> None:  # noqa: ARG002 - so `CardIndex.derived` makes it
        self._known: dict[str, Heard] = {}

    def of(self, card: CardInPlay) -> Heard:
        """The actions of a card that the engine plays."""
        face = card.card.blueprint_id
        found = self._known.get(face)
        if found is None:
            found = self._known[face] = _heard(card)
        return found


def _heard(card: CardInPlay) -> Heard:
    heard: dict[EventKind, list[TextAction]] = {}
    place = card.facts.kind is CardKind.LOCATION
    for number, told in enumerate(card.facts.text.actions):
        action = with_steps(told)
        if why_not_played(action):
            continue
        side = _side_of(action) if place else None
        at = _when(action)
        each = TextAction(
            number,
            action,
            _kind_of(action),
            action.moment in BY_ITSELF,
            side,
            None if at == ANY_TIME else at,
            tuple(_check(term) for term in action.when if isinstance(term, Term)),
        )
        for kind in listens_to(action):
            heard.setdefault(kind, []).append(each)
    return {kind: tuple(each) for kind, each in heard.items()}


def _check(term: Term) -> tuple[Callable[..., bool], Mapping[str, Value]]:
    """The function of a condition, with its arguments."""
    function = TABLES[Kind.CONDITION].by_name.get(term.name)
    return function or TABLES[Kind.SITUATION].by_name[term.name], term.args


def _side_of(action: CardAction) -> Side | None:
    """The side of a location whose text has an action: that of the player it names first."""
    for term in terms_in(action):
        for each in term.args.values():
            if isinstance(each, str) and each in _SIDES:
                return _SIDES[each]
    return None


class When(NamedTuple):
    """What can be told of when an action can be on offer before any of its conditions is asked.

    Attributes:
        phase: the only phase; empty for any.
        own: only in the turn of who acts, or only in that of the other player; None for any turn.
        battle: only during a battle.
    """

    phase: str = ""
    own: bool | None = None
    battle: bool = False

    def fits(self, phase: str, *, mine: bool, fighting: bool) -> bool:
        """Whether it can be on offer in a phase, of the turn of who acts or not, during a battle or not."""
        if self.battle and not fighting:
            return False
        return self.phase in ("", phase) and (self.own is None or self.own is mine)


ANY_TIME: Final = When()


def _when(action: CardAction) -> When:
    phase, own, battle = "", None, False
    names = {each.name: each for each in action.when if isinstance(each, Term)}
    for name, term in names.items():
        if name in _TURNS and term.args.get("player", "$you") in _ACTING:
            own = _TURNS[name]
        if "phase" in term.args and name in _PHASES:
            phase = str(term.args["phase"])
        battle = battle or (name in _BATTLES and not term.args.get("who"))
    if action.moment is Moment.ACTION and not phase and _DEPLOYS in names:
        phase, own = "deploy", True
    return When(phase, own, battle)


_ACTING: Final = frozenset({"$you", "$dark", "$light"})
_TURNS: Final = {
    "is_once_during_your_phase": True,
    "is_during_your_phase": True,
    "is_phase_for_player": True,
    "is_once_during_opponents_phase": False,
    "is_during_opponents_phase": False,
    "is_once_during_your_turn": True,
    "is_during_your_turn": True,
    "is_once_during_opponents_turn": False,
}
"""Conditions on whose turn it is: that of who acts, or not."""
_PHASES: Final = frozenset(
    {
        "is_once_during_your_phase",
        "is_during_your_phase",
        "is_phase_for_player",
        "is_once_during_opponents_phase",
        "is_during_opponents_phase",
        "is_once_during_either_players_phase",
        "is_during_either_players_phase",
    }
)
_BATTLES: Final = frozenset(
    {
        "is_during_battle",
        "is_during_battle_at",
        "is_during_battle_with_participant",
        "is_in_battle",
        "is_in_battle_with",
        "is_in_battle_at",
        "is_once_per_battle",
    }
)
_DEPLOYS: Final = "can_deploy_card_from_card_pile"


def listens_to(action: CardAction) -> frozenset[EventKind]:
    """To what an action listens; nothing for what the engine has no event for."""
    if action.moment in _OF_THEIR_OWN:
        return frozenset({action.moment.value})
    if action.moment not in RESPONSES | BY_ITSELF:
        return frozenset()
    for each in action.when:
        found = _events(each)
        if found:
            return found
    lasting = action.moment is Moment.MUST_AFTER and action.when and "$event" not in repr(action.when)
    return frozenset({TABLE}) if lasting else frozenset()


def _events(value: Value) -> frozenset[EventKind]:
    """The events a condition can hold at; of several joined by "or" all of them or none.

    Those of what never comes about are left out.
    """
    if not isinstance(value, Term):
        return frozenset()
    if value.name in EVENTS:
        return frozenset({EVENTS[value.name]})
    parts = value.args.get("of")
    if value.name == "or" and isinstance(parts, tuple):
        found = [_events(each) for each in parts if not reason_in(each)]
        return frozenset().union(*found) if all(found) else frozenset()
    if value.name == "and" and isinstance(parts, tuple):
        return next((events for each in parts if (events := _events(each))), frozenset())
    return frozenset()


_MOVE: Final = (Term("effect", {"what": Term("move_using_location_text", {})}),)


def with_steps(action: CardAction) -> CardAction:
    """An action with its steps; those of a movement that a location's text allows are in its condition."""
    if action.steps or movement_of(action) is None:
        return action
    return structs.replace(action, steps=_MOVE)


def why_not_played(told: CardAction) -> str:
    """Why the engine does not play an action; empty if it does."""
    action = with_steps(told)
    if never := next(filter(None, map(reason_in, action.when)), ""):
        return f"never: {never}"
    if not listens_to(action):
        return f"event: {next((term.name for term in terms_in(action.when)), action.moment.value)}"
    if any(
        term.name == _DEPLOYS and term.args.get("player") == "$opponent" for term in terms_in(action.when)
    ):
        return "an action of the opponent"
    return not_understood(action.when, Kind.SITUATION) or why_steps_unknown(action)


def why_steps_unknown(told: CardAction) -> str:
    """Why it is not known what an action costs and does, whenever it is offered; empty if it is."""
    action = with_steps(told)
    if not action.steps:
        return "no steps"
    why = not_understood(action.steps, Kind.STEPS)
    why = why or next((each for term in terms_in(action) if (each := _not_lasting(term))), "")
    return why or _not_chosen(action)


def _not_chosen(action: CardAction) -> str:
    """A target that an action speaks of although nothing has it chosen; several at once have two names."""
    terms = list(terms_in(action))
    if any(term.name in SEVERAL for term in terms):
        return ""
    chosen = {name for term in terms for name in _names(term.args.get("as"))}
    args = [value for term in terms for key, value in term.args.items() if key != "as"]
    spoken = {name for value in args for name in _names(value)}
    return next((name for name in sorted(spoken - chosen) if is_target(name)), "")


def _names(value: Value) -> Iterator[str]:
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, str):
            yield each


def _not_lasting(term: Term) -> str:
    """Why a change that an action makes for a while is not understood."""
    modifier = term.args.get("modifier")
    if not isinstance(modifier, Term):
        return ""
    change = change_of(Standing("active", modifier))
    return f"modifier: {change}" if isinstance(change, str) else ""


def _kind_of(action: CardAction) -> ActionKind:
    """What an action is called: by the first effect that has a name."""
    named = (_KIND_OF[term.name] for term in terms_in(action.steps) if term.name in _KIND_OF)
    return next(named, ActionKind.UNKNOWN)


_KIND_OF: Final = {
    "take_card_into_hand_from_reserve_deck": ActionKind.PULL_FROM_RESERVE,
    "take_card_into_hand_from_force_pile": ActionKind.TAKE_FROM_FORCE_PILE,
    "take_card_into_hand_from_used_pile": ActionKind.TAKE_FROM_USED_PILE,
    "take_card_into_hand_from_lost_pile": ActionKind.TAKE_FROM_LOST_PILE,
    "deploy_card_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_location_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_target_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_to_system_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_cards_from_reserve_deck": ActionKind.DEPLOY_FROM_RESERVE,
    "deploy_card_from_lost_pile": ActionKind.DEPLOY_FROM_LOST,
    "lose_force": ActionKind.OPPONENT_LOSES_FORCE,
    "retrieve_force": ActionKind.RETRIEVE_FORCE,
    "retrieve_card": ActionKind.RETRIEVE_CARD,
    "activate_force": ActionKind.ACTIVATE_FORCE,
    "add_battle_destiny": ActionKind.ADD_BATTLE_DESTINY,
    "add_destiny_to_total_power": ActionKind.ADD_DESTINY_TO_TOTAL,
    "add_destiny_to_attrition": ActionKind.ADD_DESTINY_TO_TOTAL,
    "cancel_force_drain": ActionKind.CANCEL_FORCE_DRAIN,
    "add_to_force_drain": ActionKind.INCREASE_FORCE_DRAIN,
    "cancel_card_on_table": ActionKind.CANCEL_CARD,
    "cancel_card_being_played": ActionKind.CANCEL_CARD,
    "build_cancel_card": ActionKind.CANCEL_CARD,
    "build_cancel_card_being_played": ActionKind.CANCEL_CARD,
    "cancel_destiny": ActionKind.CANCEL_DESTINY,
    "modify_destiny": ActionKind.MODIFY_DESTINY,
    "lose_card_from_table": ActionKind.MAKE_LOST,
    "draw_destiny": ActionKind.DRAW_DESTINY,
    "add_until_end_of_turn_modifier": ActionKind.MODIFY_CARD,
    "add_until_end_of_battle_modifier": ActionKind.MODIFY_CARD,
}
"""What an action is called by its main effect; others have no name."""
