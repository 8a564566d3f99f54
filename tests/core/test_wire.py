"""The line codec: what is sound is read, what is damaged is counted, and nothing is lost beside it."""

from tenbo_core import events, messages, wire
from tenbo_core.compact_event_list import PAGE, CompactEventList
from tenbo_core.errors import LinkFault, Malformed
from tenbo_core.wire import LONGEST, MessageReader, encode

LINES = (
    ["event", 41, "riichi", 2, 1265, 2],
    ["event", 42, "win", 0, 1301, [[1, 0, 3, 40], [2, 0, 1, 30]]],
    ["after", 40],
    ["view_field", 7, "line 0", 'a star * and a "quote" and a back\\slash'],
    ["hello", 1, "e6616407e3", "0.1.0", 4294967295, "1f2e3d4c", -1, "power"],
)


def _before(n):
    return encode(["upto", n])


def _is_refused(check, message):
    try:
        check(message)
    except Malformed:
        return True
    return False


def test_a_number_beyond_32_bits_is_refused_at_the_door():
    """A database or a table that has to store it would fail, and others with it."""
    large = 1 << 31
    for n in (large, -large - 1, 1 << 63, 1 << 64, 1 << 200):
        for message in (
            ["upto", n],
            ["oldest", n],
            ["stored", n],
            ["call", n, True, 0],
            ["fault", n, ""],
            ["done", n, 0],
            ["event", n, "hand", 0, 0],
            ["event", 0, "hand", 0, n],
            ["hello", 1, "", "", 0, "", n, ""],
        ):
            assert _is_refused(messages.check, message), message
        for plain in (
            [n, "hand", 0, 0],
            [0, "hand", 0, n],
            [0, "penalty", 4, 0, 0, n],
            [0, "late", 4, 0, 0, n],
            [0, "session", 4, 0, n],
            [0, "undo", 0, 0, n],
            [0, "start", 4, 0, "alarm", None, [n, 0, 0, 0]],
            [0, "start", 4, 0, "alarm", None, None, "E", 1, n],
            [0, "win", 0, 0, [[0, 1, n, 30]]],
        ):
            assert _is_refused(events.from_plain, plain), plain
    messages.check(["event", large - 1, "penalty", 4, large - 1, 0, -large + 1])
    messages.check(["pong", 5, 1 << 29, 1 << 53])


def test_every_message_exists_since_a_protocol_that_there_was():
    """Anyone who reads the page of the protocol asks an older table only what it knows."""
    for name, _, since, _ in messages.message_rows():
        assert 1 <= since <= messages.PROTOCOL, name


def test_a_ledger_of_pages_gives_every_event_and_line_back_with_a_journal_and_without():
    """Both ends of each page: with nothing to read them from, whole pages are kept without what all lines have."""
    made = [events.make(n, "late", 4, 60 + n, {"seat": n % 4, "minutes": n}) for n in range(5 * PAGE + 1)]
    # One that takes several lines stands between two that take one.
    made[PAGE // 2] = events.make(PAGE // 2, "name", 4, 60, {"seat": 1, "name": "Ottilie " * 40})
    lines = [encode(["event"] + event.plain()) for event in made]
    for count in range(len(made) + 1):
        alone, small = CompactEventList(), CompactEventList(lambda page: lines[PAGE * page : PAGE * page + PAGE])
        for n in range(count):
            alone.append(made[n])
            small.append(made[n], lines[n])
        for pages in (alone, small):
            assert len(pages) == count
            for n in {0, PAGE // 2, PAGE - 1, PAGE, 2 * PAGE - 1, 2 * PAGE, count - 1 - PAGE, count - 1}:
                if 0 <= n < count:
                    assert pages.line(n) == pages.line(n - count) == lines[n], (n, count)
                    assert pages[n].args == made[n].args
            for beyond in (count, -count - 1):
                try:
                    pages.line(beyond)
                except IndexError:
                    continue
                raise AssertionError(beyond)


# What a field of each kind may be up to its bounds, and what it may not.
LARGE, LARGER = (1 << 31) - 1, 1 << 53
KINDS = {
    "int": ((0, LARGE, -LARGE), (LARGE + 1, -LARGE - 1, True, "1", None, [1])),
    "long": ((0, LARGER, -LARGER), (LARGER + 1, -LARGER - 1, False, "1", None, [1])),
    "text": (("", "a b"), (0, None, ["a"], True)),
    "bool": ((True, False), (0, 1, None, "true", [])),
    "list": (([], [1, "a", None]), (0, None, "[]", True)),
    "any": ((0, "a", None, [1], True), ()),
}


def test_every_field_of_every_message_takes_its_own_kind_and_no_other():
    """A table that is told a text for a number must say so, and go on."""
    for name, _, _, _ in messages.message_rows():
        fields = messages.fields_of(name)
        rest = fields and fields[-1][1] == "rest"
        kinds = [kind for _, kind in fields if kind != "rest"]
        sound = [KINDS[kind][0][-1] for kind in kinds]
        for more in ([], ["more"], [1, 2]):
            assert _is_refused(messages.check, [name] + sound + more) == (bool(more) and not rest), (name, more)
        if kinds:
            assert _is_refused(messages.check, [name] + sound[:-1]), name
        for place, kind in enumerate(kinds):
            for right, values in zip((True, False), KINDS[kind]):
                for value in values:
                    message = [name] + sound[:place] + [value] + sound[place + 1 :]
                    assert _is_refused(messages.check, message) != right, message


def test_what_is_no_name_of_a_message_is_none_of_its_row_either():
    """A name comes from outside: it may hold what the table of messages is written with."""
    first, second = list(messages.message_rows())[:2]
    row = " ".join((first[0], first[1], str(first[2])))
    for name in (None, 5, True, [], ["after"], "", " ", "aft", "after ", " after", "after host", "after\n", "\nafter"):
        assert messages.fields_of(name) is None, name
    for name in (row, first[0] + " " + first[1], row + "\n" + second[0], row + " \n" + second[0]):
        assert messages.fields_of(name) is None, name


def test_a_sound_line_that_begins_with_no_name_is_no_message():
    """No one could say what it is; a list within it or a number is not taken for one either."""
    for values in ([5], [], [["after"], 1], [None]):
        reader = MessageReader()
        assert list(reader.read(encode(values) + encode(["after", 40]))) == [["after", 40]]


def test_an_event_keeps_every_field_but_the_empty_ones_at_its_end():
    """A start may have nothing but scores; a winner may have a value in every field, and none behind them."""
    start = events.make(0, "start", 4, 0, {"scores": [1000, 2000, 3000, 4000]})
    assert start.plain() == [0, "start", 4, 0, None, None, [1000, 2000, 3000, 4000]]
    assert events.make(1, "draw", 0, 9, {"tenpai": [2]}).plain() == [1, "draw", 0, 9, [2]]
    for winner in ([1, 0, 0, 0, 1, 2], [1, 0, 0, 0, 1, 2, 1], [1, 0, 0, 0, 2, 2, 0, 3], [1, 0, 0, 0, 2, 0, 1, 3]):
        assert events.from_plain([2, "win", 0, 0, [winner]]).plain() == [2, "win", 0, 0, [winner]]
    assert _is_refused(events.from_plain, [2, "win", 0, 0, [winner + [0]]])


def test_every_message_comes_back_as_it_was():
    """Encoding and reading are inverse, for text of every kind."""
    reader = MessageReader()
    for message in LINES + (["name", "Jürgen Øst 東"], ["x", None, True, False, -5, [], "", {"b": [1, 0], "a": {}}]):
        assert reader.read(encode(list(message))) == [list(message)]
    assert reader.damaged == 0


def test_a_line_is_ascii_and_never_holds_a_control_c():
    """0x03 would interrupt MicroPython's prompt, and only ASCII is readable in every terminal."""
    for text in ("\x03", "\n", "\t", "ü", "東", "\x7f"):
        line = encode(["say", text])
        assert all(31 < byte < 127 for byte in line[:-1])
        assert line[-1] == 10


def test_a_line_of_120_bytes_is_read_and_one_of_121_is_not():
    """A device that takes longer lines, or sends them, is understood by no other one."""
    body = b'["say","' + 100 * b"x" + b'"]'
    line = wire.with_checksum(body)
    assert (len(line), encode(["say", 100 * "x"])) == (120, line)
    reader = MessageReader()
    assert reader.read(_before(1) + line + _before(2)) == [["upto", 1], ["say", 100 * "x"], ["upto", 2]]
    assert reader.damaged == 0
    longer = wire.with_checksum(b'["say","' + 101 * b"x" + b'"]')
    assert (len(longer), encode(["say", 101 * "x"]).count(b"\n")) == (121, 3)
    assert reader.read(_before(1) + longer + _before(2)) == [["upto", 1], ["upto", 2]]
    assert reader.damaged == 1


def test_a_message_too_long_for_a_line_goes_in_several():
    """A correction with a long reason, a name in letters that JSON escapes; no line is longer than the buffers."""
    reader = MessageReader()
    for length in (LONGEST - 20, LONGEST - 19, 300, 600):
        for text in ("x" * length, "東" * (length // 6), '"' * (length // 2)):
            lines = encode(["say", text])
            assert max([len(line) + 1 for line in lines.split(b"\n")]) <= LONGEST
            assert reader.read(_before(1) + lines + _before(2)) == [["upto", 1], ["say", text], ["upto", 2]]
    assert reader.damaged == 0
    assert encode(["say", "x" * (LONGEST - 20)]).count(b"\n") == 1


def test_other_messages_may_come_between_the_parts_of_a_long_one():
    reader = MessageReader()
    first, *rest = encode(["say", "y" * 300]).splitlines(True)
    found = reader.read(first + _before(1) + b"".join(rest))
    assert found == [["upto", 1], ["say", "y" * 300]]


def test_a_long_message_that_lost_a_part_is_lost_as_a_whole_and_the_next_one_is_read():
    """Never half a message, whichever part was lost, doubled or changed its place."""
    lines = encode(["say", "z" * 300]).splitlines(True)
    for place in range(len(lines)):
        reader = MessageReader()
        lost = lines[:place] + lines[place + 1 :]
        assert reader.read(b"".join(lost)) == []
        assert reader.read(encode(["say", "w" * 300])) == [["say", "w" * 300]]
        assert reader.read(b"".join(lines[:place] + [lines[place]] + lines[place:])) in ([], [["say", "z" * 300]])


def test_a_message_beyond_all_measure_is_refused():
    try:
        encode(["say", "x" * 5000])
    except LinkFault as fault:
        assert fault.at == "line"
        assert "shorten its texts" in fault.message
    else:
        raise AssertionError("a message of 5000 letters was taken")


def _check(damaged_line, sent):
    """Read a damaged line between two sound ones: nothing false, and the next line is read."""
    reader = MessageReader()
    found = reader.read(_before(1) + damaged_line + _before(2))
    assert found[0] == ["upto", 1]
    assert found[-1] == ["upto", 2]
    assert found[1:-1] in ([], [sent])
    if not found[1:-1]:
        assert reader.damaged >= 1


def test_a_flipped_bit_anywhere_costs_at_most_its_own_line():
    """Every bit of every byte of a line, one at a time; the newline at its end included."""
    for message in LINES:
        line = encode(list(message))
        for place in range(len(line)):
            for bit in range(8):
                damaged = bytearray(line)
                damaged[place] ^= 1 << bit
                _check(bytes(damaged), list(message))


def test_a_lost_byte_anywhere_costs_at_most_its_own_line():
    """A lost newline glues two lines together; both are read all the same."""
    for message in LINES:
        line = encode(list(message))
        for place in range(len(line)):
            _check(line[:place] + line[place + 1 :], list(message))


def test_a_doubled_byte_anywhere_costs_at_most_its_own_line():
    """A doubled newline is an empty line and costs nothing."""
    for message in LINES:
        line = encode(list(message))
        for place in range(len(line)):
            _check(line[: place + 1] + line[place:], list(message))


def test_whatever_stands_right_before_a_line_costs_nothing_of_it():
    """Noise may be a bracket, or what looks like the beginning of a line, and the line stands at its very end."""
    sound = ["after", 40]
    for noise in [bytes([byte]) for byte in range(256) if byte != 10] + [
        b"[[",
        b"[[[",
        b'["',
        b'["after",4',
        b"*[",
        b"[*",
    ]:
        reader = MessageReader()
        assert list(reader.read(noise + encode(sound))) == [sound], noise
        assert list(reader.read(encode(sound) + noise + b"\n" + encode(sound))) == [sound, sound], noise


def test_noise_without_end_does_not_fill_the_memory():
    """Bytes that never end a line are dropped, and the next sound line is read."""
    reader = MessageReader()
    assert reader.read(b"[" * 100000) == []
    assert reader.read(b"\n" + _before(7)) == [["upto", 7]]
    assert reader.damaged == 1


def test_two_lines_that_lost_their_newline_are_both_read():
    """The checksum ends a line as well as the newline does."""
    reader = MessageReader()
    glued = encode(["upto", 1])[:-1] + encode(["upto", 2])
    assert reader.read(glued) == [["upto", 1], ["upto", 2]]
    assert reader.damaged == 0


def test_plain_letters_are_written_without_looking_at_each():
    """On a Pico a look at a letter takes a tenth of a millisecond: a long message once took half a second."""
    looked = []
    real = wire._letter

    def counted(letter):
        looked.append(letter)
        return real(letter)

    wire._letter = counted
    try:
        text = 'he said "no" and showed the \\ sign; ' * 12
        assert (
            wire.to_json([text, ["", " ~"]]) == '["' + text.replace("\\", "\\\\").replace('"', '\\"') + '",[""," ~"]]'
        )
        wire.encode(["name", text])
        assert looked == []
        assert wire.to_json(["Zo\u00eb"]) == '["Zo\\u00eb"]'
        assert wire.to_json(["\x7f\n"]) == '["\\u007f\\u000a"]'
        assert len(looked) == 5
    finally:
        wire._letter = real


def test_half_a_letter_travels_as_it_came_and_fails_nobody():
    """JSON can escape one half of a rare letter: what was heard so can be written again."""
    for text in (chr(0xDCFF) * 64, "Zo" + chr(0xD800), chr(0xDC00)):
        assert MessageReader().read(encode(["name", text])) == [["name", text]]


def test_parts_with_half_a_letter_in_them_fail_nobody():
    """Any host may send it: what is JSON is read, what is none is counted, and the next line is read."""
    reader = MessageReader()
    half = chr(0xDCFF)
    assert reader.read(encode(["part", 0, 1, half]) + encode(["who"])) == [["who"]]
    assert reader.damaged == 1
    assert reader.read(encode(["part", 0, 1, '["name","' + half + '"]'])) == [["name", half]]


def test_letters_beside_the_bounds_are_written_as_they_are_or_by_their_numbers():
    """What is not printed in seven bits, and what needs two numbers: for a reader of JSON it is all the same text."""
    for letter, written in (
        ("\x00", "\\u0000"),
        ("\x1f", "\\u001f"),
        (" ", " "),
        ("!", "!"),
        ("~", "~"),
        ("\x7f", "\\u007f"),
        ("\x80", "\\u0080"),
        ("\uffff", "\\uffff"),
        ("\U00010000", "\\ud800\\udc00"),
        ("\U0010ffff", "\\udbff\\udfff"),
    ):
        assert wire.to_json([letter + "\n"]) == '["' + written + '\\u000a"]'
