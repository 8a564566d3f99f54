"""The store: every event of every table on disk, chained so that any change is detected.

>>> from pathlib import Path
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "hall.db") as store:
...     _ = store.append([Entry("table/5f2c", 0, "start", '[4,0,"ema-2016"]')])
...     [(row.seq, row.kind) for row in store.rows("table/5f2c")]
[(0, 'start')]
"""

from tenbo.store.cached_results import CachedResult
from tenbo.store.chain import Entry, Head, Row
from tenbo.store.event_store import EventStore
from tenbo.store.integrity import Damage, IntegrityReport, verify
from tenbo.store.schema import DATABASE, VERSION
from tenbo.store.sqlite_store import SqliteStore

__all__ = [
    "DATABASE",
    "VERSION",
    "CachedResult",
    "Damage",
    "Entry",
    "EventStore",
    "Head",
    "IntegrityReport",
    "Row",
    "SqliteStore",
    "verify",
]  # fmt: skip
