"""Builds the seat lists: by table for each session, and by name for players who look for their seat."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from tenbo.printing.document import Block, Column, Document, PrintedTable, Section
from tenbo.tournament.player_directory import player_or_unknown
from tenbo_core.errors import Refused
from tenbo_core.seats import WIND_NAMES
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.printing.paper_translation import PaperLanguage
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.state import Tournament

# Letters of lists that people read standing before a wall.
BY_TABLE, BY_NAME = 13, 11
# From this number of sessions on, names fit only on a page in landscape.
UPRIGHT = 8
# Letters that no accent makes.
STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ı": "i"})


def seat_list(
    tournament: Tournament, people: dict[int, Player], sessions: Sequence[int], say: PaperLanguage
) -> Document:
    """Return the seat lists of some sessions."""
    if not sessions:
        raise Refused(
            "not_allowed_now",
            sentence("no_seats_yet", "no players are seated: create a seating plan first (tenbo session plan)"),
            "session",
        )
    blocks: list[Block] = [_by_name(tournament, people, sessions, say)]
    for session in sessions:
        blocks += _by_table(tournament, people, session, say)
    is_wide = len(sessions) > UPRIGHT
    title = tournament.title or say("Seats")
    return Document(title, place_and_date(tournament, say), [], blocks, [], landscape=is_wide, language=say.code)


def place_and_date(tournament: Tournament, say: PaperLanguage) -> str:
    """Return where and when a tournament is."""
    days = say.days(tournament.date, tournament.days)
    return "   ".join(word for word in (tournament.venue, tournament.country, days) if word)


def printed_player_name(people: dict[int, Player], player: int) -> str:
    """Return a player's name on paper, "-" for an empty seat."""
    return player_or_unknown(people, player).name if player else "-"


def _by_name(tournament: Tournament, people: dict[int, Player], sessions: Sequence[int], say: PaperLanguage) -> Block:
    """Return where each player sits in each session, by last name."""
    places: dict[int, dict[int, str]] = {}
    for (session, table), players in tournament.seats.items():
        for seat, player in enumerate(players):
            if player and session in sessions:
                places.setdefault(player, {})[session] = f"{table} {say.winds[seat]}"
    ordered = sorted(places, key=lambda player: (_by_last_name(people, player), player))
    columns = [Column(say("name"), bold=True), Column(say("no."), "right")]
    columns += [
        Column(say("session {}" if len(sessions) <= UPRIGHT else "s{}", session), "middle") for session in sessions
    ]
    rows = [
        [
            _last_name_first(people, player),
            str(player),
            *(places[player].get(session, say("bye")) for session in sessions),
        ]
        for player in ordered
    ]
    return PrintedTable(columns, rows, BY_NAME, across=2 if len(sessions) == 1 else 1, repeated=2)


def _by_last_name(people: dict[int, Player], player: int) -> tuple[str, str]:
    known = player_or_unknown(people, player)
    return _plain_letters(known.last), _plain_letters(known.first)


def _plain_letters(name: str) -> str:
    """Return a name as it is sorted: with the letters under its accents and strokes, and without apostrophes.

    >>> sorted(["Zeh", "Łukasik", "Lund", "Østergård", "Müller", "d'Arc", "Dal"], key=_plain_letters)
    ['Dal', "d'Arc", 'Łukasik', 'Lund', 'Müller', 'Østergård', 'Zeh']
    """
    plain = normalize("NFKD", name.casefold().translate(STROKES))
    return "".join(sign for sign in plain if not combining(sign) and sign not in "'’")


def _last_name_first(people: dict[int, Player], player: int) -> str:
    known = player_or_unknown(people, player)
    return f"{known.last}, {known.first}" if known.first and known.last else known.name


def _by_table(tournament: Tournament, people: dict[int, Player], session: int, say: PaperLanguage) -> list[Block]:
    rows = []
    for table in tournament.tables_in_session(session):
        players = tournament.seated_players((session, table))
        rows.append([str(table), *(printed_player_name(people, player) for player in players)])
    columns = [
        Column(say("table"), "right", bold=True),
        *(Column(say(wind)) for wind in WIND_NAMES[: tournament.seat_count(session)]),
    ]
    blocks: list[Block] = [Section(say("Session {}", session), new_page=True), PrintedTable(columns, rows, BY_TABLE)]
    if resting := tournament.unseated_players(session, people):
        names = ", ".join(printed_player_name(people, player) for player in resting)
        blocks.append(Section(say("No seat"), ""))
        blocks.append(PrintedTable([Column("")], [[names]], BY_NAME))
    return blocks
