"""The ledger's id, made once; a change of it that a power loss interrupted is completed at the next start."""

import os

from micropython import const

from device.runtime.lazy_modules import call_and_unload
from device.storage.journal import FOLDER, READY

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Flash, Journal

IDENTITY = "ledger.id"
# A random id, and the epoch after a point.
LONGEST_ID = const(40)
ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-_"
# What is put aside of a name that holds something else, for the desk.
_ASIDE = ".bad"

_BLOCK_COUNT = const(4)  # the ioctl that returns the number of blocks
_BEGINNING = const(16)


def begin(journal: "Journal") -> str:
    """Complete a change that a loss of power has interrupted, and return this ledger's id.

    It is made once; a formatted flash gets a new one, so that a host notices.
    """
    there = os.listdir()
    if not there and _was_in_use(journal.flash):
        journal.notices.append("flash unreadable: erased")
    if READY in there:
        call_and_unload("finish_handover")
    known = _read(IDENTITY) if IDENTITY in there else ""
    sound = is_ledger_id(known)
    if known and not sound:
        _put_aside(IDENTITY)
    writes = _make_folder(FOLDER in there)
    if not sound:
        # A power cut while it was written for the first time leaves it empty.
        writes = _written(journal.new_id) and writes
    if not writes:
        journal.notices.append("journal: cannot write")
    if known and not sound:
        journal.notices.append("journal damaged: tell the desk")
    return known if sound else journal.new_id


def is_ledger_id(name: str) -> bool:
    """Return whether a text is an id that a ledger can have."""
    return 0 < len(name) <= LONGEST_ID and all([letter in ID_LETTERS for letter in name])


def write_ledger_id(name: str) -> None:
    """Put the id of this ledger on flash."""
    with open(IDENTITY, "w") as file:
        file.write(name)


def _read(path: str) -> str:
    """Return the text of a file; a question mark where it is no text, or no file."""
    try:
        with open(path) as file:
            return file.read(LONGEST_ID + 1)
    except (OSError, ValueError):
        return "?"


def _written(name: str) -> bool:
    try:
        write_ledger_id(name)
    except OSError:
        return False
    return True


def _make_folder(there: bool) -> bool:
    """Make the folder of the games, in place of a file that has its name; return whether it is there."""
    try:
        if there:
            os.listdir(FOLDER)
            return True
    except OSError:
        _put_aside(FOLDER)
    try:
        os.mkdir(FOLDER)
    except OSError:
        return False
    return True


def _put_aside(path: str) -> None:
    """Rename an unusable file or folder that has the name of a device's file, so that the desk can look at it."""
    try:
        os.rename(path, path + _ASIDE)
    except OSError:
        pass  # something has been put aside before, or the flash is full


def _was_in_use(flash: "Flash") -> bool:
    """Return whether a file system that is empty, and so has just been made, stands on a flash that was not.

    The board makes one in silence where it finds none that it knows.
    """
    beginning = bytearray(_BEGINNING)
    sizes = os.statvfs(os.getcwd())
    unused = sizes[3]
    for block in range(flash.ioctl(_BLOCK_COUNT, 0) or 0):
        flash.readblocks(block, beginning, 0)
        if bytes(beginning) == b"\xff" * _BEGINNING:
            unused -= 1
    return unused > 0
