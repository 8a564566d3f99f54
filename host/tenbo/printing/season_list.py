"""Builds the printed season of a club: the first three, the table, and the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import Award, Block, Cards, Column, Document, PrintedTable, Section, TextLines
from tenbo.printing.seat_lists import printed_player_name
from tenbo.printing.tournament_report import PODIUM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.printing.paper_translation import PaperLanguage
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.series.season_bests import SeasonBest
    from tenbo.tournament.series.season_table import SeasonRow
    from tenbo.tournament.series.season_view import SeasonView

ON_THE_WALL = 11
RECORDS = {
    "best_score": ("Most points in a game", "{} point", "{} points"),
    "worst_score": ("Fewest points in a game", "{} point", "{} points"),
    "firsts_in_a_row": ("Most first places in a row", "{} game", "{} games"),
    "highest_hand": ("Highest hand", "{} point", "{} points"),
    "dealer_run": ("Longest run as dealer", "{} hand", "{} hands"),
    "most_wins": ("Most wins in a game", "{} win", "{} wins"),
}
AVERAGES, PLACES, RATING = ("mean", "mean place"), ("1st", "2nd", "3rd", "4th"), "rating"


def season_list(
    view: SeasonView, records: Sequence[SeasonBest], people: dict[int, Player], say: PaperLanguage
) -> Document:
    """Return the paper of a season, an evening or a tournament; games that are not finished make it provisional."""
    ranked = [row for row in view.rows if row.place is not None]
    blocks: list[Block] = []
    if ranked:
        blocks += [
            Cards(_podium(ranked, people, say), len(PODIUM)),
            Section(say("Standings")),
            _table(ranked, view.seats, people, say),
        ]
    if below := [row for row in view.rows if row.place is None]:
        blocks += [
            Section(say.plural(view.ranking.least, "Fewer than {} game", "Fewer than {} games")),
            _table(below, view.seats, people, say),
        ]
    if any(row.rating.is_provisional for row in view.rows):
        blocks.append(TextLines([say("? a rating from few games")]))
    if records:
        blocks += [Section(say("Records")), Cards([_record(one, people, say) for one in records])]
    days = sorted({game.date for game in view.games if game.date})
    when = "" if not days else days[0] if days[0] == days[-1] else say("{} to {}", days[0], days[-1])
    counts = (
        f"{say.plural(len(view.games), '{} game', '{} games')}, {say.plural(len(view.rows), '{} player', '{} players')}"
    )
    state = [say("game {} at table {} is not finished", game.id, game.table) for game in view.unfinished]
    return Document(
        view.title, "   ".join(word for word in (when, counts) if word), state, blocks, [], language=say.code
    )


def _podium(rows: Sequence[SeasonRow], people: dict[int, Player], say: PaperLanguage) -> list[Award]:
    return [
        Award(say(PODIUM[row.place - 1]), printed_player_name(people, row.player), say.signed(row.counted),
              say.plural(row.games, "{} game, mean place {}", "{} games, mean place {}",
                         say.decimal(row.mean_place, 2)))
        for row in rows if row.place is not None and row.place <= len(PODIUM)
    ][: len(PODIUM)]  # fmt: skip


def _table(rows: Sequence[SeasonRow], seats: int, people: dict[int, Player], say: PaperLanguage) -> PrintedTable:
    columns = [Column("", "right", bold=True), Column(say("player"), bold=True), Column(say("games"), "right"),
               Column(say("total"), "right", bold=True)]  # fmt: skip
    columns += [Column(say(title), "right") for title in (*AVERAGES, *PLACES[:seats], RATING)]
    cells = [
        ["" if row.place is None else str(row.place), printed_player_name(people, row.player), str(row.games),
         say.signed(row.counted), say.signed(round(row.mean)), say.decimal(row.mean_place, 2),
         *map(str, row.places[:seats]),
         say.decimal(row.rating.rating, 1) + "?" * row.rating.is_provisional]
        for row in rows
    ]  # fmt: skip
    return PrintedTable(columns, cells, ON_THE_WALL)


def _record(record: SeasonBest, people: dict[int, Player], say: PaperLanguage) -> Award:
    title, one, several = RECORDS[record.what]
    detail = f"{record.game.date}, {say.hand(record.hand)}" if record.hand else record.game.date
    return Award(say(title), say.plural(record.value, one, several), printed_player_name(people, record.player), detail)
