"""Shorten the names that only the firmware's own modules see: a board keeps every name it has ever read.

A name that stands in one module alone, and an argument that is never given by name, may be called like those of other
modules, so some fifty short names do for seven hundred long ones.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
from collections import Counter
from string import ascii_letters
from typing import NamedTuple

WORD = re.compile(r"\w+")
# What stands before a quotation mark says what kind of text follows, as `b` does: it is no name.
NAME = re.compile(r"\b\w+\b(?![\"'])")
# What the interpreter's objects, the chip's parts and the event loop are asked for, and the words of native code.
TYPES = (object, type, str, bytes, bytearray, memoryview, int, list, tuple, dict, set, range, BaseException, io.BytesIO)
PARTS = """
any blit cancel collect create_task deinit detach digest duty_u16 feed fill fill_rect freq gather getvalue hexdigest
hline init ioctl ipoll irq is_set line mount off on pixel poll rect read read_u16 readblocks readfrom_into
readfrom_mem_into readinto register run scan scroll seek set sleep sleep_ms start stat stop text unregister update value
vline wait write writeblocks writeto writevto native ptr ptr8 ptr16 ptr32 uint viper
"""
# What somebody at the prompt may ask a board for.
ASKED_FOR = ("VERSION", "FINGERPRINT")
BUILT_IN = {*dir(builtins), *[name for kind in TYPES for name in dir(kind)], *PARTS.split(), *ASKED_FOR}


class _Module(NamedTuple):
    """The words of a module: all; private names and arguments; public names that it makes, and those it only asks for.

    `fixed` are those that must stay, `bases` the modules that its classes come from.
    """

    words: set[str]
    able: set[str]
    made: set[str]
    asked: set[str]
    fixed: set[str]
    bases: set[str]


def shortened(files: dict[str, bytes]) -> dict[str, bytes]:
    r"""Return the files with short names in their modules.

    >>> files = {"a.py": b"class A:\n    def _grow(self, amount):\n        self.size += amount\n", "b.py": b"A().size"}
    >>> print(shortened(files)["a.py"].decode())
    class A:
        def _a(self, _b):
            self.size += _b
    <BLANKLINE>
    """
    try:
        modules = {path: _module(data.decode()) for path, data in files.items() if path.endswith(".py")}
    except SyntaxError:
        return files  # the compiler says which one is wrong, and where
    short = _short_names(modules)
    return {
        path: NAME.sub(lambda word: short.get(word[0], word[0]), data.decode()).encode() if path in modules else data
        for path, data in files.items()
    }


def _module(source: str) -> _Module:
    """Sort the words of a module."""
    tree = ast.parse(source)
    module = _Module(set(WORD.findall(source)), set(), set(), set(), set(), set())
    imported: dict[str, str] = {}
    # A text that is an expression of its own is a docstring, which nobody reads on a board.
    unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            module.able.add(node.arg)
        elif isinstance(node, ast.Attribute):
            _sort(node.attr, module, made=isinstance(node.ctx, ast.Store))
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            _sort(node.name, module)
        elif isinstance(node, ast.keyword):
            module.fixed.add(f"{node.arg}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in unread:
            module.fixed.update(WORD.findall(_text_of(node.value)))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module.fixed.update(WORD.findall(ast.unparse(node)))
            imported.update({alias.name: getattr(node, "module", "") for alias in node.names})
        if isinstance(node, ast.ClassDef):
            module.bases.update(imported.get(getattr(base, "id", ""), "") for base in node.bases)
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            _sort_globals(statement, module)
    return module


def _text_of(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")


def _sort(name: str, module: _Module, *, made: bool = True) -> None:
    if name.startswith("__") and name.endswith("__"):
        module.fixed.add(name)  # the language's own
    private = name.startswith("_") and not name.startswith("__")
    (module.able if private else module.made if made else module.asked).add(name)


def _sort_globals(statement: ast.Assign | ast.AnnAssign, module: _Module) -> None:
    """Sort the names that a module gives its values; constants stay, because the compiler makes numbers of them."""
    is_constant = isinstance(statement.value, ast.Call) and getattr(statement.value.func, "id", "") == "const"
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                if is_constant:
                    module.fixed.add(node.id)
                else:
                    _sort(node.id, module)


def _short_names(modules: dict[str, _Module]) -> dict[str, str]:
    """Return the short name of each name that may have one; names that meet in a module or an object differ."""
    fixed = {"self", "cls", "_", *BUILT_IN}.union(*[module.fixed for module in modules.values()])
    often = Counter(word for module in modules.values() for word in module.words)
    able = set().union(*[module.able for module in modules.values()])
    # Arguments of one module may be fields, methods or functions of another.
    able -= {name for module in modules.values() for name in module.made | module.asked}
    able = able.union(*[{name for name in module.made if often[name] == 1} for module in modules.values()]) - fixed
    meetings = [able & _words_of_objects(module, modules) for module in modules.values()]
    words = set().union(*[module.words for module in modules.values()])
    free = [name for name in _candidates() if name not in words]
    short: dict[str, str] = {}
    for name in sorted(able, key=lambda name: (-sum(name in meeting for meeting in meetings), name)):
        near = set().union(*[meeting for meeting in meetings if name in meeting])
        taken = {short[other] for other in near if other in short}
        short[name] = next(candidate for candidate in free if candidate not in taken)
    return short


def _words_of_objects(module: _Module, modules: dict[str, _Module]) -> set[str]:
    """Return the words of a module and of those whose classes it extends: their names meet in one object."""
    words = set(module.words)
    for base in filter(None, module.bases):
        for path, other in modules.items():
            if path.endswith(base.replace(".", "/") + ".py"):
                words |= _words_of_objects(other, modules)
    return words


def _candidates() -> list[str]:
    return [f"_{first}{second}" for second in ("", *ascii_letters) for first in ascii_letters]
