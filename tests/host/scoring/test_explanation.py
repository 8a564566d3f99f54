"""The whole explanation of a hand, line by line: `tests/vectors/explained`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from random_hands import random_hands
from tenbo.rulebooks import ids, load
from tenbo.scoring import LAST_TILE, RON, TSUMO, Hand, why_not
from tenbo.scoring.evaluate import score
from tenbo.scoring.explain import FU_WORDS, ExplanationLine, compare_books, explain, first_cited_section, yaku_list
from tenbo.scoring.json_records import book_of_record, hand_of_record
from tenbo.scoring.yaku import YAKU
from tenbo.scoring.yaku_name_translations import yaku_meanings
from tenbo.validation.languages import LANGUAGES
from tenbo_core.errors import TenboError

FILE = Path(__file__).parents[2] / "vectors" / "explained" / "hands.txt"


def cases() -> list[tuple[str, str]]:
    """Return each record with the explanation below it."""
    head, *blocks = FILE.read_text(encoding="utf-8").split("\n{")
    assert head.startswith("#")
    found = []
    for block in blocks:
        record, _, text = block.partition("\n")
        found.append(("{" + record, text.rstrip("\n")))
    return found


@pytest.mark.parametrize(("line", "text"), cases())
def test_a_hand_is_explained_line_by_line(line: str, text: str) -> None:
    """What counts, by which section, the formula, who pays what, and what the winner gets."""
    record = json.loads(line)
    book = book_of_record(record)
    hand = hand_of_record({name: value for name, value in record.items() if name not in ("rules", "set")})
    assert explain(hand, book).rstrip("\n") == text


PLAIN: dict[str, Any] = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron"}


@pytest.mark.parametrize(
    "record",
    [PLAIN, PLAIN | {"win": "1s"}, PLAIN | {"hand": "147m258p369s1234z"}, PLAIN | {"riichi": 1, "honba": 5},
     PLAIN | {"ippatsu": True}, PLAIN | {"hand": "23456m345p678s9s"}],
)  # fmt: skip
def test_what_does_not_score_is_explained_in_the_words_of_its_refusal(record: dict[str, Any]) -> None:
    """No section belongs to it."""
    book = load("austria")
    refusals = []
    for ask in (lambda hand: score(hand, book), lambda hand: explain(hand, book)):
        with pytest.raises(TenboError) as refused:
            ask(hand_of_record(record))
        refusals.append((refused.value.code, refused.value.message, refused.value.at))
    assert refusals[0] == refusals[1]


@pytest.mark.parametrize(
    ("more", "book", "section"),
    [
        ({"riichi": 1, "open_riichi": True}, "ema-2016", " [silent: 4.2 "),
        ({"by": "tsumo", "sorted_in": True}, "ema-2016", " [3.3.12: "),
    ],
)
def test_what_a_book_refuses_to_score_is_told_with_its_section(more: dict[str, Any], book: str, section: str) -> None:
    with pytest.raises(TenboError) as refused:
        explain(hand_of_record(PLAIN | more), load(book))
    assert refused.value.code == "not_in_this_rule_book"
    assert section in refused.value.message
    assert refused.value.message.endswith("]")


def test_a_kanji_and_a_kana_take_two_columns() -> None:
    """From the first radical on; what stands before is as wide as a letter."""
    signs = ("a", "ü", "\u2e7f", "\u2e80", "カ", "一", "發")
    assert [ExplanationLine(sign, 0).width for sign in signs] == [1, 1, 1, 2, 2, 2, 2]
    assert [ExplanationLine(f"{sign} x", 7, "4.1").text(6) for sign in ("a", "一")] == [
        "  a x            7   4.1",
        "  一 x           7   4.1",
    ]


@pytest.mark.parametrize(("dora", "han"), [("", 10), ("9m", 11), ("98m", 12), ("987m", 13), ("9876m", 14)])
def test_from_thirteen_han_on_the_section_is_that_of_counted_han(dora: str, han: int) -> None:
    """Which limit they are, the books say in different places."""
    record = PLAIN | {"hand": "1234567892345m", "win": "5m", "by": "tsumo", "riichi": 1, "dora": [dora] if dora else []}
    for name, limit in (("ema-2016", "sanbaiman"), ("hambaiman-casual", "yakuman")):
        book = load(name)
        lines = [" ".join(line.split()) for line in explain(hand_of_record(record), book).splitlines()]
        section = first_cited_section(book, "counted_limit" if han >= 13 else "payment")
        told, unit = ("baiman", "4,000") if han == 10 else ("sanbaiman", "6,000")
        if han >= 13:
            told, unit = limit, {"sanbaiman": "6,000", "yakuman": "8,000"}[limit]
        assert f"{told} for {han} han, unit {unit} {section}".split() in [line.split() for line in lines]


def test_books_side_by_side_say_han_or_yakuman_the_limit_who_pays_and_what_counts() -> None:
    """One line each, with what is no yaku only where there is some; a book without fu has none."""

    def lines(record: dict[str, Any]) -> dict[str, str]:
        shown = compare_books(hand_of_record(PLAIN | record), [load(name) for name in ids()])
        head, *rows = shown.splitlines()
        assert head == "                   han   fu  limit      pays             yaku"
        assert [row.split()[0] for row in rows] == [*ids()]
        return dict(zip(ids(), rows, strict=True))

    orphans = lines({"hand": "19m19p19s1234567z", "win": "7z", "dora": ["1z"]})
    assert orphans["ema-2016"] == "ema-2016            1x       yakuman    32,000           kokushi 13 1"
    assert orphans["austria"] == "austria             2x       yakuman    64,000           kokushi 13 2"
    red = {"hand": "2334455m067p678s", "win": "2m", "by": "tsumo", "riichi": 1, "dora": ["1m"], "ura": ["4p"]}
    yaku = "menzen tsumo 1 riichi 1 pinfu 1 tanyao 1 iipeikou 1 dora 2 ura 1"
    assert lines(red)["ema-2025"] == f"ema-2025             8   20  baiman     4,000/8,000      {yaku}"
    assert lines(red)["tenhou"] == f"tenhou               9   20  baiman     4,000/8,000      {yaku} red 1"
    assert lines(red)["alarm"] == f"alarm                8       baiman     4,000/8,000      {yaku}"
    counted = lines({"hand": "1122334455667m", "win": "7m", "riichi": 1, "dora": ["1m"]})
    yaku = "riichi 1 pinfu 1 ryanpeikou 3 chinitsu 6 dora 2"
    assert counted["tenhou"] == f"tenhou              13   30  yakuman    32,000           {yaku}"
    assert counted["wrc"] == f"wrc                 13   30  sanbaiman  24,000           {yaku}"
    turn = lines({"hand": "234567m345p678s2s", "win": "2s", "first_turn": True})
    assert turn["ema-2016"] == "ema-2016             5       mangan     8,000            renhou 5"
    assert turn["m-league"] == "m-league             1   40             1,300            tanyao 1"
    none = lines({})
    assert none["ema-2016"] == (
        "ema-2016                     -          -                the hand is complete but has no yaku; "
        "dora alone are not enough"
    )


LISTED = {
    "nagashi_mangan": {"5 / -": "ema-2012 hambaiman-casual austria tenhou tenhou-sanma"},
    "renhou": {
        "yakuman / -": "ema-2012 austria", "5 / -": "alarm rrc", "- / -": "tenhou m-league tenhou-sanma sanma-club",
    },
    "tanyao": {"1 / -": "ema-2012"},
    "open_riichi": {"1 / -": "austria"},
    "honitsu": {"2 / 2": "alarm"},
    "daisuushii": {"2 yakuman / 2 yakuman": "ema-2012 austria"},
    "kokushi_13": {"2 yakuman / -": "austria rrc"},
    "pinfu": {}, "sanankou": {}, "tenhou": {}, "kokushi": {},
}  # fmt: skip
USUALLY = {
    "nagashi_mangan": "- / -", "renhou": "mangan / -", "tanyao": "1 / 1", "open_riichi": "- / -", "honitsu": "3 / 2",
    "daisuushii": "yakuman / yakuman", "kokushi_13": "yakuman / -", "pinfu": "1 / -", "sanankou": "2 / 2",
    "tenhou": "yakuman / -", "kokushi": "yakuman / -",
}  # fmt: skip


def test_the_list_of_yaku_says_what_each_is_worth_closed_and_open() -> None:
    """In every book: han, a yakuman or several, a limit, or that it is not there."""
    for name in ids():
        book = load(name)
        head, *lines = yaku_list(book).splitlines()
        assert head == f"{book.title}: han with a closed / with an open hand"
        assert [line.split("  ")[0] for line in lines[1::3]] == [yaku.name for yaku in YAKU]
        worth = {first.split()[0]: second for first, second in zip(lines[1::3], lines[2::3], strict=True)}
        for yaku, usually in USUALLY.items():
            told = next((worth for worth, books in LISTED[yaku].items() if name in books.split()), usually)
            assert worth[yaku].startswith(f"  {told}   "), (name, yaku)
            section = first_cited_section(book, "renhou" if yaku == "renhou" else f"yaku.{yaku}")
            assert worth[yaku].endswith(f"   [{section}]"), (name, yaku)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_yaku_says_what_the_names_mean_in_one_language(language: str) -> None:
    """The kanji stand in every language, and alone in Japanese."""
    names = yaku_list(load("wrc-2025"), language).splitlines()[2::3]
    meanings = {"en": {yaku.name: yaku.english for yaku in YAKU}, "ja": {}}
    meant = meanings[language] if language in meanings else yaku_meanings(language)
    assert names == ["  ".join(filter(None, (yaku.name, yaku.kanji, meant.get(yaku.name)))) for yaku in YAKU]


def test_every_hand_can_be_explained() -> None:
    """Under every book, hands of every sort: the explanation has no holes."""
    shown = 0
    for number, hand in enumerate(random_hands(250, 77)):
        book = load(ids()[number % len(ids())])
        declared = hand_of_record(hand.as_record() | {"honba": number % 3, "sticks": number % 2})
        try:
            text = explain(declared, book)
        except TenboError:
            continue
        shown += 1
        assert book.title in text
        assert "The winner gets" in text
    assert shown > 150


@pytest.mark.thorough("seconds of a processor")
def test_every_fu_item_has_words_and_every_yaku_its_names() -> None:
    """The tables a player reads are complete."""
    items = set()
    for hand in random_hands(2000, 5):
        declared = hand_of_record(hand.as_record())
        if not why_not(declared, "wrc"):
            items |= {name for name, _ in score(declared, "wrc").fu_items}
    assert items <= set(FU_WORDS)
    assert len(items) > 12
    for yaku in YAKU:
        assert all((yaku.kanji, yaku.english, yaku.asks))


def test_reasons_have_codes_and_name_what_nearly_was_a_yaku() -> None:
    """Why not is a question with an answer, not a text to take apart."""
    open_simples = Hand("345s67p22m567m", "8p", RON, melds=["chi 234p"])
    (reason,) = why_not(open_simples, "ema-2012")
    assert (reason.code, reason.at) == ("no_yaku", "hand")
    assert reason.message.endswith("; not counted with an open hand: all simples")
    assert why_not(open_simples, "ema-2016") == []
    (reason,) = why_not(Hand("234567m345p678s9s", "1s", TSUMO))
    assert (reason.code, reason.at) == ("not_winning", "win")
    assert "waits for 6s, 9s" in reason.message
    reasons = why_not(Hand("234567m345p678s9s", "9s", TSUMO, moment=LAST_TILE, ippatsu=True, ura="1p"))
    assert [reason.at for reason in reasons] == ["ippatsu", "ura", "ura"]
