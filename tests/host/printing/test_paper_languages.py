"""Papers in the languages of their readers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from host.printing.pdf_reader import pages
from host.printing.stored_tournament import GAME, desk_of
from tenbo.printing.document import Document
from tenbo.printing.fonts import Fonts
from tenbo.printing.paper_translation import html_language
from tenbo.printing.pdf_page import PdfPage
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_log import TournamentLog
from tenbo_core.event_notation import event_of
from tenbo_core.events import from_plain


@pytest.mark.parametrize(
    ("language", "slip", "standings"),
    [
        ("de", ("VORLÄUFIG", "Süd Ron von Ost 3 Han 40 Fu", "Ost 1-0", "Schiedsrichter"),
         ("Rangliste", "Runde 2: Tisch 2: spielt")),
        ("nl", ("VOORLOPIG", "Zuid ron van Oost 3 han 40 fu", "scheidsrechter"),
         (": stand</h1>", "sessie 2: tafel 2: speelt")),
        ("ja", ("暫定", "南 ロン（東から） 3翻 40符", "東1局0本場", "審判"),
         ("順位表", "第2回戦：2卓は対局中")),
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
        ("ru", ("ПРЕДВАРИТЕЛЬНО", "Юг рон, сброс: Восток 3 хан 40 фу", "судья"),
         ("турнирная таблица", "сессия 2: стол 2: игра идёт")),
        ("ko", ("잠정", "남 론 (동 방총) 3판 40부", "동1국 0본장", "심판"),
         ("순위표", "2회전: 2번 탁 대국 중")),
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


@pytest.mark.parametrize(
    ("language", "note", "day"),
    [
        ("en", "correct 30,000 30,000 30,000 30,000 by Ada (desk): sheet (record ", "22.03.2026 18:30"),
        ("zh", "更正 30,000 30,000 30,000 30,000（Ada（赛务台））：sheet（记录", "2026/03/22 18:30"),
        ("ja", "訂正 30,000 30,000 30,000 30,000（Ada（運営））：sheet（記録", "2026/03/22 18:30"),
        ("ko", "정정 30,000 30,000 30,000 30,000 (Ada (운영진)): sheet (기록 ", "2026. 03. 22. 18:30"),
    ],
)
def test_who_has_changed_what_and_when_is_in_the_language_too(tournament, printed, language, note, day):
    """The role of whoever signed, the marks between, and the order of a day."""
    store = tournament(played=((1, 1), (1, 2)))
    with SqliteStore(store) as opened:
        TournamentLog(opened).record("correct", "Ada (desk)", session=1, table=1, scores=[30000] * 4, why="sheet")
    words = ("--language", language, "--date", "22.03.2026-18:30")
    page = printed(store, "slips", *words, form="html")[1].decode()
    assert (note in page, day in page) == (True, True)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("late S 1 minute", "penalty W −8,000, phone, after the uma", "substitute N (from the start)")),
        ("de", ("Verspätung Süd 1 Minute", "Strafe West −8.000, phone, nach der Uma", "Ersatzspieler Nord (seit")),
        ("ru", ("опоздание Юг 1 минута", "штраф Запад −8\u00a0000, phone, после ума", "игрок замены Север (с начала)")),
        ("ja", ("遅刻 南 1 分", "ペナルティ 西 −8,000, phone, ウマの計算後", "代走 北 (対局開始から)")),
    ],
)
def test_an_act_on_a_slip_has_no_code_and_the_form_of_its_number(tournament, printed, language, words):
    """A reader knows neither the names of fields nor those of their values."""
    acts = ("late 1 1", 'penalty 2 -8000 after_uma "phone"', "substitute 3 start", 'redeal "a wall fell"', "hand")
    store = tournament(played=((1, 1),), game=(*GAME[:3], *[(act, 50) for act in acts], *GAME[3:]))
    page = printed(store, "slips", "--language", language, form="html")[1].decode()
    assert [one for one in words if one.casefold() not in page.casefold()] == []
    assert ("after_uma" in page, "(start)" in page, "redeal" in page) == (False, False, language == "en")


def test_no_line_begins_with_a_mark_that_ends_a_sentence():
    """Of signs without spaces a line is cut anywhere but before these."""
    text = "かな。" * 30
    document = Document("", "", [], [], [], language="ja")
    page = PdfPage(document, Fonts([text], language="ja"), datetime(2026, 3, 22, tzinfo=UTC), "A4", 1)
    widths = [20 + step / 2 for step in range(20)]
    lines = [line for width in widths for line in page.wrap_text(text, 14, width)]
    assert [line for line in lines if line.startswith("。")] == []
    assert all("".join(page.wrap_text(text, 14, width)) == text for width in widths)
    page.finish_document()


def test_a_hand_with_many_words_stands_on_two_lines_of_its_slip(tournament, printed):
    """Two winners and two riichi sticks do not fit in a line where winds have names; nothing is cut."""
    store = tournament(
        played=((1, 1),),
        game=(*GAME[:3], ("riichi 1", 50), ("riichi 2", 60), ("win 1<0 3/40  2<0 yakuman:1", 90), ("end", 95)),
    )
    words = {word for page in pages(printed(store, "slips", "--language", "de")[1]) for word in page}
    assert any(word.endswith("West Ron von Ost Yakuman") for word in words), sorted(words)
