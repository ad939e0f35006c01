"""`python limited.py BYTES REPORT WORD...`: gemp-bot as its users start it, under a limit of address space.

REPORT gets the peak memory in kilobytes when it ends; it stays empty if it was killed.
"""

import resource
import sys
from pathlib import Path


def main() -> int:
    """Run the command line."""
    most, report, *words = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (int(most), int(most)))
    from gemp_bot.cli.main import main as gemp_bot

    try:
        return gemp_bot(words)
    finally:
        Path(report).write_text(str(_peak()))


def _peak() -> int:
    """The peak memory in kilobytes; `ru_maxrss` begins with that of the process that started this one."""
    try:
        status = Path("/proc/self/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main())
