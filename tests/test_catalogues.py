"""The words of all languages, on displays, pages and paper: one thing has one word, and no word stands for two."""

from __future__ import annotations

import ast
import json
import re
from string import Formatter

import pytest

from tenbo.printing.document import EMPTY_RESULTS, FIXED_TEXTS
from tenbo.printing.paper_language import CATALOGUES as PAPERS
from tenbo.printing.poster_words import WORDS as POSTERS
from tenbo.printing.season_list import AVERAGES, RECORDS
from tenbo.printing.tournament_report import PACE, PODIUM
from tenbo.tournament import table_result
from tenbo.validation.languages import LANGUAGES
from tools.generate.files import ROOT
from tools.generate.page_words import page_translations, recognized_translations, refusal_templates
from tools.generate.words import ORDER, words_of

# What no text says, and what it says instead.
NEVER = {
    "de": (
        (r"[Hh]aft(et|en|ung|bar)|Haftende", "Pao"),
        (r"Endziegel", "Kyuushu Kyuuhai"),
        (r"\bKans\b", "Kan"),
        (r"\bChii\b", "Chi"),
        (r"\bGebers?\b", "Ost"),
        (r"\bW[aä]nde?\b", "Saalanzeige"),
        (r"\bLeser\b", "Zuschauer"),
        (r"\bRufe?\b", "Anfrage"),
        (r"erzähl", "Fassung, gemeldet"),
        (r"antwortet (kein|nichts)", "liefert"),
        (r"Spielb[uü]ch", "Spielprotokoll"),
        (r"Abwerfer", "wer abwirft"),
        (r"-Warten", "Penchan, Kanchan, Tanki"),
        (r"des Bambus|der Zeichen\b|der Kreise", "Bambus 3, Zeichen 7, Kreis 5"),
        (r"\bAnzeigers?\b", "Indikator"),
        (r"aufgeschrieben", "eingetragen"),
        (r"zugestimmt", "bestätigt"),
        (r"\Anehmen\Z", "wählen"),
        (r"Platz \{|Plätze", "Ost, Süd, West, Nord; Sitz"),
        (r"noch ein Spiel|\bSpiele?\b(?! dieses)", "Hand, Hände, Partie"),
        (r"[Ss]tein(?!fest)", "Ziegel"),
        (r"(?<=[a-zäöü,] )(Sie|Ihnen|Ihre?[nmrs]?)\b", "du"),
        (r"Ausspiel|Zählstäbchen|Zähler\b", "Unentschieden, Honba"),
        (r"[Bb]eitreten|beigetreten", "anmelden, angemeldet"),
        (r"\b(zählte|träte|sähen|gälten|säße)\b", "the present: dann zählt"),
    ),
    "nl": (
        (r"[Gg]elijkspel", "remise"),
        (r"\b[Pp]artij(en)?\b", "spel"),
        (r"[Ii]nvallers?\b", "reservespeler"),
        (r"eindste|erestenen", "hoekstenen, troefstenen"),
        (r"\bdeler\b", "Oost"),
        (r"[Dd]obbelen\b", "gooi de stenen"),
        (r"\b[Aa]fleg\b|weggooier", "weggegooide steen, wie weggooide"),
        (r"[Aa]ansprakelijk|\binstaan\b|staat men in", "pao"),
        (r"\baanwijzer", "wijzer"),
        (r"\b[Hh]aar\b", "die, het"),
        (r"verteld|vertellen", "versie, gemeld"),
        (r"antwoordt (geen|niets)", "geeft"),
        (r"[Mm]uurscherm|\b[Ww]and(en)?\b", "zaalscherm"),
        (r"\blezers?\b", "toeschouwer"),
        (r"opgeschreven|noteer|genoteerd", "vastgelegd"),
        (r"akkoord", "bevestigd"),
        (r"\bvals\b", "klopt niet"),
        (r"uitzitten|zitten uit", "hebben vrij"),
        (r"[Vv]ier kans", "vier kan"),
        (r"riichi-stok", "riichistok"),
        (r"\b([Uu]|[Uu]w|alstublieft)\b", "je"),
        (r"\bmelds\b", "uitgelegde set"),
    ),
    "ja": (
        (r"不聴|両立直|偽り|台帳|捨牌", "ノーテン, ダブル立直, 誤り, 記録, 捨て牌"),
        (r"代理|代打ち|\b[Dd]airi\b", "代走"),
        (r"時間の合図|[Jj]ikan no aizu", "終了の合図"),
        (r"bassoku|罰則|罰符", "ペナルティ"),
        (r"\d-i\b", "-chaku"),
        (r"席[0-3{]", "東家, 南家, 西家, 北家"),
        (r"本部|壁|リーチ", "運営, 大画面, 立直"),
        (r"ブラウザ(?!ー)|コンピュータ(?!ー)|；", "ブラウザー, コンピューター, no semicolon"),
        (r"EMA (?!number)", "EMA番号"),
        (r"[ぁ-んァ-ヶ一-龠][:;,(] ?|[:;,)][ぁ-んァ-ヶ一-龠]", "marks as wide as the letters"),
    ),
    "fr": (
        (r"[Cc]roupier|\bbanquier", "donneur, Est"),
        (r"[ÉéEe]galité", "partie nulle"),
        (r"\b[Cc]ompteurs?\b", "honba"),
        (r"\b[Pp]ièces?\b|\bdominos?\b|\bcartes?\b (du|de) (jeu|la main)", "tuile"),
        (r"[Rr]esponsab", "pao"),
        (r"[Ss]uppléant|[Ss]ubstitut", "remplaçant"),
        (r"\b[Jj]uges?\b", "arbitre"),
        (r"\b[Mm]anches?\b|\b[Rr]ondes?\b", "session, tour, partie"),
        (r"\b[Ll]ecteurs?\b", "spectateur"),
        (r"\b[Dd]irection\b|\b[Bb]ureau\b", "organisation"),
        (r"\b[Bb]aguettes?\b|\b[Bb]âtons?\b", "bâtonnet"),
        (r"\b([Kk]an|[Yy]akuman)s\b", "kan, yakuman: they have no plural s"),
        (r"\b([Tt]u|[Tt]oi|[Tt]es|[Tt]on|[Tt]a)\b", "vous, votre"),
        (r"[\w)’][:;!?»](?=\s|\Z)|«(?!\s)", "a space before : ; ! ? and within « »"),
    ),
}  # fmt: skip

# Where the guide has a display's own word for an English text.
KEYS = re.compile(r"\[\[.*?\]\]")


def texts_of(language: str) -> dict[str, str]:
    """Return every text of a language by where it stands."""
    guide = (ROOT / f"firmware/languages/players.{language}.md").read_text("utf-8").splitlines()
    return {
        **page_translations(language),
        **refusal_templates(language),
        **recognized_translations(language),
        **POSTERS[language],
        **{f"on paper {text!r}": own for text, own in PAPERS[language].items()},
        **{f"the display's {text}": own for text, own in words_of(language).items()},
        **{f"line {number} of the guide": KEYS.sub("", line) for number, line in enumerate(guide, 1)},
    }


def test_a_language_is_on_displays_pages_posters_and_in_every_list_to_choose_from() -> None:
    """The device, the host and the pages cannot read one file: each has its list."""
    static = ROOT / "host/tenbo/web/static"
    offered = re.search(r"LANGUAGES = (\[\[.*\]\]);", (static / "words.js").read_text("utf-8"))
    asked = re.search(r"(\[[^\]]*\])\.includes", (static / "tablet/language.js").read_text("utf-8"))
    assert offered is not None
    assert asked is not None
    assert ["en", *ORDER] == list(LANGUAGES) == list(POSTERS)
    assert [code for code, _name in json.loads(offered[1])] == json.loads(asked[1]) == list(LANGUAGES)
    assert set(NEVER) == set(ORDER) == set(PAPERS)


def texts_said_on_paper() -> set[str]:
    """Return the English texts that papers say, and those of the tables from which they choose."""
    said = {
        *EMPTY_RESULTS,
        *FIXED_TEXTS,
        *PODIUM,
        *PACE,
        *AVERAGES,
        *RECORDS,
        *(text for pair in RECORDS.values() for text in pair),
    }
    said |= {table_result.MISSING, table_result.PLAYING, table_result.BROKEN, table_result.GIVEN_UP} | set("ESWN")
    host = ROOT / "host/tenbo"
    others = ("game/hand_history.py", "tournament/standings.py", "tournament/record_values.py")
    for path in [*(host / "printing").glob("*.py"), *(host / other for other in others)]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and re.search(r"\b(say|translate)(\.count)?$", ast.unparse(node.func)):
                chosen = [
                    part
                    for one in node.args
                    for part in ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one])
                ]
                said |= {one.value for one in chosen if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return said - set(RECORDS)


@pytest.mark.parametrize("language", PAPERS)
def test_a_paper_says_nothing_in_english_in_another_language(language: str) -> None:
    """Every text has its words, and they have the values of the English."""

    def values(text: str) -> int:
        return sum(name is not None for _, name, _, _ in Formatter().parse(text))

    words = PAPERS[language]
    assert texts_said_on_paper() - set(words) == set()
    assert words.keys() == PAPERS["de"].keys()
    assert {text: own for text, own in words.items() if values(text) != values(own)} == {}


@pytest.mark.parametrize("language", NEVER)
def test_one_thing_has_one_word(language: str) -> None:
    """On the displays, on the pages, in what is refused, on paper and in the guide for players."""
    found = [
        (text, own, instead)
        for text, own in texts_of(language).items()
        for pattern, instead in NEVER[language]
        if re.search(pattern, own)
    ]
    assert found == []


@pytest.mark.parametrize("language", NEVER)
def test_no_text_for_people_has_the_letter_of_a_wind_alone(language: str) -> None:
    """O is Ost in German and Ouest in French, East is nothing in Japanese: a wind is its sign or its name."""
    letter = re.compile(r"(?<![\w<\[.;])[ESWN](?![\w\].;])")
    lines = {
        text: own
        for text, own in texts_of(language).items()
        if not re.search(r"E = |S, W|W, N|E、S、W|round;table|\bE S W N\b|S<W", own)
    }
    assert {text: own for text, own in lines.items() if letter.search(own)} == {}


def test_a_french_mark_stays_with_its_word() -> None:
    """Its space is one that does not break; only the displays, whose font has no such space, break between words."""
    broken = re.compile(r" [:;!?»](?=\s|\*|\Z)|« |(?<=\w)'(?=\w)")
    texts = {text: own for text, own in texts_of("fr").items() if not text.startswith("the display's ")}
    assert {text: own for text, own in texts.items() if broken.search(own)} == {}
