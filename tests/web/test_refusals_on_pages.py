"""What a page makes of the service's sentences, in a browser: shapes, what varies in them, and advice behind them."""

from __future__ import annotations

import re

from golden_files import check_golden
from tools.generate.page_words import refusal_templates

from .conftest import hall_of

# What the service says without a code; `golden/refusals.de.txt` has what a German reader is told.
# The first line is one of tomorrow.
SAID = (
    "a sentence of tomorrow",
    "no game has begun at table 7",
    "win is not possible now: no hand is running; begin one first",
    "title must be text, not 3",
    "ippatsu needs riichi; E (seat 0) has not pressed RIICHI at the table",
    "a wall screen cannot show 'clok'; did you mean clock?",
    ("table 2 is still playing session 1 (E3, 30,000 35,200 24,800 30,000): the scores you enter would be "
     "used instead"),
    "device b7 is table 3 and is playing (E2, 1 2 3 4); it would become table 5",
    "session 1 is not finished: table 3 (playing); tables 4, 7 (missing)",
    ("event 3, draw, would become impossible: seat 0 is in riichi: mark it tenpai, or record a chombo; "
      "also impossible: 5 (hand)"),
    "event 3, riichi_void, would become impossible: no hand is running; also impossible: 4 (late), 5 "
    "(dead_hand) and more",
    "this needs the desk role, but you are logged in with the reader role",
    "winner must be one of E, S, W, N, not 'x'",
    "seat 0 has a dead hand and cannot win",
    "this rule book has no abortive draw for four_winds",
    "a player is liable for this ron: give the discarder's wind as well (`--from WIND`, or `pao.from` in a record)",
    "player 5 has a result at table 2 in session 1: it would belong to no one",
    ("player 5 is already seated at table 2 in session 1; the result of table 2 is locked: unlock it first "
     "(tenbo session reopen 1 2 --why ...)"),
    "new device b7: assign it a table (tenbo tables --assign b7=NUMBER)",
    ("the EMA file was not written: it needs the town (tenbo session edit --place ...); a country for each "
      "player (missing: 5 Bo, 6 Cy, Jr. and 2 more): give a file with the columns id, name and country "
      "(tenbo session players FILE)"),
    "table 4 is not connected; connected tables: 1, 2",
    ("table 1 in session 2: scores and sticks must add up to 4, not 3; check the score sheet and enter the "
     "scores again"),
    "/dev/ttyACM0 is gone: it was pulled",
    "no box found at seat 2 (West in the first hand): check its cable",
    "its largest free block of memory is only 3 KB: switch it off and on between hands, and report this",
    "it has restarted by itself once: please report this",
    "it has restarted by itself 2 times: please report this",
    ("ledger 1a (table 1, device b7) has two versions from event 4 on: blue: riichi [2]; red: "
      "draw []. Version in use: red"),
    "at this desk table 1 is device b8, which took over its game; at host red it is still device b7",
    "repeated meetings: 4, lower bound: 0",
    "provisional results in session 1: table 3 (playing)",
    ("the board does not answer after the update: unplug the board, plug it in again and repeat the update, "
      "or flash it from this computer (tenbo flash --port /dev/a)"),
)  # fmt: skip


TOLD_IN_ENGLISH = {
    "seat 2 has a dead hand and cannot win": "West at the start has a dead hand and cannot win",
    "event 3, hand, would become impossible: a hand is running; also impossible: 4 (riichi), 5 (dead_hand), 8 (hand)": (
        "event 3 (dice) would become impossible: a hand is running; also impossible: 4 (riichi), 5 (dead hand), "
        "8 (dice)"
    ),
    "event 3, riichi_void, would become impossible: no hand is running": (
        "event 3 (riichi taken back) would become impossible: no hand is running"
    ),
    "no box found at seat 2 (West in the first hand): check its cable": (
        "no box found at West at the start: check its cable"
    ),
    "this rule book has no abortive draw for four_winds": "this rule book has no abortive draw for four winds",
    "a player is liable for this ron: give the discarder's wind as well (`--from WIND`, or `pao.from` in a record)": (
        "a player is liable for this ron: give the discarder's wind as well"
    ),
}
# As an error answers it: the English sentence is one that no page knows.
BY_CODE = {
    "message": "edited freely",
    "reason": "table_in_session",
    "params": {
        "table": 3,
        "session": 2,
        "message": {
            "message": "edited, too",
            "reason": "penalty_without_minus",
            "params": {"points": "8,000", "seat": 2},
        },
    },
}
TELL_BY_CODE = """async (error) => {
    const { error_text } = await import("/static/live/refusals.js");
    return error_text(error);
}"""
TELL = """async (sentences) => {
    const { refusal } = await import("/static/live/refusals.js");
    return sentences.map(refusal);
}"""


def test_a_page_tells_a_refusal_in_the_reader_s_language(new_browser, tmp_path, request):
    """With what varies in it, which may be words of the service, too, and with advice that is hung on behind it."""
    with hall_of(1, tmp_path) as hall:
        page = new_browser(locale="de").new_page()
        page.goto(f"{hall.url}/join")
        page.locator("input[name=code]").fill("a")
        page.locator("main form button").click()
        page.get_by_text("falscher Code: bitte prüfen und noch einmal eingeben").wait_for()
        said = page.evaluate(TELL, SAID)
        told = "".join(f"{sentence}\n  {own}\n" for sentence, own in zip(SAID, said, strict=True))
        check_golden("refusals.de.txt", told, write=request.config.getoption("--golden"))
        by_code = page.evaluate(TELL_BY_CODE, BY_CODE)
        assert "edited" not in by_code
        assert [word for word in ("3", "2", "8.000", "West") if word not in by_code] == []
        # English has words of its own for what only programs call so.
        other = new_browser(locale="en").new_page()
        other.goto(f"{hall.url}/join")
        said = other.evaluate(TELL, list(TOLD_IN_ENGLISH))
        assert said == list(TOLD_IN_ENGLISH.values())
        # Why a cable says nothing is told by no answer: it stands with the table.
        page.goto(f"{hall.url}/table/1")
        hall.table(1).pull()
        page.get_by_role("status").get_by_text(re.compile("das Kabel des Tisches wieder einstecken")).wait_for()


def test_a_number_of_things_has_its_form_in_the_reader_s_language(new_browser, tmp_path):
    """Polish has three, by the value `count` of the error."""
    forms = refusal_templates("pl")["restarts_by_itself"]
    with hall_of(0, tmp_path) as hall:
        page = new_browser(locale="pl").new_page()
        page.goto(f"{hall.url}/join")
        for count, form in ((1, forms[0]), (3, forms[1]), (5, forms[2]), (12, forms[2]), (22, forms[1])):
            error = {"message": "edited freely", "reason": "restarts_by_itself", "params": {"count": count}}
            assert page.evaluate(TELL_BY_CODE, error) == form.format(count=count)
