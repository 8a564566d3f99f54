"""Reads a rule book's TOML text: its values, and the line number of each."""

from __future__ import annotations

import re

from tenbo_core.errors import Malformed

# The largest book has a hundredth of it.
MOST_LETTERS = 1_000_000

_LINE = re.compile(r"line (\d+)")
_HEADER = re.compile(r"^\s*\[\s*([\w.\-]+)\s*\]")


class ParsedBook:
    """The text of one rule book, parsed, that can say on which line a key stands."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.table = self._parse()

    def _parse(self) -> dict[str, object]:
        import tomllib  # noqa: PLC0415 - a program that loads no book does without

        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = _LINE.search(str(error))
            line = int(place[1]) if place else self.text.count("\n") + 1
            raise self.error_at_line(line, "bad_field", f"this is not TOML: {error}") from None

    def line_of(self, key: str) -> int:
        r"""Return the line of `key` (`yaku.riichi` for a row of the yaku), or 0 where it does not stand.

        >>> ParsedBook("mine.toml", 'extends = "alarm"\n[yaku]\nriichi = [1, 0]\n').line_of("yaku.riichi")
        3
        """
        table = ""
        for number, line in enumerate(self.text.splitlines(), start=1):
            header = _HEADER.match(line)
            if header:
                table = header[1] + "."
                if header[1] == key:
                    return number
                continue
            name = line.partition("=")[0].replace('"', "").replace(" ", "")
            if "=" in line and table + name == key:
                return number
        return 0

    def fault(self, code: str, message: str, *keys: str) -> Malformed:
        """Return the error that names the file, and the line of the first of the keys that stands there."""
        lines = [line for line in map(self.line_of, keys) if line]
        return self.error_at_line(lines[0] if lines else 0, code, message)

    def error_at_line(self, line: int, code: str, message: str) -> Malformed:
        """Return the error that names the file and the line; 0 is no line."""
        if not line:
            return Malformed(code, f"{self.file}: {message}", self.file)
        return Malformed(code, f"{self.file}, line {line}: {message}", f"{self.file}:{line}")


def read_text(path: str, name: str) -> ParsedBook:
    """Read a rule book's file; messages call it `name`."""
    try:
        # Not with pathlib, whose import takes longer than reading the book.
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            text = file.read(MOST_LETTERS + 1)
    except FileNotFoundError:
        raise Malformed("unknown_rules", f"there is no rule book file {name}", name) from None
    except PermissionError:
        message = f"no permission to read the rule book {name}: check the file's owner and permissions"
        raise Malformed("no_permission", message, name) from None
    except OSError as error:
        raise Malformed("unknown_rules", f"the rule book {name} cannot be read: {error.strerror}", name) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Malformed(
            "bad_field", f"{name}, line {line}: this is not UTF-8; save the file as UTF-8", f"{name}:{line}"
        ) from None
    except ValueError:
        # A path with a zero byte.
        raise Malformed("unknown_rules", f"{name!r} cannot be the path of a rule book file", "rules") from None
    if len(text) > MOST_LETTERS:
        message = f"{name} has more than {MOST_LETTERS} characters, too many for a rule book: check the file name"
        raise Malformed("bad_field", message, name)
    return ParsedBook(name, text)
