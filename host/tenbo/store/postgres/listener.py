"""On the desk: listens for the database's notifications when a host has stored something, and polls at intervals.

A notification carries no data and may be lost with its connection, so changes are always selected from the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from tenbo.runtime.worker import Worker
from tenbo.store.postgres.connection import connection_parameters, translate_error
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.postgres.connection import Connection

# How often it checks for the stop request, and at least how often for news.
POLL_S = 0.5
AGAIN_S = 1.0
CHANNEL = "tenbo"


class DatabaseListener:
    """Calls `news` after a change, and sometimes without one, in a thread of its own.

    Of several listeners of one program only one reports that the database does not answer.
    """

    def __init__(
        self,
        url: str,
        news: Callable[[], None],
        log: ServiceLog,
        channels: Sequence[str] = (CHANNEL,),
        *,
        reports_outages: bool = False,
    ) -> None:
        self._url = url
        self._channels = channels
        self._news = news
        self._log = log
        self._reports_outages = reports_outages
        self._why = ""
        self._thread = Worker("database listener", self._run, log)

    def start(self) -> None:
        """Start the listener."""
        self._thread.start()

    def close(self) -> None:
        """Stop the listener."""
        self._thread.close()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            try:
                with psycopg.connect(**connection_parameters(self._url), autocommit=True) as connection:
                    for channel in self._channels:
                        connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                    self._listen(connection)
            except psycopg.Error as error:
                self._report(translate_error(self._url, error))
                self._thread.sleep(AGAIN_S)

    def _listen(self, connection: Connection) -> None:
        self._report(None)
        self._notify()
        while not self._thread.is_stopping:
            if list(connection.notifies(timeout=POLL_S, stop_after=1)):
                # One call of `news` covers all notifications that have arrived.
                list(connection.notifies(timeout=0))
                self._notify()

    def _notify(self) -> None:
        try:
            self._news()
        except TenboError as error:
            self._report(error)
        except Exception as error:  # noqa: BLE001 - an internal error at one event must not end the listener
            self._log.log_exception(error)

    def _report(self, error: TenboError | None) -> None:
        """Log the first of equal errors, and that the database answers again after them."""
        is_outage = error is not None and error.code == "no_answer"
        if is_outage and not self._reports_outages:
            return
        why = "" if error is None else error.message
        if why != self._why:
            more = ". No new data is collected until it answers" if is_outage else ""
            self._log.write_line(
                f"{why}{more}" if why else "the database answers again", level="warning" if why else "info"
            )
        self._why = why
