"""Does the suite notice?  One thing of the code is changed at a time, and the tests that concern it are run.

Everything happens in copies of the tree, one for each worker; the working tree is only read.  Tests that noticed
an earlier change of the same file run first, then the quick ones; the first failure ends a run.  The same seed
chooses the same changes of the same tree.

    make mutants                                    60 changes of every room, an hour or two
    make mutants ARGS="scoring --sample 100"        of one room
    make mutants ARGS="host/tenbo/scoring/fu.py --all"
    make mutants ARGS="flows link --seed 7 --jobs 1 --limit 60"

A change that no test can notice, because the program does the same with it, is written into
`benchmarks/equivalent.txt` with the reason; it is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from concerning import Map
from mutated import ROOMS, Place, equivalent, places, sample
from mutating import changed

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "build" / "mutants.json"

SAMPLE = 60
LIMIT_S = 240
# So many of the tests that noticed earlier changes of a file are tried before the others.
KILLERS = 6
STARTING_S = 60
# The first look is of test files that take so many seconds together.
NEAR_S = 6


class Verdict(NamedTuple):
    """What became of a change."""

    place: Place
    by: str
    seconds: float
    ended_early: bool


# ---------------------------------------------------------------- copies of the tree


class Copy:
    """A copy of the tree in which one worker changes and tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git is on the path
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        for name in listed.stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        # Alone in its folder: the names of other programs here are those of rooms of the tests.
        self._plugins = folder.parent / "plugins"
        self._plugins.mkdir()
        shutil.copy2(ROOT / "benchmarks" / "quickest.py", self._plugins)
        self.running = 0
        self.stopped = False
        self._stamp = int(time.time()) - 1_000_000

    def put(self, file: str, source: str) -> None:
        """Write a file with a time of its own, so that nobody takes an older compiled one for it."""
        path = self.folder / file
        path.write_text(source, "utf-8")
        self._stamp += 10
        os.utime(path, (self._stamp, self._stamp))

    def test(
        self, steps: dict[str, int], memory: Memory, first: list[str], limit: float, only: list[str] | None = None
    ) -> dict[str, Any]:
        """Run the tests that some files are concerned by; return what the plugin has written down."""
        if self.stopped:
            return {"failed": ["no test, it was interrupted"], "seconds": {}, "ended_early": False}
        orders = self.folder / "orders.json"
        orders.write_text(
            json.dumps(
                {
                    "steps": steps,
                    "seconds": memory.seconds,
                    "first": first,
                    "leave_out": sorted(memory.failing),
                    "only": only,
                    "limit": limit,
                }
            ),
            "utf-8",
        )
        command = [sys.executable, "-m", "pytest", "-q", "-p", "quickest", "-p", "no:cacheprovider", "--tb=no"]
        command += ["--hypothesis-seed=0", "--no-header", "-rN", *(["-x"] if limit < LIMIT_S * 100 else [])]
        paths = [self.folder / "host", self.folder / "firmware/lib", self._plugins]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "QUICKEST_FIRST": str(orders),
            "TMPDIR": str(self.folder.parent),
        }
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            self.running = process.pid
            try:
                output, _ = process.communicate(timeout=limit + STARTING_S)
            except subprocess.TimeoutExpired:
                return {"failed": ["no test, but it never ended"], "seconds": {}, "ended_early": False}
            finally:
                end_group(process.pid)
                self.running = 0
        happened: dict[str, Any] = json.loads(orders.read_text("utf-8"))
        if "failed" not in happened:  # pytest itself could not start
            last = (output.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
            return {"failed": [f"no test can start: {last}"], "seconds": {}, "ended_early": False}
        return happened


def end_group(process: int) -> None:
    """End whatever a run of the tests has left behind."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        return


# ---------------------------------------------------------------- what was learnt about the tests


class Memory:
    """How long each test takes, which fail without any change, and which noticed something."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()
        self.trusted: set[str] = set()
        self.killers: dict[str, Counter[str]] = {}
        self._lock = threading.Lock()

    def learn(self, copy: Copy, steps: dict[str, int], *, anew: bool) -> None:
        """Run all tests once without any change, unless this was done before."""
        if TIMES.exists() and not anew:
            kept = json.loads(TIMES.read_text("utf-8"))
            self.seconds, self.failing = kept["seconds"], set(kept["failing"])
            return
        say("running the tests once without any change ...")
        happened = copy.test(steps, self, [], LIMIT_S * 100)
        self.seconds, self.failing = happened["seconds"], set(happened["failed"])
        if not self.seconds:
            raise SystemExit(f"The tests do not run: {', '.join(sorted(self.failing))}")
        TIMES.parent.mkdir(exist_ok=True)
        TIMES.write_text(json.dumps({"seconds": self.seconds, "failing": sorted(self.failing)}), "utf-8")

    def near(self, steps: dict[str, int], first: list[str]) -> dict[str, int]:
        """Return the test files that most likely notice: those that did before, some that are near and quick."""
        seconds: Counter[str] = Counter()
        for nodeid, took in self.seconds.items():
            seconds[nodeid.partition("::")[0]] += took  # type: ignore[assignment]
        chosen = {nodeid.partition("::")[0] for nodeid in first} | {file for file in steps if steps[file] == 0}
        left = NEAR_S
        for file in sorted(seconds, key=lambda file: (seconds[file] * steps.get(file, 0), file)):
            if file in steps and seconds[file] < left:
                chosen.add(file)
                left -= seconds[file]
        return {file: steps[file] for file in chosen if file in steps}

    def first(self, file: str) -> list[str]:
        """Return the tests that noticed most of the earlier changes of a file."""
        with self._lock:
            return [nodeid for nodeid, _ in self.killers.get(file, Counter()).most_common(KILLERS)]

    def noticed(self, file: str, nodeid: str) -> None:
        """Remember which test noticed a change."""
        with self._lock:
            self.killers.setdefault(file, Counter())[nodeid] += 1


# ---------------------------------------------------------------- one after the other


def judge(place: Place, copy: Copy, tests: Map, memory: Memory, limit: float) -> Verdict:
    """Make one change in a copy, run the tests, and take it back."""
    begun = time.monotonic()
    sound = (copy.folder / place.file).read_text("utf-8")
    unsound = changed(sound, place.change)
    steps = tests.concerned(place.file)
    copy.put(place.file, unsound)
    try:
        while True:
            first = memory.first(place.file)
            happened = copy.test(memory.near(steps, first), memory, first, limit)
            if not happened["failed"]:
                happened = copy.test(steps, memory, first, limit)
            failed = happened["failed"]
            if not failed or failed[0] in memory.trusted or failed[0].startswith("no test"):
                break
            # One that fails without the change too, or reads the wall clock of a busy machine, is no witness.
            again = copy.test(steps, memory, first, limit, only=failed)
            copy.put(place.file, sound)
            without = copy.test(steps, memory, first, limit, only=failed)
            copy.put(place.file, unsound)
            if again["failed"] and not without["failed"]:
                memory.trusted.update(failed)
                break
            memory.failing.update(failed)
    finally:
        copy.put(place.file, sound)
    if failed:
        memory.noticed(place.file, failed[0])
    return Verdict(place, failed[0] if failed else "", time.monotonic() - begun, bool(happened["ended_early"]))


def judge_all(chosen: list[Place], args: argparse.Namespace) -> list[Verdict]:
    """Judge every change, several at a time, and say how it goes."""
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        memory = Memory()
        copies = []
        for number in range(args.jobs):
            work = Path(folder) / str(number) / "tree"
            work.mkdir(parents=True)
            copies.append(Copy(work))
        tests = Map(copies[0].folder)
        everything: dict[str, int] = {}
        for file in sorted(
            {path.relative_to(ROOT).as_posix() for globs in ROOMS.values() for g in globs for path in ROOT.glob(g)}
        ):
            everything |= tests.concerned(file)
        memory.learn(copies[0], everything, anew=args.anew)
        for test in sorted(memory.failing):
            say(f"left out, it fails without any change: {test}")
        free = list(copies)
        lock = threading.Lock()

        def work_on(place: Place) -> Verdict:
            with lock:
                copy = free.pop()
            try:
                return judge(place, copy, tests, memory, args.limit)
            finally:
                with lock:
                    free.append(copy)

        with ThreadPoolExecutor(args.jobs) as pool:
            try:
                for count, done in enumerate(as_completed([pool.submit(work_on, place) for place in chosen]), 1):
                    verdict = done.result()
                    verdicts.append(verdict)
                    word = "noticed " if verdict.by else "SURVIVED"
                    by = f"  [{verdict.by}]" if args.verbose else ""
                    early = "" if verdict.by or not verdict.ended_early else f" (within {args.limit} s)"
                    say(f"{count}/{len(chosen)} {word} {verdict.seconds:5.1f} s  {verdict.place.shown}{early}{by}")
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in copies:
                    copy.stopped = True
                    if copy.running:
                        end_group(copy.running)
                say("interrupted: what follows is of the changes judged so far")
    return verdicts


def report(verdicts: list[Verdict], judged: int) -> None:
    """Print what survived, and for each room the share that was noticed."""
    survivors = sorted((v.place for v in verdicts if not v.by), key=lambda place: (place.file, place.change))
    say("")
    say(f"{len(survivors)} survived:" if survivors else "none survived")
    for place in survivors:
        say(f"  {place.shown}   (in {place.change.place or 'the module'})")
    say("")
    for room in ROOMS:
        those = [verdict for verdict in verdicts if verdict.place.room == room]
        if those:
            noticed = sum(bool(verdict.by) for verdict in those)
            say(f"{room}: {noticed} of {len(those)} noticed ({100 * noticed / len(those):.1f} %)")
    say(f"judged equivalent before and left out: {judged}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Change, test, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", default=list(ROOMS), help=f"rooms ({', '.join(ROOMS)}), folders or files")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="so many changes of each room (%(default)s)")
    parser.add_argument("--all", action="store_true", help="every change there is")
    parser.add_argument("--seed", type=int, default=1, help="which changes (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="workers at the same time (%(default)s)")
    parser.add_argument("--limit", type=int, default=LIMIT_S, help="seconds of tests for one change (%(default)s)")
    parser.add_argument("--anew", action="store_true", help="measure again how long each test takes")
    parser.add_argument("--list", action="store_true", help="print the changes and make none")
    parser.add_argument("--verbose", action="store_true", help="print which test noticed a change")
    args = parser.parse_args()
    every = places(args.places)
    if not every:
        raise SystemExit(f"nothing to change in {', '.join(args.places)}: name a room or a file of one")
    chosen = every if args.all else sample(every, args.sample, args.seed)
    known = equivalent()
    kept = [place for place in chosen if place.key not in known]
    if args.list:
        for place in kept:
            say(place.key)
        return 0
    # Also when it runs in the background, where a shell lets SIGINT be ignored: the copies are cleared away.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    say(f"{len(kept)} of {len(every)} changes, seed {args.seed}")
    report(judge_all(kept, args), len(chosen) - len(kept))
    return 0


if __name__ == "__main__":
    sys.exit(main())
