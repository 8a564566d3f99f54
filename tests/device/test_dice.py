"""The dice: every face as likely as any other, drawn from the hardware's entropy."""

from device.flows.dice_and_riichi import fair_die, wall_to_break


def faces(given: list[int]) -> list[int]:
    """Throw until the bytes are used up."""
    bytes_left = iter(given)
    thrown = []
    try:
        while True:
            thrown.append(fair_die(lambda _count: bytes([next(bytes_left)])))
    except StopIteration:
        return thrown


def test_every_face_comes_from_as_many_bytes() -> None:
    """256 is no multiple of six: without throwing four values away, low faces would win."""
    thrown = faces(list(range(256)))
    assert [thrown.count(face) for face in range(1, 7)] == [42] * 6


def test_a_byte_that_would_load_the_die_is_drawn_again() -> None:
    """252 to 255 stand for no face."""
    assert faces([252, 255, 0, 253, 5, 251]) == [1, 6, 6]


def test_the_wall_is_counted_from_the_dealer() -> None:
    """Five and nine break the dealer's own wall, ten that of the right-hand neighbour."""
    assert wall_to_break([2, 3], dealer=2, players=4) == 2
    assert wall_to_break([4, 5], dealer=0, players=4) == 0
    assert wall_to_break([6, 4], dealer=3, players=4) == 0
    assert wall_to_break([6, 4], dealer=2, players=3) == 2
