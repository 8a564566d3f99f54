"""A stored tournament, a font of boxes, and the command that prints; for the tests of papers."""

from __future__ import annotations

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from host.printing.stored_tournament import DAY, GAME, NAMES
from tenbo.cli.dispatch import main
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_log import TournamentLog
from tenbo_core.event_notation import event_of
from tenbo_core.events import from_plain


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
