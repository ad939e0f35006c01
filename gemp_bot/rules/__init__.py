"""The rulebook as pure functions of plain values; each names the section it rests on (docs/rules.md)."""
