"""What the desk reads in a window of 80 columns: nothing is wider, nothing is left out, and a pipe has long lines."""

from __future__ import annotations

import pytest

from terminals import in_terminal

from .conftest import game_of, play

NAMES = ("Maximiliane-Theodora von Hohenlohe-Langenburg", "直子 幸田", "Zoë O'Brien, Jr.", "Bo Li")


def width(line):
    """Return how many columns a line takes, two for a letter of Japan."""
    return sum(2 if "\u3000" < letter < "\uff00" else 1 for letter in line)


@pytest.mark.thorough("every word of every command")
def test_every_word_is_in_a_window_of_eighty_columns(desk, say, tmp_path):
    """Lines that a terminal breaks in the middle of a number are read wrongly; a pipe has them whole."""
    rows = [f"{number};{NAMES[number % 4]};{11990000 + number};NED" for number in range(1, 9)]
    (tmp_path / "people.csv").write_text("id;name;EMA number;country\n" + "\n".join(rows) + "\n", "utf-8")
    with desk(sessions=1) as (run, session):
        assert session("players", tmp_path / "people.csv", "--yes")[0] == 0
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
            play(run, table)
        session("penalty", 1, 1, "W", -8000, "--why", "the telephone rang, and rang again, and was answered at length")
        store = ("--store", str(run.store))
        for words in (("session", "show"), ("session", "games"), ("pace", "1"), ("pace",), ("pace", "--players")):
            whole = say(*words, *store)[1]
            shown = in_terminal(*words, *store, columns=80)
            assert shown.status == 0
            lines = shown.text.splitlines()
            assert max(map(width, lines)) <= 80, words
            assert max(map(width, whole.splitlines())) > 80, words
            assert set(whole.split()) == set(shown.text.split()), words
        # Each part of a table that is cut begins with what its rows are about.
        assert [line.split()[0] for line in in_terminal("pace", "1", *store).text.splitlines()[:7] if line] == [
            "table", "1", "2", "table", "1", "2",
        ]  # fmt: skip
        assert in_terminal("session", "show", *store, columns=400).text == say("session", "show", *store)[1]
