"""Put the firmware on a board: beside the old one first, checked file by file, then in its place, or back again."""

from tenbo.flash.bench import Bench, Person
from tenbo.flash.files import firmware_files
from tenbo.flash.install import FlashBoard
from tenbo.flash.modules import compiled, for_board
from tenbo.flash.rom import install, put_back
from tenbo.flash.speed import set_speed

__all__ = [
    "Bench",
    "FlashBoard",
    "Person",
    "compiled",
    "firmware_files",
    "for_board",
    "install",
    "put_back",
    "set_speed",
]
