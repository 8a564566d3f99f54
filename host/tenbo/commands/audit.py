"""`tenbo audit`: score an archive of hands again and print the disagreements."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

EPILOG = """\
An archive has one record a line, plain or packed with gzip: a declared hand as `tenbo score --jsonl`
reads it, and under "expect" what was recorded for it, by the names `tenbo score --jsonl` answers with:

  {"id": 1, "hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1, "expect": {"han": 1, "value": 1300}}

Only what is recorded is compared; an expected refusal is {"error": "no_yaku"}. Disagreements go to
standard output, one record a line; progress and the sum go to standard error.

examples:
  tenbo audit examples/archive.jsonl
  tenbo audit --rules ema-2025 examples/archive.jsonl > disagreements.jsonl
  zcat archive.jsonl.gz | tenbo audit -
"""

# Progress is shown after so many hands.
STEP = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_rules

    parser.add_argument("files", nargs="+", metavar="FILE", help="archives, plain or gzip; - for standard input")
    add_rules(parser, "the book of records that name none")
    parser.add_argument("--quiet", action="store_true", help="no progress, only the sum")


def run(args: argparse.Namespace) -> int:
    """Run the command: 0 when all agree, 1 when some do not."""
    import gzip
    import zlib

    from tenbo.books import load
    from tenbo_core.errors import Malformed

    load(args.rules)  # a book that there is not is told once, before any hand
    hands = disagreements = 0
    try:
        for place, line in lines_of(args.files):
            record = disagreement(place, line, args.rules)
            hands += 1
            if record is not None:
                disagreements += 1
                write(record)
            if hands % STEP == 0 and not args.quiet:
                sys.stderr.write(f"\r{_so_far(hands, disagreements)}")
                sys.stderr.flush()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Malformed(
            "bad_field", f"an archive is damaged and cannot be unpacked to its end: {error}", "file"
        ) from None
    start = "\r" if hands >= STEP and not args.quiet else ""
    sys.stderr.write(f"{start}{_so_far(hands, disagreements)}\n")
    return 1 if disagreements else 0


def _so_far(hands: int, disagreements: int) -> str:
    from tenbo.commands.shared import many

    return f"{many(hands, 'hand')}, {many(disagreements, 'disagreement')}"


def lines_of(files: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield every line of every archive with its place, unpacking what is packed."""
    import codecs
    import gzip

    from tenbo.commands.ending import WrongUsage
    from tenbo.commands.shared import say_what_is_waited_for, standard_input
    from tenbo_core.errors import Malformed

    for name in files:
        if name == "-":
            for number, line in enumerate(standard_input("hands, one JSON object a line,"), 1):
                yield f"-:{number}", line
            continue
        if Path(name).is_char_device():
            raise WrongUsage(f"{name} is a device, which has no end: name a file, or - for standard input")
        say_what_is_waited_for(Path(name))
        with Path(name).open("rb") as plain:
            # A pipe cannot be read from its beginning again.
            begins = plain.peek(2)[:2]
            if begins in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                raise Malformed("bad_field", f"{name} is UTF-16: save it as UTF-8", "file")
            stream = gzip.open(plain) if begins == b"\x1f\x8b" else plain  # noqa: SIM115 - it ends with the file it reads
            for number, line in enumerate(stream, 1):
                yield f"{name}:{number}", line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def disagreement(place: str, line: bytes, default: str) -> dict[str, Any] | None:
    """Score one line again; give what differs from the record, or None."""
    from tenbo.game.jsonl import error_record, parse_line
    from tenbo.scoring.records import answer_score
    from tenbo_core.errors import Malformed, TenboError

    record: dict[str, Any] = {}
    try:
        record = parse_line(line)
        expected = record.get("expect")
        if not isinstance(expected, dict):
            raise Malformed("missing_field", "the record does not say what to expect", "expect")
    except TenboError as error:
        return {"id": record.get("id"), "at": place, "error": error_record(error)}
    try:
        answer = answer_score({name: value for name, value in record.items() if name != "expect"}, default)
    except TenboError as error:
        if expected.get("error") == error.code:
            return None
        return {"id": record.get("id"), "at": place, "expected": expected, "error": error_record(error)}
    differs = {name: answer.get(name) for name in expected if not same(expected[name], answer.get(name))}
    if not differs:
        return None
    recorded = {name: expected[name] for name in differs}
    return {"id": record.get("id"), "at": place, "expected": recorded, "scored": differs, "answer": answer}


def same(expected: object, scored: object) -> bool:
    """Return whether two values mean the same; yaku may be recorded in any order, or as an object."""
    if isinstance(scored, list) and isinstance(expected, dict):
        expected = [list(item) for item in expected.items()]
    if isinstance(scored, list) and isinstance(expected, list):
        return sorted(map(str, expected)) == sorted(map(str, scored))
    return expected == scored


def write(record: dict[str, Any]) -> None:
    """Print one record."""
    from tenbo.game.jsonl import WRITE

    sys.stdout.write(WRITE(record) + "\n")
