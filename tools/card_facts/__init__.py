"""Facts of what cards do, read from the public definitions of a GEMP server's cards.

Not part of the wheel: `python -m tools.cards build` needs it, and nothing in play does. A definition is a
small Java class in a regular style. `library` knows how the building blocks (filters, modifiers, conditions,
effects) are called and what their parameters are named; `symbolic` evaluates the methods of a definition
without running them, so that what they would build comes out as values; `records` puts those into the form of
the index, in the words of `names`; `cards` makes the cards that only the definitions have.
"""
