"""Updates the firmware of tables from the desk: one board after the other, with progress."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tenbo.devices.hall_key_proof import authenticate_with_table
from tenbo.flash import update
from tenbo.flash.build.files import find_firmware_folder
from tenbo.runtime.worker import run_in_background
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.standings import format_ranges
from tenbo.tournament.table_result import round_and_scores_text
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core import VERSION
from tenbo_core.errors import LinkFault, Malformed, Refused, TenboError
from tenbo_core.sentences import Sentence, join_sentences, sentence

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.hello import Hello
    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.devices.table_client import TableClient
    from tenbo.flash.update import Progress, UpdateResult
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.table_games import TableGames
    from tenbo.runtime.service_log import ServiceLog

Json = dict[str, Any]

WAITING, DONE, FAILED = "waiting", "done", "failed"
# The number of progress changes that are published, however many files there are.
MOST_PROGRESS_REPORTS = 20


class FirmwareRollout:
    """The current update, or the last one; one at a time. Thread-safe."""

    def __init__(
        self, fleet: DeviceRegistry, games: TableGames, keys: DeviceKeys, changes: ChangeBuffer, log: ServiceLog
    ) -> None:
        self._fleet = fleet
        self._games = games
        self._keys = keys
        self._changes = changes
        self._log = log
        self._lock = threading.Lock()
        self._working = False
        self._port = ""
        self._ended = False
        self._statuses: dict[int, Json] = {}

    def begin(self, tables: list[int], by: str, *, yes: bool = False) -> Json:
        """Start an update of some tables, one after the other; tables with a running game need a confirmation."""
        if not tables:
            raise Malformed(
                "missing_field", sentence("firmware_tables_missing", "choose the tables to update"), "tables"
            )
        stations = {number: self._station(number) for number in sorted(set(tables))}
        playing = [(number, now) for number in stations if (now := self._games.running_game(number)) is not None]
        if playing and not yes:
            raise confirmation_request(
                join_sentences(
                    [
                        sentence(
                            "table_stops_for_update",
                            "table {table} is playing and could not be used during the update: {now}",
                            table=number,
                            now=round_and_scores_text(now),
                        )
                        for number, now in playing
                    ]
                )
            )
        with self._lock:
            if self._working:
                at = ", ".join(
                    str(number) for number, status in self._statuses.items() if status["state"] not in (DONE, FAILED)
                )
                message = sentence(
                    "table_firmware_busy",
                    "a firmware update is already running (tables not yet finished: {at}): wait until it is done",
                    at=at,
                )
                raise Refused("not_allowed_now", message, "tables")
            self._working = True
            self._statuses = {
                number: {"table": number, "state": WAITING, "done": 0, "of": 0, "why": "", **reason_code_and_values("")}
                for number in stations
            }
        self._log.write_line(
            f"{by} updates table{'s' * (len(stations) > 1)} {format_ranges([*stations])} to firmware {VERSION}"
        )
        folder = find_firmware_folder()
        run_in_background("firmware update", lambda: self._run(stations, folder), self._log)
        return self.status()

    def status(self) -> Json:
        """Return the bundled firmware, whether an update runs, and the state of each table."""
        with self._lock:
            tables = [dict(table) for table in self._statuses.values()]
            return {"firmware": VERSION, "working": self._working, "tables": tables}

    def check_port_not_updating(self, port: str) -> None:
        """Refuse to release or take back a port while its board is updated."""
        if port == self._port:
            message = sentence(
                "board_firmware_busy",
                "this service is writing the firmware of the board at {port}: wait until it has finished",
                port=port,
            )
            raise Refused("in_use", message, "port")

    def close(self) -> None:
        """Stop after the current board; an interrupted one is mended by the next update."""
        self._ended = True

    def _station(self, number: int) -> Station:
        """Return the station of a table, which must be plugged into this computer."""
        station = self._fleet.require_station(number, "tables")
        if not self._fleet.is_own(station):
            message = sentence(
                "table_at_other_host",
                "table {number} is plugged into another host ({value}): update it there",
                number=number,
                value=station.port.name.partition(" ")[0],
            )
            raise Refused("not_allowed_now", message, "tables")
        return station

    # ---------------------------------------------------------------- the thread

    def _run(self, stations: dict[int, Station], folder: Path) -> None:
        try:
            for number, station in stations.items():
                if not self._ended:
                    self._update(number, station.port.name, folder)
        finally:
            with self._lock:
                self._working = False
        self._publish()

    def _update(self, number: int, port: str, folder: Path) -> None:
        """Update one table; after a failure the next tables are updated all the same."""
        self._port, why = port, ""
        self._fleet.release_port(port, sentence("firmware_being_written", "its firmware is being written"))
        try:
            outcome = update.update(
                port, folder, lambda step: self._step(number, step), update.UpdateOptions(admit=self._admit)
            )
            _check_outcome(outcome, port)
        except TenboError as error:
            why = error.message
        except Exception as error:  # noqa: BLE001 - an internal error at one board must not stop the other updates
            self._log.log_exception(error)
            why = sentence(
                "mistake_with_remedy",
                "internal error ({error}): {remedy}",
                error=repr(error),
                remedy=_by_hand(port),
            )
        finally:
            self._port = ""
            self._fleet.cancel_port_release(port)
        self._set(number, state=FAILED if why else DONE, why=why, **reason_code_and_values(why))
        what = f"its firmware was not written: {why}" if why else f"has firmware {VERSION}"
        self._log.write_line(what, level="error" if why else "info", table=number, port=port)

    def _admit(self, asker: TableClient, hello: Hello) -> None:
        """Authenticate the hall to one of its tables."""
        authenticate_with_table(asker, self._keys.possible_keys(hello.id))

    def _step(self, number: int, step: Progress) -> None:
        if step.what == update.WRITING and step.of and step.done < step.of:
            # Publishing every file would be too many changes for the browsers.
            every = max(1, step.of // MOST_PROGRESS_REPORTS)
            if step.done % every:
                return
        self._set(number, state=step.what, done=step.done, of=step.of, why=step.why, **reason_code_and_values(step.why))

    def _set(self, number: int, **what: Any) -> None:
        with self._lock:
            self._statuses[number] |= what
        self._publish()

    def _publish(self) -> None:
        self._changes.publish("firmware", self.status())


def _by_hand(port: str) -> Sentence:
    """Return what to do at a board that was not written."""
    return sentence(
        "update_by_hand",
        "unplug the board, plug it in again and repeat the update, or flash it from this computer (tenbo "
        "flash --port {port})",
        port=port,
    )


def _check_outcome(outcome: UpdateResult, port: str) -> None:
    """Raise the failure of an update with its remedy."""
    if outcome.good:
        return
    if outcome.hello is None:
        raise LinkFault(
            "no_answer",
            sentence(
                "no_table_after_update", "the board does not answer after the update: {port}", port=_by_hand(port)
            ),
            "port",
        )
    if outcome.is_back:
        message = sentence(
            "old_firmware_restored",
            "the new firmware did not start; the old firmware was restored and is running: please report this",
        )
        raise LinkFault("no_answer", message, "port")
    outcome.hello.check_up_to_date()
