"""Events and tables as lines of text: what is written reads back, what is wrong is said."""

from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.events import make
from tenbo_core.fold import apply
from tenbo_core.switch_codec import format_switch_value, parse_switch_value
from tenbo_core.table_notation import table_of, table_text

LINES = (
    "start",
    "start ema-2016",
    "start ema-2016 abortive=[] payment=[250,500] yaku={chinitsu:[6,5],tanyao:[1,0]} kiriage=true",
    "start tenhou scores 25000 25000 25000 24000 round S hand 4 honba 2 sticks 1",
    "start ema-2016 session 2 table 14 tournament 5f2c9a01",
    'name 2 "A \\"the wall\\" B."',
    "hand",
    "hand 3+5",
    "riichi 2",
    "riichi_void 2",
    "riichi_invalid 2",
    "win 1<0 3/40  2<0 1/30",
    "win 3 han:5",
    "win 3<0 yakuman:1 pao 2",
    "win 3<0 yakuman:1 pao 0",
    "draw tenpai",
    "draw tenpai 0 2 nagashi 3",
    "abort four_kans",
    "chombo 1 with win",
    "chombo 1 3",
    "win 1<2 yakuman:3 pao 0 for 2  3<2 1/30",
    "dead_hand 0",
    "redeal",
    'redeal "a wall fell"',
    'penalty 2 -8000 "telephone" after_uma',
    "late 3 7",
    "substitute 0 now",
    'disqualify 1 "marked tiles"',
    "session",
    "session 75 start 600",
    'pause "fire; alarm: all out"',
    "resume",
    'extra 5 "referee"',
    "signal",
    "undo",
    'undo to 7 "wrong seat"',
    "correct 7:",
    "correct 1234:",
    'correct 7 to 9 "misread": riichi 2 ; penalty 1 -1000 "a ; b" ; win 1<0 3/40',
    'swap 0 3 of 5 "cables"',
    "end",
)


def test_every_line_reads_back_to_itself():
    """One line is a bug report; a line that reads differently is two bugs."""
    for line in LINES:
        assert event_text(event_of(line)) == line


def test_any_text_survives():
    """Names and reasons are typed by people."""
    for text in ('say "no"', "back\\slash", "two\nlines\r", "", " ", ";", ":", 'a": b', "Zoë 麻雀"):
        event = make(3, "pause", 4, 0, {"why": text})
        assert event_of(event_text(event), 3).args == [text]


def refusal(line):
    """Return code and place of the error that a line raises."""
    try:
        event_of(line)
    except TenboError as error:
        return error.code, error.at
    return None


def test_wrong_lines_are_refused():
    """With the code of the field, or a word about the form."""
    for line, wanted in (
        ("", ("missing_field", "event")),
        ("hands", ("bad_field", "event")),
        ("riichi", ("missing_field", "seat")),
        ("riichi two", ("bad_field", "event")),
        ("riichi 1 2", ("bad_field", "event")),
        ("win 1", ("missing_field", "wins[0].han")),
        ("win 1 3-40", ("bad_field", "wins")),
        ("win 1 3/forty", ("bad_field", "event")),
        ("win 1 han:", ("bad_field", "wins")),
        ("win 1 yakuman:2 pao 0 for", ("bad_field", "event")),
        ("win 1 yakuman:2 pao 0 for x", ("bad_field", "event")),
        ("win a<b 3/40", ("bad_field", "event")),
        ('pause "open', ("bad_field", "event")),
        ("correct 7", ("missing_field", "events")),
        ("correct x: hand", ("missing_field", "events")),
        ("correct 7: hands", ("bad_field", "event")),
        ("start ema-2016 round", ("missing_field", "round")),
        ("start ema-2016 uma=[1,2", ("bad_field", "set")),
        ("undo to", ("missing_field", "to")),
        ("hand 3+x", ("bad_field", "event")),
    ):
        assert refusal(line) == wanted, line


def test_option_values_read_back():
    """Lists within tables within lists, and numbers below zero."""
    for value in (True, False, 0, -30000, "share", [], [[]], [1, [2, 3], "x"], {}, {"a": [1, 0], "b": {"c": True}}):
        assert parse_switch_value(format_switch_value(value)) == value


def test_a_table_reads_back_with_everything_that_counts():
    """Everything that can stand on a table stands in its line."""
    table = apply(None, event_of("start ema-2016 kiriage=true honba_value=600 honba 2"))
    for line in (
        "session 60",
        "substitute 3 now",
        "penalty 0 -1000 now",
        "late 1 2",
        "hand",
        "riichi 2",
        "dead_hand 1",
        "signal",
        "disqualify 3",
    ):
        table = apply(table, event_of(line))
    text = table_text(table)
    assert text == (
        "ema-2016 honba_value=600 kiriage=true E1 honba 2 sticks 1 playing riichi 2 dead 1 disqualified 3 left 2 "
        "scores 29000 30000 29000 30000 later 0 -2000 0 0 taken 1000 substitutes - - - now session 0 3600 900 0"
    )
    again = table_of(text)
    assert table_text(again) == text
    draw = event_of("draw tenpai 2")
    assert table_text(apply(again, draw)) == table_text(apply(table, draw))


def test_wrong_tables_are_refused():
    """A line that was cut off in the mail is no table."""
    good = "ema-2016 E1 honba 0 sticks 0 between scores 30000 30000 30000 30000"
    assert table_text(table_of(good)) == good
    for line in (
        "",
        "ema-2099 E1",
        "ema-2016",
        "ema-2016 E5 honba 0",
        "ema-2016 E1 scores 30000 30000 30000",
        "ema-2016 E1 scores 30000 30000 30000 29000",
        "ema-2016 E1 honba",
        "ema-2016 E1 pot 5",
        "ema-2016 kiriage=maybe E1",
    ):
        try:
            table_of(line)
        except TenboError:
            continue
        raise AssertionError(line)
