"""Packages that offer strategies which go wrong, as pip would have installed them."""

from pathlib import Path

MODULE = """
import threading

import gemp_bot

class Faulty(gemp_bot.Strategy):
    name, fallback = "its-own-name", "random"

    def decide(self, game, question):
        {deed}
"""
HANGS = "threading.Event().wait()"


def plug_in(folder: Path, deed: str, *, name: str = "faulty") -> Path:
    """Write a package that offers one strategy; the folder has to be on the path."""
    module = f"plug_{name.replace('-', '_')}"
    (folder / f"{module}.py").write_text(MODULE.format(deed=deed))
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gemp_bot.strategies]\n{name} = {module}:Faulty\n")
    return folder
