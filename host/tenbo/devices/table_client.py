"""A client for one table: sends commands, queries its state and its displays, and starts a game."""

from __future__ import annotations

import time
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tenbo.devices.display_image import HEIGHT, WIDTH, DisplayImage, decode_pages
from tenbo.devices.hello import Hello
from tenbo.devices.pending_commands import PendingCommands, answers_or_raise, is_valid_message
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.sentences import sentence
from tenbo_core.state_answer import ANSWER, VIEW
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.follower import Message

    # Switches of a rule book and their values in this game.
    Changes = Sequence[list[Any]]

# The time that a read waits for the first byte.
READ_MS = 50
# The interval at which `who` is repeated: a board that is starting misses the first ones.
WHO_AGAIN_MS = 500


class ByteStream(Protocol):
    """A line to a table: the service port of a simulated one, or a serial port."""

    def read(self, timeout_ms: int) -> bytes:
        """Return the bytes that are there; wait at most so long for the first."""

    def write(self, data: bytes) -> int:
        """Send bytes."""


@runtime_checkable
class MessageStream(Protocol):
    """A line that takes and gives messages: an open port, which is a `HostLink`."""

    def read(self) -> list[Message]:
        """Return the messages that have come in; wait a moment if none has."""

    def send(self, messages: list[Message]) -> None:
        """Send messages."""


class _LineOver:
    """The messages on a stream of bytes."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._reader = MessageReader()

    def read(self) -> list[Message]:
        return self._reader.read(self._stream.read(READ_MS))

    def send(self, messages: list[Message]) -> None:
        for message in messages:
            self._stream.write(encode(message))


class CommandChannel(Protocol):
    """The interface that sends commands to a table: a `TableClient`, or a station that follows it."""

    def ask(self, name: str, *fields: Any) -> list[Message]:
        """Return the answers to a command without its `done`; raise why it was refused."""


class TableClient:
    """Sends commands over a line that has no other reader, and waits for the answers.

    A table answers a repeated command again and does not execute it twice, so asking twice is harmless. `first` is the
    first command's number. A client that may not be the table's first one since its start gives None, the time of day.
    """

    def __init__(
        self, line: ByteStream | MessageStream, first: int | None = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._line = line if isinstance(line, MessageStream) else _LineOver(line)
        self._requests = PendingCommands(first)
        self._clock = clock

    def ask(self, name: str, *fields: Any) -> list[Message]:
        """Return the answers to a command without its `done`; raise why it was refused."""
        request = self._requests.add(name, fields, self._now_ms())
        self._line.send([request.message])
        while not request.over.is_set():
            # Every other message on the line is not an answer to this command, for example an event with its number.
            for message in self._line.read():
                self._requests.handle_answer(message)
            self._line.send(self._requests.collect_due_resends(self._now_ms()))
        self._requests.remove(request)
        return answers_or_raise(request)

    def identify(self, wait_ms: int) -> Hello | None:
        """Return the table's identity, or None if no table answers."""
        begun = self._now_ms()
        asked = begun - WHO_AGAIN_MS
        while self._now_ms() - begun < wait_ms:
            if self._now_ms() - asked >= WHO_AGAIN_MS:
                asked = self._now_ms()
                self._line.send([["who"]])
            for message in self._line.read():
                if message[0] == "hello" and is_valid_message(message):
                    return Hello(message[1:])
        return None

    def _now_ms(self) -> int:
        return int(self._clock() * 1000)


def query_view(asker: CommandChannel, seat: int) -> dict[str, Any]:
    """Query a seat's display; refuse an invalid answer."""
    fields = {str(key): value for _, _, key, value in asker.ask("view", seat)}
    lines = [value for key, value in fields.items() if key.startswith("line ")]
    words = [fields.get("screen"), *lines]
    if not all(isinstance(word, str) for word in words) or not all(_is_plain(fields.get(key)) for key in VIEW):
        raise LinkFault(
            "bad_answer",
            sentence(
                "display_answer_unusable",
                "the table sent nothing usable for the display of seat {seat}",
                seat=seat,
            ),
            "table",
        )
    shown = {key: fields[key] for key in (*VIEW, *NOW) if key in fields}
    ask = {key.removeprefix(ASK): value for key, value in fields.items() if key.startswith(ASK)}
    return {**shown, **({"ask": ask} if ask else {}), "lines": lines}


# The fields for a seat's possible actions now, and the prefix of the fields of a question to it.
NOW = ("entering", "may_riichi", "wants_dice")
ASK = "ask "


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (int, str))


def query_display(asker: CommandChannel, seat: int) -> DisplayImage:
    """Ask for the pixels that a seat's display shows."""
    pages = []
    for page in range(HEIGHT // 8):
        columns = bytearray(WIDTH)
        for _, _, start, text in asker.ask("pixels", seat, page):
            try:
                piece = b64decode(str(text), validate=True)
            except ValueError:
                piece = b""
            if not isinstance(start, int) or not piece or not 0 <= start <= WIDTH - len(piece):
                raise LinkFault(
                    "bad_answer",
                    sentence("display_not_answered", "the table sent no display image for seat {seat}", seat=seat),
                    "table",
                )
            columns[start : start + len(piece)] = piece
        pages.append(columns)
    return decode_pages(pages)


def query_state(asker: CommandChannel) -> dict[str, Any]:
    """Ask how the table stands, in the form of a replay's answer."""
    fields = {str(key): value for _, _, key, value in asker.ask("state")}
    return {key: fields[key] for key in ANSWER if key in fields}


def begin_game(asker: TableClient, rules: str, names: list[str], by: int = 4, changes: Changes = ()) -> None:
    """Have the table begin a game by a book of its own and changes in it, with names at its seats."""
    asker.ask("do", "start", by, rules, *([list(changes)] if changes else []))
    for seat, name in enumerate(names):
        if name:
            asker.ask("do", "name", by, seat, name)


def has_unfinished_game(asker: TableClient) -> bool:
    """Return whether the table holds a game that is not over: one that came back from its flash."""
    try:
        return query_state(asker).get("phase") != "over"
    except Refused:
        return False


def ensure_game(stream: ByteStream, rules: str, names: list[str], changes: Changes = ()) -> None:
    """Have a game ready at the table behind a stream, unless one is running already."""
    asker = TableClient(stream)
    if not has_unfinished_game(asker):
        begin_game(asker, rules, names, changes=changes)
