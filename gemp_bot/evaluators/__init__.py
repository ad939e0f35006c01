"""Judging: what one option, or one plan, is worth in Force, with reasons (architecture, rule 6)."""
