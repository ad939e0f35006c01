"""What the texts of cards do: the meaning of every term of `cards.texts`, written once.

`selectors` tell which cards and locations a term means, `conditions` whether it holds, `amounts` how much it is,
`modifiers` which number or rule it changes. All of them are asked with a `Scope`: a board, and the card whose text
it is. A term whose name is in none of these tables is not understood, and what has one changes nothing.
"""
