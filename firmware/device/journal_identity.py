"""Which ledger this is: an id that is made once, and what a loss of power has interrupted of a change of it."""

import os

from device.journal import FOLDER, READY
from device.lazy_modules import call_once

IDENTITY = "ledger.id"


def begin(new_id: str) -> str:
    """Finish what a loss of power has interrupted, and return this ledger's id.

    It is made once; a formatted flash gets a new one, so that a host notices.
    """
    if READY in os.listdir():
        call_once("finish_handover")
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # it is there already
    try:
        with open(IDENTITY) as file:
            known = file.read()
    except OSError:
        known = ""
    # A power cut while it was written for the first time leaves it empty.
    if not known:
        write_identity(new_id)
    return known or new_id


def write_identity(name: str) -> None:
    """Put the id of this ledger on flash."""
    with open(IDENTITY, "w") as file:
        file.write(name)
