"""What vouches for rows and people, worked out by hand, and the names under which copies are kept, at their bounds."""

from __future__ import annotations

import hashlib
import json

import pytest

from tenbo.store.chain import NOTHING, row_digest
from tenbo.store.player_names import player_hash
from tenbo.store.stream_replicas import check_host_name, parse_stream, replica_stream_name, split_life
from tenbo_core.errors import Malformed

PLAYER = (7, "Ada", "Ito", "04120001", "NL", "Ada I.")


def test_the_hash_of_a_row_covers_each_field_behind_its_length():
    """A store outlives its program: another one must be able to check it from this sentence alone."""
    prev, stream, seq, ts_ms, kind, body = b"\x05" * 32, "table/ä", 3, 1_700_000_000_123, "riichi", "[2]"
    parts = [prev, stream.encode(), seq.to_bytes(8, "big"), ts_ms.to_bytes(8, "big"), kind.encode(), body.encode()]
    by_hand = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert row_digest(prev, stream, seq, ts_ms, kind, body) == hashlib.sha256(by_hand).digest()
    changed = [
        row_digest(NOTHING, stream, seq, ts_ms, kind, body),
        row_digest(prev, "table/b", seq, ts_ms, kind, body),
        row_digest(prev, stream, seq + 1, ts_ms, kind, body),
        row_digest(prev, stream, seq, ts_ms + 1, kind, body),
        row_digest(prev, stream, seq, ts_ms, "draw", body),
        row_digest(prev, stream, seq, ts_ms, kind, "[3]"),
    ]
    assert len({*changed, row_digest(prev, stream, seq, ts_ms, kind, body)}) == 7


@pytest.mark.parametrize(
    ("player", "vouched"),
    [
        (PLAYER, PLAYER),
        ((*PLAYER, "", "", ""), PLAYER),
        ((*PLAYER, "Club", "", ""), (*PLAYER, "Club")),
        ((*PLAYER, "", "Team", ""), (*PLAYER, "", "Team")),
        ((*PLAYER, "", "", "1"), (*PLAYER, "", "", "1")),
        ((*PLAYER[:5], "", "", "", ""), (*PLAYER[:5], "")),
        ((*PLAYER[:4], "", ""), (*PLAYER[:4], "", "")),
    ],
)
def test_a_player_is_vouched_for_with_the_six_first_columns_and_the_later_ones_that_say_something(player, vouched):
    """Stores from before there were clubs hold hashes of six columns, empty ones among them."""
    by_hand = hashlib.sha256(b"salt" + json.dumps(list(vouched)).encode()).hexdigest()
    assert player_hash(player, b"salt") == by_hand


def test_the_names_of_hosts_end_where_it_is_said():
    """From one letter to 32, and none that would mean something in the name of a stream."""
    for name in ("a", "z0-_9", "a" * 32):
        assert check_host_name(name) == name
    for name in ("", "a" * 33, "A", "ä", "a b", "a/b", "a~b", "a.", "²"):
        with pytest.raises(Malformed, match="a host's name must be 1 to 32"):
            check_host_name(name)


def test_a_life_is_a_number_from_two_or_none():
    """Anyone who asks for a copy writes its host: a number that no life has would be a stream that never comes."""
    assert split_life("red") == ("red", 1)
    for life in (2, 3, 10, 9999):
        assert split_life(f"red~{life}") == ("red", life)
    for life in ("0", "1", "10000", "-2", "x", "2x", "²", "\u0662", "2.0", " 2"):
        with pytest.raises(Malformed, match="is not a version of a host"):
            split_life(f"red~{life}")
    with pytest.raises(Malformed, match="a host's name"):
        split_life("~2")


def test_every_name_of_a_copy_says_whose_it_is():
    """What is kept under a name comes back from it."""
    for host in ("red", "a-b_9"):
        for life in (1, 2, 10, 9999):
            for stream in ("desk", "table/5f2c", "people"):
                assert parse_stream(replica_stream_name(host, stream, life)) == (host, life, stream)
    assert parse_stream("desk") == ("", 1, "desk")
