"""Conditions on what never comes about in a game of the engine: they are false.

Only conditions of actions are meant: a server has all of it, so that a standing text that hangs on such a
condition stays open.
"""

from typing import Final

from gemp_bot.cards.texts import Value
from gemp_bot.effects.meanings import Unasked
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.table import situation

_REASONS: Final[dict[str, tuple[str, ...]]] = {
    "nothing is blown away": (
        "is_blown_away",
        "is_blown_away_last_step",
        "is_blown_away_calculate_force_loss_step",
        "is_blown_away_relocate_step",
    ),
    "no duel is fought": (
        "duel_initiated",
        "duel_initiated_at",
        "duel_initiated_by",
        "duel_initiated_against",
        "non_epic_duel_initiated_by",
        "is_during_duel_with_participant",
        "is_during_duel_at",
        "is_during_duel_initiated_by",
        "is_during_duel_won_by",
        "is_duel_add_or_modify_duel_destinies_step",
        "is_about_to_draw_duel_destiny",
        "is_duel_destiny_just_drawn",
        "is_duel_destiny_just_drawn_by",
        "won_duel",
        "won_duel_against",
        "lost_duel_before_any_results",
        "lightsaber_combat_initiated",
        "won_lightsaber_combat_against",
        "is_about_to_draw_lightsaber_combat_destiny",
    ),
    "no Utinni Effect is completed": (
        "is_utinni_effect_reached",
        "is_utinni_effect_completed",
        "has_completed_utinni_effect",
    ),
    "no creature attacks": (
        "is_during_attack",
        "is_during_attack_with_participant",
        "attack_initiated_at",
        "attack_initiated_by_creature",
        "is_creature_attacking_non_creature",
        "is_non_creature_attacking_creature",
        "is_creatures_attacking_each_other",
        "just_eaten_at",
        "just_eaten_by",
    ),
    "nobody is captured": (
        "captured",
        "captured_by",
        "released",
        "captive_delivered_to_prison",
        "captive_delivered_to_prison_by",
        "frozen",
        "frozen_and_captured",
        "is_about_to_be_captured",
        "is_only_captured",
    ),
    "nobody goes missing": ("gone_missing", "missing_character_found"),
    "nothing is stolen": ("just_stolen", "is_about_to_be_stolen"),
    "no Jedi Test is attempted": (
        "is_jedi_test_being_attempted",
        "is_jedi_test_completed",
        "jedi_test_completed",
        "jedi_test_completed_by",
    ),
    "no sabacc is played": (
        "is_playing_sabacc",
        "is_calculating_sabacc_totals",
        "won_cloud_city_sabacc",
    ),
    "no Podrace is held": (
        "is_during_podrace",
        "is_during_podrace_initiated_by_card",
        "is_podrace_finishing",
        "is_about_to_draw_race_destiny",
        "is_leading_podrace",
        "has_won_podrace",
    ),
    "no insert card is played": (
        "just_revealed_insert_card",
        "can_cancel_revealed_insert_card",
        "is_playing_card_as_insert_card",
    ),
}
NEVER: Final = {name: reason for reason, names in _REASONS.items() for name in names}
"""Why what each of these conditions asks for never comes about."""


@situation(*NEVER)
def _never(scope: Playing, /, **rest: Unasked) -> bool:
    return False


def reason_in(when: Value) -> str:
    """Why a condition never holds, of what it names as if it came about; empty where it may hold."""
    name = getattr(when, "name", "")
    parts = when.args["of"] if name in ("and", "or") else ()  # type: ignore[union-attr]
    reasons = [reason_in(each) for each in (parts if isinstance(parts, tuple) else (parts,))]
    if name == "and":
        return next(filter(None, reasons), "")
    return reasons[0] if name == "or" and all(reasons) else NEVER.get(name, "")
