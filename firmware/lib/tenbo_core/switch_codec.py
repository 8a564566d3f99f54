"""Values of rule switches as one word of text, both ways: true, 3000, share, [1,2], {tanyao:[1,0]}."""

from tenbo_core.errors import Malformed


def format_switch_value(value: object) -> str:
    """Write the value of a switch as a word without spaces.

    >>> format_switch_value([True, 30000, "daisangen"])
    '[true,30000,daisangen]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([format_switch_value(item) for item in value]) + "]"
    if isinstance(value, dict):
        # Sorted, because MicroPython keeps a table in an order of its own.
        return "{" + ",".join([f"{key}:{format_switch_value(value[key])}" for key in sorted(value)]) + "}"
    return str(value)


def parse_switch_value(word: str) -> object:
    """Read the value of a switch.

    >>> parse_switch_value("{haitei:[1,1],tanyao:[1,0]}")["tanyao"]
    [1, 0]
    """
    if word[:1] == "[":
        return [parse_switch_value(item) for item in _parts(word, "]")]
    if word[:1] == "{":
        table = {}
        for item in _parts(word, "}"):
            key, _, value = item.partition(":")
            table[key] = parse_switch_value(value)
        return table
    if word in ("true", "false"):
        return word == "true"
    return int(word) if is_number(word) else word


def is_number(word: str) -> bool:
    """Return whether a word is an integer."""
    return word[1:].isdigit() if word[:1] == "-" else word.isdigit()


def _parts(word: str, closing: str) -> "list[str]":
    """Split the text between a bracket and its closing one at the commas outside inner brackets."""
    if not word.endswith(closing):
        raise Malformed("bad_field", f"{word!r} lacks its closing {closing}", "set")
    inside = word[1:-1]
    parts = []
    depth = start = 0
    for place, letter in enumerate(inside):
        depth += 1 if letter in "[{" else -1 if letter in "]}" else 0
        if letter == "," and depth == 0:
            parts.append(inside[start:place])
            start = place + 1
    return parts + [inside[start:]] if inside else []
