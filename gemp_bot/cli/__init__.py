"""What a person types, and what is printed. Nothing is decided here.

`main` knows the commands (`parser`), runs one, and turns every error into one line and an exit code.
Each command is a module with `run(args) -> int`, loaded only when it is asked for.
"""
