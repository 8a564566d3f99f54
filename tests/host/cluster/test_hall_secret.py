"""The hosts of one desk share the secret of the hall: a table that is carried to another host obeys it."""

from __future__ import annotations

import json
from contextlib import suppress

import psycopg
import pytest

from host.cluster.fake_table_hosts import RunningHost, places_in, wait_until
from tenbo.devices.device_keys import DeviceKeys, HallSecret
from tenbo.store import SqliteStore
from tenbo.store.device_keys import HALL, PROVED, DeviceKey
from tenbo.store.postgres.database_setup import VERSION, create_host_role, create_tables
from tenbo_core.errors import Malformed, Refused, TenboError

from .conftest import name_of
from .test_host_permissions import come_in

assert come_in


@pytest.fixture(params=["by the network", "by rows"])
def halls(request, tmp_path):
    """Yield two hosts with a table each that have met no desk, and a function that starts the desk above them."""
    with places_in(tmp_path) as places:
        words = {"red": {}, "blue": {}}
        url = ""
        if request.param == "by rows":
            url, server = request.getfixturevalue("database"), request.getfixturevalue("server")
            for name in words:
                role = f"{name}_{name_of(url)}"
                address = server.url_over_network(name_of(url), role, create_host_role(url, role))
                words[name] = {"desk": (address,)}
        # Before they share anything both hosts give their tables keys of their own.
        red, blue = places.host("red", 1, first=1), places.host("blue", 1, first=2)
        for place in (red, blue):
            (table,) = place.paper.tables
            table.play("start", rules="ema-2016")
            wait_until(lambda place=place, table=table: place.hall.keys.has_proved_newest_key(table.device))

        def desk():
            if not url:
                return places.desk(red, blue)
            for place in (red, blue):
                place.end()
                place.config = place.config._replace(**words[place.name])
                place.begin()
            above = RunningHost(tmp_path / "desk", "desk", database=url)
            places.stack.callback(above.end)
            return above.begin()

        yield red, blue, desk


def carry(table, source, target):
    """Pull a table's cable at one host and plug it in at another."""
    table.pull()
    source.paper.tables.remove(table)
    table.path = target.spare
    target.paper.tables.append(table)
    table.plug()


def follows_at(desk, number, place):
    """Wait until the desk follows a table at a host."""

    def is_there():
        view = next((one for one in desk.hall.tables.tables() if one["table"] == number), {})
        return view.get("state") == "following" and view["port"].startswith(place.name)

    wait_until(is_there)


def obeys(desk, seat):
    """Have table 1 record a riichi; return whether it does so, as it does not while it is greeted."""
    try:
        desk.client.post("/v1/tables/1/events", event="riichi", fields={"seat": seat})
    except TenboError as error:
        assert error.code != "not_proved"
        return False
    return True


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_table_that_is_carried_to_another_host_of_the_hall_obeys_the_desk_there(halls):
    """Its host died, and nobody at the table has to free it from a hall that it has never left."""
    red, blue, start_desk = halls
    (table,), (other,) = red.paper.tables, blue.paper.tables
    before = [dict(one.keys) for one in (table, other)]
    desk = start_desk()
    wait_until(lambda: red.hall.keys.secret == blue.hall.keys.secret)
    hall = red.hall.keys.hall_id()
    wait_until(lambda: hall in table.keys and hall in other.keys)
    wait_until(
        lambda: red.hall.keys.has_proved_newest_key(table.device) and blue.hall.keys.has_proved_newest_key(other.device)
    )
    assert hall in (*before[0], *before[1]), "the key of the first host is the hall's"
    follows_at(desk, 1, red)
    carry(table, red, blue)
    # A desk that reaches no host numbers it there by itself, by the number that it had, and may be quicker than we.
    devices = blue.hall.tables
    wait_until(lambda: table.device in {one["device"] for one in (*devices.unassigned_devices(), *devices.tables())})
    if any(one["device"] == table.device for one in devices.unassigned_devices()):
        with suppress(Refused):
            blue.hall.numbering.set_table_number(table.device, 1)
    follows_at(desk, 1, blue)
    table.play("hand")
    wait_until(lambda: desk.client.get("/v1/tables/1")["last"] == table.ledger.next - 1)
    wait_until(lambda: obeys(desk, 3))
    assert table.ledger.table.riichi == [3]
    # Numbered there it has a later key, by which the first host knows it again.
    wait_until(lambda: blue.hall.keys.has_proved_newest_key(table.device))
    carry(table, blue, red)
    follows_at(desk, 1, red)
    wait_until(lambda: obeys(desk, 0))
    assert sorted(table.ledger.table.riichi) == [0, 3]
    # Nothing says a key or the secret.
    secrets = {red.hall.keys.secret.secret, *table.keys.values(), *other.keys.values()}
    shown = [place.log.getvalue() for place in (red, blue, desk)]
    shown += [json.dumps([place.hall.tables.tables(), place.service.hosts.host_statuses()]) for place in (red, desk)]
    shown += [str(record) for place in (red, blue, desk) for record in place.hall.repository.desk.records]
    shown += [repr(place.hall.repository.store.device_keys()) for place in (red, blue, desk)]
    assert not [word for word in secrets for text in shown if word in text]


def test_a_host_that_was_of_another_hall_is_obeyed_by_its_tables_until_each_has_the_new_key(tmp_path):
    """A table that was switched off meanwhile shows the key of before, and is given the one that follows."""
    with SqliteStore(tmp_path / "hall.db") as store:
        store.store_device_key("a", DeviceKey("5eed", PROVED))
        keys = DeviceKeys(store, lambda: "old", lambda _: "")
        assert keys.secret.hall == "old"
        first = keys.possible_keys("a")
        assert ("old", "5eed") in first
        assert not keys.has_proved_newest_key("a")
        shared = HallSecret("new", "0123456789abcdef")
        assert keys.adopt_secret(shared) == shared
        again = DeviceKeys(store, lambda: "old", lambda _: "")
        for known in (keys, again):
            assert known.pending_key("a") == shared.key_of("a")
            assert ("old", "5eed") in known.possible_keys("a")
            assert known.is_proof("a", first[1])
            assert known.confirmed_key("a") is not None
        keys.mark_confirmed("a", shared.key_of("a"))
        assert keys.has_proved_newest_key("a")
        assert ("old", "5eed") not in keys.possible_keys("a")
        assert keys.adopt_secret(HallSecret("other", "ff"), only_first=True) == shared


@pytest.mark.parametrize("words", [("", "ab"), ("hall", ""), ("a b", "c"), ("hall", "a:b"), ("h" * 65, "ab")])
def test_a_secret_that_a_table_could_not_keep_is_refused(tmp_path, words):
    """A space or a colon would be taken for the end of a key."""
    with SqliteStore(tmp_path / "hall.db") as store:
        keys = DeviceKeys(store, lambda: "own", lambda _: "")
        with pytest.raises(Malformed):
            keys.adopt_secret(HallSecret(*words))
        assert keys.secret is None
        assert HALL not in store.device_keys()


def test_no_host_sees_what_another_offers_or_changes_what_the_hall_has(come_in, database):
    """A stolen password of a host is the password of one host."""
    red, mallory = come_in("red"), come_in("mallory")
    red.execute("INSERT INTO tenbo.hall_offer (hall, secret) VALUES ('red', 'aa')")
    assert mallory.execute("SELECT * FROM tenbo.hall_offer").fetchall() == []
    for statement in (
        "INSERT INTO tenbo.hall_offer (host, hall, secret) VALUES ('red', 'x', 'y')",
        "INSERT INTO tenbo.hall_secret (hall, secret) VALUES ('x', 'y')",
        "UPDATE tenbo.hall_secret SET secret = 'y'",
        "DELETE FROM tenbo.hall_offer",
        "SELECT FROM tenbo.hall_offer FOR UPDATE",
        "LOCK TABLE tenbo.hall_secret IN ROW EXCLUSIVE MODE",
    ):
        with pytest.raises(psycopg.Error):
            mallory.execute(statement)
    with psycopg.connect(database, autocommit=True) as owner:
        assert owner.execute("SELECT host FROM tenbo.hall_offer").fetchall() == [("red",)]


def test_a_database_of_before_has_room_for_the_secret_when_the_desk_starts(database):
    """Until then its hosts keep keys of their own."""
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("DROP TABLE tenbo.hall_secret, tenbo.hall_offer")
        owner.execute("UPDATE tenbo.version SET number = 6")
        assert not create_tables(database)
        assert owner.execute("SELECT number FROM tenbo.version").fetchall() == [(VERSION,)]
        assert owner.execute("SELECT count(*) FROM tenbo.hall_secret").fetchall() == [(0,)]
