"""On the desk: listens for the database's notifications when a host has stored something, and polls at intervals.

A notification carries no data and may be lost with its connection, so changes are always selected from the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import psycopg
from psycopg import sql

from tenbo.concurrency.worker import ExceptionLog, Worker
from tenbo.store.postgres.connection import connection_parameters, translate_error
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.store.postgres.connection import Connection

# How often it checks for the stop request, and at least how often for news.
POLL_S = 0.5
AGAIN_S = 1.0
CHANNEL = "tenbo"


class ListenerLog(ExceptionLog, Protocol):
    """The log of exceptions, and of when the database stops and starts to answer."""

    def write_line(self, what: str, *, level: str = "info") -> None:
        """Log one line."""


class DatabaseListener:
    """Calls `news` after a change, and sometimes without one, in a thread of its own.

    Without a log it does not report an unreachable database, because another part does.
    """

    def __init__(
        self, url: str, news: Callable[[], None], log: ListenerLog | None, channels: Sequence[str] = (CHANNEL,)
    ) -> None:
        self._url = url
        self._channels = channels
        self._news = news
        self._log = log
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
                self._failed(translate_error(self._url, error).message)
                self._thread.sleep(AGAIN_S)

    def _listen(self, connection: Connection) -> None:
        self._failed("")
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
            self._failed(error.message)
        except Exception as error:  # noqa: BLE001 - an internal error at one event must not end the listener
            if self._log is not None:
                self._log.log_exception(error)

    def _failed(self, why: str) -> None:
        if why != self._why and self._log is not None:
            text = f"{why}. Nothing new is collected until it does" if why else "the database answers again"
            self._log.write_line(text, level="warning" if why else "info")
        self._why = why
