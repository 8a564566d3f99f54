"""The pictures of what is done with the computer beside the breadboard: cable in or out, what the screen says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from workshop import guide_reader
from workshop.firmware_export import NOTICE

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTIONS = {"2. Put the firmware on the Pico": "flash", "3. The Pico's board": "check", "8. Play": "play"}
STYLE = (
    "text{font:15px DejaVu Sans,Verdana,sans-serif;fill:#1b1b1b}.t{font:14px DejaVu Sans Mono,monospace;fill:#d8f0d8}"
    ".m{text-anchor:middle}.l{fill:none;stroke:#222;stroke-width:4}.n{stroke:#555;stroke-width:1.5}"
)
WIDE, HIGH, LETTERS = 760, 260, 38


class Action(NamedTuple):
    """One step: whether the cable is in afterwards, moved now, what is typed and seen, and other things shown."""

    words: str
    cable: bool
    moves: bool
    screen: tuple[str, ...]
    display: str
    meter: str
    holds: bool
    presses: bool


def pictures() -> dict[str, str]:
    """Return a picture for every such step of BREADBOARD by its file name."""
    made = {}
    for heading, name in SECTIONS.items():
        cable = False
        for number, words in steps(heading).items():
            action = read(words, cable=cable)
            cable = action.cable
            title = f"{heading.partition('. ')[2]}, step {number}"
            made[f"breadboard-{name}-{number}.svg"] = _draw(title, action, bare=name == "flash")
    return made


def steps(heading: str) -> dict[int, str]:
    """Return the numbered steps of a section, of the one with wires those of its check."""
    text = guide_reader.page("BREADBOARD")
    part = guide_reader.section(text, f"## {heading}")
    if heading.startswith("3"):
        part = part.partition("**Check.**\n")[2]
    return guide_reader.steps(f"## {heading}\n{part}", f"## {heading}")


def read(words: str, *, cable: bool) -> Action:
    """Read a step for what is plugged, typed, seen and measured.

    >>> read("Pull the Pico out.", cable=True).cable
    False
    >>> read("`tenbo flash`; go on. *It ends with* `so`", cable=True).screen
    ('$ tenbo flash', 'so')
    """
    first = words.partition(".")[0]
    out, goes_in = first.startswith("Pull"), bool(re.search(r"\bplug (?:the|it)|Plug", first))
    now = not out and (cable or goes_in)
    quoted = re.findall(r"`([^`]+)`", words)
    typed = [f"$ {word}" for word in quoted if word.startswith("tenbo ")][:1]
    shown = re.search(r"display shows `([^`]+)`", words)
    seen = re.findall(r"ends with\*? `([^`]+)`", words)
    seen += re.findall(r"\*(all is well|the parts are on a breadboard)\*", words)
    if "drive" in words:
        seen = ["a drive"] if "You see" in words else ["copy: .uf2 to the drive"]
    meter = re.search(r"(over 1 kohm|3\.2 to 3\.4 V)", words)
    return Action(
        words=words,
        cable=now,
        moves=out or goes_in,
        screen=(*typed, *seen),
        display=shown[1] if shown else "",
        meter=meter[1] if meter else "",
        holds="BOOTSEL" in words,
        presses="Press TABLE" in words,
    )


def _draw(title: str, action: Action, *, bare: bool) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">',
        f"<!-- {NOTICE.replace('device', 'breadboard')} -->",
        f'<style>{STYLE}</style><rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="20" y="26" font-weight="bold">{escape(title)}</text>',
        *_pico(action, bare=bare),
        *_cable(action),
        *_screen(action),
        *(_meter(action) if action.meter else ()),
        *(_display(action) if action.display else ()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _pico(action: Action, *, bare: bool) -> Iterator[str]:
    """Draw the Pico, bare or on its board with the button TABLE."""
    if not bare:
        yield '<rect class="n" x="20" y="60" width="270" height="110" rx="6" fill="#f2f2ee"/>'
    yield '<rect class="n" x="120" y="82" width="160" height="64" rx="4" fill="#2f7d4a"/>'
    yield '<text class="m" x="215" y="119" fill="#fff" style="fill:#fff">Pico</text>'
    yield '<rect class="n" x="268" y="102" width="24" height="22" fill="#c8c8c8"/>'
    colour = "#e02020" if action.holds else "#f2f2ee"
    yield f'<circle class="n" cx="248" cy="96" r="7" fill="{colour}"/>'
    if action.holds:
        yield '<path d="M248 52V84" stroke="#e02020" stroke-width="3"/><path d="M242 78h12l-6 10Z" fill="#e02020"/>'
        yield '<text class="m" x="248" y="48">BOOTSEL</text>'
    if not bare:
        colour = "#e02020" if action.presses else "#b8c4cc"
        yield f'<rect class="n" x="44" y="98" width="26" height="26" fill="{colour}"/>'
        yield '<text x="34" y="92" font-size="12">TABLE</text>'


def _cable(action: Action) -> Iterator[str]:
    plug = 292 if action.cable else 340
    yield f'<rect class="n" x="{plug}" y="104" width="26" height="18" fill="#555"/>'
    yield f'<path class="l" d="M{plug + 26} 113C{plug + 60} 113 400 190 440 190"/>'
    if action.moves:
        tip, tail = (300, 336) if action.cable else (336, 300)
        yield f'<path d="M{tail} 88H{tip}" stroke="#e02020" stroke-width="3"/>'
        yield f'<path d="M{tip} 82v12l{-10 if action.cable else 10} -6Z" fill="#e02020"/>'


def _screen(action: Action) -> Iterator[str]:
    yield '<rect class="n" x="440" y="46" width="300" height="170" rx="8" fill="#444"/>'
    yield '<rect x="452" y="58" width="276" height="146" fill="#10261a"/>'
    yield '<path class="n" d="M560 216h60l10 24h-80Z" fill="#777"/>'
    for row, line in enumerate(action.screen):
        yield f'<text class="t" x="464" y="{86 + 26 * row}">{escape(line[:LETTERS])}</text>'


def _display(action: Action) -> Iterator[str]:
    for x in (20, 90, 160, 230):
        yield f'<rect class="n" x="{x}" y="190" width="62" height="36" rx="3" fill="#111"/>'
        style = 'style="fill:#ffd24d;font-size:12px"'
        yield f'<text class="m" x="{x + 31}" y="212" {style}>{escape(action.display)}</text>'


def _meter(action: Action) -> Iterator[str]:
    yield '<rect class="n" x="60" y="190" width="150" height="50" rx="6" fill="#ffd24d"/>'
    yield f'<text class="m" x="135" y="221">{escape(action.meter)}</text>'
    yield '<path d="M90 190C90 180 60 176 52 166" fill="none" stroke="#e02020" stroke-width="3"/>'
    yield '<path d="M110 190C110 182 90 176 82 166" fill="none" stroke="#111" stroke-width="3"/>'
    yield '<text x="38" y="160">+</text><text x="76" y="160">-</text>'
