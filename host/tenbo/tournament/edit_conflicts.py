"""Edit conflicts between two desks: a record about the same thing is noticed before it is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.record_replay import effective_records
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from tenbo.tournament.record_schema import DeskRecord
    from tenbo_core.sentences import Sentence

# The author of automatic records, for example of a game's assignment; they are no decision of a person.
SERVICE = "host"

# This reason marks a correction that came from a slip and is no decision of the desk.
FROM_SLIP = "typed from the slip"

# Kinds that replace, or add to, an earlier record of the same kind with the same values in these fields.
OVER_ANOTHER = {
    "tournament": (),
    "seats": ("session", "table"),
    "plan": (),
    "slip": ("session", "table"),
    "correct": ("session", "table"),
    "chips": ("session", "table"),
    "penalty": ("session", "table", "seat", "points"),
    "rescore": ("game",),
}  # fmt: skip

# Two records of these kinds are never about the same thing: each is another game or series.
SEPARATE = ("play", "series")


class RecordTerminals:
    """The terminal or browser of each record since the service started, if it is known.

    It tells two desks with the same name apart. It is not part of a record, which has only the author.
    """

    def __init__(self) -> None:
        self._of: dict[int, str] = {}

    def remember_terminal(self, made: Sequence[DeskRecord], desk: str) -> None:
        """Remember the terminal of some records."""
        self._of.update((record.n, desk) for record in made if desk)

    def records_from_other_terminals(self, desk: str) -> OtherTerminalRecords:
        """Return the records from terminals other than `desk`, including later ones."""
        return OtherTerminalRecords(self._of, desk)


class OtherTerminalRecords:
    """Set of record numbers from other terminals; empty if our own terminal is unknown."""

    def __init__(self, of: Mapping[int, str], desk: str) -> None:
        self._of = of
        self._desk = desk

    def __contains__(self, n: object) -> bool:
        return bool(self._desk) and isinstance(n, int) and self._of.get(n, self._desk) != self._desk


def check_up_to_date(made: Sequence[DeskRecord], records: Sequence[DeskRecord], seen: int) -> None:
    """Refuse records whose author had not seen every earlier record about the same thing.

    A `seen` number of a record that does not exist yet is refused too, because it would pass every check.
    """
    if records and seen > records[-1].n:
        raise Refused(
            "bad_field",
            sentence(
                "record_number_too_high",
                "there is no record {seen} yet: the last is {number}",
                seen=seen,
                number=records[-1].n,
            ),
            "seen",
        )
    for record in made:
        later = [
            other
            for other in records
            if other.n > seen and other.by != SERVICE and _overlap(_target(record, records), other, records)
        ]
        if later:
            message = sentence(
                "recorded_meanwhile",
                "{by} has made record {number} in the meantime ({record}): check again (tenbo session show), "
                "and repeat what is still correct, with {last} as the last record seen (--seen {last})",
                by=later[-1].by,
                record=later[-1].summary(),
                number=later[-1].n,
                last=records[-1].n,
            )
            raise Refused("not_allowed_now", message, "seen")


def check_extra_time_unchanged(records: Sequence[DeskRecord], table: int | None, seen: int) -> None:
    """Refuse extra time for a table or the whole hall if the same was given some since record `seen`."""
    for record in effective_records(records):
        same = record.fields.get("table") in (None, table) or table is None
        if record.n > seen and record.kind == "clock" and record.fields["act"] == "extra" and same:
            message = sentence(
                "time_given_meanwhile",
                "{by} has changed the hall's time by {minutes} min in the meantime (record {number}): check "
                "whether your change is still needed",
                by=record.by,
                minutes=record.fields["minutes"],
                number=record.n,
            )
            if record.fields.get("table") is not None:
                message = sentence(
                    "table_given_time_meanwhile",
                    "{by} has changed the time of table {table} by {minutes} min in the meantime (record "
                    "{number}): check whether your change is still needed",
                    by=record.by,
                    table=record.fields["table"],
                    minutes=record.fields["minutes"],
                    number=record.n,
                )
            raise Refused("not_allowed_now", message, "seen")


def overwritten_record(
    record: DeskRecord, records: Sequence[DeskRecord], elsewhere: Container[int] = ()
) -> DeskRecord | None:
    """Return the last effective record of another author about the same thing, or None.

    Another author has another name, or the same name at another terminal (`elsewhere`). A penalty that is repeated with
    the same reason is probably the same command again. Slips of two people are compared anyway, so only a slip of the
    same name from another terminal is overwritten.
    """
    if record.kind not in OVER_ANOTHER or record.fields.get("why") == FROM_SLIP:
        return None
    same = [
        other
        for other in effective_records(records)
        if other.kind == record.kind
        and all(other.fields[name] == record.fields[name] for name in OVER_ANOTHER[record.kind])
    ]
    if record.kind == "plan":
        same = [other for other in same if _overlap(record, other, records)]
    if record.kind == "slip":
        own = [other for other in same if other.by == record.by]
        return own[-1] if own and own[-1].n in elsewhere and own[-1].fields != record.fields else None
    if record.kind == "penalty":
        again = [other for other in same if other.fields["why"] == record.fields["why"]]
        if again:
            return again[-1]
    return same[-1] if same and (same[-1].by != record.by or same[-1].n in elsewhere) else None


def overwriting_question(other: DeskRecord, *, is_same_name: bool) -> Sentence:
    """Return the question before a record that replaces another one, or repeats a penalty.

    `is_same_name` says that both authors have the same name, at two terminals.
    """
    if other.kind == "penalty":
        if is_same_name:
            return sentence(
                "recorded_elsewhere_one_more",
                "{by} has already made record {number} at another terminal or browser ({record}): this would "
                "add another one",
                by=other.by,
                record=other.summary(),
                number=other.n,
            )
        return sentence(
            "recorded_before_one_more",
            "{by} has already made record {number} ({record}): this would add another one",
            by=other.by,
            record=other.summary(),
            number=other.n,
        )
    if is_same_name:
        return sentence(
            "recorded_elsewhere",
            "{by} has already made record {number} at another terminal or browser ({record}): this would replace it",
            by=other.by,
            record=other.summary(),
            number=other.n,
        )
    return sentence(
        "recorded_before",
        "{by} has already made record {number} ({record}): this would replace it",
        by=other.by,
        record=other.summary(),
        number=other.n,
    )


def _target(record: DeskRecord, records: Sequence[DeskRecord]) -> DeskRecord:
    """Return the record's target: for a takeback the record that it reverts."""
    while record.kind == "takeback":
        of = next((other for other in records if other.n == record.fields["of"]), None)
        if of is None:
            return record
        record = of
    return record


def _overlap(one: DeskRecord, later: DeskRecord, records: Sequence[DeskRecord]) -> bool:
    """Return whether a later record is about the same thing as another one."""
    other = _target(later, records)
    if one.kind == other.kind == "plan":
        return bool({place[0] for place in one.fields["tables"]} & {place[0] for place in other.fields["tables"]})
    if "plan" in (one.kind, other.kind):
        plan, single = (one, other) if one.kind == "plan" else (other, one)
        return single.fields.get("session") in {place[0] for place in plan.fields["tables"]}
    if one.kind == other.kind and one.kind in SEPARATE:
        return False
    for name in ("session", "table", "player", "game"):
        if name in one.fields and name in other.fields and one.fields[name] != other.fields[name]:
            return False
    shared = {"session", "player", "ledger", "device", "game"} & one.fields.keys() & other.fields.keys()
    return bool(shared) or one.kind == other.kind
