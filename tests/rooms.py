"""An import-linter contract: a room and everything it may import.

import-linter itself knows lists of what is forbidden, and such a list goes stale the day
somebody adds a module.  Here what a room does not name is an error.
"""

from importlinter import Contract, ContractCheck, fields, output

# Stands for any module that is not ours.
ANY = "*"


class Room(Contract):
    """The modules of `room` import the room itself, the packages of `ours` and modules of `others`."""

    room = fields.StringField()
    ours = fields.SetField(subfield=fields.StringField(), default=set())
    others = fields.SetField(subfield=fields.StringField(), default={ANY})

    def check(self, graph, verbose):
        """Collect the imports that the room does not name."""
        modules = sorted(module for module in graph.modules if _within(module, {self.room}))
        if not modules:
            return ContractCheck(kept=False, metadata={"wrong": [f"there is no room {self.room}"]})
        wrong = []
        for importer in modules:
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if not self._may_import(imported):
                    line = graph.get_import_details(importer=importer, imported=imported)[0]["line_number"]
                    wrong.append(f"{importer} imports {imported} (line {line})")
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def _may_import(self, imported):
        if _within(imported, set(self.session_options["root_packages"])):
            return _within(imported, {self.room} | self.ours)
        return ANY in self.others or _within(imported, self.others)

    def render_broken_contract(self, check):
        """Print one line for each import that should not be."""
        for line in check.metadata["wrong"]:
            output.print_error(line, bold=False)
        output.new_line()


def _within(module, packages):
    return any(module == package or module.startswith(package + ".") for package in packages)
