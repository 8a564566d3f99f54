"""Paper: seat lists, slips to sign, standings and a report; the same bytes for the same day, no one's name lost."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from host.printing.pdf_reader import letters, pages, squares
from host.printing.qr_reader import text_of
from tenbo.cli.dispatch import main
from tenbo.printing.paper_language import html_language
from tenbo.store import Entry, SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_log import TournamentLog
from tenbo_core.event_text import event_of
from tenbo_core.events import from_plain

DAY = ("--date", "22.03.2026-18:30")
GAME = (
    ("start ema-2016", 0), ("session 90", 0), ("hand", 40), ("riichi 1", 100), ("riichi 2", 200), ("win 1<0 3/40", 460),
    ("hand", 520), ("win 3 4/30", 1120), ("hand", 1180), ("draw tenpai 0", 1300), ("end", 1400),
)  # fmt: skip
NAMES = ("Anna Berg", "Jürgen Müller", "Lukas Nowak", "Dai Evans", "Eva (East) \\Fox", "Finn <b>", "Gro Øst", "Hugo Q")


@pytest.fixture
def tournament(tmp_path):
    """Return a function that stores a tournament and returns its file; some tables have played."""

    def make(names=NAMES, sessions=2, played=((1, 1), (1, 2), (2, 1), (2, 2)), game=GAME):
        path = tmp_path / "hall.db"
        with SqliteStore(path) as store:
            people = [
                (number, *name.rpartition(" ")[::2], "", "NED", "", "", "", "") for number, name in enumerate(names, 1)
            ]
            store.store_players(people)
            desk = TournamentLog(store)
            facts = {"title": "Spring open", "rules": "ema-2016", "place": "Utrecht", "date": "22.03.2026"}
            desk.record("tournament", "desk", **facts)
            tables = len(names) // 4
            order = list(range(1, len(names) + 1))
            places = [
                [session, table, [order[(4 * (table - 1) + seat * session) % len(order)] for seat in range(4)]]
                for session in range(1, sessions + 1)
                for table in range(1, tables + 1)
            ] if sessions == 1 else [
                [session, table, order[4 * (table - 1) : 4 * table]]
                for session in range(1, sessions + 1) for table in range(1, tables + 1)
            ]  # fmt: skip
            desk.record("plan", "desk", tables=places)
            for session, table in played:
                ledger = f"{table:08x}"
                first = store.head(f"table/{ledger}").seq + 1
                events = [event_of(text, first + n, at=at) for n, (text, at) in enumerate(game)]
                store.append([entry_of(ledger, from_plain(event.plain())) for event in events])
                desk.record("game", "host", session=session, table=table, ledger=ledger, start=first)
        return path

    return make


@pytest.fixture
def font(tmp_path):
    """Return a function that makes a font with some letters, each a box."""

    def make(text):
        pen = TTGlyphPen(None)
        for number, corner in enumerate(((50, 0), (50, 700), (450, 700), (450, 0))):
            (pen.lineTo if number else pen.moveTo)(corner)
        pen.closePath()
        box = pen.glyph()
        names = [".notdef", *(f"uni{ord(letter):04X}" for letter in sorted(set(text)))]
        made = FontBuilder(1000, isTTF=True)
        made.setupGlyphOrder(names)
        made.setupCharacterMap({int(name[3:], 16): name for name in names[1:]})
        made.setupGlyf(dict.fromkeys(names, box))
        made.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
        made.setupHorizontalHeader(ascent=800, descent=-200)
        made.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
        made.setupOS2(sTypoAscender=800, sTypoDescender=-200)
        made.setupPost()
        made.save(tmp_path / "boxes.ttf")
        return tmp_path / "boxes.ttf"

    return make


@pytest.fixture
def printed(tmp_path, capsys):
    """Return a function that prints a paper and returns status, bytes and what is said."""

    def run(store, what, *words, form="pdf"):
        out = tmp_path / f"paper.{form}"
        out.unlink(missing_ok=True)
        day = [] if "--date" in words else DAY
        status = main(["print", what, "--out", str(out), "--store", str(store), *day, *map(str, words)])
        return status, out.read_bytes() if out.exists() else b"", capsys.readouterr().err

    return run


def desk_of(store, kind, **fields):
    """Have the desk record something."""
    with SqliteStore(store) as opened:
        return TournamentLog(opened).record(kind, "referee Ada", **fields)


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
    assert any(word.startswith("no font here has U+") for word in words)
    status, _, said = printed(store, "seats", "--font", font("千代 山田,"))
    assert (status, "no font here has U+5B50: a box stands for it (子)" in said) == (0, True), said
    status, page, _ = printed(store, "seats", form="html")
    assert (status, "千代子 山田" in page.decode()) == (0, True)


def test_what_is_named_as_a_font_and_is_none_is_refused(tournament, printed):
    """Without a word of the program's own insides."""
    store = tournament(names=("Łukasz Nowak", *NAMES[1:]))
    assert "is no font" in printed(store, "seats", "--font", Path(__file__))[2]
    status, _, said = printed(store, "seats", "--font", "nothing.ttf")
    assert (status, "nothing.ttf" in said) == (2, True)


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

    assert verify(codes[0]) == (0, "the slip of table 1 in session 1 is as the store has it\n")
    assert verify(codes[0].lower())[0] == 0
    desk_of(store, "lock", session=1, table=1, last=len(GAME) - 1)
    assert verify(codes[0])[0] == 0
    desk_of(store, "penalty", session=1, table=2, seat=0, points=-1000, why="telephone")
    status, text = verify(codes[1])
    assert status == 1
    assert "DIFFERS: its scores are those of the store; players, places, penalties" in text
    desk_of(store, "correct", session=1, table=2, scores=[30000] * 4, why="sheet")
    assert "the store 30000 30000 30000 30000" in verify(codes[1])[1]
    assert "no table 9" in verify(codes[1].replace("1:1:2", "1:1:9").replace("TENBO1:1:2", "TENBO1:1:9"))[1]
    assert main(["verify", str(store), "--slip", "hello"]) == 1
    assert "is no code of a slip" in capsys.readouterr().err


def test_a_slip_has_four_names_every_hand_the_result_and_room_for_five_signatures(tournament, printed):
    """What the players sign is what they have played."""
    store = tournament()
    desk_of(store, "penalty", session=1, table=1, seat=2, points=-8000, why="telephone")
    words = pages(printed(store, "slips", "--session", 1, "--table", 1)[1])[0]
    assert {"Spring open", "Table 1", "Session 1", "Anna Berg", "Dai Evans", "referee", "total"} <= set(words)
    assert "riichi S W; S ron from E 3 han 40 fu" in words
    assert "N tsumo 4 han 30 fu" in words
    assert "penalty W -8000 by referee Ada: telephone (record 6)" in words
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
    assert [word for word in words if word.endswith("earlier hands stand in the ledger")]
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
    assert "provisional: session 1: table 15 is missing" in said
    assert len(pages(data)) > 1
    for page in pages(data):
        assert "PROVISIONAL" in page
        assert "session 1: table 15 is missing" in page
    assert b"PROVISIONAL" in printed(store, what, form="html")[1]


@pytest.mark.parametrize(
    ("language", "slip", "standings"),
    [
        ("de", ("VORLÄUFIG", "Süd Ron von Ost 3 Han 40 Fu", "Ost 1-0", "Schiedsrichter"),
         ("Rangliste", "Runde 2: Tisch 2: spielt")),
        ("nl", ("VOORLOPIG", "Zuid ron van Oost 3 han 40 fu", "scheidsrechter"),
         ("tussenstand", "sessie 2: tafel 2: speelt")),
        ("ja", ("暫定", "南 ロン（東から） 3翻 40符", "東1局0本場", "審判"),
         ("順位表", "第2回戦：2卓 対局中")),
        ("fr", ("PROVISOIRE", "Sud ron sur Est 3 han 40 fu", "ce qui s’est passé"),
         ("classement", "session 2\u00a0: table 2\u00a0: joue")),
        ("pl", ("WSTĘPNE", "Południe ron, wrzuca Wschód 3 han 40 fu", "przebieg"),
         ("klasyfikacja", "sesja 2: stół 2: gra trwa")),
        ("it", ("PROVVISORIO", "Sud ron su Est 3 han 40 fu", "cosa è successo"),
         ("classifica", "sessione 2: tavolo 2: in gioco")),
        ("es", ("PROVISIONAL", "Sur ron a Este 3 han 40 fu", "qué pasó"),
         ("clasificación", "sesión 2: mesa 2: en juego")),
        ("zh", ("暂定", "南 荣和（来自东） 3番 40符", "东1局0本场", "裁判"),
         ("排名", "第2轮：2号桌对局中")),
    ],
)  # fmt: skip
def test_a_paper_is_in_the_language_that_is_wished(tournament, printed, language, slip, standings):
    """Headings, hands, winds, and why results are not final; the code to verify is the same."""
    store = tournament(played=((1, 1), (1, 2), (2, 1)))
    with SqliteStore(store) as opened:
        opened.append(
            [
                entry_of("00000002", from_plain(event_of(text, 50 + n, at=at).plain()))
                for n, (text, at) in enumerate(GAME[:6])
            ]
        )
    desk_of(store, "game", session=2, table=2, ledger="00000002", start=50)
    for what, words in (("slips", slip), ("standings", standings)):
        status, data, said = printed(store, what, "--language", language, form="html")
        page = data.decode()
        assert status == (what == "standings"), said
        assert f'lang="{html_language(language)}"' in page
        assert [word for word in words if word.casefold() not in page.casefold()] == []
        assert language == "es" or "PROVISIONAL" not in page


def test_a_hand_with_many_words_stands_on_two_lines_of_its_slip(tournament, printed):
    """Two winners and two riichi sticks do not fit in a line where winds have names; nothing is cut."""
    store = tournament(
        played=((1, 1),),
        game=(*GAME[:3], ("riichi 1", 50), ("riichi 2", 60), ("win 1<0 3/40  2<0 yakuman:1", 90), ("end", 95)),
    )
    words = {word for page in pages(printed(store, "slips", "--language", "de")[1]) for word in page}
    assert any(word.endswith("West Ron von Ost Yakuman") for word in words), sorted(words)


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
    for told in ("Biggest win", "7900 points", "Longest hand", "10:00 minutes", "Most wins", "First", "Third"):
        assert told in text, told
    assert "session 1, table 1, E2-0" in text
    assert "Pace and fairness" in text
    assert "every point is accounted for" in text
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
        assert titled.format(", session 2 alone") in one
        assert "after session" not in one


def test_a_report_without_ledgers_says_so(tournament, printed):
    """A tournament on paper has a winner, too."""
    store = tournament(sessions=1, played=())
    for table in (1, 2):
        desk_of(store, "correct", session=1, table=table, scores=[40000, 30000, 30000, 20000], why="sheet")
    status, page, _ = printed(store, "report", form="html")
    assert status == 0
    assert "No table has a ledger" in page.decode()
    assert "Awards" not in page.decode()


def test_long_names_and_many_sessions_are_broken_into_lines_not_cut(tournament, printed):
    """172 players sit in a hall, and one is called like a castle."""
    castle = "Maximiliane-Henriette Alexandra von Hohenstein-Langenburg zu Wertheim"
    store = tournament(names=(castle, *NAMES[1:]), sessions=15, played=())
    words = "".join(word for page in pages(printed(store, "seats")[1]) for word in page)
    assert "Wertheim" in words
    assert "Langenburg" in words
    assert "..." not in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["seats", "--out", "seats.txt"], "neither FILE.pdf nor FILE.html"),
        (["seats", "--out", "seats.pdf", "--table", "1"], "--table is for slips"),
        (["slips", "--out", "slips.pdf", "--table", "1"], "say of which session"),
        (["seat", "--out", "seats.pdf"], "did you mean seats?"),
        (["seats"], "--out is missing"),
    ],
)
def test_words_that_make_no_paper_are_wrong_usage(words, said, capsys):
    """With what to write instead."""
    assert main(["print", *words]) == 2
    assert said in capsys.readouterr().err


def test_what_there_is_not_is_refused_and_writes_nothing(tournament, printed):
    """A session that no one planned, a table that is not there, a day that is none."""
    store = tournament()
    assert printed(store, "slips", "--session", 7)[:2] == (1, b"")
    assert printed(store, "slips", "--session", 1, "--table", 9)[:2] == (1, b"")
    status, data, said = printed(store, "seats", "--date", "31.02.2026")
    assert (status, data) == (1, b"")
    assert "must be a day" in said
    assert "the time must be" in printed(store, "seats", "--date", "22.03.2026-99:99")[2]


def test_without_the_extra_the_command_says_what_to_install(tournament, printed, monkeypatch):
    """The base install prints nothing, and everything else works."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    for name in ("pdf_renderer", "pdf_page"):
        monkeypatch.delitem(sys.modules, f"tenbo.printing.{name}", raising=False)
    status, data, said = printed(tournament(), "seats")
    assert (status, data) == (1, b"")
    assert f"a PDF needs fpdf: in the clone `{sys.executable} -m pip install '.[print]'`" in said


def test_a_page_is_read_whose_packed_bytes_end_like_a_line():
    """One stream in 256 ends with a carriage return, which is no part of the line's end."""
    texts = (b"(%d) Tj" % number for number in range(10_000))
    packed = next(data for data in map(zlib.compress, texts) if data.endswith(b"\r"))
    assert len(pages(b"stream\n" + packed + b"\nendstream")) == 1
