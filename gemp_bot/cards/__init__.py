"""Facts: what is printed on the cards, by blueprint id."""
