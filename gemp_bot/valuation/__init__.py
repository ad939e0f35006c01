"""What places, groups and cards are worth, in Force: the numbers that planning and judging share."""
