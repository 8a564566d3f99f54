"""Everything that the service refuses a page, and everything that it asks first, comes in the reader's language."""

from __future__ import annotations

import ast
import json
import re
from functools import cache

import pytest

from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.validation.core_sentence_codes import CORE_SENTENCES, with_sentence_code
from tenbo.web.server.http_messages import error_response
from tenbo_core.errors import Refused
from tenbo_core.sentences import join_sentences, sentence
from tools.generate.generated_files import ROOT
from tools.generate.page_words import english_templates, identifier_translations, refusal_templates
from tools.generate.words import ORDER

from .refusal_sentences import CORE, modules, plain, refused_in, texts_in, told_in, tree_of

# Values that only a program has a use for.
LEFT_OUT = {
    "no_seat_box": {"wind"},
    "no_seat_display": {"wind"},
    "riichi_not_pressed": {"seat"},
    "seat_data_line_low": {"wind"},
    "closed_tile_count": {"melds"},
    "closed_tile_count_with_melds": {"melds"},
    "closed_tile_count_with_winning_tile": {"melds"},
    "closed_tile_count_without_melds": {"melds"},
    "no_pao_for_hand": {"sets"},
    "players_not_multiple": {"value"},
    "recorded_meanwhile": {"last"},
    "unknown_hand_word": {"hint"},
}

# Modules that routes reach and whose refusals no page gets, each with the reason.
NEVER_A_PAGE = {
    "client/http_client": "the client of the commands",
    "web/server/connection_limits": "requests that are no HTTP, which no browser sends",
    "rulebooks/book": "a book's own file, which the service reads when it starts",
    "rulebooks/toml_reader": "a book's own file, which the service reads when it starts",
    "flash/bench": "tenbo flash --bench",
    "flash/build/linker": "a firmware of one's own, which cannot be joined",
    "flash/build/mpy_compile": "a firmware of one's own, which cannot be compiled",
    "flash/build/rom_image": "a picture of a board's ROM that a test reads",
    "game/event_parser": "events in the form of tenbo replay: a page sends the table's own",
    "game/act_fields": "tenbo.Game, for programs",
    "game/game": "tenbo.Game, for programs",
    "game/jsonl_answers": "records of the commands' own lines",
    "devices/hello": "what a table says on its line",
    "scoring/explain": "tenbo score --why",
    "store/integrity": "the store, when the service starts",
    "store/postgres/backup": "tenbo backup and tenbo standby",
    "store/postgres/database_setup": "tenbo desk and tenbo setup, at a terminal",
    "store/postgres/programs": "tenbo standby and tenbo setup, at a terminal",
    "store/stream_replicas": "stores of other hosts, when a desk starts to follow them",
    "store/sqlite_connection": "the store, when the service starts",
    "store/schema": "the store, when the service starts",
    "formats/pantheon_games": "tenbo pantheon",
    "core/event_notation": "events as tenbo log writes them",
    "core/ledger": "what a table says on its line",
    "core/messages": "what a table says on its line",
    "core/switch_codec": "a book that travels to a table",
    "core/switches": "a book's own file, which the service reads when it starts",
    "core/table_notation": "a table as tenbo table writes it",
    "core/wire": "what a table says on its line",
}

# Sentences of the other modules which no page gets, by the reason.
NEVER_A_SENTENCE = {
    "no page of ours asks so: the browser makes the request, and shows no answer of another place's": (
        "a page from another site may not change anything in this service",
        "a page from another site may not send requests to this service",
        "a page from another site may not open a table connection to this service",
        "this address is for table connections: open a WebSocket",
        "tables on the network need wsproto: install Tenbo with the extra hall",
        "too many connections were opened from this address",
        "a page that changes something must say which site it is from: the header Origin is missing",
        "an address can have at most {} bytes",
        "send the body as application/json",
        "send the body with its Content-Length",
        "the body is not a JSON object",
        "the body is {}",
        "the request cannot be read: {}",
        "there is no method {}",
        "{} is not allowed at this address; allowed: {}",
    ),
    "a page sends fields, events and wishes that its own form makes, or is told which there are": (
        "the name host is reserved for the service's own records: give the name of the person who decides",
        "fields have already been scored: send them with propose",
        "{} cannot be recorded directly: use {}",
        "size must be {}, not {}",
        "there is no paper {}; the papers are {}, as {} or {}",
        "{} with these fields is not a command for a device; the commands are: {}",
        "fields must be the id of a ledger and a list of its events",
        "a correction cannot put in the event {}",
        "an event has a number, a kind, who asked and when",
        "number, asker and second of an event are small integers",
        "{} has at most {} fields",
        "{} has more fields than a winner",
        "{} must be a list of seats, not {}",
        "{} must describe a winner, not be {}",
        "{} concerns the past: only a ledger can take it",
        "declared must be an object with the hand",
        "give the declared hand or its {}, not both",
        "pao must be an object with seat_wind, one of E, S, W, N",
        "a declared hand cannot change the rules: they are set at the start of the game",
        "events must be a list of records, as tenbo replay takes them",
        "how must be {}, {}, {} or {}, not {}",
        "by must be 'ron' or 'tsumo', not {}",
        "moment must be one of {}, not {}",
        "riichi must be 0, 1, or 2 for double riichi, not {}",
        "a meld must be a text such as 'pon 555z', not {}",
        "pao needs seat_wind, the wind of the liable player",
        "each item of {} must be a tile such as 3p, not {}",
        "a record must be a JSON object",
        "tables must be a list of [session, table, [E, S, W, N]]",
        "there is no kind of record {}",
        "a table number must be an integer",
        "log must be the text or the bytes of a file, not {}",
    ),
    "settings and options, when the service starts": (
        ("follow must be CODE@ADDRESS:PORT, such as K7PQ2MXA@192.168.1.5:8484, not {}; tenbo codes, run at "
         "that host, prints its desk code"),
        ("{} is another computer: its code and everything that is followed go there unencrypted. Use "
         "--unencrypted if only the hall uses the network (unencrypted = true in the settings), or use a "
         "database, which encrypts (docs/computers.md)"),
    ),
    "a desk's database, when the service starts": (
            "database must be an address such as postgresql://red:PASSWORD@desk,standby/tenbo",
    ),
    "what ends is asked nothing, and what a host tells is answered to that host": (
        "the store is closed already",
        "{}: none of this was stored",
        "event {} of {} differs from the stored one, because it was sent in two versions: none of this was stored",
    ),
    "words of the command line, or of the library": (
        "a record extends over several lines: write one JSON object per line",
        "cannot listen on {}:{} ({}): name another port with --listen",
        "hall and secret must be words of letters and digits",
        "pao must be a Liability, such as Liability('W', 'N'), not {}",
        "{} must be true or false, not {}",
        "{} takes melds such as 'pon 555z', not {}",
        "{} takes a tile such as 3p, not {}",
        "{} takes tiles such as 123m0p77z, not {}",
        "the board keeps no earlier firmware: install one with tenbo flash",
        "a rule book is given by its id, its file, a loaded book or its rules, not {}",
        "the kind of a meld must be one of {}, not {}",
        "hand must be a Hand, such as Hand('234567m345p678s9s', '9s', 'ron'), not {}",
        "the switch {} is listed twice: write it once",
        "write a switch as name=value, not {}",
        "a waiting hand must have {}, not {}",
        "{} is not a font: name a .ttf file",
        "--after must be 0 to {}, not {}: the plan has {}",
        "--with: player {} is in the plan already; take a new number",
        "--without leaves {}, but a table needs {}",
        "--without: no player in the plan has the number {}",
        "session {} has no tables",
        "the file has no list of rounds: give a file written by tenbo seating --json",
        "{}: a table must be a list of {} players, East first",
        "{}: player {} is already seated at table {} in this session",
        "{}: {} is not a player number, which has 1 to 9 digits",
    ),
    "a rule book in a file of its own, which the service has read when it started": (
        "the book {} changes so much of {} that it cannot be sent to a table ({} characters; at most {} fit): "
        "extend the most similar book, and change only what differs",
        '{}: the id {} belongs to a book that comes with Tenbo; add id = "..." with a different id',
        "every unit of payment must be above 0",
    ),
    "the store, when the service starts": (
        "there is no store {}: name the right file, or create it with tenbo run",
        "{} exists already: name a new file",
    ),
}  # fmt: skip

# What varies in these is words, too: the sentences that come of it.
IN_OTHER_WORDS = {
    "{} needs the field seat": ("{} needs the field {}",),
}


# What the service tells without having been asked for anything that it could refuse: the functions whose sentences a
# page shows, by module. How a table does and what is in doubt, a plan while it is made, why firmware was not written.
TOLD_UNASKED = {
    "hall/seat_plan_search": ("_replan",),
    "formats/ema_file": ("check_federation_data", "_missing_of_players"),
    "tournament/next_session_pairs": ("pair_next_session",),
    "tournament/seating/separation": ("summary",),
    "tournament/seating/plan_generator": ("replan_remaining_rounds",),
    "tournament/seating/search": (),
    "hall/firmware_update": ("_check_outcome",),
    "devices/follower": ("_hello",),
    "devices/hello": ("check_compatible", "warning"),
    "devices/station_status": ("silent_status", "rejected_status", "admitted_status", "following_warning"),
    "devices/inbound_station": ("_run",),
    "devices/admission": ("_number_by_key",),
    "devices/network_auth": (),
    "hall/device_ledger_admission": ("check_owner", "_check_ledger", "missing_game_warning"),
    "hall/monotonic_time": ("check_and_confirm", "_restart_note"),
    "hall/name_displays": ("show_names",),
    "cluster/postgres/desk_command_queue": ("_state",),
    "cluster/postgres/command_worker": ("_poll", "_execute"),
    "cluster/uploading_hosts": ("defer_command",),
    "cluster/http_host": ("_run", "_check_host_name"),
    "cluster/remote_host": ("mark_unreachable",),
}

# Sentences that are hung on, or put together of parts, and one that a page says itself.
COMPOSED = {
    "riichi, winds, counters and sticks are the table's own",
    "table {} is {}",
    "table {} is {}, {}",
    "tables {} are {}",
    "tables {} are {}, {}",
    "the service does not answer: nothing was done",
    "the service does not answer: the request may have been carried out, so check before you send it again",
    "there are: {}",
    "with it {}",
}


def room_or_module(name):
    """Return which row of `NEVER_A_PAGE` a module falls under, if any."""
    return next((row for row in NEVER_A_PAGE if f"{name}/".startswith(f"{row}/")), None)


def codes(language):
    """Return the codes of which a language has a template."""
    return [code for code in refusal_templates(language) if code in english_templates()]


@cache
def known():
    """Return the English sentences that have words, what varies in them as one {}."""
    templates = english_templates()
    return {
        plain(text) for text in [*identifier_translations(ORDER[0]), *(templates[code] for code in codes(ORDER[0]))]
    }


@cache
def all_refused():
    """Return every sentence of each module that a page may hear from, without the end that asks for a yes."""
    return {
        name: {one.removesuffix(" (--yes to confirm)") for one in refused_in(path)}
        for name, path in modules().items()
        if room_or_module(name) is None
    }


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_every_refusal_and_question_of_the_service_has_words_in_every_language():
    """A sentence that no one has translated comes in English, to someone who reads none."""
    left_out = {one for sentences in NEVER_A_SENTENCE.values() for one in sentences}
    put_otherwise = {one for sentences in IN_OTHER_WORDS.values() for one in sentences}
    missing = {name: sorted(said - known() - left_out - set(IN_OTHER_WORDS)) for name, said in all_refused().items()}
    assert {name: said for name, said in missing.items() if said} == {}
    assert sorted(put_otherwise - known()) == []
    assert sum(len(said) for said in all_refused().values()) > 400


def test_what_the_service_tells_unasked_has_words_in_every_language():
    """How a board does, what hosts do not agree about, how far a plan is: every reader acts on it."""
    told = {name: told_in(ROOT / f"host/tenbo/{name}.py", names) for name, names in TOLD_UNASKED.items()}
    missing = {name: sorted(said - known()) for name, said in told.items()}
    assert {name: said for name, said in missing.items() if said} == {}
    assert [name for name, said in told.items() if not said] == []


def test_nothing_is_left_out_that_has_words_or_that_nobody_says():
    """A list of exceptions that outlives them hides the next sentence."""
    said = set().union(*all_refused().values())
    left_out = {one for sentences in NEVER_A_SENTENCE.values() for one in sentences}
    assert sorted(left_out - said) == []
    assert sorted(left_out & known()) == []
    assert sorted(set(IN_OTHER_WORDS) - said) == []
    heard_of = {room_or_module(name) for name, path in modules().items() if refused_in(path)}
    assert sorted(set(NEVER_A_PAGE) - heard_of) == []


# What no page can do stands in a sentence as the command that does it; what a page can do stands in brackets.
AT_A_TERMINAL = re.compile(
    "tenbo (?:verify|doctor|flash|codes|backup|desk --(?:follow|database))|tenbo run(?:, a terminal| still)|fonts"
    "|no tenbo firmware|start the service with --listen"
)


def test_no_sentence_tells_somebody_before_a_page_to_type_what_the_page_can_do():
    """English has the command, or a field's name, in brackets, which a page leaves out: `(tenbo restore 3 --to b7)`."""
    shown = {re.sub(r" \((?:tenbo |--|`)[^()]*\)", "", text) for text in known()}
    assert sorted(one for one in shown if re.search("`[a-z_.]+`| in pao", one)) == []
    assert (
        sorted(one for one in shown if re.search("tenbo [a-z]| --[a-z]", one) and not AT_A_TERMINAL.search(one)) == []
    )


# What English says to the command line alone: in brackets or as code. A translation leaves it out.
OF_COMMANDS = re.compile(r" \((?:tenbo |--|`)[^()]*\)|`[^`]*`")
NAMED = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", ORDER)
def test_every_code_has_a_template_with_every_value_in_every_language(language):
    """A code without one would come in English, and a value left out is what the reader has to know."""
    templates, own = english_templates(), refusal_templates(language)
    assert sorted(set(templates) ^ set(own)) == []
    texts = [(code, one) for code, text in own.items() for one in ([text] if isinstance(text, str) else text)]
    unknown = [one for code, one in texts if set(NAMED.findall(one)) - set(NAMED.findall(templates[code]))]
    assert unknown == []
    unused = [
        one
        for code, one in texts
        if set(NAMED.findall(OF_COMMANDS.sub("", templates[code])))
        - set(NAMED.findall(one))
        - LEFT_OUT.get(code, set())
    ]
    assert unused == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_sentence_is_given_each_value_of_its_template():
    """A template with a place that gets no value would fail where something is refused."""
    wrong = []
    for path in sorted((ROOT / "host/tenbo").rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sentence":
                code, template = (ast.literal_eval(argument) for argument in node.args)
                if {keyword.arg for keyword in node.keywords} != set(NAMED.findall(template)):
                    wrong.append(code)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plural_sentence":
                given = {keyword.arg for keyword in node.keywords} | {"count"}
                named = [set(NAMED.findall(ast.literal_eval(one))) for one in node.args[-2:]]
                wrong += [ast.literal_eval(node.args[0])] if any({*one, "count"} != given for one in named) else []
    assert wrong == []


def test_the_table_of_the_core_s_sentences_is_what_the_core_says():
    """The device has no memory for codes, so the host finds them by the English; one that is edited would have none."""
    said = set().union(*(sentences for name, sentences in all_refused().items() if name.startswith("core/")))
    left_out = {one for sentences in NEVER_A_SENTENCE.values() for one in sentences}
    coded = {plain(template) for template in CORE_SENTENCES.values()}
    assert sorted(said - coded - left_out - set(IN_OTHER_WORDS)) == []
    # What a value should be, and what the game waits for, stands within such a sentence.
    told = {plain(text) for name, path in modules().items() if name.startswith("core/") for text in texts_in(path)}
    composed = {plain(CORE_SENTENCES["event_would_be_impossible_with_others"])}
    assert sorted(coded - said - told - composed) == []


@pytest.mark.parametrize("code", CORE_SENTENCES)
def test_a_sentence_of_the_core_is_found_by_its_own_shape_alone(code):
    """A general template that takes what a longer one means would lose its values."""
    values = dict.fromkeys(NAMED.findall(CORE_SENTENCES[code]), 7)
    assert with_sentence_code(CORE_SENTENCES[code].format(**values)).record() == {"reason": code, "params": values}


def test_what_the_rules_refuse_is_answered_with_its_code_and_its_values():
    """A program reads them; what follows from a correction is a sentence within one."""
    refused = Refused("contradiction", "event 12, riichi, would become impossible: seat 2 is in riichi already", "of")
    answered = json.loads(error_response(refused).body)["error"]
    assert (answered["reason"], answered["params"]["number"]) == ("event_would_be_impossible", 12)
    assert answered["params"]["message"]["reason"] == "riichi_already"
    assert answered["params"]["message"]["params"] == {"seat": 2}
    unknown = json.loads(error_response(Refused("contradiction", "of a later core", "of")).body)["error"]
    assert "reason" not in unknown


def test_an_error_answers_its_code_and_its_values():
    """Programs and pages read those; the English sentence is for the command line."""
    inner = sentence("scores_not_multiples", "scores must be multiples of {step}, not {uneven}", step=100, uneven=50)
    outer = sentence("file_needs_correction", "{where}: {message}: correct the file", where="line 3", message=inner)
    answered = json.loads(error_response(Refused("contradiction", outer, "file")).body)["error"]
    assert answered["code"] == "contradiction"
    assert answered["message"] == "line 3: scores must be multiples of 100, not 50: correct the file"
    assert (answered["reason"], answered["params"]["where"]) == ("file_needs_correction", "line 3")
    assert answered["params"]["message"]["params"] == {"step": 100, "uneven": 50}
    asked = confirmation_request(join_sentences([inner, outer])).message
    assert (asked.code, len(asked.values["sentences"])) == ("in_turn", 2)


@pytest.mark.parametrize("language", ORDER)
def test_a_recognized_sentence_keeps_what_varies_in_it_in_every_language(language):
    """In the same order as in English, or each by its number; what is for the command line alone may be left out."""
    words = identifier_translations(language)
    assert set(words) == set(identifier_translations(ORDER[0]))
    for text, own in words.items():
        numbers = [int(number) for number in re.findall(r"\{(\d)\}", own)]
        assert own.strip(), text
        assert not (numbers and "{}" in own), text
        assert max(numbers, default=0) <= text.count("{}"), text
        assert numbers or own.count("{}") == text.count("{}"), text


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_nothing_has_words_that_the_service_does_not_say():
    """A sentence that someone has changed would come in English again, and no one would notice."""
    places = [path for folder in ("host/tenbo", CORE) for path in (ROOT / folder).rglob("*.py")]
    told = {plain(text) for path in places if "languages" not in path.parts for text in texts_in(path)}
    put_otherwise = {one for sentences in IN_OTHER_WORDS.values() for one in sentences}
    assert sorted(known() - told - put_otherwise - COMPOSED) == []
