"""Play the vector games again, on either interpreter.

    micropython tests/core/run_games.py tests/vectors/games/austria.txt

prints the file with everything that it states worked out again: equal to the file, byte for byte,
when the core is right.  With --tables the events and the final table of each case follow it.

A case begins with a title (`== ...`) and its source (`-- ...`), then come events, one a line, each
with what it leads to:

    ~ 0 0 -1000 0             what it moved, by seat
    . 2>table 1000 riichi     the same as transfers
    = E1 honba 0 ...          how the table stands
    ! not_allowed_now seat    it is refused, and where the fault lies
    > places 1 2 3 4          what the result says, as if the game ended now
"""

import sys

from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.ledger import Ledger
from tenbo_core.results import GameResult
from tenbo_core.table_notation import table_of, table_text

ACCOUNTS = ("0", "1", "2", "3", "table", "taken")


class Case:
    """One case: a ledger, and what its last event did."""

    def __init__(self, title):
        self.title = title
        self.ledger = Ledger()
        self.before = None
        self.error = None

    def play(self, line):
        """Record the event of a line, or keep why it is refused."""
        self.before = self.ledger.table
        self.error = None
        try:
            self.ledger.append(event_of(line, self.ledger.next, at=60 * self.ledger.next))
        except TenboError as error:
            self.error = error

    def answer(self, line):
        """Return a line that states something as it should read."""
        table = self.ledger.table
        if self.error is not None:
            # Once the refusal is stated, the table may be looked at: it must be as it was.
            error, self.error = self.error, None
            return "! %s %s" % (error.code, error.at)
        if line[0] == "!":
            return "! nothing: the event was taken"
        if line[0] == "~":
            old = table.scores if self.before is None else self.before.scores
            return "~ " + numbers([table.scores[seat] - old[seat] for seat in table.rules.seats])
        if line[0] == ".":
            return ". " + (", ".join([move_text(move) for move in table.moves]) or "nothing")
        if line[0] == ">":
            name = line.split()[1]
            return "> %s %s" % (name, numbers(getattr(GameResult(table), name)))
        text = table_text(table)
        assert table_text(table_of(text)) == text, text
        # The book and what was changed in it stand in the start already.
        words = text.split(" ")
        return "= " + " ".join([word for word in words[1:] if "=" not in word])

    def final(self):
        """Return the events and the final table, for a comparison byte by byte."""
        events = [event_text(event) for event in self.ledger.effective_events()]
        table = self.ledger.table
        return [self.title] + events + [table_text(table) if table is not None else "no table"]


def numbers(values):
    return " ".join([str(value) for value in values])


def move_text(move):
    return "%s>%s %d %s" % (ACCOUNTS[move.source], ACCOUNTS[move.target], move.points, move.why)


def worked_out(lines, tables=False):
    """Yield the lines of a file with all that they state worked out again, and each case's final table if wanted."""
    case = None
    unanswered = False
    for line in lines:
        states = line[:2] in ("~ ", ". ", "= ", "! ", "> ")
        if unanswered and not states and case.error is not None:
            yield "! %s %s" % (case.error.code, case.error.at)
        unanswered = False
        if states:
            yield case.answer(line)
            continue
        if line[:3] == "== ":
            if case is not None and tables:
                yield from case.final()
            case = Case(line)
        elif line and line[0] not in "#-":
            case.play(line)
            unanswered = True
        yield line
    if case is not None and tables:
        yield from case.final()


def lines_of(path):
    """Yield the lines of a vector file, one by one: a Pico's memory does not hold them all."""
    with open(path) as file:
        for line in file:
            yield line.rstrip("\n")


def main(arguments):
    """Print the files, worked out again."""
    for path in arguments:
        if path != "--tables":
            for line in worked_out(lines_of(path), "--tables" in arguments):
                print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
