"""Every error of the core: one base, one level, told apart by whose fault it is."""

# Codes are stable words that other programs may test for; the message is for a person.
CODES = (
    "bad_json",
    "bad_field",
    "missing_field",
    "bad_tile",
    "too_many_tiles",
    "wrong_tile_count",
    "bad_meld",
    "contradiction",
    "not_winning",
    "no_yaku",
    "too_few_han",
    "unknown_rules",
    "unknown_option",
    "not_allowed_now",
    "not_in_this_rule_book",
    "not_enough_points",
    "bad_seat",
)


class TenboError(Exception):
    """Something is wrong: a stable code, one plain sentence, and the field or place.

    `brief` says the same on one line of a seat's display; a display that speaks another language puts the
    `values` into its own words for it.
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
    """The bytes or fields are not what they should be, whatever the table looks like."""


class Refused(TenboError):
    """The request is well formed, but the table or the rule book does not allow it now."""


class LinkFault(TenboError):
    """A line to the other side could not be sent or read."""


class StorageFault(TenboError):
    """The journal could not be written or does not read back."""
