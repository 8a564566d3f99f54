"""The results file of the European Mahjong Association.

19 columns, a row for each player, or the reasons against it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.formats.csv_rows import write_csv
from tenbo.tournament.mers_formula import weight_of
from tenbo.tournament.standings import result_state, standings
from tenbo.validation.countries import parse_country
from tenbo.validation.dates import format_federation_days
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.game.overall_standings import Standing
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

# The federation's columns, by its names and in its order.
EMA_COLUMNS = (
    "Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name", "EMA number",
    "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules",
    "period", "NbDays", "Extra",
)  # fmt: skip

# Table points belong to the federation's other game; riichi files have this constant.
TABLE_POINTS = 1
# The number of a player who is no member. Readers parse the cell as a number, and -1 is a real entry.
GUEST = "0"
# How many of the players with missing data are named.
NAMED = 5


def ema_csv(
    tournament: Tournament,
    sheets: list[TableResult],
    people: dict[int, Player],
    *,
    provisional: bool = False,
    hidden: Sequence[int] = (),
) -> str:
    """Return the file.

    The federation takes it as final. So unfinished results are refused, or marked in the title, and all data that the
    federation needs must be present.
    """
    if any(len(sheet.players) != 4 for sheet in sheets):
        message = sentence(
            "ema_four_players", "the EMA has no three-player games: ema.csv is only for four-player games"
        )
        raise Refused("not_in_this_rule_book", message, "name")
    state = result_state(sheets, hidden)
    if not state.is_final and not provisional:
        lines = "; ".join([*state.unfinished_reasons(), *state.faults])
        raise Refused(
            "not_allowed_now",
            sentence(
                "results_not_finished",
                "the results are not final: {lines} (--provisional exports them marked as provisional)",
                lines=lines,
            ),
            "name",
        )
    ranked = standings(sheets, tournament)
    check_federation_data(tournament, ranked, people)
    title = tournament.title + ("" if state.is_final else " (provisional)")
    host = parse_country(tournament.country)
    held = [tournament.date, host, tournament.venue, weight_of(tournament, ranked, people).as_text]
    held += [tournament.short or tournament.title, "Riichi", format_federation_days(tournament.date, tournament.days)]
    rows: list[Iterable[object]] = [EMA_COLUMNS]
    for standing in ranked:
        player = people[standing.player]
        own = [standing.place, player.first, player.last.upper(), player.ema or GUEST, TABLE_POINTS, standing.total]
        listed = ["YES" if player.ema else "", parse_country(player.country)]
        rows.append([title, len(ranked), *own, *listed, *held, tournament.days, "NO"])
    return write_csv(rows)


def check_federation_data(tournament: Tournament, ranked: list[Standing[int]], people: dict[int, Player]) -> None:
    """Refuse results that lack data which the federation needs; the error lists all of it."""
    missing: list[str] = []
    if not ranked:
        missing.append(sentence("ema_needs_result", "a result"))
    if not tournament.title:
        missing.append(sentence("ema_needs_title", 'the title (tenbo session new "Spring open 2026")'))
    if not tournament.venue:
        missing.append(sentence("ema_needs_town", "the town (tenbo session edit --place ...)"))
    if not tournament.date:
        missing.append(sentence("ema_needs_date", "the date (tenbo session edit --date ...)"))
    if not tournament.country:
        missing.append(sentence("ema_needs_country", "the country (tenbo session edit --country ...)"))
    elif not _is_country(tournament.country):
        missing.append(
            sentence(
                "ema_needs_country_letters",
                "a three-letter country code instead of {country} (tenbo session edit --country ...)",
                country=repr(tournament.country),
            )
        )
    missing += _missing_of_players([row.player for row in ranked], people)
    if missing:
        raise Malformed(
            "missing_field",
            sentence(
                "ema_file_incomplete",
                "the EMA file was not written: it needs {missing}",
                missing=join_sentences(missing),
            ),
            "name",
        )


def _missing_of_players(numbers: list[int], people: dict[int, Player]) -> list[str]:
    """Return the missing data of some players, one sentence for each kind, with its columns."""
    known = [number for number in numbers if number in people]
    unregistered = [number for number in numbers if number not in people]
    unnamed = [number for number in known if not people[number].last]
    without_country = [number for number in known if not _is_country(people[number].country)]
    missing: list[str] = []
    if unregistered:
        missing.append(
            sentence(
                "ema_needs_registration",
                "the registration of each player (missing: {players}): give a file with the columns id and "
                "name (tenbo session players FILE)",
                players=_player_names(unregistered, people),
            )
        )
    if unnamed:
        missing.append(
            sentence(
                "ema_needs_last_name",
                "a last name for each player (missing: {players}): give a file with the columns id, first "
                "and last (tenbo session players FILE)",
                players=_player_names(unnamed, people),
            )
        )
    if without_country:
        missing.append(
            sentence(
                "ema_needs_player_country",
                "a country for each player (missing: {players}): give a file with the columns id, name and "
                "country (tenbo session players FILE)",
                players=_player_names(without_country, people),
            )
        )
    return missing


def _player_names(players: list[int], people: dict[int, Player]) -> str:
    """Return the first of some players with their names."""
    names = [f"{number} {people[number].name if number in people else ''}".rstrip() for number in sorted(players)]
    first, left = ", ".join(names[:NAMED]), len(names) - NAMED
    return sentence("names_and_more", "{names} and {count} more", names=first, count=left) if left > 0 else first


def _is_country(text: str) -> bool:
    try:
        return bool(parse_country(text))
    except Malformed:
        return False
