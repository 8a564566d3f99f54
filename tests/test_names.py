"""Names: one word has one meaning, a module is a noun, a public class exists once."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from programs import ROOT

FOLDERS = ("host/tenbo", "firmware/device", "firmware/lib/tenbo_core")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "languages" not in path.parts)

# Words that meant several things at once: not to be given again to a module, a class or a function.
USED_UP = {"told", "keep", "look", "take", "way", "whoever", "patience", "in_words"}  # fmt: skip

# Words in -ed and -ing that are nouns of the trade or of the game.
NOUNS = {
    "formatting", "lettering", "pairing", "printing", "provisioning", "ranking", "rescoring", "scoring",
    "display_rendering", "declared_hand_scoring", "seating", "table_numbering",
    "game_timing", "journal_reading", "device_numbering",
}  # fmt: skip


def is_participle(name: str) -> bool:
    """Return whether a module's name is a participle or a preposition alone."""
    mood = r"\w+(ed|ing)|once|always|elsewhere|beside|shown|told|kept"
    return name not in NOUNS and re.fullmatch(mood, name.rsplit("_", 1)[-1]) is not None


@cache
def definitions(path: Path) -> list[tuple[str, str]]:
    """Return kind and name of everything that a module defines."""
    tree = ast.parse(path.read_text("utf-8"))
    kinds = {ast.ClassDef: "class", ast.FunctionDef: "function", ast.AsyncFunctionDef: "function"}
    return [(kinds[type(node)], node.name) for node in ast.walk(tree) if type(node) in kinds]  # type: ignore[attr-defined]


@pytest.mark.thorough("seconds of a processor")
def test_a_public_class_name_exists_once():
    """Two classes of one name are read as one."""
    names = Counter(name for path in MODULES for kind, name in definitions(path) if kind == "class" and name[0] != "_")
    shared = {name for name, count in names.items() if count > 1}
    assert shared == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_module_is_named_by_a_participle_alone(folder):
    """`told.py` says that something was told; a noun says what is in the file."""
    assert [path.stem for path in MODULES if path.is_relative_to(ROOT / folder) and is_participle(path.stem)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_name_is_a_used_up_word(folder):
    """A word with five meanings has none."""
    found = [
        (path.stem, name)
        for path in MODULES
        if path.is_relative_to(ROOT / folder)
        for _, name in [("module", path.stem), *definitions(path)]
        if name.strip("_") in USED_UP
    ]
    assert found == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_variable_is_a_used_up_word(folder):
    """A participle says what was done with a value, and not what it is."""
    found = [
        (path.name, name, node.lineno)
        for path in MODULES
        if path.is_relative_to(ROOT / folder)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (name := variable_of(node)) in USED_UP - {"way"}
    ]
    assert found == []


def variable_of(node: ast.AST) -> str:
    """Return the name that a node of a module gives to a variable or a parameter, or an empty text."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""


# Words of stories; a comment names who or what is meant: a player, the desk, a host, a caller, a test.
LITERARY = re.compile(r"\b(whoever|whomever|whatever|nobody|somebody|anybody|anew|amid)\b", re.IGNORECASE)


def prose_of(text: str) -> str:
    r"""Return the comments and docstrings of a module.

    >>> prose_of("'Whoever.'\nanew = 'nobody'  # amid")
    'Whoever.\n# amid'
    """
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join([*filter(None, docstrings), *(token.string for token in tokens if token.type == tokenize.COMMENT)])


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("folder", [*FOLDERS, "tools", "hardware/workshop"])
def test_no_comment_or_docstring_has_a_literary_pronoun(folder):
    """`whoever` is a player, a desk or a caller: say which. An example's own texts may be any."""
    texts = {path: path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py")}
    found = [
        (path.name, words)
        for path, text in texts.items()
        if LITERARY.search(text)
        and (words := LITERARY.findall(re.sub(r"`[^`]*`|^ *>>> .*$", "", prose_of(text), flags=re.MULTILINE)))
    ]
    assert found == []


def test_the_glossary_names_files_that_exist():
    """A glossary that points nowhere misleads."""
    page = (ROOT / "docs/dev/glossary.md").read_text("utf-8")
    roots = [ROOT / part for part in ("host/tenbo", "firmware", "firmware/lib")]
    named = re.findall(r"\| `([\w/.]+)` \|$", page, re.MULTILINE)
    assert len(named) >= 50
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []
