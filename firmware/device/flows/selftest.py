"""The self-test of a seat: every pixel, lamp and light, then every button in turn."""

from micropython import const

from device.flows.dialogue import GONE, Dialogue
from device.input.buttons import BACK, BUTTON_NAMES, DOWN, OK, RIICHI, UP
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from device.storage.settings import Settings

_SHOW_MS = const(1500)
_PATIENCE_MS = const(20_000)
BUTTONS = (RIICHI, OK, UP, DOWN, BACK)


async def run(dialogue: Dialogue, keeper: LedgerWriter, _settings: Settings, seat: int) -> None:
    """Light everything at one seat, then ask for each button; a second BACK leaves, or some seconds without a press."""
    port = dialogue.ports[seat]
    dialogue.displays.show(seat, views.message_view("", [], screen="pixels"))
    lit = True
    port.set_lamp(lit)
    port.set_button_light(lit)
    await dialogue.pause_ms(_SHOW_MS)
    missing = list(BUTTONS)
    while missing:
        names = " ".join([BUTTON_NAMES[button].upper() for button in missing])
        keys = views.NO_KEYS if BACK in missing else dialogue.key_labels(seat, "", "", "", "leave")
        view = views.message_view(dialogue.localize(seat, "Press each button"), [names], keys, "buttons")
        dialogue.displays.show(seat, view)
        button = await dialogue.seat_press(seat, _PATIENCE_MS, repeats=False)
        if button is GONE or (button == BACK and BACK not in missing):
            break
        if button in missing:
            missing.remove(button)
    table = keeper.table
    port.set_lamp(table is not None and seat in table.riichi)
    port.set_button_light(not lit)
    verdict = "all well" if not missing and port.display_here else "faulty: tell the desk"
    dialogue.displays.show_note(seat, dialogue.localize(seat, verdict))
