"""GEMP's HTTP and XML as typed frozen values.

No other package of the client reads XML, and nothing in it knows what a card does. `PROTOCOL n` in a
docstring names the section of the wire protocol reference the statement rests on
(see docs/protocol.md).
"""
