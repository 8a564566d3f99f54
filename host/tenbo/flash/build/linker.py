"""Joins the modules that stay in a board's memory into few files: each file costs tables and a dictionary.

What one module imports from another of the same file, the two have in common then. First every module is rewritten for
itself, so that names may be shortened module by module; then those of a file are put behind one another.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from tenbo.flash.build import module_bundles
from tenbo.flash.build.dead_code_stripper import strip_repr, without_outgoing_messages
from tenbo.flash.build.files import MAIN
from tenbo.flash.build.global_rename import NameRewriter, strip_docstring_and_types
from tenbo.flash.build.inline_constants import assigned_name_and_value, constants_of
from tenbo.flash.build.qstr_order import QUICK_WEIGHT, NameUsage, qstr_prelude
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

# The names that the prompt may ask a board for, and the name by which the firmware is started.
EXPORTED_NAMES = ("VERSION", "FINGERPRINT", "main")
# A module and a name in it; without one, the module itself.
Place = tuple[str, str]


class LinkedFiles(NamedTuple):
    """The firmware's files, its modules rewritten; those of a joined file have that file's path before their own.

    `joined` are the paths of the modules of each such file, in order, `shared_names` the names that differ in each.
    """

    files: dict[str, bytes]
    joined: dict[str, list[str]]
    shared_names: list[set[str]]


class _Module:
    """A module: the names that it defines, and the origin of the firmware's names that it imports."""

    def __init__(self, path: str, source: bytes, ours: dict[str, str]) -> None:
        self.path = path
        self.name = module_bundles.module_name(path)
        self.tree = strip_docstring_and_types(ast.parse(source))
        self.own: set[str] = set()
        self.foreign: set[str] = set()
        self.imported: dict[str, Place] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                self._add_import(node, ours)
        for statement in self.tree.body:
            if isinstance(statement, ast.Import):
                self.foreign.update(alias.name for alias in statement.names)
            elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.own.add(statement.name)
            else:
                names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
                self.own.update(node.id for node in names if isinstance(node.ctx, ast.Store))

    def _add_import(self, node: ast.ImportFrom, ours: dict[str, str]) -> None:
        place = node.module or ""
        for alias in node.names:
            name = alias.asname or alias.name
            if f"{place}.{alias.name}" in ours:
                self.imported[name] = (f"{place}.{alias.name}", "")
            elif place in ours:
                self.imported[name] = (place, alias.name)
            elif node in self.tree.body:
                self.foreign.add(name)


def rewrite_modules(files: dict[str, bytes]) -> LinkedFiles:
    """Return the firmware with its modules rewritten for being joined; one that is not whole stays as it is."""
    files = without_outgoing_messages(files)
    ours = {module_bundles.module_name(path): path for path in files if path.endswith(".py") and path != MAIN}
    apart = {name: ast.parse(files[path]) for name, path in ours.items()}
    by_file = module_bundles.joined_modules({path: apart[name] for name, path in ours.items()})
    if not by_file:
        return LinkedFiles(files, {}, [])
    forced: set[Place] = set()
    words = {word for path in ours.values() for word in re.findall(r"\w+", files[path].decode())}
    while True:
        modules = {name: _Module(path, files[path], ours) for name, path in ours.items()}
        joining = _Linker(modules, by_file, forced, words)
        done = joining.rewrite_all_modules()
        if not joining.captured:
            break
        forced |= joining.captured
    others = {path: data for path, data in files.items() if path not in ours.values()}
    joined = {path: [f"{path}/{ours[name]}" for name in names] for path, names in by_file.items()}
    return LinkedFiles({**others, **done}, joined, joining.shared_names())


def link_files(parts: LinkedFiles, short: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files as they are compiled, from the rewritten modules with their names shortened."""
    members = {path for paths in parts.joined.values() for path in paths}
    done = {path: data for path, data in short.items() if path not in members}
    for path, paths in parts.joined.items():
        body: list[ast.stmt] = []
        imported = set()
        asked = NameUsage()
        for member in paths:
            tree = ast.parse(strip_repr(short[member].decode()))
            if member.removeprefix(f"{path}/") == module_bundles.TABLE:
                done[module_bundles.TABLE_FILE] = _extract_table(tree)
            asked.count_names_in(
                tree, QUICK_WEIGHT if member.removeprefix(f"{path}/") in module_bundles.HOT_MODULES else 1
            )
            for statement in tree.body:
                text = ast.unparse(statement)
                if not isinstance(statement, ast.Import | ast.ImportFrom) or text not in imported:
                    body.append(statement)
                    imported.add(text)
        done[path] = (qstr_prelude(asked) + ast.unparse(ast.Module(body, [])) + "\n").encode()
    return done


def _extract_table(tree: ast.Module) -> bytes:
    """Take the table of functions out of its module, which a board reads from a file instead."""
    (text,) = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and str(node.value).count("\n")]
    table, text.value = str(text.value), ""
    return table.encode()


class _Linker:
    """One try: `forced` are what needs a new name, because the old one means something else where it is asked for."""

    def __init__(
        self, modules: dict[str, _Module], by_file: dict[str, list[str]], forced: set[Place], words: set[str]
    ) -> None:
        self._modules = modules
        self._words = words
        self._by_file = by_file
        self._file_of = {name: path for path, names in by_file.items() for name in names}
        self._constants = {
            (name, word): value
            for name, module in modules.items()
            for word, value in constants_of(module.tree, EXPORTED_NAMES).items()
        }
        self._by_name = module_bundles.dynamically_imported(module.tree for module in modules.values())
        self._new = dict(self._new_names(forced))
        self.captured: set[Place] = set()

    def shared_names(self) -> list[set[str]]:
        """Return the names that the modules of each joined file make, or have from another one."""
        return [
            {
                self._new[place]
                for name in names
                for place in self._visible_in(self._modules[name])
                if place in self._new
            }
            for names in self._by_file.values()
        ]

    def _visible_in(self, module: _Module) -> Iterator[Place]:
        """Yield the names that a module defines, and those it imports, at their definition."""
        yield from ((module.name, word) for word in module.own)
        yield from (self._resolve_import(place) for place in module.imported.values() if place[1])

    def rewrite_all_modules(self) -> dict[str, bytes]:
        """Return every module."""
        done = {}
        for name, module in self._modules.items():
            path = self._file_of.get(name)
            text = ast.unparse(ast.Module(self._body(module), [])) + "\n"
            if path and name.rpartition(".")[2] in self._by_name:
                # An import by a text finds the joined file.
                text += f"import sys\nsys.modules[{name!r}] = sys.modules[{module_bundles.module_name(path)!r}]\n"
            done[f"{path}/{module.path}" if path else module.path] = text.encode()
        modules, asked = module_bundles.prompt_references()
        for name in modules:
            done[self._modules[name].path] = "".join(self._at_the_prompt(name, asked)).encode()
        return done

    def _at_the_prompt(self, name: str, asked: set[str]) -> Iterator[str]:
        """Yield the lines of a module that stands for one in a joined file before the program at the prompt."""
        file = module_bundles.module_name(self._file_of[name])
        for word in sorted(self._modules[name].own & asked):
            place = (name, word)
            if place in self._constants:
                yield f"{word} = {self._constants[place]!r}\n"
            else:
                new = self._new[place]
                yield f"from {file} import {new}\n" + (f"{word} = {new}\n" if new != word else "")

    def _new_names(self, forced: set[Place]) -> Iterator[tuple[Place, str]]:
        """Yield under which name each thing of a joined module is known in its file."""
        for names in self._by_file.values():
            made: defaultdict[str, list[str]] = defaultdict(list)
            for name in names:
                for word in sorted(self._modules[name].own):
                    if (name, word) not in self._constants:
                        made[word].append(name)
            foreign = set(dir(builtins)).union(*[self._modules[name].foreign for name in names])
            for word, makers in made.items():
                for name in makers:
                    new = word
                    # Code that imports a module by a text asks it for its members by their own names.
                    may_stay = len(makers) == 1 or name.rpartition(".")[2] in self._by_name
                    if not may_stay or word in foreign or (name, word) in forced:
                        new = f"{'_' * word.startswith('_')}{name.rpartition('.')[2]}_{word.strip('_')}"
                        while new in self._words:
                            new += "_"
                    yield (name, word), new

    def _body(self, module: _Module) -> list[ast.stmt]:
        """Return a module's statements, rewritten."""
        rewriting = NameRewriter(
            lambda name, asked: self._replacement(module, name, asked),
            lambda node: self._imports(module, node),
            module.imported,
        )
        kept = [
            one for one in module.tree.body if (module.name, assigned_name_and_value(one)[0]) not in self._constants
        ]
        body = rewriting.rewrite_statements(kept)
        if module.path == module_bundles.TABLE:
            for text in [node for node in ast.walk(ast.Module(body, [])) if isinstance(node, ast.Constant)]:
                text.value = module_bundles.rewrite_lazy_table(str(text.value), self._by_file)
        file = self._file_of.get(module.name)
        for place, new in self._new.items():
            if new in rewriting.captured and (self._file_of[place[0]] == file or place in module.imported.values()):
                self.captured.add(place)
        return body

    def _replacement(self, module: _Module, name: str, asked: str) -> ast.expr | None:
        """Return what stands for a name of a module, or for what is asked of it; None where both stay."""
        place = (module.name, name) if name in module.own else module.imported.get(name, ("", ""))
        if (place[1] and asked) or not place[0]:
            return None
        if asked:
            place = (place[0], asked)
        elif not place[1]:
            if self._file_of.get(place[0]) and self._file_of.get(place[0]) == self._file_of.get(module.name):
                message = f"{module.path} hands {name} on, but no module of its own is left of that: import what it has"
                raise StorageFault("damaged", message, module.path)
            return None
        place = self._resolve_import(place)
        if place in self._constants:
            return ast.Constant(self._constants[place])
        new = self._new.get(place)
        if new is None:
            return None
        if asked and self._file_of[place[0]] != self._file_of.get(module.name):
            return ast.Attribute(ast.Name(name, ast.Load()), new, ast.Load())
        return ast.Name(new, ast.Load())

    def _resolve_import(self, place: Place) -> Place:
        """Return the module that defines a name that another only imports."""
        while place[1] not in self._modules[place[0]].own and place[1] in self._modules[place[0]].imported:
            place = self._modules[place[0]].imported[place[1]]
        return place

    def _imports(self, module: _Module, node: ast.ImportFrom) -> list[ast.stmt]:
        """Return the imports that stand in place of one."""
        here = self._file_of.get(module.name)
        stay: list[ast.alias] = []
        others: defaultdict[str, list[ast.alias]] = defaultdict(list)
        for alias in node.names:
            place = module.imported.get(alias.asname or alias.name)
            if place is None:
                # The compiler knows `const` without an import.
                if (node.module, alias.name) != ("micropython", "const"):
                    stay.append(alias)
                continue
            made = self._resolve_import(place) if place[1] else place
            file = self._file_of.get(made[0])
            if made in self._constants or (file and file == here):
                continue
            if file is None:
                stay.append(alias)
            elif made[1]:
                others[module_bundles.module_name(file)].append(ast.alias(self._new[made]))
            else:
                package, _, last = module_bundles.module_name(file).rpartition(".")
                others[package].append(ast.alias(last, alias.asname or alias.name))
        imports = [ast.ImportFrom(node.module, stay, 0)] if stay else []
        return [*imports, *[ast.ImportFrom(place, names, 0) for place, names in others.items()]]
