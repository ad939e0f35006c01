"""gemp-bot: an asyncio bot that plays the Star Wars Customizable Card Game on GEMP servers."""

__version__ = "0.1.0"
