"""Terminals without all letters, and keyboards in place of a file."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tenbo.cli.dispatch import main
from terminals import in_terminal


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    "words",
    [
        ["score", "--jsonl", "--rules", "austria"],
        ["waits", "--jsonl"],
        ["replay"],
        ["replay", "--jsonl"],
        ["sheet", "-"],
        ["audit", "-"],
        ["import", "-"],
    ],
)
def test_nobody_waits_in_silence_at_a_keyboard(words):
    """Anyone who has forgotten a file hears what is read in its place, and how that ends."""
    shown = in_terminal(*words, typed="\x04")
    assert shown.text.startswith("Reading ")
    assert "from the keyboard; Ctrl-D at the beginning of a line ends the input." in " ".join(shown.text.split())
    assert "Traceback" not in shown.text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
@pytest.mark.parametrize(
    "words",
    [
        ["score", "222444666m888p1s", "--win", "1s", "--tsumo"],
        ["score", "--yaku"],
        ["rules", "show", "m-league"],
        ["man"],
    ],
)
def test_a_poor_terminal_gets_every_line_without_the_letters_it_lacks(monkeypatch, encoding, words):
    rich = _printed(monkeypatch, "utf-8", words)
    poor = _printed(monkeypatch, encoding, words)
    assert len(poor.splitlines()) == len(rich.splitlines())


def test_json_keeps_every_letter_on_a_poor_terminal(monkeypatch, tmp_path):
    start = {"event": "start", "names": ["Jürgen", "東", "🀄", "Zoë"]}
    (tmp_path / "game.jsonl").write_text(json.dumps(start))
    words = ["sheet", "--json", str(tmp_path / "game.jsonl")]
    rich, poor = (_printed(monkeypatch, encoding, words) for encoding in ("utf-8", "ascii"))
    assert "Jürgen" in rich
    assert poor.isascii()
    assert json.loads(poor) == json.loads(rich)


def _printed(monkeypatch, encoding: str, words: list[str]) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert main(words) == 0
    return out.buffer.getvalue().decode(encoding)
