"""Papers in the languages of their readers."""

from __future__ import annotations

import pytest

from host.printing.pdf_reader import pages
from host.printing.stored_tournament import GAME, desk_of
from tenbo.printing.paper_language import html_language
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo_core.event_text import event_of
from tenbo_core.events import from_plain


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


def test_a_hand_with_many_words_stands_on_two_lines_of_its_slip(tournament, printed):
    """Two winners and two riichi sticks do not fit in a line where winds have names; nothing is cut."""
    store = tournament(
        played=((1, 1),),
        game=(*GAME[:3], ("riichi 1", 50), ("riichi 2", 60), ("win 1<0 3/40  2<0 yakuman:1", 90), ("end", 95)),
    )
    words = {word for page in pages(printed(store, "slips", "--language", "de")[1]) for word in page}
    assert any(word.endswith("West Ron von Ost Yakuman") for word in words), sorted(words)
