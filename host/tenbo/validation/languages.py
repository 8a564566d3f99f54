"""The codes of the languages that pages and papers are written in.

Made by `python -m tools.generate language_list` from firmware/device/text/language.py; do not edit.
"""

LANGUAGES = ("en", "de", "nl", "ja", "fr", "it", "es", "pl", "ru", "zh", "ko")
