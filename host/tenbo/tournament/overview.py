"""The overview of a tournament on one page: people, seats, the state of each table, and the desk's changes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_values import annotation_text
from tenbo.validation.dates import format_days

if TYPE_CHECKING:
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.result_embargo import ResultEmbargo
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult


def overview_page(tournament: Tournament, people: dict[int, Player], sheets: list[TableResult], now_ms: int) -> str:
    """Return the page as text, at a moment."""
    days = format_days(tournament.date, tournament.days)
    about = (tournament.title or "no title", tournament.rules, tournament.venue, tournament.country, days)
    lines = ["   ".join(word for word in about if word), ""]
    numbers = sorted({*people, *(player for players in tournament.seats.values() for player in players)} - {0})
    width = max((len(player.ema) for player in people.values()), default=0)
    for number in numbers:
        player = player_or_unknown(people, number)
        marks = [player.ema.ljust(width), player.country]
        if number in tournament.withdrawn:
            marks.append(f"withdrawn from session {tournament.withdrawn[number]} on")
        if number in tournament.unranked:
            marks.append(f"not ranked: {tournament.unranked[number]}")
        lines.append("  ".join([f"{number:>5}", f"{player.name:30}", *(mark for mark in marks if mark)]).rstrip())
    for session in tournament.sessions:
        ended = "ended" if session in tournament.ended else "begun" if session in tournament.opened else "planned"
        lines += ["", f"session {session}: {ended}{_embargo_text(tournament.embargo, session, now_ms)}"]
        for sheet in sheets:
            if sheet.session == session:
                lines += _table(sheet, people)
        if resting := tournament.unseated_players(session, people):
            names = ", ".join(f"{player} {player_or_unknown(people, player).name}".rstrip() for player in resting)
            lines.append(f"  no seat   {names}")
    return "\n".join(lines).rstrip() + "\n"


def _embargo_text(publication: ResultEmbargo, session: int, now_ms: int) -> str:
    """Return the remark behind a session with hidden results, with the moment of their release if it is known."""
    if not publication.is_hidden(session, now_ms):
        return ""
    if publication.released_at is None:
        return "   (hidden until it is released)"
    return f"   (hidden until {time.strftime('%H:%M', time.localtime(publication.released_at / 1000))})"


def _table(sheet: TableResult, people: dict[int, Player]) -> list[str]:
    seated = []
    for wind, player in zip("ESWN", sheet.players, strict=True):
        seated.append(f"{wind} {player} {player_or_unknown(people, player).name}".rstrip() if player else f"{wind} -")
    lines = [f"  table {sheet.table:<4}{sheet.state:10}" + "   ".join(seated)]
    if sheet.why:
        lines.append(f"      {sheet.why}")
    return lines + [f"      {annotation_text(note)}" for note in sheet.notes]
