"""Updates the firmware of the board behind a port: writes, verifies and restarts it, and rolls back on failure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.flash import prompt_session
from tenbo.flash.build.files import firmware_files
from tenbo.flash.build.mpy_compile import compile_for_board
from tenbo.flash.file_install import set_clock_mhz
from tenbo.flash.rom_install import install, restore_previous
from tenbo_core.errors import Refused, StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenbo.devices.hello import Hello
    from tenbo.flash.file_install import FlashBoard
    from tenbo.flash.prompt_session import Admit

# The steps of an update, as they are reported.
TO_PROMPT, AS_SOURCE, WRITING, RESTARTING, PUTTING_BACK = "to_prompt", "as_source", "writing", "restarting", "back"


class Progress(NamedTuple):
    """The progress of an update: the step, the files done and in all, and the reason, if any."""

    what: str
    done: int = 0
    of: int = 0
    why: str = ""


class UpdateOptions(NamedTuple):
    """The options of an update: the previous firmware, modules as source if necessary, the processor's clock.

    `admit` proves to a table of a hall that this program may have it leave its firmware.
    """

    back: bool = False
    source: bool = False
    mhz: int | None = None
    admit: Admit | None = None


class UpdateResult(NamedTuple):
    """The result: the table's hello, whether it has the wanted firmware, and whether the old one was restored."""

    hello: Hello | None
    good: bool
    is_back: bool = False


def update(
    port: str, folder: Path, on_progress: Callable[[Progress], None], options: UpdateOptions | None = None
) -> UpdateResult:
    """Update the board behind a port to the firmware in a folder; roll back if it does not say hello afterwards."""
    options = options or UpdateOptions()
    prompt_session.refuse_simulated(port)
    on_progress(Progress(TO_PROMPT))
    _to_prompt(port, options.admit)
    with prompt_session.PromptSession(port) as at_prompt:
        try:
            written = (
                _put_back(at_prompt.board) if options.back else _install(at_prompt.board, folder, on_progress, options)
            )
            if options.mhz is not None:
                set_clock_mhz(at_prompt.board, options.mhz)
        except (Refused, StorageFault):
            # The board left its firmware for this: it continues with the firmware that it has.
            at_prompt.restart()
            raise
        at_prompt.restart()
    on_progress(Progress(RESTARTING, written, written))
    hello = _wait_for_hello(port)
    if hello is not None and (options.back or (hello.is_compatible and hello.warning() is None)):
        return UpdateResult(hello, good=True)
    if not written or options.back:
        return UpdateResult(hello, good=False)
    on_progress(Progress(PUTTING_BACK))
    _to_prompt(port, options.admit)
    with prompt_session.PromptSession(port) as at_prompt:
        restore_previous(at_prompt.board)
        at_prompt.restart()
    return UpdateResult(_wait_for_hello(port), good=False, is_back=True)


def _to_prompt(port: str, admit: Admit | None) -> None:
    """Have the board come to its prompt, where it is not there already."""
    if prompt_session.exit_to_prompt(port, admit) is not None:
        prompt_session.wait_for_port(port)


def _wait_for_hello(port: str) -> Hello | None:
    """Return the hello after a restart, or None."""
    prompt_session.wait_for_port(port)
    return prompt_session.read_hello(port, prompt_session.HELLO_MS)


def _install(board: FlashBoard, folder: Path, on_progress: Callable[[Progress], None], options: UpdateOptions) -> int:
    """Install the firmware, compiled; as source only when that is asked for, never in silence."""
    files, why_source = compile_for_board(board, firmware_files(folder))
    if why_source and not options.source:
        message = sentence(
            "not_written_as_source",
            "{why_source}: nothing was written, because uncompiled firmware takes 6 s instead of 2 to start "
            "and leaves less memory than a game needs; you can write it anyway (tenbo flash --source)",
            why_source=why_source,
        )
        raise Refused("not_installed", message, "board")
    if why_source:
        on_progress(Progress(AS_SOURCE, why=why_source))
    return install(board, files, lambda done, of: on_progress(Progress(WRITING, done, of)))


def _put_back(board: FlashBoard) -> int:
    """Put the earlier firmware back, and return that something was written."""
    restore_previous(board)
    return 1
