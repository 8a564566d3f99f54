"""Leaves the comments of scripts and styles out of what a browser loads: each line keeps its number."""

from __future__ import annotations

import re

# A line that is a comment alone. One behind code stays, and so does what only looks like one within a text.
COMMENT_LINE = re.compile(rb"^[ \t]*//.*$", re.MULTILINE)
STYLE_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
TEXT = b"`"


def without_comments(name: str, source: bytes) -> bytes:
    r"""Return a file without its comments, if it is a script or a style.

    >>> without_comments("a.js", b"// Why.\nrun(); // how\n`\n// text\n`")
    b'\nrun(); // how\n`\n// text\n`'
    >>> without_comments("a.css", b"/* Why,\nand how. */ p { margin: 0; }")
    b'\n p { margin: 0; }'
    """
    if name.endswith(".css"):
        return STYLE_COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)
    if not name.endswith(".js"):
        return source
    return COMMENT_LINE.sub(lambda line: line[0] if source.count(TEXT, 0, line.start()) % 2 else b"", source)
