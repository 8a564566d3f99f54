"""The words of the pages, a file for each language: the device's where it says the same, and the pages' own."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tenbo.validation.core_sentence_codes import CORE_SENTENCES
from tools.generate.generated_files import ROOT
from tools.generate.words import ORDER, device_translations, read_translations

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WEB = ROOT / "host/tenbo/web"
STATIC = WEB / "static"
LANGUAGES = WEB / "languages"
REFUSALS = LANGUAGES / "refusals"
RECOGNIZED = LANGUAGES / "recognized"
YAKU = ROOT / "host/tenbo/scoring/languages"
OWNS = (STATIC / "words", "*.json")
# What a page says, as its module writes it: say("Table {}", 3).
SAID = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"')
# What it says of a number of things: plural(3, "{} game", "{} games").
COUNTED = re.compile(r'\bplural\([^";]*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
# What makes a sentence with its code.
SENTENCES = ("sentence", "plural_sentence")
# A text, or its forms for a number of things.
Words = str | tuple[str, ...]


def page_texts(modules: Iterable[Path] | None = None) -> set[str]:
    """Return every text that some modules say in so many words, or all; a table of texts is not among them."""
    sources = _sources(modules)
    return {text.replace('\\"', '"') for source in sources for text in SAID.findall(source)} | set(
        page_plurals(modules)
    )


def page_plurals(modules: Iterable[Path] | None = None) -> dict[str, str]:
    """Return the texts for several things, under which a catalogue has its forms, with the English for one."""
    return {several: one for source in _sources(modules) for one, several in COUNTED.findall(source)}


def _sources(modules: Iterable[Path] | None) -> list[str]:
    modules = modules or [path for path in STATIC.rglob("*.js") if "lit-html" not in path.parts]
    return [path.read_text("utf-8") for path in modules]


def tablet_translations(language: str) -> dict[str, Words]:
    """Return the words of the table in a browser, which is loaded without all other pages' words."""
    said = page_texts([STATIC / "pages/tablet.js", STATIC / "words.js", *sorted((STATIC / "tablet").glob("*.js"))])
    return {text: own for text, own in page_translations(language).items() if text in said}


def page_translations(language: str) -> dict[str, Words]:
    """Return a language's words of the pages, from the English text to its own, in order."""
    # A page with many texts of its own has a folder for them.
    own = _read(
        path for path in LANGUAGES.rglob(f"{language}.py") if not {REFUSALS, RECOGNIZED}.intersection(path.parents)
    )
    device = device_translations(language)
    # The device writes Japanese in Latin letters; a browser need not.
    if language == "ja":
        return dict(sorted(own.items()))
    shared: dict[str, Words] = {text: device[text] for text in page_texts() if text in device}
    # A display tells one from several and no more.
    for several, one in page_plurals().items():
        if several in shared and one in device:
            shared[several] = (device[one], device[several])
    return dict(sorted({**shared, **own}.items()))


def refusal_templates(language: str) -> dict[str, Words]:
    """Return a language's template of each code, or its forms for a number of things, in order."""
    return dict(sorted(_read(REFUSALS.rglob(f"{language}.py")).items()))


def identifier_translations(language: str) -> dict[str, str]:
    """Return a language's words of identifiers within refusals, such as kinds of events, in order."""
    return dict(sorted(_read([RECOGNIZED / f"{language}.py"]).items()))


def yaku_meanings(language: str) -> dict[str, str]:
    """Return what each yaku means in a language, by the name that the pages show; Japanese has the kanji."""
    meanings = read_translations(YAKU / f"{language}.py") if language != "ja" else {}
    return {name.replace("_", " "): meaning for name, meaning in meanings.items()}


@cache
def english_templates() -> dict[str, str]:
    """Return the English template of each code, of the host and of its table of the core; a code has one."""
    found = {**CORE_SENTENCES}
    for path in sorted((ROOT / "host/tenbo").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SENTENCES:
                # Of a number of things the template for several, behind the code, the number and that for one.
                code, template = (ast.literal_eval(node.args[place]) for place in (0, -1))
                if found.setdefault(code, template) != template:
                    raise ValueError(f"{code} has two templates: {found[code]!r} and {template!r}")
    return found


@cache
def codes_with_plurals() -> dict[str, str]:
    """Return the codes of the sentences about a number of things, with the English template for one."""
    return {
        ast.literal_eval(node.args[0]): ast.literal_eval(node.args[2])
        for path in sorted((ROOT / "host/tenbo").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == SENTENCES[1]
    }


def _read(paths: Iterable[Path]) -> dict[str, Any]:
    return {text: words for path in sorted(paths) for text, words in read_translations(path).items()}


def files() -> dict[Path, bytes]:
    """Return one file for each language, and one for the table in a browser."""
    pages = {
        STATIC / f"words/{language}.json": _as_json(
            {
                "words": page_translations(language),
                "refusals": {
                    code: [
                        english_templates()[code],
                        own,
                        *([codes_with_plurals()[code]] if code in codes_with_plurals() else []),
                    ]
                    for code, own in refusal_templates(language).items()
                },
                "recognized": identifier_translations(language),
                "yaku": yaku_meanings(language),
            }
        )
        for language in ORDER
    }
    tablets = {
        STATIC / f"words/tablet-{language}.json": _as_json(
            {"words": tablet_translations(language), "refusals": {}, "recognized": {}, "yaku": {}}
        )
        for language in ORDER
    }
    return pages | tablets


def _as_json(words: dict[str, object]) -> bytes:
    return (json.dumps(words, ensure_ascii=False, indent=0) + "\n").encode()
