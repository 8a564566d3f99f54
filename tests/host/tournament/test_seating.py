"""Seating plans: made by the command, certified by a second program here, and mended when players leave."""

import json
import signal
from collections import Counter
from itertools import chain, combinations, pairwise, product
from random import Random

import pytest

from rings import mostly_thorough
from tenbo.cli.dispatch import main
from tenbo.formats.plan_files import read_plan
from tenbo.tournament.seating.cyclic_search import cyclic_schedule
from tenbo.tournament.seating.plan_quality import compute_certificate
from tenbo.tournament.seating.schedule import plan_from_schedule
from tenbo.tournament.seating.search import find_groups
from tenbo.tournament.seating.search_budget import SearchBudget
from tenbo.tournament.seating.table_numbering import assign_table_numbers
from tenbo.tournament.seating.winds import assign_winds


def second_certificate(schedule):
    """Count everything pair by pair and player by player: slow, and nothing in common with the program's own way."""
    players = sorted({player for tables in schedule for table in tables for player in table})
    pairs = list(combinations(players, 2))

    def met(one, other):
        return [table for tables in schedule for table in tables if one in table and other in table]

    def outside(counts):
        mean = sum(counts) / len(counts)
        return sum(max(0, int(mean) - count, count - int(mean + (mean % 1 > 0))) for count in counts)

    meetings = {pair: met(*pair) for pair in pairs}
    opponents = {
        one: {other for other in players if other != one and meetings[min(one, other), max(one, other)]}
        for one in players
    }
    apart = [len(opponents[one] & opponents[other]) for one, other in pairs if not meetings[one, other]]
    held = [{player: at for at, table in enumerate(tables) for player in table} for tables in schedule]
    return {
        "repeats": sum(max(0, len(tables) - 1) for tables in meetings.values()),
        "indirect_least": min(apart) if apart else None,
        "winds_off": sum(
            outside([sum(table[wind] == player for tables in schedule for table in tables) for wind in range(4)])
            for player in players
        ),
        "same_table": sum(
            before.get(player) == at for before, after in pairwise(held) for player, at in after.items()
        ),
        "sides_off": sum(
            outside([sum((t.index(other) - t.index(one)) % 4 == side for t in tables) for side in (1, 2, 3)])
            for (one, other), tables in meetings.items()
            if len(tables) > 1
        ),
        "bound": max(
            sum(map(len, meetings.values())) - len(pairs),
            (len(schedule) - 1) * len(players) // 4 * most_even_pairs(len(players) // 4),
            0,
        ),
    }  # fmt: skip


def most_even_pairs(tables):
    """Return the fewest pairs of a table whose four players come from so many tables of the session before."""
    return min(
        sum(count * (count - 1) // 2 for count in Counter(came).values()) for came in product(range(tables), repeat=4)
    )


def everybody(tables):
    return list(chain.from_iterable(tables))


def dealt(players, rounds, random):
    shuffled = [random.sample(range(1, players + 1), players) for _ in range(rounds)]
    return [[order[at : at + 4] for at in range(0, players, 4)] for order in shuffled]


def seating(capsys, *words):
    """Run the command, and return its status, its output and what it complains of."""
    status = main(["seating", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out, said.err


def made(capsys, *words):
    status, out, err = seating(capsys, *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("size", [(8, 5), (12, 11), (16, 3), (20, 8), (32, 2), (40, 6)])
def test_two_programs_certify_every_schedule_alike(size):
    """The certificate is worth what someone else finds, who counts in another way."""
    for seed in range(6):
        schedule = dealt(*size, Random(seed))
        assert second_certificate(schedule) == compute_certificate(schedule)._asdict()
    players, rounds = size
    assert compute_certificate(schedule).bound == max(0, players * (3 * rounds - (players - 1)) // 2)


@pytest.mark.parametrize(("players", "rounds", "least"), [(8, 2, 4), (8, 3, 8), (12, 2, 3)])
def test_what_few_tables_force_is_no_fault_of_the_plan(capsys, players, rounds, least):
    """Eight people at two tables: some who sit together have sat together in the session before, whatever the plan."""
    certificate = made(capsys, "--players", players, "--rounds", rounds, "--steps", 20_000)["certificate"]
    assert (certificate["repeats"], certificate["bound"]) == (least, least)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 5),
        (20, 5),
        (24, 7),
        (28, 9),
        (32, 8),
        (36, 11),
        (40, 13),
        (44, 14),
        (48, 15),
        (60, 15),
        (64, 15),
        (172, 15),
    ],
)
def test_nobody_meets_anybody_twice_where_that_is_known_to_be_possible(players, rounds):
    """By construction, not by luck: with one round more each of the small ones has to repeat a meeting."""
    groups = cyclic_schedule(players, rounds, Random(1), SearchBudget(lambda: 0.0, steps=10**9))
    meetings = [frozenset(pair) for tables in groups for table in tables for pair in combinations(table, 2)]
    assert len(meetings) == len(set(meetings)) == 6 * (players // 4) * rounds
    assert all(sorted(player for table in tables for player in table) == list(range(players)) for tables in groups)
    if players in (16, 28, 40):
        assert len(meetings) == players * (players - 1) // 2


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (20, 7), (24, 5), (40, 13), (100, 10)])
def test_winds_are_as_equal_as_can_be_whoever_sits_together(players, rounds):
    """A player has every wind once in four rounds, no matter what the groups are."""
    for seed in range(3):
        schedule = assign_winds(dealt(players, rounds, Random(seed)), Random(seed))
        assert second_certificate(schedule)["winds_off"] == 0
        assert second_certificate(schedule[: rounds // 4 * 4])["winds_off"] == 0
        assert second_certificate(schedule[:4])["winds_off"] == 0


def test_everybody_changes_table_after_every_round():
    """With five tables and more there are always numbers by which no one stays where they were."""
    groups = cyclic_schedule(20, 5, Random(3), SearchBudget(lambda: 0.0, steps=10**9))
    assert second_certificate(assign_table_numbers(groups))["same_table"] == 0
    wide = cyclic_schedule(172, 6, Random(3), SearchBudget(lambda: 0.0, steps=10**9))
    assert compute_certificate(assign_table_numbers(wide)).same_table == 0


@pytest.mark.parametrize(
    ("players", "rounds", "steps", "most", "least"),
    mostly_thorough([
        (16, 5, 1_000, 0, None), (20, 6, 1_000, 6, 12),
            (20, 7, 4_000, 20, None), (24, 8, 4_000, 12, None), (24, 10, 40_000, 84, None),
            (32, 10, 4_000, 0, 30), (32, 11, 4_000, 32, None),
            (32, 8, 2_000, 0, 1), (100, 8, 20_000, 0, 1),
        (36, 12, 4_000, 18, None), (36, 13, 4_000, 72, None),
        (40, 15, 60_000, 120, None), (128, 10, 2_000, 0, 1),
            (172, 15, 500, 0, 1),
    ], "schedules searched for seconds", inner=4, rows=True),
)  # fmt: skip
def test_the_plan_is_as_good_as_the_best_known(capsys, players, rounds, steps, most, least):
    """Few steps suffice where a construction is behind it; the numbers are the counting bound, or the best known."""
    plan = made(capsys, "--players", players, "--rounds", rounds, "--steps", steps)
    again = second_certificate(plan["rounds"])
    assert again == plan["certificate"]
    assert plan["players"] == players
    assert len(plan["rounds"]) == rounds
    assert all(sorted(everybody(tables)) == list(range(1, players + 1)) for tables in plan["rounds"])
    assert again["repeats"] <= most
    assert again["winds_off"] == 0
    assert (again["indirect_least"] is None) if least is None else (again["indirect_least"] >= least)


@pytest.mark.thorough("a schedule searched for seconds")
def test_twelve_players_in_eleven_rounds_meet_each_other_three_times_and_once_opposite(capsys):
    """The whist tournament of twelve: a plan with as few repeats may let two meet six times and two others once."""
    for seed in (1, 2):
        plan = made(capsys, "--players", 12, "--rounds", 11, "--steps", 120_000, "--seed", seed)
        tables = everybody(plan["rounds"])
        met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
        opposite = Counter(frozenset(pair) for e, s, w, n in tables for pair in ((e, w), (s, n)))
        assert set(met.values()) == {3}
        assert len(met) == 66
        assert opposite == dict.fromkeys(met, 1)
        winds = Counter((player, wind) for table in tables for wind, player in enumerate(table))
        assert sorted(winds.values()) == [2] * 12 + [3] * 36
        again = second_certificate(plan["rounds"])
        assert again == plan["certificate"]
        assert (again["repeats"], again["winds_off"]) == (132, 0)
        assert again["sides_off"] <= 22


@pytest.mark.thorough("a schedule searched for seconds")
def test_the_same_seed_and_steps_make_the_same_plan(capsys):
    """So that a plan in a report can be made again; another seed makes another."""
    words = ("--players", 20, "--rounds", 7, "--steps", 6_000)
    assert made(capsys, *words) == made(capsys, *words)
    assert made(capsys, *words) != made(capsys, *words, "--seed", 2)


def test_a_certificate_that_is_not_true_is_found_out(capsys, tmp_path):
    """Each number by itself, and a changed seat as well."""
    plan = made(capsys, "--players", 20, "--rounds", 6, "--steps", 20_000)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan))
    status, out, _ = seating(capsys, "--check", file)
    assert (status, out.splitlines()[-1]) == (0, "the certificate is correct")
    for name, value in plan["certificate"].items():
        file.write_text(json.dumps(plan | {"certificate": plan["certificate"] | {name: value + 1}}))
        status, out, _ = seating(capsys, "--check", file)
        assert (status, out.splitlines()[-1]) == (1, f"wrong: {name} must be {value}; the file has {value + 1}")
    table = plan["rounds"][0][0]
    table[0], table[1] = table[1], table[0]
    file.write_text(json.dumps(plan))
    assert seating(capsys, "--check", file)[0] == 1


def test_a_plan_is_written_as_the_desk_takes_it(capsys, tmp_path):
    """And can be checked and planned again from there."""
    file = tmp_path / "seating.txt"
    plan = made(capsys, "--players", 16, "--rounds", 3, "--steps", 2_000, "--out", file)
    assert read_plan(file.read_text()) == plan_from_schedule(plan["rounds"])
    status, out, _ = seating(capsys, "--check", file)
    assert status == 0
    assert "no certificate to compare with" in out
    again = made(capsys, "--from", file, "--after", 1, "--without", "3,4,5,6", "--steps", 2_000)
    assert again["rounds"][0] == plan["rounds"][0]
    assert all(sorted(everybody(tables)) == [1, 2, *range(7, 17)] for tables in again["rounds"][1:])


def test_a_plan_goes_through_a_spreadsheet_and_back(capsys, tmp_path):
    """As a table with a head line, which is read like the script."""
    file = tmp_path / "seating.csv"
    plan = made(capsys, "--players", 16, "--rounds", 3, "--steps", 2_000, "--out", file)
    assert file.read_text().startswith("session,table,E,S,W,N\n1,1,")
    assert read_plan(file.read_text()) == plan_from_schedule(plan["rounds"])
    assert seating(capsys, "--check", file)[0] == 0


@pytest.fixture
def ctrl_c_is_heard():
    """Have Ctrl-C mean what it means at a terminal; programs in the background begin without it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_ends_the_search_with_the_best_so_far(capsys, monkeypatch):
    """The organiser has waited long enough; the plan is whole."""
    told = []

    def told_once(budget, what):
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(what)

    monkeypatch.setattr(SearchBudget, "report_progress", told_once)
    plan = made(capsys, "--players", 20, "--rounds", 5, "--seconds", 3600)
    assert len(told) == 1
    assert len(plan["rounds"]) == 5
    assert second_certificate(plan["rounds"]) == plan["certificate"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_two_leave_in_the_middle_and_the_others_play_on(capsys, tmp_path):
    """The played rounds stay, who has left is not seated, and two sit out each round, no one twice."""
    file = tmp_path / "plan.json"
    plan = made(capsys, "--players", 24, "--rounds", 8, "--steps", 20_000)
    file.write_text(json.dumps(plan))
    again = made(capsys, "--from", file, "--after", 4, "--without", "7,12", "--steps", 60_000)
    assert again["rounds"][:4] == plan["rounds"][:4]
    seats = [everybody(tables) for tables in again["rounds"][4:]]
    assert [len(set(round_seats)) for round_seats in seats] == [20] * 4
    assert not {7, 12} & set(everybody(seats))
    assert {sum(player in one for one in seats) for player in set(range(1, 25)) - {7, 12}} == {3, 4}
    assert second_certificate(again["rounds"]) == again["certificate"]
    status, out, _ = seating(capsys, "--from", file, "--after", 4, "--without", "7,12", "--steps", 2_000)
    assert status == 0
    assert "session 4  (unchanged)" in out
    assert "  byes  " in out
    filled = made(capsys, "--from", file, "--after", 4, "--without", "7,12", "--with", "25,31", "--steps", 20_000)
    assert all({25, 31} < set(everybody(tables)) and len(tables) == 6 for tables in filled["rounds"][4:])


def test_players_who_fill_no_table_sit_out_in_turn(capsys):
    """From the first round on, when it is asked for."""
    plan = made(capsys, "--players", 18, "--rounds", 9, "--byes", "--steps", 40_000)
    seats = everybody(map(everybody, plan["rounds"]))
    assert {seats.count(player) for player in range(1, 19)} == {8}


@pytest.mark.thorough("a schedule searched for seconds")
def test_a_plan_for_people_keeps_clubs_apart_and_is_no_worse_by_it(capsys, tmp_path):
    """In one step, where no one asks for a draw that others can check; numbers may be any that people have."""
    file, plan = tmp_path / "people.csv", tmp_path / "plan.json"
    rows = [f"{1000 + 7 * n};P {n};Club {n % 6};NED;{1000 if n == 9 else ''}" for n in range(24)]
    file.write_text("id;name;club;country;apart\n" + "\n".join(rows) + "\n")
    numbered = made(capsys, "--players", 24, "--rounds", 5, "--steps", 30_000)
    plan.write_text(json.dumps(record := made(capsys, "--people", file, "--rounds", 5, "--steps", 30_000)))
    assert set(everybody(map(everybody, record["rounds"]))) == {1000 + 7 * n for n in range(24)}
    assert record["certificate"] == numbered["certificate"] == second_certificate(record["rounds"])
    assert seating(capsys, "--check", plan)[0] == 0
    club = {1000 + 7 * n: n % 6 for n in range(24)}
    same = sum(club[a] == club[b] for tables in record["rounds"] for t in tables for a, b in combinations(t, 2))
    assert record["met"]["clubs"] == same <= 6
    assert record["met"]["wishes"] == 0
    assert made(capsys, "--people", file, "--rounds", 5, "--steps", 30_000) == record
    out = seating(capsys, "--people", file, "--rounds", 5, "--steps", 2_000)[1]
    assert "meetings within a club" in out


def test_the_tables_are_printed_for_a_person(capsys):
    """Every round, every table, and the certificate in words."""
    status, out, err = seating(capsys, "--players", 8, "--rounds", 2, "--steps", 40_000)
    assert (status, err) == (0, "")
    assert "session 2\n  table 1    E " in out
    assert "everybody" not in out
    assert "8 players, 2 sessions\nrepeats            4  meetings" in out
    status, out, _ = seating(capsys, "--players", 16, "--rounds", 5, "--steps", 2_000)
    assert "everybody meets everybody" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "--players 22 --rounds 3",
            "find 2 substitutes and plan for 24 players, or let 2 sit out each session (--players 22 --byes)",
        ),
        ("--players 0 --rounds 3", "the number of players must be 4 to 400, not 0"),
        ("--players 24 --rounds 0", "the number of sessions must be 1 to 60, not 0"),
        ("--players 24", "--rounds is missing"),
        ("--rounds 24", "--players is missing"),
        ("--players 24 --rounds 3 --without 7", "--without goes with --from FILE"),
        ("--players 24 --rounds 3 --seconds 0", "--seconds must be more than 0"),
        ("--players 24 --rounds 3 --seconds nan", "--seconds must be more than 0"),
        ("--players 24 --rounds 3 --steps 0", "--steps must be at least 1, not 0"),
        ("--players 24 --rounds 3 --steps 5 --seconds 5", "--seconds and --steps exclude each other: give one of them"),
        ("--from {plan} --without 7", "--from needs --after K"),
        ("--from {plan} --after 2 --without 7", "--after must be 0 to 1, not 2: the plan has 2 sessions"),
        ("--from {plan} --after 1 --without 77", "no player in the plan has the number 77"),
        ("--from {plan} --after 1 --with 3", "player 3 is in the plan already"),
        ("--from {plan} --after 1 --without 1,2,3,4,5", "--without leaves 3 players"),
        ("--from {plan} --after 1 --players 8", "leave --players and --rounds out"),
        ("--people {people} --rounds 3 --players 8", "has 4 players, not 8: leave --players out"),
        ("--people {people}", "--rounds is missing"),
        ("--people {people} --from {plan} --after 1", "--people is for a new plan"),
        ("--check {twice}", "session 1, table 2: player 1 is already seated at table 1 in this session"),
        ("--check {other}", "is not JSON"),
        ("--check {empty}", "seats no players"),
        ("--check {number}", "'1.5' is not a player number, which has 1 to 9 digits"),
    ],
)
def test_what_makes_no_plan_is_refused_with_what_to_do(capsys, tmp_path, words, sentence):
    """Nothing is printed but one sentence."""
    files = {
        "plan": "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8\n", "twice": '{"rounds": [[[1,2,3,4],[1,6,7,8]]]}',
        "people": "id;name\n1;A B\n2;B C\n3;C D\n4;D E\n", "other": "{", "empty": "",
        "number": '{"rounds": [[[1,2,3,1.5]]]}',
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    given = words.format(**{name: tmp_path / name for name in files})
    status, out, err = seating(capsys, *given.split())
    usage = any(
        word in sentence
        for word in ("missing", "goes with", "exclude each other", "needs", "leave --players and", "a new plan")
    )
    assert (status, out) == (2 if usage else 1, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_round_of_more_or_fewer_tables_than_the_one_before_keeps_nobody_where_it_need_not():
    """Players came or went between two rounds: each table gets one number, and no one the one they had."""
    four = [list(range(at, at + 4)) for at in range(0, 16, 4)]
    for before in (1, 2, 3, 4):
        for after in (2, 3, 4):
            (tables,) = assign_table_numbers([four[:after]], four[:before])
            assert sorted(tables) == four[:after]
            kept = [table for table, last in zip(tables, four[:before], strict=False) if table == last]
            assert kept == [], (before, after, tables)


def test_where_every_pair_meets_no_common_opponents_are_counted():
    """There are none of whom a pair that never meets could have fewest."""
    found = []
    budget = SearchBudget(lambda: 0.0, steps=1, report=lambda what, _used: found.append(what))
    find_groups(16, 5, Random(1), budget)
    assert {what.code for what in found} == {"everyone_meets"}
