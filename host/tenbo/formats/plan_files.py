"""Files of seating plans: a table with columns, or a script of player numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenbo.formats.csv_rows import read_csv, write_csv
from tenbo.tournament.player_directory import MOST_DIGITS
from tenbo.validation.fields import TABLE_SIZES
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.seating.schedule import Plan

HEAD = ("session", "table", "e", "s", "w", "n")
# What other programs call a session.
ROUND = "round"
# Characters that word processors put in place of a hyphen.
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"


def read_plan(text: str, first_session: int = 1) -> Plan:
    r"""Read a seating plan in either form.

    A script has a line for each table, `1-5-9-13` being East to North by player number; the sessions are
    separated by empty lines and the tables count from 1. A table has the columns session,table,E,S,W,N, or round for
    session as other programs say. Of three players a line is `1-5-9`, and there is no column N.

    >>> read_plan("1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8\n")[2, 1]
    [1, 5, 2, 6]
    """
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines()]
    first = next((line for line in lines if line.strip(";,\t ")), "")
    has_head = first.lower().lstrip('"').startswith((ROUND, *HEAD[:2]))
    plan = _table(text, first) if has_head else _script(lines, first_session)
    if not plan:
        raise Malformed(
            "missing_field",
            sentence("file_without_seats", "the file seats no players: write a line such as 1-5-9-13 for each table"),
            "file",
        )
    for session in sorted({session for session, _ in plan}):
        if not any(any(players) for (of, _), players in plan.items() if of == session):
            message = sentence(
                "plan_without_players",
                "the plan seats no players in session {session}: 0 is an empty seat, so write the players' numbers",
                session=session,
            )
            raise Malformed("missing_field", message, "file")
    _check_once(plan)
    return plan


def _script(lines: list[str], session: int) -> Plan:
    plan: Plan = {}
    table = 0
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        if not line:
            session, table = (session + 1, 0) if table else (session, 0)
            continue
        table += 1
        words = re.split(f"[-{DASHES}]", line)
        plan[session, table] = parse_table_players(
            words, sentence("line_number", "line {number}", number=number), len(next(iter(plan.values()), ()))
        )
    return plan


def _table(text: str, first_line: str) -> Plan:
    plan: Plan = {}
    columns = {cell.strip('" ').lower() for cell in re.split("[;,\t]", first_line)}
    head = HEAD if HEAD[-1] in columns else HEAD[:-1]
    for number, row in read_csv(text):
        fields = {HEAD[0]: row.get(ROUND, ""), **row}
        missing = [name for name in head if not fields.get(name)]
        if missing:
            raise Malformed(
                "missing_field",
                sentence(
                    "plan_cell_missing",
                    "line {number}: the column {missing} is empty or missing; the columns are session,table,E,S,W,N",
                    number=number,
                    missing=missing[0],
                ),
                "file",
            )
        place = (
            _number(fields["session"], sentence("line_number", "line {number}", number=number)),
            _number(fields["table"], sentence("line_number", "line {number}", number=number)),
        )
        if place in plan:
            raise Malformed(
                "contradiction",
                sentence(
                    "table_seated_twice",
                    "line {number}: table {place} in session {other_place} is listed twice",
                    number=number,
                    place=place[1],
                    other_place=place[0],
                ),
                "file",
            )
        plan[place] = parse_table_players(
            [fields[name] for name in head[2:]], sentence("line_number", "line {number}", number=number)
        )
    return plan


def parse_table_players(words: list[str], at: str, seats: int = 0) -> list[int]:
    """Return the players of a table, East first; 0 is an empty seat. Without `seats` there are four or three."""
    if len(words) != seats if seats else len(words) not in TABLE_SIZES:
        example = "1-5-9" if seats == 3 else "1-5-9-13"
        raise Malformed(
            "bad_field",
            sentence(
                "table_size_differs",
                "{at}: a table needs {seats} players, not {count}: write them as {example}",
                at=at,
                seats=seats or max(TABLE_SIZES),
                example=example,
                count=len(words),
            ),
            "players",
        )
    return [_number(word, at) for word in words]


def _number(word: str, at: str) -> int:
    word = word.strip()
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
        message = sentence(
            "plan_number_too_long",
            "{at}: {word} is not a number of at most {most_digits} digits",
            at=at,
            word=repr(word[:40]),
            most_digits=MOST_DIGITS,
        )
        raise Malformed("bad_field", message, "file")
    return int(word)


def _check_once(plan: Plan) -> None:
    seen: dict[tuple[int, int], int] = {}
    for (session, table), players in plan.items():
        for player in filter(None, players):
            if (session, player) in seen:
                other = seen[session, player]
                message = sentence(
                    "player_sits_twice",
                    "player {player} sits twice in session {session}: at table {other} and at table {table}",
                    player=player,
                    session=session,
                    other=other,
                    table=table,
                )
                raise Malformed("contradiction", message, "file")
            seen[session, player] = table


def write_plan_script(plan: Plan) -> str:
    """Write a plan as a script for other programs: its sessions and their tables count from 1, without a gap."""
    sessions = sorted({session for session, _ in plan})
    tables = {session: sorted(table for of, table in plan if of == session) for session in sessions}
    if any(_has_gaps(numbers) for numbers in (sessions, *tables.values())):
        message = sentence(
            "script_with_gaps",
            "a script numbers sessions and tables from 1 without gaps, but this plan has gaps: use plan.csv",
        )
        raise Malformed("contradiction", message, "name")
    blocks = ["\n".join("-".join(map(str, plan[session, table])) for table in tables[session]) for session in sessions]
    return "\n\n".join(blocks) + "\n"


def _has_gaps(numbers: list[int]) -> bool:
    return numbers != list(range(1, len(numbers) + 1))


def write_plan_csv(plan: Plan) -> str:
    r"""Write a plan as a table for spreadsheets, a row for each table.

    >>> write_plan_csv({(1, 1): [1, 2, 3, 4]})
    'session,table,E,S,W,N\n1,1,1,2,3,4\n'
    >>> write_plan_csv({(1, 1): [1, 2, 3]})
    'session,table,E,S,W\n1,1,1,2,3\n'
    """
    seats = max(map(len, plan.values()), default=4)
    return write_csv([[*HEAD[:2], *"ESWN"[:seats]], *([*place, *plan[place]] for place in sorted(plan))])
