"""What is printed on the cards, read from the public card data of the Players Committee (JSON).

Not part of the wheel: `python -m tools.cards build` needs it, and nothing in play does. `source` reads the
files and refuses
what it does not know, `faces` makes one side of a card of it, `personas` and `references` tell which
cards are the same person and which match or fetch each other, `build` chooses the printing that counts.
"""
