"""One game: open, poll, decide, answer, to the end; and how to get a seat."""
