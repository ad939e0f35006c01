"""The door for programs: what `import gemp_bot` gives (docs/api.md). A skin: everything is done below it."""
