"""A game told afterwards, word by word, and every account to the last point; chart and proof beside it."""

from __future__ import annotations

import json
import re

import pytest

from tenbo.game.event_parser import parse_event_record as record_event_of
from tenbo.game.hand_history import GameHistory, history_of
from tenbo.game.overall_standings import standing_lines, standings
from tenbo.game.points_balance import balance_of
from tenbo.game.replay import Replay
from tenbo.game.score_chart import chart
from tenbo.game.score_sheet_text import games_from_records, sheet_lines
from tenbo.game.seat_payment_history import seat_statement
from tenbo.rulebooks import load
from tenbo_core.errors import Malformed
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger


def told(*lines: str) -> GameHistory:
    """Return the history of a game told in words; one player has no name."""
    ledger = Ledger(0)
    for n, line in enumerate(lines):
        ledger.append(event_of(line, n))
    return history_of(ledger, ["A", "", "C", "D"])


# Austria: liability, a dead hand, seats that were exchanged, a draw that was put right for its riichi and nagashi.
PUT_RIGHT = (
    "start austria", "hand", "riichi 2", "riichi 0", "draw tenpai 0 2 nagashi 1", "hand", "win 1 3/40", "hand",
    "riichi 0", "dead_hand 3", "win 1<0 yakuman:1 pao 2", "swap 0 1", "correct 3 to 4: draw tenpai 2", "end",
)  # fmt: skip
# EMA 2012: two chombos with a win, a substitute from the start, nagashi, an undo, a penalty after the game.
OFFENCES = (
    "start ema-2012", 'name 1 "Bo"', "hand", "riichi 2", "chombo 0 1 with win", "substitute 3 start", "riichi_void 2",
    "riichi 1", "draw tenpai 1 nagashi 2", "hand", "win 3 2/30", "undo", "draw tenpai", 'penalty 1 -100 "x" after_uma',
    "late 1 5", 'disqualify 0 "cheating"', "end",
)  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "rows", "corrections"),
    [
        (
            PUT_RIGHT,
            [
                ("E1-0", "riichi C; draw, tenpai: C", [-1000, -1000, 2000, -1000], [24000, 24000, 27000, 24000], 1),
                ("E2-1", "A tsumo 3 han 40 fu", [6500, -2700, -1400, -1400], [30500, 21300, 25600, 22600], 0),
                (
                    "E3-0",
                    "riichi South; dead hand D; A ron from South yakuman, C liable",
                    [33000, -17000, -16000, 0],
                    [63500, 4300, 9600, 22600],
                    0,
                ),
                ("E4-0", "end", [0, 0, 0, 0], [63500, 4300, 9600, 22600], 0),
            ],
            [
                "event 11 by desk: seats 0 and 1 exchanged",
                "event 12 by desk: correction, before: riichi 0 ; draw tenpai 0 2 nagashi 1, now: draw tenpai 2",
            ],
        ),
        (
            OFFENCES,
            [
                (
                    "E1-0",
                    "riichi C; chombo by A, Bo with a win; substitute D (from the start); riichi void C; "
                    "riichi Bo; draw, tenpai: Bo, nagashi mangan: C",
                    [-4000, -3000, 9000, -2000],
                    [26000, 27000, 39000, 28000],
                    0,
                ),
                ("E2-0", "draw, tenpai: no one", [0, 0, 0, 0], [26000, 27000, 39000, 28000], 0),
                ("E3-1", "penalty Bo -100, x, after the uma", [0, 0, 0, 0], [26000, 27000, 39000, 28000], 0),
                ("E3-1", "late Bo 5 minutes", [0, -5000, 0, 0], [26000, 22000, 39000, 28000], 0),
                ("E3-1", "disqualify A (cheating)", [0, 0, 0, 0], [26000, 22000, 39000, 28000], 0),
                ("E3-1", "end", [0, 0, 0, 0], [26000, 22000, 39000, 28000], 0),
            ],
            ["event 11 by desk: undo, undone: win 3 2/30"],
        ),
    ],
)
def test_a_game_is_told_hand_by_hand(lines, rows, corrections):
    """What each hand moved adds up, and what was put right is said with what stood there before."""
    history = told(*lines)
    assert [tuple(row) for row in history.rows()] == rows
    assert history.correction_texts() == corrections
    assert history.is_over


def test_a_hand_that_still_runs_is_the_last_row():
    """With what it has moved so far; several events that are taken back together are all named."""
    lines = ("hand", "riichi 2", "win 1 yakuman:2", "hand", "riichi 3", "undo to 3", "hand", "riichi 1")
    history = told("start tenhou scores 40000 20000 20000 20000", *lines)
    assert [row.words for row in history.rows()] == ["riichi C; South tsumo 2 yakuman", "riichi South"]
    assert history.rows()[-1].deltas == [0, -1000, 0, 0]
    assert history.correction_texts() == ["event 6 by desk: undo, undone: hand ; riichi 3"]
    assert not history.is_over


def test_a_correction_of_one_event_may_put_nothing_in_its_place():
    """A riichi that never was."""
    history = told("start ema-2016", "hand", "riichi 2", "riichi 1", "undo", "riichi 0", "correct 2:")
    assert history.correction_texts() == [
        "event 4 by desk: undo, undone: riichi 1",
        "event 6 by desk: correction, before: riichi 2, now: nothing",
    ]


SHEET = """\
EMA Riichi 2012 (ema-2012)
East A, South Bo, West C, North D

                                                            A      Bo       C       D   table
start                                                  30,000  30,000  30,000  30,000       0
E1-0   riichi C; chombo by A, Bo with a win;           26,000  27,000  39,000  28,000       0
       substitute D (from the start); riichi void C;   -4,000  -3,000  +9,000  -2,000
       riichi Bo; draw, tenpai: Bo, nagashi mangan: C
E2-0   draw, tenpai: no one                            26,000  27,000  39,000  28,000       0
E3-1   penalty Bo -100, x, after the uma               26,000  27,000  39,000  28,000       0
E3-1   late Bo 5 minutes                               26,000  22,000  39,000  28,000       0
                                                               -5,000
E3-1   disqualify A (cheating)                         26,000  22,000  39,000  28,000       0
E3-1   end                                             26,000  22,000  39,000  28,000       0

       Result: stopped by hand
         scores                                        26,000  22,000  39,000  28,000
         places                                             4       3       1       2
         uma                                          -30,000 -10,000  30,000 -30,000
         penalties                                          0    -100       0       0
         totals                                       -34,000 -18,100  39,000 -30,000
         taken away by penalties                                                        5,000

Corrections
  event 11 by desk: undo, undone: win 3 2/30
"""

SESSIONS = """\

2 sessions added up
  C                         +23,600   places 1 3
  Bo                        -18,100   places 3
  South                     -20,700   places 4
  D                         -32,400   places 2 2
  A                          +4,500   places 4 1  disqualified
  sum                       -43,100
  session 1 adds up to -43,100 = uma -40,000, penalties -100, penalties paid in the game
    -5,000, fixed results of substitutes +2,000
  session 2 adds up to 0
"""


def test_a_sheet_and_sessions_added_up_are_letter_by_letter_what_they_were():
    """Long rows are wrapped with the differences beside them, and only what is there is listed."""
    assert "".join(sheet_lines(told(*OFFENCES))) == SHEET
    assert "".join(standing_lines([told(*OFFENCES), told(*PUT_RIGHT)])) == SESSIONS
    running = "".join(sheet_lines(told("start ema-2016 scores 30000 30000 30000 29000 sticks 1", "hand", "riichi 1")))
    assert (
        "\nstart                                                  30,000  30,000  30,000  29,000   1,000\n" in running
    )
    assert "\n       If the game ended now\n" in running
    assert "Corrections" not in running
    assert "taken away" not in running


@pytest.mark.parametrize(
    ("lines", "seat", "account"),
    [
        (
            PUT_RIGHT,
            0,
            (
                "E1-0   +25,000  25,000  start  [1.4]\nE1-0    -1,000  24,000  noten: to C  [3.6.2.2]\nE2-1    "
                "+2,600  26,600  tsumo: from South  [4.1.3]\nE2-1      +100  26,700  honba: from South  "
                "[3.6.5]\nE2-1    +1,300  28,000  tsumo: from C  [4.1.3]\nE2-1      +100  28,100  honba: from C  "
                "[3.6.5]\nE2-1    +1,300  29,400  tsumo: from D  [4.1.3]\nE2-1      +100  29,500  honba: from D  "
                "[3.6.5]\nE2-1    +1,000  30,500  sticks: from the table  [4.1]\nE3-0   +16,000  46,500  liability: "
                "from C  [4.2.5]\nE3-0   +16,000  62,500  ron: from South  [4.1.3]\nE3-0    +1,000  63,500  "
                "sticks: from the table  [4.1]\nresult -25,000  38,500  target points deducted  [silent]"
            ),
        ),
        (
            OFFENCES,
            1,
            (
                "E1-0   +30,000  30,000  start  [silent]\nE1-0    -1,000  29,000  riichi: to the table  [Ein "
                "Siegpunkt]\nE1-0    -2,000  27,000  nagashi mangan: to C  [Fünf Siegpunkte]\nE3-1    -5,000  22,000  "
                "late arrival: to penalties  [Verspätung im Turnier]\nresult -30,000  -8,000  target points deducted  "
                "[silent]\nresult -10,000 -18,000  uma  [Schlussbonus/-malus (Uma)]\nresult    -100 -18,100  "
                "penalty after the game"
            ),
        ),
        (
            OFFENCES,
            3,
            (
                "E1-0   +30,000  30,000  start  [silent]\nE1-0    -2,000  28,000  nagashi mangan: to C  [Fünf "
                "Siegpunkte]\nresult -30,000  -2,000  target points deducted  [silent]\nresult -30,000 -32,000  "
                "uma  [Schlussbonus/-malus (Uma)]\nresult  +2,000 -30,000  substitute  [Ersatzspieler im Turnier]"
            ),
        ),
    ],
)
def test_an_account_leads_to_the_total_with_the_section_of_every_line(lines, seat, account):
    """The sections are those of the books' own pages."""
    history = told(*lines)
    entries = seat_statement(history.events, history.book, seat, lambda name: load(name).rules)
    assert "\n".join(entry.line(history.names) for entry in entries) == account
    assert entries[-1].balance == history.result.totals[seat]


def test_a_chart_has_its_lines_marks_and_labels_in_their_places():
    """A grid of 5,000, or of 20,000 where the scores lie far apart; names at the end that do not cover each other."""
    lines = ("start ema-2016", "hand", "riichi 2", "win 2<0 3/40", "hand", "draw tenpai 0 3")
    drawing = chart(told(*lines))
    assert 'viewBox="0 0 960 480"' in drawing
    assert "<title>EMA Riichi 2016: A, South, C, D</title>" in drawing
    assert found(r'y="(\d+)" text-anchor="end">(-?[\d,]+)<', drawing) == [
        ("434", "20,000"), ("334", "25,000"), ("234", "30,000"), ("134", "35,000"), ("34", "40,000"),
    ]  # fmt: skip
    assert found(r'<text x="(\d+)" y="450" text-anchor="middle">([^<]*)<', drawing) == [
        ("70", "start"), ("440", "E1-0"), ("810", "E2-0"),
    ]  # fmt: skip
    assert found(r'points="([^"]*)"', drawing) == [
        "70,230 440,334 810,304", "70,230 440,230 810,260", "70,230 440,126 810,156", "70,230 440,230 810,200",
    ]  # fmt: skip
    assert found(r"<title>(E2-0 [^<]*)<", drawing) == [
        "E2-0 A 26,300",
        "E2-0 South 28,500",
        "E2-0 C 33,700",
        "E2-0 D 31,500",
    ]
    far = chart(told(*lines, "hand", "win 1<0 yakuman:1"))
    assert found(r'text-anchor="end">(-?[\d,]+)<', far) == ["-20,000", "0", "20,000", "40,000", "60,000", "80,000"]
    assert found(r'y1="(\d+)" x2="810" y2="\d+" stroke="#888"', far) == ["350"]
    assert found(r'<text x="820" y="(\d+)" fill="[^"]*">([^<]*)<', far) == [
        ("378", "A -6,000"), ("111", "South 60,800"), ("220", "C 33,700"), ("235", "D 31,500"),
    ]  # fmt: skip
    level = chart(told("start ema-2016"))
    assert found(r'y="(\d+)" text-anchor="end">(-?[\d,]+)<', level) == [("434", "30,000"), ("34", "35,000")]
    assert found(r'<text x="820" y="(\d+)"', level) == ["434", "449", "464", "479"]


@pytest.mark.parametrize(("hands", "marks"), [(13, 14), (14, 8), (27, 14), (28, 10)])
def test_a_long_chart_leaves_marks_out(hands, marks):
    """At most fourteen find room, the start among them."""
    drawing = chart(told("start tenhou", *["hand", "draw tenpai 0 1 2 3"] * hands))
    written = found(r'text-anchor="middle">([^<]*)<', drawing)
    assert (len(written), written[0]) == (marks, "start")


def found(pattern: str, text: str) -> list[object]:
    """Return what a pattern finds, in order."""
    return re.findall(pattern, text)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ("start ema-2016", "penalty 0 -1000 after_uma", "substitute 0 start", "end"),
            "-30,000 = uma -15,000, penalties -1,000, fixed results of substitutes -14,000",
        ),
        (("start tenhou scores 30000 20000 27000 22000 sticks 1", "end"), "0"),
        (
            ("start ema-2016", "penalty 0 -1000 now", "penalty 1 -500 after_uma", "end"),
            "-1,500 = penalties -500, penalties paid in the game -1,000",
        ),
    ],
)
def test_a_proof_names_every_part_and_the_totals_have_its_sum(lines, words):
    """Worked out from the table, not from the totals."""
    history = told(*lines)
    proof = balance_of(history.table, history.result)
    assert proof.total == sum(history.result.totals)
    assert str(proof) == words


@pytest.mark.parametrize("names", [["A", "B"], "ABCD", ["A", "B", "C", 4]])
def test_a_start_with_other_than_four_names_is_refused_before_it_counts(names):
    """No one would know later who has won."""
    with pytest.raises(Malformed, match="names must be a list of four texts"):
        record_event_of(0, {"event": "start", "names": names})


def test_a_second_game_of_a_ledger_is_told_without_the_first():
    """Neither in what stands nor in what was recorded on the way."""
    first = ("start ema-2016", "hand", "undo", "end")
    history = told(*first, "start wrc", "hand", "undo", "hand")
    assert [event.kind for event in history.events] == ["start", "hand"]
    assert [(event.n, event.kind) for event in history.log] == [(4, "start"), (5, "hand"), (6, "undo"), (7, "hand")]


def test_sessions_are_numbered_from_one_and_their_totals_kept():
    """In the order of the games, for each player by name."""
    games = [told("start ema-2016", f"penalty 0 {points} after_uma", "end") for points in (-1000, -2000)]
    first = next(standing for standing in standings(games) if standing.player == games[0].names[0])
    assert first.sessions == {number: game.result.totals[0] for number, game in enumerate(games, 1)}
    assert first.total == sum(first.sessions.values())
    assert first.places == [game.result.places[0] for game in games]


@pytest.mark.parametrize(("line", "words"), [
    ("penalty 0 -1000", "penalty A -1,000"), ("penalty 0 -1000 now", "penalty A -1,000, at once"),
    ("late 3 6", "late D 6 minutes"), ("late 3 1", "late D 1 minute"),
    ("draw", "draw, tenpai: no one"), ("draw tenpai 0 3", "draw, tenpai: A, D"),
    ("draw tenpai 0 nagashi 2 3", "draw, tenpai: A, nagashi mangan: C, D"), ("chombo 0 2", "chombo by A, C"),
    ("chombo 0 with win", "chombo by A with a win"), ("riichi 3", "riichi D"), ("riichi_void 3", "riichi void D"),
    ("substitute 3 now", "substitute D (during the session)"), ("hand", ""), ("win 0 yakuman:1", "A tsumo yakuman"),
    ("win 0<3 yakuman:2 pao 2", "A ron from D 2 yakuman, C liable"), ("win 2<0 han:5", "C ron from A 5 han"),
    ("abort nine_terminals", "abort nine terminals"), ("redeal", "redeal"),
    ('redeal "a wall fell"', "redeal (a wall fell)"),
])  # fmt: skip
def test_every_event_is_said_with_the_names_and_nothing_that_was_not_said(line, words):
    """What is left out of an event is left out of its words."""
    assert told("start ema-2016").describe(event_of(line)) == words.replace("B", "South")


def test_a_substitute_in_a_game_with_oka_has_the_fixed_result():
    """The proof takes the oka of anyone who was replaced into account."""
    book = load("tenhou").with_changes({"substitute_result": -30000})
    records = [{"event": "start", "rules": "tenhou", "set": {"substitute_result": -30000},
                "scores": [40000, 30000, 20000, 10000]}, {"event": "substitute", "seat": 0, "since": "start"},
               {"event": "end"}]  # fmt: skip
    games, refusals = games_from_records(Replay(), [json.dumps(record).encode() for record in records])
    assert refusals == []
    (history,) = games
    assert history.result.totals[0] == book.rules.substitute_result
    proof = balance_of(history.table, history.result)
    assert proof.total == sum(history.result.totals)
    assert proof.substitutes == -30000 - (40000 - 30000 + history.result.uma[0] + history.result.oka[0])


def test_a_sheet_has_the_sticks_on_the_table_in_points_behind_every_row():
    """Those of the start, and those that are there after each hand."""
    lines = "".join(
        sheet_lines(told("start ema-2016 scores 30000 30000 30000 28000 sticks 2", "hand", "riichi 2", "draw tenpai 2"))
    )
    behind = [line.split()[-1] for line in lines.splitlines() if line.startswith(("start", "E1"))]
    assert behind == ["2,000", "3,000"]
