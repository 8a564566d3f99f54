"""Figures with their spread, and the rows of the pace, against formulas that are written here a second time."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from tenbo.tournament.pace.confidence_intervals import (
    Mean,
    Share,
    deviation_of,
    mean_of,
    mean_with_largest_deviation,
    student_quantile,
    two_sided_quantile,
)
from tenbo.tournament.pace.forecast import HallPace, forecast_end, hall_pace, hand_cycle_seconds
from tenbo.tournament.pace.game_timing import WinGain, game_timing
from tenbo.tournament.pace.session_pace import GameProgress, session_pace
from tenbo.tournament.play_statistics import FEWEST, PlayStatistics, play_statistics
from tenbo_core.event_notation import event_of

# ---------------------------------------------------------------- spread

# Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5: the terms by powers of the normal quantile.
EXPANSION = (
    ({3: 1, 1: 1}, 4),
    ({5: 5, 3: 16, 1: 3}, 96),
    ({7: 3, 5: 19, 3: 17, 1: -15}, 384),
    ({9: 79, 7: 776, 5: 1482, 3: -1920, 1: -945}, 92160),
)


@pytest.mark.parametrize("freedom", [3, 4, 9])
@pytest.mark.parametrize("z", [Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)])
def test_students_quantile_is_the_published_expansion(z, freedom):
    """Term by term, each divided by another power of the degrees of freedom."""
    wanted = z
    for power, (terms, divisor) in enumerate(EXPANSION, 1):
        wanted += sum(factor * z**exponent for exponent, factor in terms.items()) / divisor / freedom**power
    assert student_quantile(float(z), freedom) == pytest.approx(float(wanted), rel=1e-12)


def test_of_one_and_two_degrees_of_freedom_students_quantile_is_a_formula():
    """Printed tables have 12.706 and 4.303 for nineteen of twenty, 63.66 and 9.925 for ninety-nine of a hundred."""
    assert [round(student_quantile(two_sided_quantile(chance), 1), 3) for chance in (0.05, 0.01)] == [12.706, 63.657]
    assert [round(student_quantile(two_sided_quantile(chance), 2), 3) for chance in (0.05, 0.01)] == [4.303, 9.925]
    assert [round(student_quantile(two_sided_quantile(0.05), freedom), 2) for freedom in (3, 4, 5, 10, 30)] == [
        3.18,
        2.78,
        2.57,
        2.23,
        2.04,
    ]
    assert [round(two_sided_quantile(chance), 3) for chance in (0.05, 0.1, 0.01)] == [1.960, 1.645, 2.576]


@pytest.mark.parametrize(("n", "of"), [(0, 5), (1, 4), (5, 5), (7, 20), (1, 1), (3, 7)])
def test_a_share_lies_between_the_two_solutions_of_a_quadratic_equation(n, of):
    """Wilson: the shares from which what was counted is just so many standard errors away."""
    z = two_sided_quantile()
    for end in Share(n, of).interval():
        if 1e-9 < end < 1:
            assert (n / of - end) ** 2 == pytest.approx(z * z * end * (1 - end) / of)
    low, high = Share(n, of).interval()
    assert low - 1e-9 <= n / of <= high + 1e-9
    assert (low < 1e-9, high > 1 - 1e-9) == (n == 0, n == of)
    record = Share(n, of).record()
    assert record == {"count": n, "of": of, "share": round(n / of, 4), "low": round(low, 4), "high": round(high, 4)}


def test_a_mean_lies_so_many_errors_around_as_student_says():
    """Nothing is known of how far one value lies from the others; equal ones differ as much as is usual."""
    assert deviation_of([]) == deviation_of([7]) == deviation_of([7, 7]) == 0
    assert deviation_of([1, 3]) == pytest.approx(sqrt(2))
    assert deviation_of([1, 2, 3, 6]) == pytest.approx(sqrt((4 + 1 + 0 + 9) / 3))
    few = mean_of([100, 200, 330])
    assert (few.n, few.mean, few.error) == (3, 210, pytest.approx(sqrt((110**2 + 10**2 + 120**2) / 2 / 3)))
    half = student_quantile(two_sided_quantile(), 2) * few.error
    assert few.interval() == (210 - half, 210 + half)
    assert few.record() == {"n": 3, "mean": 210, "low": round(210 - half), "high": round(210 + half)}
    assert mean_of([7]).record() == {"n": 1, "mean": 7, "low": None, "high": None}
    assert mean_of([]).record() == {"n": 0, "mean": None, "low": None, "high": None}
    assert (
        mean_with_largest_deviation(4, 10.0, 0.0, 6.0)
        == Mean(4, 10.0, 3.0)
        == mean_with_largest_deviation(4, 10.0, 6.0, 5.0)
    )
    assert mean_with_largest_deviation(1, 10.0, 6.0).error is None
    assert mean_with_largest_deviation(2, 10.0, 6.0).error == pytest.approx(6 / sqrt(2))


# ---------------------------------------------------------------- rows of the pace


def told(*lines):
    """Return a game told as `(second, event)`."""
    return game_timing(event_of(line, n, at=at) for n, (at, line) in enumerate(lines))


START = ((0, "start ema-2016"), (0, "session 90 start 0"))


def test_a_table_without_a_ledger_has_no_figures():
    """Nothing was lost there, and nothing is owed."""
    (row,) = session_pace(3, {7: GameProgress(None)}, 0).tables
    nothing = {"n": 0, "mean": None, "low": None, "high": None}
    assert row.record() == {
        "table": 7, "state": "no ledger", "hand": "", "hands": 0, "hand_s": nothing, "between_s": nothing,
        "longest": None, "began_after": None, "over_after": None, "late_s": 0, "again_s": 0, "settling_s": 0,
        "given_s": 0, "owed_s": 0, "paused_s": 0, "waited_s": 0, "forecast": None, "lost_s": 0,
    }  # fmt: skip
    whole = session_pace(3, {7: GameProgress(None)}, 0)
    assert whole.record() == {
        "session": 3, "tables": [row.record()], "hand_s": nothing, "between_s": nothing, "began_after": None,
        "over_after": None, "forecast": None, "last_table": None, "began_ms": None,
    }  # fmt: skip


def test_what_is_owed_is_all_that_was_lost_less_what_was_given_alone():
    """A late beginning of 240 s, a hand of 100 s that was dealt again, 50 s until the right result: less 3 minutes."""
    usual = told(*START, (60, "hand"))
    lost = told(
        *START, (300, "hand"), (400, 'redeal "a wall fell"'), (420, "hand"), (700, "win 1<0 2/30"), (730, "undo"),
        (750, "win 2<0 2/30"), (760, "extra 3"),
    )  # fmt: skip
    games = {1: GameProgress(usual), 2: GameProgress(usual), 3: GameProgress(lost)}
    row = session_pace(1, games, 0).tables[2]
    assert (row.late_s, row.again_s, row.settling_s, row.given_s) == (240, 100, 50, 180)
    assert (row.lost_s, row.owed_s) == (390, 210)
    assert (row.hand, row.hands, row.longest.duration_s, row.began_after) == ("E1-0", 1, 330, 300)
    assert row.record()["longest"] == {"hand": "E1-0", "seconds": 330}
    most = session_pace(1, {1: GameProgress(usual), 2: GameProgress(usual), 3: GameProgress(usual)}, 0).tables[0]
    assert (most.lost_s, most.owed_s, most.given_s) == (0, 0, 0)


def test_a_minute_later_than_the_others_is_how_walls_are_built_and_a_second_more_is_not():
    """Compared with the median of first dice."""
    for began, late in ((120, 0), (121, 61)):
        games = {n: GameProgress(told(*START, (60, "hand"))) for n in (1, 2)} | {
            3: GameProgress(told(*START, (began, "hand")))
        }
        assert session_pace(1, games, 0).tables[2].late_s == late


def test_the_clock_of_a_table_that_plays_goes_on_since_its_last_event():
    """That of a game which is over, or goes on no more, stands; what is stored later than now is of this moment."""
    plays = told(*START, (60, "hand"))
    over = told(*START, (60, "hand"), (100, "end"))
    assert [GameProgress(plays, 5000, goes_on=on).seconds_after_start(9999) for on in (True, False)] == [64, 60]
    assert GameProgress(over, 5000).seconds_after_start(9999) == 100
    assert GameProgress(plays, 5000).seconds_after_start(4000) == 60
    assert GameProgress(None).seconds_after_start(9) is None
    assert GameProgress(told((0, "start ema-2016"), (60, "hand"))).seconds_after_start(9) is None
    # Someone has waited since 100 s; it is 164 s now.
    waits = session_pace(1, {1: GameProgress(plays, 5000), 2: GameProgress(over, 5000)}, 109_999)
    assert [row.waited_s for row in waits.tables] == [0, 64]
    assert waits.began_ms == (5000 - 60_000 + 5000 - 100_000) // 2
    done = session_pace(
        1, {1: GameProgress(over, 5000), 2: GameProgress(told(*START, (60, "hand"), (170, "end")), 5000)}, 0
    )
    assert ([row.waited_s for row in done.tables], done.over_after, done.last_table) == ([70, 0], 170, 2)


def test_a_session_began_before_the_seconds_of_play_and_of_pauses():
    """By the times at which events were stored."""
    game = told(*START, (60, "hand"), (100, "pause"), (400, "resume"), (420, "draw tenpai"))
    assert session_pace(1, {1: GameProgress(game, 1_000_000)}, 0).began_ms == 1_000_000 - 1000 * (120 + 300)


# ---------------------------------------------------------------- forecasts


def test_the_hall_says_how_long_hands_take_and_how_often_dealers_stay():
    """Beside one of three, as before anyone has stayed; a hand that ended the game decides nothing."""
    game = told(
        *START, (0, "hand"), (100, "win 0<1 2/30"), (120, "hand"), (300, "win 1<0 2/30"), (320, "hand"),
        (400, "draw tenpai"), (405, "end"),
    )  # fmt: skip
    assert hand_cycle_seconds(game) == [120, 200, 80]
    pace = hall_pace([game, told(*START)])
    assert (pace.hands, pace.cycle, pace.deviation) == (
        3,
        pytest.approx(400 / 3),
        pytest.approx(deviation_of([120, 200, 80])),
    )
    assert pace.stays == pytest.approx(2 / 6)
    assert hall_pace([told(*START, (0, "hand"))]) is None


def test_a_forecast_counts_the_hall_as_four_hands_of_the_tables_own():
    """S4 with a dealer who stays one time in four: four thirds of a hand, of which 40 s have gone."""
    hall = HallPace(9, 200.0, 10.0, 0.25)
    game = told((0, "start ema-2016 round S hand 4"), (0, "session 90 start 0"), (0, "hand"), (300, "win 3 2/30"),
                (310, "hand"))  # fmt: skip
    cycle = (310 + 4 * 200) / 5
    left = 4 / 3
    end = 350 - 40 + left * cycle
    half = two_sided_quantile() * 10 * sqrt(left)
    assert forecast_end(game, 350, hall) == (round(end), round(max(350, end - half)), round(end + half))
    # No matter what the running hand takes, it does not end before now.
    assert forecast_end(game, 2000, hall).end == round(2000 - cycle + left * cycle)
    assert forecast_end(game, 350, None) is None
    assert forecast_end(told((0, "start ema-2016"), (0, "hand")), 350, hall) is None
    assert forecast_end(told(*START, (0, "hand"), (9, "end")), 350, hall) is None


# ---------------------------------------------------------------- how people play


def test_every_figure_counts_what_it_says():
    """East wins by tsumo with riichi, South, with riichi too, deals into West; then South is dealer, tenpai and not."""
    game = told(
        (0, "start ema-2016"), (0, "hand"), (1, "riichi 0"), (9, "win 0 2/30"), (10, "hand"), (11, "riichi 2"),
        (12, "riichi 1"), (19, "win 2<1 3/40"), (20, "hand"), (29, "draw tenpai 1"), (30, "hand"), (39, "draw tenpai"),
    )  # fmt: skip
    everybody, each = play_statistics([(1, game, [1, 2, 3, 4])])
    counts = {
        "riichi": [(1, 4), (1, 4), (1, 4), (0, 4)], "win": [(1, 4), (0, 4), (1, 4), (0, 4)],
        "deal_in": [(0, 4), (1, 4), (0, 4), (0, 4)], "tsumo": [(1, 1), (0, 0), (0, 1), (0, 0)],
        "riichi_win": [(1, 1), (0, 1), (1, 1), (0, 0)], "riichi_deal_in": [(0, 1), (1, 1), (0, 1), (0, 0)],
        "tenpai": [(0, 2), (1, 2), (0, 2), (0, 2)], "dealer_keeps": [(1, 2), (1, 2), (0, 0), (0, 0)],
    }  # fmt: skip
    for name, wanted in counts.items():
        assert [tuple(each[player].share(name)) for player in (1, 2, 3, 4)] == wanted, name
        assert tuple(everybody.share(name)) == tuple(map(sum, zip(*wanted, strict=True))), name
    assert [each[player].mean("win_points").n for player in (1, 2, 3, 4)] == [1, 0, 1, 0]
    assert each[1].mean("win_points").mean == 3 * 1000
    assert each[3].mean("win_points").mean == each[2].mean("deal_in_points").mean == 5200 + 300
    assert (everybody.hands, each[1].hands) == (16, 4)
    assert each[1].record()["riichi"] == Share(1, 4).record()
    assert each[1].record(everybody)["win_points"] == each[1].mean("win_points", everybody).record()
    assert list(each[1].record()) == ["hands", *counts, "win_points", "deal_in_points", "cycle_s"]


def test_what_is_marked_is_beyond_chance_among_so_many_players():
    """Ten values and not nine, and a share that the whole hall does not have."""
    hall, own = PlayStatistics(), PlayStatistics()
    hall.add_cycle_deviations([0.0, 1.0] * 50)
    own.add_cycle_deviations([10.0] * (FEWEST - 1))
    assert own.significant_differences(hall, 10) == {}
    own.add_cycle_deviations([10.0])
    assert own.significant_differences(hall, 10) == {"cycle_s": "higher"}
    assert WinGain(1, 1, 0) == (1, 1, 0)
