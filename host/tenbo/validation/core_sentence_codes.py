"""The codes of the core's sentences, found by their English, for a device has none in memory."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tenbo_core.sentences import Sentence, as_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

# A test holds these against the core's own texts, both ways.
CORE_SENTENCES = {
    # Rounds, points and what a game begins with.
    "round_hand_count": "hand must be 1 to {hands} in this rule book, not {given}",
    "round_not_in_book": "this game has no round {wind}",
    "counters_not_in_book": "this rule book has no honba",
    "points_and_sticks_sum": "scores and sticks must add up to {expected}, not {given}",
    "score_list_length": "scores must be a list of {seats} integers, one for each seat",
    "score_multiples": "scores must be multiples of {unit}, not {given}",
    "uma_list_length": "uma must be a list of {seats} integers, not {given}",
    "number_below_zero": "{field} cannot be below 0",
    "number_not_multiple": "{field} must be 0 or a positive multiple of {unit}, not {given}",
    "table_points_do_not_add_up": "the points do not add up: please report this game",
    # Fields of an event.
    "field_not_seat": "{field}: a seat must be 0 to 3, not {given}",
    "field_not_seat_of_three": "{field}: a seat must be 0 to 2, not {given}",
    "field_seat_twice": "{field}: a seat is listed twice",
    "field_missing_in_event": "{event} needs the field {field}",
    "event_name_unknown": "there is no event {name}; the events are {events}",
    "wrong_value": "{name} must be {expected}, not {value}",
    "not_one_of": "{name} must be one of {words}, not {value}",
    "integer_0_not": "{at} must be a non-negative integer, not {value}",
    "field_not_winners": "{field} must be a list of one to three winners",
    # What a value should be, where a sentence has room for it.
    "kind_text": "text",
    "kind_int": "an integer from -2147483647 to 2147483647",
    "kind_count": "an integer from 0 to 2147483647",
    "kind_minutes": "an integer from -1440 to 1440",
    "kind_hand": "an integer from 1 to 4",
    # What is possible now.
    "no_hand_running": "no hand is running",
    "hand_running": "a hand is running",
    "begin_hand": "begin one",
    "finish_hand": "finish it",
    "start_comes_first": "there is no game yet: start one first",
    "game_over_for_event": "the game is over, so {event} is not possible: undo the end, or start another game",
    "event_not_now": "{event} is not possible now: {state}; {remedy} first",
    "start_signal_awaited": "wait for the start signal before throwing the dice",
    "session_stopped": "the clock is stopped: no hand can begin",
    "no_session_time": "this game has no session clock: start one first",
    "seat_without_player": "seat {seat} has no player in this game",
    # Riichi and draws.
    "riichi_outside_hand": "riichi can be declared only during a hand; no hand is running",
    "riichi_already": "seat {seat} is in riichi already",
    "riichi_with_dead_hand": "seat {seat} has a dead hand and cannot declare riichi",
    "riichi_points_missing": "riichi needs {points} points; seat {seat} has fewer",
    "riichi_not_declared": "seat {seat} is not in riichi",
    "nagashi_not_in_book": "this rule book has no nagashi mangan",
    "abort_not_in_book": "this rule book has no abortive draw for {abort}",
    "four_riichi_incomplete": "a four-riichi draw needs every player in riichi",
    "dead_hand_at_draw": "seat {seat} has a dead hand: it cannot be tenpai or nagashi",
    "riichi_at_draw": "seat {seat} is in riichi: mark it tenpai, or record a chombo",
    # Wins.
    "too_many_rons": "at most three players can win on one discard",
    "yakuman_with_han": "a hand of {han} han is not a yakuman: give han or yakuman, not both",
    "win_without_value": "a win needs its han, or its number of yakuman",
    "win_without_fu": "a hand of {han} han needs its fu",
    "fu_of_tsumo": "20 fu needs a tsumo win of at least 2 han",
    "fu_of_seven_pairs": "25 fu (seven pairs) needs at least 2 han by ron, 3 by tsumo",
    "fu_impossible": "{fu} fu is impossible: use 25, or a multiple of 10 from 20 to {most}",
    "han_impossible": "{han} han is impossible",
    "two_han_with_counters": "with {counters} honba or more, a win needs two han from yaku",
    "yakuman_multiple": "this rule book pays at most {most} yakuman for one hand",
    "three_rons_abort": "a triple ron is an abortive draw in this rule book: record the abort",
    "winner_twice": "seat {seat} is listed twice as a winner",
    "two_tsumo": "only one player can win by tsumo",
    "rons_of_two_discards": "several winners must win on the same discard",
    "dead_hand_wins": "seat {seat} has a dead hand and cannot win",
    # Liability.
    "winner_liable_for_own_hand": "winners cannot be liable for their own hand",
    "liable_without_yakuman": "only a yakuman makes a player liable",
    "liability_not_in_book": "this rule book makes no player liable for a yakuman",
    "two_liable_not_in_book": "this rule book never makes two players liable",
    "two_liable_differ": "two liable players must be two opponents of the winner, in a hand of two yakuman",
    "liable_for_whole_hand": "under this rule book liability covers the whole hand",
    "liable_for_too_many": "a player cannot be liable for {liable} yakuman in a hand of {yakuman} yakuman",
    "liable_seat_missing": "the liable seat is missing: give it as pao",
    # Penalties.
    "chombo_without_seat": "a chombo needs the seat of the offender",
    "redeal_without_chombo": "this rule book has no redeal without a chombo",
    "hand_dead_already": "the hand of seat {seat} is dead already",
    "penalty_points": "points must be negative and a multiple of {unit}, not {given}",
    "late_not_in_book": "this rule book says nothing about coming late",
    "late_minutes": "minutes must be at least 1",
    "too_late": "the limit for lateness is {minutes} min: record a substitute",
    "substitutes_not_in_book": "this rule book says nothing about substitutes",
    "disqualified_already": "seat {seat} is disqualified already",
    # The session's time.
    "session_timed_already": "the session clock is already set: stop it first",
    "minutes_not_in_book": "this rule book has no session time: give the minutes",
    "start_signal_past": "the start signal cannot be in the past",
    "clock_stopped_already": "the clock is stopped already",
    "clock_not_stopped": "the clock is not stopped",
    "signal_sounded": "the time signal has sounded: undo it before you change the time",
    "no_time_left": "that would leave no time: stop the clock instead",
    "signal_not_in_book": "this rule book has no time signal",
    "signal_sounded_already": "the time signal has sounded already",
    # Corrections and undo.
    "event_would_be_impossible": "event {number}, {event}, would become impossible: {message}",
    "event_would_be_impossible_with_others": (
        "event {number}, {event}, would become impossible: {message}; also impossible: {others}"
    ),
    "no_event_to_correct": "there is no event {number} that could be corrected",
    "start_not_corrected": "the start cannot be corrected: begin another game",
    "swap_of_two_seats": "seats must be the two seats that were mixed up",
    "no_game_to_undo": "there is no game yet, so nothing can be undone",
    "nothing_after_event": "there is no event after event {number} to undo",
    "undo_at_start": "the start of the game cannot be undone",
    "desk_takes_back": "only the desk or a referee can undo event {number} ({event})",
}  # fmt: skip

_PLACE = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def with_sentence_code(text: str) -> str:
    """Return a sentence of the core with its code and its values; any other text as it is.

    >>> said = with_sentence_code("seat 2 is in riichi already")
    >>> said.record()
    {'reason': 'riichi_already', 'params': {'seat': 2}}
    """
    if isinstance(text, Sentence):
        return text
    for code, shape in _shapes():
        if found := shape.fullmatch(text):
            values: dict[str, object] = {name: _value(given) for name, given in found.groupdict().items()}
            return as_sentence(text, code, values)
    return text


def reason_code_and_values(text: str) -> dict[str, object]:
    """Return the code and the values of what is told unasked; both are null where it has no code.

    >>> reason_code_and_values("the clock is stopped already"), reason_code_and_values("")
    ({'reason': 'clock_stopped_already', 'params': {}}, {'reason': None, 'params': None})
    """
    said = with_sentence_code(text)
    return said.record() if isinstance(said, Sentence) else {"reason": None, "params": None}


def sentence_from_record(record: Mapping[str, Any], name: str = "message") -> str:
    """Return a sentence that another program has sent with its code and its values; one without them as it is.

    >>> said = sentence_from_record({"why": "its port is taken", "reason": "port_taken", "params": {}}, "why")
    >>> said, said.code, sentence_from_record({"why": "no one knows"}, "why")
    ('its port is taken', 'port_taken', 'no one knows')
    """
    text, reason, values = str(record.get(name, "")), record.get("reason"), record.get("params")
    if not isinstance(reason, str) or not isinstance(values, dict):
        return text
    return as_sentence(text, reason, {field: _given(value) for field, value in values.items()})


def _given(value: object) -> object:
    """Return a value as it was before `record`: sentences may stand within sentences."""
    if isinstance(value, list):
        return [_given(one) for one in value]
    return sentence_from_record(value) if isinstance(value, dict) else value


def _value(given: str) -> object:
    return int(given) if _NUMBER.fullmatch(given) else with_sentence_code(given)


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what each sentence looks like; those with more words of their own come first."""
    longest = sorted(CORE_SENTENCES.items(), key=lambda one: -len(_PLACE.sub("", one[1])))
    return tuple((code, re.compile(_shape(template), re.DOTALL)) for code, template in longest)


def _shape(template: str) -> str:
    parts = _PLACE.split(template)
    return "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
