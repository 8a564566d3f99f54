"""What a broker of MQTT is told: by a real Mosquitto, which is killed, refuses and forgets."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

import mosquitto
from host.service.conftest import wait_until
from tenbo.app.config import load_config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo_core.errors import Malformed

pytestmark = pytest.mark.skipif(mosquitto.PROGRAM is None, reason=mosquitto.MISSING)
TABLE = "tenbo/red/tables/1"
# Eight sensors and what they show: the clock, the table, and whether table and host are there.
EVERYTHING = 12


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    """Yield a broker for all tests."""
    broker = mosquitto.Broker(tmp_path_factory.mktemp("broker"))
    yield broker
    broker.kill()


class PublishingHall:
    """A host, its tables of paper and its log."""

    def __init__(self, service, paper, log):
        self.service, self.hall, self.paper, self.log = service, service.hall, paper, log
        self.client = LocalServiceClient(service.config.store)


@contextmanager
def host(folder, url):
    """Run a host over one table, of paper, that tells a broker, by its settings."""
    settings = folder / "tenbo.toml"
    settings.write_text(f'name = "red"\nnumber_new = true\nmqtt = "{url}"\n')
    log = io.StringIO()
    with FakeTables(folder, 1) as paper:
        config = load_config(settings, store=folder / "hall.db", ports=paper.ports, search=False, listen="127.0.0.1:0")
        with Service(config, ServiceLog(out=log)) as service:
            wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"])
            paper.tables[0].play("start", rules="ema-2016")
            yield PublishingHall(service, paper, log)


def seen(reader, topic):
    """Return what was told last at a topic, as an object."""
    return json.loads(reader.last.get(topic) or "{}")


@pytest.mark.thorough("seconds of a processor")
def test_home_assistant_finds_a_table_and_sees_its_points_and_hears_that_it_was_unplugged(broker, tmp_path):
    """Every topic that a sensor names is told, every field that its template asks for is in the message."""
    with mosquitto.reading(broker) as reader:
        with host(tmp_path, broker.url("red")) as place:
            table = place.paper.tables[0]
            table.play("hand")
            table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
            wait_until(lambda: seen(reader, TABLE).get("south") == table.ledger.table.scores[1] != 30000)
            wait_until(lambda: reader.last.get("tenbo/red/status") == reader.last.get(f"{TABLE}/status") == "online")
            configs = {topic: json.loads(text) for topic, text in reader.last.items() if topic.endswith("/config")}
            assert len([topic for topic in configs if "/tenbo-red-table-1/" in topic]) == 6
            for config in configs.values():
                field = config["value_template"].removeprefix("{{ value_json.").removesuffix(" }}")
                assert field in seen(reader, config["state_topic"])
                assert {one["topic"] for one in config["availability"]} <= reader.last.keys()
            assert len({config["unique_id"] for config in configs.values()}) == len(configs)
            table.pull()
            wait_until(lambda: reader.last[f"{TABLE}/status"] == "offline")
            assert reader.last["tenbo/red/status"] == "online"
        wait_until(lambda: reader.last["tenbo/red/status"] == "offline")


@pytest.mark.thorough("a drill with a broker")
def test_a_broker_that_has_forgotten_everything_is_told_everything_again(tmp_path):
    """A broker may lose what it has acknowledged; meanwhile the table plays on, and is stored."""
    broker = mosquitto.Broker(tmp_path)
    try:
        with host(tmp_path, broker.url("red")) as place:
            with mosquitto.reading(broker) as reader:
                wait_until(lambda: len(reader.last) == EVERYTHING)
            broker.kill()
            wait_until(lambda: "does not answer" in place.log.getvalue())
            table = place.paper.tables[0]
            table.play("hand")
            table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
            wait_until(lambda: table.stored == table.ledger.next - 1)
            broker.start()
            with mosquitto.reading(broker) as reader:
                wait_until(lambda: len(reader.last) == EVERYTHING and reader.last["tenbo/red/status"] == "online")
                assert seen(reader, TABLE)["south"] == table.ledger.table.scores[1]
            assert "answers again" in place.log.getvalue()
    finally:
        broker.kill()


def test_home_assistant_that_begins_anew_is_told_everything_again(broker, tmp_path):
    """Its birth message is answered, for it may have thrown away what it knew."""
    with host(tmp_path, broker.url("red")), mosquitto.reading(broker) as reader:
        wait_until(lambda: reader.last.get("tenbo/red/status") == "online" and TABLE in reader.last)
        wait_until(lambda: any(topic.endswith("-table-1/hand/config") for topic in reader.last))
        before = len(reader.all)
        reader.client.publish("homeassistant/status", "online", qos=1)
        again = {TABLE, "tenbo/red/clock", "tenbo/red/status", "homeassistant/sensor/tenbo-red-table-1/hand/config"}
        wait_until(lambda: again <= {topic for topic, _ in reader.all[before:]})


def test_a_hidden_session_is_told_without_points(broker, tmp_path):
    """Anyone who reads at the broker may see no more than anyone in the hall."""
    with host(tmp_path, broker.url("red")) as place, mosquitto.reading(broker) as reader:
        wait_until(lambda: seen(reader, TABLE).get("east") == 30000)
        place.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        place.hall.records.record("hide", "desk", session=1)
        place.paper.tables[0].play("end")
        place.client.post("/v1/sessions/1/begin", yes=True)
        wait_until(lambda: seen(reader, TABLE)["hidden"])
        assert {seen(reader, TABLE)[seat] for seat in ("east", "south", "west", "north")} == {None}


@pytest.mark.parametrize(
    ("user", "password", "says"), [("red", "wrong", "refuses the login"), ("mute", "mute", "does not allow publishing")]
)
def test_a_broker_that_refuses_is_named_in_the_log_and_holds_nothing_up(broker, tmp_path, user, password, says):
    """A right that is missing at the broker is a mistake in its settings, and no one else would say so."""
    with host(tmp_path, broker.url(user, password)) as place:
        wait_until(lambda: says in place.log.getvalue())
        assert place.service.config.mqtt not in place.log.getvalue()
        table = place.paper.tables[0]
        table.play("hand")
        wait_until(lambda: table.stored == table.ledger.next - 1)


@pytest.mark.thorough("a drill with a broker")
def test_a_host_that_is_killed_is_offline_by_its_last_will(broker, tmp_path):
    """No one has to wait for a table that does not move."""
    settings = tmp_path / "tenbo.toml"
    settings.write_text(f'name = "red"\nsearch = false\nlisten = "127.0.0.1:0"\nmqtt = "{broker.url("red")}"\n')
    words = [sys.executable, "-m", "tenbo", "run", "--config", settings, "--store", tmp_path / "hall.db"]
    with mosquitto.reading(broker) as reader:
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: reader.last.get("tenbo/red/status") == "online")
            os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: reader.last["tenbo/red/status"] == "offline")


# paho leaves the socket of a failed handshake to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.thorough("a drill with a broker")
def test_over_tls_a_broker_has_to_prove_itself(tmp_path):
    """One whose authority no one knows learns no password."""
    broker = mosquitto.Broker(tmp_path, tls=True)
    plain = broker.url("red").replace("mqtt:", "mqtts:")
    try:
        (tmp_path / "strange").mkdir()
        with host(tmp_path / "strange", plain) as place:
            wait_until(lambda: "CERTIFICATE_VERIFY_FAILED" in place.log.getvalue())
        (tmp_path / "known").mkdir()
        with host(tmp_path / "known", f"{plain}?ca={tmp_path / 'cert'}") as place:
            wait_until(lambda: "New client connected from 127.0.0.1" in (tmp_path / "log").read_text())
            assert "mqtt:" not in place.log.getvalue()
    finally:
        broker.kill()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("http://192.168.1.2", "; it begins with http://"),
        ("192.168.1.2:1883", "; it begins with neither"),
        ("broker:1883", "; it begins with neither"),
        ("mqtt://:1883", "a computer's address must follow //"),
        ("mqtt://a:99999", "cannot be read"),
        ("mqtt://a/tenbo", "nothing may follow the port"),
        ("mqtt://a?ca=x", "use mqtts://"),
        ("mqtts://a?ca=/nowhere/ca", "there is no file /nowhere/ca"),
        ("mqtts://a?cert=x", "unknown option 'cert'"),
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_starts(tmp_path, text, says):
    """The sentence says how one is written, and nothing is left open."""
    config = load_config(None, store=tmp_path / "hall.db", mqtt=text, listen="127.0.0.1:0")
    for _ in range(2):
        with pytest.raises(Malformed, match="mqtt") as refused:
            Service(config, ServiceLog(out=io.StringIO()))
        assert says in refused.value.message
        assert "secret" not in refused.value.message
