"""The referee's panel starts the session, sounds what is due once, and is silent no matter what dies."""

from __future__ import annotations

import builtins
import io
import threading

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.integrations.referee_panel import PanelParts, PanelPins, PanelState, RefereePanelState, parse_pins
from tenbo.integrations.referee_panel import panel_hardware as board_module
from tenbo.integrations.referee_panel.panel_hardware import RefereePanel
from tenbo.runtime.service_log import ServiceLog
from tenbo.tournament.hall_clock import MINUTE, HallClock
from tenbo_core.errors import Malformed, Refused


@pytest.fixture
def pi():
    """Yield the pins of a Raspberry Pi that is not there."""
    factory = MockFactory()
    yield factory
    factory.reset()


def test_each_thing_sounds_once():
    """Start, signal and end, at their moment; looking again sounds nothing."""
    watch = RefereePanelState()
    clock = HallClock(start=10_000, length=90 * MINUTE)
    found = []
    for now in range(0, 92 * MINUTE, 500):
        look = watch.next_state(clock, now, frozenset())
        if look.siren_ms:
            found.append((now, look.siren_ms))
    assert found == [(10_000, 2000), (10_000 + 75 * MINUTE, 3000), (10_000 + 90 * MINUTE, 4000)]


def test_a_panel_that_comes_late_sounds_nothing_that_was():
    """The Pi was restarted in the middle of a session."""
    watch = RefereePanelState()
    clock = HallClock(start=0, length=90 * MINUTE)
    assert watch.next_state(clock, 80 * MINUTE, frozenset()) == PanelState("blink", 0)
    assert watch.next_state(clock, 81 * MINUTE, frozenset()).siren_ms == 0
    assert watch.next_state(clock, 90 * MINUTE, frozenset()).siren_ms == 4000


def test_the_beacon_says_how_the_session_stands():
    """Steady while it runs; blinking before the start, during a stop and after the signal; off without one."""
    watch = RefereePanelState()
    clock = HallClock(start=MINUTE, length=90 * MINUTE)
    stopped = clock.changed(stopped=20 * MINUTE)
    looks = [
        (None, 0),
        (clock, 0),
        (clock, 5 * MINUTE),
        (stopped, 30 * MINUTE),
        (clock, 80 * MINUTE),
        (clock, 100 * MINUTE),
    ]
    found = [watch.next_state(one, now, frozenset()).beacon for one, now in looks]
    assert found == ["off", "blink", "on", "blink", "blink", "off"]
    assert watch.next_state(clock.changed(over=True), 101 * MINUTE, frozenset()) == PanelState()


def test_a_session_that_the_desk_stops_makes_no_noise():
    """It was stopped by a person, who knows."""
    watch = RefereePanelState()
    clock = HallClock(start=0, length=90 * MINUTE)
    watch.next_state(clock, MINUTE, frozenset())
    assert watch.next_state(clock.changed(over=True), MINUTE + 100, frozenset()).siren_ms == 0


def test_the_button_must_be_held_and_the_guard_closed(pi):
    """A sleeve on the table starts no session."""
    board = PanelParts(PanelPins(guard=5), pi)
    try:
        board.start.hold_time = 0.01
        start, guard = pi.pin(17), pi.pin(5)
        held = threading.Event()
        inner = board.start.when_held

        def press() -> None:
            inner()
            held.set()

        board.start.when_held = press
        start.drive_low()
        assert held.wait(300)
        start.drive_high()
        assert not board.pressed.is_set()
        guard.drive_low()
        held.clear()
        start.drive_low()
        assert held.wait(300)
        assert board.pressed.is_set()
    finally:
        board.close()


def test_everything_is_off_before_and_after(pi):
    """High is on; a board that is being set up or given back must not sound."""
    board = PanelParts(PanelPins(call=6, lamps={3: 13}), pi)
    outputs = [pi.pin(number) for number in (27, 22, 6, 13)]
    assert [pin.state for pin in outputs] == [0, 0, 0, 0]
    board.apply_state(PanelState("on", 5000, frozenset({3})))
    assert [pin.state for pin in outputs] == [1, 1, 1, 1]
    board.close()
    assert [pin.state or 0 for pin in outputs] == [0, 0, 0, 0]


def test_a_siren_ends_by_itself(pi, monkeypatch):
    """Even when no one looks after it any more, no matter what length was asked for."""
    board, delays = PanelParts(PanelPins(), pi), []
    inner = board_module.run_later
    monkeypatch.setattr(board_module, "run_later", lambda name, s, work: delays.append(s) or inner(name, s, work))
    try:
        board.sound_siren(10_000_000)
        board.sound_siren(1)
        assert delays == [5, 0.001]
        assert board._silence.join(300)
        assert pi.pin(27).state == 0
    finally:
        board.close()


def test_only_the_tables_that_call_are_lit(pi):
    """The referee sees from the desk where to go."""
    board = PanelParts(PanelPins(call=6, lamps={3: 13, 4: 19}), pi)
    try:
        board.apply_state(PanelState(calls=frozenset({4})))
        assert [pi.pin(number).state for number in (6, 13, 19)] == [1, 0, 1]
        board.apply_state(PanelState())
        assert [pi.pin(number).state for number in (6, 13, 19)] == [0, 0, 0]
    finally:
        board.close()


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"siren": 17}, "uses GPIO 17 twice"),
        ({"sirene": 5}, "unknown key 'sirene'; did you mean siren?"),
        ({"horn": 5}, "unknown key 'horn'; use one of: start, siren"),
        ({"lamps": {"x": 6}}, "the key of a lamp must be a table number, not 'x'"),
        ({"siren": "GPIO5"}, "siren must be a GPIO number from 2 to 27"),
        ({"lamps": {"3": 99}}, "lamps.3 must be a GPIO number"),
    ],
)
def test_wrong_pins_are_refused(table, sentence):
    """Before anything is switched."""
    with pytest.raises(Malformed, match=sentence):
        parse_pins(table)


def test_without_gpiozero_the_panel_says_what_to_install(monkeypatch):
    """And everything else works: nothing imports it before a panel is set up."""
    real = builtins.__import__

    def without(name, *rest):
        if name == "gpiozero":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refused, match=r"pip install '\.\[panel\]'"):
        PanelParts(PanelPins())


def test_a_host_without_a_panel_switches_nothing_off_when_its_service_ends(monkeypatch, tmp_path, capsys):
    """Its unit runs this at every end: the pins may serve something else, and the journal stays free of refusals."""
    monkeypatch.setattr("tenbo.integrations.referee_panel.PanelParts", pytest.fail)
    (tmp_path / "tenbo.toml").write_text('name = "red"\n')
    assert main(["panel", "--off", "--config", str(tmp_path / "tenbo.toml")]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_computer_without_pins_is_told_where_a_panel_is_wired(monkeypatch):
    """Anyone who tries it on a laptop has nothing there that could hold the pins."""

    def no_pins(*_, **__):
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero, "DigitalOutputDevice", no_pins)
    with pytest.raises(
        Refused, match="the referee panel needs a Raspberry Pi: this computer has no GPIO pins"
    ) as refusal:
        PanelParts(PanelPins())
    assert refusal.value.code == "not_installed"


@pytest.fixture
def service(tmp_path):
    """Yield a service without tables."""
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0))
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        yield service


def test_the_button_starts_the_session_and_sounds_even_when_it_cannot(service, pi):
    """The room hears that someone pressed; the log says why the clock did not start."""
    panel = RefereePanel(service.hall.calls, service.timekeeper, service.log, PanelPins(), pi)
    try:
        panel.board.pressed.set()
        panel.update()
        assert service.timekeeper.clock is not None
        assert service.timekeeper.clock.length == 90 * MINUTE
        assert pi.pin(27).state == 1
        panel.board.siren.off()
        panel.board.pressed.set()
        panel.update()
        assert pi.pin(27).state == 1
        assert "the clock has already been started" in service.log._out.getvalue()
    finally:
        panel.close()
    assert (pi.pin(27).state or 0) == 0


def test_a_panel_is_dark_and_silent_when_the_session_has_ended(service, pi):
    """Its clock was not stopped: no one plays by it, and no signal sounds in an empty room."""
    service.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
    service.hall.records.record("open", "desk", session=1)
    service.timekeeper.change_clock("start", "desk", minutes=90, lead_ms=0)
    panel = RefereePanel(service.hall.calls, service.timekeeper, service.log, PanelPins(), pi)
    try:
        panel.update()
        assert pi.pin(22).state == 1
        service.hall.records.record("end", "desk", session=1, yes=True)
        panel.update()
        assert (pi.pin(22).state, pi.pin(27).state) == (0, 0)
    finally:
        panel.close()


def test_a_panel_goes_on_after_a_mistake_of_ours(service, pi, monkeypatch):
    """The guarded button is the last resort of the referee: it works no matter what went wrong a moment ago."""
    panel = RefereePanel(service.hall.calls, service.timekeeper, service.log, PanelPins(), pi)
    looked = threading.Event()
    looks = iter([0, 0])

    def look():
        looked.set()
        return 1 // next(looks, 1)

    monkeypatch.setattr(panel, "update", look)
    panel.start()
    try:
        for _ in range(4):
            assert looked.wait(300)
            looked.clear()
        assert service.log._out.getvalue().count("please report it: ZeroDivisionError") == 2
    finally:
        panel.close()


def test_a_service_with_a_panel_that_cannot_be_set_up_goes_on(tmp_path):
    """The tables matter more than the siren."""
    log = io.StringIO()
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0), panel={})
    with Service(config, ServiceLog(out=log)) as service:
        assert service.panel is None
        assert service.hall.tables.tables() == []
    assert "referee panel" in log.getvalue()
