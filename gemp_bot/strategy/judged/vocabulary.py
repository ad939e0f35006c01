"""The words strategy files of this game may use: what can be asked, what is known, how one may differ."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.cards.kinds import CardType
from gemp_bot.decisions import ActionKind, PromptKind
from gemp_bot.decisions.asked import asked_counts, asked_texts
from gemp_bot.procedures import CapabilityKey, Fact, KindNote, Type, Vocabulary, numbers_of
from gemp_bot.protocol.enums import Phase
from gemp_bot.search.effort import Effort
from gemp_bot.strategy.judged.names import DECK, ICON, PERSONA, TITLE, names_of_cards
from gemp_bot.valuation.weights import Capabilities, Weights

_CAPABILITIES: Mapping[str, str] = MappingProxyType(
    {
        "card_facts": "printed facts of cards; without them every card is a typical one",
        "game_texts": "what game texts do to numbers and searches; without them only what is printed counts",
        "battle_odds": "exact battle odds; without them only power is compared",
        "deployment_plan": "deployments planned together; without it each card for itself",
        "moves": "moves along the table",
        "responses": "optional responses of all kinds",
        "battles": "battles of our own",
        "losses": "which card to lose or to forfeit; without it the first that is offered",
        "turns_left": "turns to live of both sides",
    }
)


def _number(name: str, unit: str, meaning: str) -> Fact:
    return Fact(name, Type.NUMBER, meaning, unit)


def _flag(name: str, meaning: str) -> Fact:
    return Fact(name, Type.FLAG, meaning)


def _word(name: str, meaning: str, choices: tuple[str, ...]) -> Fact:
    return Fact(name, Type.TEXT, meaning, choices=("", *choices))


def _name(name: str, names: str, meaning: str) -> Fact:
    return Fact(name, Type.TEXT, meaning, names=names)


def _names(name: str, names: str, meaning: str) -> Fact:
    return Fact(name, Type.TEXTS, meaning, names=names)


def _player(who: str, whose: str) -> tuple[Fact, ...]:
    return (
        _number(f"{who}.life_force", "cards", f"{whose} life force: Reserve Deck, Force pile and Used Pile"),
        _number(f"{who}.force", "Force", f"cards in {whose} Force pile"),
        _number(f"{who}.reserve", "cards", f"cards in {whose} Reserve Deck"),
        _number(f"{who}.used", "cards", f"cards in {whose} Used Pile"),
        _number(f"{who}.lost", "cards", f"cards in {whose} Lost Pile"),
        _number(f"{who}.hand", "cards", f"cards in {whose} hand"),
        _number(f"{who}.generation", "Force", f"{whose} Force generation a turn"),
        _number(f"{who}.drains", "Force", f"what {whose} Force drains would cost the other side this turn"),
    )


RENAMED: Mapping[str, str] = MappingProxyType(
    {
        "weights.fear_power": "weights.attack_risk",
        "weights.fear_ability": "weights.attack_risk",
        "weights.weakness_risk": "weights.attack_risk",
        "weights.no_destiny_risk": "weights.attack_risk",
        "weights.safe_power": "weights.attack_risk",
        "weights.waiting_price": "weights.force_price",
        "weights.rich": "weights.ample_force",
        "weights.denial": "weights.their_generation",
        "weights.threat": "weights.attack_risk",
        "weights.reinforced": "weights.attack_risk",
        "weights.their_battle_chance": "weights.attack_risk",
        "weights.their_reinforcement": "weights.attack_risk",
        "weights.hand": "weights.hand_size",
        "capabilities.cards": "capabilities.card_facts",
        "capabilities.texts": "capabilities.game_texts",
        "capabilities.odds": "capabilities.battle_odds",
        "capabilities.plan": "capabilities.deployment_plan",
        "capabilities.race": "capabilities.turns_left",
        "weights.search_lines": "search.lines",
        "me.life": "me.life_force",
        "them.life": "them.life_force",
        "battle.on": "battle.active",
    }
)
"""Old name to present name, beside the names of the tables."""

MENUS = (
    PromptKind.PHASE_ACTION,
    PromptKind.OPTIONAL_RESPONSES,
    PromptKind.REQUIRED_RESPONSES,
    PromptKind.WEAPONS_SEGMENT,
    PromptKind.SHIP_DOCKED_ACTION,
)
"""Kinds that always offer actions."""
CARDS = (
    PromptKind.STARTING_LOCATION,
    PromptKind.STARTING_INTERRUPT,
    PromptKind.LOSE_FORCE,
    PromptKind.LOSE_FORCE_OR_FORFEIT,
    PromptKind.FORFEIT,
    PromptKind.CHOOSE_DEPLOY_TARGET,
    PromptKind.DEPLOY_NEXT_TO,
    PromptKind.DEPLOY_FROM_PILE,
    PromptKind.CHOOSE_MOVE_TARGET,
    PromptKind.DOCKING_BAY_TARGET,
    PromptKind.CARDS_TO_TRANSIT,
    PromptKind.EMBARK_TARGET,
    PromptKind.TAKE_INTO_HAND,
    PromptKind.LOOK_AT_CARDS,
    PromptKind.VERIFY_PILE,
    PromptKind.HIGHEST_ABILITY,
)
"""Kinds that always offer cards."""
NUMBERS = (PromptKind.FORCE_TO_ACTIVATE, PromptKind.FORCE_TO_ALLOW, PromptKind.FORCE_TO_USE)
"""Kinds that always ask for a number. Of the other kinds recordings are too few to say."""


def _never(fact: Fact) -> Fact:
    """A fact with the kinds at which it says nothing."""
    if fact.name == "option.action":
        return msgspec.structs.replace(fact, never=(*CARDS, *NUMBERS))
    if fact.name == "option.number":
        return msgspec.structs.replace(fact, never=(*MENUS, *CARDS))
    of_card = fact.of_option and fact.name not in ("option.score", "option.passes")
    return msgspec.structs.replace(fact, never=NUMBERS) if of_card else fact


_FACTS: tuple[Fact, ...] = (
    _number("turn.number", "turns", "number of this turn, each player's counted from 1"),
    _flag("turn.mine", "it is our turn"),
    _word("turn.phase", "the phase, in small letters", tuple(phase.value.lower() for phase in Phase)),
    *_player("me", "our"),
    *_player("them", "their"),
    _flag("battle.active", "a battle is going on"),
    _number("battle.power", "power", "our total power in it"),
    _number("battle.their_power", "power", "their total power in it"),
    _number("damage.due", "Force", "battle damage we still have to satisfy"),
    _number("attrition.due", "forfeit", "attrition we still have to satisfy"),
    _number("question.options", "options", "how many options there are, the pass not counted"),
    _number("question.least", "options", "how many have to be chosen"),
    _number("question.most", "options", "how many can be chosen"),
    _names("question.titles", TITLE, "of the cards that the question names"),
    _names("hand.titles", TITLE, "of the cards in our hand"),
    _names("hand.personas", PERSONA, "of the cards in our hand"),
    _names("table.titles", TITLE, "of our cards in play, locations too"),
    _names("table.personas", PERSONA, "of our cards in play"),
    _names("their_table.titles", TITLE, "of their cards in play, locations too"),
    _names("their_table.personas", PERSONA, "of their cards in play"),
    _name("deck.name", DECK, "what our deck is called, in any case of letters; nothing if that is not known"),
    _names(
        "deck.titles", TITLE, "of the cards of our deck, whatever became of them; none if it is not known"
    ),
    _number("option.score", "Force", "what the evaluators think it is worth"),
    _flag("option.passes", "it is the pass: nothing is done"),
    _word("option.action", "of an action, its kind", tuple(kind.value for kind in ActionKind)),
    _word("option.type", "of its card, in small letters", tuple(kind.lower() for kind in CardType if kind)),
    _name("option.title", TITLE, "of its card; where titles are asked for, the title"),
    _names("option.personas", PERSONA, "of its card"),
    _names("option.icons", ICON, "of its card"),
    _name("option.place", TITLE, "title of the location where its card is, or which it is"),
    _flag("option.mine", "its card is ours"),
    _flag("option.in_hand", "its card is in our hand"),
    _number("option.cost", "Force", "what its card costs to deploy"),
    _number("option.power", "power", "of its card"),
    _number("option.ability", "ability", "of its card"),
    _number("option.forfeit", "forfeit", "of its card"),
    _number("option.destiny", "destiny", "of its card"),
    _number("option.number", "", "where a number is asked for, the number"),
    _number("option.drain", "Force", "at its location, what our Force drain would cost them"),
    _number("option.power_here", "power", "at its location, ours"),
    _number("option.their_power_here", "power", "at its location, theirs"),
)
FACTS = tuple(_never(fact) for fact in _FACTS)


def make_vocabulary() -> Vocabulary:
    """The vocabulary; the same each time."""
    default = Capabilities()
    counts, texts = asked_counts(), asked_texts()
    return Vocabulary(
        kinds=tuple(kind.value for kind in PromptKind),
        facts=FACTS,
        weights=numbers_of(Weights),
        capabilities=tuple(
            CapabilityKey(field.name, _CAPABILITIES[field.name], bool(getattr(default, field.name)))
            for field in msgspec.structs.fields(Capabilities)
        ),
        search=numbers_of(Effort),
        renamed=dict(RENAMED),
        names=names_of_cards(),
        notes={
            kind.value: KindNote(texts[kind.value], counts.kinds.get(kind.value, 0) / counts.games)
            for kind in PromptKind
        },
        notes_from=(
            f"How often each is asked one player, with two or more answers, on average of {counts.games} "
            f"games: counted by `{counts.command}` (journals {counts.journals}); - where it never was."
        ),
    )
