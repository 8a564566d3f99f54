"""What the desk is asked before it is recorded: each question has its words, and is not asked where it need not be."""

from __future__ import annotations

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament import TournamentLog
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of

# Games by their ledger: one that is over, one that runs, and one that cannot be followed.
GAMES = {
    "aa": ("start ema-2016", "hand", "riichi 2", "win 2<0 3/40", "end"),
    "bb": ("start ema-2016", "hand"),
    "cc": ("start ema-2016", "win 2<0 3/40"),
}
PLAN = [
    [session, table, seats]
    for session in (1, 2, 3)
    for table, seats in ((1, [1, 2, 3, 4]), (2, [5, 6, 7, 8]))
]  # fmt: skip
EVEN = [30000, 30000, 40000, 20000]
ASKED = " (--yes to confirm)"


def games(game):
    """Return the events of a game."""
    return [event_of(line, n) for n, line in enumerate(GAMES[game.ledger])]


@pytest.fixture
def empty(tmp_path):
    """Yield a function that types a record and returns what is refused or asked, or nothing."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)

        def type_in(kind, *, by="desk", yes=False, people=(), new=(), elsewhere=(), **fields):
            check = DeskRecordValidator(games, yes=yes, people=people, new=new, elsewhere=elsewhere)
            try:
                records.record_all(by, [(kind, fields)], check)
            except TenboError as error:
                return error.message
            return ""

        type_in.desk = records
        yield type_in


@pytest.fixture
def records(empty):
    """Return the same with three sessions of two tables: in the first, table 1 has a result and table 2 plays."""
    assert empty("plan", tables=PLAN) == ""
    assert empty("game", session=1, table=1, ledger="aa", start=0) == ""
    assert empty("game", session=1, table=2, ledger="bb", start=0) == ""
    return empty


# ---------------------------------------------------------------- sessions and players that no one has heard of


@pytest.mark.parametrize(("session", "asked"), [
    (3, ""), (4, ""), (5, "these seats are for session 5, but no players are seated in session 4 yet"),
    (9, "these seats are for session 9, but no players are seated in session 4 yet"),
])  # fmt: skip
def test_a_session_that_leaves_one_out_is_asked_about(records, session, asked):
    """Seats of one table, and a plan, whose first session counts."""
    seats = [9, 10, 11, 12]
    wanted = asked and asked + ASKED
    assert records("seats", session=session, table=3, players=seats) == wanted
    assert records("plan", tables=[[session, 3, seats]]) == wanted
    assert records("plan", tables=[[12, 3, seats], [session, 3, seats]]) == wanted
    assert records("seats", yes=True, session=session, table=3, players=seats) == ""


def test_the_first_seats_of_all_may_be_of_any_session(empty):
    """No one is left out where no one sits."""
    assert empty("seats", session=4, table=1, players=[1, 2, 3, 4]) == ""


REGISTERED = [
    ([1, 2, 3, 4], ""), ([1, 2, 0, 0], ""), ([1, 2, 3, 9], "no player is registered with number 9"),
    ([9, 2, 8, 0], "no players are registered with the numbers 8, 9"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "asked"), REGISTERED)
def test_numbers_that_nobody_has_are_asked_about_where_people_are_registered(empty, players, asked):
    """Where no one is, there are numbers alone."""
    wanted = asked and asked + ASKED
    some = {1, 2, 3, 4}
    assert empty("seats", session=1, table=1, players=players, people=some) == wanted
    assert empty("plan", tables=[[1, 1, players]], people=some) == wanted
    assert empty("plan", tables=[[1, 1, players]]) == ""


def test_a_table_of_nobody_is_emptied_and_not_made(records):
    """The seats of one that there is may be left to no one."""
    wrong = "0 means an empty seat, so table 3 in session 2 would have no players: give the players' numbers"
    assert records("seats", session=2, table=3, players=[0] * 4) == wrong
    assert records("seats", session=2, table=2, players=[0] * 4) == ""
    assert records("seats", session=2, table=3, players=[0, 0, 0, 5]) == ""


# ---------------------------------------------------------------- the tournament itself


@pytest.mark.parametrize(("days", "refused"), [(1, False), (3, False), (0, True)])
def test_a_tournament_takes_at_least_a_day(empty, days, refused):
    """The number of days is refused at the desk."""
    assert bool(empty("tournament", title="Open", rules="alarm", days=days)) == refused


@pytest.mark.parametrize(("points", "asked"), [
    (-100, ""), (-99, "a penalty is in points, not in thousands: did you mean -99000 instead of -99?"),
    (100, "100 without a minus would give points to seat S: enter a penalty as -100"),
    (1, "1 without a minus would give points to seat S: enter a penalty as -1"),
])  # fmt: skip
def test_points_that_look_like_a_slip_are_asked_about(records, points, asked):
    """In thousands, or without a minus."""
    assert records("penalty", session=1, table=1, seat=1, points=points, why="x") == (asked and asked + ASKED)


def test_who_has_recorded_the_same_before_is_named_with_where(records):
    """Another name, or the same at another terminal; what one has typed oneself is one's own."""
    sheet = {"session": 2, "table": 1, "scores": EVEN, "why": "sheet"}
    assert records("correct", by="Ada", **sheet) == ""
    n = records.desk.records[-1].n
    said = records.desk.records[-1].summary()
    over = f"({said}): this would replace it{ASKED}"
    assert records("correct", by="Bo", **sheet) == f"Ada has already made record {n} {over}"
    elsewhere = f"Ada has already made record {n} at another terminal or browser {over}"
    assert records("correct", by="Ada", **sheet, elsewhere={n}) == elsewhere
    assert records("correct", by="Bo", **sheet, elsewhere={n}) == f"Ada has already made record {n} {over}"
    assert records("correct", by="Ada", **sheet, elsewhere={n + 1}) == ""
    penalty = {"session": 1, "table": 1, "seat": 0, "points": -1000, "why": "late"}
    assert records("penalty", by="Ada", **penalty) == ""
    assert records("penalty", by="Ada", **penalty).endswith(f": this would add another one{ASKED}")
    assert " at another" not in records("penalty", by="Ada", **penalty)


# ---------------------------------------------------------------- swaps


def test_a_swap_that_would_put_back_another_is_asked_about(records):
    """Of the same two in the same session, however they are named; after three it is a swap again."""
    swap = {"session": 2, "players": [1, 8]}
    assert records("swap", **swap) == ""
    n = records.desk.records[-1].n
    back = "players {} and {} have already swapped seats in session 2 "
    back += f"(record {n}): this would swap them back{ASKED}"
    assert records("swap", **swap) == back.format(1, 8)
    assert records("swap", session=2, players=[8, 1]) == back.format(8, 1)
    assert records("swap", session=3, players=[1, 8]) == ""
    assert records("swap", session=2, players=[2, 7]) == ""
    assert records("swap", session=2, players=[1, 7]) == ""
    assert records("swap", session=2, players=[1, 7], yes=True) == ""
    assert records("swap", **swap, yes=True) == ""
    assert records("swap", **swap) == ""


def test_both_of_a_swap_have_a_seat_in_that_session(records):
    """A seat in another session is none."""
    assert records("seats", session=3, table=3, players=[9, 10, 11, 12]) == ""
    assert records("swap", session=2, players=[1, 9]) == "player 9 has no seat in session 2"
    assert records("swap", session=2, players=[9, 1]) == "player 9 has no seat in session 2"
    assert records("swap", session=3, players=[1, 9]) == ""


# ---------------------------------------------------------------- who leaves


@pytest.mark.parametrize(("instead", "whose"), [({}, "belong to no one"), ({"instead": 0}, "belong to no one"),
                                               ({"instead": 9}, "go to player 9")])  # fmt: skip
def test_a_result_that_would_change_hands_is_asked_about(records, instead, whose):
    """One that is finished, and not one that is played or not begun."""
    asked = f"player 3 has a result at table 1 in session 1: it would {whose}{ASKED}"
    assert records("withdraw", player=3, session=1, why="ill", **instead) == asked
    assert records("withdraw", player=3, session=2, why="ill", **instead) == ""
    assert records("takeback", of=records.desk.records[-1].n, why="well again") == ""
    assert records("withdraw", player=5, session=1, why="ill", **instead) == ""


def test_a_locked_result_is_nobody_elses_and_not_asked_about(records):
    """It keeps its player."""
    assert records("lock", session=1, table=1) == ""
    assert records("withdraw", player=3, session=1, why="ill") == ""
    assert [records.desk.tournament.seats[session, 1][2] for session in (1, 2)] == [3, 0]


def test_who_comes_instead_is_registered(records):
    """And no one is no one."""
    some = set(range(1, 9)) | {12}
    who = {"player": 3, "session": 2, "why": "ill", "people": some}
    assert records("withdraw", **who, instead=13) == f"no player is registered with number 13{ASKED}"
    assert records("withdraw", **who, instead=12) == ""


@pytest.mark.parametrize(("player", "session", "refused"), [
    (3, 3, False), (3, 4, False), (3, 5, True), (9, 4, True), (9, 1, True), (0, 4, True),
])  # fmt: skip
def test_who_withdraws_has_a_seat_or_may_have_one_in_the_next_session(records, player, session, refused):
    """The next session may not be planned yet."""
    wrong = f"player {player} has no seat from session {session} on" if refused else ""
    assert records("seats", session=3, table=2, players=[5, 6, 7, 0]) == ""
    assert records("withdraw", player=player, session=session, why="ill") == wrong


def test_whose_name_is_struck_already_is_asked_about(records):
    """With the reason of then."""
    assert records("strike", player=3, why="rude") == ""
    assert records("strike", player=3, why="very rude") == f"player 3 is already excluded from the ranking: rude{ASKED}"
    assert records("strike", player=4, why="rude too") == ""


# ---------------------------------------------------------------- who enters


def test_who_enters_is_somebody_without_a_seat_in_a_session_that_is_planned(records):
    """And is told what there is."""
    assert records("enter", session=2, player=0) == "0 means an empty seat; player numbers start at 1"
    assert (
        records("enter", session=4, player=9)
        == "no players are seated in session 4: choose a planned session (1-3), or import a plan for this one "
        "(tenbo session plan)"
    )
    assert records("enter", session=2, player=7) == "player 7 already has a seat in session 2"


def test_where_nothing_is_planned_nobody_enters(empty):
    """There are no sessions to name."""
    assert empty("enter", session=1, player=9) == (
        "no players are seated in any session yet: create a seating plan first (tenbo session plan)")  # fmt: skip


def test_where_no_seat_is_empty_the_remedies_are_named_also_to_who_is_new(records):
    """Who is registered with the same command was not registered either."""
    plan = "replan from this session on (tenbo seating --from ... --with 9), or let the player play as an unranked"
    full = records("enter", session=2, player=9)
    assert full.startswith(f"session 2 has no empty seat for player 9: {plan}")
    first = "register the player first without a session (tenbo session add without --from), then replan from this"
    new = records("enter", session=2, player=9, new={9})
    assert new.startswith(f"session 2 has no empty seat, so the player was not registered: {first}")
    assert records("enter", session=2, player=9, new={10}) == full


def test_who_enters_takes_the_first_empty_seat_and_a_result_only_when_it_is_meant(records):
    """Where a result is finished; where a table plays, or has not begun, no one is asked."""
    assert records("seats", yes=True, session=1, table=1, players=[1, 2, 0, 4]) == ""
    asked = ("table 1 has a result in session 1, and the score of W would go to player 9: to start later, enter the "
             f"player from session 2 on{ASKED}")  # fmt: skip
    assert records("seats", session=2, table=2, players=[5, 0, 7, 8]) == ""
    assert records("enter", session=1, player=9) == asked
    assert records("enter", session=2, player=9) == ""
    assert records.desk.tournament.seats[2, 2] == [5, 9, 7, 8]
    assert records("seats", session=1, table=2, players=[5, 6, 7, 0], yes=True) == ""
    assert records("enter", session=1, player=10, yes=True) == ""
    assert records.desk.tournament.seats[1, 1] == [1, 2, 10, 4]
    assert records("enter", session=1, player=11) == ""
    assert records.desk.tournament.seats[1, 2] == [5, 6, 7, 11]


# ---------------------------------------------------------------- what is shown, ended, taken back


def test_sessions_that_would_be_shown_at_once_are_asked_about(records):
    """Those before the one from which on results are hidden now; none were hidden at first."""
    assert records("hide", session=4) == "there is no session 4; known sessions: 1-3"
    assert records("hide", session=1) == ""
    shown = "still hidden and would become visible to everyone at once"
    assert records("hide", session=2) == f"session 1 is {shown}{ASKED}"
    assert records("hide", session=3) == f"sessions 1, 2 are {shown}{ASKED}"
    assert records("hide", session=1) == ""
    assert records("release", at=0) == ""
    assert records("hide", session=3) == ""
    assert records("hide", session=2) == ""


def test_a_session_without_an_open_table_ends_without_a_question(records):
    """A locked result is no open one, and one that is broken is."""
    assert records("end", session=1) == f"session 1 is not finished: table 2 (playing){ASKED}"
    assert records("correct", session=1, table=2, scores=EVEN, why="sheet", yes=True) == ""
    assert records("lock", session=1, table=1) == ""
    assert records("end", session=1) == ""


def test_scores_over_a_game_that_runs_are_asked_about_once(records):
    """A slip of the table's number would be the result of people who play on; a dead table's scores need a yes."""
    asked = (
        "table 2 is still playing session 1 (E1, 30,000 30,000 30,000 30,000): the scores you enter "
        "would be used instead"
    )
    typed = {"session": 1, "table": 2, "scores": EVEN, "why": "sheet"}
    before = len(records.desk.records)
    assert records("correct", **typed) == asked + ASKED
    assert len(records.desk.records) == before
    assert records("lock", session=1, table=2).startswith("table 2 is still playing in session 1")
    assert records("correct", **{**typed, "scores": [1, 2, 3, 4]}).startswith("table 2 in session 1: ")
    assert records("correct", **typed, yes=True) == ""
    assert records("correct", **{**typed, "scores": EVEN[::-1]}) == ""
    assert records("correct", session=1, table=1, scores=EVEN, why="sheet") == ""
    assert records("correct", session=2, table=2, scores=EVEN, why="paper") == ""


def test_what_cannot_be_followed_is_told_where_it_is_locked_and_refused_when_it_becomes_so(records):
    """What was broken before keeps no one from the rest, such as from typing the scores."""
    said = records("game", session=2, table=1, ledger="cc", start=0)
    assert said.startswith(
        "after this change the result of table 1 in session 2 could no longer be worked out: the game of "
        "table 1 in session 2 cannot"
    )
    records.desk.record_all("desk", [("game", {"session": 2, "table": 1, "ledger": "cc", "start": 0})])
    assert records("lock", session=2, table=1).startswith("the game of table 1 in session 2 cannot be followed")
    assert records("penalty", session=2, table=1, seat=0, points=-1000, why="late") == ""
    assert records("correct", session=2, table=1, scores=EVEN, why="sheet") == ""


def test_a_record_of_a_locked_result_is_not_taken_back_but_its_lock_is(records):
    """The result is reopened first, or the lock itself is taken back."""
    assert records("correct", session=1, table=1, scores=EVEN, why="sheet") == ""
    sheet = records.desk.records[-1].n
    assert records("lock", session=1, table=1) == ""
    lock = records.desk.records[-1].n
    locked = (
        "the result of table 1 in session 1 is locked: unlock it first, with a reason (tenbo session "
        "reopen 1 1 --why ...)"
    )
    assert records("takeback", of=sheet, why="x") == locked
    assert records("takeback", of=99, why="x") == ("there is no record 99: see the desk's log (tenbo log --desk)")
    assert records("takeback", of=lock, why="x") == ""
    assert records("takeback", of=sheet, why="x") == ""


def test_a_table_is_named_with_those_that_there_are(records):
    """Of its session."""
    assert records("penalty", session=2, table=5, seat=0, points=-1000, why="x") == (
        "there is no table 5 in session 2; its tables: 1, 2")  # fmt: skip
    assert records("correct", session=7, table=1, scores=EVEN, why="x") == (
        "there is no session 7; known sessions: 1-3"
    )


# ---------------------------------------------------------------- seats that change under a result


def test_seats_of_a_table_with_a_result_are_asked_about(records):
    """With those of before and those of then; where it has none, or only plays, no one is asked."""
    asked = f"table 1 has a result in session 1 for players 1-2-3-4: it would {{}}{ASKED}"
    assert records("seats", session=1, table=1, players=[1, 2, 9, 4]) == asked.format("go to players 1-2-9-4")
    assert records("seats", session=1, table=1, players=[0] * 4) == asked.format("belong to no one")
    assert records("seats", session=1, table=1, players=[1, 2, 3, 4]) == ""
    assert records("seats", session=1, table=2, players=[5, 6, 7, 9]) == ""
    assert records("seats", session=2, table=1, players=[1, 2, 9, 4]) == ""
    assert records("seats", session=1, table=1, players=[0] * 4, yes=True) == ""
    assert records("seats", session=1, table=1, players=[1, 2, 3, 4]) == ""


def test_a_plan_that_is_taken_back_says_who_would_sit_nowhere_and_whose_results_would_be_nobodys(records):
    """Two results by name, and how many more."""
    first = records.desk.records[0].n
    gone = f"effect of reverting record {first} (plan): no one would sit at tables 1, 2 in sessions 1-3"
    result = "table {1} has a result in session {0} for players {2}: it would belong to no one"
    one = result.format(1, 1, "1-2-3-4")
    assert records("takeback", of=first, why="x") == f"{gone}; {one}{ASKED}"
    assert records("correct", session=2, table=1, scores=EVEN, why="sheet") == ""
    two = result.format(2, 1, "1-2-3-4")
    assert records("takeback", of=first, why="x") == f"{gone}; {one}; {two}{ASKED}"
    assert records("correct", session=2, table=2, scores=EVEN, why="sheet") == ""
    assert records("takeback", of=first, why="x") == f"{gone}; {one}; {two}; the same applies to 1 more table{ASKED}"
    assert records("correct", session=3, table=1, scores=EVEN, why="sheet") == ""
    assert records("takeback", of=first, why="x") == f"{gone}; {one}; {two}; the same applies to 2 more tables{ASKED}"


def test_a_plan_over_another_one_is_taken_back_to_the_seats_of_before(records):
    """Seats of one table are just put back; no one is asked where nothing was played."""
    assert records("plan", tables=[[2, 1, [5, 6, 7, 8]], [2, 2, [1, 2, 3, 4]]]) == ""
    second = records.desk.records[-1].n
    back = (
        f"effect of reverting record {second} (plan): the previous seats would apply again at tables 1, 2 in session 2"
    )
    assert records("takeback", of=second, why="x") == back + ASKED
    assert records("takeback", of=second, why="x", yes=True) == ""
    assert records.desk.tournament.seats[2, 1] == [1, 2, 3, 4]
    assert records("seats", session=3, table=1, players=[4, 3, 2, 1]) == ""
    assert records("takeback", of=records.desk.records[-1].n, why="x") == ""
    assert records("seats", session=3, table=3, players=[9, 10, 11, 12]) == ""
    alone = f"effect of reverting record {records.desk.records[-1].n} (seats): no one would sit at table 3 in session 3"
    assert records("takeback", of=records.desk.records[-1].n, why="x") == alone + ASKED
