"""Games of two of our strategies in the box, without a network: plumbing, and no measure of strength."""

IN_THE_BOX = "in the box: says nothing about strength on a server"
"""What stands beside every figure."""
