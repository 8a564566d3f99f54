"""Strips code from the firmware that no board needs: `__repr__` methods, and the messages that it only sends."""

from __future__ import annotations

import ast
import re

# The module of the messages. Lines of messages from a table are dropped: only those from a host are looked up there.
MESSAGES = "lib/tenbo_core/messages.py"
TABLE_MESSAGES = re.compile(rb"(?m)^.*;table \d\n")
# A name ends with a blank, also of a message without fields.
HOST = re.compile(rb"(?m)^(\w+ | ?\w.*\w) ?;host \d$")
# The list as a whole is read by hosts and documents alone.
WHOLE_LIST = re.compile(rb"(?ms)^def rows\(.*?(?=^def )")

STRIPPED_METHODS = ("__repr__", "__hash__", "__dir__")


def strip_repr(source: str) -> str:
    r"""Return a module without these methods; every other line keeps its number.

    >>> strip_repr("class A:\n    size = 1\n\n    def __repr__(self):\n        return 'A'\n")
    'class A:\n    size = 1\n\n\n\n'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source  # the compiler says what is wrong, and where
    lines = source.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            kept = [statement for statement in node.body if getattr(statement, "name", "") not in STRIPPED_METHODS]
            for statement in node.body if kept else []:
                if statement not in kept:
                    lines[statement.lineno - 1 : statement.end_lineno] = [""] * _lines_of(statement)
    return "\n".join(lines)


def without_outgoing_messages(files: dict[str, bytes]) -> dict[str, bytes]:
    r"""Return the files, with the list of messages without those that a table sends.

    >>> without_outgoing_messages({MESSAGES: b"who ;host 1\nupto n ;table 1\ndef rows():\n    pass\n\ndef a"})
    {'lib/tenbo_core/messages.py': b'who \ndef a'}
    """
    needed = {MESSAGES: files[MESSAGES]} if MESSAGES in files else {}
    for unused, kept in ((TABLE_MESSAGES, b""), (HOST, rb"\1"), (WHOLE_LIST, b"")):
        needed = {path: unused.sub(kept, data) for path, data in needed.items()}
    return {**files, **needed}


def _lines_of(statement: ast.stmt) -> int:
    return (statement.end_lineno or statement.lineno) - statement.lineno + 1
