"""`tenbo score` and `tenbo waits` as a person and as a program use them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tenbo.cli.dispatch import main
from tenbo.rulebooks import ids, load
from tenbo.scoring import RON, Hand, Liability, why_not
from tenbo.scoring.json_records import answer_score
from tenbo.scoring.typed_hand import CIRCUMSTANCES
from tenbo.scoring.yaku import YAKU
from tenbo.scoring.yaku_name_translations import yaku_meanings

if TYPE_CHECKING:
    from pathlib import Path

GOOD = {"id": 7, "hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1, "honba": 1, "sticks": 1}
ANSWER = (
    '{"id":7,"rules":"ema-2025","yaku":[["riichi",1]],"bonus":{"dora":0,"ura":0,"red":0},"han":1,"fu":40,'
    '"limit":null,"yakuman":0,"value":1300,"pay":{"discarder":1600},"gain":2600,'
    '"fu_items":[["win",20],["closed_ron",10],["pair_wait",2]],"reading":["234m","567m","345p","678s","99s"]}\n'
)


def feed(monkeypatch: pytest.MonkeyPatch, *records: object) -> None:
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))


def test_a_record_is_answered_with_the_fields_in_their_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other programs read these names, and people compare the lines."""
    feed(monkeypatch, GOOD)
    assert main(["score", "--jsonl"]) == 0
    assert capsys.readouterr().out == ANSWER


def test_refused_records_do_not_stop_the_next_and_show_in_the_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One answer for each record, in order."""
    feed(monkeypatch, {**GOOD, "win": "1z"}, GOOD)
    assert main(["score", "--jsonl"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (7, "not_winning", "win") == (first["id"], first["error"]["code"], first["error"]["at"])
    assert second["value"] == 1300


@pytest.mark.parametrize(("field", "value", "said"), [
    ("seat", None, "seat must be one of E, S, W, N, not null"),
    ("seat", True, "seat must be one of E, S, W, N, not true"),
    ("round", [None], "round must be one of E, S, W, N, not [null]"),
    ("by", None, "by must be text, not null"),
    ("melds", [None], "a meld must be a text such as 'pon 555z', not null"),
    ("dora", [True], "each item of dora must be a tile such as 3p, not true"),
    ("riichi", [True, None], "riichi must be 0, 1, or 2 for double riichi, not [true, null]"),
    ("set", {"uma": [1, None]}, "uma must be a list of three or four integers, not [1, null]"),
    ("hand", {"a": None}, "hand must be text, not {'a': null}"),
])  # fmt: skip
def test_a_wrong_value_of_a_record_is_repeated_as_json_writes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], field: str, value: object, said: str
) -> None:
    """Anyone who writes records in another language has never seen None."""
    feed(monkeypatch, {**GOOD, field: value})
    assert main(["score", "--jsonl"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["message"] == said


def test_records_take_the_book_of_the_command_line_unless_they_name_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A book of one's own is a file, for the command line only."""
    own = tmp_path / "own.toml"
    own.write_text('extends = "ema-2016"\nhonba_value = 600\n', encoding="utf-8")
    feed(monkeypatch, GOOD, {**GOOD, "rules": "ema-2016"}, {**GOOD, "rules": str(tmp_path / "other.toml")})
    assert main(["score", "--jsonl", "--rules", str(own)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [1900, 1600] == [answer["pay"]["discarder"] for answer in answers[:2]]
    assert answers[2]["error"]["code"] == "unknown_rules"


def test_a_counted_yakuman_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is one yakuman, keeps its han and fu, and is marked."""
    hand = {"hand": "1122334455667m", "win": "7m", "by": "ron", "riichi": 1, "dora": ["1m"], "rules": "tenhou"}
    feed(monkeypatch, hand)
    main(["score", "--jsonl"])
    answer = json.loads(capsys.readouterr().out)
    assert ("yakuman", 1, True, 13, 30) == tuple(answer[name] for name in ("limit", "yakuman", "counted", "han", "fu"))
    assert list(answer).index("counted") == list(answer).index("yakuman") + 1


def test_a_person_reads_yaku_fu_formula_payments_and_sections(capsys: pytest.CaptureFixture[str]) -> None:
    """Every line with the section of the book behind it, and the payment as it is spoken."""
    words = ["456p7899p444z", "--win", "9p", "--tsumo", "--melds"]
    assert main(["score", *words, "chi 123p", "--seat", "N", "--honba", "1", "--rules", "austria"]) == 0
    shown = capsys.readouterr().out
    for part in (
        "ittsu 一気通貫 (pure straight)",
        "concealed triplet 444z",
        "pair wait 99p",
        "in all (32 rounded up)",
        "40 fu x 2^(2+4) = 2,560, mangan, unit",
        "the others pay 2,000 each",
        "1 counter, from each",
        "Announced: 2,000/4,000, with counters 2,100/4,100",
        "The winner gets 8,300.",
    ):
        assert part in shown
    assert {"4.1.1", "4.2.1", "3.6.5"} <= {line.split()[-1] for line in shown.splitlines() if line}


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (["19m19p19s1234567z", "--win", "7z", "--ron", "--rules", "ema-2016"], "yakuman, unit 8,000 4.1.3"),
        (["19m19p19s1234567z", "--win", "7z", "--ron", "--rules", "austria"], "2 yakuman, unit 16,000 4.2.5"),
        (["2233445566778m", "--win", "8m", "--ron", "--rules", "ema-2016"], "sanbaiman for 11 han, unit 6,000 4.1.3"),
        (["234567m345p67s22s", "--win", "8s", "--tsumo", "--rules", "alarm"], "unit for 3 han 1,000"),
    ],
)
def test_the_unit_is_said_as_players_say_it(words: list[str], unit: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One yakuman is not counted; several are."""
    assert main(["score", *words]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith(unit) for line in lines), lines


def test_dora_count_beside_renhou_that_is_five_han_and_not_beside_the_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As a limit it is paid alone (WRC 6.5.4); a club may add it up."""
    words = ["234567m345p678s2s", "--win", "2s", "--ron", "--first-turn", "--dora", "1m", "--rules", "wrc"]
    for more, dora in (([], False), (["--set", "renhou=five_han"], True)):
        assert main(["score", *words, *more]) == 0
        shown = capsys.readouterr().out
        assert any(line.split()[:1] == ["dora"] for line in shown.splitlines()) is dora, shown


def test_who_is_liable_is_shown_side_by_side_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside anyone who pays the rest; a book that makes no one liable says so."""
    melds = "pon 555z, pon 666z, pon 777z, pon 222z"
    assert main(["score", "1z", "--win", "1z", "--tsumo", "--melds", melds, "--liable", "W", "--all-rules"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert " 32,000 liable " in lines["ema-2016"]
    assert " 64,000 liable " in lines["austria"]
    assert " 40,000 liable + 8,000 + 16,000 " in lines["tenhou"]


def test_a_hand_is_shown_under_every_book_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    """Books that do not let it win say why."""
    assert main(["score", "345s67p22m567m", "--win", "8p", "--ron", "--melds", "chi 234p", "--all-rules"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert list(ids()) == [line.split()[0] for line in lines]
    assert "; not counted with an open hand: all simples" in lines[list(ids()).index("ema-2012")]
    assert "1,000" in lines[list(ids()).index("alarm")]


@pytest.mark.parametrize("book", ids())
def test_every_yaku_of_a_book_is_listed_with_names_worth_and_section(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The names in four languages; a dash where the book does not allow it."""
    assert main(["score", "--yaku", "--rules", book]) == 0
    shown = capsys.readouterr().out
    for yaku in YAKU:
        meanings = [yaku.english, *(yaku_meanings(language)[yaku.name] for language in ("de", "nl", "fr"))]
        assert f"{yaku.name}  {yaku.kanji}  {' / '.join(meanings)}\n" in shown
    assert "  1 / -   closed, four runs" in shown
    assert ("  2 yakuman / 2 yakuman   triplets of all four winds" in shown) == (
        "daisuushii" in load(book).rules.double_yakuman
    )


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (["234567m345p678s9s"], 2, "--win"),
        (["234567m345p678s9s", "--win", "9s"], 2, "--ron or --tsumo"),
        (["234567m345p678s9s", "--win", "9s", "--ron"], 1, "no yaku"),
        (["234567m345p678s9s", "--win", "9x", "--ron"], 1, "is not a tile"),
        (["234567m345p678s9s", "--win", "9s", "--ron", "--riichi", "--rules", "nowhere"], 2, "nowhere"),
        (["234567m345p678s9s", "--win", "9s", "--ron", "--riichi", "--set", "kiriage"], 1, "name=value"),
        (["--jsonl", "--rules", "nowhere"], 2, "nowhere"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(
    words: list[str], status: int, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, with a status of its own; nothing on standard output."""
    assert main(["score", *words]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert part in captured.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["123m456p78s22z", "--win", "9s", "--ron", "--melds", "pon 555z", "--seat", "W", "--dora", "3p"],
         "123m456p78s22z 9s ron meld=pon:555z seat=W dora=3p"),
        (["234567m345p678s9s", "--win", "9s", "--tsumo", "--riichi", "--riichi", "--ippatsu", "--honba", "2"],
         "234567m345p678s9s 9s tsumo double_riichi ippatsu honba=2"),
    ],
)  # fmt: skip
def test_a_hand_in_words_is_the_hand_of_the_options(options, words, capsys) -> None:
    """Who settles hands at the tables types the same words into both commands."""
    assert main(["score", *options]) == 0
    by_options = capsys.readouterr().out
    assert main(["score", words]) == 0
    assert capsys.readouterr().out == by_options
    assert main(["score", f"{words} fast"]) == 1
    assert "'fast' is not recognised" in capsys.readouterr().err


@pytest.mark.parametrize("word", CIRCUMSTANCES)
def test_every_word_for_how_a_hand_was_won_is_an_option_too(word, capsys) -> None:
    """One list of words for both commands, no matter what is added to it."""
    hand = ["234567m345p678s9s", "--win", "9s", "--tsumo", "--riichi"]
    main(["score", *hand, f"--{word.replace('_', '-')}"])
    by_option = capsys.readouterr()
    main(["score", f"{hand[0]} 9s tsumo riichi {word}"])
    assert capsys.readouterr() == by_option


def test_switches_can_be_set_for_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON or as a plain word."""
    words = ["345m22p12345678s", "--win", "9s", "--ron", "--riichi", "--set", "kiriage=true", "--set", "renhou=none"]
    assert main(["score", *words]) == 0
    assert "1,920, mangan" in capsys.readouterr().out


def test_waits_for_a_person_and_for_a_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text in, text out; records in, records out."""
    assert main(["waits", "3456s", "--melds", "pon 555z, chi 123m, ankan 9999p"]) == 0
    assert capsys.readouterr().out == "waits for 3s 6s\n"
    assert main(["waits", "147m258p369s1234z"]) == 0
    assert capsys.readouterr().out == "not tenpai\n"
    assert main(["waits"]) == 2
    assert main(["waits", "1m"]) == 1
    capsys.readouterr()
    feed(monkeypatch, {"id": "a", "hand": "34555p77z234m678s"}, {"id": "b", "hand": "1m"})
    assert main(["waits", "--jsonl"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == '{"id":"a","tenpai":true,"waits":["2p","5p","7z"]}'
    assert json.loads(second)["error"]["code"] == "wrong_tile_count"


def test_a_waiting_hand_of_three_players_has_no_tile_and_no_chi_of_four(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tiles from 2m to 8m are not there; the book is said for all records, or by each."""
    assert main(["waits", "99m234678p345s11z", "--rules", "tenhou-sanma"]) == 0
    assert capsys.readouterr().out == "waits for 9m 1z\n"
    assert main(["waits", "78m234678p345s11z", "--rules", "tenhou-sanma"]) == 1
    assert "7m is not used with three players" in capsys.readouterr().err
    chi = {"hand": "3456s", "melds": ["pon 555z", "chi 123p", "ankan 9999p"]}
    feed(monkeypatch, {**chi, "rules": "sanma-club"}, chi, {"hand": "1m", "rules": "no book"})
    assert main(["waits", "--jsonl"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.get("error", one).get("code", one.get("waits")) for one in answers] == [
        "not_in_this_rule_book", ["3s", "6s"], "wrong_tile_count",
    ]  # fmt: skip


def test_help_says_what_the_command_does_without_loading_the_core() -> None:
    """Help is instant: neither the scoring core nor the books are imported for it."""
    code = "import sys; from tenbo.cli.dispatch import main\ntry: main(['score', '--help'])\nexcept SystemExit: pass\n"
    code += "print([name for name in sys.modules if name.startswith(('tenbo.scoring', 'tenbo.rulebooks', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
    assert "examples:" in done.stdout


def test_dora_and_fu_have_their_sections_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are no switches; a book names their sections apart, and an own book inherits them."""
    own = tmp_path / "own.toml"
    own.write_text('extends = "ema-2016"\n[lines]\nura = "club sheet"\n', encoding="utf-8")
    words = ["345m22p12345678s", "--win", "9s", "--ron", "--riichi", "--dora", "6s", "--ura", "1p"]
    assert main(["score", *words, "--rules", str(own)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert next(line for line in lines if line.startswith("  dora  ")).endswith("2.7")
    assert next(line for line in lines if line.startswith("  ura-dora ")).endswith("club sheet")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('extends = "ema-2016"\n[lines]\nfuu = "4.1.1"\n', encoding="utf-8")
    assert main(["score", *words, "--rules", str(wrong)]) == 1
    assert "did you mean fu?" in capsys.readouterr().err


def test_nagashi_mangan_is_a_result_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a win it takes counters and sticks, as a draw it leaves them; some books have none."""
    record = {"nagashi": True, "honba": 1, "sticks": 2}
    feed(monkeypatch, *({**record, "rules": book} for book in ("ema-2012", "hambaiman-casual", "ema-2016")))
    assert main(["score", "--jsonl"]) == 1
    win, draw, none = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert ({"east": 4100, "other": 2100}, 10300) == (win["pay"], win["gain"])
    assert ({"east": 4000, "other": 2000}, 8000) == (draw["pay"], draw["gain"])
    assert [["nagashi_mangan", 5]] == win["yaku"]
    assert none["error"]["code"] == "not_in_this_rule_book"


def test_liability_is_for_yakuman_that_somebody_fed() -> None:
    """With the third dragon in the closed hand no one is liable."""
    melds = ["pon 555z", "pon 666z"]
    hand = Hand("234m9p777z", "9p", RON, melds=melds, pao=Liability("W", "N"))
    (reason,) = why_not(hand)
    assert (reason.code, reason.at) == ("contradiction", "pao")
    missing = Hand("234m9p", "9p", RON, melds=[*melds, "pon 777z"], pao=Liability("W"))
    (reason,) = why_not(missing)
    assert (reason.code, reason.at) == ("missing_field", "pao.from")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["234067m345p678s9s"], "red fives: not in this book [1]"),
        (["234567m34p678s99s", "--win", "r5p"], "red fives: not in this book [1]"),
        (["345p678s9s", "--melds", "chi 0m67m, pon 555z"], "red fives: not in this book [1]"),
        (["234567m345p678s9s", "--honba", "2", "--rules", "alarm"], "counters: not in this book [silent: 3.6.4 lists"),
        (["234567m345p678s9s", "--riichi", "--ippatsu", "--set", 'yaku={"ippatsu":[0,0]}'], "ippatsu: not in this"),
        (["234567m345p678s9s", "--riichi", "--riichi", "--set", 'yaku={"double_riichi":[0,0]}'],
         "double riichi: not in this book [silent: changed by `set`]"),
    ],
)  # fmt: skip
def test_what_a_book_does_not_have_is_said_aloud_with_its_section(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A declared thing that is dropped in silence looks as if it had been counted."""
    win = [] if "--win" in words else ["--win", "9s"]
    riichi = [] if "--riichi" in words or "--melds" in words else ["--riichi"]
    assert main(["score", *words, *win, *riichi, "--ron"]) == 0
    assert said in capsys.readouterr().out


def test_what_a_book_has_is_not_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """Red fives at Tenhou count."""
    assert main(["score", "234067m345p678s9s", "--win", "9s", "--ron", "--riichi", "--rules", "tenhou"]) == 0
    assert "not in this book" not in capsys.readouterr().out


def test_open_riichi_is_refused_with_the_section(capsys: pytest.CaptureFixture[str]) -> None:
    """Or with the reason, where the book is silent."""
    assert main(["score", "234567m345p678s9s", "--win", "9s", "--ron", "--riichi", "--open-riichi"]) == 1
    assert (
        "open riichi is not in this rule book: score it as riichi, or use a rule book that has it [silent: "
        "no open riichi "
    ) in capsys.readouterr().err


def test_a_record_names_what_its_book_ignores() -> None:
    """A program is told, too, and only then."""
    record = {"hand": "234067m345p678s9s", "win": "9s", "by": "ron", "riichi": 1}
    assert answer_score(record)["ignored"] == ["red_fives"]
    assert "ignored" not in answer_score({**record, "rules": "tenhou"})
