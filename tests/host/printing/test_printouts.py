"""Paper: seat lists, slips to sign, standings and a report; the same bytes for the same day, no one's name lost."""

from __future__ import annotations

import re
import zlib

import pytest

from host.printing.pdf_reader import letters, pages, squares, streams
from host.printing.qr_reader import text_of
from host.printing.stored_tournament import GAME, NAMES, desk_of
from tenbo.cli.dispatch import main
from tenbo.store import Entry, SqliteStore


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("what", ["seats", "slips", "standings", "report"])
def test_a_paper_is_the_same_bytes_for_the_same_day(tournament, printed, what):
    """So that anyone can see that nothing was changed; another day is another paper."""
    store = tournament()
    status, first, said = printed(store, what)
    assert status == 0, said
    assert first.startswith(b"%PDF-")
    assert printed(store, what)[1] == first
    assert printed(store, what, "--date", "23.03.2026")[1] != first
    page = printed(store, what, form="html")[1]
    assert printed(store, what, form="html")[1] == page
    assert b"src=" not in page
    assert b"http" not in re.sub(rb'xmlns="[^"]*"', b"", page)
    assert b"<b></td>" not in page, "a name is data"


def test_every_name_is_on_the_seat_list_and_can_be_copied_from_it(tournament, printed, font):
    """By name and by table, with letters that not every font has."""
    store = tournament(names=(*NAMES[:2], "Łukasz Nowak", "千代子 山田", *NAMES[4:]))
    status, data, said = printed(store, "seats", "--font", font("Łukasz Nowak 千代子山田,"))
    assert status == 0, said
    words = {word for page in pages(data) for word in page}
    for name in ("Anna Berg", "Berg, Anna", "Jürgen Müller", "Gro Øst", "Finn <b>"):
        assert name in words
    assert "Eva (East) \\Fox" in words
    assert set("Ł千代子山田") <= letters(data)
    assert {"Session 1", "Session 2", "page 1 of 3", "page 3 of 3"} <= words
    assert "1 E" in words
    page = printed(store, "seats", form="html")[1].decode()
    assert "Łukasz Nowak" in page
    assert "Finn &lt;b&gt;" in page


def test_a_letter_that_no_font_has_is_a_box_and_is_named(tournament, printed, font, monkeypatch):
    """One name keeps no list from the wall: the others are read, the letter is named, and a page has it."""
    monkeypatch.setattr("tenbo.printing.fonts.FOLDERS", ())
    store = tournament(names=("千代子 山田", *NAMES[1:]))
    status, data, said = printed(store, "seats")
    assert status == 0, said
    assert "U+5B50" in said
    assert "--font FILE.ttf" in said
    assert "--out FILE.html" in said
    words = {word for page in pages(data) for word in page}
    assert any("[]" in word for word in words)
    assert any(word.startswith("no installed font has U+") for word in words)
    status, _, said = printed(store, "seats", "--font", font("千代 山田,"))
    assert (status, "no installed font has U+5B50: a box stands for it (子)" in said) == (0, True), said
    status, page, _ = printed(store, "seats", form="html")
    assert (status, "千代子 山田" in page.decode()) == (0, True)


def test_the_code_of_a_slip_has_it_compared_with_the_store(tournament, printed, capsys):
    """Read by another program than drew it; a locked result is the same slip, a changed one is not."""
    store = tournament()
    status, data, said = printed(store, "slips", "--session", 1)
    assert status == 0, said
    codes = [text_of(rows) for rows in squares(data, 27.0)]
    assert [code.split(":")[:3] for code in codes] == [["TENBO1", "1", "1"], ["TENBO1", "1", "2"]]
    assert codes[0].split(":")[3].count("/") == 3
    digest = codes[0].rpartition(":")[2][:16]
    assert " ".join(digest[at : at + 4] for at in range(0, 16, 4)) in pages(data)[0]

    def verify(code):
        status = main(["verify", str(store), "--slip", code])
        return status, capsys.readouterr().out

    assert verify(codes[0]) == (0, "the slip of table 1 in session 1 matches the store\n")
    assert verify(codes[0].lower())[0] == 0
    desk_of(store, "lock", session=1, table=1, last=len(GAME) - 1)
    assert verify(codes[0])[0] == 0
    desk_of(store, "penalty", session=1, table=2, seat=0, points=-1000, why="telephone")
    status, text = verify(codes[1])
    assert status == 1
    assert "DIFFERS: its scores match the store, but its players, places, penalties" in text
    desk_of(store, "correct", session=1, table=2, scores=[30000] * 4, why="sheet")
    assert "the store has 30,000 30,000 30,000 30,000" in verify(codes[1])[1]
    assert "no table 9" in verify(codes[1].replace("1:1:2", "1:1:9").replace("TENBO1:1:2", "TENBO1:1:9"))[1]
    assert main(["verify", str(store), "--slip", "hello"]) == 1
    assert "is not a slip code" in capsys.readouterr().err


def test_a_slip_has_four_names_every_hand_the_result_and_room_for_five_signatures(tournament, printed):
    """What the players sign is what they have played."""
    store = tournament()
    desk_of(store, "penalty", session=1, table=1, seat=2, points=-8000, why="telephone")
    words = pages(printed(store, "slips", "--session", 1, "--table", 1)[1])[0]
    assert {"Spring open", "Table 1", "Session 1", "Anna Berg", "Dai Evans", "referee", "total"} <= set(words)
    assert "riichi S W; S ron from E 3 han 40 fu" in words
    assert "N tsumo 4 han 30 fu" in words
    assert "penalty W −8,000 by referee Ada: telephone (record 6)" in words
    assert not [word for word in words if word.startswith(("session 90", "end"))]
    for wind in "ESWN":
        assert words.count(wind) == 3, "the seat, the column, the signature"


@pytest.mark.parametrize("what", ["seats", "slips", "standings", "report"])
def test_paper_for_several_days_names_all_of_them(tournament, printed, what):
    """Who finds a list of the first day would think that it is of the second."""
    store = tournament()
    desk_of(store, "tournament", title="Spring open", rules="ema-2016", place="Utrecht", date="22.03.2026", days=2)
    page = printed(store, what, form="html")[1].decode()
    assert ("Utrecht 21-22 Mar. 2026" in " ".join(page.split()), "22.03.2026 ema" in page) == (True, False)


@pytest.mark.parametrize(
    ("language", "days"),
    [("de", "21.03.2026 - 22.03.2026"), ("ja", "2026/03/21 - 2026/03/22"), ("en", "21-22 Mar. 2026")],
)
def test_the_days_on_paper_are_in_its_language(tournament, printed, language, days):
    """A German list said `21-22 Mar. 2026`."""
    store = tournament()
    desk_of(store, "tournament", title="Spring open", rules="ema-2016", place="Utrecht", date="22.03.2026", days=2)
    page = printed(store, "seats", "--language", language, form="html")[1].decode()
    assert f"Utrecht {days}" in " ".join(page.split())


def test_why_somebody_is_not_ranked_does_not_hang_on_the_wall(tournament, printed):
    """The desk alone knows; the list names who it is."""
    store = tournament()
    desk_of(store, "strike", player=2, why="a broken arm")
    page = printed(store, "standings", form="html")[1].decode()
    assert "is not ranked" in page
    assert "broken arm" not in page


def test_a_game_that_another_host_has_told_is_on_paper_too(tournament, printed, tmp_path):
    """The one desk of a larger hall prints what its hosts have collected."""
    told, path = tournament(sessions=1, played=((1, 1),)), tmp_path / "desk" / "hall.db"
    path.parent.mkdir()
    with SqliteStore(told, readonly=True) as host, SqliteStore(path) as desk:
        desk.store_players(host.players())
        desk.append([Entry(row.stream, row.seq, row.kind, row.body) for row in host.rows("desk")])
        desk.store_replica_rows("red", list(host.rows("table/00000001")))
    words = pages(printed(path, "slips", "--session", 1, "--table", 1)[1])[0]
    assert "riichi S W; S ron from E 3 han 40 fu" in words


def test_a_slip_without_a_game_is_empty_to_be_filled_in(tournament, printed):
    """A table of paper, or the night before."""
    store = tournament(played=())
    status, data, _ = printed(store, "slips")
    assert status == 0
    assert squares(data, 27.0) == []
    assert len(pages(data)) == 2
    assert {"points", "total", "hand"} <= set(pages(data)[0])
    assert "class=write" in printed(store, "slips", form="html")[1].decode()


def test_a_long_game_stays_on_its_slip(tournament, printed):
    """Smaller lines first, then the earliest hands are left to the ledger."""
    hands = [(line, 60 * n) for n in range(1, 90) for line in ("hand", "draw tenpai 0")]
    store = tournament(played=((1, 1),), game=(*GAME[:1], *hands))
    words = pages(printed(store, "slips", "--session", 1, "--table", 1)[1])[0]
    assert [word for word in words if word.endswith("earlier hands are in the ledger")]
    assert "PROVISIONAL: this table is playing" in words


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("what", ["standings", "report"])
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_results_that_are_not_finished_say_so_on_every_page(tournament, printed, what, paper):
    """Paper outlives the moment."""
    names = [f"Player {'XVI'[n % 3]}{n}" for n in range(1, 61)]
    store = tournament(names=names, sessions=1, played=[(1, table) for table in range(1, 15)])
    status, data, said = printed(store, what, "--paper", paper)
    assert status == 1
    assert "provisional: session 1: table 15 has no result" in said
    assert len(pages(data)) > 1
    for page in pages(data):
        assert "PROVISIONAL" in page
        assert "session 1: table 15 has no result" in page
    assert b"PROVISIONAL" in printed(store, what, form="html")[1]


def test_hidden_sessions_are_on_no_paper_until_they_are_released(tournament, printed):
    """Neither in standings nor in awards; slips are for those who sit at the table."""
    store = tournament()
    desk_of(store, "hide", session=2)
    for what in ("standings", "report"):
        status, page, said = printed(store, what, form="html")
        assert (status, "hidden until it is released" in said) == (1, True)
        assert ">s2<" not in page.decode()
        assert "session 2," not in page.decode()
        assert ">s2<" in printed(store, what, "--hidden", form="html")[1].decode()


def test_the_report_has_awards_from_the_ledgers_and_the_pace(tournament, printed):
    """The biggest win, the longest hand, who had the most wins; minutes of a hand."""
    page = printed(tournament(), "report", form="html")[1].decode()
    text = re.sub(r"<[^>]*>", "\n", page)
    for told in ("Biggest win", "7,900 points", "Longest hand", "10:00 minutes", "Most wins", "First", "Third"):
        assert told in text, told
    assert "session 1, table 1, E2-0" in text
    assert "Pace and fairness" in text
    assert "points add up" in text
    assert "8 players, 2 sessions, 4 games under ema-2016" in text


def test_standings_of_one_session_say_so_in_their_title(tournament, printed):
    """What hangs on the wall after the last session is of all sessions unless one was named."""
    store = tournament()
    for what, titled in (("standings", "Spring open: standings{}</h1>"), ("report", "Spring open: report{}</h1>")):
        everything = printed(store, what, form="html")[1].decode()
        one = printed(store, what, "--session", 2, form="html")[1].decode()
        both = printed(store, what, "--session", 2, "--session", 1, form="html")[1].decode()
        assert titled.format("") in everything
        assert titled.format("") in both
        assert titled.format(", session 2 only") in one
        assert "after session" not in one


def test_a_report_without_ledgers_says_so(tournament, printed):
    """A tournament on paper has a winner, too."""
    store = tournament(sessions=1, played=())
    for table in (1, 2):
        desk_of(store, "correct", session=1, table=table, scores=[40000, 30000, 30000, 20000], why="sheet")
    status, page, _ = printed(store, "report", form="html")
    assert status == 0
    assert "No hands were recorded" in page.decode()
    assert "Awards" not in page.decode()


def test_long_names_and_many_sessions_are_broken_into_lines_not_cut(tournament, printed):
    """172 players sit in a hall, and one is called like a castle."""
    castle = "Maximiliane-Henriette Alexandra von Hohenstein-Langenburg zu Wertheim"
    store = tournament(names=(castle, *NAMES[1:]), sessions=15, played=())
    words = "".join(word for page in pages(printed(store, "seats")[1]) for word in page)
    assert "Wertheim" in words
    assert "Langenburg" in words
    assert "..." not in words


@pytest.mark.parametrize("what", ["seats", "standings"])
def test_forty_sessions_are_parts_with_the_names_before_each_and_nothing_beside_the_page(tournament, printed, what):
    """In one part the names were a column of single letters, and the first sessions lay left of the paper."""
    played = [(session, table) for session in range(1, 41) for table in (1, 2)]
    store = tournament(sessions=40, played=played)
    status, data, said = printed(store, what)
    assert status == 0, said
    first = "Anna Berg" if what == "standings" else "Berg, Anna"
    parts = sum(page.count(first) for page in pages(data))
    # Where a part goes on on another page, its heading stands there again.
    sessions = dict.fromkeys(word for page in pages(data) for word in page if re.fullmatch(r"s\d+", word))
    assert list(sessions) == [f"s{session}" for session in range(1, 41)]
    assert 1 < parts < 6
    drawn = [stream for stream in streams(data) if b" Tj" in stream]
    assert min(float(x) for stream in drawn for x in re.findall(rb"BT (-?[\d.]+) ", stream)) > 0


@pytest.mark.parametrize(("sessions", "tables", "is_wide"), [(6, 1, False), (12, 1, True), (40, 4, True)])
def test_a_page_for_the_browser_is_printed_with_at_most_twelve_sessions_beside_a_name(
    tournament, printed, sessions, tables, is_wide
):
    """A browser cuts what is wider than the paper."""
    played = [(session, table) for session in range(1, sessions + 1) for table in (1, 2)]
    page = printed(tournament(sessions=sessions, played=played), "standings", form="html")[1].decode()
    assert (page.count("<table"), page.count("Anna Berg")) == (tables, tables)
    assert [page.count(f">s{session}<") for session in range(1, sessions + 1)] == [1] * sessions
    assert ("size: landscape" in page, page.count('class="many"')) == (is_wide, tables * is_wide)


def test_a_page_is_read_whose_packed_bytes_end_like_a_line():
    """One stream in 256 ends with a carriage return, which is no part of the line's end."""
    texts = (b"(%d) Tj" % number for number in range(10_000))
    packed = next(data for data in map(zlib.compress, texts) if data.endswith(b"\r"))
    assert len(pages(b"stream\n" + packed + b"\nendstream")) == 1
