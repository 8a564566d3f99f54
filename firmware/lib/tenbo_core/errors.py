"""The error classes of the core: one base class, and one level of subclasses by cause."""


class TenboError(Exception):
    """Something is wrong, and nothing was changed.

    `code` is a stable word, `message` one plain sentence, and `at` the field
    or place. `brief` says the same on one line of a seat's display; a
    display that speaks another language puts the `values` into its own
    words for it.

    >>> error = TenboError("bad_seat", "there is no seat 9", "seat")
    >>> error.code, error.at, str(error)
    ('bad_seat', 'seat', 'there is no seat 9')
    """

    def __init__(self, code: str, message: str, at: str = "", brief: str = "", *values: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        self.template = brief
        self.values = values
        self.brief = brief.format(*values) or message


class Malformed(TenboError):
    """The bytes or fields are invalid in every state of the table."""


class Refused(TenboError):
    """The request is well formed, but the table or the rule book does not allow it now."""


class LinkFault(TenboError):
    """A line to the other side could not be sent or read."""


class StorageFault(TenboError):
    """The journal could not be written or does not read back."""
