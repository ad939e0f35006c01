"""The numbers a strategy is made of, each with its unit, and what it takes into account."""

from typing import Annotated

import msgspec


def number(unit: str, low: float, high: float, meaning: str) -> msgspec.Meta:
    """The mark of a number.

    Args:
        unit: what it is counted in; empty for a share or a probability.
        low: the least it may be.
        high: the most it may be.
        meaning: what it is, for the reference page.
    """
    return msgspec.Meta(ge=low, le=high, description=meaning, extra={"unit": unit})


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a player weighs; every field may be set in the `[weights]` table of a strategy file."""

    horizon: Annotated[float, number("turns", 0.5, 10, "turns of drains that a location is weighed by")] = 4.0
    attack_risk: Annotated[
        float, number("", 0, 5, "how often we expect to be attacked, against what recorded games show")
    ] = 1.0
    force_price: Annotated[
        float,
        number("Force per Force", 0, 1, "what using one Force costs: it is there again some turns later"),
    ] = 0.15
    ample_force: Annotated[float, number("Force", 0, 40, "Force pile from which Force has no price")] = 12.0
    generation: Annotated[
        float, number("Force per icon", 0, 3, "worth of one more Force a turn while generation is low")
    ] = 1.0
    enough_generation: Annotated[
        float, number("Force a turn", 1, 30, "own generation from which more of it is worth little")
    ] = 10.0
    their_generation: Annotated[
        float, number("Force per icon", 0, 3, "what one more Force a turn for the opponent costs us")
    ] = 0.35
    battle_threshold: Annotated[
        float, number("Force", -5, 10, "net expectation from which a battle is started")
    ] = 0.5
    battle_share: Annotated[
        float, number("", 0, 1, "how much of what a battle promises counts when placing cards")
    ] = 0.8
    table_power: Annotated[
        float, number("Force per power", 0, 2, "worth of a point of power that stays on the table")
    ] = 0.35
    hand_size: Annotated[float, number("cards", 1, 20, "cards up to which is drawn")] = 9.0
    keep_destiny: Annotated[float, number("cards", 0, 20, "cards left in the Reserve Deck for destiny")] = 4.0
    keep_force: Annotated[
        float, number("Force", 0, 20, "Force kept at the end of the deploy phase for battle and responses")
    ] = 1.0
    move_threshold: Annotated[float, number("Force", 0, 5, "gain a move must bring beyond its cost")] = 0.6
    deploy_threshold: Annotated[
        float, number("Force", -2, 5, "gain a deployment must bring beyond its cost")
    ] = 0.2
    effect: Annotated[
        float, number("Force", -2, 5, "worth of an Effect, device or Objective whose text is not weighed")
    ] = 0.8
    search: Annotated[float, number("Force", -2, 5, "worth of a card found in a pile")] = 1.0


class Capabilities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player takes into account: the `[capabilities]` table of a strategy file."""

    card_facts: bool = True
    """Printed facts of cards; without them every card is a typical one."""
    game_texts: bool = True
    """What game texts do to numbers and searches; without them only what is printed on a card counts."""
    battle_odds: bool = True
    """Exact battle odds; without them only power is compared."""
    deployment_plan: bool = True
    """Deployments planned together; without it each card for itself."""
    moves: bool = True
    """Moves along the table."""
    responses: bool = True
    """Optional responses of all kinds."""
    battles: bool = True
    """Battles of our own."""
    losses: bool = True
    """Which card to lose or to forfeit; without it the first that is offered."""
    turns_left: bool = True
    """Turns to live of both sides."""
