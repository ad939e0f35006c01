"""Texts of cards that act: what they offer, how it is played, and what comes about by itself."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import CardAction, Moment, Standing, Term, terms_in
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.effects.changes import change_of
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import not_understood
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.deploy import deploy_card, deployable
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.playing import Event, Playing
from gemp_bot.game.reacts import Reacts
from gemp_bot.game.situations import EVENTS, EventKind
from gemp_bot.game.stack import perform
from gemp_bot.game.text_effects import KIND_OF, play_steps
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind

RESPONSES: Final = frozenset({Moment.AFTER, Moment.BEFORE})
BY_ITSELF: Final = frozenset({Moment.MUST_AFTER, Moment.MUST_BEFORE})
_LASTING: Final = frozenset(
    {"add_until_end_of_turn_modifier", "add_until_end_of_battle_modifier", "add_until_end_of_game_modifier"}
)
MOST: Final = 60
"""So many times in a row something may come about by itself: a floor against texts that answer each other."""


class TextAction(NamedTuple):
    """An action of a card that the engine plays.

    Attributes:
        number: its place among the actions of the card.
        action: what the facts of the card say. kind: what it is called.
    """

    number: int
    action: CardAction
    kind: ActionKind


Heard: TypeAlias = dict[EventKind, tuple[TextAction, ...]]
"""The actions of a card by what they listen to: an event, or `ACTION` for those of their own."""
ACTION: Final = Moment.ACTION.value


class KnownActions:
    """The actions of cards of which all is understood, worked out once a card; shared between games.

    `index.derived(KnownActions)` is that of an index.
    """

    def __init__(self, index: CardIndex) -> None:
        self._known: dict[str, Heard] = {}

    def of(self, card: CardInPlay) -> Heard:
        """The actions of a card that the engine plays."""
        face = card.card.blueprint_id
        found = self._known.get(face)
        if found is None:
            heard: dict[EventKind, list[TextAction]] = {}
            for number, action in enumerate(card.facts.text.actions):
                kind = listens_to(action)
                if kind is not None and not why_not_played(action):
                    heard.setdefault(kind, []).append(TextAction(number, action, _kind_of(action)))
            found = self._known[face] = {kind: tuple(each) for kind, each in heard.items()}
        return found


def listens_to(action: CardAction) -> EventKind | None:
    """To what an action listens; None for what the engine has no event for."""
    if action.moment in (Moment.ACTION, Moment.DEPLOYED, Moment.STARTING):
        return action.moment.value
    if action.moment not in RESPONSES | BY_ITSELF:
        return None
    return next((EVENTS[term.name] for term in terms_in(action.when) if term.name in EVENTS), None)


def why_not_played(action: CardAction) -> str:
    """Why the engine does not play an action; empty if it does."""
    if not action.steps:
        return "no steps"
    why = not_understood(action.when, Kind.SITUATION) or not_understood(action.steps, Kind.STEPS)
    return why or next((each for term in terms_in(action) if (each := _not_lasting(term))), "")


def _not_lasting(term: Term) -> str:
    """Why a change that an action makes for a while is not understood."""
    modifier = term.args.get("modifier") if term.name in _LASTING else None
    if not isinstance(modifier, Term):
        return ""
    change = change_of(Standing("active", modifier))
    return change if isinstance(change, str) else ""


def _kind_of(action: CardAction) -> ActionKind:
    """What an action is called: by the first effect that has a name."""
    named = (KIND_OF[term.name] for term in terms_in(action.steps) if term.name in KIND_OF)
    return next(named, ActionKind.UNKNOWN)


Listening: TypeAlias = dict[EventKind, list[tuple[CardInPlay, TextAction]]]
"""The actions of some cards by what they listen to."""


class Texts:
    """The texts that act in one game, and reacts: what `context.Responses` asks for.

    Args:
        known: the actions that are played.
    """

    def __init__(self, known: KnownActions) -> None:
        self._known = known
        self._reacts = Reacts()
        self._canceled = False
        self._version = -1
        self._table: Listening = {}
        self._hands: dict[Side, tuple[tuple[CardInPlay, ...], Listening]] = {}

    # -- what is offered --------------------------------------------------------------------------------

    def actions(self, run: GameContext, side: Side) -> tuple[Option, ...]:
        """What texts let a player do by themselves in a phase."""
        return self._offers(run, side, ACTION, None)

    def offer(
        self, run: GameContext, side: Side, after: ResponseTrigger, about: tuple[int, ...], amount: float
    ) -> tuple[Option, ...]:
        """What a player may respond with to what just came about."""
        by = run.stack[-1].player if run.stack else run.state.active
        own = self._offers(run, side, after, Event(after, by, about, amount))
        return (*self._reacts.offer(run, side, after, about), *own)

    def _offers(
        self, run: GameContext, side: Side, kind: EventKind, event: Event | None
    ) -> tuple[Option, ...]:
        return tuple(
            Option(each.kind, card.id, action=each.number)
            for listening in (self._on_table(run), self._in_hand(run, side))
            for card, each in listening.get(kind, ())
            if card.side is side
            and each.action.moment not in BY_ITSELF
            and _in_vain(card, each.number) not in run.state.used
            and _holds(run, card, each.action, event)
        )

    def _on_table(self, run: GameContext) -> Listening:
        """The actions of active cards in play."""
        board = run.state.board
        if self._version != board.version:
            self._version = board.version
            self._table = self._listening(board.active)
        return self._table

    def _in_hand(self, run: GameContext, side: Side) -> Listening:
        """The actions of Interrupts in a hand."""
        hand = run.state.hand(side)
        known = self._hands.get(side)
        if known is None or known[0] is not hand:
            cards = [card for card in hand if card.facts.kind is CardKind.INTERRUPT]
            known = self._hands[side] = hand, self._listening(cards)
        return known[1]

    def _listening(self, cards: Iterable[CardInPlay]) -> Listening:
        found: Listening = {}
        for card in cards:
            if card.facts.text.actions:
                for kind, actions in self._known.of(card).items():
                    found.setdefault(kind, []).extend((card, each) for each in actions)
        return found

    # -- playing it -------------------------------------------------------------------------------------

    def act(self, run: GameContext, side: Side, option: Option) -> Run[bool]:
        """Play an action of a card."""
        yield from self._play(run, side, option, None)
        return True

    def respond(
        self,
        run: GameContext,
        side: Side,
        option: Option,
        after: ResponseTrigger,
        about: tuple[int, ...],
        amount: float,
    ) -> Run[None]:
        """Respond with a react or an action of a card."""
        if option.action < 0:
            yield from self._reacts.act(run, side, option)
        else:
            by = run.stack[-1].player if run.stack else run.state.active
            yield from self._play(run, side, option, Event(after, by, about, amount))

    def _play(self, run: GameContext, side: Side, option: Option, event: Event | None) -> Run[None]:
        card = run.state.card(option.card)
        scope = Playing(run, card, side, card.facts.text.actions[option.action], event)
        run.tell(ActionTaken, side, option.kind, card.id, None, 0)
        before = run.state.board.changes
        if card.facts.kind is CardKind.INTERRUPT:
            yield from self._interrupt(run, side, option, scope)
        else:
            yield from perform(run, side, option, None, play_steps(scope, scope.action.steps))
        if run.state.board.changes == before:
            run.state.used = (*run.state.used, _in_vain(card, option.action))
        yield from self._settle(run)

    def _interrupt(self, run: GameContext, side: Side, option: Option, scope: Playing) -> Run[None]:
        """It is played, may be cancelled, and goes to the Used or Lost Pile (rules 16)."""
        card, before = scope.card, self._canceled
        lost = scope.action.mode == "lost" or (not scope.action.mode and "lost" in card.facts.traits.subtypes)
        run.state.put_aside(card)
        self._canceled = False
        yield from run.window(side, ResponseTrigger.PLAYING, (card.id,))
        if not self._canceled:
            yield from perform(run, side, option, None, play_steps(scope, scope.action.steps))
        self._canceled = before
        if card.zone is Zone.VOID:
            run.state.to_pile(card, Zone.LOST_PILE if lost else Zone.USED_PILE)
            run.check_life(side)

    def cancel(self) -> None:
        """The card that is being played is cancelled."""
        self._canceled = True

    def begin(self, run: GameContext, card: CardInPlay) -> Run[None]:
        """What an Objective, or an Interrupt that is played at the start, has its player do then."""
        for kind in (Moment.DEPLOYED.value, Moment.STARTING.value):
            for each in self._known.of(card).get(kind, ()):
                scope = Playing(run, card, card.side, each.action)
                if scope.holds(each.action.when):
                    yield from play_steps(scope, each.action.steps)
                    return

    def begins(self, card: CardInPlay) -> bool:
        """Whether it is known what a card does at the start."""
        known = self._known.of(card)
        return Moment.DEPLOYED.value in known or Moment.STARTING.value in known

    # -- by itself --------------------------------------------------------------------------------------

    def follow(
        self, run: GameContext, by: Side, after: ResponseTrigger | str, about: tuple[int, ...] = ()
    ) -> Run[None]:
        """What texts do by themselves after something came about, and as the table is then."""
        yield from self._happen(run, Event(after, by, about))
        yield from self._settle(run)

    def _happen(self, run: GameContext, event: Event) -> Run[None]:
        for card, each in tuple(self._on_table(run).get(event.kind, ())):
            if each.action.moment in BY_ITSELF and card.active and _holds(run, card, each.action, event):
                yield from play_steps(Playing(run, card, card.side, each.action, event), each.action.steps)

    def _settle(self, run: GameContext) -> Run[None]:
        """What texts do by themselves as the table is now: flips, cards that are lost."""
        state = run.state
        for _ in range(MOST):
            if state.settled == state.board.version:
                return
            state.settled = state.board.version
            yield from self._happen(run, Event("table", state.active))

    # -- deploying ----------------------------------------------------------------------------------------

    def deploy_from(
        self,
        run: GameContext,
        side: Side,
        pile: Zone,
        allowed: Callable[[CardInPlay], bool],
        targets: Callable[[CardInPlay], bool] | None,
        *,
        free: bool,
    ) -> Run[None]:
        """Deploy a card out of a pile, to targets that are allowed; one may find none."""
        found: dict[CardId, tuple[int, ...]] = {}
        titles: set[str] = set()
        for card in run.state.pile(side, pile):
            if card.facts.key not in titles and allowed(card):
                titles.add(card.facts.key)
                where = deployable(run, card, targets, free=free)
                if where is not None:
                    found[card.id] = where
        if not found:
            return
        answer = yield PickCards(side, PromptKind.DEPLOY_FROM_PILE, tuple(found), 0, 1)
        if isinstance(answer, tuple) and answer:
            chosen = run.state.card(answer[0])
            yield from deploy_card(run, side, chosen, found[chosen.id], free=free, by_text=True)


def _in_vain(card: CardInPlay, number: int) -> tuple[str, str, str]:
    """Under which it is noted that an action changed nothing: it is not offered again in the phase."""
    return "phase", str(card.id), f"in vain {number}"


def _holds(run: GameContext, card: CardInPlay, action: CardAction, event: Event | None) -> bool:
    return Playing(run, card, card.side, action, event).holds(action.when)
