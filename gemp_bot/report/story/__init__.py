"""A game as a story: from what came about to lines a person enjoys; telling knows nothing of rendering."""
