"""The command line as a whole: groups, whole words, the nearest word, the manual page, poor terminals."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from pathlib import Path

import pytest

from tenbo.cli import setup
from tenbo.cli.dispatch import main
from tenbo.cli.man import subcommand_parsers
from tenbo.cli.support.deprecated_aliases import ALIASES
from tenbo.cli.support.parser import Parser
from tenbo.cli.support.registry import COMMANDS, GROUPS, NAMES, SYNONYMS

EXAMPLES_OF_SETUP = [line.strip() for line in setup.EPILOG.splitlines() if line.startswith("  sudo tenbo")]
HAND = ["234567m345p678s9s", "--win", "9s", "--ron", "--riichi"]


@pytest.fixture
def run_cli(capsys, tmp_path, monkeypatch):
    """Return a function that runs a command and returns its status, what it prints and what it complains of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENBO_STATE", str(tmp_path))

    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            status = main(words)
        except SystemExit as end:  # --help
            status = end.code
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def every_parser():
    """Yield every command and part with its parser, as the words that lead to it."""
    for command in COMMANDS:
        for part, parser in subcommand_parsers(command.parser()):
            yield [command.name, *([part] if part else [])], parser


def below_usage(text: str) -> str:
    """Return what stands below a usage, without blanks and the backslashes that break a line."""
    return "".join(text.partition("\n\n")[2].replace("\\", "").split())


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("columns", [80, 60])
def test_every_help_fits_the_window_and_leaves_no_word_out(run_cli, monkeypatch, columns):
    """In a pipe the lines are as they were written; in a window none is broken where the edge is."""
    for words, _ in every_parser():
        monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
        _, whole, _ = run_cli(*words, "--help")
        with monkeypatch.context() as patch:
            patch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
            patch.setenv("COLUMNS", str(columns))
            _, shown, _ = run_cli(*words, "--help")
        assert max(map(len, shown.splitlines())) <= columns, words
        assert below_usage(shown) == below_usage(whole), words


def test_an_example_that_is_too_long_can_still_be_copied(run_cli, monkeypatch):
    """A backslash ends each line of it but the last, and no option is parted from its value."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    shown = run_cli("setup", "--help")[1]
    line = next(line for line in EXAMPLES_OF_SETUP if len(line) > 80)
    assert line not in shown
    assert line in " ".join(shown.replace("\\\n", "").split())


def test_the_help_shows_the_commands_in_groups_on_a_usual_terminal(run_cli):
    status, text, _ = run_cli("--help")
    assert status == 0
    assert all(title in text.splitlines() for title in GROUPS)
    assert max(map(len, text.splitlines())) <= 80
    assert run_cli("help") == (0, text, "")
    assert run_cli("help", "--help") == run_cli("help", "help") == (0, text, "")
    assert run_cli("help", "score") == run_cli("--help", "score") == run_cli("score", "--help")


def test_what_stands_beside_help_is_said_to_be_left_undone(run_cli):
    """Someone who meant both would wait for what was never done."""
    _, text, _ = run_cli("score", "--help")
    told = f"tenbo score: this is only the help; ignored: '{HAND[0]}' '--win' '9s'\n"
    for words in (["score", *HAND[:3], "--help"], ["help", "score", *HAND[:3]], ["score", "-h", *HAND[:3]]):
        assert run_cli(*words) == (0, text, told)
    assert run_cli("session", "begin", "--help", "1")[2].endswith("this is only the help; ignored: '1'\n")
    assert run_cli("session", "begin", "--help")[2] == ""


@pytest.mark.thorough("every beginning of every option")
def test_no_option_is_taken_by_its_beginning(run_cli):
    """`--json` must never be taken for `--jsonl`: that waits for a keyboard without a word."""
    for words, parser in every_parser():
        names = [name for action in parser.arguments() for name in action.option_strings]
        for name in names:
            if name[:-1] not in names and len(name) > 4:
                status, text, complaint = run_cli(*words, name[:-1])
                assert (status, text, complaint.count("\n")) == (2, "", 1)
                # What is missing besides may be told first.
                assert "did you mean --" in complaint or "is missing" in complaint, complaint


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["scor"], "score"),
        (["SCORE"], "score"),
        (["help", "sess"], "session"),
        (["replay", "--json"], "--jsonl"),
        (["score", *HAND, "--rihi"], "--riichi"),
        (["score", *HAND, "--rules", "austira"], "austria"),
        (["score", *HAND, "--rules", "EMA2016"], "ema-2016"),
        (["score", *HAND, "--seat", "Wset"], "west"),
        (["rules", "shoow", "alarm"], "show"),
        (["rules", "diff", "ema-2016", "tenho"], "tenhou"),
        (["session", "penlty", "1", "1", "W", "-8000"], "penalty"),
        (["session", "penalty", "1", "1", "Nroth", "-8000", "--why", "telephone"], "north"),
        (["session", "penalty", "1", "1", "W", "-8000", "--wy", "telephone"], "--why"),
        (["clock", "strt"], "start"),
        (["export", "ema.cvs"], "ema.csv"),
        (["view", "3", "soth"], "south"),
        (["completion", "bas"], "bash"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_nearest_one(run_cli, words, nearest):
    status, text, complaint = run_cli(*words)
    assert (status, text, complaint.count("\n")) == (2, "", 1)
    assert complaint.endswith(f"did you mean {nearest}?\n")


# What a word of an earlier release does now, and one line with each: it goes as far as the line without it.
REPLACED = [
    (["settle", "1"], ["hand", "1"]),
    (["session", "enter"], ["session", "add"]),
    (["session", "strike", "7"], ["session", "unrank", "7"]),
    (["session", "out", "2", "x"], ["session", "close-table", "2", "x"]),
    (["session", "takeback", "-5", "--why", "slip"], ["session", "revert", "-5", "--why", "slip"]),
    (["session", "forget", "x"], ["session", "erase-name", "x"]),
    (["session", "about"], ["session", "edit"]),
    (["session", "release", "--after", "x"], ["session", "publish", "--after", "x"]),
    (["tables", "--bind"], ["tables", "--assign"]),
    (["tables", "--free=x", "--foo"], ["tables", "--unassign=x", "--foo"]),
    (["clock", "keep", "--minutes", "5"], ["clock", "resolve", "--keep-table-time", "--minutes", "5"]),
    (["clock", "--minutes", "5", "move"], ["clock", "--minutes", "5", "resolve", "--use-computer-time"]),
    (["clock", "keep", "--use-computer-time"], ["clock", "resolve", "--keep-table-time", "--use-computer-time"]),
    (["desk", "--believe", "x"], ["desk", "--choose", "x"]),
    (["desk", "--doubts", "--conflicts=x"], ["desk", "--conflicts", "--conflicts=x"]),
    (["desk", "--take-back", "a", "--cancel", "b"], ["desk", "--cancel", "a", "--cancel", "b"]),
    (["rehearse", "--kill", "x", "--tables", "0"], ["rehearse", "--fault", "x", "--tables", "0"]),
    (["help", "settle"], ["help", "hand"]),
]


@pytest.mark.parametrize(("before", "now"), REPLACED, ids=[" ".join(words) for words, _ in REPLACED])
def test_a_replaced_word_does_for_one_release_what_the_new_one_does(run_cli, before, now):
    """Scripts and memories keep it; what is said of the line has the new word."""
    expected = run_cli(*now)
    assert run_cli(*before) == expected
    assert expected[0] == (0 if now[0] == "help" else 2)


def test_every_replaced_word_is_tried_and_none_is_shown_or_suggested(run_cli):
    """Not in help, completion or manual page, nor in the place of a word that was mistyped."""
    tried = [word.partition("=")[0] for words, _ in REPLACED for word in words]
    page = run_cli("man")[1].replace(r"\-", "-")
    for program, words in ALIASES.items():
        before = program.split()[1:]
        shown = run_cli(*before, "--help")[1]
        for word in words:
            assert word in tried
            rows = run_cli("completion", "bash", "--words=" + "\t".join([*before, word]))[1].splitlines()[1:]
            assert word not in [row.partition("\t")[0] for row in rows]
            status, _, complaint = run_cli(*before, word + "x")
            assert (status, f"did you mean {word}?" in complaint) == (2, False)
            assert not re.search(rf"{program} {word}\b", shown + page)
            assert not re.search(rf"^ {{2,4}}{word}\b|[{{,]{word}[}},]", shown, re.MULTILINE)
            assert not re.search(rf"^\.B {word}$|\\fB{word}\\fR", page, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["clock", "resolve"], "resolve needs --keep-table-time or --use-computer-time"),
        (["clock", "start", "--use-computer-time"], "--use-computer-time goes with resolve, not with start"),
        (["score"], "write a hand"),
        (["score", *HAND[:3]], "missing: --ron or --tsumo; for example"),
        (["score", HAND[0]], "missing: --win TILE and --ron or --tsumo; for example"),
        (["score", HAND[0], "--ron"], "missing: --win TILE; for example"),
        (["score", *HAND, "--tsumo"], "--tsumo does not go with --ron"),
        (["score", "--ron=yes"], "--ron takes no value"),
        (["score", "--win"], "--win needs a value"),
        (["score", HAND[0], "--jsonl"], "HAND does not go with --jsonl, which reads whole hands as records"),
        (["score", "--jsonl", "--win", "9s", "--seat", "E"], "--win and --seat do not go with --jsonl"),
        (["score", "--jsonl", "--yaku"], "--yaku does not go with --jsonl"),
        (["waits", "--jsonl", HAND[0]], "HAND does not go with --jsonl"),
        (["waits", "--jsonl", "--melds", "pon 555z"], "--melds does not go with --jsonl"),
        (["score", *HAND, "--honba", "two"], "--honba: 'two' is not a number"),
        (["log", "٣"], "'٣' is not a number: write 3"),
        (["log", "1_0"], "'1_0' is not a number"),
        (["log", "99999999999"], "'99999999999' is out of range: numbers must be -2147483647 to 2147483647"),
        (["log", "-" + "9" * 30], "is out of range"),
        (["log", "1", "2"], "'2' is one word too many"),
        (["seating", "--seconds", "long"], "--seconds: 'long' is not a valid number"),
        (["session"], "PART is missing"),
        (["session", "lock", "1"], "TABLE is missing"),
        (["panel"], "--try or --off is missing"),
        (["view", "3", "4"], "there is no seat '4'; seats are 0 to 3, or E S W N"),
        (["waits", "--bow"], "there is no option --bow; see tenbo waits --help"),
        (["codes", "--"], "-- has no effect with this command"),
        (["codes", "--", "--renew"], "--renew comes after --"),
        (["log", "--ledger", " "], "--ledger is empty: give a value"),
        (["log", "--ledger", "a", "--ledger=b"], "--ledger is given twice"),
        (["standby", "--from"], "--from needs a value"),
        (["session", "swap", "1", "2"], "PLAYER: 2 are needed, 1 given"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(run_cli, words, sentence):
    status, text, complaint = run_cli(*words)
    assert (status, text, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith(f"tenbo {words[0]}: ")
    assert sentence in complaint


@pytest.mark.thorough("seconds of a processor")
def test_an_unknown_option_is_named_by_every_command_and_part_also_where_a_word_is_missing(run_cli):
    """With one stroke as with two; a number below zero, and what stands behind --, is none."""
    for words, _ in every_parser():
        for option in ("-Foo", "--qqq"):
            status, _, err = run_cli(*words, option)
            assert (status, f"there is no option {option}" in err) == (2, True), (words, err)
    behind = ["session", "correct", "1", "2", "--why", "typo"]
    assert "there is no option -Foo" in run_cli(*behind, "-500", "-Foo")[2]
    assert "PLAYER: 2 are needed, 1 given" in run_cli("session", "swap", "1", "-500")[2]
    assert "SCORE: '-Foo' is not a number" in run_cli(*behind, "--", "-Foo")[2]


def test_the_command_line_leans_on_no_private_part_of_argparse():
    """Which every release of Python changes: what is said of a mistyped word would be another sentence on each."""
    every = {*dir(argparse.ArgumentParser()), *vars(argparse)}
    private = {name for name in every if name.startswith("_") and name[1:2].isalpha()}
    room = Path(sys.modules[main.__module__].__file__).parent
    for path in room.rglob("*.py"):
        tree = ast.walk(ast.parse(path.read_text("utf-8")))
        assert not private & {node.attr for node in tree if isinstance(node, ast.Attribute)}, path
    assert not vars(Parser).keys() & private


def test_options_may_stand_anywhere(run_cli):
    assert (
        run_cli("waits", "--melds", "pon 555z", "3456s123m456p")[1]
        == run_cli("waits", "3456s123m456p", "--melds", "pon 555z")[1]
    )
    assert run_cli("rules", "show", "--json", "alarm") == run_cli("rules", "--json", "show", "alarm")


def test_a_seats_wind_is_its_letter_its_name_or_its_number(run_cli):
    answers = {run_cli("score", *HAND, "--seat", word, "--json") for word in ("W", "w", "west", "2")}
    assert len(answers) == 1
    assert json.loads(answers.pop()[1])["value"] == 1300


def test_a_hand_that_only_a_fifth_tile_would_complete_is_told_so(run_cli):
    """A player who holds all four sees a wait where there is none; programs get the three fields as ever."""
    for hand, melds, tile in (
        ("1111m234567p999s", "", "1m"),
        ("5555m456p789s111z", "", "5m"),
        ("1111z234m567p789s", "", "1z"),
        ("5m234p678s", "pon 555m, chi 123m", "5m"),
        ("2z234567p", "ankan 1111m, pon 222z", "2z"),
    ):
        words = ["waits", hand, *(["--melds", melds] if melds else [])]
        text = f"not tenpai: it would need a fifth {tile}, and there are only four of each tile\n"
        assert run_cli(*words) == (0, text, ""), hand
        assert json.loads(run_cli(*words, "--json")[1]) == {"tenpai": False, "waits": []}
    for hand in ("1111m258p369s123z", "147m258p369s1234z", "1111222233334m"):
        assert "fifth" not in run_cli("waits", hand)[1]


def test_the_manual_page_tells_every_word_of_every_command(run_cli):
    page = run_cli("man")[1]
    for words, parser in every_parser():
        assert f".SS tenbo {words[0]}\n" in page
        for action in parser.arguments():
            names = action.option_strings or [str(action.metavar or action.dest.upper())]
            assert all(name.replace("-", r"\-") in page for name in names), (words, names)


# What a command runs beside its own module.
PARTS = {"demo_hall"}


def test_a_module_that_is_missing_from_the_table_is_noticed():
    """Every module of the room that runs something is a command, or the part of one."""
    room = Path(sys.modules[main.__module__].__file__).parent
    modules = {path.stem for path in room.glob("*.py") if "\ndef run(" in path.read_text("utf-8")}
    assert modules - PARTS == {command.module or command.name for command in COMMANDS}


def test_what_was_typed_is_repeated_in_part_where_it_is_long(run_cli):
    """Five thousand letters on a command line are a slip, and no answer."""
    for words in (["log", "9" * 5000], ["x" * 5000], ["waits", "x" * 5000], ["rules", "show", "x" * 5000]):
        status, text, complaint = run_cli(*words)
        assert (status != 0, text, complaint.count("\n")) == (True, "", 1)
        assert len(complaint) < 600


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_game_is_read_as_an_editor_has_saved_it(run_cli, tmp_path, encoding):
    """With a mark before it, in two bytes a letter, in Windows' own letters."""
    records = [{"event": "start", "names": ["J\u00fcrgen", "B", "C", "D"]}, {"event": "hand"}, {"event": "end"}]
    lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    (tmp_path / "game.jsonl").write_bytes(lines.encode(encoding))
    for command in ("replay", "sheet"):
        status, text, _ = run_cli(command, "game.jsonl")
        assert status == 0
        assert "East J\u00fcrgen" in text


def test_a_file_that_is_no_game_is_told_in_a_few_lines(run_cli, tmp_path):
    (tmp_path / "game.jsonl").write_text('{"event": "hand"}\n' * 100)
    for command in ("replay", "sheet"):
        status, text, complaint = run_cli(command, "game.jsonl")
        assert (status, text) == (1, "")
        assert complaint.count("\n") < 9
        assert "95 more lines were not recorded" in complaint


def test_a_word_for_what_another_command_does_names_that_command(capsys):
    """People know it from elsewhere by that word; none of these hides one of our commands."""
    assert not NAMES & SYNONYMS.keys()
    for word, meant in SYNONYMS.items():
        assert main([word]) == 2
        assert capsys.readouterr().err == f"tenbo: there is no command {word!r}; use tenbo {meant}\n"
        words = [part for part in meant.split() if part != "--yaku"]
        with pytest.raises(SystemExit, match="0"):
            main([*words, "--help"])
        assert f"usage: tenbo {' '.join(words)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["session", "plan", "--players", "13"], "there is no option --players; see tenbo session plan --help"),
        (["session", "plan", "--eys"], "there is no option --eys; did you mean --yes?"),
        (["session", "new", "Open", "--rulse", "wrc"], "there is no option --rulse; did you mean --rules?"),
    ],
)
def test_the_strokes_before_options_bring_no_two_of_them_nearer(typed, said, capsys):
    """One that has nothing to do with what was meant helps no one."""
    assert main(typed) == 2
    assert said in capsys.readouterr().err
