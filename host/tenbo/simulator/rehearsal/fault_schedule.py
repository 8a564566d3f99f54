"""The faults of a rehearsal and their moments: given by the user, or random."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.validation.suggestions import suggest_or_list
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

HOST, CABLE, POWER = "host", "cable", "power"
KINDS = {HOST: "the host is killed", CABLE: "its cable is pulled", POWER: "its power is lost"}
# Nothing goes wrong.
NONE = "none"

# What is pulled or killed stays so for so much of a session's play, in percent.
LASTS = 12
# No accident begins later: it would end after the session.
LATEST = 95


class PlannedFault(NamedTuple):
    """A fault, its session and its moment: the percentage of the session's play, 0 while it begins."""

    session: int
    percent: int
    kind: str
    table: int = 0

    def description(self) -> str:
        """Return a description of the fault.

        >>> PlannedFault(2, 40, "cable", 7).description()
        'table 7: its cable is pulled'
        """
        return f"table {self.table}: {KINDS[self.kind]}" if self.table else KINDS[self.kind]


def parse_faults(words: Iterable[str], tables: int, sessions: int, chance: random.Random) -> list[PlannedFault]:
    """Return the accidents that some words mean, in order; a kind alone happens once in each session, by chance.

    >>> import random
    >>> parse_faults(["cable@2:40:7", "host@1:0"], 16, 5, random.Random(1))  # doctest: +NORMALIZE_WHITESPACE
    [PlannedFault(session=1, percent=0, kind='host', table=0),
     PlannedFault(session=2, percent=40, kind='cable', table=7)]
    """
    accidents, words = [], [*words]
    if NONE in words and {*words} != {NONE}:
        raise Malformed("contradiction", f"{NONE} means no faults: leave out either this or the others", "kill")
    for word in words:
        kind, target, moment = word.partition("@")
        if kind == NONE and not target:
            continue
        if kind not in KINDS:
            there_is = suggest_or_list(kind, [*KINDS, NONE])
            raise Malformed("bad_field", f"{kind!r} is not a kind of fault{there_is}", "kill")
        if target:
            accidents.append(_parse_fault(word, kind, moment, tables, sessions))
        else:
            accidents += [_random_fault(session, kind, tables, chance) for session in range(1, sessions + 1)]
    return sorted(accidents)


def _parse_fault(word: str, kind: str, moment: str, tables: int, sessions: int) -> PlannedFault:
    parts = moment.split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        fields, example = ("", "2:40") if kind == HOST else (", and a table", "2:40:7")
        message = f"{word!r} has no valid moment: give a session and a percentage{fields} ({kind}@{example})"
        raise Malformed("bad_field", message, "kill")
    session, percent, table = (*map(int, parts), 0)[:3]
    if not 1 <= session <= sessions:
        known = "the session must be 1 to {}" if sessions > 1 else "there is only session {}"
        raise Malformed("bad_field", f"{word!r}: {known.format(sessions)}", "kill")
    if percent > LATEST:
        raise Malformed("bad_field", f"{word!r}: the percentage must be 0 to {LATEST}", "kill")
    if kind == HOST and table:
        raise Malformed("bad_field", f"{word!r}: a host fault has no table", "kill")
    if kind != HOST and not 1 <= table <= tables:
        raise Malformed("bad_field", f"{word!r}: give a table, 1 to {tables} ({kind}@{session}:{percent}:1)", "kill")
    return PlannedFault(session, percent, kind, table)


def _random_fault(session: int, kind: str, tables: int, chance: random.Random) -> PlannedFault:
    # One in five while the session begins, where desk and tables change the most.
    percent = chance.randrange(LATEST + 1) if chance.random() < 0.8 else 0
    return PlannedFault(session, percent, kind, 0 if kind == HOST else chance.randrange(1, tables + 1))
