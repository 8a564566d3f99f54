"""The fleet follows every table, no matter what happens to cables, lines and processes."""

from __future__ import annotations

import os
import random
import threading

import pytest

from tenbo.devices.port_discovery import Port, all_ports, find_boards
from tenbo.devices.serial_link import SerialLink
from tenbo.simulator.fake_tables import FakeTable, FakeTables, noisy_channel
from tenbo.store import verify
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.table_notation import table_text

from .conftest import same, stored, wait_until, wait_until_followed


def test_every_table_is_found_numbered_and_followed(tmp_path, open_hall):
    """Three tables are plugged in; the host knows all of them and folds what they fold."""
    chance = random.Random(1)
    with FakeTables(tmp_path, 3) as paper, open_hall(paper.ports) as hall:
        for table in paper.tables:
            for _ in range(30):
                table.play_random_event(chance)
        wait_until(lambda: all(same(hall, table) for table in paper.tables))
        wait_until_followed(hall, paper)
        assert [one["table"] for one in hall.tables.tables()] == [1, 2, 3]
        by_device = {one.snapshot.hello.id: one for one in hall.fleet.stations_by_number().values()}
        for table in paper.tables:
            one = by_device[table.device]
            wait_until(lambda one=one, table=table: one.snapshot.last == table.ledger.next - 1)
            assert table_text(one.snapshot.table) == table_text(table.ledger.table)
        wait_until(lambda: all(table.stored == table.ledger.next - 1 for table in paper.tables))


def test_a_new_device_is_shown_and_not_followed_before_it_has_a_number(tmp_path, open_hall):
    """A board with the same USB id may be anyone's: nothing of it is stored until someone says which table it is."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports, number_new=False) as hall:
        (table,) = paper.tables
        table.play("start", rules="alarm")
        wait_until(lambda: [one["state"] for one in hall.tables.unassigned_devices()] == ["new"])
        assert f"--assign {table.device}=NUMBER" in hall.tables.unassigned_devices()[0]["why"]
        assert hall.repository.store.streams() == []
        hall.numbering.set_table_number(table.device, 7)
        wait_until(lambda: same(hall, table))
        assert [one["table"] for one in hall.tables.tables()] == [7]
        assert hall.tables.unassigned_devices() == []


def test_a_table_that_plays_in_silence_is_left_alone_until_it_speaks(tmp_path, open_hall, monkeypatch):
    """Thirty-two tables are followed by a small computer; a command that may be lost is looked after all the same."""
    waits, read = [], SerialLink.read
    monkeypatch.setattr(SerialLink, "read", lambda link, wait_s: waits.append(wait_s) or read(link, wait_s))
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        paper.tables[0].play("start", rules="alarm")
        wait_until_followed(hall, paper)
        wait_until(lambda: max(waits) > 1)
        paper.tables[0].ignores_commands = True
        waits.clear()
        request = hall.fleet.require_station(1).begin_command("blink")
        wait_until(lambda: waits and waits[-1] < 0.5)
        paper.tables[0].ignores_commands = False
        hall.fleet.require_station(1).await_answers(request)


def test_a_table_number_is_given_once(tmp_path, open_hall):
    """Two devices with one number would make two stories of one table."""
    with open_hall([]) as hall:
        hall.numbering.set_table_number("e6601", 3)
        with pytest.raises(Refused, match="table 3 is already assigned to device e6601: unassign it first"):
            hall.numbering.set_table_number("e6602", 3)
        hall.numbering.set_table_number("e6601", None)
        hall.numbering.set_table_number("e6602", 3)


def test_a_device_that_claims_the_id_of_another_is_not_followed(tmp_path, open_hall):
    """The table that was there first goes on; the other is shown with its port."""
    with FakeTables(tmp_path, 2) as paper:
        first, second = paper.tables
        second.device = first.device
        with open_hall([str(first.path)]) as hall:
            first.play("start", rules="alarm")
            wait_until(lambda: same(hall, first))
            hall.fleet._ports = lambda: all_ports(paper.ports, search=False)
            second.play("start", rules="tenhou")
            wait_until(lambda: any(one.snapshot.state == "refused" for one in hall.fleet.stations))
            (refused,) = [one for one in hall.fleet.stations if one.snapshot.state == "refused"]
            assert refused.port.name == str(second.path)
            assert "claims to be table 1" in refused.snapshot.why
            first.play("hand")
            wait_until(lambda: same(hall, first))
            assert stored(hall, second) == []


@pytest.mark.thorough("seconds of a processor")
def test_a_pulled_cable_loses_nothing(tmp_path, open_hall):
    """Events that happen while the cable is out come when it is back."""
    chance = random.Random(2)
    with FakeTables(tmp_path, 2) as paper, open_hall(paper.ports) as hall:
        pulled, steady = paper.tables
        for _ in range(8):
            pulled.play_random_event(chance)
            wait_until(lambda: same(hall, pulled))
            pulled.pull()
            wait_until(lambda: "closed" in [one.snapshot.state for one in hall.fleet.stations])
            for table in paper.tables:
                for _ in range(5):
                    table.play_random_event(chance)
            wait_until(lambda: same(hall, steady))
            pulled.plug()
            wait_until(lambda: same(hall, pulled))
    assert verify(tmp_path / "hall.db").damage == []


@pytest.mark.thorough("seconds of a processor")
def test_noise_on_one_byte_in_a_hundred_loses_and_doubles_nothing(tmp_path, open_hall):
    """Both directions are damaged; the numbers and checksums bring every event over, once."""
    chance = random.Random(3)
    with FakeTables(tmp_path, 2) as paper:
        for table in paper.tables:
            table.noise = noisy_channel(random.Random(table.device), 0.01)
        with open_hall(paper.ports) as hall:
            for _ in range(90):
                for table in paper.tables:
                    table.play_random_event(chance)
            wait_until(lambda: all(same(hall, table) for table in paper.tables))
            assert all(station.snapshot.fork is None for station in hall.fleet.stations)
            assert sum(station.snapshot.damaged_lines for station in hall.fleet.stations) > 5


def test_a_host_that_starts_again_goes_on_where_it_was(tmp_path, open_hall):
    """What is stored is not asked for again, and what happened meanwhile is."""
    chance = random.Random(4)
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        for _ in range(4):
            for _ in range(25):
                table.play_random_event(chance)
            table.received.clear()
            before = table.stored
            with open_hall(paper.ports) as hall:
                wait_until(lambda hall=hall: same(hall, table) and table.stored == table.all[-1].n)
            asked = [message[1] for message in table.received if message[0] == "after"]
            # The last one that is known is compared before anything is added to it.
            assert min(asked) == max(-1, before - 1)


def test_a_table_that_has_dropped_its_oldest_games_is_followed_from_what_it_has(tmp_path, open_hall):
    """A table's flash keeps forty games; a host that comes later takes those."""
    chance = random.Random(5)
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        while [event.kind for event in table.all].count("start") < 3:
            table.play_random_event(chance)
        second = [event.n for event in table.all if event.kind == "start"][1]
        table.all = [event for event in table.all if event.n >= second]
        with open_hall(paper.ports) as hall:
            wait_until(lambda: same(hall, table))
            assert stored(hall, table)[0].n == second


def test_a_fork_stops_this_table_and_no_other(tmp_path, open_hall):
    """A number that was told two ways means that someone's ledger was changed; nothing of it is taken any more."""
    with FakeTables(tmp_path, 2) as paper:
        forked, steady = paper.tables
        forked.play("start", rules="ema-2016")
        forked.play("hand")
        forked.play("riichi", seat=2)
        with open_hall(paper.ports) as hall:
            wait_until(lambda: same(hall, forked))
        twin = paper.tables[0]
        twin.all = twin.all[:2]
        twin.ledger = type(twin.ledger)()
        for event in twin.all:
            twin.ledger.append(event)
        twin.play("riichi", seat=1)
        twin.play("riichi", seat=3)
        with open_hall(paper.ports) as hall:
            wait_until(lambda: "refused" in [one.snapshot.state for one in hall.fleet.stations])
            (refused,) = [one for one in hall.fleet.stations if one.snapshot.state == "refused"]
            assert refused.snapshot.why.code == "event_in_two_ways"
            assert [event.n for event in stored(hall, twin)] == [0, 1, 2]
            steady.play("start", rules="ema-2016")
            wait_until(lambda: same(hall, steady))


def test_another_protocol_is_refused_with_what_to_update(tmp_path, open_hall):
    """The hello is frozen for ever, so that at least this can be said."""
    with FakeTables(tmp_path, 1) as paper:
        paper.tables[0].protocol = 4
        with open_hall(paper.ports) as hall:
            wait_until(lambda: [one["state"] for one in hall.tables.unassigned_devices()] == ["refused"])
            assert (
                "protocol 4 and this program uses 3: this program is older, so update it"
                in (hall.tables.unassigned_devices()[0]["why"])
            )
            assert hall.tables.tables() == []


def test_other_rule_books_in_the_firmware_are_a_warning(tmp_path, open_hall):
    """The table is followed, and the update is offered."""
    with FakeTables(tmp_path, 1) as paper:
        paper.tables[0].fingerprint = 5
        with open_hall(paper.ports) as hall:
            wait_until_followed(hall, paper)
            assert "different rule books from this host's: update it (tenbo flash)" in hall.tables.tables()[0]["why"]


def test_a_command_is_answered_and_a_refusal_says_why(tmp_path, open_hall):
    """The desk asks; the table decides."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until_followed(hall, paper)
        hall.fleet.ask(1, "do", "start", 4, "alarm")
        for seat, name in ((0, "Ada"), (2, "Grace")):
            hall.fleet.ask(1, "do", "name", 4, seat, name)
        wait_until(lambda: hall.fleet.require_station(1).snapshot.last == 2)
        assert hall.games.state(1).names == ["Ada", "", "Grace", ""]
        with pytest.raises(Refused) as refusal:
            hall.fleet.ask(1, "do", "riichi", 4, 0)
        assert refusal.value.code == "not_allowed_now"
        with pytest.raises(Refused, match="table 9 is not connected; connected tables: 1"):
            hall.fleet.ask(9, "do", "hand", 4)


def test_a_command_to_a_table_that_was_pulled_ends(tmp_path, open_hall):
    """No one waits for ever for a table that is gone."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until_followed(hall, paper)
        station = hall.fleet.require_station(1)
        with paper.tables[0].lock:  # the table does not answer any more
            request = station.begin_command("do", "start", 4, "alarm")
            paper.tables[0].pull()
        with pytest.raises(LinkFault, match=r"did not answer \(command: do\)") as fault:
            station.await_answers(request)
        assert fault.value.code == "no_answer"


@pytest.mark.thorough("seconds of a processor")
def test_a_command_whose_table_started_again_is_not_repeated(tmp_path, open_hall, monkeypatch):
    """The table has recorded it, lost power before it answered, and does not know the command any more."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        (table,) = paper.tables
        wait_until_followed(hall, paper)
        hall.fleet.ask(1, "do", "start", 4, "ema-2016")

        restarts = []

        def recorded_and_restarted(message):
            # Once: what the host says to the table that is back is answered.
            if message[0] != "do" or restarts:
                FakeTable._command(table, message)
                return
            restarts.append(message)
            FakeTable._execute(table, message)
            table._handle(["who"])

        monkeypatch.setattr(table, "_command", recorded_and_restarted)
        with pytest.raises(LinkFault, match="check on its page whether the command was recorded") as fault:
            hall.fleet.ask(1, "do", "penalty", 4, 2, -1000)
        assert fault.value.code == "no_answer"
        wait_until(lambda: hall.fleet.require_station(1).snapshot.last == 1)
        assert [event.kind for event in table.all] == ["start", "penalty"]


@pytest.mark.thorough("seconds of a processor")
def test_commands_go_through_the_noise_once(tmp_path, open_hall):
    """A command is repeated until it is answered, and carried out once."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        table.noise = noisy_channel(random.Random(6), 0.005)
        with open_hall(paper.ports) as hall:
            wait_until_followed(hall, paper)
            hall.fleet.ask(1, "do", "start", 4, "ema-2016")
            hall.fleet.ask(1, "do", "hand", 4)
            hall.fleet.ask(1, "do", "riichi", 4, 2)
            assert [event.kind for event in table.all] == ["start", "hand", "riichi"]


def test_a_mistake_of_ours_at_one_table_is_said_and_survived(tmp_path, open_hall, monkeypatch):
    """No matter what goes wrong in this program for one event, its table is taken up again and the others go on."""
    with FakeTables(tmp_path, 2) as paper, open_hall(paper.ports) as hall:
        wait_until_followed(hall, paper)
        inner = hall.claims.claim_ledger
        broken = []

        def claim(hello):
            if not broken:
                broken.append(hello)
                raise ZeroDivisionError
            return inner(hello)

        monkeypatch.setattr(hall.claims, "claim_ledger", claim)
        for table in paper.tables:
            table.play("start", rules="ema-2016")
        wait_until(lambda: all(same(hall, table) for table in paper.tables))
        assert "internal error, please report it: ZeroDivisionError()" in hall.log_text()


def test_a_port_in_use_is_named_with_what_to_do(tmp_path):
    """Two hosts on one device: the second says who may hold the port."""
    with FakeTables(tmp_path, 1) as paper:
        port = paper.ports[0]
        first = SerialLink(port)
        with pytest.raises(LinkFault, match="is in use: close the program that is using it") as fault:
            SerialLink(port)
        assert fault.value.code == "port_busy"
        first.close()
        SerialLink(port).close()


def test_a_thread_that_waits_for_a_table_is_woken():
    """A table that says nothing is read with patience, and yet a host that ends waits for none of its tables."""
    end, far = os.openpty()
    link = SerialLink(os.ttyname(far))
    read: list[list[object]] = []
    reading = threading.Thread(target=lambda: read.append(link.read(600)), daemon=True)
    reading.start()
    wait_until(lambda: link.wake() or read)
    reading.join(300)
    assert read == [[]]
    link.close()
    link.wake()
    os.close(far)
    os.close(end)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere", "there is no port .*: plug the table in"),
        ("file", "cannot be opened .*: check that it is a serial port"),
    ],
)
def test_a_port_that_is_none_is_refused_in_one_sentence(tmp_path, name, sentence):
    """A typing error in a name is the most ordinary fault."""
    (tmp_path / "file").write_text("no port")
    with pytest.raises(LinkFault, match=sentence) as fault:
        SerialLink(str(tmp_path / name))
    assert fault.value.code == "no_port"


def test_lines_of_megabytes_and_unknown_messages_do_no_harm(tmp_path, open_hall):
    """A mad device fills neither memory nor log; its next sound line is read."""
    with FakeTables(tmp_path, 2) as paper, open_hall(paper.ports) as hall:
        mad, steady = paper.tables
        wait_until_followed(hall, paper)
        with mad.lock:
            mad._out += b"[" * 2_000_000 + b"\n"
            mad._send("dance", 1, 2)
            mad._send("event", -5, "riichi", 99)
        for table in (mad, steady):
            table.play("start", rules="ema-2016")
        wait_until(lambda: same(hall, steady) and same(hall, mad))
        wait_until(lambda: sum(station.follower.refused for station in hall.fleet.stations) >= 2)


class Listed:
    """What pyserial says of a port."""

    def __init__(self, device, vid, pid, serial_number, location):
        self.device, self.vid, self.pid = device, vid, pid
        self.serial_number, self.location = serial_number, location


def test_boards_are_found_by_their_usb_ids_on_every_system():
    """Linux, macOS and Windows name the ports in three ways."""
    listed = [
        Listed("/dev/ttyACM0", 0x2E8A, 5, "E660", "1-1.4"),
        Listed("/dev/ttyS0", None, None, None, None),
        Listed("/dev/ttyACM1", 0x2E8A, 3, "E661", "1-1.5"),
        Listed("COM7", 0x2E8A, 5, "E662", "1-2"),
        Listed("/dev/tty.usbmodem1401", 0x2E8A, 5, "E663", "20-1"),
        Listed("/dev/cu.usbmodem1401", 0x2E8A, 5, "E663", "20-1"),
    ]
    assert find_boards(listed) == [
        Port("/dev/cu.usbmodem1401", "E663", "20-1"),
        Port("/dev/ttyACM0", "E660", "1-1.4"),
        Port("COM7", "E662", "1-2"),
    ]


def test_a_port_with_a_high_file_number_is_as_good_as_any(tmp_path, open_hall):
    """Two hundred tables and their files are more than the thousand that the usual way of waiting knows."""
    import os
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2048), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
            paper.tables[0].play("start", rules="ema-2016")
            wait_until(lambda: same(hall, paper.tables[0]))
    finally:
        for file in held:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
