"""A deck measured over many games: what one game shows of it, and what all of them come to."""
