"""What Linux has said of USB since it started: a computer that takes no more devices says so there alone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KERNEL_LOG = Path("/dev/kmsg")
# The longest record, and how many are read: more than a computer keeps.
RECORD, MOST_RECORDS = 8192, 100_000
_ADVICE = "docs/network.md says how many tables a computer can take"
# What the kernel says, and what it means to someone with tables.
SENTENCES = (
    (
        re.compile(r"Max number of devices this xHCI host supports is (\d+)"),
        "a USB controller took no more than {} devices, hubs included: use another computer too, or tables over Wi-Fi",
    ),
    (
        re.compile(r"Not enough (?:host controller resources|bandwidth) for new device"),
        "a USB controller had no room for another device: use another computer too, or tables over Wi-Fi",
    ),
    (
        re.compile(r"usb ([\w.-]+): device not accepting address"),
        "the device at USB {} did not answer: check its cable, or the power supply of its hub",
    ),
    (
        re.compile(r"usb ([\w.-]+): .*over-current condition"),
        "USB {} was switched off because it drew too much current: use a hub with its own power supply",
    ),
)


def check_usb(lines: Iterable[str]) -> Iterator[tuple[bool, str]]:
    """Report each trouble with USB that some lines of the kernel tell, once.

    >>> list(check_usb(["usb 1-1: Max number of devices this xHCI host supports is 32."] * 2))[0][1].partition(":")[0]
    'a USB controller took no more than 32 devices, hubs included'
    """
    found: dict[str, None] = {}
    for line in lines:
        for pattern, meaning in SENTENCES:
            if match := pattern.search(line):
                found[meaning.format(*match.groups())] = None
    for text in found:
        yield False, f"{text} ({_ADVICE})"


def read_kernel_log(path: Path = KERNEL_LOG) -> list[str]:
    """Return what the kernel has said since it started; nothing where there is no such log, or it is not for us."""
    try:
        log = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return []
    lines = []
    try:
        for _ in range(MOST_RECORDS):
            try:
                record = os.read(log, RECORD)
            except BrokenPipeError:
                # The oldest ones have just been dropped.
                continue
            except OSError:
                break
            if not record:
                break
            lines += record.decode("utf-8", "replace").splitlines()
    finally:
        os.close(log)
    return lines
