"""Every sentence on the displays is there in every language, and says as much."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
LANGUAGES = ("de", "nl", "ja")
SPEAKERS = {"say", "tell_all", "_tell", "refuse"}
# Names of tones and keys of tables, which nobody reads.
NOT_SAID = {"warning", "start"}
# The same in a language as in English: left out of its table.
SAME = {
    "de": {"Noten", "Tenpai", "Chombo", "Riichi", "Name", "Nagashi mangan"},
    "nl": {
        "BACK noten",
        "Noten",
        "Riichi: tenpai",
        "Tenpai",
        "Chombo",
        "Riichi",
        "Nagashi mangan",
        "tsumo",
        "ron",
        "UP: nagashi",
        "uma",
        "oka",
    },
    "ja": {
        "Riichi: tenpai",
        "Tenpai",
        "Chombo",
        "Riichi",
        "Nagashi mangan",
        "tsumo",
        "ron",
        "UP: nagashi",
        "uma",
        "oka",
    },
}


def said() -> set[str]:
    """Give every text that the firmware says, as it stands in the code."""
    found = set()
    for path in sorted((FIRMWARE / "device").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                # A link says messages, whose name comes first; a talk says texts to a seat.
                if name in SPEAKERS and not (name == "say" and isinstance(node.args[0], ast.Constant)):
                    for argument in node.args:
                        found |= {
                            constant.value
                            for constant in ast.walk(argument)
                            if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
                        }
    for table in flow_tables():
        found |= table
    return {text for text in found - NOT_SAID if any(letter.isalpha() for letter in text)}


def flow_tables() -> list[set[str]]:
    """Give the texts of the tables in the flows, such as the name of each event: they are said by key."""
    found = []
    for path in sorted((FIRMWARE / "device/flows").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                values = [value.value for value in node.value.values if isinstance(value, ast.Constant)]
                found.append({value for value in values if isinstance(value, str)})
    return found


def briefs() -> set[str]:
    """Give the short reasons with which the core refuses a press."""
    found = set()
    for path in sorted((FIRMWARE / "lib/tenbo_core").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and len(node.args) == 4:
                found |= {node.args[3].value} if isinstance(node.args[3], ast.Constant) else set()
    return found


def words_of(language: str) -> dict[str, str]:
    """Give the table of a language."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        words: dict[str, str] = importlib.import_module(f"device.languages.{language}").WORDS
    finally:
        sys.path.remove(str(FIRMWARE))
    return words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_a_translation(language: str) -> None:
    """A player who reads Dutch must not find an English sentence in the middle of a dispute."""
    missing = (said() | briefs()) - set(words_of(language)) - SAME[language]
    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_places_of_the_original(language: str) -> None:
    """Numbers are put in their places; one too few would stop the table."""
    for english, words in words_of(language).items():
        assert words.count("{}") == english.count("{}"), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_uses_letters_that_the_font_has(language: str) -> None:
    """A letter that the font has not would be a question mark."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        letters = importlib.import_module("device.font_small").LETTERS
    finally:
        sys.path.remove(str(FIRMWARE))
    for words in words_of(language).values():
        assert set(words) <= set(letters)
