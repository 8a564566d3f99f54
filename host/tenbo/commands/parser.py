"""The parser of every command: whole words only, and one sentence for what is wrong, with the nearest word there is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from tenbo.commands.ending import WrongUsage
from tenbo_core.fields import LARGEST, is_int

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

WINDS = "ESWN"
WIND_WORDS = ("east", "south", "west", "north")
WIND_SIGNS = "東南西北"


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviation, takes options anywhere and raises what is wrong as one sentence."""

    def __init__(self, **settings: Any) -> None:
        usual: dict[str, Any] = {
            "allow_abbrev": False,
            "exit_on_error": False,
            "formatter_class": argparse.RawDescriptionHelpFormatter,
        }
        super().__init__(**{**usual, **settings})
        self.register("type", int, number)
        self.register("type", Path, file_name)
        self._written: list[str] = []

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Read a command line; what is wrong with it is raised as one sentence."""
        try:
            # Intermixed: `tenbo view 3 --words 2` means what `tenbo view 3 2 --words` does.
            parse = self.parse_known_args if self.subparser_actions() else self.parse_known_intermixed_args
            args, unknown = parse(words)
        except argparse.ArgumentError as error:
            raise WrongUsage(self._sentence(error)) from None
        if unknown:
            self._chosen(args)._refuse(unknown[0])  # noqa: SLF001 - another parser of this class
        return args

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read what is known, and remember what was written for a sentence about it."""
        self._written = list(args)
        self._refuse_twice()
        return super().parse_known_args(args, namespace)

    def print_help(self, file: Any = None) -> None:
        """Print the help; what stands below the options is laid out for the window, if there is one."""
        from tenbo.commands.examples_shown import fitted
        from tenbo.commands.window import broken, room, say

        stream = file or sys.stdout
        whole, columns = self.epilog, room(stream)
        if whole and columns is not None:
            self.epilog = fitted(whole, columns)
        try:
            stream.write(broken(self.format_help(), columns))
        finally:
            self.epilog = whole
        beside = [repr(word) for word in self._written if word not in ("-h", "--help")]
        if beside:
            told = f"{self.prog}: this is the help, and nothing was done with {' '.join(beside)[:_LONGEST_BESIDE]}\n"
            say(told, sys.stderr)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse says of words that are missing; a mistyped one may be why they are."""
        for word in self._written:
            if word == "--":
                break
            if self._is_option(word) and word.partition("=")[0] not in self._option_string_actions:
                self._refuse(word)
        words = message.removeprefix("the following arguments are required: ")
        if words == message:
            words = message.removeprefix("one of the arguments ").removesuffix(" is required").replace(" ", " or ")
        are = "are" if ", " in words else "is"
        words = " and ".join(words.split(", "))
        raise WrongUsage(f"{words} {are} missing; {self.prog} --help shows how to write it")

    def _is_option(self, word: str) -> bool:
        """Return whether a word is read as an option: a number below zero is none, nor what has a blank in it."""
        begins = word.startswith("-") and word != "-"
        return begins and (word.startswith("--") or not (self._negative_number_matcher.match(word) or " " in word))

    def _refuse_twice(self) -> None:
        """Refuse an option with two values, of which one would be dropped without a word."""
        seen: dict[str, str] = {}
        said = set()
        for word in self._written:
            action = self._option_string_actions.get(word.partition("=")[0])
            if word == "--":
                return
            if isinstance(action, argparse._StoreAction | argparse.BooleanOptionalAction):  # noqa: SLF001
                option = word.partition("=")[0]
                before = seen.setdefault(action.dest, option)
                if before == option and option in said:
                    raise WrongUsage(f"{option} is there twice: write it once")
                if before != option:
                    raise WrongUsage(f"{option} does not go with {before}: write one of them")
                said.add(option)

    def subparser_actions(self) -> list[argparse._SubParsersAction[Parser]]:
        """Return the argument that chooses among parsers, if there is one."""
        return [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]  # noqa: SLF001

    def arguments(self) -> Iterator[argparse.Action]:
        """Yield the options and arguments that a person may write, without --help."""
        for action in self._actions:
            if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction):  # noqa: SLF001
                yield action

    def _chosen(self, args: argparse.Namespace) -> Parser:
        """Return the parser of the part that was chosen, where a command has parts."""
        for action in self.subparser_actions():
            part = getattr(args, action.dest, None)
            if part is not None:
                return action.choices[part]._chosen(args)  # noqa: SLF001 - another parser of this class
        return self

    def _refuse(self, word: str) -> NoReturn:
        if word.startswith("-") and word != "-":
            name = word.partition("=")[0]
            if name == "--":
                raise WrongUsage("-- is of no use here: leave it out")
            if name in self._option_string_actions:
                raise WrongUsage(f"{word} stands behind --, where nothing is an option: leave -- out")
            nearest = _longer(name, self._option_string_actions) or _near_option(name, self._option_string_actions)
            raise WrongUsage(f"there is no option {name}{nearest or f'; see {self.prog} --help'}")
        raise WrongUsage(f"{word!r} is one word too many; see {self.prog} --help")

    def _sentence(self, error: argparse.ArgumentError) -> str:
        name, message = error.argument_name, str(error.message)
        if name is None:
            self.error(message)
        if message.startswith("not allowed with argument "):
            return f"{name} does not go with {message.removeprefix('not allowed with argument ')}: write one of them"
        if message.startswith("ignored explicit argument "):
            return f"{name} takes no value: leave {message.removeprefix('ignored explicit argument ')} out"
        if message.startswith("expected "):
            return f"{name} needs a value; {self.prog} --help shows how to write it"
        return f"{name}: {message}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            nearest = did_you_mean(value, known)
            raise argparse.ArgumentError(action, f"there is no {value!r}{nearest}; there are {', '.join(known)}")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if action.option_strings and action.type is None:
            for word in arg_strings:
                if not word.strip():
                    raise argparse.ArgumentError(action, f"{word!r} says nothing: name a value, or leave it out")
        return super()._get_values(action, arg_strings)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            if isinstance(error.__context__, ValueError | TypeError):
                kind = getattr(action.type, "__name__", "value").replace("float", "number")
                raise argparse.ArgumentError(action, f"{arg_string!r} is no {kind}") from None
            raise


def words_given(args: argparse.Namespace, add_arguments: Callable[[argparse.ArgumentParser], None]) -> list[str]:
    """Return the options and arguments of a command that say something other than they would when left out."""
    parser = Parser()
    add_arguments(parser)
    usual = vars(parser.parse_words([]))
    said = [action for action in parser.arguments() if getattr(args, action.dest) != usual[action.dest]]
    return [action.option_strings[0] if action.option_strings else str(action.metavar) for action in said]


def _longer(name: str, known: Iterable[str]) -> str:
    """Return what to say of the beginning of one option: it is not taken for that option, but may be meant."""
    longer = [option for option in known if option.startswith(name) and len(name) > 2]
    return f"; did you mean {longer[0]}?" if len(longer) == 1 else ""


def _near_option(name: str, known: Iterable[str]) -> str:
    """Return the nearest option; the strokes before it, which all have, bring no two nearer."""
    from tenbo.inputs import unknown_words

    bare = name.lstrip("-")
    near = unknown_words.nearest(bare, [option.lstrip("-") for option in known], _NEAR_OPTION)
    return next((f"; did you mean {option}?" for option in known if near and option.lstrip("-") == near), "")


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word; only a mistake loads what is needed for it."""
    from tenbo.inputs import unknown_words

    return unknown_words.did_you_mean(word, known)


# `eys` is near enough to `yes`, `players` is not.
_NEAR_OPTION = 0.65
# So much is repeated of words that stood beside --help.
_LONGEST_BESIDE = 300
# Longer ones are told without being worked out.
_LONGEST_NUMBER = 12


def number(text: str) -> int:
    """Read a number of an argument: of at most 32 bits, as everything that tables and stores know.

    >>> number("-8000")
    -8000
    """
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number{_meant(text)}")
    if len(digits) > _LONGEST_NUMBER or not is_int(int(text)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is too far from 0: numbers have at most 32 bits, {LARGEST} either way"
        )
    return int(text)


def _meant(text: str) -> str:
    """Return the end of a sentence about a number that was written in groups, or in letters that look like digits.

    >>> _meant("30.000"), _meant("-8'000"), _meant("٣"), _meant("x")
    (': write 30000', ': write -8000', ': write 3', '')
    """
    import re

    if text.isdecimal():
        return f": write {int(text)}"
    grouped = re.fullmatch(r"([-+]?)([0-9]{1,3}(?:[.,' _\u2019\u202f\xa0][0-9]{3})+)", text)
    if grouped is None:
        return ""
    return ": write " + grouped[1] + "".join(digit for digit in grouped[2] if digit.isdigit())


def seat(word: str) -> int:
    """Return the seat that a number from 0 to 3 or a wind of the first hand means.

    >>> seat("W"), seat("2"), seat("north")
    (2, 2, 3)
    """
    place = _place(word)
    if place is not None:
        return place
    nearest = did_you_mean(word, WIND_WORDS)
    raise argparse.ArgumentTypeError(
        f"there is no seat {word!r}{nearest}; seats are 0 to 3, or E S W N as in the first hand"
    )


def file_name(word: str) -> Path:
    """Return the path of a file that is named; an empty name would be the folder that one stands in.

    >>> file_name("players.csv").name
    'players.csv'
    """
    if not word.strip():
        raise argparse.ArgumentTypeError(f"{word!r} is no name of a file: name one")
    return Path(word)


def file_to_write(word: str) -> Path:
    """Return the path of a file that will be written; one that cannot be is refused before the work for it is done."""
    import errno
    import os

    from tenbo.commands.shared import refuse_store

    path = file_name(word)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), word)
    if not path.parent.is_dir():
        kind = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
        raise OSError(kind, os.strerror(kind), word)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), word)
    if path.is_file():
        refuse_store(path)
    return path


def picture_to_write(word: str) -> Path:
    """Return the path of a picture that will be written; what is named as one of another kind would be none."""
    path = file_to_write(word)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{word!r} is no FILE.png, and a PNG is what is written: name it so")
    return path


def wind(word: str) -> str:
    """Return the letter of a wind, also from its name or its number.

    >>> wind("w"), wind("East"), wind("3")
    ('W', 'E', 'N')
    """
    place = _place(word)
    if place is not None:
        return WINDS[place]
    raise argparse.ArgumentTypeError(f"there is no wind {word!r}{did_you_mean(word, WIND_WORDS)}; winds are E S W N")


def _place(word: str) -> int | None:
    letters = word.lower()
    for place, name in enumerate(WIND_WORDS):
        if letters in (name, name[0], str(place), WIND_SIGNS[place]):
            return place
    return None
