"""Single changes of a Python file: what a slip of the fingers, or of the mind, would have written instead."""

from __future__ import annotations

import ast
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
WORDS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.And: "and",
    ast.Or: "or",
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
}
# A number above this is a length of time or an amount; one more of it is nothing that a person would see.
AMOUNT = 100
LONGEST_SHOWN = 90


class Mutation(NamedTuple):
    """One piece of a file, from byte to byte, and what stands there instead."""

    line: int
    start: int
    end: int
    text: str
    place: str
    words: str


def possible_mutations(source: str) -> list[Mutation]:
    r"""Return every single change of a file, in the order of the text.

    >>> [change.words for change in possible_mutations("def f(a, b):\n    return a < b and not b\n")]
    ['a < b and not b => None', 'a < b => a <= b', 'a < b => a >= b', 'a < b and not b => a < b or not b', 'not b => b']
    """
    visitor = _Changing(source)
    visitor.visit(ast.parse(source))
    return sorted(set(visitor.found), key=lambda change: (change.start, -change.end, change.text))


def mutated_source(source: str, change: Mutation) -> str:
    """Return the file with one change made."""
    data = source.encode()
    return (data[: change.start] + change.text.encode() + data[change.end :]).decode()


class _Changing(ast.NodeVisitor):
    """Walks a file and collects what could stand there instead."""

    def __init__(self, source: str) -> None:
        self.found: list[Mutation] = []
        self._data = source.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._place: list[str] = []
        self._path: list[ast.AST] = []
        self._last: set[ast.AST] = set()

    def visit(self, node: ast.AST) -> None:
        """Walk on, and remember in what a node stands."""
        self._path.append(node)
        super().visit(node)
        self._path.pop()

    # ------------------------------------------------------------ where something stands

    def _span(self, node: ast.AST) -> tuple[int, int]:
        start = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return start, end

    def _source(self, start: int, end: int) -> str:
        return self._data[start:end].decode()

    def _text(self, node: ast.AST) -> str:
        return self._source(*self._span(node))

    def _put(self, node: ast.AST, text: str, *, within: ast.AST | None = None) -> None:
        """Note that a node could be another text, shown within a larger one."""
        self._put_between(*self._span(node), text, within or node)

    def _put_between(self, start: int, end: int, text: str, within: ast.AST) -> None:
        first, last = self._span(within)
        before = self._source(first, last)
        after = self._source(first, start) + text + self._source(end, last)
        words = f"{_short(before)} => {_short(after)}"
        line = self._data.count(b"\n", 0, start) + 1
        self.found.append(Mutation(line, start, end, text, ".".join(self._place), words))

    def _operator(self, left: ast.expr, right: ast.expr, old: str, texts: tuple[str, ...], within: ast.AST) -> None:
        """Note that the word between two operands could be another."""
        after, before = self._span(left)[1], self._span(right)[0]
        gap = self._source(after, before)
        at = gap.find(old)
        for text in texts:
            if at >= 0:
                start = after + len(gap[:at].encode())
                self._put_between(start, start + len(old), text, within)

    # ------------------------------------------------------------ what is never changed

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Walk through a function, but not its annotations."""
        self._place.append(node.name)
        self._last.add(node.body[-1])  # without its `return None` a function returns nothing as well
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self._visit_body(node.body)
        self._place.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815 - the name that ast calls

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Walk through a class."""
        self._place.append(node.name)
        self._visit_body(node.body)
        self._place.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Walk through the value alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Pass over what only states what is known."""

    def visit_keyword(self, node: ast.keyword) -> None:
        """Pass over `strict=True`, which states what is known as well."""
        if node.arg != "strict":
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Pass over sentences for a person."""

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.visit(node)

    # ------------------------------------------------------------ statements

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leave out a call; a sentence that stands alone is a docstring."""
        if isinstance(node.value, ast.Constant):
            return
        self._put(node, "pass")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave out a refusal; its words are for a person."""
        self._put(node, "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        """Leave out what is noted in something that lasts."""
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets) and self._place:
            self._put(node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Leave it out, or count the other way."""
        self._put(node, "pass")
        old, new = WORDS.get(type(node.op)), OPERATORS.get(type(node.op))
        if old is not None and new is not None:
            self._operator(node.target, node.value, old + "=", (new + "=",), node)
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        """Leave it out."""
        self._put(node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        """Go on instead of ending."""
        self._put(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        """Do the rest of the loop's body as well."""
        self._put(node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        """Return nothing."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool)):
                self._put(node.value, "None")
            self.visit(node.value)
        elif self._place and node not in self._last:
            self._put(node, "pass")

    def visit_If(self, node: ast.If) -> None:
        """Take the other branch."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.visit(node.test)
        self._visit_body(node.body)
        self._visit_body(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        """Never begin, or not where it is said."""
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)
            self.visit(node.test)
        self._visit_body(node.body)

    # ------------------------------------------------------------ expressions

    def _negate(self, test: ast.expr) -> None:
        """Turn a condition round, where no smaller change does the same."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return
        self._put(test, f"(not ({self._text(test)}))")

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Take the other value."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Leave out a condition."""
        for test in node.ifs:
            self._put(test, "True")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Compare otherwise."""
        operands = [node.left, *node.comparators]
        for at, op in enumerate(node.ops):
            self._operator(operands[at], operands[at + 1], WORDS[type(op)], COMPARISONS[type(op)], node)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Say `or` for `and`, and the other way round."""
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right, old, (new,), node)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop a `not` or a sign."""
        if isinstance(node.op, ast.Not | ast.USub):
            self._put(node, self._text(node.operand))
        self.visit(node.operand)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Calculate otherwise; a sentence that is filled in is none of it."""
        if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return
        old, new = WORDS.get(type(node.op)), OPERATORS.get(type(node.op))
        if old is not None and new is not None:
            self._operator(node.left, node.right, old, (new,), node)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Say the other truth, or a number beside."""
        value = node.value
        # A number alone says little to a reader of the survivors.
        within = self._path[-2] if isinstance(self._path[-2], ast.expr) else node
        if isinstance(value, bool):
            self._put(node, str(not value), within=within)
        elif isinstance(value, int):
            for other in (value + value // 10,) if value >= AMOUNT else (value + 1, value - 1) if value else (1,):
                self._put(node, str(other), within=within)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
