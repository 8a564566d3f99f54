"""The words of all languages, on displays, pages and paper: one thing has one word, and no word stands for two."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from string import Formatter

import pytest

from tenbo.printing.document import EMPTY_RESULTS, FIXED_TEXTS
from tenbo.printing.paper_translation import paper_translations
from tenbo.printing.season_list import AVERAGES, PLACES, RATING, RECORDS
from tenbo.printing.tournament_report import PACE, PODIUM
from tenbo.scoring.yaku import YAKU
from tenbo.scoring.yaku_name_translations import yaku_meanings
from tenbo.tournament import table_result
from tenbo.validation.languages import LANGUAGES
from tenbo.validation.plural_rules import plural_rule
from tools.generate.generated_files import ROOT
from tools.generate.page_words import (
    codes_with_plurals,
    english_templates,
    identifier_translations,
    page_plurals,
    page_texts,
    page_translations,
    refusal_templates,
)
from tools.generate.words import ORDER, device_translations
from wording.simplified import is_simplified

WORDING = ROOT / "tests/wording"
# Where the guide has a display's own word for an English text.
KEYS = re.compile(r"\[\[.*?\]\]")
# What stands within a refusal without a code is an identifier, the same in every language: a kind of event, a field, a
# state or a wind. One state has two words.
IDENTIFIER = re.compile(r"[A-Za-z_]+|given up")


def texts_of(language: str) -> dict[str, str]:
    """Return every text of a language by where it stands."""
    guide = (ROOT / f"firmware/languages/players.{language}.md").read_text("utf-8").splitlines()
    paper = {f"on paper {text!r}": own for text, own in paper_translations(language).items()}
    counted = {**page_translations(language), **refusal_templates(language), **paper}
    return {
        **{
            f"{text} ({form})": one
            for text, own in counted.items()
            for form, one in enumerate([own] if isinstance(own, str) else own)
        },
        **identifier_translations(language),
        **{f"the display's {text}": own for text, own in device_translations(language).items()},
        **{f"line {number} of the guide": KEYS.sub("", line) for number, line in enumerate(guide, 1)},
    }


def test_every_sentence_has_a_code() -> None:
    """One whose English is edited would be told in English, and no test of the page's own would see it."""
    assert [text for text in identifier_translations(ORDER[0]) if not IDENTIFIER.fullmatch(text)] == []


def test_a_language_has_each_of_its_files_and_is_not_listed_anywhere_else() -> None:
    """What no other catalogue of the language has would be missing without a word."""
    homes = {path.parent for path in ROOT.glob("host/tenbo/**/de.py")} | {ROOT / "firmware/languages", WORDING}
    missing = [
        str(home / f"{code}.py") for code in ORDER for home in sorted(homes) if not (home / f"{code}.py").exists()
    ]
    assert [name for name in missing if not name.endswith("scoring/languages/ja.py")] == []
    assert len(homes) > 14
    stray = [path for home in homes for path in home.glob("??.py") if path.stem not in ORDER]
    assert stray == []
    assert ["en", *ORDER] == list(LANGUAGES)


@pytest.mark.parametrize("language", [language for language in ORDER if language != "ja"])
def test_each_yaku_has_its_meaning_in_every_language(language: str) -> None:
    """Whoever reads Japanese reads its kanji."""
    meanings = yaku_meanings(language)
    assert list(meanings) == [yaku.name for yaku in YAKU]
    assert all(meanings.values())


def texts_said_on_paper() -> set[str]:
    """Return the English texts that papers say, and those of the tables from which they choose."""
    said = {
        *EMPTY_RESULTS,
        *FIXED_TEXTS,
        *PODIUM,
        *PACE,
        *AVERAGES,
        *PLACES,
        RATING,
        *RECORDS,
        *(text for title, _one, several in RECORDS.values() for text in (title, several)),
    }
    said |= {table_result.PLAYING, table_result.BROKEN, table_result.GIVEN_UP} | set("ESWN")
    host = ROOT / "host/tenbo"
    others = ("game/hand_history.py", "tournament/standings.py", "tournament/record_values.py")
    for path in [*(host / "printing").glob("*.py"), *(host / other for other in others)]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and re.search(r"\b(say|translate|plural)$", ast.unparse(node.func)):
                chosen = [
                    part
                    for one in node.args
                    for part in ([one.body, one.orelse] if isinstance(one, ast.IfExp) else [one])
                ]
                texts = [one.value for one in chosen if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                # Forms stand under the text for several.
                said.update(texts[1:] if "plural" in ast.unparse(node.func) else texts)
    return said - set(RECORDS)


@pytest.mark.parametrize("language", ORDER)
def test_a_paper_says_nothing_in_english_in_another_language(language: str) -> None:
    """Every text has its words, and they have the values of the English."""

    def values(text: str) -> int:
        return sum(name is not None for _, name, _, _ in Formatter().parse(text))

    words = paper_translations(language)
    assert texts_said_on_paper() - set(words) == set()
    assert words.keys() == paper_translations("de").keys()
    forms = [(text, own) for text, said in words.items() for own in ([said] if isinstance(said, str) else said)]
    assert [(text, own) for text, own in forms if values(text) != values(own)] == []


@pytest.mark.parametrize("language", ORDER)
def test_a_text_of_a_number_of_things_has_the_forms_of_its_language(language: str) -> None:
    """Two in German, one in Japanese, three in Polish; any other text has one."""
    pages, paper = page_translations(language), paper_translations(language)
    refusals = refusal_templates(language)
    assert {text for text, own in pages.items() if not isinstance(own, str)} == set(page_plurals())
    assert {code for code, own in refusals.items() if not isinstance(own, str)} == set(codes_with_plurals())
    assert "{} games" in {text for text, own in paper.items() if not isinstance(own, str)}
    forms = [own for words in (pages, paper, refusals) for own in words.values() if not isinstance(own, str)]
    assert {len(own) for own in forms} == {plural_rule(language).forms}


# English that is put together as another language is.
NO_ENGLISH = re.compile(
    r"told in two ways|one of ours|answers (no|nothing|what)\b|say hello|no phone reaches|where three play"
)


def test_english_has_no_words_of_another_language() -> None:
    """What a page says and what the service refuses; a refusal has a code, so its English is edited freely."""
    texts = {**english_templates(), **{text: text for text in page_texts()}}
    assert {text: own for text, own in texts.items() if NO_ENGLISH.search(own)} == {}


@pytest.mark.parametrize("language", ORDER)
def test_one_thing_has_one_word(language: str) -> None:
    """On the displays, on the pages, in what is refused, on paper and in the guide for players."""
    found = [
        (text, own, instead)
        for text, own in texts_of(language).items()
        for pattern, instead in import_module(f"wording.{language}").NEVER
        if re.search(pattern, own)
    ]
    assert found == []


@pytest.mark.parametrize("language", ORDER)
def test_a_seat_and_a_rank_have_two_words(language: str) -> None:
    """Otherwise "plaats 2" is South's chair and the second of the game at once."""
    pages, fields = page_translations(language), identifier_translations(language)
    assert pages["Seat"].casefold() != pages["Place"].casefold()
    assert fields["seat"].casefold() not in (pages["Place"].casefold(), paper_translations(language)["place"])


@pytest.mark.parametrize("language", [language for language in ORDER if language not in ("de", "ja", "zh", "ko")])
def test_a_refusal_begins_small_as_in_english(language: str) -> None:
    """It may stand behind a table's number; where it stands alone, the page makes its first letter large."""
    english = english_templates()
    own = {code: said if isinstance(said, str) else said[0] for code, said in refusal_templates(language).items()}
    large = {code: said for code, said in own.items() if said[:1].isupper() and english[code][:1].islower()}
    names = re.compile(r"(XML|ROM|Est|Este|Oost|Wschód|Восток)\b")
    assert {code: said for code, said in large.items() if not names.match(said)} == {}


def test_chinese_has_no_sign_of_traditional_or_japanese_writing() -> None:
    """In the national list of simplified signs all of its words are; 東 and 點 are not."""
    texts = {**texts_of("zh"), **{f"the yaku {name}": own for name, own in yaku_meanings("zh").items()}}
    found = {text: [sign for sign in own if not is_simplified(sign)] for text, own in texts.items()}
    assert {text: signs for text, signs in found.items() if signs} == {}


def test_another_writing_is_noticed() -> None:
    """As 東, 發 or 対 would be."""
    assert [sign for sign in "东東發対点x。" if not is_simplified(sign)] == ["東", "發", "対"]


@pytest.mark.parametrize("language", ORDER)
def test_no_text_for_people_has_the_letter_of_a_wind_alone(language: str) -> None:
    """O is Ost in German and Ouest in French, East is nothing in Japanese: a wind is its sign or its name."""
    letter = re.compile(r"(?<![\w<\[.;])[ESWN](?![\w\].;])")
    lines = {
        text: own
        for text, own in texts_of(language).items()
        if not re.search(r"E = |S, W|W, N|E、S、W|session,table|\bE S W N\b|S<W", own)
    }
    # In Polish a sentence may begin with W, which is "in".
    preposition = re.compile(r"\bW(?=[ \xa0][^\W\d_])" if language == "pl" else r"\Z")
    assert {text: own for text, own in lines.items() if letter.search(preposition.sub("", own))} == {}


def test_a_french_mark_stays_with_its_word() -> None:
    """Its space is one that does not break; only the displays, whose font has no such space, break between words."""
    broken = re.compile(r" [:;!?»](?=\s|\*|\Z)|« |(?<=\w)'(?=\w)|\};")
    texts = {text: own for text, own in texts_of("fr").items() if not text.startswith("the display's ")}
    assert {text: own for text, own in texts.items() if broken.search(own)} == {}


def test_a_polish_word_of_one_letter_stays_with_the_next() -> None:
    """No line of a page or a paper ends with it; the displays and the guide break between words."""
    alone = re.compile(r"(?<![\w/.-])[aiouwzAIOUWZ] (?=\S)")
    kept = ("the display's ", "line ")
    texts = {text: own for text, own in texts_of("pl").items() if not text.startswith(kept)}
    assert {text: own for text, own in texts.items() if alone.search(own)} == {}
