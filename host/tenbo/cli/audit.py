"""`tenbo audit`: rescore an archive of hands and print the differences."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

EPILOG = """\
An archive, plain or gzipped, has one record per line: a declared hand in the form that `tenbo score --jsonl` reads, and
under "expect" what was recorded for it, in the fields that `tenbo score --jsonl` writes:

  {"id": 1, "hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1, "expect": {"han": 1, "value": 1300}}

Only what is recorded is compared; an expected refusal is {"error": "no_yaku"}. Disagreements go to standard output, one
record per line; progress and the totals go to standard error.

examples:
  tenbo audit examples/archive.jsonl
  tenbo audit --rules ema-2025 examples/archive.jsonl > disagreements.jsonl
  zcat archive.jsonl.gz | tenbo audit -
"""

# The hands between two reports of progress.
STEP = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument("files", nargs="+", metavar="FILE", help="archives, plain or gzipped; - for standard input")
    add_rules_option(parser, "the rule book for records that name none")
    parser.add_argument(
        "--quiet", action="store_true", help="show no progress, only the disagreements and the final counts"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command: 0 when all agree, 1 when some do not."""
    import gzip
    import zlib

    from tenbo.rulebooks import load
    from tenbo_core.errors import Malformed

    load(args.rules)  # an unknown book is reported once, before any hand
    hands = disagreements = 0
    try:
        for place, line in archive_lines(args.files):
            record = rescore_line(place, line, args.rules)
            hands += 1
            if record is not None:
                disagreements += 1
                print_record(record)
            if hands % STEP == 0 and not args.quiet:
                sys.stderr.write(f"\r{_progress_text(hands, disagreements)}")
                sys.stderr.flush()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Malformed(
            "bad_field", f"an archive is damaged and cannot be unpacked completely: {error}", "file"
        ) from None
    start = "\r" if hands >= STEP and not args.quiet else ""
    sys.stderr.write(f"{start}{_progress_text(hands, disagreements)}\n")
    return 1 if disagreements else 0


def _progress_text(hands: int, disagreements: int) -> str:
    from tenbo.cli.support.shared_options import count_text

    return f"{count_text(hands, 'hand')}, {count_text(disagreements, 'disagreement')}"


def archive_lines(files: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield every line of every archive with its place, unpacking compressed ones."""
    import codecs
    import gzip

    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import announce_pipe_wait, prompt_standard_input
    from tenbo_core.errors import Malformed

    for name in files:
        if name == "-":
            for number, line in enumerate(prompt_standard_input("hands, one JSON object per line,"), 1):
                yield f"-:{number}", line
            continue
        if Path(name).is_char_device():
            raise WrongUsage(f"{name} is a device, which has no end: name a file, or - for standard input")
        announce_pipe_wait(Path(name))
        with Path(name).open("rb") as plain:
            # A pipe cannot be read from its beginning again.
            begins = plain.peek(2)[:2]
            if begins in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                raise Malformed("bad_field", f"{name} is UTF-16: save it as UTF-8", "file")
            stream = gzip.open(plain) if begins == b"\x1f\x8b" else plain  # noqa: SIM115 - it ends with the file it reads
            for number, line in enumerate(stream, 1):
                yield f"{name}:{number}", line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def rescore_line(place: str, line: bytes, default: str) -> dict[str, Any] | None:
    """Rescore one line; return the difference from the record, or None."""
    from tenbo.game.jsonl_answers import error_record, parse_line
    from tenbo.scoring.json_records import answer_score
    from tenbo_core.errors import Malformed, TenboError

    record: dict[str, Any] = {}
    try:
        record = parse_line(line)
        expected = record.get("expect")
        if not isinstance(expected, dict):
            raise Malformed(
                "missing_field", 'the record has no object "expect": add what was recorded for the hand', "expect"
            )
    except TenboError as error:
        return {"id": record.get("id"), "at": place, "error": error_record(error)}
    try:
        answer = answer_score({name: value for name, value in record.items() if name != "expect"}, default)
    except TenboError as error:
        if expected.get("error") == error.code:
            return None
        return {"id": record.get("id"), "at": place, "expected": expected, "error": error_record(error)}
    differs = {name: answer.get(name) for name in expected if not is_equivalent(expected[name], answer.get(name))}
    if not differs:
        return None
    recorded = {name: expected[name] for name in differs}
    return {"id": record.get("id"), "at": place, "expected": recorded, "scored": differs, "answer": answer}


def is_equivalent(expected: object, scored: object) -> bool:
    """Return whether two values mean the same; yaku may be recorded in any order, or as an object."""
    if isinstance(scored, list) and isinstance(expected, dict):
        expected = [list(item) for item in expected.items()]
    if isinstance(scored, list) and isinstance(expected, list):
        return sorted(map(str, expected)) == sorted(map(str, scored))
    return expected == scored


def print_record(record: dict[str, Any]) -> None:
    """Print one record."""
    from tenbo.game.jsonl_answers import encode_json

    sys.stdout.write(encode_json(record) + "\n")
