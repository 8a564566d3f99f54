"""The self-test of a seat: every pixel, lamp and light, then every button in turn."""

from micropython import const

from device import views
from device.buttons import BACK, BUTTON_NAMES, DOWN, OK, RIICHI, UP
from device.dialogue import GONE, Talk
from device.keeper import Keeper
from device.settings import Settings

_SHOW_MS = const(1500)
_PATIENCE_MS = const(20_000)
BUTTONS = (RIICHI, OK, UP, DOWN, BACK)


async def run(talk: Talk, keeper: Keeper, _settings: Settings, seat: int) -> None:
    """Light everything at one seat, then ask for each button; a second BACK leaves, or some seconds without a press."""
    port = talk.ports[seat]
    talk.displays.show(seat, views.message("", [], "", "pixels"))
    lit = True
    port.lamp(lit)
    port.light(lit)
    await talk.wait(_SHOW_MS)
    missing = list(BUTTONS)
    pressed_at = talk.now.ms()
    while missing:
        names = " ".join([BUTTON_NAMES[button].upper() for button in missing])
        footer = "" if BACK in missing else talk.say(seat, "BACK leave")
        view = views.message(talk.say(seat, "Press each button"), [names], footer, "buttons")
        talk.displays.show(seat, view)
        heard = await talk.press(_PATIENCE_MS - talk.now.since(pressed_at))
        if heard is GONE or (heard == (seat, BACK) and BACK not in missing):
            break
        if heard[0] != seat:
            talk.tell_busy(heard[0])
            continue
        pressed_at = talk.now.ms()
        if heard[1] in missing:
            missing.remove(heard[1])
    table = keeper.table
    port.lamp(table is not None and seat in table.riichi)
    port.light(not lit)
    said = "all well" if not missing and port.display_here else "not well: tell the desk"
    talk.displays.note(seat, talk.say(seat, said))
