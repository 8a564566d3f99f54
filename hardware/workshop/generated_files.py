"""Everything made from the description as text, and where it lies: the same description gives the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import (
    board_layout_input,
    board_order,
    box_rendering,
    breadboard,
    breadboard_actions,
    breadboard_page,
    breadboard_picture,
    display_legibility,
    firmware_export,
    harness,
    kicad_schematic,
    mounting_page,
    order,
    power,
    schematic_picture,
    spice_decks,
    table_geometry,
    table_picture,
    wiring_table,
)
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from pathlib import Path

    from workshop.design import Design

ROOT = HARDWARE.parent


def generated_texts(design: Design) -> dict[Path, str]:
    """Return every generated text file with its content, by its path in the repository."""
    made = {
        "firmware/device/pins.py": firmware_export.pins(design),
        "firmware/parts/wiring.py": firmware_export.wiring(design),
        "firmware/parts/breadboard_wiring.py": firmware_export.breadboard_wiring(),
        "hardware/order/bom.csv": order.order_csv(design),
        "hardware/wiring/wiring.md": wiring_table.wiring_table(design),
        "hardware/boxes/parts.scad": box_rendering.openscad_sizes(design),
        "hardware/README.md": _between(HARDWARE / "README.md", readme_passages(design)),
        "hardware/guides/ORDER.md": _between(HARDWARE / "guides" / "ORDER.md", order_passages(design)),
    }
    table = table_geometry.load()
    made |= {f"hardware/guides/{name}": text for name, text in table_picture.pictures(table).items()}
    mounting = HARDWARE / "guides" / "MOUNTING.md"
    made["hardware/guides/MOUNTING.md"] = _between(mounting, mounting_page.passages(table))
    source = breadboard.load()
    page = HARDWARE / "guides" / "BREADBOARD.md"
    made["hardware/guides/BREADBOARD.md"] = _between(page, breadboard_page.passages(source))
    for name, picture in (breadboard_picture.pictures(source) | breadboard_actions.pictures()).items():
        made[f"hardware/wiring/{name}"] = picture
    for board in ("centre", "seat"):
        made[f"hardware/wiring/schematic-{board}.svg"] = schematic_picture.draw(design, board)
        made[f"hardware/wiring/harness-{board}.yml"] = harness.wireviz_sheet(design, board)
    for board in board_layout_input.BOARDS:
        made[f"hardware/kicad/{board}.kicad_sch"] = kicad_schematic.draw(design, board)
    for name, deck in spice_decks.decks(design).items():
        made[f"hardware/spice/{name}.cir"] = deck
    return {ROOT / path: text for path, text in made.items()}


def readme_passages(design: Design) -> dict[str, str]:
    """Return the passages of the README that are generated, by the name in their markers."""
    return {
        "pin plan": wiring_table.pin_plan(design),
        "legibility": display_legibility.table(design),
        "power budget": power.budget_table(design),
        "price": f"One table costs an estimated {order.total(design):.2f} EUR in parts by the list, without "
        f"options; as one of twenty {order.total(design, 20):.2f} EUR. You pay about {order.paid(design):.0f} EUR for\n"
        "a single one, because boards and small parts are sold in larger lots.\n",
        "breadboard price": breadboard_page.price(breadboard.load()),
    }


def order_passages(design: Design) -> dict[str, str]:
    """Return the passages of ORDER that are generated, by the name in their markers."""
    return {
        "prices": order.price_table(design),
        "lots": order.lots_sentence(design),
        "boards": board_order.board_table(design),
    }


def _between(path: Path, passages: dict[str, str]) -> str:
    """Put passages between their markers `<!-- name -->` and `<!-- end of name -->`."""
    text = path.read_text(encoding="utf-8")
    for name, passage in passages.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(start)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"{path.name} has no markers for {name!r}")
        text = f"{before}{start}{passage}{found}{after}"
    return text


def write(design: Design) -> list[Path]:
    """Write what has changed and return its paths."""
    changed = stale(design)
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(generated_texts(design)[path], encoding="utf-8")
    return changed


def stale(design: Design) -> list[Path]:
    """Return the generated files that are missing or not what the description makes."""
    made = generated_texts(design)
    return [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
