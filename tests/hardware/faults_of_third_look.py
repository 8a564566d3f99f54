"""Mistakes no one had listed: mirrored plugs, drawn values, backs of boards, a key beside its hole, spare boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.faults_of_assembly import extra
from hardware.faults_of_parts import place, stock
from hardware.faults_of_words import Source, figure

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant


def mirrored(source: Source, kind: str) -> None:
    """Reverse the order in which the pads of a kind are numbered."""
    names = list(source["types"][kind]["pins"])
    source["types"][kind]["pins"] = {name: f"{pad} passive" for name, pad in zip(names, reversed(names), strict=True)}


def reworded(source: Source, board: str, before: str, after: str) -> None:
    """Print another word in the place of one."""
    (entry,) = [entry for entry in source["layout"][board]["words"] if entry[0] == before]
    entry[0] = after


def feed(source: Source, name: str, volts: float) -> None:
    """Count a supply as another voltage."""
    (entry,) = [entry for entry in source["feeds"] if entry["to"] == name]
    entry["volts"] = volts


# What is drawn beside a part that is ordered under its old number.
DRAWN = {
    "npn": ("BC807-40", "ordered is BC817-40"),
    "pnp": ("MMBT3904", "ordered is MMBT3906LT1G"),
    "pmos": ("AO3400A", "ordered is AO3401A"),
    "diode": ("SS14", "ordered is SS34"),
    "tvs": ("SMAJ15A", "ordered is SMAJ12A"),
    "photo": ("TEPT4400", "ordered is TEPT5700"),
    "zener": ("6.8 V", "breaks at 5.49 to 5.71 V"),
    "fuse": ("2 A hold", "holds 1.1 A"),
}
COUNTED = {
    "stock.xh3.limit_ma": 100,
    "stock.usb-c.limit_ma": 900,
    "stock.c-2200u.tolerance": 0,
    "stock.c-470u.tolerance": 0.5,
    "stock.lamp.share.capped": 0.25,
    "stock.riichi-key.share.capped": 0,
    "mechanics.lamp_keeper.flange": 3,
    "mechanics.photo_keeper.flange": 3,
    "mechanics.bodies.other": [-0.5, -0.5, 0.5, 0.5, 1],
}

THIRD_LOOK: dict[str, Plant] = {
    **{
        f"{kind} with its pads mirrored": ("pin orders", lambda s, k=kind: mirrored(s, k), f"{kind}: pin 1 lies on pad")
        for kind in ("JACK", "PLUG2", "PLUG3", "PLUG4", "PLUG5", "PLUG7", "C", "R", "SWITCH", "PIEZO")
    },
    **{
        f"{name} drawn as {value}": ("values", lambda s, n=name, v=value: stock(s, n, value=v), f"{name}: .*{words}")
        for name, (value, words) in DRAWN.items()
    },
    **{
        f"another figure for {path}": ("figures", lambda s, p=path, v=value: figure(s, p, v), path)
        for path, value in COUNTED.items()
    },
    **{
        f"the seat's {ref} on its back": (
            "sides",
            lambda s, r=ref: s["layout"]["seat"].update(back=[r]),
            f"seat/{ref}: lies on the back",
        )
        for ref in ("TP3", "FID1", "U1")
    },
    "a Pico without legs": ("values", lambda s: stock(s, "pico", name="Raspberry Pi Pico 2"), "it has no pins"),
    "a capacitor of 16 V by its number": (
        "part numbers",
        lambda s: stock(s, "c-100n", mpn="CC0805KRX7R7BB104"),
        "c-100n: its number says 16 V",
    ),
    "a can that no maker's table has": (
        "figures",
        lambda s: stock(s, "c-470u", can_mm=[10, 5]),
        "nobody knows how high a can of 10 mm is",
    ),
    "a key beside its hole": ("key row", lambda s: place(s, "keys", "S5", [38.68, 16.504, 90]), "keys/S5: lies 1.3 mm"),
    "a key above its row": ("key row", lambda s: place(s, "keys", "S4", [26.24, 16.1, 90]), "keys/S4: lies 0.5 mm"),
    "a display's wire without its word": ("words", lambda s: reworded(s, "seat", "CS", "NC"), "CS is printed nowhere"),
    "boards of another device": ("words", lambda s: s.update(device="Tembo table"), "revision C is printed nowhere"),
    "two centre boards": ("counts", lambda s: extra(s, "centre board", quantity=2), "2 ordered, no more than 1 used"),
    "the seat board's files sent as the key strip's": (
        "goods",
        lambda s: extra(s, "seat board", mpn="kicad/keys"),
        "its files are kicad/seat",
    ),
    "a key on which no cap stays": (
        "part numbers",
        lambda s: stock(s, "key", mpn="B3F-4000", alternative="B3F-4005"),
        "B3F-4000 is no number of this kind",
    ),
    "pixels of 12 V": (
        "part numbers",
        lambda s: stock(s, "pixels", mpn="WS2815", name="12 pixels WS2815 cut from a 60/m strip"),
        "WS2815 is no number of this kind",
    ),
    "a weak supply instead": (
        "goods",
        lambda s: extra(s, "supply", alternative="any listed 5.0-5.25 V supply of 1.0 A or more with USB-C"),
        "1.0 A instead do not open the fuse",
    ),
    "clamp screws without nuts": (
        "goods",
        lambda s: extra(s, "clamp screw", name="clamp screw M6x60", mpn="M6x60 DIN 933"),
        "a nut lies in each clamp",
    ),
    "floor screws without washers": (
        "goods",
        lambda s: extra(s, "floor screw", name="floor screw M4x12 with nut", mpn="M4x12 DIN 7985, nut DIN 934"),
        "washers under the slots",
    ),
    "a Pico that makes 3.0 V": ("feeds", lambda s: feed(s, "3V3", 3.0), "the Pico makes 3.3 V"),
    "a seat's regulator that makes 3.0 V": ("feeds", lambda s: feed(s, "east/3V3", 3.0), "AP2112K-3.3TRG1 makes 3.3 V"),
}
