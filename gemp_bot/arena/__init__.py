"""A meter: which of two players is stronger on a server, and how sure that is."""
