"""The errors of admission: why the device at a port is not followed."""

from __future__ import annotations

from tenbo_core.errors import Refused


class NotAdmitted(Refused):
    """The device is not followed; the message goes on from its port or number."""

    def __init__(self, message: str) -> None:
        super().__init__("not_allowed_now", message, "device")


class Incompatible(NotAdmitted):
    """This program cannot speak with the table's firmware."""


class LedgerTakenOver(NotAdmitted):
    """Another device has taken over the ledger of this one."""


class LedgerOwnerConflict(NotAdmitted):
    """The ledger that the device reports is another device's."""


class TableNotAdmitted(NotAdmitted):
    """A table that has dialled may not stay; `word` tells it why."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word
