"""Games of two of our strategies in the box, without a network: plumbing, and no measure of strength."""
