"""From a typed decision to a question (PROTOCOL 7)."""

from collections.abc import Callable

from gemp_bot.decisions.catalogue import Catalogue
from gemp_bot.decisions.legal import LegalSet, Nothing, OneOf, growing, number, one_of, subset
from gemp_bot.decisions.question import Option, Question
from gemp_bot.protocol.decisions import (
    ActionChoice,
    ActionOption,
    ArbitraryCards,
    CardActionChoice,
    CardSelection,
    Decision,
    EmptyDecision,
    IntegerChoice,
    MultipleChoice,
    UnknownDecision,
)
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.html import plain
from gemp_bot.protocol.ids import BlueprintId, CardId

Lookup = Callable[[CardId], BlueprintId | None]
"""The face of a card of the table as far as it is known."""

_IN_PLAY = "inPlay"
_PASS = OneOf(keys=(), may_pass=True)
_PASS_OR_REVERT = OneOf(keys=(), may_pass=True, may_revert=True)


def ask(asked: Asked | Decision | UnknownDecision, lookup: Lookup, catalogue: Catalogue) -> Question:
    """Make the question of a decision. Never fails, whatever the server sent.

    Args:
        asked: the event or its decision.
        lookup: tells what face is known of a card id on the table.
        catalogue: reads the texts.
    """
    decision = asked.decision if isinstance(asked, Asked) else asked
    reading = catalogue.prompt(decision.text)
    if isinstance(decision, CardActionChoice) and not decision.actions:
        # Three questions in four: nothing to do, the server only waits for the pass (PROTOCOL 7.3).
        return Question(decision, reading, (), _PASS_OR_REVERT if decision.revert_eligible else _PASS)
    options, legal = _form(decision, lookup, catalogue)
    return Question(decision, reading, options, legal)


def _form(  # noqa: PLR0911 - one return for each decision type
    decision: Decision | UnknownDecision, lookup: Lookup, catalogue: Catalogue
) -> tuple[tuple[Option, ...], LegalSet]:
    match decision:
        case CardActionChoice(actions=actions):
            legal = one_of(
                [action.action_id for action in actions],
                may_pass=True,
                may_revert=decision.revert_eligible,
            )
            return tuple([_action(action, lookup, catalogue) for action in actions]), legal
        case CardSelection(card_ids=ids):
            cards = [Option(key=str(card), card_id=card, blueprint_id=lookup(card)) for card in ids]
            return tuple(cards), subset([card.key for card in cards], decision.min, decision.max)
        case ArbitraryCards():
            return _shown(decision), _shown_legal(decision)
        case MultipleChoice(results=results):
            listed = tuple(
                Option(key=str(index), text=plain(text), result=catalogue.result(text))
                for index, text in enumerate(results)
            )
            return listed, one_of((o.key for o in listed), default=decision.default_index)
        case IntegerChoice():
            return (), number(decision.min, decision.max, decision.default_value)
        case ActionChoice(actions=triggers):
            made = []
            for trigger in triggers:
                label = catalogue.action(trigger.action_text)
                made.append(
                    Option(
                        key=trigger.action_id,
                        text=label.text,
                        kind=label.kind,
                        blueprint_id=trigger.blueprint_id,
                        cards=label.cards,
                        reading=label,
                    )
                )
            return tuple(made), one_of(trigger.action_id for trigger in triggers)
        case EmptyDecision():
            return (), Nothing(anything=True)
        case UnknownDecision():
            return (), Nothing()


def _action(action: ActionOption, lookup: Lookup, catalogue: Catalogue) -> Option:
    label = catalogue.action(action.action_text)
    face = action.blueprint_id
    return Option(
        key=action.action_id,
        text=label.text,
        kind=label.kind,
        card_id=action.card_id,
        blueprint_id=lookup(action.card_id) if face == _IN_PLAY else face,
        cards=label.cards,
        reading=label,
    )


def _shown(decision: ArbitraryCards) -> tuple[Option, ...]:
    return tuple(
        Option(
            key=card.card_id,
            text=plain(card.card_text) if card.card_text else "",
            blueprint_id=card.blueprint_id,
            selectable=card.selectable,
            preselected=card.preselected,
        )
        for card in decision.cards
    )


def _shown_legal(decision: ArbitraryCards) -> LegalSet:
    keys = [card.card_id for card in decision.cards if card.selectable]
    if decision.return_any_change:
        kept = [card.card_id for card in decision.cards if card.preselected]
        return growing(kept, keys, decision.min)
    return subset(keys, decision.min, decision.max)
