"""An event as one line of text, written and parsed, so that a bug report is one line.

start ema-2016 round S hand 2 honba 1 kiriage=true
hand 3+5
riichi 2
win 1<0 3/40  2<0 1/30        two rons on seat 0
win 3 han:5                   a self-drawn win of five han
win 3<0 yakuman:1 pao 2
draw tenpai 0 2 nagashi 3
chombo 1 with win
penalty 2 -8000 after_uma "telephone"
correct 41 to 42 "a riichi was forgotten": riichi 2 ; win 1<0 3/40
"""

from tenbo_core import events
from tenbo_core.declared_win import Win
from tenbo_core.errors import Malformed
from tenbo_core.events import DESK, EVENTS, Event, fields_of
from tenbo_core.switch_codec import format_switch_value, is_number, parse_switch_value

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# Fields that stand without their name, because the event says what they are.
PLAIN = ("rules", "seat", "seats", "dice", "wins", "minutes", "points", "kind", "since", "when", "why", "name")

ESCAPES = (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"))


def event_text(event: Event) -> str:
    """Write an event as one line.

    >>> event_text(event_of("win 1<0 3/40  2<0 1/30"))
    'win 1<0 3/40  2<0 1/30'
    """
    words = [event.kind]
    for (name, what), value in zip(fields_of(event.kind), event.args):
        if value is not None and what != "events":
            words.append(_field_text(event.kind, name, what.rstrip("?"), value))
    line = " ".join([word for word in words if word])
    if event.kind == "correct":
        inner = [event_text(events.from_plain([0, item[0], DESK, 0] + item[1:])) for item in event.args[1]]
        line += ": " + " ; ".join(inner) if inner else ":"
    return line


def _field_text(kind: str, name: str, what: str, value: "Any") -> str:
    if what == "wins":
        return "  ".join([_win_text(winner) for winner in value])
    if what == "dice":
        return f"{value[0]}+{value[1]}"
    if what == "switches":
        return " ".join([f"{pair[0]}={format_switch_value(pair[1])}" for pair in value])
    if what == "text" or (what == "word" and " " in str(value)):
        return _quoted(str(value))
    text = " ".join([str(item) for item in value]) if isinstance(value, list) else str(value)
    if name in PLAIN or (kind == "correct" and name == "of"):
        return text
    return f"{name} {text}" if text else name


def _quoted(text: str) -> str:
    for letter, escaped in ESCAPES:
        text = text.replace(letter, escaped)
    return f'"{text}"'


def _win_text(winner: Win) -> str:
    words = [str(winner.seat) if winner.by_tsumo else f"{winner.seat}<{winner.source}"]
    if winner.yakuman:
        words.append(f"yakuman:{winner.yakuman}")
    else:
        words.append(f"{winner.han}/{winner.fu}" if winner.fu else f"han:{winner.han}")
    if winner.pao is not None:
        words.append(f"pao {winner.pao}" + (f" for {winner.pao_yakuman}" if winner.pao_yakuman else ""))
    if winner.pao_other is not None:
        words.append(f"and {winner.pao_other}")
    return " ".join(words)


def event_of(text: str, n: int = 0, by: int = DESK, at: int = 0) -> Event:
    """Read an event from its line.

    >>> event_of("penalty 2 -8000 after_uma").args
    [2, -8000, None, 'after_uma']
    """
    return _event_of(_words(text), n, by, at)


def _event_of(words: "list[str]", n: int, by: int, at: int) -> Event:
    if not words:
        raise Malformed("missing_field", "an event begins with its name", "event")
    kind = words.pop(0)
    values: "dict[str, Any]" = {}
    if kind == "win":
        values["wins"] = _wins_of(words)
        words = []
    elif kind == "draw":
        values["tenpai"] = []
    elif kind in ("chombo", "swap"):
        values["seats"] = _pop_numbers(words)
    elif kind == "correct":
        words = _pop_events(words, values)
    while words:
        _pop_field(kind, words, values)
    return events.make(n, kind, by, at, values)


def _pop_events(words: "list[str]", values: "dict[str, object]") -> "list[str]":
    """Take the events behind the colon, and the number before it; return the words between."""
    if ":" not in words or not is_number(words[0]):
        raise Malformed("missing_field", "write: correct NUMBER: EVENT ; EVENT", "events")
    colon = words.index(":")
    values["of"] = _number(words[0])
    inner: "list[list[str]]" = [[]]
    for word in words[colon + 1 :]:
        if word == ";":
            inner.append([])
        else:
            inner[-1].append(word)
    replacements = [_event_of(item, 0, DESK, 0).plain() for item in inner if item]
    values["events"] = [[plain[1]] + plain[4:] for plain in replacements]
    return words[1:colon]


def _words(text: str) -> "list[str]":
    """Split a line at spaces and at the colon of a correction; a text in quotes stays together.

    A quoted word keeps its opening quote, so that it cannot be mistaken for a plain one.
    """
    words: "list[str]" = []
    word = ""
    quoted = escaped = False
    for letter in text + " ":
        if escaped:
            word += {"n": "\n", "r": "\r"}.get(letter, letter)
            escaped = False
        elif quoted and letter == "\\":
            escaped = True
        elif letter == '"':
            if quoted:
                words.append(word)
            word = "" if quoted else '"'
            quoted = not quoted
        elif quoted or not letter.isspace():
            word += letter
        elif word:
            words += [word[:-1], ":"] if word.endswith(":") and len(word) > 1 else [word]
            word = ""
    if quoted:
        raise Malformed("bad_field", "a quotation mark is not closed", "event")
    return words


def _pop_field(kind: str, words: "list[str]", values: "dict[str, Any]") -> None:
    """Take the next field off the words: a named one, or the first plain one that fits."""
    word = words.pop(0)
    fields = fields_of(kind) if kind in EVENTS else []
    for name, what in fields:
        if word == name and name not in PLAIN:
            values[name] = _named_value(what.rstrip("?"), words, name)
            return
    if "=" in word and kind == "start" and word[0] != '"':
        name, _, value = word.partition("=")
        values.setdefault("set", []).append([name, parse_switch_value(value)])
        return
    for name, what in fields:
        if name in PLAIN and name not in values and _could_be(what.rstrip("?"), word):
            values[name] = _plain_value(what.rstrip("?"), word)
            return
    raise Malformed("bad_field", f"{kind} has no place for {word!r}", "event")


def _named_value(what: str, words: "list[str]", name: str) -> object:
    if what in ("seats", "scores"):
        return _pop_numbers(words)
    if not words:
        raise Malformed("missing_field", f"{name} needs a value", name)
    word = words.pop(0)
    return _number(word) if what in ("count", "hand", "points", "minutes") else word


def _could_be(what: str, word: str) -> bool:
    """Return whether a word can be a plain field of this kind."""
    if what == "text":
        return word.startswith('"')
    if what in ("seat", "count", "points", "minutes"):
        return is_number(word)
    if what == "dice":
        return "+" in word
    if what.startswith("word "):
        return word in what.split(" ")
    return what == "word"


def _plain_value(what: str, word: str) -> object:
    if word[0] == '"':
        return word[1:]
    if what == "dice":
        return [_number(die) for die in word.split("+")]
    return _number(word) if what in ("seat", "count", "points", "minutes") else word


def _number(word: str) -> int:
    if not is_number(word):
        raise Malformed("bad_field", f"{word!r} is not a number", "event")
    return int(word)


def _pop_numbers(words: "list[str]") -> "list[int]":
    numbers = []
    while words and is_number(words[0]):
        numbers.append(int(words.pop(0)))
    return numbers


def _wins_of(words: "list[str]") -> "list[dict[str, object]]":
    winners: "list[dict[str, object]]" = []
    while words:
        who, _, source = words.pop(0).partition("<")
        winner: "dict[str, object]" = {"seat": _number(who)}
        if source:
            winner["from"] = _number(source)
        if words:
            _set_value(words.pop(0), winner)
        if words and words[0] == "pao":
            words.pop(0)
            winner["pao"] = _number(words.pop(0)) if words else None
            if len(words) > 1 and words[0] == "for":
                winner["pao_yakuman"] = _number(words[1])
                del words[:2]
            if len(words) > 1 and words[0] == "and":
                winner["pao_other"] = _number(words[1])
                del words[:2]
        winners.append(winner)
    return winners


def _set_value(word: str, winner: "dict[str, object]") -> None:
    if "/" in word:
        han, _, fu = word.partition("/")
        winner["han"] = _number(han)
        winner["fu"] = _number(fu)
        return
    name, _, value = word.partition(":")
    if name not in ("han", "yakuman") or not value:
        raise Malformed("bad_field", f"{word!r} is not a value: write 3/40, han:6 or yakuman:1", "wins")
    winner[name] = _number(value)
