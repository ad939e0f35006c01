"""The course of a game in numbers."""

from collections.abc import Iterable

from gemp_bot.view.model import Curves, Frame


def curves_of(frames: Iterable[Frame]) -> Curves:
    """The curves of a game; what was taken back, and what came before the first numbers, is left out."""
    curves = Curves([], [], [], [], [], [], [], [], [], [], [])
    for frame in frames:
        players = frame.board.players
        if frame.taken_back or len(players) != 2:  # noqa: PLR2004 - Dark and Light
            continue
        dark, light = players
        curves.frames.append(frame.index)
        curves.turns.append(frame.turn or 0)
        curves.dark_life.append(dark.life)
        curves.light_life.append(light.life)
        curves.dark_force.append(dark.force)
        curves.light_force.append(light.force)
        curves.dark_generation.append(dark.generation)
        curves.light_generation.append(light.generation)
        curves.dark_hand.append(dark.hand)
        curves.light_hand.append(light.hand)
        curves.chance.append(frame.chance or 0.0)
    return curves
