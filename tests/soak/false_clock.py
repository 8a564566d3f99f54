"""A wall clock that is wrong for one program, and that can be moved while it runs.

No namespace of the kernel shifts the time of day, so a small library is compiled and loaded before the others. What
counts since the computer was switched on stays right, as it does in a computer whose clock is wrong.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

OFFSET = "TENBO_FALSE_CLOCK"
SOURCE = f"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long long *offset_ms;

__attribute__((constructor)) static void begin(void) {{
    const char *path = getenv("{OFFSET}");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {{
        void *at = mmap(0, sizeof *offset_ms, PROT_READ, MAP_SHARED, file, 0);
        if (at != MAP_FAILED) offset_ms = at;
        close(file);
    }}
}}

int clock_gettime(clockid_t id, struct timespec *at) {{
    int failed = syscall(SYS_clock_gettime, id, at);
    if (!failed && offset_ms && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {{
        long long ns = at->tv_nsec + *offset_ms % 1000 * 1000000;
        at->tv_sec += *offset_ms / 1000 + (ns < 0 ? -1 : ns / 1000000000);
        at->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
    }}
    return failed;
}}

int gettimeofday(struct timeval *at, void *zone) {{
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}}

time_t time(time_t *at) {{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}}
"""


class FalseClock:
    """One program's wall clock; `environment` is what that program is started with."""

    def __init__(self, library: Path, file: Path) -> None:
        self._file = file
        self.set(0)
        self.environment = {"LD_PRELOAD": str(library), OFFSET: str(file)}

    def set(self, ahead_ms: int) -> None:
        """Have it so far ahead of the right time from now on; negative: behind."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("=q", ahead_ms))


def compiled(folder: Path) -> Path | None:
    """Compile the library; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, library = folder / "false_clock.c", folder / "false_clock.so"
    source.write_text(SOURCE)
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    return library
