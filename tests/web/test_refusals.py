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

from .refusal_exceptions import COMPOSED, IN_OTHER_WORDS, LEFT_OUT, NEVER_A_PAGE, NEVER_A_SENTENCE, TOLD_UNASKED
from .refusal_sentences import CORE, modules, plain, refused_in, texts_in, told_in, tree_of


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
