"""The words on the displays, by seat: English stands in the code, other languages beside it.

A language is a module of `device.languages` with WORDS, from the English text to its own; only the
languages in use are loaded.
"""

LANGUAGES = ("en", "de", "nl", "ja")
LANGUAGE_NAMES = ("English", "Deutsch", "Nederlands", "Nihongo")


class Words:
    """Which language each seat reads."""

    def __init__(self) -> None:
        self.languages = ["en"] * 4
        self._tables: "dict[str, dict[str, str]]" = {"en": {}}

    def speak(self, seat: int, language: str) -> None:
        """Set the language of a seat."""
        if language not in self._tables:
            name = "device.languages." + language
            __import__(name)
            module = __import__("sys").modules[name]
            self._tables[language] = module.WORDS
        self.languages[seat] = language

    def say(self, seat: int, text: str, *values: object) -> str:
        """Return a text in the language of a seat, with values in its places."""
        words = self._tables[self.languages[seat]].get(text, text)
        return words.format(*values) if values else words
