"""The words that several commands have alike, and what they mean: store, rule book, JSON, files."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tenbo.commands.window import say
from tenbo_core.rules import DEFAULT_BOOK

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from tenbo.api.client import Client
    from tenbo.books import Book
    from tenbo.game.jsonl import Answer
    from tenbo.line.follow import Hello
    from tenbo.line.queries import Asker
    from tenbo.store import EventStore

# So many new objects are made before Python looks for those that nobody needs any more.
SELDOM = 100_000
# No file that a person names is larger; the records of ten thousand games have less.
MOST_BYTES = 64 << 20
# No name of a file has more bytes, on Linux, macOS and Windows.
LONGEST_NAME = 255


class Arguments(Protocol):
    """A parser, or a group of its arguments."""

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the word that names the store."""
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="the database file of tenbo run (default: in your state folder)"
    )


def add_rules(parser: Arguments, what: str = "the rule book") -> None:
    """Add the word that names a rule book."""
    text = f"{what}: an id of tenbo rules, or an own FILE.toml (default: %(default)s)"
    parser.add_argument("--rules", default=DEFAULT_BOOK, metavar="BOOK", help=text)


def book_to_play(name: str) -> Book:
    """Return the book of an id or a file, and say aloud what an own one may mean otherwise than it says."""
    from tenbo.books import doubt, load

    book = load(name)
    if words := doubt(book):
        say(f"{words}.\n", sys.stderr)
    return book


def book_fields(rules: str) -> dict[str, str]:
    """Return a book's id, and the text of an own one, for the tournament's record: results never depend on a file."""
    from tenbo.books import ids

    book = book_to_play(rules)
    return {"rules": book.id} if book.id in ids() else {"rules": book.id, "book": book.origin.text}


def add_json(parser: argparse.ArgumentParser, what: str = "print everything as JSON") -> None:
    """Add the word that asks for JSON."""
    parser.add_argument("--json", action="store_true", help=what)


def store_of(args: argparse.Namespace) -> Path:
    """Return the store that is meant."""
    from tenbo.service.config import default_store

    store: Path = args.store or default_store()
    return store


def store_to_read(path: Path) -> EventStore:
    """Return a store to read, with what other hosts have told as if all tables were ours."""
    from tenbo.halls.collected import Collected
    from tenbo.halls.databases import to_read

    # A command keeps what it reads until it ends: who looks for garbage at every 700th event finds none.
    gc.set_threshold(SELDOM)
    return Collected(to_read(path))


def client_of(args: argparse.Namespace) -> Client:
    """Return the service that keeps the store."""
    from tenbo.api.client import Client

    return Client(store_of(args))


def is_meant(question: str) -> bool:
    """Ask at the terminal whether something is meant, and return whether the answer is yes."""
    say(f"{question}\n", sys.stderr)
    sys.stderr.write("Type yes to go on: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def ports_meant(args: argparse.Namespace) -> list[str]:
    """Return the port that is named, or those of all boards that are plugged in; refuse when there is none."""
    from tenbo.line.ports import boards
    from tenbo_core.errors import LinkFault

    ports = [args.port] if args.port else [port.name for port in boards()]
    if not ports:
        raise LinkFault("no_port", "no board is plugged in: see what tenbo doctor says", "port")
    return ports


@contextmanager
def released(args: argparse.Namespace, port: str) -> Iterator[None]:
    """Have a running service let a port go, and take it again afterwards."""
    from tenbo.api.client import Client
    from tenbo_core.errors import LinkFault

    try:
        service: Client | None = Client(store_of(args))
    except LinkFault:
        service = None
    if service is not None:
        service.post("/v1/release", port=port)
    try:
        yield
    finally:
        if service is not None:
            service.post("/v1/release", port=port, again=True)


def admission(args: argparse.Namespace) -> Callable[[Asker, Hello], None]:
    """Return what proves to a table of a hall that the hall asks: by the keys in the hall's store, if it is here."""

    def admit(asker: Asker, hello: Hello) -> None:
        from tenbo.halls.databases import database_of, to_read
        from tenbo.line.proof import prove
        from tenbo.tournament.desk import token_of

        path = store_of(args)
        if not path.exists() and not database_of(path):
            return
        with closing(to_read(path)) as store:
            keys = store.keys()
            mine_first = sorted(keys, key=lambda device: device != hello.id)
            prove(asker, token_of(store), [key for device in mine_first for key in keys[device].key.split()])

    return admit


def many(number: int, thing: str) -> str:
    """Return how many there are of a thing.

    >>> many(1, "hand"), many(0, "hand")
    ('1 hand', '0 hands')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def standard_input(what: str) -> BinaryIO:
    """Return standard input; at a keyboard say first what is read from it, and how that ends."""
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say(f"Reading {what} from the keyboard; {end} at the beginning of a line ends it.\n", sys.stderr)
        sys.stderr.flush()
    return sys.stdin.buffer


def answer_records(
    args: argparse.Namespace, add_arguments: Callable[[argparse.ArgumentParser], None], answer: Answer
) -> int:
    """Answer the records of standard input, for a command with --jsonl and nothing beside it but a rule book."""
    from tenbo.commands.ending import WrongUsage
    from tenbo.commands.parser import words_given
    from tenbo.game.jsonl import answer_lines

    beside = [name for name in words_given(args, add_arguments) if name not in ("--jsonl", "--rules")]
    if beside:
        go = "does not go" if len(beside) == 1 else "do not go"
        raise WrongUsage(f"{' and '.join(beside)} {go} with --jsonl, which reads whole hands as records")
    return answer_lines(standard_input("records, one JSON object a line,"), answer, sys.stdout)


def lines_of(path: Path) -> list[bytes]:
    """Return the lines of a file of records, whatever an editor has saved it as."""
    return text_of(path).encode().splitlines()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all: what stood there before stays until all of it is written."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        try:
            path.write_bytes(data)
        except OSError as error:
            error.filename = str(path)
            raise
        return
    refuse_store(path)
    named, path = path, path.resolve()
    part = path.with_name(path.name + ".part")
    if len(os.fsencode(part.name)) > LONGEST_NAME >= len(os.fsencode(path.name)):
        part = path.with_name(path.name[: LONGEST_NAME // 5] + ".part")
    try:
        part.write_bytes(data)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        error.filename = str(named)
        raise
    part.replace(path)


def refuse_store(path: Path) -> None:
    """Refuse to write a file over a store: with it a whole tournament would be gone."""
    from tenbo.store.opening import MAGIC
    from tenbo_core.errors import Refused

    with suppress(OSError), path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            message = f"{path} is a store, with all that was played: name another file"
            raise Refused("already_exists", message, "file")


def say_what_is_waited_for(path: Path) -> None:
    """Say on a terminal that a named pipe gives nothing before another program writes into it."""
    if path.is_fifo() and sys.stderr.isatty() and not path.is_relative_to("/dev"):
        told = f"{path} is a pipe: waiting for what another program writes into it; Ctrl-C ends this.\n"
        say(told, sys.stderr)
        sys.stderr.flush()


def bytes_of(path: Path) -> bytes:
    """Return what a file holds, - being standard input; what has no end, such as a device, is not read to its end."""
    from tenbo_core.errors import Malformed

    if str(path) == "-":
        return standard_input("a file").read()
    say_what_is_waited_for(path)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES >> 20} MB"
        raise Malformed("bad_field", f"{path} has more than {most}: name the file that is meant", "file")
    return data


def text_of(path: Path) -> str:
    """Return a text file as spreadsheets and editors write it: UTF-8, UTF-16 with its mark, or Windows' own letters."""
    from tenbo_core.errors import Malformed

    data = bytes_of(path)
    if data.startswith(b"\x1f\x8b"):
        raise Malformed("bad_field", f"{path} is packed with gzip: unpack it first", "file")
    name = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        if name == "utf-16":
            raise Malformed("bad_field", f"{path} ends within a letter: save it anew as CSV UTF-8", "file") from None
        name = "cp1252"
        text = data.decode(name, errors="replace")
    if "\0" in text:
        raise Malformed("bad_field", f"{path} is not a text: save it as CSV UTF-8, or as plain text", "file")
    if name == "cp1252":
        told = f"{path} is not UTF-8: read as Windows-1252. See that the names are right.\n"
        say(told, sys.stderr)
    return text
