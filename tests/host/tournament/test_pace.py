"""The pace of tables and how players play, by hand-worked examples and by what must hold of any games."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tenbo.cli.dispatch import main
from tenbo.cli.pace import session_text
from tenbo.simulator.fake_tables import FakeTable
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.pace.confidence_intervals import Mean, Share, mean_of
from tenbo.tournament.pace.forecast import Forecast, HallPace, forecast_end
from tenbo.tournament.pace.game_timing import HandTiming, game_timing
from tenbo.tournament.pace.session_pace import GameProgress, SessionPace, session_pace
from tenbo.tournament.play_statistics import play_statistics
from tenbo.tournament.record_log import TournamentLog
from tenbo_core.event_notation import event_of

VECTORS = Path(__file__).parents[2] / "vectors" / "pace" / "sessions.txt"


def cases():
    """Yield the title and the lines of every example."""
    for block in VECTORS.read_text("utf-8").split("\n== ")[1:]:
        title, _, lines = block.partition("\n")
        yield pytest.param([line for line in lines.splitlines() if line and not line.startswith("#")], id=title)


def in_words(value):
    """Return a figure as the examples write it."""
    if isinstance(value, Mean):
        return f"{value.mean:.0f} {value.n}"
    if isinstance(value, HandTiming):
        return f"{value.name} {value.duration_s}"
    if isinstance(value, Forecast):
        return str(value.end)
    return "none" if value is None else str(value)


@pytest.mark.parametrize("lines", list(cases()))
def test_the_pace_of_a_session_is_what_was_worked_out_by_hand(lines):
    """Someone is told to hurry, or given minutes, by these figures."""
    told, wanted, table, now, goes_on = {}, [], None, None, True
    for line in lines:
        first, _, rest = line.partition(" ")
        if line == "broken off":
            goes_on = False
        elif first == "now":
            now = int(rest)
        elif first == "table":
            table = int(rest)
            told[table] = []
        elif line == "session":
            table = None
        elif first == "=":
            wanted.append((table, *rest.split(" ", 1)))
        else:
            told[table].append(event_of(rest, len(told[table]), at=int(first)))
    games = {number: game_timing(events) for number, events in told.items()}
    last = max(game.last.at for game in games.values())
    known = {
        number: GameProgress(game, 1000 * (game.last.at if now else last), goes_on) for number, game in games.items()
    }
    pace = session_pace(1, known, 1000 * (now or last))
    rows = {row.table: row for row in pace.tables}
    assert wanted
    for of, name, value in wanted:
        assert in_words(getattr(rows[of] if of else pace, name)) == value, (of, name)
    assert json.loads(json.dumps(pace.record()))["session"] == 1


def hand_told(*lines):
    """Return a game of hands, each event five minutes after the one before."""
    return game_timing(event_of(line, n, at=300 * n) for n, line in enumerate(("start ema-2016", *lines)))


def test_play_is_counted_for_who_played_it():
    """Riichi, wins, deal-ins, points without sticks, tenpai and the deal: as people reckon them."""
    game = hand_told(
        "hand", "riichi 2", "win 2<0 3/40",  # West wins 5200 from East, and has the stick back
        "hand", "draw tenpai 1 3",  # South, now East, stays
        "hand", "riichi 1", "win 0<1 2/30  3<1 5/0",  # two wins from one discard, with one counter: 300 for each
        "hand", "riichi 3", "riichi_void 3", "win 1<3 2/30",  # declared with the tile that was won on: no riichi
    )  # fmt: skip
    everybody, each = play_statistics([(1, game, [11, 12, 13, 0])], left_out=[13])
    assert sorted(each) == [11, 12]
    assert everybody.hands == 16
    assert everybody.share("riichi") == (2, 16)
    assert everybody.share("win") == (4, 16)
    assert each[12].share("deal_in") == (1, 4)
    assert each[12].share("riichi_deal_in") == (1, 1)
    assert each[12].share("tenpai") == (1, 1)
    assert each[12].share("dealer_keeps") == (1, 2)
    assert each[12].mean("deal_in_points").mean == 2000 + 300 + 8000 + 300
    assert each[11].mean("win_points").mean == 2000 + 300
    assert each[11].share("tsumo") == (0, 1)


def test_a_hand_played_again_is_in_nobodys_figures():
    """A chombo or a redeal is no hand that anyone won or lost."""
    everybody, _ = play_statistics([(1, hand_told("hand", "chombo 1", "hand", 'redeal "dead wall"'), [1, 2, 3, 4])])
    assert everybody.hands == 0
    assert everybody.share("win").record() == {"count": 0, "of": 0, "share": None, "low": 0.0, "high": 1.0}


def rounds_of(seconds, hands, *, win="win 1<0 2/30"):
    """Return a game of so many hands of so many seconds, each with twenty seconds before the next dice."""
    told, at = [event_of("start ema-2016", 0, at=0)], 0
    for _ in range(hands):
        told += [event_of("hand", len(told), at=at), event_of(win, len(told) + 1, at=at + seconds)]
        at += seconds + 20
    return game_timing([*told, event_of("hand", len(told), at=at)])


def test_the_pace_of_players_is_told_against_the_tables_of_their_own_session():
    """A table of 320 seconds from dice to dice and one of 420 have 370 as usual; another session has another usual."""
    games = [
        (1, rounds_of(300, 4), [11, 12, 13, 0]),
        (1, rounds_of(400, 4), [14, 15, 16, 17]),
        (2, rounds_of(800, 2), [11, 14, 15, 16]),
        (3, rounds_of(5, 0), [11, 12, 13, 14]),
    ]
    everybody, each = play_statistics(games, left_out=[13])
    means = {number: (figures.mean("cycle_s").mean, figures.mean("cycle_s").n) for number, figures in each.items()}
    assert means == {
        11: (-200 / 6, 6), 12: (-50, 4), 14: (200 / 6, 6), 15: (200 / 6, 6), 16: (200 / 6, 6), 17: (50, 4),
    }  # fmt: skip
    assert (everybody.mean("cycle_s").mean, everybody.mean("cycle_s").n) == (0, 10)
    assert everybody.record()["cycle_s"]["n"] == 10


def test_a_mean_of_fewer_than_ten_values_is_marked_in_no_case():
    """A single dear hand decides it; from ten on a player who is far from the others is marked."""
    for hands, marked in ((9, None), (10, "lower")):
        games = [(1, rounds_of(100, hands), [1, 2, 3, 4])]
        games += [(1, rounds_of(1000, 10), [5, 6, 7, 8])] * 30
        everybody, each = play_statistics(games)
        assert each[1].significant_differences(everybody, len(each)).get("cycle_s") == marked, hands


def test_nobody_plays_longer_than_the_time_signal_lets_them():
    """EMA 2016: the hand that runs when the signal sounds, and one more; how hands differ widens both ends."""
    lines = (("start ema-2016", 0), ("session 30 start 0", 0), ("hand", 60))
    game = game_timing(event_of(line, n, at=at) for n, (line, at) in enumerate(lines))
    # The signal sounds after 15 minutes: half a hand of 300 s and one more are 450.
    assert forecast_end(game, 100, HallPace(4, 300.0, 60.0, 0.3)) == (1350, 1110, 1590)
    # At the latest half a hand and 1.96 times 400 s after that.
    assert forecast_end(game, 100, HallPace(4, 300.0, 400.0, 0.3)) == (1350, 100, 1350 + 150 + 784)


def test_equal_players_are_hardly_ever_marked():
    """Sixty-four players of one strength: a mark would have been made of chance, one hall in twenty for each column."""
    marked = 0
    for seed in range(12):
        chance = random.Random(seed)
        games = []
        for session in range(1, 6):
            order = chance.sample(range(1, 33), 32)
            for table in range(8):
                lines = []
                for turn in range(8):
                    winner = (turn + 1) % 4
                    source = chance.randrange(4)
                    lines += ["hand", f"win {winner}<{source} {chance.randrange(1, 5)}/30"]
                games.append((session, hand_told(*lines), order[4 * table : 4 * table + 4]))
        everybody, each = play_statistics(games)
        marked += sum(len(figures.significant_differences(everybody, len(each))) for figures in each.values())
    assert marked <= 4
    assert Share(9, 10).interval()[0] > Share(3, 10).share


def test_one_who_is_far_from_the_others_is_marked():
    """Marks that never come say nothing, either."""
    games = []
    for _ in range(6):
        lines = []
        for turn in range(8):
            lines += ["hand", "riichi 2", f"win {(2, 2, 2, 1)[turn % 4]}<{(0, 1, 3, 3)[turn % 4]} 1/30"]
        games.append((1, hand_told(*lines), [1, 2, 3, 4]))
    everybody, each = play_statistics(games)
    assert each[3].significant_differences(everybody, 4)["riichi"] == "higher"
    assert each[1].significant_differences(everybody, 4)["win"] == "lower"


def test_the_spread_of_a_mean_grows_where_values_are_few():
    """Two hands prove nothing."""
    few, many = mean_of([300, 400]), mean_of([300, 400] * 50)
    assert few.interval()[1] - few.interval()[0] > 1000
    assert many.interval()[1] - many.interval()[0] < 25
    assert mean_of([300]).interval() is None


# ---------------------------------------------------------------- the command


@pytest.fixture
def stored(tmp_path):
    """Return a store with two sessions of two tables, the second session hidden and its table 2 still playing."""
    path = tmp_path / "hall.db"
    with SqliteStore(path) as store:
        store.store_players([(n, f"P{n}", "Quo\"te'", "", "NED", "", "", "", "") for n in range(1, 9)])
        records = TournamentLog(store)
        records.record(
            "plan", "desk", tables=[[s, t, list(range(4 * t - 3, 4 * t + 1))] for s in (1, 2) for t in (1, 2)]
        )
        for number in (1, 2):
            table = FakeTable(path, f"e66000{number:010x}")
            second = [0]
            table.ledger_clock_ms = lambda second=second: 1000 * second[0]
            for session in (1, 2):
                start = table.play("start", rules="ema-2016", session=session, table=number, tournament="00000000")
                records.record("game", "host", session=session, table=number, ledger=table.id, start=start.n)
                second[0] += 60
                table.play("session", minutes=90)
                for _ in range(3 + number):
                    second[0] += 40
                    table.play("hand")
                    second[0] += 200 + 100 * number
                    table.play("win", wins=[{"seat": 0, "from": 1, "han": 2, "fu": 30}])
                if (session, number) != (2, 2):
                    table.play("end")
            store.append([entry_of(table.id, event) for event in table.all])
        records.record("hide", "desk", session=2)
    return path


def said(capsys, *words):
    """Return the status of a command and what it says."""
    capsys.readouterr()
    status = main([str(word) for word in words])
    out = capsys.readouterr()
    return status, out.out + out.err


def test_the_command_prints_sessions_and_tables(stored, capsys):
    """Of the running session when it will end, of the finished one who waited for whom."""
    status, text = said(capsys, "pace", "--store", stored)
    assert status == 0
    first, second = text.splitlines()[1:]
    assert first.split()[:4] == ["1", "2", "9", "5:56"]
    assert "2 at 45:00" not in second
    assert "2 about" in second
    status, text = said(capsys, "pace", 1, "--store", stored)
    assert status == 0
    lines = text.splitlines()
    assert lines[1].split()[:4] == ["1", "over", "4", "5:00"]
    assert lines[1].split()[-6:] == ["0:40", "22:40", "14:00", "-", "-", "-"]
    assert lines[-1] == "the last table, 2, ended 36:40 after the start signal; 1 table waited 14:00"
    status, text = said(capsys, "pace", 2, "--store", stored)
    assert "playing E1-4" in text
    assert "table 2 will probably be the last" in text


def test_after_one_hand_there_is_no_time_between_two_hands():
    """Dice that were thrown too early came before the signal."""
    pace = SessionPace(1, [], mean_of([425]), mean_of([]), -65, None, None, None, None)
    assert session_text(pace).splitlines()[-1] == "7:05 per hand in 1 hand, first dice 1:05 before the start signal"


def test_how_players_played_in_a_hidden_session_is_not_shown(stored, capsys):
    """Who won how many hands would tell what is to be told at the ceremony."""
    _, shown = said(capsys, "pace", "--players", "--store", stored)
    assert "session 2 is hidden until it is released" in shown
    assert shown.splitlines()[1].split()[:2] == ["everybody", "36"]
    _, whole = said(capsys, "pace", "--players", "--hidden", "--store", stored)
    assert whole.splitlines()[1].split()[:2] == ["everybody", "72"]
    status, text = said(capsys, "pace", "--json", "--store", stored)
    assert status == 0
    record = json.loads(text)
    assert record["hidden"] == [2]
    assert record["everybody"]["hands"] == 36
    assert [pace["session"] for pace in record["sessions"]] == [1, 2]
    ahead = [
        [table["forecast"] and sorted(table["forecast"]) for table in pace["tables"]] for pace in record["sessions"]
    ]
    assert ahead == [[None, None], [None, ["earliest", "end", "latest"]]]
    assert record["players"][0]["name"] == "P1 Quo\"te'"
    assert record["players"][0]["win"] == {"count": 4, "of": 4, "share": 1.0, "low": 0.5101, "high": 1.0}


def test_tables_that_play_on_paper_have_no_pace_and_it_is_said(tmp_path, capsys):
    """A typed result has no seconds; no one shall look for the mistake."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        records.record("correct", "desk", session=1, table=1, scores=[30000] * 4, why="paper")
    for words in (("pace",), ("pace", 1)):
        status, text = said(capsys, *words, "--store", tmp_path / "hall.db")
        assert status == 0
        assert text.splitlines()[-1].startswith("no hand has been finished at a table with a ledger")
    assert "1  no ledger" in text


def test_a_session_that_there_is_not_is_refused(stored, capsys):
    """With the sessions that there are."""
    status, text = said(capsys, "pace", 9, "--store", stored)
    assert status == 1
    assert "session 9" in text
