"""Does the suite notice?  One thing of the code is changed at a time, and the tests that reach it are run.

    make mutants                                    60 changes of all rooms together
    make mutants ARGS="scoring --sample 100"        100 of one room
    make mutants ARGS="flows link --seed 7 --jobs 1"
    make mutants ARGS="host/tenbo/scoring/fu.py --all"
    make mutants ARGS="--seed 7 --resume"           go on where that run was interrupted

At first it learns which test reaches which block of the code and what each test costs, in a copy of the tree with
marks; that takes as long as the tests themselves, is kept in build/, and later only tests that are new are learnt
(`--anew`: all). Then each change is made in a copy, and the tests that reach it run, those that noticed earlier changes
of the file first, then the cheap ones; the first failure ends it. The working tree is only read.

What bounds a change is processor time (`--limit`), of the tests and of all that they start, so that a busy machine does
not change a verdict. A change with which a test never ends counts as noticed. A test that fails without the change as
well, or not a second time, is no witness.

A survivor is printed with file, line and difference. Write the test that is missing: of the kind, not of the case.
Where no test can notice, because the program does the same with the change, write its line (`--keys` prints it) into
`tools/mutation/equivalent.txt` with the reason: then it is not counted. The same seed chooses the same changes of the
same tree; a figure for how well the suite notices comes from a seed that was never looked at before.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tools.mutation.coverage import learn_coverage
from tools.mutation.coverage_instrumentation import blocks, innermost_block, names_used_at_import
from tools.mutation.mutations import mutated_source
from tools.mutation.selection import ROOMS, ROOT, FileMutation, known_equivalents, mutations_in, sample
from tools.mutation.tree_copy import PytestEnded, TreeCopy

if TYPE_CHECKING:
    from tools.mutation.coverage_plugin import Test

JUDGED = ROOT / "build" / "mutants"
SAMPLE = 60
LIMIT_S = 60
# So many of the tests that noticed earlier changes of a file are tried before the others.
KILLERS = 8
# A test costs no less than this, even where less was measured.
LEAST_S = 0.02
# A test that has the name of the module in its own waits for so much less.
NEAR = 0.05


class Verdict(NamedTuple):
    """What became of a change: the test that noticed, or why none did."""

    place: FileMutation
    by: str
    why: str
    seconds: float


class Suite:
    """The tests, what they reach, and which of them noticed something."""

    def __init__(self, tests: dict[str, Test]) -> None:
        self.tests = {name: test for name, test in tests.items() if test.passed}
        self._blocks = {place: blocks(place, (ROOT / place).read_text("utf-8")) for place in _files()}
        self._at_import = {place: names_used_at_import((ROOT / place).read_text("utf-8")) for place in self._blocks}
        self._at: dict[str, list[str]] = {}
        for name, test in self.tests.items():
            for block in test.blocks:
                self._at.setdefault(block, []).append(name)
        self.failing: set[str] = set()
        self.trusted: set[str] = set()
        self._killers: dict[str, Counter[str]] = {}
        self._lock = threading.Lock()

    def tests_reaching(self, place: FileMutation) -> list[str]:
        """Return the tests that reach a change, the promising and the cheap ones first."""
        around = self._blocks[place.file]
        block = innermost_block(around, place.change.line)
        # What stands outside of functions, or is called from there, is reached by every test that reaches the file.
        alone = block is not None and block.place.partition(".")[0] not in self._at_import[place.file]
        keys = [block.key] if block and alone and block.key in self._at else [one.key for one in around]
        if not around:  # a file of values alone: a test that reaches its neighbours may read them
            folder = Path(place.file).parent
            keys = [one.key for file, near in self._blocks.items() if Path(file).parent == folder for one in near]
        names = {name for key in keys for name in self._at.get(key, ())} - self.failing
        with self._lock:
            killers = [name for name, _ in self._killers.get(place.file, Counter()).most_common(KILLERS)]
        # Its own examples come next, then what is cheap, near by its name and reaches little else; of tests that
        # differ in a parameter one after the other waits longer.
        first = [name for name in killers if name in names]
        first += sorted(name for name in names - set(first) if name.startswith(f"{place.file}::"))
        families: Counter[str] = Counter()
        ranked = []
        for name in sorted(names - set(first), key=lambda name: (self.tests[name].seconds, name)):
            test, family = self.tests[name], name.partition("[")[0]
            families[family] += 1
            near = NEAR if Path(place.file).stem in name else 1
            ranked.append(((test.seconds + LEAST_S) * len(test.blocks) * families[family] * near, name))
        return first + [name for _, name in sorted(ranked)]

    def record_killing_test(self, file: str, name: str) -> None:
        """Remember which test noticed a change."""
        with self._lock:
            self._killers.setdefault(file, Counter())[name] += 1


def _files() -> list[str]:
    paths = {path for patterns in ROOMS.values() for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def judge(place: FileMutation, copy: TreeCopy, suite: Suite, limit: float) -> Verdict:
    """Make one change in a copy, run the tests, and take it back."""
    sound = (copy.folder / place.file).read_text("utf-8")
    unsound = mutated_source(sound, place.change)
    used = 0.0
    while True:
        names = suite.tests_reaching(place)
        if not names:
            return Verdict(place, "", "no test reaches it", used)
        usual = {name: suite.tests[name].seconds for name in names}
        anew = False
        copy.write_file(place.file, unsound)
        try:
            answer = copy.tried(place.file, sound, unsound, names, usual, limit)
            used += answer["seconds"]
            if not answer["failed"] and not answer.get("over") and not place.file.startswith("firmware/device/"):
                # What tests have remembered before the change, in tables of their own, may have hidden it.
                anew = True
                answer = copy.rerun_in_new_process(names, usual, limit)
                used += answer["seconds"]
            by = str(answer["failed"])
            sure = not by or by in suite.trusted or by not in usual or answer.get("hung")
            if sure:
                again = by
            elif anew:
                again = copy.rerun_in_new_process([by], usual, limit)["failed"]
            else:
                again = copy.tried(place.file, sound, unsound, [by], usual, limit)["failed"]
        finally:
            copy.write_file(place.file, sound)
        if not by:
            return Verdict(place, "", f"within {limit:.0f} s" if answer.get("over") else f"{len(names)} tests", used)
        if by in suite.trusted or by not in usual:
            break
        if again and not copy.tried("", "", "", [by], usual, limit)["failed"]:
            suite.trusted.add(by)
            break
        suite.failing.add(by)
        say(f"    no witness, it fails without a change or not twice: {by}")
    suite.record_killing_test(place.file, by)
    return Verdict(place, by, "it never ends" if answer.get("hung") else "", used)


def judge_all(chosen: list[FileMutation], suite: Suite, args: argparse.Namespace) -> list[Verdict]:
    """Judge every change, several at a time, and say how it goes."""
    kept = JUDGED.with_name(f"mutants-{args.name}.jsonl")
    kept.parent.mkdir(exist_ok=True)
    before = _judged(kept) if args.resume else {}
    verdicts = [Verdict(place, *before[place.key]) for place in chosen if place.key in before]
    chosen = [place for place in chosen if place.key not in before]
    if not args.resume:
        kept.unlink(missing_ok=True)
    files = sorted({name.partition("::")[0] for place in chosen for name in suite.tests_reaching(place)})
    local, copies = threading.local(), list[TreeCopy]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:

        def work_on(place: FileMutation) -> Verdict:
            if not hasattr(local, "copy"):
                local.copy = TreeCopy(Path(folder) / str(threading.get_ident()) / "tree", files)
                copies.append(local.copy)
            return judge(place, local.copy, suite, args.limit)

        with ThreadPoolExecutor(args.jobs) as pool:
            try:
                for count, done in enumerate(as_completed([pool.submit(work_on, place) for place in chosen]), 1):
                    verdict = done.result()
                    verdicts.append(verdict)
                    _keep(kept, verdict)
                    word = "noticed " if verdict.by else "SURVIVED"
                    why = f" ({verdict.why})" if verdict.why else ""
                    by = f"  [{verdict.by}]" if args.verbose and verdict.by else ""
                    say(f"{count}/{len(chosen)} {word} {verdict.seconds:5.1f} s  {verdict.place.shown}{why}{by}")
            except (KeyboardInterrupt, PytestEnded) as error:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in copies:
                    copy.end()
                say(f"{error or 'interrupted'}: what follows is of the changes judged so far (--resume goes on)")
            finally:
                for copy in copies:
                    copy.end()
    return verdicts


def _judged(kept: Path) -> dict[str, tuple[str, str, float]]:
    rows = [json.loads(line) for line in kept.read_text("utf-8").splitlines()] if kept.exists() else []
    return {row["change"]: (row["by"], row["why"], row["seconds"]) for row in rows}


def _keep(kept: Path, verdict: Verdict) -> None:
    row = {"change": verdict.place.key, "by": verdict.by, "why": verdict.why, "seconds": verdict.seconds}
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def report(verdicts: list[Verdict], judged: int, *, keys: bool) -> None:
    """Print what survived, and for each room the share that was noticed."""
    survivors = sorted(v for v in verdicts if not v.by)
    say("")
    say(f"{len(survivors)} survived:" if survivors else "none survived")
    for place, _, why, _ in survivors:
        say(f"  {place.shown}   (in {place.change.place or 'the module'}; {why})")
        if keys:
            say(f"    {place.key} | ")
    say("")
    for room in [*ROOMS, ""]:
        those = [verdict for verdict in verdicts if not room or verdict.place.room == room]
        if those:
            noticed = sum(bool(verdict.by) for verdict in those)
            say(f"{room or 'all'}: {noticed} of {len(those)} noticed ({100 * noticed / len(those):.1f} %)")
    say(f"judged equivalent before and left out: {judged}")
    say(f"processor time of the tests: {sum(verdict.seconds for verdict in verdicts):.0f} s")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n" if line else "\n")
    sys.stdout.flush()


def arguments() -> argparse.Namespace:
    """Read what is wanted."""
    parser = argparse.ArgumentParser(
        prog="make mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("places", nargs="*", default=list(ROOMS), help=f"rooms ({', '.join(ROOMS)}), folders or files")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="so many changes in all (%(default)s)")
    parser.add_argument("--all", action="store_true", help="every change there is")
    parser.add_argument("--seed", type=int, default=1, help="which changes (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="workers at the same time (%(default)s)")
    parser.add_argument("--limit", type=float, default=LIMIT_S, help="seconds of processor time a change (%(default)s)")
    parser.add_argument("--anew", action="store_true", help="learn again what each test reaches")
    parser.add_argument("--as-learnt", action="store_true", help="learn nothing: take what is known of the tests")
    parser.add_argument("--resume", action="store_true", help="keep what an interrupted run has judged")
    parser.add_argument("--list", action="store_true", help="print the changes and make none")
    parser.add_argument("--keys", action="store_true", help="print survivors as equivalent.txt has them, too")
    parser.add_argument("--verbose", action="store_true", help="print which test noticed a change")
    args = parser.parse_args()
    words = f"{sorted(args.places)} {args.sample} {args.all} {args.seed}"
    args.name = hashlib.sha256(words.encode()).hexdigest()[:8]
    return args


def main() -> int:
    """Change, test, report."""
    args = arguments()
    every = mutations_in(args.places)
    if not every:
        raise SystemExit(f"nothing to change in {', '.join(args.places)}: name a room or a file of one")
    chosen = every if args.all else sample(every, args.sample, args.seed)
    known = known_equivalents()
    kept = [place for place in chosen if place.key not in known]
    if args.list:
        for place in kept:
            say(place.key)
        return 0
    # Also when it runs in the background, where a shell lets SIGINT be ignored: the copies are cleared away.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    suite = Suite(learn_coverage(_files(), args.jobs, anew=args.anew, as_learnt=args.as_learnt, say=say))
    say(f"{len(kept)} of {len(every)} changes, seed {args.seed}, {len(suite.tests)} tests")
    report(judge_all(kept, suite, args), len(chosen) - len(kept), keys=args.keys)
    return 0


if __name__ == "__main__":
    sys.exit(main())
