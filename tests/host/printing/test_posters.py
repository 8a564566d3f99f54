"""Posters with codes: what stands on them is what a phone's camera reads, and it lets in whom it says."""

from __future__ import annotations

import io

import pytest

from host.printing.pdf_reader import code_at, pages
from host.printing.qr_reader import text_of
from host.service.conftest import wait_until
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo_core.errors import Refused

PLACE = "192.168.1.7:8484"
# Where a poster has its codes: as wide, from the left, and from the top of the first and the second step.
WIDE, LEFT, FIRST, SECOND = 78.0, 14.0, 60.0, 156.0
HEADINGS = {
    "en": ("For all players", "Table 1", "Table 2"),
    "de": ("Für alle Spieler", "Tisch 1", "Tisch 2"),
    "nl": ("Voor alle spelers", "Tafel 1", "Tafel 2"),
    "ja": ("選手の皆さんへ", "1卓", "2卓"),
    "fr": ("Pour tous les joueurs", "Table 1", "Table 2"),
    "pl": ("Dla wszystkich graczy", "Stół 1", "Stół 2"),
    "it": ("Per tutti i giocatori", "Tavolo 1", "Tavolo 2"),
    "es": ("Para todos los jugadores", "Mesa 1", "Mesa 2"),
}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """Return a service over two tables, in a hall whose Wi-Fi has signs that mean something in its code."""
    folder = tmp_path_factory.mktemp("posters")
    with FakeTables(folder, 2) as paper:
        config = Config(folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0))
        config = config._replace(wifi="Hall; guests", wifi_password='a"b\\c:d,e')
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * 2)
            # Its program asks over the network, and both have their numbers there once they have their codes here.
            wait_until(lambda: len(codes_of(service)) == 3)
            yield service


@pytest.fixture
def printed(service, tmp_path):
    """Return a function that prints posters and returns the status and the file."""

    def run(*words, name="codes.pdf"):
        out = tmp_path / name
        status = main(["print", "codes", "--store", str(service.config.store), "--out", str(out), *words])
        return status, out

    return run


def codes_of(service):
    """Return the codes of all readers and of each table."""
    return [row["code"] for row in service.access.codes() if row["role"] in ("reader", "table")]


def test_a_phone_reads_from_each_poster_the_wifi_and_its_own_way_in(service, printed):
    """A page for all players, then one for each table; anyone who has no camera types the address and the code."""
    status, out = printed("--address", PLACE, "--language", "de")
    assert status == 0
    data = out.read_bytes()
    told, codes = pages(data), codes_of(service)
    assert len(told) == len(codes) == 3
    for page, (words, code, heading) in enumerate(zip(told, codes, HEADINGS["de"], strict=True)):
        assert {heading, f"http://{PLACE}/join", code} <= set(words)
        assert "Name: Hall; guests" in words
        assert text_of(code_at(data, page, LEFT, FIRST, WIDE)) == 'WIFI:T:WPA;S:Hall\\; guests;P:a\\"b\\\\c\\:d\\,e;;'
        link = text_of(code_at(data, page, LEFT, SECOND, WIDE))
        assert link == f"http://{PLACE}/join{'' if page else '?me'}#{code}"
        joined = LocalServiceClient(service.config.store).post(
            "/v1/join", 120, code=link.partition("#")[2], name="a phone"
        )
        assert joined == {"role": "table" if page else "reader", "table": page or None, "player": None}


@pytest.mark.parametrize("language", HEADINGS)
def test_posters_speak_the_language_that_is_wished(service, printed, language):
    """As a page they are for every browser that prints, no matter what fonts the service's computer has."""
    status, out = printed("--address", PLACE, "--language", language, name="codes.html")
    told = out.read_text("utf-8")
    assert status == 0
    assert f'<html lang="{language}">' in told
    assert [told.count(f"<h2>{heading}</h2>") for heading in HEADINGS[language]] == [1, 1, 1]
    assert told.count("<svg") == 6


def test_the_poster_of_one_table_has_nobody_else_s_code(service, printed):
    """It goes on after a board was changed, without a stack of paper."""
    _, out = printed("--address", PLACE, "--table", "2", name="codes.html")
    told = out.read_text("utf-8")
    assert [code in told for code in codes_of(service)] == [False, False, True]


def test_a_tablet_reads_from_its_poster_what_makes_it_the_table_s_device(service, tmp_path):
    """Of a hall that has no device yet: as many as the desk says, each with the key of its table alone."""
    out = tmp_path / "tablets.pdf"
    words = ("--address", PLACE, "--language", "nl", "--tables", "3", "--out", str(out))
    assert main(["print", "tablets", "--store", str(service.config.store), *words]) == 0
    data, keys = out.read_bytes(), service.access.table_keys()
    told = pages(data)
    assert ["Tafel 3" in page for page in told] == [False, False, True]
    links = [text_of(code_at(data, page, LEFT, SECOND, WIDE)) for page in range(3)]
    for table, link in enumerate(links, 1):
        number, hall, key = link.removeprefix(f"http://{PLACE}/tablet#").split(".")
        assert (int(number), hall, keys.tables[key]) == (table, keys.hall, table)
    # Nothing else is opened by such a key.
    with pytest.raises(Refused):
        LocalServiceClient(service.config.store).post(
            "/v1/join", 120, code=links[0].rpartition(".")[2], name="a tablet"
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "251"), "table numbers must be 1 to 250"),
        (("--table", "0"), "table numbers must be 1 to 250"),
        (("--tables", "3", "--table", "2"), "--tables is for tablets, without --table"),
    ],
)
def test_posters_of_tables_that_cannot_be_are_refused(service, tmp_path, capsys, words, said):
    """Before a stack of paper is printed."""
    out = tmp_path / "tablets.html"
    store = ("--store", str(service.config.store))
    assert main(["print", "tablets", *store, "--address", PLACE, "--out", str(out), *words]) != 0
    assert said in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "phones cannot reach 127.0.0.1"),
        (("--address", "localhost:8484"), "phones cannot reach localhost:8484"),
        (("--address", "192.168.1.7/a"), "an address must look like 192.168.1.7:8484, not '192.168.1.7/a'"),
        (("--address", PLACE, "--table", "9"), "there is no table 9"),
        (
            ("--address", PLACE, "--session", "2"),
            ("codes take only --address, --language, --paper, one --table and, for tablets, --tables"),
        ),
    ],
)
def test_posters_that_would_lead_nowhere_are_refused(printed, capsys, words, said):
    """A stack of them is on the walls before the first phone tries."""
    status, out = printed(*words)
    assert status != 0
    assert said in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("role", ["reader", "table", "referee"])
def test_nobody_but_the_desk_gets_the_posters(service, role):
    """They have every table's code on them, and the password of the Wi-Fi."""
    client = LocalServiceClient(service.config.store)
    code = next(row["code"] for row in service.access.codes() if row["role"] == role)
    session, _ = service.access.log_in(str(code), "Eve", "127.0.0.1")
    client._auth_headers = lambda: {"Cookie": f"{service.access.cookie}={session}"}
    with pytest.raises(Refused, match=f"this needs the desk role, but you are logged in with the {role} role"):
        client.download(f"/v1/paper/codes.html?address={PLACE}", 120)
