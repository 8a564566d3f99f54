"""What a page makes of the service's sentences, in a browser: shapes, what varies in them, and advice behind them."""

from __future__ import annotations

import re

from .conftest import hall_of

# What the service says, and what a German reader is told; the first line is one of tomorrow.
TOLD = {
    "a sentence of tomorrow": "a sentence of tomorrow",
    "no game has begun at table 7": "an Tisch 7 hat keine Partie begonnen",
    "win is not possible now: no hand is running; begin one first": (
        "Gewinn geht jetzt nicht: es läuft keine Hand; erst eine beginnen"
    ),
    "minutes must be an integer of at most 32 bits, not 'x'": "Minuten muss eine ganze Zahl sein, nicht 'x'",
    "ippatsu needs riichi; E (seat 0) has not pressed RIICHI at the table": (
        "Ippatsu braucht Riichi; Ost hat am Tisch nicht RIICHI gedrückt"
    ),
    "no wall shows 'clok'; did you mean clock?": "keine Saalanzeige zeigt 'clok'; war clock gemeint?",
    "table 2 still plays session 1 (E3, 30000 35200 24800 30000): what is typed would count instead": (
        "Tisch 2 spielt Runde 1 noch (E3, 30000 35200 24800 30000): stattdessen zählte das Eingetippte"
    ),
    "device b7 is table 3 and plays (E2, 1 2 3 4): it would be table 5": (
        "Gerät b7 ist Tisch 3 und spielt (E2, 1 2 3 4): es wäre dann Tisch 5"
    ),
    "session 1 is not finished: table 3 is playing, tables 4, 7 are missing": (
        "Runde 1 ist nicht fertig: Tisch 3: spielt, Tische 4, 7: fehlt"
    ),
    "event 3, draw, would become impossible: seat 0 is in riichi: tenpai, or record a chombo; with it 5 (hand)": (
        "Ereignis 3 (Unentschieden) würde unmöglich: Ost zu Beginn ist in Riichi: Tenpai, sonst Chombo eintragen; "
        "ebenso 5 (Würfel)"
    ),
    "event 3, riichi_void, would become impossible: no hand is running; with it 4 (late), 5 (dead_hand) and more": (
        "Ereignis 3 (Riichi zurückgenommen) würde unmöglich: es läuft keine Hand; ebenso 4 (Verspätung), "
        "5 (tote Hand), …"
    ),
    "this is for the desk, and you have joined as reader": (
        "das darf nur Turnierleitung; angemeldet ist dieser Browser als Zuschauer"
    ),
    "winner must be one of E, S, W, N, not 'x'": "winner muss Ost, Süd, West oder Nord sein, nicht 'x'",
    "seat 0 has a dead hand and cannot win": "Ost zu Beginn hat eine tote Hand und kann nicht gewinnen",
    "this rule book has no abort for four_winds": "dieses Regelwerk kennt keinen Abbruch durch vier Winde",
    "somebody is liable for this ron: say from whom it was won, too (`from` of pao, the wind of the discarder)": (
        "für dieses Ron haftet jemand: bei „Von wem“ auch antippen, wer abgeworfen hat"
    ),
    "player 5 has a result at table 2 in session 1: it would be nobody's": (
        "Spieler 5 hat ein Ergebnis an Tisch 2 in Runde 1: es wäre dann niemandes"
    ),
    "player 5 sits at table 2 in session 1 already; the result of table 2 is locked: reopen it first "
    "(tenbo session reopen 1 2 --why ...)": (
        "Spieler 5 sitzt in Runde 1 schon an Tisch 2; das Ergebnis von Tisch 2 ist gesperrt: erst öffnen"
    ),
    "new device b7: say which table it is (tenbo tables --assign b7=NUMBER)": (
        "neues Gerät b7: sagen, welcher Tisch es ist"
    ),
    "nothing is written: the EMA's file needs the town (tenbo session edit --place ...); a country for player 5 Bo, "
    "6 Cy, Jr. and 2 more: give a file with the columns id, name and country (tenbo session players FILE)": (
        "nichts wurde geschrieben: der Datei der EMA fehlt: die Stadt; ein Land von Spieler 5 Bo, 6 Cy, Jr. und 2 "
        "weitere: eine Datei mit den Spalten id, name und country einlesen"
    ),
    "table 4 is not plugged in; there are: 1, 2": "Tisch 4 ist nicht angeschlossen; es gibt: 1, 2",
    "table 1 in session 2: scores and sticks add up to 3, but must be 4; see the sheet and type it again": (
        "Tisch 1 in Runde 2: Punkte und Stäbchen ergeben 3, müssen aber 4 ergeben; auf den Zettel sehen und neu "
        "eintippen"
    ),
    "/dev/ttyACM0 is gone: it was pulled": "/dev/ttyACM0 ist weg: it was pulled",
    "no box at seat 2 (West in the first hand): see to its cable": ("keine Box an West zu Beginn: ihr Kabel ansehen"),
    "no more than 3 KB of its memory in one piece: switch it off and on between two hands, and report it": (
        "nur 3 KB Speicher am Stück: zwischen zwei Händen aus- und einschalten, und melden"
    ),
    "it has restarted by itself 1 time: please report it": "es ist 1-mal von selbst neu gestartet: bitte melden",
    "ledger 1a (table 1, device b7) is told in two ways from event 4 on: blue says riichi [2]; red says draw []. red "
    "counts": (
        "Spielprotokoll 1a (Tisch 1, Gerät b7) wird ab Ereignis 4 auf zwei Weisen gemeldet: blue sagt riichi [2]; red "
        "sagt draw []. Es zählt red"
    ),
    "table 1 is device b8 here, which took its game over; at host red it is still device b7": (
        "Tisch 1 ist hier Gerät b8, das seine Partie übernommen hat; an Rechner red ist er noch Gerät b7"
    ),
    "repeats            0  meetings of a pair beyond its first (no schedule of this size has fewer)": (
        "Wiederholungen     0  Treffen eines Paares nach dem ersten (kein Plan dieser Größe hat weniger)"
    ),
    "provisional: session 1: table 3 is playing": "vorläufig: Runde 1: Tisch 3: spielt",
    "no table answers there: unplug it, plug it in again, and update it once more, or run tenbo flash --port /dev/a at "
    "this computer": (
        "dort antwortet kein Tisch: abziehen, wieder anschließen und noch einmal aktualisieren, oder an diesem Rechner "
        "tenbo flash --port /dev/a aufrufen"
    ),
}


TOLD_IN_ENGLISH = {
    "seat 2 has a dead hand and cannot win": "West at the start has a dead hand and cannot win",
    "event 3, hand, would become impossible: a hand is running; with it 4 (riichi), 5 (dead_hand), 8 (hand)": (
        "event 3 (dice) would become impossible: a hand is running; with it 4 (riichi), 5 (dead hand), 8 (dice)"
    ),
    "event 3, riichi_void, would become impossible: no hand is running": (
        "event 3 (riichi taken back) would become impossible: no hand is running"
    ),
    "this rule book has no abort for four_winds": "this rule book has no abort for four winds",
    "somebody is liable for this ron: say from whom it was won, too (`from` of pao, the wind of the discarder)": (
        "somebody is liable for this ron: say from whom it was won, too"
    ),
}
TELL = """async (sentences) => {
    const { refusal } = await import("/static/live/refusals.js");
    return sentences.map(refusal);
}"""


def test_a_page_tells_a_refusal_in_the_reader_s_language(new_browser, tmp_path):
    """With what varies in it, which may be words of the service, too, and with advice that is hung on behind it."""
    with hall_of(1, tmp_path) as hall:
        page = new_browser(locale="de").new_page()
        page.goto(f"{hall.url}/join")
        page.locator("input[name=code]").fill("a")
        page.locator("main form button").click()
        page.get_by_text("dieser Code ist keiner von uns: noch einmal hinsehen").wait_for()
        said = page.evaluate(
            TELL,
            list(TOLD),
        )
        assert said == list(TOLD.values())
        # English has words of its own for what only programs call so.
        other = new_browser(locale="en").new_page()
        other.goto(f"{hall.url}/join")
        said = other.evaluate(TELL, list(TOLD_IN_ENGLISH))
        assert said == list(TOLD_IN_ENGLISH.values())
        # Why a cable says nothing is told by no answer: it stands with the table.
        page.goto(f"{hall.url}/table/1")
        hall.table(1).pull()
        page.get_by_role("status").get_by_text(re.compile("gibt es nicht: den Tisch anschließen")).wait_for()
