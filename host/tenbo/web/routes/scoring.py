"""The scoring routes: declared hands in the format of `tenbo score --jsonl`, with names and sections to display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.rulebooks import ids, load, named
from tenbo.scoring.evaluate import score
from tenbo.scoring.explain import first_cited_section
from tenbo.scoring.hand_value_text import BONUS_SECTIONS, BONUS_WORDS, FU_WORDS, is_yakuman, readable_name, worth_text
from tenbo.scoring.json_records import answer_score, book_of_record, hand_of_record
from tenbo.scoring.laid_out_groups import fu_items_of
from tenbo.scoring.yaku import BY_NAME
from tenbo.scoring.yaku_name_translations import NAMED, yaku_meanings
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.rulebooks import Book
    from tenbo.scoring.hand import Hand
    from tenbo.tournament.repository import TournamentRepository

Json = dict[str, Any]


class ScoringRoutes:
    """The rule books and the scores of hands."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository

    def books(self, _: HttpRequest) -> HttpResponse:
        """Return the bundled rule books: id, title, edition, number of red fives, and fields that only some books use.

        `start_points`, `uma` and `oka` are what a player has to know; `uma` is null where it depends on the scores.
        `played` marks the tournament's own book, or the book that it is based on.
        """
        listed = [load(name) for name in ids()]
        played = named(self._repository.tournament.rulebook.load())[0]
        return json_response(
            [
                {
                    "id": book.id,
                    "title": book.title,
                    "edition": book.edition,
                    "start_points": book.rules.start_points,
                    "uma": book.rules.uma if isinstance(book.rules.uma, list) else None,
                    "oka": book.rules.oka,
                    "red_fives": book.rules.red_fives,
                    "open_riichi": any(book.rules.yaku["open_riichi"]),
                    "sorted_in": book.rules.sorted_in,
                    "played": book.id == played,
                }
                for book in listed
            ]
        )

    def score_hand(self, request: HttpRequest) -> HttpResponse:
        """Score a declared hand; with `all_rules` also by every other book.

        The fields are those of the [record of a hand](records.md#the-record-of-a-hand), as is the answer. Its
        `counted`, `fu_counted` and `sections` explain the score in words, with the sections.
        """
        record = {name: value for name, value in request.body.items() if name != "all_rules"}
        everywhere = request.field("all_rules", "bool", default=False)
        answer = answer_score(record)
        if not record.get("nagashi"):
            answer |= explain_hand(hand_of_record(record), book_of_record(record))
        if everywhere:
            answer["books"] = [_score_under_book(record, name) for name in ids()]
        return json_response(answer)


def explain_hand(hand: Hand, book: Book) -> Json:
    """Return why a hand scores: each yaku and each fu with its name and section, and the sections of the rest.

    >>> from tenbo.rulebooks import load
    >>> from tenbo.scoring.hand import Hand
    >>> counted = explain_hand(Hand("234567m345p678s9s", "9s", "ron", riichi=1), load("ema-2016"))["counted"]
    >>> [(one["name"], one["kanji"], one["german"], one["worth"], one["section"]) for one in counted]
    [('riichi', '立直', 'Riichi', 1, '3.3.14, 4.2.1')]
    """
    result = score(hand, book.rules)
    counted: list[Json] = []
    for name, number in result.yaku:
        names = ("renhou", "yaku.renhou") if name == "renhou" else (f"yaku.{name}",)
        yaku = BY_NAME[name]
        spelling = {"name": readable_name(name), "kanji": yaku.kanji, "english": yaku.english}
        spelling |= {field: yaku_meanings(language)[name] for field, language in NAMED.items()}
        counted.append({**spelling, "worth": number, "section": first_cited_section(book, *names)})
    for name, number in result.bonus._asdict().items():
        if number:
            section = first_cited_section(book, *BONUS_SECTIONS.get(name, (name,)))
            counted.append({"name": BONUS_WORDS[name], "worth": number, "section": section})
    fu = [
        {"words": FU_WORDS[name], "fu": number, "tiles": group.text if group else ""}
        for (name, number), group in (fu_items_of(result, result.groups) if result.fu else ())
    ]
    return {
        "worth": worth_text(result.han, result.fu, result.limit, result.yakuman, counted=result.is_counted),
        "as_yakuman": is_yakuman(result.limit, result.is_counted),
        "counted": counted,
        "fu_counted": fu,
        "sections": {"fu": first_cited_section(book, "fu", "payment"), "payment": first_cited_section(book, "payment")},
    }


def _score_under_book(record: Json, name: str) -> Json:
    """Return the score of a hand under another book, or the reason why it has none."""
    named = {"id": name, "title": load(name).title}
    try:
        return named | answer_score({**record, "rules": name})
    except TenboError as error:
        return named | {
            "error": {"code": error.code, "message": error.message, **reason_code_and_values(error.message)}
        }
