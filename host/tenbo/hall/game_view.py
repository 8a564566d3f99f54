"""The view of a table's game for its page, from stored events, made once after each event for all viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.game_report import report
from tenbo.game.history import history_of
from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.tournament.state import GameRef
from tenbo_core.errors import Refused
from tenbo_core.ledger import Ledger

if TYPE_CHECKING:
    from tenbo.hall.hall import Hall

Json = dict[str, Any]

NOBODY = ("", "", "", "")


def game_view(hall: Hall, number: int) -> Json:
    """Return the view of the game that a table plays.

    A ledger only grows, so a cached view is valid until the ledger has another event.
    """
    ledger, start = _game(hall, number)
    token = ledger, hall.store.head(stream_of(ledger)).seq
    known = hall.game_view_cache.get(number)
    if known is None or known[0] != token:
        game = report(history_of(_ledger_of(hall, ledger, start), NOBODY))
        known = token, {"ledger": ledger, "last": token[1], **game}
        hall.game_view_cache[number] = known
    return known[1]


def ledger_until(hall: Hall, number: int, last: int | None = None) -> Ledger:
    """Return the stored game that a table plays, up to an event if one is given."""
    return _ledger_of(hall, *_game(hall, number), last)


def _ledger_of(hall: Hall, ledger: str, start: int, last: int | None = None) -> Ledger:
    kept = Ledger(start)
    for event in iter_game_events(hall.store, ledger, start):
        if last is None or event.n <= last:
            kept.append(event)
    return kept


def _game(hall: Hall, number: int) -> tuple[str, int]:
    """Return the ledger of the game that a table plays and the number of its start."""
    newest = newest_game(hall, number)
    if newest is None:
        raise Refused("not_allowed_now", f"no game has begun at table {number}", "table")
    return newest


def newest_game(hall: Hall, number: int) -> GameRef | None:
    """Return the game that a table plays or has played last, plugged in or not; None before its first."""
    return newest_in(hall, _ledger_id(hall, number))


def newest_of(hall: Hall, view: dict[str, Any]) -> GameRef | None:
    """Return the newest game of a table whose view is known."""
    return newest_in(hall, view.get("ledger") or _ledger_left(hall, view["table"]))


def newest_in(hall: Hall, ledger: str) -> GameRef | None:
    """Return the newest game of a ledger."""
    start = hall.store.last_of_kind(stream_of(ledger), "start") if ledger else None
    return None if start is None else GameRef(ledger, start.seq)


def _ledger_id(hall: Hall, number: int) -> str:
    """Return the ledger of a table's device; if none is plugged in, of its last device."""
    station = hall.fleet.station_with_number(number)
    if station is not None and station.hello is not None:
        return station.hello.ledger
    return _ledger_left(hall, number)


def _ledger_left(hall: Hall, number: int) -> str:
    owned = [ledger for ledger, table in hall.tournament.tables_by_ledger.items() if table == number]
    return owned[-1] if owned else ""
