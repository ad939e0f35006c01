"""Sight: what a person looks at. Thin skins over the table and the questions."""
