"""Answers the seats that ask who sits there: sends the list of people, and seats the one whom a seat has picked."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from tenbo.runtime.worker import Worker
from tenbo_core.errors import LinkFault, Refused, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.follower import PlayerPick
    from tenbo.devices.station import Station
    from tenbo.hall.evening_seats import EveningSeats
    from tenbo.runtime.service_log import ServiceLog

# What a seat says to get the list, and when the guest of its last game was the player whom it has just picked.
LIST, LAST_GAME = -1, -2
# A message of so many names fits the buffer of every port of a table.
NAMES_AT_ONCE = 3
# A seat asks again when it gets no answer, so older questions may be dropped.
MOST_WAITING = 64


class SeatPickHandler:
    """Answers in a thread of its own, because a station's thread must not wait for its own table."""

    def __init__(self, table_number_of: Callable[[str], int | None], seats: EveningSeats, log: ServiceLog) -> None:
        self._table_number_of = table_number_of
        self._seats = seats
        # Whether another computer is the desk of this one, and is heard.
        self.has_desk: Callable[[], bool] = lambda: False
        self._log = log
        self._waiting: deque[tuple[Station, PlayerPick]] = deque(maxlen=MOST_WAITING)
        self._thread = Worker("seat picks", self._run, log)

    def start(self) -> None:
        """Start to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._thread.close()

    def handle_pick(self, station: Station, pick: PlayerPick) -> None:
        """Take what a seat asks; it is answered soon. A question that waits already is not answered twice."""
        if (station, pick) not in self._waiting:
            self._waiting.append((station, pick))
        self._thread.notify()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            while self._waiting and not self._thread.is_stopping:
                station, pick = self._waiting.popleft()
                try:
                    self._answer(station, pick)
                except (LinkFault, Refused):
                    # The table is away, or the seat asks no more.
                    continue
                except Exception as error:  # noqa: BLE001 - an internal error at one table must not end the others
                    self._log.log_exception(error)
            self._thread.wait()

    def _answer(self, station: Station, pick: PlayerPick) -> None:
        hello = station.snapshot.hello
        table = None if hello is None else self._table_number_of(hello.id)
        if table is None:
            return
        if not self._seats.is_evening_open and self.has_desk():
            # The evening is open there; the desk learns of the question, and answers through this host.
            station.leave_pick_to_desk(pick)
            return
        try:
            if pick.player == LIST:
                people = self._seats.seat_candidates(table, pick.seat)
            elif pick.player == LAST_GAME:
                self._seats.identify_last_guest(table, pick.seat, f"table {table}")
            else:
                self._seats.sit_down(table, pick.seat, pick.player, f"table {table}", moves=False)
        except TenboError as error:
            station.ask("picked", pick.seat, reason_code(error))
            return
        if pick.player != LIST:
            station.ask("picked", pick.seat, "")
            return
        for first in range(0, max(1, len(people)), NAMES_AT_ONCE):
            fields = [value for person in people[first : first + NAMES_AT_ONCE] for value in person]
            station.ask("names", pick.seat, len(people), first, *fields)


def reason_code(error: TenboError) -> str:
    """Return the code of an error's sentence, by which a table says it in its seat's language."""
    return str(getattr(error.message, "code", "") or error.code)
