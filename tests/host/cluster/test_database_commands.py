"""A desk that reaches no host: what it wants is written as rows, done once, and answered by rows."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from host.cluster.fake_table_hosts import places_in, wait_until
from host.service.conftest import run_cli as say_fixture
from tenbo.cluster.postgres import command_worker
from tenbo.cluster.postgres.desk_command_queue import CommandQueue
from tenbo.runtime.service_log import ServiceLog
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import Refused, StorageFault
from tenbo_core.events import DESK

from .conftest import NUMBERS, execute
from .database_hosts import Hall

pytestmark = pytest.mark.thorough("drills with PostgreSQL")

run_cli = say_fixture
PLAN = "1-2-3-4\n5-6-7-8\n\n5-6-7-8\n1-2-3-4\n\n1-2-7-8\n5-6-3-4\n"
PEOPLE = "number,first,last,ema,country\n" + "".join(f"{n},First{n},Last{n},,AUT\n" for n in range(1, 9))


@pytest.fixture(scope="module")
def hall(server, empty, tmp_path_factory):
    """Yield hosts and a desk that have met in a database, and in no other way."""
    name = f"rows{next(NUMBERS)}"
    execute(server, f"CREATE DATABASE {name} TEMPLATE {empty} STRATEGY file_copy")
    with pytest.MonkeyPatch.context() as patient, places_in(tmp_path_factory.mktemp("hall")) as places:
        patient.setattr("tenbo.cluster.uploading_hosts.SILENT_S", 900)
        # How often it looks is no matter of what it sees.
        patient.setattr("tenbo.cluster.uploading_hosts.POLL_S", 0.2)
        patient.setattr("tenbo.cluster.postgres.desk_command_queue.ANSWER_S", 120.0)
        hall = Hall(places, server, server.url(name))
        hall.desk.client.post("/v1/players", text=PEOPLE)
        hall.desk.client.post("/v1/plan", text=PLAN, yes=True)
        yield hall


def begin_game(*places):
    """Have the tables of some hosts begin a game of their own."""
    for place in places:
        place.paper.tables[0].play("start", rules="ema-2016")


def kinds(place):
    """Return what the table of a host has recorded, in order."""
    return [event.kind for event in place.paper.tables[0].all]


def names_at(place):
    """Return the names that a host's table shows."""
    table = place.paper.tables[0].ledger.table
    return list(table.names) if table is not None else []


def test_a_session_is_begun_at_tables_that_the_desk_cannot_reach(hall):
    """No matter what the network between hosts and desk forbids, the database is enough."""
    answer = hall.desk.client.post("/v1/sessions/1/begin", yes=True)
    assert (answer["begun"], answer["refused"]) == ([1, 2], {})
    wait_until(lambda: len(hall.desk.hall.repository.tournament.games) == 2)
    assert names_at(hall.blue) == ["First5 Last5", "First6 Last6", "First7 Last7", "First8 Last8"]


def test_a_table_is_asked_and_told_by_rows(hall):
    """Health, the light and an act of the referee go there and come back with the table's own refusal."""
    table = hall.blue.paper.tables[0]
    begin_game(hall.blue)
    table.play("hand")
    wait_until(lambda: hall.desk.client.get("/v1/tables/2")["last"] == table.ledger.next - 1)
    assert hall.desk.client.get("/v1/tables/2/health")["supply_mv"] == 5020
    hall.desk.client.post("/v1/tables/2/blink")
    assert ["blink"] in [message[:1] for message in table.received]
    hall.desk.client.post("/v1/tables/2/events", event="riichi", fields={"seat": 0})
    wait_until(lambda: hall.desk.hall.games.state(2).riichi == [0])
    with pytest.raises(Refused, match=r"host blue_rows\d+: "):
        hall.desk.client.post("/v1/tables/2/events", event="riichi", fields={"seat": 0})
    assert len(table.ledger.events) == 3


def test_what_happens_at_a_table_is_told_to_whoever_watches_the_desk(hall):
    """Pages follow the desk's changes alone."""
    heard = hall.desk.client.changes()
    next(heard)
    begin_game(hall.red)
    event = hall.red.paper.tables[0].play("hand")
    kind, data = next((kind, data) for kind, data in heard if kind == "event" and data["event"]["n"] == event.n)
    assert (kind, data["table"], data["event"]["kind"]) == ("event", 1, "hand")
    heard.close()


def test_hosts_say_up_to_which_of_the_desk_s_decisions_they_have_them(hall):
    """Seats, clock and penalties are the desk's records; a fresh desk is given them back by anyone who has them."""
    fields = {"session": 1, "table": 1, "seat": 3, "points": -500, "why": "late"}
    hall.desk.client.post("/v1/records", kind="penalty", fields=fields, yes=True)
    last = hall.desk.hall.repository.desk.records[-1].n
    for name, place in (("red", hall.red), ("blue", hall.blue)):
        wait_until(lambda name=name: hall.host(name)["behind"] == 0)
        role = hall.role(name)
        wait_until(lambda role=role: hall.rows("SELECT max(seq) FROM tenbo.taken WHERE host = %s", role) == [(last,)])
        kept = place.service.store.base.row("from/desk-database/desk", last)
        assert kept is not None
        assert kept.kind == "penalty"


def test_a_game_is_left_for_a_host_that_is_cut_off_and_begun_when_it_is_back(hall):
    """No one walks back to the desk to begin it once more; who sits there is shown, too."""
    hall.cut_off(hall.blue, "blue")
    started = kinds(hall.blue).count("start")
    answer = hall.desk.client.post("/v1/sessions/2/begin", yes=True)
    assert answer["begun"] == [1]
    cut_off, left = answer["reasons"]["2"]["params"]["sentences"]
    assert [cut_off["reason"], left["reason"]] == ["host_cut_off_since", "left_for_host"]
    assert answer["refused"]["2"] == f"{cut_off['message']}; {left['message']}"
    wait_until(lambda: hall.last_left("blue").get("state") == "waiting")
    hall.begin_again(hall.blue, 2)
    wait_until(lambda: (2, 2) in hall.desk.hall.repository.tournament.games)
    wait_until(lambda: names_at(hall.blue) == ["First1 Last1", "First2 Last2", "First3 Last3", "First4 Last4"])
    wait_until(lambda: hall.last_left("blue").get("state") == "done")
    assert kinds(hall.blue).count("start") == started + 1
    # Two change places while the host is away: the table shows it when the host is back.
    hall.cut_off(hall.blue, "blue")
    hall.desk.client.post("/v1/records", kind="swap", fields={"session": 2, "players": [1, 2]}, yes=True)
    hall.begin_again(hall.blue, 2)
    wait_until(lambda: names_at(hall.blue)[:2] == ["First2 Last2", "First1 Last1"])


def test_a_game_that_was_left_too_long_ago_is_not_begun_and_the_desk_is_told(hall):
    """The players have gone home, or play something else by now."""
    hall.cut_off(hall.blue, "blue")
    answer = hall.desk.client.post("/v1/sessions/3/begin", tables=[2], yes=True)
    assert answer["begun"] == []
    started = kinds(hall.blue).count("start")
    hall.rows("UPDATE tenbo.command SET until = clock_timestamp() WHERE until > clock_timestamp() AND name = 'do'")
    hall.begin_again(hall.blue, 2)
    # First the desk itself knows that its time is over; then the host has said so.
    wait_until(lambda: hall.last_left("blue").get("reason") == "wanted_while_cut_off")
    assert hall.last_left("blue").get("state") == "refused"
    assert kinds(hall.blue).count("start") == started


def test_what_waits_for_a_host_is_told_and_taken_back_at_the_desk(hall, run_cli):
    """The desk has found another way meanwhile, such as a sheet of paper."""
    begin_game(hall.blue)
    hall.cut_off(hall.blue, "blue")
    store = hall.desk.config.store
    assert hall.desk.client.post("/v1/sessions/3/begin", tables=[2], yes=True)["begun"] == []
    wait_until(lambda: hall.last_left("blue").get("state") == "waiting")
    assert "table 2: begin its game: waiting until " in run_cli("desk", "--conflicts", "--store", store)[1]
    role = hall.role("blue")
    assert run_cli("desk", "--cancel", role, "--store", store) == (0, f"cancelled 1 command for host {role}\n")
    wait_until(lambda: hall.last_left("blue").get("reason") == "taken_back_at_desk")
    assert (
        "table 2: begin its game: refused: cancelled at the desk" in run_cli("desk", "--conflicts", "--store", store)[1]
    )
    status, text = run_cli("desk", "--cancel", "nobody", "--store", store)
    assert (status, "there is no host nobody; the hosts are: blue_" in text) == (1, True)
    started = kinds(hall.blue).count("start")
    hall.begin_again(hall.blue, 2)
    # Everything that comes later than what was taken back is answered.
    assert hall.outcome(hall.command(hall.blue.paper.tables[0].device, name="blink"))[0]
    assert kinds(hall.blue).count("start") == started


def test_of_several_that_were_left_for_one_table_the_newest_counts(hall):
    """A host that is back does not play through what was wanted and wanted otherwise meanwhile."""
    table = hall.blue.paper.tables[0]
    begin_game(hall.blue)
    hall.cut_off(hall.blue, "blue")
    first, other, last = (hall.command(table.device, "name", DESK, *what) for what in ((0, "A"), (1, "B"), (0, "C")))
    hall.begin_again(hall.blue, 2)
    done, refused = hall.outcome(first)
    assert (done, refused["code"], refused["reason"]) == (False, "not_allowed_now", "newer_command_came")
    assert (hall.outcome(other)[0], hall.outcome(last)[0]) == (True, True)
    assert names_at(hall.blue)[:2] == ["C", "B"]


def test_a_host_that_was_killed_before_it_answered_does_nothing_twice(hall):
    """It had claimed two names; whether it had carried them out as well, the table's own record says."""
    table = hall.blue.paper.tables[0]
    begin_game(hall.blue)
    hall.cut_off(hall.blue, "blue")
    claim = "INSERT INTO tenbo.claim (n, who, ledger, last) VALUES (%s, %s, %s, %s)"
    before = table.ledger.next - 1
    shown, lost = (hall.command(table.device, "name", DESK, seat, f"K{seat}") for seat in (2, 3))
    late = hall.command(table.device, "name", DESK, 0, "late", minutes=0)
    for n in (shown, lost, late):
        hall.rows(claim, n, hall.role("blue"), table.id, before)
    event = table.play("name", by=DESK, seat=2, name="K2")
    hall.begin_again(hall.blue, 2)
    assert hall.outcome(shown) == (True, {"answers": [], "last": event.n, "asked_ms": 0, "answered_ms": 0})
    assert hall.outcome(lost)[0]
    assert hall.outcome(late)[1]["reason"] == "host_restarted_before_act"
    said = [event.field("name") for event in table.all if event.n > before]
    assert said == ["K2", "K3"]


@pytest.mark.parametrize("lost", [("outcome", "claim"), ("outcome",)])
def test_a_standby_that_has_not_received_what_came_of_a_command_is_told_it_again(hall, lost):
    """It takes the desk's place and knows the command alone, or its claim as well: nothing is recorded twice."""
    table, before = hall.blue.paper.tables[0], kinds(hall.blue).count("penalty")
    begin_game(hall.blue)
    penalty, refused = (hall.command(table.device, "penalty", DESK, seat, -100, "once", "after_uma") for seat in (0, 7))
    came = [hall.outcome(n) for n in (penalty, refused)]
    assert [done for done, _ in came] == [True, False]
    for rows in lost:
        hall.rows(f"DELETE FROM tenbo.{rows} WHERE n = ANY(%s)", [penalty, refused])
    assert [hall.outcome(n) for n in (penalty, refused)] == came
    assert kinds(hall.blue).count("penalty") == before + 1
    assert hall.rows("SELECT count(*) FROM tenbo.claim WHERE n = ANY(%s)", [penalty, refused]) == [(2,)]


def test_a_command_that_comes_amid_a_look_at_all_of_them_is_not_left_for_the_next(hall, monkeypatch):
    """It is written between two queries, and its notification comes when it counts as read already."""
    table, query = hall.blue.paper.tables[0], command_worker._unanswered
    written = []

    def query_and_write(connection):
        if not written and connection.info.user == hall.role("blue"):
            written.append(hall.command(table.device, name="blink"))
        return query(connection)

    wait_until(lambda: hall.desk.states()[2] == "following")
    # The next look at all of them is the last for a long time.
    monkeypatch.setattr(command_worker, "POLL_S", 900.0)
    monkeypatch.setattr(command_worker, "_unanswered", query_and_write)
    wait_until(lambda: written)
    assert hall.outcome(written[0])[0]


def test_a_desk_is_told_that_a_host_has_refused_another_server_of_it(hall):
    """Two laptops with the desk's records are both on, and people work at both."""
    why = "the desk records of the server at 10.0.0.9:5432 differ from this host's from number 7 on"
    hall.rows("UPDATE tenbo.host SET why = %s WHERE name = %s", why, hall.role("red"))

    def told():
        return [one for one in hall.desk.client.get("/v1/hosts")["doubts"] if one["kind"] == "desks"]

    wait_until(told)
    (doubt,) = told()
    assert (doubt["about"], doubt["serious"]) == (hall.role("red"), True)
    assert why in doubt["text"]


def test_one_error_of_the_database_does_not_end_the_desk_s_commands(database, monkeypatch):
    """A table that cannot be read for a moment must not end every command until the desk is started again."""
    monkeypatch.setattr("tenbo.cluster.postgres.desk_command_queue.ANSWER_S", 20.0)
    out = io.StringIO()
    orders = CommandQueue(database, "desk", ServiceLog(out=out))
    answer = "INSERT INTO tenbo.outcome (n, who, done, answer) SELECT n, 'red', true, '{}' FROM tenbo.command"
    orders.start()
    with ThreadPoolExecutor(2) as callers, psycopg.connect(database, autocommit=True) as connection:
        connection.execute("ALTER TABLE tenbo.outcome RENAME TO away")
        first = callers.submit(orders.send_command, "red", "d", "blink")
        wait_until(lambda: "no Tenbo tables" in out.getvalue())
        connection.execute("ALTER TABLE tenbo.away RENAME TO outcome")
        second = callers.submit(orders.send_command, "red", "d", "blink")
        wait_until(lambda: connection.execute("SELECT count(*) FROM tenbo.command").fetchall() == [(2,)])
        connection.execute(answer)
        assert (first.result(), second.result()) == ({}, {})
    orders.close()


def test_what_the_desk_has_taken_back_is_not_done(hall):
    """Who has waited in vain has said something else meanwhile; the host and the desk never both have it."""
    table = hall.blue.paper.tables[0]
    begin_game(hall.blue)
    hall.cut_off(hall.blue, "blue")
    n = hall.command(table.device, "name", DESK, 0, "taken back")
    hall.rows("INSERT INTO tenbo.claim (n, who) VALUES (%s, '')", n)
    later = hall.command(table.device, "name", DESK, 1, "later")
    hall.begin_again(hall.blue, 2)
    done, answer = hall.outcome(later)
    assert done, answer
    assert names_at(hall.blue)[:2] == ["", "later"]
    assert hall.rows("SELECT n FROM tenbo.outcome WHERE n = %s", n) == []


def test_a_host_that_is_back_takes_the_clock_as_it_is_now(hall):
    """What was stopped and resumed meanwhile its players never see; what they have lost by it, they get."""
    tables = [place.paper.tables[0] for place in (hall.red, hall.blue)]
    begin_game(hall.red, hall.blue)
    hall.desk.client.post("/v1/clock", act="start", minutes=60)
    wait_until(lambda: all(table.ledger.table.session for table in tables))
    hall.cut_off(hall.blue, "blue")
    hall.desk.client.post("/v1/clock", act="stop")
    wait_until(lambda: tables[0].ledger.table.session.stopped is not None)
    hall.desk.client.post("/v1/clock", act="resume")
    hall.desk.client.post("/v1/clock", act="extra", minutes=7)
    wait_until(lambda: tables[0].ledger.table.session.length == 67 * 60)
    hall.begin_again(hall.blue, 2)
    wait_until(lambda: tables[1].ledger.table.session.length == 67 * 60)
    assert "pause" in kinds(hall.red)
    assert "pause" not in kinds(hall.blue)


def test_a_host_that_is_back_gives_its_table_the_number_that_the_desk_gave_it_meanwhile(hall, monkeypatch):
    """No one types it a second time, whether the host knew another number or none; and it is followed as that table."""
    monkeypatch.setattr("tenbo.cluster.remote_station.NUMBER_AGAIN_MS", 300)
    device = hall.blue.paper.tables[0].device
    hall.cut_off(hall.blue, "blue")
    hall.desk.client.post("/v1/table_numbers", device=device, table=9, yes=True)
    hall.begin_again(hall.blue, 9)
    hall.cut_off(hall.blue, "blue")
    hall.desk.client.post("/v1/table_numbers", device=device, table=2, yes=True)
    hall.begin_again(hall.blue, 2)
    hall.blue.client.post("/v1/table_numbers", device=device)
    wait_until(lambda: hall.blue.states() == {2: "following"})


def test_a_host_sees_and_answers_no_commands_but_its_own(hall):
    """One that was taken over by someone else can spoil its own tables alone."""
    n = hall.command("nobody", "name", DESK, 0, "x", minutes=0)
    with PgStore(hall.address("green")) as green:
        for query, values in (
            ("SELECT n FROM tenbo.command", ()),
            ("SELECT n FROM tenbo.claim", ()),
            ("SELECT n FROM tenbo.outcome", ()),
            ("SELECT host FROM tenbo.station", ()),
        ):
            assert green.link.run(lambda link, query=query, values=values: link.execute(query, values).fetchall()) == []
        for statement in (
            f"INSERT INTO tenbo.claim (n, who) VALUES ({n}, current_user)",
            f"INSERT INTO tenbo.outcome (n, who, done, answer) VALUES ({n}, current_user, true, '{{}}')",
            "INSERT INTO tenbo.station (host, device, view) VALUES ('red', 'd', '{}')",
            "INSERT INTO tenbo.command (key, host, device, name, fields, desk, until) "
            "VALUES ('', '', '', '', '', '', now())",
        ):
            with pytest.raises(StorageFault, match="does not allow this"):
                green.link.run(lambda link, statement=statement: link.execute(statement))


KEPT = "SELECT count(*) FROM tenbo.result WHERE session = 3 AND place = 1"


def dice_are_thrown(table):
    """Throw the dice, if the start signal has sounded."""
    try:
        table.play("hand")
    except Refused as refused:
        assert "wait for the start signal" in refused.message
        return False
    return True


def end_a_game(hall):
    """Have the game of the third session at table 1 begin and end, which it does once."""
    table = hall.red.paper.tables[0]
    if hall.rows(KEPT) == [(0,)]:
        hall.desk.client.post("/v1/sessions/3/begin", yes=True)
        wait_until(lambda: dice_are_thrown(table))
        table.play("draw", tenpai=[2])
        assert hall.rows(KEPT) == [(0,)]
        table.play("end")


def test_the_result_of_a_game_that_ends_is_worked_out_before_anybody_asks(hall):
    """Anyone who asks for the standings of ten thousand games waits for none of them to be read again."""
    end_a_game(hall)
    wait_until(lambda: hall.rows(KEPT) == [(1,)])


def test_a_desk_that_begins_works_out_what_is_not_kept(hall):
    """Another version of the program believes none of the results that the one before has kept."""
    end_a_game(hall)
    wait_until(lambda: hall.rows(KEPT) == [(1,)])
    hall.desk.end()
    hall.rows("DELETE FROM tenbo.result")
    hall.desk.begin()
    wait_until(lambda: hall.rows(KEPT) == [(1,)])
    wait_until(lambda: hall.desk.states() == {1: "following", 2: "following"})
