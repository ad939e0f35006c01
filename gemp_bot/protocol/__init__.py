"""The border: GEMP's HTTP and XML on one side, typed frozen values on the other.

Nothing above this room reads XML, and nothing in it knows what a card does. `PROTOCOL n` in a
docstring names the section of the wire protocol reference the statement rests on
(see docs/protocol.md).
"""
