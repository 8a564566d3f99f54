"""Third stage of a start: completes the table while its first picture is shown; unloaded afterwards."""

import asyncio
import gc

from micropython import const

from device.runtime import cooperative_import
from device.runtime.lazy_modules import can_load_module, load_function_in_steps, loaded_modules

if False:  # for the type checker alone, and gone when compiled
    from device.parts import App, Callable, Guard, Task, Work

# The interval of polling the ports: a later poll would lose a line that is longer than a port's buffer.
_PORTS_MS = const(20)
# Modules that bring names, and nothing else.
_NAMES = "device.names_{}"


async def complete(
    app: "App", guard: "Guard", drawn: "Callable[[], Work]", seconds: "Task", playing: "Callable[[], bool]"
) -> None:
    """Load and start the other parts of a table, a module at a time, and not while a picture is drawn.

    `drawn` waits for the pictures, `seconds` counts the seconds, `playing` returns whether a hand is running.
    """
    # What stays from here on is to lie close together.
    gc.collect()
    cooperative_import.enable_cooperative_import(app.poll_buttons)
    app.resident.add("device.runtime.cooperative_import")
    await _learn_names()
    before = loaded_modules() + ["device.boot.stage2"]
    for assemble in load_function_in_steps("later_parts"):
        await drawn()
        if assemble is not None:
            app.resident.update([name for name in loaded_modules() if name not in before])
            assemble(app)
        await asyncio.sleep_ms(0)
    # It has just been loaded, with the parts.
    from device.host.link import serve

    app.complete = True
    for name, work in (
        ("lights", app.lights.run),
        ("seconds", seconds),
        ("recovery", app.recovery.run),
    ):
        asyncio.create_task(guard(work(app.pulse.register(name))))
    asyncio.create_task(guard(serve(app.links, _PORTS_MS, app.pulse.register("ports"))))
    asyncio.create_task(guard(app.dimming.run(app.pulse.register("dimming"), playing)))
    asyncio.create_task(guard(app.buzzer.run()))
    asyncio.create_task(guard(app.idle.run()))
    asyncio.create_task(guard(app.background.run()))


async def _learn_names() -> None:
    """Read all names that the firmware will ever load, some at a time.

    MicroPython keeps a name for ever, where there is room when it is first read. So those of a dialogue, loaded
    within a game, would lie between what comes and goes, and no large piece would stay free there. `tenbo flash`
    makes modules that bring the names and do nothing; as source, names come as they come.
    """
    part = 0
    while can_load_module(_NAMES.format(part)):
        part += 1
        await asyncio.sleep_ms(0)
