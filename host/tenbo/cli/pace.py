"""`tenbo pace`: show the minutes of each hand and table, waiting times, time owed and the expected end."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import format_table, window_width, wrap_text
from tenbo.validation.points_text import points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from tenbo.tournament.pace.confidence_intervals import Mean, Share
    from tenbo.tournament.pace.session_pace import SessionPace, TablePace
    from tenbo.tournament.play_statistics import PlayStatistics
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository

EPILOG = """\
Reads the store, whether the service is running or not. Everything comes from the tables' ledgers: a table that played
on paper has no pace. Times are minutes and seconds of play, without pauses of the clock. The range in parentheses after
a figure is its 95% confidence interval, which is wide when there are few hands.

  tenbo pace                 each session: time per hand and between hands, the last table, the time owed to tables
  tenbo pace 2               the tables of session 2, and when the session will end
  tenbo pace --players       how players play: riichi, wins, deal-ins, dealer repeats; * marks more than chance explains
  tenbo pace 2 --players     the same for session 2 only
  tenbo pace --json          everything, as JSON

lost: time lost by a later start than the other tables, by hands played again, and by results recorded again. given:
extra time for this table only. owed: time lost and not given (tenbo clock extra --table).
"""

# The columns of how players play: heading and name.
COLUMNS = (
    ("riichi", "riichi"), ("win", "win"), ("deal-in", "deal_in"), ("riichi won", "riichi_win"),
    ("tenpai", "tenpai"), ("repeats", "dealer_keeps"),
)  # fmt: skip
NOTHING = "no hand has been finished at a table with a ledger; tables that play on paper have no pace"
POINTS = (("a win", "win_points"), ("a deal-in", "deal_in_points"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("session", nargs="?", type=int, metavar="SESSION", help="only this session, table by table")
    parser.add_argument(
        "--players", action="store_true", help="show the players' statistics instead of the tables' pace"
    )
    parser.add_argument(
        "--hidden", action="store_true", help="with --players or --json: also count sessions that are not released yet"
    )
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the pace."""
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.existence_checks import check_session_exists
    from tenbo.tournament.repository import TournamentRepository

    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        if args.session is not None:
            check_session_exists(stored.tournament, args.session)
        chosen = stored.tournament.sessions if args.session is None else [args.session]
        now_ms = wall_clock_ms()
        if args.json:
            text = json.dumps(pace_record(stored, chosen, now_ms, hidden=args.hidden)) + "\n"
        elif args.players:
            text = _players(stored, chosen, now_ms, hidden=args.hidden)
        else:
            paces, columns = [stored.timings.pace(session, now_ms) for session in chosen], window_width(sys.stdout)
            text = sessions_text(paces, columns) if args.session is None else session_text(paces[0], columns)
    sys.stdout.write(text)
    return 0


def pace_record(stored: TournamentRepository, sessions: list[int], now_ms: int, *, hidden: bool) -> dict[str, Any]:
    """Return everything of some sessions as an object; how players played in hidden ones is left out."""
    shown = stored.tournament.embargo.visible_sessions(sessions, now_ms, hidden=hidden)
    everybody, each = stored.timings.play_statistics(shown)
    people = stored.people()
    players = []
    for player, figures in sorted(each.items()):
        name = people[player].name if player in people else ""
        marks = figures.significant_differences(everybody, len(each))
        players.append({"player": player, "name": name, **figures.record(everybody), "marks": marks})
    return {
        "sessions": [stored.timings.pace(session, now_ms).record() for session in sessions],
        "hidden": sorted(set(sessions).difference(shown)),
        "everybody": everybody.record(),
        "players": players,
    }


# ---------------------------------------------------------------- tables


def sessions_text(paces: list[SessionPace], columns: int | None = None) -> str:
    """Return a line for each session, and the time owed to tables, for a window of this width."""
    rows = [["session", "tables", "hands", "  a hand", "  between", "  last table", "  owed"]]
    for pace in paces:
        owed = ", ".join(f"table {row.table} {minutes_text(row.owed_s)}" for row in pace.tables if row.owed_s)
        counts = [str(pace.session), str(len(pace.tables)), str(pace.hand_s.n)]
        cells = [mean_time_text(pace.hand_s), mean_time_text(pace.between_s), _end(pace), owed or "-"]
        rows.append([*counts, *(f"  {cell}" for cell in cells)])
    text = format_table(rows, [7, 8, 7, 22, 22, 22, 0], columns, left=(3, 4, 5, 6))
    return text if any(pace.hand_s.n for pace in paces) else text + wrap_text(NOTHING + "\n", columns)


def _end(pace: SessionPace) -> str:
    """Return when a session ended, or probably will."""
    if pace.over_after is not None:
        return f"{pace.last_table} at {minutes_text(pace.over_after)}"
    return "-" if pace.forecast is None else f"{pace.last_table} about {minutes_text(pace.forecast.end)}"


def session_text(pace: SessionPace, columns: int | None = None) -> str:
    """Return the tables of a session, their usual pace, and the expected end, for a window of this width."""
    from tenbo.cli.support.shared_options import count_text

    head = ["table", "  state", "hands", "  a hand", "  between", "  longest"]
    rows = [[*head, "began", "ended", "waited", "lost", "given", "owed"], *map(_table_row, pace.tables)]
    text = format_table(rows, [5, 16, 5, 20, 18, 15, 8, 8, 8, 8, 8, 8], columns, left=(1, 3, 4, 5))
    lines = [""]
    if pace.hand_s.n:
        hands = count_text(pace.hand_s.n, "hand")
        line = f"{mean_time_text(pace.hand_s)} per hand in {hands}"
        if pace.between_s.n:
            line += f", {mean_time_text(pace.between_s)} between two hands"
        if pace.began_after is not None:
            line += f", first dice {_from_start_text(pace.began_after)}"
        lines.append(line)
    else:
        lines.append(NOTHING)
    return text + wrap_text("\n".join([*lines, *_lost_time_rows(pace), *_ending(pace)]) + "\n", columns)


def _from_start_text(seconds: float) -> str:
    """Return a moment by its distance from the start signal.

    >>> _from_start_text(65), _from_start_text(-65)
    ('1:05 after the start signal', '1:05 before the start signal')
    """
    return f"{minutes_text(abs(seconds))} {'before' if seconds < 0 else 'after'} the start signal"


def _table_row(row: TablePace) -> list[str]:
    state = f"{row.state} {row.hand}" if row.state == "playing" else row.state
    longest = "" if row.longest is None else f"{minutes_text(row.longest.duration_s)} {row.longest.name}"
    ended = minutes_text(row.over_after) if row.forecast is None else "~" + minutes_text(row.forecast.end)
    others = [minutes_text(seconds or None) for seconds in (row.waited_s, row.lost_s, row.given_s, row.owed_s)]
    cells = [str(row.table), f"  {state}", str(row.hands), f"  {mean_time_text(row.hand_s)}"]
    return [*cells, f"  {mean_time_text(row.between_s)}", f"  {longest}", minutes_text(row.began_after), ended, *others]


def _lost_time_rows(pace: SessionPace) -> list[str]:
    """Return the time that each table has lost, as text."""
    lines = []
    for row in pace.tables:
        parts = (
            ("late start", row.late_s),
            ("hands played again", row.again_s),
            ("results recorded again", row.settling_s),
        )
        lost = ", ".join(f"{what} {minutes_text(seconds)}" for what, seconds in parts if seconds)
        if lost:
            lines.append(f"table {row.table} lost {minutes_text(row.lost_s)}: {lost}")
    return lines


def _ending(pace: SessionPace) -> list[str]:
    from tenbo.cli.support.shared_options import count_text

    if pace.over_after is not None:
        waited = [row.waited_s for row in pace.tables if row.waited_s]
        line = f"the last table, {pace.last_table}, ended {minutes_text(pace.over_after)} after the start signal"
        if waited:
            average = " on average" if len(waited) > 1 else ""
            line += f"; {count_text(len(waited), 'table')} waited {minutes_text(sum(waited) / len(waited))}{average}"
        return [line]
    if pace.forecast is None:
        return []
    ahead = pace.forecast
    line = f"table {pace.last_table} will probably be the last, {minutes_text(ahead.end)} after the start signal"
    line += f" ({minutes_text(ahead.earliest)} to {minutes_text(ahead.latest)})"
    if pace.began_ms is not None:
        line += f": about {_time_of_day(pace.began_ms + 1000 * ahead.end)}"
    return [line]


def _time_of_day(ms: int) -> str:
    import time

    return time.strftime("%H:%M", time.localtime(ms / 1000))


def minutes_text(seconds: float | None) -> str:
    """Return seconds as minutes and seconds.

    >>> minutes_text(425), minutes_text(-65), minutes_text(5400), minutes_text(None)
    ('7:05', '-1:05', '90:00', '-')
    """
    if seconds is None:
        return "-"
    whole = round(abs(seconds))
    return f"{'-' * (seconds < 0)}{whole // 60}:{whole % 60:02d}"


def mean_time_text(mean: Mean) -> str:
    """Return a mean of seconds with its spread."""
    if not mean.n:
        return "-"
    spread = mean.interval()
    return minutes_text(mean.mean) + (
        "" if spread is None else f" ({minutes_text(max(0, spread[0]))}-{minutes_text(spread[1])})"
    )


# ---------------------------------------------------------------- players


def _players(stored: TournamentRepository, sessions: list[int], now_ms: int, *, hidden: bool) -> str:
    shown = stored.tournament.embargo.visible_sessions(sessions, now_ms, hidden=hidden)
    everybody, each = stored.timings.play_statistics(shown)
    text = players_text(everybody, each, stored.people(), window_width(sys.stdout))
    left_out = sorted(set(sessions).difference(shown))
    return text + "".join(f"session {session} is hidden until it is released\n" for session in left_out)


def players_text(
    everybody: PlayStatistics,
    each: dict[int, PlayStatistics],
    people: dict[int, Player],
    columns: int | None = None,
) -> str:
    """Return a line for each player, most hands first, beneath that of all players together."""
    from tenbo.tournament.player_directory import player_or_unknown

    titles = [title for title, _ in (*COLUMNS, *POINTS)]
    rows = [["", "hands", *(f"  {title}" for title in titles), "  seconds per hand, compared with everybody"]]
    rows.append(_player_row("everybody", everybody, everybody, {}))
    for player, figures in sorted(each.items(), key=lambda item: (-item[1].hands, item[0])):
        marks = figures.significant_differences(everybody, len(each))
        rows.append(_player_row(player_or_unknown(people, player).name, figures, everybody, marks))
    widths = [24, 5, *([15] * len(COLUMNS)), *([21] * len(POINTS)), 0]
    return format_table(rows, widths, columns, left=(0, *range(2, len(widths))))


def _player_row(name: str, figures: PlayStatistics, everybody: PlayStatistics, marks: Iterable[str]) -> list[str]:
    cells = [f"{_mark(column, marks)}{percentage_text(figures.share(column))}" for _, column in COLUMNS]
    cells += [f"{_mark(column, marks)}{mean_points_text(figures.mean(column, everybody))}" for _, column in POINTS]
    pace = figures.mean("cycle_s", everybody)
    spread = pace.interval()
    seconds = "" if spread is None else f"{pace.mean:+.0f} ({spread[0]:+.0f} to {spread[1]:+.0f})"
    cells.append(f"{_mark('cycle_s', marks)}{seconds}" if name != "everybody" else "")
    return [name[:23], str(figures.hands), *(f"  {cell}" for cell in cells)]


def _mark(column: str, marks: Iterable[str]) -> str:
    return "*" if column in marks else ""


def percentage_text(share: Share) -> str:
    """Return a share in percent with its spread.

    >>> from tenbo.tournament.pace.confidence_intervals import Share
    >>> percentage_text(Share(3, 20)), percentage_text(Share(0, 0))
    ('15% (5-36)', '-')
    """
    if share.share is None:
        return "-"
    low, high = share.interval()
    return f"{share.share:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def mean_points_text(mean: Mean) -> str:
    """Return a mean of points with its spread."""
    if not mean.n:
        return "-"
    spread = mean.interval()
    low, high = (max(0, spread[0]), spread[1]) if spread is not None else (0, 0)
    return points_text(round(mean.mean)) + (
        f" ({points_text(round(low))}-{points_text(round(high))})" if spread else ""
    )
