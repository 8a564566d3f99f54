"""Lines one condition at a time: parts out of their turn, the places of a line, bytes that come one by one."""

from tenbo_core import wire
from tenbo_core.errors import LinkFault
from tenbo_core.wire import MessageReader, encode


def test_a_part_out_of_its_turn_ends_its_message_and_all_that_belongs_to_it():
    """No matter what would come of the others: too late, twice, beyond the most that there are, or of another form."""

    def part(place, count, text):
        return encode(["part", place, count, text])

    first, second, third = (part(place, 3, text) for place, text in enumerate(('["say",', '"a', 'b"]')))
    for lines, damaged, found in (
        ((first, second, third), 0, [["say", "ab"]]),
        ((first, third, second), 2, []),
        ((first, third, second, third), 3, []),
        ((first, second, second, third), 2, []),
        ((second, third), 2, []),
        ((first, encode(["part", 1, 3]), second, third), 3, []),
        ((first, encode(["part", 1, 3, '"', 0]), second, third), 3, []),
        ((first, second, first, second, third), 0, [["say", "ab"]]),
        ((first, second, third, third), 1, [["say", "ab"]]),
        ((part(0, 1, "[5]"), first, second, third), 1, [["say", "ab"]]),
    ):
        reader = MessageReader()
        assert (reader.read(b"".join(lines)), reader.damaged) == (found, damaged), lines
    for most, damaged in ((16, 0), (17, 1)):
        reader = MessageReader()
        texts = ['["say","'] + ["x"] * (most - 2) + ['"]']
        given = b"".join([part(place, most, text) for place, text in enumerate(texts)])
        assert reader.read(given) == ([] if damaged else [["say", "x" * (most - 2)]])
        assert reader.damaged == damaged


def test_the_longest_message_is_taken_and_one_letter_more_is_not():
    """Sixteen parts of forty-four letters."""
    longest = "x" * (16 * 44 - len('["say",""]'))
    assert MessageReader().read(encode(["say", longest])) == [["say", longest]]
    try:
        encode(["say", longest + "x"])
    except LinkFault as fault:
        assert "is longer than 704: shorten its texts" in fault.message
        return
    raise AssertionError("one letter more was taken")


def test_a_body_is_that_of_a_line_which_is_whole_from_its_bracket_to_its_newline():
    """Each of its places by itself, where the checksum holds or its digits are none."""
    line = encode(["who"])
    assert wire.verified_body(line) == b'["who"]'
    for wrong in (
        b"",
        b"\n",
        b"[]\n",
        b"*00000000\n",
        line[:-1],
        line[:-1] + b" ",
        line[1:],
        wire.with_checksum(b'"who"'),
        wire.with_checksum(b'x["who"]'),
        line.replace(b"*", b"+"),
        line[:-10] + line[-9:],
        b'["who"]*zzzzzzzz\n',
        b'["who"]*00000000\n',
    ):
        assert wire.verified_body(wrong) is None, wrong


def test_a_line_is_read_byte_by_byte_as_it_is_at_once():
    """A device takes one after the other; as much as two lines have room, and what is longer is counted and dropped."""
    line = encode(["upto", 23])
    room = wire.BUFFER - len(line) + 1
    for noise in (0, 1, 100, room, room + 1, 5000):
        data = encode(["upto", 1]) + b"x" * noise + line + encode(["upto", 3])
        reader, whole = MessageReader(), MessageReader()
        found = []
        for byte in data:
            if reader.feed(byte):
                found += reader.messages()
        assert found == [["upto", 1]] + ([["upto", 23]] if noise <= room else []) + [["upto", 3]], noise
        assert reader.damaged == (1 if noise else 0)
        assert (whole.read(data), whole.damaged) == (found, reader.damaged)
        for size in (7, 50, 200):
            pieces, told = MessageReader(), []
            for start in range(0, len(data), size):
                told += pieces.read(data[start : start + size])
            assert (told, pieces.damaged) == (found, reader.damaged), (noise, size)
