"""Text for people: the table, questions, and reasons of answers."""
