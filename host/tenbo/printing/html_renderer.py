"""Renders a document as one self-contained HTML page, which prints as it looks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tenbo.printing.document import EMPTY_RESULTS, Cards, PrintedTable, Section, TextLines
from tenbo.printing.paper_translation import PaperLanguage, html_language
from tenbo.printing.qr_code import qr_svg

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tenbo.printing.document import Block, Document, Poster, PosterStep, PrintedSlip

# So many sessions stand beside a name, and in smaller letters on paper when they are more than few.
MOST_COLUMNS = 12
FEW_COLUMNS = 6
# Rows of an empty slip, to write in by hand.
TO_WRITE = 14

STYLE = """\
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 11pt/1.35 "Liberation Sans", Arial, Helvetica, "Noto Sans CJK JP", sans-serif; color: #000;
  background: #fff;
  max-width: 62em; margin: 0 auto; padding: 1.5em; }
:lang(zh) body { font-family: "Liberation Sans", Arial, Helvetica, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC",
  sans-serif; }
:lang(ko) body { font-family: "Liberation Sans", Arial, Helvetica, "Noto Sans CJK KR", "Malgun Gothic",
  "Apple SD Gothic Neo", sans-serif; word-break: keep-all; }
header { border-bottom: 2px solid #000; margin-bottom: 1em; }
h1 { font-size: 1.6em; margin: 0; } h2 { font-size: 1.25em; margin: 1.4em 0 .4em; break-after: avoid; }
h2 small { float: right; font-weight: normal; font-size: .7em; line-height: 2.2; color: #555; }
.about, footer { color: #555; } footer { margin-top: 1.5em; font-size: .8em; }
.state { border: 2.5px solid #000; padding: .5em .8em; margin: 0 0 1em; } .state b { letter-spacing: .04em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: 0 0 1em; }
th { text-align: left; font-size: .85em; border-bottom: 1.5px solid #000; padding: .2em .5em; white-space: nowrap; }
td { padding: .22em .5em; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; } tr { break-inside: avoid; }
thead { display: table-header-group; } tbody tr:nth-child(even) { background: #f1f1f1; print-color-adjust: exact; }
.many td.bold:not(.right) { min-width: 9em; }
.right { text-align: right; white-space: nowrap; } .middle { text-align: center; white-space: nowrap; }
.bold { font-weight: bold; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15em, 1fr)); gap: .8em; margin-bottom: 1em; }
.card { border: 1px solid #777; border-radius: .4em; padding: .6em .9em; break-inside: avoid; }
.card * { display: block; } .card small { color: #555; } .card b { font-size: 1.4em; line-height: 1.25; }
.slip { border: 1px solid #777; padding: 1em 1.2em; margin-bottom: 1.5em; break-inside: avoid; break-after: page; }
.slip h2 { margin: 0; display: flex; justify-content: space-between; }
.slip .write td { height: 2em; } .slip table { margin: .6em 0; }
.sign { display: grid; grid-template-columns: 1fr 1fr 9em; gap: 1.6em 1.2em; align-items: end; margin-top: 1.6em; }
.sign span { border-bottom: 1px solid #000; padding-bottom: .1em; font-weight: bold; }
.sign .code { grid-column: 3; grid-row: 1 / 4; font-size: .75em; text-align: center; }
.sign svg { width: 100%; display: block; }
.poster { break-inside: avoid; break-after: page; margin-bottom: 3em; }
.poster h2 { font-size: 4em; line-height: 1.1; margin: 0 0 .3em; border-bottom: 3px solid #000; }
.step { display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start; margin: 1.2em 0; font-size: 1.2em; }
.step svg { width: 17em; max-width: 100%; display: block; } .step h3 { font-size: 1.5em; margin: 0 0 .3em; }
.step div { flex: 1 1 14em; } .step p { margin: .2em 0; } .step b { font-size: 1.35em; overflow-wrap: anywhere; }
@page { margin: 14mm; }
@media print { header:has(~ main .poster) { display: none; } }
@media print { .many { font-size: 7.5pt; } .many :is(th, td) { padding-inline: .35em; } }
@media print { body { padding: 0; max-width: none; } .new { break-before: page; } }
"""


def as_html(document: Document, when: datetime) -> str:
    """Return a document as a page."""
    say = PaperLanguage(document.language)
    body = [_state(document.state, say), *map(_block, document.blocks)]
    body += ["".join(_slip_parts(slip, say)) for slip in document.slips]
    body += [_poster(poster) for poster in document.posters]
    about = f'<p class="about">{escape(document.about)}</p>' if document.about else ""
    wide = "@page { size: landscape; }\n" if any(map(_has_many_columns, document.blocks)) else ""
    # What is for a wall says nothing but what is on it.
    foot = "" if document.posters else f"<footer>{escape(say('Tenbo, printed {}', say.moment(when)))}</footer>\n"
    return (
        f'<!DOCTYPE html>\n<html lang="{html_language(document.language)}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>\n{STYLE}{wide}</style>\n"
        f"<header><h1>{escape(document.title)}</h1>{about}</header>\n<main>\n{''.join(body)}</main>\n"
        f"{foot}</html>\n"
    )


def _state(lines: list[str], say: PaperLanguage) -> str:
    if not lines:
        return ""
    return f'<div class="state"><b>{escape(say("PROVISIONAL"))}</b><br>' + "<br>".join(map(escape, lines)) + "</div>\n"


def _block(block: Block) -> str:
    if isinstance(block, Section):
        text = f"<small>{escape(block.text)}</small>" if block.text else ""
        return f"<h2{' class=new' if block.new_page else ''}>{text}{escape(block.title)}</h2>\n"
    if isinstance(block, Cards):
        cards = "".join(
            f'<div class="card"><small>{escape(card.title)}</small><b>{escape(card.value)}</b>'
            f'<span class="bold">{escape(card.who)}</span><small>{escape(card.detail)}</small></div>\n'
            for card in block.cards
        )
        return f'<div class="cards">\n{cards}</div>\n'
    if isinstance(block, TextLines):
        return "".join(f"<p>{escape(line)}</p>\n" for line in block.lines)
    count = -(-(len(block.columns) - block.repeated) // MOST_COLUMNS) if block.repeated else 1
    return "".join(_table(block.with_columns(places)) for places in block.column_parts(count))


def _table(table: PrintedTable) -> str:
    sides = [
        " ".join(word for word in (column.side * (column.side != "left"), "bold" * column.bold) if word)
        for column in table.columns
    ]
    # A head without words is none: it would be read out as an empty one.
    head = "".join(
        f'<th scope="col"{_class(column.side * (column.side != "left"))}>{escape(column.title)}</th>'
        if column.title
        else "<td></td>"
        for column in table.columns
    )
    rows = "".join(
        "<tr>"
        + "".join(f"<td{_class(side)}>{escape(cell)}</td>" for side, cell in zip(sides, row, strict=True))
        + "</tr>\n"
        for row in table.rows
    )
    many = _class("many" * _has_many_columns(table))
    return f'<div class="wide"><table{many}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n'


def _has_many_columns(block: Block) -> bool:
    """Return whether a block is a table of more sessions than have room on upright paper."""
    return isinstance(block, PrintedTable) and block.repeated > 0 and len(block.columns) - block.repeated > FEW_COLUMNS


def _class(words: str) -> str:
    return f' class="{words}"' if words else ""


def _slip_parts(slip: PrintedSlip, say: PaperLanguage) -> Iterator[str]:
    winds = say.winds[: len(slip.seats)]
    place = f"<span>{escape(say('Session {}, table {}', slip.session, slip.table))}</span>"
    yield f'<section class="slip">\n<h2><span>{escape(slip.title)}</span>{place}</h2>\n'
    yield f'<p class="about">{escape("   ".join(word for word in (slip.about, slip.rules) if word))}</p>\n'
    if slip.state:
        yield _state([slip.state], say)
    yield "<table><tbody>\n"
    for seat in slip.seats:
        cells = f'<td class="bold">{escape(seat.wind)}</td><td class="right">{escape(seat.number)}</td>'
        cells += f'<td class="bold">{escape(seat.name)}</td><td class="right">{escape(seat.details)}</td>'
        yield f"<tr>{cells}</tr>\n"
    heads = "".join(f"<th>{escape(say(text))}</th>" for text in ("hand", "what happened"))
    yield f"</tbody></table>\n<table><thead><tr>{heads}"
    yield "".join(f'<th class="right">{escape(wind)}</th>' for wind in winds) + "</tr></thead>\n"
    yield f"<tbody{'' if slip.hands else ' class=write'}>\n"
    for hand in slip.hands:
        numbers = "".join(f'<td class="right">{points}</td>' for points in hand.deltas)
        yield f'<tr><td class="bold">{escape(hand.where)}</td><td>{escape(hand.words)}</td>{numbers}</tr>\n'
    if not slip.hands:
        yield f"<tr>{'<td></td>' * (2 + len(winds))}</tr>\n" * TO_WRITE
    for word, row in slip.results or [(say(word), [""] * len(winds)) for word in EMPTY_RESULTS]:
        numbers = "".join(f'<td class="right{" bold" * (word == say("total"))}">{number}</td>' for number in row)
        yield f'<tr><td></td><td class="bold">{escape(word)}</td>{numbers}</tr>\n'
    yield "</tbody></table>\n"
    yield from (f"<p>{escape(note)}</p>\n" for note in slip.notes)
    yield '<div class="sign">' + "".join(f"<span>{escape(word)}</span>" for word in (*winds, say("referee")))
    if slip.code:
        yield f'<div class="code">{qr_svg(slip.code)}{slip.digest}</div>'
    yield "</div>\n</section>\n"


def _poster(poster: Poster) -> str:
    several = len(poster.steps) > 1
    steps = [_step(step, f"{number}. " * several) for number, step in enumerate(poster.steps, 1)]
    about = f'<p class="about">{escape(poster.about)}</p>\n' if poster.about else ""
    return f'<section class="poster">\n{about}<h2>{escape(poster.heading)}</h2>\n{"".join(steps)}</section>\n'


def _step(step: PosterStep, number: str) -> str:
    drawn = qr_svg(step.code) if step.code else ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in step.lines)
    typed = "".join(
        f"<p>{f'<b>{escape(line)}</b>' if place % 2 else escape(line)}</p>" for place, line in enumerate(step.typed)
    )
    return f'<div class="step">{drawn}<div><h3>{number}{escape(step.title)}</h3>{lines}{typed}</div></div>\n'
