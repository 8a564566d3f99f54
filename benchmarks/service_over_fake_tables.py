"""The service over tables of paper, as every part of `host_load_and_faults.py` begins and ends."""

from __future__ import annotations

import io
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.store.ledgers import event_of, stream_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenbo.simulator.fake_tables import FakeTable
    from tenbo.store import SqliteStore


@contextmanager
def service_over(folder: Path, ports: list[str]) -> Iterator[Service]:
    """Run a service over some ports."""
    config = Config(folder / "hall.db", ports, search=False, number_new=True, listen=("127.0.0.1", 0))
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * len(ports), 60)
        yield service


def until(condition: Any, patience_s: float = 30.0) -> None:
    """Wait until something is true."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > patience_s:
            raise SystemExit("waited in vain: something was lost")
        time.sleep(0.005)


def has_all_events(store: SqliteStore, table: FakeTable) -> bool:
    """Return whether a store has every event of a table, once and in order."""
    return [event_of(row).plain() for row in store.rows(stream_of(table.id))] == [one.plain() for one in table.all]
