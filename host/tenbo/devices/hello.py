"""A table's identity, as its hello reports it, and whether this host can follow the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices.admission_errors import Incompatible
from tenbo_core import books, messages
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

# Ids are some hex digits, versions a few more; longer ones are no table's.
LONGEST_ID = 64


class Hello:
    """A table's identity, as it reports it."""

    def __init__(self, fields: Sequence[object]) -> None:
        self.protocol = int_field(fields[0])
        self.id, self.firmware = str(fields[1]), str(fields[2])
        self.fingerprint = int_field(fields[3])
        self.ledger = str(fields[4])
        self.last = int_field(fields[5])
        self.boot = str(fields[6])

    def check_compatible(self) -> None:
        """Raise `Incompatible` if this host cannot follow the table."""
        if not all(_is_id(text) for text in (self.id, self.ledger)) or len(self.firmware) > LONGEST_ID:
            raise Incompatible(
                sentence(
                    "device_id_impossible",
                    "it reports an invalid ID: IDs can contain only letters, digits and the characters - _ . :",
                )
            )
        if self.protocol != messages.PROTOCOL:
            if self.protocol > messages.PROTOCOL:
                raise Incompatible(
                    sentence(
                        "program_older_than_table",
                        "the table uses protocol {table} and this program uses {program}: this program is "
                        "older, so update it",
                        table=self.protocol,
                        program=messages.PROTOCOL,
                    )
                )
            raise Incompatible(
                sentence(
                    "table_older_than_program",
                    "the table uses protocol {table} and this program uses {program}: update the table's "
                    "firmware, which is older (tenbo flash)",
                    table=self.protocol,
                    program=messages.PROTOCOL,
                )
            )

    @property
    def is_compatible(self) -> bool:
        """Return whether this host can follow the table."""
        try:
            self.check_compatible()
        except Incompatible:
            return False
        return True

    def warning(self) -> str | None:
        """Return the warning that the table can be followed and has other rule books, or None."""
        if self.fingerprint == books.FINGERPRINT:
            return None
        return sentence(
            "firmware_has_other_books",
            "its firmware {firmware} has different rule books from this host's: update it (tenbo flash)",
            firmware=self.firmware,
        )

    def check_up_to_date(self) -> None:
        """Raise `Incompatible` for firmware that this host cannot follow, or that has other rule books."""
        self.check_compatible()
        if (warning := self.warning()) is not None:
            raise Incompatible(warning)


def int_field(value: object) -> int:
    """Return a field of a message that must be an integer."""
    if not isinstance(value, int):
        raise Malformed("bad_field", "a number was expected", "message")
    return value


def _is_id(text: str) -> bool:
    """Return whether a text may be the id of a device or a ledger."""
    may_be = text.isascii() and 0 < len(text) <= LONGEST_ID
    return may_be and all(letter.isalnum() or letter in "-_.:" for letter in text)
