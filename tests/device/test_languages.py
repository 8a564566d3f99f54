"""Every sentence on the displays is there in every language, and says as much."""

from __future__ import annotations

import ast
import importlib
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from display_text import LETTERS
from players import players

from compiled_firmware import compiled_firmware
from device.flows.win_value_choices import LIMIT_NAMES
from tools.generate.words import ORDER, glyph_columns_of

FIRMWARE = Path(__file__).parents[2] / "firmware"
SPEAKERS = {"localize", "show_note_everywhere", "_alert", "show_note_at", "key_labels"}
# Names of tones and keys of tables, which no one reads.
NOT_SAID = {"warning", "start"}
# The terms that every language with Latin letters has as English writes them, and the sign of a second.
LATIN_TERMS = {"{} han", "{} han {} fu", "13+ han", "{} honba", "{} s", "Yakuman", "{}x Yakuman", *LIMIT_NAMES}
OTHER_LETTERS = {"ja", "ko", "ru", "zh"}


def said() -> set[str]:
    """Return every text that the firmware says, as the code has it."""
    found = set()
    for path in sorted((FIRMWARE / "device").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                # A link says messages, whose name comes first; a talk says texts to a seat.
                if name in SPEAKERS and not (name == "localize" and isinstance(node.args[0], ast.Constant)):
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
    """Return the texts of the tables in the flows, such as the name of each event: they are said by key."""
    found = []
    for path in sorted((FIRMWARE / "device/flows").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                values = [value.value for value in node.value.values if isinstance(value, ast.Constant)]
                found.append({value for value in values if isinstance(value, str)})
    return found


def briefs() -> set[str]:
    """Return the short reasons with which the core refuses a press."""
    found = set()
    for path in sorted((FIRMWARE / "lib/tenbo_core").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and len(node.args) == 4:
                found |= {node.args[3].value} if isinstance(node.args[3], ast.Constant) else set()
    return found


def answers() -> set[str]:
    """Return the sentences that a function of the device gives back for someone else to say."""
    found = set()
    for path in sorted((FIRMWARE / "device").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and " " in str(node.value.value):
                found.add(node.value.value)
    return found


def words_of(language: str) -> dict[str, str]:
    """Return the table of a language."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        words: dict[str, str] = importlib.import_module(f"languages.{language}").WORDS
    finally:
        sys.path.remove(str(FIRMWARE))
    return words


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("language", ORDER)
def test_every_sentence_has_a_translation(language: str) -> None:
    """A player who reads Dutch must not find an English sentence in the middle of a dispute."""
    same = importlib.import_module(f"wording.{language}").SAME | (
        LATIN_TERMS if language not in OTHER_LETTERS else set()
    )
    assert (said() | briefs() | answers() | LATIN_TERMS) - set(words_of(language)) - same == set()


@pytest.mark.parametrize("language", sorted(OTHER_LETTERS))
def test_only_keys_and_names_stand_in_latin_letters_among_other_ones(language: str) -> None:
    """Neither "han" in a Russian sentence nor "s" behind Chinese seconds; RIICHI is a key, and Japanese writes PC."""
    words = {english: re.sub(r"RIICHI|OK|UP|DOWN|BACK|PC|\{\}", "", own) for english, own in words_of(language).items()}
    assert {english: own for english, own in words.items() if re.search("[A-Za-z]", own) and english != "ÄÖÜ"} == {}
    assert importlib.import_module(f"wording.{language}").SAME <= {"ÄÖÜ"}


@pytest.mark.parametrize("language", ORDER)
def test_a_translation_has_the_places_of_the_original(language: str) -> None:
    """Numbers are put in their places; one too few would stop the table."""
    for english, words in words_of(language).items():
        assert words.count("{}") == english.count("{}"), english


@pytest.mark.parametrize("language", ORDER)
def test_a_translation_uses_letters_that_the_font_has(language: str) -> None:
    """A letter that the font has not would be a question mark."""
    for words in words_of(language).values():
        assert set(words) <= set(LETTERS)


def test_the_device_finds_every_text_in_its_file_and_keeps_few_of_them() -> None:
    """As modules, four languages would take an eighth of the memory; what is not in the file is said in English."""
    words = importlib.import_module("device.text.language").SeatLanguages()
    for language in ORDER:
        words.set_language(2, language)
        for english, translated in words_of(language).items():
            assert words.localize(2, english) == translated
            assert words.localize(2, english) == translated
            assert words.localize(1, english) == english
            assert len(words._known) <= 32
        assert words.localize(2, "Anna and Ben") == "Anna and Ben"
        assert words.localize(2, "{} han", 3) == words_of(language).get("{} han", "{} han").format(3)
    words.set_language(2, "en")
    assert words._files == {}


# English texts that mean the same, in one place or another; all others have a translation of their own.
ALIKE = (
    {"Clock stopped", "session stopped"},
    {"taken back", "undo"},
    {"Dice", "hand"},
    {"Penalty", "penalty", "pen"},
    {"Riichi taken back", "riichi taken back", "riichi_void"},
    {"Win", "win", "You win"},
    {"Lateness", "late"},
    {"Draw", "draw"},
    {"My name", "Name"},
    {"Dead hand", "dead hand until the end"},
    {"Noten", "noten"},
    {"Tenpai", "tenpai"},
    {"Riichi", "riichi"},
    {"Chombo", "chombo"},
    {"dead hand: no riichi", "not with a dead hand"},
    {"no game is running", "no game yet"},
    {"{} hand", "{} hands"},
)


@pytest.mark.parametrize("language", ORDER)
def test_what_differs_in_english_differs_in_every_language(language: str) -> None:
    """Ending a game, being asked whether to, and its being over are not one word."""
    words = words_of(language)
    by_translation: dict[str, set[str]] = {}
    for english, translated in words.items():
        by_translation.setdefault(translated.casefold(), set()).add(english)
    mixed = [alike for alike in by_translation.values() if len(alike) > 1 and not any(alike <= same for same in ALIKE)]
    assert mixed == []


def test_whoever_reads_another_language_is_refused_in_it_with_its_ordinals() -> None:
    """No English sentence, number of a seat or place comes through: not where a book or a hand forbids it either."""
    with players("ema-2016") as people:
        people.set_up(1, "My language", "Deutsch")
        people.press("dice, 1 back, 1 down, 1 down, 1 ok, 1 ok")
        for script, said in (
            ("1 riichi", "tote Hand: kein Riichi"),
            ("1 ok", "tote Hand: kein Gewinn"),
            ("1 back, 1 down, 1 down, 1 ok, 1 ok", "Hand ist schon tot"),
            ("dice", "eine Hand läuft schon"),
        ):
            people.press(script)
            assert people.view(1)["lines"][-1] == said
        assert people.view(1)["lines"][0].startswith("1.  E1")
        people.asker.ask("do", "session", 4, 1)
        people.virtual.wait(2000)
        assert people.view(1)["clock"] == "2 Hände"
        assert people.view(0)["clock"] == "2 hands"


def test_what_a_book_asks_for_is_said_with_its_own_number() -> None:
    """A riichi may need other points than a thousand."""
    with players(begin=False) as people:
        people.set_up(0, "My language", "Nederlands")
        people.begin("austria", scores=[1900, 32100, 33000, 33000], set=[["riichi_needs", 2000]])
        people.press("dice, 0 riichi")
        people.virtual.wait(100)
        assert "riichi kost 2000" in people.view(0)["lines"]


def test_a_seat_whose_language_has_no_file_of_words_is_spoken_to_in_english(tmp_path: Path) -> None:
    """A board may have another firmware's files: no display is dark, and the others keep their languages."""
    firmware = tmp_path / "firmware"
    shutil.copytree(compiled_firmware(), firmware)
    (firmware / "device/words.de.bin").unlink()
    (firmware / "device/words.fr.bin").write_bytes(b"")
    with players(begin=False, firmware=firmware) as people:
        for seat, language in ((0, "Nederlands"), (1, "Deutsch"), (2, "Français")):
            people.set_up(seat, "My language", language)
        said = [people.view(seat)["lines"][-1] for seat in range(4)]
    assert said == [words_of("nl")["hold BACK to set up"], *["hold BACK to set up"] * 3]


def test_seats_of_three_languages_with_signs_read_them_at_once_and_give_the_memory_back() -> None:
    """Japanese, Chinese and Korean, more signs than are kept; a sign that none has is no other one's."""
    blitter = importlib.import_module("device.text.blitter")
    words = importlib.import_module("device.text.language").SeatLanguages()
    try:
        words.set_language(0, "ja")
        words.set_language(1, "zh")
        words.set_language(2, "ko")
        for _ in range(2):
            for language in ("ja", "zh", "ko"):
                signs = glyph_columns_of(language)
                written = {sign: _written(blitter, sign) for sign in signs}
                assert {sign: _written(blitter, sign * 2)[:7] for sign in signs} == written
                for text in [text for text in words_of(language).values() if blitter.width(text) <= 128]:
                    columns = [written[letter] if letter in signs else _written(blitter, letter) for letter in text]
                    assert _written(blitter, text) == b"\0".join(columns)
                assert written == signs
        assert len(blitter._signs) == 128 * 9
        assert _written(blitter, "鷲").strip(b"\0") == _written(blitter, "?").strip(b"\0")
        words.set_language(0, "en")
        assert _written(blitter, "东") == glyph_columns_of("zh")["东"]
        words.set_language(1, "de")
        words.set_language(2, "de")
        assert (len(blitter._signs), _written(blitter, "东")) == (0, _written(blitter, "?"))
    finally:
        importlib.import_module("display_text").read_all_signs()


def _written(blitter: ModuleType, text: str) -> bytes:
    """Return the columns of a text on one page, without the gap behind it."""
    frame = bytearray(1024)
    return bytes(frame[: blitter.write_small(frame, 0, 0, text)])


def test_a_board_without_the_file_of_a_language_says_everything_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words and signs come in one file: there are no words of which only question marks are seen."""
    module = importlib.import_module("device.text.language")
    monkeypatch.setattr(module.SeatLanguages, "open_words", lambda *_: None)
    words = module.SeatLanguages()
    try:
        words.set_language(0, "ja")
        assert (words.localize(0, "yes"), words.read_sign("立".encode())) == ("yes", b"")
    finally:
        importlib.import_module("display_text").read_all_signs()
