"""One rule for how a command ends: what is wrong in one sentence, 1 for what is refused, 2 for wrong usage."""

from __future__ import annotations

import pytest

from tenbo.cli.dispatch import main

HAND = ["234567m345p678s9s", "--win", "9s", "--ron", "--riichi"]

# A rule book or a file that there is not, and words that lack one: the same wherever it is written.
WRONG_USAGE = [
    ["rules", "show", "nowhere"],
    ["rules", "diff", "ema-2016", "nowhere"],
    ["score", *HAND, "--rules", "nowhere"],
    ["score", "--yaku", "--rules", "nowhere"],
    ["score", "--jsonl", "--rules", "nowhere"],
    ["score", *HAND[:1], "--ron"],
    ["replay", "--rules", "nowhere"],
    ["replay", "nowhere.jsonl"],
    ["sheet", "nowhere.jsonl"],
    ["audit", "nowhere.jsonl"],
    ["audit", "hands.jsonl", "--rules", "nowhere"],
    ["waits"],
    ["verify", "nowhere.db"],
    ["restore"],
    ["run", "--config", "nowhere.toml"],
    ["demo", "--rules", "nowhere"],
]

# The words are right; what they ask for is not possible.
REFUSED = [
    ["score", *HAND[:-1]],
    ["score", *HAND, "--set", "nothing=1"],
    ["score", "123m", "--win", "9s", "--ron"],
    ["waits", "1m"],
    ["tables"],
    ["hand", "1", "S 234567m345p678s9s 9s"],
    ["session", "begin", "1"],
    ["clock"],
    ["view", "1", "0"],
]


@pytest.mark.parametrize(("words", "status"), [(words, 2) for words in WRONG_USAGE] + [(words, 1) for words in REFUSED])
def test_every_command_ends_by_the_same_rule(words, status, tmp_path, monkeypatch, capsys):
    """A script that runs tenbo must not know which command it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENBO_STATE", str(tmp_path))
    assert main(words) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"tenbo {words[0]}: ")
    assert captured.err.count("\n") == 1
