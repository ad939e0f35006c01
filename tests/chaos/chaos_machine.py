"""What a machine does to the bot: no room on its disk, limits of its files, a clock that jumps."""

import os
import resource
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

from chaos_bot import BotProcess, unshare_words

from gemp_bot.history.database import open_database, read_key

SHIFT = "shift"
_ROOM = 16 * 1024 * 1024
"""Bytes of the small disk: more than the journals of all games of a scenario, where nothing fills it up."""
_FILL = 'cp -a "$0.before/." "$0"; head -c 99999999 /dev/zero > "$0/ballast" 2>/dev/null; '
Prepare = Callable[[Path], tuple[list[str], dict[str, str]] | str]


# -- a disk of its own ----------------------------------------------------------------------------


def tmpfs(data: str, then: str = "") -> list[str]:
    """Words that start a program whose data folder is a small disk of its own."""
    mount = f'mount -t tmpfs -o size={_ROOM} none "$0" && {{ {then} exec "$@"; }}'
    return [*unshare_words(), "sh", "-c", mount, data]


def full_tmpfs(data: str) -> list[str]:
    """The same, with what an earlier run left behind, and full from the start."""
    return tmpfs(data, _FILL)


def in_tmpfs(words: Callable[[str], list[str]]) -> Prepare:
    """Prepare a program for such a disk, where this machine lets us make one."""

    def prepare(folder: Path) -> tuple[list[str], dict[str, str]] | str:
        probe = folder / "probe"
        probe.mkdir()
        for each in (folder / "probe.before", folder / "data.before"):
            each.mkdir()
            open_database(each / "history.db", read_key(each / "history.db")).close()
        able = (
            bool(unshare_words())
            and not subprocess.run(  # noqa: S603
                [*words(str(probe)), "true"], capture_output=True, check=False
            ).returncode
        )
        return (words(str(folder / "data")), {}) if able else "no mounts of our own (unshare)"

    return prepare


def reach(bot: BotProcess) -> Path:
    """The disk of a process, from outside, also once the process is gone."""
    assert bot.process is not None
    handle = os.open(f"/proc/{bot.process.pid}/root{bot.data}", os.O_RDONLY | os.O_DIRECTORY)
    bot.data = Path(f"/proc/self/fd/{handle}")
    return bot.data


def fill(folder: Path, *, room: bool = False) -> None:
    """Take all room of a disk, or give it back."""
    ballast = folder / "ballast"
    if room:
        ballast.unlink()
        return
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def file_limit(bot: BotProcess, size: int | None) -> None:
    """No file of a process may grow beyond a size; None for any."""
    assert bot.process is not None
    most = resource.RLIM_INFINITY
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))


# -- a clock ----------------------------------------------------------------------------------------

_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
static volatile long long *shift;
static int (*real)(clockid_t, struct timespec *);
__attribute__((constructor)) static void begin(void) {
    real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
    void *found = mmap(0, 8, PROT_READ, MAP_SHARED, open(getenv("CHAOS_SHIFT"), O_RDONLY), 0);
    if (found != MAP_FAILED) shift = found;
}
int clock_gettime(clockid_t which, struct timespec *now) {
    int came = real(which, now);
    if (which == CLOCK_REALTIME && shift) now->tv_sec += *shift;
    return came;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    now->tv_sec = found.tv_sec;
    now->tv_usec = found.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *now) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (now) *now = found.tv_sec;
    return found.tv_sec;
}
"""


def fake_clock(folder: Path) -> tuple[list[str], dict[str, str]] | str:
    """Prepare a program whose clock can be set: a library of a few lines stands before that of the system."""
    compiler = shutil.which("cc")
    if compiler is None:
        return "no C compiler"
    library, source = folder / "clock.so", folder / "clock.c"
    source.write_text(_CLOCK)
    made = subprocess.run(  # noqa: S603
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        return f"the C compiler fails: {made.stderr[:80]}"
    shift_clock(folder / SHIFT, 0)
    return [], {"LD_PRELOAD": str(library), "CHAOS_SHIFT": str(folder / SHIFT)}


def shift_clock(file: Path, seconds: int) -> None:
    """Have the clock show so many seconds more than it is; the file is mapped, so it is written in place."""
    with file.open("r+b" if file.exists() else "wb") as found:
        found.write(struct.pack("q", seconds))
