"""A seat of a table in a browser changes its language amid a game, in a cellar without a network."""

from __future__ import annotations

import pytest

from .tablets import SIZE, BrowserTable, play_riichi, serve_site, tap

SEAT = 1
CHOSEN = f"(document.querySelector('[data-seat=\"{SEAT}\"] .list .on')?.textContent ?? '')"
# The entries of the menu in the language before, and the language that is chosen there.
WAYS = (
    ("Einrichten", "Meine Sprache", "Русский"),
    ("Настройки", "Мой язык", "中文"),
    ("设置", "我的语言", "Deutsch"),
)
# More entries than any list has.
MOST = 20


def wait_moved(table, before):
    """Wait until another entry is chosen than before."""
    table.page.wait_for_function(f"(before) => {CHOSEN} !== before", arg=before)


def choose(table, entry):
    """Go down a list to an entry and take it."""
    wait_moved(table, "")
    for _ in range(MOST):
        before = table.page.evaluate(CHOSEN)
        if entry in before:
            tap(table, SEAT, "OK")
            wait_moved(table, before)
            return
        tap(table, SEAT, "DOWN")
        wait_moved(table, before)
    raise AssertionError(entry)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_seat_changes_its_language_amid_a_game_without_a_network(new_browser):
    """To Russian, whose letters are in the font, to Chinese, whose signs are a file of their own, and back."""
    with serve_site() as site:
        context = new_browser(viewport=SIZE, has_touch=True, locale="de-DE")
        page = context.new_page()
        page.goto(site)
        table = BrowserTable(page).wait_lit()
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        play_riichi(table)
        page.reload()
        context.set_offline(True)
        page.reload()
        table.wait_lit().wait_stored(2)
        for menu, language, name in WAYS:
            tap(table, SEAT, "BACK")
            choose(table, menu)
            choose(table, language)
            choose(table, name)
            page.wait_for_function(f"() => {CHOSEN} === ''")
        page.tap('[data-seat="0"] [data-key="riichi"]')
        table.wait_stored(3)
        assert [line.split(",")[2] for line in table.ledger()] == ['"start"', '"hand"', '"riichi"', '"riichi"']


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_round_and_its_counters_are_said_as_the_reader_says_them(new_browser):
    """At the marker in the middle, and over each seat's own points; the wind beside these is its tile."""
    with serve_site() as site:
        for locale, shown in (("ja", "東1局 · 0本場"), ("ru", "Восток 1 · 0 хонба")):
            page = new_browser(viewport=SIZE, has_touch=True, locale=locale).new_page()
            page.goto(site)
            table = BrowserTable(page).wait_lit()
            play_riichi(table)
            # The dice of this hand stand there before.
            page.wait_for_function("(text) => document.body.textContent.includes(text)", arg=shown)
            assert page.locator("[data-seat='0'] .wind").inner_text() == "東"
