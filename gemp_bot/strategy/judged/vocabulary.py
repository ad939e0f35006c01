"""The words strategy files of this game may use: what can be asked, what is known, how one may differ."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.decisions import PromptKind
from gemp_bot.decisions.asked import asked_counts, asked_texts
from gemp_bot.procedures import Vocabulary
from gemp_bot.procedures.vocabulary import Key, KindNote, numbers_of
from gemp_bot.search.effort import Effort
from gemp_bot.strategy.judged.facts import FACTS, names_of_cards
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

RENAMED: Mapping[str, str] = MappingProxyType(
    {
        "temperament": "weights",
        "sight": "capabilities",
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
"""Old name to present name."""


def make_vocabulary() -> Vocabulary:
    """The vocabulary; the same each time."""
    default = Capabilities()
    counts, texts = asked_counts(), asked_texts()
    return Vocabulary(
        kinds=tuple(kind.value for kind in PromptKind),
        facts=FACTS,
        weights=numbers_of(Weights),
        capabilities=tuple(
            Key(field.name, _CAPABILITIES[field.name], bool(getattr(default, field.name)))
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
            f"A game: how often one player is asked it with two or more answers, on average of "
            f"{counts.games} games (`{counts.command}`, journals {counts.journals})."
        ),
    )
