"""A worker: it loses no notification, ends on request, reports its errors, and is the only way to start a thread."""

from __future__ import annotations

import ast
import threading

import pytest

from programs import ROOT
from tenbo.runtime.worker import Worker, run_in_background, run_later

# Nothing here waits so long unless it is broken.
LONG_S = 60.0


class CountingWorker:
    """Counts its rounds; the first one works until it is let go."""

    def __init__(self) -> None:
        self.thread = Worker("worker", self._run)
        self.rounds = threading.Semaphore(0)
        self.at_work, self.let_go = threading.Event(), threading.Event()
        self.woken: list[bool] = []

    def _run(self) -> None:
        while not self.thread.is_stopping:
            self.at_work.set()
            self.let_go.wait(LONG_S)
            self.rounds.release()
            self.woken.append(self.thread.wait())


def test_news_that_comes_while_it_works_is_not_lost():
    worker = CountingWorker()
    worker.thread.start()
    assert worker.at_work.wait(LONG_S)
    worker.thread.notify()
    worker.let_go.set()
    assert worker.rounds.acquire(timeout=LONG_S)
    assert worker.rounds.acquire(timeout=LONG_S), "it did not look again"
    worker.thread.close()
    assert set(worker.woken) == {True}


def test_news_is_taken_once_and_without_any_the_wait_is_over_in_its_time():
    thread = Worker("nobody", lambda: None)
    thread.notify()
    assert [thread.wait(LONG_S), thread.wait(0)] == [True, False]


def test_a_rest_leaves_the_news_to_the_next_wait():
    thread = Worker("nobody", lambda: None)
    thread.notify()
    assert not thread.sleep(0)
    assert thread.wait(LONG_S)


def test_its_end_ends_every_wait_and_every_rest_however_often_it_asks():
    ends = []
    thread = Worker("patient", lambda: ends.extend((thread.wait(), thread.wait(), thread.sleep(LONG_S))))
    thread.start()
    thread.close(LONG_S)
    assert ends == [True, True, True]
    assert thread.is_stopping


def test_one_that_was_never_begun_is_over_at_once():
    thread = Worker("never", lambda: None)
    thread.close()
    assert not thread.is_started


def test_whoever_ends_it_waits_no_longer_than_it_says():
    held = threading.Event()

    def hold() -> None:
        held.wait(LONG_S)

    thread = Worker("slow", hold)
    thread.start()
    thread.close(0.01)
    assert not held.is_set()
    held.set()
    thread.close()


class ExceptionList:
    """A log that keeps what it is given."""

    def __init__(self):
        self.logged = []

    def log_exception(self, error, **about):
        """Keep an exception."""
        self.logged.append((error, about))


def fail() -> None:
    raise ValueError("a fault")


def test_an_exception_of_a_worker_is_logged_with_its_name():
    log = ExceptionList()
    assert run_in_background("unlucky", fail, log).join(LONG_S)
    ((error, about),) = log.logged
    assert (str(error), about) == ("a fault", {"thread": "unlucky"})


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_exception_of_a_worker_without_a_log_reaches_the_hook_of_the_interpreter(monkeypatch):
    seen = []
    monkeypatch.setattr(threading, "excepthook", lambda given: seen.append((str(given.exc_value), given.thread.name)))
    assert run_in_background("unlucky", fail).join(LONG_S)
    assert seen == [("a fault", "unlucky")]


def test_a_worker_never_keeps_the_program_from_ending():
    inside = []
    assert run_in_background("daemon", lambda: inside.append(threading.current_thread())).join(LONG_S)
    assert [(one.name, one.daemon) for one in inside] == [("daemon", True)]


def test_later_work_is_done_after_its_delay_or_never_when_its_stop_is_requested():
    done = threading.Event()
    assert run_later("soon", 0, done.set).join(LONG_S)
    assert done.is_set()
    never = threading.Event()
    assert run_later("never", LONG_S, never.set).close(LONG_S)
    assert not never.is_set()


# What starts a thread, or would, in the standard library and in what we use of others.
STARTERS = (
    "Thread",
    "Timer",
    "ThreadPoolExecutor",
    "to_thread",
    "run_in_executor",
    "start_new_thread",
    "run_in_threadpool",
)


def starts(source: str) -> list[tuple[int, str]]:
    """Return the lines of a module where a thread would be started without a worker."""
    found: list[tuple[int, str]] = []
    if not any(name in source for name in STARTERS):
        return found
    for node in ast.walk(ast.parse(source)):
        called = [node.func] if isinstance(node, ast.Call) else node.bases if isinstance(node, ast.ClassDef) else []
        imported = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        names = [getattr(one, "attr", getattr(one, "id", "")) for one in called] + imported
        found += [(node.lineno, name) for name in names if name in STARTERS]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "threading.Thread(" in node.value:
            found.append((node.lineno, "a program in a text"))
    return sorted(found)


def test_no_module_of_the_host_starts_a_thread_without_a_worker():
    """Its name, its stop and the report of its errors would each time be forgotten in another way."""
    modules = [path for path in (ROOT / "host/tenbo").rglob("*.py") if path != ROOT / "host/tenbo/runtime/worker.py"]
    found = {str(path.relative_to(ROOT)): starts(path.read_text("utf-8")) for path in modules}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "threading.Thread(target=work)",
        "class Own(threading.Thread): pass",
        "class Own(Thread): pass",
        "from threading import Timer as Later",
        "with ThreadPoolExecutor(3) as pool: pass",
        "asyncio.to_thread(work)",
        "loop.run_in_executor(None, work)",
        "PROGRAM = 'import threading; threading.Thread(target=work).start()'",
    ],
)
def test_each_way_to_start_a_thread_is_found(source):
    assert len(starts(source)) == 1
