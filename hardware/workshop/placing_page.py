"""A page for the person who solders a board: its picture, and its parts as a list to search and to tick off."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING

from workshop.board_layout_input import parts_of
from workshop.firmware_export import NOTICE

if TYPE_CHECKING:
    from workshop.design import Design, Part

STYLE = """
*{box-sizing:border-box}body{margin:0;font:15px/1.4 system-ui,sans-serif;color:#222;background:#fff}
header{padding:.6rem 1rem;border-bottom:1px solid #ccc;display:flex;gap:1rem;flex-wrap:wrap;align-items:center}
h1{font-size:1.1rem;margin:0}main{display:flex;flex-wrap:wrap}
#board{flex:3 1 26rem;padding:1rem;position:sticky;top:0;align-self:flex-start;background:#fff}
#board svg{width:100%;height:auto;max-height:90vh}
#list{flex:2 1 26rem;padding:0 1rem 1rem;overflow-x:auto}
input[type=search]{font:inherit;padding:.3rem .5rem;min-width:14rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .4rem;
border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}
table{table-layout:fixed;min-width:29rem}th:nth-child(1){width:4.6rem}th:nth-child(2){width:40%}th:nth-child(4){width:23%}
tr.on{background:#fff3b0}tr.done{color:#666}tr.done td:first-child+td{text-decoration:line-through}
button.ref{font:inherit;border:1px solid #bbb;border-radius:4px;background:#f6f6f6;
padding:0 .3rem;margin:0 .1rem .15rem 0;cursor:pointer}
button.ref.on{background:#f5c400;border-color:#7a6200}small{color:#555;display:block}
.part{cursor:pointer}.part .reach{pointer-events:all}.part.on .reach{fill:#ffe60055;stroke:#ffe600;stroke-width:.5}
.part.done .pad{fill:#7d8a7d}
@media (max-width:34rem){table{min-width:0}thead{display:none}tr{display:grid;grid-template-columns:2.4rem 1fr 1fr;
border-bottom:1px solid #ddd}tr[hidden]{display:none}td{border:0}td:nth-child(4){grid-column:2/4}}
"""

SCRIPT = """
"use strict";
const rows = [...document.querySelectorAll("tbody tr")];
const key = document.title;
const parts = new Map([...document.querySelectorAll(".part")].map(part => [part.dataset.ref, part]));
let placed = new Set();
try { placed = new Set(JSON.parse(localStorage.getItem(key) || "[]")); } catch { /* a page that may keep nothing */ }
function refsOf(row) { return row.dataset.refs.split(" "); }
function mark(refs) {
  for (const [ref, part] of parts) part.classList.toggle("on", refs.includes(ref));
  for (const button of document.querySelectorAll("button.ref"))
    button.classList.toggle("on", refs.includes(button.textContent));
  for (const row of rows) row.classList.toggle("on", refsOf(row).some(ref => refs.includes(ref)));
}
function show() {
  for (const row of rows) {
    const done = placed.has(row.dataset.stock);
    row.querySelector("input").checked = done;
    row.classList.toggle("done", done);
    for (const ref of refsOf(row)) parts.get(ref)?.classList.toggle("done", done);
  }
  const left = rows.filter(row => !placed.has(row.dataset.stock)).length;
  document.querySelector("#left").textContent = left ? `${left} lines left` : "everything placed";
}
for (const row of rows) {
  row.querySelector("input").addEventListener("change", event => {
    if (event.target.checked) placed.add(row.dataset.stock); else placed.delete(row.dataset.stock);
    try { localStorage.setItem(key, JSON.stringify([...placed])); } catch { /* as above */ }
    show();
  });
  row.addEventListener("click", event => {
    if (event.target.matches("input")) return;
    mark(event.target.matches("button.ref") ? [event.target.textContent] : refsOf(row));
  });
}
for (const [ref, part] of parts) part.addEventListener("click", () => {
  mark([ref]);
  rows.find(row => refsOf(row).includes(ref))?.scrollIntoView({block: "nearest"});
});
function find(words) {
  const wanted = words.trim().toLowerCase();
  for (const row of rows) {
    const named = refsOf(row).some(ref => ref.toLowerCase() === wanted);
    row.hidden = wanted !== "" && !named && !row.textContent.toLowerCase().includes(wanted);
  }
  const exact = rows.flatMap(refsOf).filter(ref => ref.toLowerCase() === wanted);
  mark(exact.length || !wanted ? exact : rows.filter(row => !row.hidden).flatMap(refsOf));
}
document.querySelector("#find").addEventListener("input", event => find(event.target.value));
show();
if (location.hash) {
  document.querySelector("#find").value = decodeURIComponent(location.hash.slice(1));
  find(document.querySelector("#find").value);
}
"""


def page(design: Design, board: str, picture: str) -> str:
    """Write the page of a board around its picture; it needs nothing else, and no network."""
    title = f"{design.source['device']}, {design.source['boards'][board]['title'].lower()}, revision "
    title += str(design.source["revision"])
    lines: dict[tuple[str, bool], list[Part]] = defaultdict(list)
    for part in parts_of(design, board):
        if not part.order.get("bare"):
            lines[part.stock, bool(part.facts.get("option"))].append(part)
    rows = "\n".join(_row(parts, option=option) for (_, option), parts in lines.items())
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<!-- {NOTICE} -->
<style>{STYLE}</style></head>
<body><header><h1>{escape(title)}</h1>
<input id="find" type="search" placeholder="R13, 10k, C17414, pull-up" aria-label="find a part">
<span id="left"></span></header>
<main><div id="board">{picture}</div><div id="list">
<table><thead><tr><th>placed</th><th>part</th><th>where</th><th>number</th></tr></thead>
<tbody>
{rows}
</tbody></table></div></main>
<script>{SCRIPT}</script></body></html>
"""


def _row(parts: list[Part], *, option: bool) -> str:
    """Write one line of the list: parts of one kind that are placed alike."""
    order = parts[0].order
    refs = "".join(
        f'<button class="ref" title="{escape(str(part.facts["does"]))}">{part.ref}</button>' for part in parts
    )
    does = "; ".join(dict.fromkeys(str(part.facts["does"]) for part in parts))
    value = escape(str(order.get("value", order["mpn"])))
    stays = " (an option: leave it out)" if option else ""
    number = str(order.get("lcsc", "")).replace(" ", ", ")
    where = escape(order["footprint"].partition(":")[2])
    return (
        f'<tr data-stock="{parts[0].stock}{" option" if option else ""}" data-refs="{" ".join(p.ref for p in parts)}">'
        f'<td><input type="checkbox" aria-label="{escape(order["name"])} placed"></td>'
        f"<td>{len(parts)} x <b>{value}</b>{stays}<small>{escape(order['name'])}</small><small>{where}</small></td>"
        f"<td>{refs}<small>{escape(does)}</small></td>"
        f"<td>{escape(str(order['mpn']))}<small>{escape(number)}</small></td></tr>"
    )
