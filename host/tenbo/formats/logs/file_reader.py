"""Reads a file with a recorded game: unpacks it up to a limit, detects its format by its contents, replays it."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from typing import TYPE_CHECKING

from tenbo.formats.logs import json_log, mjlog_reader
from tenbo.formats.logs.rule_inference import convert_with_inferred_rules
from tenbo.game.game import Game
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.formats.logs.recorded_game import RecordedGame


# A long game has some 100,000 letters; what is far beyond is no game, or a trap that unpacks for ever.
MOST_BYTES = 4_000_000
PACKED = b"\x1f\x8b"

# The address of tenhou.net's viewer carries a whole game behind the first mark, and the hand to show after the second.
IN_ADDRESS, HAND_TO_SHOW = "#json=", re.compile(r"&ts=\d*\s*$")


def read_game(data: bytes) -> RecordedGame:
    """Read a game from the bytes of a file: JSON or XML, packed with gzip or not, or the viewer's address.

    >>> read_game(b"hello")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: the file is neither tenhou.net/6 JSON nor mjlog XML
    """
    text = _text(decompress(data)).lstrip("\ufeff \t\r\n")
    if text.startswith("http") and IN_ADDRESS in text:
        text = mjlog_reader.decode_percent(HAND_TO_SHOW.sub("", text.partition(IN_ADDRESS)[2]))
    if text.startswith("{"):
        return json_log.read(text)
    if text.startswith("<"):
        return mjlog_reader.read(text)
    raise Malformed(
        "bad_field",
        sentence("unknown_log_format", "the file is neither tenhou.net/6 JSON nor mjlog XML"),
        "file",
    )


def decompress(data: bytes) -> bytes:
    """Return the bytes of a file, unpacked where they are packed, and never more than a game can have."""
    if data.startswith(PACKED):
        try:
            with gzip.open(io.BytesIO(data)) as stream:
                data = stream.read(MOST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise Malformed(
                "bad_field",
                sentence(
                    "file_not_unpacked", "the file is compressed and cannot be decompressed: {error}", error=error
                ),
                "file",
            ) from None
    if len(data) > MOST_BYTES:
        raise Malformed(
            "bad_field",
            sentence(
                "log_too_long",
                "the file has more than {most_bytes} bytes, too many for one game",
                most_bytes=MOST_BYTES,
            ),
            "file",
        )
    return data


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(
            "bad_field", sentence("file_not_utf8", "the file is not UTF-8 at byte {start}", start=error.start), "file"
        ) from None


def read_log(log: str | bytes) -> Game:
    """Return the game that a server has recorded.

    `log` is what the file holds, text or bytes: the JSON of tenhou.net/6,
    the XML of mjlog, packed with gzip or not, or the address of the
    viewer with the game in it. The game follows our own rules as far as
    possible; `tenbo import` reports the differences from the record.

    What is no such file raises `bad_field`, broken JSON `bad_json`, what the
    record lacks `missing_field`; `at` names the place in it. Points that do
    not add up, or a seat that no game has, raise the codes of `tenbo.Game`.

    >>> import json, tenbo
    >>> tiles = [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24]
    >>> seats = [tiles, [25], [60]] * 4
    >>> hand = [[0, 0, 0], [25000] * 4, [11], [], *seats]
    >>> hand.append(["流局", [1500, 1500, -1500, -1500]])
    >>> names = ["Anna", "Ben", "Carla", "Dai"]
    >>> tenbo.read_log(json.dumps({"name": names, "log": [hand]}))
    <Game tenhou E1-1 between hands: 26500 26500 23500 23500>
    """
    # The name of a file is given easily in place of what it holds.
    is_name = isinstance(log, str) and not {*"{<="}.intersection(log)
    if is_name or not isinstance(log, (str, bytes)):
        raise Malformed("bad_field", f"log must be the text or the bytes of a file, not {quote_value(log)}", "log")
    data = log.encode(errors="replace") if isinstance(log, str) else log
    return Game.replay(convert_with_inferred_rules(read_game(data)).records)
