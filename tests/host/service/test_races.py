"""What is decided and then recorded: another act comes before the decision or after the record, never between."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from types import SimpleNamespace

import pytest

from tenbo.cluster.clock_offset import ClockOffset, Probe
from tenbo.devices import device_keys
from tenbo.devices.device_keys import DeviceKeys
from tenbo.hall import desk_record_writer, imported_games, player_registration, stored_game_attachment
from tenbo.hall.game_assignment import GameAssigner
from tenbo.runtime.worker import run_in_background
from tenbo.store import SqliteStore
from tenbo.tournament.hall_clock import DeviceTickOffset, TickReading
from tenbo.tournament.record_log import TournamentLog
from tenbo.web.routes import clock as clock_routes
from tenbo_core.errors import Refused

from .conftest import PEOPLE, game_of, play, table_of, wait_until

RECORDS = [{"event": "start", "rules": "ema-2016"}, {"event": "hand"}, {"event": "draw", "tenpai": [1]}]


class OtherThread:
    """An act of another thread that comes when a function of the host is over, unless a lock keeps it out."""

    def __init__(self, monkeypatch, lock, owner, name, act):
        self.lock, self.act = lock, act
        self.was_called = self.came = False
        inner = getattr(owner, name)

        def then_the_other(*given, **named):
            result = inner(*given, **named)
            if not self.was_called:
                self.was_called = True
                self.try_now()
            return result

        monkeypatch.setattr(owner, name, then_the_other)

    def try_now(self):
        """Act in another thread if the lock is free."""
        with ThreadPoolExecutor(1) as other:
            if other.submit(self.lock.acquire, blocking=False).result():
                other.submit(self.lock.release).result()
                self.came = True
                other.submit(self.act).result()

    def finish(self):
        """Act now if the lock has kept the act out."""
        assert self.was_called
        if not self.came:
            self.act()


class SignallingLock:
    """A lock that tells when a thread waits for it."""

    def __init__(self):
        self.inner, self.is_awaited = threading.Lock(), threading.Event()

    def __enter__(self):
        if not self.inner.acquire(blocking=False):
            self.is_awaited.set()
            self.inner.acquire()

    def __exit__(self, *_):
        self.inner.release()


def records_lock(run):
    """Return the lock of the desk's records."""
    return run.hall.repository.desk.records_lock()


def register(session, folder, people=PEOPLE):
    """Register people of a file."""
    (folder / "people.csv").write_text(people)
    return session("players", folder / "people.csv", "--yes")


# ---------------------------------------------------------------- the desk's records


def test_a_penalty_meets_its_player_when_seats_are_swapped_at_that_moment(planned_service, monkeypatch, tmp_path):
    """The desk has typed a name; which seat that is must not be decided by an older plan."""
    with planned_service() as (run, session):
        register(session, tmp_path)
        record = run.hall.records.record

        def act():
            record("swap", "Ben", session=1, players=[3, 5])

        swap = OtherThread(monkeypatch, records_lock(run), desk_record_writer, "with_defaults", act)
        made = record("penalty", "Ada", session=1, player="3", points=-500, why="late")
        swap.finish()
        assert [one.kind for one in run.hall.repository.desk.records[-2:]] == ["penalty", "swap"]
        assert (made.fields["table"], made.fields["seat"]) == (1, 2)


def test_a_game_that_the_desk_attaches_at_that_moment_is_not_replaced_by_a_start(planned_service, monkeypatch):
    """A start names its session, and the desk says at the same moment that another game counts."""
    with planned_service(1, 1) as (run, session):
        table = table_of(run, 1)
        table.play("start", rules="ema-2016")
        play(run, 1)

        def act():
            run.hall.attachment.attach_game((1, 1), "Ada", "it was begun by hand", table.id, 0, yes=True)

        desk_says = OtherThread(monkeypatch, records_lock(run), GameAssigner, "_was_table", act)
        assign, assigned = run.hall.assignment.assign_game, threading.Event()
        monkeypatch.setattr(run.hall.assignment, "assign_game", lambda *given: (assign(*given), assigned.set()))
        assert session("begin", 1)[0] == 0
        assigned.wait()
        desk_says.finish()
        assert game_of(run, 1, 1).start == 0


@pytest.mark.parametrize("owner", [stored_game_attachment, imported_games])
def test_a_game_is_never_replaced_without_a_question(planned_service, monkeypatch, owner):
    """Of two desks that give one table a game at the same moment, the second is asked."""
    with planned_service(sessions=1) as (run, _):
        table = table_of(run, 1)
        for _ in range(2):
            table.play("start", rules="ema-2016")
            play(run, 1)
        second = table.ledger.first

        def attach(start):
            return run.hall.attachment.attach_game((1, 1), "Ada", "the first", table.id, start)

        other = OtherThread(
            monkeypatch, records_lock(run), owner, "require_replacement_confirmation", lambda: attach(0)
        )
        if owner is imported_games:
            run.hall.game_import.store_and_attach_game((1, 1), "Ben", "played online", RECORDS)
        else:
            attach(second)
        with pytest.raises(Refused, match="would be used instead"):
            other.finish()
        assert (game_of(run, 1, 1).ledger == table.id) == (owner is stored_game_attachment)


def test_readers_never_see_records_of_one_moment_and_the_tournament_of_another(tmp_path):
    """Each change of the log is looked at from outside, as another thread may do at any moment."""
    seen = []

    class Watched(TournamentLog):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if "origins" in self.__dict__:
                seen.append((len(self.records), len(self.tournament.opened)))

    with SqliteStore(tmp_path / "hall.db") as store:
        log = Watched(store)
        seen.clear()
        for session in range(1, 4):
            log.record("open", "desk", session=session)
    assert set(seen) == {(1, 1), (2, 2), (3, 3)}


# ---------------------------------------------------------------- people and sessions


def test_a_name_that_is_removed_at_that_moment_is_not_brought_back_by_a_file(planned_service, monkeypatch, tmp_path):
    """A file of players is read again, with another club for each, while one of them has a name removed."""
    with planned_service() as (run, session):
        register(session, tmp_path)
        lock = run.hall.registration._lock = SignallingLock()
        forgets = []
        merge = player_registration.merge_players

        def then_forget(*given, **how):
            merged = merge(*given, **how)
            forgets.append(run_in_background("desk", lambda: run.client.post("/v1/forget", player=1)))
            wait_until(lambda: lock.is_awaited.is_set() or forgets[0].join(0))
            return merged

        monkeypatch.setattr(player_registration, "merge_players", then_forget)
        people = "id;name;club\n1;Ann Ash;Delft\n"
        assert register(session, tmp_path, people)[0] == 0
        forgets[0].join()
        assert 1 not in run.hall.repository.people()


def test_a_session_that_could_not_be_recorded_is_begun_at_every_table_later(planned_service, fault):
    """The disk was full for a moment; the tables were not asked, and must not count as begun."""
    with planned_service() as (run, session):
        fault(run.store, "open")
        assert session("begin", 1)[0] == 1
        fault(run.store, "")
        status, text = session("begin", 1)
        assert status == 0
        assert "had already begun" not in text
        assert (game_of(run, 1, 1).start, game_of(run, 1, 2).start) == (0, 0)


# ---------------------------------------------------------------- clocks


def test_extra_time_is_given_once_by_two_desks_that_have_seen_the_same(planned_service, monkeypatch):
    """Both have seen the same record: the second is refused, however near the two requests are."""
    with planned_service() as (run, _):
        run.client.post("/v1/clock", act="start", minutes=40)
        seen = run.hall.repository.desk.records[-1].n
        inner, asked = clock_routes.author_name, []

        def author_name(request):
            if not asked:
                asked.append(request)
                run.client.post("/v1/clock", act="extra", minutes=5, seen=seen)
            return inner(request)

        monkeypatch.setattr(clock_routes, "author_name", author_name)
        with pytest.raises(Refused, match="5 min in the meantime"):
            run.client.post("/v1/clock", act="extra", minutes=5, seen=seen)
        acts = [one.fields["act"] for one in run.hall.repository.desk.records if one.kind == "clock"]
        assert acts == ["start", "extra"]


def test_the_offset_of_a_host_s_clock_is_read_while_it_is_probed():
    """The desk's page asks for it at the moment when a probe comes back."""
    time = ClockOffset()
    later: list[Probe] = []

    class Slow(Probe):
        @property
        def round_trip_ms(self):
            if later:
                time.add_probe(later.pop(), wall_ms=7)
            return super().round_trip_ms

    time.add_probe(Slow(0, 4, 5002), wall_ms=0)
    later.append(Probe(200, 202, 5201))
    assert time.offset_ms == 5000
    assert time.wall_offset_ms == 7


def test_a_table_s_clock_is_read_while_its_counter_begins_anew():
    """The table was switched off and on: the answer is of before or of after, and not of both."""
    time = DeviceTickOffset()
    anew = [TickReading(50_000, 50_004, 2)]

    class Slow(TickReading):
        @property
        def round_trip_ms(self):
            if anew:
                time.add_reading(anew.pop())
            return super().round_trip_ms

    time.add_reading(Slow(0, 4, 900_002))
    assert time.ticks_at(60_000) in (960_000, 10_000)


# ---------------------------------------------------------------- keys


def test_two_threads_that_want_a_device_s_key_are_given_the_same(tmp_path, monkeypatch):
    """The key that the device was sent must be the one that is stored."""
    with SqliteStore(tmp_path / "hall.db") as store:
        keys, number = DeviceKeys(store, lambda: "hall", lambda _: ""), count()
        maker = SimpleNamespace(token_hex=lambda _: f"key{next(number)}")
        monkeypatch.setattr(device_keys, "secrets", maker)
        given = []
        other = OtherThread(monkeypatch, keys._lock, maker, "token_hex", lambda: given.append(keys.pending_key("a")))
        given.append(keys.pending_key("a"))
        other.finish()
        assert given == [keys.possible_keys("a")[0]] * 2
