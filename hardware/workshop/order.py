"""The bill of materials: what to order for one table, with what was verified and what to check before ordering."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workshop import assembly_files

if TYPE_CHECKING:
    from workshop.design import Design

# What a house asks for its work at five boards of each kind, without the parts, and a table's share of it at twenty;
# estimated.
ASSEMBLY = (75.0, 14.0)
TWENTY_SHARE = 0.8  # of the price for one, where no other is written

HEAD = (
    "quantity",
    "name",
    "maker",
    "part number",
    "lcsc",
    "alternative",
    "eur each",
    "eur",
    "option",
    "where",
    "verified",
    "check",
)


@dataclass(frozen=True)
class Item:
    """One line of the order."""

    quantity: int
    name: str
    maker: str
    mpn: str
    lcsc: str
    alternative: str
    eur: float
    eur_twenty: float
    lot: int
    option: bool
    where: str
    verified: str
    check: str

    @property
    def cost(self) -> float:
        """What the line costs."""
        return round(self.quantity * self.eur, 2)

    @property
    def paid(self) -> float:
        """What whole lots of the line cost."""
        return round(-(-self.quantity // self.lot) * self.lot * self.eur, 2)


def items(design: Design) -> list[Item]:
    """List what one table needs, the parts on the boards first."""
    places: dict[tuple[str, bool], list[str]] = defaultdict(list)
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for part in design.parts.values():
        if part.order.get("bare"):
            continue  # only copper
        key = (part.stock, bool(part.facts.get("option")))
        counts[key] += 1
        if f"{part.board} {part.ref}" not in places[key]:
            places[key].append(f"{part.board} {part.ref}")
    found = []
    for (stock, option), refs in places.items():
        found.append(_item(design.source["stock"][stock], counts[stock, option], " ".join(refs), option=option))
    return found + [
        _item(entry, entry["quantity"], "not on a board", option=bool(entry.get("option")))
        for entry in design.source["extras"]
    ]


def _item(entry: dict[str, object], quantity: int, where: str, *, option: bool) -> Item:
    def word(key: str) -> str:
        return str(entry.get(key) or "")

    return Item(
        quantity=quantity,
        name=word("name"),
        maker=word("maker"),
        mpn=word("mpn"),
        lcsc=word("lcsc"),
        alternative=word("alternative"),
        eur=float(word("eur") or 0),
        eur_twenty=float(word("eur_twenty") or TWENTY_SHARE * float(word("eur") or 0)),
        lot=int(word("lot") or 1),
        option=option,
        where=where,
        verified=word("verified"),
        check=word("check"),
    )


def total(design: Design, tables: int = 1) -> float:
    """Add up one table without the options, bought alone or as one of twenty."""
    bought = [item for item in items(design) if not item.option]
    if tables == 1:
        return round(sum(item.cost for item in bought), 2)
    return round(sum(item.quantity * item.eur_twenty for item in bought), 2)


def paid(design: Design) -> float:
    """Add up what a single table costs: whole lots, without the options."""
    return round(sum(item.paid for item in items(design) if not item.option), 2)


def spare_board_parts(design: Design) -> float:
    """Add up the small parts of the boards that a house makes and one table does not take."""
    pieces, spent = design.source["fabrication"]["pieces"], 0.0
    for board in assembly_files.MACHINE:
        spare = pieces - len(design.source["boards"][board]["copies"])
        spent += spare * sum(float(part.order["eur"]) for part in assembly_files.machine_placed_parts(design, board))
    return round(spent, 2)


def price_table(design: Design) -> str:
    """Write what one table costs alone and as one of twenty, the dearest lines first."""
    bought = sorted((item for item in items(design) if not item.option), key=lambda item: -item.cost)
    lines = ["| for one table | pieces | EUR, one table | EUR each of twenty |", "|---|--:|--:|--:|"]
    for item in bought[:10]:
        twenty = item.quantity * item.eur_twenty
        lines.append(f"| {item.name} | {item.quantity} | {item.cost:.2f} | {twenty:.2f} |")
    rest = bought[10:]
    twenty = sum(item.quantity * item.eur_twenty for item in rest)
    pieces = sum(item.quantity for item in rest)
    lines.append(
        f"| everything else, {len(rest)} lines | {pieces} | {sum(item.cost for item in rest):.2f} | {twenty:.2f} |"
    )
    lines.append(f"| **parts of one table** | | **{total(design):.2f}** | **{total(design, 20):.2f}** |")
    lots, spare, (one, each) = paid(design), spare_board_parts(design), ASSEMBLY
    lines.append(f"| what is sold in larger lots | | {lots - total(design):.2f} | |")
    lines.append(f"| **what you pay, small parts by your iron** | | **{lots:.2f}** | **{total(design, 20):.2f}** |")
    lines.append(f"| an assembly house's work, estimated | | {one:.2f} | {each:.2f} |")
    lines.append(f"| small parts on the boards that are left over | | {spare:.2f} | |")
    lines.append(
        f"| **what you pay, small parts placed by a house** | | **{lots + one + spare:.2f}** "
        f"| **{total(design, 20) + each:.2f}** |"
    )
    return "\n".join(lines) + "\n"


def lots_sentence(design: Design) -> str:
    """Say which lines are sold in larger lots than a table takes, as they are counted."""
    told: dict[int, list[str]] = defaultdict(list)
    for item in items(design):
        if item.lot > 1 and not item.option and item.paid > item.cost:
            kind = item.name.split(" (")[0] if item.name[0] not in "rce" or "board" in item.name else "small parts"
            kind = "resistors and ceramic capacitors" if kind == "small parts" else kind
            if kind not in told[item.lot]:
                told[item.lot].append(kind)
    lots = "; ".join(f"by {lot}: {', '.join(kinds)}" for lot, kinds in sorted(told.items()))
    return f"Larger lots are counted for what is sold {lots}.\n"


def order_csv(design: Design) -> str:
    """Write the order as CSV, with the sum in the last line."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEAD)
    for item in items(design):
        rows.writerow(
            (
                item.quantity,
                item.name,
                item.maker,
                item.mpn,
                item.lcsc,
                item.alternative,
                f"{item.eur:.2f}",
                f"{item.cost:.2f}",
                "yes" if item.option else "",
                item.where,
                item.verified,
                item.check,
            )
        )
    rows.writerow(("", "one table without options", "", "", "", "", "", f"{total(design):.2f}", "", "", "", ""))
    return text.getvalue()
