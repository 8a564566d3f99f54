"""Sentences for people that carry their code and what varies in them, so that other languages can say the same.

Kept apart from the errors, because a Pico has one language for programs and never asks for the others.
"""


class Sentence(str):
    """An English sentence with the code of its template and the values by name.

    >>> said = sentence("no_game_at_table", "no game has begun at table {table}", table=7)
    >>> said, said.code, said.values
    ('no game has begun at table 7', 'no_game_at_table', {'table': 7})
    """

    __slots__ = ("code", "values")

    code: str
    values: "dict[str, object]"

    def with_ending(self, ending: str) -> "Sentence":
        """Return the same sentence with words for the command line alone behind it, which no translation has."""
        return as_sentence(f"{self}{ending}", self.code, self.values)

    def record(self) -> "dict[str, object]":
        """Return the code and the values as JSON takes them, sentences within sentences too."""
        return {"reason": self.code, "params": {name: _plain(value) for name, value in self.values.items()}}


def sentence(code: str, template: str, **values: object) -> Sentence:
    """Return a sentence made from its English template."""
    return as_sentence(template.format(**values), code, values)


def plural_sentence(code: str, count: int, one: str, several: str, **values: object) -> Sentence:
    """Return a sentence about a number of things, `count` among its values; other languages may have other forms.

    >>> plural_sentence("restarts", 1, "it has restarted {count} time", "it has restarted {count} times")
    'it has restarted 1 time'
    """
    values["count"] = count
    return as_sentence((one if count == 1 else several).format(**values), code, values)


def join_sentences(sentences: "list[str]") -> str:
    """Return several sentences as one, each with its own code."""
    return (
        sentences[0] if len(sentences) == 1 else as_sentence("; ".join(sentences), "in_turn", {"sentences": sentences})
    )


def as_sentence(text: str, code: str, values: "dict[str, object]") -> Sentence:
    """Return a text that is made already as the sentence that it is."""
    made = Sentence(text)
    made.code, made.values = code, values
    return made


def _plain(value: object) -> object:
    if isinstance(value, Sentence):
        return value.record() | {"message": str(value)}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value if isinstance(value, (int, float)) else str(value)
