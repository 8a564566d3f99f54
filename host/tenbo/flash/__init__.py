"""Installs the firmware on a board: stages it beside the old one, verifies each file, switches, and can roll back."""

from tenbo.flash.bench import BenchDialogue, BenchOperator
from tenbo.flash.build.files import firmware_files
from tenbo.flash.build.mpy_compile import compile_files, compile_for_board
from tenbo.flash.file_install import FlashBoard, set_clock_mhz
from tenbo.flash.rom_install import install, restore_previous

__all__ = [
    "BenchDialogue",
    "BenchOperator",
    "FlashBoard",
    "compile_files",
    "compile_for_board",
    "firmware_files",
    "install",
    "restore_previous",
    "set_clock_mhz",
]
