"""Packages that offer strategies which go wrong, as pip would have installed them."""

from pathlib import Path

MODULE = """
import threading

API_VERSION = 2
about = "Goes wrong."

class Faulty:
    name = "its-own-name"
    quick = {quick}

    def decide(self, view, question, budget):
        {deed}

def make(seed, deck):
    return Faulty()
"""
HANGS = "threading.Event().wait()"


def plug_in(folder: Path, deed: str, *, name: str = "faulty", quick: bool = True) -> Path:
    """Write a package that offers one strategy; the folder has to be on the path."""
    module = f"plug_{name.replace('-', '_')}"
    (folder / f"{module}.py").write_text(MODULE.format(deed=deed, quick=quick))
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gemp_bot.strategies]\n{name} = {module}\n")
    return folder
