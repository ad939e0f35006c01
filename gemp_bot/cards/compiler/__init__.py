"""Builds the index of cards from card data, and reads game texts into facts. Nothing of it is loaded in play.

A text is cut into sections (`clauses`), its weapon fire is taken out (`shots`), and each remaining clause is
read (`reader`) with the patterns of `patterns/` and the conditions of `conditions`. `distill.distill` does
all of it; `builder.build` makes the index. A clause that no pattern fits as a whole is not understood.
"""
