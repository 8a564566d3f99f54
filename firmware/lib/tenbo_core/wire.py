"""The line codec: a compact JSON array, `*`, its CRC-32 in eight hex digits, a newline.

A line is ASCII and at most 120 bytes long.  A damaged line is counted and dropped, and the
next one is read.  A message that is longer goes in several lines,
`["part",i,n,text]`, whose texts together are its JSON; without one of them it is lost as a whole.
"""

import binascii
import json

from tenbo_core.errors import LinkFault

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

LONGEST = 120
# With a seal in place of its checksum a line is so much longer.
SEALED_LONGEST = 136
# Room for two lines that a lost newline has glued together; both are still read.
BUFFER = 2 * LONGEST + 16

NEWLINE = 10
CHECK_LENGTH = 9  # the star and eight hex digits
SEAL_LENGTH = 25  # the star, the counter and the code of `seal`

PART = "part"
# Letters of JSON in one line; each may take two bytes there.
PART_LENGTH = 44
MOST_PARTS = 16


def to_json(values: "list[object]") -> str:
    """Return a list as ASCII JSON without spaces, the same text on both interpreters.

    Lists in lists are kept in a list here: a function that calls itself would take more of a Pico's stack than it has.

    >>> to_json(["correct", [["win", [[0, 1, 3, 30]]]], {"b": [], "a": None}])
    '["correct",[["win",[[0,1,3,30]]]],{"a":null,"b":[]}]'
    """
    texts: "list[str]" = []
    # The lists around the present one, each with the place after it and how it ends.
    around: "list[tuple[Any, int, str]]" = []
    some: "Any" = values
    place, end, before = 0, "]", "["
    while True:
        if place == len(some):
            # An empty one has not begun yet.
            texts.append(end if place else before + end)
            if not around:
                return "".join(texts)
            some, place, end = around.pop()
            before = ","
            continue
        value = some[place]
        place += 1
        texts.append(before)
        before = ","
        if isinstance(value, (list, tuple)):
            around.append((some, place, end))
            some, place, end, before = value, 0, "]", "["
        elif isinstance(value, dict):
            around.append((some, place, end))
            some, place, end, before = _in_order(value), 0, "}", "{"
        else:
            texts.append(_item(value))
            if end == "}" and place & 1:
                before = ":"


def _in_order(values: "dict[str, object]") -> "list[object]":
    """Return keys and values in turn, in the order of the keys: the two interpreters keep dicts in different orders."""
    some: "list[object]" = []
    for key in sorted(values):
        some.append(key)
        some.append(values[key])
    return some


def _item(value: object) -> str:
    """Write one value; text is escaped here because MicroPython writes non-ASCII letters as they are."""
    if isinstance(value, str):
        try:
            code = value.encode()
        except UnicodeError:
            code = b"\xff"  # half a letter, which JSON can carry and CPython cannot encode
        if not code or (min(code) >= 32 and max(code) < 127):
            # Going through the letters one by one takes a Pico a tenth of a millisecond each.
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return '"' + "".join([_letter(letter) for letter in value]) + '"'
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _letter(letter: str) -> str:
    code = ord(letter)
    if letter in '"\\':
        return "\\" + letter
    if 32 <= code < 127:
        return letter
    if code > 0xFFFF:  # JSON writes the rare far planes as two halves
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def encode(values: "list[object]") -> bytes:
    """Return the line of a message.

    >>> encode(["after", 41])
    b'["after",41]*efeec2ac\\n'
    """
    text = to_json(values)
    body = text.encode()
    if len(body) + CHECK_LENGTH + 1 > LONGEST:
        return _in_parts(text)
    return with_checksum(body)


def with_checksum(body: bytes) -> bytes:
    """Return the line of some JSON, with its checksum."""
    return body + b"*%08x\n" % (binascii.crc32(body) & 0xFFFFFFFF)


def _in_parts(text: str) -> bytes:
    """Return the lines of a long message."""
    parts = [text[at : at + PART_LENGTH] for at in range(0, len(text), PART_LENGTH)]
    if len(parts) > MOST_PARTS:
        most = PART_LENGTH * MOST_PARTS
        text = f"a message of {len(text)} letters is longer than {most}: shorten its texts"
        raise LinkFault("bad_field", text, "line")
    return b"".join([encode([PART, place, len(parts), part]) for place, part in enumerate(parts)])


def verified_body(line: bytes) -> "bytes | None":
    """Return the JSON of a line that is complete and undamaged, its newline included, else None.

    >>> [verified_body(line) for line in (encode(["after", 41]), b"noise" + encode(["who"]), encode(["who"])[:-1])]
    [b'["after",41]', None, None]
    """
    star = len(line) - CHECK_LENGTH - 1
    if star < 0 or line[star : star + 1] != b"*" or line[:1] != b"[" or line[-1:] != b"\n":
        return None
    body = line[:star]
    try:
        # Reading the digits takes a Pico a tenth of what writing them takes.
        sound = int(line[star + 1 : -1], 16) == binascii.crc32(body) & 0xFFFFFFFF
    except ValueError:
        return None
    return body if sound else None


def parse_message_lines(lines: bytes) -> "list[object] | None":
    """Return the message in some lines that are known to be complete and undamaged, or None if they are none.

    >>> parse_message_lines(encode(["after", 41])), parse_message_lines(encode(["name", 60 * "-"]))[0]
    (['after', 41], 'name')
    """
    if lines.find(b"\n") == len(lines) - 1:
        return _parse(lines[: -CHECK_LENGTH - 1])
    messages = MessageReader().read(lines)
    return messages[0] if messages else None


def lines_of_nth_message(data: bytes, index: int) -> bytes:
    """Return the lines of one of several messages, by its place: a long one takes more than one line.

    >>> lines_of_nth_message(encode(["who"]) + encode(["name", 60 * "-"]) + encode(["after", 41]), 2)
    b'["after",41]*efeec2ac\\n'
    """
    start = 0
    while True:
        end = data.find(b"\n", start) + 1
        while data[end : end + 8] == b'["part",' and data[end + 8 : end + 9] != b"0":
            end = data.find(b"\n", end) + 1
        if index == 0 or not end:
            return data[start:end]
        index -= 1
        start = end


class MessageReader:
    """Collects bytes and gives the messages of whole, undamaged lines.

    >>> reader = MessageReader()
    >>> reader.read(b"noise" + encode(["after", 41]) + encode(["who"]))
    [['after', 41], ['who']]
    >>> reader.damaged
    1
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._buffer = bytearray(BUFFER)
        self._length = 0
        self._overrun = False
        self._parts: "list[str]" = []
        # The seals of this session, and the messages that are taken without one all the same: they begin another.
        self.seal: "Any" = None
        self.unsealed: "tuple[str, ...]" = ()
        # Whether a line had a seal when there was no session: the other side goes on with one that is over here.
        self.stale = False
        self._part_at = 0

    def feed(self, byte: int) -> bool:
        """Take one byte without allocating; say whether a line has ended."""
        if byte == NEWLINE:
            return True
        if self._length < BUFFER:
            self._buffer[self._length] = byte
            self._length += 1
        else:
            self._overrun = True
        return False

    def messages(self) -> "list[list[object]]":
        """Return the messages of the line that has just ended: one, or two that lost their newline."""
        line = bytes(memoryview(self._buffer)[: self._length])
        self._length = 0
        if self._overrun:
            self._overrun = False
            self.damaged += 1
            return []
        sound: "list[list[object]]" = []
        seal = self.seal
        body = None if seal is None else seal.open(line)
        if body is not None:
            message = _parse(body)
            # Parts of one message follow each other: without this, parts of two could be put together.
            if seal.heard != self._part_at + 1:
                self._parts = []
            self._part_at = seal.heard
            if message is None:
                self.damaged += 1
                return []
            sound.append(message)
        elif _collect(line, sound):
            self.damaged += 1
            self.stale = self.stale or (seal is None and line[-SEAL_LENGTH : -SEAL_LENGTH + 1] == b"*")
        if seal is not None and body is None:
            kept = [message for message in sound if message[0] in self.unsealed]
            if len(kept) < len(sound):
                self.damaged += 1
            return kept
        return [message for message in sound if message[0] != PART] + self._joined(sound)

    def _joined(self, sound: "list[list[object]]") -> "list[list[object]]":
        """Put parts together, and return the message that the last of them completes."""
        whole: "list[list[object]]" = []
        for message in sound:
            if message[0] != PART:
                continue
            if len(message) != 4 or message[1] not in (0, len(self._parts)) or len(self._parts) >= MOST_PARTS:
                self._parts = []
                self.damaged += 1
                continue
            if message[1] == 0:
                self._parts = []
            self._parts.append(str(message[3]))
            if len(self._parts) == message[2]:
                joined = _parse("".join(self._parts))
                self._parts = []
                if joined is None:
                    self.damaged += 1
                else:
                    whole.append(joined)
        return whole

    def read(self, data: bytes) -> "list[list[object]]":
        """Take many bytes and return all messages that they complete."""
        messages: "list[list[object]]" = []
        start = 0
        while start < len(data):
            end = data.find(b"\n", start)
            self._gather(data[start : len(data) if end < 0 else end])
            if end < 0:
                break
            messages.extend(self.messages())
            start = end + 1
        return messages

    def _gather(self, piece: bytes) -> None:
        """Keep a piece of a line, as far as there is room."""
        length = min(len(piece), BUFFER - self._length)
        self._buffer[self._length : self._length + length] = piece[:length]
        self._length += length
        self._overrun = self._overrun or length < len(piece)


def _collect(line: bytes, sound: "list[list[object]]") -> bool:
    """Add the sound messages of a line to `sound`; return whether damaged bytes were among them."""
    damaged = False
    start = 0
    while start < len(line):
        opening = line.find(b"[", start)
        if opening < 0:
            return True
        end, message = _first_sound(line, opening)
        if message is None:
            # Nothing that begins here is sound: try the next bracket, a line may follow the damage.
            damaged = True
            start = opening + 1
        else:
            damaged = damaged or opening > start
            sound.append(message)
            start = end
    return damaged


def _first_sound(line: bytes, opening: int) -> "tuple[int, list[object] | None]":
    """Find the first star after `opening` whose checksum holds; a text may have stars of its own."""
    star = line.find(b"*", opening)
    # With its newline a line has `LONGEST` bytes.
    most = min(len(line), opening + LONGEST - 1)
    while star >= 0 and star + CHECK_LENGTH <= most:
        body = line[opening:star]
        if line[star + 1 : star + CHECK_LENGTH] == b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
            message = _parse(body)
            if message is not None:
                return star + CHECK_LENGTH, message
        star = line.find(b"*", star + 1)
    return opening, None


def _parse(body: "bytes | str") -> "list[object] | None":
    try:
        message = json.loads(body if isinstance(body, str) else body.decode())
    except (ValueError, UnicodeError):
        return None
    return message if isinstance(message, list) and message and isinstance(message[0], str) else None
