"""What is no game of a server: hostile, broken or another program's, refused by one sentence each."""

from __future__ import annotations

import gzip

import pytest

from host.table.server_games import START, example, init, mjlog, of_hands, results_only

WORTH = "30符1飜1000点"
BOMB = '<!DOCTYPE a [<!ENTITY b0 "ha">' + "".join(f'<!ENTITY b{n + 1} "&b{n};&b{n};">' for n in range(30)) + "]>"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (BOMB + mjlog(init()), "declares a document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd">' + mjlog(init()), "declares a document type"),
        ("<mjloggm>", "not XML"),
        ("<svg/>", "begins with <mjloggm>"),
        (mjlog(), "there is nothing to import"),
        (mjlog(init().replace('ten="250', 'ten="' + "9" * 400)), "must be whole numbers"),
        (mjlog(init(), '<AGARI who="7" fromWho="1" sc="" ten="1,1,1"/>'), "there is no seat 7"),
        (mjlog('<REACH who="1" step="2"/>'), "no hand is in progress at this point"),
        (mjlog(init(), init()), "the end of hand E1-0 is missing"),
        ("{" * 100_000, "not JSON"),
        ('{"log": ' + "[" * 100_000, "not JSON"),
        ('{"log": [[NaN]]}', "not JSON"),
        ("{}", "the JSON has no list of hands"),
        ({"log": [1]}, "hand 1 of the record: a hand must consist of 17 lists"),
        ({"log": [[[]] * 16]}, "hand 1 of the record: a hand must consist of 17 lists"),
        ({"log": [[[]] * 18]}, "hand 1 of the record: a hand must consist of 17 lists"),
        ({"log": [[*[[]] * 16, 1]]}, "hand 1 of the record: a hand must consist of 17 lists"),
        (of_hands(results_only([0, 0], START, ["流局"])), "must be 3 whole numbers"),
        (of_hands(results_only([99, 0, 0], START, ["流局"])), "no game has such a hand: number 99"),
        (of_hands(results_only([0, 0, 0], [25000, 25000, 25000, True], ["流局"])), "scores must be 4 whole numbers"),
        (
            of_hands(results_only([0, 0, 0], [25000, 25000, 25000, 25100], ["流局"])),
            "cannot be divided equally among 4 players",
        ),
        (of_hands(results_only([0, 0, 0], START, ["雀鬼"])), "'雀鬼' is not a known way to end a hand"),
        (of_hands(results_only([0, 0, 0], START, ["和了", START])), "a win must give the points moved"),
        (of_hands(results_only([0, 0, 0], START, ["和了", START, [9, 0, 0, "x"]])), "a win must give its winner"),
        (of_hands(*[results_only([0, 0, 0], START, ["流局"])] * 300), "at most 200 hands"),
        (b"\x1f\x8b broken", "is compressed and cannot be decompressed"),
        (gzip.compress(bytes(5_000_000)), "more than 4000000 bytes"),
        (bytes(5_000_000), "more than 4000000 bytes"),
        (b"\xff\xfe{", "not UTF-8"),
        ("id;name\n1;Ada\n", "neither tenhou.net/6 JSON nor mjlog XML"),
    ],
)
def test_a_file_that_is_no_game_is_refused_by_one_sentence(imported, given, said):
    """Hostile, broken, huge, or of another program."""
    status, records, told = imported(given)
    assert (status, records) == (1, [])
    assert said in told
    assert told.count("\n") == 1
    assert len(told) < 400


@pytest.mark.parametrize(
    "info",
    [
        *([0, 3, 0], [0, 3], [], None, "0"),
        *([4, 3, 0, WORTH], [0, 4, 0, WORTH], [0, 3, 4, WORTH]),
        *([-1, 3, 0, WORTH], [True, 3, 0, WORTH], ["0", 3, 0, WORTH]),
        *([0, 3, 0, 1000], [0, 3, 0, WORTH, 1], [0, 3, 0, WORTH, None], [0, 3, 0, None, "断幺九(1飜)"]),
    ],
)
def test_a_win_that_does_not_say_who_and_what_is_refused(imported, info):
    """Each of its places: the winner, the discarder, who is liable, the worth, and every yaku."""
    end = ["和了", [1000, 0, 0, -1000], info]
    status, _, said = imported(of_hands(results_only([0, 0, 0], START, end)))
    assert status == 1
    assert "a win must give its winner, the discarder, the liable player, its value and its yaku" in said


def test_a_name_cannot_steer_the_terminal(imported):
    """Names come from strangers."""
    game = example()
    game["name"][0] = "\x1b]0;owned\x07Anna\n"
    game["name"][1] = "B" * 61
    # And is cut where ours end.
    assert imported(game)[1][0]["names"][:2] == ["]0;ownedAnna", "B" * 60]
