"""How much of what cards do is understood: what the server asks for is not counted, only what it would do.

Whether an action is offered the server tells; so of its conditions nothing need be known, of its steps all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum, auto
from typing import Final

import msgspec

from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import CardAction, CardText, Standing, Term, Value
from gemp_bot.effects import amounts, conditions, one_card, selectors  # noqa: F401 - they fill the tables
from gemp_bot.effects.changes import changes_of
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import not_understood


class Share(StrEnum):
    """How much of a text is understood."""

    ALL = auto()
    SOME = auto()
    NONE = auto()


ALL_CARDS: Final = "all"
STEPS: Final[dict[str, str | None]] = {
    # how often
    **dict.fromkeys(("once_per_phase", "once_per_turn", "once_per_battle", "once_per_game", "twice_per_game"), ""),
    "num_times_per_turn": "count",
    "use_device": "user device",
    # what is chosen
    "target_card_on_table": "player who targeting_reason including then as",
    "choose_card_on_table": "player who cards then as",
    "choose_stacked_card": "player stacked_on who then as",
    "choose_card_from_hand": "player who then as",
    # Force
    **dict.fromkeys(("use_force", "retrieve_force", "draw_cards_into_hand_from_reserve_deck"), "player amount"),
    "lose_force": "player amount cannot_be_reduced cannot_be_reduced_below",
    "activate_force": "player count",
    "add_to_force_drain": "amount",
    **dict.fromkeys(("cancel_force_drain", "cancel_force_retrieval", "cancel_react", "cancel_battle"), ""),
    # piles
    "take_card_into_hand_from_reserve_deck": "player who reshuffle",
    "take_card_into_hand_from_force_pile": "player who reshuffle",
    "take_card_into_hand_from_used_pile": "player who reshuffle",
    "take_card_into_hand_from_lost_pile": "player who",
    "draw_card_into_hand_from_reserve_deck": "player",
    "retrieve_card": "player who",
    "retrieve_card_into_hand": "player who",
    "deploy_card_from_reserve_deck": "who for_free reshuffle",
    "deploy_cards_from_reserve_deck": "who minimum maximum for_free reshuffle",
    "deploy_card_to_location_from_reserve_deck": "who where for_free reshuffle",
    "deploy_card_to_target_from_reserve_deck": "who target_filter for_free reshuffle",
    "deploy_card_to_system_from_reserve_deck": "who system for_free reshuffle",
    "deploy_card_from_lost_pile": "who for_free",
    "shuffle_reserve_deck": "card_pile_owner",
    "recirculate": "player",
    **dict.fromkeys(("put_card_from_void_in_lost_pile", "put_card_from_void_in_reserve_deck"), "player card"),
    "stack_card_from_void": "card stack_on",
    # cards on table
    "lose_card_from_table": "card all_cards_situation",
    "lose_cards_from_table": "cards all_cards_situation",
    **dict.fromkeys(("cancel_card_on_table", "flip_card", "break_cover", "forfeit_card_from_table"), "card"),
    "place_card_out_of_play_from_table": "card",
    "place_card_in_used_pile_from_table": "card attached_cards_go_to_zone",
    "return_card_to_hand_from_table": "card players_attached_cards_go_to_zone opponents_attached_cards_go_to_zone",
    "attach_card_from_table": "card_to_attach attach_to_card",
    "relocate_between_locations": "card_to_move to_location",
    "exclude_from_battle": "cards_to_exclude",
    "capture_character_on_table": "character",
    "cancel_game_text_until_end_of_turn": "target_card",
    "suspend_card_until_end_of_turn": "target_card",
    "build_cancel_card": "card_to_cancel_filter card_to_cancel_text force_to_use",
    "build_cancel_card_being_played": "effect force_to_use",
    # battles and destiny
    **dict.fromkeys(("add_battle_destiny", "add_destiny_to_total_power", "add_destiny_to_attrition"), "player amount"),
    **dict.fromkeys(("modify_total_power_until_end_of_battle", "modify_total_battle_destiny"), "player amount"),
    "draws_no_more_than_battle_destiny": "player amount",
    **dict.fromkeys(("modify_destiny", "substitute_destiny"), "amount substitute_value"),
    **dict.fromkeys(("cancel_destiny", "cancel_destiny_and_cause_redraw", "take_destiny_card_into_hand"), ""),
    **dict.fromkeys(("modify_power_until_end_of_turn", "modify_maneuver_until_end_of_turn"), "card_to_modify amount"),
    "satisfy_all_battle_damage": "player",
    "cancel_weapon_targeting": "",
    "move_using_location_text": "player location use card_to_move_filter from_card_filter to_card_filter for_free base_cost",
    "play_card": "player self card source_card change_in_cost card_to_deploy_with_change_in_cost deploy_target_filter for_free",
    # changes for a while
    **{
        f"add_until_end_of_{span}_modifier": "modifier"
        for span in ("turn", "battle", "game", "force_drain", "weapon_firing")
    },
    # of no weight in a game
    **dict.fromkeys(("send_message", "show_card_on_screen", "restore_card_to_normal", "triggering_result"), None),
}
"""The steps of actions that are known, each with the arguments that are; None for one that changes nothing."""
_KINDS: Final = {
    **dict.fromkeys(("player", "card_pile_owner"), Kind.PLAYER),
    **dict.fromkeys(("amount", "count", "substitute_value", "force_to_use"), Kind.AMOUNT),
    **dict.fromkeys(("who", "where", "cards", "target_filter", "card_to_cancel_filter"), Kind.SELECTOR),
    **dict.fromkeys(("card", "user", "device", "stacked_on", "card_to_attach", "attach_to_card"), Kind.CARD),
    **dict.fromkeys(("card_to_move", "to_location", "character", "target_card", "card_to_modify"), Kind.CARD),
    **dict.fromkeys(("stack_on", "cards_to_exclude"), Kind.CARD),
}
_ANY: Final = frozenset({"card_to_move_filter", "from_card_filter", "to_card_filter", "deploy_target_filter"}) | {
    *("self", "use", "location", "change_in_cost", "card_to_deploy_with_change_in_cost", "base_cost", "source_card", "targeting_reason"),
    *( "including", "as", "effect", "cannot_be_reduced_below"),
}
"""Arguments that are for the server: of what is chosen it offers what is right."""
_HOLDING: Final = frozenset({"when", "results"})


def why_not(told: Standing | CardAction) -> str:
    """What of a standing text or of an action is not understood; empty if it is."""
    if isinstance(told, Standing):
        return next(iter(changes_of(CardText(standing=(told,)))[1]), "")
    return next(_why_no_steps(told.steps), "") if told.steps else "no steps"


def understood(text: CardText) -> Share:
    """How much of what a card does is understood; all of a card that does nothing."""
    told = (*text.standing, *text.actions)
    known = sum(not why_not(each) for each in told)
    if known == len(told) and not text.unread:
        return Share.ALL
    return Share.SOME if known else Share.NONE


class Shares(msgspec.Struct, frozen=True):
    """Cards, each side for itself, by how much of what they do is understood."""

    cards: int
    all: int
    some: int
    none: int


class Understanding(msgspec.Struct, frozen=True):
    """How much of what all cards do is understood.

    Attributes:
        shares: by type of card, the commonest first; of `ALL_CARDS` together.
        standing, actions: of how many. standing_known, actions_known: how many.
        changes: standing texts that are understood by what they change.
        missing: why the others are not, with the number of cards, the commonest first.
    """

    shares: dict[str, Shares]
    standing: int
    standing_known: int
    actions: int
    actions_known: int
    changes: dict[str, int]
    missing: dict[str, int]


def count_understood(index: CardIndex) -> Understanding:
    """Count all of it."""
    levels: dict[str, Counter[Share]] = defaultdict(Counter)
    counts: Counter[str] = Counter()
    changes: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for card in index:
        text = index.texts.of(card.blueprint_id)
        share = understood(text)
        for kind in (ALL_CARDS, card.type):
            levels[kind][share] += 1
        changes.update(each.quantity.name.lower() for each in changes_of(text)[0])
        reasons = set[str]()
        for name, told in (("standing", text.standing), ("actions", text.actions)):
            why = [why_not(each) for each in told]
            counts.update({name: len(why), f"{name}_known": why.count("")})
            reasons.update(why)
        missing.update(reasons - {""})
    ordered = sorted(levels.items(), key=lambda item: -item[1].total())
    shares = {
        kind: Shares(found.total(), found[Share.ALL], found[Share.SOME], found[Share.NONE])
        for kind, found in ordered
    }
    return Understanding(
        shares=shares,
        standing=counts["standing"],
        standing_known=counts["standing_known"],
        actions=counts["actions"],
        actions_known=counts["actions_known"],
        changes=dict(changes.most_common()),
        missing=dict(sorted(missing.items(), key=lambda item: (-item[1], item[0]))),
    )


def _why_no_steps(steps: Value) -> Iterator[str]:
    for step in steps if isinstance(steps, tuple) else (steps,):
        if isinstance(step, Term) and step.name in _HOLDING:
            yield from _why_no_steps(step.get("then"))
        elif isinstance(step, Term):
            what = step.get("what")
            why = _why_no_step(what) if isinstance(what, Term) else f"step: {what}"
            if why:
                yield why


def _why_no_step(term: Term) -> str:
    if term.name not in STEPS:
        return f"step: {term.name}"
    wanted = STEPS[term.name]
    if wanted is None:
        return ""
    for name, value in term.args.items():
        if name not in wanted.split():
            return f"step: {term.name}({name})"
        if name == "then":
            why = next(_why_no_steps(value), "")
        elif name == "modifier":
            why = why_not(Standing("active", value)) if isinstance(value, Term) else f"step: {value}"
        else:
            why = "" if name in _ANY else not_understood(value, _KINDS.get(name, Kind.WORD))
        if why:
            return why
    return ""
