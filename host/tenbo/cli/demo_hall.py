"""`tenbo demo --hall`: simulated tables that play by themselves, the service that follows them, and its pages."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cli.support.startup_banner import addresses_text
from tenbo.cli.support.text_layout import print_text
from tenbo.runtime.worker import run_in_background
from tenbo_core.errors import TenboError
from tenbo_core.table import OVER

if TYPE_CHECKING:
    import argparse

    from tenbo.app.service import Service
    from tenbo.simulator import VirtualTable

# Windows closes no terminal by a signal.
_HANGUP: int | None = getattr(signal, "SIGHUP", None)
# The first table's id; the others follow.
FIRST_ID = 0xE660000000000001
MOST_TABLES = 16
SESSIONS = 4
MINUTES = 75
# The time between two steps of the players, enough to see the effect of the last one.
PAUSE_S = 1.5
FAST_S = 0.05
POLL_S = 0.1
# A table that hangs is not waited for for ever.
LONGEST_WAIT = 1200
NAMES = """\
Anna Bakker,Ben Carter,Carla Diaz,Dai Evans,Emi Fujita,Finn Gruber,Greta Holm,Hiro Ito,Iris Jansen,Jan Kowalski,
Kaya Lind,Lars Meyer,Mei Nakamura,Nils Olsen,Olga Petrova,Pim de Vries""".replace("\n", "").split(",")


class DemoContext(NamedTuple):
    """The state that the demonstration's threads share: the service, the tables by their number, and the end."""

    service: Service
    tables: dict[int, VirtualTable]
    ended: threading.Event
    pause_s: float


def run_demo(args: argparse.Namespace) -> int:
    """Play sessions until Ctrl-C, or until all of them are played."""
    from tenbo.app.config import load_config
    from tenbo.cli.run import service_class
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import book_fields, count_text
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.simulator import VirtualTable

    if not 1 <= args.hall <= MOST_TABLES:
        raise WrongUsage(f"--hall must be 1 to {MOST_TABLES} tables, not {args.hall}")
    book = book_fields(args.rules)
    service_of = service_class()
    ended = threading.Event()
    signals = catch_stop_signals(ended)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tenbo-")))
        print_text(f"switching on {count_text(args.hall, 'table')} ...\n")
        sys.stdout.flush()
        made = [stack.enter_context(VirtualTable(identity=f"{FIRST_ID + one:016x}")) for one in range(args.hall)]
        ports, store = [one.port for one in made], str(folder / "hall.db")
        settings = load_config(None, store=store, ports=ports, search=False, listen=args.listen)
        log = stack.enter_context((folder / "log").open("w", encoding="utf-8"))
        service = stack.enter_context(service_of(settings, ServiceLog(out=log)))
        for number, _ in enumerate(made, 1):
            service.hall.numbering.set_table_number(f"{FIRST_ID + number - 1:016x}", number)
        print_text(addresses_text(service))
        sys.stdout.flush()
        register_and_seat_players(service, args.hall, book)
        play_sessions(
            DemoContext(service, dict(enumerate(made, 1)), ended, FAST_S if args.fast else PAUSE_S), args.seed
        )
    return next((128 + number for number in signals if number == _HANGUP), 0)


def catch_stop_signals(ended: threading.Event) -> list[int]:
    """Have every signal to end set an event, and return the list of those that came.

    An exception in the main thread, as in other commands, could interrupt the start of a thread or the cleanup.
    A closed terminal does not end a process that ignores it, for example under nohup.
    """
    signals: list[int] = []

    def end(number: int, _: Any) -> None:
        signals.append(number)
        # By another thread: this one may hold the event's lock, because it has just begun to wait for it.
        run_in_background("end of the demonstration", ended.set)

    for number in (signal.SIGTERM, signal.SIGINT, _HANGUP):
        if number is not None and (number != _HANGUP or signal.getsignal(number) is not signal.SIG_IGN):
            signal.signal(number, end)
    return signals


def register_and_seat_players(service: Service, tables: int, book: dict[str, Any]) -> None:
    """Register the players, and seat them for some sessions, each time with others."""
    service.hall.records.record("tournament", "desk", title="Tenbo demonstration", **book)
    count = service.hall.repository.tournament.seat_count(1)
    players = [NAMES[number % len(NAMES)] + " II" * (number // len(NAMES)) for number in range(count * tables)]
    service.hall.registration.register_players(
        "id,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(players, 1)), yes=True
    )
    seats = []
    for session in range(1, SESSIONS + 1):
        for table in range(tables):
            # In each session the second, third and fourth player come from one, two and three tables further on.
            row = [count * ((table + place * (session - 1)) % tables) + place + 1 for place in range(count)]
            turn = (session - 1) % count
            seats.append([session, table + 1, row[turn:] + row[:turn]])
    service.hall.records.record("plan", "desk", tables=seats, yes=True)


def play_sessions(round_: DemoContext, seed: int) -> None:
    """Play one session after the other at all tables."""
    service = round_.service
    for session in range(1, SESSIONS + 1):
        if not begin_demo_session(round_, session):
            return
        players = [
            run_in_background(f"players {number}", partial(play_game, round_, number, seed + 100 * session + number))
            for number in round_.tables
        ]
        for player in players:
            while not round_.ended.is_set() and not player.join(POLL_S):
                pass
        if round_.ended.wait(round_.pause_s):
            return
        end_demo_session(service, session)
    round_.ended.wait()


def begin_demo_session(round_: DemoContext, session: int) -> bool:
    """Begin a session once every table is followed; return whether there was time to."""
    hall = round_.service.hall
    for _ in range(LONGEST_WAIT):
        if round_.ended.is_set():
            return False
        if all(view["state"] == "following" for view in hall.tables.tables()):
            break
        round_.ended.wait(POLL_S)
    hall.sessions.begin(session, "desk", yes=True)
    round_.service.timekeeper.change_clock("start", "desk", minutes=MINUTES)
    return not round_.ended.is_set()


def end_demo_session(service: Service, session: int) -> None:
    """End a session and its clock."""
    service.hall.sessions.end(session, "desk", yes=True)
    if service.timekeeper.clock_and_offsets()["stage"] not in ("none", "finished"):
        service.timekeeper.change_clock("stop", "desk")


def play_game(round_: DemoContext, number: int, seed: int) -> None:
    """Play one game at a table."""
    from tenbo.devices import table_client
    from tenbo.simulator.scripted_players import ScriptedPlayers

    hall = round_.service.hall

    def phase() -> str:
        return str(hall.games.state(number).phase)

    def view(seat: int) -> dict[str, Any]:
        return table_client.query_view(hall.fleet.require_station(number), seat)

    try:
        for _ in range(LONGEST_WAIT):
            if phase() != OVER or round_.ended.wait(POLL_S):
                break
        seats = hall.games.state(number).rules.players
        ScriptedPlayers(round_.tables[number], view, phase, round_.ended.wait, round_.pause_s).play(seed, seats)
    except TenboError as error:
        # The cable was pulled, or the service ends: the others play on.
        round_.service.log.write_line(f"the players of table {number} have stopped: {error.message}", level="warning")
