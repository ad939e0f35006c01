"""HTML pages: what is shown of games in a browser."""
