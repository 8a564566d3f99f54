"""Who should not meet, read from a file, and the exchange that keeps them apart, worked out by hand."""

from __future__ import annotations

import pytest

from tenbo.formats.player_files import read_relations
from tenbo.tournament.seating.separation import (
    Relations,
    UnwantedMeetingCounts,
    count_unwanted_meetings,
    separate_related_players,
)
from tenbo_core.errors import Malformed

TWO_TABLES = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
NOTHING = {player: Relations() for player in range(1, 9)}


def test_a_wish_moves_those_of_whom_nothing_else_is_known():
    """Player 1 cannot leave the table without meeting three others, so the first one who may sit elsewhere does."""
    ties = NOTHING | {1: Relations(apart=(2, 6, 7, 8))}
    assert separate_related_players(TWO_TABLES, range(1, 9), ties) == [1, 5, 3, 4, 2, 6, 7, 8]


def test_whom_nobody_minds_keep_their_numbers():
    """Nothing is better by it, so nothing is exchanged."""
    assert separate_related_players(TWO_TABLES, [8, 7, 6, 5, 4, 3, 2, 1], NOTHING) == [8, 7, 6, 5, 4, 3, 2, 1]
    compatriots = {1: Relations("a", "NED"), 5: Relations("a", "NED")}
    assert separate_related_players(TWO_TABLES, range(1, 9), NOTHING | compatriots) == list(range(1, 9))


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        ({1: Relations("a"), 2: Relations("a")}, [5, 2, 3, 4, 1, 6, 7, 8]),
        ({1: Relations("", "NED"), 2: Relations("", "NED")}, [5, 2, 3, 4, 1, 6, 7, 8]),
        ({1: Relations(apart=(2,))}, [5, 2, 3, 4, 1, 6, 7, 8]),
        ({2: Relations(apart=(1,))}, [5, 2, 3, 4, 1, 6, 7, 8]),
        # One club of five at two tables: three and two is better than four and one.
        ({player: Relations("a") for player in range(1, 6)}, [6, 2, 3, 4, 5, 1, 7, 8]),
        # A country yields to a club: 1 goes to three compatriots, and then back to one of them in the place of 2.
        (
            {1: Relations("a", "NED"), 2: Relations("a"), **{n: Relations("", "NED") for n in (5, 6, 7, 8)}},
            [5, 1, 3, 4, 2, 6, 7, 8],
        ),
        # A wish yields to a country, in the same two steps.
        ({1: Relations("", "NED", (5, 6, 7, 8)), 2: Relations("", "NED")}, [5, 1, 3, 4, 2, 6, 7, 8]),
    ],
)
def test_two_change_their_numbers_where_fewer_meet_who_should_not(ties, order):
    """The first with the second, the first with the third and so on; clubs weigh most, then countries, then wishes."""
    assert separate_related_players(TWO_TABLES, range(1, 9), NOTHING | ties) == order


def test_every_meeting_of_several_rounds_counts():
    """Two of a club meet twice in the plan where numbers 1 and 2 do, once where 1 and 3 do, never where 1 and 5 do."""
    plan = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 5, 6], [3, 4, 7, 8]]]
    ties = {1: Relations("a"), 2: Relations("a")}
    assert count_unwanted_meetings(plan, ties) == UnwantedMeetingCounts(2, 0, 0)
    assert count_unwanted_meetings(plan, {1: Relations("a"), 3: Relations("a")}) == UnwantedMeetingCounts(1, 0, 0)
    # 1 changes with 3, who meets 2 once less; then 2 with 5, who never meets number 3.
    order = separate_related_players(plan, range(1, 9), NOTHING | ties)
    assert order == [3, 5, 1, 4, 2, 6, 7, 8]
    assert count_unwanted_meetings(
        [[[order[number - 1] for number in table] for table in tables] for tables in plan], ties
    ) == UnwantedMeetingCounts(0, 0, 0)


def test_a_meeting_is_of_a_club_of_a_country_and_against_a_wish_at_the_same_time():
    """Who has no club shares none, who is not in the file shares nothing, and a wish counts once for both."""
    table = [[[1, 2, 3, 4]]]
    assert count_unwanted_meetings(
        table, {1: Relations("a", "NED", (2,)), 2: Relations("a", "NED", (1,))}
    ) == UnwantedMeetingCounts(1, 1, 1)
    assert count_unwanted_meetings(
        table, {1: Relations(), 2: Relations(), 3: Relations(), 4: Relations()}
    ) == UnwantedMeetingCounts(0, 0, 0)
    assert count_unwanted_meetings(table, {1: Relations("a", "NED", (2,))}) == UnwantedMeetingCounts(0, 0, 0)
    assert count_unwanted_meetings(
        table, {1: Relations("a", "NED"), 2: Relations("b", "NED"), 3: Relations("a", "GER"), 4: Relations("b")}
    ) == UnwantedMeetingCounts(2, 1, 0)
    assert UnwantedMeetingCounts(1, 2, 3).summary() == (
        "meetings within a club: 1, within a country: 2, against a wish: 3"
    )


def test_wishes_are_read_from_a_column_of_numbers():
    """Parted by blanks or commas, each once and in order; who has no number in the file has that of the row."""
    text = "id;name;club;country;apart\n7;Ann A;OckHam;nl;12, 999999999 12\n;Ben B;;;\n9;Cy C;;GER;7\n"
    assert read_relations(text) == {
        7: Relations("ockham", "NED", (12, 999_999_999)), 2: Relations("", "", ()), 9: Relations("", "GER", (7,)),
    }  # fmt: skip
    assert read_relations("name\nAnn A\nBen B\n") == {1: Relations(), 2: Relations()}
    for wish in ("1000000000", "-1", "²", "1.5", "3 x"):
        with pytest.raises(
            Malformed, match=("line 3: the apart column must be a list of player numbers, such as 7 12")
        ):
            read_relations(f"name;apart\nAnn A;1\nBen B;{wish}\n")
