"""Text files that people write: read whole, and one line that says what is wrong with one that is not."""

from pathlib import Path

from gemp_bot.terminal import plain


class TextFileError(ValueError):
    """A file cannot be read as text; one line that names it."""


def read_text(file: Path, hint: str) -> str:
    """The text of a TOML file, in UTF-8, with or without a mark at its beginning.

    Args:
        file: the file.
        hint: for a file that is not there, where to find one to look at.

    Raises:
        TextFileError: one line.
    """
    shown = plain(str(file))
    try:
        return file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise TextFileError(f"{shown}: no such file ({hint})") from None
    except IsADirectoryError:
        raise TextFileError(f"{shown}: is a directory, not a TOML file") from None
    except UnicodeDecodeError:
        raise TextFileError(f"{shown}: is not UTF-8 text, so not TOML") from None
    except OSError as fault:
        raise TextFileError(f"{shown}: cannot be read: {fault.strerror or type(fault).__name__}") from None
