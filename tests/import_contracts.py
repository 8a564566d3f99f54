"""Contracts of import-linter for our rooms: everything that a room may import, and who may import what.

import-linter itself knows lists of what is forbidden, and such a list goes stale the day someone adds a
module.  Here what a contract does not name is an error.
"""

import ast
from pathlib import Path

from importlinter import Contract, ContractCheck, fields, output

# Stands for any module that is not ours.
ANY = "*"


class _Listed(Contract):
    """A contract that prints one line for each import that should not be."""

    def render_broken_contract(self, check):
        """Print one line for each import that should not be."""
        for line in check.metadata["wrong"]:
            output.print_error(line, bold=False)
        output.new_line()


class Room(_Listed):
    """The modules of `room` import the room itself, the packages of `ours` and modules of `others`."""

    room = fields.StringField()
    ours = fields.SetField(subfield=fields.StringField(), default=set())
    others = fields.SetField(subfield=fields.StringField(), default={ANY})

    def check(self, graph, verbose):
        """Collect the imports that the room does not name."""
        modules = sorted(module for module in graph.modules if _within(module, {self.room}))
        if not modules:
            return _result([f"there is no room {self.room}"])
        wrong = []
        for importer in modules:
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if not self._may_import(imported):
                    wrong.append(f"{importer} imports {imported} (line {_line(graph, importer, imported)})")
        return _result(wrong)

    def _may_import(self, imported):
        if _within(imported, set(self.session_options["root_packages"])):
            return _within(imported, {self.room} | self.ours)
        return ANY in self.others or _within(imported, self.others)


class Folder(_Listed):
    """The programs of a `folder` that is no package import each other, `others`, and of our rooms the `doors` alone.

    Those of the folders `beside` it are on its path, too.
    """

    folder = fields.StringField()
    beside = fields.SetField(subfield=fields.StringField(), default=set())
    doors = fields.SetField(subfield=fields.StringField(), default=set())
    others = fields.SetField(subfield=fields.StringField(), default={ANY})

    def check(self, graph, verbose):
        """Collect the imports that the folder does not name."""
        files = sorted(Path(self.folder).rglob("*.py"))
        if not files:
            return _result([f"there is no folder {self.folder}"])
        # What stands in the folder is found by its bare name: its modules and its packages.
        own = {part for file in files for part in file.relative_to(self.folder).with_suffix("").parts}
        own |= {file.stem for folder in self.beside for file in Path(folder).glob("*.py")}
        wrong = []
        for file in files:
            for imported, line in _imports_of(file):
                if not (_within(imported, own) or self._may_import(imported)):
                    wrong.append(f"{file} imports {imported} (line {line})")
        return _result(wrong)

    def _may_import(self, imported):
        if imported in self.doors:
            return True
        if _within(imported, set(self.session_options["root_packages"])):
            return False
        return ANY in self.others or _within(imported, self.others)


class Door(_Listed):
    """Only the modules of `doors`, and what is within them, import `modules`."""

    modules = fields.SetField(subfield=fields.StringField())
    doors = fields.SetField(subfield=fields.StringField())

    def check(self, graph, verbose):
        """Collect the imports by modules that are no door."""
        wrong = [
            f"{importer} imports {imported} (line {_line(graph, importer, imported)})"
            for imported in sorted(self.modules & graph.modules)
            for importer in sorted(graph.find_modules_that_directly_import(imported))
            if not _within(importer, self.doors)
        ]
        return _result(wrong)


def _result(wrong):
    return ContractCheck(kept=not wrong, metadata={"wrong": wrong})


def _line(graph, importer, imported):
    return graph.get_import_details(importer=importer, imported=imported)[0]["line_number"]


def _imports_of(file):
    """Yield every module that a file imports, and the line; `from a import b` counts as `a`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno


def _within(module, packages):
    return any(module == package or module.startswith(package + ".") for package in packages)
