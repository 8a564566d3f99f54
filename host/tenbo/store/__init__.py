"""The store: every event of every table on disk, chained so that a change to any of them is seen.

>>> from pathlib import Path
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "hall.db") as store:
...     _ = store.append([Entry("table/5f2c", 0, "start", '[4,0,"ema-2016"]')])
...     [(row.seq, row.kind) for row in store.rows("table/5f2c")]
[(0, 'start')]
"""

from tenbo.store.chain import Entry, Head, Row
from tenbo.store.check import Damage, Report, verify
from tenbo.store.event_store import EventStore
from tenbo.store.kept_results import KeptResult
from tenbo.store.log import Store
from tenbo.store.schema import DATABASE, VERSION

__all__ = [
    "DATABASE", "VERSION", "Damage", "Entry", "EventStore", "Head", "KeptResult", "Report", "Row", "Store", "verify",
]  # fmt: skip
