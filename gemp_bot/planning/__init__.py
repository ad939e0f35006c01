"""Planning: several steps weighed together."""
