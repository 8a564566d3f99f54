"""Shortens the names that only the firmware's own modules use: a board keeps every name it has ever read.

Names that never meet, because no module has both, may be called alike: some two hundred short names do for a thousand
long ones. What stands in a text stays, for it may be asked for by that text.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
from string import ascii_letters
from typing import TYPE_CHECKING, NamedTuple

from tenbo.flash.build.linker import EXPORTED_NAMES, rewrite_modules
from tenbo.flash.build.module_bundles import prompt_references

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

WORD = re.compile(r"\w+")
# Where in a module a fault was: all before the function, the module, the line or nothing, the function.
TRACEBACK_LINE = re.compile(r'(File "(\w+)")((?:, line \d+)?, in )(\w+)')
# A prefix of a text literal, for example `b`, is no name.
NAME = re.compile(r"\b\w+\b(?![\"'])")
# What the interpreter's objects, the chip's parts and the event loop are asked for, and the words of native code.
TYPES = (
    object,
    type,
    str,
    bytes,
    bytearray,
    memoryview,
    int,
    list,
    tuple,
    dict,
    set,
    range,
    BaseException,
    io.BytesIO,
    io.TextIOWrapper,
)
PARTS = """
any blit cancel collect create_task deinit detach digest duty_u16 feed fill fill_rect freq gather getvalue hexdigest
hline init ioctl ipoll irq is_set line mount off on pixel poll rect read read_u16 readblocks readfrom_into
readfrom_mem_into readinto register reset_cause run scan scroll seek set sleep sleep_ms start stat stop text unique_id
unregister update value vline wait write writeblocks writeto writevto native ptr ptr8 ptr16 ptr32 uint viper
active config connect disconnect ifconfig isconnected setblocking status
"""
BUILT_IN = {*dir(builtins), *[name for kind in TYPES for name in dir(kind)], *PARTS.split(), *EXPORTED_NAMES}
# What has an underscore in front is no constant for other modules, so theirs have theirs behind.
PRIVATE_FORM, PUBLIC_FORM = "_{}", "{}_"


class _Module(NamedTuple):
    """The words of a module: all; private names and arguments; public names that it makes, and those it only asks for.

    `fixed` are those that must stay, `numbers` the public constants, `given` the fields that it gives to objects of
    others, `functions` and `classes` what it makes of that kind, `bases` what they extend.
    """

    words: set[str]
    able: set[str]
    made: set[str]
    asked: set[str]
    fixed: set[str]
    numbers: set[str]
    given: set[str]
    functions: set[str]
    classes: set[str]
    bases: set[str]


def shorten_names(
    files: dict[str, bytes], together: Iterable[set[str]] = (), joined: Iterable[str] = ()
) -> dict[str, bytes]:
    r"""Return the files with short names in their modules.

    `together` are names that meet besides, `joined` paths of files that are made of several of these.

    >>> files = {"a.py": b"class A:\n    def grow(self, amount):\n        self.size += amount\n", "b.py": b"'size'[0]"}
    >>> print(shorten_names(files)["a.py"].decode())
    class _a:
        def _c(self, _b):
            self.size += _b
    <BLANKLINE>
    """
    try:
        modules = _modules(files, joined)
    except SyntaxError:
        return files  # the compiler says which one is wrong, and where
    short = _short_names(modules, together)
    return {
        path: NAME.sub(lambda word: short.get(word[0], word[0]), data.decode()).encode() if path in modules else data
        for path, data in files.items()
    }


def restore_names_in_report(report: str, files: dict[str, bytes]) -> str:
    r"""Return a fault report with the names of functions and modules as in the files of this firmware.

    Where several functions of a joined file have one short name, all are named.

    >>> restore_names_in_report('File "a", in _a', {"device/a.py": b"def grow(): pass\n"})
    'File "a", in grow'
    """
    parts = rewrite_modules(files)
    modules = _modules(parts.files, parts.joined)
    short = _short_names(modules, parts.shared_names)
    whole: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for path, module in modules.items():
        joined = next((one for one in parts.joined if path.startswith(one + "/")), "")
        for word in sorted(module.functions if joined else module.words):
            if joined or word in short:
                where = whole.setdefault((_module_name(joined or path), short.get(word, word)), [])
                where.append((_module_name(path), word))
    return TRACEBACK_LINE.sub(lambda at: _in_full(at, whole.get((at[2], at[4]), [(at[2], at[4])])), report)


def _in_full(place: re.Match[str], meant: list[tuple[str, str]]) -> str:
    """Return a line of a report with all that it can mean."""
    modules = " or ".join(dict.fromkeys(module for module, _ in meant))
    functions = " or ".join(dict.fromkeys(function for _, function in meant))
    return f'File "{modules}"{place[3]}{functions}'


def _module_name(path: str) -> str:
    """Return the name of a module in a report."""
    folder, _, name = path.removesuffix(".py").rpartition("/")
    return folder.rpartition("/")[2] if name == "__init__" else name


def _modules(files: dict[str, bytes], joined: Iterable[str]) -> dict[str, _Module]:
    """Return the modules among files, by their paths."""
    paths = {*files, *joined}
    return {path: _module(data.decode(), paths) for path, data in files.items() if path.endswith(".py")}


def _module(source: str, files: Container[str]) -> _Module:
    """Sort the words of a module."""
    tree = ast.parse(source)
    module = _Module(set(WORD.findall(source)), *[set() for _ in _Module._fields[1:]])
    unread = _unread_texts(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            module.able.add(node.arg)
        elif isinstance(node, ast.Attribute):
            _sort(node.attr, module, made=isinstance(node.ctx, ast.Store))
            if isinstance(node.ctx, ast.Store) and getattr(node.value, "id", "") != "self":
                module.given.add(node.attr)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            _sort(node.name, module)
            (module.classes if isinstance(node, ast.ClassDef) else module.functions).add(node.name)
        elif isinstance(node, ast.keyword):
            module.fixed.add(f"{node.arg}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in unread:
            module.fixed.update(WORD.findall(_text_of(node.value)))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            _sort_import(node, module, files)
        if isinstance(node, ast.ClassDef):
            module.bases.update(base.id for base in node.bases if isinstance(base, ast.Name))
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            _sort_globals(statement, module)
    module.fixed.update(_asked_of_foreign(tree, files))
    return module


def _asked_of_foreign(tree: ast.Module, files: Container[str]) -> set[str]:
    """Return the names that a module uses of modules that are not the firmware's."""
    nodes = list(ast.walk(tree))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    foreign = {name for name in whole if not any(path in files for path in _paths_of(name))}
    asked = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    return {node.attr for node in asked if getattr(node.value, "id", "") in foreign}


def _unread_texts(tree: ast.Module) -> set[int]:
    """Return the texts that no board reads: docstrings, which are expressions of their own, and types in quotes."""
    unread = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            unread.add(id(node.value))
        for field in ("annotation", "returns"):
            if kind := getattr(node, field, None):
                unread.update(id(part) for part in ast.walk(kind))
    return unread


def _sort_import(node: ast.Import | ast.ImportFrom, module: _Module, files: Container[str]) -> None:
    """Sort the names that an import brings: modules keep theirs, and so does all that is not the firmware's."""
    place = getattr(node, "module", "") or ""
    module.fixed.update(WORD.findall(place))
    ours = any(path in files for path in _paths_of(place))
    for alias in node.names:
        is_module = not ours or any(path in files for path in _paths_of(f"{place}.{alias.name}"))
        if is_module or alias.asname:
            module.fixed.update(WORD.findall(f"{alias.name} {alias.asname or ''}"))
        else:
            _sort(alias.name, module, made=False)


def _paths_of(name: str) -> list[str]:
    """Return where a module of the firmware may stand."""
    path = name.replace(".", "/")
    return [f"{folder}{path}{end}" for folder in ("", "lib/") for end in (".py", "/__init__.py")]


def _text_of(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")


def _sort(name: str, module: _Module, *, made: bool = True) -> None:
    if name.startswith("__") and name.endswith("__"):
        module.fixed.add(name)  # the language's own
    private = name.startswith("_") and not name.startswith("__")
    (module.able if private else module.made if made else module.asked).add(name)


def _sort_globals(statement: ast.Assign | ast.AnnAssign, module: _Module) -> None:
    """Sort the names that a module gives its values; of private constants the compiler leaves nothing."""
    is_constant = isinstance(statement.value, ast.Call) and getattr(statement.value.func, "id", "") == "const"
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and is_constant and node.id.startswith("_"):
                module.fixed.add(node.id)
            elif isinstance(node, ast.Name):
                _sort(node.id, module)
                if is_constant:
                    module.numbers.add(node.id)


def _short_names(modules: dict[str, _Module], together: Iterable[set[str]]) -> dict[str, str]:
    """Return the short name of each name that may have one; names that meet in a module or an object differ."""
    fixed = {"self", "cls", "_", *BUILT_IN, *prompt_references()[1]}.union(
        *[module.fixed for module in modules.values()]
    )
    made = set().union(*[module.made for module in modules.values()])
    # What is asked for and never made is not ours, and an argument may have the same name.
    foreign = set().union(*[module.asked for module in modules.values()]) - made
    able = made.union(*[module.able for module in modules.values()]) - foreign - fixed
    given = able & set().union(*[module.given for module in modules.values()])
    numbers = set().union(*[module.numbers for module in modules.values()])
    meetings = [able & _words_of_objects(module, modules) | given for module in modules.values()]
    meetings += [able & names for names in together]
    words = set().union(*[module.words for module in modules.values()])
    free = {form: [name for name in _candidates(form) if name not in words] for form in (PRIVATE_FORM, PUBLIC_FORM)}
    short: dict[str, str] = {}
    # What meets all others comes first, then what is in most modules.
    for name in sorted(able, key=lambda name: (name not in given, -sum(name in meeting for meeting in meetings), name)):
        near = able if name in given else set().union(*[meeting for meeting in meetings if name in meeting])
        taken = {short[other] for other in near if other in short}
        short[name] = next(
            candidate for candidate in free[PUBLIC_FORM if name in numbers else PRIVATE_FORM] if candidate not in taken
        )
    return short


def _words_of_objects(module: _Module, modules: dict[str, _Module]) -> set[str]:
    """Return the words of a module and of those whose classes it extends: their names meet in one object."""
    words = set(module.words)
    for other in modules.values():
        if other is not module and module.bases & other.classes:
            words |= _words_of_objects(other, modules)
    return words


def _candidates(form: str) -> list[str]:
    return [form.format(first + second) for second in ("", *ascii_letters) for first in ascii_letters]
