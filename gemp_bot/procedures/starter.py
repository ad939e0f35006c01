"""The first text of a strategy of one's own."""

_TEXT = """\
# A strategy for gemp-bot. `gemp-bot strategy check {name}.toml` tells what is wrong in it, and
# `gemp-bot strategy reference` lists every word that may stand in it.

name = "{name}"
about = "What {parent} does, with changes of my own."
api = 2
extends = "{parent}"

# How it weighs: numbers. What is not set here is as in {parent}.
#
# [weights]
# battle_threshold = 0.5      # Force a battle must promise before it is started

# How much the search of a turn looks at; lines = 0: this turn alone.
#
# [search]
# lines = 12                  # ways to deploy that are looked at further

# What it takes into account: true or false.
#
# [capabilities]
# deployment_plan = true

# Ordered steps for a kind of question. The first step that finds an option decides; they replace the
# steps {parent} has for this kind, and do = "parent" puts those in their place.
#
# [[procedure.FORFEIT]]
# when = "attrition.due > 0"                 # only then (facts of the situation)
# among = "option.power <= 2"                # only these options (facts of an option)
# do = "prefer"                              # best, prefer, all, pass or parent
# prefer = ["most forfeit", "least power", "random"]
# why = "what fights least pays most"
#
# [[procedure.FORFEIT]]
# do = "parent"

# What is never done, unless nothing else is left.
#
# [[principle]]
# name = "no lonely scout"
# on = ["CHOOSE_DEPLOY_TARGET"]
# forbid = "option.their_power_here > option.power_here + 6"
# why = "a card alone against six more power is lost"
"""


def starter_text(name: str, parent: str = "strong") -> str:
    """A commented file that does what its parent does."""
    return _TEXT.format(name=name, parent=parent)
