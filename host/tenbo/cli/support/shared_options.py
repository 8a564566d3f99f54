"""The options that several commands share, and the reading of their values: store, rule book, JSON, files."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from tenbo.cli.support.argument_types import refuse_overwriting_store, store_file
from tenbo.cli.support.text_layout import print_text
from tenbo_core.rules import DEFAULT_BOOK

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from tenbo.client.local_service_client import LocalServiceClient
    from tenbo.devices.hello import Hello
    from tenbo.devices.table_client import TableClient
    from tenbo.game.jsonl_answers import Answer
    from tenbo.rulebooks import Book
    from tenbo.store import EventStore

# So many new objects are made before Python's garbage collector runs.
GC_THRESHOLD = 100_000
# No file that a person names is larger; the records of ten thousand games have less.
MOST_BYTES = 64 << 20
# No name of a file has more bytes, on Linux, macOS and Windows.
LONGEST_NAME = 255


class ArgumentContainer(Protocol):
    """A parser, or a group of its arguments."""

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""


def add_store_option(parser: argparse.ArgumentParser) -> None:
    """Add the word that names the store."""
    parser.add_argument(
        "--store",
        type=store_file,
        metavar="FILE",
        help="the database file of tenbo run (default: TENBO_STORE, or the one used last)",
    )


def add_rules_option(parser: ArgumentContainer, what: str = "the rule book") -> None:
    """Add the word that names a rule book."""
    text = f"{what}: an id of tenbo rules, or your own FILE.toml (default: %(default)s)"
    parser.add_argument("--rules", default=DEFAULT_BOOK, metavar="BOOK", help=text)


def load_book_with_warning(name: str) -> Book:
    """Return the book of an id or a file, and print a warning of probable mistakes in an own one."""
    from tenbo.rulebooks import book_warning, load

    book = load(name)
    if words := book_warning(book):
        print_text(f"{words}.\n", sys.stderr)
    return book


def book_fields(rules: str) -> dict[str, str]:
    """Return a book's id, and the text of an own one, for the tournament's record: results never depend on a file."""
    from tenbo.rulebooks import ids

    book = load_book_with_warning(rules)
    return {"rules": book.id} if book.id in ids() else {"rules": book.id, "book": book.origin.text}


def add_json_option(parser: argparse.ArgumentParser, what: str = "print everything as JSON") -> None:
    """Add the word that asks for JSON."""
    parser.add_argument("--json", action="store_true", help=what)


def store_path(args: argparse.Namespace) -> Path:
    """Return the store that is meant; one that was not named is named once on standard error."""
    from tenbo.app.config import find_store

    if not args.store:
        args.store, why = find_store()
        if why:
            print_text(f"store: {args.store} ({why})\n", sys.stderr)
    store: Path = args.store
    return store


def open_store(path: Path | str) -> EventStore:
    """Return a store to read, with the events of other hosts as if all tables were ours."""
    from tenbo.cluster.desk_database import open_readonly
    from tenbo.store.merged_store import MergedStore

    # A command keeps everything it reads until it ends, so a garbage collection at every 700th object finds nothing.
    gc.set_threshold(GC_THRESHOLD)
    return MergedStore(open_readonly(path))


def service_client(args: argparse.Namespace) -> LocalServiceClient:
    """Return the service that keeps the store."""
    from tenbo.client.local_service_client import LocalServiceClient

    return LocalServiceClient(store_path(args))


def confirm(question: str) -> bool:
    """Ask at the terminal whether something is meant, and return whether the answer is yes."""
    print_text(f"{question}\n", sys.stderr)
    sys.stderr.write("Type yes to continue: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def selected_ports(args: argparse.Namespace) -> list[str]:
    """Return the named port, or those of all boards that are plugged in; refuse if none is."""
    from tenbo.devices.port_discovery import find_boards
    from tenbo_core.errors import LinkFault

    ports = [args.port] if args.port else [port.name for port in find_boards()]
    if not ports:
        raise LinkFault("no_port", "no board is plugged in: run tenbo doctor", "port")
    return ports


@contextmanager
def temporarily_release_port(args: argparse.Namespace, port: str) -> Iterator[None]:
    """Have a running service let a port go, and take it again afterwards."""
    from tenbo.client.local_service_client import LocalServiceClient
    from tenbo_core.errors import LinkFault

    try:
        service: LocalServiceClient | None = LocalServiceClient(store_path(args))
    except LinkFault:
        service = None
    if service is not None:
        service.post("/v1/release", port=port)
    try:
        yield
    finally:
        if service is not None:
            service.post("/v1/release", port=port, again=True)


def table_authenticator(args: argparse.Namespace) -> Callable[[TableClient, Hello], None]:
    """Return the function that authenticates to a table of a hall, by the keys in the hall's store if it is here."""

    def admit(asker: TableClient, hello: Hello) -> None:
        from tenbo.cluster.desk_database import open_readonly, read_database_url
        from tenbo.devices.device_keys import KnownKeys
        from tenbo.devices.hall_key_proof import authenticate_with_table
        from tenbo.tournament.record_log import first_tournament_id

        path = store_path(args)
        if not path.exists() and not read_database_url(path):
            return
        with closing(open_readonly(path)) as store:
            keys = KnownKeys(store.device_keys(), first_tournament_id(store))
            authenticate_with_table(asker, keys.possible_keys(hello.id))

    return admit


def count_text(number: int, thing: str) -> str:
    """Return how many there are of a thing.

    >>> count_text(1, "hand"), count_text(0, "hand")
    ('1 hand', '0 hands')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def prompt_standard_input(what: str) -> BinaryIO:
    """Return standard input; at a keyboard print first what to type, and how to end it."""
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        print_text(f"Reading {what} from the keyboard; {end} at the beginning of a line ends the input.\n", sys.stderr)
        sys.stderr.flush()
    return sys.stdin.buffer


def answer_records(
    args: argparse.Namespace, add_arguments: Callable[[argparse.ArgumentParser], None], answer: Answer
) -> int:
    """Answer the records of standard input, for a command with --jsonl and nothing beside it but a rule book."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.parser import given_arguments
    from tenbo.game.jsonl_answers import answer_lines

    beside = [name for name in given_arguments(args, add_arguments) if name not in ("--jsonl", "--rules")]
    if beside:
        go = "does not go" if len(beside) == 1 else "do not go"
        raise WrongUsage(f"{' and '.join(beside)} {go} with --jsonl, which reads whole hands as records")
    return answer_lines(prompt_standard_input("records, one JSON object per line,"), answer, sys.stdout)


def read_lines(path: Path) -> list[bytes]:
    """Return the lines of a file of records, in any encoding that an editor saves."""
    return read_text(path).encode().splitlines()


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file atomically: the old contents stay until all of the new ones are written.

    Only its owner may read a `private` one.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        try:
            path.write_bytes(data)
        except OSError as error:
            error.filename = str(path)
            raise
        return
    refuse_overwriting_store(path)
    named, path = path, path.resolve()
    part = path.with_name(path.name + ".part")
    if len(os.fsencode(part.name)) > LONGEST_NAME >= len(os.fsencode(path.name)):
        part = path.with_name(path.name[: LONGEST_NAME // 5] + ".part")
    try:
        if private:
            from tenbo.store.sqlite_connection import restrict_to_owner

            restrict_to_owner(part)
        part.write_bytes(data)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        error.filename = str(named)
        raise
    part.replace(path)


def write_output(path: Path | None, text: str, *, private: bool = False) -> bool:
    """Write a text to a file, or without one and for - to standard output; return whether a file was written."""
    from tenbo.cli.support.argument_types import STANDARD_OUTPUT

    if path not in (None, STANDARD_OUTPUT):
        write_atomically(path, text, private=private)
        return True
    sys.stdout.write(text)
    # A reader that has gone away is noticed here, before anything is said about the text.
    sys.stdout.flush()
    return False


def announce_pipe_wait(path: Path) -> None:
    """Say on a terminal that a named pipe gives nothing before another program writes into it."""
    if path.is_fifo() and sys.stderr.isatty() and not path.is_relative_to("/dev"):
        notice = f"{path} is a pipe: waiting for another program to write to it; Ctrl-C stops waiting.\n"
        print_text(notice, sys.stderr)
        sys.stderr.flush()


def read_bytes(path: Path) -> bytes:
    """Return the contents of a file, - being standard input; refuse one that is too long or endless, as a device."""
    from tenbo_core.errors import Malformed

    if str(path) == "-":
        return prompt_standard_input("a file").read()
    announce_pipe_wait(path)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES >> 20} MB"
        raise Malformed("bad_field", f"{path} is larger than {most}: name the file that you mean", "file")
    return data


def read_text(path: Path) -> str:
    """Return a text file as spreadsheets and editors write it: in UTF-8, UTF-16 with its mark, or an older encoding."""
    from tenbo.formats.text_codec import MARKS_OF_UTF_16, decode_file
    from tenbo_core.errors import Malformed

    data = read_bytes(path)
    if data.startswith(b"\x1f\x8b"):
        raise Malformed("bad_field", f"{path} is gzipped: unpack it first", "file")
    try:
        text, older = ("\0", "") if b"\0" in data and not data.startswith(MARKS_OF_UTF_16) else decode_file(data)
    except Malformed as error:
        raise Malformed(error.code, f"{path}: {error.message}", error.at) from None
    if "\0" in text:
        raise Malformed("bad_field", f"{path} is not a text file: save it as CSV UTF-8, or as plain text", "file")
    if older:
        notice = f"{path} is not UTF-8: read as {older}. Check the names.\n"
        print_text(notice, sys.stderr)
    return text
