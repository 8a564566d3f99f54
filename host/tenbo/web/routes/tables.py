"""The routes of tables: their state, their events and their game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tenbo.hall.json_views import stored_event_json
from tenbo.store.ledgers import event_of, stream_of
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import page_size
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from tenbo.hall.table_games import TableGames
    from tenbo.hall.table_views import TableViews
    from tenbo.store import EventStore
    from tenbo.web.auth.visibility import Visibility
    from tenbo.web.table_cache import TableList


PAGE = 500
LONGEST_PAGE = 5000


class TableRoutes:
    """What anyone may see of the tables."""

    def __init__(
        self, table_list: TableList, views: TableViews, games: TableGames, store: EventStore, visibility: Visibility
    ) -> None:
        self._table_list = table_list
        self._views = views
        self._games = games
        self._store = store
        self._visibility = visibility

    def tables(self, request: HttpRequest) -> HttpResponse:
        """Return every table with a number: its port, its state and its game (`now`).

        The game is as in the answer of `tenbo replay`, with the `names` and, as `dead`, the seats whose hand is dead. A
        game of an unreleased session is left out but for its `names`, and `hidden` marks it. Desk and referee see it,
        with the mark `unreleased`. `why` says what is wrong with the device: `reason` is the code of this sentence,
        `params` what varies in it.
        """
        return HttpResponse(self._table_list.body(request.visitor))

    def table(self, request: HttpRequest) -> HttpResponse:
        """Return one table."""
        known = self._views.table(request.int_param("table"))
        return json_response(self._visibility.redact_tables(request.visitor, [known])[0])

    def table_events(self, request: HttpRequest) -> HttpResponse:
        """Return the events of a table after number `after`, at most `most`; `ledger` names an earlier ledger.

        Each event has its `fields` by name and a line of plain words.
        """
        known = self._views.table(request.int_param("table"))
        ledger = request.query.get("ledger", known.get("ledger", ""))
        self._visibility.check_ledger_visible(request.visitor, ledger)
        after, most = request.int_param("after", -1), page_size(request, PAGE, LONGEST_PAGE)
        rows = islice(self._store.rows(stream_of(ledger), after), most)
        return json_response([stored_event_json(event_of(row)) for row in rows])

    def table_game(self, request: HttpRequest) -> HttpResponse:
        """Return the game that a table plays, as its page shows it.

        `hands` has each hand with its `acts`, its `moves` (payer, payee, reason, section of the rule book) and the
        scores after it. `accounts` explains the points of each seat, `needs` is the cheapest win for each rank,
        `repairs` lists the corrections. An event after `last` is not stored yet and follows a moment later.
        """
        number = request.int_param("table")
        self._visibility.check_table_visible(request.visitor, number)
        try:
            return json_response(self._games.view(number))
        except Refused:
            # Of a table that there is not, that is what is wrong.
            self._views.table(number)
            raise
