"""What counts, and which ledger a table writes, is never decided by the clocks of hosts, which may be hours off."""

from __future__ import annotations

import io
from contextlib import closing

import pytest

from tenbo.app.cluster_services import build_cluster
from tenbo.app.hall_services import build_hall
from tenbo.cluster.clock_offset import Probe
from tenbo.cluster.http_host import parse_address
from tenbo.cluster.table_number_sync import TableNumberSync
from tenbo.hall.ledger_devices import game_ledgers_of_table
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTable
from tenbo.store import Entry, SqliteStore
from tenbo.store.ledgers import DESK_STREAM, entry_of
from tenbo.store.merged_store import MergedStore
from tenbo.store.postgres.store import PgStore
from tenbo.tournament.repository import TournamentRepository

HOUR_MS = 3_600_000
TODAY_MS = 1_780_000_000_000
DEVICE = "e66000000000000a"


def told_by(folder, name, clock_ms, *entries):
    """Return the rows of a host whose clock stands somewhere."""
    with SqliteStore(folder / f"{name}-{clock_ms}.db", clock=lambda: clock_ms) as store:
        return store.append([Entry(*entry) for entry in entries])


def hand(points, ledger="a"):
    """Return what is told of a table: a start, and one hand."""
    return (f"table/{ledger}", 0, "start", "{}"), (f"table/{ledger}", 1, "hand", f'{{"points":{points}}}')


@pytest.fixture(params=["in a file", "in a database"])
def base(request, tmp_path):
    """Yield what a desk keeps everything in."""
    if request.param == "in a file":
        store = SqliteStore(tmp_path / "desk.db", clock=lambda: TODAY_MS)
    else:
        store = PgStore(request.getfixturevalue("database"))
    yield store
    store.close()


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize("off_ms", [-HOUR_MS, HOUR_MS])
def test_what_the_desk_was_told_first_counts_however_the_hosts_clocks_stand(base, tmp_path, off_ms):
    """A host's backup is put in, its clock an hour behind: standings that were read out stay until someone decides."""
    store = MergedStore(base)
    store.store_replica_rows("red", told_by(tmp_path, "red", TODAY_MS, *hand(1000)))
    store.store_replica_rows("blue", told_by(tmp_path, "blue", TODAY_MS + off_ms, *hand(2000)))
    (fork,) = store.forks()
    assert (fork.seq, fork.counting_source) == (1, "red")
    assert '"points":1000' in store.row("table/a", 1).body
    # Who starts the desk again reads the same.
    assert [fork.counting_source for fork in MergedStore(base).forks()] == ["red"]


@pytest.mark.parametrize("off_ms", [-HOUR_MS, 0, HOUR_MS])
def test_a_table_s_last_game_is_that_of_the_ledger_it_writes_now(tmp_path, off_ms):
    """It was carried from a host whose clock is an hour off to another, and has a ledger of its own there."""
    store = MergedStore(SqliteStore(tmp_path / "desk.db", clock=lambda: TODAY_MS))
    store.store_replica_rows("red", told_by(tmp_path, "red", TODAY_MS + off_ms, *hand(1000, "aaaaaaaa")))
    store.store_replica_rows("blue", told_by(tmp_path, "blue", TODAY_MS + 60_000, *hand(2000, "bbbbbbbb")))
    hall = build_hall(store, ServiceLog(io.StringIO()), search=False)
    with closing(store):
        hall.numbering.set_table_number(DEVICE, 3)
        for ledger in ("aaaaaaaa", "bbbbbbbb"):
            hall.records.record("ledger", "host", ledger=ledger, device=DEVICE)
        assert game_ledgers_of_table(hall.repository.tournament, store, 3) == ["bbbbbbbb", "aaaaaaaa"]


def test_what_a_host_knows_from_before_is_not_what_the_device_writes_now(tmp_path):
    """A desk that begins again meets the host where the device is, and then the one where it was."""
    store = MergedStore(SqliteStore(tmp_path / "desk.db", clock=lambda: TODAY_MS))
    before = (DESK_STREAM, 0, "ledger", f'{{"by":"host","ledger":"aaaaaaaa","device":"{DEVICE}"}}')
    store.store_replica_rows("red", told_by(tmp_path, "red", TODAY_MS + HOUR_MS, *hand(1000, "aaaaaaaa"), before))
    store.store_replica_rows("blue", told_by(tmp_path, "blue", TODAY_MS, *hand(2000, "bbbbbbbb")))
    hall = build_hall(store, ServiceLog(io.StringIO()), search=False)
    with closing(store):
        hall.numbering.set_table_number(DEVICE, 3)
        hall.records.record("ledger", "host", ledger="bbbbbbbb", device=DEVICE)
        TableNumberSync(store, hall.repository, hall.records, hall.log).adopt_host_numbers("red")
        assert game_ledgers_of_table(hall.repository.tournament, store, 3) == ["bbbbbbbb", "aaaaaaaa"]


def knows_the_clock(base, store, name, ahead_ms):
    """Have a desk know how far a host's time of day is ahead: from the host's row, or because it follows it."""
    if isinstance(base, PgStore):
        statement = "INSERT INTO tenbo.host (name, ahead_ms, round_trip_ms) VALUES (%s, %s, 1)"
        base.link.run(lambda connection: connection.execute(statement, (name, ahead_ms)))
        return
    hall = build_hall(store, ServiceLog(io.StringIO()), search=False)
    hosts = build_cluster(hall, store, [parse_address(f"code@{name}:80")], "desk")
    hosts.known_hosts[-1].name = name
    hosts.known_hosts[-1].time.add_probe(Probe(0, 2, 1), ahead_ms)


@pytest.mark.parametrize("off_ms", [-HOUR_MS, 0, HOUR_MS])
def test_the_pace_of_a_host_s_tables_does_not_follow_its_time_of_day(base, tmp_path, off_ms):
    """Its clock an hour ahead, a table stood still for an hour; an hour behind, it was to end an hour late."""
    store = MergedStore(base)
    desk = TournamentRepository(store).desk
    knows_the_clock(base, store, "red", off_ms)
    desk.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
    table = FakeTable(tmp_path / "port", DEVICE)
    table.ledger_clock_ms = lambda: 0
    start = table.play("start", rules="ema-2016", session=1, table=1, tournament="00000000")
    table.play("session", minutes=90)
    table.ledger_clock_ms = lambda: 60_000
    table.play("hand")
    desk.record("game", "host", session=1, table=1, ledger=table.id, start=start.n)
    told = [entry_of(table.id, event) for event in table.all]
    store.store_replica_rows("red", told_by(tmp_path, "red", TODAY_MS + off_ms, *told))
    pace = TournamentRepository(store).timings.pace(1, TODAY_MS + 240_000)
    assert pace.tables[0].state == "playing"
    assert pace.began_ms == TODAY_MS - 60_000
    known = TournamentRepository(store).timings.table_timing(1, 1).to_our_clock(store.clock_offsets_ms())
    assert known.seconds_after_start(TODAY_MS + 240_000) == 300
