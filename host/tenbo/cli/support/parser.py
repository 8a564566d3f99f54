"""The parser of every command: declares options and arguments, and shows them in the command's help."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cli.support.argument_reader import WordReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# So much is repeated of words that stood beside --help.
_LONGEST_BESIDE = 300
_HELP = ("-h", "--help")
# The columns of a help that no window shows, such as one in a file.
WIDTH = 80


class DeclaredArgument(NamedTuple):
    """An option or argument: whether it has one value for good, and the options that it does not go with."""

    action: argparse.Action
    is_single: bool
    group: ArgumentGroup | None


class Parser(argparse.ArgumentParser):
    """A parser that lets argparse declare and show, and reads words itself: every argparse reads otherwise."""

    def __init__(self, **settings: Any) -> None:
        self.declared: list[DeclaredArgument] = []
        self.parts: Subcommands | None = None
        self._written: list[str] = []
        self._columns = WIDTH
        super().__init__(**{"formatter_class": self._formatter, **settings})
        self.color = False  # on Python 3.14 the help would have colours of its own

    # ---------------------------------------------------------------- declarations

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""
        return self.register_action(super().add_argument(*names, **settings), settings.get("action"))

    def register_action(
        self, action: argparse.Action, kind: Any, group: ArgumentGroup | None = None
    ) -> argparse.Action:
        """Remember argparse's action for a declaration."""
        is_single = kind in (None, "store", argparse.BooleanOptionalAction)
        self.declared.append(DeclaredArgument(action, is_single and bool(action.option_strings), group))
        return action

    def add_argument_group(self, *words: Any, **settings: Any) -> Any:
        """Return a group of arguments that stand together in the help."""
        return ArgumentGroup(self, super().add_argument_group(*words, **settings))

    def add_mutually_exclusive_group(self, **settings: Any) -> Any:
        """Return a group of options of which one is written, at most."""
        return ArgumentGroup(self, super().add_mutually_exclusive_group(**settings), is_exclusive=True, **settings)

    def add_subparsers(self, **settings: Any) -> Any:
        """Return what parts are added to, of which one is written."""
        self.parts = Subcommands(super().add_subparsers(**settings), **settings)
        return self.parts

    def arguments(self) -> Iterator[argparse.Action]:
        """Yield the options and arguments that a person may write, without --help."""
        return (one.action for one in self.declared if one.action.dest != "help")

    def exclusive_group_of(self, action: argparse.Action) -> ArgumentGroup | None:
        """Return the group of options that an option does not go with."""
        return next(one.group for one in self.declared if one.action is action)

    def required_groups(self) -> Iterator[list[argparse.Action]]:
        """Yield the options of each group of which one has to be written."""
        groups = {id(one.group): one.group for one in self.declared if one.group is not None and one.group.is_asked_for}
        for group in groups.values():
            yield [one.action for one in self.declared if one.group is group]

    def _formatter(self, prog: str) -> argparse.HelpFormatter:
        return argparse.RawDescriptionHelpFormatter(prog, width=self._columns)

    # ---------------------------------------------------------------- reading and help

    def parse_words(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Read a command line; raise its error as one sentence."""
        self._written = list(arguments)
        return WordReader(self, arguments).read()

    def print_help(self, file: Any = None) -> None:
        """Print the help, laid out for the window, or for 80 columns where there is none."""
        from tenbo.cli.support.help_epilog_formatter import fit_help
        from tenbo.cli.support.text_layout import print_text, window_width, wrap_text

        stream = file or sys.stdout
        whole, self._columns = self.epilog, window_width(stream) or WIDTH
        listed = "" if self.parts is None else self.parts.listed()
        self.epilog = fit_help("\n".join(filter(None, (listed, whole))), self._columns)
        try:
            stream.write(wrap_text(self.format_help(), self._columns))
        finally:
            self.epilog = whole
        beside = [repr(word) for word in self._written if word not in _HELP]
        if beside:
            notice = f"{self.prog}: this is only the help; ignored: {' '.join(beside)[:_LONGEST_BESIDE]}\n"
            print_text(notice, sys.stderr)


class ArgumentGroup:
    """A group of arguments; the parser remembers their declarations."""

    def __init__(self, parser: Parser, group: Any, *, is_exclusive: bool = False, required: bool = False) -> None:
        self._parser, self._group = parser, group
        self._is_exclusive, self.is_asked_for = is_exclusive, required

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""
        action: argparse.Action = self._group.add_argument(*names, **settings)
        return self._parser.register_action(action, settings.get("action"), self if self._is_exclusive else None)

    def __getattr__(self, name: str) -> Any:
        """Return the attribute that argparse asks its own group for."""
        return getattr(self._group, name)


class Subcommands:
    """The parts of a command, each with a parser and a sentence of help."""

    def __init__(self, group: Any, *, dest: str, metavar: str = "PART", required: bool = False) -> None:
        self._group = group
        self.dest, self.metavar, self.is_asked_for = dest, metavar, required
        self.choices: dict[str, Parser] = {}
        self.helps: dict[str, str] = {}
        self._groups: dict[str, tuple[str, ...]] = {}

    def add_parser(self, name: str, **settings: Any) -> Parser:
        """Declare a part, and return its parser."""
        parser: Parser = self._group.add_parser(name, **settings)
        self.choices[name], self.helps[name] = parser, settings.get("help", "")
        return parser

    def set_help_groups(self, groups: dict[str, tuple[str, ...]]) -> None:
        """Have the help list the parts by groups, each with a title, in place of one long list."""
        assert sorted(name for names in groups.values() for name in names) == sorted(self.choices)
        self._groups = groups
        self._group._choices_actions.clear()  # noqa: SLF001 - what argparse lists, and has no other way to leave out

    def listed(self) -> str:
        """Return the parts by groups; an empty text where argparse lists them."""
        rows = []
        for title, names in self._groups.items():
            rows += [f"{title}:", *(f"  {name:<14}{self.helps[name]}" for name in names), ""]
        return "\n".join([*rows, "Examples:"]) if rows else ""


def given_arguments(args: argparse.Namespace, add_arguments: Callable[[argparse.ArgumentParser], None]) -> list[str]:
    """Return the options and arguments of a command that say something other than they would when left out."""
    parser = Parser()
    add_arguments(parser)
    usual = vars(parser.parse_words([]))
    actions = [action for action in parser.arguments() if getattr(args, action.dest) != usual[action.dest]]
    return [action.option_strings[0] if action.option_strings else str(action.metavar) for action in actions]
