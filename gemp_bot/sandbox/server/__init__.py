"""A GEMP server in miniature, honest at the bytes: the only package besides `protocol/` that knows the XML.

It speaks what PROTOCOL describes, plays what a script tells it to, and breaks on demand. Use
`gemp_bot.sandbox.server.fake.FakeGemp`.
"""
