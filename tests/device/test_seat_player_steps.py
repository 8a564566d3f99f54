"""Who sits here, press by press: the list that a host sends, the choice, the guest, and how each refusal reads."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from device.flows import seat_player
from tenbo_core.errors import Malformed, Refused

TITLE = "Who sits here?"
REASONS = {
    "plays_at_other_table": "plays at another table",
    "sits_elsewhere": "sits elsewhere already",
    "no_evening_open": "no evening is open",
}


class Hosts:
    """The hosts on a table's links: what a seat has asked them, and whether one is there."""

    def __init__(self, *, here=True):
        self.links = [SimpleNamespace(host_here=False), SimpleNamespace(host_here=here)]
        self.asked = []

    def send(self, *message):
        """Take a message of the table."""
        self.asked.append(message)


def asking(conversing, rules="ema-2016", *, here=True, seat=2):
    """Return a table at which a seat has opened the list, and its hosts."""
    table, hosts = conversing(rules), Hosts(here=here)
    return table.begin(seat_player.run, hosts, seat), hosts


def answer(table, *message):
    """Let a host answer, and the table read it."""
    seat_player.update([message[0], 7, *message[1:]])
    table.wait(60)


def test_a_regular_is_one_of_the_first_three_and_takes_one_more_press(conversing):
    """The list comes when it is asked for, in parts of any order, and the host seats the person."""
    table, hosts = asking(conversing)
    assert (table.view(2).title, table.view(2).lines) == (TITLE, ["please wait"])
    answer(table, "names", 2, 3, 2, 9, "Cy Cox")
    assert table.view(2).lines == ["please wait"]
    answer(table, "names", 2, 3, 0, 4, "Ann Ash", 5, "Bö Box")
    assert table.view(2).lines == ["1 Ann Ash", "2 Bö Box", "3 Cy Cox", "RIICHI Guest 3"]
    assert (table.view(2).keys, table.view(2).screen) == (("1", "2", "3", "leave"), "pick")
    table.press("2 ok")
    assert hosts.asked == [("pick", 2, -1), ("pick", 2, 4)]
    answer(table, "picked", 2, "")
    assert (table.over, table.note(2), table.last) == (True, "Ann Ash sits here", "start")
    with pytest.raises(Refused) as late:
        seat_player.update(["picked", 8, 2, ""])
    assert (late.value.code, late.value.at) == ("not_allowed_now", "seat")


# The numbers of people, in the order of the list.
PEOPLE = [40 + place for place in range(14)]


@pytest.mark.parametrize(
    ("people", "presses", "player"),
    [
        (5, "2 ok", 40),
        (5, "2 up", 41),
        (5, "2 down", 42),
        (5, "2 riichi, 2 up", 44),
        (5, "2 riichi, 2 down", 0),
        (5, "2 riichi, 2 riichi, 2 ok", 43),
        (5, "2 back", None),
        (5, "2 riichi, 2 back", None),
        (3, "2 riichi", 0),
        (2, "2 riichi, 2 down", 0),
        (1, "2 down, 2 up", 0),
        (9, "2 riichi, 2 riichi, 2 down", 48),
        (9, "2 riichi, 2 riichi, 2 riichi", 0),
        (10, "2 riichi, 2 riichi, 2 riichi, 2 ok", 49),
        (10, "2 riichi, 2 riichi, 2 riichi, 2 up, 2 ok", 0),
        (14, "2 riichi, 2 riichi, 2 riichi, 2 down, 2 down, 2 ok", 51),
        (14, "2 riichi, 2 riichi, 2 riichi, 2 back", None),
    ],
)
def test_each_name_has_a_key_and_riichi_shows_the_next_three(conversing, people, presses, player):
    """Keys without a name do nothing; the last name is the guest, and from the tenth on the names are a list."""
    table, hosts = asking(conversing)
    for first in range(0, people, 3):
        part = [field for one in PEOPLE[first:people][:3] for field in (one, f"Person {one}")]
        answer(table, "names", 2, people, first, *part)
    table.press(presses)
    assert hosts.asked[1:] == ([] if player is None else [("pick", 2, player)])
    assert table.over is (player is None)


@pytest.mark.parametrize(("code", "note"), [*REASONS.items(), ("something_new", "not possible now")])
def test_a_seat_reads_why_a_person_is_refused(conversing, code, note):
    """Nothing has changed, and the list can be opened again."""
    table, _ = asking(conversing)
    answer(table, "names", 2, 1, 0, 4, "Ann Ash")
    table.press("2 ok")
    answer(table, "picked", 2, code)
    assert (table.over, table.note(2), table.last) == (True, note, "start")


def test_without_an_open_evening_there_is_no_list(conversing):
    """The host says so at once."""
    table, _ = asking(conversing, "")
    answer(table, "picked", 2, "no_evening_open")
    assert (table.over, table.note(2)) == (True, "no evening is open")


@pytest.mark.parametrize("here", [False, True])
def test_without_a_host_a_seat_has_guests_alone(conversing, here):
    """One that is there and says nothing is asked four times; the guest's name is on the displays of the game."""
    table, hosts = asking(conversing, here=here)
    table.wait(3300)
    assert (table.view(2).title, table.view(2).lines) == ("no host: guests only", ["Guest 3"])
    assert hosts.asked == [("pick", 2, -1)] * (4 if here else 0)
    table.press("2 ok")
    assert (table.over, table.table.names[2], table.note(2)) == (True, "Guest 3", "Guest 3 sits here")
    # Chosen again it is the same guest, and nothing is recorded.
    table.begin(seat_player.run, Hosts(here=False), 2).press("2 ok")
    assert table.keeper.last == 1


def test_a_guest_frees_the_seat_at_the_host_and_before_a_game_no_name_is_recorded(conversing):
    """There is no game yet to which the name could belong."""
    table, hosts = asking(conversing, "", seat=0)
    answer(table, "names", 0, 0, 0)
    table.press("0 ok")
    assert hosts.asked[-1] == ("pick", 0, 0)
    answer(table, "picked", 0, "")
    assert (table.over, table.table, table.note(0)) == (True, None, "Guest 1 sits here")


@pytest.mark.parametrize(("presses", "asked"), [("2 ok", []), ("2 down, 2 ok", [("pick", 2, -2)]), ("2 back", [])])
def test_after_a_game_a_guest_says_whether_it_was_the_person_s_too(conversing, presses, asked):
    """A person whose name the table knew is not asked."""
    table, hosts = asking(conversing)
    table.do("end")
    for name in ("", "Dan Dot"):
        if name:
            table.table.names[2] = name
            table.begin(seat_player.run, hosts, 2)
        hosts.asked.clear()
        answer(table, "names", 2, 1, 0, 4, "Ann Ash")
        table.press("2 ok")
        answer(table, "picked", 2, "")
        if not name:
            assert (table.view(2).title, table.view(2).lines) == ("Ann Ash", ["from now on", "from the start"])
            table.press(presses)
            if asked:
                answer(table, "picked", 2, "")
        assert (table.over, table.note(2)) == (True, "Ann Ash sits here")
        assert [one for one in hosts.asked if one[2] < -1] == ([] if name else asked)


def test_a_host_that_dies_amid_the_choice_seats_nobody(conversing):
    """The seat reads it after a few seconds, and may leave before."""
    for leaves in (False, True):
        table, hosts = asking(conversing)
        answer(table, "names", 2, 1, 0, 4, "Ann Ash")
        table.press("2 ok")
        if leaves:
            table.press("2 back")
        else:
            table.wait(3300)
        assert (table.over, table.last, hosts.asked[1:]) == (True, "start", [("pick", 2, 4)] * (1 if leaves else 4))
        assert table.note(2) == ("" if leaves else "no host: guests only")


def test_what_is_no_list_is_refused_and_another_seat_waits(conversing):
    """A host's mistake must not restart the table."""
    table, _ = asking(conversing)
    for wrong in ([61, 0], [1, 2, 4, "Ann"], [1, 0, 4], [1, 0, "Ann", 4], [1, 0, 1 << 40, "Ann"], [-1, 0], [1, -1]):
        with pytest.raises(Malformed):
            seat_player.update(["names", 7, 2, *wrong])
    with pytest.raises(Refused):
        seat_player.update(["names", 7, 1, 1, 0, 4, "Ann"])
    table.press("1 ok")
    assert (table.over, table.note(1)) == (False, "wait: West asks")
    table.press("2 back")
    assert (table.over, table.keeper.last) == (True, 0)
