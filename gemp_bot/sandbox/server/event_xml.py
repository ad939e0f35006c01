"""Typed events as the wire has them: the one place where they become XML (PROTOCOL 6, 7).

Who plays inside the process is given the events themselves.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from gemp_bot.protocol import decisions as d
from gemp_bot.protocol import events as e
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.sandbox.server.xml import Node, Value, node, wire

_TIMEOUT = 1000
"""Milliseconds, of a decision that the server never asks."""
_Parameter = tuple[str, str]


def update_node(update: GameUpdate) -> Node:
    """Give the whole answer to a call."""
    clocks = (node("clock", participantId=name, text=str(seconds)) for name, seconds in update.clocks.items())
    tag = "gameState" if update.snapshot else "update"
    return node(tag, *map(event_node, update.events), node("clocks", *clocks), cn=update.channel)


def event_node(event: e.AnyEvent) -> Node:
    """Give the `<ge>` of an event."""
    match event:
        case e.UnknownEvent():
            return Node("ge", {name: str(value) for name, value in event.attributes.items()})
        case e.Asked():
            return _question(event)
        case e.PhaseChanged(phase=phase, turn=turn):
            number = "" if turn is None else f" (turn #{turn})"
            return _ge("GPC", {"phase": f"{phase.display}{number}"})
        case e.Statistics():
            return _statistics(event)
    return _ge(event.wire_code(), _attributes(event))


def _question(event: e.Asked) -> Node:
    asked = event.decision
    kind = asked.decision_type if isinstance(asked, d.UnknownDecision) else asked.__struct_config__.tag
    attrs: dict[str, Value] = {
        "participantId": event.participant_id,
        "id": event.id,
        "decisionType": str(kind),
        "text": asked.text,
    }
    return _ge("D", attrs, [node("parameter", name=name, value=value) for name, value in _parameters(asked)])


def _parameters(  # noqa: PLR0911 - one return for each decision type
    decision: d.Decision | d.UnknownDecision,
) -> tuple[_Parameter, ...]:
    """The parameters in the order of the server, parallel lists column by column."""
    match decision:
        case d.CardActionChoice(actions=actions):
            return _columns(
                horizontal=(action.horizontal for action in actions),
                actionText=(action.action_text for action in actions),
                noPass=(decision.no_pass,),
                backSideTestingText=(action.back_side_testing_text for action in actions),
                cardId=(action.card_id for action in actions),
                yourTurn=(decision.your_turn,),
                noLongDelay=(decision.no_long_delay,),
                actionId=(action.action_id for action in actions),
                autoPassEligible=(decision.auto_pass_eligible,),
                testingText=(action.testing_text for action in actions),
                blueprintId=(action.blueprint_id for action in actions),
                revertEligible=(decision.revert_eligible,),
            )
        case d.ActionChoice(actions=triggers):
            return _columns(
                horizontal=(trigger.horizontal for trigger in triggers),
                actionText=(trigger.action_text for trigger in triggers),
                backSideTestingText=(trigger.back_side_testing_text for trigger in triggers),
                actionId=(trigger.action_id for trigger in triggers),
                testingText=(trigger.testing_text for trigger in triggers),
                blueprintId=(trigger.blueprint_id for trigger in triggers),
            )
        case d.ArbitraryCards(cards=cards):
            return _columns(
                horizontal=(card.horizontal for card in cards),
                min=(decision.min,),
                max=(decision.max,),
                backSideTestingText=(card.back_side_testing_text for card in cards),
                preselected=(card.preselected for card in cards),
                returnAnyChange=(decision.return_any_change,),
                cardId=(card.card_id for card in cards),
                selectable=(card.selectable for card in cards),
                testingText=(card.testing_text for card in cards),
                blueprintId=(card.blueprint_id for card in cards),
                cardText=(card.card_text for card in cards),
            )
        case d.CardSelection():
            return _columns(min=(decision.min,), max=(decision.max,), cardId=decision.card_ids)
        case d.MultipleChoice():
            return _columns(defaultIndex=(decision.default_index,), results=decision.results)
        case d.IntegerChoice():
            bounds = {"min": decision.min, "max": decision.max, "defaultValue": decision.default_value}
            return tuple((name, wire(value)) for name, value in bounds.items() if value is not None)
        case d.EmptyDecision():
            return _columns(timeoutValue=(_TIMEOUT,))
        case d.UnknownDecision():
            return tuple((name, value) for name, values in decision.parameters.items() for value in values)


def _columns(**columns: Iterable[Value]) -> tuple[_Parameter, ...]:
    return tuple(
        (name, "null" if value is None else wire(value))
        for name, values in columns.items()
        for value in values
    )


def _statistics(event: e.Statistics) -> Node:
    zones = [Node("playerZones", _attributes(player)) for player in event.player_zones]
    powers = [
        Node(tag, {f"locationIndex{index}": wire(power) for index, power in enumerate(numbers)})
        for tag, numbers in (
            ("darkPowerAtLocations", event.dark_power_at_locations),
            ("lightPowerAtLocations", event.light_power_at_locations),
        )
    ]
    return _ge("GS", _attributes(event), [*zones, *powers])


_CHILDREN = frozenset({"player_zones", "dark_power_at_locations", "light_power_at_locations"})
_NO_ATTRS: Mapping[str, Value] = MappingProxyType({})


def _attributes(struct: msgspec.Struct) -> dict[str, str]:
    """What a struct has, by the names of the wire; what is None is absent there."""
    found = ((wired, getattr(struct, name)) for name, wired in _names(type(struct)))
    return {wired: wire(value) for wired, value in found if value is not None}


@cache
def _names(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    fields, wired = kind.__struct_fields__, kind.__struct_encode_fields__
    return tuple(pair for pair in zip(fields, wired, strict=True) if pair[0] not in _CHILDREN)


def _ge(code: str, attrs: Mapping[str, Value] = _NO_ATTRS, children: Iterable[Node] = ()) -> Node:
    told = {name: wire(value) for name, value in attrs.items()}
    return Node("ge", {"type": code} | told, tuple(children))
