"""The page about concurrency is true: it names every thread and every lock of the host."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from programs import ROOT
from recorded_locks import out_of_order, rank_of_locks, record_locks, rows_of
from tenbo.hall.change_log import ChangeBuffer
from tenbo.runtime.service_log import ServiceLog

HOST = ROOT / "host/tenbo"
MAKERS = {"Worker", "WorkerPool", "ChangeListener", "run_in_background", "run_later"}


# What a module has in its text that these tests are about.
INTERESTING = re.compile(r"Worker|ChangeListener|run_in_background|run_later|threading\.|\.follower\b")


@cache
def modules() -> list[tuple[Path, ast.Module]]:
    """Return the modules of the host that have threads or locks, without the workers' own."""
    own = {HOST / "runtime/worker.py", HOST / "runtime/thread_pool.py", HOST / "hall/change_listener.py"}
    paths = set(HOST.rglob("*.py")) - own
    texts = {path: path.read_text("utf-8") for path in sorted(paths)}
    return [(path, ast.parse(text)) for path, text in texts.items() if INTERESTING.search(text)]


def pattern(node: ast.expr) -> str:
    """Return the name of a worker with capitals for what varies."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else f"not a text: {ast.unparse(node)}"


def threads_in_code() -> set[str]:
    """Return the names of all workers, `X` for what varies; the threads of a pool have numbers."""
    found = set()
    for _, tree in modules():
        for node in ast.walk(tree):
            made = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if made in MAKERS:
                found.add(pattern(node.args[0]) + (" X" if made == "WorkerPool" else ""))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(r"run_in_background\(\"([^\"]*)\"", node.value))
    return found


def locks_in_code() -> set[str]:
    """Return every lock of the host as `Class.attribute`."""
    found = set()
    for _, tree in modules():
        for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
            for statement in ast.walk(owner):
                made = (
                    statement.value if isinstance(statement, ast.Assign)
                    else statement.items[0].context_expr if isinstance(statement, ast.With) else None
                )  # fmt: skip
                head = (
                    "" if made is None or not isinstance(made, ast.Call) else ast.unparse(statement).partition("\n")[0]
                )
                if re.search(r"threading\.R?Lock\(\)", head):
                    attribute = re.search(r"self\.(\w+)", head)
                    found.add(f"{owner.name}.{attribute[1] if attribute else head}")
    return found


def locks_outside_classes(tree: ast.Module) -> list[ast.Attribute]:
    """Return where a module makes a lock that belongs to no class."""
    owned = {inner for node in tree.body if isinstance(node, ast.ClassDef) for inner in ast.walk(node)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in LOCKS
        and node not in owned
        and isinstance(node.value, ast.Name)
        and node.value.id == "threading"
    ]


def test_the_page_names_every_thread():
    """A thread that the page does not name is one of which nobody knows what it may touch."""
    named = [name for row in rows_of("Threads") for name in re.findall(r"`([^`]+)`", row[0])]
    assert {re.sub(r"\b[A-Z]+\b", "X", name) for name in named} == threads_in_code()


def test_a_thread_of_the_page_is_started_where_the_page_says():
    """The second column names a module that makes workers, or says that it is the one of the row above."""
    makers = {str(path.relative_to(HOST)) for path, tree in modules() if any(
        isinstance(node, ast.Name) and node.id in MAKERS for node in ast.walk(tree)
    )}  # fmt: skip
    named = {name for row in rows_of("Threads") for name in re.findall(r"`([^`]+\.py)`", row[1])}
    # The program of a rehearsal's host is a text.
    assert named == makers | {"simulator/rehearsal/host_process.py"}


LOCKS = ("Lock", "RLock", "Condition", "Semaphore")

# The thread of a station, and what runs in it; the others follow a simulated table by themselves.
STATIONS_OWN = {
    "devices/station.py", "devices/local_station.py", "devices/admission.py", "cluster/remote_station.py",
    "simulator/demo.py", "cli/demo.py",
}  # fmt: skip


def test_a_station_is_read_by_its_snapshot_alone():
    """Its follower is changed by its thread while another one would read it."""
    reading = {
        str(path.relative_to(HOST))
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "follower"
    }
    assert reading - STATIONS_OWN == set()


def test_the_page_ranks_every_lock():
    """Two locks without an order are a deadlock that waits for a busy evening."""
    outside = {name for name in locks_in_code() if name.startswith(("FakeTable.", "TableProcess."))}
    assert set(rank_of_locks()) - {"WorkerPool._changed"} == locks_in_code() - outside


def test_no_lock_is_outside_a_class():
    """Its name would not say what it guards, and the recorder would not know it."""
    loose = [
        (str(path.relative_to(ROOT)), node.lineno)
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in LOCKS
    ]
    loose += [
        (str(path.relative_to(ROOT)), node.lineno) for path, tree in modules() for node in locks_outside_classes(tree)
    ]
    assert loose == []


def test_a_lock_of_a_module_is_seen():
    """The check above would pass over nothing otherwise."""
    planted = "import threading\n_LOCK = threading.Lock()\nclass A:\n    x = threading.Lock()\n"
    (found,) = locks_outside_classes(ast.parse(planted))
    assert found.lineno == 2


def test_a_lock_that_is_taken_out_of_order_is_found(monkeypatch):
    """The recorder is no use if it sees nothing: two locks of the host, in their order and against it."""
    pairs = record_locks(monkeypatch)
    log, changes = ServiceLog(), ChangeBuffer()
    with changes._lock, log._lock:
        pass
    assert pairs == {("ChangeBuffer._lock", "ServiceLog._lock")}
    assert out_of_order(pairs) == []
    with log._lock, changes._lock:
        pass
    assert out_of_order(pairs) == ["ChangeBuffer._lock is taken while ServiceLog._lock is held"]
