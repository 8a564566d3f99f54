"""The codes of the languages that pages and papers are written in."""

LANGUAGES = ("en", "de", "nl", "ja", "fr")
