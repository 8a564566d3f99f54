"""The table's settings: languages, sound, the last rule book, the displays' hours of light, the clock's speed.

The code that reads and writes the file is loaded only for that.
"""

from device.runtime.lazy_modules import call_and_unload


class Settings:
    """The settings as attributes by name; a setting that is unreadable on flash has its default."""

    def __init__(self) -> None:
        self.languages: "list[str]"
        self.silent: bool
        self.rules: str
        self.minutes: int
        self.lit_minutes: int
        self.mhz: int
        self.damaged = False
        call_and_unload("read_settings", self)

    def save(self) -> None:
        """Write all settings to a new file, then rename it, so that one file is always whole."""
        call_and_unload("write_settings", self)
