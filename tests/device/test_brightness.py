"""The displays follow the room without flicker, spare a weak supply, and sleep when no one plays."""

from device.outputs.brightness import IDLE_TICKS, LEVELS, SLACK, WEAK_CONTRAST, Dimming


class Panel:
    def __init__(self):
        self.level = 0
        self.asleep = False

    def contrast(self, level):
        self.level = level

    def sleep(self, on):
        self.asleep = on


class Board:
    def __init__(self):
        self.room = 30000
        self.supply = 5000

    def room_light(self):
        return self.room

    def supply_mv(self):
        return self.supply


def _dimming():
    board, panels = Board(), [Panel() for _ in range(4)]
    return board, panels, Dimming(panels, board)


def _seen(room, dimming, board, panels):
    board.room = room
    dimming.tick(playing=True)
    assert len({panel.level for panel in panels}) == 1
    return panels[0].level


def test_every_level_is_reached_in_its_light():
    board, panels, dimming = _dimming()
    for light, level in LEVELS + tuple(reversed(LEVELS)):
        assert _seen(max(light, 1), dimming, board, panels) == level


def test_a_passing_shadow_changes_nothing():
    """A hand over the sensor's edge of a step must not make four displays blink."""
    board, panels, dimming = _dimming()
    step, level = LEVELS[3]
    assert _seen(step, dimming, board, panels) == level
    for shadow in (1, SLACK // 2, SLACK):
        assert _seen(step - shadow, dimming, board, panels) == level
    assert _seen(step - SLACK - 1, dimming, board, panels) == LEVELS[2][1]


def test_a_weak_supply_caps_the_brightness():
    board, panels, dimming = _dimming()
    board.supply = 4600
    assert _seen(65535, dimming, board, panels) == WEAK_CONTRAST
    assert _seen(0, dimming, board, panels) == LEVELS[0][1]


def test_displays_sleep_after_ten_idle_minutes_and_wake_at_a_press():
    _, panels, dimming = _dimming()
    for _ in range(IDLE_TICKS - 1):
        dimming.tick(playing=False)
    assert not dimming.asleep
    dimming.tick(playing=False)
    assert [panel.asleep for panel in panels] == [True] * 4
    dimming.wake()
    assert [panel.asleep for panel in panels] == [False] * 4
    dimming.tick(playing=False)
    assert not dimming.asleep


def test_a_running_hand_never_goes_dark():
    """A long think is no absence."""
    _, _, dimming = _dimming()
    for _ in range(3 * IDLE_TICKS):
        dimming.tick(playing=True)
    assert not dimming.asleep


def test_a_hand_begun_from_the_host_wakes_the_displays():
    _, panels, dimming = _dimming()
    for _ in range(IDLE_TICKS):
        dimming.tick(playing=False)
    dimming.tick(playing=True)
    assert not panels[0].asleep


def test_the_hours_lit_are_counted_and_sleep_is_not():
    _, _, dimming = _dimming()
    for _ in range(IDLE_TICKS + 6000):
        dimming.tick(playing=False)
    assert dimming.lit_minutes == IDLE_TICKS // 60
