"""What a record may say: walls within their bounds, plans in words, what is stored, and days as people write them."""

from __future__ import annotations

import pytest

from tenbo.tournament.record_schema import DeskRecord, make, parse_record
from tenbo.tournament.result_embargo import ResultEmbargo, check_none_hidden
from tenbo.tournament.table_result import apply_correction
from tenbo.tournament.wall_page_settings import WallPageSettings, make_wall_settings
from tenbo.validation.dates import format_days, format_federation_days, parse_day, parse_day_range
from tenbo_core.errors import Malformed, Refused
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger
from tenbo_core.table import OVER, Table

from .test_results import tournament


@pytest.mark.parametrize(
    ("fields", "code"), [({}, "field_needed"), ({"session": 1, "table": 1, "why": "x", "x": 1}, "unknown_field_of")]
)
def test_a_record_with_a_wrong_field_is_called_a_record_of_its_kind(fields, code):
    """The bare kind would be a verb: correct needs the field session."""
    with pytest.raises(Malformed) as refused:
        make("correct", "desk", fields)
    said = refused.value.message
    said = said.values["sentences"][0] if said.code == "in_turn" else said
    assert (said.code, said.values["owner"].code, said.values["owner"].values) == (
        code, "owner_record_kind", {"kind": "correct"}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"wall": 1}, ""), ({"wall": 99}, ""), ({"turn": 0}, ""), ({"turn": 600}, ""), ({"delay": 0}, ""),
        ({"delay": 3600}, ""), ({"shows": ["seats"]}, ""), ({"shows": ["standings", "clock", "tables"]}, ""),
        ({"wall": 0}, "wall must be 1 to 99, not 0"), ({"wall": 100}, "wall must be 1 to 99, not 100"),
        ({"turn": 601}, "turn must be 0 to 600, not 601"), ({"delay": 3601}, "delay must be 0 to 3600, not 3601"),
        ({"shows": []}, "a wall screen must show one or more of: clock, tables, seats, standings"),
        ({"shows": ["clock", "clok"]}, "a wall screen cannot show 'clok'; did you mean clock?"),
    ],
)  # fmt: skip
def test_a_wall_shows_pages_within_bounds(fields, sentence):
    """And is refused before it is recorded."""
    whole = {"wall": 3, "shows": ["tables"], **fields}
    if sentence:
        with pytest.raises(Malformed) as refused:
            make("wall", "desk", whole)
        assert refused.value.message == sentence
        return
    wall = make_wall_settings(**whole)
    assert wall == WallPageSettings(tuple(whole["shows"]), fields.get("turn", 15), fields.get("delay", 0))
    made = {name: value for name, value in whole.items() if name != "wall"}
    held = tournament(("wall", {"wall": 7, "shows": ["seats"], "turn": 9}), ("wall", {**made, "wall": whole["wall"]}))
    assert held.walls == {7: WallPageSettings(("seats",), 9, 0), whole["wall"]: wall}


def test_sessions_are_hidden_from_one_on_until_the_moment_of_the_release():
    """Before the first of them everything is shown, and nothing is hidden before anyone says so."""
    shown = {
        ResultEmbargo(): [1, 2, 3], ResultEmbargo(2): [1], ResultEmbargo(1): [], ResultEmbargo(2, 5000): [1, 2, 3],
        ResultEmbargo(2, 5001): [1], ResultEmbargo(0, 9000): [1, 2, 3],
    }  # fmt: skip
    for publication, sessions in shown.items():
        assert [session for session in (1, 2, 3) if not publication.is_hidden(session, 5000)] == sessions, publication
    check_none_hidden([])
    with pytest.raises(Refused, match=r"hidden sessions: 2, 3"):
        check_none_hidden([2, 3])
    held = tournament(("hide", {"session": 2}))
    assert held.embargo == ResultEmbargo(2)
    held.apply(make("release", "desk", {"at": 7}))
    assert held.embargo == ResultEmbargo(2, 7)
    held.apply(make("hide", "desk", {"session": 3}))
    assert held.embargo == ResultEmbargo(3)
    with pytest.raises(Refused, match="no results are hidden: there is nothing to publish"):
        tournament(("release", {"at": 7}))


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("plan", {"tables": [[2, 1, [1, 2, 3, 4]]]}, "plan of session 2, 1 table"),
        ("plan", {"tables": [[2, 1, [1, 2, 3, 4]], [2, 5, [0, 0, 0, 9]]]}, "plan of session 2, 2 tables"),
        ("plan", {"tables": [[3, 1, [1, 2, 3, 4]], [2, 1, [1, 2, 3, 4]], [2, 2, [5, 6, 7, 8]]]},
         "plan of sessions 2 to 3, 2 tables in the first"),
        ("tournament", {"title": "Open", "rules": "club", "book": "x"}, "tournament title Open rules club"),
        ("hide", {"session": 2}, "hide session 2"),
    ],
)  # fmt: skip
def test_a_record_is_told_in_a_line(kind, fields, words):
    """A plan by its sessions, and a book not at all."""
    assert DeskRecord(kind, "desk", fields).summary() == words


def test_a_record_is_stored_and_read_as_it_was_made():
    """Whose it is stands beside its fields; what is no object is none."""
    made = make("penalty", "Ada", {"session": 1, "table": 2, "seat": 3, "points": -8000, "why": "ﾃ"}, 7)
    assert parse_record("penalty", made.to_json(), 7) == made
    assert parse_record("open", '{"by":"Ada","session":3}') == DeskRecord("open", "Ada", {"session": 3}, -1)
    assert (made.session_table, make("open", "Ada", {"session": 3}).session_table) == ((1, 2), None)
    assert make("bind", "Ada", {"device": "d", "table": 3}).session_table is None
    assert DeskRecord("x", "Ada", {"table": 3, "session": 1}).session_table == (1, 3)
    for body in ("[]", "7", "", "null", '"x"', "[" * 9000):
        with pytest.raises(Malformed, match="a record must be a JSON object"):
            parse_record("open", body)
    with pytest.raises(Malformed, match="by must be one non-empty line"):
        parse_record("open", '{"session":3}')


# ---------------------------------------------------------------- days


@pytest.mark.parametrize(
    ("last", "number", "words", "listed"),
    [
        ("22.03.2026", 1, "22 Mar. 2026", "22.03.2026"), ("02.05.2026", 2, "1-2 May 2026", "1-2 May 2026"),
        ("01.05.2026", 2, "30 Apr. - 1 May 2026", "30 Apr. - 1 May 2026"),
        ("01.01.2027", 3, "30 Dec. 2026 - 1 Jan. 2027", "30 Dec. 2026 - 1 Jan. 2027"),
        ("01.03.2024", 2, "29 Feb. - 1 Mar. 2024", "29 Feb. - 1 Mar. 2024"),
        ("03.03.2026", 3, "1-3 Mar. 2026", "1-3 Mar. 2026"),
    ],
)  # fmt: skip
def test_days_are_told_from_the_last_one(last, number, words, listed):
    """Month and year of the first only where they are others."""
    assert format_federation_days(last, number) == words
    assert format_days(last, number) == listed
    assert format_days("", number) == ""


def test_a_day_is_of_this_century():
    """As a slip of the finger has 2206 or 1926."""
    assert parse_day("01.01.2000").year == 2000
    assert parse_day("31.12.2099").year == 2099
    for text in ("31.12.1999", "01.01.2100", "29.02.2026", "1.1.2026", "01.13.2026", "٠١.٠١.٢٠٢٦", "01.01.2026 "):
        with pytest.raises(Malformed, match="the date must be a day such as 22"):
            parse_day(text)
    assert parse_day_range("22.03.2026-22.03.2026") == ("22.03.2026", 1)


# ---------------------------------------------------------------- scores from paper


def table(*lines):
    """Return the table after a game's events."""
    ledger = Ledger(0)
    for n, line in enumerate(lines):
        ledger.append(event_of(line, n))
    return ledger.table


def test_scores_from_paper_account_for_every_point():
    """Sticks left over, and what a penalty at the table has taken, included; the table itself is not changed."""
    played = table("start ema-2016", "hand", "riichi 2", "draw tenpai 2", "hand")
    typed = apply_correction(played, [30000, 31000, 28000, 30000], 1)
    assert (typed.scores, typed.sticks, typed.phase) == ([30000, 31000, 28000, 30000], 1, OVER)
    assert played.scores != typed.scores
    assert played.phase != OVER
    assert isinstance(typed, Table)
    for scores, sticks, sentence in (
        ([30000, 31000, 28000, 30000], 0, "scores and sticks must add up to 120,000, not 119,000"),
        ([30000, 31000, 28000, 30100], 1, "scores and sticks must add up to 120,000, not 120,100"),
        ([30000, 31000, 28000, 29950], 1, "scores must be multiples of 100, not 29950"),
        ([30, 31, 28, 30], 1, "scores are in points, not in thousands: write 30000 31000 28000 30000"),
        ([30, 31, 28, 30], 0, "scores must be multiples of 100, not 30"),
    ):
        with pytest.raises(Refused, match=f"^{sentence}$"):
            apply_correction(played, scores, sticks)
