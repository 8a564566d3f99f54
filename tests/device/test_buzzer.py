"""Tones: each its own, played to the end, and the hall's alarms before all others."""

import asyncio

from device.outputs import buzzer
from device.outputs.buzzer import ALARMS, TONES, Buzzer

# Tones without length, so that no test waits.
INSTANT = {
    name: b"".join([steps[at : at + 1] + b"\x00" for at in range(0, len(steps), 2)]) for name, steps in TONES.items()
}
PITCHES = {"L": 2000, "H": 2600}


class Piezo:
    def __init__(self):
        self.heard = []

    def sound(self, hertz):
        self.heard.append(hertz)


def _heard(*names, silent=False, at_once=False):
    """Return what is heard when tones are asked for, each after the one before has ended or all at once."""
    piezo = Piezo()

    async def listen():
        player = Buzzer(piezo)
        player.silent = silent
        task = asyncio.create_task(player.run())
        for name in names:
            player.play(name)
            for _ in range(0 if at_once else 30):
                await asyncio.sleep_ms(0)
        for _ in range(30):
            await asyncio.sleep_ms(0)
        assert player.sounding == ""
        task.cancel()
        await asyncio.sleep_ms(0)

    buzzer.TONES = INSTANT
    try:
        asyncio.run(listen())
    finally:
        buzzer.TONES = TONES
    return [hertz for hertz in piezo.heard if hertz]


def _pitches(name):
    steps = TONES[name]
    return [PITCHES[chr(steps[at])] for at in range(0, len(steps), 2) if steps[at] != ord("-")]


def test_every_tone_is_played_to_its_end_and_then_there_is_silence():
    for name in TONES:
        assert _heard(name) == _pitches(name), name


def test_no_two_tones_are_the_same():
    assert len(set(TONES.values())) == len(TONES)


def test_every_pitch_is_one_that_old_ears_hear():
    """Between 2 and 2.7 kHz: hearing is lost from the top, and the piezo is weak below."""
    for name in TONES:
        assert all([2000 <= hertz <= 2700 for hertz in _heard(name)])


def test_a_later_tone_takes_the_place_of_one_that_has_only_begun():
    """The first pitch of each sounds with the press that it answers."""
    assert _heard("press", "win", at_once=True) == _pitches("press")[:1] + _pitches("win")


def test_an_alarm_is_not_cut_off():
    """The end of the session is for everybody, a refused press for one."""
    for alarm in ALARMS:
        assert _heard(alarm, "refused", at_once=True) == _pitches(alarm)


def test_silent_mode_leaves_only_the_alarms():
    assert _heard("riichi", "warning", "press", silent=True) == _pitches("warning")


def test_playing_tones_ends_in_silence_when_the_task_is_cancelled():
    piezo = Piezo()

    async def cancel():
        player = Buzzer(piezo)
        task = asyncio.create_task(player.run())
        player.play("end")
        await asyncio.sleep_ms(0)
        await asyncio.sleep_ms(0)
        task.cancel()
        await asyncio.sleep_ms(0)

    asyncio.run(cancel())
    assert piezo.heard[-1] == 0
