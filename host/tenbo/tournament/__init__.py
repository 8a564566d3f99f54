"""The tournament: seats, the result of each table, and the standings.

>>> tournament = Tournament()
>>> tournament.apply(make("seats", "desk", {"session": 1, "table": 3, "players": [1, 5, 9, 13]}))
>>> tournament.tables_in_session(1)
[3]
"""

from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.record_schema import DeskRecord, make
from tenbo.tournament.state import Tournament

__all__ = ["DeskRecord", "Tournament", "TournamentLog", "make"]
