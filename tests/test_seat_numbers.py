"""How many sit at a table comes from the rule book: the rooms of a tournament count no four seats of their own."""

from __future__ import annotations

import re

import pytest

from tools.generate.generated_files import ROOT

HOST = ROOT / "host" / "tenbo"
ROOMS = ("tournament", "hall", "printing", "formats", "simulator/rehearsal")
# A list of four zeros, the four seats, and all that counts by four.
FOUR = re.compile(
    r"range\(4\)|[=!]= 4\b|\* 4\b|(?<![\d.])4 \*|% 4\b|// 4\b|\[0, 0, 0, 0\]|import [^\n]*\bSEATS\b|\"four\"|at \+ 4\b"
)
# What is about four all the same, by module and with its reason.
EXCEPTIONS = {
    "tournament/seating/cyclic_catalog.py": "the catalog is of tables of four",
    "tournament/seating/cyclic_search.py": "symmetric layouts and hopeless sizes are of tables of four",
    "tournament/seating/plan_generator.py": "one schedule of the catalog keeps its order",
    "tournament/seating/seat_order_balance.py": "that schedule is of tables of four",
    "tournament/seating/winds.py": "halving twice gives four winds",
    "tournament/slip_verification.py": "letters of a hash stand in fours",
    "tournament/pace/game_timing.py": "what is paid between seats, by seat",
    "hall/win_proposal.py": "a seat that a host names, before the table checks it",
    "formats/ema_file.py": "the federation has games of four alone",
    "formats/pantheon_sync.py": "a server has games of four alone",
    "formats/pantheon_games.py": "a server has games of four alone",
    "formats/score_files.py": "the seats of a book are the first of these",
    "formats/logs": "records of servers have four seats, of which one may be empty",
    "simulator/rehearsal/drill_tables.py": "how far a game is, roughly",
}


def test_rooms_of_a_tournament_count_no_four_seats():
    found = {}
    for room in ROOMS:
        for path in sorted((HOST / room).rglob("*.py")):
            name = path.relative_to(HOST).as_posix()
            lines = path.read_text("utf-8").splitlines()
            code = "\n".join(line for line in lines if not line.lstrip().startswith((">>>", "#")))
            if "languages" not in name and (hits := FOUR.findall(code)):
                found[name] = hits
    excepted = {name for name in found if name in EXCEPTIONS or any(name.startswith(f"{one}/") for one in EXCEPTIONS)}
    assert {name: found[name] for name in sorted(set(found) - excepted)} == {}
    unused = [one for one in EXCEPTIONS if not any(name == one or name.startswith(f"{one}/") for name in found)]
    assert unused == []


@pytest.mark.parametrize("line", ["for seat in range(4):", "[0] * 4", "if players != 4:", "4 * rules.start_points"])
def test_a_four_is_found(line):
    assert FOUR.search(line)
