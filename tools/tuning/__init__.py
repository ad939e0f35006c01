"""Numbers that are learned from recorded games: the turns of journals, and a value fitted to them."""
