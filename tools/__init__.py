"""What is beside the wheel: makers of pages, and of the index of cards."""
