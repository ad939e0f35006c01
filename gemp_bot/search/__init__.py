"""Search: what can be done with all our Force this turn and the next."""
