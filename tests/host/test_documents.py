"""Every command and every record that a document or a help text shows: it is understood, and what runs alone runs."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

import tenbo
from tenbo.cli.dispatch import main
from tenbo.cli.man import subcommand_parsers
from tenbo.cli.support.registry import COMMANDS, find_command
from tenbo.game.jsonl_answers import parse_line
from tenbo.game.replay import Replay
from tenbo.scoring.json_records import FIELDS
from tenbo_core.events import EVENTS

ROOT = Path(__file__).parents[2]
# Every page but the changelog, which tells of what was, too.
FOLDERS = ("docs", "deploy", "firmware", "hardware", "host")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES += sorted(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))
# What needs no service and no table, and is answered at once.
ALONE = ("audit", "completion", "help", "import", "man", "replay", "rules", "score", "sheet", "waits")
# The guide to a club's own book is typed with its files by a test of its own (rulebooks/test_readme.py).
OWN_FILES = ("club.toml", "mistake.toml")


FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# What is typed in a fence of these kinds; records, settings and Python are run by tests of their own.
TYPED = ("", "console", "sh")
# What stands before a program's name.
BEFORE = re.compile(r"^(?:\$ )?(?:sudo )?(?:[A-Z_0-9]+=\S+ )*(?:\.venv/bin/)?")
PROGRAMS = ("tenbo", "make", "python", "python3", "pip")


def typed_in(text: str) -> list[str]:
    """Return the lines of a page that someone types: indented ones, and those in fences, where a $ parts them."""
    lines = [line for line in FENCE.sub("", text).splitlines() if line.startswith("  ")]
    for kind, block in FENCE.findall(text):
        rows = [row.strip() for row in block.splitlines()] if kind in TYPED else []
        lines += [row for row in rows if row.startswith("$ ")] or rows
    alone = [BEFORE.sub("", command.strip()) for line in lines for command in re.split(r"\s&&\s", line)]
    return [re.split(r"\s{2,}|\s#\s", line)[0] for line in alone]


def shown_in(text: str) -> list[str]:
    """Return the commands that stand on lines of their own, without what is said beside them."""
    return [line for line in typed_in(text) if line.startswith("tenbo ")]


def every_example() -> list[tuple[str, str]]:
    """Return every command shown, with the place where it stands."""
    examples = [(page.name, line) for page in PAGES for line in shown_in(page.read_text("utf-8"))]
    for command in COMMANDS:
        examples += [(f"tenbo {command.name} --help", line) for line in shown_in(command.parser().epilog or "")]
    return list(dict.fromkeys(examples))


EXAMPLES = every_example()


def is_alone(line: str) -> bool:
    """Return whether a command that is shown needs nothing but the files of the examples."""
    is_own = any(word in OWN_FILES for word in line.split())
    return line.split()[1] in ALONE and "|" not in line and "--session" not in line and not is_own


def words_of(line: str) -> list[str]:
    """Return the words of a command line up to where its output or input goes elsewhere."""
    words = shlex.split(line)[1:]
    return words[: next((at for at, word in enumerate(words) if word in ("<", ">", "|")), len(words))]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(("place", "line"), EXAMPLES)
def test_every_command_that_is_shown_is_one_that_the_program_takes(place, line):
    """A page that is wrong in one word is worse than none."""
    name, *words = words_of(line)
    if not name.startswith("-"):
        assert find_command(words[0] if name == "help" else name).parser().parse_words(words) is not None, place


def options_of(name: str) -> set[str]:
    """Return all options of a command and of its parts."""
    parsers = [parser for _, parser in subcommand_parsers(find_command(name).parser())]
    return {option for parser in parsers for action in parser.arguments() for option in action.option_strings}


def named_in(text: str) -> list[str]:
    """Return the commands that stand in running text, between backticks, some of them in part only."""
    return [" ".join(words.split()) for words in re.findall(r"`tenbo\s+([^`]+)`", text)]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_and_option_that_a_text_names_is_there(page):
    """A sentence may name a command without all of its words, but none that no one has."""
    for said in named_in(page.read_text("utf-8")):
        name, *words = said.split()
        if re.fullmatch(r"[a-z]+", name):
            options = {*options_of(name), "--help"}
            assert [word for word in words if word.startswith("--") and word not in options] == [], said


def of_other_programs() -> list[tuple[str, str]]:
    """Return what is to be typed of make, Python and pip, also where it is named in a sentence, with its page."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        lines = typed_in(text) + [BEFORE.sub("", said) for said in re.findall(r"`([^`\n]+)`", text)]
        found += [(page.name, line) for line in lines if line.partition(" ")[0] in PROGRAMS[1:] and " " in line]
    return list(dict.fromkeys(found))


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])


def unknown_of_make(words: list[str]) -> list[str]:
    """Return the targets and variables that the Makefile does not have, and the files that are not there."""
    variables = dict(word.split("=", 1) for word in words if "=" in word)
    unknown = [word for word in words if "=" not in word and word not in TARGETS]
    unknown += [name for name in variables if not re.search(rf"\$\({name}\)|\${name}\b", MAKEFILE)]
    return unknown + [word for word in variables.get("ARGS", "").split() if "/" in word and not (ROOT / word).exists()]


def unknown_of_python(words: list[str]) -> list[str]:
    """Return the module or file that is not there, its unknown options, and files of the tree that are gone."""
    if words[0] == "-m":
        source, rest = importlib.util.find_spec(words[1]), words[2:]
        path = Path(source.origin) if source and source.origin else ROOT / "gone"
    else:
        path, rest = ROOT / words[0], words[1:]
    if not path.is_file():
        return [" ".join(words)]
    is_ours = path.is_relative_to(ROOT) and ".venv" not in path.parts
    # Some read their options in a module beside them.
    code = "".join(module.read_text("utf-8") for module in path.parent.rglob("*.py")) if is_ours else ""
    said = [word for word in rest if word.startswith("--") or words[1] == "tools.generate"]
    unknown = [word for word in said if is_ours and f'"{word}"' not in code]
    return unknown + [word for word in rest if word.startswith("tests/") and not (ROOT / word).exists()]


@pytest.mark.parametrize(("place", "line"), of_other_programs())
def test_every_line_for_make_python_and_pip_is_one_that_they_take(place, line):
    """Targets, variables, modules, files, options and extras: in fences, on lines of their own, and in sentences."""
    program, *words = shlex.split(line)
    if program == "make":
        unknown = unknown_of_make(words)
    elif program == "pip":
        extras = re.findall(r"\.\[([a-z,]+)\]", line)
        unknown = [extra for named in extras for extra in named.split(",") if extra not in EXTRAS]
    else:
        unknown = unknown_of_python(words)
    assert unknown == [], place


@pytest.mark.parametrize(
    "line", ["make dmo", 'make test ARG="-k riichi"', "python hardware/make.py --chek", "python gone.py"]
)
def test_a_line_that_nobody_could_type_is_noticed(line):
    """A check that lets all pass would be none."""
    program, *words = shlex.split(line)
    assert (unknown_of_make if program == "make" else unknown_of_python)(words)


def test_the_fences_of_pages_are_typed_too():
    """Those of the platforms and of the hardware were not looked at."""
    typed = {line for _, line in of_other_programs()}
    assert {'pip install ".[hall]"', "python hardware/make.py --check", "make hardware"} <= typed
    assert ("README.md", "tenbo rules diff ema-2016 club.toml") in EXAMPLES


@pytest.mark.parametrize("line", sorted({line for _, line in EXAMPLES if is_alone(line)}))
def test_every_command_that_is_shown_and_needs_no_table_runs_as_it_stands(line, monkeypatch, capsys):
    """In a clone, with the files of its examples."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["tenbo"])
    source = re.search(r"< (\S+)", line)
    if source:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(source[1]).read_bytes())))
    assert main(words_of(line)) == 0
    told = capsys.readouterr()
    assert told.out + told.err
    assert not [row for row in told.out.splitlines() if row.startswith('{"') and '"error":' in row]


def test_the_programs_for_debugging_show_what_the_page_says(capfd):
    """Bytes on the bus and on the host's line; moments and digests may differ."""
    programs = [block for kind, block in FENCE.findall((ROOT / "docs/dev/debugging.md").read_text("utf-8")) if kind]
    assert len(programs) == 2
    for program in programs:
        exec(compile(program, "debugging.md", "exec"), {})
    said = capfd.readouterr().out
    assert re.search(r"^\d+ display 2 \d+$", said, re.MULTILINE)
    assert '["hello",' in said


@pytest.mark.parametrize("name", ["players.csv", "seating.txt", "club.toml", "game.jsonl", "first-hand.sim"])
def test_the_files_of_the_examples_are_shown_where_they_are_of_use(name):
    assert any(f"examples/{name}" in line for _, line in EXAMPLES)


def test_every_event_has_a_record_that_runs_on_its_page():
    """In the games of the page, none of them refused."""
    kinds = set()
    for block in re.findall(r"```jsonl\n(.*?)```", (ROOT / "docs/records.md").read_text("utf-8"), re.DOTALL):
        game = Replay("ema-2016")
        for line in block.splitlines():
            record = parse_line(line.encode())
            assert "error" not in game.answer(record), line
            kinds.add(record["event"])
    assert kinds == set(EVENTS)


def test_the_record_of_a_hand_and_its_answer_stand_on_the_page_as_they_are():
    """With all fields: a program in another language has no other page to go by."""
    page = (ROOT / "docs/records.md").read_text("utf-8").partition("\n## The record of a hand\n")[2]
    asked, answered = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    assert tenbo.score_record(asked) == answered
    named = set(re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in page.splitlines() if line[:1] == "|")))
    assert {*FIELDS, *answered} - named == set()


@pytest.mark.parametrize("name", ["tournament", "results", "trouble", "upgrade"])
def test_each_button_of_a_page_of_steps_is_on_a_page_of_the_service(name):
    """What stands in bold is pressed; a name or a number stands where the button has a value."""
    sources = (path.read_text("utf-8") for path in (ROOT / "host/tenbo/web/static").rglob("*.js"))
    words = {word for source in sources for word in re.findall(r'"((?:[^"\\\n]|\\.)+)"', source)}
    shapes = [re.escape(word).replace(r"\{\}", r"[\w.-]+") for word in words if re.search("[A-Za-z]{2}", word)]
    button = re.compile("|".join(shapes))
    text = (ROOT / f"docs/{name}.md").read_text("utf-8")
    named = [" ".join(words.split()) for words in re.findall(r"\*\*([^*]+)\*\*", text)]
    assert len(named) > 1
    assert [words for words in named if words not in ("BACK", "OK") and not button.fullmatch(words)] == []


def test_each_sentence_that_is_looked_up_is_one_that_is_said():
    """Someone who reads a refusal searches the page for its words."""
    sources = (path.read_text("utf-8") for of in ("host/tenbo", "firmware") for path in (ROOT / of).rglob("*.py"))
    said = "".join(re.sub(r'"\s*\n\s*f?"', "", source) for source in sources)
    first = re.findall(r"^\| ([^|]*) \|", (ROOT / "docs/trouble.md").read_text("utf-8"), re.MULTILINE)
    quoted = [part for cell in first for text in re.findall(r"`([^`]+)`", cell) for part in text.split("...")]
    assert len(quoted) > 10
    # A number or a seat stands where the sentence has a value.
    shapes = {part: re.sub(r"\\ (?:\d+|North)\b", r" \\{\\w*\\}", re.escape(part.strip())) for part in quoted}
    assert [part for part, shape in shapes.items() if not re.search(shape, said)] == []


def test_every_document_that_the_host_names_is_there():
    """A setting's help or a module that names a page sends its reader there."""
    texts = [*(ROOT / "host/tenbo").rglob("*.py"), *(ROOT / "host/tenbo").rglob("*.js"), ROOT / "Makefile"]
    named = {(name, text.name) for text in texts for name in re.findall(r"\bdocs/[\w/-]+\.md", text.read_text("utf-8"))}
    assert named
    assert [(name, text) for name, text in sorted(named) if not (ROOT / name).is_file()] == []
