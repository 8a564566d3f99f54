"""The round marker: wind and dealer by position, within the current that the supply gives."""

from device.outputs.round_marker import BRIGHTEST, CELL, CELLS, DARK, DEALER, SIGNAL, WIND, RoundMarker


def _marker():
    sent = []
    return RoundMarker(lambda data: sent.append(bytes(data))), sent


def _pixels(data):
    return [tuple(data[start : start + 3]) for start in range(0, len(data), 3)]


def test_wind_and_dealer_are_told_by_position():
    """South round, seat 2 deals: the ends of the second cell, the middle of the third."""
    marker, _ = _marker()
    pixels = _pixels(marker.show(1, 2))
    expected = [DARK] * (CELLS * CELL)
    expected[3] = expected[5] = WIND
    expected[7] = DEALER
    assert pixels == expected


def test_wind_and_dealer_in_one_cell_are_both_seen():
    marker, _ = _marker()
    assert _pixels(marker.show(0, 0))[:4] == [WIND, DEALER, WIND, DARK]


def test_every_hand_of_a_game_looks_different():
    marker, _ = _marker()
    seen = {bytes(marker.show(wind, dealer)) for wind in range(4) for dealer in range(4)}
    assert len(seen) == 16


def test_the_signal_lights_what_is_left_in_red():
    marker, _ = _marker()
    pixels = _pixels(marker.show(0, 1, signal=True))
    assert pixels[:6] == [WIND, DARK, WIND, SIGNAL, DEALER, SIGNAL]


def test_no_channel_is_brighter_than_a_fifth():
    """All twelve pixels in full white would take 720 mA, more than the whole supply can spare."""
    assert BRIGHTEST * 5 <= 255
    marker, _ = _marker()
    for wind in range(4):
        for dealer in range(4):
            data = marker.show(wind, dealer, signal=True)
            assert max(data) <= BRIGHTEST
            assert sum(data) * 20 // 255 <= 150


def test_pixels_are_sent_only_when_they_change():
    """Sending keeps interrupts off; the app shows the table fifty times a second."""
    marker, sent = _marker()
    marker.show(0, 0)
    marker.show(0, 0)
    marker.off()
    marker.off()
    assert len(sent) == 2
    assert sent[1] == bytes(36)
