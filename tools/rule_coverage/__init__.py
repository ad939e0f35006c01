"""Which function decides which rule, and which tests try it."""
