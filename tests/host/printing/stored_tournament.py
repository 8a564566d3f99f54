"""What the stored tournament of the papers has: its day, a game, its players, and what the desk records."""

from __future__ import annotations

from tenbo.store import SqliteStore
from tenbo.tournament.record_log import TournamentLog

DAY = ("--date", "22.03.2026-18:30")
GAME = (
    ("start ema-2016", 0), ("session 90", 0), ("hand", 40), ("riichi 1", 100), ("riichi 2", 200), ("win 1<0 3/40", 460),
    ("hand", 520), ("win 3 4/30", 1120), ("hand", 1180), ("draw tenpai 0", 1300), ("end", 1400),
)  # fmt: skip
NAMES = ("Anna Berg", "Jürgen Müller", "Lukas Nowak", "Dai Evans", "Eva (East) \\Fox", "Finn <b>", "Gro Øst", "Hugo Q")


def desk_of(store, kind, **fields):
    """Have the desk record something."""
    with SqliteStore(store) as opened:
        return TournamentLog(opened).record(kind, "referee Ada", **fields)
