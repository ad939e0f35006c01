"""Texts of cards that act: what they offer, how it is played, and what comes about by itself."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final, TypeAlias

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards.texts import Moment
from gemp_bot.decisions.kinds import PromptKind, ResponseTrigger
from gemp_bot.game.acts import play
from gemp_bot.game.choices import Option, PickCards
from gemp_bot.game.context import DeployTerms, GameContext, Run
from gemp_bot.game.deploy import deploy_card, deployable
from gemp_bot.game.event import Trigger
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.known_actions import ACTION, BEGINNINGS, KnownActions, TextAction, with_steps
from gemp_bot.game.playing import Playing
from gemp_bot.game.reacts import Reacts
from gemp_bot.game.situations import PHASE_WORDS, TABLE, EventKind
from gemp_bot.game.stack import perform
from gemp_bot.game.texts_in_play import is_crewless
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind

__all__ = ["KnownActions", "Texts"]

MOST: Final = 60
"""So many times in a row something may come about by itself: a floor against texts that answer each other."""
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
        self._canceled: dict[CardId, CardInPlay] = {}
        self._version = self._faces = -1
        self._active: Sequence[CardInPlay] = ()
        self._table: Listening = {}
        self._hands: dict[Side, tuple[tuple[CardInPlay, ...], Listening]] = {}

    # -- what is offered --------------------------------------------------------------------------------

    def actions(self, run: GameContext, side: Side) -> tuple[Option, ...]:
        """What texts let a player do by themselves in a phase."""
        return tuple(self._offers(run, side, ACTION, None))

    def hears(self, run: GameContext, event: Trigger) -> bool:
        """Whether any text in play or in a hand listens to an event."""
        kind = event.kind
        return (
            kind in self._on_table(run)
            or kind in self._in_hand(run, Side.DARK)
            or kind in self._in_hand(run, Side.LIGHT)
            or self._reacts.hears(event)
            or (kind is ResponseTrigger.LOST and bool(self._own_ends(run, event)))
        )

    def offer(self, run: GameContext, side: Side, event: Trigger) -> tuple[Option, ...]:
        """What a player may respond with to what just came about."""
        return (*self._reacts.offer(run, side, event), *self._offers(run, side, event.kind, event))

    def _offers(self, run: GameContext, side: Side, kind: EventKind, event: Trigger | None) -> list[Option]:
        state = run.state
        phase, mine, fighting = PHASE_WORDS[state.phase], side is state.active, state.battle is not None
        return [
            Option(each.kind, card.id, action=each.number)
            for listening in (self._on_table(run), self._in_hand(run, side))
            for card, each in listening.get(kind, ())
            if not each.by_itself
            and each.actor(card) is side
            and (each.at is None or each.at.fits(phase, mine=mine, fighting=fighting))
            and (not state.used or in_vain(card.id, each.number) not in state.used)
            and _holds(run, card, each, event)
            and (_playable(run, card) if card.zone is Zone.HAND else _counts(run, card, each))
        ]

    def _on_table(self, run: GameContext) -> Listening:
        """The actions of active cards in play."""
        board = run.state.board
        if self._version != board.version:
            self._version = board.version
            if self._faces != board.faces or self._active != board.active:
                self._faces, self._active = board.faces, board.active
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

    def respond(self, run: GameContext, side: Side, option: Option, event: Trigger) -> Run[None]:
        """Respond with a react or an action of a card."""
        if option.action < 0:
            yield from self._reacts.act(run, side, option)
        else:
            yield from self._play(run, side, option, event)

    def _play(self, run: GameContext, side: Side, option: Option, event: Trigger | None) -> Run[None]:
        card = run.state.card(option.card)
        scope = Playing(run, card, side, with_steps(card.facts.text.actions[option.action]), event)
        run.tell(ActionTaken, side, option.kind, card.id, action=option.action)
        before, used = run.state.board.changes, run.state.used
        if card.facts.kind is CardKind.INTERRUPT:
            yield from self._interrupt(run, side, option, scope)
        else:
            yield from perform(run, side, option, None, play(scope, scope.action.steps))
        if run.state.board.changes == before and run.state.used == used:
            run.state.used = (*run.state.used, in_vain(card.id, option.action))
        yield from self.settle(run)

    def _interrupt(self, run: GameContext, side: Side, option: Option, scope: Playing) -> Run[None]:
        """It is played, may be cancelled, and goes to the Used or Lost Pile (rules 16)."""
        card, mode = scope.card, scope.action.mode
        run.use_force(side, ceil(run.numbers.play_cost(card)))
        run.state.put_aside(card)
        yield from perform(run, side, option, None, play(scope, scope.action.steps))
        if card.zone is Zone.VOID:
            lost = mode == "lost" or (not mode and "lost" in card.facts.traits.subtypes)
            by = scope.canceled
            lost = (
                run.numbers.is_lost(card, lost=lost) if by is None else not run.numbers.goes_to_used(card, by)
            )
            run.state.to_pile(card, Zone.LOST_PILE if lost else Zone.USED_PILE)
            run.check_life(side)

    def cancel(self, card: CardInPlay, by: CardInPlay) -> None:
        """A card that is being played is cancelled by another one."""
        self._canceled[card.id] = by

    def canceled_by(self, card: CardInPlay) -> CardInPlay | None:
        """What cancelled a card; None for nothing. That is asked once."""
        return self._canceled.pop(card.id, None)

    def begin(self, run: GameContext, card: CardInPlay) -> Run[None]:
        """What an Objective, or an Interrupt that is played at the start, has its player do then."""
        for kind in sorted(BEGINNINGS):
            for each in self._known.of(card).get(kind, ()):
                scope = Playing(run, card, card.side, each.action)
                if each.holds(scope):
                    scope.announced = True
                    yield from play(scope, each.action.steps)
                    break
        yield from self.set_up(run, card)

    def begins(self, card: CardInPlay) -> bool:
        """Whether it is known what a card does at the start."""
        return not BEGINNINGS.isdisjoint(self._known.of(card))

    def set_up(self, run: GameContext, card: CardInPlay) -> Run[None]:
        """What a card does once its deployment is completed."""
        for each in self._known.of(card).get(Moment.SET_UP.value, ()):
            if _holds(run, card, each, None):
                yield from play(Playing(run, card, card.side, each.action), each.action.steps)

    def play_from(self, run: GameContext, side: Side, cards: Iterable[CardInPlay]) -> Run[CardInPlay | None]:
        """Play one of some Interrupts that lie in a pile, as an action of its own; one may play none."""
        found: dict[CardId, Option] = {}
        for card, each in self._listening(cards).get(ACTION, ()):
            if (
                card.facts.kind is CardKind.INTERRUPT
                and _playable(run, card)
                and _holds(run, card, each, None)
            ):
                found.setdefault(card.id, Option(each.kind, card.id, action=each.number))
        if not found:
            return None
        answer = yield PickCards(side, PromptKind.CARDS_FROM_PILE, tuple(found), 0, 1)
        if not isinstance(answer, tuple) or not answer:
            return None
        option = found[CardId(answer[0])]
        yield from self._play(run, side, option, None)
        return run.state.card(option.card)

    # -- by itself --------------------------------------------------------------------------------------

    def follow(self, run: GameContext, event: Trigger) -> Run[None]:
        """What texts do by themselves after something came about, and as the table is then."""
        yield from self._happen(run, event)
        yield from self.settle(run)

    def _happen(self, run: GameContext, event: Trigger) -> Run[None]:
        listening = [*self._on_table(run).get(event.kind, ()), *self._own_ends(run, event)]
        single: set[tuple[str, int]] = set()
        for card, each in listening:
            key = card.card.blueprint_id, each.number
            if (
                not each.by_itself
                or key in single
                or not (card.active or each.action.moment is Moment.LEAVES)
            ):
                continue
            if _holds(run, card, each, event) and _counts(run, card, each):
                if each.action.single:
                    single.add(key)
                yield from play(Playing(run, card, each.actor(card), each.action, event), each.action.steps)

    def _own_ends(self, run: GameContext, event: Trigger) -> list[tuple[CardInPlay, TextAction]]:
        """What a card that was just lost does because of that."""
        if event.kind is not ResponseTrigger.LOST:
            return []
        card = run.state.card(event.about[0])
        return [(card, each) for each in self._known.of(card).get(Moment.LEAVES.value, ())]

    def settle(self, run: GameContext) -> Run[None]:
        """What texts do by themselves as the table is now: flips, cards that are lost."""
        state = run.state
        for _ in range(MOST):
            if state.settled == state.board.version:
                return
            state.settled = state.board.version
            if TABLE in self._on_table(run):
                yield from self._happen(run, Trigger(TABLE, state.active))

    # -- deploying ----------------------------------------------------------------------------------------

    def deploy_from(
        self,
        run: GameContext,
        side: Side,
        cards: Iterable[CardInPlay],
        terms: DeployTerms,
    ) -> Run[CardInPlay | None]:
        """Deploy one of some cards on terms; one may deploy none."""
        found: dict[CardId, tuple[int, ...]] = {}
        titles: set[str] = set()
        for card in cards:
            if card.facts.key not in titles:
                titles.add(card.facts.key)
                where = deployable(run, card, terms)
                if where is not None:
                    found[card.id] = where
        if not found:
            return None
        answer = yield PickCards(side, PromptKind.DEPLOY_FROM_PILE, tuple(found), 0, 1)
        if not isinstance(answer, tuple) or not answer:
            return None
        chosen = run.state.card(answer[0])
        done = yield from deploy_card(run, side, chosen, found[chosen.id], terms=terms, by_text=True)
        return chosen if done else None


def in_vain(card: int, number: int) -> tuple[str, str, str]:
    """Under which it is noted in `State.used` that an action is not offered again in the phase.

    Args:
        card: id of the card.
        number: of the action among those of its text.
    """
    return "phase", str(card), f"in vain {number}"


def _playable(run: GameContext, card: CardInPlay) -> bool:
    """Whether a card of a hand may be played, and what texts have that cost besides can be paid."""
    return run.numbers.may_play(card) and run.numbers.play_cost(card) <= run.state.force(card.side)


def _counts(run: GameContext, card: CardInPlay, each: TextAction) -> bool:
    """Whether the text an action is of is not cancelled, and its starship or vehicle piloted (rules 9)."""
    numbers = run.numbers
    if is_crewless(card) and not card.held and not each.action.unpiloted:
        return False
    return card not in numbers.silent() and (card, each.side) not in numbers.silent_sides()


def _holds(run: GameContext, card: CardInPlay, each: TextAction, event: Trigger | None) -> bool:
    return each.holds(Playing(run, card, each.actor(card), each.action, event))
