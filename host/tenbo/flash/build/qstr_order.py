"""Orders the names of a joined file by use: the most used ones get the numbers that take one byte.

The compiler numbers the names of a file as they come, and writes the number wherever an instruction asks for a name.
Of the built-in names a file keeps its own where it asks for them often: the interpreter looks into the file first, and
in a dictionary that is nearly full it takes a hundred looks to see that something is not there.
"""

from __future__ import annotations

import ast
import builtins
import keyword
from collections import Counter
from typing import TYPE_CHECKING

from tenbo.flash.build.global_rename import BoundNames

if TYPE_CHECKING:
    from collections.abc import Iterable

    Function = ast.FunctionDef | ast.AsyncFunctionDef
    Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

# A number of more than seven bits takes two bytes; some are the compiler's own.
FIRST_NUMBERS = 124
# The weight of code that players wait for, and the factor for code in a loop.
QUICK_WEIGHT, LOOP_WEIGHT = 4, 3
# A built-in name with this number of uses is kept.
OFTEN = 8
# The compiler makes a name of a text of one word up to this length.
LONGEST_WORD = 10


class NameUsage(ast.NodeVisitor):
    r"""Counts the names that the instructions of functions ask for; code that runs once at the import is not counted.

    >>> asked = NameUsage()
    >>> asked.count_names_in(ast.parse("def grow(self, by):\n    a = by.size + len(by)\n    return a"), 1)
    >>> sorted(asked.counts.items()), asked.outside
    ([('by', 1), ('grow', 1), ('len', 1), ('self', 1), ('size', 1)], Counter({'len': 1}))
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        # Of these the names of what is outside of the functions.
        self.outside: Counter[str] = Counter()
        self._weight = 1
        # The names that the functions around a place bind.
        self._around: list[set[str]] = []

    def count_names_in(self, tree: ast.AST, weight: int) -> None:
        """Count the names in a tree with this weight."""
        self._weight = weight
        self.visit(tree)

    def _count(self, name: str) -> None:
        if self._around:
            self.counts[name] += self._weight

    def visit_FunctionDef(self, node: Function) -> None:
        named = [one.arg for one in [*node.args.args, *node.args.kwonlyargs]]
        # They stand in the head of the function, which nothing reads when it is called.
        self.counts.update([node.name, *named])
        finds = BoundNames(())
        for statement in node.body:
            finds.visit(statement)
        weight, self._weight = self._weight, QUICK_WEIGHT if self._weight >= QUICK_WEIGHT else 1
        self._around.append({*named, *finds.names})
        for statement in node.body:
            self.visit(statement)
        self._around.pop()
        self._weight = weight

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._around.append({one.arg for one in node.args.args})
        self.visit(node.body)
        self._around.pop()

    def visit_ListComp(self, node: Comprehension) -> None:
        stored = [one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
        self._around.append({one.id for one in stored})
        self.visit_For(node)
        self._around.pop()

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_For(self, node: ast.AST) -> None:
        weight = self._weight
        if weight >= QUICK_WEIGHT:
            self._weight *= LOOP_WEIGHT
        self.generic_visit(node)
        self._weight = weight

    visit_AsyncFor = visit_While = visit_For

    def visit_Name(self, node: ast.Name) -> None:
        if not any(node.id in bound for bound in self._around):
            self._count(node.id)
            self.outside[node.id] += 1 if self._around else 0

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._count(node.attr)
        self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        self._count(f"{node.arg}")
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and node.value.isidentifier() and len(node.value) <= LONGEST_WORD:
            self._count(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.target)
            self.visit(node.value)


def qstr_prelude(asked: NameUsage) -> str:
    r"""Return the lines with which a file begins: the first do nothing, but bring its names before the compiler.

    >>> asked = NameUsage()
    >>> asked.count_names_in(ast.parse("def grow(by):\n    return " + "+".join(["len(by.size)"] * 9)), 1)
    >>> qstr_prelude(asked)
    'if not __name__:\n    len.size.grow.by\nlen = len\n'
    """
    names = [name for name, _ in asked.counts.most_common() if not keyword.iskeyword(name)]
    first = ".".join(names[:FIRST_NUMBERS])
    kept = [name for name in _built_in(asked.outside) if asked.outside[name] >= OFTEN]
    return "".join([f"if not __name__:\n    {first}\n" if first else "", *[f"{name} = {name}\n" for name in kept]])


def _built_in(names: Iterable[str]) -> list[str]:
    return sorted(set(names) & set(dir(builtins)))
