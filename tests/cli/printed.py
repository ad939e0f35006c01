"""What `--json` printed, held against what the command declares."""

from typing import Any, get_args

import msgspec

from gemp_bot.cli.command import Command, CommandGroup
from gemp_bot.cli.parser import declared


def check(words: str, value: object) -> None:
    """Every key that is printed is declared, and every one that is declared is printed."""
    name, _, verb = words.partition(" ")
    found = declared(name)
    hold(found.commands[verb] if isinstance(found, CommandGroup) else found, value)


def hold(found: Command, value: object) -> None:
    kinds = get_args(found.json) or (found.json,)
    faults = []
    for kind in kinds:
        try:
            made = msgspec.convert(value, kind)
        except msgspec.ValidationError as fault:
            faults.append(str(fault))
        else:
            assert keys(msgspec.to_builtins(made)) == keys(value)
            return
    raise AssertionError(faults)


def keys(value: Any) -> Any:
    """The keys of all objects in a value."""
    if isinstance(value, dict):
        return {key: keys(each) for key, each in value.items()}
    return [keys(each) for each in value] if isinstance(value, (list, tuple)) else None
