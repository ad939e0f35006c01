"""The table of conditions that ask the game, and to which event each condition on an event listens."""

from collections.abc import Callable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import TABLES, Meanings
from gemp_bot.game.playing import Playing

Asks: TypeAlias = Callable[Concatenate[Playing, ...], bool]
situation: Final = cast("Meanings[Asks]", TABLES[Kind.SITUATION])
EventKind: TypeAlias = ResponseTrigger | str
TABLE: Final = "table"
"""The event that something in play changed."""
_T = ResponseTrigger
_KINDS: Final[dict[EventKind, tuple[str, ...]]] = {
    TABLE: ("is_table_changed",),
    "start of turn": ("is_start_of_your_turn", "is_start_of_opponents_turn", "is_start_of_each_turn"),
    "start of phase": ("is_start_of_your_phase", "is_start_of_opponents_phase"),
    "end of turn": ("is_end_of_your_turn", "is_end_of_opponents_turn", "is_end_of_each_turn"),
    "end of phase": ("is_end_of_your_phase", "is_end_of_opponents_phase", "is_end_of_each_phase"),
    _T.FORCE_DRAIN_INITIATED: (
        "force_drain_initiated",
        "force_drain_initiated_by",
        "force_drain_initiated_at",
    ),
    _T.FORCE_DRAINED: ("force_drain_completed",),
    _T.BATTLE_INITIATED: ("battle_initiated", "battle_initiated_at"),
    _T.DEPLOYED: ("just_deployed", "just_deployed_to", "just_deployed_to_location", "just_deployed_aboard"),
    _T.HIT: ("just_hit", "just_hit_by", "is_about_to_be_hit"),
    _T.LOST: (
        "just_lost",
        "just_lost_from_location",
        "just_forfeited_to_lost_pile_from_location",
    ),
    _T.PLAYING: ("is_playing_card", "is_playing_card_targeting"),
    _T.DESTINY_DRAWN: (
        "is_destiny_just_drawn",
        "is_destiny_just_drawn_by",
        "is_battle_destiny_just_drawn",
        "is_battle_destiny_just_drawn_by",
        "is_weapon_destiny_just_drawn",
        "is_weapon_destiny_just_drawn_by",
    ),
    _T.ABOUT_TO_DRAW_DESTINY: (
        "is_about_to_draw_battle_destiny",
        "is_about_to_draw_weapon_destiny",
        "is_about_to_draw_weapon_destiny_targeting",
    ),
    _T.BATTLE_STAGE: (
        "won_battle",
        "won_battle_at",
        "lost_battle",
        "lost_battle_at",
        "is_initial_attrition_just_calculated",
    ),
    _T.BATTLE_DAMAGE_SEGMENT: ("is_resolving_battle_damage_and_attrition",),
    _T.ABOUT_TO_LOSE_FORCE: (
        "is_about_to_lose_force_more_than",
        "is_about_to_lose_force_from_force_drain_at",
        "is_about_to_lose_force_from_card",
    ),
    _T.RETRIEVAL: (
        "is_about_to_retrieve_force",
        "is_force_retrieval_just_initiated",
        "just_retrieved_force",
        "just_retrieved_force_using_card",
    ),
    _T.FIRING: ("is_firing_weapon", "weapon_just_fired", "weapon_just_fired_by"),
    _T.MOVING: ("is_react",),
    _T.WEAPON_TARGETING: ("is_targeted_by_weapon",),
    _T.MOVED: ("moved_to_location_by", "moved"),
    _T.CARD_STATE: ("cover_broken", "card_flipped"),
}
EVENTS: Final[dict[str, EventKind]] = {name: kind for kind, names in _KINDS.items() for name in names}
"""To what each condition on an event listens."""
