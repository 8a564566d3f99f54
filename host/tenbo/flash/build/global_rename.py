"""Renames a module's global and imported names in its code, and leaves local names unchanged."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tenbo.flash.build.inline_constants import is_const

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    # Returns the replacement of a name, or of an attribute of a name; None if it stays unchanged.
    Instead = Callable[[str, str], "ast.expr | None"]
    # Returns the statements that replace an import.
    Imports = Callable[[ast.ImportFrom], "list[ast.stmt]"]
    Function = ast.FunctionDef | ast.AsyncFunctionDef
    Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def is_type_checking_only(statement: ast.stmt) -> bool:
    """Return whether a statement is for the type checker alone."""
    return isinstance(statement, ast.If) and isinstance(statement.test, ast.Constant) and not statement.test.value


def strip_docstring_and_types(tree: ast.Module) -> ast.Module:
    """Return a module without its docstring and without code for the type checker alone."""
    kept = [one for one in tree.body if not is_type_checking_only(one)]
    return ast.Module([one for one in kept if not isinstance(one, ast.Expr | ast.Pass)], [])


class BoundNames(ast.NodeVisitor):
    """Collects the names that a function or class binds, but not those that others within it bind."""

    def __init__(self, imported: Iterable[str]) -> None:
        self.names: set[str] = set()
        self._imported = imported

    def visit_FunctionDef(self, node: Function | ast.ClassDef) -> None:
        self.names.add(node.name)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Skip the names that are bound inside."""

    def visit_ListComp(self, node: Comprehension) -> None:
        self.names.update(one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr))

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.names.add(node.id)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.names.update(filter(None, [node.name]))
        self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom | ast.Import) -> None:
        named = {alias.asname or alias.name for alias in node.names}
        self.names |= named.difference(self._imported)

    visit_Import = visit_ImportFrom


class NameRewriter(ast.NodeTransformer):
    """Rewrites a module.

    `instead` returns the replacement of a name and its attribute, or an empty text. `imported` are the names
    that come from modules whose imports `imports` rewrites, also within functions. Afterwards `captured` has the new
    names that would have meant something of a function's own.
    """

    def __init__(self, instead: Instead, imports: Imports, imported: Iterable[str]) -> None:
        self._instead = instead
        self._imports = imports
        self._imported = set(imported)
        # The names that the functions and classes around a place bind, the innermost last.
        self._around: list[tuple[bool, set[str]]] = []
        self.captured: set[str] = set()

    def rewrite_statements(self, some: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Return the statements that replace others."""
        done: list[ast.stmt] = []
        for one in some:
            new = self.visit(one)
            done += new if isinstance(new, list) else [] if new is None else [new]
        return done

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._replaced_name(node, node.id, "", node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):
            new = self._replaced_name(node, node.value.id, node.attr, node.ctx)
            if new is not node:
                return new
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: Function) -> Function:
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        self._defaults(node.args)
        if not self._around:
            node.name = self._new_name(node.name)
        self._inside(node, is_class=False, bound=_arguments(node.args))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.bases = [self.visit(one) for one in node.bases]
        if not self._around:
            node.name = self._new_name(node.name)
        self._inside(node, is_class=True, bound=set())
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self._defaults(node.args)
        self._around.append((False, _arguments(node.args)))
        node.body = self.visit(node.body)
        self._around.pop()
        return node

    def visit_ListComp(self, node: Comprehension) -> Comprehension:
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        stored = [one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
        self._around.append((False, {one.id for one in stored}))
        for one in node.generators:
            if one is not first:
                one.iter = self.visit(one.iter)
            one.ifs = [self.visit(test) for test in one.ifs]
        if isinstance(node, ast.DictComp):
            node.key, node.value = self.visit(node.key), self.visit(node.value)
        else:
            node.elt = self.visit(node.elt)
        self._around.pop()
        return node

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node.args[0] if is_const(node) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
        return ast.copy_location(_formatted(node), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        if node.value is None:
            return None
        in_class = self._around and self._around[-1][0]
        target = node.target if in_class else self.visit(node.target)
        return ast.copy_location(ast.Assign([target], self.visit(node.value)), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        return self._imports(node)

    def visit_If(self, node: ast.If) -> ast.If | None:
        if is_type_checking_only(node):
            return None
        node.test = self.visit(node.test)
        node.body = self.rewrite_statements(node.body) or [ast.Pass()]
        node.orelse = self.rewrite_statements(node.orelse)
        return node

    def _inside(self, node: Function | ast.ClassDef, *, is_class: bool, bound: set[str]) -> None:
        """Rewrite the body of a function or class, which binds some names already."""
        finds = BoundNames(self._imported)
        for one in node.body:
            finds.visit(one)
        self._around.append((is_class, bound | finds.names))
        node.body = self.rewrite_statements(node.body) or [ast.Pass()]
        self._around.pop()

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(one) for one in arguments.defaults]
        arguments.kw_defaults = [one and self.visit(one) for one in arguments.kw_defaults]

    def _new_name(self, name: str) -> str:
        """Return the new name of a module's definition."""
        new = self._instead(name, "")
        return new.id if isinstance(new, ast.Name) else name

    def _replaced_name(self, node: ast.expr, name: str, asked: str, context: ast.expr_context) -> ast.expr:
        innermost = len(self._around) - 1
        for place, (is_class, names) in enumerate(self._around):
            # Names that a class binds are not visible in its functions.
            if name in names and (not is_class or place == innermost):
                return node
        new = self._instead(name, asked)
        if new is None:
            return node
        if isinstance(new, ast.Name):
            if new.id != name and any(new.id in names for _, names in self._around):
                self.captured.add(new.id)
            new.ctx = context
        return ast.copy_location(new, node)


def _formatted(node: ast.JoinedStr) -> ast.expr:
    """Return a text with values in it as MicroPython compiles it: Pythons write one with quotation marks unlike."""
    text = ""
    values: list[ast.expr] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += _literally(part.value)
        elif isinstance(part, ast.FormattedValue):
            spec = ast.literal_eval(part.format_spec.values[0]) if isinstance(part.format_spec, ast.JoinedStr) else ""
            conversion = f"!{chr(part.conversion)}" if part.conversion > 0 else ""
            if isinstance(part.value, ast.Constant) and not conversion and not spec:
                text += _literally(part.value.value)
            else:
                text += "{" + conversion + (f":{spec}" if spec else "") + "}"
                values.append(part.value)
    return ast.Call(ast.Attribute(ast.Constant(text), "format", ast.Load()), values, [])


def _literally(value: object) -> str:
    return str(value).replace("{", "{{").replace("}", "}}")


def _arguments(of: ast.arguments) -> set[str]:
    others = [one for one in (of.vararg, of.kwarg) if one is not None]
    return {one.arg for one in [*of.posonlyargs, *of.args, *of.kwonlyargs, *others]}
