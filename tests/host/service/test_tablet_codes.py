"""What makes a tablet a table's device names an address at which it reaches this computer, or says what to do."""

from __future__ import annotations

import io
from contextlib import contextmanager

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.runtime.service_log import ServiceLog
from tenbo_core.errors import Refused

OWN = "192.168.1.7"


@contextmanager
def service_at(folder, address):
    """Yield a service that listens at an address, and its port."""
    config = Config(folder / "hall.db", [], search=False, listen=(address, 0), password="east wind")
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        yield service, service.server.server_address[1]


@pytest.fixture
def own_address(monkeypatch):
    """Let this computer have an address in a network, wherever the test runs."""
    monkeypatch.setattr("tenbo.web.server.public_address.reachable_host", lambda _: OWN)


def test_a_desk_on_the_service_s_own_computer_gets_the_network_s_address(own_address, tmp_path):
    """The desk has 127.0.0.1 in its address bar, and its tablets need another one."""
    with service_at(tmp_path, "0.0.0.0") as (service, port):
        client = LocalServiceClient(service.config.store)
        told = client.tablet_link(3)
        assert told["link"] == f"http://{OWN}:{port}/tablet#{service.access.tablet_credential(3)}"
        assert client.tablet_link(3, address="hall.example")["link"].startswith("http://hall.example/tablet#3.")


def test_posters_find_the_address_by_themselves_too(own_address, tmp_path):
    with service_at(tmp_path, "0.0.0.0") as (service, port):
        page = LocalServiceClient(service.config.store).download("/v1/paper/tablets.html?table=2", 60).decode()
        assert f"http://{OWN}:{port}/tablet#2." in page


def test_links_for_phones_have_the_address_at_which_phones_reach_the_service(own_address, tmp_path):
    """Read out on the service's own computer, for members and for their own pages; where none can, the called one."""
    for listens, place in (("0.0.0.0", OWN), ("127.0.0.1", "127.0.0.1")):
        (tmp_path / listens).mkdir()
        with service_at(tmp_path / listens, listens) as (service, port):
            service.hall.registration.register_players("name\nAnn Ash\n", yes=True)
            client = LocalServiceClient(service.config.store)
            own = client.get("/v1/people/1/link")
            assert own["link"] == f"http://{place}:{port}/join?own#{own['code']}"
            for row in client.get("/v1/codes"):
                assert row["link"] == f"http://{place}:{port}/join#{row['code']}"


@pytest.mark.parametrize(
    ("listens", "asked", "code", "at"),
    [
        ("127.0.0.1", {}, "listens_here_alone", "address"),
        ("0.0.0.0", {"address": "localhost:8484"}, "phones_cannot_reach", "address"),
        ("0.0.0.0", {"address": "192.168.1.7/a"}, "not_an_address", "address"),
        ("0.0.0.0", {"table": 251}, "table_count_range", "table"),
        ("0.0.0.0", {"table": 0}, "table_count_range", "table"),
    ],
)
def test_an_address_that_leads_no_tablet_here_is_refused_at_its_field(own_address, tmp_path, listens, asked, code, at):
    """Each refusal says what to do: another start, another address or another table."""
    with service_at(tmp_path, listens) as (service, _), pytest.raises(Refused) as refused:
        LocalServiceClient(service.config.store).tablet_link(asked.get("table", 3), address=asked.get("address"))
    assert (refused.value.message.code, refused.value.at) == (code, at)
    if code == "listens_here_alone":
        # Another program may have the usual port.
        assert f" 0.0.0.0:{service.server.server_address[1]} " in refused.value.message


def test_a_computer_that_knows_its_name_alone_asks_for_its_address(monkeypatch, tmp_path):
    """Without a way out of its network; a tablet may not know such a name."""
    monkeypatch.setattr("tenbo.web.server.public_address.reachable_host", lambda _: "raspberrypi")
    with service_at(tmp_path, "0.0.0.0") as (service, _), pytest.raises(Refused) as refused:
        LocalServiceClient(service.config.store).tablet_link(3)
    assert refused.value.message.code == "phones_cannot_reach"
