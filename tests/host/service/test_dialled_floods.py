"""Who dials too often or says too much is stopped and shown, and tables that change their address lose nothing."""

from __future__ import annotations

import socket
import threading
from contextlib import closing, suppress

import pytest

from dialled_tables import Hangup, dial
from tenbo.store import verify
from tenbo_core.wire import encode

from .conftest import wait_until
from .test_dialled_tables import CARRIERS, play_game, run_hall

MOST_DIALS = 6
ROAMS = 6
FLOODER = ("127.0.0.9", 0)


@pytest.fixture
def hall(tmp_path):
    """Yield a service that tables can dial."""
    with run_hall(tmp_path) as hall:
        yield hall


def hears_the_end(sock):
    """Return whether the other side has hung up, once it says something."""
    with suppress(ConnectionError):
        while sock.recv(4096):
            pass
    return True


def test_a_stranger_that_floods_is_hung_up_on_and_shown(hall):
    """Whole lines, but no key: the desk says who it was, a minute long and once for each address."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    for _ in range(3):
        with closing(socket.create_connection(hall.service.server.lines.address, source_address=FLOODER)) as sock:
            with suppress(OSError):
                for _ in range(10_000):
                    sock.sendall(encode(["upto", 3]) * 100)
            assert hears_the_end(sock)

    def shown():
        hall.hall.fleet.scan()
        found = hall.hall.tables.unassigned_devices()
        return [(one["port"].rpartition(":")[0], one["state"], one["reason"]) for one in found]

    wait_until(lambda: shown() == [("tcp 127.0.0.9", "refused", "stranger_floods")])
    play_game(table)
    wait_until(lambda: hall.has_all(table) and hall.follows(3))


def test_who_dials_too_often_has_to_wait_and_tables_do_not(hall, monkeypatch):
    """A table that was followed has not flooded, however often it comes back."""
    monkeypatch.setattr("tenbo.devices.rate_limits.DIALS_AT_ONCE", MOST_DIALS)
    monkeypatch.setattr("tenbo.devices.rate_limits.DIALS_PER_S", 0)
    monkeypatch.setattr("tenbo.web.server.dial_in_server.ANSWER_S", 0)
    lines = hall.service.server.lines.address
    kept = [socket.create_connection(lines, source_address=FLOODER) for _ in range(MOST_DIALS)]
    wait_until(lambda: len(hall.hall.fleet.own_stations) == MOST_DIALS)
    with closing(socket.create_connection(lines, source_address=FLOODER)) as sock:
        assert sock.recv(1) == b""
    with pytest.raises(Hangup) as refused:
        dial(hall.service.server.url, source=FLOODER)
    assert refused.value.status == 429
    for sock in kept:
        sock.close()
    tables = [hall.table(f"tablet{number}", CARRIERS[number % 2], poster=number) for number in (3, 4)]
    for _ in range(MOST_DIALS):
        wait_until(lambda: hall.follows(3) and hall.follows(4))
        for table in tables:
            table.pull()
        wait_until(lambda: (hall.state(3), hall.state(4)) == ("closed", "closed"))
        for table in tables:
            table.plug()
    wait_until(lambda: hall.follows(3) and hall.follows(4))


@pytest.mark.thorough("a table that roams again and again")
@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_table_that_roams_in_mid_hand_loses_and_doubles_nothing(hall, tmp_path, carrier):
    """Each time it leaves a half-open connection behind, on which its last words come late; the newer one wins."""
    table = hall.table("e6600000000000a3", carrier, poster=3)
    wait_until(lambda: hall.follows(3))
    table.play("start", rules="ema-2016")
    table.play("hand")
    left, asked = [], 0
    for place in range(2, 2 + ROAMS):
        table.play("penalty", by=5, seat=place % 4, points=-100, why="before")
        left.append(table.lose())
        # The desk's command goes to the connection that is dead without knowing it.
        late = threading.Thread(target=ask_in_vain, args=(hall,))
        late.start()
        table.play("penalty", by=5, seat=place % 4, points=-100, why="between")
        table.source = (f"127.0.0.{place}", 0)
        table.plug()
        wait_until(lambda: hall.hall.tables.table(3)["port"].startswith(f"{carrier} {table.source[0]}:"))
        wait_until(lambda: hall.follows(3))
        late.join()
        hall.hall.fleet.ask(3, "blink")
        asked += 2
        with suppress(OSError):
            left[-1].sendall(encode(["event", 2, "riichi", 1, 7, 1]))
    wait_until(lambda: hall.has_all(table))
    blinks = [message[1] for message in table.received if message[0] == "blink"]
    assert ROAMS <= len(set(blinks)) == len(blinks) <= asked
    assert [station.is_over for station in hall.hall.fleet.own_stations].count(False) == 1
    # No newer connection was hung up on for an older one.
    assert table.redials == 1 + ROAMS
    for sock in left:
        sock.close()
    table.play("end")
    wait_until(lambda: hall.has_all(table) and hall.follows(3))
    assert verify(tmp_path / "hall.db").damage == []


def ask_in_vain(hall):
    """Ask a table that may be gone."""
    with suppress(Exception):
        hall.hall.fleet.ask(3, "blink")
