"""Values of rule switches as one word of text, both ways: true, 3000, share, [1,2], {tanyao:[1,0]}."""

from tenbo_core.errors import Malformed


def switch_text(value: object) -> str:
    """Write the value of a switch as a word without spaces.

    >>> switch_text([True, 30000, "daisangen"])
    '[true,30000,daisangen]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([switch_text(item) for item in value]) + "]"
    if isinstance(value, dict):
        # Sorted, because MicroPython keeps a table in an order of its own.
        return "{" + ",".join([f"{key}:{switch_text(value[key])}" for key in sorted(value)]) + "}"
    return str(value)


def switch_of(word: str) -> object:
    """Read the value of a switch.

    >>> switch_of("{haitei:[1,1],tanyao:[1,0]}")["tanyao"]
    [1, 0]
    """
    if word[:1] == "[":
        return [switch_of(item) for item in _parts(word, "]")]
    if word[:1] == "{":
        table = {}
        for item in _parts(word, "}"):
            key, _, value = item.partition(":")
            table[key] = switch_of(value)
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
