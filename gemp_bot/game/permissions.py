"""What the texts in play allow and forbid."""

from collections.abc import Collection, Iterable
from typing import Final

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Value
from gemp_bot.effects.changes import How, Quantity
from gemp_bot.effects.ledger import (
    NO_CHANGES,
    Applied,
    ChangeInPlay,
    sides,
)
from gemp_bot.effects.told import fits
from gemp_bot.game.texts_in_play import ANY, TextsInPlay, goes_there, is_for, moves_so
from gemp_bot.protocol.enums import Side


class Permissions(TextsInPlay):
    """What the texts of one board let players and cards do."""

    __slots__ = ()

    def _drain_change_canceled(self, side: Side, location: Location, applied: Applied) -> bool:
        """Whether a text cancels what another one changes of a Force drain of a side there."""
        scope, change, amount = applied
        if change.how is not How.ADD or self._bonus_kept(scope.card, location):
            return False
        if scope.you is side and self._against(Quantity.NO_CHANGES, side, location):
            return True
        return amount > 0 and (
            self.is_told(scope.card, Quantity.NO_BONUS_BY) or self._against(Quantity.NO_BONUS, side, location)
        )

    def _bonus_kept(self, card: CardInPlay, location: Location) -> bool:
        return any(goes_there((*each, 1), location, None) for each in self._about(card, Quantity.BONUS_KEPT))

    def _against(self, quantity: Quantity, side: Side, location: Location) -> bool:
        """Whether a text of the other player has it that something is so of a side at a location."""
        if quantity not in self._in_play:
            return False
        found = self._ledger(quantity).changes.get((location.column, quantity, side), ())
        return any(scope.you is side.other for scope, _, _ in found)

    def drain_forbidden(self, side: Side, location: Location) -> bool:
        """Whether a text forbids a side to drain there, or an Undercover spy of the other prevents it."""
        forbids = self._changes_of((location.column, Quantity.NO_DRAIN, side), location.card)
        return forbids is not NO_CHANGES or location.spied(side)

    def drain_firm(self, side: Side, location: Location, by: Side, *, reduces: bool) -> bool:
        """Whether a text keeps a player from changing a Force drain of a side there, or from reducing it."""
        return self.kept(Quantity.NO_DRAIN_CHANGE, side, location, by) or (
            reduces and self.kept(Quantity.NO_DRAIN_REDUCTION, side, location, by)
        )

    def kept(self, quantity: Quantity, side: Side, location: Location, by: Side) -> bool:
        """Whether a text keeps a player from doing something to what a side does at a location."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return False
        found = self._ledger(quantity).changes.get((location.column, quantity, side), ())
        return any(by in sides(scope, next(iter(change.rest.values()), None)) for scope, change, _ in found)

    def spared(self, side: Side, source: CardInPlay) -> bool:
        """Whether a text has it that a player loses no Force to a card."""
        return any(
            "player" not in change.rest or scope.side(change.rest["player"]) is side
            for scope, change, _ in self._meaning(source, Quantity.NO_LOSS_TO)
        )

    def cannot_move(self, card: CardInPlay) -> bool:
        """Whether a card cannot move: it is not active, or a text keeps it where it is (rules 9, 23.2)."""
        if not card.active:
            return True
        return self.is_told(card, Quantity.NO_MOVE) and not self.is_told(card, Quantity.MAY_MOVE)

    def binds_moves(self) -> bool:
        """Whether any text in play changes what moves cost, or keeps a card from one."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return not _OF_MOVES.isdisjoint(self._in_play)

    def held_from(self, card: CardInPlay, was: Location | None, place: Location | None, way: str) -> bool:
        """Whether a text keeps a card from leaving a location, or from moving to another one in a way."""
        return any(
            moves_so(scope, change, was, place, way)
            for scope, change in self._about(card, Quantity.NO_MOVE_TO)
        )

    def bound(self, card: CardInPlay) -> bool:
        """Whether texts, or the rules of Operatives, may keep a card of a hand from some location."""
        if card.facts.operative_of or self.effects.deploys_on(card.facts) is not None:
            return True
        return any(
            self._meaning(card, quantity) or self._own(card, quantity)
            for quantity in (Quantity.NO_DEPLOY, Quantity.NO_DEPLOY_TO)
        )

    def may_react(self, card: CardInPlay, place: Location) -> bool:
        """Whether a text lets a card move as a react to a location (rules 23.12)."""
        return any(
            is_for((scope, change, 1), card) and goes_there((scope, change, 1), place, None)
            for scope, change in self._about(card, Quantity.MOVES_REACT)
        )

    def reacts_free(self, card: CardInPlay, place: Location) -> bool:
        """Whether a text lets a card move as a react to a location for free."""
        return any(
            "free" in change.rest and goes_there((scope, change, 1), place, None)
            for scope, change in self._about(card, Quantity.MOVES_REACT)
        )

    def without_presence(self, card: CardInPlay) -> list[ChangeInPlay]:
        """The texts that let a card be deployed where its owner has neither presence nor Force icons."""
        return self._about(card, Quantity.WITHOUT_PRESENCE)

    def may_go_on(self, card: CardInPlay, target: CardInPlay) -> bool:
        """Whether no text keeps a card of a hand from being deployed on or aboard another one."""
        return not any(
            scope.means(change.rest["target_filter"], target)
            for scope, change in self._about(card, Quantity.NO_DEPLOY_ON)
        )

    def _ignores(self, card: CardInPlay, by: CardInPlay, place: Location | None) -> bool:
        """Whether a text has a card ignore what another one forbids where it is deployed."""
        return any(
            scope.means(change.rest["card_filter"], by)
            and is_for((scope, change, 1), card)
            and ("where" not in change.rest or goes_there((scope, change, 1), place, None))
            for scope, change in self._about(card, Quantity.IGNORES)
        )

    def may_go(self, card: CardInPlay, place: Location) -> bool:
        """Whether texts let a card of a hand be deployed to a location, as far as they are understood.

        The rules of Operatives count among them (rules 21).
        """
        if place.has_operative_like(card):
            return False
        scope, on = self.scope(card), self.effects.deploys_on(card.facts)
        if on is not None and not scope.means_place(on, place):
            granted = self._about(card, Quantity.MAY_GO_THERE)
            if not any(goes_there((*each, 1), place, None) for each in granted):
                return False
        if not self.may_play(card, place):
            return False
        kept = (
            *self._meaning(card, Quantity.NO_DEPLOY_TO),
            *((where, each, 1) for where, each in self._own(card, Quantity.NO_DEPLOY_TO)),
        )
        return not any(
            is_for(each, card)
            and goes_there(each, place, None)
            and not self._ignores(card, each[0].card, place)
            for each in kept
        )

    def may_play(self, card: CardInPlay, place: Location | None = None) -> bool:
        """Whether no text in play surely keeps the owner of a card from deploying or playing it.

        Args:
            card: the card.
            place: where it is to be deployed; None for anywhere.
        """
        return not any(
            is_for((*each, 1), card)
            and fits(each[0], each[1].who, card) is True
            and not self._ignores(card, each[0].card, place)
            for each in self._about(card, Quantity.NO_DEPLOY)
        )

    def immune_to(self, card: CardInPlay, title: str) -> bool:
        """Whether a card is immune to the cards of a title, by its print or by a text in play."""
        printed = card.facts.text.traits.get("immune_to", ())
        if isinstance(printed, tuple) and title in printed:
            return True
        told = self._meaning(card, Quantity.IMMUNE_TO_TITLE)
        return any(change.rest.get("immune_to_title") == title for _, change, _ in told)

    def may_target_to(self, card: CardInPlay, by: CardInPlay, reasons: Collection[Value]) -> bool:
        """Whether no text keeps a card from being targeted by another one for any of these purposes."""
        return not any(
            change.rest["reason"] in reasons and scope.means(change.rest.get("targeted_by_filter", ANY), by)
            for scope, change in self._about(card, Quantity.NO_TARGET_TO)
        )

    def may_take_from_hand(self, side: Side, by: CardInPlay) -> bool:
        """Whether no text keeps a player from having cards leave the other's hand by a card."""
        found = self._ledger(Quantity.HAND_KEPT).changes.get((0, Quantity.HAND_KEPT, side), ())
        return not any(scope.means(change.rest["source_filter"], by) for scope, change, _ in found)

    def may_be_targeted(self, card: CardInPlay, by: CardInPlay) -> bool:
        """Whether no text keeps a card from being targeted by another one."""
        return not self.immune_to(card, by.card.title) and not any(
            scope.means(change.rest["targeted_by_filter"], by)
            for scope, change in self._about(card, Quantity.NO_TARGET_BY)
        )

    def hosts(self, card: CardInPlay, among: Iterable[CardInPlay]) -> list[CardInPlay]:
        """The cards of some that a card may be deployed on, by its own text or another one."""
        ways = [(self.scope(card), self.effects.deploys_on(card.facts))]
        allowed = self._about(card, Quantity.MAY_GO_ON)
        ways += [(scope, change.rest["target_filter"]) for scope, change in allowed]
        found = [
            each for each in among if any(on is not None and scope.means(on, each) for scope, on in ways)
        ]
        return [each for each in found if self.may_go_on(card, each)]

    def granted(self, card: CardInPlay, title: str) -> bool:
        """Whether a text has it that the cards of a title may target a card besides."""
        return any(
            change.rest.get("card_title") == title for _, change in self._about(card, Quantity.GRANTED)
        )

    def goes_to_used(self, card: CardInPlay, by: CardInPlay) -> bool:
        """Whether a text has a card go to the Used Pile that another one cancels."""
        return any(
            scope.means(change.rest.get("canceled_by_card_filter", ANY), by)
            and scope.side(change.rest.get("canceled_by_player_id", "$opponent")) is by.side
            for scope, change, _ in self._meaning(card, Quantity.CANCELED_TO_USED)
        )

    def may_cancel(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card from being cancelled."""
        return not self._about(card, Quantity.NO_CANCEL)

    def may_flip(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card from being flipped."""
        return not self.is_told(card, Quantity.NO_FLIP)

    def is_lost(self, card: CardInPlay, *, lost: bool) -> bool:
        """Whether an Interrupt goes to the Lost Pile, which it would by itself or not."""
        if self._meaning(card, Quantity.TO_LOST):
            return True
        return lost and not self._meaning(card, Quantity.TO_USED)

    def unshootable(self, card: CardInPlay, weapon: CardInPlay) -> bool:
        """Whether a text keeps a card from being targeted by a weapon."""
        return not self.may_be_targeted(card, weapon) or any(
            scope.means(change.rest.get("weapon_filter", ANY), weapon)
            and scope.means(change.rest.get("weapon_user_filter", ANY), weapon.host or weapon)
            and ("permanent" not in change.rest or bool(weapon.facts.permanent))
            for scope, change in self._about(card, Quantity.NO_TARGET)
        )

    def may_shoot(self, weapon: CardInPlay, user: CardInPlay) -> bool:
        """Whether no text keeps a weapon from being fired, or who bears it from firing."""
        return not any(self.is_told(each, Quantity.NO_FIRE) for each in (weapon, user))

    def fires_twice(self, weapon: CardInPlay, user: CardInPlay) -> bool:
        """Whether a text lets a weapon be fired twice in a battle, or who bears it fire it twice."""
        return any(
            (each is user) is ("weapon_filter" in change.rest)
            and scope.means(change.rest.get("weapon_filter", ANY), weapon)
            for each in {weapon, user}
            for scope, change in self._about(each, Quantity.FIRES_TWICE)
        )

    def may_fight(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card out of battles."""
        return not self.is_told(card, Quantity.NO_FIGHT)


_OF_MOVES: Final = frozenset({Quantity.MOVE_COST, Quantity.NO_MOVE_TO})
