"""Every page speaks four languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tenbo.scoring.hand_value_text import BONUS_WORDS, FU_WORDS
from tenbo.tournament.edit_conflicts import FROM_SLIP
from tenbo.tournament.record_schema import FIELDS, make
from tenbo.tournament.tournament_views import record_json
from tenbo.validation.languages import LANGUAGES as ALL
from tenbo.validation.plural_rules import plural_rule
from tenbo.web import STATIC
from tenbo.web.pages import PAGES
from tools.generate.page_words import LANGUAGES, RECOGNIZED, REFUSALS, page_plurals, page_texts, page_translations
from tools.generate.words import ORDER, read_translations
from wording.simplified import is_simplified

from .conftest import hall_of

KINDS_IN_WORDS = """
    async (kinds) => {
        const { record_kind } = await import("/static/desk/words.js");
        return kinds.map(record_kind);
    }
"""
# One record of each kind as a German desk reads it.
RECORDED = (
    ("bind", {"device": "b7", "table": 3}, "Tisch 3: b7"),
    ("ledger", {"ledger": "1a", "device": "b7"}, "1a, Gerät b7"),
    ("tournament", {"title": "Open", "rules": "ema-2016", "place": "Köln"}, "Open, ema-2016, Köln"),
    ("seats", {"session": 1, "table": 2, "players": [5, 6, 0, 7]}, "Runde 1, Tisch 2: 5 Bo, Spieler 6, -, Spieler 7"),
    ("plan", {"tables": [[1, 1, [1, 2, 3, 4]], [2, 1, [4, 3, 2, 1]], [2, 2, [5, 6, 7, 8]]]},
     "Runden 1-2, 1 Tisch"),
    ("swap", {"session": 1, "players": [5, 6], "why": "ill"}, "Runde 1: 5 Bo, Spieler 6 (ill)"),
    ("out", {"session": 1, "table": 2}, "Runde 1, Tisch 2"),
    ("withdraw", {"session": 2, "player": 6, "instead": 5, "why": "ill"},
     "Runde 2: Spieler 6, dafür spielt 5 Bo (ill)"),
    ("strike", {"player": 6, "why": "ill"}, "Spieler 6 (ill)"),
    ("enter", {"session": 2, "player": 6}, "Runde 2: Spieler 6"),
    ("open", {"session": 2}, "Runde 2"),
    ("end", {"session": 2}, "Runde 2"),
    ("game", {"session": 2, "table": 6, "ledger": "1a", "start": 0}, "Runde 2, Tisch 6"),
    ("detach", {"session": 2, "table": 6, "why": "test"}, "Runde 2, Tisch 6 (test)"),
    ("penalty", {"session": 2, "table": 6, "seat": 1, "points": -8000, "why": "late"},
     "Runde 2: Tisch 6, Sitz Süd, −8.000 (late)"),
    ("substitute", {"session": 2, "table": 6, "seat": 1, "since": "now"}, "Runde 2, Tisch 6: Süd, ab da"),
    ("correct", {"session": 2, "table": 6, "scores": [41_200, 33_800, 25_000, 19_000], "sticks": 1, "why": FROM_SLIP},
     "Runde 2, Tisch 6: 41.200\xa0/\xa033.800\xa0/\xa025.000\xa0/\xa019.000, 1 Stäbchen (vom Zettel eingegeben)"),
    ("chips", {"session": 2, "table": 6, "chips": [3, -1, -2, 0], "why": "late"},
     "Runde 2, Tisch 6: +3 · −1 · −2 · 0 (late)"),
    ("lock", {"session": 2, "table": 6, "last": 40}, "Runde 2, Tisch 6"),
    ("reopen", {"session": 2, "table": 6, "why": "slip"}, "Runde 2, Tisch 6 (slip)"),
    ("hide", {"session": 2}, "Runde 2"),
    ("release", {"at": 0}, None),
    ("slip", {"session": 2, "table": 6, "scores": [30_000] * 4},
     "Runde 2, Tisch 6: 30.000\xa0/\xa030.000\xa0/\xa030.000\xa0/\xa030.000"),
    ("wall", {"wall": 1, "shows": ["clock", "standings"], "delay": 60},
     "Bildschirm 1, Uhr, Rangliste, Punkte um 60 s verzögert"),
    ("clock", {"act": "pause", "at": 1_795_418_003_142}, "angehalten"),
    ("pen", {"ledger": "1a", "epoch": 1, "to": "b8", "why": "broken"},
     "Spielprotokoll 1a wird ab jetzt von Gerät b8 geführt (broken)"),
    ("believe", {"ledger": "1a", "host": "north", "why": "seen"}, "1a, north (seen)"),
    ("ruling", {"table": 3, "event": 41, "act": 'penalty 2 -8000 after_uma "phone"'},
     "Tisch 3: Ereignis 41, Strafe für Sitz West: −8.000 (phone)"),
    ("answer", {"table": 3, "seat": 2, "waited": 70}, "Tisch 3: West zu Beginn, nach 70\xa0s"),
    ("series", {"title": "Winter", "kind": "season", "date": "2026-10-01"}, "Winter, 2026-10-01"),
    ("close", {"series": 7}, "Nummer 7"),
    ("resume", {"series": 7}, "Nummer 7"),
    ("attendance", {"series": 8, "player": 5, "present": False}, "5 Bo ist gegangen."),
    ("sit", {"series": 8, "table": 3, "players": [5, 0, 6, 0]},
     "Tisch 3: 5 Bo\xa0/\xa0frei\xa0/\xa0Spieler 6\xa0/\xa0frei"),
    ("play", {"rules": "ema-2025", "date": "2026-12-08", "players": [5, 0, 6, 7], "ledger": "1a", "table": 3},
     "Tisch 3: 5 Bo\xa0/\xa0Gast\xa0/\xa0Spieler 6\xa0/\xa0Spieler 7"),
    ("who", {"game": 9, "players": [5, 0, 6, 7]}, "Partie 9, 5 Bo\xa0/\xa0Gast\xa0/\xa0Spieler 6\xa0/\xa0Spieler 7"),
    ("rescore", {"game": 9, "scores": [30_000] * 4, "why": "slip"},
     "Partie 9, 30.000\xa0/\xa030.000\xa0/\xa030.000\xa0/\xa030.000 (slip)"),
    ("void", {"game": 9, "why": "test"}, "Partie 9 (test)"),
    ("merge", {"player": 6, "into": 5}, "Spieler 6, 5 Bo"),
    ("share", {"player": 5, "shows": "self"}, "5 Bo, nur die Person selbst"),
    ("takeback", {"of": 12, "why": "slip"}, "Eintrag 12 (slip)"),
)  # fmt: skip
RECORDS_IN_WORDS = """
    async (records) => {
        const { recorded } = await import("/static/desk/record_text.js");
        return records.map((one) => recorded(one, new Map([[5, "Bo"]])));
    }
"""
SIGNED_IN_WORDS = """
    async (authors) => {
        const { author } = await import("/static/parts/author.js");
        return authors.map(author);
    }
"""
ROUNDS_IN_WORDS = """
    async (rounds) => {
        const { round_text } = await import("/static/parts/table-state.js");
        return rounds.map(round_text);
    }
"""
# Said by names that the service gives.
NAMED = {*FU_WORDS.values(), *BONUS_WORDS.values(), "mangan", "haneman", "baiman", "sanbaiman", "yakuman"}


@pytest.mark.parametrize("language", ORDER)
def test_whatever_a_page_says_is_said_in_every_language_with_its_numbers(language):
    words = page_translations(language)
    assert sorted((page_texts() | NAMED) - set(words)) == []
    assert set(words) == set(page_translations(ORDER[0]))
    forms = [(text, own) for text, said in words.items() for own in ([said] if isinstance(said, str) else said)]
    assert [text for text, own in forms if text.count("{}") != own.count("{}") or not own.strip()] == []


def test_no_number_has_an_english_word_behind_it():
    """`${han} han` is a text that no catalogue has; `say("{} han", han)` is."""
    bare = re.compile(r"\$\{[^{}]+\} (?:s|han|fu|min|honba|points|sticks)(?![\w.=)])")
    found = {
        path.name: words
        for path in STATIC.rglob("*.js")
        if {"micropython", "lit-html"}.isdisjoint(path.parts) and (words := bare.findall(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("language", ORDER)
def test_a_text_of_the_pages_has_one_home(language):
    """Of two with other words, the one that is read later would take the other's place without a word."""
    elsewhere = {REFUSALS, RECOGNIZED}
    homes = [path for path in LANGUAGES.rglob(f"{language}.py") if not elsewhere.intersection(path.parents)]
    texts = [text for path in homes for text in read_translations(path)]
    assert [text for text, times in Counter(texts).items() if times > 1] == []


@pytest.mark.thorough("every page in every language")
def test_a_page_is_written_in_the_language_that_the_browser_asks_for(new_browser, tmp_path):
    """And has no text left that no one has translated, those included which it says by a table of texts."""
    with hall_of(1, tmp_path) as hall:
        hall.table(1).play("start", rules="tenhou")
        every = [re.sub(r"{\w+:int}", "1", page.path) for page in PAGES]
        # All languages have the same texts, as the test above sees: what one has no words for, none has.
        for locale, title, paths in (
            ("de", "Hand berechnen", every),
            ("nl", "Hand berekenen", ["/score"]),
            ("ja", "点数計算", ["/score"]),
            ("fr", "Calculer une main", ["/score"]),
            ("pl", "Policz rękę", ["/score"]),
            ("it", "Calcola una mano", ["/score"]),
            ("es", "Calcular una mano", ["/score"]),
            ("zh", "算点", every),
            ("ko", "점수 계산", ["/score", "/club"]),
        ):
            window, missing = new_browser(locale=locale).new_page(), []
            window.on("console", lambda said, missing=missing: missing.append(said.text))
            for path in paths:
                window.goto(f"{hall.url}{path}")
                window.locator("main").wait_for()
                if path == "/score":
                    assert window.locator("h1").inner_text() == title
                    window.fill(".line", "234m340p678p东东东55s")
                    window.locator(".worth").wait_for()
                    sections = window.locator(".counted .section").all_inner_texts()
                    assert page_translations(locale)["the rule book does not say"] in sections
                if locale == "zh":
                    assert [sign for sign in window.locator("main").inner_text() if not is_simplified(sign)] == []
                if path == "/club":
                    expect(window.locator("h1")).to_have_text(page_translations(locale)["All games"])
            assert {text for text in missing if "no words" in text} == set()
            # The desk's record says what happened in words, never by the names that programs use for the kinds.
            named = dict(zip(FIELDS, window.evaluate(KINDS_IN_WORDS, list(FIELDS)), strict=True))
            assert [kind for kind, words in named.items() if locale in {"ja", "zh", "ko"} and words.isascii()] == []
            assert {text for text in missing if "no words" in text} == set()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_round_is_said_as_readers_of_the_language_say_it(new_browser, tmp_path):
    """A display draws the sign of the wind; a page has the wind, the hand and its counters in words."""
    with hall_of(0, tmp_path) as hall:
        for locale, said in (
            ("ja", ["東1局", "南4局2本場", "result"]),
            ("nl", ["Oost 1", "Zuid 4, 2 honba", "result"]),
            ("zh", ["东1局", "南4局2本场", "result"]),
            ("ko", ["동1국", "남4국 2본장", "result"]),
        ):
            window = new_browser(locale=locale).new_page()
            window.goto(f"{hall.url}/score")
            assert window.evaluate(ROUNDS_IN_WORDS, ["E1", "S4-2", "result"]) == said


def test_what_a_record_says_and_who_made_it_is_told_in_the_reader_s_words(new_browser, tmp_path):
    """No name of a field, no moment in milliseconds, no list as a program writes it."""
    with hall_of(0, tmp_path) as hall:
        window = new_browser(locale="de").new_page()
        window.goto(f"{hall.url}/score")
        assert {kind for kind, _, _ in RECORDED} == set(FIELDS)
        records = [{"kind": kind, "fields": record_json(make(kind, "desk", fields))} for kind, fields, _ in RECORDED]
        said = dict(zip([kind for kind, _, _ in RECORDED], window.evaluate(RECORDS_IN_WORDS, records), strict=True))
        assert re.fullmatch(r"\d\d:\d\d", said.pop("release"))
        assert said == {kind: words for kind, _, words in RECORDED if words is not None}
        # A book may have no signal.
        starts = [{"kind": "clock", "fields": {"act": "start", "minutes": 60, **more}} for more in ({"signal": 0}, {})]
        assert window.evaluate(RECORDS_IN_WORDS, starts) == ["gestartet: 60 min"] * 2
        authors = ["Ada (desk)", "Bob (referee)", "host", "desk", "Cy (the younger)", "constructor"]
        assert window.evaluate(SIGNED_IN_WORDS, authors) == [
            "Ada (Turnierleitung)",
            "Bob (Schiedsrichter)",
            "der Dienst",
            "Turnierleitung",
            "Cy (the younger)",
            "constructor",
        ]


ERROR_IN_WORDS = """
    async (error) => {
        const { error_text } = await import("/static/live/refusals.js");
        return error_text(error);
    }
"""


def test_who_was_first_is_named_with_the_role_in_the_reader_s_words(new_browser, tmp_path):
    """As it stands everywhere else on the pages."""
    with hall_of(0, tmp_path) as hall:
        window = new_browser(locale="de").new_page()
        window.goto(f"{hall.url}/score")
        params = {"first": "Rea (referee)", "number": 3}
        error = {"message": "-", "reason": "call_answered_already", "params": params}
        assert "Rea (Schiedsrichter)" in window.evaluate(ERROR_IN_WORDS, error)


IN_WORDS = """
    async (acts) => {
        const { in_words } = await import("/static/table/event_text.js");
        return acts.map(([kind, fields]) => in_words(["Bo"], { kind, fields }));
    }
"""


def test_what_japanese_puts_in_brackets_or_one_after_the_other_has_its_own_marks(new_browser, tmp_path):
    """Half-width brackets and commas of Latin letters do not belong between its words."""
    with hall_of(0, tmp_path) as hall:
        window = new_browser(locale="ja").new_page()
        window.goto(f"{hall.url}/score")
        fields = {"session": 2, "table": 6, "scores": [41_200, 33_800, 25_000, 19_000], "sticks": 1, "why": FROM_SLIP}
        records = [{"kind": kind, "fields": record_json(make(kind, "desk", fields))} for kind, fields in (
            ("correct", fields), ("strike", {"player": 5, "why": "ill"}), ("plan", {"tables": [[1, 1, [1, 2, 3, 4]]]}),
        )]  # fmt: skip
        acts = [["penalty", {"seat": 0, "points": -8000, "why": "電話"}], ["pause", {"why": "火災"}]]
        said = [
            *window.evaluate(RECORDS_IN_WORDS, records),
            *window.evaluate(SIGNED_IN_WORDS, ["Ada (desk)"]),
            *window.evaluate(IN_WORDS, acts),
        ]
        assert [
            one
            for one in said
            if re.search(
                "[(),;]", one.replace("−8,000", "").replace(",000", "").replace(",200", "").replace(",800", "")
            )
        ] == []
        assert said[1:4] == ["5 Bo（ill）", "第1回戦、1卓", "Ada（運営）"]
        assert all("）" in one for one in said if one != "第1回戦、1卓")


def test_a_window_is_called_by_the_reader_s_words_and_an_address_without_a_page_says_so(new_browser, tmp_path):
    """A tab and a bookmark were English in every language, and a mistyped address one line of it."""
    with hall_of(0, tmp_path) as hall:
        window = new_browser(locale="de").new_page()
        for page in PAGES:
            window.goto(hall.url + re.sub(r"{\w+:int}", "1", page.path))
            expect(window).to_have_title(re.compile(f"^{page_translations('de')[page.title]} - Tenbo$"))
        assert window.goto(f"{hall.url}/no/such/page").status == 404
        expect(window.locator("h1")).to_have_count(1)
        window.locator("main a").click()
        expect(window).to_have_url(f"{hall.url}/hall")
        expect(window.locator("main")).to_have_text(re.compile("Gerät"))


# A number before a noun of many.
MANY = re.compile(
    r'say\("(?:[^"{]*: |[A-Z][^"{]* )?\{\} (?:\w+ )?(?:results|tables|games|hands|people|minutes|events|lines|meetings|'
    r"winds|tiles|corrections|sticks|wins|changes|entries|players)\b"
)
# Numbers of which the noun has one form, and those that are never one.
OF_ALL = ("{} of {} ", "{} entries by the service")


def test_one_thing_is_never_said_as_many():
    """`1 results added`: what is counted goes through `plural`, which has the form of the language for it."""
    static = LANGUAGES.parent / "static"
    lines = [
        (path.name, line) for path in sorted(static.rglob("*.js")) for line in path.read_text("utf-8").splitlines()
    ]
    assert [
        (name, line) for name, line in lines if MANY.search(line) and not any(text in line for text in OF_ALL)
    ] == []
    assert len(page_plurals()) > 30


NUMBER_RULES = """
    (languages) => Object.fromEntries(languages.map((language) => {
        const rules = new Intl.PluralRules(language);
        return [language, Array.from({ length: 130 }, (_, number) => ["one", "few"].indexOf(rules.select(number)))];
    }))
"""


def test_a_number_takes_the_same_form_on_a_page_and_on_paper(new_browser):
    """A page asks the browser, where every other number takes the last form; a paper asks the rule of its language."""
    for language, forms in new_browser().new_page().evaluate(NUMBER_RULES, [*ALL, "pl"]).items():
        rule = plural_rule(language)
        assert (language, [form % rule.forms for form in forms]) == (language, [*map(rule.form_of, range(130))])
