"""Builds the printed standings: place, name, total, each session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import Block, Column, Document, PrintedTable, Section, TextLines
from tenbo.printing.seat_lists import place_and_date, printed_player_name
from tenbo.tournament.standings import format_ranges, result_state, standings, team_standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.game.overall_standings import Standing
    from tenbo.printing.paper_translation import PaperLanguage
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

ON_THE_WALL = 12
# From this number of sessions on, names fit only on a page in landscape.
UPRIGHT = 6


def standings_list(
    tournament: Tournament,
    people: dict[int, Player],
    sheets: list[TableResult],
    hidden: Sequence[int],
    of: str,
    say: PaperLanguage,
) -> Document:
    """Return the standings `of` some sessions, with the teams, if any, and the players struck from the list."""
    sessions = sorted({sheet.session for sheet in sheets})
    blocks: list[Block] = [ranking_table(tournament, people, sheets, say)]
    if teams := team_standings(sheets, people, tournament):
        rows = [
            [f"{team.place}", team.player, say.signed(team.total), *_standing_row(team, sessions, say)]
            for team in teams
        ]
        blocks += [
            Section(say("Teams"), new_page=True),
            PrintedTable(_columns(say("team"), sessions, [], say), rows, ON_THE_WALL, repeated=3),
        ]
    # Why is known to the desk alone; this paper hangs on the wall.
    struck = [say("{} is not ranked", printed_player_name(people, player)) for player in sorted(tournament.unranked)]
    if struck:
        blocks.append(TextLines(struck))
    state = result_state(sheets, hidden)
    after = say("after session {}", sessions[-1]) if sessions else ""
    heading = "   ".join(
        word for word in (place_and_date(tournament, say), after if state.is_final and not of else "") if word
    )
    title = f"{tournament.title}: {say('standings')}{of}" if tournament.title else f"{say('Standings')}{of}"
    reasons = state.unfinished_reasons(say)
    is_wide = len(sessions) > UPRIGHT
    return Document(title, heading, reasons, blocks, [], landscape=is_wide, language=say.code)


def sessions_title_suffix(sessions: Sequence[int], every: Sequence[int], say: PaperLanguage) -> str:
    """Return the words that end the title of a paper of some sessions; none for a paper of all sessions.

    >>> from tenbo.printing.paper_translation import PaperLanguage
    >>> [sessions_title_suffix(some, [1, 2, 3], PaperLanguage()) for some in ([3], [], [1, 2], [1, 2, 3])]
    [', session 3 only', '', ', sessions 1, 2 only', '']
    """
    if not sessions or set(sessions) >= set(every):
        return ""
    text = ", sessions {} only" if len(sessions) > 1 else ", session {} only"
    return say(text, format_ranges(sorted(sessions)))


def ranking_table(
    tournament: Tournament, people: dict[int, Player], sheets: list[TableResult], say: PaperLanguage
) -> PrintedTable:
    """Return the ranked players with their totals and sessions."""
    sessions = sorted({sheet.session for sheet in sheets})
    byes = {(session, player) for session in sessions for player in tournament.unseated_players(session)}
    ranked = standings(sheets, tournament)
    beside = [say("country")] if any(player.country for player in people.values()) else []
    rows = []
    for standing in ranked:
        player = people.get(standing.player)
        country = [player.country if player else ""] if beside else []
        resting = {session for session in sessions if (session, standing.player) in byes}
        own = [str(standing.place), printed_player_name(people, standing.player), *country, say.signed(standing.total)]
        rows.append([*own, *_standing_row(standing, sessions, say, resting)])
    return PrintedTable(_columns(say("player"), sessions, beside, say), rows, ON_THE_WALL, repeated=3 + len(beside))


def _columns(what: str, sessions: list[int], beside: list[str], say: PaperLanguage) -> list[Column]:
    columns = [Column("", "right", bold=True), Column(what, bold=True), *(Column(word, "middle") for word in beside)]
    columns.append(Column(say("total"), "right", bold=True))
    return columns + [Column(say("s{}", session), "right") for session in sessions]


def _standing_row(
    standing: Standing[int] | Standing[str], sessions: list[int], say: PaperLanguage, resting: set[int] | None = None
) -> list[str]:
    own = standing.sessions
    empty = dict.fromkeys(resting or (), say("bye"))
    return [say.signed(own[session]) if session in own else empty.get(session, "-") for session in sessions]
