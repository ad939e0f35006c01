"""What the server says: the texts of prompts and labels, word for word as the real one has them.

The catalogue of `decisions` reads each of them as what it was said for; a test holds that.
"""

from collections.abc import Mapping, Sequence
from html import escape

from gemp_bot.board.card import AttachedAs
from gemp_bot.cards.labels import numbered
from gemp_bot.cards.wording import say_label
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game.choices import Menu, Option, PickCards, PickNumber, PickResult
from gemp_bot.sandbox.server.table_view import TableView

CANCEL = ", or click 'Done' to cancel"
RESPONSES = "Optional responses"

LABELS: Mapping[ActionKind, str] = {
    ActionKind.ACTIVATE_FORCE: "Activate Force",
    ActionKind.FORCE_DRAIN: "Force drain",
    ActionKind.INITIATE_BATTLE: "Initiate battle",
    ActionKind.DRAW_CARD: "Draw card into hand from Force Pile",
    ActionKind.DEPLOY: "Deploy",
    ActionKind.CONVERT_LOCATION: "Convert {card}",
    ActionKind.MOVE_LANDSPEED: "Move using landspeed",
    ActionKind.MOVE_HYPERSPEED: "Move using hyperspeed",
    ActionKind.MOVE_SECTOR: "Move using sector movement",
    ActionKind.DOCKING_BAY_TRANSIT: "Docking bay transit",
    ActionKind.EMBARK: "Embark",
    ActionKind.DISEMBARK: "Disembark",
    ActionKind.LAND: "Land",
    ActionKind.TAKE_OFF: "Take off",
    ActionKind.SHUTTLE: "Shuttle",
    ActionKind.MOVE_CAPACITY_SLOT: "Move to {seat} capacity slot",
    ActionKind.FIRE_WEAPON: "Fire {weapon}",
    ActionKind.REACT_MOVE: "Move as a 'react'",
}
"""The labels of actions; `{card}` is a card reference, `{weapon}` the plain title of a weapon, `{seat}` the
kind of seat that a character changes to."""

CARD_LABELS: Mapping[ActionKind, str] = {
    ActionKind.ACTIVATE_FORCE: "Activate 1 Force {what}",
    ActionKind.ADD_BATTLE_DESTINY: "Add one battle destiny and {what}",
    ActionKind.ADD_DESTINY_TO_TOTAL: "Add one destiny to {what}",
    ActionKind.CANCEL_CARD: "Cancel a {what}",
    ActionKind.CANCEL_DESTINY: "Cancel {what} destiny",
    ActionKind.CANCEL_FORCE_DRAIN: "Cancel Force drain {what}",
    ActionKind.DEPLOY_FROM_LOST: "Deploy {what} from Lost Pile",
    ActionKind.DEPLOY_FROM_RESERVE: "Deploy {what} from Reserve Deck",
    ActionKind.DRAW_DESTINY: "Draw destiny {what}",
    ActionKind.MAKE_LOST: "Make {what} lost",
    ActionKind.MODIFY_CARD: "Add to {what}",
    ActionKind.OPPONENT_LOSES_FORCE: "Make opponent lose Force {what}",
    ActionKind.PULL_FROM_RESERVE: "Take {what} into hand from Reserve Deck",
    ActionKind.RETRIEVE_CARD: "Retrieve a {what}",
    ActionKind.RETRIEVE_FORCE: "Retrieve 1 Force {what}",
    ActionKind.TAKE_FROM_FORCE_PILE: "Take {what} into hand from Force Pile",
    ActionKind.TAKE_FROM_LOST_PILE: "Take {what} into hand from Lost Pile",
    ActionKind.TAKE_FROM_USED_PILE: "Take {what} into hand from Used Pile",
}
"""The labels of what the text of a card lets a player do, as near as the facts come to the words of a server;
`{what}` is the number that stands for those words (`cards.labels`)."""
_BY_TEXT = "Use {what}"

SEATS = ("pilot", "passenger")
"""The seat that a character changes to: who pilots becomes a passenger."""

MANNERS: Mapping[ActionKind, str] = {
    ActionKind.MOVE_LANDSPEED: "using landspeed",
    ActionKind.MOVE_HYPERSPEED: "using hyperspeed",
    ActionKind.MOVE_SECTOR: "using sector movement",
    ActionKind.REACT_MOVE: "as a 'react'",
}
"""How a card moves, as prompts and messages say it."""

_SELECTIONS: Mapping[PromptKind, str] = {
    PromptKind.CHOOSE_DEPLOY_TARGET: "Choose where to deploy {card}",
    PromptKind.CHOOSE_PILOT_ABOARD: "Choose a pilot from hand to simultaneously deploy aboard {card}",
    PromptKind.CHOOSE_MOVE_TARGET: "Choose where to move {card} {how}",
    PromptKind.EMBARK_TARGET: "Choose where to embark {card}",
    PromptKind.DISEMBARK_TARGET: "Choose where to disembark {card}",
    PromptKind.LAND_TARGET: "Choose where to land {card}",
    PromptKind.TAKE_OFF_TARGET: "Choose where to take off {card}",
    PromptKind.SHUTTLE_TARGET: "Choose where to shuttle {card}",
    PromptKind.DOCKING_BAY_TARGET: "Choose docking bay to transit to",
    PromptKind.CARDS_TO_TRANSIT: "Choose cards to docking bay transit to {card}",
    PromptKind.CHOOSE_TARGET: "Choose target",
    PromptKind.DEPLOY_AS_RELATED: (
        "Choose the system (or location related to the system) to deploy {card} as a related location"
    ),
    PromptKind.STARTING_LOCATION: "Choose starting location",
    PromptKind.STARTING_INTERRUPT: "Choose starting interrupt",
    PromptKind.TAKE_INTO_HAND: "Choose card to take into hand",
    PromptKind.DEPLOY_FROM_PILE: "Choose card to deploy from Reserve Deck",
    PromptKind.CARDS_FROM_PILE: "Choose card from Reserve Deck",
    PromptKind.RETRIEVE: "Choose card to retrieve",
    PromptKind.PLACE_CARD: "Choose card to put on Used Pile",
    PromptKind.LOSE_CARD: "Choose card to be lost",
    PromptKind.STACK_CARD: "Choose card to stack",
    PromptKind.EXCHANGE_CARD: "Choose card to exchange",
    PromptKind.MOVE_CARD: "Choose card to move",
    PromptKind.LOSE_FORCE: "Choose Force to lose",
    PromptKind.LOSE_FORCE_OR_FORFEIT: "Choose Force to lose or a card from battle to forfeit",
    PromptKind.FORFEIT: "Choose a card from battle to forfeit",
    PromptKind.OPTIONAL_FORFEIT: "Choose a card from battle to forfeit (if desired)",
}
_RESULTS: Mapping[PromptKind, str] = {
    PromptKind.CONFIRM_NO_ACTIVATION: "You have not activated Force. Do you want to Pass?",
    PromptKind.DRAW_BATTLE_DESTINY: "Do you want to draw {amount} battle destiny?",
    PromptKind.CONFIRM_ACTION: "Do you want to use {card}?",
    PromptKind.CHOOSE_EFFECT: "Choose effect for {card}",
    PromptKind.CHOOSE_PLAYER: "Choose player",
    PromptKind.CARD_PILE: "Choose card pile",
    PromptKind.SIDE_OF_LOCATION: "On which side of {beside} do you want to deploy {card}",
}
_AMOUNTS: Mapping[PromptKind, str] = {
    PromptKind.FORCE_TO_ACTIVATE: "Choose amount of Force to activate",
    PromptKind.CHOOSE_NUMBER: "Choose a number",
    PromptKind.FORCE_TO_ALLOW: (
        "Choose amount of Force to allow opponent to activate without you performing a top-level action"
    ),
}
_RESPONDED: Mapping[ResponseTrigger, str] = {
    ResponseTrigger.USING_FORCE: "Use {amount} Force",
    ResponseTrigger.PLAYING: "Playing {card}",
    ResponseTrigger.DEPLOYING: "Deploying {card}",
    ResponseTrigger.WEAPON_TARGETING: "Fire {weapon}",
    ResponseTrigger.FIRING: "Fire {weapon}",
    ResponseTrigger.MOVING: "Moving {card} from {start} to {there} as a 'react'",
}
"""What is said even where nobody has a response; the rest is just `Optional responses`."""
_RESPONDED_WITH_OPTIONS: Mapping[ResponseTrigger, str] = {
    ResponseTrigger.DEPLOYED: "{card} just deployed",
    ResponseTrigger.CONVERTED: "{card} just converted",
    ResponseTrigger.FORCE_DRAIN_INITIATED: "Force drain initiated at {card}",
    ResponseTrigger.FORCE_DRAINED: "Just Force drained at {card}",
    ResponseTrigger.BATTLE_INITIATED: "Battle just initiated at {card}",
    ResponseTrigger.BATTLE_STAGE: "Battle winner and loser determined",
    ResponseTrigger.BATTLE_DAMAGE_SEGMENT: "Battle damage segment",
    ResponseTrigger.DESTINY_DRAWN: "Just drew {card} for destiny",
    ResponseTrigger.ABOUT_TO_LOSE_FORCE: "About to lose {amount} Force",
    ResponseTrigger.LOST_FORCE: "Just lost {amount} Force",
    ResponseTrigger.HIT: "{card} just 'hit'",
    ResponseTrigger.FORFEITED: "Just forfeited {card}",
    ResponseTrigger.FORCE_ACTIVATED: "Force just activated",
}


class PromptText:
    """Puts the engine's questions into words.

    Args:
        view: the cards as the wire has them.
    """

    def __init__(self, view: TableView) -> None:
        self._view = view

    def label(self, option: Option) -> str:
        """The text of an action."""
        if option.action >= 0:
            return self._of_card(option)
        return LABELS[option.kind].format(
            card=self._view.hint(option.card),
            weapon=self._weapon(option.card),
            seat=SEATS[self._view.state.card(option.card).attached_as is AttachedAs.PILOT],
        )

    def words(self, option: Option) -> str:
        """The text of an action where only people read it: without the number of a label."""
        if option.action < 0:
            return self.label(option)
        text = self._view.state.card(option.card).facts.text
        return escape(say_label(self.label(option), text), quote=False)

    def _of_card(self, option: Option) -> str:
        """The text of what the text of a card lets a player do."""
        facts = self._view.state.card(option.card).facts
        action = facts.text.actions[option.action]
        text = CARD_LABELS.get(option.kind, _BY_TEXT).format(what=numbered(action.label))
        return f"{action.mode.upper()}: {text}" if action.mode else text

    def _weapon(self, card: int) -> str:
        """What a card is called where it fires: a permanent weapon by its own name."""
        piece = self._view.state.card(card)
        return piece.facts.permanent or piece.card.title

    def menu(self, menu: Menu) -> str:
        """The text of a menu."""
        match menu.prompt:
            case PromptKind.PHASE_ACTION:
                return f"Choose {menu.phase.display} action or Pass"
            case PromptKind.WEAPONS_SEGMENT:
                return "Choose weapons segment action to play or Pass"
        text = _RESPONDED.get(menu.after) if menu.after is not None else None
        if text is None and menu.options and menu.after is not None:
            text = _RESPONDED_WITH_OPTIONS.get(menu.after)
        if text is None:
            return RESPONSES
        said = {"amount": f"{menu.amount:g}"} | self._named(menu.about)
        return f"{text.format_map(said)} - {RESPONSES}"

    def _named(self, about: Sequence[int]) -> dict[str, str]:
        """The names of what a response is about: the card, where it is, where it goes."""
        if not about:
            return {"card": "", "weapon": "", "start": "", "there": ""}
        start = self._view.state.card(about[0]).location
        return {
            "card": self._view.hint(about[0]),
            "weapon": self._weapon(about[0]),
            "start": self._view.hint(about[0] if start is None else start.laid.id),
            "there": self._view.hint(about[-1]),
        }

    def cards(self, pick: PickCards) -> str:
        """The text of a choice of cards."""
        card = "" if pick.subject is None else self._view.hint(pick.subject)
        how = "" if pick.kind is None else MANNERS.get(pick.kind, "")
        text = _SELECTIONS[pick.prompt].format(card=card, how=how)
        if pick.subject is not None and self._worn(pick):
            text += " as attached"
        taken_back = pick.low == 0 and pick.prompt is not PromptKind.OPTIONAL_FORFEIT
        return text + CANCEL if taken_back else text

    def _worn(self, pick: PickCards) -> bool:
        """Whether a weapon or device is deployed on somebody."""
        deploys = pick.prompt is PromptKind.CHOOSE_DEPLOY_TARGET and pick.subject is not None
        return deploys and bool(self._view.state.card(pick.subject or 0).facts.worn)

    def result(self, pick: PickResult) -> str:
        """The text of a choice of results."""
        card = "" if pick.subject is None else self._view.hint(pick.subject)
        beside = "" if pick.beside is None else self._view.hint(pick.beside)
        return _RESULTS[pick.prompt].format(card=card, beside=beside, amount=pick.amount)

    def number(self, pick: PickNumber) -> str:
        """The text of a choice of a number."""
        return _AMOUNTS[pick.prompt]
