"""Where the lines of a story or a board go."""

from collections.abc import Callable
from functools import partial

from gemp_bot.cli.output import Output, writing_stdout
from gemp_bot.report.story_lines import Line, plain_page, rich_page

Put = Callable[[Line], None]


def page_of(out: Output) -> Put:
    """Where lines go: a terminal with colours, plain text, or stderr where stdout is for JSON."""
    if out.as_json:
        return partial(_put_plain, out, out.note)
    if not out.colors:
        return partial(_put_plain, out, out.line)
    from rich.console import Console

    console = Console(file=out.stdout, highlight=False, force_terminal=True)

    def put_rich(line: Line) -> None:
        # Written by ourselves: rich would end the program when whoever reads us has left.
        with console.capture() as shown:
            for text in rich_page(line, console.width):
                console.print(text, no_wrap=True, overflow="ignore", crop=False)
        with writing_stdout():
            out.stdout.write(shown.get())
            out.stdout.flush()

    return put_rich


def _put_plain(out: Output, write: Callable[[str], None], line: Line) -> None:
    for text in plain_page(line):
        write(text)
    out.flush()  # whoever reads us reads along
