"""Marks in a copy of the tree: each block of the code that may be changed says that it was reached.

A block is the body of a function, of a branch or of a loop. On the computer a mark is a byte in a file that all
processes share; on MicroPython the file is written when a block is reached for the first time. The firmware's own
modules have one mark for each function: it has little memory.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

MODULE = "firmware/lib/tenbo_core/reached.py"
NAME = "_reached"
# Everything that runs on the device besides the core has marks at functions alone.
SPARSE = "firmware/device/"

SOURCE = '''"""Where the marks are kept."""

import sys

if sys.implementation.name == "cpython":
    import mmap

    with open({path!r}, "r+b") as _file:
        _reached = mmap.mmap(_file.fileno(), 0)
else:

    class _Marks:
        def __init__(self):
            self.seen = bytearray({size})

        def __setitem__(self, at, value):
            if not self.seen[at]:
                self.seen[at] = 1
                with open({path!r}, "r+b") as file:
                    file.seek(at)
                    file.write(b"\\1")

    _reached = _Marks()
'''


class CodeBlock(NamedTuple):
    """Some lines of a file that are reached together: the function, and which one of it."""

    file: str
    place: str
    number: int
    first: int
    last: int

    @property
    def key(self) -> str:
        """Return what the block is called as long as its function keeps its form."""
        return f"{self.file}|{self.place}|{self.number}"


def blocks(file: str, source: str) -> list[CodeBlock]:
    r"""Return the blocks of a file in the order of their marks.

    >>> [block[2:] for block in blocks("a.py", "def f(a):\n    if a:\n        return 1\n    return 2\n")]
    [(0, 1, 4), (1, 3, 3)]
    """
    marking = _Marking(file, 0, sparse=file.startswith(SPARSE))
    marking.visit(ast.parse(source))
    return marking.found


def innermost_block(found: list[CodeBlock], line: int) -> CodeBlock | None:
    """Return the smallest block that a line is in."""
    around = [block for block in found if block.first <= line <= block.last]
    return min(around, key=lambda block: (block.last - block.first, -block.number), default=None)


def names_used_at_import(source: str) -> set[str]:
    r"""Return the names that a file uses outside of functions: what they stand for runs when it is imported.

    >>> sorted(names_used_at_import("A = f(1)\ndef f(a):\n    return g(a)\ndef g(a): return a\n"))
    ['f']
    """
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.If)
    outside = [node for node in ast.parse(source).body if not isinstance(node, functions)]
    calls = [one for node in outside for one in ast.walk(node) if isinstance(one, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def insert_marks(tree: Path, files: list[str], marks: Path) -> list[CodeBlock]:
    """Write marks into the files of a copy; return the blocks in the order of the marks."""
    found: list[CodeBlock] = []
    for file in files:
        path = tree / file
        parsed = ast.parse(path.read_text("utf-8"))
        marking = _Marking(file, len(found), sparse=file.startswith(SPARSE))
        marked = marking.visit(parsed)
        if marking.found:
            marked.body.insert(_after_the_opening(marked.body), _import())
            path.write_text(ast.unparse(ast.fix_missing_locations(marked)) + "\n", "utf-8")
        found += marking.found
    marks.write_bytes(bytes(len(found)))
    (tree / MODULE).write_text(SOURCE.format(path=str(marks), size=len(found)), "utf-8")
    return found


def _import() -> ast.stmt:
    return ast.parse(f"from tenbo_core.reached import {NAME}").body[0]


def _after_the_opening(body: list[ast.stmt]) -> int:
    """Return the first place after the docstring and what is imported from the future."""
    at = 1 if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else 0
    while at < len(body):
        node = body[at]
        if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        at += 1
    return at


class _Marking(ast.NodeTransformer):
    """Puts a mark into every block."""

    def __init__(self, file: str, begun: int, *, sparse: bool) -> None:
        self.found: list[CodeBlock] = []
        self._file = file
        self._begun = begun
        self._sparse = sparse
        self._place: list[str] = []
        self._numbers: dict[str, int] = {}
        self._within = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Mark a function, unless it becomes instructions of the chip, which know no such thing."""
        if any("micropython" in ast.unparse(decorator) for decorator in node.decorator_list):
            return node
        self._place.append(node.name)
        self._within += 1
        node.body = self._marked(node.body, node.lineno, node.end_lineno or 0, function=True)
        self._within -= 1
        self._place.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815 - the name that ast calls

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Walk through a class."""
        self._place.append(node.name)
        self.generic_visit(node)
        self._place.pop()
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Mark both branches."""
        return self._branches(node)

    visit_For = visit_While = visit_If  # type: ignore[assignment]  # noqa: N815 - as above

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        """Mark what happens after an error."""
        if self._within:
            node.body = self._marked(node.body, node.body[0].lineno, node.body[-1].end_lineno or 0)
        return node

    def _branches(self, node: ast.If | ast.For | ast.While) -> ast.AST:
        if not self._within:
            return node
        node.body = self._marked(node.body, node.body[0].lineno, node.body[-1].end_lineno or 0)
        if node.orelse:
            node.orelse = self._marked(node.orelse, node.orelse[0].lineno, node.orelse[-1].end_lineno or 0)
        return node

    def _marked(self, body: list[ast.stmt], first: int, last: int, *, function: bool = False) -> list[ast.stmt]:
        mark = []
        if function or not self._sparse:
            place = ".".join(self._place)
            number = self._numbers.get(place, 0)
            self._numbers[place] = number + 1
            mark = ast.parse(f"{NAME}[{self._begun + len(self.found)}] = 1").body
            self.found.append(CodeBlock(self._file, place, number, first, last))
        body = [self.visit(node) for node in body]
        opening = 1 if function and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else 0
        return [*body[:opening], *mark, *body[opening:]]
