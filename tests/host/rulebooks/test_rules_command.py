"""`tenbo rules`: the list, one book, and what differs between two."""

from __future__ import annotations

import json

import pytest

from tenbo.cli.dispatch import main
from tenbo.rulebooks import ids, load
from tenbo.rulebooks.rulebook_ids import YAKU
from tenbo_core.switches import KINDS


def answer(capsys, *words: str) -> dict:
    """Run the command with --json and give its answer."""
    assert main(["rules", *words, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


@pytest.mark.parametrize("words", [(), ("list",)])
def test_the_list_names_every_book(capsys, words):
    """Without a word the command shows what there is."""
    assert main(["rules", *words]) == 0
    out = capsys.readouterr().out
    for book_id in ids():
        assert f"\n{book_id} " in f"\n{out}"
        assert load(book_id).title in out
    assert list(ids()) == [book["id"] for book in answer(capsys, *words)["books"]]


@pytest.mark.parametrize("book_id", ids())
def test_a_book_is_shown_whole_and_fits_the_screen(capsys, book_id):
    """Every switch and yaku on a line of its own, at most 100 columns wide."""
    assert main(["rules", "show", book_id]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("    ")]
    assert [*[name for name in KINDS if name != "yaku"], *YAKU] == heads
    assert max(map(len, lines)) <= 100


def test_a_switch_is_shown_with_its_meaning_and_section(capsys):
    """What a player wants to know at the table."""
    assert main(["rules", "show", "ema-2016"]) == 0
    out = capsys.readouterr().out
    assert "  two_han_from         0: one han always suffices [foreword]\n" in out
    assert "  chinitsu             6 / 5 [4.2.4]\n" in out


def test_a_book_is_shown_as_json(capsys):
    """The same for programs."""
    shown = answer(capsys, "show", "alarm")
    assert shown["switches"]["point_step"] == {
        "value": 250,
        "meaning": "every payment is a multiple of this",
        "section": "1.4",
    }
    assert shown["yaku"]["sanshoku_doujun"] == {"closed": 1, "open": 1, "section": "4.1.1"}
    assert "silent" in shown["switches"]["uma"]


def test_only_what_differs_is_compared(capsys):
    """Two editions of one rule: the list a player has to learn."""
    found = answer(capsys, "diff", "ema-2012", "ema-2016")
    names = [entry.get("switch") or entry["yaku"] for entry in found["differences"]]
    one, other = load("ema-2012").rules, load("ema-2016").rules
    switches = [name for name in KINDS if name != "yaku" and one.values[name] != other.values[name]]
    assert [*switches, *[name for name in YAKU if one.yaku[name] != other.yaku[name]]] == names
    minimum = found["differences"][names.index("two_han_from")]
    assert (minimum["a"]["value"], minimum["b"]["value"]) == (5, 0)


def test_a_comparison_is_readable(capsys):
    """Each difference with both books' sections."""
    assert main(["rules", "diff", "ema-2012", "ema-2016"]) == 0
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("red_fives")
    assert lines[place + 1] == "  ema-2012             3: one red five in each suit, each a dora [Übersicht]"
    assert lines[place + 2] == "  ema-2016             0: no red fives [1.3]"
    assert max(map(len, lines)) <= 100


def test_a_book_does_not_differ_from_itself(capsys):
    """Said in words, so that no one waits for more."""
    assert main(["rules", "diff", "wrc", "wrc"]) == 0
    assert capsys.readouterr().out.endswith("no switch and no yaku differs\n")


def test_an_own_file_is_shown_and_compared(capsys, tmp_path):
    """The way to see whether an own book says what was meant."""
    path = tmp_path / "club.toml"
    path.write_text('extends = "ema-2016"\nred_fives = 3\n', "utf-8")
    found = answer(capsys, "diff", "ema-2016", str(path))
    assert [entry["switch"] for entry in found["differences"]] == ["red_fives"]
    assert found["differences"][0]["b"]["silent"] == "changed in club.toml"


@pytest.mark.parametrize("words", [("show", "nowhere"), ("diff", "alarm", "nowhere.toml")])
def test_a_wrong_name_is_wrong_usage(capsys, words):
    """One sentence on the error output, nothing on the output."""
    assert main(["rules", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tenbo rules: there is no rule book")
    assert printed.err.count("\n") == 1
