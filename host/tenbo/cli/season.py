"""`tenbo season`: the club's evenings and seasons, their games, their table, and who plays next."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.season_subcommands import EPILOG, add_arguments
from tenbo.cli.support.text_layout import format_table, print_text, text_width, truncate_text, window_width
from tenbo.validation.points_text import signed_points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.series.season_table import SeasonRow
    from tenbo.tournament.series.season_view import SeasonView

__all__ = ["EPILOG", "add_arguments", "run"]

# The columns of the table; all of them fit into 80.
HEAD = ("", "Name", "Games", "Total", "Mean", "1st", "2nd", "3rd", "4th", "Rating")
WIDTHS = (4, 22, 7, 10, 9, 5, 5, 5, 5, 8)
NAME_COLUMN, FIRST_PLACE_COLUMN, LAST_PLACE_COLUMN = 1, 5, 9


def run(args: argparse.Namespace) -> int:
    """Print a season, or do one thing at the desk."""
    if args.part in (None, "games"):
        return _print_view(args)
    if args.part == "list":
        return _print_list(args)
    if args.part == "next":
        return _print_next(args)
    from tenbo.cli.support.season_acts import ACTS
    from tenbo.cli.support.shared_options import service_client

    return int(ACTS[args.part](service_client(args), args))


def _print_view(args: argparse.Namespace) -> int:
    """Print the table or the games of a season from the store."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.formats.season_files import games_csv, season_csv
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.season_view import SeasonViews, season_dict

    if args.part is None and args.json and args.csv:
        raise WrongUsage("--json and --csv exclude each other: give one of them")
    if args.bom and not args.csv:
        raise WrongUsage("--bom is for CSV files: add --csv")
    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        view = SeasonViews(stored).find(args.series or "", wall_clock_ms())
        people = stored.people()
        if args.part == "games":
            text = games_csv(view, people, stored.tournament) if args.csv else games_text(view, people)
        elif args.json:
            text = json.dumps(season_dict(view, stored), ensure_ascii=False) + "\n"
        else:
            text = season_csv(view, people) if args.csv else season_text(view, people)
    if args.csv or (args.part is None and args.json):
        sys.stdout.write("\ufeff" + text if args.bom else text)
    else:
        print_text(text)
    return 0


def season_text(view: SeasonView, people: Mapping[int, Player]) -> str:
    """Return a season as a person reads it; it fits into 80 columns."""
    from tenbo.cli.support.shared_options import count_text

    lines = [f"{view.title}: {count_text(len(view.games), 'game')}, {count_text(len(view.rows), 'player')}\n"]
    ranked = [row for row in view.rows if row.place is not None]
    below = [row for row in view.rows if row.place is None]
    if view.rows:
        lines.append(_table([HEAD], ranked, view, people))
    if below:
        lines.append(f"Fewer than {count_text(view.ranking.least, 'game')}:\n")
        lines.append(_table([], below, view, people))
    if any(row.rating.is_provisional for row in view.rows):
        from tenbo.tournament.series.player_ratings import PROVISIONAL_GAMES

        lines.append(f"? a rating based on fewer than {PROVISIONAL_GAMES} games\n")
    lines += [f"game {game.id} is not included yet: {game.state} at table {game.table}\n" for game in view.unfinished]
    return "".join(lines)


def _table(head: list[tuple[str, ...]], rows: list[SeasonRow], view: SeasonView, people: Mapping[int, Player]) -> str:
    """Return rows of a season's table, with a column for each place that a game has."""
    from tenbo.tournament.player_directory import player_or_unknown

    unused = range(FIRST_PLACE_COLUMN + view.seats, LAST_PLACE_COLUMN)
    cells = [*head, *(_cells(row, player_or_unknown(people, row.player).name) for row in rows)]
    shown = [tuple(cell for column, cell in enumerate(row) if column not in unused) for row in cells]
    widths = tuple(width for column, width in enumerate(WIDTHS) if column not in unused)
    return format_table(shown, widths, window_width(sys.stdout), left=(NAME_COLUMN,))


def _cells(row: SeasonRow, name: str) -> tuple[str, ...]:
    shown = truncate_text(name, WIDTHS[NAME_COLUMN] - 2)
    rating = f"{row.rating.rating:.1f}{'?' if row.rating.is_provisional else ' '}"
    place = "" if row.place is None else f"{row.place}"
    return (
        place + "  ", shown + " " * (WIDTHS[NAME_COLUMN] - text_width(shown)), str(row.games),
        signed_points_text(row.counted), signed_points_text(round(row.mean)), *map(str, row.places), rating,
    )  # fmt: skip


def games_text(view: SeasonView, people: Mapping[int, Player]) -> str:
    """Return the games of a season, a line each: number, date, and the players by seat with their totals."""
    from tenbo.tournament.player_directory import player_or_unknown

    lines = []
    for game in [*view.games, *view.unfinished]:
        unnamed = ["substitute" if since else "guest" for since in game.substitutes or [""] * len(game.players)]
        names = [
            player_or_unknown(people, player).name or other for player, other in zip(game.players, unnamed, strict=True)
        ]
        if game.counts:
            seats = ", ".join(
                f"{name} {signed_points_text(total)}" for name, total in zip(names, game.totals, strict=True)
            )
        else:
            seats = ", ".join(names) + f": {game.state}"
        # That people took their seats is no change of a result.
        corrections = [] if game.game is None else [one for one in game.game.changes if one.what == "rescore"]
        changed = f"  (result corrected by {corrections[-1].by})" if corrections else ""
        lines.append(f"{game.id:>5}  {game.date}  {seats}{changed}\n")
    return "".join(lines) or "no games yet\n"


def _print_list(args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import count_text, open_store, store_path
    from tenbo.tournament.record_log import TournamentLog

    with open_store(store_path(args)) as store:
        tournament = TournamentLog(store).tournament
    club = tournament.club
    for series in club.series.values():
        days = f"{series.date} to {series.until}" if series.until else series.date
        state = "closed" if series.closed else "open"
        games = count_text(len(club.games_in(series.id)), "game")
        print_text(f"{series.kind:<11}{series.title}  {days}  {state}  {games}\n")
    for other in (*tournament.others.values(), tournament):
        if other.title:
            print_text(f"tournament {other.title}  {count_text(len(other.sessions), 'session')}\n")
    return 0


def _print_next(args: argparse.Namespace) -> int:
    """Print who plays next at which table, East first, and who rests."""
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.tournament.player_directory import player_or_unknown
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.next_games import evening_proposal

    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        proposal = evening_proposal(stored, stored.tournament.club.require_evening())
        people = stored.people()

    def names(players: list[int]) -> str:
        return ", ".join(player_or_unknown(people, player).name for player in players)

    for one in proposal.tables:
        print_text(f"{'on paper' if one.table is None else f'table {one.table}'}: {names(one.players)}\n")
    if proposal.wait_for is not None:
        print_text(
            f"these players are waiting for table {proposal.wait_for}, to mix with its players: "
            f"{names(proposal.rest)}\n"
        )
    elif proposal.tables and proposal.rest:
        print_text(f"rest: {names(proposal.rest)}\n")
    elif not proposal.tables:
        wait = f": {names(proposal.rest)}" if proposal.rest else ""
        print_text(f"too few people are waiting for a game{wait}\n")
    return 0
