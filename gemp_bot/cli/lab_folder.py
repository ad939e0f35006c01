"""What a folder of a lab belongs to: a small file in it that says so."""

from pathlib import Path

import msgspec

from gemp_bot.cli.exits import CONFIG, CommandError

SANDBOX = "sandbox"
"""Where games are played without a server."""
_FILE = "lab.json"


class LabFolder(msgspec.Struct, frozen=True):
    """Marks the folder of a lab. Its decks and players are noted with the games, by the arena.

    Attributes:
        where: `sandbox`, or the address of a server.
    """

    where: str

    def check(self, folder: Path) -> None:
        """Refuse a folder that is not a lab's, or one of a lab somewhere else.

        Raises:
            CommandError: one line.
        """
        if not folder.exists():
            return
        if not folder.is_dir():
            raise CommandError(f"{folder}: is a file: the games need a folder: --folder DIR", code=CONFIG)
        file = folder / _FILE
        if not file.exists():
            if any(folder.iterdir()):
                raise CommandError(
                    f"{folder}: is no folder of a lab ({_FILE} is not in it): name another with --folder",
                    code=CONFIG,
                )
            return
        try:
            found = msgspec.json.decode(file.read_bytes(), type=LabFolder)
        except (OSError, msgspec.DecodeError) as fault:
            raise CommandError(f"{file}: cannot be read: {fault}", code=CONFIG) from None
        if found.where != self.where:
            raise CommandError(
                f"{folder}: holds games of {found.where}, not of {self.where}: name another with --folder",
                code=CONFIG,
            )

    def store(self, folder: Path) -> None:
        """Mark a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _FILE).write_bytes(msgspec.json.encode(self) + b"\n")
