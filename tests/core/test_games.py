"""The vector games, played again on both interpreters."""

import os

from core.run_games import Case, lines_of, worked_out
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger

VECTORS = __file__.rsplit("/", 2)[0] + "/vectors/games/"


def names():
    """Return the vector files."""
    return sorted([name for name in os.listdir(VECTORS) if name.endswith(".txt")])


def cases_of(lines):
    """Yield the cases of a file one by one, each as its lines."""
    case = []
    for line in lines:
        if line[:3] == "== ":
            if case:
                yield case
            case = [line]
        elif case and line:
            case.append(line)
    yield case


def test_every_game_goes_as_its_book_says():
    """The books' examples are the specification; the file is what the core must give, to the letter."""
    for name in names():
        found = worked_out(lines_of(VECTORS + name))
        for number, line in enumerate(lines_of(VECTORS + name)):
            core = next(found)
            assert line == core, "%s:%d: %r, the core has %r" % (name, number + 1, line, core)
        assert list(found) == [], name


def test_every_case_names_its_source_and_states_something():
    """A case without a source cannot be looked up, one without a statement cannot fail."""
    for name in names():
        for case in cases_of(lines_of(VECTORS + name)):
            assert case[1][:3] == "-- ", "%s: %s" % (name, case[0])
            assert [line for line in case if line[:2] in ("~ ", ". ", "= ", "! ", "> ")], "%s: %s" % (name, case[0])


def test_no_title_stands_twice():
    """A failing case is found by its title."""
    cases = 0
    for name in names():
        titles = [case[0] for case in cases_of(lines_of(VECTORS + name))]
        cases += len(titles)
        assert len(set(titles)) == len(titles), [title for title in titles if titles.count(title) > 1]
    assert cases >= 200


def test_a_wrong_statement_is_seen():
    """The player of the games is our witness, so it must be seen to disagree."""
    lines = ["== a", "start ema-2016", "hand", "draw tenpai 1", "~ 0 0 0 0", "win 1<2 1/30", "hand", "! bad_seat seat"]
    assert list(worked_out(lines))[4:] == [
        "~ -1000 3000 -1000 -1000",
        "win 1<2 1/30",
        "! not_allowed_now event",
        "hand",
        "! nothing: the event was taken",
    ]


def test_a_refused_event_leaves_the_table_as_it_was():
    """A refusal changes nothing, not even inside."""
    for name in names():
        for lines in cases_of(lines_of(VECTORS + name)):
            case = Case(lines[0])
            for line in lines[2:]:
                if line[0] in "~.=!>#":
                    continue
                before = [] if case.ledger.table is None else state(case.ledger.table)
                events = len(case.ledger.events)
                case.play(line)
                if case.error is not None:
                    after = [] if case.ledger.table is None else state(case.ledger.table)
                    assert before == after, "%s: %s" % (lines[0], line)
                    assert events == len(case.ledger.events)


def state(table):
    """Return everything that a table holds, copied."""
    return [
        repr(getattr(table, name)) for name in sorted(dir(table)) if name[0] != "_" and name not in ("move", "copy")
    ]


def test_a_table_and_a_ledger_say_how_they_stand():
    """Anyone who prints one while looking for a mistake reads the game, not an address in memory."""
    ledger = Ledger()
    for line in ("start ema-2016", "hand", "riichi 2"):
        ledger.append(event_of(line, ledger.next))
    assert repr(ledger.table) == "<Table ema-2016 E1 playing, honba 0, sticks 1, scores [30000, 30000, 29000, 30000]>"
    assert repr(ledger) == "<Ledger of 3 events, the next is 3: " + repr(ledger.table) + ">"
