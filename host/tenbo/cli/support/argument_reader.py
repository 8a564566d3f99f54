"""Reads the words of a command line as a parser declares them, or raises one sentence that names the error."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from tenbo.cli.support.argument_types import file_path, suggest_or_list, whole_number
from tenbo.cli.support.deprecated_aliases import replace_alias
from tenbo.cli.support.exit_status import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tenbo.cli.support.parser import DeclaredArgument, Parser

# The types that replace declared ones: numbers and names of files have error sentences of their own.
KINDS: dict[Any, Callable[[str], Any]] = {int: whole_number, Path: file_path}
_BELOW_ZERO = re.compile(r"-\d+|-\d*\.\d+")
# `eys` is near enough to `yes`, `players` is not.
_NEAR_OPTION = 0.65


class WordReader:
    """Reads the words once: options may be anywhere before `--`; all words after it are arguments."""

    def __init__(self, parser: Parser, words: Sequence[str]) -> None:
        self.parser = parser
        self.words = list(words)
        self.args = argparse.Namespace()
        self.options = {name: one for one in parser.declared for name in one.action.option_strings}
        self.seen: dict[argparse.Action, str] = {}
        self.unknown: str | None = None
        self.behind: list[str] | None = None

    def read(self) -> argparse.Namespace:
        """Return the values of the words."""
        for one in self.parser.declared:
            if argparse.SUPPRESS not in (one.action.dest, one.action.default):
                setattr(self.args, one.action.dest, one.action.default)
        plain = self._options()
        if self.parser.parts is not None and plain:
            self._part(plain)
            return self.args
        if self.parser.parts is not None:
            setattr(self.args, self.parser.parts.dest, None)
        if self.unknown is not None:
            self._refuse(self.unknown)
        self._arguments(plain)
        self._read_defaults()
        return self.args

    # ---------------------------------------------------------------- options

    def _options(self) -> list[str]:
        """Apply the options, and return the other words; with subcommands, all words from the first one on."""
        plain: list[str] = []
        while self.words:
            word = self.words.pop(0)
            if word == "--":
                self.behind, self.words = self.words, []
                return plain + self.behind
            if is_option(word):
                self._option(*replace_alias(self.parser.prog, word))
            else:
                # Behind the first word, what was replaced may be a name or a reason.
                word, *more = [word] if plain else replace_alias(self.parser.prog, word)
                self.words[:0] = more
                plain.append(word)
                if self.parser.parts is not None:
                    return plain + self.words
        return plain

    def _option(self, word: str) -> None:
        name, is_given, value = word.partition("=")
        one = self.options.get(name)
        if one is None:
            self.unknown = self.unknown or word
            return
        self._refuse_beside(one, name)
        action = one.action
        if action.nargs == 0:
            if is_given:
                raise WrongUsage(f"{argument_name(action)} takes no value: leave {value!r} out")
            action(self.parser, self.args, [], name)
            return
        values = [value] if is_given else self._values(action)
        if not values and action.nargs in ("?", "*"):
            self._set(action, action.const if action.nargs == "?" else [], name)
            return
        if not values or (isinstance(action.nargs, int) and len(values) < action.nargs):
            raise WrongUsage(f"{argument_name(action)} needs a value; see {self.parser.prog} --help")
        read = [self._value(action, each) for each in values]
        self._set(action, read[0] if action.nargs in (None, "?") else read, name)

    def _values(self, action: argparse.Action) -> list[str]:
        """Take the words that an option has behind it."""
        most = _value_count(action)[1]
        taken: list[str] = []
        while self.words and len(taken) < most and self.words[0] != "--" and not is_option(self.words[0]):
            taken.append(self.words.pop(0))
        return taken

    def _refuse_beside(self, one: DeclaredArgument, name: str) -> None:
        """Refuse an option that contradicts another, and a second value, because one of the two would be dropped."""
        before = self.seen.get(one.action)
        if one.is_single and before == name:
            raise WrongUsage(f"{name} is given twice: give it once")
        for other, written in self.seen.items():
            apart = (
                other is not one.action and one.group is not None and one.group is self.parser.exclusive_group_of(other)
            )
            if apart or (one.is_single and other.dest == one.action.dest and written != name):
                raise WrongUsage(f"{name} does not go with {written}: give only one of them")
        self.seen[one.action] = name

    # ---------------------------------------------------------------- arguments and parts

    def _part(self, plain: list[str]) -> None:
        """Read the words after the name of a subcommand by its own parser."""
        parts = self.parser.parts
        assert parts is not None
        name, *words = plain
        if name not in parts.choices:
            raise WrongUsage(f"{parts.metavar}: {_no_choice(name, parts.choices)}")
        if self.unknown is not None:
            self._refuse(self.unknown)
        self._read_defaults()
        setattr(self.args, parts.dest, name)
        for field, value in vars(parts.choices[name].parse_words(words)).items():
            setattr(self.args, field, value)

    def _arguments(self, plain: list[str]) -> None:
        """Distribute the words to the arguments: each takes what it may and leaves enough words for the others."""
        arguments = [one.action for one in self.parser.declared if not one.action.option_strings]
        missing: list[str] = []
        short = ""
        for place, action in enumerate(arguments):
            least, most = _value_count(action)
            free = len(plain) - sum(_value_count(other)[0] for other in arguments[place + 1 :])
            taken = min(most, max(free, least))
            if taken > len(plain) or taken < least:
                if plain and least > 1:
                    short = f"{argument_name(action)}: {least} are needed, {len(plain)} given"
                else:
                    missing.append(argument_name(action))
                plain = []
                continue
            values, plain = plain[:taken], plain[taken:]
            if values:
                read = [self._value(action, word) for word in values]
                self._set(action, read[0] if action.nargs in (None, "?") else read, None)
            elif action.nargs == "*" and action.default is None:
                setattr(self.args, action.dest, [])
        self._refuse_missing(missing, short)
        if plain:
            self._refuse(plain[0])
        if self.behind is not None and not arguments:
            self._refuse("--")

    def _refuse_missing(self, missing: list[str], short: str) -> None:
        """Refuse a line without its required words; `short` says which argument has too few."""
        if self.parser.parts is not None and self.parser.parts.is_asked_for:
            missing.append(self.parser.parts.metavar)
        asked = (one.action for one in self.parser.declared if one.action.option_strings and one.action.required)
        missing += [argument_name(action) for action in asked if action not in self.seen]
        if not missing:
            for group in self.parser.required_groups():
                if not any(action in self.seen for action in group):
                    missing.append(" or ".join(map(argument_name, group)))
                    break
        are = "are" if len(missing) > 1 else "is"
        faults = [*filter(None, (short, f"{' and '.join(missing)} {are} missing" if missing else ""))]
        if faults:
            raise WrongUsage(f"{'; '.join(faults)}; see {self.parser.prog} --help")

    # ---------------------------------------------------------------- values

    def _value(self, action: argparse.Action, word: str) -> Any:
        """Return a word's value by its declaration."""
        name, kind = argument_name(action), KINDS.get(action.type, action.type)
        if action.option_strings and kind is None and not word.strip():
            raise WrongUsage(f"{name} is empty: give a value, or leave {name} out")
        try:
            value = kind(word) if callable(kind) else word
        except argparse.ArgumentTypeError as error:
            raise WrongUsage(f"{name}: {error}") from None
        except (TypeError, ValueError):
            called = getattr(action.type, "__name__", "value").replace("float", "number")
            raise WrongUsage(f"{name}: {word!r} is not a valid {called}") from None
        if action.choices is not None and value not in action.choices:
            raise WrongUsage(f"{name}: {_no_choice(value, action.choices)}")
        return value

    def _set(self, action: argparse.Action, value: Any, name: str | None) -> None:
        self.seen.setdefault(action, name or "")
        action(self.parser, self.args, value, name)

    def _read_defaults(self) -> None:
        """Read the defaults that are written as words."""
        for action in (one.action for one in self.parser.declared):
            if action not in self.seen and isinstance(action.default, str) and action.type is not None:
                setattr(self.args, action.dest, self._value(action, action.default))

    def _refuse(self, word: str) -> NoReturn:
        """Refuse a word that is left over."""
        if not word.startswith("-") or word == "-":
            raise WrongUsage(f"{word!r} is one word too many; see {self.parser.prog} --help")
        name = word.partition("=")[0]
        if name == "--":
            raise WrongUsage("-- has no effect with this command: leave it out")
        if name in self.options:
            raise WrongUsage(f"{word} comes after --, where no options are read: leave -- out")
        nearest = _completions(name, self.options) or _near_option(name, self.options)
        raise WrongUsage(f"there is no option {name}{nearest or f'; see {self.parser.prog} --help'}")


def is_option(word: str) -> bool:
    """Return whether a word is read as an option. A negative number is none, nor is a word with a blank.

    >>> [is_option(word) for word in ("--yes", "-x", "-", "-500", "-x y", "yes")]
    [True, True, False, False, False, False]
    """
    begins = word.startswith("-") and word != "-"
    return begins and (word.startswith("--") or not (_BELOW_ZERO.fullmatch(word) or " " in word))


def argument_name(action: argparse.Action) -> str:
    """Return how a sentence names an option or an argument."""
    return "/".join(action.option_strings) or str(action.metavar or action.dest)


def _value_count(action: argparse.Action) -> tuple[int, int]:
    """Return how many words an option or argument needs, and takes at most."""
    if isinstance(action.nargs, int):
        return action.nargs, action.nargs
    return {"?": (0, 1), "*": (0, sys.maxsize), "+": (1, sys.maxsize)}.get(action.nargs or "", (1, 1))


def _no_choice(value: object, choices: Iterable[object]) -> str:
    known = [str(choice) for choice in choices]
    return f"{value!r} is not recognised{suggest_or_list(value, known)}"


def _completions(name: str, known: Iterable[str]) -> str:
    """Return the hint for the beginning of one option: it is not accepted as that option, but may be meant."""
    longer = [option for option in known if option.startswith(name) and len(name) > 2]
    return f"; did you mean {longer[0]}?" if len(longer) == 1 else ""


def _near_option(name: str, known: Iterable[str]) -> str:
    """Return the nearest option. The leading dashes, which all have, are not compared."""
    from tenbo.validation import suggestions

    bare = name.lstrip("-")
    near = suggestions.nearest_word(bare, [option.lstrip("-") for option in known], _NEAR_OPTION)
    return next((f"; did you mean {option}?" for option in known if near and option.lstrip("-") == near), "")
