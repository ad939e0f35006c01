"""A game as a story: events of the engine as lines of text; rendering is separate."""
