"""JSON Lines: reads one record a line and writes one answer each, in order."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

from tenbo.validation.strict_json import json_error_text
from tenbo_core.errors import Malformed, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Answer = Callable[[dict[str, Any]], dict[str, Any]]

# A record is one hand or one event; a line far beyond that is a mistake, not a record.
LONGEST_LINE = 100_000

# A message is one sentence; what was given may be far longer, and is shown by its beginning and its end.
LONGEST_MESSAGE = 500

BYTE_ORDER_MARK = "\ufeff"


def error_record(error: TenboError) -> dict[str, str]:
    """Return an error as the object that stands in an answer.

    >>> error_record(Malformed("bad_seat", "there is no seat 7", "seat"))
    {'code': 'bad_seat', 'message': 'there is no seat 7', 'at': 'seat'}
    """
    message = error.message
    if len(message) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        message = f"{message[:half]} ... {message[-half:]}"
    return {"code": error.code, "message": message, "at": error.at}


def parse_line(line: bytes) -> dict[str, Any]:
    """Read one record, or raise why the line is not one."""
    if len(line) > LONGEST_LINE:
        raise Malformed("bad_json", f"the line has {len(line)} bytes; a record has at most {LONGEST_LINE}", "line")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("bad_json", f"the line is not UTF-8 at byte {error.start}", "line") from None
    if not text.strip():
        raise Malformed("bad_json", "the line is empty; send one JSON object per line", "line")
    try:
        record = DECODER(text)
    except (ValueError, RecursionError) as error:
        if text.startswith(BYTE_ORDER_MARK):
            # Windows' editors begin a file with a mark that says it is UTF-8.
            return parse_line(line.removeprefix(BYTE_ORDER_MARK.encode()))
        raise Malformed("bad_json", f"the line is {json_error_text(error)}", "line") from None
    if not isinstance(record, dict):
        raise Malformed("bad_json", "the line is not a JSON object", "line")
    if "\\u" in text:
        _refuse_half_characters(record)
    return record


def _refuse_half_characters(record: dict[str, Any]) -> None:
    """Refuse half of a surrogate pair: JSON can escape it, but no answer can carry it on."""
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Malformed("bad_json", "the line has half of a surrogate pair, which is not a character", "line") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _parse_finite(digits: str) -> float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise ValueError(f"the number {digits} is too large")
    return number


# What Python turns into a number and back without a limit of its own in the way.
MOST_DIGITS = 4_000


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS + 1:
        raise Malformed("bad_field", f"a number of {len(digits)} digits is too large", "line")
    return int(digits)


# One decoder and one encoder for all lines; making them for each costs more than the line.
DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_parse_finite, parse_int=_integer).decode
encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def answer_lines(lines: Iterable[bytes], answer: Answer, out: IO[str]) -> int:
    """Answer each line with one record and return the exit status: 1 when any was refused.

    `answer` gets the record and gives the answer without its `id`, or raises a TenboError.
    """
    refused = False
    for line in lines:
        record: dict[str, Any] = {}
        try:
            record = parse_line(line)
            result = answer(record)
        except TenboError as error:
            refused = True
            result = {"error": error_record(error)}
        if "id" in record or "error" in result:
            result = {"id": record.get("id"), **result}
        out.write(encode_json(result) + "\n")
    out.flush()
    return 1 if refused else 0
